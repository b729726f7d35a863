package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Ctrl-C while scripts run: what psql 15 was seen to do.

// long tells by its notice that it runs, and then does so for minutes.
const long = `drop table if exists nix\; select pg_sleep(600);`

var interruptTests = []struct {
	name   string
	args   []string // of minidb
	stdin  string   // kept open if it does not end in \q
	until  string   // output that is awaited before the interrupt
	status int
	want   string // output and errors behind that
}{
	{"file", []string{"-f", "long.sql"}, "", "NOTICE", 3,
		"Cancel request sent\nminidb:long.sql:1: ERROR:  canceling statement due to user request\n"},
	{"included", []string{"-f", "outer.sql"}, "", "NOTICE", 3,
		"Cancel request sent\nminidb:long.sql:1: ERROR:  canceling statement due to user request\n"},
	{"transaction", []string{"-1", "-f", "long.sql"}, "", "NOTICE", 3,
		"Cancel request sent\nminidb:long.sql:1: ERROR:  canceling statement due to user request\n"},
	{"stdin", nil, long + "\nselect 2;\n", "NOTICE", 3,
		"Cancel request sent\nERROR:  canceling statement due to user request\n"},
	{"command", []string{"-c", strings.ReplaceAll(long, `\`, ""), "-c", "select 2"}, "", "NOTICE", 1,
		"Cancel request sent\nERROR:  canceling statement due to user request\n"},
	{"command after file", []string{"-f", "long.sql", "-c", "select 2"}, "", "NOTICE", 1,
		"Cancel request sent\nminidb:long.sql:1: ERROR:  canceling statement due to user request\n"},
	{"waiting", nil, "select 'here';\n", "here", 3, ""},
	{"watch", []string{"-f", "watch.sql"}, "", "here", 0, "\nafter\n"},
	{"quit", []string{"-f", "long.sql"}, "", "NOTICE", 128 + 3, ""},
	{"copy", []string{"-f", "copy.sql", "-c", "table t"}, "1\n", "here", 0,
		"minidb:copy.sql:3: ERROR:  COPY from stdin failed: canceled by user\nCONTEXT:  COPY t, line 1\nafter\n"},
	{"program", []string{"-f", "program.sql"}, "", "here", 0, "released\nafter\n"},
}

func TestInterrupt(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range interruptTests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for name, text := range map[string]string{"long.sql": long + "\nselect 2;\n", "outer.sql": "\\i long.sql\nselect 3;\n",
				"watch.sql":   "select 'here'\n\\watch 600\nselect 'after';\n",
				"copy.sql":    "create temp table t (a int);\nselect 'here';\n\\copy t from pstdin\nselect 'after';\n",
				"program.sql": "\\! echo here; cat fifo\nselect 'after';\n"} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o600); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(self, append([]string{"-X", "-At", "-q"}, test.args...)...)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), asProgram+"=1")
			in, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			cmd.Stdout, cmd.Stderr = w, w
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			w.Close()
			overdue := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
			defer overdue.Stop()
			io.WriteString(in, test.stdin)
			out := bufio.NewReader(r)
			for line := ""; !strings.Contains(line, test.until); {
				if line, err = out.ReadString('\n'); err != nil {
					t.Fatalf("it ended before %q", test.until)
				}
			}
			if test.name == "copy" {
				time.Sleep(time.Second) // it tells by nothing that it waits for data
			}
			if test.name == "quit" {
				cmd.Process.Signal(syscall.SIGQUIT)
			} else {
				cmd.Process.Signal(os.Interrupt)
			}
			if test.name == "program" {
				time.Sleep(time.Second) // under load the signal may come later than what the program prints
				if err := os.WriteFile(filepath.Join(dir, "fifo"), []byte("released\n"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			got, err := io.ReadAll(out)
			if err != nil {
				t.Fatal(err)
			}
			cmd.Wait()
			if status := cmd.ProcessState.ExitCode(); status != test.status || string(got) != test.want {
				t.Errorf("status %d, want %d; printed %q, want %q", status, test.status, got, test.want)
			}
		})
	}
}
