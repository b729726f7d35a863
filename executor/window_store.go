package executor

// Strategy S3. A WindowAgg spools each window partition into a tuplestore. Before
// PostgreSQL 18 it made one for every partition and destroyed it behind:
//
//	                    recreate                          reuse (PostgreSQL 18)
//	first partition     make a store, k read pointers     the same
//	each further one    4 allocations of 24.5 kB, k-1     clear: k pointers and a few
//	                    for pointers, and 4 frees         numbers are set back
//	empty input         nothing                           nothing
//
// k depends on functions and frame (pointers below). How the memory is allocated is
// minidb.window_store_alloc's affair: see storage/memheap.go.

import (
	"minidb/parser/tree"
	"minidb/planner"
	"minidb/session"
	"minidb/settings"
	"minidb/storage"
	"minidb/types"
)

// windowStore is how a WindowAgg comes to the store of a partition.
type windowStore interface {
	// begin returns an empty store with its read pointers allocated.
	begin() *storage.Tuplestore
	// end says that the partition's rows are done with.
	end()
	// close gives everything back.
	close()
}

// newWindowStore chooses the strategy.
func newWindowStore(m *storeMaker) windowStore {
	m.alloc = storage.NewStoreAlloc(m.c.Sess.Set.Str(settings.WindowStoreAlloc) == "heap")
	if m.c.Sess.Set.Str(settings.WindowStore) == "recreate" {
		return &recreatedStore{storeMaker: m}
	}
	return &reusedStore{storeMaker: m}
}

// storeMaker makes stores and counts. prepare allocates a new store's read pointers.
type storeMaker struct {
	c       *Ctx
	in      *planner.Instrument // of the node; nil without EXPLAIN ANALYZE
	types   []types.OID
	mem     *account
	prepare func(*storage.Tuplestore)

	alloc      *storage.StoreAlloc
	config     storage.StoreConfig // of all stores; set for the first
	count      storage.StoreCounters
	partitions int64
	evaluated  int64 // rows
	total      session.WindowStoreCounters
	max        int64 // the most space that a store took
	disk       bool
}

func (m *storeMaker) make() *storage.Tuplestore {
	if m.config.WorkMem == 0 {
		m.config = storage.StoreConfig{WorkMem: workMem(m.c), Layout: types.NewRowLayout(m.types), Interrupted: m.c.Sess.Interrupted, Files: &m.c.Sess.TempFiles,
			Charge: m.mem.add, Alloc: m.alloc, Counters: &m.count}
	}
	s := m.config.New()
	m.prepare(s)
	return s
}

// note keeps the most space over all stores: EXPLAIN's Maximum Storage.
func (m *storeMaker) note(s *storage.Tuplestore) {
	if bytes, disk := s.Stats(); bytes > m.max {
		m.max, m.disk = bytes, disk
	}
}

// flush adds what was counted to the session's counters and, under EXPLAIN ANALYZE, to
// the node's.
func (m *storeMaker) flush() {
	n := &m.count
	add := session.WindowStoreCounters{
		WindowPartitions: m.partitions, RowsEvaluated: m.evaluated, StoresCreated: n.Created, StoresCleared: n.Cleared,
		Allocations: m.alloc.Allocations, BytesAllocated: m.alloc.Bytes, ReadPointers: n.ReadPointers,
		RowsSpooled: n.Rows, BytesPeak: n.BytesPeak, Spills: n.Spills,
	}
	m.total.Add(&add)
	m.c.Sess.Counters.WindowStore.Add(&add)
	*n, m.partitions, m.evaluated, m.alloc.Allocations, m.alloc.Bytes = storage.StoreCounters{}, 0, 0, 0, 0
	if in := m.in; in != nil {
		in.StorageKB, in.StorageDisk = (m.max+1023)/1024, m.disk
		t := &m.total
		in.Counters = []planner.Counter{
			{Name: "Window Partitions", Value: t.WindowPartitions}, {Name: "Rows Evaluated", Value: t.RowsEvaluated},
			{Name: "Stores Created", Value: t.StoresCreated}, {Name: "Stores Cleared", Value: t.StoresCleared}, {Name: "Allocations", Value: t.Allocations},
			{Name: "Bytes Allocated", Value: t.BytesAllocated}, {Name: "Read Pointers", Value: t.ReadPointers},
			{Name: "Rows Spooled", Value: t.RowsSpooled}, {Name: "Bytes Peak", Value: t.BytesPeak}, {Name: "Spills", Value: t.Spills},
		}
	}
}

// recreatedStore makes a store for each partition and destroys it.
type recreatedStore struct {
	*storeMaker
	store *storage.Tuplestore
}

func (r *recreatedStore) begin() *storage.Tuplestore {
	r.store = r.make()
	return r.store
}

func (r *recreatedStore) end() {
	if r.store == nil {
		return
	}
	r.note(r.store)
	r.store.End()
	r.store = nil
}

func (r *recreatedStore) close() {
	r.end()
	r.flush()
}

// reusedStore makes one store and clears it.
type reusedStore struct {
	*storeMaker
	store *storage.Tuplestore
}

func (r *reusedStore) begin() *storage.Tuplestore {
	if r.store == nil {
		r.store = r.make()
	}
	return r.store
}

func (r *reusedStore) end() {
	if r.store != nil {
		r.store.Clear()
	}
}

func (r *reusedStore) close() {
	if r.store != nil {
		r.note(r.store)
		r.store.End()
		r.store = nil
	}
	r.flush()
}

// preparePointers allocates the read pointers that the functions and the frame need.
// Pointer 0 is that of the current row.
func (w *windowAgg) preparePointers(s *storage.Tuplestore) {
	f := w.plan.Window.Frame
	s.SetCapabilities(0, 0)
	w.agg.mark, w.agg.read = -1, -1
	if len(w.aggs) > 0 {
		var caps storage.Capability
		if f.Start != tree.UnboundedPreceding || f.Exclude != tree.ExcludeNoOthers {
			w.agg.mark = s.AllocReadPointer(0)
			caps = storage.ReadBackward
		}
		w.agg.read = s.AllocReadPointer(caps)
	}
	for _, fn := range w.funcs {
		fn.mark = s.AllocReadPointer(0)
		fn.read = s.AllocReadPointer(storage.ReadBackward)
	}
	w.head.ptr, w.tail.ptr, w.groupTail.ptr = -1, -1, -1
	ordered := len(w.plan.OrderCols) > 0
	if f.Mode != tree.FrameRows {
		if f.StartOffset() || f.Start == tree.CurrentRow && ordered {
			w.head.ptr = s.AllocReadPointer(0)
		}
		if f.EndOffset() || f.End == tree.CurrentRow && ordered {
			w.tail.ptr = s.AllocReadPointer(0)
		}
	}
	if ordered && (f.Exclude == tree.ExcludeGroup || f.Exclude == tree.ExcludeTies) {
		w.groupTail.ptr = s.AllocReadPointer(0)
	}
}
