package planner

import (
	"time"

	"minidb/session"
)

// Instrument is what EXPLAIN ANALYZE knows of one plan node after the run:
// PostgreSQL's Instrumentation, filled by the executor. Sums are over all loops.
type Instrument struct {
	Startup, Total      time.Duration // until the first row, and until the last
	Rows                float64
	Loops               int64
	RemovedByFilter     int64
	RemovedByJoinFilter int64
	IndexSearches       int64
	HeapFetches         int64
	HeapBlocks          int64  // pages that a bitmap heap scan read
	SortMethod          string // "quicksort", "top-N heapsort", "external merge"; empty if nothing was sorted
	SortKB              int64
	SortDisk            bool
	SortGroups          *[2]SortGroups // of an incremental sort: full sorts, and those of a prefix's other columns
	HashBuckets         int64
	HashBatches         int64
	MemoryKB            int64 // of a hash table
	StorageKB           int64 // of a tuplestore
	StorageDisk         bool
	CacheHits           int64 // of Memoize
	CacheMisses         int64
	CacheEvictions      int64               // entries that made room
	CacheOverflows      int64               // scans whose rows did not fit
	Buffers             session.BufferUsage // of the node and what is below it
	WALRecords          int64               // written by these
	WALBytes            int64
	TuplesInserted      int64 // INSERT ... ON CONFLICT
	ConflictTuples      int64
	Counters            []Counter // what strategies report of the node
}

// Counter is one line of EXPLAIN (COUNTERS).
type Counter struct {
	Name  string
	Value int64
}
