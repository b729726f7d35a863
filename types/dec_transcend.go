package types

// Numeric's roots, powers, exponentials and logarithms. apd computes them with a
// few digits more than asked for; the scale of the result is chosen as PostgreSQL
// chooses it, so that the digits printed are the same.

import (
	"math"

	"github.com/cockroachdb/apd/v3"

	"minidb/pgerr"
)

const (
	// expLimit: exp of more overflows, of less than its negative is 0 (PostgreSQL 18,
	// numeric.c, NUMERIC_MAX_RESULT_SCALE * 3).
	expLimit = 6000
	// guardDigits are computed beyond the last one returned.
	guardDigits = 16
	log10e      = 0.434294481903252
)

// Sqrt returns the square root (2201F for negative numbers).
func (d *Dec) Sqrt() (*Dec, error) {
	if d.Sign() < 0 {
		return nil, pgerr.New(pgerr.InvalidArgumentForPower, "cannot take square root of a negative number")
	}
	if d.form != decFinite {
		return d, nil
	}
	w, _ := d.lead10000()
	return d.SqrtScale(clampScale(minDecSigDigits-(w*2+1), d.scale))
}

// SqrtScale is the square root of a finite d >= 0 with s digits after the point.
func (d *Dec) SqrtScale(s int32) (*Dec, error) {
	// The root of the coefficient at twice the scale is the result's, rounded down.
	// One more digit, and the remainder cannot change how it rounds.
	var tmp apd.BigInt
	c := d.coef(&tmp)
	switch shift := int64(2*(s+1)) - int64(d.scale); {
	case shift > 0:
		c = new(apd.BigInt).Mul(c, bigPow10(shift))
	case shift < 0:
		c = new(apd.BigInt).Quo(c, bigPow10(-shift))
	}
	return checkedDec(roundQuo(new(apd.BigInt).Sqrt(c), apd.NewBigInt(10)), s)
}

// toAPD cuts d to about prec significant digits.
func (d *Dec) toAPD(prec int64) *apd.Decimal {
	var tmp apd.BigInt
	c, e := new(apd.BigInt).Set(d.coef(&tmp)), -int64(d.scale)
	if cut := d.digits() - prec; cut > 0 {
		c.Quo(c, bigPow10(cut))
		e += cut
	}
	r := &apd.Decimal{Exponent: int32(e), Negative: c.Sign() < 0}
	r.Coeff.Abs(c)
	return r
}

// fromAPD rounds half away from zero to a scale.
func fromAPD(v *apd.Decimal, scale int32) (*Dec, error) {
	c := new(apd.BigInt).Set(&v.Coeff)
	if v.Negative {
		c.Neg(c)
	}
	return scaledInt{c, int64(v.Exponent)}.dec(scale)
}

// apdContext computes with prec significant digits and traps nothing: callers
// keep arguments within bounds.
func apdContext(prec int64) *apd.Context {
	c := apd.BaseContext.WithPrecision(uint32(max(prec, 1) + guardDigits))
	c.Traps = apd.InvalidOperation | apd.DivisionByZero | apd.Overflow
	return c
}

func calcErr(err error) error {
	return pgerr.New(pgerr.NumericValueOutOfRange, "value overflows numeric format: %v", err)
}

// Exp returns e^d.
func (d *Dec) Exp() (*Dec, error) {
	switch d.form {
	case decNegInf:
		return zeroDec, nil
	case decNaN, decPosInf:
		return d, nil
	}
	w := int64(math.Max(-2000, math.Min(2000, d.ApproxFloat64()*log10e)))
	return expAt(d.toAPD(d.digits()), d.ApproxFloat64(), clampScale(minDecSigDigits-w, d.scale))
}

// expAt returns e^x at a scale, where val is about x.
func expAt(x *apd.Decimal, val float64, scale int32) (*Dec, error) {
	if math.Abs(val) >= expLimit {
		if val > 0 {
			return nil, errDecOverflow()
		}
		return &Dec{scale: scale}, nil
	}
	weight := int64(val * log10e)
	prec := weight + int64(scale) + 1
	if prec < 0 {
		return &Dec{scale: scale}, nil
	}
	r, err := expAPD(x, val, prec)
	if err != nil {
		return nil, calcErr(err)
	}
	return fromAPD(r, scale)
}

// expAPD returns e^x with prec significant digits. Large arguments are halved until
// apd's series converges soon and the result squared; of tiny ones three terms of
// the series are all that shows.
func expAPD(x *apd.Decimal, val float64, prec int64) (*apd.Decimal, error) {
	var r apd.Decimal
	if lead := x.NumDigits() + int64(x.Exponent); lead < -prec/3-guardDigits {
		ctx := apdContext(prec)
		ec := apd.MakeErrDecimal(ctx)
		ec.Mul(&r, x, x)
		ec.Quo(&r, &r, apd.New(2, 0))
		ec.Add(&r, &r, x)
		ec.Add(&r, &r, apd.New(1, 0))
		return &r, ec.Err()
	}
	halvings := 0
	for v := math.Abs(val); v > 16; v /= 2 {
		halvings++
	}
	ctx := apdContext(prec + int64(halvings))
	if _, err := ctx.Quo(&r, x, apd.New(1<<halvings, 0)); err != nil {
		return nil, err
	}
	if _, err := ctx.Exp(&r, &r); err != nil {
		return nil, err
	}
	for ; halvings > 0; halvings-- {
		if _, err := ctx.Mul(&r, &r, &r); err != nil {
			return nil, err
		}
	}
	return &r, nil
}

// lnWeight estimates the power of ten of ln(d) as PostgreSQL does (numeric.c,
// estimate_ln_dweight); the scale of logarithms depends on it.
func (d *Dec) lnWeight() int64 {
	if d.Sign() <= 0 {
		return 0
	}
	if d.exponent() <= 0 && d.exponent() >= -1 {
		f := d.ApproxFloat64()
		if f >= 0.9 && f <= 1.1 {
			x, err := d.Sub(oneDec)
			if err != nil || x.Sign() == 0 {
				return 0
			}
			w, first := x.lead10000()
			return w*4 + int64(math.Log10(float64(first)))
		}
	}
	w, first := d.lead10000()
	m := float64(first)
	if d.longerThan10000(w) {
		m = d.leadFloat(w)
		w--
	}
	ln := math.Log(m) + float64(w*4)*math.Ln10
	return int64(math.Log10(math.Abs(ln)))
}

// longerThan10000 reports whether d has more than one base-10000 digit, the first
// of weight w.
func (d *Dec) longerThan10000(w int64) bool {
	if low := int64(d.MinScale()); low > 0 {
		return -low < w*4
	}
	return d.Trunc(int32(-w*4)).Cmp(d) != 0
}

// leadFloat returns the first two base-10000 digits as a number.
func (d *Dec) leadFloat(w int64) float64 {
	e := d.exponent()
	want := e - 4*w + 1 + 4
	n := d.digits()
	var tmp, q apd.BigInt
	c := d.coef(&tmp)
	if n > want {
		c = q.Quo(c, bigPow10(n-want))
	} else if n < want {
		c = q.Mul(c, bigPow10(want-n))
	}
	return math.Abs(float64(c.Int64()))
}

// lnAPD returns ln(d) with prec significant digits.
func (d *Dec) lnAPD(prec int64) (*apd.Decimal, error) {
	// The mantissa is brought near 1 to 10, because apd's exponents end at 100000
	// and PostgreSQL's numbers at 131072 digits.
	e := d.exponent()
	if e == -1 {
		e = 0
	}
	x := d.toAPD(max(prec+guardDigits, d.nearOneDigits()))
	x.Exponent -= int32(e)
	ctx := apdContext(prec)
	var r apd.Decimal
	if _, err := ctx.Ln(&r, x); err != nil {
		return nil, calcErr(err)
	}
	if e != 0 {
		var l10, t apd.Decimal
		if _, err := ctx.Ln(&l10, apd.New(10, 0)); err != nil {
			return nil, calcErr(err)
		}
		if _, err := ctx.Mul(&t, &l10, apd.New(e, 0)); err != nil {
			return nil, calcErr(err)
		}
		if _, err := ctx.Add(&r, &r, &t); err != nil {
			return nil, calcErr(err)
		}
	}
	return &r, nil
}

// nearOneDigits keeps all digits of numbers near 1, where ln depends on the last.
func (d *Dec) nearOneDigits() int64 {
	if e := d.exponent(); e == 0 || e == -1 {
		return d.digits()
	}
	return 0
}

// checkLog returns the error of a logarithm of d, if any (2201E).
func checkLog(d *Dec) error {
	switch {
	case d.form == decNaN:
		return nil
	case d.Sign() < 0:
		return pgerr.New(pgerr.InvalidArgumentForLogarithm, "cannot take logarithm of a negative number")
	case d.Sign() == 0:
		return pgerr.New(pgerr.InvalidArgumentForLogarithm, "cannot take logarithm of zero")
	}
	return nil
}

// Ln returns the natural logarithm (2201E for zero and negative numbers).
func (d *Dec) Ln() (*Dec, error) {
	if err := checkLog(d); err != nil {
		return nil, err
	}
	if d.form != decFinite {
		return d, nil
	}
	w := d.lnWeight()
	s := clampScale(minDecSigDigits-w, d.scale)
	l, err := d.lnAPD(w + int64(s) + 2)
	if err != nil {
		return nil, err
	}
	return fromAPD(l, s)
}

// Log returns the logarithm of d to a base (2201E for zero and negative numbers,
// 22012 for base 1).
func (d *Dec) Log(base *Dec) (*Dec, error) {
	if d.form == decNaN || base.form == decNaN {
		return nanDec, nil
	}
	if d.form|base.form != decFinite && (base.Sign() < 0 || d.Sign() < 0) {
		return nil, pgerr.New(pgerr.InvalidArgumentForLogarithm, "cannot take logarithm of a negative number")
	}
	if err := checkLog(base); err != nil {
		return nil, err
	}
	if err := checkLog(d); err != nil {
		return nil, err
	}
	switch {
	case base.IsInf() && d.IsInf():
		return nanDec, nil
	case base.IsInf():
		return zeroDec, nil
	case d.IsInf():
		return d, nil
	case base.Cmp(oneDec) == 0:
		return nil, errDivisionByZero()
	}
	w := d.lnWeight() - base.lnWeight()
	s := clampScale(minDecSigDigits-w, base.scale, d.scale)
	prec := max(w, 0) + int64(s) + 8
	num, err := d.lnAPD(prec)
	if err != nil {
		return nil, err
	}
	den, err := base.lnAPD(prec)
	if err != nil {
		return nil, err
	}
	var q apd.Decimal
	if _, err := apdContext(prec).Quo(&q, num, den); err != nil {
		return nil, calcErr(err)
	}
	return fromAPD(&q, s)
}
