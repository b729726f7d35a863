package planner

import (
	"math"
	"slices"

	"minidb/expr"
	"minidb/types"
)

// Memoize: a cache under a nested loop, of the inner side's rows by the values
// that it takes from the outer side (get_memoize_path, cost_memoize_rescan).

// memoPath is the part of a path that Memoize has.
type memoPath struct {
	keys   []expr.Expr // over the outer side
	single bool        // there is at most one row for a key
	binary bool        // keys are equal if their bytes are, not by an operator
	calls  float64
}

// memoizePath puts a cache over inner path in of a nested loop; nil if there is
// no use in it or none may be.
func (lv *level) memoizePath(c *pairCtx, o, in *path) *path {
	if !lv.g.cost.memoize || c.outer.rows < 2 || in.kind == pathMaterial || in.rel.rti == 0 {
		return nil
	}
	if !c.unique && (c.kind == SemiJoin || c.kind == AntiJoin) {
		return nil
	}
	for _, x := range c.clauses {
		if c.unique && !innerTests(in, x) {
			return nil // the first row found would end the scan of the cached rows
		}
	}
	p := take(&lv.spares.memo)
	m := p.memo
	if m == nil {
		m = new(memoPath)
	}
	*m = memoPath{single: c.unique, calls: o.rows, keys: m.keys[:0]}
	if !lv.memoKeys(m, c, in) || len(m.keys) == 0 || lv.volatileRel(in) {
		p.memo, lv.spares.memo = m, p
		return nil
	}
	cost := lv.g.cost.cpuTuple
	*p = path{kind: pathMemoize, rel: in.rel, child: in, memo: m, keys: in.keys, req: in.req, target: in.target, rows: in.rows,
		startup: in.startup + cost, total: in.total + cost, disabled: in.disabled}
	return p
}

// memoKeys finds the outer values that in depends on; false if one cannot be
// hashed.
func (lv *level) memoKeys(m *memoPath, c *pairCtx, in *path) bool {
	add := func(e expr.Expr) {
		if !slices.ContainsFunc(m.keys, func(k expr.Expr) bool { return equalExpr(k, e) }) {
			m.keys = append(m.keys, e)
		}
	}
	for _, x := range in.paramCl {
		e := x.l
		switch {
		case x.op == nil:
			return false
		case x.left.subsetOf(c.outer.ids) && x.right.subsetOf(c.inner.ids):
		case x.right.subsetOf(c.outer.ids) && x.left.subsetOf(c.inner.ids):
			e = x.r
		default:
			return false
		}
		if !lv.canHash(e) {
			return false
		}
		m.binary = m.binary || !x.hash
		add(e)
	}
	for _, v := range lv.lateralVars(in.rel) {
		if !lv.relidsOf(v).subsetOf(c.outer.ids) {
			continue
		}
		if !lv.canHash(v) {
			return false
		}
		m.binary = true
		add(v)
	}
	return true
}

// canHash tells whether equal values of e's type have equal hashes.
func (lv *level) canHash(e expr.Expr) bool {
	op := lv.btreeOperator(e.Type(), e.Type(), 3)
	return op != nil && canHash(op, e.Type())
}

// lateralVars are the columns of other relations that a FROM item reads.
func (lv *level) lateralVars(r *rel) (out []expr.Expr) {
	if r.sub != nil {
		for _, a := range r.subReq {
			out = append(out, a.e)
		}
		return out
	}
	collect := func(e expr.Expr) {
		expr.Walk(e, func(n expr.Expr) bool {
			if v, ok := n.(*expr.Var); ok && v.Up == 0 && v.Rel != r.vars {
				out = append(out, v)
			}
			return true
		})
	}
	switch r.entry.Kind {
	case FunctionEntry:
		for _, call := range funcCalls(r.entry) {
			collect(call)
		}
	case ValuesEntry:
		for _, row := range r.entry.Values {
			for _, e := range row {
				collect(e)
			}
		}
	}
	return out
}

// volatileRel tells whether the rows of in may differ for the same parameters.
func (lv *level) volatileRel(in *path) bool {
	for _, e := range in.emits().exprs {
		if isVolatile(e) {
			return true
		}
	}
	for _, c := range in.rel.restrict {
		if c.volatile || isVolatile(c.e) {
			return true
		}
	}
	for _, c := range in.paramCl {
		if isVolatile(c.e) {
			return true
		}
	}
	return false
}

// memoizeRescan is what one more scan costs, given how often the cache is hit.
func (lv *level) memoizeRescan(p *path) (startup, total float64) {
	const entry, tuple = 24 + 24, 16 // MemoizeEntry and MemoizeKey, MemoizeTuple
	c, m, in := &lv.g.cost, p.memo, p.child
	bytes := relationBytes(in.rows, in.emits().width) + entry + tuple*in.rows
	var vars []groupVar
	for _, k := range m.keys {
		bytes += lv.exprWidth(k)
		vars = append(vars, groupVar{e: k})
	}
	fits := math.Floor(c.hashMem / bytes)
	var distinct float64
	var known bool
	lv.withTop(p.rel, func() { distinct, known = lv.knownGroups(vars, m.calls) })
	if !known {
		distinct = m.calls
	}
	evicted := 1 - min(fits, distinct)/distinct
	hit := (m.calls - distinct) / m.calls * (fits / max(distinct, fits))
	total = in.total*(1-hit) + c.cpuOp
	total += c.cpuTuple*evicted + c.cpuOp/10*evicted*in.rows
	total += c.cpuTuple + c.cpuOp*in.rows
	return in.startup*(1-hit) + c.cpuTuple, total
}

func (lv *level) createMemoize(p *path) built {
	in := lv.create(p.child, true)
	n := &Memoize{Unary: Unary{Child: in.plan}, Single: p.memo.single, Binary: p.memo.binary, Keys: p.memo.keys}
	n.Targets = in.plan.Base().Targets
	for _, k := range p.memo.keys {
		n.KeyFns = append(n.KeyFns, lv.eval(&n.PlanBase, k, nil))
		n.KeyTypes = append(n.KeyTypes, k.Type())
	}
	n.KeyParams = append(n.KeyParams, n.uses...)
	for _, a := range p.rel.subReq {
		if hasExpr(p.memo.keys, a.e) {
			n.KeyParams = append(n.KeyParams, a.id)
		}
	}
	for _, e := range in.outs {
		n.Types = append(n.Types, e.Type())
	}
	return built{plan: n, outs: in.outs}
}

// Memoize keeps its child's rows by the parameters that they depend on.
type Memoize struct {
	Unary
	Keys      []expr.Expr
	KeyFns    []expr.Eval
	KeyTypes  []types.OID
	KeyParams []int // ExecParams that the keys are made of
	Single    bool  // one row for a key is all there is
	Binary    bool
	Types     []types.OID // of the rows
}
