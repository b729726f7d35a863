package executor

import (
	"slices"

	"minidb/catalog"
	"minidb/expr"
	"minidb/planner"
	"minidb/storage"
	"minidb/types"
)

// An index scan's conditions become ranges of the index: equalities on the
// leading key columns, then bounds on the next one. Conditions that a range
// cannot express (on later columns, or comparing with another kind of value)
// are tested on the rows.

// indexBounds computes ranges from conditions; it is used by one execution.
type indexBounds struct {
	rel   *catalog.Relation
	index *catalog.Index
	spec  storage.IndexSpec
	conds []planner.IndexCond
	// left are the conditions tested on rows, values their right sides.
	left   []int
	values []types.Datum
	small  [2]types.Datum
	tests  []expr.Filter // compiled conditions, by condition; made when first left
	ec     *expr.Ctx
	// predicate is the index's, compiled when a row is first tested by it.
	predicate expr.Filter
	// point and one are the answer of the commonest scan, one key by equality.
	point [1]types.Datum
	one   [1]storage.Range
}

func newIndexBounds(rel *catalog.Relation, ix *catalog.Index, conds []planner.IndexCond) indexBounds {
	return indexBounds{rel: rel, index: ix, spec: ix.Tree.Spec(), conds: conds}
}

// forget drops the values of the last execution.
func (b *indexBounds) forget() {
	clear(b.values)
	clear(b.point[:])
	b.one[0] = storage.Range{}
}

// column holds the conditions on one key column after their values are known.
type columnBounds struct {
	points                       []types.Datum // = or = ANY, in index order; nil if there is none
	null                         bool          // IS NULL
	lo, hi                       types.Datum   // in index order
	loRest, hiRest               []types.Datum // of comparisons of rows: the columns behind
	never                        bool          // a condition cannot be true
	loExcl, hiExcl, hasLo, hasHi bool
	notNull                      bool
}

// ranges evaluates the conditions and returns the ranges to read, in index
// order; none if a condition cannot be true.
func (b *indexBounds) ranges(ec *expr.Ctx) ([]storage.Range, error) {
	b.ec = ec
	b.left = b.left[:0]
	if b.values == nil {
		b.values = b.small[:]
		if len(b.conds) > len(b.small) {
			b.values = make([]types.Datum, len(b.conds))
		}
	}
	for i := range b.conds {
		if err := b.evaluate(i); err != nil {
			return nil, err
		}
		if b.impossible(i) {
			return nil, nil
		}
	}
	return b.build()
}

func (b *indexBounds) evaluate(i int) error {
	if b.conds[i].Value == nil {
		return nil
	}
	d, err := b.conds[i].Value(b.ec, nil)
	b.values[i] = d
	return err
}

// impossible: comparing with NULL is never true.
func (b *indexBounds) impossible(i int) bool {
	return b.conds[i].Value != nil && b.values[i].IsNull()
}

// single is build for one equality on the only key column, without allocating.
func (b *indexBounds) single() []storage.Range {
	if len(b.conds) != 1 || b.index.NKeys != 1 {
		return nil
	}
	c := &b.conds[0]
	if c.Kind != planner.CondCompare || c.Strategy != 0 && c.Strategy != 3 || !b.fits(0, b.spec.Keys[0]) {
		return nil
	}
	b.point[0] = b.values[0]
	b.one[0] = storage.Range{Lo: b.point[:], Hi: b.point[:]}
	return b.one[:]
}

// build walks the key columns from the first: points fix a prefix and the
// walk goes on; bounds end it.
func (b *indexBounds) build() ([]storage.Range, error) {
	if r := b.single(); r != nil {
		return r, nil
	}
	prefixes := [][]types.Datum{nil}
	col := 0
	for ; col < b.index.NKeys; col++ {
		cb, any, err := b.column(col)
		if err != nil {
			return nil, err
		}
		if !any {
			break
		}
		if cb.contradicts() {
			return nil, nil
		}
		if cb.points == nil && !cb.null {
			out := make([]storage.Range, 0, len(prefixes))
			for _, p := range prefixes {
				out = append(out, cb.rangeAfter(p))
			}
			b.leave(col + 1)
			return out, nil
		}
		if cb.null {
			cb.points = []types.Datum{types.NullDatum}
		}
		prefixes = cross(prefixes, cb.within(b.spec.Keys[col]))
		if len(prefixes) == 0 {
			return nil, nil
		}
	}
	b.leave(col)
	out := make([]storage.Range, len(prefixes))
	for i, p := range prefixes {
		out[i] = storage.Range{Lo: p, Hi: p}
	}
	return out, nil
}

func cross(prefixes [][]types.Datum, points []types.Datum) [][]types.Datum {
	out := make([][]types.Datum, 0, len(prefixes)*len(points))
	for _, p := range prefixes {
		for _, d := range points {
			out = append(out, append(slices.Clip(p), d))
		}
	}
	return out
}

// leave marks the conditions on key columns from col on as tested on rows.
func (b *indexBounds) leave(col int) {
	for i := range b.conds {
		if b.conds[i].Key >= col {
			b.left = append(b.left, i)
		}
	}
}

// column gathers the conditions on one key column. any is false if none of
// them can bound the scan.
func (b *indexBounds) column(col int) (cb columnBounds, any bool, err error) {
	spec := b.spec.Keys[col]
	for i := range b.conds {
		c := &b.conds[i]
		if c.Key != col {
			continue
		}
		if !b.fits(i, spec) {
			b.left = append(b.left, i)
			continue
		}
		any = true
		switch c.Kind {
		case planner.CondIsNull:
			cb.null = true
		case planner.CondNotNull:
			cb.notNull = true
		case planner.CondAnyArray:
			cb.addAny(c.Strategy, b.elements(i, spec), spec)
		case planner.CondRow:
			b.left = append(b.left, i)
			first, rest, excl, never := b.rowBound(i, col)
			if cb.never = cb.never || never; !never {
				cb.addRow(c.Strategy, first, rest, excl, spec)
			}
		default:
			cb.add(c.Strategy, b.values[i], spec)
		}
	}
	return cb, any, nil
}

// fits tells whether the condition's value can be compared with index keys as
// it is; if not the condition is tested on rows by its operator.
func (b *indexBounds) fits(i int, spec storage.KeySpec) bool {
	c := &b.conds[i]
	if c.Value == nil {
		return true
	}
	if c.Kind == planner.CondAnyArray {
		for _, e := range b.values[i].Array().Elems {
			if !e.IsNull() && e.Kind() != spec.Kind {
				return false
			}
		}
		return true
	}
	if c.Kind == planner.CondRow {
		first := b.values[i].Record().Fields[0]
		return first.IsNull() || first.Kind() == spec.Kind
	}
	return b.values[i].Kind() == spec.Kind
}

// elements returns an array's elements in index order, without duplicates and
// NULLs.
func (b *indexBounds) elements(i int, spec storage.KeySpec) []types.Datum {
	out := make([]types.Datum, 0, len(b.values[i].Array().Elems))
	for _, e := range b.values[i].Array().Elems {
		if !e.IsNull() {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(x, y types.Datum) int { return compareKey(x, y, spec) })
	return slices.CompactFunc(out, func(x, y types.Datum) bool { return compareKey(x, y, spec) == 0 })
}

func compareKey(x, y types.Datum, spec storage.KeySpec) int {
	var n int
	if spec.Bpchar {
		n = types.CompareBpchar(x, y)
	} else {
		n = types.Compare(x, y)
	}
	if spec.Desc {
		return -n
	}
	return n
}

// addPoints intersects with the points there are already.
func (cb *columnBounds) addPoints(points []types.Datum, spec storage.KeySpec) {
	if cb.points == nil {
		cb.points = points
		return
	}
	cb.points = slices.DeleteFunc(slices.Clone(cb.points), func(p types.Datum) bool {
		return !slices.ContainsFunc(points, func(q types.Datum) bool { return compareKey(p, q, spec) == 0 })
	})
}

// addAny takes a comparison with any of these, which are in index order: of less than any,
// that with the greatest value tells.
func (cb *columnBounds) addAny(strategy int, points []types.Datum, spec storage.KeySpec) {
	switch n := len(points); {
	case strategy == 0 || n == 0:
		cb.addPoints(points, spec)
	case (strategy < 0) != spec.Desc:
		cb.add(strategy, points[n-1], spec)
	default:
		cb.add(strategy, points[0], spec)
	}
}

// add takes one comparison into the bounds, turned round for a descending key.
func (cb *columnBounds) add(strategy int, v types.Datum, spec storage.KeySpec) {
	if strategy == 0 || strategy == 3 {
		cb.addPoints([]types.Datum{v}, spec)
		return
	}
	if spec.Desc {
		strategy = -strategy
	}
	excl := strategy == -2 || strategy == 2
	if strategy < 0 {
		if !cb.hasHi || compareKey(v, cb.hi, spec) < 0 || compareKey(v, cb.hi, spec) == 0 && excl {
			cb.hi, cb.hiRest, cb.hiExcl, cb.hasHi = v, nil, excl, true
		}
		return
	}
	if !cb.hasLo || compareKey(v, cb.lo, spec) > 0 || compareKey(v, cb.lo, spec) == 0 && excl {
		cb.lo, cb.loRest, cb.loExcl, cb.hasLo = v, nil, excl, true
	}
}

// rangeAfter is the range of the column's bounds behind a fixed prefix.
func (cb *columnBounds) rangeAfter(prefix []types.Datum) storage.Range {
	r := storage.Range{Lo: prefix, Hi: prefix, NotNull: len(prefix) + 1}
	if cb.hasLo {
		r.Lo, r.LoExcl = append(append(slices.Clip(prefix), cb.lo), cb.loRest...), cb.loExcl
	}
	if cb.hasHi {
		r.Hi, r.HiExcl = append(append(slices.Clip(prefix), cb.hi), cb.hiRest...), cb.hiExcl
	}
	return r
}

// contradicts: IS NULL beside a condition that NULL cannot meet, or one that nothing meets.
func (cb *columnBounds) contradicts() bool {
	return cb.never || cb.null && (cb.points != nil || cb.hasLo || cb.hasHi || cb.notNull)
}

// within returns the points that also lie within the bounds.
func (cb *columnBounds) within(spec storage.KeySpec) []types.Datum {
	if !cb.hasLo && !cb.hasHi {
		return cb.points
	}
	out := make([]types.Datum, 0, len(cb.points))
	for _, p := range cb.points {
		if cb.hasLo {
			if n := compareKey(p, cb.lo, spec); n < 0 || n == 0 && cb.loExcl && cb.loRest == nil {
				continue
			}
		}
		if cb.hasHi {
			if n := compareKey(p, cb.hi, spec); n > 0 || n == 0 && cb.hiExcl && cb.hiRest == nil {
				continue
			}
		}
		out = append(out, p)
	}
	return out
}

// recheck tests the conditions that the ranges left over on a row.
func (b *indexBounds) recheck(row types.Row) (bool, error) {
	for _, i := range b.left {
		f, err := b.test(i)
		if err != nil {
			return false, err
		}
		if ok, err := f(b.ec, row); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// recheckAll tests every condition on a row that did not come from the index, and the
// index's predicate.
func (b *indexBounds) recheckAll(ec *expr.Ctx, row types.Row) (bool, error) {
	b.ec = ec
	if p := b.index.Predicate; p != nil {
		if b.predicate == nil {
			f, err := expr.CompileFilter(b.rel.RowExpr(p))
			if err != nil {
				return false, err
			}
			b.predicate = f
		}
		if ok, err := b.predicate(ec, row); !ok || err != nil {
			return false, err
		}
	}
	b.left = b.left[:0]
	b.leave(0)
	return b.recheck(row)
}

// test compiles condition i as an expression over the table's row: the key
// column, or expression, on the left and the condition's own value on the right.
func (b *indexBounds) test(i int) (expr.Filter, error) {
	if b.tests == nil {
		b.tests = make([]expr.Filter, len(b.conds))
	}
	if b.tests[i] == nil {
		f, err := expr.CompileFilter(b.condition(i))
		if err != nil {
			return nil, err
		}
		b.tests[i] = f
	}
	return b.tests[i], nil
}

func (b *indexBounds) condition(i int) expr.Expr {
	c := &b.conds[i]
	key := b.keyExpr(c.Key)
	switch c.Kind {
	case planner.CondRow:
		return b.rowTest(i)
	case planner.CondIsNull, planner.CondNotNull:
		return &expr.NullTest{Loc: -1, Arg: key, Not: c.Kind == planner.CondNotNull}
	case planner.CondAnyArray:
		return &expr.ArrayOp{Loc: -1, Op: c.Op, L: key, R: c.Arg}
	}
	return &expr.OpCall{Loc: -1, Op: c.Op, Args: []expr.Expr{key, c.Arg}, Ret: types.BoolOID}
}

// keyExpr is a key column over the table's row.
func (b *indexBounds) keyExpr(key int) expr.Expr {
	k := &b.index.Keys[key]
	if k.Attr == 0 {
		return b.rel.RowExpr(k.Expr)
	}
	return &expr.Var{Loc: -1, Rel: 1, Attr: k.Attr, Slot: k.Attr - 1, T: k.Type, Mod: -1}
}
