package planner

import "minidb/expr"

// Plan nodes of paths that put partitions together.

// createAppend makes an Append or a MergeAppend; of one member only that.
func (lv *level) createAppend(p *path) built {
	t := p.emits()
	outs := t.exprs
	cols, missing := lv.sortCols(p.keys, outs, p.rel.ids)
	outs = append(outs[:len(outs):len(outs)], missing...)
	a := AppendBase{Rel: p.rel.rti}
	if a.Rel == 0 {
		p.rel.ids.each(func(i int) { a.joined = append(a.joined, lv.rels[i].rti) })
	}
	for _, m := range p.members {
		var c built
		lv.withChild(m.rel, func() {
			c = lv.create(m, true)
			c = lv.withColumns(c, missing)
			if !sortedBy(m.keys, p.keys) {
				startup, total, _ := lv.sortedCost(m, p)
				c = lv.sortNode(c, cols, 0, startup, total, m.rows, false)
				c.plan.Base().NOut = len(c.outs)
			}
		})
		if lv.g.err != nil {
			return built{plan: &Result{}}
		}
		if len(p.members) == 1 {
			if p.rel.of == nil && len(p.rel.bases) == 0 {
				lv.g.onlyPartitions(m.partition().infos())
			}
			return built{plan: c.plan, outs: outs, in: c.in}
		}
		a.Members, a.infos = append(a.Members, c.plan), append(a.infos, m.partition().infos())
	}
	if p.kind == pathMergeAppend {
		n := &MergeAppend{AppendBase: a, Keys: cols}
		for _, k := range cols {
			n.KeyExprs = append(n.KeyExprs, outs[k.Col])
		}
		lv.finishAppend(&n.AppendBase, p, outs)
		return built{plan: n, outs: outs}
	}
	n := &Append{AppendBase: a}
	lv.finishAppend(&n.AppendBase, p, outs)
	return built{plan: n, outs: outs}
}

func (lv *level) finishAppend(a *AppendBase, p *path, outs []expr.Expr) {
	a.Targets = targetsOf(outs)
	if p.rel.part == nil {
		return
	}
	if a.Prune = lv.makePrune(&a.PlanBase, p); a.Prune != nil {
		a.Prune.index = len(lv.g.prunes)
		lv.g.prunes = append(lv.g.prunes, a.Prune)
	}
}

// partition is the rel whose rows p gives: that of its only member, of an Append.
func (p *path) partition() *rel {
	if p.isAppend() && len(p.members) == 1 {
		return p.members[0].partition()
	}
	return p.rel
}

// infos say what the columns of the tables at the top are in the partitions of r.
func (r *rel) infos() (list []*AppendRelInfo) {
	for _, b := range r.basePartitions() {
		list = append(list, b.of.info)
	}
	return list
}

// onlyPartitions notes that partitioned tables have no node of their own: their columns
// are those of their only partitions.
func (g *global) onlyPartitions(infos []*AppendRelInfo) {
	if g.only == nil {
		g.only = map[int]*AppendRelInfo{}
	}
	for _, info := range infos {
		g.only[info.Parent] = info
	}
}
