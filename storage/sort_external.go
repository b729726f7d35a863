package storage

// External merge: sorted runs of rows in one temporary file, merged as they are read.

import (
	"encoding/binary"
	"io"

	"minidb/types"
)

const (
	maxRuns     = 256 // merged at a time; more are merged into one first
	runBuffer   = 64 << 10
	minRunBytes = 4 << 10
	sizeBytes   = 4 // of a row's size, before it
)

type sortRun struct{ off, end int64 }

type extSort struct {
	*tempFile
	s    *Sorter
	runs []sortRun
	out  []byte    // not yet written
	last types.Row // of the last run

	tapes tapes        // that PostgreSQL would write the runs to
	h     []*runReader // a heap of the runs by their next rows
	pack  packing      // of the keys that the rows of runs are compared by first
	n     int
}

// spill sorts what is in memory and writes it as a run.
func (s *Sorter) spill() error {
	if s.ext == nil {
		t, err := newTempFile(s.files, s.interrupted)
		if err != nil {
			return err
		}
		s.ext = &extSort{tempFile: t}
	}
	if err := s.order(); err != nil {
		return err
	}
	i, n := 0, len(s.entries)
	goesOn := len(s.ext.runs) > 0 && s.compareFrom(s.ext.last, s.row(s.entries[0].row), 0) <= 0
	s.ext.last = append(s.ext.last[:0], s.row(s.entries[n-1].row)...)
	err := s.ext.writeRun(func() (types.Row, error) {
		if i >= n {
			return nil, nil
		}
		i++
		return s.row(s.entries[i-1].row), nil
	}, goesOn)
	if err != nil {
		return err
	}
	s.ext.tapes.add(s.tape, s.workMem)
	s.tape = 0
	s.bytes = 0
	for _, slab := range s.slabs {
		if s.refs {
			clear(slab)
		}
		s.bytes += int64(cap(slab) * datumSize)
	}
	s.entries, s.used, s.inOrder = s.entries[:0], s.array.bytes(), true
	if len(s.ext.runs) >= maxRuns {
		return s.ext.compact(s)
	}
	return nil
}

// PostgreSQL's tapes have blocks of 8 kB with a trailer of 16 bytes, and the length of
// a row before it.
const (
	tapeBlockKB = 8
	tapeBlock   = tapeBlockKB<<10 - 16
	lengthWord  = 4
)

// tapes are the bytes on each of the tapes that PostgreSQL writes runs to, by turns: as
// many as it can merge at a time with buffers of 272 kB, 6 at least.
type tapes struct {
	bytes []int64
	runs  int
}

func (t *tapes) add(run, workMem int64) {
	order := min(max(int(workMem/(272<<10)), 6), 500)
	if len(t.bytes) < order {
		t.bytes = append(t.bytes, 0)
	}
	t.bytes[t.runs%order] += run + lengthWord // with the mark of its end
	t.runs++
}

func (t *tapes) sizeKB() (kb int64) {
	for _, n := range t.bytes {
		kb += (n + tapeBlock - 1) / tapeBlock * tapeBlockKB
	}
	return kb
}

// close may be called on nil and twice.
func (x *extSort) close() {
	if x != nil {
		x.tempFile.close()
		x.h = nil
	}
}

// writeRun appends the rows that next returns until nil as one run, or to the last run.
func (x *extSort) writeRun(next func() (types.Row, error), goesOn bool) error {
	run := sortRun{off: x.size}
	for {
		row, err := next()
		if err != nil {
			return err
		}
		if row == nil {
			break
		}
		at := len(x.out)
		x.out = appendRow(append(x.out, 0, 0, 0, 0), row)
		binary.LittleEndian.PutUint32(x.out[at:], uint32(len(x.out)-at-sizeBytes))
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
	if goesOn {
		x.runs[len(x.runs)-1].end = run.end
		return nil
	}
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
	t, err := newTempFile(s.files, s.interrupted)
	if err != nil {
		return err
	}
	*x = extSort{tempFile: t, out: x.out, last: x.last[:0], tapes: x.tapes}
	return x.writeRun(func() (types.Row, error) {
		row, err := old.next()
		if row != nil {
			x.last = append(x.last[:0], row...) // the run's last row is the last one of all
		}
		return row, err
	}, false)
}

// start opens all runs and prepares the merge.
func (x *extSort) start(s *Sorter) error {
	x.s, x.h, x.pack = s, nil, s.pack(64)
	buf := min(runBuffer, max(minRunBytes, int(s.workMem)/(len(x.runs)+1)))
	for i, run := range x.runs {
		r := &runReader{no: i, file: x.tempFile, at: run.off, end: run.end, buf: make([]byte, 0, buf)}
		for k := range r.rows {
			r.rows[k] = make(types.Row, s.natts)
		}
		if err := r.read(s, &x.pack); err != nil {
			return err
		}
		if r.row != nil {
			x.h = append(x.h, r)
		}
	}
	for i := len(x.h)/2 - 1; i >= 0; i-- {
		x.siftDown(i)
	}
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
	if len(x.h) == 0 {
		return nil, nil
	}
	r := x.h[0]
	row := r.row
	if err := r.read(x.s, &x.pack); err != nil {
		return nil, err
	}
	if r.row == nil {
		last := len(x.h) - 1
		x.h[0] = x.h[last]
		x.h = x.h[:last]
	}
	if len(x.h) > 1 {
		x.siftDown(0)
	}
	return row, nil
}

// siftDown moves the run at i to where it belongs below.
func (x *extSort) siftDown(i int) {
	h, r := x.h, x.h[i]
	for {
		c := 2*i + 1
		if c >= len(h) {
			break
		}
		if c+1 < len(h) && x.before(h[c+1], h[c]) {
			c++
		}
		if !x.before(h[c], r) {
			break
		}
		h[i] = h[c]
		i = c
	}
	h[i] = r
}

// before tells whether a run's next row comes before another's. Of equal ones the
// earlier run is first.
func (x *extSort) before(a, b *runReader) bool {
	var c int
	switch n := len(x.pack.keys); {
	case n == 0:
		c = x.s.compareEntries(&a.e, &b.e, a.row, b.row)
	case a.e.word != b.e.word:
		return a.e.word < b.e.word
	case n < len(x.s.keys):
		c = x.s.compareFrom(a.row, b.row, n)
	}
	return c < 0 || c == 0 && a.no < b.no
}

// runReader reads one run; row is its next row and e the row's entry.
type runReader struct {
	no      int
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

// read makes the next row the reader's; pack is of its keys.
func (r *runReader) read(s *Sorter, pack *packing) error {
	if err := r.fill(sizeBytes); err == io.EOF && r.next == len(r.buf) {
		r.row = nil
		return nil
	} else if err == io.EOF {
		return badRow()
	} else if err != nil {
		return err
	}
	size := int(binary.LittleEndian.Uint32(r.buf[r.next:]))
	r.next += sizeBytes
	if err := r.fill(size); err == io.EOF {
		return badRow()
	} else if err != nil {
		return err
	}
	r.turn ^= 1
	row := r.rows[r.turn]
	if _, err := r.values.read(row, r.buf[r.next:]); err != nil {
		return err
	}
	r.next += size
	r.row = row
	if len(pack.keys) > 0 {
		r.e.word = pack.word(row)
	} else {
		r.e = s.entry(row, 0)
	}
	return nil
}
