package catalog

// pg_stat_all_tables, pg_stat_all_indexes and what they are made of: the counts that
// storage keeps of each table and index (storage.RelationStats). Blocks are not counted,
// so there is no pg_statio_all_tables; minidb has no automatic ANALYZE.

import (
	"strings"
	"time"

	"minidb/pgerr"
	"minidb/storage"
	"minidb/types"
)

const (
	tableStatColumns = `relid:oid schemaname:name relname:name seq_scan:int8 last_seq_scan:timestamptz seq_tup_read:int8 idx_scan:int8
		last_idx_scan:timestamptz idx_tup_fetch:int8 n_tup_ins:int8 n_tup_upd:int8 n_tup_del:int8 n_tup_hot_upd:int8
		n_tup_newpage_upd:int8 n_live_tup:int8 n_dead_tup:int8 n_mod_since_analyze:int8 n_ins_since_vacuum:int8
		last_vacuum:timestamptz last_autovacuum:timestamptz last_analyze:timestamptz last_autoanalyze:timestamptz
		vacuum_count:int8 autovacuum_count:int8 analyze_count:int8 autoanalyze_count:int8 total_vacuum_time:float8
		total_autovacuum_time:float8 total_analyze_time:float8 total_autoanalyze_time:float8`
	indexStatColumns = `relid:oid indexrelid:oid schemaname:name relname:name indexrelname:name idx_scan:int8
		last_idx_scan:timestamptz idx_tup_read:int8 idx_tup_fetch:int8`
)

var relationStatViews = []VirtualView{
	{Name: "pg_stat_all_tables", Columns: tableStatColumns, Rows: tableStatRows(anySchema)},
	{Name: "pg_stat_sys_tables", Columns: tableStatColumns, Rows: tableStatRows(systemSchema)},
	{Name: "pg_stat_user_tables", Columns: tableStatColumns, Rows: tableStatRows(userSchema)},
	{Name: "pg_stat_all_indexes", Columns: indexStatColumns, Rows: indexStatRows(anySchema)},
	{Name: "pg_stat_sys_indexes", Columns: indexStatColumns, Rows: indexStatRows(systemSchema)},
	{Name: "pg_stat_user_indexes", Columns: indexStatColumns, Rows: indexStatRows(userSchema)},
}

func anySchema(string) bool { return true }

func systemSchema(name string) bool {
	return name == "pg_catalog" || name == "information_schema" || strings.HasPrefix(name, "pg_toast")
}

func userSchema(name string) bool { return !systemSchema(name) }

// statIndex is an index as the views see it.
type statIndex struct {
	oid    types.OID
	counts storage.RelationCounts
}

// statIndexes are the indexes of all tables.
func (a *Access) statIndexes() map[types.OID][]statIndex {
	out := map[types.OID][]statIndex{}
	for _, row := range a.Scan(a.System(PgIndex), "") {
		oid, table := datumOID(row[IndexIndexrelid]), datumOID(row[IndexIndrelid])
		out[table] = append(out[table], statIndex{oid, a.counts(oid)})
	}
	return out
}

// counts are those of a relation, all zero for one that nothing was done with.
func (a *Access) counts(oid types.OID) storage.RelationCounts {
	return a.store.LookUpStats(uint32(oid)).Counts()
}

// eachStatTable calls f for the tables in the schemas that want says.
func (a *Access) eachStatTable(kinds string, want func(schema string) bool, f func(oid types.OID, schema types.Datum, class types.Row)) {
	for _, row := range a.Scan(a.System(PgClass), "") {
		if !strings.ContainsRune(kinds, rune(datumChar(row[ClassRelkind]))) {
			continue
		}
		schema := a.NamespaceName(datumOID(row[ClassRelnamespace]))
		if want(schema) {
			f(datumOID(row[ClassOid]), textDatum(schema), row)
		}
	}
}

func tableStatRows(want func(string) bool) func(*Access) ([]types.Row, error) {
	return func(a *Access) (out []types.Row, err error) {
		indexes := a.statIndexes()
		a.eachStatTable("rtmp", want, func(oid types.OID, schema types.Datum, class types.Row) {
			c := a.counts(oid)
			idxScans, idxLast, fetched := null, null, null
			if list := indexes[oid]; list != nil {
				var scans, rows int64
				var last time.Time
				for i := range list {
					k := &list[i].counts
					scans, rows = scans+k.Scans, rows+k.Fetched
					if k.LastScan.After(last) {
						last = k.LastScan
					}
				}
				idxScans, idxLast, fetched = types.NewInt(scans), timeDatum(last), types.NewInt(rows+c.Fetched)
			}
			live, dead := a.tuples(class)
			row := types.Row{oidDatum(oid), schema, class[ClassRelname], types.NewInt(c.Scans), timeDatum(c.LastScan), types.NewInt(c.Returned),
				idxScans, idxLast, fetched, types.NewInt(c.Inserted), types.NewInt(c.Updated), types.NewInt(c.Deleted), types.NewInt(c.HeapOnly),
				types.NewInt(c.NewPage), types.NewInt(live), types.NewInt(dead), types.NewInt(c.ModifiedSinceAnalyze), types.NewInt(c.InsertedSinceVacuum)}
			for _, column := range upkeepColumns {
				for _, kind := range upkeepKinds {
					row = append(row, column(c.Upkeep[kind]))
				}
				row = append(row, column(storage.Upkeep{})) // automatic ANALYZE, of which there is none
			}
			out = append(out, row)
		})
		return out, nil
	}
}

var (
	upkeepKinds   = []storage.UpkeepKind{storage.Vacuumed, storage.Autovacuumed, storage.Analyzed}
	upkeepColumns = []func(storage.Upkeep) types.Datum{
		func(u storage.Upkeep) types.Datum { return timeDatum(u.Last) },
		func(u storage.Upkeep) types.Datum { return types.NewInt(u.Count) },
		func(u storage.Upkeep) types.Datum { return millis(u.Took) },
	}
)

// tuples are the estimates of rows and dead versions of a table's heap.
func (a *Access) tuples(class types.Row) (live, dead int64) {
	h := a.store.OpenHeap(storage.FileID(datumOID(class[ClassRelfilenode])))
	if h == nil {
		return 0, 0
	}
	return h.LiveEstimate(), h.DeadEstimate()
}

func indexStatRows(want func(string) bool) func(*Access) ([]types.Row, error) {
	return func(a *Access) (out []types.Row, err error) {
		indexes := a.statIndexes()
		a.eachStatTable("rtm", want, func(oid types.OID, schema types.Datum, class types.Row) {
			for _, ix := range indexes[oid] {
				name := null
				if row, _ := a.first(PgClass, "pg_class_oid_index", oidDatum(ix.oid)); row != nil {
					name = row[ClassRelname]
				}
				c := &ix.counts
				out = append(out, types.Row{oidDatum(oid), oidDatum(ix.oid), schema, class[ClassRelname], name,
					types.NewInt(c.Scans), timeDatum(c.LastScan), types.NewInt(c.Returned), types.NewInt(c.Fetched)})
			}
		})
		return out, nil
	}
}

func timeDatum(t time.Time) types.Datum {
	if t.IsZero() {
		return null
	}
	return types.NewTimestamptz(types.MicrosFromTime(t))
}

func millis(d time.Duration) types.Datum {
	return types.NewFloat8(float64(d) / float64(time.Millisecond))
}

// statFuncs read one count of a relation.
var statFuncs = map[string]catalogFunc{
	"pg_stat_get_numscans":               intCount(func(c *storage.RelationCounts) int64 { return c.Scans }),
	"pg_stat_get_tuples_returned":        intCount(func(c *storage.RelationCounts) int64 { return c.Returned }),
	"pg_stat_get_tuples_fetched":         intCount(func(c *storage.RelationCounts) int64 { return c.Fetched }),
	"pg_stat_get_tuples_inserted":        intCount(func(c *storage.RelationCounts) int64 { return c.Inserted }),
	"pg_stat_get_tuples_updated":         intCount(func(c *storage.RelationCounts) int64 { return c.Updated }),
	"pg_stat_get_tuples_deleted":         intCount(func(c *storage.RelationCounts) int64 { return c.Deleted }),
	"pg_stat_get_tuples_hot_updated":     intCount(func(c *storage.RelationCounts) int64 { return c.HeapOnly }),
	"pg_stat_get_tuples_newpage_updated": intCount(func(c *storage.RelationCounts) int64 { return c.NewPage }),
	"pg_stat_get_mod_since_analyze":      intCount(func(c *storage.RelationCounts) int64 { return c.ModifiedSinceAnalyze }),
	"pg_stat_get_ins_since_vacuum":       intCount(func(c *storage.RelationCounts) int64 { return c.InsertedSinceVacuum }),
	"pg_stat_get_lastscan":               count(func(c *storage.RelationCounts) types.Datum { return timeDatum(c.LastScan) }),
	"pg_stat_force_next_flush":           func(*Access, []types.Datum) (types.Datum, error) { return void, nil }, // nothing waits for it
	"pg_stat_clear_snapshot":             func(*Access, []types.Datum) (types.Datum, error) { return void, nil }, // there is none
	"pg_stat_reset":                      resetter("pg_stat_reset", func(a *Access, _ []types.Datum) { a.store.ResetStats() }),
	"pg_stat_reset_single_table_counters": resetter("pg_stat_reset_single_table_counters", func(a *Access, args []types.Datum) {
		a.store.LookUpStats(uint32(datumOID(args[0]))).Reset()
	}),
}

// resetter is a function that superusers may call.
func resetter(name string, f func(*Access, []types.Datum)) catalogFunc {
	return func(a *Access, args []types.Datum) (types.Datum, error) {
		if !a.IsSuperuser(a.S.CurrentRole) {
			return null, pgerr.New(pgerr.InsufficientPrivilege, "permission denied for function %s", name)
		}
		f(a, args)
		return void, nil
	}
}

// upkeepFuncs are those about VACUUM and ANALYZE.
func upkeepFuncs() map[string]catalogFunc {
	out := map[string]catalogFunc{}
	parts := []string{"pg_stat_get_last_%_time", "pg_stat_get_%_count", "pg_stat_get_total_%_time"}
	for i, name := range []string{"vacuum", "autovacuum", "analyze", "autoanalyze"} {
		for k, column := range upkeepColumns {
			out[strings.Replace(parts[k], "%", name, 1)] = count(func(c *storage.RelationCounts) types.Datum {
				if i < len(upkeepKinds) {
					return column(c.Upkeep[upkeepKinds[i]])
				}
				return column(storage.Upkeep{})
			})
		}
	}
	return out
}

func intCount(f func(*storage.RelationCounts) int64) catalogFunc {
	return count(func(c *storage.RelationCounts) types.Datum { return types.NewInt(f(c)) })
}

func count(f func(*storage.RelationCounts) types.Datum) catalogFunc {
	return func(a *Access, args []types.Datum) (types.Datum, error) {
		c := a.counts(datumOID(args[0]))
		return f(&c), nil
	}
}
