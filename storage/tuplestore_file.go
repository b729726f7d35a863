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

type storeFile struct {
	*tempFile
	pages   []filePage
	tail    []byte   // rows of the page that is being filled
	places  []uint16 // of its rows
	first   int64    // number of its first row
	readers []fileReader
}

// filePage is where a page begins in the file, and with which row.
type filePage struct{ off, first int64 }

// fileReader is what a read pointer has in memory: a page, and a row of it.
type fileReader struct {
	page   []byte
	first  int64 // number of the page's first row
	n      int64 // rows in the page
	row    types.Row
	values rowReader
}

// spill writes all rows to a file, where those to come will be, too.
func (s *Tuplestore) spill() error {
	s.updateMax()
	t, err := newTempFile(s.cfg.Ctx)
	if err != nil {
		return err
	}
	s.cfg.Counters.Spills++
	f := &storeFile{tempFile: t, first: s.trimmed + 1, readers: make([]fileReader, s.nptrs)}
	for at := s.trimmed + 1; at <= s.rows; at++ {
		row, err := s.row(0, at)
		if err == nil {
			err = f.put(row)
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

// put appends a row.
func (f *storeFile) put(row types.Row) error {
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
	return nil
}

// row reads a row for a read pointer.
func (f *storeFile) row(s *Tuplestore, p int, at int64) (types.Row, error) {
	r := &f.readers[p]
	if r.row == nil {
		r.row = make(types.Row, s.width)
	}
	if at >= f.first {
		_, err := r.values.read(r.row, f.tail[f.places[at-f.first]:])
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
	if cap(r.page) < size {
		s.hold(size - cap(r.page))
		r.page = make([]byte, size)
	}
	r.page = r.page[:size]
	if err := f.read(r.page, page.off); err != nil {
		return err
	}
	r.first, r.n = page.first, end.first-page.first
	return nil
}
