// Package lex cuts PostgreSQL text into tokens by PostgreSQL's own rules, and
// scripts into statements as psql does. It links no grammar, so that the shell
// and printers of names can use it cheaply.
package lex

import (
	"slices"
	"strings"
	"unicode/utf8"

	"minidb/pgerr"
)

// Kind is the kind of a token.
type Kind uint8

// The kinds of tokens.
const (
	EOF    Kind = iota
	Word        // unquoted; Text is folded to lower case
	Quoted      // "quoted" name; Text is exact
	String      // any string constant; Text is its value
	Bit         // b'01' or x'1F'; Text is b or x and the digits
	Int         // Text is as written
	Num         // number with point or exponent, as written
	Param       // $n; Text is n
	Op          // operator; != comes as <>
	Punct       // ( ) [ ] , ; . .. : :: := => and bytes that begin no token
	Bad         // the lexer failed here; Err of the scan says why
)

// Token is one token and the bytes [Pos, End) of the source that it came from.
type Token struct {
	Text     string
	Pos, End int32
	Kind     Kind
	Class    Class // of a Word
	NeedAS   bool  // a Word that is a column label only behind AS
}

// Is reports whether t is the key word w.
func (t *Token) Is(w string) bool { return t.Kind == Word && t.Text == w }

// IsPunct reports whether t is the punctuation p.
func (t *Token) IsPunct(p string) bool { return t.Kind == Punct && t.Text == p }

// IsOp reports whether t is the operator op.
func (t *Token) IsOp(op string) bool { return t.Kind == Op && t.Text == op }

// IsColID reports whether t may name a column or table.
func (t *Token) IsColID() bool {
	return t.Kind == Quoted || t.Kind == Word && t.Class <= ColName
}

// Result is what Scan found besides tokens. Err explains the Bad token that
// then ends the list: PostgreSQL reads as it parses, so that an earlier syntax
// error comes first. Notices are about names that were cut to 63 bytes.
type Result struct {
	Err     *pgerr.Error
	Notices []Notice
}

// Notice is a report about the name at byte Pos.
type Notice struct {
	Pos   int32
	Error *pgerr.Error
}

// Options are the settings that texts are read by.
type Options struct {
	NoQuoteEscape bool // backslash_quote = off: \' is an error in E''
}

// Scan appends the tokens of src to toks. The last one is EOF or Bad.
func Scan(src string, toks []Token) ([]Token, Result) { return Options{}.Scan(src, toks) }

// Scan is the function Scan under these options.
func (o Options) Scan(src string, toks []Token) ([]Token, Result) {
	s := scanner{src: src, opts: o}
	for {
		if s.skipSpace(); s.err == nil && s.i >= len(src) {
			toks = append(toks, Token{Kind: EOF, Pos: int32(len(src)), End: int32(len(src))})
			return toks, s.Result()
		}
		if len(toks) == cap(toks) {
			toks = slices.Grow(toks, len(toks)+64) // append grows long slices in small steps
		}
		toks = append(toks, Token{})
		t := &toks[len(toks)-1]
		t.Pos = int32(s.i)
		if s.err == nil {
			s.token(t)
		}
		t.End = int32(s.i)
		if s.err != nil {
			t.Kind = Bad
			return toks, s.Result()
		}
	}
}

type scanner struct {
	src     string
	opts    Options
	i       int
	err     *pgerr.Error
	notices []Notice
}

// Result returns the reports of the scan.
func (s *scanner) Result() Result { return Result{s.err, s.notices} }

// fail reports msg as PostgreSQL's scanner does: with the text from at to the
// end of what was read.
func (s *scanner) fail(at int, msg string) {
	if at >= len(s.src) {
		s.err = pgerr.New(pgerr.SyntaxError, "%s at end of input", msg).At(at)
		return
	}
	s.err = pgerr.New(pgerr.SyntaxError, "%s at or near \"%s\"", msg, s.src[at:s.i]).At(at)
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func identStart(c byte) bool {
	return c == '_' || c|32 >= 'a' && c|32 <= 'z' || c >= 0x80
}
func identCont(c byte) bool { return identStart(c) || isDigit(c) || c == '$' }

// peek returns the byte n behind the current one, 0 at the end.
func (s *scanner) peek(n int) byte {
	if s.i+n < len(s.src) {
		return s.src[s.i+n]
	}
	return 0
}

func (s *scanner) skipSpace() {
	for s.err == nil && s.i < len(s.src) {
		switch c := s.src[s.i]; {
		case isSpace(c):
			s.i++
		case c == '-' && s.peek(1) == '-':
			s.skipLine()
		case c == '/' && s.peek(1) == '*':
			s.skipComment()
		default:
			return
		}
	}
}

func (s *scanner) skipLine() {
	for s.i < len(s.src) && s.src[s.i] != '\n' && s.src[s.i] != '\r' {
		s.i++
	}
}

// skipComment skips a comment, which may contain others.
func (s *scanner) skipComment() {
	start, depth := s.i, 0
	for s.i < len(s.src) {
		switch {
		case s.src[s.i] == '/' && s.peek(1) == '*':
			depth++
			s.i += 2
		case s.src[s.i] == '*' && s.peek(1) == '/':
			depth--
			s.i += 2
			if depth == 0 {
				return
			}
		default:
			s.i++
		}
	}
	s.fail(start, "unterminated /* comment")
}

// token reads the token at s.i, which is no space.
func (s *scanner) token(t *Token) {
	c := s.src[s.i]
	switch {
	case c == '\'':
		s.stringToken(t, 0)
	case identStart(c):
		if !s.prefixedString(t) {
			s.word(t)
		}
	case isDigit(c) || c == '.' && isDigit(s.peek(1)):
		s.number(t)
	case c == '"':
		s.quotedName(t)
	case c == '$':
		s.dollar(t)
	case opClass[c] > 0:
		s.operator(t)
	default:
		s.punct(t)
	}
}

func (s *scanner) punct(t *Token) {
	start := s.i
	two := s.src[start:min(start+2, len(s.src))]
	switch two {
	case "..", "::", ":=":
		s.i += 2
	default:
		s.i++
	}
	t.Kind, t.Text = Punct, s.src[start:s.i]
}

const (
	opChars = "~!@#^&|`?+-*/%<>="
	// An operator may end in + or - only if it has one of these in it, so that
	// a=-1 is what it looks like.
	nonSQLOpChars = "~!@#^&|`?%"
	maxNameLen    = 63
)

// opClass is 1 for the characters of operators, 2 for the nonSQLOpChars.
var opClass = func() (c [256]uint8) {
	for i := range len(opChars) {
		c[opChars[i]] = 1
	}
	for i := range len(nonSQLOpChars) {
		c[nonSQLOpChars[i]] = 2
	}
	return c
}()

func (s *scanner) operator(t *Token) {
	start := s.i
	end := min(len(s.src), start+maxNameLen+1) // longer ones are refused, and must not cost
	special := false
	for s.i < end && opClass[s.src[s.i]] > 0 {
		if c, n := s.src[s.i], s.peek(1); c == '-' && n == '-' || c == '/' && n == '*' {
			break // a comment; the first byte was looked at by skipSpace
		}
		special = special || opClass[s.src[s.i]] > 1
		s.i++
	}
	if !special {
		for s.i-start > 1 && (s.src[s.i-1] == '+' || s.src[s.i-1] == '-') {
			s.i--
		}
	}
	t.Kind, t.Text = Op, s.src[start:s.i]
	switch {
	case t.Text == "!=":
		t.Text = "<>"
	case t.Text == "=>":
		t.Kind = Punct
	case s.i-start > maxNameLen:
		s.fail(start, "operator too long")
	}
}

// word reads an unquoted name or key word.
func (s *scanner) word(t *Token) {
	start, upper := s.i, false
	for s.i < len(s.src) && identCont(s.src[s.i]) {
		c := s.src[s.i]
		upper = upper || c >= 'A' && c <= 'Z'
		s.i++
	}
	t.Kind, t.Text = Word, s.src[start:s.i]
	if len(t.Text) < 32 {
		var buf [32]byte
		low := buf[:copy(buf[:], t.Text)]
		if upper {
			fold(low)
		}
		if k, ok := keywords[string(low)]; ok {
			t.Text, t.Class, t.NeedAS = k.text, k.class, k.needAS
			return
		}
	}
	if upper {
		b := []byte(t.Text)
		fold(b)
		t.Text = string(b)
	}
	t.Text = s.cutName(t.Text)
}

// fold turns ASCII letters to lower case in place; others stay as they are, as
// with any multi-byte encoding in PostgreSQL.
func fold(b []byte) {
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 32
		}
	}
}

// cutName cuts a name to 63 bytes, at a character's edge, with a notice.
func (s *scanner) cutName(name string) string {
	if len(name) <= maxNameLen {
		return name
	}
	n := maxNameLen
	for !utf8.RuneStart(name[n]) {
		n--
	}
	e := pgerr.New(pgerr.NameTooLong, "identifier \"%s\" will be truncated to \"%s\"", name, name[:n])
	e.Severity = "NOTICE"
	s.notices = append(s.notices, Notice{int32(s.i), e})
	return name[:n]
}

// dollar reads $1 or $tag$ ... $tag$.
func (s *scanner) dollar(t *Token) {
	start := s.i
	if isDigit(s.peek(1)) {
		s.param(t)
		return
	}
	j := start + 1
	for j < len(s.src) && identCont(s.src[j]) && s.src[j] != '$' {
		j++
	}
	if j >= len(s.src) || s.src[j] != '$' {
		s.punct(t)
		return
	}
	tag := s.src[start : j+1]
	end := strings.Index(s.src[j+1:], tag)
	if end < 0 {
		s.i = len(s.src)
		s.fail(start, "unterminated dollar-quoted string")
		return
	}
	t.Kind, t.Text = String, s.src[j+1:j+1+end]
	s.i = j + 1 + end + len(tag)
}

func (s *scanner) param(t *Token) {
	start := s.i
	s.i++
	for isDigit(s.peek(0)) {
		s.i++
	}
	t.Kind, t.Text = Param, s.src[start+1:s.i]
	switch {
	case identStart(s.peek(0)):
		s.junk(start, "trailing junk after parameter")
	case len(strings.TrimLeft(t.Text, "0")) > 10 || atoi(t.Text) > 1<<31-1:
		s.fail(start, "parameter number too large")
	}
}

func atoi(digits string) (n int) {
	for _, c := range []byte(digits) {
		n = n*10 + int(c-'0')
	}
	return n
}

// junk reports letters that stand directly behind a number.
func (s *scanner) junk(start int, msg string) {
	for s.i < len(s.src) && identCont(s.src[s.i]) {
		s.i++
	}
	s.fail(start, msg)
}
