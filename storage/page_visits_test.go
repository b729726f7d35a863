package storage

import "testing"

// What is a visit: a scan's move to a page, a row fetched from a page that its reader does
// not stand on, a way down into an index.
func TestPageVisits(t *testing.T) {
	for _, local := range []bool{false, true} {
		s := NewStore(nil)
		h, ix := s.CreateHeap(1), s.CreateIndex(IndexSpec{Keys: []KeySpec{intKey}, Unique: true})
		if local {
			h.SetTemporary()
			ix.SetTemporary()
		}
		x := s.Begin(ReadCommitted, nil)
		defer x.Abort()
		step := func(what string, want int64, f func()) {
			t.Helper()
			before := x.Visits
			f()
			got, other := x.Visits.Shared-before.Shared, x.Visits.Local-before.Local
			if local {
				got, other = other, got
			}
			if got != want || other != 0 {
				t.Errorf("local %v: %s: %d visits, want %d; %d of the other kind", local, what, got, want, other)
			}
		}
		var tids []TID
		step("300 rows, and two pages found full", 302, func() {
			for i := range 300 {
				tids = append(tids, mustInsert(t, h, x, ints(int64(i))))
			}
		})
		step("entries: a look and an insertion each", 600, func() {
			for i, tid := range tids {
				if other, err := ix.InsertUnique(bg, x, h, ints(int64(i)), tid); other != InvalidTID || err != nil {
					t.Fatal(other, err)
				}
			}
		})
		step("a key that is there: the index, the row", 2, func() {
			if other, err := ix.InsertUnique(bg, x, h, ints(7), MakeTID(9, 9)); other != tids[7] || err != nil {
				t.Error(other, err)
			}
		})
		x.IncrementCommand()
		sn := x.TakeSnapshot()
		scan := h.Scan(sn)
		step("a scan", 3, func() {
			for scan.Next() != nil {
			}
		})
		scan.Reset()
		step("its first row again", 1, func() { scan.Next() })
		step("300 entries: 4, 32, 256, 8", 4, func() {
			for is := ix.ScanFor(sn, Range{}, false); ; {
				if _, ok := is.Next(); !ok {
					break
				}
			}
		})
		step("rows in order", 3, func() {
			var pin Pin
			for _, tid := range tids {
				h.FetchFrom(&pin, sn, tid)
			}
		})
		step("from page to page", 4, func() {
			var pin Pin
			for _, i := range []int{0, 200, 0, 1, 200} {
				h.FetchFrom(&pin, sn, tids[i])
			}
		})
		step("the same row by readers who stand nowhere", 2, func() {
			h.Fetch(sn, tids[0])
			h.Fetch(sn, tids[0])
		})
		step("an update whose new version lies elsewhere", 2, func() { mustUpdate(t, h, x, tids[0], ints(0), false) })
		x.IncrementCommand()
		step("its version there", 2, func() { h.Fetch(x.TakeSnapshot(), tids[0]) })
		step("an update on the spot", 1, func() { mustUpdate(t, h, x, tids[299], ints(0), false) })
		step("a deletion", 1, func() { mustDelete(t, h, x, tids[1]) })
	}
}

// Blocks of 8 kB that a range of a file touches.
func TestTempBlocks(t *testing.T) {
	for _, c := range []struct {
		at   int64
		n    int
		want int64
	}{{0, 0, 0}, {8192, 0, 0}, {0, 1, 1}, {0, 8192, 1}, {0, 8193, 2}, {8191, 2, 2}, {8192, 8192, 1}, {100, 32 << 10, 5}} {
		if got := blocks(c.at, c.n); got != c.want {
			t.Errorf("%d bytes at %d: %d blocks, want %d", c.n, c.at, got, c.want)
		}
	}
}
