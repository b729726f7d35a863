//go:build !unix || aix || solaris || illumos

package edit

import (
	"os"
	"os/signal"
	"syscall"
)

// Terminal is the terminal of the program, which on this system is left to edit
// lines itself.
type Terminal struct {
	in, out *os.File
	signals chan os.Signal
}

// plainOnly: there are no keys to be had.
const plainOnly = true

// IsTerminal tells whether a file is a terminal.
func IsTerminal(f *os.File) bool {
	st, err := f.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0 && st.Name() != os.DevNull
}

// Open takes over a terminal. interrupt is called, by another goroutine, when
// Ctrl-C is pressed.
func Open(in, out *os.File, interrupt func()) (*Terminal, error) {
	t := &Terminal{in, out, make(chan os.Signal, 1)}
	signal.Notify(t.signals, os.Interrupt)
	go func() {
		for range t.signals {
			interrupt()
		}
	}()
	return t, nil
}

// Close gives the terminal back.
func (t *Terminal) Close() {
	signal.Stop(t.signals)
	close(t.signals)
}

func (t *Terminal) listen(bool)               {}
func (t *Terminal) raw()                      {}
func (t *Terminal) run()                      {}
func (t *Terminal) plain()                    {}
func (t *Terminal) stop()                     {}
func (t *Terminal) quit()                     { os.Exit(128 + int(syscall.SIGQUIT)) }
func (t *Terminal) lend(bool)                 {}
func (t *Terminal) ready() bool               { return false }
func (t *Terminal) size() (columns, rows int) { return 0, 0 }
func (t *Terminal) write(text string)         { t.out.WriteString(text) }

func (t *Terminal) read(p []byte) (int, event) {
	n, err := t.in.Read(p)
	if err != nil || n == 0 {
		return 0, hungUp
	}
	return n, input
}
