package lmgr

// The local lock table: what one session holds, found by tag and mode. It is a
// linear-hash table like PostgreSQL's dynahash: heads of buckets in segments of
// 256, a fill factor of one, and exactly one bucket split before an insert when
// there are as many entries as buckets. It never shrinks. So a walk over it
// costs as much as the largest transaction that the session ever ran:
//
//	buckets = max(16, most entries held at a time)
//
// What to do about that is the subject of local.go.

const (
	segmentSize = 256 // bucket heads: PostgreSQL 18, dynahash.c, DEF_SEGSIZE
	minBuckets  = 16  // PostgreSQL 18, lock.c, LockManagerShmemInit's local table
)

// entry is one lock that the session holds: LOCALLOCK in PostgreSQL.
type entry struct {
	tag    Tag
	hash   uint64
	mode   Mode
	count  int32   // times taken, by all owners
	hold   *holder // in the shared table; nil by the fast path
	next   *entry  // in the bucket
	owners *claim  // who took it, and how often
	first  claim   // the first claim's place, so that it needs no allocation

	prev, succ *entry // in Locks.held, under lock_release = list
}

type table struct {
	segments  [][]*entry
	entries   int
	maxBucket uint32 // the highest bucket in use
	highMask  uint32
	lowMask   uint32
}

func newTable() table {
	seg := make([]*entry, segmentSize)
	return table{segments: [][]*entry{seg}, maxBucket: minBuckets - 1, lowMask: minBuckets - 1, highMask: 2*minBuckets - 1}
}

func (t *table) buckets() int { return int(t.maxBucket) + 1 }

// bucket returns the head of the bucket that a hash belongs to.
func (t *table) bucket(hash uint64) **entry {
	b := uint32(hash) & t.highMask
	if b > t.maxBucket {
		b &= t.lowMask
	}
	return &t.segments[b/segmentSize][b%segmentSize]
}

// find returns the entry of tag and mode, and any entry of tag in another mode,
// which shares the holder. Only the tag is hashed, so all are in one bucket.
func (t *table) find(tag *Tag, hash uint64, mode Mode) (e, sibling *entry) {
	for e := *t.bucket(hash); e != nil; e = e.next {
		if e.hash == hash && e.tag == *tag {
			if e.mode == mode {
				return e, nil
			}
			sibling = e
		}
	}
	return nil, sibling
}

// insert adds e, which must not be in the table, and reports whether a bucket
// was split for it.
func (t *table) insert(e *entry) (split bool) {
	if t.entries >= t.buckets() {
		t.split()
		split = true
	}
	b := t.bucket(e.hash)
	e.next, *b = *b, e
	t.entries++
	return split
}

// split adds one bucket and moves into it those entries of one other bucket
// whose hash, with one more bit looked at, says so.
func (t *table) split() {
	t.maxBucket++
	added := t.maxBucket
	if int(added/segmentSize) >= len(t.segments) {
		t.segments = append(t.segments, make([]*entry, segmentSize))
	}
	if added > t.highMask {
		t.lowMask, t.highMask = t.highMask, added|t.highMask
	}
	from := &t.segments[(added&t.lowMask)/segmentSize][(added&t.lowMask)%segmentSize]
	to := &t.segments[added/segmentSize][added%segmentSize]
	for p := from; *p != nil; {
		e := *p
		if uint32(e.hash)&t.highMask == added {
			*p = e.next
			e.next, *to = *to, e
		} else {
			p = &e.next
		}
	}
}

// remove takes e out of the table.
func (t *table) remove(e *entry) {
	p := t.bucket(e.hash)
	for *p != e {
		p = &(*p).next
	}
	*p, e.next = e.next, nil
	t.entries--
}

// walk calls f for every entry. f may remove the entry it is given and no
// other, and must not insert.
func (t *table) walk(f func(*entry)) (visited int64) {
	left := t.buckets()
	for _, seg := range t.segments {
		n := min(left, segmentSize)
		for _, e := range seg[:n] {
			visited++
			for e != nil {
				next := e.next
				f(e)
				e = next
			}
		}
		if left -= n; left == 0 {
			break
		}
	}
	return visited
}
