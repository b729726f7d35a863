package executor

import (
	"cmp"
	"slices"

	"minidb/types"
)

// Groups come out of a hash table in no order that a query may rely on, but what
// PostgreSQL's gives back depends on nothing but the keys, the order in which they
// came and the planner's estimate. Where groups are few, as in examples, they come
// out here in the same order: their places in PostgreSQL's table (lib/simplehash.h:
// linear probing, the entry that is further from its place wins) are worked out
// when the table is full. The table itself (hash_table.go) is another one.

const (
	placedGroups   = 1024 // above, groups are emitted in the order in which they came
	placedFill     = 0.9  // SH_FILLFACTOR
	placedMaxShift = 25   // SH_GROW_MAX_DIB: further from its place no entry is put
	placedMaxMove  = 150  // SH_GROW_MAX_MOVE: more entries are not moved for another
	placedMinFill  = 0.1  // SH_GROW_MIN_FILLFACTOR: if the table is not that empty
)

// placedEntry is a slot: an entry of the other table, free if it is 0, else plus 1.
type placedEntry struct {
	entry int32
	hash  uint32
}

type placedTable struct {
	slots   []placedEntry // length a power of two
	members int
	limit   int // of members: the table grows at the next one
}

// emitOrder returns the entries of t in PostgreSQL's order, whose first nkeys key
// columns tell groups apart; estimate is how many the planner expected, again says that
// the last row had been in the table already: looking that up makes a full table grow
// too. It returns nil for the order in which they came.
func emitOrder(t *hashTable, nkeys int, estimate float64, again bool) []int {
	n := t.len()
	if n < 2 || n > placedGroups || nkeys == 0 || estimate > 64*placedGroups {
		return nil
	}
	hashes := make([]uint32, n)
	for e := range hashes {
		hashes[e] = storedHash(t.key(e)[:nkeys], t.bpchar)
	}
	size := placedSize(int(max(estimate, 1) / placedFill))
	if order := sparseOrder(hashes, size); order != nil {
		return order
	}
	p := &placedTable{}
	p.resize(size)
	for e, hash := range hashes {
		p.add(placedEntry{entry: int32(e + 1), hash: hash})
	}
	if again && p.members >= p.limit {
		p.grow()
	}
	return p.order(n)
}

// sparseOrder is the order of a table of size slots that is too empty to grow. Entries
// are in the order of their places, then of their coming: no slots are needed to tell.
// It is nil if the table is not that empty, or if entries go on from its end to its start.
func sparseOrder(hashes []uint32, size int) []int {
	n := len(hashes)
	if float64(n) >= placedMinFill*float64(size) {
		return nil
	}
	home := func(e int) int { return int(hashes[e]) & (size - 1) }
	order := make([]int, n)
	for e := range order {
		order[e] = e
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(home(a), home(b)) })
	front, at := 0, -1 // front: how many fill the table from its first slot on
	for i, e := range order {
		at = max(at+1, home(e))
		if at == i {
			front = i + 1
		}
	}
	if at >= size {
		return nil
	}
	slices.Reverse(order[:front])
	slices.Reverse(order[front:])
	return order
}

// combinedHash is the hash of a key's columns (ExecBuildHash32Expr).
func combinedHash(key []types.Datum, bpchar []bool) uint32 {
	var h uint32
	for i, d := range key {
		h = h<<1 | h>>31
		if !d.IsNull() {
			h ^= types.HashStored(d, bpchar != nil && bpchar[i])
		}
	}
	return h
}

// storedHash is the hash of a key in PostgreSQL's tables of tuples.
func storedHash(key []types.Datum, bpchar []bool) uint32 {
	h := combinedHash(key, bpchar)
	h ^= h >> 16 // murmurhash32
	h *= 0x85ebca6b
	h ^= h >> 13
	h *= 0xc2b2ae35
	return h ^ h>>16
}

// placedSize is the least power of two, of at least 2, that is not below n.
func placedSize(n int) int {
	size := 2
	for size < n {
		size *= 2
	}
	return size
}

// resize makes an empty table of a power of two of slots.
func (p *placedTable) resize(size int) {
	p.slots = make([]placedEntry, size)
	p.limit = int(float64(size) * placedFill)
}

func (p *placedTable) home(e placedEntry) int { return int(e.hash) & (len(p.slots) - 1) }
func (p *placedTable) after(i int) int        { return (i + 1) & (len(p.slots) - 1) }
func (p *placedTable) before(i int) int       { return (i - 1) & (len(p.slots) - 1) }

func (p *placedTable) add(e placedEntry) {
	if p.members >= p.limit {
		p.grow()
	}
	for !p.place(e) {
		p.grow()
	}
	p.members++
}

// place puts e where it belongs; false if the table had better grow first.
func (p *placedTable) place(e placedEntry) bool {
	crowded := float64(p.members)/float64(len(p.slots)) >= placedMinFill
	at := p.home(e)
	for dist := 0; ; dist++ {
		if dist > placedMaxShift && crowded {
			return false
		}
		there := p.slots[at]
		if there.entry == 0 {
			p.slots[at] = e
			return true
		}
		if dist > (at-p.home(there))&(len(p.slots)-1) {
			break
		}
		at = p.after(at)
	}
	free := p.after(at)
	for moved := 1; p.slots[free].entry != 0; moved++ {
		if moved > placedMaxMove && crowded {
			return false
		}
		free = p.after(free)
	}
	for ; free != at; free = p.before(free) {
		p.slots[free] = p.slots[p.before(free)]
	}
	p.slots[at] = e
	return true
}

// grow doubles the table. Entries are copied from the first one on that is in its place,
// so that each finds its new place taken by none that comes after it.
func (p *placedTable) grow() {
	old := p.slots
	p.resize(2 * len(old))
	start := 0
	for i, e := range old {
		if e.entry == 0 || p.home(e) == i {
			start = i
			break
		}
	}
	for i := range old {
		e := old[(start+i)&(len(old)-1)]
		if e.entry == 0 {
			continue
		}
		at := p.home(e)
		for p.slots[at].entry != 0 {
			at = p.after(at)
		}
		p.slots[at] = e
	}
}

// order lists the n entries, backward from the first free slot.
func (p *placedTable) order(n int) []int {
	start := 0
	for p.slots[start].entry != 0 {
		start++
	}
	out := make([]int, 0, n)
	for at := p.before(start); at != start; at = p.before(at) {
		if e := p.slots[at].entry; e != 0 {
			out = append(out, int(e-1))
		}
	}
	return out
}

// sweepOrder is the order in which a hash join looks for inner rows that met no other: by
// their buckets, in each the last row first. estimate is how many rows the planner expected.
func sweepOrder(hashes []uint32, estimate float64) []int {
	buckets := uint32(placedGroups) // PostgreSQL makes so many at least, and one for each row
	for float64(buckets) < estimate && buckets < 1<<20 {
		buckets *= 2
	}
	out := make([]int, len(hashes))
	for i := range out {
		out[i] = len(out) - 1 - i
	}
	slices.SortStableFunc(out, func(a, b int) int {
		return cmp.Compare(hashes[a]&(buckets-1), hashes[b]&(buckets-1))
	})
	return out
}
