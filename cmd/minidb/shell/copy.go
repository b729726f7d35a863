package shell

import (
	"bufio"
	"io"
	"os"
	"strings"
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

// copy gives a COPY its data, or prints those that it has.
func (s *Shell) copy(c copier) error {
	if c.HasCopy() {
		s.printHeld(0)
		return c.CopyTo(s.out)
	}
	d := &copyData{s: s, in: s.in}
	if d.in == nil { // a -c option: standard input has the data
		d.in = bufio.NewReader(os.Stdin)
	}
	err := c.CopyFrom(d)
	d.drain()
	return err
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
	if line != "" {
		d.s.line++
	}
	switch {
	case strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r") == `\.`, line == "" && err == io.EOF:
		d.end = true
		return io.EOF
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
