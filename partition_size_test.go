package minidb_test

// Partitioned tables with many partitions: what each costs to make and to keep.

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"minidb"
)

// TestManyPartitions makes partitions in a transaction each.
func TestManyPartitions(t *testing.T) {
	const n = 10_000
	db, err := minidb.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ctx := context.Background()
	s := db.Session()
	defer s.Close()
	exec := func(sql string) {
		if _, err := s.Exec(ctx, sql); err != nil {
			t.Fatal(sql, err)
		}
	}
	exec("CREATE TABLE p (a int, b text) PARTITION BY RANGE (a)")
	before, start := heapBytes(), time.Now()
	for i := range n {
		exec(fmt.Sprintf("CREATE TABLE p%d PARTITION OF p FOR VALUES FROM (%d) TO (%d)", i, i, i+1))
	}
	spent, each := time.Since(start), (heapBytes()-before)/n
	t.Logf("%d partitions in %v, %d bytes each", n, spent, each)
	if each > 20<<10 {
		t.Errorf("an empty partition takes %d bytes", each)
	}
}

func heapBytes() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
