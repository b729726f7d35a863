package planner

import (
	"math"
	"slices"

	"minidb/expr"
	"minidb/types"
)

// Selectivities: which part of the rows a condition lets through. What statistics
// say is in stats_*.go; without them these are PostgreSQL's defaults (selfuncs.h).

const (
	defaultEqSel     = 0.005
	defaultIneqSel   = 0.3333333333333333
	defaultRangeSel  = 0.005
	defaultMatchSel  = 0.005
	defaultUnkSel    = 0.005
	defaultNotUnkSel = 1 - defaultUnkSel
	defaultNDistinct = 200
	defaultBoolFnSel = 0.3333333
	defaultClauseSel = 0.5
)

// distinct estimates the number of distinct values of e in r's table. known is
// false if it is the default guess.
func (lv *level) distinct(e expr.Expr, r *rel) (n float64, known bool) {
	v := lv.examine(e, r)
	return v.distinct()
}

// isUniqueExpr tells whether a one-column unique index or a subquery's
// DISTINCT or GROUP BY makes e unique in r.
func (lv *level) isUniqueExpr(e expr.Expr, r *rel) bool {
	v, isVar := e.(*expr.Var)
	if r.sub != nil && isVar {
		return r.sub.uniqueCol(v.Attr)
	}
	if r.relation == nil {
		return false
	}
	for _, ix := range r.indexes {
		if !ix.def.Unique || ix.def.NKeys != 1 || ix.def.Predicate != nil && !ix.predOK {
			continue
		}
		k := &ix.keys[0]
		if isVar && k.attr == v.Attr || !isVar && k.expr != nil && equalExpr(k.expr, e) {
			return true
		}
	}
	return false
}

// relOfExpr returns the one base relation that e reads, nil if not one.
func (lv *level) relOfExpr(e expr.Expr) *rel {
	i, ok := lv.relidsOf(e).singleton()
	if !ok {
		return nil
	}
	return lv.rels[i]
}

// selClauses multiplies the selectivities of implicitly ANDed conditions.
func (lv *level) selClauses(list []*clause, r *rel, j *joinSide) float64 {
	if len(list) == 1 {
		return lv.clauseSel(list[0], r, j)
	}
	exprs := make([]expr.Expr, len(list))
	for i, c := range list {
		exprs[i] = c.e
	}
	s := 1.0
	ranges := rangePairs{lv: lv, r: r}
	for i, c := range list {
		if c.pseudo {
			continue
		}
		cs := lv.clauseSel(c, r, j)
		if c.ids.count() <= 1 && ranges.add(exprs[i], cs) {
			continue
		}
		s *= cs
	}
	return s * ranges.result()
}

func (lv *level) clauseSel(c *clause, r *rel, j *joinSide) float64 {
	if c.pseudo {
		return 1
	}
	if j == nil && r != nil && c.ids.count() <= 1 {
		if c.sel < 0 {
			c.sel = lv.sel(c.e, r, nil)
		}
		return c.sel
	}
	if j != nil && c.ids.count() <= 1 && j.kind == InnerJoin {
		return lv.sel(c.e, r, nil)
	}
	return lv.sel(c.e, r, j)
}

// selAnd is selClauses for bare expressions.
func (lv *level) selAnd(list []expr.Expr, r *rel, j *joinSide) float64 {
	s := 1.0
	ranges := rangePairs{lv: lv, r: r}
	for _, e := range list {
		es := lv.sel(e, r, j)
		if len(list) > 1 && ranges.add(e, es) {
			continue
		}
		s *= es
	}
	return s * ranges.result()
}

// joinSide is the context of a join condition: PostgreSQL's SpecialJoinInfo.
type joinSide struct {
	kind         JoinKind
	outer, inner *rel
}

// joinClauseSel is the selectivity of a join condition between two relations.
func (lv *level) joinClauseSel(c *clause, kind JoinKind, outer, inner *rel) float64 {
	if kind == InnerJoin {
		if c.selJoin < 0 {
			c.selJoin = lv.sel(c.e, nil, &joinSide{InnerJoin, outer, inner})
		}
		return c.selJoin
	}
	return lv.sel(c.e, nil, &joinSide{kind, outer, inner})
}

// rangePairs finds conditions x > a AND x < b, whose selectivity is not the
// product of the two.
type rangePairs struct {
	lv    *level
	r     *rel
	items []rangePair
}

type rangePair struct {
	e      expr.Expr
	lo, hi float64 // -1: none
}

func (rp *rangePairs) add(e expr.Expr, s float64) bool {
	op, ok := e.(*expr.OpCall)
	if !ok || len(op.Args) != 2 || op.Op.Btree == 0 || op.Op.Btree == 3 {
		return false
	}
	l, dir := op.Args[0], op.Op.Btree
	if pseudoConst(l) {
		l, dir = op.Args[1], -dir
	} else if !pseudoConst(op.Args[1]) {
		return false
	}
	for i := range rp.items {
		if it := &rp.items[i]; equalExpr(it.e, l) {
			it.merge(dir, s)
			return true
		}
	}
	it := rangePair{e: l, lo: -1, hi: -1}
	it.merge(dir, s)
	rp.items = append(rp.items, it)
	return true
}

func (p *rangePair) merge(dir int, s float64) {
	b := &p.lo
	if dir < 0 {
		b = &p.hi
	}
	if *b < 0 || s < *b {
		*b = s
	}
}

func (rp *rangePairs) result() float64 {
	s := 1.0
	for _, it := range rp.items {
		switch {
		case it.lo < 0:
			s *= it.hi
		case it.hi < 0:
			s *= it.lo
		case it.lo == defaultIneqSel && it.hi == defaultIneqSel:
			s *= defaultRangeSel
		default:
			both := it.lo + it.hi - 1
			both += rp.lv.selNull(it.e, false, rp.r) // NULLs are left out by both
			switch {
			case both > 0:
			case both < -0.01:
				both = defaultRangeSel
			default:
				both = 1e-10
			}
			s *= both
		}
	}
	return s
}

// sel is clause_selectivity for one expression. r is the relation it restricts
// if known; j is set for join conditions.
func (lv *level) sel(e expr.Expr, r *rel, j *joinSide) float64 {
	switch n := e.(type) {
	case *expr.Const:
		if n.Value.IsTrue() {
			return 1
		}
		return 0
	case *expr.Var:
		return lv.selBoolVar(n, r)
	case *expr.Bool:
		return lv.selBool(n, r, j)
	case *expr.OpCall:
		return clampSel(lv.selOp(n, r, j))
	case *expr.Distinct:
		return lv.selDistinctFrom(n, r, j)
	case *expr.ArrayOp:
		return clampSel(lv.selArray(n, r, j))
	case *expr.NullTest:
		return lv.selNull(n.Arg, n.Not, r)
	case *expr.BoolTest:
		return lv.selBoolTest(n, r, j)
	case *expr.RowCompare:
		return clampSel(lv.selOp(&expr.OpCall{Loc: -1, Op: n.Ops[0], Args: []expr.Expr{n.L[0], n.R[0]}, Ret: types.BoolOID}, r, j))
	case *expr.FuncCall:
		return defaultBoolFnSel
	case *expr.Relabel:
		return lv.sel(n.Arg, r, j)
	}
	return defaultClauseSel
}

// selDistinctFrom takes IS DISTINCT FROM for the negation of equality.
func (lv *level) selDistinctFrom(n *expr.Distinct, r *rel, j *joinSide) float64 {
	return clampSel(1 - lv.selOp(&expr.OpCall{Loc: -1, Op: n.Op, Args: []expr.Expr{n.L, n.R}, Ret: types.BoolOID}, r, j))
}

func clampSel(s float64) float64 { return min(max(s, 0), 1) }

func (lv *level) selBool(n *expr.Bool, r *rel, j *joinSide) float64 {
	switch n.Op {
	case expr.Not:
		return 1 - lv.sel(n.Args[0], r, j)
	case expr.And:
		return lv.selAnd(n.Args, r, j)
	}
	s := 0.0
	for _, a := range n.Args {
		x := lv.sel(a, r, j)
		s = s + x - s*x
	}
	return s
}

// selOp is restriction_selectivity or join_selectivity by the estimator that
// pg_operator names.
func (lv *level) selOp(n *expr.OpCall, r *rel, j *joinSide) float64 {
	if len(n.Args) != 2 {
		return defaultClauseSel
	}
	l, rt := n.Args[0], n.Args[1]
	li, ri := lv.relidsOf(l), lv.relidsOf(rt)
	if j != nil && !li.empty() && !ri.empty() && !li.overlaps(ri) {
		return lv.selJoinOp(n.Op.Rest, l, rt, li, j)
	}
	switch n.Op.Rest {
	case "eqsel":
		return lv.selEq(l, rt, r, false)
	case "neqsel":
		return lv.selEq(l, rt, r, true)
	case "scalarltsel", "scalarlesel", "scalargtsel", "scalargesel":
		v, other, onLeft, ok := lv.restriction(l, rt, r)
		c, isConst := other.(*expr.Const)
		switch {
		case !ok || !isConst:
			return defaultIneqSel
		case c.Value.IsNull():
			return 0
		}
		op := n.Op
		if !onLeft {
			if op = op.Commutator; op == nil {
				return defaultIneqSel
			}
		}
		return lv.selIneq(&v, op, c.Value)
	case "likesel", "iclikesel", "regexeqsel", "icregexeqsel":
		return lv.selPattern(n, r, false)
	case "nlikesel", "icnlikesel", "regexnesel", "icregexnesel":
		return lv.selPattern(n, r, true)
	case "":
		return defaultClauseSel
	}
	return 0.001
}

// selJoinOp is join_selectivity: a comparison between two relations.
func (lv *level) selJoinOp(est string, l, r expr.Expr, li relids, j *joinSide) float64 {
	switch est {
	case "eqsel":
		return lv.selEqJoin(l, r, li, j)
	case "neqsel":
		return lv.selNeqJoin(l, r, li, j)
	case "scalarltsel", "scalarlesel", "scalargtsel", "scalargesel":
		return defaultIneqSel
	case "likesel", "iclikesel", "regexeqsel", "icregexeqsel":
		return defaultMatchSel
	case "nlikesel", "icnlikesel", "regexnesel", "icregexnesel":
		return 1 - defaultMatchSel
	case "":
		return defaultClauseSel
	}
	return 0.001
}

// selEq is eqsel, or neqsel if negate.
func (lv *level) selEq(l, r expr.Expr, rl *rel, negate bool) float64 {
	v, other, _, ok := lv.restriction(l, r, rl)
	if !ok {
		if negate {
			return 1 - defaultEqSel
		}
		return defaultEqSel
	}
	if c, ok := other.(*expr.Const); ok {
		return lv.selConst(&v, c.Value, negate)
	}
	return v.selUnknown(negate)
}

// selArray is scalararraysel.
func (lv *level) selArray(n *expr.ArrayOp, r *rel, j *joinSide) float64 {
	li := lv.relidsOf(n.L)
	joins := j != nil && li.or(lv.relidsOf(n.R)).count() > 1
	one := func(el expr.Expr) float64 {
		if joins {
			return clampSel(lv.selJoinOp(n.Op.Rest, n.L, el, li, j))
		}
		return clampSel(lv.selOp(&expr.OpCall{Op: n.Op, Args: []expr.Expr{n.L, el}, Ret: types.BoolOID}, r, j))
	}
	var elems []expr.Expr
	known := true
	switch a := stripRelabel(n.R).(type) {
	case *expr.Const:
		if a.Value.IsNull() {
			return 0
		}
		for _, d := range a.Value.Array().Elems {
			elems = append(elems, &expr.Const{Loc: -1, Value: d, T: n.Op.Right, Mod: -1})
		}
	case *expr.Array:
		elems = a.Elems
	default:
		known = false
		for range 10 {
			elems = append(elems, &expr.Param{Loc: -1, T: n.Op.Right, Mod: -1})
		}
	}
	isEq, isNe := n.Op.Rest == "eqsel", n.Op.Rest == "neqsel"
	s, disjoint := 0.0, 0.0
	if n.All {
		s, disjoint = 1, 1
	}
	var cached float64 = -1
	for _, el := range elems {
		if _, ok := el.(*expr.Const); ok || cached < 0 {
			cached = one(el)
		}
		if n.All {
			s *= cached
			disjoint += cached - 1
		} else {
			s = s + cached - s*cached
			disjoint += cached
		}
	}
	if known && (isEq && !n.All || isNe && n.All) && disjoint >= 0 && disjoint <= 1 {
		return disjoint
	}
	return s
}

// hashBucketSize is estimate_hash_bucket_stats: the part of the inner rows that
// an average probe looks at.
func (lv *level) hashBucketSize(e expr.Expr, buckets float64) float64 {
	v := lv.examine(e, nil)
	most := 0.0
	if _, freqs := v.mcv(); len(freqs) > 0 {
		most = freqs[0]
	}
	nd, known := v.distinct()
	if !known {
		return max(0.1, most)
	}
	average := (1 - v.nullFrac()) / nd
	if v.r != nil && v.r.tuples > 0 {
		nd = clampRows(nd * v.r.rows / v.r.tuples)
	}
	f := 1 / nd
	if nd > buckets {
		f = 1 / buckets
	}
	if average > 0 && most > average {
		f *= most / average
	}
	return min(max(f, 1e-6), 1)
}

// groupVar is one grouping expression and the relation it is of.
type groupVar struct {
	e  expr.Expr
	r  *rel
	nd float64
}

// numGroups is estimate_num_groups over input rows.
func (lv *level) numGroups(exprs []expr.Expr, rows float64) float64 {
	rows = clampRows(rows)
	if len(exprs) == 0 {
		return 1
	}
	n := 1.0
	var vars []groupVar
	for _, e := range exprs {
		if e.Type() == types.BoolOID {
			n *= 2
			continue
		}
		vars = lv.addGroupVar(vars, e)
	}
	for len(vars) > 0 {
		r := vars[0].r
		nd, maxND, cnt := 1.0, 0.0, 0
		rest := vars[:0:0]
		for _, v := range vars {
			if v.r != r {
				rest = append(rest, v)
				continue
			}
			nd *= v.nd
			maxND = max(maxND, v.nd)
			cnt++
		}
		vars = rest
		n *= lv.relGroups(r, nd, maxND, cnt)
	}
	n = math.Ceil(n)
	return max(min(n, rows), 1)
}

func (lv *level) relGroups(r *rel, nd, maxND float64, cnt int) float64 {
	if r == nil || r.tuples <= 0 {
		return nd
	}
	limit := r.tuples
	if cnt > 1 {
		limit = max(limit*0.1, min(maxND, r.tuples))
	}
	nd = min(nd, limit)
	if r.rows < r.tuples && nd > 0 {
		nd *= 1 - math.Pow((r.tuples-r.rows)/r.tuples, r.tuples/nd)
	}
	return clampRows(nd)
}

// addGroupVar adds e, or the variables in it if nothing is known of its values.
func (lv *level) addGroupVar(vars []groupVar, e expr.Expr) []groupVar {
	put := func(v varStats) {
		nd, _ := v.distinct()
		for i := 0; i < len(vars); i++ {
			o := &vars[i]
			if equalExpr(o.e, v.e) {
				return
			}
			if o.r != v.r && lv.sameClass(o.e, v.e) {
				if o.nd <= nd {
					return
				}
				vars = slices.Delete(vars, i, i+1)
				i--
			}
		}
		vars = append(vars, groupVar{v.e, v.r, nd})
	}
	v := lv.examine(e, nil)
	if v.s != nil || v.unique {
		put(v)
		return vars
	}
	expr.Walk(v.e, func(x expr.Expr) bool {
		if x, ok := x.(*expr.Var); ok {
			put(lv.examine(x, nil))
		}
		return true
	})
	return vars
}

// knownGroups estimates groups only if no default guess goes into it.
func (lv *level) knownGroups(vars []groupVar, rows float64) (float64, bool) {
	var list []expr.Expr
	for _, v := range vars {
		if _, known := lv.distinct(v.e, lv.relOfExpr(v.e)); !known {
			return 0, false
		}
		list = append(list, v.e)
	}
	return lv.numGroups(list, rows), true
}
