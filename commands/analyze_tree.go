package commands

import (
	"time"

	"minidb/catalog"
	"minidb/storage"
	"minidb/storage/lmgr"
	"minidb/types"
)

// ANALYZE of a partitioned table: one sample of the rows of all its partitions, in the
// layout of the table. After PostgreSQL 18, commands/analyze.c
// (acquire_inherited_sample_rows).

func (c *Ctx) analyzeTree(rel *catalog.Relation, t vacuumTarget) error {
	start := time.Now()
	if t.Verbose {
		c.info("analyzing \"%s.%s\" inheritance tree", rel.Schema, rel.Name)
	}
	cols, err := c.analyzedColumns(rel, t.Columns)
	if err != nil {
		return err
	}
	sn := c.Sess.Txn.CatalogSnapshot()
	defer sn.Release()
	s, err := c.sampleTree(rel, sn, cols)
	if err != nil {
		return err
	}
	if err := c.writeStatistics(rel.OID, cols, s, true); err != nil {
		return err
	}
	c.Sess.Store.RelationStats(uint32(rel.OID)).AddAnalyze(start, t.Columns == nil)
	return c.Access.UpdateTableStats(rel, -1, float64(s.live), 0)
}

func (c *Ctx) sampleTree(rel *catalog.Relation, sn *storage.Snapshot, cols []*analyzedColumn) (*sample, error) {
	tree, err := c.withPartitions(rel, lmgr.AccessShare, false)
	if err != nil {
		return nil, err
	}
	r := newReservoir(rel, cols)
	var leaves []*catalog.Relation
	var ends []int64 // how many rows there are in a leaf and those before it
	for _, leaf := range tree {
		if leaf.Heap == nil {
			continue
		}
		if err := r.scan(c, leaf, sn); err != nil {
			return nil, err
		}
		leaves, ends = append(leaves, leaf), append(ends, r.seen)
	}
	r.sort()
	s := &sample{live: r.seen, rows: make([]types.Row, len(r.rows))}
	leaf := 0
	var attrs []int
	for i, row := range r.rows {
		for row.at >= ends[leaf] {
			leaf, attrs = leaf+1, nil
		}
		if attrs == nil {
			attrs = attrsIn(rel, leaves[leaf])
		}
		s.rows[i] = inLayout(row.row, attrs, leaves[leaf])
	}
	return s, nil
}

// attrsIn lists where the columns of a table are in a partition; 0 for dropped ones.
func attrsIn(rel, part *catalog.Relation) []int {
	attrs := make([]int, len(rel.Columns))
	for _, col := range rel.Live() {
		attrs[col.Num-1] = part.ColumnByName(col.Name).Num
	}
	return attrs
}

// inLayout copies a partition's row into the layout of its table.
func inLayout(row types.Row, attrs []int, part *catalog.Relation) types.Row {
	out := make(types.Row, len(attrs))
	for i, num := range attrs {
		switch {
		case num == 0:
		case num <= len(row):
			out[i] = row[num-1]
		default:
			out[i] = part.Columns[num-1].Missing
		}
	}
	return out
}
