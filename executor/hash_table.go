package executor

import (
	"minidb/session"
	"minidb/types"
)

// hashTable finds rows by key: for grouping, hashed subplans and set
// operations. Entries are numbered from 0 in the order they came. A slot
// holds half of the hash beside the entry's number, so that a probe seldom looks
// at a key in vain; keys lie in chunks, so that growing copies none of them. Its
// memory counts against the session's limit until reset.
type hashTable struct {
	mem    account
	nkeys  int
	bpchar []bool   // per key: trailing blanks do not count; nil if none
	slots  []uint64 // hash<<32 | entry number plus 1; 0 if free; length a power of two
	n      int      // entries
	keys   [][]types.Datum
}

const (
	minHashSlots = 64
	chunkEntries = 1024 // entries of a chunk of keys
	slotBytes    = 16   // an entry's share of the slots
)

func newHashTable(s *session.Session, nkeys int, bpchar []bool) *hashTable {
	return &hashTable{mem: account{sess: s}, nkeys: nkeys, bpchar: bpchar, slots: make([]uint64, minHashSlots)}
}

// len returns the number of entries.
func (t *hashTable) len() int { return t.n }

// key returns an entry's key columns.
func (t *hashTable) key(entry int) []types.Datum {
	at := entry % chunkEntries * t.nkeys
	return t.keys[entry/chunkEntries][at : at+t.nkeys : at+t.nkeys]
}

// hash combines the hashes of the key columns to 32 bits. NULLs are alike.
func (t *hashTable) hash(key []types.Datum) uint32 { return uint32(hashKey(key, t.bpchar)) }

// hashKey combines the hashes of a key's columns; bpchar as in hashTable.
func hashKey(key []types.Datum, bpchar []bool) uint64 {
	var h uint64
	for i := range key {
		var k uint64
		if bpchar != nil && bpchar[i] && !key[i].IsNull() {
			k = types.HashBpchar(key[i])
		} else {
			k = types.Hash(key[i])
		}
		h = (h ^ k) * 0x9e3779b97f4a7c15 // 2^64 over the golden ratio
		h ^= h >> 29
	}
	return h >> 16
}

// find returns the entry with this key, or -1. NULL equals NULL here. The key
// may be shorter than the entries' keys, whose rest is then not compared.
func (t *hashTable) find(hash uint32, key []types.Datum) int {
	mask := uint32(len(t.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		s := t.slots[i]
		if s == 0 {
			return -1
		}
		if uint32(s>>32) == hash {
			if e := int(uint32(s)) - 1; t.equal(t.key(e), key) {
				return e
			}
		}
	}
}

func (t *hashTable) equal(a, b []types.Datum) bool {
	for i := range b {
		if a[i].Kind() == types.Int && b[i].Kind() == types.Int {
			if a[i].Int() != b[i].Int() {
				return false
			}
		} else if !t.equalAt(i, a[i], b[i]) {
			return false
		}
	}
	return true
}

func (t *hashTable) equalAt(i int, a, b types.Datum) bool {
	if a.IsNull() || b.IsNull() {
		return a.IsNull() && b.IsNull()
	}
	if t.bpchar != nil && t.bpchar[i] {
		return types.CompareBpchar(a, b) == 0
	}
	return types.Equal(a, b)
}

// add makes a new entry for a key that is not there and returns its number.
// The key's datums are copied, what they refer to is shared. The error is that of
// the memory limit.
func (t *hashTable) add(hash uint32, key []types.Datum) (int, error) {
	e := t.n
	t.n++
	c := e / chunkEntries
	if c == len(t.keys) {
		t.keys = append(t.keys, []types.Datum{}) // not nil, also without key columns
		if c > 0 {
			t.keys[c] = make([]types.Datum, 0, chunkEntries*t.nkeys)
		}
	}
	t.keys[c] = append(t.keys[c], key...)
	if t.n*4 > len(t.slots)*3 {
		t.grow()
	}
	t.place(uint64(hash)<<32 | uint64(e+1))
	return e, t.mem.add(types.RowBytes(key) + slotBytes)
}

func (t *hashTable) place(slot uint64) {
	mask := uint32(len(t.slots) - 1)
	i := uint32(slot>>32) & mask
	for t.slots[i] != 0 {
		i = (i + 1) & mask
	}
	t.slots[i] = slot
}

func (t *hashTable) grow() {
	old := t.slots
	t.slots = make([]uint64, 2*len(old))
	for _, s := range old {
		if s != 0 {
			t.place(s)
		}
	}
}

// reset forgets all entries and gives their memory back; it keeps the space of
// the slots.
func (t *hashTable) reset() {
	t.mem.release()
	clear(t.slots)
	t.keys, t.n = nil, 0
}

// release gives the memory back; nil is an empty table.
func (t *hashTable) release() {
	if t != nil {
		t.mem.release()
	}
}

// size is the table's own memory in bytes.
func (t *hashTable) size() int64 {
	return int64(8*len(t.slots) + 24*t.n*t.nkeys)
}
