package storage

import (
	"context"
	"sync"
	"testing"
	"time"

	"minidb/pgerr"
)

func TestRowLockConflicts(t *testing.T) {
	for held := LockKeyShare; held <= LockUpdate; held++ {
		for asked := LockKeyShare; asked <= LockUpdate; asked++ {
			s, begin := newLocked(t)
			h := s.CreateHeap(1)
			var tid TID
			inTxn(s, func(x *Txn) { tid = mustInsert(t, h, x, ints(1)) })
			a, b := begin(), begin()
			if res, _, err := h.LockRow(bg, a, nil, tid, held, WaitBlock); res != TMOk || err != nil {
				t.Fatal(res, err)
			}
			want := TMOk
			if lockConflicts[asked][held] {
				want = TMWouldBlock
			}
			if res, _, err := h.LockRow(bg, b, nil, tid, asked, WaitError); res != want || err != nil {
				t.Errorf("%d held, %d asked: result %d, error %v", held, asked, res, err)
			}
			a.Commit()
			if res, _, _ := h.LockRow(bg, b, nil, tid, asked, WaitError); res != TMOk {
				t.Errorf("%d after commit of %d: %d", asked, held, res)
			}
			b.Commit()
		}
	}
}

// A FOR KEY SHARE lock lets a no-key update through, holds on the new version,
// and stops a delete of it.
func TestKeyShareFollowsUpdate(t *testing.T) {
	for _, lockFirst := range []bool{true, false} {
		s, begin := newLocked(t)
		h := s.CreateHeap(2)
		var tid, at TID
		inTxn(s, func(x *Txn) { tid = mustInsert(t, h, x, ints(1, 1)) })
		a, b, c := begin(), begin(), begin()
		lock := func() {
			if res, _, err := h.LockRow(bg, a, nil, tid, LockKeyShare, WaitError); res != TMOk || err != nil {
				t.Fatal(res, err)
			}
		}
		if lockFirst {
			lock()
		}
		at = mustUpdate(t, h, b, tid, ints(1, 2), false)
		if !lockFirst {
			lock()
		}
		b.Commit()
		if res, _, _ := h.LockRow(bg, c, nil, at, LockUpdate, WaitError); res != TMWouldBlock {
			t.Errorf("lock first %v: new version is not locked: %d", lockFirst, res)
		}
		if res, _, _ := h.LockRow(bg, c, nil, at, LockNoKeyUpdate, WaitError); res != TMOk {
			t.Errorf("lock first %v: weak lock: %d", lockFirst, res)
		}
		a.Commit()
		c.Commit()
	}
}

// A lock of the outer level survives the rollback of an inner update.
func TestLockSurvivesSavepoint(t *testing.T) {
	s, begin := newLocked(t)
	h := s.CreateHeap(1)
	var tid TID
	inTxn(s, func(x *Txn) { tid = mustInsert(t, h, x, ints(1)) })
	a, b := begin(), begin()
	if res, _, _ := h.LockRow(bg, a, nil, tid, LockShare, WaitBlock); res != TMOk {
		t.Fatal(res)
	}
	depth := a.Savepoint()
	mustUpdate(t, h, a, tid, ints(2), false)
	a.RollbackTo(depth)
	if res, _, _ := h.LockRow(bg, b, nil, tid, LockUpdate, WaitError); res != TMWouldBlock {
		t.Errorf("the share lock is gone: %d", res)
	}
	if res, _, _ := h.LockRow(bg, b, nil, tid, LockShare, WaitError); res != TMOk {
		t.Errorf("share beside share: %d", res)
	}
	a.Commit()
	b.Commit()
}

func TestWaitForUpdater(t *testing.T) {
	for _, commit := range []bool{true, false} {
		s, begin := newLocked(t)
		h := s.CreateHeap(1)
		var tid TID
		inTxn(s, func(x *Txn) { tid = mustInsert(t, h, x, ints(1)) })
		a, b := begin(), begin()
		sn := b.TakeSnapshot()
		at := mustUpdate(t, h, a, tid, ints(2), false)
		done := make(chan struct{})
		var res TMResult
		var fail TMFailure
		go func() {
			defer close(done)
			_, res, fail, _ = h.Update(bg, b, sn, tid, ints(3), false)
		}()
		time.Sleep(5 * time.Millisecond)
		if commit {
			a.Commit()
		} else {
			a.Abort()
		}
		<-done
		if !commit {
			if res != TMOk {
				t.Errorf("after abort: %d", res)
			}
			b.Commit()
			continue
		}
		if res != TMUpdated || fail.TID != at {
			t.Errorf("after commit: %d, %+v, want version %v", res, fail, at)
		}
		if row, _, ok := h.FetchLatest(b, fail.TID); !ok || row[0].Int() != 2 {
			t.Errorf("latest version: %v, %v", row, ok)
		}
		b.Commit()
	}
}

func TestWaitIsCanceled(t *testing.T) {
	s, begin := newLocked(t)
	h := s.CreateHeap(1)
	var tid TID
	inTxn(s, func(x *Txn) { tid = mustInsert(t, h, x, ints(1)) })
	a, b := begin(), begin()
	mustDelete(t, h, a, tid)
	ctx, cancel := context.WithTimeout(bg, 5*time.Millisecond)
	defer cancel()
	if _, _, err := h.Delete(ctx, b, nil, tid); pgerr.CodeOf(err) != pgerr.QueryCanceled {
		t.Errorf("error %v", err)
	}
	a.Commit()
	b.Abort()
}

func TestMovedRow(t *testing.T) {
	s, begin := newLocked(t)
	h := s.CreateHeap(1)
	var tid TID
	inTxn(s, func(x *Txn) { tid = mustInsert(t, h, x, ints(1)) })
	a, b := begin(), begin()
	sn := b.TakeSnapshot()
	if res, _, _ := h.DeleteMoved(bg, a, nil, tid); res != TMOk {
		t.Fatal(res)
	}
	a.Commit()
	if res, fail, _ := h.Delete(bg, b, sn, tid); res != TMUpdated || !fail.Moved {
		t.Errorf("%d, %+v", res, fail)
	}
	b.Commit()
}

func TestUniqueUnderConcurrency(t *testing.T) {
	s, begin := newLocked(t)
	h := s.CreateHeap(1)
	ix := s.CreateIndex(IndexSpec{Keys: []KeySpec{intKey}, Unique: true})
	const keys, sessions = 200, 4
	wins := make([][]bool, sessions)
	txns := make([]*Txn, sessions*keys)
	for i := range txns {
		txns[i] = begin()
	}
	var wg sync.WaitGroup
	for n := range sessions {
		wins[n] = make([]bool, keys)
		wg.Add(1)
		go func() {
			defer wg.Done()
			for k := range keys {
				x := txns[n*keys+k]
				tid, _ := h.Insert(x, ints(int64(k)))
				conflict, err := ix.InsertUnique(bg, x, h, ints(int64(k)), tid)
				if err != nil {
					t.Error(err)
				}
				if (k+n)%3 == 0 || conflict != InvalidTID {
					x.Abort()
					continue
				}
				wins[n][k] = true
				x.Commit()
			}
		}()
	}
	wg.Wait()
	x := s.Begin(ReadCommitted, nil)
	sn := x.TakeSnapshot()
	for k := range keys {
		won, there := 0, 0
		for n := range sessions {
			if wins[n][k] {
				won++
			}
		}
		for is := ix.Scan(Range{Lo: ints(int64(k)), Hi: ints(int64(k))}, false); ; {
			tid, ok := is.Next()
			if !ok {
				break
			}
			if _, _, ok := h.Fetch(sn, tid); ok {
				there++
			}
		}
		if won != 1 || there != 1 {
			t.Errorf("key %d: %d winners, %d rows", k, won, there)
		}
	}
	x.Commit()
}

// Readers, writers, vacuum and clones at once: money is moved between accounts,
// and every snapshot sees the same sum.
func TestConcurrentTransfers(t *testing.T) {
	s, begin := newLocked(t)
	h := s.CreateHeap(2)
	ix := s.CreateIndex(IndexSpec{Keys: []KeySpec{intKey}, Unique: true})
	const accounts, each = 50, 300
	inTxn(s, func(x *Txn) {
		for i := range int64(accounts) {
			_ = ix.Insert(x, ints(i), mustInsert(t, h, x, ints(i, 100)))
		}
	})
	var writers, others sync.WaitGroup
	stop := make(chan struct{})
	for w := range 2 {
		txns := make([]*Txn, each)
		for i := range txns {
			txns[i] = begin()
		}
		writers.Add(1)
		go func() {
			defer writers.Done()
			for i, x := range txns {
				from, to := int64(w*7+i)%accounts, int64(w*11+i*3+1)%accounts
				if from != to && transfer(h, ix, x, min(from, to), max(from, to)) {
					x.Commit()
				} else {
					x.Abort()
				}
			}
		}()
	}
	loop := func(f func()) {
		others.Add(1)
		go func() {
			defer others.Done()
			for {
				select {
				case <-stop:
					return
				default:
					f()
				}
			}
		}()
	}
	loop(func() { checkSum(t, s, h, accounts*100) })
	loop(func() {
		_, _ = h.Vacuum([]*Index{ix}, true, nil)
		time.Sleep(time.Millisecond)
	})
	loop(func() {
		c := s.Clone(nil)
		checkSum(t, c, c.OpenHeap(h.ID()), accounts*100)
		time.Sleep(time.Millisecond)
	})
	writers.Wait()
	close(stop)
	others.Wait()
}

func transfer(h *Heap, ix *Index, x *Txn, from, to int64) bool {
	for i, id := range []int64{from, to} {
		sn := x.TakeSnapshot()
		is := ix.Scan(Range{Lo: ints(id), Hi: ints(id)}, false)
		tid, _ := is.Next()
		row, at, ok := h.Fetch(sn, tid)
		for ok {
			_, res, fail, err := h.Update(bg, x, sn, at, ints(id, row[1].Int()+int64(i*2-1)), false)
			if err != nil {
				return false
			}
			if res == TMOk {
				break
			}
			row, at, ok = h.FetchLatest(x, fail.TID)
		}
		sn.Release()
		x.IncrementCommand()
		if !ok {
			return false
		}
	}
	return true
}

func checkSum(t *testing.T, s *Store, h *Heap, want int64) {
	x := s.Begin(ReadCommitted, nil)
	defer x.Commit()
	sum, n := int64(0), 0
	hs := h.Scan(x.TakeSnapshot())
	for row := hs.Next(); row != nil; row = hs.Next() {
		sum += row[1].Int()
		n++
	}
	if sum != want {
		t.Errorf("sum %d in %d rows, want %d", sum, n, want)
	}
}
