package expr

import "math"

// This file has the exponential, logarithms and powers, computed in pairs of
// float8 and rounded once: as in trig.go, Go's own are off by a unit of the last
// place too often. A pair has about 105 bits.

// pair is the sum of hi and lo, lo being at most half a unit of hi's last place.
type pair struct{ hi, lo float64 }

func pairOf(a, b float64) pair { // |a| >= |b|
	s := a + b
	return pair{s, b - (s - a)}
}

func sumOf(a, b float64) pair {
	s := a + b
	t := s - a
	return pair{s, (a - (s - t)) + (b - t)}
}

func productOf(a, b float64) pair {
	p := a * b
	return pair{p, math.FMA(a, b, -p)}
}

func (x pair) plus(y pair) pair {
	s, t := sumOf(x.hi, y.hi), sumOf(x.lo, y.lo)
	s = pairOf(s.hi, s.lo+t.hi)
	return pairOf(s.hi, s.lo+t.lo)
}

func (x pair) times(y pair) pair {
	p := productOf(x.hi, y.hi)
	return pairOf(p.hi, p.lo+(x.hi*y.lo+x.lo*y.hi))
}

func (x pair) over(y pair) pair {
	q := x.hi / y.hi
	r := x.plus(y.times(pair{-q, 0}))
	q2 := r.hi / y.hi
	r = r.plus(y.times(pair{-q2, 0}))
	return pairOf(q, q2).plus(pair{r.hi / y.hi, 0})
}

// The natural logarithm of 2: the first part has so few bits that its product with
// an exponent is exact.
const ln2First = 0x1.62e42fee00000p-1

var ln2Rest = pair{0x1.a39ef35793c76p-33, 0x1.cc01f97b57a08p-87}

var perLn10 = pair{0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57} // 1 / ln 10

// perFactorial has 1/n!, for the series of the exponential.
var perFactorial = func() (t [13]pair) {
	t[0] = pair{1, 0}
	for n := 1; n < len(t); n++ {
		t[n] = t[n-1].over(pair{float64(n), 0})
	}
	return t
}()

// expPair gives e^x as a pair and a power of two. |x| is at most some thousands.
func expPair(x pair) (pair, int) {
	const halvings = 6
	k := math.Round(x.hi / math.Ln2)
	r := x.plus(pair{-k * ln2First, 0}).plus(ln2Rest.times(pair{-k, 0}))
	r = pair{math.Ldexp(r.hi, -halvings), math.Ldexp(r.lo, -halvings)}
	s := perFactorial[len(perFactorial)-1]
	for n := len(perFactorial) - 2; n >= 0; n-- {
		s = s.times(r).plus(perFactorial[n])
	}
	for range halvings {
		s = s.times(s)
	}
	return s, int(k)
}

// logPair gives the logarithm of a finite positive x.
func logPair(x float64) pair {
	if d := x - 1; math.Abs(d) < 1.0/32 { // there the step below would lose what is left
		s := pair{d, 0}.over(sumOf(x, 1))
		square, sum := s.times(s), pair{}
		for n := 25; n > 0; n -= 2 {
			sum = sum.times(square).plus(pair{1, 0}.over(pair{float64(n), 0}))
		}
		sum = sum.times(s)
		return pair{2 * sum.hi, 2 * sum.lo}
	}
	m, e := math.Frexp(x)
	y := math.Log(x) // to be refined by a step of Newton's method
	v, k := expPair(pair{-y, 0})
	d := v.times(pair{math.Ldexp(m, e+k), 0}).plus(pair{-1, 0})
	return pair{y, 0}.plus(d).plus(pair{-d.hi * d.hi / 2, 0})
}

func exp(x float64) float64 {
	if x != x || math.Abs(x) < 1e-20 || x > 709.7 || x < -708 {
		return math.Exp(x)
	}
	v, k := expPair(pair{x, 0})
	return math.Ldexp(v.hi, k)
}

func ln(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 0) {
		return math.Log(x)
	}
	return logPair(x).hi
}

func log10(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 0) {
		return math.Log10(x)
	}
	return logPair(x).times(perLn10).hi
}

// pow is math.Pow but for the last place.
func pow(x, y float64) float64 {
	rough := math.Pow(x, y)
	if x == 0 || rough == 0 || rough != rough || math.IsInf(rough, 0) || math.IsInf(y, 0) || math.Abs(rough) < 0x1p-1000 || math.Abs(rough) > 0x1p1000 {
		return rough
	}
	if n := math.Abs(y); n == math.Floor(n) && n <= 64 { // exact if the power is a number halfway between two others
		p, b := pair{1, 0}, pair{x, 0}
		for i := int(n); i > 0; i >>= 1 {
			if i&1 != 0 {
				p = p.times(b)
			}
			if i > 1 {
				b = b.times(b)
			}
		}
		if y < 0 {
			p = pair{1, 0}.over(p)
		}
		return p.hi
	}
	v, k := expPair(logPair(math.Abs(x)).times(pair{y, 0}))
	return math.Copysign(math.Ldexp(v.hi, k), rough)
}
