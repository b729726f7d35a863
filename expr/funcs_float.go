package expr

// This file has the functions of float4 and float8. A result that is infinite
// where no argument was is an overflow, a zero where none was an underflow.

import (
	"math"

	"minidb/pgerr"
	"minidb/types"
)

type floatMaker func(f float64, inInf, inZero bool) (types.Datum, error)

func overflow() error  { e := *errOver; return &e }
func underflow() error { e := *errUnder; return &e }

func float8Of(f float64, inf, zero bool) (types.Datum, error) {
	if math.IsInf(f, 0) && !inf {
		return types.NullDatum, overflow()
	}
	if f == 0 && !zero {
		return types.NullDatum, underflow()
	}
	return types.NewFloat8(f), nil
}

func float4Of(f float64, inf, zero bool) (types.Datum, error) {
	g := float32(f)
	if math.IsInf(float64(g), 0) && !inf {
		return types.NullDatum, overflow()
	}
	if g == 0 && !zero {
		return types.NullDatum, underflow()
	}
	return types.NewFloat4(g), nil
}

func floatCodes() codeTable {
	t := codeTable{}
	for name, out := range map[string]floatMaker{"float4": float4Of, "float8": float8Of, "float48": float8Of, "float84": float8Of} {
		t[name+"pl"] = floatBinary(out, func(a, b float64) float64 { return a + b })
		t[name+"mi"] = floatBinary(out, func(a, b float64) float64 { return a - b })
		t[name+"mul"] = code{f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
			x, y := a.Float(), b.Float()
			return out(x*y, math.IsInf(x, 0) || math.IsInf(y, 0), x == 0 || y == 0)
		}}
		t[name+"div"] = code{f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
			x, y := a.Float(), b.Float()
			if y == 0 && x == x {
				return types.NullDatum, divisionByZero()
			}
			return out(x/y, math.IsInf(x, 0), x == 0 || math.IsInf(y, 0))
		}}
		t[name+"um"] = floatUnary(out, func(a float64) float64 { return -a })
		t[name+"up"] = floatUnary(out, func(a float64) float64 { return a })
		t[name+"abs"] = floatUnary(out, math.Abs)
	}
	for name, f := range map[string]func(float64) float64{
		"dceil": math.Ceil, "dfloor": math.Floor, "dround": math.RoundToEven, "dtrunc": math.Trunc,
		"dcbrt": math.Cbrt, "dsin": nil, "datan": atan, "dtanh": math.Tanh, "dasinh": math.Asinh,
		"degrees": degrees, "radians": radians, "derf": math.Erf,
	} {
		if f != nil {
			t[name] = floatUnary(float8Of, f)
		}
	}
	for name, f := range map[string]func(float64) float64{"dsin": sin, "dcos": cos, "dtan": tan,
		"dcot": func(x float64) float64 { return 1 / tan(x) }} {
		t[name] = floatDomain(f, func(x float64) bool { return !math.IsInf(x, 0) })
	}
	unit := func(x float64) bool { return x >= -1 && x <= 1 }
	t["dasin"], t["dacos"] = floatDomain(asin, unit), floatDomain(acos, unit)
	t["dasind"] = floatDomain(asinDegrees, unit)
	t["dacosd"] = floatDomain(acosDegrees, unit)
	t["datand"] = floatDomain(atanDegrees, func(float64) bool { return true })
	t["dacosh"] = floatDomain(math.Acosh, func(x float64) bool { return x >= 1 })
	t["dsinh"], t["dcosh"] = plainFloat(math.Sinh), plainFloat(math.Cosh)
	t["dsind"], t["dcosd"], t["dtand"] = degreeTrig(sinDegrees), degreeTrig(cosDegrees), degreeTrig(tanDegrees)
	t["dcotd"] = degreeTrig(cotDegrees)
	return t
}

// prosrc: dceil dfloor dround dtrunc dcbrt dsin dcos dtan dcot dasin dacos datan dtanh dasinh dacosh dsinh dcosh
// prosrc: dasind dacosd datand dsind dcosd dtand dcotd degrees radians derf
// prosrc: float4abs float8abs int2abs int4abs int8abs int2mod int4mod int8mod

func degrees(x float64) float64 { return x / (math.Pi / 180) }
func radians(x float64) float64 { return x * (math.Pi / 180) }

func inputOutOfRange() error {
	return pgerr.New(pgerr.NumericValueOutOfRange, "input is out of range")
}

func floatBinary(out floatMaker, f func(a, b float64) float64) code {
	return code{f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		x, y := a.Float(), b.Float()
		return out(f(x, y), math.IsInf(x, 0) || math.IsInf(y, 0), true)
	}}
}

func floatUnary(out floatMaker, f func(float64) float64) code {
	return code{f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		x := a.Float()
		return out(f(x), math.IsInf(x, 0), true)
	}}
}

func plainFloat(f func(float64) float64) code {
	return code{f1: func(_ *Ctx, a types.Datum) (types.Datum, error) { return types.NewFloat8(f(a.Float())), nil }}
}

func floatDomain(f func(float64) float64, ok func(float64) bool) code {
	return code{f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		x := a.Float()
		if x == x && !ok(x) {
			return types.NullDatum, inputOutOfRange()
		}
		return types.NewFloat8(f(x)), nil
	}}
}

func degreeTrig(f func(float64) float64) code {
	return floatDomain(f, func(x float64) bool { return !math.IsInf(x, 0) })
}

var mathCodes = codeTable{
	"dsqrt":  {f1: floatSqrt},
	"dexp":   {f1: floatExp},
	"dlog1":  {f1: floatLog(ln)},
	"dlog10": {f1: floatLog(log10)},
	"dpow":   {f2: floatPower},
	"dpi":    {f0: func(*Ctx) (types.Datum, error) { return types.NewFloat8(math.Pi), nil }},
	"dsign":  {f1: floatSign},
	"datan2": {f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		return types.NewFloat8(atan2(a.Float(), b.Float())), nil
	}},
	"datan2d": {f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		return types.NewFloat8(atan2(a.Float(), b.Float()) / math.Atan(1) * 45), nil
	}},
	"datanh": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		if x := a.Float(); x < -1 || x > 1 {
			return types.NullDatum, inputOutOfRange()
		}
		return types.NewFloat8(math.Atanh(a.Float())), nil
	}},
	"width_bucket_float8": {fn: widthBucketFloat},
}

func floatSqrt(_ *Ctx, a types.Datum) (types.Datum, error) {
	x := a.Float()
	if x < 0 {
		return types.NullDatum, pgerr.New(pgerr.InvalidArgumentForPower, "cannot take square root of a negative number")
	}
	return float8Of(math.Sqrt(x), math.IsInf(x, 0), x == 0)
}

func floatExp(_ *Ctx, a types.Datum) (types.Datum, error) {
	x := a.Float()
	return float8Of(exp(x), math.IsInf(x, 0), math.IsInf(x, 0))
}

func floatLog(f func(float64) float64) func(*Ctx, types.Datum) (types.Datum, error) {
	return func(_ *Ctx, a types.Datum) (types.Datum, error) {
		x := a.Float()
		switch {
		case x == 0:
			return types.NullDatum, pgerr.New(pgerr.InvalidArgumentForLogarithm, "cannot take logarithm of zero")
		case x < 0:
			return types.NullDatum, pgerr.New(pgerr.InvalidArgumentForLogarithm, "cannot take logarithm of a negative number")
		}
		return float8Of(f(x), math.IsInf(x, 0), x == 1)
	}
}

func floatPower(_ *Ctx, a, b types.Datum) (types.Datum, error) {
	x, y := a.Float(), b.Float()
	switch {
	case x == 0 && y < 0:
		return types.NullDatum, pgerr.New(pgerr.InvalidArgumentForPower, "zero raised to a negative power is undefined")
	case y != y && x != 1:
		return types.NewFloat8(y), nil
	case x < 0 && y != math.Floor(y) && !math.IsInf(y, 0):
		return types.NullDatum, pgerr.New(pgerr.InvalidArgumentForPower, "a negative number raised to a non-integer power yields a complex result")
	case x != x && y == 0, x == 1:
		return types.NewFloat8(1), nil
	}
	inf := math.IsInf(x, 0) || math.IsInf(y, 0)
	return float8Of(pow(x, y), inf, x == 0 || inf)
}

func floatSign(_ *Ctx, a types.Datum) (types.Datum, error) {
	switch x := a.Float(); {
	case x > 0:
		return types.NewFloat8(1), nil
	case x < 0:
		return types.NewFloat8(-1), nil
	default:
		return types.NewFloat8(0), nil
	}
}

func widthBucketFloat(_ *Ctx, args []types.Datum) (types.Datum, error) {
	v, lo, hi, n := args[0].Float(), args[1].Float(), args[2].Float(), args[3].Int()
	bad := func(m string) (types.Datum, error) {
		return types.NullDatum, pgerr.New(pgerr.InvalidArgumentForWidthBucket, "%s", m)
	}
	switch {
	case n <= 0:
		return bad("count must be greater than zero")
	case v != v || lo != lo || hi != hi:
		return bad("operand, lower bound, and upper bound cannot be NaN")
	case math.IsInf(lo, 0) || math.IsInf(hi, 0):
		return bad("lower and upper bounds must be finite")
	case lo == hi:
		return bad("lower bound cannot equal upper bound")
	}
	if lo > hi {
		v, lo, hi = -v, -lo, -hi
	}
	var r int64
	switch {
	case v < lo:
		r = 0
	case v >= hi:
		r = n + 1
	default:
		r = min(int64(float64(n)*((v-lo)/(hi-lo))), n-1) + 1
	}
	if r > math.MaxInt32 {
		return types.NullDatum, outOfRange(4)
	}
	return types.NewInt(r), nil
}
