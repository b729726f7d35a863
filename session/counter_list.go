package session

// The list of all counters: what minidb_stat_last_statement and its kin show,
// in this order. A group that no code counts yet is not shown: its zeros would
// look like counts.

import "slices"

// kind says how two counts become one.
type kind uint8

const (
	sum   kind = iota
	peak       // the higher
	state      // the newer
)

type counter struct {
	name, unit string
	kind       kind
	at         func(*Counters) *int64
}

type counterGroup struct {
	strategy string
	counted  bool // there is code that counts
	counters []counter
}

// Stat is one row of the statistics views. Relation is empty for what belongs
// to no single relation.
type Stat struct {
	Strategy, Relation, Counter, Unit string
	Value                             int64
}

// Stats lists all counters that are counted, zeros too, then those of each relation that are
// not zero, by name of the relation.
func (c *Counters) Stats() []Stat {
	all := c.appendStats(nil, "", true)
	names := make([]string, 0, len(c.relations))
	for n := range c.relations {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		all = c.relations[n].appendStats(all, n, false)
	}
	return all
}

// Since lists the counters of partitioned tables (attr_map and modify_table) that have
// grown since before was copied, and by how much.
func (c *Counters) Since(before *Counters) []Stat {
	var all []Stat
	for _, g := range counterGroups {
		if g.strategy != "attr_map" && g.strategy != "modify_table" {
			continue
		}
		for _, d := range g.counters {
			if n := *d.at(c) - *d.at(before); n != 0 && d.kind == sum {
				all = append(all, Stat{g.strategy, "", d.name, d.unit, n})
			}
		}
	}
	return all
}

func (c *Counters) appendStats(all []Stat, relation string, zeros bool) []Stat {
	for _, g := range counterGroups {
		if !g.counted {
			continue
		}
		for _, d := range g.counters {
			if n := *d.at(c); zeros || n != 0 {
				all = append(all, Stat{g.strategy, relation, d.name, d.unit, n})
			}
		}
	}
	return all
}

var counterGroups = []counterGroup{
	{"attr_map", true, []counter{
		{"maps_built", "maps", sum, func(c *Counters) *int64 { return &c.AttrMap.MapsBuilt }},
		{"maps_discarded", "maps", sum, func(c *Counters) *int64 { return &c.AttrMap.MapsDiscarded }},
		{"name_comparisons", "comparisons", sum, func(c *Counters) *int64 { return &c.AttrMap.NameComparisons }},
		{"hash_operations", "operations", sum, func(c *Counters) *int64 { return &c.AttrMap.HashOperations }},
		{"dropped_skipped", "columns", sum, func(c *Counters) *int64 { return &c.AttrMap.DroppedSkipped }},
		{"map_cache_hits", "maps", sum, func(c *Counters) *int64 { return &c.AttrMap.MapCacheHits }},
		{"rows_converted", "rows", sum, func(c *Counters) *int64 { return &c.AttrMap.RowsConverted }},
		{"columns_copied", "columns", sum, func(c *Counters) *int64 { return &c.AttrMap.ColumnsCopied }},
		{"syscache_lookups", "lookups", sum, func(c *Counters) *int64 { return &c.AttrMap.SyscacheLookups }},
		{"translation_lists", "lists", sum, func(c *Counters) *int64 { return &c.AttrMap.TranslationLists }},
		{"translation_comparisons", "comparisons", sum, func(c *Counters) *int64 { return &c.AttrMap.TranslationComparisons }},
	}},
	{"lock_release", true, []counter{
		{"locks_acquired", "locks", sum, func(c *Counters) *int64 { return &c.LockRelease.LocksAcquired }},
		{"locks_released", "locks", sum, func(c *Counters) *int64 { return &c.LockRelease.LocksReleased }},
		{"entries_peak", "entries", peak, func(c *Counters) *int64 { return &c.LockRelease.EntriesPeak }},
		{"buckets", "buckets", state, func(c *Counters) *int64 { return &c.LockRelease.Buckets }},
		{"buckets_visited", "buckets", sum, func(c *Counters) *int64 { return &c.LockRelease.BucketsVisited }},
		{"walks", "walks", sum, func(c *Counters) *int64 { return &c.LockRelease.Walks }},
		{"splits", "splits", sum, func(c *Counters) *int64 { return &c.LockRelease.Splits }},
		{"rebuilds", "rebuilds", sum, func(c *Counters) *int64 { return &c.LockRelease.Rebuilds }},
		{"list_links", "links", sum, func(c *Counters) *int64 { return &c.LockRelease.ListLinks }},
		{"fast_path_hits", "locks", sum, func(c *Counters) *int64 { return &c.LockRelease.FastPathHits }},
		{"fast_path_overflows", "locks", sum, func(c *Counters) *int64 { return &c.LockRelease.FastPathOverflows }},
		{"owner_cache_overflows", "owners", sum, func(c *Counters) *int64 { return &c.LockRelease.OwnerCacheOverflows }},
	}},
	{"window_store", true, []counter{
		{"window_partitions", "partitions", sum, func(c *Counters) *int64 { return &c.WindowStore.WindowPartitions }},
		{"rows_evaluated", "rows", sum, func(c *Counters) *int64 { return &c.WindowStore.RowsEvaluated }},
		{"stores_created", "stores", sum, func(c *Counters) *int64 { return &c.WindowStore.StoresCreated }},
		{"stores_cleared", "stores", sum, func(c *Counters) *int64 { return &c.WindowStore.StoresCleared }},
		{"allocations", "allocations", sum, func(c *Counters) *int64 { return &c.WindowStore.Allocations }},
		{"bytes_allocated", "bytes", sum, func(c *Counters) *int64 { return &c.WindowStore.BytesAllocated }},
		{"read_pointers", "pointers", sum, func(c *Counters) *int64 { return &c.WindowStore.ReadPointers }},
		{"rows_spooled", "rows", sum, func(c *Counters) *int64 { return &c.WindowStore.RowsSpooled }},
		{"bytes_peak", "bytes", peak, func(c *Counters) *int64 { return &c.WindowStore.BytesPeak }},
		{"spills", "spills", sum, func(c *Counters) *int64 { return &c.WindowStore.Spills }},
	}},
	{"catalog_insert", true, []counter{
		{"index_opens", "indexes", sum, func(c *Counters) *int64 { return &c.CatalogInsert.IndexOpens }},
		{"index_closes", "indexes", sum, func(c *Counters) *int64 { return &c.CatalogInsert.IndexCloses }},
		{"index_locks", "locks", sum, func(c *Counters) *int64 { return &c.CatalogInsert.IndexLocks }},
		{"index_info_built", "infos", sum, func(c *Counters) *int64 { return &c.CatalogInsert.IndexInfoBuilt }},
		{"slots", "slots", sum, func(c *Counters) *int64 { return &c.CatalogInsert.Slots }},
		{"tuples", "tuples", sum, func(c *Counters) *int64 { return &c.CatalogInsert.Tuples }},
		{"batches", "batches", sum, func(c *Counters) *int64 { return &c.CatalogInsert.Batches }},
		{"heap_records", "records", sum, func(c *Counters) *int64 { return &c.CatalogInsert.HeapRecords }},
		{"index_records", "records", sum, func(c *Counters) *int64 { return &c.CatalogInsert.IndexRecords }},
		{"wal_bytes", "bytes", sum, func(c *Counters) *int64 { return &c.CatalogInsert.WALBytes }},
	}},
	{"modify_table", true, []counter{
		{"subplans_planned", "plans", sum, func(c *Counters) *int64 { return &c.ModifyTable.SubplansPlanned }},
		{"subplans_initialized", "plans", sum, func(c *Counters) *int64 { return &c.ModifyTable.SubplansInitialized }},
		{"subplans_run", "plans", sum, func(c *Counters) *int64 { return &c.ModifyTable.SubplansRun }},
		{"result_rels_opened", "relations", sum, func(c *Counters) *int64 { return &c.ModifyTable.ResultRelsOpened }},
		{"indexes_opened", "indexes", sum, func(c *Counters) *int64 { return &c.ModifyTable.IndexesOpened }},
		{"projections_built", "projections", sum, func(c *Counters) *int64 { return &c.ModifyTable.ProjectionsBuilt }},
		{"routing_setups", "setups", sum, func(c *Counters) *int64 { return &c.ModifyTable.RoutingSetups }},
		{"rows_routed", "rows", sum, func(c *Counters) *int64 { return &c.ModifyTable.RowsRouted }},
		{"rows_moved", "rows", sum, func(c *Counters) *int64 { return &c.ModifyTable.RowsMoved }},
		{"bound_comparisons", "comparisons", sum, func(c *Counters) *int64 { return &c.ModifyTable.BoundComparisons }},
		{"routing_cache_hits", "rows", sum, func(c *Counters) *int64 { return &c.ModifyTable.RoutingCacheHits }},
		{"locks_by_plan_cache", "locks", sum, func(c *Counters) *int64 { return &c.ModifyTable.LocksByPlanCache }},
		{"locks_by_executor", "locks", sum, func(c *Counters) *int64 { return &c.ModifyTable.LocksByExecutor }},
		{"custom_plans", "plans", sum, func(c *Counters) *int64 { return &c.ModifyTable.CustomPlans }},
		{"generic_plans", "plans", sum, func(c *Counters) *int64 { return &c.ModifyTable.GenericPlans }},
	}},
}
