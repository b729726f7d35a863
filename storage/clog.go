package storage

// The commit log says of each transaction id how it ended: two bits an id, in
// pages that come into being when their first id is assigned. Bits are read
// without a lock by every visibility check; they are written under the store's
// mutex.

import "sync/atomic"

// xidState is how a transaction stands. A subtransaction that was released
// stays in progress until its top level ends: only then is its fate known.
type xidState uint32

const (
	xidInProgress xidState = iota
	xidCommitted
	xidAborted
)

const (
	clogPerWord  = 16  // ids in a word, two bits each
	clogPageSize = 256 // words in a page: 4096 ids, 1 kB
	clogPerPage  = clogPerWord * clogPageSize
)

type clogPage [clogPageSize]atomic.Uint32

type clog struct {
	pages atomic.Pointer[[]*clogPage]
}

// extend makes room for xid; the caller holds the store's mutex.
func (c *clog) extend(xid XID) {
	need := int(xid/clogPerPage) + 1
	var old []*clogPage
	if p := c.pages.Load(); p != nil {
		old = *p
	}
	if len(old) >= need {
		return
	}
	pages := append(make([]*clogPage, 0, need+need/8), old...)
	for len(pages) < need {
		pages = append(pages, new(clogPage))
	}
	c.pages.Store(&pages)
}

// state returns how xid ended. Ids below FirstNormalXID are committed; ids
// that were never assigned count as aborted, as after a crash.
func (c *clog) state(xid XID) xidState {
	if xid < FirstNormalXID {
		if xid == InvalidXID {
			return xidAborted
		}
		return xidCommitted
	}
	p := c.pages.Load()
	if p == nil || int(xid/clogPerPage) >= len(*p) {
		return xidAborted
	}
	w := (*p)[xid/clogPerPage][xid/clogPerWord%clogPageSize].Load()
	return xidState(w >> (xid % clogPerWord * 2) & 3)
}

// set records the end of xid. A state is set once and never changes after.
func (c *clog) set(xid XID, st xidState) {
	p := c.pages.Load()
	(*p)[xid/clogPerPage][xid/clogPerWord%clogPageSize].Or(uint32(st) << (xid % clogPerWord * 2))
}

// clone copies the log; the caller holds the store's mutex, so that no state
// changes meanwhile.
func (c *clog) clone(into *clog) {
	p := c.pages.Load()
	if p == nil {
		return
	}
	pages := make([]*clogPage, len(*p))
	for i, old := range *p {
		pages[i] = new(clogPage)
		for w := range old {
			pages[i][w].Store(old[w].Load())
		}
	}
	into.pages.Store(&pages)
}

// XIDStatus says how a transaction stands that was assigned: "in progress", "committed" or
// "aborted", as txid_status does.
func (s *Store) XIDStatus(xid XID) string {
	switch s.log.state(xid) {
	case xidInProgress:
		return "in progress"
	case xidCommitted:
		return "committed"
	}
	return "aborted"
}
