package storage

// A tuplestore's rows past work_mem, in a temporary file. They are written in pages of
// about 32 kB, each with the places of its rows at its end; the list of pages stays in
// memory, so that a row is found by its number, forward and back alike. The last page
// is in memory until it is full, and may be read there.

import (
	"encoding/binary"
	"sort"

	"minidb/types"
)

// pageBytes is the size of a page; only a row that is longer makes a longer one. A
// place has 16 bits.
const pageBytes = 32 << 10

// In PostgreSQL's file a row has its length before it, and behind it as well if it may
// be read backward; ten bytes of a tuple's header are left out.
const (
	fileHeader  = 4 - 10
	fileTrailer = 4
	fileBuffer  = 8 << 10 // written when it is full
)

type storeFile struct {
	*tempFile
	pages   []filePage
	tail    []byte   // rows of the page that is being filled
	places  []uint16 // of its rows
	first   int64    // number of its first row
	readers []fileReader
	values  rowReader // reads rows of the tail, which is written again
	used    int64     // bytes of the file in PostgreSQL
	perRow  int64     // of them: what a row takes beside its tuple
}

// filePage is where a page begins in the file, and with which row.
type filePage struct{ off, first int64 }

// fileReader is what a read pointer has in memory: a page, and a row of it.
type fileReader struct {
	page   []byte
	first  int64 // number of the page's first row
	n      int64 // rows in the page
	held   int   // bytes that are counted for it
	row    types.Row
	values rowReader
}

// longPage is the size from which on a page is the work of one long row, whose text
// lies in the page's buffer as long as it is used, instead of in a copy.
const longPage = 4 * pageBytes

// spill writes all rows to a file, where those to come will be, too.
func (s *Tuplestore) spill() error {
	s.updateMax()
	t, err := newTempFile(s.cfg.Files, s.cfg.Interrupted)
	if err != nil {
		return err
	}
	s.cfg.Counters.Spills++
	f := &storeFile{tempFile: t, first: s.trimmed + 1, perRow: fileHeader}
	for i := range s.nptrs {
		if s.ptrs.mem[i].caps&ReadBackward != 0 {
			f.perRow = fileHeader + fileTrailer
		}
	}
	for at := s.trimmed + 1; at <= s.rows; at++ {
		row, err := s.row(0, at)
		if err == nil {
			tuple, _ := s.cfg.Layout.Measure(row)
			err = f.put(row, tuple)
		}
		if err != nil {
			t.close()
			return err
		}
	}
	rows := s.rows
	s.dropRows(1)
	s.rows = rows
	s.file = f
	s.hold(pageBytes)
	return s.charge()
}

// hold counts bytes of buffers, which the file has until it is dropped.
func (s *Tuplestore) hold(n int) {
	s.buffers += int64(n)
	s.bytes += int64(n)
}

// dropFile removes the file, if there is one.
func (s *Tuplestore) dropFile() {
	if s.file != nil {
		s.file.close()
		s.file = nil
	}
	s.bytes -= s.buffers
	s.buffers = 0
}

// put appends a row, which has so many bytes as PostgreSQL's tuple.
func (f *storeFile) put(row types.Row, tuple int) error {
	f.used += int64(tuple) + f.perRow
	f.places = append(f.places, uint16(len(f.tail)))
	f.tail = appendRow(f.tail, row)
	if len(f.tail) < pageBytes {
		return nil
	}
	return f.flush()
}

// flush writes the last page and begins another.
func (f *storeFile) flush() error {
	page := filePage{off: f.size, first: f.first}
	n := len(f.places)
	for _, at := range f.places {
		f.tail = binary.LittleEndian.AppendUint16(f.tail, at)
	}
	if err := f.append(f.tail); err != nil {
		return err
	}
	f.pages = append(f.pages, page)
	f.first += int64(n)
	f.tail, f.places = f.tail[:0], f.places[:0]
	if cap(f.tail) >= longPage {
		f.tail = nil
	}
	return nil
}

// row reads a row for a read pointer.
func (f *storeFile) row(s *Tuplestore, p int, at int64) (types.Row, error) {
	for p >= len(f.readers) {
		f.readers = append(f.readers, fileReader{})
	}
	r := &f.readers[p]
	if r.row == nil {
		r.row = make(types.Row, s.width)
	}
	if at >= f.first {
		_, err := f.values.read(r.row, f.tail[f.places[at-f.first]:])
		return r.row, err
	}
	if at < r.first || at >= r.first+r.n {
		if err := f.load(s, r, at); err != nil {
			return nil, err
		}
	}
	places := r.page[len(r.page)-2*int(r.n):]
	place := binary.LittleEndian.Uint16(places[2*(at-r.first):])
	_, err := r.values.read(r.row, r.page[place:])
	return r.row, err
}

// load reads the page that has a row.
func (f *storeFile) load(s *Tuplestore, r *fileReader, at int64) error {
	i := sort.Search(len(f.pages), func(i int) bool { return f.pages[i].first > at }) - 1
	end := filePage{off: f.tempFile.size, first: f.first}
	if i+1 < len(f.pages) {
		end = f.pages[i+1]
	}
	page := f.pages[i]
	size := int(end.off - page.off)
	r.n = 0
	if size > r.held {
		s.hold(size - r.held)
		r.held = size
	}
	if cap(r.page) < size || cap(r.page) >= longPage {
		r.page = make([]byte, size)
	}
	r.page = r.page[:size]
	r.values.lasting = 0
	if size >= longPage {
		r.values.lasting = size / 2
	}
	if err := f.read(r.page, page.off); err != nil {
		return err
	}
	r.first, r.n = page.first, end.first-page.first
	return nil
}
