package executor

// Strategy S5, minidb.routing_cache: rows often come in the order of their
// partitions, so that the bound found last is tried first.
//
//	routing_cache   comparisons with bounds for a row, B bounds
//	off             log2 B
//	on              1 (list), 1 or 2 (range) once the same bound was found 16 times
//
// Not for hash, NULL and default partitions. Source: PostgreSQL 16, 3592e0ff98
// (David Rowley), get_partition_for_tuple; what was found is kept with the
// session, for later statements too.

import (
	"slices"

	"minidb/catalog"
	"minidb/settings"
	"minidb/types"
)

// finder returns the index in d.desc.Members of the partition for d.key, -1 for
// none, and counts comparisons and hits.
type finder func(d *dispatch, comparisons, hits *int64) int

func newFinder(set *settings.Values) finder {
	if set.Enum(settings.RoutingCache) == "off" {
		return func(d *dispatch, comparisons, _ *int64) int { return d.desc.Find(d.key, comparisons) }
	}
	return findCached
}

// cacheAfter is how many times in a row a bound is found before it is tried first
// (PARTITION_CACHED_FIND_THRESHOLD).
const cacheAfter = 16

func findCached(d *dispatch, comparisons, hits *int64) int {
	desc := d.desc
	if desc.Key.Strategy == catalog.HashPartitions || slices.ContainsFunc(d.key, types.Datum.IsNull) {
		return desc.Find(d.key, comparisons)
	}
	if d.cache.Found >= cacheAfter && cachedFits(d, comparisons) {
		*hits++
		return d.cache.Part
	}
	bound, equal := desc.Locate(d.key, comparisons)
	part := -1
	switch {
	case desc.Key.Strategy == catalog.RangePartitions:
		part = desc.PartAt(bound + 1)
	case equal:
		part = desc.Parts[bound]
	}
	if part < 0 {
		return desc.Default
	}
	if d.cache.Bound == bound && d.cache.Found > 0 {
		d.cache.Found++
	} else {
		*d.cache = catalog.RoutingCache{Bound: bound, Part: part, Found: 1}
	}
	return part
}

// cachedFits tells whether the bound found last is the key's.
func cachedFits(d *dispatch, comparisons *int64) bool {
	*comparisons++
	c := d.desc.Compare(d.cache.Bound, d.key)
	if d.desc.Key.Strategy == catalog.ListPartitions || c >= 0 {
		return c == 0
	}
	if d.cache.Bound+1 == len(d.desc.Bounds) {
		return true
	}
	*comparisons++
	return d.desc.Compare(d.cache.Bound+1, d.key) > 0
}
