package types

// Numerics to and from machine numbers, with PostgreSQL's rounding and errors.

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"minidb/pgerr"
)

// DecFromFloat64 converts with 15 significant digits, as PostgreSQL does.
func DecFromFloat64(f float64) *Dec { return decFromFloat(f, 15, 64) }

// DecFromFloat32 converts with 6 significant digits.
func DecFromFloat32(f float32) *Dec { return decFromFloat(float64(f), 6, 32) }

func decFromFloat(f float64, prec, bitSize int) *Dec {
	switch {
	case math.IsNaN(f):
		return nanDec
	case math.IsInf(f, 1):
		return posInfDec
	case math.IsInf(f, -1):
		return negInfDec
	}
	s := strconv.FormatFloat(f, 'e', prec-1, bitSize)
	m, e, _ := strings.Cut(s, "e")
	m = strings.TrimRight(strings.TrimRight(m, "0"), ".")
	d, err := ParseDec(m + "e" + e)
	if err != nil {
		return zeroDec
	}
	return d
}

// Int64 rounds half away from zero (22003 out of range, 0A000 for what is not
// finite).
func (d *Dec) Int64() (int64, error) { return d.integer("bigint", math.MinInt64, math.MaxInt64) }

// Int32 is Int64 for integer.
func (d *Dec) Int32() (int32, error) {
	v, err := d.integer("integer", math.MinInt32, math.MaxInt32)
	return int32(v), err
}

// Int16 is Int64 for smallint.
func (d *Dec) Int16() (int16, error) {
	v, err := d.integer("smallint", math.MinInt16, math.MaxInt16)
	return int16(v), err
}

func (d *Dec) integer(typ string, lo, hi int64) (int64, error) {
	switch d.form {
	case decNaN:
		return 0, pgerr.New(pgerr.FeatureNotSupported, "cannot convert NaN to %s", typ)
	case decPosInf, decNegInf:
		return 0, pgerr.New(pgerr.FeatureNotSupported, "cannot convert infinity to %s", typ)
	}
	if d.Sign() == 0 {
		return 0, nil
	}
	if d.exponent() <= 19 {
		if r, err := d.Round(0); err == nil && r.big == nil && r.small >= lo && r.small <= hi {
			return r.small, nil
		}
	}
	return 0, pgerr.New(pgerr.NumericValueOutOfRange, "%s out of range", typ)
}

// Float64 returns the nearest float8 (22003 out of range, also of underflow).
func (d *Dec) Float64() (float64, error) { return d.float(64, "double precision") }

// Float32 returns the nearest float4 (22003 out of range, also of underflow).
func (d *Dec) Float32() (float32, error) {
	f, err := d.float(32, "real")
	return float32(f), err
}

// ApproxFloat64 is Float64 that gives infinity or 0 out of range.
func (d *Dec) ApproxFloat64() float64 {
	switch d.form {
	case decNaN:
		return math.NaN()
	case decPosInf:
		return math.Inf(1)
	case decNegInf:
		return math.Inf(-1)
	}
	if d.big == nil && d.scale <= 18 && absInt(d.small) < 1<<53 {
		return float64(d.small) / float64(pow10s[d.scale])
	}
	f, _ := strconv.ParseFloat(d.String(), 64)
	return f
}

func (d *Dec) float(bitSize int, typ string) (float64, error) {
	if d.form != decFinite || bitSize == 64 && d.big == nil && d.scale <= 18 && absInt(d.small) < 1<<53 {
		return d.ApproxFloat64(), nil
	}
	s := d.String()
	f, err := strconv.ParseFloat(s, bitSize)
	if err != nil || f == 0 && d.Sign() != 0 {
		return 0, pgerr.New(pgerr.NumericValueOutOfRange, "\"%s\" is out of range for type %s", s, typ)
	}
	return f, nil
}

// Base10000 returns the digits of a finite number to base 10000, first to last
// without zeros at the ends, and the weight of the first: 10000^weight.
func (d *Dec) Base10000() (digits []uint16, weight int) {
	d = d.TrimScale()
	frac := (int(d.scale) + 3) / 4
	var tmp, q, r apd.BigInt
	c := d.coefAt(int32(4*frac), &tmp)
	q.Abs(c)
	base := apd.NewBigInt(10000)
	for q.Sign() != 0 {
		q.QuoRem(&q, base, &r)
		if v := uint16(r.Int64()); v != 0 || len(digits) > 0 {
			digits = append(digits, v)
		} else {
			frac--
		}
	}
	slices.Reverse(digits)
	return digits, len(digits) - 1 - frac
}

// DecFromBase10000 makes the number of these digits, of which the last frac stand
// behind the point, with that scale.
func DecFromBase10000(digits []uint16, frac int, scale int32) (*Dec, error) {
	c := new(apd.BigInt)
	base := apd.NewBigInt(10000)
	for _, v := range digits {
		c.Mul(c, base)
		c.Add(c, apd.NewBigInt(int64(v)))
	}
	d := makeDec(c, int32(4*frac))
	return d.Round(scale)
}
