package types

// Numeric's four operations and their relatives. The result's display scale
// follows PostgreSQL's rules: the larger scale for sums, the sum of the scales for
// products, at least 16 significant digits for quotients.

import (
	"math/bits"

	"github.com/cockroachdb/apd/v3"

	"minidb/pgerr"
)

func errDivisionByZero() error {
	return pgerr.New(pgerr.DivisionByZero, "division by zero")
}

// Add returns d + o at the larger of their scales (22003 beyond 131072 digits).
func (d *Dec) Add(o *Dec) (*Dec, error) {
	if d.form|o.form != decFinite {
		return addSpecial(d, o), nil
	}
	if a, b, ok := d.aligned(o); ok {
		if s := a + b; (s > a) == (b > 0) {
			return &Dec{small: s, scale: max(d.scale, o.scale)}, nil
		}
	}
	s := max(d.scale, o.scale)
	var a, b apd.BigInt
	return checkedDec(new(apd.BigInt).Add(d.coefAt(s, &a), o.coefAt(s, &b)), s)
}

// aligned returns the coefficients of two finite numbers at the larger of their
// scales, if both fit.
func (d *Dec) aligned(o *Dec) (a, b int64, ok bool) {
	if d.big != nil || o.big != nil {
		return 0, 0, false
	}
	return alignInts(d.small, d.scale, o.small, o.scale)
}

// alignInts brings two coefficients to the larger of their scales, if they fit.
func alignInts(a int64, as int32, b int64, bs int32) (x, y int64, ok bool) {
	ok = true
	if as < bs {
		a, ok = scaleUp(a, bs-as)
	} else if as > bs {
		b, ok = scaleUp(b, as-bs)
	}
	return a, b, ok
}

// scaleUp returns v * 10^n if that fits.
func scaleUp(v int64, n int32) (int64, bool) {
	if int(n) >= len(pow10s) {
		return 0, v == 0
	}
	return mulInt64(v, pow10s[n])
}

func mulInt64(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	neg := (a < 0) != (b < 0)
	hi, lo := bits.Mul64(absInt(a), absInt(b))
	if hi != 0 || lo > 1<<63-1 {
		return 0, false
	}
	if neg {
		return -int64(lo), true
	}
	return int64(lo), true
}

func absInt(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

func addSpecial(d, o *Dec) *Dec {
	switch {
	case d.form == decNaN || o.form == decNaN:
		return nanDec
	case d.form == decFinite:
		return o
	case o.form == decFinite || d.form == o.form:
		return d
	}
	return nanDec
}

// Sub returns d - o; see Add.
func (d *Dec) Sub(o *Dec) (*Dec, error) {
	if d.form|o.form == decFinite {
		if a, b, ok := d.aligned(o); ok {
			if s := a - b; (s < a) == (b > 0) {
				return &Dec{small: s, scale: max(d.scale, o.scale)}, nil
			}
		}
	}
	return d.Add(o.Neg())
}

// Mul returns d * o at the sum of their scales, rounded to 16383 digits.
func (d *Dec) Mul(o *Dec) (*Dec, error) {
	if d.form|o.form != decFinite {
		return infWithSign(d.Sign()*o.Sign(), d, o), nil
	}
	s := d.scale + o.scale
	if d.big == nil && o.big == nil {
		if v, ok := mulInt64(d.small, o.small); ok && s <= maxDecScale {
			return &Dec{small: v, scale: s}, nil
		}
	}
	var a, b apd.BigInt
	c := new(apd.BigInt).Mul(d.coef(&a), o.coef(&b))
	if s > maxDecScale {
		c = roundQuo(c, bigPow10(int64(s-maxDecScale)))
		s = maxDecScale
	}
	return checkedDec(c, s)
}

// infWithSign is the infinity of a sign; NaN for sign 0 or if an operand is NaN.
func infWithSign(sign int, ops ...*Dec) *Dec {
	for _, o := range ops {
		if o.form == decNaN {
			return nanDec
		}
	}
	switch sign {
	case 1:
		return posInfDec
	case -1:
		return negInfDec
	}
	return nanDec
}

// roundQuo returns a/b rounded half away from zero, in a's place.
func roundQuo(a, b *apd.BigInt) *apd.BigInt {
	var r apd.BigInt
	neg := (a.Sign() < 0) != (b.Sign() < 0)
	q := new(apd.BigInt)
	q.QuoRem(a, b, &r)
	r.Abs(&r)
	r.Lsh(&r, 1)
	if r.CmpAbs(b) >= 0 {
		if neg {
			q.Sub(q, apd.NewBigInt(1))
		} else {
			q.Add(q, apd.NewBigInt(1))
		}
	}
	return q
}

// Div returns d / o (22012 for a zero divisor).
func (d *Dec) Div(o *Dec) (*Dec, error) {
	if r, err, done := divSpecial(d, o); done {
		return r, err
	}
	return divAt(d, o, divScale(d, o))
}

// divSpecial settles quotients of what is not finite and by zero.
func divSpecial(d, o *Dec) (*Dec, error, bool) {
	switch {
	case d.form == decNaN || o.form == decNaN:
		return nanDec, nil, true
	case d.IsInf():
		if o.IsInf() {
			return nanDec, nil, true
		}
		if o.Sign() == 0 {
			return nil, errDivisionByZero(), true
		}
		return infWithSign(d.Sign() * o.Sign()), nil, true
	case o.IsInf():
		return zeroDec, nil, true
	case o.Sign() == 0:
		return nil, errDivisionByZero(), true
	}
	return nil, nil, false
}

// divAt rounds the quotient of finite numbers to a scale.
func divAt(d, o *Dec, scale int32) (*Dec, error) {
	var a, b apd.BigInt
	num, den := d.coef(&a), o.coef(&b)
	switch shift := int64(scale) + int64(o.scale) - int64(d.scale); {
	case shift > 0:
		num = new(apd.BigInt).Mul(num, bigPow10(shift))
	case shift < 0:
		den = new(apd.BigInt).Mul(den, bigPow10(-shift))
	}
	return checkedDec(roundQuo(num, den), scale)
}

// divScale estimates the quotient's first digit as PostgreSQL does, in base 10000,
// because the scale of the result depends on it.
func divScale(d, o *Dec) int32 {
	wd, fd := d.lead10000()
	wo, fo := o.lead10000()
	w := wd - wo
	if fd <= fo {
		w--
	}
	return clampScale(minDecSigDigits-w*4, d.scale, o.scale)
}

// clampScale returns the largest of the scales within 0 to 1000.
func clampScale(want int64, at ...int32) int32 {
	for _, s := range at {
		want = max(want, int64(s))
	}
	return int32(min(max(want, 0), maxDecPrecision))
}

// lead10000 returns the weight and value of the first base-10000 digit, 0 and 0
// for zero.
func (d *Dec) lead10000() (weight, first int64) {
	if d.Sign() == 0 {
		return 0, 0
	}
	e := d.exponent()
	weight = floorDiv(e, 4)
	want := e - 4*weight + 1
	n := d.digits()
	if d.big == nil {
		first = int64(absInt(d.small) / uint64(pow10s[max(n-want, 0)]))
	} else {
		var q apd.BigInt
		q.Quo(d.big, bigPow10(n-want))
		first = q.Abs(&q).Int64()
	}
	for ; n < want; n++ {
		first *= 10
	}
	return weight, first
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func floorMod(a, b int64) int64 { return a - floorDiv(a, b)*b }

// DivTrunc returns the integer part of d / o (the SQL function div).
func (d *Dec) DivTrunc(o *Dec) (*Dec, error) {
	if r, err, done := divSpecial(d, o); done {
		return r, err
	}
	s := max(d.scale, o.scale)
	var a, b apd.BigInt
	return checkedDec(new(apd.BigInt).Quo(d.coefAt(s, &a), o.coefAt(s, &b)), 0)
}

// Mod returns the remainder of d / o, with the sign of d.
func (d *Dec) Mod(o *Dec) (*Dec, error) {
	switch {
	case d.form == decNaN || o.form == decNaN:
		return nanDec, nil
	case o.form == decFinite && o.Sign() == 0:
		return nil, errDivisionByZero()
	case d.IsInf():
		return nanDec, nil
	case o.IsInf():
		return d, nil
	}
	s := max(d.scale, o.scale)
	var a, b apd.BigInt
	return makeDec(new(apd.BigInt).Rem(d.coefAt(s, &a), o.coefAt(s, &b)), s), nil
}

// Gcd returns the greatest common divisor, NaN unless both are finite.
func (d *Dec) Gcd(o *Dec) (*Dec, error) {
	if d.form|o.form != decFinite {
		return nanDec, nil
	}
	s := max(d.scale, o.scale)
	var a, b apd.BigInt
	return checkedDec(gcdBig(d.coefAt(s, &a), o.coefAt(s, &b)), s)
}

func gcdBig(a, b *apd.BigInt) *apd.BigInt {
	var x, y apd.BigInt
	return new(apd.BigInt).GCD(nil, nil, x.Abs(a), y.Abs(b))
}

// Lcm returns the least common multiple, NaN unless both are finite.
func (d *Dec) Lcm(o *Dec) (*Dec, error) {
	if d.form|o.form != decFinite {
		return nanDec, nil
	}
	s := max(d.scale, o.scale)
	if d.Sign() == 0 || o.Sign() == 0 {
		return &Dec{scale: s}, nil
	}
	var a, b apd.BigInt
	x, y := d.coefAt(s, &a), o.coefAt(s, &b)
	g := gcdBig(x, y)
	r := new(apd.BigInt).Quo(x, g)
	r.Mul(r, y)
	return checkedDec(r.Abs(r), s)
}

// DecFactorial returns n! (22003 for negative n and beyond numeric's range).
func DecFactorial(n int64) (*Dec, error) {
	if n < 0 {
		return nil, pgerr.New(pgerr.NumericValueOutOfRange, "factorial of a negative number is undefined")
	}
	// 32177! is the last one within 131072 digits (PostgreSQL 18, numeric_fac).
	if n > 32177 {
		return nil, errDecOverflow()
	}
	return checkedDec(new(apd.BigInt).MulRange(1, n), 0)
}
