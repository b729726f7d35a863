package shell

import (
	"bytes"
	"context"
	"testing"
	"time"

	"minidb"
)

// slowConn is a conn whose message takes six ticks of a clock.
type slowConn struct {
	*replay
	ticks  chan time.Time
	next   chan minidb.Progress
	shown  chan string // what the meter printed
	got    string
	notice func(*minidb.Error)
}

func (c *slowConn) Progress() minidb.Progress          { return <-c.next }
func (c *slowConn) OnNotice(f func(*minidb.Error))     { c.notice = f }
func (c *slowConn) ticker() (<-chan time.Time, func()) { return c.ticks, func() {} }

// Write is the terminal's.
func (c *slowConn) Write(p []byte) (int, error) { c.shown <- string(p); return len(p), nil }

func (c *slowConn) Simple(context.Context, string, func(result) error) error {
	for range silentTicks {
		c.ticks <- time.Time{}
	}
	for _, p := range []minidb.Progress{{}, // before the first row nothing is known
		{Phase: "inserting", Done: 1234567}, {Phase: "indexing", Done: 50, Total: 2000}} {
		c.ticks <- time.Time{}
		c.next <- p
		if p.Phase != "" {
			c.got += <-c.shown
		}
	}
	c.notice(&minidb.Error{Severity: "NOTICE", Message: "here"})
	return nil
}

// TestProgress: each line is printed over the one before, and is gone when a
// notice is printed, and at the end.
func TestProgress(t *testing.T) {
	c := &slowConn{ticks: make(chan time.Time), next: make(chan minidb.Progress), shown: make(chan string, 100)}
	var out, errs bytes.Buffer
	s := newShell(c, Options{}, &out, &errs)
	s.meter = &meter{w: c, read: c.Progress, ticks: c.ticker}
	if err := s.RunCommand(context.Background(), "insert into t select 1"); err != nil {
		t.Fatal(err)
	}
	close(c.shown)
	got := c.got
	for text := range c.shown {
		got += text
	}
	want := "\rinserting: 1,234,567 rows" +
		"\rindexing: 2% of 2,000 rows" +
		"\r                          \r"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if errs.String() != "NOTICE:  here\n" {
		t.Errorf("errors: %q", errs.String())
	}
}

// TestNoProgress: without a terminal there is no meter.
func TestNoProgress(t *testing.T) {
	s := newShell(&slowConn{}, Options{}, &bytes.Buffer{}, &bytes.Buffer{})
	if s.meter != nil {
		t.Error("there is a meter")
	}
	s.meter.watch()()
	s.meter.erase()
}

// TestProgressPause: while data are typed nothing is shown, and afterwards it is.
func TestProgressPause(t *testing.T) {
	var out bytes.Buffer
	m := newMeter(&out, func() minidb.Progress { return minidb.Progress{Phase: "copying", Done: 1} })
	goOn := m.pause()
	m.show()
	if out.Len() > 0 {
		t.Errorf("%q while data are typed", out.String())
	}
	goOn()
	m.show()
	if out.String() != "\rcopying: 1 rows" {
		t.Errorf("%q afterwards", out.String())
	}
}
