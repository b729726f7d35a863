package storage

// External merge: runs of sorted rows in one temporary file, which has no name
// any more as soon as it is open, so nothing can leave it behind.

import (
	"bufio"
	"container/heap"
	"context"
	"encoding/binary"
	"io"
	"os"

	"minidb/pgerr"
	"minidb/types"
)

const (
	maxRuns     = 256 // merged at a time; more are merged into one first
	runBuffer   = 64 << 10
	minRunBytes = 4 << 10
)

type sortRun struct{ off, len int64 }

type extSort struct {
	file *os.File
	name string // to be removed at close; "" where that worked at once
	runs []sortRun
	size int64 // bytes written to the current file
	h    mergeHeap
	ctx  context.Context
	n    int
}

// spill sorts what is in memory and writes it as a run.
func (s *Sorter) spill() error {
	if s.ext == nil {
		s.ext = &extSort{}
		if err := s.ext.create(); err != nil {
			return err
		}
	}
	if err := s.order(s.ctx); err != nil {
		return err
	}
	i := 0
	err := s.ext.writeRun(func() (types.Row, error) {
		if i >= len(s.entries) {
			return nil, nil
		}
		i++
		return s.row(s.entries[i-1].row), nil
	})
	if err != nil {
		return err
	}
	for _, slab := range s.slabs {
		clear(slab)
	}
	s.entries, s.used = s.entries[:0], 0
	if len(s.ext.runs) >= maxRuns {
		return s.ext.compact(s)
	}
	return nil
}

func (x *extSort) create() error {
	f, err := os.CreateTemp("", "minidb-sort-*")
	if err != nil {
		return diskError("create", err)
	}
	x.file, x.name, x.size, x.runs = f, "", 0, nil
	if os.Remove(f.Name()) != nil {
		x.name = f.Name() // systems that do not remove open files
	}
	return nil
}

// close may be called on nil and twice.
func (x *extSort) close() {
	if x == nil || x.file == nil {
		return
	}
	x.file.Close()
	if x.name != "" {
		os.Remove(x.name)
	}
	x.file, x.h.runs = nil, nil
}

// writeRun appends the rows that next returns until nil as one run.
func (x *extSort) writeRun(next func() (types.Row, error)) error {
	w := bufio.NewWriterSize(x.file, runBuffer)
	run := sortRun{off: x.size}
	var b []byte
	var size [binary.MaxVarintLen64]byte
	for {
		row, err := next()
		if err != nil {
			return err
		}
		if row == nil {
			break
		}
		b = appendDatums(b[:0], row)
		n := binary.PutUvarint(size[:], uint64(len(b)))
		if _, err = w.Write(size[:n]); err == nil {
			_, err = w.Write(b)
		}
		if err != nil {
			return diskError("write", err)
		}
		run.len += int64(n + len(b))
	}
	if err := w.Flush(); err != nil {
		return diskError("write", err)
	}
	x.size += run.len
	x.runs = append(x.runs, run)
	return nil
}

// compact merges all runs into the one run of a new file.
func (x *extSort) compact(s *Sorter) error {
	if err := x.start(s.ctx, s); err != nil {
		return err
	}
	old := *x
	defer old.close()
	if err := x.create(); err != nil {
		x.file = nil
		return err
	}
	x.h = mergeHeap{}
	return x.writeRun(old.next)
}

// start opens all runs and prepares the merge.
func (x *extSort) start(ctx context.Context, s *Sorter) error {
	x.ctx = ctx
	x.h = mergeHeap{s: s}
	buf := min(runBuffer, max(minRunBytes, int(s.workMem)/(len(x.runs)+1)))
	for _, run := range x.runs {
		r := &runReader{in: bufio.NewReaderSize(io.NewSectionReader(x.file, run.off, run.len), buf)}
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
		if err := canceled(x.ctx); err != nil {
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
	in   *bufio.Reader
	row  types.Row
	e    sortEntry
	buf  []byte
	rows [2]types.Row // the row returned last stays valid while the next is read
	turn int
}

func (r *runReader) read(s *Sorter) error {
	n, err := binary.ReadUvarint(r.in)
	if err == io.EOF {
		r.row = nil
		return nil
	}
	if err != nil {
		return diskError("read", err)
	}
	if uint64(cap(r.buf)) < n {
		r.buf = make([]byte, n)
	}
	r.buf = r.buf[:n]
	if _, err := io.ReadFull(r.in, r.buf); err != nil {
		return diskError("read", err)
	}
	r.turn ^= 1
	row := r.rows[r.turn][:0]
	dec := reader{b: r.buf}
	for n := dec.uvarint(); n > 0 && dec.err == nil; n-- {
		row = append(row, dec.datum())
	}
	if dec.err != nil {
		return dec.err
	}
	r.rows[r.turn], r.row = row, row
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

func diskError(what string, err error) error {
	return pgerr.New(pgerr.DiskFull, "could not %s temporary file: %v", what, err)
}
