package shell

import (
	"bufio"
	"bytes"
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
	close func() error // nil for standard output
}

// open opens a file, or with a | first a program's input. "" is standard output.
func (s *Shell) open(name string) (*output, error) {
	if name == "" {
		return &output{Writer: s.out}, nil
	}
	if command, ok := strings.CutPrefix(name, "|"); ok {
		s.out.Flush()
		cmd := exec.Command("sh", "-c", command)
		cmd.Stdout, cmd.Stderr = s.programs, s.errs
		in, err := cmd.StdinPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			return nil, err
		}
		w := bufio.NewWriter(in)
		return &output{w, func() error {
			err := w.Flush()
			in.Close()
			cmd.Wait() // how it ended is its own affair
			if err != nil && strings.Contains(err.Error(), "broken pipe") {
				err = nil // it did not want to read it all
			}
			return err
		}}, nil
	}
	f, err := os.Create(expandTilde(name))
	if err != nil {
		return nil, err
	}
	w := bufio.NewWriter(f)
	return &output{w, func() error {
		err := w.Flush()
		if e := f.Close(); err == nil {
			err = e
		}
		return err
	}}, nil
}

// openOnce opens a file or a program for one result. A program at a terminal gets
// the terminal too, when the result is complete.
func (s *Shell) openOnce(name string) (*output, error) {
	command, ok := strings.CutPrefix(name, "|")
	if !ok || s.terminal == nil {
		return s.open(name)
	}
	text := new(bytes.Buffer)
	w := bufio.NewWriter(text)
	return &output{w, func() error {
		w.Flush()
		s.flush()
		s.terminal.Lend(func() { s.pipe(command, text) })
		return nil
	}}, nil
}

// pipe runs a program that reads text and has the terminal.
func (s *Shell) pipe(command string, text *bytes.Buffer) {
	cmd := exec.Command("sh", "-c", command)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = text, os.Stdout, s.errs
	_ = cmd.Run() // how it ended is its own affair
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

// outputTo is an output that somebody else closes.
func outputTo(w io.Writer) *output { return &output{Writer: bufio.NewWriter(w)} }
