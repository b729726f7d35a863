package planner

import (
	"slices"

	"minidb/expr"
	"minidb/types"
)

// From the winning path to plan nodes with compiled expressions. Each node's
// output is known as a list of expressions (built.outs); an expression above is
// compiled by replacing what is computed below with the slot it arrives in.

// built is a plan node and what its output columns are.
type built struct {
	plan Plan
	outs []expr.Expr
	in   inputs // what a scan or join with an output list of its own reads

	elided bool // outs are the columns of a subquery that needs no node
}

// passed are the output columns of a node that hands on the rows of c.
func (c built) passed() []expr.Target {
	if c.elided {
		return targetsOf(c.outs)
	}
	return c.plan.Base().Targets
}

// inputs are the columns of the row that expressions read.
type inputs []expr.Expr

// find returns the slot of e, -1 if it is not an input column.
func (in inputs) find(e expr.Expr) int {
	if v, ok := e.(*expr.Var); ok {
		if i := v.Attr - 1; i >= 0 && i < len(in) && equalExpr(in[i], e) {
			return i
		}
		if v.Attr <= 0 { // system columns come last
			for i := len(in) - 1; i >= 0; i-- {
				if equalExpr(in[i], e) {
					return i
				}
			}
			return -1
		}
	}
	for i, x := range in {
		if equalExpr(x, e) {
			return i
		}
	}
	return -1
}

func (in inputs) computed() bool {
	for _, x := range in {
		switch x.(type) {
		case *expr.Var, *expr.Const:
		default:
			return true
		}
	}
	return false
}

// resolve replaces input columns by slots, the rest stays.
func (g *global) resolve(e expr.Expr, in inputs) expr.Expr {
	var computed, known bool // whether an input is more than a column
	return expr.Mutate(e, func(n expr.Expr) (expr.Expr, bool) {
		if _, ok := n.(*expr.Grouping); ok && in.find(n) < 0 {
			return n, true // its arguments are not computed
		}
		v, isVar := n.(*expr.Var)
		if _, ok := n.(*expr.Const); ok {
			return n, true
		}
		if !isVar {
			if !known {
				computed, known = in.computed(), true
			}
			if !computed {
				return n, false
			}
		}
		if i := in.find(n); i >= 0 {
			return &expr.Var{Loc: -1, Attr: 1, Slot: i, T: n.Type(), Mod: n.Typmod()}, true
		}
		if isVar {
			if id, ok := g.nestParam(v); ok {
				return &expr.Param{Loc: -1, Kind: expr.ExecParam, ID: id, T: v.T, Mod: v.Mod}, true
			}
			g.failInternal("column %d of relation %d is not available here", v.Attr, v.Rel)
			return n, true
		}
		return n, false
	})
}

// eval compiles e over in for the node.
func (lv *level) eval(b *PlanBase, e expr.Expr, in inputs) expr.Eval {
	if e == nil {
		return nil
	}
	return lv.compile(b, lv.g.resolve(e, in))
}

func (lv *level) compile(b *PlanBase, r expr.Expr) expr.Eval {
	lv.g.note(b, r)
	f, err := expr.Compile(r)
	if err != nil {
		lv.g.fail(err)
	}
	return f
}

func (lv *level) evals(b *PlanBase, list []expr.Expr, in inputs) []expr.Eval {
	out := make([]expr.Eval, len(list))
	for i, e := range list {
		out[i] = lv.eval(b, e, in)
	}
	return out
}

// filter compiles ANDed conditions.
func (lv *level) filter(b *PlanBase, list []expr.Expr, in inputs) expr.Filter {
	if len(list) == 0 {
		return nil
	}
	rs := make([]expr.Expr, len(list))
	for i, e := range list {
		rs[i] = lv.g.resolve(e, in)
		lv.g.note(b, rs[i])
	}
	f, err := expr.CompileFilters(rs)
	if err != nil {
		lv.g.fail(err)
	}
	return f
}

// note remembers the columns, parameters and subplans that a node's expression
// uses.
func (g *global) note(b *PlanBase, e expr.Expr) {
	expr.Walk(e, func(n expr.Expr) bool {
		switch x := n.(type) {
		case *expr.Grouping:
			return false
		case *expr.Var:
			if i, ok := slices.BinarySearch(b.slots, x.Slot); !ok {
				b.slots = slices.Insert(b.slots, i, x.Slot)
			}
		case *expr.Param:
			if x.Kind == expr.ExecParam {
				b.addUse(x.ID)
			}
		case *expr.SubPlan:
			def := g.sub[x.Index]
			for _, d := range b.SubPlans {
				if d == def {
					return true
				}
			}
			b.SubPlans = append(b.SubPlans, def)
		}
		return true
	})
}

func (b *PlanBase) addUse(id int) {
	for _, u := range b.uses {
		if u == id {
			return
		}
	}
	b.uses = append(b.uses, id)
}

// setCost notes the estimates that EXPLAIN shows.
func (b *PlanBase) setCost(startup, total, rows float64, width int) {
	b.StartupCost, b.TotalCost, b.Rows, b.Width = startup, total, rows, width
}

// createPlan makes the plan of the level's final path.
func (lv *level) createPlan(p *path) built {
	if p == nil {
		lv.g.failInternal("no path")
	}
	if lv.g.err != nil {
		return built{plan: &Result{}}
	}
	return lv.create(p, true)
}

// create makes the plan of a path. exact: the output must be what the path
// emits; otherwise a scan may hand on more columns.
func (lv *level) create(p *path, exact bool) built {
	if lv.g.err != nil {
		return built{plan: &Result{}}
	}
	b := lv.createKind(p, exact)
	if b.plan == nil {
		b.plan = &Result{}
	}
	base := b.plan.Base()
	if base.TotalCost == 0 && base.StartupCost == 0 && base.Rows == 0 {
		base.setCost(p.startup, p.total, p.rows, int(p.emits().width))
	}
	base.NOut = len(b.outs)
	base.Disabled = p.disabled > childDisabled(p)
	return b
}

// childDisabled counts the forbidden nodes below p itself.
func childDisabled(p *path) int {
	n := 0
	if p.child != nil {
		n += p.child.disabled
	}
	if p.join != nil {
		n += p.join.outer.disabled + p.join.inner.disabled
	}
	for _, m := range p.members {
		n += m.disabled
	}
	return n
}

func (lv *level) createKind(p *path, exact bool) built {
	switch p.kind {
	case pathResult:
		return lv.createResult(p)
	case pathSeqScan, pathIndexScan, pathBitmapHeap, pathTidScan:
		return lv.createRelScan(p, exact)
	case pathSubquery:
		return lv.createSubquery(p, exact)
	case pathFunction, pathValues, pathCTE, pathWorkTable:
		return lv.createRowSource(p, exact)
	case pathNestLoop, pathMergeJoin, pathHashJoin:
		return lv.createJoin(p)
	case pathMemoize:
		return lv.createMemoize(p)
	case pathMaterial:
		return lv.createMaterial(lv.create(p.child, true), p)
	case pathUniqueSemi:
		return lv.createUniqueSemi(p)
	case pathSort, pathIncSort:
		return lv.createSort(p)
	case pathProject, pathFilter:
		return lv.createProject(p)
	case pathProjectSet:
		return lv.createProjectSet(p)
	case pathAgg:
		return lv.createAgg(p)
	case pathUnique:
		return lv.createUnique(p)
	case pathLimit:
		return lv.createLimit(p)
	case pathLockRows:
		return lv.createLockRows(p)
	case pathMinMax:
		return lv.createMinMax(p)
	case pathAppend, pathMergeAppend, pathSetOp, pathRecursive:
		if p.isAppend() {
			return lv.createAppend(p)
		}
		return lv.createSetOp(p)
	case pathWindow:
		return lv.createWindowAgg(p)
	case pathModify:
		return lv.createModify(p)
	}
	lv.g.failInternal("unrecognized path type: %d", p.kind)
	return built{}
}

// project lets a node emit exprs, reading in. Proj stays nil if that is the
// input row as it is.
func (lv *level) project(b *PlanBase, t *target, in inputs) []expr.Expr {
	b.Targets = t.targets()
	if identity(t.exprs, in) {
		return t.exprs
	}
	lv.setProj(b, t.exprs, in)
	return t.exprs
}

// setProj compiles what a node puts out.
func (lv *level) setProj(b *PlanBase, list []expr.Expr, in inputs) {
	b.Proj, b.ProjSlots = make([]expr.Eval, len(list)), make([]int, len(list))
	for i, e := range list {
		r := lv.g.resolve(e, in)
		b.Proj[i], b.ProjSlots[i] = lv.compile(b, r), expr.SlotOf(r)
	}
}

func identity(exprs []expr.Expr, in inputs) bool {
	if len(exprs) != len(in) {
		return false
	}
	for i := range exprs {
		if !equalExpr(exprs[i], in[i]) {
			return false
		}
	}
	return true
}

// targets are the output columns as EXPLAIN VERBOSE lists them.
func (t *target) targets() []expr.Target {
	if t.cols != nil {
		return t.cols
	}
	out := make([]expr.Target, len(t.exprs))
	for i, e := range t.exprs {
		out[i].Expr = e
	}
	return out
}

func targetsOf(exprs []expr.Expr) []expr.Target {
	return (&target{exprs: exprs}).targets()
}

func clauseExprs(list []*clause) []expr.Expr {
	var out []expr.Expr
	for _, c := range list {
		out = append(out, c.e)
	}
	return out
}

func (lv *level) createResult(p *path) built {
	n := &Result{OneTime: p.quals}
	n.OneTimeFn = lv.filter(&n.PlanBase, p.quals, nil)
	t := p.emits()
	if len(p.quals) == 1 {
		if v, ok := boolConst(p.quals[0]); ok && !v {
			// Nothing will be computed: columns may be of tables not scanned.
			n.Targets = t.targets()
			n.Proj = make([]expr.Eval, len(t.exprs))
			for i := range n.Proj {
				n.Proj[i] = func(*expr.Ctx, types.Row) (types.Datum, error) { return types.NullDatum, nil }
			}
			return built{plan: n, outs: t.exprs}
		}
	}
	if p.rel != nil && len(p.rel.restrict) > 0 {
		n.OneTime = append(n.OneTime, clauseExprs(p.rel.restrict)...)
		n.OneTimeFn = lv.filter(&n.PlanBase, n.OneTime, nil)
	}
	n.Targets = t.targets()
	if lv.q.Command == Insert {
		n.Consts = !slices.ContainsFunc(t.exprs, func(e expr.Expr) bool { return !isConst(e) })
	}
	if !n.Consts {
		lv.setProj(&n.PlanBase, t.exprs, nil)
	}
	return built{plan: n, outs: t.exprs}
}

func (lv *level) createProject(p *path) built {
	c := lv.create(p.child, true)
	n := &Result{Child: c.plan}
	if p.kind == pathFilter {
		n.OneTime = p.quals
		n.OneTimeFn = lv.filter(&n.PlanBase, p.quals, nil)
	}
	return built{plan: n, outs: lv.project(&n.PlanBase, p.emits(), c.outs)}
}

func (lv *level) createMaterial(c built, p *path) built {
	n := &Materialize{Unary: Unary{Child: c.plan}, Layout: layoutOf(c.outs)}
	n.Targets = c.passed()
	n.setCost(p.startup, p.total, p.rows, c.plan.Base().Width)
	return built{plan: n, outs: c.outs}
}

// layoutOf is how rows of these columns are measured.
func layoutOf(outs []expr.Expr) *types.RowLayout {
	ts := make([]types.OID, len(outs))
	for i, e := range outs {
		ts[i] = e.Type()
	}
	return types.NewRowLayout(ts)
}

// sortCols finds the columns of keys in outs; missing lists those that are not
// there yet.
func (lv *level) sortCols(keys []*pathKey, outs []expr.Expr, ids relids) (cols []SortCol, missing []expr.Expr) {
	for _, k := range keys {
		slot := -1
		var t types.OID
		for i, o := range outs {
			if k.ec.find(ecExpr(o)) >= 0 {
				slot, t = i, o.Type()
				break
			}
		}
		if slot < 0 {
			m := keyMember(k, ids, outs)
			if m == nil {
				lv.g.failInternal("could not find pathkey item to sort")
				return nil, nil
			}
			slot, t = len(outs)+len(missing), m.e.Type()
			missing = append(missing, m.e)
		}
		col := SortCol{Col: slot, Type: t, Desc: k.desc, NullsFirst: k.nullsFirst}
		if k.ec.coll != expr.TypeCollation(t) {
			col.Collation = k.ec.coll
		}
		cols = append(cols, col)
	}
	return cols, missing
}

// withColumns lets a node emit further expressions, needed by a sort above.
func (lv *level) withColumns(c built, more []expr.Expr) built {
	if len(more) == 0 {
		return c
	}
	outs := append(append([]expr.Expr(nil), c.outs...), more...)
	if b := c.plan.Base(); projects(c.plan) && (b.Proj == nil || c.in != nil) {
		if b.Proj == nil {
			c.in = c.outs
		}
		lv.setProj(b, outs, c.in)
		b.Targets, b.NOut = targetsOf(outs), len(outs)
		if j, ok := c.plan.(interface{ noteRead() }); ok {
			j.noteRead()
		}
		return built{plan: c.plan, outs: outs, in: c.in}
	}
	n := &Result{Child: c.plan}
	lv.setProj(&n.PlanBase, outs, c.outs)
	n.Targets = targetsOf(outs)
	b := c.plan.Base()
	n.setCost(b.StartupCost, b.TotalCost, b.Rows, b.Width)
	n.NOut = len(outs)
	return built{plan: n, outs: outs}
}

// projects tells whether a node that hands on its input row could compute from it.
func projects(p Plan) bool {
	switch p.(type) {
	case *SeqScan, *IndexScan, *BitmapHeapScan, *TidScan, *FunctionScan, *ValuesScan, *CTEScan, *SubqueryScan,
		*NestLoop, *HashJoin, *MergeJoin:
		return true
	}
	return false
}

func (lv *level) createSort(p *path) built {
	c := lv.create(p.child, true)
	ids := relids{}
	if p.rel != nil {
		ids = p.rel.ids
	}
	cols, missing := lv.sortCols(p.keys, c.outs, ids)
	c = lv.withColumns(c, missing)
	return lv.sortNode(c, cols, p.numKeys, p.startup, p.total, p.rows, p.kind == pathIncSort)
}

func (lv *level) sortNode(c built, cols []SortCol, presorted int, startup, total, rows float64, inc bool) built {
	w := c.plan.Base().Width
	keys := make([]expr.Expr, len(cols))
	for i, k := range cols {
		if k.Col < len(c.outs) {
			keys[i] = c.outs[k.Col]
		}
	}
	if inc {
		n := &IncrementalSort{Unary: Unary{Child: c.plan}, Keys: cols, Presorted: presorted, KeyExprs: keys, Layout: layoutOf(c.outs)}
		n.Targets = c.passed()
		n.setCost(startup, total, rows, w)
		return built{plan: n, outs: c.outs}
	}
	n := &Sort{Unary: Unary{Child: c.plan}, Keys: cols, KeyExprs: keys, Layout: layoutOf(c.outs), Reread: rereads(c.plan)}
	n.Targets = c.passed()
	n.setCost(startup, total, rows, w)
	return built{plan: n, outs: c.outs}
}

// createUniqueSemi has a scan or join below it compute the columns that it makes
// unique.
func (lv *level) createUniqueSemi(p *path) built {
	child := *p.child
	if k := child.kind; k >= pathSeqScan && k <= pathHashJoin && k != pathSubquery {
		t := *child.emits()
		t.exprs = slices.Clone(t.exprs)
		for _, e := range p.groups {
			if t.cols == nil && inputs(t.exprs).find(e) < 0 {
				t.exprs = append(t.exprs, e)
			}
		}
		child.target = &t
	}
	c := lv.create(&child, true)
	cols := make([]int, 0, len(p.groups))
	var missing []expr.Expr
	for _, e := range p.groups {
		i := inputs(c.outs).find(e)
		if i < 0 {
			i = len(c.outs) + len(missing)
			missing = append(missing, e)
		}
		cols = append(cols, i)
	}
	c = lv.withColumns(c, missing)
	if p.child.kind == pathSort && p.agg == nil {
		n := &Unique{Unary: Unary{Child: c.plan}}
		for i, col := range cols {
			n.Cols = append(n.Cols, SortCol{Col: col, Type: p.groups[i].Type()})
		}
		n.Targets = targetsOf(c.outs)
		return built{plan: n, outs: c.outs}
	}
	// The join needs the group columns of the other side; a recheck its ctids too, of any row of a group.
	n := &Agg{Unary: Unary{Child: c.plan}, Strategy: AggHashed, NumGroups: p.rows, GroupExprs: p.groups}
	outs := make([]expr.Expr, 0, len(cols))
	for i, col := range cols {
		n.GroupCols = append(n.GroupCols, col)
		n.GroupTypes = append(n.GroupTypes, p.groups[i].Type())
		outs = append(outs, c.outs[col])
	}
	for i, o := range c.outs {
		used := false
		for _, col := range cols {
			used = used || col == i
		}
		if !used && hasExpr(p.target.exprs, o) {
			n.Carried++
			n.GroupCols = append(n.GroupCols, i)
			n.GroupTypes = append(n.GroupTypes, o.Type())
			outs = append(outs, o)
		}
	}
	var below []expr.Expr // the same in the order of the node below
	for _, o := range c.outs {
		if inputs(outs).find(o) >= 0 {
			below = append(below, o)
		}
	}
	if n.Carried > 0 && len(below) == len(outs) {
		lv.setProj(&n.PlanBase, below, outs)
		outs = below
	}
	n.Targets = targetsOf(outs)
	return built{plan: n, outs: outs}
}

func (lv *level) createUnique(p *path) built {
	c := lv.create(p.child, true)
	n := &Unique{Unary: Unary{Child: c.plan}}
	for _, e := range p.groups {
		if i := inputs(c.outs).find(e); i >= 0 {
			n.Cols = append(n.Cols, SortCol{Col: i, Type: e.Type()})
		}
	}
	n.Targets = c.passed()
	return built{plan: n, outs: c.outs}
}

func (lv *level) createLimit(p *path) built {
	c := lv.create(p.child, true)
	n := &Limit{Unary: Unary{Child: c.plan}, Count: p.limit.count, Offset: p.limit.offset, WithTies: p.limit.ties}
	if k, ok := n.Count.(*expr.Const); ok && k.Value.IsNull() {
		n.Count = nil
	}
	if k, ok := n.Offset.(*expr.Const); ok && k.Value.IsNull() {
		n.Offset = nil
	}
	n.CountFn, n.OffsetFn = lv.eval(&n.PlanBase, n.Count, nil), lv.eval(&n.PlanBase, n.Offset, nil)
	if p.limit.ties {
		for _, s := range lv.q.Sort {
			if t := targetOfRef(lv.targets, s.Ref); t != nil {
				if i := inputs(c.outs).find(t.Expr); i >= 0 {
					n.TieCols = append(n.TieCols, SortCol{Col: i, Type: t.Expr.Type(), Desc: s.Desc, NullsFirst: s.NullsFirst})
				}
			}
		}
	}
	n.Targets = c.passed()
	return built{plan: n, outs: c.outs}
}

func (lv *level) createProjectSet(p *path) built {
	t := p.emits()
	c := lv.create(p.child, false) // a scan's rows do as they are
	n := &ProjectSet{Unary: Unary{Child: c.plan}}
	n.Targets = t.targets()
	for _, e := range t.exprs {
		f, ok := e.(*expr.FuncCall)
		if !ok || !f.Fn.RetSet || inputs(c.outs).find(e) >= 0 {
			n.SRFs = append(n.SRFs, nil)
			n.Args = append(n.Args, nil)
			n.Proj = append(n.Proj, lv.eval(&n.PlanBase, e, c.outs))
			continue
		}
		n.SRFs = append(n.SRFs, f)
		n.Args = append(n.Args, lv.evals(&n.PlanBase, f.Args, c.outs))
		n.Proj = append(n.Proj, nil)
	}
	return built{plan: n, outs: t.exprs}
}
