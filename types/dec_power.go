package types

// Numeric's power: exact squaring for whole exponents, e^(y ln x) for others, and
// POSIX's rules for NaN and the infinities.

import (
	"math"

	"github.com/cockroachdb/apd/v3"

	"minidb/pgerr"
)

func (d *Dec) isIntegral() bool { return d.form != decFinite || d.MinScale() == 0 }

func (d *Dec) isOdd() bool {
	if d.form != decFinite || !d.isIntegral() {
		return false
	}
	var tmp apd.BigInt
	return d.TrimScale().coef(&tmp).Bit(0) == 1
}

// Power returns d^o (2201F for a zero to a negative power and for a negative number
// to a power that is not an integer).
func (d *Dec) Power(o *Dec) (*Dec, error) {
	switch {
	case d.form == decNaN:
		if o.form == decFinite && o.Sign() == 0 {
			return oneDec, nil
		}
		return nanDec, nil
	case o.form == decNaN:
		if d.form == decFinite && d.Cmp(oneDec) == 0 {
			return oneDec, nil
		}
		return nanDec, nil
	case d.Sign() == 0 && o.Sign() < 0:
		return nil, pgerr.New(pgerr.InvalidArgumentForPower, "zero raised to a negative power is undefined")
	case d.Sign() < 0 && !o.isIntegral():
		return nil, pgerr.New(pgerr.InvalidArgumentForPower,
			"a negative number raised to a non-integer power yields a complex result")
	case d.form|o.form != decFinite:
		return powerInf(d, o), nil
	}
	if o.isIntegral() {
		if t := o.TrimScale(); t.big == nil && t.small >= math.MinInt32 && t.small <= math.MaxInt32 {
			return d.powerInt(t.small, o.scale)
		}
	}
	return d.powerReal(o)
}

func powerInf(d, o *Dec) *Dec {
	if d.form == decFinite && d.Cmp(oneDec) == 0 {
		return oneDec
	}
	if o.IsInf() {
		c := 1
		if d.form == decFinite {
			c = d.Abs().Cmp(oneDec)
		}
		switch {
		case c == 0:
			return oneDec
		case (c > 0) == (o.Sign() > 0):
			return posInfDec
		}
		return zeroDec
	}
	switch {
	case o.Sign() == 0:
		return oneDec
	case o.Sign() < 0:
		return zeroDec
	case d.Sign() < 0 && o.isOdd():
		return negInfDec
	}
	return posInfDec
}

// log10Approx returns the logarithm of |d| in float precision; d is not zero.
func (d *Dec) log10Approx() float64 {
	x := d.toAPD(17)
	return math.Log10(float64(x.Coeff.Int64())) + float64(x.Exponent)
}

// powerInt returns d^n; nscale is the exponent's display scale.
func (d *Dec) powerInt(n int64, nscale int32) (*Dec, error) {
	f := 0.0
	if d.Sign() != 0 {
		f = float64(n) * d.log10Approx()
	}
	if f > maxDecWeight {
		return nil, errDecOverflow()
	}
	if f+1 < -maxDecPrecision {
		return &Dec{scale: maxDecPrecision}, nil
	}
	s := clampScale(minDecSigDigits-int64(f), d.scale, nscale)
	switch {
	case n == 0:
		return oneDec.Round(s)
	case n == 1:
		return d.Round(s)
	case d.Sign() == 0:
		return &Dec{scale: s}, nil
	}
	prec := max(int64(s)+int64(f)+8, 0) + int64(smallDigits(n)) + guardDigits
	var tmp apd.BigInt
	base := scaledInt{new(apd.BigInt).Set(d.coef(&tmp)), -int64(d.scale)}
	r := scaledInt{apd.NewBigInt(1), 0}
	for m := absInt(n); ; {
		if m&1 == 1 {
			r = r.mul(base, prec)
		}
		if m >>= 1; m == 0 {
			break
		}
		base = base.mul(base, prec)
	}
	if n < 0 {
		digits := prec + decDigits(r.c)
		r = scaledInt{new(apd.BigInt).Quo(bigPow10(digits), r.c), -digits - r.e}
	}
	return r.dec(s)
}

// scaledInt is c times 10^e: apd's own decimals end at exponents of 100000.
type scaledInt struct {
	c *apd.BigInt
	e int64
}

// mul keeps at most prec digits of the product.
func (a scaledInt) mul(b scaledInt, prec int64) scaledInt {
	c, e := new(apd.BigInt).Mul(a.c, b.c), a.e+b.e
	if cut := decDigits(c) - prec; cut > 0 {
		c.Quo(c, bigPow10(cut))
		e += cut
	}
	return scaledInt{c, e}
}

// dec rounds to a scale.
func (a scaledInt) dec(scale int32) (*Dec, error) {
	switch shift := a.e + int64(scale); {
	case shift > maxDecWeight+maxDecScale:
		return nil, errDecOverflow()
	case shift >= 0:
		a.c.Mul(a.c, bigPow10(shift))
	case -shift > decDigits(a.c)+1:
		return &Dec{scale: scale}, nil
	default:
		a.c = roundQuo(a.c, bigPow10(-shift))
	}
	return checkedDec(a.c, scale)
}

// powerReal returns d^o by way of the logarithm.
func (d *Dec) powerReal(o *Dec) (*Dec, error) {
	if d.Sign() == 0 {
		return &Dec{scale: minDecSigDigits}, nil
	}
	neg := d.Sign() < 0 && o.isOdd()
	d = d.Abs()
	w := d.lnWeight()
	l, err := d.lnAPD(16)
	if err != nil {
		return nil, err
	}
	// PostgreSQL estimates with 8 digits, and the estimate decides the scale.
	local := int32(max(8-w, 0))
	approx, err := fromAPD(l, min(local, maxDecScale))
	if err == nil {
		approx, err = approx.Mul(o)
	}
	if err == nil {
		approx, err = approx.Round(min(local, maxDecScale))
	}
	if err != nil {
		return nil, err
	}
	val := approx.ApproxFloat64()
	if math.Abs(val) > expLimit*1.005 || math.IsNaN(val) {
		if val > 0 {
			return nil, errDecOverflow()
		}
		return &Dec{scale: maxDecPrecision}, nil
	}
	s := clampScale(minDecSigDigits-int64(val*log10e), d.scale, o.scale)
	if val*log10e < -float64(s)-2 {
		return &Dec{scale: s}, nil
	}
	// The error of the exponent is that of the result, relatively: as many digits as the
	// result will have, and those of the exponent before its point.
	prec := max(int64(s)+int64(val*log10e), 0) + decDigits(apd.NewBigInt(int64(math.Abs(val)))) + 16
	if l, err = d.lnAPD(prec); err != nil {
		return nil, err
	}
	var x apd.Decimal
	if _, err := apdContext(prec).Mul(&x, l, o.toAPD(prec+guardDigits)); err != nil {
		return nil, calcErr(err)
	}
	r, err := expAt(&x, val, s)
	if err == nil && neg {
		r = r.Neg()
	}
	return r, err
}
