package storage

// What was done with tables and indexes, for pg_stat_all_tables and its kin: scans are
// counted by their own fields and added up when they end, rows written by the
// transaction's, when that ends. What differs from PostgreSQL's figures: each element of
// an array that is searched for is a scan of the index, and none is the planner's; all
// updates that need no index entry are n_tup_hot_upd, on another page too; index-only scans
// fetch rows; n_live_tup and n_dead_tup are the heap's and stay when counts are reset;
// blocks are not counted; nobody analyzes by himself.

import (
	"sync"
	"sync/atomic"
	"time"
)

// RelationStats are the counts of one table or index. A table keeps them when it gets
// another heap; a clone of the store begins anew.
type RelationStats struct {
	scans, returned, fetched atomic.Int64
	lastScan                 atomic.Int64 // microseconds since 1970

	mu     sync.Mutex
	writes WriteCounts
	since  sinceCounts
	upkeep [len(upkeeps)]Upkeep
}

// WriteCounts are rows written, those of transactions that rolled back too.
type WriteCounts struct {
	Inserted, Updated, Deleted int64
	HeapOnly                   int64 // updates that needed no index entries
	NewPage                    int64 // updates whose new version is on another page
}

func (w *WriteCounts) add(o WriteCounts) {
	w.Inserted += o.Inserted
	w.Updated += o.Updated
	w.Deleted += o.Deleted
	w.HeapOnly += o.HeapOnly
	w.NewPage += o.NewPage
}

func (w *WriteCounts) rows() int64 { return w.Inserted + w.Updated + w.Deleted }

// sinceCounts decide when a table is to be looked after.
type sinceCounts struct{ modifiedSinceAnalyze, insertedSinceVacuum int64 }

// UpkeepKind is VACUUM or ANALYZE, asked for or automatic.
type UpkeepKind int

// The kinds.
const (
	Vacuumed UpkeepKind = iota
	Autovacuumed
	Analyzed
)

var upkeeps = [...]string{"vacuum", "autovacuum", "analyze"}

// Upkeep counts the runs of one kind.
type Upkeep struct {
	Count int64
	Last  time.Time // zero for never
	Took  time.Duration
}

// RelationCounts are a relation's counts at one moment.
type RelationCounts struct {
	Scans, Returned, Fetched int64
	LastScan                 time.Time // zero for never
	WriteCounts
	ModifiedSinceAnalyze, InsertedSinceVacuum int64
	Upkeep                                    [len(upkeeps)]Upkeep // by UpkeepKind
}

// Counts reads the counts; those of nil are all zero.
func (r *RelationStats) Counts() (c RelationCounts) {
	if r == nil {
		return c
	}
	c.Scans, c.Returned, c.Fetched = r.scans.Load(), r.returned.Load(), r.fetched.Load()
	if at := r.lastScan.Load(); at != 0 {
		c.LastScan = time.UnixMicro(at)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	c.WriteCounts, c.Upkeep = r.writes, r.upkeep
	c.ModifiedSinceAnalyze, c.InsertedSinceVacuum = r.since.modifiedSinceAnalyze, r.since.insertedSinceVacuum
	return c
}

// Reset forgets all counts.
func (r *RelationStats) Reset() {
	if r == nil {
		return
	}
	for _, n := range []*atomic.Int64{&r.scans, &r.returned, &r.fetched, &r.lastScan} {
		n.Store(0)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.writes, r.since, r.upkeep = WriteCounts{}, sinceCounts{}, [len(upkeeps)]Upkeep{}
}

// AddScans adds scans that have ended: how many, the rows or index entries that they read,
// and the rows fetched by their places. now is when, as near as the caller knows: the clock
// is not read for each.
func (r *RelationStats) AddScans(now time.Time, scans, returned, fetched int64) {
	if r == nil || scans|returned|fetched == 0 {
		return
	}
	if scans > 0 {
		r.scans.Add(scans)
		r.lastScan.Store(now.UnixMicro())
	}
	r.returned.Add(returned)
	r.fetched.Add(fetched)
}

// AddVacuum notes a vacuum that began at a time and has ended.
func (r *RelationStats) AddVacuum(kind UpkeepKind, began time.Time) {
	r.addUpkeep(kind, began, func(s *sinceCounts) { s.insertedSinceVacuum = 0 })
}

// AddAnalyze notes an ANALYZE that began at a time and has ended; whole: of all columns.
func (r *RelationStats) AddAnalyze(began time.Time, whole bool) {
	r.addUpkeep(Analyzed, began, func(s *sinceCounts) {
		if whole {
			s.modifiedSinceAnalyze = 0
		}
	})
}

func (r *RelationStats) addUpkeep(kind UpkeepKind, began time.Time, reset func(*sinceCounts)) {
	if r == nil {
		return
	}
	now := time.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	u := &r.upkeep[kind]
	u.Count++
	u.Last, u.Took = now, u.Took+now.Sub(began)
	reset(&r.since)
}

// addWrites adds what a transaction wrote: kept is what it did not roll back.
func (r *RelationStats) addWrites(all, kept WriteCounts) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.writes.add(all)
	r.since.modifiedSinceAnalyze += kept.rows()
	r.since.insertedSinceVacuum += all.Inserted
}

// relationStats are those of a store, by the relations' OIDs.
type relationStats struct {
	mu sync.Mutex
	of map[uint32]*RelationStats
}

// RelationStats returns the counts of a relation, which are made at first.
func (s *Store) RelationStats(oid uint32) *RelationStats {
	s.stats.mu.Lock()
	defer s.stats.mu.Unlock()
	r := s.stats.of[oid]
	if r == nil {
		if s.stats.of == nil {
			s.stats.of = map[uint32]*RelationStats{}
		}
		r = &RelationStats{}
		s.stats.of[oid] = r
	}
	return r
}

// LookUpStats is RelationStats, but nil if nothing was ever counted.
func (s *Store) LookUpStats(oid uint32) *RelationStats {
	s.stats.mu.Lock()
	defer s.stats.mu.Unlock()
	return s.stats.of[oid]
}

// ForgetStats drops the counts of a relation that is gone.
func (s *Store) ForgetStats(oid uint32) {
	s.stats.mu.Lock()
	defer s.stats.mu.Unlock()
	delete(s.stats.of, oid)
}

// ResetStats sets all counts to zero.
func (s *Store) ResetStats() {
	s.stats.mu.Lock()
	defer s.stats.mu.Unlock()
	for _, r := range s.stats.of {
		r.Reset()
	}
}

// Stats are the counts of the heap's table; nil if it has none.
func (h *Heap) Stats() *RelationStats { return h.stats.Load() }

// Stats are the counts of the index; nil if it has none.
func (ix *Index) Stats() *RelationStats { return ix.stats.Load() }

// Done adds what the scan has read since it began, or since Done, to the table's counts.
func (hs *HeapScan) Done(now time.Time) {
	left := int64(hs.n - hs.pos)
	hs.heap.Stats().AddScans(now, hs.scans, hs.read-left, 0)
	hs.scans, hs.read = 0, left
}

// Done adds what the scan has read since it began, or since Done, to the index's counts,
// and the rows that were fetched from the heap.
func (is *IndexScan) Done(now time.Time, fetched int64) {
	left := int64(len(is.buf) - is.pos)
	is.ix.Stats().AddScans(now, is.scans, is.read-left, fetched)
	is.scans, is.read = 0, left
}
