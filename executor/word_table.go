package executor

import (
	"math/bits"

	"minidb/types"
)

// wordTable numbers the values of one key that is a machine word, in the order in which
// they come: open addressing without a look at rows. At first a value's place is given
// by its low bits, which is best for what most keys are, numbers without large gaps. If
// they turn out to crowd, places are hashed.
type wordTable struct {
	slots []wordSlot
	mult  uint64
	shift uint
	n     int
	null  int // number of NULL plus 1
}

type wordSlot struct {
	word  uint64
	entry int32 // number plus 1; 0: free
}

const (
	wordBytes   = 32 // an entry's share of the slots
	crowded     = 32 // slots looked at for one value
	goldenRatio = 0x9e3779b97f4a7c15
)

func newWordTable() *wordTable { return &wordTable{slots: make([]wordSlot, 1024), mult: 1} }

// place is where a value is looked for first.
func (t *wordTable) place(word uint64) uint64 {
	return word * t.mult >> (t.shift & 63) & uint64(len(t.slots)-1)
}

// seen returns the number of a value if it is in its first place, else -1.
func (t *wordTable) seen(word uint64) int {
	if s := &t.slots[t.place(word)]; s.word == word {
		return int(s.entry) - 1
	}
	return -1
}

// find returns the number of a value, and whether it had one before.
func (t *wordTable) find(d types.Datum) (int, bool) {
	if d.IsNull() {
		if t.null > 0 {
			return t.null - 1, true
		}
		t.n++
		t.null = t.n
		return t.n - 1, false
	}
	word, steps := d.Word(), 0
	for i := t.place(word); ; i = (i + 1) & uint64(len(t.slots)-1) {
		s := &t.slots[i]
		if s.entry == 0 {
			t.n++
			*s = wordSlot{word, int32(t.n)}
			if 2*t.n > len(t.slots) {
				t.rebuild(4 * len(t.slots))
			} else if steps > crowded && t.mult == 1 {
				t.mult = goldenRatio
				t.rebuild(len(t.slots))
			}
			return t.n - 1, false
		}
		if s.word == word {
			return int(s.entry) - 1, true
		}
		steps++
	}
}

// rebuild moves all values to a table of so many slots.
func (t *wordTable) rebuild(size int) {
	old := t.slots
	t.slots = make([]wordSlot, size)
	if t.mult != 1 {
		t.shift = 64 - uint(bits.TrailingZeros(uint(size)))
	}
	for _, s := range old {
		if s.entry == 0 {
			continue
		}
		i := t.place(s.word)
		for t.slots[i].entry != 0 {
			i = (i + 1) & uint64(len(t.slots)-1)
		}
		t.slots[i] = s
	}
}
