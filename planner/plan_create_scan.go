package planner

import (
	"slices"
	"sort"

	"minidb/expr"
	"minidb/types"
)

// Plan nodes of scans.

// rawOuts are the columns of a relation's stored row, then system columns. They are
// shared: nobody changes them.
func rawOuts(rti int, e *RangeEntry, sys []int) []expr.Expr {
	var out []expr.Expr
	if e.Kind == RelationEntry && e.Rel != nil {
		l := e.Rel.ColumnList()
		if vars, ok := l.VarsAnd(rti, sys); ok {
			return vars
		}
		out = l.Vars(rti)
	} else {
		vars := make([]expr.Var, len(e.Types))
		out = make([]expr.Expr, len(e.Types), len(e.Types)+len(sys))
		for i := range vars {
			vars[i] = expr.Var{Loc: -1, Rel: rti, Attr: i + 1, Slot: -1, T: e.Types[i], Mod: e.Mods[i]}
			out[i] = &vars[i]
		}
	}
	return addSystemColumns(out[:len(out):len(out)], rti, e, sys)
}

func addSystemColumns(out []expr.Expr, rti int, e *RangeEntry, sys []int) []expr.Expr {
	for _, s := range sys {
		out = append(out, &expr.Var{Loc: -1, Rel: rti, Attr: s, Slot: -1, T: colType(e, s), Mod: -1})
	}
	return out
}

// outs are the columns of a base relation's scan; of a partition, as columns of the
// table at the top.
func (lv *level) outs(r *rel, sys []int) []expr.Expr {
	if r.of == nil {
		return rawOuts(r.rti, r.entry, sys)
	}
	top := r
	for top.of != nil {
		top = top.of.parent
	}
	back := r.of.info.back
	if sameLayout(back, len(top.entry.Types)) {
		return rawOuts(r.vars, top.entry, sys)
	}
	m := &lv.leafOuts
	if m.top != top || !slices.Equal(m.back, back) || !slices.Equal(m.sys, sys) {
		*m = leafOuts{top, back, sys, r.ownOuts(top, sys)}
	}
	return m.outs
}

// leafOuts are the columns of a partition's scan, which the next one mostly has alike.
type leafOuts struct {
	top  *rel
	back []int16
	sys  []int
	outs []expr.Expr
}

func (r *rel) ownOuts(top *rel, sys []int) []expr.Expr {
	root, back := rawOuts(r.vars, top.entry, nil), r.of.info.back
	out := make([]expr.Expr, len(back), len(back)+len(sys))
	for i, n := range back {
		if n > 0 {
			out[i] = root[n-1]
		} else {
			out[i] = &expr.Const{Loc: -1, T: types.Int4OID, Mod: -1}
		}
	}
	return addSystemColumns(out, r.vars, r.entry, sys)
}

// sameLayout tells whether a partition has the columns of the table at the top, at the
// same places.
func sameLayout(back []int16, columns int) bool {
	for i, n := range back {
		if int(n) != i+1 {
			return false
		}
	}
	return len(back) == columns
}

// sysCols are the system columns that anything reads of r, in the order of VarsAnd.
func sysCols(r *rel) []int {
	var out []int
	add := func(a int) {
		for _, o := range out {
			if o == a {
				return
			}
		}
		out = append(out, a)
	}
	visit := func(e expr.Expr) {
		expr.Walk(e, func(n expr.Expr) bool {
			if v, ok := n.(*expr.Var); ok && v.Rel == r.vars && v.Attr < 0 {
				add(v.Attr)
			}
			return true
		})
	}
	for i := range r.attrs {
		visit(r.attrs[i].v)
	}
	for _, c := range r.restrict {
		visit(c.e)
	}
	for _, c := range r.joins {
		visit(c.e)
	}
	slices.SortFunc(out, func(a, b int) int { return b - a })
	return out
}

// scanOutput sets a scan's output: what the path emits, or the raw row.
func (lv *level) scanOutput(b *PlanBase, p *path, raw []expr.Expr, exact bool) []expr.Expr {
	// A row with system columns is made anew anyway, that of a partition for its Append:
	// it has what is needed only.
	bare := p.rel.of == nil
	if n := len(raw); n > 0 {
		v, ok := raw[n-1].(*expr.Var)
		bare = bare && (!ok || v.Attr > 0)
	}
	if !exact && bare && (p.target == nil || allColumns(p.target.exprs)) {
		return raw
	}
	return lv.project(b, p.emits(), raw)
}

func allColumns(list []expr.Expr) bool {
	for _, e := range list {
		if _, ok := e.(*expr.Var); !ok {
			return false
		}
	}
	return true
}

// impliedLeftOut leaves out the conditions that follow from what an index or a bitmap
// answers, for bitmaps the predicates of partial indexes among it.
func impliedLeftOut(list []*clause, answered []expr.Expr) []*clause {
	if len(list) == 0 || len(answered) == 0 {
		return list
	}
	known := make([]*clause, len(answered))
	for i, e := range answered {
		known[i] = &clause{e: e}
	}
	return slices.DeleteFunc(slices.Clone(list), func(c *clause) bool { return !expr.ContainsMutable(c.e) && impliedBy(c.e, known) })
}

// scanQuals sets a scan's filter.
func (lv *level) scanQuals(b *PlanBase, list []*clause, raw []expr.Expr) {
	b.Qual = lv.orderQuals(list)
	b.Filter = lv.filter(b, b.Qual, raw)
}

// orderQuals tests cheap conditions first.
func (lv *level) orderQuals(list []*clause) []expr.Expr {
	if len(list) == 0 {
		return nil
	}
	l := append([]*clause(nil), list...)
	lv.g.clausesCost(l)
	sort.SliceStable(l, func(i, j int) bool { return l[i].cost[1] < l[j].cost[1] })
	return clauseExprs(l)
}

func (lv *level) createRelScan(p *path, exact bool) built {
	r := p.rel
	sys := sysCols(r)
	raw := lv.outs(r, sys)
	sb := ScanBase{Rel: r.rti, Relation: r.relation, LockMode: r.entry.LockMode, SysCols: sys}
	switch p.kind {
	case pathIndexScan:
		n := &IndexScan{ScanBase: sb, Index: p.idx.info.def, Backward: p.idx.backward, Only: p.idx.only}
		n.Conds = lv.indexConds(&n.PlanBase, p.idx.conds)
		var known []expr.Expr
		for _, c := range p.idx.conds {
			known = append(known, c.answered())
		}
		lv.scanQuals(&n.PlanBase, impliedLeftOut(p.idx.rest, known), raw)
		return built{plan: n, outs: lv.scanOutput(&n.PlanBase, p, raw, exact), in: raw}
	case pathBitmapHeap:
		n := &BitmapHeapScan{ScanBase: sb, Bitmap: lv.createBitmap(p.bitmap, sb), Recheck: bitmapConds(p.bitmap)}
		all := append(r.restrict[:len(r.restrict):len(r.restrict)], p.paramCl...)
		rest := withoutClauses(all, exactClauses(p.bitmap))
		rest = impliedLeftOut(rest, p.bitmap.answered())
		lv.scanQuals(&n.PlanBase, rest, raw)
		return built{plan: n, outs: lv.scanOutput(&n.PlanBase, p, raw, exact), in: raw}
	case pathTidScan:
		n := &TidScan{ScanBase: sb, Conds: p.quals}
		n.Tids = lv.evals(&n.PlanBase, p.groups, nil)
		if lv.currentOf(r) {
			n.CurrentOf = lv.q.CurrentOf
		}
		lv.scanQuals(&n.PlanBase, withoutClauses(r.restrict, p.paramCl), raw)
		return built{plan: n, outs: lv.scanOutput(&n.PlanBase, p, raw, exact), in: raw}
	}
	n := &SeqScan{sb}
	lv.scanQuals(&n.PlanBase, append(r.restrict[:len(r.restrict):len(r.restrict)], p.paramCl...), raw)
	return built{plan: n, outs: lv.scanOutput(&n.PlanBase, p, raw, exact), in: raw}
}

// indexConds compiles index conditions, whose arguments read no column of the
// scanned relation.
func (lv *level) indexConds(b *PlanBase, conds []*indexCond) []IndexCond {
	out := make([]IndexCond, 0, len(conds))
	for _, c := range conds {
		ic := IndexCond{Key: c.key, Op: c.op, Strategy: c.strategy, Kind: c.kind, Orig: c.orig, Columns: c.columns, Ops: c.ops}
		if c.arg != nil {
			ic.Arg = lv.g.resolve(c.arg, nil)
			ic.Value = lv.eval(b, ic.Arg, nil)
		}
		out = append(out, ic)
	}
	return out
}

func (lv *level) createBitmap(b *bitmapPath, sb ScanBase) Plan {
	cost, sel := lv.costBitmapTree(b)
	if b.idx != nil {
		n := &BitmapIndexScan{ScanBase: ScanBase{Rel: sb.Rel, Relation: sb.Relation, LockMode: sb.LockMode}, Index: b.idx.info.def}
		n.Conds = lv.indexConds(&n.PlanBase, b.idx.conds)
		n.setCost(0, b.idx.indexTotal, clampRows(sel*b.idx.info.rel.tuples), 0)
		return n
	}
	n := &BitmapOp{Or: b.or}
	tuples := 0.0
	for _, m := range b.members {
		n.Members = append(n.Members, lv.createBitmap(m, sb))
		tuples = max(tuples, bitmapTuples(m))
	}
	n.setCost(cost, cost, clampRows(sel*tuples), 0)
	return n
}

func bitmapTuples(b *bitmapPath) float64 {
	if b.idx != nil {
		return b.idx.info.rel.tuples
	}
	return bitmapTuples(b.members[0])
}

// createSubquery plans a subquery in FROM; without conditions or projection of
// its own no node is needed.
func (lv *level) createSubquery(p *path, exact bool) built {
	r := p.rel
	for _, a := range r.subReq {
		lv.g.requireParam(a)
	}
	c := p.from.createPlan(p.child)
	if lv.g.err != nil {
		return c
	}
	cb := c.plan.Base()
	cb.InitPlans = append(cb.InitPlans, p.from.initPlans...)
	raw := rawOuts(r.rti, r.entry, nil)
	handsOn := !exact && (p.target == nil || allColumns(p.target.exprs)) || identity(p.emits().exprs, raw)
	if !hasInt(lv.pinned, r.rti) && len(r.restrict)+len(p.paramCl) == 0 && (len(c.outs) == len(raw) || !exact && !p.from.setArm) && handsOn {
		lv.g.elide(r.rti, c.outs)
		for _, e := range c.outs[len(raw):] { // junk columns, which nobody asks for
			raw = append(raw, &expr.Var{Loc: -1, Rel: -1, T: e.Type(), Mod: -1})
		}
		return built{plan: c.plan, outs: raw, elided: true}
	}
	n := &SubqueryScan{Unary: Unary{Child: c.plan}, Rel: r.rti}
	lv.scanQuals(&n.PlanBase, slices.Concat(r.restrict, p.paramCl), raw)
	if len(c.outs) != len(raw) && handsOn {
		lv.setProj(&n.PlanBase, raw, raw) // cuts off junk columns
		n.Targets = targetsOf(raw)
		return built{plan: n, outs: raw}
	}
	return built{plan: n, outs: lv.scanOutput(&n.PlanBase, p, raw, exact), in: raw}
}

// elide notes what the columns of a subquery stand for that has no node.
func (g *global) elide(rti int, outs []expr.Expr) {
	if g.elided == nil {
		g.elided = map[int][]expr.Expr{}
	}
	g.elided[rti] = outs
}

// funcRow tells how the function's rows are spread. System views, and set-returning
// functions with OUT parameters, give their columns themselves.
func funcRow(f *RangeFunc) *FuncRow {
	call, ok := f.Call.(*expr.FuncCall)
	outs := ok && len(call.Fn.OutTypes) > 1
	if f.Attrs == nil || outs && call.Fn.RetSet {
		return nil
	}
	r := &FuncRow{Attrs: f.Attrs}
	if !outs && f.Call.Type() == types.RecordOID {
		r.Want = f.Types
	}
	return r
}

func (lv *level) createRowSource(p *path, exact bool) built {
	r := p.rel
	raw := rawOuts(r.rti, r.entry, nil)
	switch p.kind {
	case pathFunction:
		n := &FunctionScan{Rel: r.rti, Ordinality: r.entry.Ordinality, Layout: layoutOf(raw)}
		for _, f := range r.entry.Functions {
			item := FuncScanItem{Call: f.Call, NCols: len(f.Types), Volatile: isVolatile(f.Call) || hasSubPlan(f.Call), Row: funcRow(f)}
			if c, ok := f.Call.(*expr.FuncCall); ok && c.Fn.RetSet {
				item.Fn = c.Fn
				item.Args = lv.evals(&n.PlanBase, c.Args, nil)
			} else {
				item.Value = lv.eval(&n.PlanBase, f.Call, nil)
			}
			n.Functions = append(n.Functions, item)
		}
		n.FuncParams, n.funcSubs = append([]int(nil), n.uses...), len(n.SubPlans)
		lv.scanQuals(&n.PlanBase, slices.Concat(r.restrict, p.paramCl), raw)
		return built{plan: n, outs: lv.scanOutput(&n.PlanBase, p, raw, exact), in: raw}
	case pathValues:
		n := &ValuesScan{Rel: r.rti, Rows: r.entry.Values}
		lv.valuesRows(n)
		lv.scanQuals(&n.PlanBase, slices.Concat(r.restrict, p.paramCl), raw)
		return built{plan: n, outs: lv.scanOutput(&n.PlanBase, p, raw, exact), in: raw}
	case pathCTE:
		n := &CTEScan{Rel: r.rti, Name: r.entry.CTE, Layout: types.NewRowLayout(r.entry.Types)}
		if r.cte == nil {
			lv.g.failInternal("could not find plan for CTE %q", r.entry.CTE)
			return built{plan: n, outs: raw}
		}
		n.Index = r.cte.def.Index
		n.addUse(r.cte.def.OutIDs[0])
		lv.scanQuals(&n.PlanBase, r.restrict, raw)
		return built{plan: n, outs: lv.scanOutput(&n.PlanBase, p, raw, exact), in: raw}
	}
	n := &WorkTableScan{Rel: r.rti, WTParam: r.wt - 1}
	n.addUse(n.WTParam)
	lv.scanQuals(&n.PlanBase, r.restrict, raw)
	return built{plan: n, outs: lv.scanOutput(&n.PlanBase, p, raw, exact), in: raw}
}

// valuesRows evaluates constant rows now.
func (lv *level) valuesRows(n *ValuesScan) {
	n.RowsConst = make([]types.Row, len(n.Rows))
	var slab types.Row // of the rows to come
	for i, row := range n.Rows {
		if len(slab) < len(row) {
			slab = make(types.Row, min(len(n.Rows)-i, 128)*len(row))
		}
		vals := slab[:len(row):len(row)]
		constant := true
		for k, e := range row {
			c, ok := e.(*expr.Const)
			if !ok {
				constant = false
				break
			}
			vals[k] = c.Value
		}
		if constant {
			n.RowsConst[i], slab = vals, slab[len(row):]
			continue
		}
		if n.Evals == nil {
			n.Evals = make([][]expr.Eval, len(n.Rows))
		}
		n.Evals[i] = lv.evals(&n.PlanBase, row, nil)
	}
}
