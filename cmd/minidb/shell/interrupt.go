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
	if s.terminal != nil {
		io.WriteString(s.errs, "^C") // the terminal does not echo
	}
	if i.asking {
		io.WriteString(s.errs, "Cancel request sent\n")
	}
	i.actors[len(i.actors)-1]()
}

// acting makes interrupts call f, until done is called.
func (s *Shell) acting(f func()) (done func()) {
	i := &s.interrupts
	i.mu.Lock()
	defer i.mu.Unlock()
	i.actors = append(i.actors, f)
	n := len(i.actors)
	return func() {
		i.mu.Lock()
		defer i.mu.Unlock()
		i.actors = slices.Delete(i.actors, n-1, n)
	}
}

// simple sends a message to the engine, as all parts of the shell do.
func (s *Shell) simple(ctx context.Context, sql string, each func(result) error) error {
	s.setAsking(true)
	defer s.setAsking(false)
	defer s.meter.watch()()
	return s.conn.Simple(ctx, sql, each)
}

func (s *Shell) setAsking(on bool) {
	s.interrupts.mu.Lock()
	s.interrupts.asking = on
	s.interrupts.mu.Unlock()
}

// Interruptible makes a reader end with ctx's error when ctx ends, even while it
// waits. Afterwards what it waited for is lost.
func Interruptible(ctx context.Context, r io.Reader) io.Reader { return &interruptible{ctx: ctx, r: r} }

type interruptible struct {
	ctx context.Context
	r   io.Reader
}

type readResult struct {
	n   int
	err error
}

func (i *interruptible) Read(p []byte) (int, error) {
	if err := i.ctx.Err(); err != nil {
		return 0, err
	}
	done := make(chan readResult, 1)
	buf := make([]byte, len(p)) // the reader may still write to it when p is used again
	go func() {
		n, err := i.r.Read(buf)
		done <- readResult{n, err}
	}()
	select {
	case <-i.ctx.Done():
		return 0, i.ctx.Err()
	case d := <-done:
		copy(p, buf[:d.n])
		return d.n, d.err
	}
}
