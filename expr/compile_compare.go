package expr

// This file has the closures of comparisons. Integers, the most common by far,
// get one closure for each operator; other kinds share one for each shape.

import "minidb/types"

func isCompare(k fuseKind) bool { return k >= cmpInt && k <= cmpGeneric }

// filterCompare returns the filter of column op constant and column op column
// over integers, nil for other shapes.
func filterCompare(f fusion, l, r Expr) Filter {
	i, j := slotOf(l), slotOf(r)
	if i < 0 || f.kind != cmpInt {
		return nil
	}
	if j >= 0 {
		return filterIntSlots(f.op, i, j)
	}
	if k, ok := constOf(r); ok && k.Kind() == types.Int {
		return filterIntConst(f.op, i, k.Int())
	}
	return nil
}

func filterIntConst(op cmpOp, i int, k int64) Filter {
	switch op {
	case opLT:
		return func(_ *Ctx, row types.Row) (bool, error) {
			if uint(i) >= uint(len(row)) {
				return false, badSlot(i, row)
			}
			d := &row[i]
			return !d.IsNull() && d.Int() < k, nil
		}
	case opLE:
		return func(_ *Ctx, row types.Row) (bool, error) {
			if uint(i) >= uint(len(row)) {
				return false, badSlot(i, row)
			}
			d := &row[i]
			return !d.IsNull() && d.Int() <= k, nil
		}
	case opEQ:
		return func(_ *Ctx, row types.Row) (bool, error) {
			if uint(i) >= uint(len(row)) {
				return false, badSlot(i, row)
			}
			d := &row[i]
			return !d.IsNull() && d.Int() == k, nil
		}
	case opNE:
		return func(_ *Ctx, row types.Row) (bool, error) {
			if uint(i) >= uint(len(row)) {
				return false, badSlot(i, row)
			}
			d := &row[i]
			return !d.IsNull() && d.Int() != k, nil
		}
	case opGE:
		return func(_ *Ctx, row types.Row) (bool, error) {
			if uint(i) >= uint(len(row)) {
				return false, badSlot(i, row)
			}
			d := &row[i]
			return !d.IsNull() && d.Int() >= k, nil
		}
	}
	return func(_ *Ctx, row types.Row) (bool, error) {
		if uint(i) >= uint(len(row)) {
			return false, badSlot(i, row)
		}
		d := &row[i]
		return !d.IsNull() && d.Int() > k, nil
	}
}

func filterIntSlots(op cmpOp, i, j int) Filter {
	return func(_ *Ctx, row types.Row) (bool, error) {
		if uint(i) >= uint(len(row)) || uint(j) >= uint(len(row)) {
			return false, badSlot(max(i, j), row)
		}
		a, b := &row[i], &row[j]
		if a.IsNull() || b.IsNull() {
			return false, nil
		}
		return op.holds(cmpOf(a.Int(), b.Int())), nil
	}
}

// compileCompare compiles a comparison of a fusable kind to a truth.
func compileCompare(f fusion, l, r Expr) (truthEval, error) {
	kind, op := f.kind, f.op
	i, j := slotOf(l), slotOf(r)
	k, isK := constOf(r)
	switch {
	case isK && k.IsNull():
		// Strict: the left side is still evaluated for its errors.
	case i >= 0 && isK && kind == cmpInt:
		return intSlotConst(op, i, k.Int()), nil
	case i >= 0 && isK && kind == cmpText && op == opEQ:
		return textSlotConst(i, k.Text()), nil
	case i >= 0 && isK:
		return slotConst(kind, op, i, k), nil
	case i >= 0 && j >= 0:
		return slotSlot(kind, op, i, j), nil
	}
	le, err := Compile(l)
	if err != nil {
		return nil, err
	}
	re, err := Compile(r)
	if err != nil {
		return nil, err
	}
	return func(c *Ctx, row types.Row) (truth, error) {
		a, err := le(c, row)
		if err != nil {
			return isNull, err
		}
		b, err := re(c, row)
		if err != nil || a.IsNull() || b.IsNull() {
			return isNull, err
		}
		return truthOf(op.holds(compareAs(kind, a, b))), nil
	}, nil
}

func intSlotConst(op cmpOp, i int, k int64) truthEval {
	return func(_ *Ctx, row types.Row) (truth, error) {
		if uint(i) >= uint(len(row)) {
			return isNull, badSlot(i, row)
		}
		if row[i].IsNull() {
			return isNull, nil
		}
		return truthOf(op.holds(cmpOf(row[i].Int(), k))), nil
	}
}

func textSlotConst(i int, k string) truthEval {
	return func(_ *Ctx, row types.Row) (truth, error) {
		if uint(i) >= uint(len(row)) {
			return isNull, badSlot(i, row)
		}
		if row[i].IsNull() {
			return isNull, nil
		}
		return truthOf(row[i].Text() == k), nil
	}
}

func slotConst(kind fuseKind, op cmpOp, i int, k types.Datum) truthEval {
	return func(_ *Ctx, row types.Row) (truth, error) {
		if uint(i) >= uint(len(row)) {
			return isNull, badSlot(i, row)
		}
		if row[i].IsNull() {
			return isNull, nil
		}
		return truthOf(op.holds(compareAs(kind, row[i], k))), nil
	}
}

func slotSlot(kind fuseKind, op cmpOp, i, j int) truthEval {
	return func(_ *Ctx, row types.Row) (truth, error) {
		if uint(i) >= uint(len(row)) || uint(j) >= uint(len(row)) {
			return isNull, badSlot(max(i, j), row)
		}
		if row[i].IsNull() || row[j].IsNull() {
			return isNull, nil
		}
		return truthOf(op.holds(compareAs(kind, row[i], row[j]))), nil
	}
}
