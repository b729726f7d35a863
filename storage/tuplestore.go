package storage

// Tuplestore keeps rows in the order they came and is read at several places at once:
// PostgreSQL's tuplestore.c. Up to work_mem the rows are in memory, then all of them
// are in a temporary file (tuplestore_file.go), until Clear.
//
//	s := NewTuplestore(StoreConfig{Layout: types.NewRowLayout(ts), WorkMem: ...})
//	s.SetCapabilities(0, ReadRewind)            // read pointer 0 is there from the start
//	p := s.AllocReadPointer(ReadBackward)       // more of them, before the first row
//	err = s.Put(row)                            // copies row, not what datums refer to
//	row, err := s.Next(p)                       // the row after; nil: no more (yet)
//	row, err = s.Prev(p)                        // the row before; needs ReadBackward
//	row, err = s.Seek(p, n)                     // row n, from 1
//	ok := s.Skip(p, n)                          // n rows on, or back if negative; unread
//	s.CopyReadPointer(from, to)                 // a mark is a pointer that others are copied to
//	s.Trim()                                    // forget what no pointer can come to any more
//	s.Clear()                                   // no rows, all pointers at the start, memory kept
//	s.End()                                     // give all back, after errors as well; s may be nil
//
// A read pointer stands on the row that it last returned, at first before row 1. Next
// at the last row returns nil and stays: the pointer is then past the end (AtEOF), Prev
// gives the last row, and if more rows are put, Next goes on with them. Prev at row 1
// returns nil and stands before it.
//
// A row returned is valid while the pointer stands on it, until Clear or End. Errors are those of files (53100), of the limit that Charge keeps
// (53200) and of a cancel; after one, only End and Clear are of use. After End, s must
// not be touched: its memory may be another store's.
//
// Sizes are counted twice. work_mem is compared with what PostgreSQL would need for
// the same rows, which is also what EXPLAIN ANALYZE shows (Stats), so that a store
// spills where PostgreSQL's does. Bytes that are taken here go to Charge and Bytes.

import (
	"unsafe"

	"minidb/pgerr"
	"minidb/types"
)

// Capability is what a read pointer may do beyond going forward.
type Capability uint8

// What a pointer can. As long as a pointer has ReadRewind, nothing is trimmed. A
// pointer with ReadBackward keeps no rows either: a second pointer, copied from it or
// behind it, marks how far it goes back.
const (
	ReadRewind   Capability = 1 << iota // Rewind
	ReadBackward                        // Prev, Skip back
)

// StoreConfig is what a tuplestore is made with; only WorkMem is needed.
type StoreConfig struct {
	WorkMem int64            // bytes
	Layout  *types.RowLayout // of the rows; nil: by the kinds of the values
	// Interrupted tells why the statement must end; it is asked when files are written
	// and read. Nil: it never must.
	Interrupted func() error
	Files       *TempFiles // among which the store's is; nil: none
	// Charge takes bytes for the store, or gives them back if negative; nil: none is told.
	Charge func(bytes int64) error
	// Alloc is where memory comes from. Nil: the collector, from little on; not what
	// is to be compared with anything.
	Alloc    *StoreAlloc
	Counters *StoreCounters

	little bool // there was no Alloc
}

// StoreCounters count the work of tuplestores: see session.WindowStoreCounters.
type StoreCounters struct {
	Created, Cleared, ReadPointers, Rows, BytesPeak, Spills int64
}

const (
	startTuples    = 2048 // the array's first length
	startPointers  = 8
	fewTuples      = 64        // the array's length without an Alloc
	startBlock     = 8 << 10   // bytes of the first block, which Clear keeps
	maxBlock       = 256 << 10 // bytes; each block is twice as large as the one before
	datumSize      = int(unsafe.Sizeof(types.Datum{}))
	pointerSize    = 8
	chargeLump     = 64 << 10
	trimmedToShift = 8 // of so many rows one must have been trimmed before the array is shifted
)

// tupleRef is where a row is: in which block, from which datum on.
type tupleRef struct{ block, off uint32 }

// readPointer stands on row at, counted from 1, or past the end.
type readPointer struct {
	at   int64
	eof  bool
	caps Capability
}

// block is a piece of memory for rows.
type block struct {
	chunk[types.Datum]
	used int   // datums
	last int64 // number of the last row in it
}

// Tuplestore is used by one goroutine. Make it with NewTuplestore.
type Tuplestore struct {
	cfg   *StoreConfig
	own   chunk[Tuplestore]
	ptrs  chunk[readPointer]
	nptrs int

	rows    int64 // put since Clear, trimmed ones included
	trimmed int64 // rows that are gone
	first   int64 // rows before the array's first
	width   int

	tuples     chunk[tupleRef] // the array, of which n are in use; kept at its largest by Clear
	n          int
	array      memArray
	blocks     []block // the first of them is number firstBlock
	firstBlock uint32
	spare      chunk[types.Datum] // a block that Trim gave back

	used    int64 // bytes in PostgreSQL
	max     int64 // the most there were
	disk    bool  // max is, or was once, that of a file
	bytes   int64 // taken here
	refs    int64 // of bytes: behind references
	buffers int64 // of bytes: of the file
	told    int64 // of bytes: charged

	file *storeFile // nil: the rows are in memory
}

// NewTuplestore makes an empty store with one read pointer, number 0, that can go
// forward only.
func NewTuplestore(cfg StoreConfig) *Tuplestore {
	if cfg.Alloc == nil {
		cfg.Alloc, cfg.little = &StoreAlloc{}, true
	}
	if cfg.Layout == nil {
		cfg.Layout = &types.RowLayout{}
	}
	if cfg.Counters == nil {
		cfg.Counters = new(StoreCounters)
	}
	return cfg.New()
}

// New is NewTuplestore for who makes many stores alike: nothing of the configuration may
// be missing, and it must stay as it is.
func (cfg *StoreConfig) New() *Tuplestore {
	tuples, room, ptrs := startTuples, startBlock/datumSize, startPointers
	if cfg.little {
		tuples, room, ptrs = fewTuples, room/8, 1
	}
	a := cfg.Alloc
	own := take(a, &a.states, 1, int(unsafe.Sizeof(Tuplestore{})))
	s := &own.mem[0]
	s.cfg, s.own, s.file = cfg, own, nil
	s.tuples = take(a, &a.tuples, tuples, pointerSize)
	s.array = memArray{len: startTuples, elem: pointerSize}
	s.ptrs = take(a, &a.ptrs, ptrs, int(unsafe.Sizeof(readPointer{})))
	s.ptrs.mem[0] = readPointer{}
	s.nptrs = 1
	s.blocks = append(s.blocks[:0], block{chunk: take(a, &a.datums, room, datumSize)})
	s.firstBlock, s.spare = 0, chunk[types.Datum]{}
	s.rows, s.trimmed, s.first, s.width, s.n = 0, 0, 0, 0, 0
	s.used, s.max, s.disk = s.array.bytes(), 0, false
	s.bytes = int64(tuples*pointerSize + room*datumSize)
	s.refs, s.buffers, s.told = 0, 0, 0
	cfg.Counters.Created++
	cfg.Counters.ReadPointers++
	return s
}

// SetCapabilities says what a read pointer can do. It is to be called before rows are put.
func (s *Tuplestore) SetCapabilities(p int, caps Capability) { s.ptrs.mem[p].caps = caps }

// AllocReadPointer adds a read pointer before the first row and returns its number. It
// is to be called before rows are put or, where none is ever trimmed, later.
func (s *Tuplestore) AllocReadPointer(caps Capability) int {
	if s.trimmed > 0 {
		panic(pgerr.New(pgerr.Internal, "too late to require a read pointer"))
	}
	a := s.cfg.Alloc
	if s.nptrs == len(s.ptrs.mem) {
		more := take(a, &a.ptrs, 2*s.nptrs, int(unsafe.Sizeof(readPointer{})))
		copy(more.mem, s.ptrs.mem)
		a.ptrs.free(&s.ptrs)
		s.ptrs = more
	}
	s.ptrs.mem[s.nptrs] = readPointer{caps: caps}
	s.nptrs++
	s.cfg.Counters.ReadPointers++
	return s.nptrs - 1
}

// Put appends a copy of row; all rows have the same length.
func (s *Tuplestore) Put(row types.Row) error {
	if s.rows == 0 {
		s.width = len(row)
	}
	s.cfg.Counters.Rows++
	tuple, refs := s.cfg.Layout.Measure(row)
	if s.file != nil {
		s.rows++
		return s.file.put(row, tuple)
	}
	s.used += align8(tuple) + chunkHeader
	if s.n >= len(s.tuples.mem)-1 {
		if size := len(s.tuples.mem); size < startTuples {
			s.lengthen(min(4*size, startTuples))
		} else if s.used = s.array.grow(s.used, s.cfg.WorkMem); s.array.len > size {
			s.lengthen(s.array.len)
		}
	}
	s.rows++
	s.tuples.mem[s.n] = s.store(row)
	s.n++
	s.refs += refs
	s.bytes += refs
	if s.bytes-s.told >= chargeLump {
		if err := s.charge(); err != nil {
			return err
		}
	}
	if s.n < len(s.tuples.mem) && s.used <= s.cfg.WorkMem {
		return nil
	}
	return s.spill()
}

// store copies a row to the last block.
func (s *Tuplestore) store(row types.Row) tupleRef {
	b := &s.blocks[len(s.blocks)-1]
	if len(b.mem)-b.used < len(row) {
		b = s.addBlock(len(row))
	}
	off := b.used
	copy(b.mem[off:], row)
	b.used += len(row)
	b.last = s.rows
	return tupleRef{block: s.firstBlock + uint32(len(s.blocks)-1), off: uint32(off)}
}

// addBlock makes room for rows of width datums.
func (s *Tuplestore) addBlock(width int) *block {
	want := min(2*len(s.blocks[len(s.blocks)-1].mem), maxBlock/datumSize)
	want = max(want, width)
	var c chunk[types.Datum]
	if len(s.spare.mem) >= width && len(s.spare.mem) > 0 {
		c, s.spare = s.spare, chunk[types.Datum]{}
	} else {
		c = take(s.cfg.Alloc, &s.cfg.Alloc.datums, want, datumSize)
		s.bytes += int64(want * datumSize)
	}
	s.blocks = append(s.blocks, block{chunk: c})
	return &s.blocks[len(s.blocks)-1]
}

// lengthen makes the array longer.
func (s *Tuplestore) lengthen(size int) {
	a := s.cfg.Alloc
	c := take(a, &a.tuples, size, pointerSize)
	copy(c.mem, s.tuples.mem[:s.n])
	s.bytes += int64((size - len(s.tuples.mem)) * pointerSize)
	a.tuples.free(&s.tuples)
	s.tuples = c
}

// Next goes on to the next row; nil at the end.
func (s *Tuplestore) Next(p int) (types.Row, error) {
	r := &s.ptrs.mem[p]
	if r.at >= s.rows {
		r.eof = true
		return nil, nil
	}
	r.at++
	r.eof = false
	return s.row(p, r.at)
}

// Prev goes back to the row before; nil before the first.
func (s *Tuplestore) Prev(p int) (types.Row, error) {
	r := &s.ptrs.mem[p]
	if !s.back(r, 1) {
		return nil, nil
	}
	return s.row(p, r.at)
}

// back moves n rows back; false before the first, where the pointer then is.
func (s *Tuplestore) back(r *readPointer, n int64) bool {
	if r.caps&ReadBackward == 0 {
		panic(pgerr.New(pgerr.Internal, "tuplestore read backward without the capability"))
	}
	if r.eof {
		r.eof = false
		n--
	}
	r.at = max(r.at-n, 0)
	return r.at > 0
}

// Skip moves n rows on, or back if n is negative, without reading them. It returns
// false, and the pointer is at the end or before the first row, if there are not as many.
func (s *Tuplestore) Skip(p int, n int64) bool {
	r := &s.ptrs.mem[p]
	if n < 0 {
		return s.back(r, -n)
	}
	if n > s.rows-r.at {
		r.at, r.eof = s.rows, true
		return false
	}
	r.at += n
	r.eof = r.eof && n == 0
	return true
}

// Seek goes to row n, counted from 1, which must be there. To go back needs ReadBackward.
func (s *Tuplestore) Seek(p int, n int64) (types.Row, error) {
	r := &s.ptrs.mem[p]
	if n < r.at && r.caps&ReadBackward == 0 || n < 1 || n > s.rows {
		panic(pgerr.New(pgerr.Internal, "tuplestore has no way to row %d", n))
	}
	r.at, r.eof = n, false
	return s.row(p, n)
}

// row returns a row by its number.
func (s *Tuplestore) row(p int, at int64) (types.Row, error) {
	if s.file != nil {
		return s.file.row(s, p, at)
	}
	if at <= s.trimmed {
		panic(pgerr.New(pgerr.Internal, "tuplestore row %d was trimmed", at))
	}
	t := s.tuples.mem[at-s.first-1]
	lo, hi := int(t.off), int(t.off)+s.width
	return s.blocks[t.block-s.firstBlock].mem[lo:hi:hi], nil
}

// AtEOF reports whether a pointer has come past the last row.
func (s *Tuplestore) AtEOF(p int) bool { return s.ptrs.mem[p].eof }

// At is the number of the row that a pointer stands on, from 1; 0 before the first.
func (s *Tuplestore) At(p int) int64 { return s.ptrs.mem[p].at }

// Rows is how many rows were put since Clear, trimmed ones included.
func (s *Tuplestore) Rows() int64 { return s.rows }

// Rewind goes before the first row; it needs ReadRewind.
func (s *Tuplestore) Rewind(p int) {
	r := &s.ptrs.mem[p]
	if r.caps&ReadRewind == 0 {
		panic(pgerr.New(pgerr.Internal, "tuplestore rewound without the capability"))
	}
	r.at, r.eof = 0, false
}

// CopyReadPointer makes a pointer stand where another does. The capabilities stay.
func (s *Tuplestore) CopyReadPointer(from, to int) {
	f := s.ptrs.mem[from]
	t := &s.ptrs.mem[to]
	t.at, t.eof = f.at, f.eof
}

// InMemory reports whether the rows are in memory.
func (s *Tuplestore) InMemory() bool { return s.file == nil }

// Trim forgets rows before the first that a pointer stands on; rows that are in a
// file stay.
func (s *Tuplestore) Trim() {
	if s.file != nil {
		return
	}
	oldest := s.rows
	for i := range s.nptrs {
		r := &s.ptrs.mem[i]
		if r.caps&ReadRewind != 0 {
			return
		}
		oldest = min(oldest, r.at)
	}
	gone := oldest - 1 // the row that a pointer stands on may be in use
	if gone <= s.trimmed {
		return
	}
	s.updateMax()
	for at := s.trimmed + 1; at <= gone; at++ {
		row, _ := s.row(0, at)
		tuple, refs := s.cfg.Layout.Measure(row)
		s.used -= align8(tuple) + chunkHeader
		s.refs -= refs
		s.bytes -= refs
	}
	s.trimmed = gone
	for len(s.blocks) > 1 && s.blocks[0].last <= gone {
		s.dropBlock()
	}
	if dead := int(gone - s.first); dead >= s.n/trimmedToShift {
		copy(s.tuples.mem, s.tuples.mem[dead:s.n])
		s.n -= dead
		s.first = gone
	}
}

// dropBlock gives the first block back, or keeps it for the next rows.
func (s *Tuplestore) dropBlock() {
	c := s.blocks[0].chunk
	s.blocks = append(s.blocks[:0], s.blocks[1:]...)
	s.firstBlock++
	if len(c.mem) > len(s.spare.mem) {
		c, s.spare = s.spare, c
	}
	s.freeBlock(&c)
}

func (s *Tuplestore) freeBlock(c *chunk[types.Datum]) {
	s.bytes -= int64(len(c.mem) * datumSize)
	s.cfg.Alloc.datums.free(c)
}

// Clear forgets all rows and moves the pointers before the first. The array and the
// first block stay; a file is removed.
func (s *Tuplestore) Clear() {
	s.updateMax()
	s.cfg.Counters.Cleared++
	s.dropFile()
	s.dropRows(1)
	_ = s.charge() // less is never refused
	for i := range s.nptrs {
		r := &s.ptrs.mem[i]
		r.at, r.eof = 0, false
	}
	s.used = s.array.bytes()
}

// dropRows frees the rows' memory but for so many blocks.
func (s *Tuplestore) dropRows(keep int) {
	for i := keep; i < len(s.blocks); i++ {
		s.freeBlock(&s.blocks[i].chunk)
	}
	if s.spare.mem != nil {
		s.freeBlock(&s.spare)
	}
	s.blocks = s.blocks[:min(keep, len(s.blocks))]
	for i := range s.blocks {
		if s.refs > 0 { // else the memory that is kept would keep what it refers to
			clear(s.blocks[i].mem[:s.blocks[i].used])
		}
		s.blocks[i].used, s.blocks[i].last = 0, 0
	}
	s.bytes -= s.refs
	s.refs, s.rows, s.trimmed, s.first, s.n = 0, 0, 0, 0, 0
}

// End gives everything back.
func (s *Tuplestore) End() {
	if s == nil || s.tuples.mem == nil {
		return
	}
	if s.file != nil {
		s.dropFile()
	}
	s.dropRows(0)
	a, own := s.cfg.Alloc, s.own
	a.tuples.free(&s.tuples)
	a.ptrs.free(&s.ptrs)
	s.bytes = 0
	_ = s.charge()
	a.states.free(&own)
}

// charge tells how many bytes are taken now.
func (s *Tuplestore) charge() error {
	s.cfg.Counters.BytesPeak = max(s.cfg.Counters.BytesPeak, s.bytes)
	more := s.bytes - s.told
	if s.cfg.Charge == nil || more == 0 {
		return nil
	}
	if err := s.cfg.Charge(more); err != nil {
		return err
	}
	s.told = s.bytes
	return nil
}

// updateMax notes how much there is now.
func (s *Tuplestore) updateMax() {
	s.cfg.Counters.BytesPeak = max(s.cfg.Counters.BytesPeak, s.bytes)
	if s.file != nil {
		s.max, s.disk = max(s.max, s.file.used&^(fileBuffer-1)), true
		return
	}
	s.max = max(s.max, s.used)
}

// Stats returns the most space that the store took since it was made, also before
// Clear: on disk if it ever had a file.
func (s *Tuplestore) Stats() (maxBytes int64, disk bool) {
	s.updateMax()
	return s.max, s.disk
}

// Bytes is the memory that the store holds.
func (s *Tuplestore) Bytes() int64 { return s.bytes }
