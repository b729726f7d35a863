package commands

import (
	"time"

	"minidb/catalog"
	"minidb/expr"
	"minidb/pgerr"
	"minidb/settings"
	"minidb/storage/lmgr"
	"minidb/types"
)

// ANALYZE: a sample of each table's rows (analyze_sample.go) gives statistics of
// its columns (analyze_stats.go), which are written in one batch. Values are
// computed without a lock on pg_statistic.

// analyzeOne takes the statistics of one table. One that was dropped meanwhile is
// left out, with a warning if it was named.
func (c *Ctx) analyzeOne(t vacuumTarget) error {
	rel, err := c.openTarget(t, "analyze", lmgr.ShareUpdateExclusive)
	if rel == nil || err != nil || !c.mayVacuum(rel, "analyze") || !c.isTable(rel, "analyze") {
		return err
	}
	start, wal := time.Now(), *c.Sess.Txn.WAL
	if rel.PartKey != nil {
		return c.analyzeTree(rel, t)
	}
	if t.Verbose {
		c.info("analyzing \"%s.%s\"", rel.Schema, rel.Name)
	}
	cols, err := c.analyzedColumns(rel, t.Columns)
	if err != nil {
		return err
	}
	if err := c.Access.LockIndexes(rel, lmgr.AccessShare); err != nil {
		return err
	}
	var indexes []analyzedIndex
	if t.Columns == nil {
		if indexes, err = c.analyzedIndexes(rel); err != nil {
			return err
		}
	}
	sn := c.Sess.Txn.CatalogSnapshot()
	defer sn.Release()
	sampled := cols
	for _, ix := range indexes {
		sampled = append(sampled[:len(sampled):len(sampled)], ix.cols...)
	}
	s, err := c.sample(rel, sn, sampled)
	if err != nil {
		return err
	}
	if t.Verbose {
		c.info("%q: scanned %d of %d pages, containing %d live rows and %d dead rows; %d rows in sample, %d estimated total rows",
			rel.Name, s.pages, s.pages, s.live, rel.Heap.DeadEstimate(), len(s.rows), s.live)
	}
	if err := c.writeStatistics(rel.OID, cols, s, false); err != nil {
		return err
	}
	if err := c.analyzeIndexes(rel, indexes, s); err != nil {
		return err
	}
	if err := c.Access.UpdateTableStats(rel, s.pages, float64(s.live), min(rel.AllVisible, s.pages)); err != nil {
		return err
	}
	rel.Heap.Stats().AddAnalyze(start, t.Columns == nil)
	if err := c.noteIndexes(rel); err != nil || !t.Verbose {
		return err
	}
	now := c.Sess.Txn.WAL
	c.info("finished analyzing table \"%s.%s.%s\"\nWAL usage: %d records, 0 full page images, %d bytes, 0 buffers full\nsystem usage: elapsed: %.2f s",
		c.Sess.Database, rel.Schema, rel.Name, now.Records-wal.Records, now.Bytes-wal.Bytes, time.Since(start).Seconds())
	return nil
}

// writeStatistics computes the statistics of columns of a table or index from a sample;
// inherited tells that it is one of all partitions of the table.
func (c *Ctx) writeStatistics(rel types.OID, cols []*analyzedColumn, s *sample, inherited bool) error {
	if len(s.rows) == 0 {
		return nil
	}
	var stats []*catalog.ColumnStats
	for _, col := range cols {
		if col.target != 0 {
			st := col.compute(s)
			if n := col.col.NDistinct(inherited); n != 0 && st != nil {
				st.Distinct = n
			}
			stats = append(stats, st)
		}
		if err := c.Sess.Interrupted(); err != nil {
			return err
		}
	}
	return c.Access.WriteStatistics(rel, stats, inherited)
}

// noteIndexes writes the sizes of a table's indexes into pg_class, by the widths
// that ANALYZE has found.
func (c *Ctx) noteIndexes(rel *catalog.Relation) error {
	rel, err := c.Access.ByOID(rel.OID)
	if err != nil {
		return err
	}
	for _, ix := range rel.Indexes {
		if err := c.noteIndex(rel, ix); err != nil {
			return err
		}
	}
	return nil
}

func (c *Ctx) noteIndex(rel *catalog.Relation, ix *catalog.Index) error {
	pages, tuples := catalog.IndexSize(c.Access, rel, ix)
	return c.Access.UpdateStats(ix.OID, pages, tuples, 0)
}

// openTarget locks a table for VACUUM or ANALYZE and opens it; nil if it is gone,
// or if its lock is not free and SKIP_LOCKED was given.
func (c *Ctx) openTarget(t vacuumTarget, verb string, mode lmgr.Mode) (*catalog.Relation, error) {
	if t.SkipLocked {
		if free, err := c.lockFree(t.OID, t.Name, verb, mode); err != nil || !free {
			return nil, err
		}
	}
	rel, err := c.Access.TryOpenOID(t.OID, mode)
	if err == nil && rel == nil && t.Name != "" {
		c.warning(pgerr.UndefinedTable, "skipping %s of %q --- relation no longer exists", verb, t.Name)
	}
	if rel != nil && c.Access.OtherTemp(rel) {
		return nil, nil
	}
	return rel, err
}

// info sends an INFO, which the client always gets.
func (c *Ctx) info(format string, args ...any) {
	c.infoDetail(pgerr.New(pgerr.SuccessfulCompletion, format, args...))
}

func (c *Ctx) infoDetail(e *pgerr.Error) {
	e.Severity = "INFO"
	c.Sess.Notice(e)
}

// analyzedColumn is a column to take statistics of: PostgreSQL's VacAttrStats.
type analyzedColumn struct {
	col    *catalog.Column
	typ    *types.Type
	target int
	eq, lt *expr.Operator // of the type's btree order, nil if it has none
	elemEq *expr.Operator // of the elements of an array that have an order; nil otherwise
}

// analyzedColumns finds the columns that were named, or all.
func (c *Ctx) analyzedColumns(rel *catalog.Relation, names []string) ([]*analyzedColumn, error) {
	var out []*analyzedColumn
	if names == nil {
		for i := range rel.Columns {
			if col := &rel.Columns[i]; !col.Dropped && !col.Virtual {
				out = append(out, c.analyzedColumn(&rel.Columns[i]))
			}
		}
		return out, nil
	}
	for _, name := range names {
		col := rel.ColumnByName(name)
		if col == nil {
			return nil, noColumn(name, rel.Name)
		}
		for _, o := range out {
			if o.col.Num == col.Num {
				return nil, pgerr.New(pgerr.DuplicateColumn, "column %q of relation %q appears more than once", name, rel.Name)
			}
		}
		if col.Virtual { // there are no statistics of what is not stored
			continue
		}
		out = append(out, c.analyzedColumn(col))
	}
	return out, nil
}

func (c *Ctx) analyzedColumn(col *catalog.Column) *analyzedColumn {
	a := &analyzedColumn{col: col, target: col.StatTarget}
	if a.target < 0 {
		a.target = int(c.Sess.Set.Int(settings.DefaultStatisticsTarget))
	}
	var ok bool
	if a.typ, ok = c.Access.TypeInfo(col.Type); !ok {
		a.typ = &types.Type{Len: 4, Align: 'i'}
	}
	r := expr.NewResolver(c.Sess.Env)
	a.eq, a.lt = r.SortOperator(col.Type, 3), r.SortOperator(col.Type, -2)
	if a.typ.Elem != 0 && a.typ.Len == -1 {
		a.elemEq = r.SortOperator(a.typ.Elem, 3)
	}
	return a
}

// value reads column num of a stored row, which may be older than the column.
func (a *analyzedColumn) value(row types.Row) types.Datum {
	if i := a.col.Num - 1; i < len(row) {
		return row[i]
	}
	return a.col.Missing
}
