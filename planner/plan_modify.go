package planner

import (
	"slices"

	"minidb/expr"
)

// ModifyTable: the rows to write come from below; RETURNING, ON CONFLICT and the
// check options of views are compiled into the node, for each relation that it
// writes to. A relation's own constraints and indexes are catalog.RowRules.

func (lv *level) createModify(p *path) built {
	q := lv.q
	var c built
	var plans []Plan
	if len(lv.leafPlans) > 0 {
		c, plans = lv.createLeaves()
	} else {
		c = lv.create(p.child, true)
	}
	rti := q.Result + lv.off
	e := lv.rangeEntry(q.Result)
	n := &ModifyTable{Command: q.Command, Child: c.plan, Subplans: plans, Rel: rti, Relation: e.Rel, TableSlot: -1, CanSetTag: lv.parent == nil}
	lv.g.writes = lv.g.writes || e.Rel.Persistence != 't'
	if len(q.Returning) == 0 {
		n.setCost(p.startup, p.total, p.rows, 0)
	}
	if lv.g.err != nil {
		return built{plan: n}
	}
	if q.Command != Insert {
		n.CtidSlot, n.TableSlot = lv.rowIdentity(q.Result, c.outs)
		n.Pins = lv.rowPins(c.outs)
	}
	old, new := lv.rowVersions()
	n.OldNew = old+new > 0
	n.SysCols = lv.modifySysCols(rti, old, new)
	if c := q.Conflict; c != nil {
		if err := lv.lockArbiters(c); err != nil {
			lv.g.fail(err)
		}
		n.Conflict = &ConflictPlan{Arbiters: c.Arbiters, DoUpdate: c.DoUpdate, Where: andList(c.Where)}
	}
	n.Rels = []ResultRel{*lv.resultRel(n, rti, e, c.outs)}
	if q.Command != Insert && e.partitioned() {
		lv.leafRels(n)
	}
	outs := make([]expr.Expr, len(q.Returning))
	for i := range q.Returning {
		outs[i] = q.Returning[i].Expr
	}
	n.Returning, n.Targets = q.Returning, q.Returning
	return built{plan: n, outs: outs}
}

// resultRel compiles what the statement reads and sets of one relation's rows. outs
// is what the child puts out.
func (lv *level) resultRel(n *ModifyTable, rti int, e *RangeEntry, outs []expr.Expr) *ResultRel {
	q := lv.q
	r := &ResultRel{Rel: rti, Relation: e.Rel, UpdateCols: q.UpdateCols}
	if len(q.Checks)+len(q.Returning) == 0 && q.Conflict == nil {
		return r // nothing looks at the row
	}
	row := rawOuts(rti, e, n.SysCols)
	if q.Command != Delete {
		for _, c := range q.Checks {
			if c.Qual != nil {
				r.ViewChecks = append(r.ViewChecks, ViewCheckFn{View: c.View, Fn: lv.filter(&n.PlanBase, andList(c.Qual), row)})
			}
		}
	}
	if len(q.Returning) > 0 {
		in := slices.Clone(row)
		if n.OldNew {
			old, new := lv.rowVersions()
			in = append(append(in, rawOuts(old, e, n.SysCols)...), rawOuts(new, e, n.SysCols)...)
		}
		in = append(in, hideRel(outs, rti)...)
		for i := range q.Returning {
			r.Returning = append(r.Returning, lv.eval(&n.PlanBase, q.Returning[i].Expr, in))
		}
	}
	if q.Conflict != nil {
		r.Conflict = lv.resultConflict(n, row)
	}
	return r
}

func (lv *level) resultConflict(n *ModifyTable, row []expr.Expr) *ConflictRel {
	c := lv.q.Conflict
	r := &ConflictRel{Arbiters: c.Arbiters, SetCols: c.SetCols}
	in := row
	if c.Excluded > 0 {
		in = append(in[:len(in):len(in)], rawOuts(c.Excluded+lv.off, lv.rangeEntry(c.Excluded), nil)...)
	}
	for i := range c.Set {
		r.Set = append(r.Set, lv.eval(&n.PlanBase, c.Set[i].Expr, in))
	}
	r.Where = lv.filter(&n.PlanBase, n.Conflict.Where, in)
	return r
}

// rowVersions are the flat range indexes of the old and the new row of RETURNING;
// 0 if it does not name them.
func (lv *level) rowVersions() (old, new int) {
	for i, r := range lv.q.Range {
		switch r.Returned {
		case oldRow:
			old = i + 1 + lv.off
		case newRow:
			new = i + 1 + lv.off
		}
	}
	return old, new
}

// hideRel replaces the old row's columns: RETURNING means the new row.
func hideRel(outs []expr.Expr, rti int) []expr.Expr {
	out := make([]expr.Expr, len(outs))
	for i, e := range outs {
		if v, ok := e.(*expr.Var); ok && v.Rel != rti {
			out[i] = e
			continue
		}
		out[i] = &expr.Var{Loc: -1, Rel: -1, T: e.Type(), Mod: -1} // equal to nothing
	}
	return out
}

// modifySysCols are the system columns that RETURNING and ON CONFLICT read of the
// target's entries.
func (lv *level) modifySysCols(rtis ...int) []int {
	var out []int
	visit := func(e expr.Expr) {
		expr.Walk(e, func(n expr.Expr) bool {
			if v, ok := n.(*expr.Var); ok && v.Attr < 0 && slices.Contains(rtis, v.Rel) && !slices.Contains(out, v.Attr) {
				out = append(out, v.Attr)
			}
			return true
		})
	}
	for i := range lv.q.Returning {
		visit(lv.q.Returning[i].Expr)
	}
	for _, c := range lv.q.Checks {
		visit(c.Qual)
	}
	if c := lv.q.Conflict; c != nil {
		for i := range c.Set {
			visit(c.Set[i].Expr)
		}
		visit(c.Where)
	}
	return out
}

// lockArbiters finds the indexes that decide and locks those that are looked at in
// search of them, as infer_arbiter_indexes does: a named one ends the search.
func (lv *level) lockArbiters(c *OnConflict) error {
	e := lv.rangeEntry(lv.q.Result)
	if c.infer != nil {
		var err error
		if c.Arbiters, err = c.infer.indexes(e.Rel, lv.g.simplify); err != nil {
			return err
		}
	}
	if len(c.Arbiters) == 0 {
		return nil
	}
	for _, ix := range e.Rel.Indexes {
		if err := lv.g.a.LockIndex(ix, e.LockMode); err != nil || c.Named && ix.OID == c.Arbiters[0] {
			return err
		}
	}
	return nil
}
