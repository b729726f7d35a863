package lmgr

import (
	"context"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"

	"minidb/pgerr"
)

// TestStress runs sessions that lock, deadlock, time out and are canceled at
// random. No two sessions ever hold conflicting modes, only expected errors
// occur, and nothing is left at the end, no lock and no goroutine.
func TestStress(t *testing.T) {
	const sessions, objects = 12, 6
	goroutines := runtime.NumGoroutine()
	m := NewManager()
	var mu sync.Mutex
	var held [objects][sessions]modeSet // an independent account

	end := time.Now().Add(1500 * time.Millisecond)
	var wg sync.WaitGroup
	codes := map[pgerr.Code]int{}
	for id := range sessions {
		l := open(t, m, int32(id), "deadlock_timeout", "2ms", "lock_timeout", "15ms",
			"minidb.lock_release", strategies[id%len(strategies)], "minidb.fast_path", [...]string{"16", "groups"}[id%2])
		wg.Add(1)
		go func() {
			defer wg.Done()
			rng := rand.New(rand.NewPCG(uint64(id), 3))
			for time.Now().Before(end) {
				code := transaction(t, l, id, rng, &mu, held[:])
				mu.Lock()
				codes[code]++
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	t.Logf("%v", codes)
	for code := range codes {
		switch code {
		case "", pgerr.DeadlockDetected, pgerr.LockNotAvailable, pgerr.QueryCanceled:
		default:
			t.Errorf("unexpected %s", code)
		}
	}
	wantEmpty(t, m)
	for i := range m.parts {
		if m.parts[i].n != 0 {
			t.Errorf("partition %d keeps %d locks", i, m.parts[i].n)
		}
	}
	time.Sleep(20 * time.Millisecond)
	if n := runtime.NumGoroutine(); n > goroutines+2 {
		t.Errorf("%d goroutines, %d before", n, goroutines)
	}
}

// transaction takes a few locks, keeps account of them, and releases all.
func transaction(t *testing.T, l *Locks, id int, rng *rand.Rand, mu *sync.Mutex, held [][12]modeSet) (code pgerr.Code) {
	ctx, cancel := context.WithCancel(bg)
	defer cancel()
	if rng.IntN(10) == 0 {
		ctx, cancel = context.WithTimeout(ctx, time.Duration(rng.IntN(3000))*time.Microsecond)
		defer cancel()
	}
	for range 1 + rng.IntN(5) {
		obj, mode := rng.IntN(len(held)), Mode(1+rng.IntN(8))
		if _, err := l.Acquire(ctx, RelationTag(uint32(obj)), mode, rng.IntN(10) == 0); err != nil {
			code = pgerr.CodeOf(err)
			break
		}
		mu.Lock()
		held[obj][id] |= mode.bit()
		for other, modes := range held[obj] {
			if other != id && modes&conflicts[mode] != 0 {
				t.Errorf("%d took %v of %d although %d holds %b", id, mode, obj, other, modes)
			}
		}
		mu.Unlock()
	}
	mu.Lock()
	for obj := range held {
		held[obj][id] = 0
	}
	mu.Unlock()
	l.ReleaseAll(true)
	if l.Held() != 0 {
		t.Errorf("session %d keeps %d locks", id, l.Held())
	}
	return code
}
