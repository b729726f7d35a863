//go:build linux

package main

import (
	"flag"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode"

	"github.com/cockroachdb/datadriven"
	"github.com/creack/pty"
	"golang.org/x/sys/unix"
	"golang.org/x/text/width"

	"minidb/cmd/minidb/screen"
)

// The shell at a terminal: testdata/terminal/* are keys and what then stands on
// the screen, the cursor a block. A step waits for its screen, however long that
// takes; with -rewrite it waits until nothing more comes.
//
//	start [columns=N] [args=(...)] [env=(NAME=VALUE,...)]   runs minidb; its HOME is the file's
//	type                                  types the lines, joined, with <Keys>
//	cooked                                waits until the terminal itself edits lines
//	end                                   waits for the program's end
//	file name=PATH                        shows a file in HOME
//
// Where the keys are GNU readline's, psql 15 with PostgreSQL 18 has been seen to
// leave the same screens, but for the greeting and the name of the database.

const patience = 20 * time.Second

// keys are the names of keys in the goldens; <C-a> and <M-b> need no entry.
var keys = strings.NewReplacer("<Enter>", "\r", "<Tab>", "\t", "<Up>", "\x1b[A", "<Down>", "\x1b[B",
	"<Right>", "\x1b[C", "<Left>", "\x1b[D", "<Home>", "\x1b[H", "<End>", "\x1b[F", "<Delete>", "\x1b[3~",
	"<Backspace>", "\x7f", "<Esc>", "\x1b", "<C-Left>", "\x1b[1;5D", "<C-Right>", "\x1b[1;5C",
	"<Paste>", "\x1b[200~", "</Paste>", "\x1b[201~", "<M-Backspace>", "\x1b\x7f", "<Newline>", "\n")

func encodeKeys(text string) string {
	text = keys.Replace(text)
	for c := 'a'; c <= 'z'; c++ {
		text = strings.ReplaceAll(text, "<C-"+string(c)+">", string(c-'a'+1))
		text = strings.ReplaceAll(text, "<M-"+string(c)+">", "\x1b"+string(c))
	}
	return strings.NewReplacer("<C-_>", "\x1f", "<M-#>", "\x1b#", "<M-<>", "\x1b<").Replace(text)
}

func columnsOf(r rune) int {
	switch k := width.LookupRune(r).Kind(); {
	case unicode.Is(unicode.Mn, r):
		return 0
	case k == width.EastAsianWide || k == width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// program is minidb at a terminal.
type program struct {
	t      *testing.T
	cmd    *exec.Cmd
	keys   *os.File // the terminal's other end
	tty    *os.File
	screen *screen.Screen
	from   int // row of the screen where the step began
	ended  chan struct{}
}

func startProgram(t *testing.T, home string, columns int, args, env []string) *program {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	keys, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := pty.Setsize(tty, &pty.Winsize{Rows: 24, Cols: uint16(columns)}); err != nil {
		t.Fatal(err)
	}
	p := &program{t: t, keys: keys, tty: tty, screen: screen.New(columns, columnsOf), ended: make(chan struct{})}
	p.cmd = exec.Command(self, args...)
	p.cmd.Dir = home
	p.cmd.Env = append([]string{asProgram + "=1", "HOME=" + home, "TERM=xterm", "PAGER=cat", "PATH=" + os.Getenv("PATH")}, env...)
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = tty, tty, tty
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if signal.Ignored(syscall.SIGHUP) { // as under nohup: the program would inherit it
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	copied := make(chan struct{})
	go func() { _, _ = io.Copy(p.screen, keys); close(copied) }()
	go func() { _ = p.cmd.Wait(); close(p.ended) }()
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill()
		<-p.ended
		tty.Close()
		keys.Close()
		<-copied
	})
	return p
}

func (p *program) send(text string) {
	if _, err := io.WriteString(p.keys, text); err != nil {
		p.t.Error(err)
	}
}

// settle waits for a screen and returns the one that there is. If a line was
// entered, what stands above the cursor is not shown again.
func (p *program) settle(want string, entered bool) string {
	rewrite := flag.Lookup("rewrite").Value.String() == "true"
	quiet, last := time.Now(), -1
	for began := time.Now(); time.Since(began) < patience; time.Sleep(5 * time.Millisecond) {
		text, _ := p.screen.Text(p.from)
		if n := p.screen.Writes(); n != last {
			quiet, last = time.Now(), n
		}
		if !rewrite && text == want || rewrite && time.Since(quiet) > 700*time.Millisecond {
			break
		}
	}
	text, row := p.screen.Text(p.from)
	if entered {
		p.from = row
	}
	return text
}

// await waits until the screen has a text and returns how long that took.
func (p *program) await(text string) time.Duration {
	p.t.Helper()
	began := time.Now()
	for {
		now, _ := p.screen.Text(p.from)
		if strings.Contains(now, text) {
			return time.Since(began)
		}
		if time.Since(began) > patience {
			p.t.Fatalf("no %q in\n%s", text, now)
		}
		time.Sleep(time.Millisecond)
	}
}

// awaitCooked waits until the terminal itself edits lines: what is typed before is
// not echoed, and an end of the data among it is none.
func (p *program) awaitCooked() {
	p.t.Helper()
	for began := time.Now(); time.Since(began) < patience; time.Sleep(time.Millisecond) {
		if mode, err := unix.IoctlGetTermios(int(p.tty.Fd()), unix.TCGETS); err != nil {
			p.t.Fatal(err)
		} else if mode.Lflag&unix.ICANON != 0 {
			return
		}
	}
	p.t.Fatal("the terminal does not edit lines")
}

// end waits for the program's end.
func (p *program) end() {
	p.t.Helper()
	select {
	case <-p.ended:
	case <-time.After(patience):
		text, _ := p.screen.Text(p.from)
		p.t.Fatalf("it does not end:\n%s", text)
	}
}

// TestTerminal runs testdata/terminal.
func TestTerminal(t *testing.T) {
	files, err := filepath.Glob("testdata/terminal/*")
	if err != nil || len(files) < 8 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			var p *program
			datadriven.RunTest(t, file, func(t *testing.T, d *datadriven.TestData) string {
				switch d.Cmd {
				case "start":
					columns := 80
					d.MaybeScanArgs(t, "columns", &columns)
					var args, env []string
					for _, a := range d.CmdArgs {
						switch a.Key {
						case "args":
							args = a.Vals
						case "env":
							env = a.Vals
						}
					}
					p = startProgram(t, home, columns, append([]string{"-q"}, args...), env)
					p.await("=# ")
					return p.settle(d.Expected, false)
				case "type":
					text := encodeKeys(strings.ReplaceAll(d.Input, "\n", ""))
					p.send(text)
					return p.settle(d.Expected, strings.ContainsAny(text, "\r\x03"))
				case "cooked":
					p.awaitCooked()
					return ""
				case "end":
					p.end()
					return p.cmd.ProcessState.String() + "\n"
				case "write":
					if err := os.WriteFile(filepath.Join(home, d.CmdArgs[0].Key), []byte(d.Input+"\n"), 0o755); err != nil {
						t.Fatal(err)
					}
					return ""
				case "file":
					text, err := os.ReadFile(filepath.Join(home, d.CmdArgs[0].Key))
					if err != nil {
						return err.Error()
					}
					return strings.ReplaceAll(string(text), "\x01", "^A")
				}
				t.Fatalf("unknown command %s", d.Cmd)
				return ""
			})
		})
	}
}

// TestTerminalCancel: Ctrl-C ends a query soon, and twice does no harm.
func TestTerminalCancel(t *testing.T) {
	t.Parallel()
	p := startProgram(t, t.TempDir(), 80, []string{"-q"}, nil)
	p.await("=# ")
	for _, query := range []string{"select pg_sleep(1000);", "select sum(g) from generate_series(1, 100000000000) g;"} {
		p.send(query + "\r")
		p.await("\n█")
		time.Sleep(20 * time.Millisecond)
		_, p.from = p.screen.Text(p.from)
		p.send("\x03")
		took := p.await("canceling statement due to user request")
		t.Logf("canceled after %v", took)
		if took > 5*time.Second {
			t.Errorf("it took %v", took)
		}
		p.await("=# █") // before that Ctrl-C is a signal, which may come late under load
		p.send("\x03\x03select 'al' || 'ive';\r")
		p.await(" alive")
		p.await("=# █")
		_, p.from = p.screen.Text(p.from)
	}
	p.send("\x04")
	p.end()
}

// TestTerminalPaste: 400 lines, in brackets and without, take no time.
func TestTerminalPaste(t *testing.T) {
	t.Parallel()
	p := startProgram(t, t.TempDir(), 80, []string{"-q"}, nil)
	p.await("=# ")
	lines := strings.Repeat("select 'a line that is fifty characters long, or so' union\n", 399) + "select 'an' || ' end';"
	for what, text := range map[string]string{"bracketed": "\x1b[200~" + lines + "\n\x1b[201~\r",
		"raw": strings.ReplaceAll(lines, "\n", "\r") + "\r"} {
		_, p.from = p.screen.Text(p.from)
		go p.send(text)
		p.await(" an end")
		took := p.await("(2 rows)\n.\npostgres=# █")
		t.Logf("%s: %v", what, took)
		if took > 10*time.Second {
			t.Errorf("%s: it took %v", what, took)
		}
	}
}

// TestTerminalRestored: however the program ends, the terminal is as before.
func TestTerminalRestored(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"\\q\r", "\x04", "\x1c", "SIGTERM", "SIGHUP", "SIGQUIT",
		"select pg_sleep(1000);\rSIGTERM", "select pg_sleep(1000);\r\x1c"} {
		p := startProgram(t, t.TempDir(), 80, []string{"-q"}, nil)
		before, err := unix.IoctlGetTermios(int(p.tty.Fd()), unix.TCGETS)
		if err != nil {
			t.Fatal(err)
		}
		p.await("=# ")
		during, _ := unix.IoctlGetTermios(int(p.tty.Fd()), unix.TCGETS)
		if during.Lflag&unix.ICANON != 0 {
			t.Error("lines are not edited")
		}
		text, sig, _ := strings.Cut(way, "SIG")
		text, quit := strings.CutSuffix(text, "\x1c")
		p.send(text)
		if strings.Contains(text, "pg_sleep") {
			p.await("\n█")
		}
		switch {
		case quit:
			p.send("\x1c")
		case sig != "":
			_ = p.cmd.Process.Signal(unix.SignalNum("SIG" + sig))
		}
		p.end()
		if screen, _ := p.screen.Text(0); strings.Contains(screen, "goroutine") {
			t.Errorf("%q: %s", way, screen)
		}
		after, err := unix.IoctlGetTermios(int(p.tty.Fd()), unix.TCGETS)
		if err != nil {
			t.Fatal(err)
		}
		if after.Lflag&(unix.ICANON|unix.ECHO|unix.ISIG) != unix.ICANON|unix.ECHO|unix.ISIG || after.Oflag != before.Oflag {
			t.Errorf("%q leaves %+v", way, after)
		}
	}
}

// TestTerminalHistoryFile: what is no regular file holds no history, and nobody waits for it.
func TestTerminalHistoryFile(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	if err := unix.Mkfifo(filepath.Join(home, "fifo"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"fifo", ".", "/dev/zero", "/dev/tty"} {
		p := startProgram(t, home, 80, []string{"-q"}, []string{"MINIDB_HISTORY=" + file})
		p.await("=# █")
		p.send("select 'kept';\r")
		p.await("(1 row)\n.\npostgres=# █")
		p.send("\x10\x15\\q\r") // recalled, and taken away
		p.end()
	}
}
