package storage

// Sorting entries in memory: a stable radix sort by the leading key's word, and
// the same again by the next key among rows that are equal so far. Small groups
// are compared row by row; if there are few entries at all, see sort_quick.go.

import (
	"slices"

	"minidb/types"
)

const (
	radixMin     = 96           // entries; below, comparing is faster than 8 passes of counting
	FewRows      = radixMin - 1 // are put into the order of PostgreSQL if keys are equal
	cancelStride = 4096         // rows between two looks at whether to go on
)

// order sorts s.entries.
func (s *Sorter) order() error {
	if s.inOrder && !s.heaped {
		return nil
	}
	if len(s.entries) < radixMin {
		if s.heaped {
			s.unheap()
		} else {
			s.quick(s.entries)
		}
		return nil
	}
	o := orderer{s: s}
	if done, err := o.packSort(); done || err != nil {
		return err
	}
	return o.sort(s.entries, 0, 0)
}

type orderer struct {
	s    *Sorter
	rows int // passed since interrupted was asked
}

// look asks whether to go on, once in a while; rows are those just dealt with.
func (o *orderer) look(rows int) error {
	if o.rows += rows; o.rows < cancelStride {
		return nil
	}
	o.rows = 0
	return ask(o.s.interrupted)
}

// sort orders a group of rows that are equal in the keys before k, and whose
// key k, if a text, is equal in its first off bytes. The entries' words are
// those of key k from off on.
func (o *orderer) sort(es []sortEntry, k, off int) error {
	if err := o.look(len(es)); err != nil {
		return err
	}
	if len(es) < radixMin {
		o.compareSort(es, k)
		return nil
	}
	return o.eachRank(es, func(es []sortEntry) error { return o.radixSort(es, k, off) }, k)
}

// eachRank puts NULLs where they belong, sorts the values with f, and the NULLs
// by the next key.
func (o *orderer) eachRank(es []sortEntry, f func([]sortEntry) error, k int) error {
	mixed := false
	for i := range es {
		if es[i].rank != 1 {
			mixed = true
			break
		}
	}
	if !mixed {
		return f(es)
	}
	slices.SortStableFunc(es, func(a, b sortEntry) int { return int(a.rank) - int(b.rank) })
	lo := 0
	for lo < len(es) && es[lo].rank == 0 {
		lo++
	}
	hi := lo
	for hi < len(es) && es[hi].rank == 1 {
		hi++
	}
	if err := f(es[lo:hi]); err != nil {
		return err
	}
	if err := o.nextKey(es[:lo], k+1); err != nil {
		return err
	}
	return o.nextKey(es[hi:], k+1)
}

// nextKey loads the words of key k and sorts by it.
func (o *orderer) nextKey(es []sortEntry, k int) error {
	if k >= len(o.s.keys) || len(es) < 2 {
		return nil
	}
	if len(es) < radixMin {
		o.compareSort(es, k)
		return nil
	}
	for i := range es {
		row := es[i].row
		es[i] = o.s.entry(o.s.row(row), k)
		es[i].row = row
	}
	return o.sort(es, k, 0)
}

// compareSort sorts a group by whole comparisons from key k on.
func (o *orderer) compareSort(es []sortEntry, k int) {
	s := o.s
	if k == 0 {
		slices.SortStableFunc(es, func(a, b sortEntry) int {
			return s.compareEntries(&a, &b, s.row(a.row), s.row(b.row))
		})
		return
	}
	slices.SortStableFunc(es, func(a, b sortEntry) int {
		return s.compareFrom(s.row(a.row), s.row(b.row), k)
	})
}

// radixSort sorts by word, lowest byte first, leaving out bytes that are the
// same in all; then it sorts each group of equal words.
func (o *orderer) radixSort(es []sortEntry, k, off int) error {
	var all, any uint64 = ^uint64(0), 0
	for i := range es {
		all &= es[i].word
		any |= es[i].word
	}
	s := o.s
	if len(s.spare) < len(es) {
		s.spare = make([]sortEntry, len(es))
	}
	from, to := es, s.spare[:len(es)]
	for shift := 0; shift < 64; shift += 8 {
		if byte((all^any)>>shift) == 0 {
			continue
		}
		radixPass(from, to, shift)
		from, to = to, from
		if err := ask(o.s.interrupted); err != nil {
			return err
		}
	}
	if len(es) > 0 && &from[0] != &es[0] {
		copy(es, from)
	}
	return o.ties(es, k, off)
}

func radixPass(from, to []sortEntry, shift int) {
	var at [256]int
	for i := range from {
		at[byte(from[i].word>>shift)]++
	}
	sum := 0
	for b, n := range at {
		at[b] = sum
		sum += n
	}
	for i := range from {
		b := byte(from[i].word >> shift)
		to[at[b]] = from[i]
		at[b]++
	}
}

// ties sorts the groups of equal words: by the rest of a text, or the next key.
func (o *orderer) ties(es []sortEntry, k, off int) error {
	key := &o.s.keys[k]
	exact := fixedWidth(key.Kind)
	if exact && k+1 >= len(o.s.keys) {
		return nil
	}
	for lo := 0; lo < len(es); {
		hi := lo + 1
		for hi < len(es) && es[hi].word == es[lo].word {
			hi++
		}
		if err := o.look(hi - lo); err != nil {
			return err
		}
		if group := es[lo:hi]; len(group) > 1 {
			var err error
			switch {
			case exact:
				err = o.nextKey(group, k+1)
			case len(group) >= radixMin && key.Kind == types.Text:
				err = o.restOfText(group, k, off+8)
			default:
				o.compareSort(group, k)
			}
			if err != nil {
				return err
			}
		}
		lo = hi
	}
	return nil
}

// restOfText sorts texts that are equal in their first off bytes. Zero padding
// looks like zero bytes, so where all texts end there, they are compared.
func (o *orderer) restOfText(es []sortEntry, k, off int) error {
	s, key := o.s, &o.s.keys[k]
	same, longer := true, false
	first := s.row(es[0].row)[key.Col]
	for i := range es {
		d := s.row(es[i].row)[key.Col]
		longer = longer || len(d.Text()) > off
		same = same && key.compare(first, d) == 0
	}
	if same {
		return o.nextKey(es, k+1)
	}
	if !longer {
		o.compareSort(es, k)
		return nil
	}
	for i := range es {
		es[i].word = s.word(key, s.row(es[i].row)[key.Col], off)
	}
	return o.sort(es, k, off)
}
