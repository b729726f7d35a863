package storage

// Leading keys of fixed width often leave most of a machine word's bits unused: numbers
// that do not differ much. Then several keys, and in memory the row's number too, are
// packed into one word, which is all that sorting and merging look at.

import (
	"math/bits"
	"slices"

	"minidb/types"
)

const (
	packMin   = 256     // rows
	radixMany = 1 << 16 // words that are more than a cache holds
	radixBits = 8       // of a pass
)

// keySpan is what is known of a key's values.
type keySpan struct {
	min, max uint64 // of their words; min > max if there are none
	nulls    bool
}

// spans notes the leading keys of fixed width of a row; word is that of its first key.
func (s *Sorter) span(row types.Row, e *sortEntry) {
	if e.rank != 1 {
		s.spans[0].nulls = true
	} else {
		s.spans[0].add(e.word)
	}
	for k := 1; k < len(s.spans); k++ {
		if word, ok := s.keyWord(row, k); ok {
			s.spans[k].add(word)
		} else {
			s.spans[k].nulls = true
		}
	}
}

func (p *keySpan) add(word uint64) {
	p.min, p.max = min(p.min, word), max(p.max, word)
}

// keyWord is the word of a key of fixed width; false for NULL.
func (s *Sorter) keyWord(row types.Row, k int) (uint64, bool) {
	d := &row[s.keys[k].Col]
	word, ok := types.IntKey(d)
	if !ok {
		word, ok = types.MachineKey(*d)
	}
	if s.keys[k].Desc {
		word = ^word
	}
	return word, ok
}

// newSpans has a span for each of the leading keys of fixed width.
func newSpans(keys []SortKey) []keySpan {
	n := 0
	for n < len(keys) && fixedWidth(keys[n].Kind) {
		n++
	}
	spans := make([]keySpan, n)
	resetSpans(spans)
	return spans
}

func resetSpans(spans []keySpan) {
	for i := range spans {
		spans[i] = keySpan{min: ^uint64(0)}
	}
}

// packing says how leading keys are packed into a word.
type packing struct {
	keys []packedKey
	bits int // in use
}

type packedKey struct {
	col  int
	flip uint64 // all bits of a key that descends
	base uint64 // the word that becomes 0
	null uint64 // what NULL becomes
	bits int
}

// pack packs as many keys as fit so many bits.
func (s *Sorter) pack(room int) packing {
	var p packing
	for i := range s.spans {
		span := &s.spans[i]
		k := packedKey{col: s.keys[i].Col}
		if s.keys[i].Desc {
			k.flip = ^uint64(0)
		}
		width := uint64(0) // the largest value
		if span.min <= span.max {
			k.base, width = span.min, span.max-span.min
			if span.nulls {
				if width++; width == 0 {
					break
				}
				if s.keys[i].NullsFirst {
					k.base-- // may wrap, and so does what it is taken from
				} else {
					k.null = width
				}
			}
		}
		if k.bits = bits.Len64(width); k.bits > room-p.bits {
			break
		}
		p.bits += k.bits
		p.keys = append(p.keys, k)
	}
	return p
}

// word packs a row's keys.
func (p *packing) word(row types.Row) uint64 {
	var w uint64
	for i := range p.keys {
		k := &p.keys[i]
		d := &row[k.col]
		word, ok := types.IntKey(d)
		if !ok {
			word, ok = types.MachineKey(*d)
		}
		v := (word ^ k.flip) - k.base
		if !ok {
			v = k.null
		}
		w = w<<(k.bits&63) | v
	}
	return w
}

// packSort sorts the entries by packed words and then, where these are equal, by the
// keys that did not fit. It returns false if none did.
func (o *orderer) packSort() (bool, error) {
	s, n := o.s, len(o.s.entries)
	if n < packMin || s.heaped || len(s.spans) == 0 {
		return false, nil
	}
	low := bits.Len(uint(n - 1))
	p := s.pack(64 - low)
	if len(p.keys) == 0 {
		return false, nil
	}
	words := make([]uint64, 2*n)
	words, spare := words[:n:n], words[n:]
	for i := range words {
		words[i] = p.word(s.row(uint32(i)))<<low | uint64(i)
	}
	words, err := radixWords(words, spare, low, p.bits, s.interrupted)
	if err != nil {
		return false, err
	}
	mask := uint64(1)<<low - 1
	for i, w := range words {
		s.entries[i] = sortEntry{row: uint32(w & mask), rank: 1}
	}
	if len(p.keys) == len(s.keys) {
		return true, nil
	}
	for lo := 0; lo < n; {
		hi := lo + 1
		for hi < n && words[hi]>>low == words[lo]>>low {
			hi++
		}
		if err := o.look(hi - lo); err != nil {
			return false, err
		}
		if err := o.nextKey(s.entries[lo:hi], len(p.keys)); err != nil {
			return false, err
		}
		lo = hi
	}
	return true, nil
}

// radixWords sorts words by n bits from bit low on, and keeps the order of equal ones.
// The result is in one of the two slices, which are of the same length. Many words are
// first shared out by their highest bits, so that the rest is done in the cache.
func radixWords(words, spare []uint64, low, n int, interrupted func() error) ([]uint64, error) {
	if len(words) <= radixMany || n <= radixBits {
		return radixUpwards(words, spare, low, n, interrupted)
	}
	if err := ask(interrupted); err != nil {
		return nil, err
	}
	ends := radixPass64(words, spare, low+n-radixBits, radixBits)
	n -= radixBits
	out, lo := spare, 0
	if radixPasses(n)%2 == 1 {
		out = words
	}
	for _, end := range ends {
		hi := int(end)
		if lo == hi {
			continue
		}
		if _, err := radixUpwards(spare[lo:hi], words[lo:hi], low, n, interrupted); err != nil {
			return nil, err
		}
		lo = hi
	}
	return out, nil
}

func radixPasses(n int) int { return (n + radixBits - 1) / radixBits }

// radixUpwards is radixWords from the lowest bits on: the result is in spare if the
// passes are odd in number.
func radixUpwards(words, spare []uint64, low, n int, interrupted func() error) ([]uint64, error) {
	passes := radixPasses(n)
	for pass := range passes {
		if err := ask(interrupted); err != nil {
			return nil, err
		}
		digit := (n + passes - 1 - pass) / passes // bits are shared out evenly
		radixPass64(words, spare, low, digit)
		words, spare = spare, words
		low += digit
	}
	return words, nil
}

// radixPass64 copies words in the order of some of their bits and returns where those of
// each value end.
func radixPass64(words, to []uint64, low, bits int) (at [1 << radixBits]uint32) {
	mask := uint64(1)<<bits - 1
	for _, w := range words {
		at[w>>(low&63)&mask&(1<<radixBits-1)]++
	}
	sum := uint32(0)
	for b, c := range at {
		at[b] = sum
		sum += c
	}
	for _, w := range words {
		b := w >> (low & 63) & mask & (1<<radixBits - 1)
		to[at[b]] = w
		at[b]++
	}
	return at
}

// grown makes room for as many entries as there are.
func grown(es []sortEntry) []sortEntry {
	if len(es) == cap(es) {
		return slices.Grow(es, max(len(es), 64))
	}
	return es
}
