package shell

import (
	"bufio"
	"context"
	"io"
	"strings"

	"minidb/parser/lex"
)

// From the lines of a script to statements: psql's main loop (mainloop.c).
// What it sends is not quite what it reads, which shows in the line numbers
// and positions of errors: empty lines are left out, and so are white space
// and comments of two dashes before a statement's first word.

type splitter = lex.Splitter

// script is a script being read.
type script struct {
	*Shell
	split    splitter
	buf      []byte // the statement so far
	previous string // the statement before it
	conds    []conditional
	ok       bool // the last statement or command of the line worked
	quit     bool
	typed    *typed // nil if the script is not typed by a person
	edited   string // what \e read
	number   int    // of the line in its statement, for prompts; lines that end in a quote do not count
}

func newScript(s *Shell) *script {
	sc := &script{Shell: s, ok: true, number: 1}
	sc.split.Colons = true
	return sc
}

// run runs a script to its end, to \q, or to its first error under ON_ERROR_STOP.
func (s *Shell) run(ctx context.Context, in *bufio.Reader) error {
	oldIn, oldLine := s.in, s.line
	s.in, s.line = in, 0
	defer func() { s.in, s.line = oldIn, oldLine }()
	defer s.flush()
	sc := newScript(s)
	for !sc.quit {
		line, err := in.ReadString('\n')
		if ctx.Err() != nil {
			return ScriptFailure
		}
		if err != nil && err != io.EOF {
			s.complain("error", "could not read from input file: "+errnoText(err))
			return Failure
		}
		if line == "" {
			break
		}
		s.line++
		line = strings.TrimSuffix(line, "\n")
		sc.readLine(ctx, line)
		if s.lost {
			return NoConnection
		}
		if !sc.ok && s.vars.on("ON_ERROR_STOP") || ctx.Err() != nil {
			return ScriptFailure
		}
		if line != "" && !s.connected() {
			return NoConnection
		}
	}
	if len(sc.buf) > 0 {
		if sc.active() && !s.send(ctx, string(sc.buf)) && s.vars.on("ON_ERROR_STOP") {
			return ScriptFailure
		}
		if s.lost || !s.connected() {
			return NoConnection
		}
	}
	if len(sc.conds) > 0 && !sc.quit {
		s.complain("error", `reached EOF without finding closing \endif(s)`)
		if s.vars.on("ON_ERROR_STOP") {
			return ScriptFailure
		}
	}
	return nil
}

// byteOrderMark may stand at the beginning of a script.
const byteOrderMark = "\ufeff"

// piece is text to be read: a line, or the value of a variable in it.
type piece struct{ text, name string }

// readLine takes one line and runs the statements that end in it.
func (s *script) readLine(ctx context.Context, line string) {
	s.ok = true
	if s.line == 1 {
		line = strings.TrimPrefix(line, byteOrderMark)
	}
	if line == "" && !s.inQuote() {
		return
	}
	if s.typed == nil {
		s.echo(line)
	}
	// If nothing follows the line's own newline, a command takes it away again.
	newlineAt := -1
	if len(s.buf) > 0 {
		s.buf = append(s.buf, '\n')
		newlineAt = len(s.buf)
	}
	pieces := []piece{{text: line}}
	for ctx.Err() == nil && !s.lost && (s.ok || !s.vars.on("ON_ERROR_STOP")) {
		last := len(pieces) - 1
		p := &pieces[last]
		n, stop := s.split.Scan(p.text)
		s.collect(p.text[:n])
		p.text = p.text[n:]
		switch stop {
		case lex.AtColon:
			pieces = s.variable(pieces)
		case lex.EndOfText:
			if last > 0 {
				pieces = pieces[:last]
				continue
			}
			if s.vars.on("SINGLELINE") && len(s.buf) > 0 && !s.inQuote() && s.split.State() != lex.Paren && s.active() {
				s.sendBuffer(ctx)
			}
			return
		case lex.AtSemicolon:
			newlineAt = -1
			if s.active() {
				s.sendBuffer(ctx)
			} else if s.typed != nil {
				s.complain("error", "query ignored; "+leaveIf)
			}
		case lex.AtBackslash:
			if len(p.text) > 1 && (p.text[1] == ';' || p.text[1] == ':') {
				s.buf = append(s.buf, p.text[1])
				p.text = p.text[2:]
				continue
			}
			if len(s.buf) == newlineAt {
				s.buf = s.buf[:newlineAt-1]
			}
			newlineAt = -1
			s.remember()
			s.command(ctx, p)
			if s.quit {
				return
			}
		}
	}
}

// variable puts the value of the variable at the text's colon in its place.
func (s *script) variable(pieces []piece) []piece {
	p := &pieces[len(pieces)-1]
	r, ok := parseReference(p.text)
	text := ""
	if ok && s.active() {
		text, ok = s.expand(r)
	}
	if !ok || !s.active() {
		n := 1
		if ok && r.quote == 0 {
			n = r.len
		}
		s.collect(p.text[:n])
		s.split.Skip()
		p.text = p.text[n:]
		return pieces
	}
	p.text = p.text[r.len:]
	if r.quote != 0 {
		s.collect(text)
		s.split.Skip()
		return pieces
	}
	for _, q := range pieces {
		if q.name == r.name {
			s.complain("warning", `skipping recursive expansion of variable "`+r.name+`"`)
			s.collect(":" + r.name)
			return pieces
		}
	}
	return append(pieces, piece{text, r.name})
}

// command runs the backslash command that a piece begins with, and goes on
// behind it.
func (s *script) command(ctx context.Context, p *piece) {
	var verdict metaResult
	verdict, p.text = s.meta(ctx, p.text[1:])
	switch verdict {
	case metaFailed:
		s.ok = false
	case metaQuit:
		s.quit = true
	case metaSend:
		if len(s.buf) == 0 {
			s.buf = append(s.buf, s.previous...)
		}
		s.sendBuffer(ctx)
		s.split.Reset()
	case metaEdited:
		s.buf, p.text = s.buf[:0], s.edited
		s.split.Reset()
		if s.typed != nil {
			s.typed.line, s.typed.saved, s.typed.edited = s.edited, false, true
		}
	}
}

// sendBuffer runs the statement that was read.
func (s *script) sendBuffer(ctx context.Context) {
	s.remember()
	s.number = 1
	s.previous, s.buf = string(s.buf), s.buf[:0]
	s.ok = s.send(ctx, s.previous)
}

func (s *script) inQuote() bool {
	switch s.split.State() {
	case lex.Ready, lex.Continuing, lex.Paren:
		return false
	}
	return true
}

// collect adds scanned text to the statement.
func (s *script) collect(text string) {
	if len(s.buf) == 0 {
		text = trimLeading(text)
	}
	s.buf = append(s.buf, text...)
}

// trimLeading cuts off white space and comments of two dashes.
func trimLeading(text string) string {
	for {
		text = strings.TrimLeft(text, " \t\n\r\f\v")
		if !strings.HasPrefix(text, "--") {
			return text
		}
		i := strings.IndexAny(text, "\r\n") // both end a comment
		if i < 0 {
			return ""
		}
		text = text[i:]
	}
}
