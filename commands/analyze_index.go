package commands

import (
	"slices"

	"minidb/catalog"
	"minidb/types"
)

// Statistics of index expressions: of what the expressions of an index give for the
// sampled rows of its table, those in the index. After PostgreSQL 18, commands/analyze.c
// (compute_index_stats).

// analyzedIndex is an index with the expressions to take statistics of.
type analyzedIndex struct {
	*catalog.IndexInfo
	cols []*analyzedColumn
}

// analyzedIndexes lists the indexes of a table that have expressions.
func (c *Ctx) analyzedIndexes(rel *catalog.Relation) ([]analyzedIndex, error) {
	var out []analyzedIndex
	for _, ix := range rel.Indexes {
		if !ix.Live || !slices.ContainsFunc(ix.Keys, func(k catalog.IndexKey) bool { return k.Expr != nil }) {
			continue
		}
		info, err := rel.IndexInfo(ix)
		if err != nil {
			return nil, err
		}
		own, err := c.Access.OpenOID(ix.OID, catalog.NoLock)
		if err != nil {
			return nil, err
		}
		a := analyzedIndex{IndexInfo: info}
		for i, k := range ix.Keys {
			if k.Expr != nil {
				a.cols = append(a.cols, c.analyzedColumn(&own.Columns[i]))
			}
		}
		out = append(out, a)
	}
	return out, nil
}

// analyzeIndexes takes the statistics of the expressions of indexes.
func (c *Ctx) analyzeIndexes(rel *catalog.Relation, indexes []analyzedIndex, s *sample) error {
	if len(s.rows) == 0 {
		return nil
	}
	var full []types.Row // the sampled rows with all columns
	for _, ix := range indexes {
		if full == nil {
			full = completeRows(rel, s.rows)
		}
		keys, err := c.indexRows(ix, full)
		if err != nil {
			return err
		}
		share := float64(len(keys)) / float64(len(full))
		of := &sample{rows: keys, live: int64(share*float64(s.live) + 0.5), fresh: true}
		if err := c.writeStatistics(ix.OID, ix.cols, of, false); err != nil {
			return err
		}
	}
	return nil
}

// indexRows are the keys of rows that are in the index.
func (c *Ctx) indexRows(ix analyzedIndex, rows []types.Row) ([]types.Row, error) {
	ec, n := c.evalCtx(), ix.NKeys
	slab, out := make([]types.Datum, n*len(rows)), make([]types.Row, 0, len(rows))
	for i, row := range rows {
		key := slab[i*n : (i+1)*n : (i+1)*n]
		ok, err := ix.FormKey(ec, row, key)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, key)
		}
		if i%1024 == 0 {
			if err := c.Sess.Interrupted(); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// completeRows gives rows that are older than columns those columns.
func completeRows(rel *catalog.Relation, rows []types.Row) []types.Row {
	n := len(rel.Columns)
	out := make([]types.Row, len(rows))
	for i, row := range rows {
		if out[i] = row; len(row) < n {
			full := append(make(types.Row, 0, n), row...)
			for _, col := range rel.Columns[len(row):] {
				full = append(full, col.Missing)
			}
			out[i] = full
		}
	}
	return out
}
