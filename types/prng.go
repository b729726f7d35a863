package types

// This file has the generator behind random() and setseed(): xoroshiro128**, by
// David Blackman and Sebastiano Vigna, seeded as PostgreSQL seeds it, so that a
// seed gives the same sequence.

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// Prng is a generator; the zero Prng seeds itself at its first use.
type Prng struct{ s0, s1 uint64 }

// Seed starts the sequence of f, which is from -1 to 1.
func (p *Prng) Seed(f float64) {
	p.seed(uint64(int64(float64(uint64(1)<<52-1) * f)))
}

func (p *Prng) seed(seed uint64) {
	p.s0, p.s1 = splitMix(&seed), splitMix(&seed)
	if p.s0 == 0 && p.s1 == 0 {
		p.s0, p.s1 = 0x5851F42D4C957F2D, 0x14057B7EF767814F
	}
}

func splitMix(s *uint64) uint64 {
	*s += 0x9E3779B97F4A7C15
	v := *s
	v = (v ^ v>>30) * 0xBF58476D1CE4E5B9
	v = (v ^ v>>27) * 0x94D049BB133111EB
	return v ^ v>>31
}

// Uint64 gives the next 64 bits.
func (p *Prng) Uint64() uint64 {
	if p.s0 == 0 && p.s1 == 0 {
		p.seed(rand.Uint64())
	}
	s0, sx := p.s0, p.s1^p.s0
	v := bits.RotateLeft64(s0*5, 7) * 9
	p.s0 = bits.RotateLeft64(s0, 24) ^ sx ^ sx<<16
	p.s1 = bits.RotateLeft64(sx, 37)
	return v
}

// Float64 gives a number in [0, 1).
func (p *Prng) Float64() float64 { return math.Ldexp(float64(p.Uint64()>>12), -52) }

// Normal gives a number of the standard normal distribution.
func (p *Prng) Normal() float64 {
	u, v := 1-p.Float64(), 1-p.Float64()
	return math.Sqrt(-2*math.Log(u)) * math.Sin(2*math.Pi*v)
}

// Upto gives a number in [0, n].
func (p *Prng) Upto(n uint64) uint64 {
	if n == 0 {
		return 0
	}
	shift := bits.LeadingZeros64(n)
	for {
		if v := p.Uint64() >> shift; v <= n {
			return v
		}
	}
}

// DecRange gives a number from lo to hi, which are finite and lo < hi, with as
// many digits behind the point as they have. It draws up to four digits to base
// 10000 at a time, from a range a little too large, until the number is in range.
func (p *Prng) DecRange(lo, hi *Dec) (*Dec, error) {
	const base = 10000
	size, err := hi.Sub(lo)
	if err != nil {
		return nil, err
	}
	scale := size.scale
	frac := (int(scale) + 3) / 4
	step := uint64(1)
	for i := scale; i%4 != 0; i++ {
		step *= 10
	}
	top, weight := size.Base10000()
	n := weight + 1 + frac
	head, heads := uint64(top[0]), 1
	for ; heads < n && heads < 4; heads++ {
		head *= base
		if heads < len(top) {
			head += uint64(top[heads])
		}
	}
	for {
		digits := make([]uint16, n)
		var v uint64
		if heads == n && step != 1 {
			v = p.Upto(head/step) * step
		} else {
			v = p.Upto(head)
		}
		put := func(at, count int) {
			for i := at + count - 1; i >= at; i-- {
				digits[i], v = uint16(v%base), v/base
			}
		}
		put(0, heads)
		whole := n
		if step != 1 {
			whole--
		}
		i := heads
		for ; i < whole-3; i += 4 {
			v = p.Upto(base*base*base*base - 1)
			for k := range 4 {
				digits[i+k], v = uint16(v%base), v/base
			}
		}
		for ; i < whole; i++ {
			digits[i] = uint16(p.Upto(base - 1))
		}
		if i < n {
			digits[i] = uint16(p.Upto(base/step-1) * step)
		}
		d, err := DecFromBase10000(digits, frac, scale)
		if err != nil {
			return nil, err
		}
		if d.Cmp(size) <= 0 {
			return d.Add(lo)
		}
	}
}
