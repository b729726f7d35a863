package planner

// The plan node of window functions.

import (
	"slices"

	"minidb/expr"
)

func (lv *level) createWindowAgg(p *path) built {
	w := p.window.window
	strategy := WindowStored
	switch {
	case p.window.hashed:
		strategy = WindowHashed
	case lv.g.windowAuto() && streams(w, p.child.rows):
		strategy = WindowStream
	}
	c := lv.create(p.child, strategy != WindowStream) // what is stored should be narrow
	part, c := lv.windowCols(w.Partition, c)
	order, c := lv.windowCols(w.Order, c)
	n := &WindowAgg{Unary: Unary{Child: c.plan}, Window: w.WindowClause, Strategy: strategy, PartCols: part, OrderCols: order, Top: p.window.top,
		Reread: strategy == WindowHashed && rereads(c.plan), Preceding: precedingRows(w.WindowClause)}
	for _, s := range append(part[:len(part):len(part)], order...) {
		n.KeyExprs = append(n.KeyExprs, c.outs[s.Col])
	}
	for _, e := range c.outs {
		n.InTypes = append(n.InTypes, e.Type())
	}
	b := &n.PlanBase
	n.Start, n.End = lv.eval(b, w.StartOff, nil), lv.eval(b, w.EndOff, nil)
	if len(w.Order) > 0 {
		n.StartIn, n.EndIn = inRange(w.WindowClause, w.StartOff), inRange(w.WindowClause, w.EndOff)
	}
	in := inputs(c.outs)
	row := append(inputs(nil), in...)
	for _, e := range w.calls {
		call := e.(*expr.WindowCall)
		f := &WindowFunc{Call: call, Args: lv.evals(b, call.Args, in), Stable: !unstable(call)}
		for _, a := range call.Args {
			f.ArgTypes = append(f.ArgTypes, a.Type())
			f.Constant = append(f.Constant, !hasVar(a) && !isVolatile(a) && !hasSubPlan(a))
		}
		if call.Filter != nil {
			f.Filter = lv.filter(b, []expr.Expr{call.Filter}, in)
		}
		n.Calls = append(n.Calls, f)
		row = append(row, call)
	}
	n.Run, n.RunFilter = p.window.run, lv.filter(b, p.window.run, row)
	n.Qual, n.Filter = p.quals, lv.filter(b, p.quals, row)
	return built{plan: n, outs: lv.project(b, p.emits(), row)}
}

// windowCols finds the columns of a window's keys in the child's output, which is made
// to have them if need be.
func (lv *level) windowCols(groups []expr.SortGroup, c built) ([]SortCol, built) {
	var cols []SortCol
	for _, s := range groups {
		t := targetOfRef(lv.targets, s.Ref)
		if t == nil {
			lv.g.failInternal("window key %d not found", s.Ref)
			return nil, c
		}
		i := inputs(c.outs).find(t.Expr)
		if i < 0 {
			i = len(c.outs)
			c = lv.withColumns(c, []expr.Expr{t.Expr})
		}
		cols = append(cols, SortCol{Col: i, Type: t.Expr.Type(), Desc: s.Desc, NullsFirst: s.NullsFirst})
	}
	return cols, c
}

// inRange is the function for an offset of RANGE, nil if there is none.
func inRange(w *WindowClause, off expr.Expr) expr.InRange {
	if off == nil || w.Frame.Mode != 0 {
		return nil
	}
	return expr.FindInRange(w.Order[0].Lt.Left, off.Type())
}

// unstable tells whether a call's arguments may give something else for the same row.
func unstable(c *expr.WindowCall) bool {
	changes := func(e expr.Expr) bool { return isVolatile(e) || hasSubPlan(e) }
	return slices.ContainsFunc(c.Args, changes) || c.Filter != nil && changes(c.Filter)
}
