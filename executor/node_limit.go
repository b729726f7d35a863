package executor

import (
	"math"

	"minidb/expr"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/types"
)

// limit skips OFFSET rows and passes on up to LIMIT more; WITH TIES also those
// that sort equal to the last one.
type limit struct {
	base
	plan   *planner.Limit
	child  Node
	offset int64
	count  int64 // -1: no limit
	seen   int64
	last   types.Row
	fresh  bool
	done   bool
}

func newLimit(c *Ctx, p *planner.Limit) (Node, error) {
	child, err := build(c, p.Child)
	if err != nil {
		return nil, err
	}
	return &limit{base: newBase(c, &p.PlanBase), plan: p, child: child, fresh: true}, nil
}

func (l *limit) Open() error { return l.child.Open() }

func (l *limit) Next() (types.Row, error) {
	if l.fresh {
		if err := l.compute(); err != nil {
			return nil, err
		}
	}
	if l.done {
		return nil, nil
	}
	if s, ok := l.child.(*sortNode); ok && l.seen < l.offset {
		n, err := s.skip(l.offset - l.seen)
		if err != nil {
			l.done = true
			return nil, err
		}
		l.seen += n
	}
	for l.seen < l.offset {
		row, err := l.child.Next()
		if row == nil || err != nil {
			l.done = true
			return nil, err
		}
		if err := l.poll.check(l.c.Sess); err != nil {
			return nil, err
		}
		l.seen++
	}
	if l.count >= 0 && l.seen-l.offset >= l.count {
		return l.tie()
	}
	row, err := l.child.Next()
	if row == nil || err != nil {
		l.done = true
		return nil, err
	}
	l.seen++
	if l.plan.WithTies && l.seen-l.offset == l.count {
		l.last = append(l.last[:0], row...)
	}
	return row, nil
}

// tie passes on a row that sorts equal to the last one within the limit.
func (l *limit) tie() (types.Row, error) {
	if !l.plan.WithTies || l.count == 0 {
		l.done = true
		return nil, nil
	}
	row, err := l.child.Next()
	if row == nil || err != nil || !equalCols(l.last, row, l.plan.TieCols) {
		l.done = true
		return nil, err
	}
	return row, nil
}

// compute evaluates LIMIT and OFFSET and tells a sort below how many rows are
// wanted of it.
func (l *limit) compute() error {
	l.fresh, l.done, l.seen = false, false, 0
	var err error
	if l.offset, err = l.eval(l.plan.OffsetFn, 0, pgerr.InvalidRowCountInOffset, "OFFSET"); err != nil {
		return err
	}
	if l.count, err = l.eval(l.plan.CountFn, -1, pgerr.InvalidRowCountInLimit, "LIMIT"); err != nil {
		return err
	}
	if l.count >= 0 && l.count <= math.MaxInt64-l.offset && !l.plan.WithTies {
		passBound(l.child, l.count+l.offset)
	} else {
		passBound(l.child, 0)
	}
	return nil
}

func (l *limit) eval(f expr.Eval, none int64, code pgerr.Code, what string) (int64, error) {
	if f == nil {
		return none, nil
	}
	d, err := f(l.ec, nil)
	if err != nil || d.IsNull() {
		return none, err
	}
	if d.Int() < 0 {
		return 0, pgerr.New(code, "%s must not be negative", what)
	}
	return d.Int(), nil
}

// passBound hands a bound down to a sort, through nodes that neither drop nor
// multiply rows.
func passBound(n Node, rows int64) {
	switch n := n.(type) {
	case bounder:
		n.setBound(rows)
	case *instrumented:
		passBound(n.Node, rows)
	case *initPlanReset:
		passBound(n.Node, rows)
	case *subqueryScan:
		if n.filter == nil {
			passBound(n.child, rows)
		}
	case *result:
		if n.filter == nil && n.child != nil {
			passBound(n.child, rows)
		}
	}
}

func (l *limit) Rescan() error {
	l.fresh = true
	return l.child.Rescan()
}

func (l *limit) Close() error { return l.child.Close() }
