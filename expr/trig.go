package expr

// This file has sine, cosine, tangent and their inverses, computed with more
// digits than a float8 has and rounded once: Go's own are off by some units of the
// last place, where the C libraries that PostgreSQL runs with are not.

import (
	"math"
	"math/big"
	"sync"
)

// trigBits is the precision of what is computed, beyond that of the argument's
// whole part.
const trigBits = 192

func bigF(prec uint) *big.Float { return new(big.Float).SetPrec(prec) }

// bigPi is pi with enough bits for the reduction of any float8, by Machin's
// formula: 16 atan(1/5) - 4 atan(1/239).
var bigPi = sync.OnceValue(func() *big.Float {
	const prec = 1024 + 2*trigBits
	atanInv := func(n int64) *big.Float {
		sum, square := bigF(prec), bigF(prec).SetInt64(n*n)
		term := bigF(prec).Quo(bigF(prec).SetInt64(1), bigF(prec).SetInt64(n))
		for k := int64(1); term.MantExp(nil) > -prec; k += 2 {
			t := bigF(prec).Quo(term, bigF(prec).SetInt64(k))
			if k%4 == 1 {
				sum.Add(sum, t)
			} else {
				sum.Sub(sum, t)
			}
			term.Quo(term, square)
		}
		return sum
	}
	a := bigF(prec).Mul(atanInv(5), bigF(prec).SetInt64(16))
	return a.Sub(a, bigF(prec).Mul(atanInv(239), bigF(prec).SetInt64(4)))
})

// sinCosBig gives the sine and cosine of a finite x.
func sinCosBig(x float64) (sin, cos *big.Float) {
	prec := uint(trigBits)
	if e := math.Ilogb(x); x != 0 && e > 0 {
		prec += uint(e)
	}
	half := bigF(prec+trigBits).Quo(bigPi(), big.NewFloat(2))
	r := bigF(prec + trigBits).SetFloat64(x)
	n := bigF(prec+trigBits).Quo(r, half)
	if n.Sign() >= 0 {
		n.Add(n, big.NewFloat(0.5))
	} else {
		n.Sub(n, big.NewFloat(0.5))
	}
	quarter, _ := n.Int(nil)
	r.Sub(r, half.Mul(half, bigF(prec+trigBits).SetInt(quarter)))
	r.SetPrec(trigBits)
	sin, cos = taylor(r, 1), taylor(r, 0)
	switch new(big.Int).And(quarter, big.NewInt(3)).Int64() {
	case 1:
		sin, cos = cos, sin.Neg(sin)
	case 2:
		sin, cos = sin.Neg(sin), cos.Neg(cos)
	case 3:
		sin, cos = cos.Neg(cos), sin
	}
	return sin, cos
}

// taylor sums the series of the sine (first 1) or cosine (first 0) of a small r.
func taylor(r *big.Float, first int64) *big.Float {
	term := bigF(trigBits).SetInt64(1)
	if first == 1 {
		term.Set(r)
	}
	sum, square := bigF(trigBits).Set(term), bigF(trigBits).Mul(r, r)
	for k := first; term.Sign() != 0 && term.MantExp(nil) > sum.MantExp(nil)-trigBits; k += 2 {
		term.Mul(term, square)
		term.Quo(term, bigF(trigBits).SetInt64(-(k+1)*(k+2)))
		sum.Add(sum, term)
	}
	return sum
}

func rounded(v *big.Float) float64 {
	f, _ := v.Float64()
	return f
}

func plainTrig(x float64) bool { return x == 0 || x != x || math.IsInf(x, 0) || math.Abs(x) < 1e-30 }

func sin(x float64) float64 {
	if plainTrig(x) {
		return math.Sin(x)
	}
	s, _ := sinCosBig(x)
	return rounded(s)
}

func cos(x float64) float64 {
	if plainTrig(x) {
		return math.Cos(x)
	}
	_, c := sinCosBig(x)
	return rounded(c)
}

func tan(x float64) float64 {
	if plainTrig(x) {
		return math.Tan(x)
	}
	s, c := sinCosBig(x)
	return rounded(s.Quo(s, c))
}

// asinBig refines the arc sine by a step of Newton's method.
func asinBig(x float64) *big.Float {
	y := math.Asin(x)
	s, c := sinCosBig(y)
	d := s.Sub(bigF(trigBits).SetFloat64(x), s)
	d.Quo(d, c)
	return d.Add(d, bigF(trigBits).SetFloat64(y))
}

func asin(x float64) float64 {
	if plainTrig(x) || math.Abs(x) >= 1 {
		return math.Asin(x)
	}
	return rounded(asinBig(x))
}

func acos(x float64) float64 {
	if plainTrig(x) || math.Abs(x) >= 1 {
		return math.Acos(x)
	}
	half := bigF(2*trigBits).Quo(bigPi(), big.NewFloat(2))
	return rounded(half.Sub(half, asinBig(x)))
}

func atan(x float64) float64 {
	if plainTrig(x) || math.Abs(x) > 1e30 {
		return math.Atan(x)
	}
	y := math.Atan(x)
	s, c := sinCosBig(y)
	d := bigF(trigBits).Mul(bigF(trigBits).SetFloat64(x), c)
	d.Sub(d, s)
	d.Mul(d, c)
	return rounded(d.Add(d, bigF(trigBits).SetFloat64(y)))
}

func atan2(y, x float64) float64 {
	a := math.Atan2(y, x)
	if plainTrig(x) || plainTrig(y) || plainTrig(y/x) || math.Abs(y/x) > 1e30 {
		return a
	}
	s, c := sinCosBig(a) // the sine of what a lacks is (y cos a - x sin a) / r, r being x / cos a or y / sin a
	d := bigF(trigBits).Mul(bigF(trigBits).SetFloat64(y), c)
	d.Sub(d, bigF(trigBits).Mul(bigF(trigBits).SetFloat64(x), s))
	if math.Abs(x) > math.Abs(y) {
		d.Quo(d.Mul(d, c), bigF(trigBits).SetFloat64(x))
	} else {
		d.Quo(d.Mul(d, s), bigF(trigBits).SetFloat64(y))
	}
	return rounded(d.Add(d, bigF(trigBits).SetFloat64(a)))
}
