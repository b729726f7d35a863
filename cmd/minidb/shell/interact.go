package shell

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"minidb"
	"minidb/cmd/minidb/shell/edit"
	"minidb/parser/lex"
)

// A person at a terminal: psql's main loop as it is when input is typed.

// Terminal is where that person sits; *edit.Editor is one.
type Terminal interface {
	// ReadLine reads a line with history and completion, ReadText any other text.
	// Errors are io.EOF and edit.ErrInterrupted.
	ReadLine(prompt string) (string, error)
	ReadText(prompt string) (string, error)
	// Use sets what ReadLine works with.
	Use(h *edit.History, words edit.Completer, width func(rune) int)
	// Lend gives the terminal to another program while f runs.
	Lend(f func())
	// Cook lets it echo and edit by itself what is read from it by other ways.
	Cook(on bool)
	// Size is 0 where it is not known.
	Size() (columns, rows int)
}

// typed is what a person has typed of a statement that is not yet complete.
type typed struct {
	pending string // lines for the history
	line    string // being read
	saved   bool   // it is in the history
	edited  bool   // the statement came from \e and was not shown since
}

// Interact runs what is typed at a terminal until its end or \q.
func (s *Shell) Interact(ctx context.Context, t Terminal) error {
	s.terse, s.terminal = true, t
	s.stdin = bufio.NewReader(&typedText{shell: s})
	s.in = s.stdin
	defer func() { s.in = nil }()
	defer s.acting(func() {})() // between statements there is nothing to stop
	defer s.flush()
	s.history.Load(s.historyFile(), s.vars.int("HISTSIZE"))
	defer func() {
		s.history.SetLimit(s.vars.int("HISTSIZE"))
		_ = s.history.Close() // that it cannot be written is no error
	}()
	sc := newScript(s)
	sc.typed = new(typed)
	t.Use(&s.history, sc.completions, runeWidth)
	if !s.vars.on("QUIET") {
		fmt.Fprintf(s.out, "minidb %s, an in-memory SQL engine that speaks PostgreSQL's SQL.\nType \"help\" for help, \\q to quit.\n\n", minidb.Version)
	}
	for ends := 0; !sc.quit; {
		sc.showEdited()
		s.flush()
		line, err := t.ReadLine(sc.prompt())
		switch {
		case err == edit.ErrInterrupted:
			sc.giveUp()
			continue
		case err != nil:
			if ends++; ends < s.vars.int("IGNOREEOF") {
				s.out.WriteString("Use \"\\q\" to leave minidb.\n")
				continue
			}
			if !s.vars.on("QUIET") {
				s.out.WriteString(`\q`)
			}
			s.out.WriteByte('\n')
			return sc.unfinished()
		}
		ends = 0
		sc.enter(ctx, line)
		if s.lost && !s.reset() {
			return NoConnection
		}
	}
	return nil
}

// unfinished complains of an \if without its end.
func (s *script) unfinished() error {
	if len(s.conds) > 0 {
		s.complain("error", `reached EOF without finding closing \endif(s)`)
	}
	return nil
}

// giveUp forgets what was typed so far: Ctrl-C.
func (s *script) giveUp() {
	s.buf = s.buf[:0]
	s.split.Reset()
	*s.typed = typed{}
	s.number = 1
	if n := len(s.conds); n > 0 {
		s.complain("error", `\if: escaped`)
		s.conds = s.conds[:n-1]
	}
}

// enter runs a line that was typed. Ctrl-C ends the statement that runs then, and
// what follows it on the line: psql goes on there without a word of its results.
func (s *script) enter(ctx context.Context, line string) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer s.acting(stop)()
	if line != "" && s.asksForHelp(line) {
		return
	}
	s.typed.line, s.typed.saved = line, false
	s.line++
	s.readLine(ctx, line)
	switch s.state() {
	case lex.Continuing:
		s.number++
	case lex.Ready:
		s.number = 1
	}
	if !s.typed.saved {
		s.typed.pending += withNewline(s.typed.line)
	}
}

// showEdited shows what \e left of a statement, as if it had been typed.
func (s *script) showEdited() {
	if s.typed.edited && len(s.buf) > 0 {
		ready := *s
		ready.buf, ready.number = nil, 1
		ready.split.Reset()
		s.out.WriteString(edit.Unmarked(ready.prompt()))
		s.out.Write(s.buf)
	}
	s.typed.edited = false
}

// asksForHelp deals with the words that other shells know. They count only where
// a statement can begin; elsewhere there is advice.
func (s *script) asksForHelp(line string) bool {
	word, rest := line, ""
	if n := strings.IndexAny(line, " \t\n;"); n >= 0 {
		word, rest = line[:n], line[n:]
	}
	rest = strings.TrimLeft(rest, slashSpace)
	rest = strings.TrimLeft(strings.TrimPrefix(rest, ";"), slashSpace)
	if rest != "" {
		return false
	}
	fresh := len(s.buf) == 0
	switch strings.ToLower(word) {
	case "help":
		if fresh {
			s.out.WriteString(helpHint)
			return true
		}
		s.out.WriteString("Use \\? for help or press control-C to clear the input buffer.\n")
	case "exit", "quit":
		switch {
		case fresh:
			s.quit = true
			return true
		case s.inQuote():
			s.out.WriteString("Use control-D to quit.\n")
		default:
			s.out.WriteString("Use \\q to quit.\n")
		}
	case `\q`:
		if !fresh && s.inQuote() {
			s.out.WriteString("Use control-D to quit.\n")
		}
	}
	return false
}

const helpHint = `You are using minidb, the command-line interface to an in-memory SQL engine.
Type:  \copyright for distribution terms
       \h for help with SQL commands
       \? for help with backslash commands
       \d to list tables, \d NAME to describe one
       \g or terminate with semicolon to execute query
       \q to quit
`

// remember puts what was typed so far into the history, as one entry.
func (s *script) remember() {
	t := s.typed
	if t == nil || t.saved {
		return
	}
	entry := strings.TrimRight(t.pending+t.line, "\n")
	t.pending, t.saved = "", true
	control := strings.ToLower(s.vars["HISTCONTROL"])
	ignore := func(what string) bool { return control == what || control == "ignoreboth" }
	if entry == "" || ignore("ignorespace") && entry[0] == ' ' || ignore("ignoredups") && entry == s.history.Last() {
		return
	}
	s.history.Add(entry)
}

// historyFile is where the history is kept; "" if there is no place.
func (s *Shell) historyFile() string {
	if name := cmp.Or(s.vars["HISTFILE"], os.Getenv("MINIDB_HISTORY")); name != "" {
		return expandTilde(name)
	}
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "minidb", "history")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, ".local", "state", "minidb", "history")
}

// reset opens another session in the place of a lost one.
func (s *Shell) reset() bool {
	io.WriteString(s.errs, "The connection to the server was lost. Attempting reset: ")
	if err := s.connect(); err != nil {
		io.WriteString(s.errs, "Failed.\n")
		return false
	}
	io.WriteString(s.errs, "Succeeded.\n")
	return true
}

// typedText is text that is not for the shell: lines of a COPY, answers. Every
// line is asked for when it is wanted.
type typedText struct {
	shell *Shell
	rest  string // of the line
}

// Read gives out at most one line.
func (t *typedText) Read(p []byte) (int, error) {
	if t.rest == "" {
		s := t.shell
		s.flush()
		line, err := s.terminal.ReadText(s.textPrompt())
		if err != nil {
			return 0, err
		}
		t.rest = line + "\n"
	}
	n := copy(p, t.rest)
	t.rest = t.rest[n:]
	return n, nil
}

// textPrompt is the prompt for text that is not for the shell.
func (s *Shell) textPrompt() string {
	if s.copying {
		return s.expandPrompt(s.vars["PROMPT3"], nil)
	}
	return s.asking
}

// state is what psql's prompt shows of a statement.
func (s *script) state() lex.State {
	switch st := s.split.State(); {
	case st != lex.Ready && st != lex.Continuing:
		return st
	case len(s.buf) > 0:
		return lex.Continuing
	}
	return lex.Ready
}
