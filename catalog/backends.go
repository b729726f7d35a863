package catalog

// The sessions of the database as SQL sees them: pg_stat_activity, and the
// functions that look at other sessions or end what they do.

import (
	"time"

	"minidb/pgerr"
	"minidb/session"
	"minidb/storage/lmgr"
	"minidb/types"
)

// Backends are all sessions of a database. Its methods may be called from any
// goroutine.
type Backends interface {
	List() []session.Activity
	// Cancel and Terminate are false if there is no session of that pid.
	Cancel(pid int32) bool
	Terminate(pid int32) bool
}

func activityRows(a *Access) ([]types.Row, error) {
	waits, xids := map[int32]string{}, map[int32]uint64{}
	for _, l := range a.locks.Snapshot() {
		switch {
		case !l.Granted:
			waits[l.PID] = l.Tag.Kind.String()
		case l.Tag.Kind == lmgr.KindTransaction && l.Mode == lmgr.Exclusive:
			if old := xids[l.PID]; old == 0 || l.Tag.A < old { // not a savepoint's
				xids[l.PID] = l.Tag.A
			}
		}
	}
	at := func(t time.Time) types.Datum {
		if t.IsZero() {
			return null
		}
		return types.NewTimestamptz(types.MicrosFromTime(t))
	}
	xmins := a.S.Store.Xmins()
	all := a.HasPrivilegesOf(a.S.CurrentRole, readAllStats)
	var out []types.Row
	for _, b := range a.backends() {
		row := make(types.Row, 22)
		role := a.roleOID(b.User)
		row[0], row[1], row[2] = oidDatum(PostgresDatabase), textDatum(b.Database), types.NewInt(int64(b.PID))
		row[4], row[5], row[6] = oidDatum(role), textDatum(b.User), textDatum(b.Application)
		if !all && !a.HasPrivilegesOf(a.S.CurrentRole, role) {
			row[20] = textDatum("<insufficient privilege>")
			out = append(out, row)
			continue
		}
		if b.ClientPort != 0 {
			row[7], row[9] = textOrNull(b.ClientAddr), types.NewInt(int64(b.ClientPort))
		}
		row[10], row[11], row[12], row[13] = at(b.Start), at(b.XactStart), at(b.QueryStart), at(b.StateChange)
		if kind, ok := waits[b.PID]; ok {
			row[14], row[15] = textDatum("Lock"), textDatum(kind)
		} else if w := b.Wait; w != nil {
			row[14], row[15] = textDatum(w.Type), textDatum(w.Event)
		}
		row[16] = textDatum(b.State)
		if xid := xids[b.PID]; xid != 0 {
			row[17] = types.NewInt(int64(xid))
		}
		if xmin := xmins[b.PID]; xmin != 0 {
			row[18] = types.NewInt(int64(xmin))
		}
		row[20], row[21] = textDatum(b.Query), textDatum("client backend")
		out = append(out, row)
	}
	return out, nil
}

// backends are at least the session that asks.
func (a *Access) backends() []session.Activity {
	if a.Backends == nil {
		return []session.Activity{a.S.Activity()}
	}
	return a.Backends.List()
}

var backendFuncs = map[string]catalogFunc{
	"pg_blocking_pids": func(a *Access, args []types.Datum) (types.Datum, error) {
		elems := []types.Datum{}
		for _, pid := range a.locks.Blockers(int32(args[0].Int())) {
			elems = append(elems, types.NewInt(int64(pid)))
		}
		return types.NewArray1(types.Int4OID, elems), nil
	},
	"pg_safe_snapshot_blocking_pids": func(a *Access, args []types.Datum) (types.Datum, error) {
		elems := []types.Datum{}
		for _, pid := range a.S.Store.SafeSnapshotBlockers(int32(args[0].Int())) {
			elems = append(elems, types.NewInt(int64(pid)))
		}
		return types.NewArray1(types.Int4OID, elems), nil
	},
	"pg_notify": func(a *Access, args []types.Datum) (types.Datum, error) {
		text := func(d types.Datum) string {
			if d.IsNull() {
				return ""
			}
			return d.Text()
		}
		return void, a.S.Notify(text(args[0]), text(args[1]))
	},
	"pg_listening_channels": func(a *Access, _ []types.Datum) (types.Datum, error) {
		var elems []types.Datum
		for _, channel := range a.S.Listening() {
			elems = append(elems, textDatum(channel))
		}
		return types.NewArray1(types.TextOID, elems), nil
	},
	"pg_notification_queue_usage": func(a *Access, _ []types.Datum) (types.Datum, error) {
		return types.NewFloat8(a.S.NotificationQueueUsage()), nil
	},
	"pg_cancel_backend": func(a *Access, args []types.Datum) (types.Datum, error) {
		pid := int32(args[0].Int())
		if err := a.maySignal(pid, "cancel query", "cancel queries of", "whose query is being canceled", "cancel this query"); err != nil {
			return null, err
		}
		ok := a.Backends != nil && a.Backends.Cancel(pid)
		if !ok {
			a.noBackend(pid)
		} else if err := a.S.Interrupted(); err != nil { // it was this one
			return null, err
		}
		return boolDatum(ok), nil
	},
	"pg_terminate_backend": func(a *Access, args []types.Datum) (types.Datum, error) {
		pid, timeout := int32(args[0].Int()), args[1].Int()
		if timeout < 0 {
			return null, pgerr.New(pgerr.NumericValueOutOfRange, "\"timeout\" must not be negative")
		}
		if err := a.maySignal(pid, "terminate process", "terminate processes of", "whose process is being terminated", "terminate this process"); err != nil {
			return null, err
		}
		ok := a.Backends != nil && a.Backends.Terminate(pid)
		if !ok {
			a.noBackend(pid)
		} else if err := a.S.Interrupted(); err != nil {
			return null, err
		} else if timeout > 0 {
			ok = a.awaitEnd(pid, time.Duration(timeout)*time.Millisecond)
		}
		return boolDatum(ok), nil
	},
}

// maySignal refuses the current role to end what another's session does; the words
// are those of the errors.
func (a *Access) maySignal(pid int32, what, plural, whose, this string) error {
	me := a.S.CurrentRole
	if a.IsSuperuser(me) {
		return nil
	}
	for _, b := range a.backends() {
		if b.PID != pid {
			continue
		}
		role := a.roleOID(b.User)
		denied := pgerr.New(pgerr.InsufficientPrivilege, "permission denied to %s", what)
		if a.IsSuperuser(role) {
			return denied.WithDetail("Only roles with the SUPERUSER attribute may %s roles with the SUPERUSER attribute.", plural)
		}
		if !a.HasPrivilegesOf(me, role) && !a.HasPrivilegesOf(me, signalBackend) {
			return denied.WithDetail("Only roles with privileges of the role %s or with privileges of the \"pg_signal_backend\" role may %s.", whose, this)
		}
	}
	return nil
}

func (a *Access) noBackend(pid int32) {
	a.S.Warn(pgerr.Warning, "PID %d is not a PostgreSQL backend process", pid)
}

// awaitEnd waits until the session pid is gone; false, with a warning, if it is
// not after the timeout.
func (a *Access) awaitEnd(pid int32, timeout time.Duration) bool {
	a.S.SetWait(session.WaitBackendTermination)
	defer a.S.SetWait(nil)
	for end := time.Now().Add(timeout); ; time.Sleep(time.Millisecond) {
		gone := true
		for _, b := range a.backends() {
			gone = gone && b.PID != pid
		}
		if gone {
			return true
		}
		if time.Now().After(end) || a.S.Interrupted() != nil {
			a.S.Warn(pgerr.Warning, "backend with PID %d did not terminate within %d milliseconds", pid, timeout.Milliseconds())
			return false
		}
	}
}
