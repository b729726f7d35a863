package executor

import (
	"minidb/expr"
	"minidb/planner"
	"minidb/types"
)

// join is what the three kinds of join share. Their input row for conditions
// and projections is the outer row followed by the inner one, in one buffer.
type join struct {
	base
	kind           planner.JoinKind
	outer, inner   Node
	joinFilter     expr.Filter
	row            types.Row // outer columns, then inner columns
	nOuter, nInner int
	single         bool // one match is enough

	readOuter, readInner []int // the columns to copy; nil: all
}

// newJoin builds a join; rewinds says that its inner input will be read again with the
// same parameters.
func newJoin(c *Ctx, p *planner.JoinBase, rewinds bool) (join, error) {
	j := join{
		base: newBase(c, &p.PlanBase), kind: p.Kind, joinFilter: p.JoinFilter,
		nOuter: p.NOuter, nInner: p.NInner, row: make(types.Row, p.NOuter+p.NInner),
		single: p.InnerUnique || p.Kind == planner.SemiJoin || p.Kind == planner.AntiJoin,
	}
	if 2*len(p.ReadOuter) < p.NOuter {
		j.readOuter = p.ReadOuter
	}
	if 2*len(p.ReadInner) < p.NInner {
		j.readInner = p.ReadInner
	}
	var err error
	if j.outer, err = build(c, p.Outer); err != nil {
		return j, err
	}
	defer func(was bool) { c.rewinds = was }(c.rewinds)
	c.rewinds = rewinds
	j.inner, err = build(c, p.Inner)
	return j, err
}

func (j *join) open() error {
	if err := j.outer.Open(); err != nil {
		return err
	}
	return j.inner.Open()
}

func (j *join) setOuter(row types.Row) { setColumns(j.row[:j.nOuter], row, j.readOuter) }

func (j *join) setInner(row types.Row) { setColumns(j.row[j.nOuter:], row, j.readInner) }

func setColumns(to, from types.Row, cols []int) {
	if cols == nil {
		copy(to, from)
		return
	}
	for _, i := range cols {
		to[i] = from[i]
	}
}

func (j *join) nullInner() { clear(j.row[j.nOuter:]) }

func (j *join) nullOuter() { clear(j.row[:j.nOuter]) }

// matches tests the join's own condition on the current pair.
func (j *join) matches() (bool, error) {
	if j.joinFilter == nil {
		return true, nil
	}
	ok, err := j.joinFilter(j.ec, j.row)
	if !ok && j.in != nil {
		j.in.RemovedByJoinFilter++
	}
	return ok, err
}

// emit tests the condition above the join and projects; a nil row means that
// the pair does not pass.
func (j *join) emit() (types.Row, error) {
	ok, err := j.passes(j.row)
	if !ok || err != nil {
		return nil, err
	}
	return j.project(j.row)
}

func (j *join) Close() error {
	err := j.outer.Close()
	if e := j.inner.Close(); err == nil {
		err = e
	}
	return err
}

// nestLoop runs the inner side once for every outer row.
type nestLoop struct {
	join
	params    []planner.NestParam
	haveOuter bool
	matched   bool
	started   bool // the inner side has run before, so it needs a rescan
}

func newNestLoop(c *Ctx, p *planner.NestLoop) (Node, error) {
	j, err := newJoin(c, &p.JoinBase, len(p.Params) == 0)
	if err != nil {
		return nil, err
	}
	return &nestLoop{join: j, params: p.Params}, nil
}

func (n *nestLoop) Open() error { return n.open() }

func (n *nestLoop) Next() (types.Row, error) {
	for {
		if !n.haveOuter {
			more, err := n.nextOuter()
			if !more || err != nil {
				return nil, err
			}
		}
		inner, err := n.inner.Next()
		if err != nil {
			return nil, err
		}
		if err := n.poll.check(n.c.Sess); err != nil {
			return nil, err
		}
		var row types.Row
		if inner == nil {
			row, err = n.endOuter()
		} else {
			n.setInner(inner)
			row, err = n.pair()
		}
		if row != nil || err != nil {
			return row, err
		}
	}
}

func (n *nestLoop) nextOuter() (bool, error) {
	row, err := n.outer.Next()
	if row == nil || err != nil {
		return false, err
	}
	n.setOuter(row)
	for _, p := range n.params {
		n.ec.SetExec(p.ID, row[p.Slot])
	}
	if n.started {
		if err := n.inner.Rescan(); err != nil {
			return false, err
		}
	}
	n.started, n.haveOuter, n.matched = true, true, false
	return true, nil
}

// endOuter is called when the inner side is exhausted.
func (n *nestLoop) endOuter() (types.Row, error) {
	n.haveOuter = false
	if n.matched || n.kind != planner.LeftJoin && n.kind != planner.AntiJoin {
		return nil, nil
	}
	n.nullInner()
	return n.emit()
}

func (n *nestLoop) pair() (types.Row, error) {
	ok, err := n.matches()
	if !ok || err != nil {
		return nil, err
	}
	n.matched = true
	if n.kind == planner.AntiJoin {
		n.haveOuter = false
		return nil, nil
	}
	if n.single {
		n.haveOuter = false
	}
	return n.emit()
}

func (n *nestLoop) Rescan() error {
	n.haveOuter = false
	return n.outer.Rescan()
}
