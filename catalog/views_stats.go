package catalog

// Views of what goes on: locks, sessions, prepared statements, and the counters
// of the five strategies.

import (
	"strconv"
	"strings"
	"time"

	"minidb/expr"
	"minidb/session"
	"minidb/settings"
	"minidb/storage/lmgr"
	"minidb/types"
)

const counterColumns = `strategy:text relation:text counter:text unit:text value:int8`

var statViews = []VirtualView{
	{Name: "pg_locks", Columns: `locktype:text database:oid relation:oid page:int4 tuple:int2 virtualxid:text
		transactionid:xid classid:oid objid:oid objsubid:int2 virtualtransaction:text pid:int4 mode:text granted:bool
		fastpath:bool waitstart:timestamptz`, Rows: lockRows},
	{Name: "pg_stat_activity", Columns: `datid:oid datname:name pid:int4 leader_pid:int4 usesysid:oid usename:name
		application_name:text client_addr:text client_hostname:text client_port:int4 backend_start:timestamptz
		xact_start:timestamptz query_start:timestamptz state_change:timestamptz wait_event_type:text wait_event:text
		state:text backend_xid:xid backend_xmin:xid query_id:int8 query:text backend_type:text`, Rows: activityRows},
	{Name: "pg_prepared_statements", Columns: `name:text statement:text prepare_time:timestamptz parameter_types:_regtype
		result_types:_regtype from_sql:bool generic_plans:int8 custom_plans:int8`,
		Rows: preparedRows},
	{Name: "pg_cursors", Columns: `name:text statement:text is_holdable:bool is_binary:bool is_scrollable:bool
		creation_time:timestamptz`, Rows: cursorRows},
	{Name: "pg_timezone_names", Columns: `name:text abbrev:text utc_offset:interval is_dst:bool`, Rows: zoneRows},
	{Name: "minidb_stat_last_statement", Columns: counterColumns, Rows: counterRows(func(s *session.Session) []session.Stat {
		return s.LastStatement()
	})},
	{Name: "minidb_stat_last_transaction", Columns: counterColumns, Rows: counterRows(func(s *session.Session) []session.Stat {
		return s.LastTransaction()
	})},
	{Name: "minidb_stat_session", Columns: counterColumns, Rows: counterRows(func(s *session.Session) []session.Stat {
		return s.SessionStats()
	})},
}

// IsCounterView reports whether a function makes the rows of a view of counters.
func IsCounterView(f *expr.Func) bool { return strings.HasPrefix(f.Name, "minidb_stat_") }

// OpenCursor is one row of pg_cursors.
type OpenCursor struct {
	Name, Text string
	Hold       bool
	Scroll     bool
	At         time.Time
}

func cursorRows(a *Access) ([]types.Row, error) {
	if a.Cursors == nil {
		return nil, nil
	}
	var out []types.Row
	for _, c := range a.Cursors() {
		out = append(out, types.Row{textDatum(c.Name), textDatum(c.Text), boolDatum(c.Hold), boolDatum(false),
			boolDatum(c.Scroll), types.NewTimestamptz(types.MicrosFromTime(c.At))})
	}
	return out, nil
}

// PreparedStatement is one row of pg_prepared_statements.
type PreparedStatement struct {
	Name, Text      string
	At              time.Time
	Params, Results []types.OID // Results is nil if the statement returns no rows
	FromSQL         bool
	Generic, Custom int64 // how often plans of each kind were used
}

func preparedRows(a *Access) ([]types.Row, error) {
	if a.Prepared == nil {
		return nil, nil
	}
	typeArray := func(ts []types.OID) types.Datum {
		elems := make([]types.Datum, len(ts))
		for i, t := range ts {
			elems[i] = oidDatum(t)
		}
		return types.NewArray1(types.RegtypeOID, elems)
	}
	var out []types.Row
	for _, p := range a.Prepared() {
		results := null
		if p.Results != nil {
			results = typeArray(p.Results)
		}
		out = append(out, types.Row{textDatum(p.Name), textDatum(p.Text), types.NewTimestamptz(types.MicrosFromTime(p.At)),
			typeArray(p.Params), results, boolDatum(p.FromSQL), types.NewInt(p.Generic), types.NewInt(p.Custom)})
	}
	return out, nil
}

func counterRows(list func(*session.Session) []session.Stat) func(*Access) ([]types.Row, error) {
	return func(a *Access) ([]types.Row, error) {
		var out []types.Row
		for _, s := range list(a.S) {
			out = append(out, types.Row{textDatum(s.Strategy), textOrNull(s.Relation), textDatum(s.Counter),
				textDatum(s.Unit), types.NewInt(s.Value)})
		}
		return out, nil
	}
}

func lockRows(a *Access) ([]types.Row, error) {
	var out []types.Row
	waitedFor := map[int32]bool{}
	for _, l := range a.locks.Snapshot() {
		if l.Tag.Kind == lmgr.KindVirtual && l.Granted {
			waitedFor[l.PID] = true // see virtualXID
			continue
		}
		row := make(types.Row, 16)
		row[0] = textDatum(l.Tag.Kind.String())
		lockTarget(row, l.Tag)
		row[10] = virtualName(l.PID)
		row[11], row[12] = types.NewInt(int64(l.PID)), textDatum(l.Mode.String())
		row[13], row[14] = boolDatum(l.Granted), boolDatum(l.FastPath)
		if !l.WaitStart.IsZero() {
			row[15] = types.NewTimestamptz(types.MicrosFromTime(l.WaitStart))
		}
		out = append(out, row)
	}
	for _, b := range a.backends() {
		if !b.XactStart.IsZero() {
			out = append(out, virtualXID(b.PID, !waitedFor[b.PID]))
		}
	}
	return out, nil
}

// virtualXID is the lock that a session in a transaction has on its own virtual
// number. The lock manager knows of it only if somebody waits for it.
func virtualXID(pid int32, fast bool) types.Row {
	row := make(types.Row, 16)
	self := virtualName(pid)
	row[0], row[5], row[10] = textDatum(lmgr.KindVirtual.String()), self, self
	row[11], row[12] = types.NewInt(int64(pid)), textDatum(lmgr.Exclusive.String())
	row[13], row[14] = boolDatum(true), boolDatum(fast)
	return row
}

func virtualName(pid int32) types.Datum {
	return textDatum(strconv.Itoa(int(pid)) + "/" + strconv.Itoa(int(pid)))
}

// lockTarget fills in the columns that name what is locked.
func lockTarget(row types.Row, t lmgr.Tag) {
	num := func(n uint64) types.Datum { return types.NewInt(int64(n)) }
	switch t.Kind {
	case lmgr.KindTransaction:
		row[6] = num(t.A)
		return
	case lmgr.KindVirtual:
		row[5] = virtualName(int32(t.B))
		return
	}
	row[1] = num(uint64(t.DB))
	switch t.Kind {
	case lmgr.KindRelation:
		row[2] = num(uint64(t.Rel))
	case lmgr.KindTuple:
		row[2], row[3], row[4] = num(uint64(t.Rel)), num(t.A), num(uint64(t.B))
	case lmgr.KindObject:
		row[7], row[8], row[9] = num(uint64(t.Rel)), num(t.A), num(uint64(t.B))
	case lmgr.KindAdvisory:
		row[7], row[8], row[9] = num(t.A>>32), num(t.A&0xffffffff), num(uint64(t.B))
	}
}

func zoneRows(a *Access) ([]types.Row, error) {
	var out []types.Row
	now := a.S.TxnStart
	for _, name := range settings.ZoneNames() {
		loc, canonical, err := types.LookupZone(name)
		if err != nil {
			continue
		}
		abbrev, offset := now.In(loc).Zone()
		if strings.HasPrefix(abbrev, "+") || strings.HasPrefix(abbrev, "-") {
			abbrev = strings.TrimSpace(abbrev)
		}
		out = append(out, types.Row{textDatum(canonical), textDatum(abbrev),
			types.NewInterval(types.IntervalVal{Micros: int64(offset) * 1e6}), boolDatum(now.In(loc).IsDST())})
	}
	return out, nil
}
