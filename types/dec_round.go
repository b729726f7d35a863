package types

// Numeric's rounding: to a scale, to an integer, to a declared numeric(p,s).

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"minidb/pgerr"
)

// Round rounds half away from zero to n digits after the point; a negative n
// rounds before it.
func (d *Dec) Round(n int32) (*Dec, error) {
	if d.form != decFinite {
		return d, nil
	}
	n = min(max(n, -maxDecWeight-1), maxDecScale)
	if n >= d.scale {
		return d.rescaleUp(n)
	}
	if d.big == nil && d.scale-n <= 18 && n >= 0 {
		p := pow10s[d.scale-n]
		q, r := d.small/p, d.small%p
		if r >= p-r {
			q++
		} else if -r >= p+r {
			q--
		}
		return &Dec{small: q, scale: n}, nil
	}
	var tmp apd.BigInt
	if int64(d.scale)-int64(n) > d.digits()+1 {
		return &Dec{scale: max(n, 0)}, nil
	}
	c := roundQuo(d.coef(&tmp), bigPow10(int64(d.scale)-int64(n)))
	if n < 0 {
		c.Mul(c, bigPow10(int64(-n)))
		n = 0
	}
	return checkedDec(c, n)
}

// rescaleUp adds zeros after the point.
func (d *Dec) rescaleUp(n int32) (*Dec, error) {
	if n == d.scale {
		return d, nil
	}
	if d.big == nil {
		if v, ok := scaleUp(d.small, n-d.scale); ok {
			return &Dec{small: v, scale: n}, nil
		}
	}
	var tmp apd.BigInt
	return makeDec(new(apd.BigInt).Set(d.coefAt(n, &tmp)), n), nil
}

// Trunc cuts to n digits after the point; a negative n cuts before it.
func (d *Dec) Trunc(n int32) *Dec {
	if d.form != decFinite {
		return d
	}
	n = min(max(n, -maxDecWeight-1), maxDecScale)
	if n >= d.scale {
		r, _ := d.rescaleUp(n)
		return r
	}
	if int64(d.scale)-int64(n) > d.digits() {
		return &Dec{scale: max(n, 0)}
	}
	var tmp apd.BigInt
	c := new(apd.BigInt).Quo(d.coef(&tmp), bigPow10(int64(d.scale)-int64(n)))
	if n < 0 {
		c.Mul(c, bigPow10(int64(-n)))
		n = 0
	}
	return makeDec(c, n)
}

// Ceil returns the smallest integer that is not less than d.
func (d *Dec) Ceil() *Dec { return d.toward(1) }

// Floor returns the greatest integer that is not greater than d.
func (d *Dec) Floor() *Dec { return d.toward(-1) }

func (d *Dec) toward(sign int) *Dec {
	t := d.Trunc(0)
	if d.form != decFinite || d.Sign() != sign || t.Cmp(d) == 0 {
		return t
	}
	// One more digit at most: numbers with digits after the point are far from
	// the limit before it only by their own scale, and PostgreSQL lets this pass.
	r, err := t.Add(DecFromInt64(int64(sign)))
	if err != nil {
		return t
	}
	return r
}

// numericTypmod unpacks the precision and scale of a numeric's type modifier.
func numericTypmod(typmod int32) (precision, scale int32) {
	typmod -= 4
	// 11 bits, two's complement (PostgreSQL 18, numeric_typmod_scale).
	return typmod >> 16 & 0xffff, typmod&0x7ff ^ 1024 - 1024
}

// Coerce rounds d to a declared numeric(p,s) (22003 if it does not fit). Typmod -1
// returns d.
func (d *Dec) Coerce(typmod int32) (*Dec, error) {
	if typmod < 4 || d.form == decNaN {
		return d, nil
	}
	p, s := numericTypmod(typmod)
	if d.form != decFinite {
		return nil, pgerr.New(pgerr.NumericValueOutOfRange, "numeric field overflow").
			WithDetail("A field with precision %d, scale %d cannot hold an infinite value.", p, s)
	}
	r, err := d.Round(s)
	if err != nil {
		return nil, err
	}
	if r.Sign() != 0 && r.exponent() >= int64(p-s) {
		limit := "1"
		if p != s {
			limit = "10^" + DecFromInt64(int64(p-s)).String()
		}
		return nil, pgerr.New(pgerr.NumericValueOutOfRange, "numeric field overflow").
			WithDetail("A field with precision %d, scale %d must round to an absolute value less than %s.", p, s, limit)
	}
	return r, nil
}

// NumericTypmod is the type modifier of numeric(precision, scale).
func NumericTypmod(precision, scale int32) int32 { return (precision<<16 | scale&0x7ff) + 4 }

// Scientific writes d, which is finite, with one digit before the point and n behind it; 9.99
// that is rounded up has two before it: 10.0e+00.
func (d *Dec) Scientific(n int32) (string, error) {
	exp := int64(0)
	if d.Sign() != 0 {
		exp = d.exponent()
	}
	r, err := d.Round(int32(int64(n) - exp))
	if err != nil {
		return "", err
	}
	sign := ""
	if r.Sign() < 0 {
		sign = "-"
	}
	before := 1
	if r.Sign() != 0 {
		before += int(r.exponent() - exp)
	}
	digits := strings.TrimLeft(strings.Replace(r.Abs().String(), ".", "", 1), "0")
	digits = (digits + strings.Repeat("0", max(before+int(n)-len(digits), 0)))[:before+int(n)]
	if n > 0 {
		digits = digits[:before] + "." + digits[before:]
	}
	return fmt.Sprintf("%s%se%+03d", sign, digits, exp), nil
}
