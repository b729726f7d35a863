package storage

// What EXPLAIN (BUFFERS) counts. Pages lie in memory, so each visit is a hit: nothing is
// read, and nothing is written back. A visit to a heap is the move to one of its pages, of
// up to 128 rows; a scan stays on a page as PostgreSQL keeps its pin. The trees of indexes
// do not tell their nodes: there, a visit is a way down from the root, for one entry or for
// a batch of up to 256.
//
// Each visit is one increment of the transaction's own integers, where the work is done.

// PageVisits are a transaction's visits to pages: of tables and indexes that all sessions
// share, and of temporary ones. The difference of two readings is what was done between
// them.
type PageVisits struct{ Shared, Local int64 }

// visit counts one visit to a page of a heap or an index.
func (t *Txn) visit(local bool) {
	if local {
		t.Visits.Local++
		return
	}
	t.Visits.Shared++
}

// Pin is where a reader stands in a heap: at most on one page. The zero value is nowhere.
type Pin struct{ page uint32 } // plus 1

// Drop leaves the page.
func (p *Pin) Drop() { p.page = 0 }

// move goes to the page of tid.
func (p *Pin) move(t *Txn, h *Heap, tid TID) {
	if no := tid.Page() + 1; p.page != no {
		p.page = no
		t.visit(h.local)
	}
}
