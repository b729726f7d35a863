package storage

import (
	"math/rand/v2"
	"slices"
	"testing"

	"minidb/types"
)

// allPlaces lists an index's places in order.
func allPlaces(ix *Index) (tids []TID) {
	is := ix.Scan(Range{}, false)
	for tid, ok := is.Next(); ok; tid, ok = is.Next() {
		tids = append(tids, tid)
	}
	return tids
}

// A batch makes the entries, and finds the conflicts, that rows make one by one, and
// logs no fewer records than the leaves it fills and no more than entries.
func TestInsertBatch(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 6))
		s := NewStore(nil)
		kinds := []types.Kind{types.Int, types.Text, types.Float8}
		spec := IndexSpec{Unique: r.IntN(3) > 0, NullsNotDistinct: r.IntN(3) == 0}
		for range 1 + r.IntN(3) {
			spec.Keys = append(spec.Keys, KeySpec{Kind: kinds[r.IntN(len(kinds))], Desc: r.IntN(2) == 0, NullsFirst: r.IntN(2) == 0})
		}
		batch, one := s.CreateIndex(spec), s.CreateIndex(spec)
		h := s.CreateHeap(1)
		x := s.Begin(ReadCommitted, nil)
		var all [][]types.Datum // keys used so far, to be met again
		for range 4 {
			n := 1 + r.IntN(400)
			var flat []types.Datum
			var tids []TID
			for range n {
				key := randomKey(r, spec, len(spec.Keys))
				if len(all) > 0 && r.IntN(10) == 0 {
					key = all[r.IntN(len(all))]
				}
				all = append(all, key)
				flat, tids = append(flat, key...), append(tids, mustInsert(t, h, x, ints(1)))
			}
			want := -1
			for i, key := range all[len(all)-n:] {
				if !spec.Unique {
					_ = one.Insert(x, key, tids[i])
				} else if at, err := one.InsertUnique(bg, x, h, key, tids[i]); err != nil {
					t.Fatal(err)
				} else if at != InvalidTID && want < 0 {
					want = i
				}
			}
			before, entries := x.WAL.Records, batch.Len()
			got, err := batch.InsertBatch(bg, x, h, spec.Unique, flat, tids)
			if err != nil || got != want {
				t.Fatalf("seed %d, %+v: first conflict %d, error %v, want %d", seed, spec, got, err, want)
			}
			made, records := batch.Len()-entries, int(x.WAL.Records-before)
			if records < (made+indexBatch-1)/indexBatch || records > made || entries == 0 && records > (made+indexBatch-1)/indexBatch {
				t.Errorf("seed %d: %d records for %d entries", seed, records, made)
			}
		}
		if !slices.Equal(allPlaces(batch), allPlaces(one)) || batch.Bytes() != one.Bytes() {
			t.Fatalf("seed %d, %+v: trees differ", seed, spec)
		}
		x.Commit()
	}
}

// A key that an unfinished transaction has is waited for; entries made before stay.
func TestInsertBatchWaits(t *testing.T) {
	for _, commit := range []bool{false, true} {
		s, begin := newLocked(t)
		h := s.CreateHeap(1)
		ix := s.CreateIndex(IndexSpec{Keys: []KeySpec{intKey}, Unique: true})
		a, b := begin(), begin()
		if _, err := ix.InsertUnique(bg, a, h, ints(5), mustInsert(t, h, a, ints(5))); err != nil {
			t.Fatal(err)
		}
		var keys []types.Datum
		var tids []TID
		for _, k := range []int64{7, 5, 3, 9} {
			keys, tids = append(keys, ints(k)...), append(tids, mustInsert(t, h, b, ints(k)))
		}
		done := make(chan int)
		go func() {
			at, err := ix.InsertBatch(bg, b, h, true, keys, tids)
			if err != nil {
				t.Error(err)
			}
			done <- at
		}()
		for ix.Len() < 2 { // a's 5 and b's 3
			select {
			case at := <-done:
				t.Fatalf("did not wait: %d", at)
			default:
			}
		}
		want, entries := -1, 5
		if commit {
			a.Commit()
			want, entries = 1, 4
		} else {
			a.Abort()
		}
		if at := <-done; at != want || ix.Len() != entries {
			t.Errorf("commit %v: conflict %d, %d entries", commit, at, ix.Len())
		}
		b.Abort()
	}
}
