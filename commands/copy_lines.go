package commands

import (
	"bytes"
	"errors"
	"io"

	"minidb/pgerr"
)

// The lines of COPY FROM's data: PostgreSQL's CopyReadLineText. In text format a
// backslash hides the line end behind it, in CSV quotes do.

// lineEnd is how lines end; the first line settles it.
type lineEnd uint8

const (
	unknownEnd lineEnd = iota
	endNL
	endCR
	endCRNL
)

// copyLines cuts a stream into lines, of which it holds one and what was read
// with it.
type copyLines struct {
	src    io.Reader
	f      *copyFormat
	buf    []byte
	start  int // of the line in buf
	end    int // of what was read
	eof    bool
	done   bool // an end-of-copy marker or the end was seen
	ending lineEnd
	number int64 // of the line, from 1
}

const copyBuffer = 64 << 10

func newCopyLines(src io.Reader, f *copyFormat) *copyLines {
	return &copyLines{src: src, f: f, buf: make([]byte, copyBuffer)}
}

// fill reads more; false at the end of the stream.
func (l *copyLines) fill() (bool, error) {
	if l.eof {
		return false, nil
	}
	if l.start > 0 {
		l.end = copy(l.buf, l.buf[l.start:l.end])
		l.start = 0
	}
	if l.end == len(l.buf) {
		l.buf = append(l.buf, make([]byte, len(l.buf))...)
	}
	for {
		n, err := l.src.Read(l.buf[l.end:])
		l.end += n
		if err == io.EOF {
			l.eof = true
			return n > 0, nil
		}
		if err != nil {
			return false, sourceError(err)
		}
		if n > 0 {
			return true, nil
		}
	}
}

// sourceError is the error of a COPY whose source failed: what the client said, or
// an error of its connection.
func sourceError(err error) error {
	if e := new(pgerr.Error); errors.As(err, &e) {
		return e
	}
	return pgerr.New(pgerr.QueryCanceled, "COPY from stdin failed: %s", err.Error())
}

// next returns the next line without its end; nil if there is none. It is valid
// until the next call.
func (l *copyLines) next() ([]byte, error) {
	if l.done {
		return nil, nil
	}
	l.number++
	if l.ending <= endNL {
		if line, ok, err := l.plain(); ok || err != nil {
			return line, err
		}
	}
	return l.careful()
}

// plain finds a line that ends with a line feed and has nothing special in it;
// ok is false if it is not of that kind.
func (l *copyLines) plain() (line []byte, ok bool, err error) {
	from := 0
	for {
		data := l.buf[l.start:l.end]
		i := bytes.IndexByte(data[from:], '\n')
		if i >= 0 {
			line = data[: from+i : from+i]
			if l.special(line) {
				return nil, false, nil
			}
			l.start += len(line) + 1
			l.ending = endNL
			return line, true, nil
		}
		if l.special(data) {
			return nil, false, nil
		}
		from = len(data)
		if more, err := l.fill(); !more {
			return nil, false, err
		}
	}
}

func (l *copyLines) special(line []byte) bool {
	if bytes.IndexByte(line, '\r') >= 0 {
		return true
	}
	if !l.f.csv {
		return bytes.IndexByte(line, '\\') >= 0
	}
	return bytes.IndexByte(line, l.f.quote) >= 0
}

// at returns byte i of the line and what follows it, -1 at the end of the stream.
func (l *copyLines) at(i int) (int, error) {
	for l.start+i >= l.end {
		if more, err := l.fill(); !more {
			return -1, err
		}
	}
	return int(l.buf[l.start+i]), nil
}

// take ends the line at byte n and goes on behind the skip bytes of its end.
func (l *copyLines) take(n, skip int) []byte {
	line := l.buf[l.start : l.start+n : l.start+n]
	l.start += n + skip
	return line
}

// careful looks at the line byte by byte.
func (l *copyLines) careful() ([]byte, error) {
	var q quoteState
	for i := 0; ; i++ {
		c, err := l.at(i)
		if err != nil {
			return nil, err
		}
		if c < 0 {
			return l.atEnd(i), nil
		}
		if l.f.csv && q.step(byte(c), l.f) {
			if c == '\n' && l.ending == endNL || c == '\r' && l.ending != endNL { // so PostgreSQL counts
				l.number++
			}
			continue
		}
		switch {
		case c == '\r' || c == '\n':
			skip, err := l.lineEnd(c, i)
			if err != nil {
				return nil, err
			}
			return l.take(i, skip), nil
		case c == '\\' && !l.f.csv:
			c2, err := l.at(i + 1)
			if err != nil {
				return nil, err
			}
			if c2 == '.' {
				return nil, l.endMarker(i)
			}
			if c2 >= 0 {
				i++
			}
		}
	}
}

func (l *copyLines) atEnd(n int) []byte {
	l.done = true
	if n == 0 {
		return nil
	}
	return l.take(n, 0)
}

// quoteState follows the quotes of a CSV line.
type quoteState struct{ in, escaped bool }

// step takes one byte and tells whether a line cannot end here.
func (q *quoteState) step(c byte, f *copyFormat) bool {
	if q.in && c == f.escape && f.escape != f.quote {
		q.escaped = !q.escaped
	}
	if c == f.quote && !q.escaped {
		q.in = !q.in
	}
	if c != f.escape || f.escape == f.quote {
		q.escaped = false
	}
	return q.in
}

// lineEnd settles how lines end, or refuses an end of another kind. It returns
// the end's length.
func (l *copyLines) lineEnd(c, i int) (int, error) {
	if c == '\n' {
		if l.ending > endNL {
			return 0, l.straysEnd("newline", `\n`)
		}
		l.ending = endNL
		return 1, nil
	}
	switch l.ending {
	case endNL:
		return 0, l.straysEnd("carriage return", `\r`)
	case endCR:
		return 1, nil
	}
	c2, err := l.at(i + 1)
	if err != nil {
		return 0, err
	}
	if c2 == '\n' {
		l.ending = endCRNL
		return 2, nil
	}
	if l.ending == endCRNL {
		return 0, l.straysEnd("carriage return", `\r`)
	}
	l.ending = endCR
	return 1, nil
}

func (l *copyLines) straysEnd(what, escape string) error {
	if l.f.csv {
		return pgerr.New(pgerr.BadCopyFileFormat, "unquoted %s found in data", what).
			WithHint("Use quoted CSV field to represent %s.", what)
	}
	return pgerr.New(pgerr.BadCopyFileFormat, "literal %s found in data", what).
		WithHint("Use %q to represent %s.", escape, what)
}

// endMarker is a backslash and a point at byte i, which must be a line of their
// own; the rest of the data is read over.
func (l *copyLines) endMarker(i int) error {
	c, err := l.at(i + 2)
	if err != nil {
		return err
	}
	if c == '\r' && l.ending == endCRNL {
		if c, err = l.at(i + 3); err != nil {
			return err
		}
	}
	switch {
	case c >= 0 && c != '\r' && c != '\n':
		return pgerr.New(pgerr.BadCopyFileFormat, "end-of-copy marker is not alone on its line")
	case c == '\n' && l.ending == endCR, c == '\r' && (l.ending == endNL || l.ending == endCRNL):
		return pgerr.New(pgerr.BadCopyFileFormat, "end-of-copy marker does not match previous newline style")
	case i > 0:
		return pgerr.New(pgerr.BadCopyFileFormat, "end-of-copy marker is not alone on its line")
	}
	l.done = true
	_, err = io.Copy(io.Discard, l.src)
	return err
}
