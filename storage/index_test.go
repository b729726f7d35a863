package storage

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"minidb/types"
)

type indexRow struct {
	key []types.Datum
	tid TID
}

// Random ranges over random indexes, against a sorted slice.
func TestIndexScanAgrees(t *testing.T) {
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 5))
		s := NewStore(nil)
		var spec IndexSpec
		kinds := []types.Kind{types.Int, types.Text, types.Float8}
		for range 1 + r.IntN(3) {
			spec.Keys = append(spec.Keys, KeySpec{Kind: kinds[r.IntN(len(kinds))], Desc: r.IntN(2) == 0, NullsFirst: r.IntN(2) == 0})
		}
		ix := s.CreateIndex(spec)
		rows := make([]indexRow, r.IntN(2000))
		x := s.Begin(ReadCommitted, nil)
		var keys [][]types.Datum
		var tids []TID
		for i := range rows {
			rows[i] = indexRow{randomKey(r, spec, len(spec.Keys)), TID(r.IntN(1 << 30))}
			if i%2 == 0 {
				_ = ix.Insert(x, rows[i].key, rows[i].tid)
			} else {
				keys, tids = append(keys, rows[i].key), append(tids, rows[i].tid)
			}
		}
		if err := ix.InsertMany(x, keys, tids); err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(rows, func(a, b indexRow) int {
			if c := comparePrefix(spec, a.key, b.key); c != 0 {
				return c
			}
			return int(a.tid) - int(b.tid)
		})
		for range 20 {
			rg := Range{LoExcl: r.IntN(2) == 0, HiExcl: r.IntN(2) == 0}
			rg.Lo = randomKey(r, spec, r.IntN(len(spec.Keys)+1))
			rg.Hi = randomKey(r, spec, r.IntN(len(spec.Keys)+1))
			if r.IntN(3) == 0 {
				fixed := r.IntN(len(spec.Keys))
				same := randomKey(r, spec, fixed)
				rg.NotNull = fixed + 1
				rg.Lo, rg.Hi = with(same, rg.Lo), with(same, rg.Hi)
			}
			checkRange(t, fmt.Sprintf("seed %d, %+v, %+v", seed, spec, rg), ix, spec, rows, rg)
		}
		x.Commit()
	}
}

// with puts same in the place of key's first columns, and keeps at most one more.
func with(same, key []types.Datum) []types.Datum {
	n := len(same)
	return append(slices.Clone(same), key[min(len(key), n):min(len(key), n+1)]...)
}

func randomKey(r *rand.Rand, spec IndexSpec, n int) []types.Datum {
	key := make([]types.Datum, n)
	for i := range key {
		key[i] = randomDatum(r, spec.Keys[i].Kind)
	}
	return key
}

func comparePrefix(spec IndexSpec, a, b []types.Datum) int {
	for i := range min(len(a), len(b)) {
		k := SortKey{Desc: spec.Keys[i].Desc, NullsFirst: spec.Keys[i].NullsFirst}
		if c := k.compare(a[i], b[i]); c != 0 {
			return c
		}
	}
	return 0
}

func checkRange(t *testing.T, what string, ix *Index, spec IndexSpec, rows []indexRow, rg Range) {
	t.Helper()
	var want []TID
	for _, row := range rows {
		lo, hi := comparePrefix(spec, row.key, rg.Lo), comparePrefix(spec, row.key, rg.Hi)
		switch {
		case lo < 0, len(rg.Lo) > 0 && rg.LoExcl && lo == 0:
		case hi > 0, len(rg.Hi) > 0 && rg.HiExcl && hi == 0:
		case rg.NotNull > 0 && row.key[rg.NotNull-1].IsNull():
		default:
			want = append(want, row.tid)
		}
	}
	for _, backward := range []bool{false, true} {
		var got []TID
		is := ix.Scan(rg, backward)
		for tid, ok := is.Next(); ok; tid, ok = is.Next() {
			got = append(got, tid)
		}
		if backward {
			slices.Reverse(got)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%s, backward %v: %d places, want %d", what, backward, len(got), len(want))
		}
	}
}

func TestFindConflict(t *testing.T) {
	s, begin := newLocked(t)
	h := s.CreateHeap(2)
	ix := s.CreateIndex(IndexSpec{Keys: []KeySpec{intKey}, Unique: true})
	a, b := begin(), begin()
	tid := mustInsert(t, h, a, ints(1, 1))
	_ = ix.Insert(a, ints(1), tid)
	find := func(x *Txn, self TID) TID {
		at, err := ix.FindOther(bg, x, h, ints(1), self, false)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	if find(a, InvalidTID) != tid || find(a, tid) != InvalidTID || find(b, InvalidTID) != tid {
		t.Error("an unfinished row is not found, or the own row is")
	}
	a.IncrementCommand()
	at := mustUpdate(t, h, a, tid, ints(1, 2), false)
	if find(a, InvalidTID) != at || find(a, at) != InvalidTID || find(a, tid) != InvalidTID {
		t.Error("the version that replaced the row")
	}
	done := make(chan TID)
	go func() {
		at, _ := ix.FindConflict(bg, b, h, ints(1), true)
		done <- at
	}()
	a.Abort()
	if got := <-done; got != InvalidTID {
		t.Errorf("conflict with a row that was rolled back: %v", got)
	}
	b.Commit()
}

func TestUniqueNulls(t *testing.T) {
	for _, notDistinct := range []bool{false, true} {
		for _, keys := range []int{1, 2} {
			s := NewStore(nil)
			h := s.CreateHeap(1)
			spec := IndexSpec{Unique: true, NullsNotDistinct: notDistinct}
			for range keys {
				spec.Keys = append(spec.Keys, intKey)
			}
			ix := s.CreateIndex(spec)
			x := s.Begin(ReadCommitted, nil)
			key := ints(1, 1)[:keys]
			key[0] = types.NullDatum
			for i := range 2 {
				tid := mustInsert(t, h, x, ints(1))
				conflict, err := ix.InsertUnique(bg, x, h, key, tid)
				if err != nil || (conflict != InvalidTID) != (notDistinct && i == 1) {
					t.Errorf("NULL %d, not distinct %v: conflict %v, error %v", i, notDistinct, conflict, err)
				}
			}
			x.Commit()
		}
	}
}
