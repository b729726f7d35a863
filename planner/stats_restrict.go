package planner

import (
	"minidb/expr"
	"minidb/types"
)

// Selectivities of conditions on one relation, from statistics of its columns:
// the estimators of PostgreSQL 18, utils/adt/selfuncs.c.

// selConst is var_eq_const: v = d, or v <> d if negate.
func (lv *level) selConst(v *varStats, d types.Datum, negate bool) float64 {
	if d.IsNull() {
		return 0
	}
	nulls := v.nullFrac()
	var s float64
	switch {
	case v.unique && v.r.tuples >= 1:
		s = 1 / v.r.tuples
	case v.s != nil:
		s = lv.selMCV(v, d)
	default:
		n, _ := v.distinct()
		s = 1 / n
	}
	if negate {
		s = 1 - s - nulls
	}
	return clampSel(s)
}

// selMCV is the frequency of a most common value, or the part that each of the
// other values has.
func (lv *level) selMCV(v *varStats, d types.Datum) float64 {
	vals, freqs := v.mcv()
	sum := 0.0
	for i, m := range vals {
		if m.Kind() == d.Kind() && v.compare(m, d) == 0 || m.Kind() != d.Kind() && number2(m, d) {
			return freqs[i]
		}
		sum += freqs[i]
	}
	s := clampSel(1 - sum - v.nullFrac())
	n, _ := v.distinct()
	if others := n - float64(len(freqs)); others > 1 {
		s /= others
	}
	if k := len(freqs); k > 0 && s > freqs[k-1] {
		s = freqs[k-1]
	}
	return s
}

// number2 tells whether two numbers of different types are equal.
func number2(a, b types.Datum) bool {
	x, ok := number(a)
	y, ok2 := number(b)
	return ok && ok2 && x == y
}

// selUnknown is var_eq_non_const: v compared with a value that is not known yet.
func (v *varStats) selUnknown(negate bool) float64 {
	n, _ := v.distinct()
	s := 1 / n
	switch {
	case v.unique && v.r.tuples >= 1:
		s = 1 / v.r.tuples
	case v.s != nil:
		s = 1 - v.nullFrac()
		if n > 1 {
			s /= n
		}
		if _, freqs := v.mcv(); len(freqs) > 0 && s > freqs[0] {
			s = freqs[0]
		}
	}
	if negate {
		s = 1 - s - v.nullFrac()
	}
	return clampSel(s)
}

// restriction splits a condition on one relation into its variable and the other
// side, a constant if it can be one: get_restriction_variable.
func (lv *level) restriction(l, r expr.Expr, rl *rel) (v varStats, other expr.Expr, onLeft, ok bool) {
	li, ri := lv.relidsOf(l), lv.relidsOf(r)
	switch {
	case rl != nil && rl.rti > 0 && li == rl.ids && !ri.overlaps(rl.ids):
		return lv.examine(l, rl), lv.estimated(r), true, true
	case rl != nil && rl.rti > 0 && ri == rl.ids && !li.overlaps(rl.ids):
		return lv.examine(r, rl), lv.estimated(l), false, true
	case rl != nil && rl.rti > 0:
		return v, nil, false, false
	case !li.empty() && ri.empty():
		return lv.examine(l, rl), lv.estimated(r), true, li.count() == 1
	case li.empty() && !ri.empty():
		return lv.examine(r, rl), lv.estimated(l), false, ri.count() == 1
	}
	return v, nil, false, false
}

// estimated is estimate_expression_value: what a stable expression would give now.
func (lv *level) estimated(e expr.Expr) expr.Expr {
	switch n := stripRelabel(e).(type) {
	case *expr.Const:
		return n
	case *expr.Param, *expr.Var:
		return e
	}
	if hasVar(e) {
		return e
	}
	r, err := expr.Estimate(e, lv.g.foldCtx())
	if err != nil {
		return e
	}
	return stripRelabel(r)
}

// selIneq is scalarineqsel: v < d, or the comparison that op stands for with v on
// its left side.
func (lv *level) selIneq(v *varStats, op *expr.Operator, d types.Datum) float64 {
	if v.s == nil {
		return defaultIneqSel
	}
	common, sum := lv.selCommon(v, lv.test(v, op, d, true))
	h := lv.selHistogram(v, op, d)
	s := 1 - v.nullFrac() - sum
	if h >= 0 {
		s *= h
	} else {
		s *= 0.5 // there are few values beside the most common ones
	}
	return clampSel(s + common)
}

// selCommon is mcv_selectivity: the part of the rows whose value is a most common
// one and passes the test, and the part that has any of them.
func (lv *level) selCommon(v *varStats, test func(types.Datum) bool) (pass, all float64) {
	vals, freqs := v.mcv()
	for i, d := range vals {
		if test(d) {
			pass += freqs[i]
		}
		all += freqs[i]
	}
	return pass, all
}

// selHistogram is ineq_histogram_selectivity: the part of the values that the
// histogram covers for which the comparison with d holds; -1 without one.
func (lv *level) selHistogram(v *varStats, op *expr.Operator, d types.Datum) float64 {
	h := v.histogram()
	n := len(h)
	if n < 2 {
		return -1
	}
	greater, orEqual := op.Btree > 0, op.Btree == -1 || op.Btree == 1
	first, last, end := h[0], h[n-1], false
	ends := lv.indexOn(v)
	bound := func(i int) types.Datum {
		switch i {
		case 0:
			return first
		case n - 1:
			return last
		}
		return h[i]
	}
	if n == 2 {
		end = ends.replace(&first, true) && ends.replace(&last, false)
	}
	holds := lv.test(v, op, d, true)
	lo, hi := 0, n
	for lo < hi {
		probe := (lo + hi) / 2
		switch {
		case n == 2:
		case probe == 0:
			end = ends.replace(&first, true)
		case probe == n-1:
			end = ends.replace(&last, false)
		}
		below := holds(bound(probe))
		if greater {
			below = !below
		}
		if below {
			lo = probe + 1
		} else {
			hi = probe
		}
	}
	var f float64
	switch {
	case lo <= 0:
	case lo >= n:
		f = 1
	default:
		equal := 0.0
		if lo == 1 || greater == orEqual {
			others, _ := v.distinct()
			vals, _ := v.mcv()
			if others -= float64(len(vals)); others > 1 {
				equal = 1 / others
			}
		}
		part := fraction(d, bound(lo-1), bound(lo))
		f = (float64(lo-1) + part) / float64(n-1)
		if lo == 1 {
			f += equal * (1 - part)
		}
		if greater == orEqual {
			f -= equal
		}
	}
	if greater {
		f = 1 - f
	}
	if end {
		return clampSel(f)
	}
	cutoff := 0.01 / float64(n-1)
	return min(max(f, cutoff), 1-cutoff)
}

// selNull is nulltestsel.
func (lv *level) selNull(arg expr.Expr, not bool, r *rel) float64 {
	v := lv.examine(arg, r)
	s := defaultUnkSel
	if x, ok := v.e.(*expr.Var); ok && x.Attr < 0 {
		s = 0
	} else if v.s != nil {
		s = v.s.NullFrac
	}
	if not {
		return clampSel(1 - s)
	}
	return clampSel(s)
}

// selBoolTest is booltestsel.
func (lv *level) selBoolTest(n *expr.BoolTest, r *rel, j *joinSide) float64 {
	v := lv.examine(n.Arg, r)
	if v.s == nil {
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
	nulls := v.s.NullFrac
	yes := (1 - nulls) / 2
	if vals, freqs := v.mcv(); len(vals) > 0 {
		if yes = freqs[0]; !vals[0].Bool() {
			yes = 1 - freqs[0] - nulls
		}
	}
	no := 1 - yes - nulls
	s := map[expr.BoolTestKind]float64{expr.IsUnknown: nulls, expr.IsNotUnknown: 1 - nulls, expr.IsTrue: yes,
		expr.IsNotTrue: 1 - yes, expr.IsFalse: no, expr.IsNotFalse: 1 - no}[n.Kind]
	return clampSel(s)
}

// selBoolVar is boolvarsel: a condition that is a column.
func (lv *level) selBoolVar(e expr.Expr, r *rel) float64 {
	if v := lv.examine(e, r); v.s != nil {
		return lv.selConst(&v, types.NewBool(true), false)
	}
	return defaultClauseSel
}
