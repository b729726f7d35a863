package storage

// SIREAD locks say what serializable transactions have read: versions, pages of
// versions, tables; of indexes, ranges of keys with the gaps between them, or all. A
// transaction that has many fine ones gets a coarse one instead, after the limits of
// max_pred_locks_per_page and max_pred_locks_per_relation.
//
// Where PostgreSQL locks the leaf pages of an index that a scan comes to, here it is
// the range of keys that the scan has read so far. An index that would be one leaf
// there is locked as that.

// sireadKind is what a lock is on.
type sireadKind uint8

const (
	sireadTable sireadKind = iota
	sireadPage             // of a heap; of an index the only leaf, page 1
	sireadVersion
	sireadIndex // all keys
)

// sireadTag names what is locked. A table is named by its OID alone, so that the
// lock holds when its rows move to another file.
type sireadTag struct {
	kind  sireadKind
	table uint32
	file  FileID
	page  uint32
	slot  uint16
	index bool // a page of an index
}

// sireadRange is a lock on the keys from lo to hi, both included, in one of the two
// forms that keys have.
type sireadRange struct {
	owner *sxact
	word  bounds[wordEntry]
	wide  bounds[wideEntry]
}

// sireadLocks are all locks of a store. The zero value is ready.
type sireadLocks struct {
	holders map[sireadTag][]*sxact
	ranges  map[*Index][]*sireadRange
	count   int // of holders and ranges
}

// sireadHeld is what one transaction has.
type sireadHeld struct {
	tags   map[sireadTag]struct{}
	fine   map[sireadTag]int // locks on parts of a page or of a table
	ranges map[*Index]int
}

// serialLimits are how many locks on versions of one page and on parts of one table a
// transaction has before it locks the page or the table, how many there are in all
// before everybody locks tables, and how many committed transactions are kept one by
// one.
type serialLimits struct{ perPage, perTable, all, finished int }

// The limits that PostgreSQL 18 has by default, with 136 processes.
var defaultLimits = serialLimits{perPage: 2, perTable: 31, all: 64 * 136, finished: 10 * 136}

func (s *serial) limit() *serialLimits {
	if s.limits.all == 0 {
		s.limits = defaultLimits
	}
	return &s.limits
}

// SetSerialLimits sets what SIREAD locks are bounded by, after
// max_pred_locks_per_transaction, _per_relation and _per_page.
func (s *Store) SetSerialLimits(perTransaction, perRelation, perPage int64) {
	if perRelation < 0 {
		perRelation = perTransaction/-perRelation - 1
	}
	s.serial.mu.Lock()
	s.serial.limits = serialLimits{int(perPage), int(perRelation), int(perTransaction) * 136, defaultLimits.finished}
	s.serial.mu.Unlock()
}

// KeepFinished sets how many committed serializable transactions are kept one by one
// while another that ran beside them goes on; of the others a sum is kept.
func (s *Store) KeepFinished(n int) {
	s.serial.mu.Lock()
	s.serial.limit().finished = n
	s.serial.mu.Unlock()
}

func (h *sireadHeld) init() {
	if h.tags == nil {
		h.tags, h.fine = map[sireadTag]struct{}{}, map[sireadTag]int{}
	}
}

func (x *sxact) has(tag sireadTag) bool {
	_, ok := x.held.tags[tag]
	return ok
}

// lock gives x a lock, unless it has it or a coarser one.
func (s *serial) lock(x *sxact, tag sireadTag) {
	table := sireadTag{kind: sireadTable, table: tag.table}
	if x.has(table) || x.has(tag) {
		return
	}
	x.held.init()
	if tag.kind == sireadVersion {
		page := tag
		page.kind, page.slot = sireadPage, 0
		if x.has(page) {
			return
		}
		if x.held.fine[page]++; x.held.fine[page] > s.limit().perPage {
			s.coarsen(x, page, func(t sireadTag) bool {
				return t.kind == sireadVersion && t.file == page.file && t.page == page.page
			})
			tag = page
		}
	}
	if tag.kind == sireadTable || tag.kind == sireadIndex {
		s.add(x, tag)
		return
	}
	if x.held.fine[table]++; x.held.fine[table] > s.limit().perTable || s.locks.count >= s.limit().all {
		s.lockTable(x, tag.table)
		return
	}
	s.add(x, tag)
}

// lockTable locks a table as a whole, in place of its versions and pages.
func (s *serial) lockTable(x *sxact, table uint32) {
	tag := sireadTag{kind: sireadTable, table: table}
	if x.has(tag) {
		return
	}
	x.held.init()
	s.coarsen(x, tag, func(t sireadTag) bool { return t.table == table })
	for ix := range x.held.ranges {
		if ix.table.Load() == table {
			s.locks.releaseRanges(x, ix)
			delete(x.held.ranges, ix)
		}
	}
	s.add(x, tag)
}

// coarsen takes away the locks that another one is to stand for.
func (s *serial) coarsen(x *sxact, to sireadTag, covered func(sireadTag) bool) {
	table := sireadTag{kind: sireadTable, table: to.table}
	for t := range x.held.tags {
		if covered(t) {
			s.drop(x, t)
			x.held.fine[table]--
		}
	}
}

func (s *serial) add(x *sxact, tag sireadTag) {
	x.held.init()
	if s.locks.holders == nil {
		s.locks.holders = map[sireadTag][]*sxact{}
	}
	x.held.tags[tag] = struct{}{}
	s.locks.holders[tag] = append(s.locks.holders[tag], x)
	s.locks.count++
}

func (s *serial) drop(x *sxact, tag sireadTag) {
	delete(x.held.tags, tag)
	s.locks.dropHolder(x, tag)
}

func (l *sireadLocks) dropHolder(x *sxact, tag sireadTag) {
	if rest := remove(l.holders[tag], x); len(rest) > 0 {
		l.holders[tag] = rest
	} else {
		delete(l.holders, tag)
	}
	l.count--
}

// lockRange makes a range for x to read keys of ix from; nil if it needs none,
// because all keys are locked. The index's mutex is held.
func (s *serial) lockRange(x *sxact, ix *Index) *sireadRange {
	table := ix.table.Load()
	all := sireadTag{kind: sireadIndex, table: table, file: ix.id}
	leaf := ix.leafTag(table)
	if x.has(sireadTag{kind: sireadTable, table: table}) || x.has(all) || x.has(leaf) {
		return nil
	}
	switch n := ix.entries(); {
	case n == 0:
		s.add(x, all)
		return nil
	case n <= leafEntries:
		s.add(x, leaf)
		return nil
	case x.held.ranges[ix] >= s.limit().perTable || s.locks.count >= s.limit().all:
		s.add(x, all)
		s.locks.releaseRanges(x, ix)
		delete(x.held.ranges, ix)
		return nil
	}
	r := &sireadRange{owner: x}
	if s.locks.ranges == nil {
		s.locks.ranges = map[*Index][]*sireadRange{}
	}
	if x.held.ranges == nil {
		x.held.ranges = map[*Index]int{}
	}
	s.locks.ranges[ix] = append(s.locks.ranges[ix], r)
	x.held.ranges[ix]++
	s.locks.count++
	return r
}

// leafEntries is how many keys of a few bytes a leaf of PostgreSQL's has.
const leafEntries = 366

func (l *sireadLocks) releaseRanges(x *sxact, ix *Index) {
	var rest []*sireadRange
	for _, r := range l.ranges[ix] {
		if r.owner != x {
			rest = append(rest, r)
			continue
		}
		l.count--
	}
	if len(rest) > 0 {
		l.ranges[ix] = rest
	} else {
		delete(l.ranges, ix)
	}
}

func (l *sireadLocks) releaseAll(x *sxact) {
	for tag := range x.held.tags {
		l.dropHolder(x, tag)
	}
	for ix := range x.held.ranges {
		l.releaseRanges(x, ix)
	}
	x.held = sireadHeld{}
}

// SIReadLock is one row of pg_locks. File is the index's if the lock is on an index,
// else 0. Page and Slot, which counts from 1, are 0 where they do not apply; of a
// range of an index's keys both are 0.
type SIReadLock struct {
	Table      uint32
	Index      FileID
	Page       uint32
	Slot       uint32
	Kind       string // relation, page or tuple
	PID        int32
	Summarized bool
}

// SIReadLocks lists what serializable transactions have read, also those that have
// ended but still matter.
func (s *Store) SIReadLocks() []SIReadLock {
	sr := &s.serial
	sr.mu.Lock()
	defer sr.mu.Unlock()
	var out []SIReadLock
	for tag, xs := range sr.locks.holders {
		for _, x := range xs {
			l := tag.info()
			l.PID = x.pid
			out = append(out, l)
		}
	}
	for ix, rs := range sr.locks.ranges {
		for _, r := range rs {
			out = append(out, SIReadLock{Table: ix.table.Load(), Index: ix.id, Kind: "page", PID: r.owner.pid})
		}
	}
	for tag := range sr.old.tags {
		l := tag.info()
		l.Summarized = true
		out = append(out, l)
	}
	return out
}

func (t sireadTag) info() SIReadLock {
	l := SIReadLock{Table: t.table, Kind: "relation"}
	switch t.kind {
	case sireadIndex:
		l.Index = t.file
	case sireadPage:
		l.Kind, l.Page = "page", t.page
		if t.index {
			l.Index = t.file
		}
	case sireadVersion:
		l.Kind, l.Page, l.Slot = "tuple", t.page, uint32(t.slot)+1
	}
	return l
}
