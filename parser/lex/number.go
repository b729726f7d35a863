package lex

// Numbers, with PostgreSQL 16's underscores and prefixes.

func isHex(c byte) bool    { return hexValue(c) >= 0 }
func isOctal(c byte) bool  { return c >= '0' && c <= '7' }
func isBinary(c byte) bool { return c == '0' || c == '1' }

// hexValue returns the value of a hexadecimal digit, -1 for other bytes.
func hexValue(c byte) int {
	switch {
	case isDigit(c):
		return int(c - '0')
	case c|32 >= 'a' && c|32 <= 'f':
		return int(c|32-'a') + 10
	}
	return -1
}

// digits skips digits; an underscore may stand before each but the first.
func (s *scanner) digits(ok func(byte) bool) {
	for ok(s.peek(0)) || s.peek(0) == '_' && ok(s.peek(1)) {
		s.i++
	}
}

func (s *scanner) number(t *Token) {
	start := s.i
	t.Kind = Int
	for s.i < len(s.src) && isDigit(s.src[s.i]) {
		s.i++
	}
	if c := s.peek(0); c == ',' || c == ')' || c == ' ' { // as in lists of numbers
		t.Text = s.src[start:s.i]
		return
	}
	s.i = start
	if !s.prefixedInt(start) {
		s.decimal(t)
	}
	if s.err == nil && identStart(s.peek(0)) {
		s.junk(start, "trailing junk after numeric literal")
	}
	t.Text = s.src[start:s.i]
}

// prefixedInt reads 0x1F, 0o17 or 0b11 if one begins here.
func (s *scanner) prefixedInt(start int) bool {
	if s.src[s.i] != '0' {
		return false
	}
	var ok func(byte) bool
	name := ""
	switch s.peek(1) | 32 {
	case 'x':
		ok, name = isHex, "hexadecimal"
	case 'o':
		ok, name = isOctal, "octal"
	case 'b':
		ok, name = isBinary, "binary"
	default:
		return false
	}
	s.i += 2
	first := s.i
	s.digits(ok)
	if s.i == first && !identCont(s.peek(0)) {
		s.fail(start, "invalid "+name+" integer")
	} else if identCont(s.peek(0)) {
		s.junk(start, "trailing junk after numeric literal")
	}
	return true
}

func (s *scanner) decimal(t *Token) {
	s.digits(isDigit)
	if s.peek(0) == '.' && s.peek(1) != '.' {
		t.Kind = Num
		s.i++
		if isDigit(s.peek(0)) {
			s.digits(isDigit)
		}
	}
	if s.peek(0)|32 != 'e' {
		return
	}
	n := 1
	if c := s.peek(1); c == '+' || c == '-' {
		n = 2
	}
	if isDigit(s.peek(n)) {
		t.Kind = Num
		s.i += n
		s.digits(isDigit)
	} else if n == 2 {
		start := s.i
		for start > int(t.Pos) {
			start--
		}
		s.i += n
		s.fail(start, "trailing junk after numeric literal")
	}
}
