package storage

// Uniqueness. An entry with an equal key is a conflict only if its row is there:
// committed, or the inserter's own. If that depends on a transaction that still
// runs, the inserter waits for its end and looks again. The last look and the
// insertion happen under one hold of the index's lock, so of two sessions that
// insert the same key one always sees the other. PostgreSQL: _bt_check_unique.

import (
	"context"

	"github.com/google/btree"

	"minidb/types"
)

// InsertUnique adds an entry unless a row with an equal key is there. conflict
// is that row's place, and then nothing was inserted; InvalidTID means success.
// Errors come from waiting for another transaction.
func (ix *Index) InsertUnique(ctx context.Context, t *Txn, heap *Heap, key []types.Datum, tid TID) (conflict TID, err error) {
	if err := ix.checkWidth(key); err != nil {
		return InvalidTID, err
	}
	if ix.distinctNull(key) {
		return InvalidTID, ix.Insert(t, key, tid)
	}
	k := ix.uniqueKey(key)
	for r := (retry{}); ; {
		ix.mu.Lock()
		conflict, wait, lost := ix.check(t, heap, k, tid)
		if conflict == InvalidTID && !lost {
			t.visit(ix.local)
			if ix.word != nil {
				ix.putWord(k.word, tid)
			} else {
				ix.putWide(k.wide, tid)
			}
		}
		ix.mu.Unlock()
		switch {
		case lost:
			if !r.wait() {
				return InvalidTID, brokenChain(heap, tid)
			}
			continue
		case conflict == InvalidTID:
			if ix.word != nil {
				ix.logWord(t, k.word, tid)
			} else {
				ix.logWide(t, k.wide, tid)
			}
			return InvalidTID, ix.wroteUnique(t, heap, k, tid)
		case wait == InvalidXID: // if a serialization failure is the reason, say so
			return conflict, ix.foundUnique(t, heap, k, conflict)
		}
		if err := t.waitFor(ctx, wait); err != nil {
			return InvalidTID, waitFailure(err, insertingEntry, tid)
		}
	}
}

// FindConflict looks for a row with an equal key and inserts nothing: ON
// CONFLICT asks before it inserts. With wait it waits for transactions that
// decide; without, a row in doubt counts as there.
func (ix *Index) FindConflict(ctx context.Context, t *Txn, heap *Heap, key []types.Datum, wait bool) (TID, error) {
	return ix.FindOther(ctx, t, heap, key, InvalidTID, wait)
}

// FindOther is FindConflict that passes over the row whose version or chain is
// at self: a deferred constraint is checked when the row's entry is there already.
func (ix *Index) FindOther(ctx context.Context, t *Txn, heap *Heap, key []types.Datum, self TID, wait bool) (TID, error) {
	if err := ix.checkWidth(key); err != nil {
		return InvalidTID, err
	}
	if ix.distinctNull(key) {
		return InvalidTID, nil
	}
	k := ix.uniqueKey(key)
	for r := (retry{}); ; {
		ix.mu.RLock()
		conflict, xid, lost := ix.check(t, heap, k, self)
		ix.mu.RUnlock()
		if lost {
			if !r.wait() {
				return InvalidTID, brokenChain(heap, self)
			}
			continue
		}
		if conflict == InvalidTID || xid == InvalidXID || !wait {
			return conflict, nil
		}
		if err := t.waitFor(ctx, xid); err != nil {
			return InvalidTID, waitFailure(err, insertingEntry, conflict)
		}
	}
}

// encodedKey is a whole key in the form that the tree holds.
type encodedKey struct {
	word wordEntry
	wide string
}

func (ix *Index) uniqueKey(key []types.Datum) (k encodedKey) {
	if ix.word != nil {
		k.word = ix.wordKey(key[0])
		return k
	}
	var buf [128]byte
	k.wide = string(ix.appendKey(buf[:0], key))
	return k
}

// distinctNull reports whether the key has a NULL, which makes it unlike any.
func (ix *Index) distinctNull(key []types.Datum) bool {
	if ix.spec.NullsNotDistinct {
		return false
	}
	for i := range key {
		if key[i].IsNull() {
			return true
		}
	}
	return false
}

// check looks at all entries with key k but self's own. The index's lock is
// held. A definite conflict is preferred to one in doubt. lost means that a chain
// changed under the look: the caller gives the lock up and tries again.
func (ix *Index) check(t *Txn, heap *Heap, k encodedKey, self TID) (conflict TID, wait XID, lost bool) {
	t.visit(ix.local)
	conflict = InvalidTID
	look := func(tid TID) bool {
		if tid == self {
			return true
		}
		at, there, xid, gone := heap.chainDirty(t, tid)
		lost = lost || gone
		if !there || at == self {
			return true
		}
		conflict, wait = at, xid
		return xid != InvalidXID
	}
	ix.eachEqual(k, look)
	if conflict != InvalidTID && wait == InvalidXID {
		lost = false // what another chain holds does not matter
	}
	return conflict, wait, lost
}

// eachEqual calls f for the places of the key's entries while it returns true. The
// index's lock is held.
func (ix *Index) eachEqual(k encodedKey, f func(TID) bool) {
	if ix.word != nil {
		hi := k.word
		hi.tid |= maxPlace
		eachBelow(ix.word, k.word, hi, lessWord, f)
		return
	}
	eachBelow(ix.wide, newWide(k.wide, 0), newWide(k.wide, maxPlace), lessWide, f)
}

// eachBelow calls f for the places in [lo, hi) while it returns true.
func eachBelow[E entry](bt *btree.BTreeG[E], lo, hi E, less func(a, b E) bool, f func(TID) bool) {
	bt.AscendGreaterOrEqual(lo, func(e E) bool { return less(e, hi) && f(e.place()) })
}
