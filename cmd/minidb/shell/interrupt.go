package shell

import (
	"context"
	"io"
	"slices"
	"sync"
)

// Ctrl-C, psql's ways. It cancels the statement that runs and ends the scripts,
// also one that waits for input, though not the shell if a person is there to go
// on; but \watch ends for itself, and a command that runs by \! gets it alone.

// interrupts is what an interrupt does. It comes from another goroutine.
type interrupts struct {
	mu     sync.Mutex
	actors []func() // the last one acts
	asking bool     // the engine works on a message
	early  bool     // an interrupt came before the message was on its way
	echoes bool     // the terminal shows ^C itself
}

// OnInterrupt sets what Interrupt does: it is to end the context that Run and
// its kin were given.
func (s *Shell) OnInterrupt(cancel func()) { s.acting(cancel) }

// Interrupt is what Ctrl-C does. It may be called at any time from any goroutine.
func (s *Shell) Interrupt() {
	i := &s.interrupts
	i.mu.Lock()
	defer i.mu.Unlock()
	if len(i.actors) == 0 {
		return
	}
	if s.terminal != nil && !i.echoes {
		io.WriteString(s.errs, "^C")
	}
	if i.early = !i.asking; i.asking {
		io.WriteString(s.errs, cancelSent)
	}
	i.actors[len(i.actors)-1]()
}

const cancelSent = "Cancel request sent\n"

// acting makes interrupts call f, until done is called.
func (s *Shell) acting(f func()) (done func()) {
	i := &s.interrupts
	i.mu.Lock()
	defer i.mu.Unlock()
	i.actors, i.early = append(i.actors, f), false
	n := len(i.actors)
	return func() {
		i.mu.Lock()
		defer i.mu.Unlock()
		i.actors, i.early = slices.Delete(i.actors, n-1, n), false
	}
}

// simple sends a message to the engine, as all parts of the shell do.
func (s *Shell) simple(ctx context.Context, sql string, each func(result) error) error {
	s.setAsking(true)
	defer s.setAsking(false)
	if s.interrupts.tooEarly() {
		io.WriteString(s.errs, cancelSent)
	}
	defer s.meter.watch()()
	return s.conn.Simple(ctx, sql, each)
}

// tooEarly tells once of an interrupt that ended a message before it was sent.
func (i *interrupts) tooEarly() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	early := i.early
	i.early = false
	return early
}

func (s *Shell) setAsking(on bool) {
	s.interrupts.mu.Lock()
	s.interrupts.asking = on
	s.interrupts.mu.Unlock()
}

// cook lets the terminal echo and edit what is typed for other readers than its own.
func (s *Shell) cook(on bool) {
	s.interrupts.mu.Lock()
	s.interrupts.echoes = on
	s.interrupts.mu.Unlock()
	s.terminal.Cook(on)
}

// Interruptible is a reader whose Read ends with a context's error when that ends,
// even while it waits. What it waited for is read by the next Read.
type Interruptible struct {
	ctx     context.Context
	r       io.Reader
	waiting chan readResult // of a Read that has not ended
	got     readResult      // what it has brought
}

type readResult struct {
	data []byte
	err  error
}

// NewInterruptible returns one for a context.
func NewInterruptible(ctx context.Context, r io.Reader) *Interruptible {
	return &Interruptible{ctx: ctx, r: r}
}

// within makes another context end reading, until restore is called.
func (i *Interruptible) within(ctx context.Context) (restore func()) {
	outer := i.ctx
	i.ctx = ctx
	return func() { i.ctx = outer }
}

// Read reads.
func (i *Interruptible) Read(p []byte) (int, error) {
	if err := i.ctx.Err(); err != nil {
		return 0, err
	}
	if len(i.got.data) == 0 && i.got.err == nil {
		if i.waiting == nil {
			i.waiting = make(chan readResult, 1)
			buf := make([]byte, len(p)) // the reader may still write to it when p is used again
			go func(done chan readResult) {
				n, err := i.r.Read(buf)
				done <- readResult{buf[:n], err}
			}(i.waiting)
		}
		select {
		case <-i.ctx.Done():
			return 0, i.ctx.Err()
		case i.got = <-i.waiting:
			i.waiting = nil
		}
	}
	n := copy(p, i.got.data)
	if i.got.data = i.got.data[n:]; len(i.got.data) > 0 {
		return n, nil
	}
	err := i.got.err
	i.got.err = nil
	return n, err
}
