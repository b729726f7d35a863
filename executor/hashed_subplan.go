package executor

import (
	"minidb/expr"
	"minidb/types"
)

// hashedSubPlan holds the rows of an uncorrelated IN (or NOT IN) subquery, so
// that each outer row is looked up instead of running the subquery again. What it
// keeps of a row are the right operands of the test's comparisons: the columns,
// possibly cast.
type hashedSubPlan struct {
	table *hashTable
	rows  *rowStore // rows with a NULL in them, which may match "perhaps"
	empty bool
	key   []types.Datum
	poll  poll
}

// loadHashed reads the subquery into memory.
func (s *subPlan) loadHashed(c *expr.Ctx, call *expr.SubPlanCall) error {
	if err := s.start(); err != nil {
		return err
	}
	width := len(call.Right)
	h := &hashedSubPlan{
		table: newHashTable(s.c.Sess, width, call.Bpchar), rows: newRowStore(s.c.Sess), empty: true,
		key: make([]types.Datum, width),
	}
	s.hashed = h
	for {
		row, err := s.node.Next()
		if row == nil || err != nil {
			return err
		}
		if err := h.poll.check(s.c.Sess); err != nil {
			return err
		}
		setParams(c, call.Plan.TestIDs, row)
		if err := h.eval(c, call.Right, nil); err != nil {
			return err
		}
		if err := h.keep(); err != nil {
			return err
		}
	}
}

// eval fills the key.
func (h *hashedSubPlan) eval(c *expr.Ctx, fs []expr.Eval, row types.Row) error {
	for i, f := range fs {
		d, err := f(c, row)
		if err != nil {
			return err
		}
		h.key[i] = d
	}
	return nil
}

// keep stores the key as a row of the subquery.
func (h *hashedSubPlan) keep() error {
	h.empty = false
	if hasNull(h.key) {
		_, err := h.rows.add(h.key)
		return err
	}
	hash := h.table.hash(h.key)
	if h.table.find(hash, h.key) >= 0 {
		return nil
	}
	_, err := h.table.add(hash, h.key)
	return err
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
// on either side leaves it open, else false. The subquery is read again if
// parameters from further out changed.
func (s *subPlan) evalHashed(c *expr.Ctx, call *expr.SubPlanCall, row types.Row) (types.Datum, error) {
	if s.hashed == nil || s.watch.changed(c) {
		s.hashed.release()
		s.hashed = nil
		if err := s.loadHashed(c, call); err != nil {
			return types.NullDatum, err
		}
	}
	h := s.hashed
	if h.empty {
		return types.NewBool(false), nil
	}
	if err := h.eval(c, call.Left, row); err != nil {
		return types.NullDatum, err
	}
	null := hasNull(h.key)
	if !null && h.table.find(h.table.hash(h.key), h.key) >= 0 {
		return types.NewBool(true), nil
	}
	open, err := h.perhaps(s.c, h.rows.n, h.rows.row)
	if null && !open && err == nil {
		open, err = h.perhaps(s.c, h.table.len(), func(i int) types.Row { return h.table.key(i) })
	}
	if open || err != nil {
		return types.NullDatum, err
	}
	return types.NewBool(false), nil
}

// perhaps tells whether one of n rows agrees with the key in all columns where
// neither is NULL.
func (h *hashedSubPlan) perhaps(c *Ctx, n int, at func(int) types.Row) (bool, error) {
	for i := range n {
		if err := h.poll.check(c.Sess); err != nil {
			return false, err
		}
		if h.agrees(at(i)) {
			return true, nil
		}
	}
	return false, nil
}

func (h *hashedSubPlan) agrees(row types.Row) bool {
	for i := range row {
		if !row[i].IsNull() && !h.key[i].IsNull() && !h.table.equalAt(i, row[i], h.key[i]) {
			return false
		}
	}
	return true
}
