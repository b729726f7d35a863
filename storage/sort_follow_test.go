package storage

import (
	"fmt"
	"testing"

	"minidb/types"
)

// Rows that come in order are kept as long as they fit; then they are followed until one
// is out of order.
func TestSortFollow(t *testing.T) {
	row := func(i int) types.Row {
		return types.Row{types.NewInt(int64(i / 3)), types.NewText(fmt.Sprintf("row %06d", i))}
	}
	for _, mem := range []int64{64 << 10, 4 << 20} {
		for _, n := range []int{1, 500, 20_000} {
			config := SortConfig{Keys: []SortKey{{Col: 0, Kind: types.Int}, {Col: 1, Kind: types.Text}}, WorkMem: mem}
			put := NewSorter(config)
			config.Again = true
			s := NewSorter(config)
			for i := range n {
				if err := put.Put(row(i)); err != nil {
					t.Fatal(err)
				}
				if s.Following() {
					if !s.Follow(row(i)) {
						t.Fatalf("row %d is out of order", i)
					}
				} else if err := s.Put(row(i)); err != nil {
					t.Fatal(err)
				}
			}
			if err := put.Sort(); err != nil {
				t.Fatal(err)
			}
			if s.Following() != put.Stats().Disk {
				t.Errorf("work_mem %d, %d rows: following %v, %+v", mem, n, s.Following(), put.Stats())
			}
			if s.Following() {
				if st := s.Stats(); st.Disk || st.SpaceKB*1024 < mem || st.SpaceKB*1024 > mem+mem/8 || s.Used() != 0 {
					t.Errorf("work_mem %d, %d rows: %+v, %d bytes", mem, n, st, s.Used())
				}
				if s.Follow(row(0)) || s.Following() {
					t.Error("a row that is too small was followed")
				}
				for i := range n { // once more, now in a file
					if err := s.Put(row(n - i)); err != nil {
						t.Fatal(err)
					}
				}
			}
			if err := s.Sort(); err != nil {
				t.Fatal(err)
			}
			if st := s.Stats(); st != put.Stats() {
				t.Errorf("work_mem %d, %d rows: %+v, put %+v", mem, n, st, put.Stats())
			}
			put.Close()
			s.Close()
		}
	}
}
