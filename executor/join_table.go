package executor

import (
	"minidb/session"
	"minidb/types"
)

// joinTable is the inner side of a hash join: the rows by their keys. Filling
// (add) and probing (find) are two phases with seal between them, so that the
// slots are made once, in their final size, and a row that only has to be found
// costs a probe one miss of the cache.
//
// A slot holds the key itself where one word tells it (exact), else its hash;
// then the key's columns stand before the kept ones in the row. Rows with equal
// keys are linked, the last that came first, as in PostgreSQL. Its memory counts against the session's
// limit until release.
type joinTable struct {
	mem    account
	exact  bool
	bpchar []bool
	cols   []int // columns of the inner row to keep
	nkeys  int   // columns of the key in a kept row

	n     int        // rows
	rows  *rowStore  // by row: key, then cols; empty if there are none of both
	buf   types.Row  // one such row
	words [][]uint64 // by row, until sealed
	null  []uint32   // rows with a NULL in the key: part of the table, never found
	slots []joinSlot // length a power of two, at most two thirds used
	next  []uint32   // by row: the next one of the same key plus 1, 0 at the end; nil if no key is there twice
}

// joinSlot is free if first is 0.
type joinSlot struct {
	word  uint64 // key or hash
	first uint32 // the key's first row plus 1
}

const (
	joinSlotBytes = 16
	wordChunk     = 1024 // words of a chunk
)

// newJoinTable: exact says that the key is one column whose values are equal just
// when their Word is.
func newJoinTable(s *session.Session, nkeys int, exact bool, bpchar []bool, cols []int) *joinTable {
	t := &joinTable{
		mem: account{sess: s}, exact: exact, bpchar: bpchar, cols: cols,
		rows: newRowStore(s), slots: make([]joinSlot, 1),
	}
	if !exact {
		t.nkeys = nkeys
	}
	t.buf = make(types.Row, t.nkeys+len(cols))
	return t
}

// add stores what is to be kept of a row. A row whose key has a NULL is never
// found by find.
func (t *joinTable) add(key []types.Datum, null bool, row types.Row) error {
	i := t.n
	t.n++
	if len(t.buf) > 0 {
		copy(t.buf, key[:t.nkeys])
		for k, c := range t.cols {
			t.buf[t.nkeys+k] = row[c]
		}
		if _, err := t.rows.add(t.buf); err != nil {
			return err
		}
	}
	if i%wordChunk == 0 {
		t.words = append(t.words, make([]uint64, 0, min(wordChunk, 32+i)))
		if err := t.mem.add(8 * wordChunk); err != nil {
			return err
		}
	}
	var w uint64
	if null {
		t.null = append(t.null, uint32(i))
	} else {
		w = t.word(key)
	}
	c := &t.words[i/wordChunk]
	*c = append(*c, w)
	return nil
}

// word is what a slot holds of a key.
func (t *joinTable) word(key []types.Datum) uint64 {
	if t.exact {
		return key[0].Word()
	}
	return hashKey(key, t.bpchar)
}

// at is the slot where the search for a word starts.
func (t *joinTable) at(word uint64) uint64 {
	if t.exact {
		word = types.HashWord(word)
	}
	return word & uint64(len(t.slots)-1)
}

// seal ends the first phase. Rows are entered as they came, each before those of its
// key that are there already.
func (t *joinTable) seal(s *session.Session) error {
	size := 1
	for size*2 < t.n*3 {
		size *= 2
	}
	if err := t.mem.add(int64(size) * joinSlotBytes); err != nil {
		return err
	}
	t.slots = make([]joinSlot, size)
	null := t.null
	for c, words := range t.words {
		if err := s.Interrupted(); err != nil {
			return err
		}
		for k, w := range words {
			i := uint32(c*wordChunk + k)
			if len(null) > 0 && null[0] == i {
				null = null[1:]
				continue
			}
			if err := t.enter(w, i); err != nil {
				return err
			}
		}
	}
	t.words = nil
	return t.mem.add(-8 * int64((t.n+wordChunk-1)/wordChunk*wordChunk))
}

func (t *joinTable) enter(word uint64, row uint32) error {
	mask := uint64(len(t.slots) - 1)
	for at := t.at(word); ; at = (at + 1) & mask {
		s := &t.slots[at]
		if s.first == 0 {
			*s = joinSlot{word: word, first: row + 1}
			return nil
		}
		if s.word != word || !t.exact && !t.equal(t.key(row), t.key(s.first-1)) {
			continue
		}
		if t.next == nil {
			if err := t.mem.add(4 * int64(t.n)); err != nil {
				return err
			}
			t.next = make([]uint32, t.n)
		}
		t.next[row] = s.first
		s.first = row + 1
		return nil
	}
}

// key returns the key's columns of a row; none if the table is exact.
func (t *joinTable) key(row uint32) []types.Datum { return t.rows.row(int(row))[:t.nkeys] }

func (t *joinTable) equal(a, b []types.Datum) bool {
	for i := range a {
		if t.bpchar[i] {
			if types.CompareBpchar(a[i], b[i]) != 0 {
				return false
			}
		} else if !types.Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

// find returns the first row with this key, which has no NULL, or -1.
func (t *joinTable) find(key []types.Datum) int {
	word := t.word(key)
	mask := uint64(len(t.slots) - 1)
	for at := t.at(word); ; at = (at + 1) & mask {
		s := &t.slots[at]
		if s.first == 0 {
			return -1
		}
		if s.word == word && (t.exact || t.equal(key, t.key(s.first-1))) {
			return int(s.first) - 1
		}
	}
}

// after returns the next row with the key of row i, or -1.
func (t *joinTable) after(i int) int {
	if t.next == nil {
		return -1
	}
	return int(t.next[i]) - 1
}

// fill puts the kept columns of row i into to, where they were in the inner row.
func (t *joinTable) fill(to types.Row, i int) {
	if len(t.cols) == 0 {
		return
	}
	row := t.rows.row(i)[t.nkeys:]
	for k, c := range t.cols {
		to[c] = row[k]
	}
}

// release gives the memory back; nil is an empty table.
func (t *joinTable) release() {
	if t != nil {
		t.mem.release()
		t.rows.release()
	}
}

// size is the table's memory in bytes, without what the rows refer to.
func (t *joinTable) size() int64 {
	return int64(len(t.slots)*joinSlotBytes + 4*len(t.next) + 24*len(t.buf)*t.n)
}
