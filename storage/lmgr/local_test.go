package lmgr

import (
	"math/rand/v2"
	"testing"
)

// TestWalks holds the counts of the lesson: one transaction with 1000 locks,
// then ten with one each.
func TestWalks(t *testing.T) {
	for _, c := range []struct {
		strategy                   string
		buckets, visited, rebuilds int64
	}{
		{"scan", 1000, 10 * 2 * 1000, 0},
		{"shrink", 16, 10 * 2 * 16, 1},
		// 1000/10 = 100, and each later transaction takes a tenth away: the
		// table of 1000 is over four times the average from the start.
		{"shrink_average", 16, 10 * 2 * 16, 1},
		{"list", 1000, 0, 0},
		{"owner_lists", 1000, 0, 0},
	} {
		l := open(t, NewManager(), 1, "minidb.lock_release", c.strategy)
		for r := range uint32(1000) {
			mustAcquire(t, l, RelationTag(r), AccessShare)
		}
		if l.N.Buckets != 1000 || l.N.EntriesPeak != 1000 || l.N.Splits != 1000-16 {
			t.Errorf("%s: %+v", c.strategy, l.N)
		}
		l.ReleaseAll(true)
		before := l.N.BucketsVisited
		for range 10 {
			mustAcquire(t, l, RelationTag(1), AccessShare)
			l.ReleaseAll(true)
		}
		if got := l.N.BucketsVisited - before; got != c.visited || l.N.Buckets != c.buckets || l.N.Rebuilds != c.rebuilds {
			t.Errorf("%s: visited %d, %+v", c.strategy, got, l.N)
		}
		if l.N.LocksAcquired != 1010 || l.N.LocksReleased != 1010 {
			t.Errorf("%s: %+v", c.strategy, l.N)
		}
	}
}

// TestWalksOfOwners: under the old way, buckets = max(16, most locks held), a later
// transaction visits each twice, and once more for each owner that took more than
// 15 locks. An independent count of the buckets says the same.
func TestWalksOfOwners(t *testing.T) {
	for _, most := range []uint32{1, 15, 16, 17, 100, 256, 257, 1000, 8000} {
		l := open(t, NewManager(), 1, "minidb.lock_release", "scan")
		for r := range most {
			mustAcquire(t, l, RelationTag(r), AccessShare)
		}
		l.ReleaseAll(true)
		buckets := int64(0)
		for i, seg := range l.table.segments {
			for j := range seg {
				if uint32(i*segmentSize+j) <= l.table.maxBucket {
					buckets++
				}
			}
		}
		if buckets != int64(max(16, most)) || l.N.Buckets != buckets {
			t.Errorf("%d locks: %d buckets, counted %d", most, buckets, l.N.Buckets)
		}
		for _, c := range []struct {
			locks            uint32
			savepoint, fails bool
			walks            int64
		}{
			{1, false, false, 2}, {15, false, false, 2}, {16, false, false, 3}, {16, false, true, 3}, {16, true, false, 4},
			{15, true, false, 3}, // 15 from its portal and one of its own
		} {
			if c.locks > most {
				continue
			}
			before := l.N
			if c.savepoint {
				l.Savepoint()
			}
			l.OpenPortal()
			for r := range c.locks {
				mustAcquire(t, l, RelationTag(r), AccessShare)
			}
			l.ClosePortal(!c.fails)
			if c.savepoint {
				mustAcquire(t, l, AdvisoryTag(1), Share)
				l.ReleaseSavepoint()
			}
			l.ReleaseAll(true)
			if visited := l.N.BucketsVisited - before.BucketsVisited; l.N.Buckets == buckets && visited != c.walks*buckets {
				t.Errorf("after %d locks, %+v: %d buckets visited in %d walks", most, c, visited, l.N.Walks-before.Walks)
			}
			if l.N.Walks-before.Walks != c.walks {
				t.Errorf("after %d locks, %+v: %d walks", most, c, l.N.Walks-before.Walks)
			}
		}
	}
}

// TestTableAgainstMap runs random inserts and removals on the table and a map.
func TestTableAgainstMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	tab, ref, peak := newTable(), map[uint32]*entry{}, minBuckets
	for i := range 20000 {
		r := rng.Uint32N(2000)
		tag := RelationTag(r)
		got, _ := tab.find(&tag, tag.hash(), Share)
		if got != ref[r] {
			t.Fatalf("step %d: find(%d) = %v, want %v", i, r, got, ref[r])
		}
		if got != nil {
			tab.remove(got)
			delete(ref, r)
			continue
		}
		e := &entry{tag: tag, hash: tag.hash(), mode: Share}
		tab.insert(e)
		ref[r] = e
		peak = max(peak, len(ref))
	}
	n := 0
	tab.walk(func(*entry) { n++ })
	if n != len(ref) || tab.entries != n || tab.buckets() != peak {
		t.Errorf("walked %d of %d, %d buckets for a peak of %d", n, len(ref), tab.buckets(), peak)
	}
}

// TestStrategiesAgree runs the same random transactions under all strategies:
// the same locks are held after each step.
func TestStrategiesAgree(t *testing.T) {
	for seed := range uint64(20) {
		var ls []*Locks
		for i, s := range strategies {
			ls = append(ls, open(t, NewManager(), int32(i), "minidb.lock_release", s))
		}
		rng := rand.New(rand.NewPCG(seed, 7))
		depth := 0
		for step := range 2000 {
			op, r, mode := rng.IntN(20), rng.Uint32N(60), Mode(1+rng.IntN(8))
			for _, l := range ls {
				switch {
				case op == 0:
					l.ReleaseAll(step%2 == 0)
				case op == 1:
					l.Savepoint()
				case op == 2 && depth > 0:
					l.ReleaseSavepoint()
				case op == 3 && depth > 0:
					l.RollbackSavepoint()
				case op == 4:
					l.Release(RelationTag(r), mode)
				case op == 5:
					if _, err := l.AcquireSession(bg, AdvisoryTag(int64(r)), mode, false); err != nil {
						t.Fatal(err)
					}
				case op == 6:
					l.ReleaseSession(AdvisoryTag(int64(r)), mode)
				case op == 7:
					if _, err := l.AcquireSession(bg, RelationTag(r), mode, false); err != nil {
						t.Fatal(err)
					}
				case op == 8 && r == 0:
					l.ReleaseAdvisory()
				default:
					mustAcquire(t, l, RelationTag(r), mode)
				}
			}
			switch {
			case op == 0:
				depth = 0
			case op == 1:
				depth++
			case (op == 2 || op == 3) && depth > 0:
				depth--
			}
			for i, l := range ls[1:] {
				if l.Held() != ls[0].Held() || l.Holds(RelationTag(r), mode) != ls[0].Holds(RelationTag(r), mode) {
					t.Fatalf("seed %d, step %d: %s holds %d, scan %d", seed, step, strategies[i+1], l.Held(), ls[0].Held())
				}
			}
		}
	}
}

// TestSessionOwner: a commit leaves all that the session itself owns, a rollback only
// advisory locks; a lock of another owner beside it stays or goes as ever. While the
// session owns a lock, the table is not thrown away.
func TestSessionOwner(t *testing.T) {
	for _, s := range strategies {
		l := open(t, NewManager(), 1, "minidb.lock_release", s)
		session := func(tag Tag) {
			t.Helper()
			if _, err := l.AcquireSession(bg, tag, Share, false); err != nil {
				t.Fatal(err)
			}
		}
		holds := func(when string, want ...Tag) {
			t.Helper()
			if l.Held() != len(want) {
				t.Errorf("%s, %s: %d locks held, want %d", s, when, l.Held(), len(want))
			}
			for _, tag := range want {
				if !l.Holds(tag, Share) {
					t.Errorf("%s, %s: %v is not held", s, when, tag)
				}
			}
		}
		rel, other, one, two := RelationTag(1), RelationTag(2), AdvisoryTag(1), AdvisoryTag2(0, 1)
		for _, tag := range []Tag{rel, one, two} {
			session(tag)
			mustAcquire(t, l, tag, Share)
		}
		mustAcquire(t, l, other, Share)
		for r := range uint32(100) {
			mustAcquire(t, l, RelationTag(1000+r), AccessShare)
		}
		l.ReleaseAll(true)
		holds("committed", rel, one, two)
		l.ReleaseAll(true)
		if l.N.Rebuilds != 0 {
			t.Errorf("%s: the table was thrown away with a lock in it", s)
		}
		l.ReleaseAll(false) // of a transaction without locks
		holds("rolled back", one, two)
		session(rel)
		mustAcquire(t, l, rel, Share)
		l.Savepoint()
		mustAcquire(t, l, one, Share)
		l.RollbackSavepoint()
		holds("savepoint rolled back", rel, one, two)
		l.ReleaseAll(false)
		holds("rolled back again", one, two)
		mustAcquire(t, l, one, Share)
		l.ReleaseAdvisory()
		holds("given back", one)
		if l.ReleaseSession(one, Share) {
			t.Errorf("%s: the session still owns %v", s, one)
		}
		l.ReleaseAll(true)
		holds("committed at last")
		if rebuilds := l.N.Rebuilds; (rebuilds == 1) != (s == "shrink" || s == "shrink_average") {
			t.Errorf("%s: %d rebuilds", s, rebuilds)
		}
	}
}
