package storage

// Contention for single rows: order of waiting, and no update lost.

import (
	"sync"
	"testing"
	"time"

	"minidb/settings"
	"minidb/storage/lmgr"
)

// Sessions that wait for one row get it in the order in which they came.
func TestRowQueue(t *testing.T) {
	s, begin := newLocked(t)
	h := s.CreateHeap(1)
	h.SetTable(4711)
	var tid TID
	inTxn(s, func(x *Txn) { tid = mustInsert(t, h, x, ints(0)) })
	holder := begin()
	if res, _, err := h.LockRow(bg, holder, nil, tid, LockUpdate, WaitBlock); res != TMOk || err != nil {
		t.Fatal(res, err)
	}
	const waiters = 8
	order := make(chan int, waiters)
	for i := range waiters {
		x := begin()
		go func() {
			res, _, err := h.LockRow(bg, x, nil, tid, LockUpdate, WaitBlock)
			if res != TMOk || err != nil {
				t.Errorf("waiter %d: %d %v", i, res, err)
			}
			order <- i
			x.Commit()
		}()
		untilWaiting(t, s, i+1)
	}
	holder.Commit()
	for i := range waiters {
		if got := <-order; got != i {
			t.Errorf("place %d was given to waiter %d", i, got)
		}
	}
}

// The first who waited for a row that was replaced has the new version first, also if
// it takes its time on the way there; nothing is left in the lock manager.
func TestRowQueueMovesOn(t *testing.T) {
	s, begin := newLocked(t)
	h := s.CreateHeap(1)
	h.SetTable(4711)
	var tid TID
	inTxn(s, func(x *Txn) { tid = mustInsert(t, h, x, ints(0)) })
	holder := begin()
	if _, res, _, err := h.Update(bg, holder, nil, tid, ints(1), false); res != TMOk || err != nil {
		t.Fatal(res, err)
	}
	type woken struct {
		x    *Txn
		fail TMFailure
	}
	wake := [2]chan woken{make(chan woken, 1), make(chan woken, 1)}
	for i := range wake {
		x := begin()
		go func() {
			_, res, fail, err := h.Update(bg, x, nil, tid, ints(2), false)
			if res != TMUpdated || err != nil {
				t.Errorf("waiter %d: %d %v", i, res, err)
			}
			wake[i] <- woken{x, fail}
		}()
		untilWaiting(t, s, i+1)
	}
	holder.Commit()
	first := <-wake[0]
	select {
	case <-wake[1]:
		t.Fatal("the second has overtaken the first")
	case <-time.After(50 * time.Millisecond):
	}
	if res, _, err := h.LockRow(bg, first.x, nil, first.fail.TID, LockUpdate, WaitBlock); res != TMOk || err != nil {
		t.Fatal(res, err)
	}
	second := <-wake[1]
	second.x.Abort() // it has a place, and gives it up
	first.x.Commit()
	for _, l := range s.LockManager().Snapshot() {
		t.Errorf("left behind: %+v", l)
	}
}

// untilWaiting returns when so many sessions wait for a lock.
func untilWaiting(t *testing.T, s *Store, n int) {
	t.Helper()
	for start := time.Now(); waiting(s) < n; time.Sleep(100 * time.Microsecond) {
		if time.Since(start) > 10*time.Second {
			t.Fatal("does not wait")
		}
	}
}

// waiting counts the sessions that wait for a lock.
func waiting(s *Store) (n int) {
	for _, l := range s.LockManager().Snapshot() {
		if !l.Granted {
			n++
		}
	}
	return n
}

// Increments of one row by many, beside lockers of its key: none is lost, though
// transactions end while others look at what they hold.
func TestNoLostUpdate(t *testing.T) {
	m := lmgr.NewManager()
	s := NewStore(m)
	h := s.CreateHeap(2)
	h.SetTable(4711)
	var tid TID
	inTxn(s, func(x *Txn) { tid = mustInsert(t, h, x, ints(0, 0)) })
	const writers, each = 4, 1500
	var wg sync.WaitGroup
	for w := range 2 * writers {
		locks := m.Open(int32(w+1), settings.Defaults())
		wg.Go(func() {
			for range each {
				x := s.Begin(ReadCommitted, locks)
				ok := incrementOrLock(t, h, x, tid, w < writers)
				x.Commit()
				if !ok {
					return
				}
			}
		})
	}
	wg.Wait()
	x := s.Begin(ReadCommitted, nil)
	defer x.Commit()
	if row, _, ok := h.Fetch(x.TakeSnapshot(), tid); !ok || row[0].Int() != writers*each {
		t.Errorf("%v, want %d increments", row, writers*each)
	}
	if n := count(s, h); n != 1 {
		t.Errorf("%d rows", n)
	}
}

func incrementOrLock(t *testing.T, h *Heap, x *Txn, root TID, increment bool) bool {
	sn := x.TakeSnapshot()
	row, at, ok := h.Fetch(sn, root)
	for {
		if !ok {
			t.Error("the row is gone")
			return false
		}
		var res TMResult
		var fail TMFailure
		var err error
		if increment {
			_, res, fail, err = h.Update(bg, x, sn, at, ints(row[0].Int()+1, 0), false)
		} else {
			res, fail, err = h.LockRow(bg, x, sn, at, LockKeyShare, WaitBlock)
		}
		if err != nil || res != TMOk && res != TMUpdated {
			t.Errorf("result %d: %v", res, err)
			return false
		}
		if res == TMOk {
			return true
		}
		row, at, ok = h.FetchLatest(x, fail.TID)
	}
}
