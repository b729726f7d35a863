package executor

import (
	"minidb/types"
)

// hashTable finds rows by key: for grouping, hash joins, hashed subplans and
// set operations. Entries are numbered from 0 in the order they came; keys lie
// flat in one slice, so that an entry costs no allocation of its own.
type hashTable struct {
	nkeys  int
	bpchar []bool   // per key: trailing blanks do not count; nil if none
	slots  []uint32 // entry number plus 1, 0 if free; length a power of two
	hashes []uint64 // by entry
	keys   []types.Datum
	bytes  int64 // of what keys refer to, for accounting
}

const minHashSlots = 64

func newHashTable(nkeys int, bpchar []bool) *hashTable {
	return &hashTable{nkeys: nkeys, bpchar: bpchar, slots: make([]uint32, minHashSlots)}
}

// len returns the number of entries.
func (t *hashTable) len() int { return len(t.hashes) }

// key returns an entry's key columns.
func (t *hashTable) key(entry int) []types.Datum {
	return t.keys[entry*t.nkeys : (entry+1)*t.nkeys]
}

// hash combines the hashes of the key columns. NULLs are alike.
func (t *hashTable) hash(key []types.Datum) uint64 {
	var h uint64
	for i := range key {
		var k uint64
		if t.bpchar != nil && t.bpchar[i] && !key[i].IsNull() {
			k = types.HashBpchar(key[i])
		} else {
			k = types.Hash(key[i])
		}
		h = (h ^ k) * 0x9e3779b97f4a7c15 // 2^64 over the golden ratio
		h ^= h >> 29
	}
	return h
}

// find returns the entry with this key, or -1. NULL equals NULL here.
func (t *hashTable) find(hash uint64, key []types.Datum) int {
	mask := uint64(len(t.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		s := t.slots[i]
		if s == 0 {
			return -1
		}
		if e := int(s - 1); t.hashes[e] == hash && t.equal(t.key(e), key) {
			return e
		}
	}
}

func (t *hashTable) equal(a, b []types.Datum) bool {
	for i := range a {
		if !t.equalAt(i, a[i], b[i]) {
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
// The key's datums are copied, what they refer to is shared.
func (t *hashTable) add(hash uint64, key []types.Datum) int {
	e := len(t.hashes)
	t.hashes = append(t.hashes, hash)
	t.keys = append(t.keys, key...)
	if len(t.hashes)*4 > len(t.slots)*3 {
		t.grow()
	} else {
		t.place(uint32(e))
	}
	return e
}

func (t *hashTable) place(e uint32) {
	mask := uint64(len(t.slots) - 1)
	i := t.hashes[e] & mask
	for t.slots[i] != 0 {
		i = (i + 1) & mask
	}
	t.slots[i] = e + 1
}

func (t *hashTable) grow() {
	t.slots = make([]uint32, 2*len(t.slots))
	for e := range t.hashes {
		t.place(uint32(e))
	}
}

// reset forgets all entries but keeps the space.
func (t *hashTable) reset() {
	clear(t.slots)
	clear(t.keys)
	t.hashes, t.keys, t.bytes = t.hashes[:0], t.keys[:0], 0
}

// size is the table's own memory in bytes.
func (t *hashTable) size() int64 {
	return int64(4*cap(t.slots) + 8*cap(t.hashes) + 24*cap(t.keys))
}
