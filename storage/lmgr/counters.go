package lmgr

// Counters count what lock_release and fast_path change. They belong to one
// session and only grow, but for EntriesPeak and Buckets.
type Counters struct {
	LocksAcquired       int64 // entries made in the local table
	LocksReleased       int64 // entries removed from it
	EntriesPeak         int64 // most entries at a time; ResetPeak starts anew
	Buckets             int64 // buckets of the local table now
	BucketsVisited      int64 // by walks over the table
	Walks               int64 // over the whole table
	Splits              int64 // buckets split, one by one, as the table grew
	Rebuilds            int64 // times the table was thrown away for a smaller one
	ListLinks           int64 // pointers written to keep lists of locks
	FastPathHits        int64 // locks that stayed out of the shared table
	FastPathOverflows   int64 // weak relation locks for which no slot was free
	OwnerCacheOverflows int64 // owners that held more locks than they remember
}

// Add adds what o, which is newer, counts: EntriesPeak is the higher, Buckets the
// newer of both.
func (c *Counters) Add(o *Counters) {
	c.LocksAcquired += o.LocksAcquired
	c.LocksReleased += o.LocksReleased
	c.EntriesPeak = max(c.EntriesPeak, o.EntriesPeak)
	c.Buckets = o.Buckets
	c.BucketsVisited += o.BucketsVisited
	c.Walks += o.Walks
	c.Splits += o.Splits
	c.Rebuilds += o.Rebuilds
	c.ListLinks += o.ListLinks
	c.FastPathHits += o.FastPathHits
	c.FastPathOverflows += o.FastPathOverflows
	c.OwnerCacheOverflows += o.OwnerCacheOverflows
}

// Since returns what was counted after before was copied from c; EntriesPeak and
// Buckets are c's.
func (c *Counters) Since(before *Counters) Counters {
	return Counters{
		LocksAcquired:       c.LocksAcquired - before.LocksAcquired,
		LocksReleased:       c.LocksReleased - before.LocksReleased,
		EntriesPeak:         c.EntriesPeak,
		Buckets:             c.Buckets,
		BucketsVisited:      c.BucketsVisited - before.BucketsVisited,
		Walks:               c.Walks - before.Walks,
		Splits:              c.Splits - before.Splits,
		Rebuilds:            c.Rebuilds - before.Rebuilds,
		ListLinks:           c.ListLinks - before.ListLinks,
		FastPathHits:        c.FastPathHits - before.FastPathHits,
		FastPathOverflows:   c.FastPathOverflows - before.FastPathOverflows,
		OwnerCacheOverflows: c.OwnerCacheOverflows - before.OwnerCacheOverflows,
	}
}

// ResetPeak makes EntriesPeak count from the entries held now.
func (l *Locks) ResetPeak() { l.N.EntriesPeak = int64(l.table.entries) }
