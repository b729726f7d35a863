package planner

import (
	"math"

	"minidb/expr"
	"minidb/types"
)

// Selectivities of conditions between relations, and where merges begin and end:
// eqjoinsel and mergejoinscansel of PostgreSQL 18, utils/adt/selfuncs.c.

// selEqJoin is eqjoinsel for l = r.
func (lv *level) selEqJoin(l, r expr.Expr, li relids, j *joinSide) float64 {
	a, b := lv.examine(l, lv.relOfExpr(l)), lv.examine(r, lv.relOfExpr(r))
	inner := lv.selEqInner(&a, &b)
	if j.kind != SemiJoin && j.kind != AntiJoin {
		return inner
	}
	if li.subsetOf(j.inner.ids) {
		a, b = b, a
	}
	return min(lv.selEqSemi(&a, &b, j.inner), j.inner.rows*inner)
}

// matchMCVs pairs equal most common values, at most n of b's. The values of each
// side are distinct.
func matchMCVs(a, b *varStats, n int) (inA, inB []bool, matches int, product float64) {
	va, fa := a.mcv()
	vb, fb := b.mcv()
	vb = vb[:min(n, len(vb))]
	inA, inB = make([]bool, len(va)), make([]bool, len(fb))
	at := make(map[string]int, len(vb))
	var key []byte
	for k, y := range vb {
		key = matchKey(key[:0], b, y)
		at[string(key)] = k
	}
	for i, x := range va {
		key = matchKey(key[:0], a, x)
		k, ok := at[string(key)]
		if !ok || inB[k] {
			continue
		}
		inA[i], inB[k] = true, true
		product += fa[i] * fb[k]
		matches++
	}
	return inA, inB, matches, product
}

// matchKey appends what equal values of two columns have in common: float4 and
// float8 compare as numbers.
func matchKey(key []byte, v *varStats, d types.Datum) []byte {
	if v.t == types.BpcharOID {
		d = types.NewText(types.TrimBpchar(d.Text()))
	}
	return types.AppendKey(key, d, false, false)
}

// split adds up the frequencies of values that have a partner, and of the others.
func split(freqs []float64, matched []bool) (with, without float64) {
	for i, f := range freqs {
		if matched[i] {
			with += f
		} else {
			without += f
		}
	}
	return clampSel(with), clampSel(without)
}

func (lv *level) selEqInner(a, b *varStats) float64 {
	na, _ := a.distinct()
	nb, _ := b.distinct()
	_, fa := a.mcv()
	_, fb := b.mcv()
	if len(fa) == 0 || len(fb) == 0 {
		return (1 - a.nullFrac()) * (1 - b.nullFrac()) / max(na, nb)
	}
	inA, inB, matches, product := matchMCVs(a, b, math.MaxInt)
	product = clampSel(product)
	withA, withoutA := split(fa, inA)
	withB, withoutB := split(fb, inB)
	otherA := clampSel(1 - a.nullFrac() - withA - withoutA)
	otherB := clampSel(1 - b.nullFrac() - withB - withoutB)
	total := func(without, other, otherWithout, otherOther, n float64, values int) float64 {
		s := product
		if n > float64(values) {
			s += without * otherOther / (n - float64(values))
		}
		if n > float64(matches) {
			s += other * (otherOther + otherWithout) / (n - float64(matches))
		}
		return s
	}
	return clampSel(min(total(withoutA, otherA, withoutB, otherB, nb, len(fb)),
		total(withoutB, otherB, withoutA, otherA, na, len(fa))))
}

// selEqSemi is the part of a's rows that have a partner among b's.
func (lv *level) selEqSemi(a, b *varStats, inner *rel) float64 {
	na, ka := a.distinct()
	nb, kb := b.distinct()
	if b.r != nil && nb >= b.r.rows {
		nb, kb = b.r.rows, true
	}
	if nb >= inner.rows {
		nb, kb = inner.rows, true
	}
	_, fa := a.mcv()
	_, fb := b.mcv()
	part := func(na, nb float64) float64 {
		switch {
		case !ka || !kb:
			return 0.5
		case na <= nb || nb < 0:
			return 1
		}
		return nb / na
	}
	if len(fa) == 0 || len(fb) == 0 {
		return clampSel(part(na, nb) * (1 - a.nullFrac()))
	}
	inA, _, matches, _ := matchMCVs(a, b, int(min(float64(len(fb)), nb)))
	with, _ := split(fa, inA)
	uncertain := clampSel(1 - with - a.nullFrac())
	return clampSel(with + uncertain*part(na-float64(matches), nb-float64(matches)))
}

// selNeqJoin is neqjoinsel for l <> r.
func (lv *level) selNeqJoin(l, r expr.Expr, li relids, j *joinSide) float64 {
	if j.kind != SemiJoin && j.kind != AntiJoin {
		return 1 - lv.selEqJoin(l, r, li, j)
	}
	if li.subsetOf(j.inner.ids) {
		l = r
	}
	v := lv.examine(l, lv.relOfExpr(l))
	return 1 - v.nullFrac()
}

// scanPart is the part of an input that a merge reads, and where it begins.
type scanPart struct{ start, end float64 }

// mergeParts is mergejoinscansel for clause c in the order of k: of its left and
// its right side.
func (lv *level) mergeParts(c *clause, k *pathKey) (left, right scanPart) {
	for i := range c.parts {
		if p := &c.parts[i]; p.key == k {
			return p.left, p.right
		}
	}
	left, right = lv.findMergeParts(c, k)
	c.parts = append(c.parts, keyedParts{k, left, right})
	return left, right
}

func (lv *level) findMergeParts(c *clause, k *pathKey) (left, right scanPart) {
	left, right = scanPart{0, 1}, scanPart{0, 1}
	if c.l == nil || c.r == nil {
		return left, right
	}
	l, r := lv.examine(c.l, lv.relOfExpr(c.l)), lv.examine(c.r, lv.relOfExpr(c.r))
	lmin, lmax, ok := l.bounds()
	rmin, rmax, ok2 := r.bounds()
	if !ok || !ok2 || lmin.Kind() != rmin.Kind() {
		return left, right
	}
	lt, le := -2, -1
	if k.desc {
		lt, le = 2, 1
		lmin, lmax, rmin, rmax = lmax, lmin, rmax, rmin
	}
	sel := func(v *varStats, strategy int, d types.Datum, into *float64) {
		op := *c.op
		op.Btree = strategy
		if s := lv.selIneq(v, &op, d); s != defaultIneqSel {
			*into = s
		}
	}
	sel(&l, le, rmax, &left.end)
	sel(&r, le, lmax, &right.end)
	switch {
	case left.end > right.end:
		left.end = 1
	case left.end < right.end:
		right.end = 1
	default:
		left.end, right.end = 1, 1
	}
	sel(&l, lt, rmin, &left.start)
	sel(&r, lt, lmin, &right.start)
	switch {
	case left.start < right.start:
		left.start = 0
	case left.start > right.start:
		right.start = 0
	default:
		left.start, right.start = 0, 0
	}
	if k.nullsFirst {
		left.skipNulls(&l)
		right.skipNulls(&r)
	}
	return left.sane(), right.sane()
}

func (p *scanPart) skipNulls(v *varStats) {
	n := v.nullFrac()
	p.start, p.end = clampSel(p.start+n), clampSel(p.end+n)
}

func (p scanPart) sane() scanPart {
	if p.start >= p.end {
		return scanPart{0, 1}
	}
	return p
}

// columnWidth is the average width of a column's values, by statistics or by its
// type.
func (lv *level) columnWidth(v *expr.Var) float64 {
	if r := lv.relOf(v.Rel); r != nil && v.Attr > 0 && (r.relation != nil || r.sub != nil || r.cte != nil) {
		if r.part != nil {
			if w := r.averageWidth(v); w > 0 {
				return w
			}
		}
		if w := lv.outputWidth(r, v); w > 0 {
			return w
		}
	}
	return typeWidth(v.T, v.Mod)
}

// outputWidth is the width of a relation's output column; 0 if only its type is
// known.
func (lv *level) outputWidth(r *rel, v *expr.Var) float64 {
	if r.relation != nil {
		if s := lv.columnStats(r, v); s != nil {
			return float64(s.Width)
		}
	}
	if r.sub != nil && r.sub.lv.q.SetOp == nil && v.Attr <= len(r.sub.lv.targets) {
		if x, ok := r.sub.lv.targets[v.Attr-1].Expr.(*expr.Var); ok && x.Up == 0 {
			return r.sub.lv.columnWidth(x)
		}
	}
	return 0
}
