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

// script is a script being read.
type script struct {
	*Shell
	split lex.Splitter
	buf   strings.Builder // the statement so far
	ok    bool            // the last statement or command of the line worked
	quit  bool
}

// run runs a script to its end, to \q, or to its first error under StopOnError.
func (s *Shell) run(ctx context.Context, in io.Reader) error {
	defer s.flush()
	s.line = 0
	sc := &script{Shell: s}
	r := bufio.NewReader(in)
	s.in = r
	defer func() { s.in = nil }()
	for !sc.quit {
		line, err := r.ReadString('\n')
		if err != nil && err != io.EOF {
			s.complain("error", "could not read from input file: "+errnoText(err))
			return Failure
		}
		if line == "" {
			break
		}
		s.line++
		sc.readLine(ctx, strings.TrimSuffix(line, "\n"))
		if !sc.ok && s.opts.StopOnError || ctx.Err() != nil {
			return ScriptFailure
		}
	}
	if sc.buf.Len() > 0 && !s.send(ctx, sc.buf.String()) && s.opts.StopOnError {
		return ScriptFailure
	}
	return nil
}

// byteOrderMark may stand at the beginning of a script.
const byteOrderMark = "\ufeff"

// readLine takes one line and runs the statements that end in it.
func (s *script) readLine(ctx context.Context, line string) {
	s.ok = true
	if s.line == 1 {
		line = strings.TrimPrefix(line, byteOrderMark)
	}
	if line == "" && !s.inQuote() {
		return
	}
	s.echo(line)
	newline := s.buf.Len() > 0
	if newline {
		s.buf.WriteByte('\n')
	}
	for ctx.Err() == nil && (s.ok || !s.opts.StopOnError) {
		n, stop := s.split.Scan(line)
		added := s.collect(line[:n])
		line = line[n:]
		switch stop {
		case lex.EndOfText:
			return
		case lex.AtSemicolon:
			s.ok = s.send(ctx, s.buf.String())
			s.buf.Reset()
			newline = false
		case lex.AtBackslash:
			if len(line) > 1 && (line[1] == ';' || line[1] == ':') {
				s.buf.WriteByte(line[1])
				line = line[2:]
				newline = false
				continue
			}
			if newline && !added { // leave no trace of a line that is a command
				s.trimNewline()
			}
			s.ok, s.quit = s.meta(ctx, line[1:])
			return
		}
	}
}

func (s *script) inQuote() bool {
	switch s.split.State() {
	case lex.Ready, lex.Continuing, lex.Paren:
		return false
	}
	return true
}

// collect adds scanned text to the statement and tells whether there was any.
func (s *script) collect(text string) bool {
	if s.buf.Len() == 0 {
		text = trimLeading(text)
	}
	s.buf.WriteString(text)
	return text != ""
}

func (s *script) trimNewline() {
	text := strings.TrimSuffix(s.buf.String(), "\n")
	s.buf.Reset()
	s.buf.WriteString(text)
}

// trimLeading cuts off white space and comments of two dashes.
func trimLeading(text string) string {
	for {
		text = strings.TrimLeft(text, " \t\r\f\v")
		if !strings.HasPrefix(text, "--") {
			return text
		}
		i := strings.IndexByte(text, '\r') // ends a comment as a line feed does
		if i < 0 {
			return ""
		}
		text = text[i:]
	}
}
