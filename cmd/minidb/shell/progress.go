package shell

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"minidb"
)

// The line on a terminal that tells how far a statement has come which writes
// rows for longer than a second. It is erased before anything else is printed.

// meter shows progress. Its methods do nothing on a nil one: no terminal.
type meter struct {
	w     io.Writer
	read  func() minidb.Progress
	ticks func() (c <-chan time.Time, stop func()) // four a second

	mu    sync.Mutex // guards what follows, and w
	shown int        // length of the line that is shown
	still bool       // nothing is shown
}

// silentTicks are the ticks of a statement's first second, in which nothing is shown.
const silentTicks = 3

// newMeter returns a meter that follows the clock.
func newMeter(w io.Writer, read func() minidb.Progress) *meter {
	return &meter{w: w, read: read, ticks: func() (<-chan time.Time, func()) {
		t := time.NewTicker(time.Second / 4)
		return t.C, t.Stop
	}}
}

// watch shows the progress of what runs until end is called.
func (m *meter) watch() (end func()) {
	if m == nil {
		return func() {}
	}
	ticks, stop := m.ticks()
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for n := 0; ; n++ {
			select {
			case <-ticks:
				if n >= silentTicks {
					m.show()
				}
			case <-over:
				return
			}
		}
	}()
	return func() {
		stop()
		close(over)
		<-ended
		m.erase()
	}
}

// pause shows nothing until goOn is called.
func (m *meter) pause() (goOn func()) {
	if m == nil {
		return func() {}
	}
	set := func(still bool) {
		m.mu.Lock()
		m.still = still
		m.mu.Unlock()
	}
	set(true)
	return func() { set(false) }
}

// show prints the line, over the one before.
func (m *meter) show() {
	p := m.read()
	if p.Phase == "" {
		return
	}
	text := fmt.Sprintf("%s: %s rows", p.Phase, grouped(p.Done))
	if p.Total > 0 {
		text = fmt.Sprintf("%s: %d%% of %s rows", p.Phase, min(100, p.Done*100/p.Total), grouped(p.Total))
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.still {
		return
	}
	fmt.Fprintf(m.w, "\r%-*s", m.shown, text)
	m.shown = len(text)
}

// erase takes the line away.
func (m *meter) erase() {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.shown > 0 {
		fmt.Fprintf(m.w, "\r%s\r", strings.Repeat(" ", m.shown))
		m.shown = 0
	}
}

// grouped writes a number with commas.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
