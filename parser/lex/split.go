package lex

import "strings"

// Splitting scripts into statements as psql does: at semicolons outside of
// quotes, comments and parentheses.

// State is what a Splitter is in the middle of; psql shows it in its prompt.
type State uint8

// The states of a Splitter.
const (
	Ready        State = iota // nothing read yet
	Continuing                // in a statement
	SingleQuote               // in '...'
	DoubleQuote               // in "..."
	DollarQuote               // in $tag$...
	BlockComment              // in /* ...
	Paren                     // in parentheses
)

// Stop says why Splitter.Scan returned.
type Stop uint8

// The reasons to stop.
const (
	EndOfText   Stop = iota // everything was read; the statement goes on
	AtSemicolon             // a statement ended, its semicolon was read
	AtBackslash             // a backslash outside of quotes comes next
	AtColon                 // so does a colon, of those that Splitter.Colons looks for
)

// Splitter reads a script piece by piece, each ending at the end of a line.
// Its zero value is ready for use.
type Splitter struct {
	// Colons stops at colons that may begin a reference to a psql variable.
	Colons bool

	quote   State // SingleQuote, DoubleQuote, DollarQuote, BlockComment or 0
	escapes bool  // a SingleQuote with backslash escapes
	tag     string
	nesting int // of comments
	parens  int
	started bool
}

// Reset forgets everything read.
func (p *Splitter) Reset() { *p = Splitter{Colons: p.Colons} }

// Skip tells that text was read without Scan: something outside of quotes.
func (p *Splitter) Skip() { p.started = true }

// State returns what the splitter is in the middle of.
func (p *Splitter) State() State {
	switch {
	case p.quote != 0:
		return p.quote
	case p.parens > 0:
		return Paren
	case p.started:
		return Continuing
	}
	return Ready
}

// Scan reads text until something stops it, and returns how many bytes it
// read. Call it again with the rest.
func (p *Splitter) Scan(text string) (n int, stop Stop) {
	for n < len(text) {
		if p.quote != 0 {
			n += p.inQuote(text[n:])
			continue
		}
		c := text[n]
		switch {
		case c == ';' && p.parens == 0:
			p.started = false
			return n + 1, AtSemicolon
		case c == '\\':
			return n, AtBackslash
		case c == ':' && p.Colons:
			if strings.HasPrefix(text[n:], "::") || strings.HasPrefix(text[n:], ":=") {
				n += 2
				continue
			}
			return n, AtColon
		case isSpace(c):
			n++
		case strings.HasPrefix(text[n:], "--"):
			n += lineLen(text[n:])
		default:
			p.started = p.started || !strings.HasPrefix(text[n:], "/*")
			n += p.outside(text[n:])
		}
	}
	return n, EndOfText
}

func lineLen(text string) int {
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		return i
	}
	return len(text)
}

// outside reads one token, or the opening of a quote or comment.
func (p *Splitter) outside(text string) int {
	c := text[0]
	switch {
	case c == '\'':
		p.quote, p.escapes = SingleQuote, false
	case c == '"':
		p.quote = DoubleQuote
	case strings.HasPrefix(text, "/*"):
		p.quote, p.nesting = BlockComment, 1
		return 2
	case c == '(':
		p.parens++
	case c == ')' && p.parens > 0:
		p.parens--
	case c == '$':
		if tag := dollarTag(text); tag != "" {
			p.quote, p.tag = DollarQuote, tag
			return len(tag)
		}
	case (c == 'e' || c == 'E') && len(text) > 1 && text[1] == '\'':
		p.quote, p.escapes = SingleQuote, true
		return 2
	case identStart(c) || isDigit(c):
		n := 1
		for n < len(text) && identCont(text[n]) {
			n++
		}
		return n
	}
	return 1
}

// dollarTag returns the $tag$ that text begins with, or "".
func dollarTag(text string) string {
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '$':
			return text[:i+1]
		case !identStart(c) && (i == 1 || !isDigit(c)):
			return ""
		}
	}
	return ""
}

// inQuote reads up to the end of the open quote or comment, or all of text.
func (p *Splitter) inQuote(text string) int {
	switch p.quote {
	case DollarQuote:
		if i := strings.Index(text, p.tag); i >= 0 {
			p.quote = 0
			return i + len(p.tag)
		}
		return len(text)
	case BlockComment:
		return p.inComment(text)
	}
	q := byte('\'')
	if p.quote == DoubleQuote {
		q = '"'
	}
	for i := 0; i < len(text); i++ {
		switch {
		case p.escapes && p.quote == SingleQuote && text[i] == '\\':
			i++
		case text[i] == q: // a doubled quote opens the string again
			p.quote = 0
			if p.escapes && i+1 < len(text) && text[i+1] == q {
				p.quote = SingleQuote
				i++
				continue
			}
			return i + 1
		}
	}
	return len(text)
}

func (p *Splitter) inComment(text string) int {
	for i := 0; i+1 < len(text); i++ {
		switch text[i : i+2] {
		case "/*":
			p.nesting++
			i++
		case "*/":
			p.nesting--
			i++
			if p.nesting == 0 {
				p.quote = 0
				return i + 1
			}
		}
	}
	return len(text)
}

// Split cuts a script into its statements, each with its semicolon if it has
// one, without the white space around it. What is only white space or
// comments is left out. Backslashes have no meaning.
func Split(script string) []string {
	var (
		p     Splitter
		stmts []string
		start int
	)
	for i := 0; i < len(script); {
		n, stop := p.Scan(script[i:])
		i += n
		switch stop {
		case AtBackslash:
			p.started = true
			i++
		case AtSemicolon:
			if s := strings.TrimSpace(script[start:i]); s != ";" {
				stmts = append(stmts, s)
			}
			start = i
		case EndOfText:
			if s := strings.TrimSpace(script[start:]); p.State() != Ready {
				stmts = append(stmts, s)
			}
		}
	}
	return stmts
}
