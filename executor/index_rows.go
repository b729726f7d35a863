package executor

import (
	"minidb/expr"
	"minidb/storage"
	"minidb/types"
)

// Comparisons of rows as bounds: (a, b) > (1, 2) begins behind the key 1, 2. The bound has
// the columns that follow each other in the index, in one direction; the comparison as a
// whole is tested on the rows, since NULLs behind the first column make it neither true
// nor false.

// rowBound is what a comparison of rows says of key column col: the bound's first column
// and those behind it, and whether it is itself left out. never: it is never true.
func (b *indexBounds) rowBound(i, col int) (first types.Datum, rest []types.Datum, excl, never bool) {
	c := &b.conds[i]
	fields := b.values[i].Record().Fields
	if fields[0].IsNull() {
		return first, nil, false, true
	}
	used := 1
	for used < len(fields) && b.follows(c.Columns[used], col, used, fields[used]) {
		used++
	}
	strict := c.Strategy == -2 || c.Strategy == 2
	return fields[0], fields[1:used], strict && used == len(fields), false
}

// follows tells whether key is the index's column that comes n columns behind col, in the
// same direction, and can be compared with d.
func (b *indexBounds) follows(key, col, n int, d types.Datum) bool {
	return key == col+n && b.spec.Keys[key].Desc == b.spec.Keys[col].Desc && d.Kind() == b.spec.Keys[key].Kind
}

// addRow takes a comparison of rows into the bounds, turned round for descending keys.
func (cb *columnBounds) addRow(strategy int, first types.Datum, rest []types.Datum, excl bool, spec storage.KeySpec) {
	if spec.Desc {
		strategy = -strategy
	}
	if strategy < 0 {
		n := -1
		if cb.hasHi {
			n = compareKey(first, cb.hi, spec)
		}
		if n < 0 || n == 0 && !cb.hiExcl && cb.hiRest == nil {
			cb.hi, cb.hiRest, cb.hiExcl, cb.hasHi = first, rest, excl, true
		}
		return
	}
	n := 1
	if cb.hasLo {
		n = compareKey(first, cb.lo, spec)
	}
	if n > 0 || n == 0 && !cb.loExcl && cb.loRest == nil {
		cb.lo, cb.loRest, cb.loExcl, cb.hasLo = first, rest, excl, true
	}
}

// rowTest is the comparison over the table's row.
func (b *indexBounds) rowTest(i int) expr.Expr {
	c := &b.conds[i]
	out := &expr.RowCompare{Loc: -1, Strategy: c.Strategy, Ops: c.Ops, R: c.Arg.(*expr.RowCons).Args}
	for _, key := range c.Columns {
		out.L = append(out.L, b.keyExpr(key))
	}
	return out
}
