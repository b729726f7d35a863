package storage

// An index is a B-tree of keys and places. One fixed-width key column is kept as
// a machine word, anything else as bytes that sort like the key; either way an
// entry is inline in the tree's nodes. Entries with equal keys are ordered by
// place, so all entries differ.

import (
	"encoding/binary"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/google/btree"

	"minidb/pgerr"
	"minidb/types"
)

// KeySpec says how one key column is ordered. NULLs come last in an ascending
// column unless NullsFirst is set; PostgreSQL's default for DESC is NullsFirst.
type KeySpec struct {
	Kind             types.Kind
	Bpchar           bool // blanks at the end do not count
	Desc, NullsFirst bool
}

// IndexSpec describes an index. NullsNotDistinct matters for unique ones only.
type IndexSpec struct {
	Keys                     []KeySpec
	Unique, NullsNotDistinct bool
}

// btreeDegree: measured with a million entries. 16 takes a fifth more memory a
// row; from 32 to 128 memory is the same, and 64 inserts ascending keys clearly
// faster than 32. Larger nodes only make the first write after a clone dearer.
const btreeDegree = 64

// Index is an ordered set of (key, TID). It is safe for concurrent use.
type Index struct {
	id    FileID
	store *Store
	spec  IndexSpec
	// unlogged indexes write no WAL. It is set before the first entry.
	unlogged bool
	local    bool                       // of a temporary table; set as unlogged is
	birth    atomic.Pointer[indexBirth] // nil if that does not matter: index_age.go
	stats    atomic.Pointer[RelationStats]
	table    atomic.Uint32 // OID of the table, for SIREAD locks; 0: none set

	mu       sync.RWMutex
	word     *btree.BTreeG[wordEntry] // one of the two is nil
	wide     *btree.BTreeG[wideEntry]
	keyBytes int64 // of wide keys
}

// nullRank is set in an entry's place if it sorts above entries without it: in
// NULLs of a NULLS LAST column, in all but NULLs of a NULLS FIRST column.
const nullRank TID = 1 << 63

type wordEntry struct {
	key uint64
	tid TID // with nullRank
}

// A wideEntry's head is the start of its key: most comparisons end there, without a
// look at memory elsewhere.
type wideEntry struct {
	head uint64
	key  string
	tid  TID
}

func newWide(key string, tid TID) wideEntry {
	var b [8]byte
	copy(b[:], key)
	return wideEntry{binary.BigEndian.Uint64(b[:]), key, tid}
}

type entry interface {
	wordEntry | wideEntry
	place() TID
}

func (e wordEntry) place() TID { return e.tid &^ nullRank }
func (e wideEntry) place() TID { return e.tid }

func lessWord(a, b wordEntry) bool {
	if (a.tid^b.tid)&nullRank != 0 {
		return a.tid < b.tid
	}
	if a.key != b.key {
		return a.key < b.key
	}
	return a.tid < b.tid
}

func lessWide(a, b wideEntry) bool {
	if a.head != b.head {
		return a.head < b.head
	}
	if c := strings.Compare(a.key, b.key); c != 0 {
		return c < 0
	}
	return a.tid < b.tid
}

// Touch reads from what a scan looks at first, see planner's memory.
func (ix *Index) Touch() (sum uint64) {
	sum = uint64(ix.id) + uint64(ix.table.Load())
	if len(ix.spec.Keys) > 0 {
		sum += uint64(ix.spec.Keys[0].Kind)
	}
	if st := ix.stats.Load(); st != nil {
		sum += uint64(st.scans.Load())
	}
	return sum
}

func newIndex(s *Store, id FileID, spec IndexSpec) *Index {
	ix := &Index{id: id, store: s, spec: spec}
	ix.clear()
	return ix
}

func (ix *Index) clear() {
	if len(ix.spec.Keys) == 1 && fixedWidth(ix.spec.Keys[0].Kind) {
		ix.word = btree.NewG(btreeDegree, lessWord)
	} else {
		ix.wide = btree.NewG(btreeDegree, lessWide)
	}
	ix.keyBytes = 0
}

// SetUnlogged makes a new index write no WAL.
func (ix *Index) SetUnlogged() { ix.unlogged = true }

// SetTemporary is SetUnlogged for an index of one session.
func (ix *Index) SetTemporary() { ix.unlogged, ix.local = true, true }

// SetTable tells the index its table's OID and its own.
func (ix *Index) SetTable(table, oid uint32) {
	if ix.table.Load() != table || ix.stats.Load() == nil {
		ix.table.Store(table)
		ix.stats.Store(ix.store.RelationStats(oid))
	}
}

// fixedWidth reports whether a kind's machine key is exact.
func fixedWidth(k types.Kind) bool {
	switch k {
	case types.Bool, types.Int, types.Float4, types.Float8,
		types.Date, types.Time, types.Timetz, types.Timestamp, types.Timestamptz:
		return true
	}
	return false
}

// ID returns the file's id.
func (ix *Index) ID() FileID { return ix.id }

// Spec returns what the index was made with.
func (ix *Index) Spec() IndexSpec { return ix.spec }

// Len returns the number of entries, dead ones included.
func (ix *Index) Len() int {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	return ix.entries()
}

// entries is Len under the mutex.
func (ix *Index) entries() int {
	if ix.word != nil {
		return ix.word.Len()
	}
	return ix.wide.Len()
}

// Runs calls f for each key with the number of its entries, in order, until it has
// seen that many entries or all; it returns how many it has.
func (ix *Index) Runs(limit int, f func(entries int)) (seen int) {
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	if ix.word != nil {
		return runs(ix.word, limit, func(a, b *wordEntry) bool { return a.key == b.key && (a.tid^b.tid)&nullRank == 0 }, f)
	}
	return runs(ix.wide, limit, func(a, b *wideEntry) bool { return a.key == b.key }, f)
}

func runs[E entry](bt *btree.BTreeG[E], limit int, equal func(a, b *E) bool, f func(int)) (seen int) {
	var last E
	n := 0
	bt.Ascend(func(e E) bool {
		if n > 0 && !equal(&last, &e) {
			f(n)
			n = 0
			if seen >= limit {
				return false
			}
		}
		last = e
		n++
		seen++
		return true
	})
	if n > 0 {
		f(n)
	}
	return seen
}

// Bytes estimates the memory of the entries, for nodes filled to two thirds.
func (ix *Index) Bytes() int64 {
	n := int64(ix.Len())
	if ix.word != nil {
		return n * 16 * 3 / 2
	}
	ix.mu.RLock()
	defer ix.mu.RUnlock()
	return n*24*3/2 + ix.keyBytes
}

func (ix *Index) clone(into *Store) *Index {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	c := &Index{id: ix.id, store: into, spec: ix.spec, unlogged: ix.unlogged, local: ix.local, keyBytes: ix.keyBytes}
	c.table.Store(ix.table.Load())
	if ix.word != nil {
		c.word = ix.word.Clone()
	} else {
		c.wide = ix.wide.Clone()
	}
	return c
}

// wordKey encodes the one key column.
func (ix *Index) wordKey(d types.Datum) wordEntry {
	k := &ix.spec.Keys[0]
	if d.IsNull() {
		if k.NullsFirst {
			return wordEntry{}
		}
		return wordEntry{tid: nullRank}
	}
	w, _ := types.MachineKey(d)
	if k.Desc {
		w = ^w
	}
	if k.NullsFirst {
		return wordEntry{key: w, tid: nullRank}
	}
	return wordEntry{key: w}
}

// appendKey encodes a key, or a prefix of one.
func (ix *Index) appendKey(b []byte, key []types.Datum) []byte {
	for i, d := range key {
		k := &ix.spec.Keys[i]
		if k.Bpchar && d.Kind() == types.Text {
			d = types.NewText(types.TrimBpchar(d.Text()))
		}
		b = types.AppendKey(b, d, k.Desc, k.NullsFirst)
	}
	return b
}

func (ix *Index) checkWidth(key []types.Datum) error {
	if len(key) != len(ix.spec.Keys) {
		return pgerr.New(pgerr.Internal, "index key of %d columns where %d are expected", len(key), len(ix.spec.Keys))
	}
	return nil
}

// Insert adds an entry without a uniqueness check.
func (ix *Index) Insert(t *Txn, key []types.Datum, tid TID) error {
	if err := ix.checkWidth(key); err != nil {
		return err
	}
	t.visit(ix.local)
	if ix.word != nil {
		e := ix.wordKey(key[0])
		ix.mu.Lock()
		ix.putWord(e, tid)
		ix.mu.Unlock()
		ix.logWord(t, e, tid)
		return ix.wroteKey(t, encodedKey{word: e}, tid)
	}
	var buf [128]byte
	k := string(ix.appendKey(buf[:0], key))
	ix.mu.Lock()
	ix.putWide(k, tid)
	ix.mu.Unlock()
	ix.logWide(t, k, tid)
	return ix.wroteKey(t, encodedKey{wide: k}, tid)
}

func (ix *Index) putWord(e wordEntry, tid TID) {
	e.tid |= tid
	ix.word.ReplaceOrInsert(e)
}

func (ix *Index) putWide(key string, tid TID) {
	if _, again := ix.wide.ReplaceOrInsert(newWide(key, tid)); !again {
		ix.keyBytes += int64(len(key))
	}
}

// InsertDistinct adds an entry unless there is one of an equal key, whatever has become of
// its row. That one's place is returned, or InvalidTID.
func (ix *Index) InsertDistinct(t *Txn, key []types.Datum, tid TID) (TID, error) {
	if err := ix.checkWidth(key); err != nil {
		return InvalidTID, err
	}
	if !ix.distinctNull(key) {
		other := InvalidTID
		t.visit(ix.local)
		ix.mu.RLock()
		ix.eachEqual(ix.uniqueKey(key), func(at TID) bool {
			other = at
			return false
		})
		ix.mu.RUnlock()
		if other != InvalidTID {
			return other, nil
		}
	}
	return InvalidTID, ix.Insert(t, key, tid)
}

// Places returns the places of all entries, ascending.
func (ix *Index) Places() []TID {
	ix.mu.RLock()
	list := make([]TID, 0, ix.entries())
	if ix.word != nil {
		ix.word.Ascend(func(e wordEntry) bool { list = append(list, e.place()); return true })
	} else {
		ix.wide.Ascend(func(e wideEntry) bool { list = append(list, e.place()); return true })
	}
	ix.mu.RUnlock()
	slices.Sort(list)
	return list
}

// indexBatch is how many entries InsertMany logs in one record: about a leaf.
const indexBatch = btreeDegree * 2

// InsertMany adds entries in key order without uniqueness checks, with one WAL
// record for each leaf's worth. keys and tids run in parallel.
func (ix *Index) InsertMany(t *Txn, keys [][]types.Datum, tids []TID) error {
	for _, k := range keys {
		if err := ix.checkWidth(k); err != nil {
			return err
		}
	}
	if ix.word != nil {
		es := make([]wordEntry, len(keys))
		for i, k := range keys {
			es[i] = ix.wordKey(k[0])
			es[i].tid |= tids[i]
		}
		insertSorted(ix, ix.word, es, lessWord, func(b []byte, e wordEntry) []byte {
			return appendWordEntry(b, e, e.place())
		}, t)
		return nil
	}
	es, total := make([]wideEntry, len(keys)), int64(0)
	for i, k := range keys {
		es[i] = newWide(string(ix.appendKey(nil, k)), tids[i])
		total += int64(len(es[i].key))
	}
	ix.mu.Lock()
	ix.keyBytes += total
	ix.mu.Unlock()
	insertSorted(ix, ix.wide, es, lessWide, func(b []byte, e wideEntry) []byte {
		return appendWideEntry(b, e.key, e.tid)
	}, t)
	return nil
}

func insertSorted[E entry](ix *Index, bt *btree.BTreeG[E], es []E, less func(a, b E) bool, enc func([]byte, E) []byte, t *Txn) {
	slices.SortFunc(es, func(a, b E) int {
		switch {
		case less(a, b):
			return -1
		case less(b, a):
			return 1
		}
		return 0
	})
	for len(es) > 0 {
		n := min(len(es), indexBatch)
		b := appendCount(t.scratch[:0], n)
		ix.mu.Lock()
		for _, e := range es[:n] {
			t.visit(ix.local)
			bt.ReplaceOrInsert(e)
			b = enc(b, e)
		}
		ix.mu.Unlock()
		ix.log(t, infoLeafMulti, b)
		t.scratch = b
		es = es[n:]
	}
}

// remove deletes the entries that lead to the given places and returns their
// number. interrupted may end it early.
func (ix *Index) remove(gone map[TID]struct{}, interrupted func() error) (int64, error) {
	if ix.word != nil {
		return removeEntries(ix, ix.word, gone, lessWord, interrupted)
	}
	return removeEntries(ix, ix.wide, gone, lessWide, interrupted)
}

// removeStep is how many entries removeEntries looks at under one hold of the lock.
const removeStep = 4096

// removeEntries looks for entries under the shared lock and deletes them under the
// exclusive one, both in small portions, so that other sessions get their turn.
// Nobody adds entries for a dead place meanwhile.
func removeEntries[E entry](ix *Index, bt *btree.BTreeG[E], gone map[TID]struct{}, less func(a, b E) bool, interrupted func() error) (n int64, err error) {
	var from, last E
	for started, more := false, true; more; started = true {
		if err := ask(interrupted); err != nil {
			return n, err
		}
		var dead []E
		seen := 0
		ix.mu.RLock()
		bt.AscendGreaterOrEqual(from, func(e E) bool {
			if started && !less(from, e) {
				return true
			}
			if _, ok := gone[e.place()]; ok {
				dead = append(dead, e)
			}
			last = e
			seen++
			return seen < removeStep
		})
		ix.mu.RUnlock()
		from, more = last, seen == removeStep
		n += int64(len(dead))
		for len(dead) > 0 {
			part := dead[:min(len(dead), 256)]
			dead = dead[len(part):]
			deleteEntries(ix, bt, part)
		}
	}
	return n, nil
}

// deleteEntries takes entries out of the tree under one hold of the lock.
func deleteEntries[E entry](ix *Index, bt *btree.BTreeG[E], part []E) {
	b := appendCount(nil, len(part))
	ix.mu.Lock()
	for _, e := range part {
		bt.Delete(e)
		b = appendTID(b, e.place())
		if w, ok := any(e).(wideEntry); ok {
			ix.keyBytes -= int64(len(w.key))
		}
	}
	ix.mu.Unlock()
	ix.log(nil, infoLeafRemove, b)
}
