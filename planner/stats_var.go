package planner

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/types"
)

// What statistics say of an expression: examine_variable of PostgreSQL 18,
// utils/adt/selfuncs.c.

// varStats is an expression with what is known of its values: VariableStatData.
type varStats struct {
	e      expr.Expr // without relabelings
	r      *rel      // that it reads; nil if not one
	t      types.OID // of the values
	unique bool
	s      *catalog.ColumnStats // nil if there are none
}

// examine looks up the statistics of e, whose columns are of one relation; r is
// that relation if known.
func (lv *level) examine(e expr.Expr, r *rel) varStats {
	v := varStats{e: stripRelabel(e), r: r}
	v.t = v.e.Type()
	if own := lv.relOfExpr(v.e); own != nil || r == nil || r.rti == 0 {
		v.r = own
	}
	if v.r == nil {
		return v
	}
	v.unique = lv.isUniqueExpr(v.e, v.r)
	if x, ok := v.e.(*expr.Var); ok {
		v.s = lv.columnStats(v.r, x)
	} else if v.r.relation != nil {
		v.s = lv.expressionStats(v.r, v.e)
	}
	return v
}

// expressionStats finds the statistics of an expression that is a key of an index, which
// has all rows.
func (lv *level) expressionStats(r *rel, e expr.Expr) *catalog.ColumnStats {
	for _, ix := range r.indexes {
		if ix.def.Predicate != nil {
			continue
		}
		for i := range ix.keys {
			if k := &ix.keys[i]; k.expr == nil || !equalExpr(k.expr, e) {
				continue
			}
			if s := lv.g.a.IndexStatistics(ix.def); i < len(s) && s[i] != nil {
				return s[i]
			}
		}
	}
	return nil
}

// columnStats finds the statistics of a column, through subqueries that hand it
// on as it is.
func (lv *level) columnStats(r *rel, v *expr.Var) *catalog.ColumnStats {
	if v.Attr < 1 {
		return nil
	}
	if r.relation != nil {
		if !r.statsRead {
			r.stats, r.statsRead = lv.g.a.Statistics(r.relation), true
		}
		if n := r.attr(v.Attr); n <= len(r.stats) {
			return r.stats[n-1]
		}
		return nil
	}
	var in *level
	switch {
	case r.sub != nil:
		in = r.sub.lv
	case r.cte != nil:
		in = r.cte.sub
	}
	if in == nil || in.q.SetOp != nil || len(in.q.Distinct) > 0 || len(in.q.Group) > 0 {
		return nil
	}
	outs := in.targets
	if in.q.Command != Select {
		outs = in.q.Returning
	}
	if v.Attr > len(outs) {
		return nil
	}
	if x, ok := outs[v.Attr-1].Expr.(*expr.Var); ok && x.Up == 0 {
		if ir := in.relOf(x.Rel); ir != nil {
			return in.columnStats(ir, x)
		}
	}
	return nil
}

func (v *varStats) nullFrac() float64 {
	if v.s == nil {
		return 0
	}
	return v.s.NullFrac
}

// mcv returns the most common values and their frequencies.
func (v *varStats) mcv() (vals []types.Datum, freqs []float64) {
	if s := v.s.Slot(catalog.StatMCV); s != nil && len(s.Values) == len(s.Numbers) {
		return s.Values, s.Numbers
	}
	return nil, nil
}

func (v *varStats) histogram() []types.Datum {
	if s := v.s.Slot(catalog.StatHistogram); s != nil {
		return s.Values
	}
	return nil
}

// correlation is that between the order of values and of rows; 0 if unknown.
func (v *varStats) correlation() float64 {
	if s := v.s.Slot(catalog.StatCorrelation); s != nil && len(s.Numbers) > 0 {
		return s.Numbers[0]
	}
	return 0
}

// indexCorrelation is how closely the rows lie in the index's order.
func (lv *level) indexCorrelation(r *rel, ix *indexInfo) float64 {
	if ix.keys[0].pattern {
		return 0
	}
	st := varStats{e: ix.keys[0].e, r: r}
	if v, ok := st.e.(*expr.Var); ok {
		st.s = lv.columnStats(r, v)
	} else if s := lv.g.a.IndexStatistics(ix.def); len(s) > 0 {
		st.s = s[0]
	}
	c := st.correlation()
	if ix.def.Keys[0].Desc {
		c = -c
	}
	if ix.def.NKeys > 1 {
		c *= 0.75
	}
	return c
}

// distinct is get_variable_numdistinct; known is false for the default guess.
func (v *varStats) distinct() (n float64, known bool) {
	d := 0.0 // as stadistinct
	x, isVar := v.e.(*expr.Var)
	switch {
	case v.s != nil:
		d = v.s.Distinct
	case v.t == types.BoolOID:
		d = 2
	case v.r != nil && v.r.entry != nil && v.r.entry.Kind == ValuesEntry:
		d = -1
	case isVar && v.r != nil && v.r.relation != nil && x.Attr == expr.AttrCtid:
		d = -1
	case isVar && v.r != nil && v.r.relation != nil && x.Attr == expr.AttrTableOID:
		d = 1
	}
	if v.unique {
		d = -1 * (1 - v.nullFrac())
	}
	switch {
	case d > 0:
		return clampRows(d), true
	case v.r == nil || v.r.tuples <= 0:
		return defaultNDistinct, false
	case d < 0:
		return clampRows(-d * v.r.tuples), true
	case v.r.tuples < defaultNDistinct:
		return clampRows(v.r.tuples), true
	}
	return defaultNDistinct, false
}

// compare orders two values of the variable's type.
func (v *varStats) compare(a, b types.Datum) int {
	if v.t == types.BpcharOID {
		return types.CompareBpchar(a, b)
	}
	return types.Compare(a, b)
}

// least and greatest value of the column that statistics know: get_variable_range.
func (v *varStats) bounds() (lo, hi types.Datum, ok bool) {
	if v.s == nil {
		return lo, hi, false
	}
	if h := v.histogram(); len(h) > 0 {
		lo, hi, ok = h[0], h[len(h)-1], true
	}
	vals, freqs := v.mcv()
	if !ok {
		sum := v.nullFrac()
		for _, f := range freqs {
			sum += f
		}
		if sum <= 0.99999 {
			return lo, hi, false
		}
	}
	for _, d := range vals {
		if !ok || v.compare(d, lo) < 0 {
			lo = d
		}
		if !ok || v.compare(d, hi) > 0 {
			hi = d
		}
		ok = true
	}
	return lo, hi, ok
}

// test makes a function that tells whether a value of the variable stands in the
// relation of op to c; onLeft says on which side it stands.
func (lv *level) test(v *varStats, op *expr.Operator, c types.Datum, onLeft bool) func(types.Datum) bool {
	if op.Btree != 0 && kindOf(op.Left) == kindOf(op.Right) && c.Kind() == kindOf(v.t) {
		strategy := op.Btree
		if !onLeft && strategy != 3 {
			strategy = -strategy
		}
		return func(d types.Datum) bool { return compareHolds(v.compare(d, c), strategy) }
	}
	slot := &expr.Var{Loc: -1, Rel: 1, Attr: 1, Slot: 0, T: v.t, Mod: -1}
	k := &expr.Const{Loc: -1, Value: c, T: op.Right, Mod: -1}
	args := []expr.Expr{slot, k}
	if !onLeft {
		k.T = op.Left
		args = []expr.Expr{k, slot}
	}
	f, err := expr.Compile(&expr.OpCall{Loc: -1, Op: op, Args: args, Ret: types.BoolOID})
	if err != nil {
		return func(types.Datum) bool { return false }
	}
	ctx, row := lv.g.foldCtx(), make(types.Row, 1)
	return func(d types.Datum) bool {
		row[0] = d
		got, err := f(ctx, row)
		return err == nil && got.IsTrue()
	}
}
