package session

// The counters of the five strategies. Who does the work counts it, in plain
// integers of the session's Counters; the lock manager keeps its own, which the
// session reads at the end of each statement.

import "minidb/storage/lmgr"

// AttrMapCounters count the work of matching columns by name (S1).
type AttrMapCounters struct {
	MapsBuilt, MapsDiscarded, NameComparisons, HashOperations, DroppedSkipped int64
	SyscacheLookups, MapCacheHits, RowsConverted, ColumnsCopied               int64
	TranslationLists, TranslationComparisons                                  int64
}

// WindowStoreCounters count the work of window functions' tuplestores (S3).
// BytesPeak is the most that any one statement used at a time.
type WindowStoreCounters struct {
	WindowPartitions, StoresCreated, StoresCleared, Allocations, BytesAllocated int64
	ReadPointers, RowsSpooled, BytesPeak, Spills                                int64
}

// Add adds what o counts; BytesPeak is the higher of both.
func (c *WindowStoreCounters) Add(o *WindowStoreCounters) {
	c.WindowPartitions += o.WindowPartitions
	c.StoresCreated += o.StoresCreated
	c.StoresCleared += o.StoresCleared
	c.Allocations += o.Allocations
	c.BytesAllocated += o.BytesAllocated
	c.ReadPointers += o.ReadPointers
	c.RowsSpooled += o.RowsSpooled
	c.BytesPeak = max(c.BytesPeak, o.BytesPeak)
	c.Spills += o.Spills
}

// CatalogInsertCounters count the work of writing system catalogs (S4).
type CatalogInsertCounters struct {
	IndexOpens, IndexCloses, IndexLocks, IndexInfoBuilt, Slots, Tuples, Batches int64
	HeapRecords, IndexRecords, WALBytes                                         int64
}

// Add adds what o counts.
func (c *CatalogInsertCounters) Add(o *CatalogInsertCounters) {
	c.IndexOpens += o.IndexOpens
	c.IndexCloses += o.IndexCloses
	c.IndexLocks += o.IndexLocks
	c.IndexInfoBuilt += o.IndexInfoBuilt
	c.Slots += o.Slots
	c.Tuples += o.Tuples
	c.Batches += o.Batches
	c.HeapRecords += o.HeapRecords
	c.IndexRecords += o.IndexRecords
	c.WALBytes += o.WALBytes
}

// ModifyTableCounters count the work of changing partitioned tables (S5).
type ModifyTableCounters struct {
	SubplansPlanned, SubplansInitialized, SubplansRun      int64
	ResultRelsOpened, IndexesOpened, ProjectionsBuilt      int64
	RoutingSetups, RowsRouted, RowsMoved, BoundComparisons int64
	RoutingCacheHits, LocksByPlanCache, LocksByExecutor    int64
	CustomPlans, GenericPlans                              int64
}

// Counters are the counts of one statement, transaction or session. The zero
// Counters are ready for use.
type Counters struct {
	AttrMap       AttrMapCounters
	LockRelease   lmgr.Counters
	WindowStore   WindowStoreCounters
	CatalogInsert CatalogInsertCounters
	ModifyTable   ModifyTableCounters

	relations map[string]*Counters
}

// For returns the counters of work that belongs to one relation. They are
// listed beside the others and not added to them.
func (c *Counters) For(relation string) *Counters {
	r := c.relations[relation]
	if r == nil {
		if c.relations == nil {
			c.relations = map[string]*Counters{}
		}
		r = &Counters{}
		c.relations[relation] = r
	}
	return r
}

// Add adds the counts of other, by relation too. Of peaks the higher stays, of
// states the newer.
func (c *Counters) Add(other *Counters) {
	for i := range counterGroups {
		if g := &counterGroups[i]; !g.zero(other) {
			g.add(c, other)
		}
	}
	for name, r := range other.relations {
		c.For(name).Add(r)
	}
}

func (g *counterGroup) add(c, other *Counters) {
	for _, d := range g.counters {
		to, from := d.at(c), *d.at(other)
		switch d.kind {
		case sum:
			*to += from
		case peak:
			*to = max(*to, from)
		case state:
			*to = from
		}
	}
}
