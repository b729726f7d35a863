package shell

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"

	"minidb/cmd/minidb/shell/edit"
)

// COPY: the lines of a script behind COPY ... FROM STDIN are its data, up to a
// line of a backslash and a point, which is not sent (psql before 18 does send
// it, of no use in CSV). They are not echoed.

// copier is a result of a COPY; *minidb.Rows is one.
type copier interface {
	WantsCopy() bool
	HasCopy() bool
	CopyFrom(src io.Reader) error
	CopyTo(dst io.Writer) error
}

// copyFile is where \copy has or puts the data.
type copyFile struct {
	in  io.Reader
	out io.Writer
}

// copy gives a COPY its data, or prints those that it has. quiet tells that no
// tag is to follow: the data are where it would go.
func (s *Shell) copy(c copier) (quiet bool, err error) {
	if c.HasCopy() {
		s.printHeld(0)
		if f := s.once.copying; f != nil && f.out != nil {
			return false, c.CopyTo(f.out)
		}
		if s.once.toFile {
			out, err := s.openOnce(s.once.file)
			if err != nil {
				return false, err
			}
			s.once.out = out
			return false, c.CopyTo(out)
		}
		return true, c.CopyTo(s.query)
	}
	if f := s.once.copying; f != nil && f.in != nil {
		return false, c.CopyFrom(f.in)
	}
	d := &copyData{s: s, in: s.in}
	if s.terminal != nil && s.in == s.stdin {
		return false, s.copyTyped(c, d)
	}
	if d.in == nil || s.once.copying != nil { // standard input has the data, as for a -c option
		d.in = s.stdin
	}
	s.setAsking(false) // an interrupt ends the data
	err = c.CopyFrom(d)
	s.setAsking(true)
	d.drain()
	return false, err
}

// copyTyped reads the data from a person.
func (s *Shell) copyTyped(c copier, d *copyData) error {
	if !s.vars.on("QUIET") {
		s.out.WriteString("Enter data to be copied followed by a newline.\n" +
			"End with a backslash and a period on a line by itself, or an EOF signal.\n")
	}
	s.copying = true
	defer func() { s.copying = false }()
	return c.CopyFrom(d)
}

// copyData reads a script's lines as the data of a COPY.
type copyData struct {
	s    *Shell
	in   *bufio.Reader
	rest string // of the line read last
	end  bool
}

// Read gives the data out.
func (d *copyData) Read(p []byte) (int, error) {
	if d.rest == "" {
		if err := d.line(); err != nil {
			return 0, err
		}
	}
	n := copy(p, d.rest)
	d.rest = d.rest[n:]
	return n, nil
}

// line reads the next line; io.EOF at the end of the data.
func (d *copyData) line() error {
	if d.end {
		return io.EOF
	}
	line, err := d.in.ReadString('\n')
	if line != "" && d.in == d.s.in {
		d.s.line++
	}
	switch {
	case strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r") == `\.`, line == "" && err == io.EOF:
		d.end = true
		return io.EOF
	case err == edit.ErrInterrupted, errors.Is(err, context.Canceled):
		d.end = true
		return errors.New("canceled by user")
	case line == "":
		d.end = true
		return err
	}
	d.rest = line
	return nil
}

// drain reads over what the COPY did not want: it failed.
func (d *copyData) drain() {
	for d.line() == nil {
	}
}
