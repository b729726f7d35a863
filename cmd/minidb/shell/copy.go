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
	in    *bufio.Reader
	typed bool // in is a terminal
	out   *output
}

// copy gives a COPY its data, or prints those that it has. quiet tells that no
// tag is to follow: the data are where it would go.
func (s *Shell) copy(c copier) (quiet bool, err error) {
	if c.HasCopy() {
		s.printHeld(0)
		out := (*output)(nil)
		if f := s.once.copying; f != nil {
			out = f.out
		}
		if out == nil {
			out, _ = s.resultOutput()
		}
		return out == s.query, copying(s.copyOut(c, out), false)
	}
	s.setAsking(false) // an interrupt ends the data, and nothing else
	defer s.setAsking(true)
	d := &copyData{s: s, in: s.in}
	switch f := s.once.copying; {
	case f != nil && f.in != nil && !f.typed:
		return false, copying(c.CopyFrom(f.in), true)
	case f != nil && f.in != nil:
		d.in, d.asks = f.in, true
		return false, copying(s.copyTyped(c, d), true)
	case s.terminal != nil && s.in == s.stdin:
		return false, copying(s.copyTyped(c, d), true)
	case d.in == nil || f != nil: // standard input has the data, as for a -c option
		d.in = s.stdin
	}
	if in := s.waits; in != nil && d.in == s.stdin {
		ctx, cancel := context.WithCancel(in.ctx)
		defer cancel()
		defer s.acting(cancel)()
		defer in.within(ctx)()
	}
	if d.asks = s.stdinTyped && d.in == s.stdin; d.asks {
		return false, copying(s.copyTyped(c, d), true)
	}
	err = c.CopyFrom(d)
	d.drain()
	return false, copying(err, true)
}

// copyError is an error that came while data were copied. Like psql the shell only
// prints it: no variable tells of it, and not even \errverbose if the data came from
// the engine.
type copyError struct {
	error
	from bool // the data went to the engine
}

func (e copyError) Unwrap() error { return e.error }

func copying(err error, from bool) error {
	if err == nil {
		return nil
	}
	return copyError{err, from}
}

// copyOut writes a COPY's data. What cannot be written is lost, with one complaint:
// the COPY goes on.
func (s *Shell) copyOut(c copier, out *output) error {
	if out == nil {
		s.unwritten = true
		return c.CopyTo(io.Discard)
	}
	d := &copyTarget{s, out, false}
	err := c.CopyTo(d)
	d.check(out.flush())
	s.unwritten = s.unwritten || d.failed
	return err
}

// copyTarget takes the data.
type copyTarget struct {
	s      *Shell
	out    *output
	failed bool
}

// Write never fails.
func (d *copyTarget) Write(p []byte) (int, error) {
	if !d.failed {
		_, err := d.out.Write(p)
		d.check(err)
	}
	return len(p), nil
}

func (d *copyTarget) check(err error) {
	if err != nil && !d.failed {
		d.failed = true
		d.s.complain("error", "could not write COPY data: "+errnoText(err))
	}
}

// copyTyped reads the data from a person.
func (s *Shell) copyTyped(c copier, d *copyData) error {
	if !s.vars.on("QUIET") {
		s.out.WriteString("Enter data to be copied followed by a newline.\n" +
			"End with a backslash and a period on a line by itself, or an EOF signal.\n")
	}
	defer s.meter.pause()() // its line would stand where the data are typed
	s.copying = true
	defer func() { s.copying = false }()
	err := c.CopyFrom(d)
	d.drain()
	return err
}

// errCanceled ends the data after Ctrl-C.
var errCanceled = errors.New("canceled by user")

// copyData reads a script's lines as the data of a COPY.
type copyData struct {
	s    *Shell
	in   *bufio.Reader
	rest string // of the line read last
	end  bool
	asks bool // for each line, with a prompt
}

// copyPiece is how many bytes libpq gathers before it sends them: of data that are
// canceled before, the engine sees nothing.
const copyPiece = 8192

// Read gives the data out.
func (d *copyData) Read(p []byte) (int, error) {
	if d.rest == "" {
		if err := d.fill(); err != nil {
			return 0, err
		}
	}
	n := copy(p, d.rest)
	d.rest = d.rest[n:]
	return n, nil
}

// fill reads lines; io.EOF at the end of the data.
func (d *copyData) fill() error {
	var piece strings.Builder
	for piece.Len() < copyPiece {
		line, err := d.line()
		if err == io.EOF && piece.Len() > 0 {
			break
		}
		if err != nil {
			return err
		}
		piece.WriteString(line)
	}
	d.rest = piece.String()
	return nil
}

// line reads the next line; io.EOF at the end of the data.
func (d *copyData) line() (string, error) {
	if d.end {
		return "", io.EOF
	}
	if d.asks {
		d.s.out.WriteString(edit.Unmarked(d.s.textPrompt()))
		d.s.flush()
	}
	line, err := d.in.ReadString('\n')
	if line != "" && d.in == d.s.in {
		d.s.line++
	}
	switch {
	case strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r") == `\.`, line == "" && err == io.EOF:
		d.end = true
		return "", io.EOF
	case err == edit.ErrInterrupted, errors.Is(err, context.Canceled):
		d.end = true
		return "", errCanceled
	case line == "":
		d.end = true
		return "", err
	}
	return line, nil
}

// drain reads over what the COPY did not want: it failed.
func (d *copyData) drain() {
	for err := error(nil); err == nil; {
		_, err = d.line()
	}
}
