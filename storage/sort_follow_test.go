package storage

import (
	"fmt"
	"testing"

	"minidb/types"
)

// Rows that are only followed count as if they had been put.
func TestSortFollow(t *testing.T) {
	for _, mem := range []int64{4 << 10, 100 << 10, 4 << 20} {
		for _, n := range []int{0, 1, 500, 20_000} {
			config := SortConfig{Keys: []SortKey{{Col: 0, Kind: types.Int}, {Col: 1, Kind: types.Text}}, WorkMem: mem}
			followed, put := NewSorter(config), NewSorter(config)
			for i := range n {
				row := types.Row{types.NewInt(int64(i / 3)), types.NewText(fmt.Sprintf("row %06d", i))}
				if err := put.Put(row); err != nil {
					t.Fatal(err)
				}
				if !followed.Follow(row) {
					t.Fatalf("row %d is out of order", i)
				}
			}
			followed.Followed()
			if err := put.Sort(); err != nil {
				t.Fatal(err)
			}
			if f, p := followed.Stats(), put.Stats(); f != p {
				t.Errorf("work_mem %d, %d rows: followed %+v, put %+v", mem, n, f, p)
			}
			put.Close()
			if n > 1 && followed.Follow(types.Row{types.NewInt(0), types.NewText("row 000000")}) {
				t.Error("a row that is too small was followed")
			}
			followed.Close()
		}
	}
}
