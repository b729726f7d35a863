package planner

import "math/bits"

// relids is a set of a query level's base relations, by their position in
// level.rels. It is a value and can be a map key.
type relids [4]uint64

// maxRels is how many base relations one query level may join.
const maxRels = 256

func single(i int) (r relids) {
	r[i>>6] = 1 << (i & 63)
	return r
}

func (r relids) or(b relids) relids {
	return relids{r[0] | b[0], r[1] | b[1], r[2] | b[2], r[3] | b[3]}
}

func (r relids) and(b relids) relids {
	return relids{r[0] & b[0], r[1] & b[1], r[2] & b[2], r[3] & b[3]}
}

func (r relids) minus(b relids) relids {
	return relids{r[0] &^ b[0], r[1] &^ b[1], r[2] &^ b[2], r[3] &^ b[3]}
}

func (r relids) empty() bool            { return r == relids{} }
func (r relids) overlaps(b relids) bool { return !r.and(b).empty() }
func (r relids) subsetOf(b relids) bool { return r.minus(b).empty() }
func (r relids) singleton() (int, bool) { return r.first(), r.count() == 1 }

func (r relids) count() int {
	return bits.OnesCount64(r[0]) + bits.OnesCount64(r[1]) + bits.OnesCount64(r[2]) + bits.OnesCount64(r[3])
}

// first returns the lowest member, -1 of an empty set.
func (r relids) first() int {
	for i, w := range r {
		if w != 0 {
			return i<<6 + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// each calls f with every member in ascending order.
func (r relids) each(f func(i int)) {
	for w, word := range r {
		for word != 0 {
			f(w<<6 + bits.TrailingZeros64(word))
			word &= word - 1
		}
	}
}
