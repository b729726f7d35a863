package storage

// External merge: sorted runs of rows in one temporary file, merged as they are read.

import (
	"container/heap"
	"encoding/binary"
	"io"

	"minidb/types"
)

const (
	maxRuns     = 256 // merged at a time; more are merged into one first
	runBuffer   = 64 << 10
	minRunBytes = 4 << 10
)

type sortRun struct{ off, end int64 }

type extSort struct {
	*tempFile
	runs []sortRun
	out  []byte // not yet written

	blocks int64 // that PostgreSQL's tapes would have of the runs
	h      mergeHeap
	n      int
}

// spill sorts what is in memory and writes it as a run.
func (s *Sorter) spill() error {
	if s.ext == nil {
		t, err := newTempFile(s.interrupted)
		if err != nil {
			return err
		}
		s.ext = &extSort{tempFile: t}
	}
	if err := s.order(); err != nil {
		return err
	}
	i, tape := 0, int64(0)
	err := s.ext.writeRun(func() (types.Row, error) {
		if i >= len(s.entries) {
			return nil, nil
		}
		i++
		row := s.row(s.entries[i-1].row)
		tape += s.tapeBytes(row)
		return row, nil
	})
	if err != nil {
		return err
	}
	s.ext.blocks += (tape + tapeBlock - 1) / tapeBlock
	s.bytes = 0
	for _, slab := range s.slabs {
		clear(slab)
		s.bytes += int64(cap(slab) * datumSize)
	}
	s.entries, s.used = s.entries[:0], s.array.bytes()
	if len(s.ext.runs) >= maxRuns {
		return s.ext.compact(s)
	}
	return nil
}

// PostgreSQL's tapes have blocks of 8 kB with a trailer of 16 bytes.
const (
	tapeBlockKB = 8
	tapeBlock   = tapeBlockKB<<10 - 16
)

// tapeBytes is what a row takes on a tape: its length, and its tuple without the first
// ten bytes.
func (s *Sorter) tapeBytes(row types.Row) int64 {
	switch {
	case !s.datum:
		tuple, _ := s.layout.Measure(row)
		return int64(tuple) - 10 + 4
	case row[0].IsNull():
		return 4
	}
	return 8 + 4
}

// close may be called on nil and twice.
func (x *extSort) close() {
	if x != nil {
		x.tempFile.close()
		x.h.runs = nil
	}
}

// writeRun appends the rows that next returns until nil as one run.
func (x *extSort) writeRun(next func() (types.Row, error)) error {
	run := sortRun{off: x.size}
	var b []byte
	for {
		row, err := next()
		if err != nil {
			return err
		}
		if row == nil {
			break
		}
		b = appendRow(b[:0], row)
		x.out = binary.AppendUvarint(x.out, uint64(len(b)))
		x.out = append(x.out, b...)
		if len(x.out) >= runBuffer {
			if err := x.flush(); err != nil {
				return err
			}
		}
	}
	if err := x.flush(); err != nil {
		return err
	}
	run.end = x.size
	x.runs = append(x.runs, run)
	return nil
}

func (x *extSort) flush() error {
	err := x.append(x.out)
	x.out = x.out[:0]
	return err
}

// compact merges all runs into the one run of a new file.
func (x *extSort) compact(s *Sorter) error {
	if err := x.start(s); err != nil {
		return err
	}
	old := *x
	defer old.close()
	t, err := newTempFile(s.interrupted)
	if err != nil {
		return err
	}
	*x = extSort{tempFile: t, out: x.out, blocks: x.blocks}
	return x.writeRun(old.next)
}

// start opens all runs and prepares the merge.
func (x *extSort) start(s *Sorter) error {
	x.h = mergeHeap{s: s}
	buf := min(runBuffer, max(minRunBytes, int(s.workMem)/(len(x.runs)+1)))
	for _, run := range x.runs {
		r := &runReader{file: x.tempFile, at: run.off, end: run.end, buf: make([]byte, 0, buf)}
		for i := range r.rows {
			r.rows[i] = make(types.Row, s.natts)
		}
		if err := r.read(s); err != nil {
			return err
		}
		if r.row != nil {
			x.h.runs = append(x.h.runs, r)
		}
	}
	heap.Init(&x.h)
	x.n = 0
	return nil
}

// next returns the smallest row of all runs, nil at the end.
func (x *extSort) next() (types.Row, error) {
	if x.n++; x.n%cancelStride == 0 {
		if err := ask(x.interrupted); err != nil {
			return nil, err
		}
	}
	if len(x.h.runs) == 0 {
		return nil, nil
	}
	r := x.h.runs[0]
	row := r.row
	if err := r.read(x.h.s); err != nil {
		return nil, err
	}
	if r.row == nil {
		heap.Pop(&x.h)
	} else {
		heap.Fix(&x.h, 0)
	}
	return row, nil
}

// runReader reads one run; row is its next row and e the row's entry.
type runReader struct {
	file    *tempFile
	at, end int64  // what has not been read yet
	buf     []byte // what has, from next on
	next    int
	row     types.Row
	e       sortEntry
	rows    [2]types.Row // the row returned last stays valid while the next is read
	turn    int
	values  rowReader
}

// fill sees to it that n bytes are in the buffer; io.EOF if there are no more at all.
func (r *runReader) fill(n int) error {
	have := len(r.buf) - r.next
	if have >= n {
		return nil
	}
	if r.at == r.end {
		return io.EOF
	}
	b := r.buf[:0]
	if n > cap(b) {
		b = make([]byte, 0, n)
	}
	b = append(b, r.buf[r.next:]...)
	more := int(min(int64(cap(b)-have), r.end-r.at))
	b = b[:have+more]
	if err := r.file.read(b[have:], r.at); err != nil {
		return err
	}
	r.at += int64(more)
	r.buf, r.next = b, 0
	return nil
}

func (r *runReader) read(s *Sorter) error {
	if err := r.fill(binary.MaxVarintLen64); err == io.EOF && r.next == len(r.buf) {
		r.row = nil
		return nil
	} else if err != nil && err != io.EOF {
		return err
	}
	size, n := binary.Uvarint(r.buf[r.next:])
	if n <= 0 {
		return badRow()
	}
	r.next += n
	if err := r.fill(int(size)); err != nil && err != io.EOF {
		return err
	}
	r.turn ^= 1
	row := r.rows[r.turn]
	if _, err := r.values.read(row, r.buf[r.next:]); err != nil {
		return err
	}
	r.next += int(size)
	r.row = row
	r.e = s.entry(row, 0)
	return nil
}

// mergeHeap orders runs by their next rows.
type mergeHeap struct {
	s    *Sorter
	runs []*runReader
}

func (h *mergeHeap) Len() int { return len(h.runs) }
func (h *mergeHeap) Less(i, j int) bool {
	a, b := h.runs[i], h.runs[j]
	return h.s.compareEntries(&a.e, &b.e, a.row, b.row) < 0
}
func (h *mergeHeap) Swap(i, j int) { h.runs[i], h.runs[j] = h.runs[j], h.runs[i] }
func (h *mergeHeap) Push(x any)    { h.runs = append(h.runs, x.(*runReader)) }
func (h *mergeHeap) Pop() any {
	last := h.runs[len(h.runs)-1]
	h.runs = h.runs[:len(h.runs)-1]
	return last
}
