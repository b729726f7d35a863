package types

// Dec is numeric: a signed decimal of up to 131072 digits before and 16383 after
// the point, NaN and the infinities. What can be printed (trailing zeros) is part
// of the value: the display scale. A coefficient that fits an int64 needs no
// big integer, which covers nearly every sum and price.

import (
	"github.com/cockroachdb/apd/v3"

	"minidb/pgerr"
)

type decForm uint8

const (
	decFinite decForm = iota
	decNaN
	decPosInf
	decNegInf
)

// Limits of numeric (PostgreSQL 18, utils/numeric.h and numeric.c).
const (
	maxDecPrecision = 1000   // of a declared type, and the largest computed display scale
	maxDecScale     = 16383  // digits after the point
	maxDecWeight    = 131072 // digits before the point
	minDecSigDigits = 16     // that a quotient or a root has at least
)

// Dec is an immutable numeric: coefficient times 10^-scale. The zero Dec is 0.
type Dec struct {
	big   *apd.BigInt // coefficient, nil if it fits small
	small int64
	scale int32 // digits after the point, 0 to 16383
	form  decForm
}

var (
	nanDec    = &Dec{form: decNaN}
	posInfDec = &Dec{form: decPosInf}
	negInfDec = &Dec{form: decNegInf}
	zeroDec   = &Dec{}
	oneDec    = &Dec{small: 1}
)

// pow10s holds the powers of ten that fit an int64.
var pow10s = func() (p [19]int64) {
	p[0] = 1
	for i := 1; i < len(p); i++ {
		p[i] = p[i-1] * 10
	}
	return
}()

func bigPow10(n int64) *apd.BigInt {
	if n < int64(len(pow10s)) {
		return apd.NewBigInt(pow10s[n])
	}
	return new(apd.BigInt).Exp(apd.NewBigInt(10), apd.NewBigInt(n), nil)
}

// DecFromInt64 makes a numeric without digits after the point.
func DecFromInt64(v int64) *Dec { return &Dec{small: v} }

// makeDec takes over c.
func makeDec(c *apd.BigInt, scale int32) *Dec {
	if c.IsInt64() {
		return &Dec{small: c.Int64(), scale: scale}
	}
	return &Dec{big: c, scale: scale}
}

// checkedDec is makeDec with numeric's limit on the digits before the point.
func checkedDec(c *apd.BigInt, scale int32) (*Dec, error) {
	d := makeDec(c, scale)
	if d.big != nil && decDigits(c)-int64(scale) > maxDecWeight {
		return nil, errDecOverflow()
	}
	return d, nil
}

func errDecOverflow() error {
	return pgerr.New(pgerr.NumericValueOutOfRange, "value overflows numeric format")
}

// decDigits counts decimal digits; zero has one.
func decDigits(c *apd.BigInt) int64 { return apd.NumDigits(c) }

// coef returns the coefficient, in tmp if it is small. It must not be changed.
func (d *Dec) coef(tmp *apd.BigInt) *apd.BigInt {
	if d.big != nil {
		return d.big
	}
	return tmp.SetInt64(d.small)
}

// coefAt returns the coefficient that d has at a larger scale; it may be d's own.
func (d *Dec) coefAt(scale int32, tmp *apd.BigInt) *apd.BigInt {
	c := d.coef(tmp)
	if scale == d.scale {
		return c
	}
	return tmp.Mul(c, bigPow10(int64(scale-d.scale)))
}

// IsNaN reports whether d is NaN.
func (d *Dec) IsNaN() bool { return d.form == decNaN }

// IsInf reports whether d is Infinity or -Infinity.
func (d *Dec) IsInf() bool { return d.form >= decPosInf }

// IsFinite reports whether d is a number.
func (d *Dec) IsFinite() bool { return d.form == decFinite }

// Sign returns -1, 0 or 1, and 0 for NaN.
func (d *Dec) Sign() int {
	switch {
	case d.form == decNegInf:
		return -1
	case d.form == decPosInf:
		return 1
	case d.form == decNaN:
		return 0
	case d.big != nil:
		return d.big.Sign()
	case d.small < 0:
		return -1
	case d.small > 0:
		return 1
	}
	return 0
}

// Scale returns the display scale: the digits printed after the point. What is
// not finite has none, and the SQL function scale returns NULL for it.
func (d *Dec) Scale() int32 { return d.scale }

// MinScale returns the scale without trailing zeros.
func (d *Dec) MinScale() int32 { return d.TrimScale().scale }

// TrimScale returns d without trailing zeros after the point.
func (d *Dec) TrimScale() *Dec {
	if d.form != decFinite || d.scale == 0 {
		return d
	}
	if d.big == nil {
		c, s := trimInt(d.small, d.scale)
		return &Dec{small: c, scale: s}
	}
	return trimBig(d)
}

// trimInt takes the zeros at the end off a coefficient.
func trimInt(c int64, s int32) (int64, int32) {
	if c == 0 {
		return 0, 0
	}
	for s > 0 && c%10 == 0 {
		c, s = c/10, s-1
	}
	return c, s
}

// trimBig halves its stride, so that thousands of zeros take few divisions.
func trimBig(d *Dec) *Dec {
	c, s := new(apd.BigInt).Set(d.big), int64(d.scale)
	step := int64(1)
	for step*2 <= s {
		step *= 2
	}
	var q, r apd.BigInt
	for ; step > 0; step /= 2 {
		for s >= step {
			q.QuoRem(c, bigPow10(step), &r)
			if r.Sign() != 0 {
				break
			}
			c.Set(&q)
			s -= step
		}
	}
	return makeDec(c, int32(s))
}

// Neg returns -d.
func (d *Dec) Neg() *Dec {
	switch d.form {
	case decNaN:
		return d
	case decPosInf:
		return negInfDec
	case decNegInf:
		return posInfDec
	}
	if d.big == nil && d.small != -1<<63 {
		return &Dec{small: -d.small, scale: d.scale}
	}
	var tmp apd.BigInt
	return makeDec(new(apd.BigInt).Neg(d.coef(&tmp)), d.scale)
}

// Abs returns d without its sign.
func (d *Dec) Abs() *Dec {
	if d.Sign() < 0 {
		return d.Neg()
	}
	return d
}

// Cmp orders by value; NaN is equal to itself and greater than everything else.
func (d *Dec) Cmp(o *Dec) int {
	if d.form|o.form == decFinite {
		if a, b, ok := d.aligned(o); ok {
			return cmpInt(a, b)
		}
	}
	if d.form != decFinite || o.form != decFinite {
		return cmpInt(int64(d.rank()), int64(o.rank()))
	}
	ds, os := d.Sign(), o.Sign()
	if ds != os || ds == 0 {
		return cmpInt(int64(ds), int64(os))
	}
	if de, oe := d.exponent(), o.exponent(); de != oe {
		if de > oe {
			return ds
		}
		return -ds
	}
	s := max(d.scale, o.scale)
	var a, b apd.BigInt
	return d.coefAt(s, &a).Cmp(o.coefAt(s, &b))
}

func (d *Dec) rank() int {
	switch d.form {
	case decNegInf:
		return -1
	case decPosInf:
		return 1
	case decNaN:
		return 2
	}
	return 0
}

// digits counts the coefficient's decimal digits; zero has one.
func (d *Dec) digits() int64 {
	if d.big != nil {
		return decDigits(d.big)
	}
	return int64(smallDigits(d.small))
}

func smallDigits(v int64) int {
	if v < 0 {
		v = -v
		if v < 0 {
			return 19
		}
	}
	n := 1
	for n < len(pow10s) && v >= pow10s[n] {
		n++
	}
	return n
}

// exponent is the power of ten of the leading digit: 0 for 1 to 9.99. It means
// nothing for zero.
func (d *Dec) exponent() int64 { return d.digits() - 1 - int64(d.scale) }

func cmpInt(a, b int64) int {
	if a < b {
		return -1
	}
	if a > b {
		return 1
	}
	return 0
}
