package planner

import (
	"minidb/expr"
	"minidb/types"
)

// Searches by values that are not of the key's type: dates and timestamps, which
// operators compare across types.

// crossCompare compares a bound with a value of another type.
type crossCompare struct{ less, equal expr.Eval }

// newCrossCompare returns nil if there are no such operators.
func newCrossCompare(lv *level, l, r types.OID) (*crossCompare, error) {
	c := &crossCompare{}
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

func (c *crossCompare) compare(ctx *expr.Ctx, bound, v types.Datum) (int, error) {
	row := types.Row{bound, v}
	if d, err := c.equal(ctx, row); err != nil || d.IsTrue() {
		return 0, err
	}
	if d, err := c.less(ctx, row); err != nil || d.IsTrue() {
		return -1, err
	}
	return 1, nil
}

// search is one look among the bounds of a table.
type search struct {
	*pruneProgram
	step *pruneStep
	vals []types.Datum
	ctx  *expr.Ctx
	err  error
}

// compare orders a bound and the values.
func (s *search) compare(bound int) int {
	if !s.step.mixed {
		return s.desc.Compare(bound, s.vals)
	}
	ends := s.desc.Bounds[bound]
	for i, v := range s.vals {
		n := ends[i].Infinite
		switch cross := s.step.cross[i]; {
		case n != 0:
		case cross == nil:
			n = s.desc.Key.Compare(i, ends[i].Value, v)
		default:
			var err error
			if n, err = cross.compare(s.ctx, ends[i].Value, v); err != nil {
				s.err = err
			}
		}
		if n != 0 {
			return n
		}
	}
	return 0
}

// locate is PartitionDesc.Locate.
func (s *search) locate() (bound int, equal bool) {
	if !s.step.mixed {
		var comparisons int64
		return s.desc.Locate(s.vals, &comparisons)
	}
	lo, hi := -1, len(s.desc.Bounds)-1
	for lo < hi {
		mid := (lo + hi + 1) / 2
		switch n := s.compare(mid); {
		case n == 0:
			return mid, true
		case n < 0:
			lo = mid
		default:
			hi = mid - 1
		}
	}
	return lo, false
}
