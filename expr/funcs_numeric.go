package expr

// This file has the functions of numeric; the arithmetic itself is types.Dec's.

import (
	"strconv"

	"minidb/pgerr"
	"minidb/types"
)

func numericResult(d *types.Dec, err error) (types.Datum, error) {
	if err != nil {
		return types.NullDatum, err
	}
	return types.NewNumeric(d), nil
}

func num2(f func(a, b *types.Dec) (*types.Dec, error)) code {
	return code{f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		return numericResult(f(a.Dec(), b.Dec()))
	}}
}

func num1(f func(a *types.Dec) (*types.Dec, error)) code {
	return code{f1: func(_ *Ctx, a types.Datum) (types.Datum, error) { return numericResult(f(a.Dec())) }}
}

// sure wraps a function that cannot fail.
func sure(f func(a *types.Dec) *types.Dec) code {
	return code{f1: func(_ *Ctx, a types.Datum) (types.Datum, error) { return types.NewNumeric(f(a.Dec())), nil }}
}

var numericCodes = codeTable{
	"numeric_add":        {f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) { return types.AddNumeric(a, b) }},
	"numeric_sub":        {f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) { return types.SubNumeric(a, b) }},
	"numeric_mul":        {f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) { return types.MulNumeric(a, b) }},
	"numeric_div":        num2((*types.Dec).Div),
	"numeric_mod":        num2((*types.Dec).Mod),
	"numeric_div_trunc":  num2((*types.Dec).DivTrunc),
	"numeric_power":      num2((*types.Dec).Power),
	"numeric_gcd":        num2((*types.Dec).Gcd),
	"numeric_lcm":        num2((*types.Dec).Lcm),
	"numeric_log":        num2(func(base, x *types.Dec) (*types.Dec, error) { return x.Log(base) }),
	"numeric_sqrt":       num1((*types.Dec).Sqrt),
	"numeric_exp":        num1((*types.Dec).Exp),
	"numeric_ln":         num1((*types.Dec).Ln),
	"numeric_abs":        sure((*types.Dec).Abs),
	"numeric_uminus":     sure((*types.Dec).Neg),
	"numeric_uplus":      sure(func(a *types.Dec) *types.Dec { return a }),
	"numeric_ceil":       sure((*types.Dec).Ceil),
	"numeric_floor":      sure((*types.Dec).Floor),
	"numeric_trim_scale": sure((*types.Dec).TrimScale),
	"numeric_inc": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		return numericResult(a.Dec().Add(types.DecFromInt64(1)))
	}},
	"numeric_round": {f2: func(_ *Ctx, a, n types.Datum) (types.Datum, error) {
		return numericResult(a.Dec().Round(clampScale(n.Int())))
	}},
	"numeric_trunc": {f2: func(_ *Ctx, a, n types.Datum) (types.Datum, error) {
		return types.NewNumeric(a.Dec().Trunc(clampScale(n.Int()))), nil
	}},
	"round(numeric)":       {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) { return numericResult(a.Dec().Round(0)) }},
	"trunc(numeric)":       {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) { return types.NewNumeric(a.Dec().Trunc(0)), nil }},
	"log(numeric)":         {f1: log10Numeric},
	"log10(numeric)":       {f1: log10Numeric},
	"numeric_sign":         {f1: numericSign},
	"numeric_scale":        {f1: numericScale((*types.Dec).Scale)},
	"numeric_min_scale":    {f1: numericScale((*types.Dec).MinScale)},
	"width_bucket_numeric": {fn: widthBucketNumeric},
	"numeric": {f2: func(_ *Ctx, a, m types.Datum) (types.Datum, error) {
		return numericResult(a.Dec().Coerce(int32(m.Int())))
	}},
	"pg_size_pretty":         {f1: sizePretty},
	"pg_size_pretty_numeric": {f1: sizePrettyNumeric},
	"pg_size_bytes":          {f1: sizeBytes},
}

func clampScale(n int64) int32 { return int32(min(max(n, -200000), 20000)) }

func log10Numeric(_ *Ctx, a types.Datum) (types.Datum, error) {
	return numericResult(a.Dec().Log(types.DecFromInt64(10)))
}

func numericSign(_ *Ctx, a types.Datum) (types.Datum, error) {
	if a.Dec().IsNaN() {
		return a, nil
	}
	return types.NewNumeric(types.DecFromInt64(int64(a.Dec().Sign()))), nil
}

func numericScale(f func(*types.Dec) int32) func(*Ctx, types.Datum) (types.Datum, error) {
	return func(_ *Ctx, a types.Datum) (types.Datum, error) {
		if a.Dec().IsNaN() || a.Dec().IsInf() {
			return types.NullDatum, nil
		}
		return types.NewInt(int64(f(a.Dec()))), nil
	}
}

func widthBucketNumeric(_ *Ctx, args []types.Datum) (types.Datum, error) {
	v, lo, hi, n := args[0].Dec(), args[1].Dec(), args[2].Dec(), args[3].Int()
	bad := func(m string) (types.Datum, error) {
		return types.NullDatum, pgerr.New(pgerr.InvalidArgumentForWidthBucket, "%s", m)
	}
	switch {
	case n <= 0:
		return bad("count must be greater than zero")
	case v.IsNaN() || lo.IsNaN() || hi.IsNaN():
		return bad("operand, lower bound, and upper bound cannot be NaN")
	case lo.IsInf() || hi.IsInf():
		return bad("lower and upper bounds must be finite")
	}
	switch lo.Cmp(hi) {
	case 0:
		return bad("lower bound cannot equal upper bound")
	case 1:
		v, lo, hi = v.Neg(), lo.Neg(), hi.Neg()
	}
	switch {
	case v.Cmp(lo) < 0:
		return types.NewInt(0), nil
	case v.Cmp(hi) >= 0:
		if n == 1<<31-1 {
			return types.NullDatum, outOfRange(4)
		}
		return types.NewInt(n + 1), nil
	}
	a, err := v.Sub(lo)
	if err != nil {
		return types.NullDatum, err
	}
	b, err := hi.Sub(lo)
	if err != nil {
		return types.NullDatum, err
	}
	if a, err = a.Mul(types.DecFromInt64(n)); err != nil {
		return types.NullDatum, err
	}
	if a, err = a.DivTrunc(b); err != nil {
		return types.NullDatum, err
	}
	i, err := a.Int64()
	return types.NewInt(i + 1), err
}

var sizeUnits = []struct {
	name  string
	limit int64
	round bool
	bits  uint
}{
	{"bytes", 10 * 1024, false, 0},
	{"kB", 20*1024 - 1, true, 10},
	{"MB", 20*1024 - 1, true, 20},
	{"GB", 20*1024 - 1, true, 30},
	{"TB", 20*1024 - 1, true, 40},
	{"PB", 20*1024 - 1, true, 50},
}

func sizePretty(_ *Ctx, a types.Datum) (types.Datum, error) {
	size, bits := a.Int(), uint(0)
	for i, u := range sizeUnits {
		if i == len(sizeUnits)-1 || uint64(abs64(size)) < uint64(u.limit) {
			if u.round {
				size = halfRounded(size)
			}
			return types.NewText(strconv.FormatInt(size, 10) + " " + u.name), nil
		}
		// One bit is kept for rounding.
		next := sizeUnits[i+1].bits
		shift := next - bits
		if u.round {
			shift++
		}
		shift--
		size /= int64(1) << shift
		bits = next
	}
	return types.NullDatum, nil
}

func halfRounded(n int64) int64 {
	if n < 0 {
		return (n - 1) / 2
	}
	return (n + 1) / 2
}

func sizePrettyNumeric(c *Ctx, a types.Datum) (types.Datum, error) {
	d := a.Dec()
	if d.IsNaN() || d.IsInf() {
		return types.NewText(d.String() + " PB"), nil
	}
	if d.Abs().Cmp(types.DecFromInt64(10*1024)) < 0 {
		return types.NewText(d.String() + " bytes"), nil
	}
	i, err := d.Trunc(0).Int64()
	if err != nil { // more than 8191 PB
		halves, err := d.DivTrunc(types.DecFromInt64(1 << 49))
		if err != nil {
			return types.NullDatum, err
		}
		if halves, err = halves.Add(types.DecFromInt64(int64(d.Sign()))); err != nil {
			return types.NullDatum, err
		}
		size, err := halves.DivTrunc(types.DecFromInt64(2))
		if err != nil {
			return types.NullDatum, err
		}
		return types.NewText(size.String() + " PB"), nil
	}
	return sizePretty(c, types.NewInt(i))
}

// exponentLen is how long the exponent at the beginning of s is, 0 if there is none.
func exponentLen(s string) int {
	n := 1
	if s == "" || s[0]|0x20 != 'e' {
		return 0
	}
	if n < len(s) && (s[n] == '-' || s[n] == '+') {
		n++
	}
	digits := n
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	if n == digits {
		return 0
	}
	return n
}

func sizeBytes(_ *Ctx, a types.Datum) (types.Datum, error) {
	s := trimSpaceASCII(a.Text())
	bad := func() *pgerr.Error {
		return pgerr.New(pgerr.InvalidParameterValue, "invalid size: \"%s\"", a.Text())
	}
	end := 0
	for end < len(s) && (s[end] >= '0' && s[end] <= '9' || s[end] == '.' || end == 0 && (s[end] == '-' || s[end] == '+')) {
		end++
	}
	if exp := exponentLen(s[end:]); end > 0 {
		end += exp
	}
	d, err := types.ParseDec(s[:end])
	if err != nil || end == 0 {
		return types.NullDatum, bad()
	}
	mult := int64(1)
	if unit := trimSpaceASCII(s[end:]); unit != "" {
		shift, ok := map[string]uint{"bytes": 0, "b": 0, "kb": 10, "mb": 20, "gb": 30, "tb": 40, "pb": 50}[lowerASCII(unit)]
		if !ok {
			return types.NullDatum, bad().WithDetail("Invalid size unit: \"%s\".", unit).
				WithHint("Valid units are \"bytes\", \"B\", \"kB\", \"MB\", \"GB\", \"TB\", and \"PB\".")
		}
		mult <<= shift
	}
	if d, err = d.Mul(types.DecFromInt64(mult)); err != nil {
		return types.NullDatum, err
	}
	i, err := d.Int64()
	return types.NewInt(i), err
}
