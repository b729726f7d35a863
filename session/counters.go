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

// Add adds what o counts.
func (c *AttrMapCounters) Add(o *AttrMapCounters) {
	c.MapsBuilt += o.MapsBuilt
	c.MapsDiscarded += o.MapsDiscarded
	c.NameComparisons += o.NameComparisons
	c.HashOperations += o.HashOperations
	c.DroppedSkipped += o.DroppedSkipped
	c.SyscacheLookups += o.SyscacheLookups
	c.MapCacheHits += o.MapCacheHits
	c.RowsConverted += o.RowsConverted
	c.ColumnsCopied += o.ColumnsCopied
	c.TranslationLists += o.TranslationLists
	c.TranslationComparisons += o.TranslationComparisons
}

// WindowStoreCounters count the work of window functions and their tuplestores (S3).
// RowsEvaluated are those for which functions were computed, with a store or without;
// BytesPeak is the most that any one statement used at a time.
type WindowStoreCounters struct {
	WindowPartitions, RowsEvaluated, StoresCreated, StoresCleared     int64
	Allocations, BytesAllocated, ReadPointers, RowsSpooled, BytesPeak int64
	Spills                                                            int64
}

// Add adds what o counts; BytesPeak is the higher of both.
func (c *WindowStoreCounters) Add(o *WindowStoreCounters) {
	c.WindowPartitions += o.WindowPartitions
	c.RowsEvaluated += o.RowsEvaluated
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

// Add adds what o counts.
func (c *ModifyTableCounters) Add(o *ModifyTableCounters) {
	c.SubplansPlanned += o.SubplansPlanned
	c.SubplansInitialized += o.SubplansInitialized
	c.SubplansRun += o.SubplansRun
	c.ResultRelsOpened += o.ResultRelsOpened
	c.IndexesOpened += o.IndexesOpened
	c.ProjectionsBuilt += o.ProjectionsBuilt
	c.RoutingSetups += o.RoutingSetups
	c.RowsRouted += o.RowsRouted
	c.RowsMoved += o.RowsMoved
	c.BoundComparisons += o.BoundComparisons
	c.RoutingCacheHits += o.RoutingCacheHits
	c.LocksByPlanCache += o.LocksByPlanCache
	c.LocksByExecutor += o.LocksByExecutor
	c.CustomPlans += o.CustomPlans
	c.GenericPlans += o.GenericPlans
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
	c.LockRelease.Add(&other.LockRelease)
	c.AttrMap.Add(&other.AttrMap)
	c.WindowStore.Add(&other.WindowStore)
	c.CatalogInsert.Add(&other.CatalogInsert)
	c.ModifyTable.Add(&other.ModifyTable)
	if other.relations == nil {
		return
	}
	for name, r := range other.relations {
		c.For(name).Add(r)
	}
}
