package planner

import (
	"slices"

	"minidb/expr"
)

// ModifyTable: the rows to write come from below; CHECK constraints, generated
// columns, RETURNING and ON CONFLICT are compiled into the node.

func (lv *level) createModify(p *path) built {
	q := lv.q
	c := lv.create(p.child, true)
	rti := q.Result + lv.off
	e := lv.rangeEntry(q.Result)
	n := &ModifyTable{Command: q.Command, Child: c.plan, Rel: rti, Relation: e.Rel, CanSetTag: lv.parent == nil}
	lv.g.writes = lv.g.writes || e.Rel.Persistence != 't'
	if len(q.Returning) == 0 {
		n.setCost(p.startup, p.total, p.rows, 0)
	}
	if lv.g.err != nil {
		return built{plan: n}
	}
	if q.Command != Insert {
		n.CtidSlot = inputs(c.outs).find(&expr.Var{Rel: rti, Attr: expr.AttrCtid})
		if n.CtidSlot < 0 {
			lv.g.failInternal("row identity not found")
		}
		n.Pins = lv.rowPins(c.outs)
	}
	n.UpdateCols = q.UpdateCols
	old, new := lv.rowVersions()
	n.OldNew = old+new > 0
	n.SysCols = lv.modifySysCols(rti, old, new)
	row := rawOuts(rti, e, n.SysCols)
	if q.Command != Delete {
		lv.modifyChecks(n, row)
	}
	if len(q.Returning) > 0 {
		n.Returning = q.Returning
		in := slices.Clone(row)
		if n.OldNew {
			in = append(append(in, rawOuts(old, e, n.SysCols)...), rawOuts(new, e, n.SysCols)...)
		}
		in = append(in, hideRel(c.outs, rti)...)
		for i := range q.Returning {
			n.ReturnFns = append(n.ReturnFns, lv.eval(&n.PlanBase, q.Returning[i].Expr, in))
		}
	}
	if q.Conflict != nil {
		lv.modifyConflict(n, row)
	}
	outs := make([]expr.Expr, len(q.Returning))
	for i := range q.Returning {
		outs[i] = q.Returning[i].Expr
	}
	n.Targets = q.Returning
	return built{plan: n, outs: outs}
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

func (lv *level) modifyChecks(n *ModifyTable, row []expr.Expr) {
	for i := range n.Relation.Checks {
		c := &n.Relation.Checks[i]
		if c.NotEnforced {
			continue
		}
		n.Checks = append(n.Checks, CheckFn{Name: c.Name, Fn: lv.eval(&n.PlanBase, lv.toRel(StoredRow(n.Relation, c.Expr), n.Rel), row)})
	}
	for _, c := range lv.q.Checks {
		if c.Qual != nil {
			n.ViewChecks = append(n.ViewChecks, ViewCheckFn{View: c.View, Fn: lv.filter(&n.PlanBase, andList(c.Qual), row)})
		}
	}
	for i := range n.Relation.Columns {
		c := &n.Relation.Columns[i]
		if c.Generated && !c.Virtual && !c.Dropped && c.Default != nil {
			n.Generated = append(n.Generated, GeneratedCol{Attr: c.Num, Fn: lv.eval(&n.PlanBase, lv.toRel(c.Default, n.Rel), row)})
		}
	}
}

// lockArbiters locks the indexes that are looked at in search of those that
// decide, as infer_arbiter_indexes does: a named one ends the search.
func (lv *level) lockArbiters(c *OnConflict) error {
	if len(c.Arbiters) == 0 {
		return nil
	}
	e := lv.rangeEntry(lv.q.Result)
	for _, ix := range e.Rel.Indexes {
		if err := lv.g.a.LockIndex(ix, e.LockMode); err != nil || c.Named && ix.OID == c.Arbiters[0] {
			return err
		}
	}
	return nil
}

func (lv *level) modifyConflict(n *ModifyTable, row []expr.Expr) {
	q := lv.q
	c := q.Conflict
	if err := lv.lockArbiters(c); err != nil {
		lv.g.fail(err)
	}
	p := &ConflictPlan{Arbiters: c.Arbiters, DoUpdate: c.DoUpdate, SetCols: c.SetCols, Set: c.Set, Where: andList(c.Where)}
	in := row
	if c.Excluded > 0 {
		in = append(in[:len(in):len(in)], rawOuts(c.Excluded+lv.off, lv.rangeEntry(c.Excluded), nil)...)
	}
	for i := range c.Set {
		p.SetFns = append(p.SetFns, lv.eval(&n.PlanBase, c.Set[i].Expr, in))
	}
	p.WhereFn = lv.filter(&n.PlanBase, p.Where, in)
	n.Conflict = p
}
