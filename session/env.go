package session

// Settings that act on the session at once: the form of values, and the modes
// of the transaction.

import (
	"strconv"
	"strings"

	"minidb/pgerr"
	"minidb/settings"
	"minidb/types"
)

// settingChanged follows every change, also those that a rollback makes.
func (s *Session) settingChanged(d *settings.Def) {
	e := s.Env
	switch d {
	case settings.DateStyle:
		style, order, _ := strings.Cut(s.Set.Str(d), ", ")
		e.DateStyle = map[string]types.DateStyle{"ISO": types.ISODates, "SQL": types.SQLDates,
			"Postgres": types.PostgresDates, "German": types.GermanDates}[style]
		e.DateOrder = map[string]types.DateOrder{"MDY": types.MDY, "DMY": types.DMY, "YMD": types.YMD}[order]
	case settings.IntervalStyle:
		e.IntervalStyle = map[string]types.IntervalStyle{"postgres": types.PostgresIntervals,
			"postgres_verbose": types.PostgresVerboseIntervals, "sql_standard": types.SQLIntervals,
			"iso_8601": types.ISOIntervals}[s.Set.Enum(d)]
	case settings.TimeZone:
		if loc, name, err := settings.ParseTimeZone(s.Set.Str(d)); err == nil {
			e.TimeZone, e.TimeZoneName = loc, name
		}
	case settings.ClientEncoding:
		if enc, _ := types.FindEncoding(s.Set.Str(d)); s.Converts && enc != nil && !enc.Same() {
			e.Client = enc
		} else {
			e.Client = nil
		}
	case settings.ExtraFloatDigits:
		e.ExtraFloatDigits = int(s.Set.Int(d))
	case settings.ByteaOutput:
		e.ByteaOutput = types.ByteaHex
		if s.Set.Enum(d) == "escape" {
			e.ByteaOutput = types.ByteaEscape
		}
	case settings.Role, settings.SessionAuthorization:
		s.roleChanged()
	case settings.TransactionIsolation:
		if s.Txn != nil {
			s.Txn.SetIsolation(s.isolation())
		}
	}
}

// checkSetting refuses to change the modes of a transaction too late (25001).
func (s *Session) checkSetting(d *settings.Def, to string) error {
	if err := s.checkModes(d, to); err != nil {
		return err
	}
	if enc, _ := types.FindEncoding(to); d == settings.ClientEncoding && !s.Converts && enc != nil && !enc.Same() {
		return settings.NoEncoding(to)
	}
	if d == settings.Seed { // here, because a rollback does not begin them anew
		if f, err := strconv.ParseFloat(to, 64); err == nil {
			s.Random.Seed(f)
		}
	}
	return nil
}

func (s *Session) checkModes(d *settings.Def, to string) error {
	if s.Txn == nil || to == s.Set.ShowDef(d) {
		return nil
	}
	late := func(text string) error { return pgerr.New(pgerr.ActiveSQLTransaction, "%s", text) }
	inSavepoint := len(s.savepoints) > 0
	switch d {
	case settings.TransactionIsolation:
		switch {
		case s.queried:
			return late("SET TRANSACTION ISOLATION LEVEL must be called before any query")
		case inSavepoint:
			return late("SET TRANSACTION ISOLATION LEVEL must not be called in a subtransaction")
		}
	case settings.TransactionDeferrable:
		switch {
		case inSavepoint:
			return late("SET TRANSACTION [NOT] DEFERRABLE cannot be called within a subtransaction")
		case s.queried:
			return late("SET TRANSACTION [NOT] DEFERRABLE must be called before any query")
		}
	case settings.TransactionReadOnly:
		switch {
		case to == "on":
		case inSavepoint:
			return late("cannot set transaction read-write mode inside a read-only transaction")
		case s.queried:
			return late("transaction read-write mode must be set before any query")
		}
	}
	return nil
}
