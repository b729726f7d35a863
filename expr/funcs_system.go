package expr

// This file has the functions about the session and the server, and the way to
// those that only the catalogs can answer (Ctx.Catalog).

import (
	"time"

	"minidb/pgerr"
	"minidb/session"
	"minidb/settings"
	"minidb/types"
)

// Version is what version() returns.
const Version = "PostgreSQL 18.4 (minidb)"

// callCatalog runs a function that looks at catalogs.
func callCatalog(c *Ctx, name string, args []types.Datum) (types.Datum, error) {
	if c != nil && c.Catalog != nil {
		if d, ok, err := c.Catalog.CatalogFunc(c, name, args); ok || err != nil {
			return d, err
		}
	}
	return types.NullDatum, pgerr.Unsupported(-1, "function "+name, "")
}

// catalogRows runs a function that returns a set; package catalog answers with
// an array of values, or of records for rows of several columns.
func catalogRows(c *Ctx, name string, args []types.Datum) (SRFIter, error) {
	d, err := callCatalog(c, name, args)
	if err != nil {
		return nil, err
	}
	elems := d.Array().Elems
	one := sliceIter(len(elems), func(i int) types.Datum { return elems[i] })
	if d.Array().Elem != types.RecordOID {
		return one, nil
	}
	return func() (types.Row, bool, error) {
		row, ok, err := one()
		if ok {
			row = row[0].Record().Fields
		}
		return row, ok, err
	}, nil
}

// clientEncoding is the encoding's name, whatever it was called when it was set.
func clientEncoding(c *Ctx) (types.Datum, error) {
	if e, _ := types.FindEncoding(c.Sess.Set.Str(settings.ClientEncoding)); e != nil {
		return types.NewText(e.Name), nil
	}
	return types.NewText("UTF8"), nil
}

func currentDatabase(c *Ctx) (types.Datum, error) {
	if c == nil || c.Sess == nil {
		return types.NullDatum, nil
	}
	return types.NewText(c.Sess.Database), nil
}

func constant(d types.Datum) code {
	return code{f0: func(*Ctx) (types.Datum, error) { return d, nil }}
}

var systemCodes = codeTable{
	"pgsql_version":       constant(types.NewText(Version)),
	"current_database":    {f0: currentDatabase},
	"pg_collation_for":    constant(types.NullDatum), // analysis knows the result
	"pg_client_encoding":  {f0: clientEncoding},
	"getdatabaseencoding": constant(types.NewText("UTF8")),
	"PG_encoding_to_char": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		if n := a.Int(); n >= 0 && n < int64(len(types.EncodingNames)) {
			return types.NewText(types.EncodingNames[n]), nil
		}
		return types.NewText(""), nil
	}},
	"PG_char_to_encoding": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		return types.NewInt(int64(types.EncodingNumber(a.Text()))), nil
	}},
	"pg_encoding_max_length_sql": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		if n := a.Int(); n >= 0 && n < int64(len(encodingWidths)) {
			return types.NewInt(int64(encodingWidths[n])), nil
		}
		return types.NullDatum, nil
	}},
	"pg_is_in_recovery":             constant(types.NewBool(false)),
	"pg_is_wal_replay_paused":       {f0: notInRecovery},
	"pg_get_wal_replay_pause_state": {f0: notInRecovery},
	"pg_wal_replay_pause":           {f0: notInRecovery},
	"pg_wal_replay_resume":          {f0: notInRecovery},
	"pg_last_wal_receive_lsn":       constant(types.NullDatum),
	"pg_last_wal_replay_lsn":        constant(types.NullDatum),
	"pg_last_xact_replay_timestamp": constant(types.NullDatum),
	"pg_jit_available":              constant(types.NewBool(false)),
	"pg_backend_pid":                {f0: func(c *Ctx) (types.Datum, error) { return types.NewInt(int64(c.Sess.PID)), nil }},
	"pg_postmaster_start_time":      {f0: func(*Ctx) (types.Datum, error) { return types.NewTimestamptz(pgMicros(processStart)), nil }},
	"pg_conf_load_time":             {f0: func(*Ctx) (types.Datum, error) { return types.NewTimestamptz(pgMicros(processStart)), nil }},
	"show_config_by_name": {f1: func(c *Ctx, a types.Datum) (types.Datum, error) {
		s, err := c.Sess.Set.Show(a.Text())
		return types.NewText(s), err
	}},
	"show_config_by_name_missing_ok": {f2: func(c *Ctx, a, missing types.Datum) (types.Datum, error) {
		s, err := c.Sess.Set.Show(a.Text())
		if err != nil && missing.Bool() && pgerr.CodeOf(err) == pgerr.UndefinedObject {
			return types.NullDatum, nil
		}
		return types.NewText(s), err
	}},
	"set_config_by_name": {fn: setConfig},
	"pg_sleep":           {f1: func(c *Ctx, a types.Datum) (types.Datum, error) { return sleep(c, a.Float()) }},
	"pg_sleep_for(interval)": {f1: func(c *Ctx, a types.Datum) (types.Datum, error) {
		iv := a.Interval()
		return sleep(c, float64(iv.Micros)/1e6+86400*(float64(iv.Days)+30*float64(iv.Months)))
	}},
	"pg_sleep_until(timestamptz)": {f1: func(c *Ctx, a types.Datum) (types.Datum, error) {
		return sleep(c, (float64(a.Num())-float64(pgMicros(time.Now())))/1e6) // -infinity is a number too
	}},
	"pg_typeof": {bind: func(ci CallInfo) Impl {
		d := types.NewInt(int64(ci.Args[0]))
		return func(*Ctx, []types.Datum) (types.Datum, error) { return d, nil }
	}},
	"pg_num_nulls":             {bind: countNulls(true)},
	"satisfies_hash_partition": {bind: satisfiesHash},
	"pg_num_nonnulls":          {bind: countNulls(false)},
	"pg_column_size": {bind: func(ci CallInfo) Impl {
		return func(_ *Ctx, a []types.Datum) (types.Datum, error) {
			return columnSize(a[0], ci.Args[0], ci.Computed), nil
		}
	}},
	"hashvarlena": {f1: func(*Ctx, types.Datum) (types.Datum, error) { // no value has its argument's type
		return types.NullDatum, nil
	}},
	"inet_client_addr": {f0: func(c *Ctx) (types.Datum, error) { return address(c.Sess.Activity().ClientAddr), nil }},
	"inet_client_port": {f0: func(c *Ctx) (types.Datum, error) { return port(c.Sess.Activity().ClientPort), nil }},
	"inet_server_addr": {f0: func(c *Ctx) (types.Datum, error) { return address(c.Sess.Activity().ServerAddr), nil }},
	"inet_server_port": {f0: func(c *Ctx) (types.Datum, error) { return port(c.Sess.Activity().ServerPort), nil }},
	"current_query": {f0: func(c *Ctx) (types.Datum, error) {
		if c == nil || c.Sess == nil {
			return types.NullDatum, nil
		}
		return types.NewText(c.Sess.Activity().Query), nil
	}},
}

func notInRecovery(*Ctx) (types.Datum, error) {
	return types.NullDatum, pgerr.New(pgerr.ObjectNotInPrerequisiteState, "recovery is not in progress").
		WithHint("Recovery control functions can only be executed during recovery.")
}

// address is that of one side of a TCP connection, NULL if there is none.
func address(s string) types.Datum {
	if s == "" {
		return types.NullDatum
	}
	return types.NewText(s)
}

func port(n int) types.Datum {
	if n <= 0 {
		return types.NullDatum
	}
	return types.NewInt(int64(n))
}

var processStart = time.Now()

// setConfig is set_config(name, value, is_local).
func setConfig(c *Ctx, a []types.Datum) (types.Datum, error) {
	if a[0].IsNull() {
		return types.NullDatum, pgerr.New(pgerr.NullValueNotAllowed, "SET requires parameter name")
	}
	opts := settings.SetOpts{Local: !a[2].IsNull() && a[2].Bool()}
	var err error
	if a[1].IsNull() {
		err = c.Sess.Set.SetDefault(a[0].Text(), opts)
	} else {
		err = c.Sess.Set.Set(a[0].Text(), a[1].Text(), opts)
	}
	if err != nil {
		return types.NullDatum, err
	}
	s, err := c.Sess.Set.Show(a[0].Text())
	return types.NewText(s), err
}

// sleep waits and looks for cancellation every 20 ms.
func sleep(c *Ctx, seconds float64) (types.Datum, error) {
	if !(seconds > 0) {
		return types.NewText(""), c.interrupted()
	}
	if c != nil && c.Sess != nil {
		c.Sess.SetWait(session.WaitPgSleep)
		defer c.Sess.SetWait(nil)
	}
	end := time.Now().Add(time.Duration(min(seconds, 1e9) * 1e9))
	for {
		if err := c.interrupted(); err != nil {
			return types.NullDatum, err
		}
		left := time.Until(end)
		if left <= 0 {
			return types.NewText(""), nil
		}
		time.Sleep(min(left, 20*time.Millisecond))
	}
}

func countNulls(nulls bool) func(CallInfo) Impl {
	return func(ci CallInfo) Impl {
		return func(_ *Ctx, a []types.Datum) (types.Datum, error) {
			if ci.Variadic {
				if a[0].IsNull() {
					return types.NullDatum, nil
				}
				a = a[0].Array().Elems
			}
			n := int64(0)
			for _, d := range a {
				if d.IsNull() == nulls {
					n++
				}
			}
			return types.NewInt(n), nil
		}
	}
}

// satisfiesHash tells whether a key belongs into a hash partition. The catalog is told
// the types of the arguments before them.
func satisfiesHash(ci CallInfo) Impl {
	return func(c *Ctx, a []types.Datum) (types.Datum, error) {
		if a[0].IsNull() || a[1].IsNull() || a[2].IsNull() {
			return types.NewBool(false), nil
		}
		list := make([]types.Datum, 0, len(a))
		values := a[3:]
		for _, t := range ci.Args[3:] {
			list = append(list, types.NewInt(int64(t)))
		}
		if ci.Variadic {
			if a[3].IsNull() {
				return types.NewBool(false), nil
			}
			list, values = []types.Datum{types.NewInt(int64(a[3].Array().Elem))}, a[3].Array().Elems
		}
		args := []types.Datum{types.NewArray1(types.OidOID, list), types.NewBool(ci.Variadic)}
		return callCatalog(c, "satisfies_hash_partition", append(append(args, a[:3]...), values...))
	}
}

// columnSize is the size of a value in PostgreSQL: of a column as it is stored, of one
// that was computed with a header of four bytes.
func columnSize(d types.Datum, t types.OID, computed bool) types.Datum {
	if d.IsNull() {
		return types.NullDatum
	}
	ty, ok := types.ByOID(t)
	switch {
	case d.Kind() == types.Record:
		ty, computed = &types.Type{Len: -1}, true
	case t == types.UnknownOID:
		ty = &types.Type{Len: -2}
	case !ok:
		ty = &types.Type{Len: 4}
	}
	n := types.StoredSize(d, ty)
	if computed && ty.Len == -1 && n <= 127 {
		n += 3
	}
	return types.NewInt(int64(n))
}

// encodingWidths are the most bytes that a character has, by the encoding's number.
var encodingWidths = [...]int8{1, 3, 3, 3, 4, 3, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 3, 2}
