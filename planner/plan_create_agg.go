package planner

import (
	"fmt"
	"slices"

	"minidb/expr"
	"minidb/parser/tree"
	"minidb/storage"
	"minidb/types"
)

// Plan nodes of grouping, set operations and row locks.

func isBpchar(op *expr.Operator) bool { return op.Left == types.BpcharOID }

func (lv *level) createAgg(p *path) built {
	a := p.agg
	c := lv.create(p.child, false)
	n := &Agg{Unary: Unary{Child: c.plan}, Strategy: a.strategy, NumGroups: a.groups, GroupExprs: lv.shownGroups(a), IsGroup: a.isGroup}
	t := p.emits()
	group := append([]expr.Expr(nil), a.group...)
	// Columns that the group columns determine are carried along, and those that
	// DISTINCT does not compare.
	dependent := func(e expr.Expr) {
		expr.Walk(e, func(x expr.Expr) bool {
			switch x.(type) {
			case *expr.Agg, *expr.Grouping: // GROUPING does not evaluate its arguments
				return false
			}
			if hasExpr(group, x) {
				return false
			}
			if a.distinct && !isConst(x) && inputs(c.outs).find(x) >= 0 {
				group = append(group, x)
				return false
			}
			if p, ok := x.(*expr.PlaceHolder); ok && p.Input {
				group = append(group, p)
				return false
			}
			if v, ok := x.(*expr.Var); ok {
				group = append(group, v)
			}
			return true
		})
	}
	if len(a.group) > 0 {
		for _, e := range t.exprs {
			dependent(e)
		}
		for _, e := range p.quals {
			dependent(e)
		}
	}
	n.Carried = len(group) - len(a.group)
	for _, e := range group {
		i := inputs(c.outs).find(e)
		if i < 0 {
			if isConst(e) || !hasVar(e) {
				i = len(c.outs)
				c = lv.withColumns(c, []expr.Expr{e})
				n.Child = c.plan
			} else {
				lv.g.failInternal("grouping column not found in input")
				return built{plan: n, outs: t.exprs}
			}
		}
		n.GroupCols = append(n.GroupCols, i)
		n.GroupTypes = append(n.GroupTypes, e.Type())
	}
	in := group
	for _, agg := range a.aggs {
		n.Aggs = append(n.Aggs, lv.aggCall(&n.PlanBase, agg, c.outs, a.presort))
		in = append(in, agg)
	}
	n.Groupings = findGroupings(t.exprs, p.quals)
	for _, g := range n.Groupings {
		in = append(in, g)
	}
	lv.planRollups(n, a)
	n.Qual = p.quals
	n.Filter = lv.filter(&n.PlanBase, p.quals, in)
	n.Targets = t.targets()
	if !identity(t.exprs, in) {
		lv.setProj(&n.PlanBase, t.exprs, in)
	}
	return built{plan: n, outs: t.exprs}
}

// shownGroups leaves out the group columns that conditions make constant.
func (lv *level) shownGroups(a *aggPath) []expr.Expr {
	if a.distinct {
		return a.group
	}
	var out []expr.Expr
	for _, e := range a.group {
		fixed := false
		for _, ec := range lv.ecs {
			fixed = fixed || ec.hasConst && ec.domain == nil && ec.find(ecExpr(e)) >= 0
		}
		if !fixed {
			out = append(out, e)
		}
	}
	return out
}

// aggCall compiles one aggregate over the child's output.
func (lv *level) aggCall(b *PlanBase, a *expr.Agg, in []expr.Expr, presorted bool) *AggCall {
	c := &AggCall{Agg: a}
	args := append(append([]expr.Expr(nil), a.Direct...), a.Args...)
	c.Args = lv.evals(b, args, in)
	for _, e := range args {
		c.ArgTypes = append(c.ArgTypes, e.Type())
	}
	if a.Filter != nil {
		c.Filter = lv.filter(b, []expr.Expr{a.Filter}, in)
	}
	extra := 0
	for _, k := range aggOrder(a) {
		col := -1
		for i, e := range args {
			if equalExpr(e, k.Expr) {
				col = i
				break
			}
		}
		if col < 0 {
			col = len(args) + extra
			extra++
			c.Extra = append(c.Extra, lv.eval(b, k.Expr, in))
		}
		c.Sort = append(c.Sort, SortCol{Col: col, Type: k.Expr.Type(), Desc: k.Desc, NullsFirst: k.NullsFirst})
	}
	c.Presorted = presorted && len(c.Sort) > 0 && slices.Contains(lv.orderedAggs, a)
	return c
}

// createMinMax answers min and max from initplans.
func (lv *level) createMinMax(p *path) built {
	g := lv.g
	n := &Result{}
	var aggs []expr.Expr
	var params []expr.Expr
	for _, m := range p.minmax {
		b := m.sub.createPlan(m.path)
		def := &SubPlanDef{Index: len(g.sub), Kind: expr.ScalarLink, Init: true}
		g.sub = append(g.sub, def)
		g.nSub++
		def.Name = fmt.Sprintf("InitPlan %d", g.nSub)
		b.plan.Base().InitPlans = append(b.plan.Base().InitPlans, m.sub.initPlans...)
		def.Plan = b.plan
		id := g.newParam(nil)
		g.name(id, fmt.Sprintf("(%s).col1", def.Name))
		def.OutIDs = []int{id}
		lv.initPlans = append(lv.initPlans, def)
		aggs = append(aggs, m.agg)
		params = append(params, &expr.Param{Loc: -1, Kind: expr.ExecParam, ID: id, T: m.agg.T, Mod: m.agg.Mod})
	}
	sub := func(e expr.Expr) expr.Expr {
		return expr.Mutate(e, func(x expr.Expr) (expr.Expr, bool) {
			if _, ok := x.(*expr.Agg); ok {
				if i := inputs(aggs).find(x); i >= 0 {
					return params[i], true
				}
			}
			return x, false
		})
	}
	t := p.emits()
	cols := t.targets()
	n.Targets = append([]expr.Target(nil), cols...)
	exprs := make([]expr.Expr, len(t.exprs))
	for i, e := range t.exprs {
		exprs[i] = sub(e)
		n.Targets[i].Expr = exprs[i]
	}
	lv.setProj(&n.PlanBase, exprs, nil)
	for _, q := range p.quals {
		n.OneTime = append(n.OneTime, sub(q))
	}
	n.OneTimeFn = lv.filter(&n.PlanBase, n.OneTime, nil)
	return built{plan: n, outs: t.exprs}
}

// createSetOp makes Append, SetOp and RecursiveUnion nodes. All members have
// the same columns in the same places; the output goes by the first's names.
func (lv *level) createSetOp(p *path) built {
	var members []Plan
	var first []expr.Expr
	var infos [][]*AppendRelInfo
	for i, m := range p.members {
		c := lv.create(m, false)
		if i == 0 {
			first = c.outs
		}
		if a, ok := c.plan.(*Append); ok && m.flat && c.elided && a.Rel > 0 && a.Prune == nil && len(a.InitPlans) == 0 {
			members, infos = append(members, a.Members...), append(infos, a.infos...)
			continue
		}
		members, infos = append(members, c.plan), append(infos, nil)
	}
	if lv.g.err != nil {
		return built{plan: &Result{}}
	}
	t := p.emits()
	outs := t.exprs
	if len(outs) > len(first) {
		lv.g.failInternal("set operation has too few columns")
	}
	switch p.kind {
	case pathAppend:
		if len(first) > 0 && len(outs) > 0 {
			lv.nameFirstArm(outs, first)
		}
		if len(members) == 1 {
			return built{plan: members[0], outs: outs}
		}
		n := &Append{AppendBase{Members: members, infos: infos}}
		n.Targets = t.targets()
		return built{plan: n, outs: outs}
	case pathMergeAppend:
		n := &MergeAppend{AppendBase: AppendBase{Members: members}, Keys: allCols(outs), KeyExprs: outs}
		n.Targets = t.targets()
		return built{plan: n, outs: outs}
	case pathRecursive:
		n := &RecursiveUnion{Outer: members[0], Inner: members[1], WTParam: lv.recursion.param, Layout: layoutOf(outs)}
		if !p.setOp.All {
			n.Distinct = allCols(outs)
		}
		n.Targets = t.targets()
		return built{plan: n, outs: outs}
	}
	if len(outs) > 0 && p.agg.strategy == AggHashed {
		lv.nameOuterArm(outs, first)
	}
	n := &SetOp{Op: p.setOp.Op, All: p.setOp.All, Hashed: p.agg.strategy == AggHashed, Outer: members[0], Inner: members[1],
		Cols: allCols(outs), NumGroups: p.agg.groups}
	n.Targets = t.targets()
	return built{plan: n, outs: outs}
}

// nameFirstArm lets the columns of a UNION ALL, which are those of its first arm, be named
// by the first that is left, if that is another one.
func (lv *level) nameFirstArm(outs, first []expr.Expr) {
	v, ok := outs[0].(*expr.Var)
	w, ok2 := first[0].(*expr.Var)
	if ok && ok2 && v.Rel != w.Rel && lv.g.elided[v.Rel] == nil {
		lv.g.elide(v.Rel, first)
	}
}

// nameOuterArm lets the columns of an INTERSECT whose arms changed places be named by the
// outer one; where they are sorted, the first arm's Sort has need of its own names.
func (lv *level) nameOuterArm(outs, outer []expr.Expr) {
	v, ok := outs[0].(*expr.Var)
	w, ok2 := outer[0].(*expr.Var)
	if ok && ok2 && v.Rel != w.Rel && lv.g.elided[v.Rel] != nil {
		lv.g.elide(v.Rel, outer)
	}
}

func allCols(outs []expr.Expr) []SortCol {
	cols := make([]SortCol, len(outs))
	for i, e := range outs {
		cols[i] = SortCol{Col: i, Type: e.Type()}
	}
	return cols
}

func (lv *level) createLockRows(p *path) built {
	c := lv.create(p.child, true)
	n := &LockRows{Unary: Unary{Child: c.plan}}
	lv.g.marks = true
	for _, m := range lv.q.RowMarks {
		e := lv.rangeEntry(m.Rel)
		if e.Kind != RelationEntry {
			continue
		}
		lv.g.writes = lv.g.writes || e.Rel.Persistence != 't'
		rti := m.Rel + lv.off
		mark := PlanRowMark{Rel: rti, Relation: e.Rel, Mode: rowLockMode(m.Strength), Wait: rowWait(m.Wait)}
		mark.CtidSlot, mark.TableSlot = lv.rowIdentity(m.Rel, c.outs)
		mark.Leaves = lv.markedLeaves(m.Rel)
		n.Marks = append(n.Marks, mark)
	}
	n.Pins = lv.rowPins(c.outs)
	n.Targets = c.passed()
	return built{plan: n, outs: c.outs}
}

func rowLockMode(s tree.LockStrength) storage.LockMode {
	switch s {
	case tree.ForKeyShare:
		return storage.LockKeyShare
	case tree.ForShare:
		return storage.LockShare
	case tree.ForNoKeyUpdate:
		return storage.LockNoKeyUpdate
	}
	return storage.LockUpdate
}

func rowWait(w tree.LockWait) storage.WaitPolicy {
	switch w {
	case tree.LockSkip:
		return storage.WaitSkip
	case tree.LockError:
		return storage.WaitError
	}
	return storage.WaitBlock
}
