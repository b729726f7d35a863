package planner

import (
	"math"
	"strings"

	"minidb/expr"
	"minidb/types"
)

// Selectivities: which part of the rows a condition lets through. Without
// statistics these are PostgreSQL's defaults (selfuncs.h); columnStats is the
// one place where pg_statistic will come in.

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
	e = stripRelabel(e)
	if r == nil || r.rti == 0 {
		r = lv.relOfExpr(e)
	}
	if r == nil {
		return defaultNDistinct, false
	}
	if e.Type() == types.BoolOID {
		return 2, true
	}
	if v, ok := e.(*expr.Var); ok && r.relation != nil {
		switch v.Attr {
		case expr.AttrCtid:
			return clampRows(r.tuples), true
		case expr.AttrTableOID:
			return 1, true
		}
	}
	if lv.isUniqueExpr(e, r) {
		return clampRows(r.tuples), true
	}
	if r.tuples < defaultNDistinct {
		return clampRows(r.tuples), true
	}
	return defaultNDistinct, false
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
	lo, hi float64 // 0: none
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
	it := rangePair{e: l}
	it.merge(dir, s)
	rp.items = append(rp.items, it)
	return true
}

func (p *rangePair) merge(dir int, s float64) {
	b := &p.lo
	if dir < 0 {
		b = &p.hi
	}
	if *b == 0 || s < *b {
		*b = s
	}
}

func (rp *rangePairs) result() float64 {
	s := 1.0
	for _, it := range rp.items {
		switch {
		case it.lo == 0:
			s *= it.hi
		case it.hi == 0:
			s *= it.lo
		case it.lo == defaultIneqSel && it.hi == defaultIneqSel:
			s *= defaultRangeSel
		default:
			s2 := it.lo + it.hi - 1
			if s2 <= 0 {
				s2 = defaultRangeSel
				if s2 > -0.01 {
					s2 = 1e-10
				}
			}
			s *= s2
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
		return 0.5
	case *expr.Bool:
		return lv.selBool(n, r, j)
	case *expr.OpCall:
		return clampSel(lv.selOp(n, r, j))
	case *expr.Distinct:
		return clampSel(1 - lv.selEq(n.L, n.R, r, j))
	case *expr.ArrayOp:
		return clampSel(lv.selArray(n, r, j))
	case *expr.NullTest:
		if n.Not {
			return defaultNotUnkSel
		}
		return defaultUnkSel
	case *expr.BoolTest:
		return lv.selBoolTest(n, r, j)
	case *expr.RowCompare:
		return defaultIneqSel
	case *expr.FuncCall:
		return defaultBoolFnSel
	case *expr.Relabel:
		return lv.sel(n.Arg, r, j)
	}
	return defaultClauseSel
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

func (lv *level) selBoolTest(n *expr.BoolTest, r *rel, j *joinSide) float64 {
	switch n.Kind {
	case expr.IsUnknown:
		return defaultUnkSel
	case expr.IsNotUnknown:
		return defaultNotUnkSel
	case expr.IsTrue, expr.IsNotFalse:
		return lv.sel(n.Arg, r, j)
	}
	return 1 - lv.sel(n.Arg, r, j)
}

// selOp is restriction_selectivity or join_selectivity by the estimator that
// pg_operator names.
func (lv *level) selOp(n *expr.OpCall, r *rel, j *joinSide) float64 {
	if len(n.Args) != 2 {
		return defaultClauseSel
	}
	l, rt := n.Args[0], n.Args[1]
	switch n.Op.Rest {
	case "eqsel":
		return lv.selEq(l, rt, r, j)
	case "neqsel":
		return 1 - lv.selEq(l, rt, r, j)
	case "scalarltsel", "scalarlesel", "scalargtsel", "scalargesel":
		return defaultIneqSel
	case "likesel", "iclikesel":
		return lv.selLike(rt, n.Op.Rest == "iclikesel")
	case "nlikesel", "icnlikesel":
		return 1 - lv.selLike(rt, n.Op.Rest == "icnlikesel")
	case "regexeqsel", "icregexeqsel":
		return defaultMatchSel
	case "regexnesel", "icregexnesel":
		return 1 - defaultMatchSel
	case "":
		return defaultClauseSel
	}
	return 0.001
}

// selEq is eqsel, or eqjoinsel if the two sides are of two relations.
func (lv *level) selEq(l, r expr.Expr, rl *rel, j *joinSide) float64 {
	li, ri := lv.relidsOf(l), lv.relidsOf(r)
	if j != nil && !li.empty() && !ri.empty() && !li.overlaps(ri) {
		return lv.selEqJoin(l, r, li, j)
	}
	e, other := l, r
	switch {
	case rl != nil && rl.rti > 0 && li == rl.ids && !ri.overlaps(rl.ids):
		// The other side's value comes from outside the scan.
	case rl != nil && rl.rti > 0 && ri == rl.ids && !li.overlaps(rl.ids), li.empty():
		e, other = r, l
	case !ri.empty():
		return defaultEqSel
	}
	if c, ok := other.(*expr.Const); ok && c.Value.IsNull() {
		return 0
	}
	rel := lv.relOfExpr(e)
	if rel == nil {
		rel = rl
	}
	if rel != nil && lv.isUniqueExpr(stripRelabel(e), rel) && rel.tuples >= 1 {
		return 1 / rel.tuples
	}
	nd, _ := lv.distinct(e, rel)
	return 1 / nd
}

func (lv *level) selEqJoin(l, r expr.Expr, li relids, j *joinSide) float64 {
	nd1, k1 := lv.distinct(l, lv.relOfExpr(l))
	nd2, k2 := lv.distinct(r, lv.relOfExpr(r))
	if j.kind != SemiJoin && j.kind != AntiJoin {
		return 1 / max(nd1, nd2)
	}
	inner := j.inner
	if li.subsetOf(inner.ids) {
		nd1, nd2, k1, k2 = nd2, nd1, k2, k1
	}
	if nd2 >= inner.rows {
		nd2, k2 = inner.rows, true
	}
	if k1 && k2 {
		if nd1 <= nd2 || nd2 < 0 {
			return 1
		}
		return min(nd2/nd1, 1/max(1, nd1/nd2))
	}
	return 0.5
}

// selArray is scalararraysel.
func (lv *level) selArray(n *expr.ArrayOp, r *rel, j *joinSide) float64 {
	one := func(el expr.Expr) float64 {
		return clampSel(lv.selOp(&expr.OpCall{Op: n.Op, Args: []expr.Expr{n.L, el}, Ret: types.BoolOID}, r, j))
	}
	var elems []expr.Expr
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
		if c, ok := el.(*expr.Const); !ok || c.Value.IsNull() || cached < 0 {
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
	if (isEq && !n.All || isNe && n.All) && disjoint >= 0 && disjoint <= 1 {
		return disjoint
	}
	return s
}

// selLike is patternsel without a histogram: a fixed prefix has the default
// selectivity, each further character and wildcard a factor.
func (lv *level) selLike(pattern expr.Expr, fold bool) float64 {
	c, ok := pattern.(*expr.Const)
	if !ok {
		return defaultMatchSel
	}
	if c.Value.IsNull() || c.Value.Kind() != types.Text {
		return 0
	}
	pat := c.Value.Text()
	prefix, exact := likePrefix(pat)
	if fold {
		prefix, exact = "", false
	}
	if exact {
		return defaultEqSel
	}
	s := 1.0
	if prefix != "" {
		s = defaultMatchSel
	}
	rest := strings.TrimLeft(likeRest(pat, prefix), "%_")
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case '%':
			s *= 5
		case '_':
			s *= 0.9
		case '\\':
			i++
			s *= 0.2
		default:
			s *= 0.2
		}
	}
	return min(max(s, 0.0001), 0.9999)
}

// likePrefix is the text before a LIKE pattern's first wildcard; exact if there
// is none.
func likePrefix(pat string) (prefix string, exact bool) {
	var b strings.Builder
	for i := 0; i < len(pat); i++ {
		switch pat[i] {
		case '%', '_':
			return b.String(), false
		case '\\':
			i++
			if i == len(pat) {
				return b.String(), true
			}
		}
		b.WriteByte(pat[i])
	}
	return b.String(), true
}

func likeRest(pat, prefix string) string {
	i := 0
	for range len(prefix) {
		if pat[i] == '\\' {
			i++
		}
		i++
	}
	return pat[i:]
}

// hashBucketSize is estimate_hash_bucket_stats: the part of the inner rows that
// an average probe looks at.
func (lv *level) hashBucketSize(e expr.Expr, in *path, buckets float64) float64 {
	r := lv.relOfExpr(e)
	nd, known := lv.distinct(e, r)
	if !known {
		return 0.1
	}
	if r != nil && r.rows > 0 && r.rows < r.tuples {
		nd = clampRows(nd * r.rows / r.tuples)
	}
	f := 1 / nd
	if nd > buckets {
		f = 1 / buckets
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

// addGroupVar adds e, or the variables in it if it is a computed value.
func (lv *level) addGroupVar(vars []groupVar, e expr.Expr) []groupVar {
	put := func(x expr.Expr, r *rel) {
		nd, _ := lv.distinct(x, r)
		for _, v := range vars {
			if equalExpr(v.e, x) {
				return
			}
			if v.r == r && lv.sameClass(v.e, x) {
				return
			}
		}
		vars = append(vars, groupVar{x, r, nd})
	}
	e = stripRelabel(e)
	if v, ok := e.(*expr.Var); ok {
		put(v, lv.relOfExpr(v))
		return vars
	}
	if r := lv.relOfExpr(e); r != nil && lv.isUniqueExpr(e, r) {
		put(e, r)
		return vars
	}
	walk(e, func(x expr.Expr) bool {
		if v, ok := x.(*expr.Var); ok {
			put(v, lv.relOfExpr(v))
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
