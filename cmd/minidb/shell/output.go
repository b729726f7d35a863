package shell

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// Where output goes: standard output, a file, or a program.

// output is a place for results.
type output struct {
	*bufio.Writer
	to    io.Writer
	err   error        // the first that writing met; it stays, as C's ferror does
	close func() error // nil for standard output
}

func newOutput(to io.Writer) *output { return &output{Writer: bufio.NewWriter(to), to: to} }

// flush writes what was printed, and tells whether all of it could be written so far.
func (o *output) flush() error {
	if err := o.Flush(); err != nil {
		if o.err == nil {
			o.err = err
		}
		o.Reset(o.to) // what comes is tried again
	}
	return o.err
}

// rest is flush, but its error is one that nobody has seen yet.
func (o *output) rest() error {
	if seen := o.err; seen != nil {
		o.flush()
		return nil
	}
	return o.flush()
}

// open opens a file, or with a | first a program's input. "" is standard output.
func (s *Shell) open(name string) (*output, error) {
	if name == "" {
		return s.out, nil
	}
	if command, ok := strings.CutPrefix(name, "|"); ok {
		s.out.flush()
		cmd := exec.Command("sh", "-c", command)
		cmd.Stdout, cmd.Stderr = s.programs, s.errs
		in, err := cmd.StdinPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			return nil, err
		}
		o := newOutput(in)
		o.close = func() error {
			o.flush()
			in.Close()
			cmd.Wait()
			return nil // how it ended is its own affair
		}
		return o, nil
	}
	return s.openFile(expandTilde(name))
}

func (s *Shell) openFile(name string) (*output, error) {
	f, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	o := newOutput(f)
	o.close = func() error { return errors.Join(o.rest(), f.Close()) }
	return o, nil
}

// openOnce opens a file or a program for one result. A program at a terminal gets
// the terminal too, when the result is complete.
func (s *Shell) openOnce(name string) (*output, error) {
	command, ok := strings.CutPrefix(name, "|")
	if !ok || s.terminal == nil {
		return s.open(name)
	}
	text := new(bytes.Buffer)
	o := newOutput(text)
	o.close = func() (err error) {
		o.flush()
		s.terminal.Lend(func() { err = s.pipe(command, text.Bytes()) })
		return err
	}
	return o, nil
}

// pipe runs a program that has the terminal and reads text. The error is that it
// does not read all.
func (s *Shell) pipe(command string, text []byte) error {
	cmd := exec.Command("sh", "-c", command)
	cmd.Stdout, cmd.Stderr = os.Stdout, s.errs
	in, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return err
	}
	_, err = in.Write(text)
	in.Close()
	_ = cmd.Wait() // how it ended is its own affair
	return err
}

// inputOfPrograms is what programs read that the shell starts: not the script.
func (s *Shell) inputOfPrograms() io.Reader {
	if s.terminal == nil && s.in == s.stdin {
		return nil
	}
	return os.Stdin
}

// shared is a writer for the shell and for the programs that it starts, which print
// while it does: a file goes to them as it is.
func shared(w io.Writer) io.Writer {
	if _, ok := w.(*os.File); ok {
		return w
	}
	return &lockedWriter{w: w}
}

// lockedWriter takes one text at a time.
type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

// Write writes one text.
func (l *lockedWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

// redirect sends results to another place.
func (s *Shell) redirect(name string) bool {
	next, err := s.open(name)
	if err != nil {
		s.complain("error", strings.TrimPrefix(name, "|")+": "+errnoText(err))
		return false
	}
	s.flush()
	if s.query.close != nil {
		s.query.close()
	}
	s.query = next
	return true
}

func expandTilde(name string) string {
	if rest, ok := strings.CutPrefix(name, "~"); ok && (rest == "" || rest[0] == '/') {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	return name
}
