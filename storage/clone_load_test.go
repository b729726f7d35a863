package storage

// Clones that are made while others write: whatever moment they catch, every
// index must lead to exactly the rows of the heap, and still do so when the clone
// has used its free slots.

import (
	"math/rand/v2"
	"sync"
	"testing"
	"time"
)

// loadStore is a heap of (id, val, n) with indexes on id and val.
type loadStore struct {
	s         *Store
	h         *Heap
	ids, vals *Index
}

func newLoadStore(t *testing.T) (loadStore, func() *Txn) {
	s, begin := newLocked(t)
	l := loadStore{s: s, h: s.CreateHeap(3)}
	l.ids = s.CreateIndex(IndexSpec{Keys: []KeySpec{intKey}, Unique: true})
	l.vals = s.CreateIndex(IndexSpec{Keys: []KeySpec{intKey}})
	inTxn(s, func(x *Txn) {
		for i := range int64(300) {
			l.insert(t, x, i, i%97)
		}
		for range 50 { // so that a clone takes its time
			h := s.CreateHeap(1)
			for i := range int64(600) {
				mustInsert(t, h, x, ints(i))
			}
		}
	})
	return l, begin
}

func (l loadStore) insert(t *testing.T, x *Txn, id, val int64) {
	tid := mustInsert(t, l.h, x, ints(id, val, 0))
	if c, err := l.ids.InsertUnique(bg, x, l.h, ints(id), tid); err != nil || c != InvalidTID {
		t.Errorf("id %d is there at %v: %v", id, c, err)
	}
	_ = l.vals.Insert(x, ints(val), tid)
}

// change does something to the row with an id, if there is one.
func (l loadStore) change(x *Txn, r *rand.Rand, id int64) {
	sn := x.TakeSnapshot()
	defer sn.Release()
	is := l.ids.Scan(Range{Lo: ints(id), Hi: ints(id)}, false)
	for tid, ok := is.Next(); ok; tid, ok = is.Next() {
		row, at, ok := l.h.Fetch(sn, tid)
		if !ok {
			continue
		}
		switch r.IntN(6) {
		case 0:
			_, _, _ = l.h.Delete(bg, x, sn, at)
		case 1, 2:
			val := r.Int64N(97)
			if val == row[1].Int() {
				return
			}
			to, res, _, err := l.h.Update(bg, x, sn, at, ints(id, val, row[2].Int()+1), true)
			if err == nil && res == TMOk {
				_ = l.ids.Insert(x, ints(id), to)
				_ = l.vals.Insert(x, ints(val), to)
			}
		case 3:
			_, _, _ = l.h.LockRow(bg, x, sn, at, LockKeyShare, WaitBlock)
		default:
			_, _, _, _ = l.h.Update(bg, x, sn, at, ints(id, row[1].Int(), row[2].Int()+1), false)
		}
		return
	}
}

// check compares each index with a scan of the heap.
func (l loadStore) check(t *testing.T, what string) {
	t.Helper()
	x := l.s.Begin(ReadCommitted, nil)
	defer x.Commit()
	sn := x.TakeSnapshot()
	n := 0
	for hs := l.h.Scan(sn); ; n++ {
		row := hs.Next()
		if row == nil {
			break
		}
		for i, ix := range []*Index{l.ids, l.vals} {
			found := 0
			is := ix.Scan(Range{Lo: row[i : i+1], Hi: row[i : i+1]}, false)
			for tid, ok := is.Next(); ok; tid, ok = is.Next() {
				if got, at, ok := l.h.Fetch(sn, tid); ok && at == hs.TID() {
					found++
				} else if ok && got[i].Int() != row[i].Int() {
					t.Errorf("%s: index %d leads from %d to a row with %d", what, i, row[i].Int(), got[i].Int())
				}
			}
			if found != 1 {
				t.Errorf("%s: index %d finds row %v %d times", what, i, row, found)
			}
		}
	}
	for i, ix := range []*Index{l.ids, l.vals} {
		m := 0
		is := ix.Scan(Range{}, false)
		for tid, ok := is.Next(); ok; tid, ok = is.Next() {
			if _, _, ok := l.h.Fetch(sn, tid); ok {
				m++
			}
		}
		if m != n {
			t.Errorf("%s: index %d leads to %d rows of %d", what, i, m, n)
		}
	}
}

func (l loadStore) clone() loadStore {
	c := l.s.Clone(nil)
	return loadStore{c, c.OpenHeap(l.h.ID()), c.OpenIndex(l.ids.ID()), c.OpenIndex(l.vals.ID())}
}

func TestCloneUnderLoad(t *testing.T) {
	l, begin := newLoadStore(t)
	stop := make(chan struct{})
	var all sync.WaitGroup
	var mu sync.Mutex // begin is not for several goroutines
	for w := range 3 {
		all.Go(func() {
			r := rand.New(rand.NewPCG(uint64(w), 7))
			next, low := int64(1_000_000*(w+1)), int64(1_000_000*(w+1))
			for !stopped(stop) {
				mu.Lock()
				x := begin()
				mu.Unlock()
				l.change(x, r, r.Int64N(150))
				x.IncrementCommand()
				if r.IntN(3) == 0 && next < low+200 {
					l.insert(t, x, next, next%97)
					next++
				} else {
					l.change(x, r, 150+r.Int64N(150))
				}
				if r.IntN(4) == 0 {
					x.Abort()
				} else {
					x.Commit()
				}
			}
		})
	}
	all.Go(func() {
		for !stopped(stop) {
			_, _ = l.h.Vacuum([]*Index{l.ids, l.vals}, true, nil)
		}
	})
	for end := time.Now().Add(2 * time.Second); time.Now().Before(end) && !t.Failed(); {
		checkClone(t, l.clone())
	}
	close(stop)
	all.Wait()
	l.check(t, "original")
}

func stopped(stop chan struct{}) bool {
	select {
	case <-stop:
		return true
	default:
		return false
	}
}

// checkClone looks at a clone before and after it got rows of its own.
func checkClone(t *testing.T, c loadStore) {
	c.check(t, "clone")
	inTxn(c.s, func(x *Txn) {
		for i := range int64(200) {
			c.insert(t, x, -1-i, 100+i%3)
		}
	})
	c.check(t, "clone with new rows")
	_, _ = c.h.Vacuum([]*Index{c.ids, c.vals}, true, nil)
	inTxn(c.s, func(x *Txn) {
		for i := range int64(200) {
			c.insert(t, x, -1000-i, 200+i%3)
		}
	})
	c.check(t, "clone after a vacuum")
}
