package executor

import (
	"minidb/expr"
	"minidb/types"
)

// hashedSubPlan holds the rows of an uncorrelated IN (or NOT IN) subquery, so
// that each outer row is looked up instead of running the subquery again.
type hashedSubPlan struct {
	table *hashTable
	rows  *rowStore // rows with a NULL in them, which may match "perhaps"
	empty bool
	key   []types.Datum
}

func (s *subPlan) loadHashed(width int) error {
	if err := s.start(); err != nil {
		return err
	}
	h := &hashedSubPlan{
		table: newHashTable(s.c.Sess, width, nil), rows: newRowStore(s.c.Sess), empty: true,
		key: make([]types.Datum, width),
	}
	s.hashed = h
	var poll poll
	for {
		row, err := s.node.Next()
		if row == nil || err != nil {
			return err
		}
		if err := poll.check(s.c.Sess); err != nil {
			return err
		}
		h.empty = false
		row = row[:width]
		if hasNull(row) {
			if _, err := h.rows.add(row); err != nil {
				return err
			}
			continue
		}
		hash := h.table.hash(row)
		if h.table.find(hash, row) < 0 {
			if _, err := h.table.add(hash, row); err != nil {
				return err
			}
		}
	}
}

// release gives the memory back; nil has none.
func (h *hashedSubPlan) release() {
	if h != nil {
		h.table.release()
		h.rows.release()
	}
}

func hasNull(row []types.Datum) bool {
	for i := range row {
		if row[i].IsNull() {
			return true
		}
	}
	return false
}

// evalHashed answers x IN (subquery): true if found; otherwise NULL if a NULL
// on either side leaves it open, else false.
func (s *subPlan) evalHashed(c *expr.Ctx, call *expr.SubPlanCall, row types.Row) (types.Datum, error) {
	if s.hashed == nil {
		if err := s.loadHashed(len(call.Left)); err != nil {
			s.hashed.release()
			s.hashed = nil
			return types.NullDatum, err
		}
	}
	h := s.hashed
	if h.empty {
		return types.NewBool(false), nil
	}
	for i, f := range call.Left {
		d, err := f(c, row)
		if err != nil {
			return types.NullDatum, err
		}
		h.key[i] = d
	}
	if !hasNull(h.key) {
		if h.table.find(h.table.hash(h.key), h.key) >= 0 {
			return types.NewBool(true), nil
		}
		return s.perhaps(c, call, row, h.rows.n, func(i int) types.Row { return h.rows.row(i) })
	}
	d, err := s.perhaps(c, call, row, h.rows.n, func(i int) types.Row { return h.rows.row(i) })
	if err != nil || d.IsNull() {
		return d, err
	}
	return s.perhaps(c, call, row, h.table.len(), func(i int) types.Row { return h.table.key(i) })
}

// perhaps is NULL if the test is NULL for one of the n rows, else false.
func (s *subPlan) perhaps(c *expr.Ctx, call *expr.SubPlanCall, row types.Row, n int, at func(int) types.Row) (types.Datum, error) {
	for i := range n {
		setParams(c, call.Plan.TestIDs, at(i))
		d, err := call.Test(c, row)
		if err != nil || d.IsNull() {
			return types.NullDatum, err
		}
	}
	return types.NewBool(false), nil
}
