package planner

import (
	"minidb/expr"
	"minidb/types"
)

// CrossCompare compares values of two types by the operators of their family: dates and
// timestamps, whose datums say nothing of each other.
type CrossCompare struct{ less, equal expr.Eval }

// newCrossCompare returns nil if there are no such operators.
func newCrossCompare(lv *level, l, r types.OID) (*CrossCompare, error) {
	c := &CrossCompare{}
	for _, x := range []struct {
		to    *expr.Eval
		btree int
	}{{&c.less, -2}, {&c.equal, 3}} {
		op := lv.btreeOperator(l, r, x.btree)
		if op == nil {
			return nil, nil
		}
		var err error
		*x.to, err = expr.Compile(&expr.OpCall{Loc: -1, Op: op, Ret: types.BoolOID, Args: []expr.Expr{
			&expr.Var{Loc: -1, Attr: 1, Slot: 0, T: l, Mod: -1}, &expr.Var{Loc: -1, Attr: 2, Slot: 1, T: r, Mod: -1}}})
		if err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Compare orders the two values of the row, which are not NULL: -1, 0 or 1.
func (c *CrossCompare) Compare(ctx *expr.Ctx, pair types.Row) (int, error) {
	if d, err := c.equal(ctx, pair); err != nil || d.IsTrue() {
		return 0, err
	}
	if d, err := c.less(ctx, pair); err != nil || d.IsTrue() {
		return -1, err
	}
	return 1, nil
}
