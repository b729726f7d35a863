package catalog

// Views of what is written: the log as a whole, as pg_stat_wal has it and by types of
// records, and the counters of strategy S4, a row for each catalog.

import (
	"minidb/types"
)

var writeViews = []VirtualView{
	{Name: "pg_stat_wal", Columns: `wal_records:int8 wal_fpi:int8 wal_bytes:numeric wal_buffers_full:int8
		stats_reset:timestamptz`, Rows: walRows},
	{Name: "minidb_stat_wal", Columns: `resource_manager:text record_type:text records:int8 bytes:int8`, Rows: walTypeRows},
	{Name: "minidb_stat_catalog_insert", Columns: `scope:text relation:text index_opens:int8 index_closes:int8 index_locks:int8
		index_info_built:int8 slots:int8 tuples:int8 batches:int8 heap_records:int8 index_records:int8 wal_bytes:int8`, Rows: catalogInsertRows},
}

// walRows is the one row of pg_stat_wal. minidb writes no images of pages, and its ring
// never waits.
func walRows(a *Access) ([]types.Row, error) {
	n := a.store.WALCounters()
	since := a.store.WAL().Since()
	return []types.Row{{types.NewInt(n.Records), types.NewInt(0), types.NewNumeric(types.DecFromInt64(n.Bytes)), types.NewInt(0),
		types.NewTimestamptz(types.MicrosFromTime(since))}}, nil
}

func walTypeRows(a *Access) ([]types.Row, error) {
	var out []types.Row
	for _, s := range a.store.WAL().Stats() {
		out = append(out, types.Row{textDatum(s.Rmgr.String()), textDatum(s.Type), types.NewInt(s.Records), types.NewInt(s.Bytes)})
	}
	return out, nil
}

// catalogInsertRows turns the lists of counters by relation around. They come in the
// order of the columns, those that are zero left out.
func catalogInsertRows(a *Access) ([]types.Row, error) {
	place := map[string]int{}
	for i, c := range a.staticNames[nameKey{CatalogNamespace, "minidb_stat_catalog_insert"}].Columns {
		place[c.Name] = i
	}
	var out []types.Row
	for _, scope := range a.S.AllStats() {
		last := ""
		for _, s := range scope.List {
			if s.Strategy != "catalog_insert" || s.Relation == "" {
				continue
			}
			if s.Relation != last {
				last = s.Relation
				row := types.Row{textDatum(scope.Scope), textDatum(s.Relation)}
				for len(row) < len(place) {
					row = append(row, types.NewInt(0))
				}
				out = append(out, row)
			}
			out[len(out)-1][place[s.Counter]] = types.NewInt(s.Value)
		}
	}
	return out, nil
}
