package commands

import (
	"bytes"

	"minidb/pgerr"
	"minidb/types"
)

// The fields of a line of COPY FROM's data: PostgreSQL's CopyReadAttributesText
// and CopyReadAttributesCSV.

// copyField is one field: where its value stands in the text of all fields.
type copyField struct {
	from, to int
	null     bool
	def      bool // the marker of a default
}

// copyFields holds the fields of one line, and its memory from line to line.
type copyFields struct {
	f    *copyFormat
	list []copyField
	out  []byte // values one after the other, unescaped
	text string // the same as a string of its own
}

// split reads a line.
func (s *copyFields) split(line []byte) error {
	s.list, s.out = s.list[:0], s.out[:0]
	switch {
	case s.f.csv && (bytes.IndexByte(line, s.f.quote) >= 0):
		if err := s.splitQuoted(line); err != nil {
			return err
		}
	case !s.f.csv && bytes.IndexByte(line, '\\') >= 0:
		s.splitEscaped(line)
	default:
		s.splitPlain(line)
		s.text = string(line)
		return nil
	}
	s.text = string(s.out)
	if types.ValidText(s.out) == nil {
		return nil
	}
	for _, f := range s.list { // an escape may have cut a character off at the field's end
		if err := types.ValidText(s.out[f.from:f.to]); err != nil {
			return err
		}
	}
	return nil
}

// value returns the text of field i.
func (s *copyFields) value(i int) string { return s.text[s.list[i].from:s.list[i].to] }

// add ends a field; raw is how it was written.
func (s *copyFields) add(from, to int, raw []byte) {
	s.list = append(s.list, copyField{from: from, to: to, null: string(raw) == s.f.null,
		def: s.f.hasDef && string(raw) == s.f.def})
}

func (s *copyFields) splitPlain(line []byte) {
	from := 0
	for {
		n := bytes.IndexByte(line[from:], s.f.delim)
		if n < 0 {
			s.add(from, len(line), line[from:])
			return
		}
		s.add(from, from+n, line[from:from+n])
		from += n + 1
	}
}

// splitEscaped reads a line of text format that has backslashes.
func (s *copyFields) splitEscaped(line []byte) {
	start, from := 0, 0
	for i := 0; i < len(line); {
		c := line[i]
		i++
		switch {
		case c == s.f.delim:
			s.add(from, len(s.out), line[start:i-1])
			start, from = i, len(s.out)
			continue
		case c == '\\' && i < len(line):
			c, i = unescape(line, i)
		case c == '\\':
			continue // a last one stands for nothing
		}
		s.out = append(s.out, c)
	}
	s.add(from, len(s.out), line[start:])
}

// escapes are the letters that stand for control characters.
var escapes = [256]byte{'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'}

// unescape reads what follows a backslash: it returns the byte meant and where
// to go on.
func unescape(line []byte, i int) (byte, int) {
	c := line[i]
	switch {
	case c >= '0' && c <= '7':
		n, last := byte(0), i+3
		for ; i < min(len(line), last) && line[i] >= '0' && line[i] <= '7'; i++ {
			n = n<<3 + line[i] - '0'
		}
		return n, i
	case c == 'x' && i+1 < len(line) && hexDigit(line[i+1]) >= 0:
		n := byte(hexDigit(line[i+1]))
		i += 2
		if i < len(line) && hexDigit(line[i]) >= 0 {
			n = n<<4 + byte(hexDigit(line[i]))
			i++
		}
		return n, i
	case escapes[c] != 0:
		return escapes[c], i + 1
	}
	return c, i + 1
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

// splitQuoted reads a line of CSV that has quotes.
func (s *copyFields) splitQuoted(line []byte) error {
	start, from, in, quoted := 0, 0, false, false
	end := func(i int) {
		s.add(from, len(s.out), line[start:i])
		if quoted {
			last := &s.list[len(s.list)-1]
			last.null, last.def = false, false
		}
		start, from, quoted = i+1, len(s.out), false
	}
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case in && c == s.f.escape && i+1 < len(line) && (line[i+1] == s.f.escape || line[i+1] == s.f.quote):
			i++
			s.out = append(s.out, line[i])
		case c == s.f.quote:
			in, quoted = !in, true
		case !in && c == s.f.delim:
			end(i)
		default:
			s.out = append(s.out, c)
		}
	}
	if in {
		return pgerr.New(pgerr.BadCopyFileFormat, "unterminated CSV quoted field")
	}
	end(len(line))
	return nil
}
