package expr

// This file has the arithmetic, bit and number-theory functions of integers.

import (
	"minidb/pgerr"
	"minidb/types"
)

func intCodes() codeTable {
	t := codeTable{}
	for name, width := range map[string]uint8{"int2": 2, "int4": 4, "int8": 8, "int24": 4, "int42": 4,
		"int28": 8, "int82": 8, "int48": 8, "int84": 8} {
		t[name+"pl"] = arithCode('+', width)
		t[name+"mi"] = arithCode('-', width)
		t[name+"mul"] = arithCode('*', width)
		t[name+"div"] = code{f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
			return intDiv(width, a.Int(), b.Int())
		}}
	}
	for name, width := range map[string]uint8{"int2": 2, "int4": 4, "int8": 8} {
		addIntCodes(t, name, width)
	}
	return t
}

func arithCode(sign byte, width uint8) code {
	return code{
		f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
			v, ok := arith(sign, width, a.Int(), b.Int())
			if !ok {
				return types.NullDatum, outOfRange(width)
			}
			return types.NewInt(v), nil
		},
		fuse: fusion{kind: arithInt, sign: sign, width: width},
	}
}

func intDiv(width uint8, a, b int64) (types.Datum, error) {
	if b == 0 {
		return types.NullDatum, divisionByZero()
	}
	if b == -1 {
		v, ok := arith('-', width, 0, a)
		if !ok {
			return types.NullDatum, outOfRange(width)
		}
		return types.NewInt(v), nil
	}
	return types.NewInt(a / b), nil
}

func intMod(a, b int64) (types.Datum, error) {
	switch b {
	case 0:
		return types.NullDatum, divisionByZero()
	case -1:
		return types.NewInt(0), nil
	}
	return types.NewInt(a % b), nil
}

// wrap cuts v to a signed integer of width bytes, as C does.
func wrap(width uint8, v int64) types.Datum {
	shift := 64 - 8*uint(width)
	return types.NewInt(v << shift >> shift)
}

func intUnary(width uint8, f func(int64) int64) code {
	return code{f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		return wrap(width, f(a.Int())), nil
	}}
}

func intBinary(width uint8, f func(a, b int64) int64) code {
	return code{f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		return wrap(width, f(a.Int(), b.Int())), nil
	}}
}

func addIntCodes(t codeTable, name string, width uint8) {
	lowest := int64(-1) << (8*width - 1)
	// As C on x86: the shift count is taken modulo the width that the
	// operation is done in.
	mask := uint64(31)
	if width == 8 {
		mask = 63
	}
	t[name+"mod"] = code{f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) { return intMod(a.Int(), b.Int()) }}
	t[name+"up"] = intUnary(width, func(a int64) int64 { return a })
	t[name+"not"] = intUnary(width, func(a int64) int64 { return ^a })
	t[name+"and"] = intBinary(width, func(a, b int64) int64 { return a & b })
	t[name+"or"] = intBinary(width, func(a, b int64) int64 { return a | b })
	t[name+"xor"] = intBinary(width, func(a, b int64) int64 { return a ^ b })
	t[name+"shl"] = intBinary(width, func(a, b int64) int64 { return a << (uint64(b) & mask) })
	t[name+"shr"] = intBinary(width, func(a, b int64) int64 { return a >> (uint64(b) & mask) })
	neg := func(_ *Ctx, a types.Datum) (types.Datum, error) {
		if a.Int() == lowest {
			return types.NullDatum, outOfRange(width)
		}
		return types.NewInt(-a.Int()), nil
	}
	t[name+"um"] = code{f1: neg}
	t[name+"abs"] = code{f1: func(c *Ctx, a types.Datum) (types.Datum, error) {
		if a.Int() < 0 {
			return neg(c, a)
		}
		return a, nil
	}}
	t[name+"gcd"] = code{f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		g := gcd(a.Int(), b.Int())
		if g == lowest {
			return types.NullDatum, outOfRange(width)
		}
		return types.NewInt(abs64(g)), nil
	}}
	t[name+"lcm"] = code{f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		x, y := a.Int(), b.Int()
		if x == 0 || y == 0 {
			return types.NewInt(0), nil
		}
		v, ok := arith('*', width, x/gcd(x, y), y)
		if !ok || v == lowest {
			return types.NullDatum, outOfRange(width)
		}
		return types.NewInt(abs64(v)), nil
	}}
}

// gcd may return the lowest integer, which has no absolute value.
func gcd(a, b int64) int64 {
	for b != 0 {
		if b == -1 {
			return 1
		}
		a, b = b, a%b
	}
	return a
}

func abs64(a int64) int64 {
	if a < 0 {
		return -a
	}
	return a
}

// prosrc: int4gcd int8gcd int4lcm int8lcm

var numberCodes = codeTable{
	"to_hex32":          {f1: toBase(16, 32)},
	"to_hex64":          {f1: toBase(16, 64)},
	"to_bin32":          {f1: toBase(2, 32)},
	"to_bin64":          {f1: toBase(2, 64)},
	"to_oct32":          {f1: toBase(8, 32)},
	"to_oct64":          {f1: toBase(8, 64)},
	"numeric_fac":       {f1: factorial},
	"booland_statefunc": {f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) { return types.NewBool(a.Bool() && b.Bool()), nil }},
	"boolor_statefunc":  {f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) { return types.NewBool(a.Bool() || b.Bool()), nil }},
}

func factorial(_ *Ctx, a types.Datum) (types.Datum, error) {
	n := a.Int()
	if n < 0 {
		return types.NullDatum, pgerr.New(pgerr.NumericValueOutOfRange, "factorial of a negative number is undefined")
	}
	if n > 32177 {
		return types.NullDatum, pgerr.New(pgerr.NumericValueOutOfRange, "value overflows numeric format")
	}
	return numericResult(types.DecFactorial(n))
}
