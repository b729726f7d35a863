package storage

// How rows compare. The leading key of a row is condensed into a word of 64 bits
// that sorts like it; most comparisons end there.

import (
	"encoding/binary"
	"strings"

	"minidb/types"
)

// entry condenses key number k of a row.
func (s *Sorter) entry(row types.Row, k int) sortEntry {
	if k >= len(s.keys) {
		return sortEntry{rank: 1}
	}
	key := &s.keys[k]
	d := row[key.Col]
	if d.IsNull() {
		if key.NullsFirst {
			return sortEntry{rank: 0}
		}
		return sortEntry{rank: 2}
	}
	w := s.word(key, d, 0)
	return sortEntry{rank: 1, word: w}
}

// word returns a word that never orders two values against their key; equal
// words of kinds that are not fixedWidth prove nothing. off skips bytes of a
// text whose first bytes are known to be equal.
func (s *Sorter) word(key *SortKey, d types.Datum, off int) uint64 {
	var w uint64
	switch {
	case fixedWidth(d.Kind()):
		w, _ = types.MachineKey(d)
	case d.Kind() == types.Text:
		text := d.Text()
		if key.Bpchar {
			text = types.TrimBpchar(text)
		}
		w = prefixWord(text, off)
	case d.Kind() == types.Numeric:
		w = types.NumericWord(d)
	case d.Kind() == types.Record:
		w = 0 // comparing them is an error where columns have no order
	default:
		s.scratch = append(types.AppendKey(s.scratch[:0], d, false, false), 0, 0, 0, 0, 0, 0, 0, 0)
		w = binary.BigEndian.Uint64(s.scratch[1:])
	}
	if key.Desc {
		return ^w
	}
	return w
}

// prefixWord packs 8 bytes of text from off on, padded with zeros.
func prefixWord(text string, off int) uint64 {
	if len(text) >= off+8 {
		b := text[off : off+8]
		return uint64(b[7]) | uint64(b[6])<<8 | uint64(b[5])<<16 | uint64(b[4])<<24 |
			uint64(b[3])<<32 | uint64(b[2])<<40 | uint64(b[1])<<48 | uint64(b[0])<<56
	}
	var w uint64
	for i := range 8 {
		w <<= 8
		if off+i < len(text) {
			w |= uint64(text[off+i])
		}
	}
	return w
}

// compareFrom compares two rows by keys from number k on.
func (s *Sorter) compareFrom(a, b types.Row, k int) int {
	for i := k; i < len(s.keys); i++ {
		if c := s.keys[i].compare(a[s.keys[i].Col], b[s.keys[i].Col]); c != 0 {
			return c
		}
	}
	return 0
}

func (k *SortKey) compare(x, y types.Datum) int {
	if x.IsNull() || y.IsNull() {
		switch {
		case x.IsNull() && y.IsNull():
			return 0
		case x.IsNull() == k.NullsFirst:
			return -1
		}
		return 1
	}
	var c int
	switch {
	case k.Bpchar:
		c = types.CompareBpchar(x, y)
	case x.Kind() == types.Text && y.Kind() == types.Text:
		c = strings.Compare(x.Text(), y.Text())
	default:
		c = types.Compare(x, y)
	}
	if k.Desc {
		return -c
	}
	return c
}

// compareEntries compares two rows, by their leading words first.
func (s *Sorter) compareEntries(a, b *sortEntry, ra, rb types.Row) int {
	switch {
	case a.rank != b.rank:
		return int(a.rank) - int(b.rank)
	case a.word < b.word:
		return -1
	case a.word > b.word:
		return 1
	case s.exact && len(s.keys) <= 1:
		return 0
	case s.exact:
		return s.compareFrom(ra, rb, 1)
	}
	return s.compareFrom(ra, rb, 0)
}
