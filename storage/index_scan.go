package storage

// Index scans read the places of a range of keys in batches: each takes the
// index's lock once and seeks to where the last one ended, so that a slow reader
// holds nobody up.

import (
	"iter"

	"github.com/google/btree"

	"minidb/types"
)

// Range bounds a scan in the index's own order: Lo is the low end, Hi the high
// one, whatever the columns' directions. Both are prefixes of the key; an empty
// one is no bound. A NULL in a bound stands for the column's NULLs.
type Range struct {
	Lo, Hi         []types.Datum
	LoExcl, HiExcl bool // leave out keys that begin with the bound
	// NotNull, if above 0, leaves out keys with a NULL in the key column of that
	// number, counted from 1: what col < x and IS NOT NULL need. Both bounds must
	// fix the columns before it, to the same values.
	NotNull int
}

// bounds are [lo, hi) in terms of entries.
type bounds[E entry] struct {
	lo, hi E
	open   bool // no upper bound
	empty  bool
}

// maxPlace is above every place.
const maxPlace = InvalidTID

func (ix *Index) wordBounds(r Range) (b bounds[wordEntry]) {
	b.open = true
	if len(r.Lo) > 0 {
		b.lo = ix.wordKey(r.Lo[0])
		if r.LoExcl {
			b.lo.tid |= maxPlace
		}
	}
	if len(r.Hi) > 0 {
		b.hi, b.open = ix.wordKey(r.Hi[0]), false
		if !r.HiExcl {
			b.hi.tid |= maxPlace
		}
	}
	if r.NotNull == 0 {
		return b
	}
	null := ix.wordKey(types.NullDatum)
	if ix.spec.Keys[0].NullsFirst {
		if null.tid |= maxPlace; lessWord(b.lo, null) {
			b.lo = null
		}
	} else if b.open || lessWord(null, b.hi) {
		b.hi, b.open = null, false
	}
	return b
}

func (ix *Index) wideBounds(r Range) (b bounds[wideEntry]) {
	b.open = true
	var buf [128]byte
	lo := ix.appendKey(buf[:0], r.Lo)
	if r.LoExcl && len(r.Lo) > 0 {
		lo, b.empty = successor(lo)
	}
	b.lo = newWide(string(lo), 0)
	if len(r.Hi) > 0 {
		hi := ix.appendKey(buf[:0], r.Hi)
		b.open = false
		if !r.HiExcl {
			hi, b.open = successor(hi)
		}
		b.hi = newWide(string(hi), 0)
	}
	if r.NotNull > 0 {
		ix.skipNulls(r, &b)
	}
	return b
}

// skipNulls narrows the bounds to one side of the column's NULLs.
func (ix *Index) skipNulls(r Range, b *bounds[wideEntry]) {
	fixed := r.Lo
	if len(r.Hi) > len(r.Lo) {
		fixed = r.Hi
	}
	col := r.NotNull - 1
	nulls := ix.appendKey(nil, fixed[:col])
	k := ix.spec.Keys[col]
	nulls = types.AppendKey(nulls, types.NullDatum, k.Desc, k.NullsFirst)
	if k.NullsFirst {
		after, none := successor(nulls)
		b.empty = b.empty || none
		if string(after) > b.lo.key {
			b.lo = newWide(string(after), 0)
		}
	} else if b.open || string(nulls) < b.hi.key {
		b.hi, b.open = newWide(string(nulls), 0), false
	}
}

// successor returns, in place, the least string above all that begin with b;
// none if there is no such string.
func successor(b []byte) (s []byte, none bool) {
	for i := len(b) - 1; i >= 0; i-- {
		if b[i] != 0xff {
			b[i]++
			return b[:i+1], false
		}
	}
	return nil, true
}

const (
	firstBatch = 4 // a lookup by a unique key needs one entry
	maxBatch   = 256
)

// IndexScan returns the places of a range's entries in order. One goroutine
// uses it. Entries may be of rows that the caller's snapshot does not see:
// Heap.Fetch decides.
type IndexScan struct {
	ix       *Index
	backward bool
	word     bounds[wordEntry]
	wide     bounds[wideEntry]
	lastWord wordEntry // where the last batch ended
	lastWide wideEntry
	sn       *Snapshot    // of who reads; nil if that does not matter
	lock     *sireadRange // on what was read so far
	started  bool
	done     bool
	want     int
	pos      int
	buf      []TID
	small    [firstBatch]TID

	scans, read int64 // not yet added to the index's counts: see Done
}

// Scan starts a scan of a range, from its high end if backward.
func (ix *Index) Scan(r Range, backward bool) *IndexScan {
	is := &IndexScan{ix: ix, backward: backward}
	is.Reset(r)
	return is
}

// ScanFor is Scan by a transaction: visits are counted for it and, if it is serializable,
// what is read is locked for it.
func (ix *Index) ScanFor(sn *Snapshot, r Range, backward bool) *IndexScan {
	is := &IndexScan{ix: ix, backward: backward}
	is.ResetFor(sn, r)
	return is
}

// Roots yields the places of all entries in the index's order.
func (ix *Index) Roots() iter.Seq[TID] {
	return func(yield func(TID) bool) {
		scan := ix.Scan(Range{}, false)
		for tid, ok := scan.Next(); ok && yield(tid); tid, ok = scan.Next() {
		}
	}
}

// ResetFor is Reset for ScanFor.
func (is *IndexScan) ResetFor(sn *Snapshot, r Range) {
	is.Reset(r)
	is.sn = sn
}

// Reset starts a new scan of another range.
func (is *IndexScan) Reset(r Range) {
	if is.ix.word != nil {
		is.word = is.ix.wordBounds(r)
	} else {
		is.wide = is.ix.wideBounds(r)
	}
	is.done = is.ix.word == nil && is.wide.empty
	is.read -= int64(len(is.buf) - is.pos)
	is.started, is.pos, is.want = false, 0, firstBatch
	is.sn, is.lock = nil, nil
	if is.buf == nil {
		is.buf = is.small[:0]
	}
	is.buf = is.buf[:0]
}

// Next returns the next entry's place; false at the end.
func (is *IndexScan) Next() (TID, bool) {
	if is.pos == len(is.buf) {
		if is.done || !is.fill() {
			return InvalidTID, false
		}
	}
	is.pos++
	return is.buf[is.pos-1], true
}

// fill reads a batch, each larger than the one before.
func (is *IndexScan) fill() bool {
	ix := is.ix
	if !is.started {
		is.scans++
	}
	is.buf, is.pos = is.buf[:0], 0
	if is.sn != nil {
		is.sn.txn.visit(ix.local)
	}
	ix.mu.RLock()
	if ix.word != nil {
		fillFrom(is, ix.word, &is.word, &is.lastWord, lessWord)
	} else {
		fillFrom(is, ix.wide, &is.wide, &is.lastWide, lessWide)
	}
	is.done = len(is.buf) < is.want
	if is.sn != nil {
		is.noteRead()
	}
	ix.mu.RUnlock()
	is.started = true
	is.read += int64(len(is.buf))
	is.want = min(maxBatch, is.want*8)
	return len(is.buf) > 0
}

func fillFrom[E entry](is *IndexScan, bt *btree.BTreeG[E], b *bounds[E], last *E, less func(a, b E) bool) {
	add := func(e E) {
		is.buf = append(is.buf, e.place())
		*last = e
	}
	if is.backward {
		after, started := *last, is.started
		step := func(e E) bool {
			switch {
			case started && !less(e, after), !b.open && !less(e, b.hi):
				return true
			case less(e, b.lo):
				return false
			}
			add(e)
			return len(is.buf) < is.want
		}
		switch {
		case started:
			bt.DescendLessOrEqual(after, step)
		case b.open:
			bt.Descend(step)
		default:
			bt.DescendLessOrEqual(b.hi, step)
		}
		return
	}
	from, started := b.lo, is.started
	if started {
		from = *last
	}
	bt.AscendGreaterOrEqual(from, func(e E) bool {
		if started && !less(from, e) {
			return true
		}
		if !b.open && !less(e, b.hi) {
			return false
		}
		add(e)
		return len(is.buf) < is.want
	})
}
