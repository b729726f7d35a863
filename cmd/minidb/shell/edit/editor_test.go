package edit

import (
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"minidb/cmd/minidb/screen"
)

// fake is a terminal of which the keys are known beforehand.
type fake struct {
	chunks  []string // what one read returns; "resize" and "interrupt" are events
	columns int
	rows    int
	screen  *screen.Screen
	drawn   func()
	prompt  string // when this is shown, Ctrl-C is pressed
	listens bool
}

func (f *fake) read(p []byte) (int, event) {
	if f.drawn != nil {
		f.drawn()
	}
	if len(f.chunks) == 0 {
		return 0, hungUp
	}
	c := f.chunks[0]
	f.chunks = f.chunks[1:]
	switch c {
	case "resize":
		return 0, resized
	case "interrupt":
		return 0, interrupted
	}
	return copy(p, c), input
}

func (f *fake) write(text string) {
	fmt.Fprint(f.screen, text)
	if text == f.prompt && f.listens {
		f.chunks = append([]string{"interrupt"}, f.chunks...)
	}
}

func (f *fake) ready() bool      { return false }
func (f *fake) size() (int, int) { return f.columns, f.rows }
func (f *fake) listen(yes bool)  { f.listens = yes }
func (f *fake) raw()             {}
func (f *fake) run()             {}
func (f *fake) plain()           {}
func (f *fake) stop()            {}
func (f *fake) quit()            {}
func (f *fake) lend(bool)        {}

func testWidth(r rune) int {
	switch {
	case unicode.IsControl(r):
		return -1
	case unicode.Is(unicode.Mn, r):
		return 0
	case unicode.Is(unicode.Han, r):
		return 2
	}
	return 1
}

func newFake(columns int, chunks ...string) (*Editor, *fake) {
	f := &fake{chunks: chunks, columns: columns, rows: 24, screen: screen.New(columns, testWidth)}
	return &Editor{History: new(History), Width: testWidth, term: f}, f
}

// TestReadLine: keys that come in pieces, ends, and what is no text.
func TestReadLine(t *testing.T) {
	for _, c := range []struct {
		chunks []string
		want   string
		err    error
	}{
		{chunks: []string{"abc\r"}, want: "abc"},
		{chunks: []string{"ac\x1b", "[", "D", "b\r"}, want: "abc"},
		{chunks: []string{"\xe6", "\xbc", "\xa2\r"}, want: "漢"},
		{chunks: []string{"\xff\r"}, want: "\ufffd"},
		{chunks: []string{"x\x1b[20", "0~a\r", "b\x1b[2", "01~", "\r"}, want: "xa\nb"},
		{chunks: []string{"\x1b[200~a\x00\x1b[31m\tb\x1b[201~\r"}, want: "a[31m\tb"},
		{chunks: []string{"\x1b[200~lost \x03"}, err: ErrInterrupted},
		{chunks: []string{"text\x03"}, err: ErrInterrupted},
		{chunks: []string{"text", "interrupt"}, err: ErrInterrupted},
		{chunks: []string{"\x04"}, err: io.EOF},
		{chunks: []string{"hung up"}, err: io.EOF},
		{chunks: []string{"\x1b[99;99;99z\x1b]\x1bOz\x1b[[Aok\r"}, want: "ok"},
	} {
		e, _ := newFake(80, c.chunks...)
		if got, err := e.ReadLine("> "); got != c.want || err != c.err {
			t.Errorf("%q: got %q, %v", c.chunks, got, err)
		}
	}
}

// TestInterruptAtPrompt: Ctrl-C counts from the moment that the prompt is seen.
func TestInterruptAtPrompt(t *testing.T) {
	e, f := newFake(80, "select\n")
	e.Plain, f.prompt = true, "> "
	if line, err := e.ReadLine("> "); err != ErrInterrupted {
		t.Errorf("%q, %v", line, err)
	}
	if f.listens {
		t.Error("it still listens when the line has ended")
	}
}

// TestTypeAhead: what was typed behind a line belongs to the next one.
func TestTypeAhead(t *testing.T) {
	e, _ := newFake(80, "one\rtwo\rthree\x03four\r")
	var got []string
	for {
		line, err := e.ReadLine("> ")
		if err == io.EOF {
			break
		}
		got = append(got, line)
	}
	if want := []string{"one", "two", "", "four"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestDrawing: whatever keys are pressed, the screen shows the line as it would be
// if it were drawn at once, with the cursor where it is.
func TestDrawing(t *testing.T) {
	pieces := []string{"a", "漢", "é", "\u0301", " ", "word ", "\x01", "\x05", "\x02", "\x06", "\x0b", "\x15", "\x17", "\x19",
		"\x14", "\x1f", "\x1by", "\x1bb", "\x1bf", "\x1bd", "\x1b\x7f", "\x7f", "\x04x", "\x1b[A", "\x1b[B", "\x12", "\x13", "\x07", "o", "\x1bt",
		"\x1bu", "\x1bc", "\x1br", "\t", "\x16\x01", "\x1b[200~two\nlines\x1b[201~", "\x1b[200~\ttab\x1b[201~", strings.Repeat("long ", 9)}
	for seed := range uint64(300) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		columns := 10 + rnd.IntN(30)
		var chunks []string
		for range 60 {
			chunks = append(chunks, pieces[rnd.IntN(len(pieces))])
		}
		e, f := newFake(columns, chunks...)
		e.History.entries = []string{"older one", "select\nof lines", "漢字"}
		f.rows = 0 // no end: the screen has none either
		f.drawn = func() {
			p := painter{}
			p.paint(e.layout(), columns, 0)
			s := screen.New(columns, testWidth)
			fmt.Fprint(s, p.take())
			want, _ := s.Text(0)
			if got, _ := f.screen.Text(0); strings.TrimRight(got, ".\n") != strings.TrimRight(want, ".\n") {
				t.Fatalf("seed %d, %d columns, %q left:\n%s\nwant\n%s", seed, columns, f.chunks, got, want)
			}
		}
		_, _ = e.ReadLine("prompt> ")
	}
}

// TestTall: a text of more rows than the terminal is seen in part while it is
// edited, and as a whole when it is entered.
func TestTall(t *testing.T) {
	text := strings.TrimSuffix(strings.Repeat("line\n", 100), "\n")
	e, f := newFake(80, "\x1b[200~"+text+"\x1b[201~", "\x01", "\x05", "x", "\r")
	most := 0
	f.drawn = func() { most = max(most, len(e.paint.rows)) }
	if got, err := e.ReadLine("> "); got != text+"x" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if most != f.rows {
		t.Errorf("%d rows of a terminal of %d", most, f.rows)
	}
	if shown, _ := f.screen.Text(0); !strings.HasPrefix(shown, "> line\n") || strings.Count(shown, "line") != 100 {
		t.Errorf("%s", shown)
	}
}

// TestResize: the line is drawn anew, and only once.
func TestResize(t *testing.T) {
	e, f := newFake(20, "select 1, 2, 3, 4, 5, 6, 7", "resize", "\r")
	if _, err := e.ReadLine("> "); err != nil {
		t.Error(err)
	}
	if shown, _ := f.screen.Text(0); strings.Count(shown, "select") != 1 {
		t.Errorf("%s", shown)
	}
}

// TestHistoryFile: entries keep their lines, the file its size; a lost folder is
// no error.
func TestHistoryFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "new", "history")
	var h History
	h.Load(file, 3)
	for _, e := range []string{"one", "two\nlines", "three", "four"} {
		h.Add(e)
	}
	if err := h.Close(); err != nil {
		t.Error(err)
	}
	var again History
	again.Load(file, -1)
	if want := []string{"two\nlines", "three", "four"}; !slices.Equal(again.Entries(), want) {
		t.Errorf("%q", again.Entries())
	}
	var lost History
	lost.Load("/dev/null/history", 10)
	lost.Add("kept in memory")
	if lost.Last() != "kept in memory" {
		t.Errorf("%q", lost.Entries())
	}
}

func FuzzKeys(f *testing.F) {
	f.Add("select 1;\r")
	f.Add("\x1b[200~a\nb\x1b[201~\x1b[A\x12x\t\t")
	f.Fuzz(func(t *testing.T, keys string) {
		var chunks []string
		for len(keys) > 0 {
			n := min(len(keys), 1+len(keys)%7)
			chunks, keys = append(chunks, keys[:n]), keys[n:]
		}
		e, _ := newFake(12, chunks...)
		e.History.entries = []string{"a\nb", "select"}
		e.Complete = func(text string, pos int) (int, []string) {
			return pos, []string{"select", "set", strings.Repeat("x", 20)}
		}
		for range 5 {
			line, err := e.ReadLine("\x01hidden\x02> ")
			if err == io.EOF {
				return
			}
			if !utf8.ValidString(line) {
				t.Fatalf("%q", line)
			}
		}
	})
}
