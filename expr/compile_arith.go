package expr

// This file has the closures of integer addition, subtraction and
// multiplication with overflow checks.

import "minidb/types"

func compileArith(f fusion, l, r Expr) (Eval, error) {
	ls, rs := slotOf(l), slotOf(r)
	k, isK := constOf(r)
	isK = isK && k.Kind() == types.Int
	switch {
	case ls >= 0 && rs >= 0 && f.sign == '+':
		return addSlots(f.width, ls, rs), nil
	case ls >= 0 && rs >= 0:
		return arithSlots(f, ls, rs), nil
	case ls >= 0 && isK:
		return arithSlotConst(f, ls, k.Int()), nil
	}
	le, err := Compile(l)
	if err != nil {
		return nil, err
	}
	re, err := Compile(r)
	if err != nil {
		return nil, err
	}
	sign, width := f.sign, f.width
	return func(c *Ctx, row types.Row) (types.Datum, error) {
		a, err := le(c, row)
		if err != nil {
			return types.NullDatum, err
		}
		b, err := re(c, row)
		if err != nil || a.IsNull() || b.IsNull() {
			return types.NullDatum, err
		}
		v, ok := arith(sign, width, a.Int(), b.Int())
		if !ok {
			return types.NullDatum, outOfRange(width)
		}
		return types.NewInt(v), nil
	}, nil
}

func addSlots(width uint8, i, j int) Eval {
	shift := 64 - 8*uint(width)
	return func(_ *Ctx, row types.Row) (types.Datum, error) {
		if uint(i) >= uint(len(row)) || uint(j) >= uint(len(row)) {
			return types.NullDatum, badSlot(max(i, j), row)
		}
		a, b := &row[i], &row[j]
		if a.IsNull() || b.IsNull() {
			return types.NullDatum, nil
		}
		x, y := a.Int(), b.Int()
		v := x + y
		if v<<shift>>shift != v || (x^v)&(y^v) < 0 {
			return types.NullDatum, outOfRange(width)
		}
		return types.NewInt(v), nil
	}
}

func arithSlots(f fusion, i, j int) Eval {
	sign, width := f.sign, f.width
	return func(_ *Ctx, row types.Row) (types.Datum, error) {
		if uint(i) >= uint(len(row)) || uint(j) >= uint(len(row)) {
			return types.NullDatum, badSlot(max(i, j), row)
		}
		a, b := &row[i], &row[j]
		if a.IsNull() || b.IsNull() {
			return types.NullDatum, nil
		}
		v, ok := arith(sign, width, a.Int(), b.Int())
		if !ok {
			return types.NullDatum, outOfRange(width)
		}
		return types.NewInt(v), nil
	}
}

func arithSlotConst(f fusion, i int, k int64) Eval {
	sign, width := f.sign, f.width
	return func(_ *Ctx, row types.Row) (types.Datum, error) {
		if uint(i) >= uint(len(row)) {
			return types.NullDatum, badSlot(i, row)
		}
		a := &row[i]
		if a.IsNull() {
			return types.NullDatum, nil
		}
		v, ok := arith(sign, width, a.Int(), k)
		if !ok {
			return types.NullDatum, outOfRange(width)
		}
		return types.NewInt(v), nil
	}
}
