package planner

import (
	"slices"

	"minidb/catalog"
	"minidb/expr"
	"minidb/types"
)

// Base relations: their sizes, the columns needed of them, and the ways to scan
// them.

// setupBaseRel reads what the catalog and the storage know of a relation.
func (lv *level) setupBaseRel(r *rel) {
	e := r.entry
	if e.Kind != RelationEntry {
		return
	}
	rel := e.Rel
	r.relation = rel
	if rel == nil {
		return
	}
	if !r.partitioned() {
		r.pages, r.tuples, r.allVis = relationSize(rel)
	}
	if e.NoIndex {
		return
	}
	lv.lockIndexes(e)
	for _, ix := range slices.Backward(rel.Indexes) { // of equal ones PostgreSQL prefers the newest
		if ix.Valid && ix.Ready && ix.Live && lv.g.covers(ix) {
			r.indexes = append(r.indexes, lv.newIndexInfo(r, ix))
		}
	}
}

// lockIndexes locks the indexes of a table as the table is: a planner opens them
// all, those of a table that it then leaves out too.
func (lv *level) lockIndexes(e *RangeEntry) {
	if err := lv.g.a.LockIndexes(e.Rel, e.LockMode); err != nil {
		lv.g.fail(err)
	}
}

// covers tells whether an index has all rows that the transaction's snapshot may
// see. A plan that had to do without is not kept for later transactions.
func (g *global) covers(ix *catalog.Index) bool {
	if ix.Tree == nil || ix.Tree.Covers(g.a.S.Txn) {
		return true
	}
	g.transient = true
	return false
}

// needFor notes the columns of e as needed for joins with where, or at the top.
func (lv *level) needFor(e expr.Expr, where relids, top bool) {
	expr.Walk(e, func(n expr.Expr) bool {
		v, ok := n.(*expr.Var)
		if !ok {
			return true
		}
		r := lv.relOf(v.Rel)
		if r == nil {
			return true
		}
		for i := range r.attrs {
			if a := &r.attrs[i]; a.v.Attr == v.Attr {
				a.where = a.where.or(where)
				a.top = a.top || top
				return true
			}
		}
		r.attrs = append(r.attrs, needAttr{v, where, top})
		return true
	})
}

// needLateral notes the columns of other relations that a FROM item reads.
func (lv *level) needLateral(r *rel) {
	switch e := r.entry; e.Kind {
	case SubqueryEntry:
		mutateQuery(e.Subquery, 0, func(x expr.Expr, depth int) (expr.Expr, bool) {
			if v, ok := x.(*expr.Var); ok && v.Up == depth+1 {
				c := *v
				c.Up = 0
				e := lv.prepVar(&c)
				lv.needFor(e, r.ids, false)
				r.lateral = r.lateral.or(lv.relidsOf(e))
			}
			return x, false
		})
	case FunctionEntry:
		for _, f := range e.Functions {
			lv.needFor(f.Call, r.ids, false)
		}
	case ValuesEntry:
		for _, row := range e.Values {
			for _, x := range row {
				lv.needFor(x, r.ids, false)
			}
		}
	}
}

// buildTarget makes a base relation's output list.
func (lv *level) buildTarget(r *rel) {
	r.target = &target{}
	for i := range r.attrs {
		a := &r.attrs[i]
		if a.top || !a.where.subsetOf(r.ids) {
			r.target.exprs = append(r.target.exprs, a.v)
			r.target.width += lv.columnWidth(a.v)
		}
	}
	r.width = r.target.width
}

// sizeBaseRel estimates the rows a base relation's scan gives.
func (lv *level) sizeBaseRel(r *rel) {
	if r.part != nil {
		lv.sizePartitioned(r)
		return
	}
	lv.buildTarget(r)
	e := r.entry
	switch e.Kind {
	case SubqueryEntry:
		if r.dummy = r.dummy || len(lv.rels) == 1 && lv.gatedOff(); r.dummy {
			break // not planned, so that what it may not do is no error
		}
		lv.sizeSubquery(r)
		lv.buildTarget(r) // widths are known now
	case FunctionEntry:
		r.tuples = 1
		for _, f := range e.Functions {
			r.tuples = max(r.tuples, lv.g.funcRows(f.Call))
		}
		lv.lateralOf(r, funcCalls(e))
	case ValuesEntry:
		r.tuples = float64(len(e.Values))
		var all []expr.Expr
		for _, row := range e.Values {
			for _, x := range row {
				if !isConst(x) {
					all = append(all, x)
				}
			}
		}
		lv.lateralOf(r, all)
	case CTEEntry:
		lv.sizeCTE(r)
	case ResultEntry:
		r.tuples = 1
	}
	lv.checkPredicates(r)
	r.baseCost[0], r.baseCost[1] = lv.g.clausesCost(r.restrict)
	r.rows = clampRows(r.tuples * lv.selClauses(r.restrict, r, nil))
	if r.relation == nil && r.tuples == 0 || lv.currentOf(r) {
		r.rows = 1
	}
}

func funcCalls(e *RangeEntry) []expr.Expr {
	var out []expr.Expr
	for _, f := range e.Functions {
		out = append(out, f.Call)
	}
	return out
}

// lateralOf notes the relations that a FROM item's own expressions read.
func (lv *level) lateralOf(r *rel, list []expr.Expr) {
	for _, e := range list {
		r.lateral = r.lateral.or(lv.relidsOf(e))
	}
}

// funcRows estimates the rows of a function in FROM (pg_proc.prorows).
func (g *global) funcRows(call expr.Expr) float64 {
	f, ok := call.(*expr.FuncCall)
	if !ok || !f.Fn.RetSet {
		return 1
	}
	if n, ok := seriesRows(f); ok {
		return n
	}
	switch f.Fn.Name {
	case "unnest", "_pg_expandarray":
		if len(f.Args) > 0 {
			return max(g.arrayLen(f.Args[0]), 1)
		}
	case "jsonb_array_elements", "json_array_elements", "regexp_matches", "jsonb_each", "regexp_split_to_table":
		return 100
	}
	return 1000
}

// seriesRows is generate_series's own estimate for constant bounds.
func seriesRows(f *expr.FuncCall) (float64, bool) {
	if f.Fn.Name != "generate_series" || len(f.Args) < 2 {
		return 0, false
	}
	var v [3]float64
	v[2] = 1
	for i, a := range f.Args {
		c, ok := a.(*expr.Const)
		if !ok || i > 2 {
			return 0, false
		}
		if c.Value.IsNull() {
			return 1, true
		}
		if c.Value.Kind() != types.Int {
			return 0, false
		}
		v[i] = float64(c.Value.Int())
	}
	if v[2] == 0 {
		return 0, false
	}
	return max(float64(int64((v[1]-v[0]+v[2])/v[2])), 1), true
}

// sizeCTE sizes a reference to a WITH query.
func (lv *level) sizeCTE(r *rel) {
	if rec := lv.findRecursion(r.entry.CTE); r.entry.SelfRef && rec != nil {
		r.wt = rec.param + 1
		r.tuples = 10
		if rec.seed != nil {
			r.tuples = clampRows(rec.seed.rows * lv.g.cost.workTableFactor)
		}
		return
	}
	if c := lv.findCTE(r.entry); c != nil {
		r.cte = c
		r.tuples = c.path.rows
	}
}

// basePaths generates the scans of a base relation.
func (lv *level) basePaths(r *rel) {
	r.considerStartup = lv.fraction > 0
	if r.dummy && r.sub == nil {
		r.markDummy()
		r.setCheapest()
		return
	}
	switch r.entry.Kind {
	case RelationEntry:
		lv.relationPaths(r)
	case SubqueryEntry:
		lv.subqueryPaths(r)
	case FunctionEntry:
		p := lv.lateralPath(pathFunction, r)
		s, per := lv.g.exprsCost(funcCalls(r.entry))
		lv.costRowSource(p, s+per, 0)
		if r.entry.Ordinality {
			p.keys = nil
		}
		r.addPath(p)
	case ValuesEntry:
		p := lv.lateralPath(pathValues, r)
		lv.costRowSource(p, 0, lv.g.cost.cpuOp)
		r.addPath(p)
	case CTEEntry:
		kind := pathCTE
		if r.wt > 0 {
			kind = pathWorkTable
		}
		p := &path{kind: kind, rel: r, rows: r.rows}
		lv.costRowSource(p, 0, lv.g.cost.cpuTuple)
		r.addPath(p)
	default:
		p := &path{kind: pathResult, rel: r, rows: r.rows}
		lv.costRowSource(p, 0, 0)
		r.addPath(p)
	}
	r.setCheapest()
}

// lateralPath starts a path of a FROM item, which with values of other relations
// tests the conditions on both.
func (lv *level) lateralPath(kind pathKind, r *rel) *path {
	p := &path{kind: kind, rel: r, rows: r.rows, req: r.lateral}
	if !r.lateral.empty() {
		info := lv.paramFor(r, r.lateral)
		p.rows, p.paramCl = info.rows, info.clauses
	}
	return p
}

// currentOf tells whether r is the target of WHERE CURRENT OF.
func (lv *level) currentOf(r *rel) bool {
	return lv.q.CurrentOf != nil && r.vars == lv.q.Result+lv.off && r.part == nil
}

func (lv *level) relationPaths(r *rel) {
	if r.part != nil {
		lv.appendPaths(r)
		return
	}
	if lv.currentOf(r) {
		p := &path{kind: pathTidScan, rel: r, rows: 1}
		lv.costTidScan(p, 1)
		p.disabled = 0
		r.addPath(p)
		return
	}
	p := &path{kind: pathSeqScan, rel: r, rows: r.rows}
	lv.costSeqScan(p)
	r.addPath(p)
	if r.relation == nil || r.relation.Virtual != nil {
		return
	}
	lv.indexPaths(r)
	lv.tidPath(r)
}

// tidPath adds a scan by ctid = value or ctid = ANY (array).
func (lv *level) tidPath(r *rel) {
	for _, c := range r.restrict {
		n := 1.0
		var l, v expr.Expr
		switch x := c.e.(type) {
		case *expr.OpCall:
			if x.Op.Name != "=" || len(x.Args) != 2 {
				continue
			}
			l, v = x.Args[0], x.Args[1]
			if pseudoConst(l) {
				l, v = v, l
			}
		case *expr.ArrayOp:
			if x.All || x.Op.Name != "=" {
				continue
			}
			l, v, n = x.L, x.R, lv.g.arrayLen(x.R)
		default:
			continue
		}
		if lv, ok := l.(*expr.Var); !ok || lv.Attr != expr.AttrCtid || !pseudoConst(v) {
			continue
		}
		p := &path{kind: pathTidScan, rel: r, rows: r.rows, quals: []expr.Expr{c.e}, paramCl: []*clause{c}, groups: []expr.Expr{v}}
		lv.costTidScan(p, n)
		r.addPath(p)
		return
	}
}

func falseConst() expr.Expr {
	return &expr.Const{Loc: -1, Value: types.NewBool(false), T: types.BoolOID, Mod: -1}
}

// paramFor returns the shared facts of r's paths that take values from req.
func (lv *level) paramFor(r *rel, req relids) *paramInfo {
	if p := r.params[req]; p != nil {
		return p
	}
	p := &paramInfo{}
	for _, c := range r.joins {
		if movable(c, r.ids, req) {
			p.clauses = append(p.clauses, c)
		}
	}
	for _, c := range lv.joinImplied(req, r.ids) {
		if c.ids.subsetOf(r.ids.or(req)) && c.ids.overlaps(r.ids) {
			p.clauses = append(p.clauses, c)
		}
	}
	sel := 1.0
	for _, c := range p.clauses {
		sel *= lv.sel(c.e, r, nil)
	}
	base := lv.selClauses(r.restrict, r, nil)
	p.rows = min(clampRows(r.tuples*base*sel), r.rows)
	if r.params == nil {
		r.params = map[relids]*paramInfo{}
	}
	r.params[req] = p
	return p
}

// movable tells whether a join clause may be tested in a scan of ids that gets
// values of req.
func movable(c *clause, ids, req relids) bool {
	if !c.ids.overlaps(ids) || !c.ids.subsetOf(ids.or(req)) || c.volatile || c.nullable.overlaps(ids) {
		return false
	}
	if !c.pushed {
		return !c.outer.overlaps(ids)
	}
	return c.required == c.ids
}
