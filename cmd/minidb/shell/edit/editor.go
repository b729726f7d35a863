package edit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// Editing one line.

// ErrInterrupted tells that the line was given up by Ctrl-C.
var ErrInterrupted = errors.New("interrupted")

// event is what a terminal reports.
type event uint8

const (
	input       event = iota
	interrupted       // SIGINT has come
	resized           // another size, or the program was stopped and goes on
	hungUp            // no input will come
)

// terminal is what an Editor needs of one.
type terminal interface {
	// read waits for input or an event.
	read(p []byte) (n int, e event)
	ready() bool // input has come
	write(text string)
	size() (columns, rows int)
	// listen says that a line is being read: a signal from now on is an event for
	// read, before it is called too.
	listen(bool)
	raw()      // each key comes at once, Ctrl-C too
	run()      // Ctrl-C is a signal, nothing is echoed
	plain()    // the terminal echoes and edits
	stop()     // as Ctrl-Z does, to return in raw mode
	quit()     // as Ctrl-\ does
	lend(bool) // it is another program's, which deals with Ctrl-C itself
}

// Editor reads lines.
type Editor struct {
	History *History
	// Complete is what Tab asks; without it Tab inserts itself.
	Complete Completer
	// Width is how many columns a character takes; negative for control characters.
	Width func(rune) int
	// Plain leaves editing to the terminal: it can do no more, or shall not.
	Plain bool

	term  terminal
	input []byte // that was not yet taken in
	chunk [4096]byte

	prompt string
	buf    buffer
	paint  painter
	walk   *walk
	search *search
	kills  killRing

	pattern            string // of the last search
	last               string // key before this one
	killed, lastKilled bool   // this key killed text, the one before did
	yanked, lastYanked int    // how much text this key, or the one before, inserted from the kills
	quoting            bool   // the next key is inserted as it is
	pasting            bool
	paste              []byte

	accepted, ended, interrupted bool
}

// Use sets history, completion and the widths of characters.
func (e *Editor) Use(h *History, words Completer, width func(rune) int) {
	e.History, e.Complete, e.Width = h, words, width
}

// ReadText reads a line that has nothing to do with history and completion.
func (e *Editor) ReadText(prompt string) (string, error) {
	history, words := e.History, e.Complete
	defer func() { e.History, e.Complete = history, words }()
	e.History, e.Complete = new(History), nil
	return e.ReadLine(prompt)
}

// ReadLine shows a prompt and returns the line that is entered behind it. The
// error is io.EOF after Ctrl-D on an empty line, or ErrInterrupted.
func (e *Editor) ReadLine(prompt string) (string, error) {
	e.term.listen(true) // before the prompt: who sees that may press Ctrl-C
	defer e.term.listen(false)
	if e.Plain {
		return e.readPlain(prompt)
	}
	e.begin(prompt)
	for !e.accepted && !e.ended && !e.interrupted {
		if !e.takeIn() {
			e.wait()
		}
	}
	e.search = nil
	e.paint.finish(e.layout())
	end := "\x1b[?2004l\n"
	switch {
	case e.interrupted:
		end = "^C" + end
	case e.ended:
		end = "\x1b[?2004l"
	}
	e.write(e.paint.take())
	e.term.run() // before the line ends: who sees that may press Ctrl-C
	e.write(end)
	switch {
	case e.interrupted:
		return "", ErrInterrupted
	case e.ended:
		return "", io.EOF
	}
	return e.buf.String(), nil
}

// begin forgets the line before.
func (e *Editor) begin(prompt string) {
	e.prompt = prompt
	e.buf.set("")
	e.walk = newWalk(e.History)
	e.search, e.quoting, e.pasting, e.last = nil, false, false, ""
	e.lastKilled, e.lastYanked = false, 0
	e.accepted, e.ended, e.interrupted = false, false, false
	e.term.raw()
	e.write("\x1b[?2004h")
	e.paint.forget()
}

// readPlain reads a line that the terminal itself lets be edited.
func (e *Editor) readPlain(prompt string) (string, error) {
	e.term.plain()
	e.write(Unmarked(prompt))
	defer e.term.run()
	for {
		if i := bytes.IndexByte(e.input, '\n'); i >= 0 {
			line := string(e.input[:i])
			e.input = e.input[i+1:]
			return line, nil
		}
		n, ev := e.term.read(e.chunk[:])
		switch ev {
		case input:
			e.input = append(e.input, e.chunk[:n]...)
		case interrupted:
			e.input = nil
			e.write("\n")
			return "", ErrInterrupted
		case hungUp:
			line := string(e.input)
			e.input = nil
			if line != "" {
				return line, nil
			}
			return "", io.EOF
		}
	}
}

// Lend gives the terminal to another program while f runs.
func (e *Editor) Lend(f func()) {
	e.term.lend(true)
	defer e.term.lend(false)
	f()
}

// Cook lets the terminal echo and edit what is read without ReadLine.
func (e *Editor) Cook(on bool) {
	if on {
		e.term.plain()
	} else {
		e.term.run()
	}
}

// Size is the terminal's, 0 where it is not known.
func (e *Editor) Size() (columns, rows int) { return e.term.size() }

// takeIn does the next key; false if it has not come yet.
func (e *Editor) takeIn() bool {
	if e.pasting {
		return e.takePaste()
	}
	if e.quoting && len(e.input) > 0 {
		r, n := utf8.DecodeRune(e.input)
		e.input, e.quoting = e.input[n:], false
		e.buf.insert(string(r))
		return true
	}
	k, n := nextKey(e.input)
	if n == 0 {
		return false
	}
	e.input = e.input[n:]
	e.press(k)
	return true
}

func (e *Editor) takePaste() bool {
	text, rest, done := pasted(e.input)
	e.paste = append(e.paste, text...)
	e.input = rest
	if i := bytes.IndexByte(e.paste, 'c'-'`'); i >= 0 { // its end was lost
		e.interrupted, e.paste = true, nil
		return true
	}
	if !done {
		return false
	}
	if e.search != nil {
		e.endSearch()
	}
	e.buf.remember()
	e.buf.insert(cleanPaste(string(e.paste)))
	e.pasting, e.paste = false, nil
	return true
}

func (e *Editor) press(k key) {
	e.killed, e.yanked = false, 0
	if e.search != nil && e.searchKey(k) {
		e.last, e.lastKilled, e.lastYanked = k.name, false, 0
		return
	}
	switch do := bindings[k.name]; {
	case k.name == "":
		e.buf.insert(k.text)
	case do == nil:
		e.bell()
	default:
		e.buf.typing = false
		do(e)
	}
	e.last, e.lastKilled, e.lastYanked = k.name, e.killed, e.yanked
}

// wait draws the line if no more input is there, and reads on.
func (e *Editor) wait() {
	if !e.term.ready() {
		e.redraw()
	}
	n, ev := e.term.read(e.chunk[:])
	switch ev {
	case input:
		e.input = append(e.input, e.chunk[:n]...)
	case interrupted:
		e.interrupted = true
	case resized:
		columns, _ := e.size()
		e.paint.resized(columns)
	case hungUp:
		e.ended = true
	}
}

func (e *Editor) layout() layout {
	columns, _ := e.size()
	w := newWriter(columns, e.Width)
	if e.search != nil {
		w.prompt(e.search.prompt())
	} else {
		w.prompt(e.prompt)
	}
	w.text(e.buf.text, e.buf.pos)
	return w.layout
}

func (e *Editor) redraw() {
	columns, rows := e.size()
	e.paint.paint(e.layout(), columns, rows)
	e.write(e.paint.take())
}

// size is the terminal's, with something usable if it has none.
func (e *Editor) size() (columns, rows int) {
	columns, rows = e.term.size()
	if columns < 2 {
		columns = 80
	}
	return columns, rows
}

func (e *Editor) write(text string) {
	if text != "" {
		e.term.write(text)
	}
}

func (e *Editor) bell() { e.write("\a") }

func (e *Editor) bellUnless(ok bool) {
	if !ok {
		e.bell()
	}
}

// ask wants to know whether so many completions are to be listed.
func (e *Editor) ask(n int) bool {
	e.write(fmt.Sprintf("Display all %d possibilities? (y or n)", n))
	defer e.write("\r\n")
	for {
		k, n := nextKey(e.input)
		if n == 0 {
			got, ev := e.term.read(e.chunk[:])
			switch ev {
			case hungUp, interrupted:
				e.ended, e.interrupted = ev == hungUp, ev == interrupted
				return false
			case input:
				e.input = append(e.input, e.chunk[:got]...)
			}
			continue
		}
		e.input = e.input[n:]
		switch {
		case k.text == "y" || k.text == "Y" || k.text == " " || k.name == "tab":
			return true
		case k.name == "C-c":
			e.interrupted = true
			return false
		case k.text != "" || k.name == "backspace" || k.name == "C-g":
			return false
		}
	}
}

// New returns an Editor at a terminal. plain leaves editing to the terminal.
func New(t *Terminal, plain bool) *Editor {
	return &Editor{History: new(History), Plain: plain || plainOnly, term: t}
}
