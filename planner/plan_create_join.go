package planner

import (
	"slices"

	"minidb/expr"
	"minidb/pgerr"
	"minidb/types"
)

// Plan nodes of joins.

// nestFrame is a nested loop whose inner side is being made: columns of outer
// that the inner side reads become parameters.
type nestFrame struct {
	lv     *level
	outer  relids
	params []nestValue
}

type nestValue struct {
	id int
	e  expr.Expr
}

// nestParam returns the parameter for a column of an enclosing nested loop's
// outer side.
func (g *global) nestParam(v *expr.Var) (int, bool) {
	for i := len(g.nest) - 1; i >= 0; i-- {
		f := g.nest[i]
		r := f.lv.relOf(v.Rel)
		if r == nil || !r.ids.subsetOf(f.outer) {
			continue
		}
		for _, p := range f.params {
			if equalExpr(p.e, v) {
				return p.id, true
			}
		}
		id := g.newParam(v)
		f.params = append(f.params, nestValue{id, v})
		return id, true
	}
	return 0, false
}

// requireParam lets the enclosing nested loop set a lateral value.
func (g *global) requireParam(a subParam) {
	for i := len(g.nest) - 1; i >= 0; i-- {
		f := g.nest[i]
		if ids := f.lv.relidsOf(a.e); !ids.empty() && ids.subsetOf(f.outer) {
			f.params = append(f.params, nestValue(a))
			return
		}
	}
}

func (g *global) failInternal(format string, args ...any) {
	g.fail(pgerr.New(pgerr.Internal, format, args...))
}

func (lv *level) createJoin(p *path) built {
	switch p.kind {
	case pathNestLoop:
		return lv.createNestLoop(p)
	case pathHashJoin:
		return lv.createHashJoin(p)
	}
	return lv.createMergeJoin(p)
}

// joinBase fills in what all joins share; the children must be final.
func (lv *level) joinBase(b *JoinBase, p *path, outer, inner built) (outs []expr.Expr, in inputs) {
	j := p.join
	b.Kind, b.Outer, b.Inner, b.InnerUnique = j.kind, outer.plan, inner.plan, j.innerUnique
	b.NOuter, b.NInner = len(outer.outs), len(inner.outs)
	in = make(inputs, 0, len(outer.outs)+len(inner.outs))
	in = append(append(in, outer.outs...), inner.outs...)
	var own, pushed []*clause
	for _, c := range j.clauses {
		if c.pushed && isOuterKind(j.kind) {
			pushed = append(pushed, c)
		} else {
			own = append(own, c)
		}
	}
	b.JoinQual, b.Qual = lv.orderQuals(own), lv.orderQuals(pushed)
	b.JoinFilter, b.Filter = lv.filter(&b.PlanBase, b.JoinQual, in), lv.filter(&b.PlanBase, b.Qual, in)
	t := p.emits()
	b.Targets = t.targets()
	if !identity(t.exprs, in) {
		lv.setProj(&b.PlanBase, t.exprs, in)
	}
	b.noteRead()
	return t.exprs, in
}

func (lv *level) createNestLoop(p *path) built {
	j := p.join
	outer := lv.create(j.outer, false)
	f := &nestFrame{lv: lv, outer: j.outer.rel.ids}
	lv.g.nest = append(lv.g.nest, f)
	inner := lv.create(j.inner, j.inner.kind == pathMaterial || j.inner.kind == pathMemoize)
	lv.g.nest = lv.g.nest[:len(lv.g.nest)-1]
	n := &NestLoop{}
	var missing []expr.Expr
	for _, v := range f.params {
		slot := inputs(outer.outs).find(v.e)
		if slot < 0 {
			slot = len(outer.outs) + len(missing)
			missing = append(missing, v.e)
		}
		n.Params = append(n.Params, NestParam{ID: v.id, Slot: slot})
	}
	outer = lv.withColumns(outer, missing)
	outs, in := lv.joinBase(&n.JoinBase, p, outer, inner)
	return built{plan: n, outs: outs, in: in}
}

// oriented returns a key clause as outer operand, inner operand, with the
// operator that fits that order.
func (lv *level) oriented(c *clause, outer relids) (o, i expr.Expr, e expr.Expr, op *expr.Operator) {
	if c.left.subsetOf(outer) {
		return c.l, c.r, c.e, c.op
	}
	op = c.op
	if c.op.Commutator != nil {
		op = c.op.Commutator
	}
	return c.r, c.l, &expr.OpCall{Loc: -1, Op: op, Args: []expr.Expr{c.r, c.l}, Ret: c.e.Type()}, op
}

func (lv *level) createHashJoin(p *path) built {
	j := p.join
	outer := lv.create(j.outer, j.batches > 1)
	inner := lv.create(j.inner, true)
	n := &HashJoin{}
	h := &Hash{Unary: Unary{Child: inner.plan}}
	ib := inner.plan.Base()
	h.setCost(ib.TotalCost, ib.TotalCost, ib.Rows, ib.Width)
	h.Targets, h.NOut = inner.passed(), len(inner.outs)
	for _, c := range j.keyClauses {
		o, i, e, op := lv.oriented(c, j.outer.rel.ids)
		n.HashQuals = append(n.HashQuals, e)
		n.OuterKeys = append(n.OuterKeys, lv.eval(&n.PlanBase, o, outer.outs))
		n.InnerKeys = append(n.InnerKeys, lv.eval(&h.PlanBase, i, inner.outs))
		n.KeyTypes = append(n.KeyTypes, op.Left)
		n.Bpchar = append(n.Bpchar, isBpchar(op))
		h.KeyExprs = append(h.KeyExprs, i)
	}
	if len(n.KeyTypes) == 1 {
		t, ok := types.ByOID(n.KeyTypes[0])
		n.WordKey = ok && t.Kind.HasWord()
	}
	outs, in := lv.joinBase(&n.JoinBase, p, outer, inner)
	n.Inner = h
	return built{plan: n, outs: outs, in: in}
}

// noteRead fills in ReadOuter and ReadInner: all columns if the join hands its input
// row on.
func (j *JoinBase) noteRead() {
	j.ReadOuter, j.ReadInner = []int{}, []int{}
	for i := range j.NOuter + j.NInner {
		if _, ok := slices.BinarySearch(j.slots, i); !ok && j.Proj != nil {
			continue
		}
		if i < j.NOuter {
			j.ReadOuter = append(j.ReadOuter, i)
		} else {
			j.ReadInner = append(j.ReadInner, i-j.NOuter)
		}
	}
}

func (lv *level) createMergeJoin(p *path) built {
	j := p.join
	outer := lv.create(j.outer, j.outerSort != nil)
	inner := lv.create(j.inner, j.innerSort != nil || j.materialize)
	var os, is []expr.Expr
	for _, c := range j.keyClauses {
		o, i, _, _ := lv.oriented(c, j.outer.rel.ids)
		os, is = append(os, o), append(is, i)
	}
	outer, inner = lv.ensureColumns(outer, os), lv.ensureColumns(inner, is)
	outer = lv.mergeSort(outer, j.outer, j.outerSort)
	inner = lv.mergeSort(inner, j.inner, j.innerSort)
	if j.materialize {
		b := inner.plan.Base()
		m := &Materialize{Unary: Unary{Child: inner.plan}, Layout: layoutOf(inner.outs)}
		m.Targets = inner.passed()
		m.setCost(b.StartupCost, b.TotalCost+lv.g.cost.cpuOp*b.Rows, b.Rows, b.Width)
		m.NOut = len(inner.outs)
		inner.plan = m
	}
	if m, ok := inner.plan.(*Materialize); ok {
		m.Merged = true
	}
	n := &MergeJoin{}
	for k, c := range j.keyClauses {
		o, i, e, op := lv.oriented(c, j.outer.rel.ids)
		n.MergeQuals = append(n.MergeQuals, e)
		n.OuterCols = append(n.OuterCols, findColumn(outer.outs, o))
		n.InnerCols = append(n.InnerCols, findColumn(inner.outs, i))
		col := SortCol{Col: k, Type: op.Left}
		ec := c.leftEC
		if !c.left.subsetOf(j.outer.rel.ids) {
			ec = c.rightEC
		}
		for _, mk := range j.mergeKeys {
			if ec != nil && mk.ec == ec.root() {
				col.Desc, col.NullsFirst = mk.desc, mk.nullsFirst
			}
		}
		n.Cols = append(n.Cols, col)
		n.Cross = append(n.Cross, lv.crossKey(op))
	}
	outs, in := lv.joinBase(&n.JoinBase, p, outer, inner)
	return built{plan: n, outs: outs, in: in}
}

// crossKey is how a merge join compares dates with timestamps and the like, nil if
// the values of both sides compare as they are.
func (lv *level) crossKey(op *expr.Operator) *CrossCompare {
	if op.Left == op.Right || family(op.Left) != types.TimestampOID {
		return nil
	}
	c, err := newCrossCompare(lv, op.Left, op.Right)
	if err != nil {
		lv.g.fail(err)
	}
	return c
}

// findColumn is inputs.find that sees through casts without effect.
func findColumn(outs []expr.Expr, e expr.Expr) int {
	if i := inputs(outs).find(e); i >= 0 {
		return i
	}
	return inputs(outs).find(ecExpr(e))
}

// ensureColumns lets c emit the expressions that a merge compares.
func (lv *level) ensureColumns(c built, list []expr.Expr) built {
	var missing []expr.Expr
	for _, e := range list {
		if findColumn(c.outs, e) < 0 && !hasExpr(missing, e) {
			missing = append(missing, e)
		}
	}
	return lv.withColumns(c, missing)
}

func (lv *level) mergeSort(c built, p *path, keys []*pathKey) built {
	if keys == nil {
		return c
	}
	cols, missing := lv.sortCols(keys, c.outs, p.rel.ids)
	c = lv.withColumns(c, missing)
	s, run := lv.g.sortCost(p.rows, p.emits().width, 0)
	out := lv.sortNode(c, cols, 0, p.total+s, p.total+s+run, p.rows, false)
	out.plan.Base().NOut = len(out.outs)
	return out
}
