package storage

// Entries of many rows at a time, in the order of their keys: those that come to lie
// on one leaf are made under one hold of the index's lock and logged in one record.
// The trees do not tell where their leaves end; a leaf is taken to be what a full node
// holds, so a record covers a stretch of that many entries, older ones included.

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/google/btree"

	"minidb/types"
)

// batchEntry is an entry to be made: row is its row's number in the batch, null that
// its key has a NULL and is like no other.
type batchEntry[E entry] struct {
	e    E
	row  int
	null bool
}

// batchTree is what InsertBatch must know of a tree's kind of entries.
type batchTree[E entry] struct {
	bt   *btree.BTreeG[E]
	less func(a, b E) bool
	cmp  func(a, b E) int // by key alone
	key  func(E) encodedKey
	put  func(E)
	enc  func([]byte, E) []byte
}

// InsertBatch adds the entries of the rows at tids, whose keys stand one after the
// other in keys. If unique is set, a row whose key an older row or an earlier one of
// the batch has gets no entry; conflict is the number of the first such row, -1 if
// there is none. Errors come from waiting for another transaction. What serializable
// transactions read is not looked at: it is for system catalogs.
func (ix *Index) InsertBatch(ctx context.Context, t *Txn, heap *Heap, unique bool, keys []types.Datum, tids []TID) (conflict int, err error) {
	n := len(ix.spec.Keys)
	if err := ix.checkWidth(keys[:len(keys)/max(len(tids), 1)]); err != nil {
		return -1, err
	}
	if ix.word != nil {
		es := make([]batchEntry[wordEntry], len(tids))
		for i, tid := range tids {
			e := ix.wordKey(keys[i])
			e.tid |= tid
			es[i] = batchEntry[wordEntry]{e, i, ix.distinctNull(keys[i : i+1])}
		}
		return insertBatch(ctx, ix, t, heap, unique, es, &batchTree[wordEntry]{bt: ix.word, less: lessWord, cmp: compareWord,
			key: func(e wordEntry) encodedKey { return encodedKey{word: wordEntry{e.key, e.tid & nullRank}} },
			put: func(e wordEntry) { ix.word.ReplaceOrInsert(e) },
			enc: func(b []byte, e wordEntry) []byte { return appendWordEntry(b, e, e.place()) }})
	}
	es := make([]batchEntry[wideEntry], len(tids))
	var buf [128]byte
	for i, tid := range tids {
		key := keys[i*n : (i+1)*n]
		es[i] = batchEntry[wideEntry]{newWide(string(ix.appendKey(buf[:0], key)), tid), i, ix.distinctNull(key)}
	}
	return insertBatch(ctx, ix, t, heap, unique, es, &batchTree[wideEntry]{bt: ix.wide, less: lessWide,
		cmp: func(a, b wideEntry) int { return strings.Compare(a.key, b.key) },
		key: func(e wideEntry) encodedKey { return encodedKey{wide: e.key} },
		put: func(e wideEntry) { ix.putWide(e.key, e.tid) },
		enc: func(b []byte, e wideEntry) []byte { return appendWideEntry(b, e.key, e.tid) }})
}

func compareWord(a, b wordEntry) int {
	if c := cmp.Compare(a.tid&nullRank, b.tid&nullRank); c != 0 {
		return c
	}
	return cmp.Compare(a.key, b.key)
}

func insertBatch[E entry](ctx context.Context, ix *Index, t *Txn, heap *Heap, unique bool, es []batchEntry[E], tree *batchTree[E]) (conflict int, err error) {
	order := func(a, b batchEntry[E]) int {
		if c := tree.cmp(a.e, b.e); c != 0 {
			return c
		}
		return cmp.Compare(a.row, b.row)
	}
	if !slices.IsSortedFunc(es, order) {
		slices.SortFunc(es, order)
	}
	conflict = -1
	made := make([]E, 0, min(len(es), indexBatch))
	for r := (retry{}); len(es) > 0; {
		var stop leafStop
		made = made[:0]
		ix.mu.Lock()
		made, es, stop = tree.fillLeaf(ix, t, heap, unique, es, made, &conflict)
		ix.mu.Unlock()
		if len(made) > 0 {
			b := appendCount(t.scratch[:0], len(made))
			for _, e := range made {
				b = tree.enc(b, e)
			}
			ix.log(t, infoLeafMulti, b)
			t.scratch = b
			r = retry{}
		}
		switch {
		case stop.lost && !r.wait():
			return conflict, brokenChain(heap, es[0].e.place())
		case stop.wait != InvalidXID:
			if err := t.waitFor(ctx, stop.wait); err != nil {
				return conflict, waitFailure(err, insertingEntry, es[0].e.place())
			}
		}
	}
	return conflict, nil
}

// leafStop says why a leaf ended before its time: another transaction decides whether
// the next entry may be made, or a chain changed under the look.
type leafStop struct {
	wait XID
	lost bool
}

// fillLeaf makes the entries that lie on the leaf of the first one and returns the
// rest. The index's lock is held.
func (tree *batchTree[E]) fillLeaf(ix *Index, t *Txn, heap *Heap, unique bool, es []batchEntry[E], made []E, conflict *int) ([]E, []batchEntry[E], leafStop) {
	var end E
	bounded := false
	for len(es) > 0 && len(made) < indexBatch {
		e := &es[0]
		if bounded && !tree.less(e.e, end) {
			break
		}
		if unique && !e.null {
			other, wait, lost := ix.check(t, heap, tree.key(e.e), e.e.place())
			switch {
			case lost:
				return made, es, leafStop{lost: true}
			case other != InvalidTID && wait != InvalidXID:
				return made, es, leafStop{wait: wait}
			case other != InvalidTID:
				if *conflict < 0 || e.row < *conflict {
					*conflict = e.row
				}
				es = es[1:]
				continue
			}
		}
		t.visit(ix.local)
		tree.put(e.e)
		made, es = append(made, e.e), es[1:]
		if len(made) == 1 && len(es) > 0 {
			end, bounded = tree.after(e.e, indexBatch)
		}
	}
	return made, es, leafStop{}
}

// after returns the entry that stands n places behind e, if there is one.
func (tree *batchTree[E]) after(e E, n int) (end E, ok bool) {
	tree.bt.AscendGreaterOrEqual(e, func(x E) bool {
		end = x
		n--
		return n >= 0
	})
	return end, n < 0
}
