package shell

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"minidb"
)

// Options are psql's command line options.
type Options struct {
	Quiet       bool // -q: no command tags
	EchoAll     bool // -a: print every input line as it is read
	TuplesOnly  bool // -t: no column names, no number of rows
	Unaligned   bool // -A
	Verbosity   Verbosity
	StopOnError bool // ON_ERROR_STOP: a script ends at its first error
}

// ExitStatus is what a shell's work ends with if not in success.
type ExitStatus int

// The exit statuses of psql.
const (
	Failure       ExitStatus = 1 // a failed -c, a file that cannot be read
	NoConnection  ExitStatus = 2 // the session could not be opened
	ScriptFailure ExitStatus = 3 // a script stopped by ON_ERROR_STOP
)

// Error makes an ExitStatus an error; what there is to say was printed.
func (e ExitStatus) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// Shell runs scripts in one session.
type Shell struct {
	// Internal counts the errors that are the engine's own fault (XX000).
	Internal int

	conn conn
	opts Options
	out  *bufio.Writer
	// broken: output could not be written.
	broken bool
	errs   io.Writer
	in     *bufio.Reader // script being read; nil for -c
	stmt   string        // message being run, for the positions of notices
	held   []answer      // its results that wait to be printed
	file   string        // script as messages name it; "" for plain standard input
	line   int           // number of the script's line read last
	terse  bool          // messages of the shell's own have no prefix
}

// New returns a shell for a session. Output and errors may be the same writer.
func New(sess *minidb.Session, opts Options, out, errs io.Writer) *Shell {
	return newShell(engine{sess}, opts, out, errs)
}

func newShell(c conn, opts Options, out, errs io.Writer) *Shell {
	s := &Shell{conn: c, opts: opts, out: bufio.NewWriter(out), errs: errs}
	c.OnNotice(s.notice)
	return s
}

// Action is one -c or -f option.
type Action struct {
	File bool   // Arg is a script's name; if not, it is SQL
	Arg  string // "-" as a script's name is standard input
}

// RunActions runs actions in order. Its error is the last action's, or under
// StopOnError that of the first to fail.
func (s *Shell) RunActions(ctx context.Context, list []Action) (err error) {
	for _, a := range list {
		if a.File {
			err = s.RunFile(ctx, a.Arg)
		} else {
			err = s.RunCommand(ctx, a.Arg)
		}
		if err != nil && s.opts.StopOnError || ctx.Err() != nil {
			break
		}
	}
	return err
}

// RunFile runs a script file; "-" is standard input. The error is an ExitStatus.
func (s *Shell) RunFile(ctx context.Context, name string) error {
	in := os.Stdin
	if name == "-" {
		name = "<stdin>"
	} else {
		name = filepath.Clean(name)
		f, err := os.Open(name)
		if err != nil {
			s.complain("error", name+": "+errnoText(err))
			return Failure
		}
		defer f.Close()
		in = f
	}
	s.file, s.terse = name, false
	defer func() { s.file, s.terse = "", true }()
	return s.run(ctx, in)
}

// errnoText spells an error of the operating system as C's strerror does.
func errnoText(err error) string {
	var errno syscall.Errno
	if !errors.As(err, &errno) {
		return err.Error()
	}
	text := []byte(errno.Error())
	if len(text) > 0 && text[0] >= 'a' && text[0] <= 'z' {
		text[0] -= 'a' - 'A'
	}
	return string(text)
}

// Run runs a script that has no name. The error is an ExitStatus.
func (s *Shell) Run(ctx context.Context, in io.Reader) error {
	s.terse = true
	return s.run(ctx, in)
}

// RunCommand runs the text of a -c option: a backslash command, or one message
// of any number of statements. The error is an ExitStatus.
func (s *Shell) RunCommand(ctx context.Context, text string) error {
	s.terse = true
	defer s.flush()
	ok := true
	if len(text) > 0 && text[0] == '\\' {
		s.echo(text[1:])
		ok, _ = s.meta(ctx, text[1:])
	} else {
		s.echo(text)
		ok = s.send(ctx, text)
	}
	if !ok {
		return Failure
	}
	return nil
}

// flush writes what was printed. It is false if that failed; the first time it
// says so, as psql does.
func (s *Shell) flush() bool {
	err := s.out.Flush()
	if err != nil && !s.broken {
		s.broken = true
		fmt.Fprintf(s.errs, "could not print result table: %s\n", errnoText(err))
	}
	return err == nil
}

// echo prints input under -a.
func (s *Shell) echo(text string) {
	if s.opts.EchoAll {
		s.out.WriteString(text)
		s.out.WriteByte('\n')
	}
}
