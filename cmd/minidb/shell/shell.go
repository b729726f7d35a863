package shell

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"minidb"
	"minidb/cmd/minidb/shell/edit"
)

// Options are the options that a shell starts with. The others of psql's are
// variables and print options; see Setup.
type Options struct {
	Quiet      bool // -q: no command tags
	EchoAll    bool // -a: print every input line as it is read
	TuplesOnly bool // -t: no column names, no number of rows
	Unaligned  bool // -A
	// Sessions opens another session on the same database, for \c and completion.
	Sessions func() (*minidb.Session, error)
	Stdin    io.Reader // nil: os.Stdin
	// Progress: errors go to a terminal, which may show how far statements are.
	Progress bool
	// Typed: Stdin is a terminal, which has lines edited by itself.
	Typed bool
}

// ExitStatus is what a shell's work ends with if not in success.
type ExitStatus int

// The exit statuses of psql.
const (
	Failure       ExitStatus = 1 // a failed -c, a file that cannot be read
	NoConnection  ExitStatus = 2 // the session could not be opened, or was lost
	ScriptFailure ExitStatus = 3 // a script stopped by ON_ERROR_STOP
)

// Error makes an ExitStatus an error; what there is to say was printed.
func (e ExitStatus) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// Shell runs scripts in one session.
type Shell struct {
	// Internal counts the errors that are the engine's own fault (XX000),
	// Errors all errors.
	Internal, Errors int

	conn     conn
	vars     variables
	format   Format
	timing   bool
	sessions func() (*minidb.Session, error)
	lost     bool // the session has ended

	out        *output   // standard output
	programs   io.Writer // the same without the buffer, for programs: shared
	query      *output   // where results go: standard output, or \o's file
	log        *os.File  // -L
	errs       io.Writer
	stdin      *bufio.Reader
	stdinTyped bool           // stdin is a terminal
	waits      *Interruptible // what stdin reads from, if it is one

	in          *bufio.Reader // script being read; nil for -c
	stmt        string        // message being run, for the positions of notices
	held        []answer      // its results that wait to be printed
	unwritten   bool          // some of them could not be written
	once        onceOptions   // for the next statement only
	restrictKey string        // key that \unrestrict wants; "" if commands are allowed
	failed      *failure      // the last error, for \errverbose
	depth       int           // of scripts in scripts
	file        string        // script as messages name it; "" for plain standard input
	line        int           // number of the script's line read last
	terse       bool          // messages of the shell's own have no prefix

	interrupts interrupts
	meter      *meter // nil unless errs is a terminal

	terminal Terminal // where a person types; nil if nobody does
	history  edit.History
	asking   string // prompt for text that is not for the shell
	width    int    // of the prompt shown last, in columns
	copying  bool   // lines typed are a COPY's data
}

// failure is an error with the statement that it is about.
type failure struct {
	err  *minidb.Error
	stmt string
}

// New returns a shell for a session. Output and errors may be the same writer.
func New(sess *minidb.Session, opts Options, out, errs io.Writer) *Shell {
	return newShell(engine{sess}, opts, out, errs)
}

func newShell(c conn, opts Options, out, errs io.Writer) *Shell {
	out = shared(out)
	s := &Shell{conn: c, vars: newVariables(), format: defaultFormat(), sessions: opts.Sessions, stdinTyped: opts.Typed,
		out: newOutput(out), programs: out, errs: errs, stdin: bufio.NewReader(os.Stdin)}
	s.query = s.out
	if opts.Stdin != nil {
		s.stdin = bufio.NewReader(opts.Stdin)
		s.waits, _ = opts.Stdin.(*Interruptible)
	}
	if opts.EchoAll {
		s.vars["ECHO"] = "all"
	}
	if opts.Quiet {
		s.vars["QUIET"] = "on"
	}
	s.format.TuplesOnly = opts.TuplesOnly
	if opts.Unaligned {
		s.format.Kind = "unaligned"
	}
	if opts.Progress {
		s.meter = newMeter(errs, c.Progress)
	}
	c.OnNotice(s.notice)
	return s
}

// Setup sets variables, each given as NAME=VALUE or, to unset it, as NAME, and
// then print options, each given as NAME or NAME=VALUE. What is wrong with them
// is printed; the error is an ExitStatus.
func (s *Shell) Setup(vars, psets []string) error {
	for _, v := range vars {
		name, value, given := strings.Cut(v, "=")
		if !given {
			s.vars.unset(name)
			continue
		}
		if err := s.vars.set(name, value); err != nil {
			s.complain("error", err.Error())
			return Failure
		}
	}
	for _, p := range psets {
		name, value, given := strings.Cut(p, "=")
		if err := s.format.set(name, value, given); err != nil {
			s.complain("error", err.Error())
			s.complain("error", `could not set printing parameter "`+name+`"`)
			return Failure
		}
	}
	return nil
}

// Output sends results to a file or, behind a |, to a command: option -o.
func (s *Shell) Output(name string) error {
	s.terse = false
	if !s.redirect(name) {
		return Failure
	}
	return nil
}

// Log writes statements and results to a file as well: option -L.
func (s *Shell) Log(name string) error {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		s.complain("error", `could not open log file "`+name+`": `+errnoText(err))
		return Failure
	}
	s.log = f
	return nil
}

// Close ends output to files.
func (s *Shell) Close() {
	s.flush()
	s.redirect("")
	if s.log != nil {
		s.log.Close()
	}
}

// Action is one -c or -f option.
type Action struct {
	File  bool   // Arg is a script's name; if not, it is SQL
	Arg   string // "-" as a script's name is standard input
	Input bool   // the script on standard input, as one without a name
}

// RunActions runs actions in order. Its error is the last action's, or under
// ON_ERROR_STOP that of the first to fail.
func (s *Shell) RunActions(ctx context.Context, list []Action) (err error) {
	for _, a := range list {
		switch {
		case ctx.Err() != nil && a.File: // what follows an interrupt fails at once
			err = ScriptFailure
		case ctx.Err() != nil:
			err = Failure
		case a.Input:
			err = s.Run(ctx, s.stdin)
		case a.File:
			err = s.RunFile(ctx, a.Arg)
		default:
			err = s.RunCommand(ctx, a.Arg)
		}
		if err != nil && s.vars.on("ON_ERROR_STOP") || s.lost {
			break
		}
	}
	return err
}

// RunTransaction runs actions as one transaction: option -1.
func (s *Shell) RunTransaction(ctx context.Context, list []Action) error {
	if !s.internal(ctx, "BEGIN") && s.vars.on("ON_ERROR_STOP") {
		return ScriptFailure
	}
	err := s.RunActions(ctx, list)
	end := "COMMIT"
	if err != nil {
		end = "ROLLBACK"
	}
	if !s.internal(ctx, end) && s.vars.on("ON_ERROR_STOP") && err == nil {
		return ScriptFailure
	}
	return err
}

// maxDepth is how many scripts may run each other.
const maxDepth = 200

// RunFile runs a script file; "-" is standard input. The error is an ExitStatus.
func (s *Shell) RunFile(ctx context.Context, name string) error {
	in := s.stdin
	if name == "-" {
		name = "<stdin>"
	} else {
		if name != "" {
			name = filepath.Clean(name)
		}
		f, err := s.openInput(ctx, name)
		if s.depth >= maxDepth && err == nil {
			f.Close()
			err = syscall.EMFILE
		}
		if err != nil {
			s.complain("error", name+": "+errnoText(err))
			return Failure
		}
		defer f.Close()
		in = bufio.NewReader(f)
	}
	oldFile, oldTerse := s.file, s.terse
	s.file, s.terse = name, false
	s.depth++
	defer func() {
		s.depth--
		s.file, s.terse = oldFile, oldTerse || oldFile == ""
	}()
	return s.run(ctx, in)
}

// errnoText spells an error of the operating system as C's strerror does.
func errnoText(err error) string {
	var errno syscall.Errno
	if !errors.As(err, &errno) {
		return err.Error()
	}
	return capital(errno.Error())
}

// ErrorText is an error of the operating system as C's strerror spells it.
func ErrorText(err error) string { return errnoText(err) }

// capital makes the first letter a capital one, as C's texts of errors and signals have it.
func capital(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// Run runs a script that has no name. The error is an ExitStatus.
func (s *Shell) Run(ctx context.Context, in io.Reader) error {
	s.terse = true
	if in != io.Reader(s.stdin) {
		s.stdin = bufio.NewReader(in)
	}
	return s.run(ctx, s.stdin)
}

// RunCommand runs the text of a -c option: a backslash command, or one message
// of any number of statements. The error is an ExitStatus.
func (s *Shell) RunCommand(ctx context.Context, text string) error {
	s.terse = true
	defer s.flush()
	ok := true
	if rest, backslash := strings.CutPrefix(text, `\`); backslash {
		s.echo(rest)
		sc := newScript(s)
		verdict, _ := sc.meta(ctx, rest)
		ok = verdict != metaFailed
	} else {
		s.echo(text)
		ok = s.send(ctx, text)
	}
	switch {
	case s.lost:
		return NoConnection
	case !ok:
		return Failure
	}
	return nil
}

// flush writes what was printed. Like psql it says nothing if that fails: of a
// result, printResult does.
func (s *Shell) flush() {
	s.meter.erase()
	s.out.flush()
	if s.query != s.out {
		s.query.flush()
	}
}

// echo prints input under ECHO=all.
func (s *Shell) echo(text string) {
	if s.vars.is("ECHO", "all") {
		s.out.WriteString(text)
		s.out.WriteByte('\n')
	}
}
