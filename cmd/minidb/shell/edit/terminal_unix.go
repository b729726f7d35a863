//go:build unix && !aix && !solaris && !illumos

package edit

import (
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

// Terminal is the terminal of the program. It is put back as it was by Close, and
// by signals that end the program.
type Terminal struct {
	in, out   int // file descriptors
	interrupt func()
	signals   chan os.Signal
	done      chan struct{} // closed when watch has returned
	wake      [2]int        // a pipe: events for read
	listening atomic.Bool
	lent      atomic.Bool

	mu    sync.Mutex
	saved unix.Termios
	mode  mode
}

// plainOnly: lines can be edited here.
const plainOnly = false

// mode is what the terminal does by itself.
type mode uint8

const (
	original mode = iota // as it was found
	running              // no echo, input waits for who reads next; Ctrl-C is a signal
	editing              // nothing at all
)

// IsTerminal tells whether a file is a terminal.
func IsTerminal(f *os.File) bool {
	raw, err := f.SyscallConn() // Fd would end deadlines for reading
	if err != nil {
		return false
	}
	e := raw.Control(func(fd uintptr) { _, err = unix.IoctlGetTermios(int(fd), getTermios) })
	return e == nil && err == nil
}

// Open takes over a terminal. interrupt is called, by another goroutine, when
// Ctrl-C is pressed while no line is being read.
func Open(in, out *os.File, interrupt func()) (*Terminal, error) {
	t := &Terminal{in: int(in.Fd()), out: int(out.Fd()), interrupt: interrupt,
		signals: make(chan os.Signal, 8), done: make(chan struct{})}
	saved, err := unix.IoctlGetTermios(t.in, getTermios)
	if err != nil {
		return nil, err
	}
	t.saved = *saved
	if err := unix.Pipe(t.wake[:]); err != nil {
		return nil, err
	}
	for _, fd := range t.wake {
		unix.CloseOnExec(fd)
		_ = unix.SetNonblock(fd, true)
	}
	for _, s := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGWINCH, syscall.SIGCONT} {
		if s == syscall.SIGINT || !signal.Ignored(s) { // nohup's wish counts, but Ctrl-C cancels
			signal.Notify(t.signals, s)
		}
	}
	go t.watch()
	t.run()
	return t, nil
}

// Close puts the terminal back as it was.
func (t *Terminal) Close() {
	signal.Stop(t.signals)
	close(t.signals)
	<-t.done
	t.set(original)
	unix.Close(t.wake[0])
	unix.Close(t.wake[1])
}

// watch deals with signals.
func (t *Terminal) watch() {
	defer close(t.done)
	for s := range t.signals {
		switch {
		case s == syscall.SIGWINCH:
			t.tell(resized)
		case s == syscall.SIGCONT: // the shell that this one was started from has set modes of its own
			t.mu.Lock()
			t.apply()
			t.mu.Unlock()
			t.tell(resized)
		case s != syscall.SIGINT:
			t.die(s.(syscall.Signal))
		case t.lent.Load():
		case t.listening.Load():
			t.tell(interrupted)
		default:
			t.interrupt()
		}
	}
}

// die ends the program as a signal does that nobody catches.
func (t *Terminal) die(s syscall.Signal) {
	t.mu.Lock() // for good: nobody changes the mode again
	if t.mode == editing {
		t.write("\x1b[?2004l\r\n")
	}
	t.mode = original
	t.apply()
	if s == syscall.SIGQUIT { // of which Go would print a trace
		os.Exit(128 + int(s))
	}
	signal.Reset(s)
	_ = unix.Kill(unix.Getpid(), s)
}

// listen also forgets what came too late for the line before.
func (t *Terminal) listen(yes bool) {
	var b [8]byte
	for n := 1; yes && n > 0; {
		n, _ = unix.Read(t.wake[0], b[:])
	}
	t.listening.Store(yes)
}

// tell wakes read, now or when it is called.
func (t *Terminal) tell(e event) {
	if t.listening.Load() {
		_, _ = unix.Write(t.wake[1], []byte{byte(e)})
	}
}

func (t *Terminal) set(m mode) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.mode != m {
		t.mode = m
		t.apply()
	}
}

// apply makes the terminal what mode says.
func (t *Terminal) apply() {
	s := t.saved
	if t.mode != original {
		s.Lflag &^= unix.ICANON | unix.ECHO
		s.Cc[unix.VMIN], s.Cc[unix.VTIME] = 1, 0
	}
	if t.mode == editing {
		s.Iflag &^= unix.BRKINT | unix.ICRNL | unix.INLCR | unix.IGNCR | unix.ISTRIP | unix.IXON
		s.Oflag &^= unix.OPOST
		s.Lflag &^= unix.ISIG | unix.IEXTEN
	}
	_ = unix.IoctlSetTermios(t.in, setTermios, &s) // a terminal that is gone shows when it is read
}

func (t *Terminal) raw()   { t.set(editing) }
func (t *Terminal) run()   { t.set(running) }
func (t *Terminal) plain() { t.set(original) }

func (t *Terminal) lend(yes bool) {
	t.lent.Store(yes)
	if yes {
		t.set(original)
	} else {
		t.set(running)
	}
}

func (t *Terminal) stop() {
	t.set(original)
	_ = unix.Kill(0, unix.SIGTSTP) // all of the job, as the terminal does it
	t.set(editing)
}

func (t *Terminal) quit() { t.die(syscall.SIGQUIT) }

func (t *Terminal) size() (columns, rows int) {
	w, err := unix.IoctlGetWinsize(t.out, unix.TIOCGWINSZ)
	if err != nil {
		return 0, 0
	}
	return int(w.Col), int(w.Row)
}

func (t *Terminal) write(text string) {
	for b := []byte(text); len(b) > 0; {
		n, err := unix.Write(t.out, b)
		switch err {
		case nil:
			b = b[n:]
		case unix.EINTR, unix.EAGAIN:
		default:
			return // reading will tell that the terminal is gone
		}
	}
}

// ready tells whether read would return at once.
func (t *Terminal) ready() bool {
	tty, event := t.choose(&unix.Timeval{})
	return tty || event
}

// choose waits for input or an event.
func (t *Terminal) choose(limit *unix.Timeval) (tty, event bool) {
	for {
		var set unix.FdSet
		set.Set(t.in)
		set.Set(t.wake[0])
		_, err := unix.Select(max(t.in, t.wake[0])+1, &set, nil, nil, limit)
		if err == unix.EINTR {
			continue
		}
		return err != nil || set.IsSet(t.in), err == nil && set.IsSet(t.wake[0])
	}
}

func (t *Terminal) read(p []byte) (int, event) {
	for {
		tty, woken := t.choose(nil)
		var e [1]byte
		if woken {
			if n, _ := unix.Read(t.wake[0], e[:]); n == 1 {
				return 0, event(e[0])
			}
		}
		if !tty {
			continue
		}
		n, err := unix.Read(t.in, p)
		switch {
		case err == unix.EINTR, err == unix.EAGAIN:
		case err != nil, n == 0:
			return 0, hungUp
		default:
			return n, input
		}
	}
}
