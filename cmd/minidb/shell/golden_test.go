package shell

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/pmezard/go-difflib/difflib"
)

// What the shell prints is compared with what psql printed. testdata/NAME.out
// holds psql's output, output and errors together, and testdata/NAME.replies
// what it sent to PostgreSQL 18 and was answered. With -record SOCKET, the path
// of a PostgreSQL's Unix socket, psql runs again and writes both.

var record = flag.String("record", "", "PostgreSQL's Unix socket, to record testdata from")

// golden is a command line with psql's exit status.
type golden struct {
	name   string
	args   []string
	stdin  string // a script in testdata
	status ExitStatus
}

var goldens = []golden{
	{name: "statements", args: []string{"-a", "-f", "statements.sql"}},
	{name: "statements_stdin", args: []string{"-a", "-q"}, stdin: "statements.sql"},
	{name: "statements_dash", args: []string{"-f", "-"}, stdin: "statements.sql"},
	{name: "crlf", args: []string{"-a", "-f", "./crlf.sql"}},
	{name: "quotes", args: []string{"-a", "-f", "quotes.sql"}},
	{name: "backslash", args: []string{"-a", "-f", "backslash.sql", "-c", `\bad x`, "-c", "select 'after'"}},
	{name: "backslash_stop", args: []string{"-v", "ON_ERROR_STOP=1", "-f", "backslash.sql"}, status: 3},
	{name: "unfinished", args: []string{"-a", "-f", "unfinished.sql", "-c", "select 1", "-f", "unfinished.sql"}},
	{name: "unfinished_stop", args: []string{"-v", "ON_ERROR_STOP=1", "-f", "unfinished.sql"}, status: 3},
	{name: "stop", args: []string{"-v", "ON_ERROR_STOP=1", "-f", "errors.sql", "-c", "select 1"}, status: 3},
	{name: "stop_command", args: []string{"-v", "ON_ERROR_STOP=1", "-c", "select", "-c", "selekt", "-c", "select 1"}, status: 1},
	{name: "errors", args: []string{"-f", "errors.sql"}},
	{name: "errors_stdin", args: []string{"-a"}, stdin: "errors.sql"},
	{name: "long_lines", args: nil, stdin: "long_lines.sql"},
	{name: "tables", args: nil, stdin: "tables.sql"},
	{name: "tables_t", args: []string{"-t"}, stdin: "tables.sql"},
	{name: "tables_unaligned", args: []string{"-A"}, stdin: "tables.sql"},
	{name: "tables_unaligned_t", args: []string{"-A", "-t"}, stdin: "tables.sql"},
	{name: "widths", args: nil, stdin: "widths.sql"},
	{name: "tags", args: []string{"-a"}, stdin: "tags.sql"},
	{name: "tags_q", args: []string{"-q", "-t"}, stdin: "tags.sql"},
	{name: "messages", args: []string{"-a", "-c", multi, "-c", "", "-c", " ; ", "-c", failing}, status: 1},
	{name: "last_counts", args: []string{"-c", "selekt", "-c", "select 1"}},
	{name: "missing", args: []string{"-f", "missing.sql", "-c", "select 1", "-f", "missing.sql"}, status: 1},
	{name: "folder", args: []string{"-f", "."}, status: 1},
}

// Notices come early; see Shell.send.
const (
	multi = "select 1; do $$begin raise notice 'from the second'; raise notice 'again'; end$$; " +
		"select 'drei' as \"3\"; do $$begin raise notice 'from the fourth' using hint = 'None.'; end$$; " +
		"do $$begin raise notice 'from the fifth'; end$$; select 6 as a, 7 as b"
	failing = "select 1; do $$begin raise notice 'before'; end$$; select 1/0; select 4"
)

func TestGolden(t *testing.T) {
	t.Chdir("testdata")
	for _, g := range goldens {
		t.Run(g.name, func(t *testing.T) {
			if *record != "" {
				g.record(t)
			}
			want, err := os.ReadFile(g.name + ".out")
			if err != nil {
				t.Fatal(err)
			}
			got, status := g.run(t, loadReplay(t, g.name+".replies"))
			if status != g.status {
				t.Errorf("exit status %d, want %d", status, g.status)
			}
			if !bytes.Equal(got, asMinidb(want)) {
				t.Error(diff(asMinidb(want), got))
			}
		})
	}
}

// run runs the command line in a shell.
func (g golden) run(t *testing.T, c *replay) ([]byte, ExitStatus) {
	var opts Options
	var vars []string
	var list []Action
	for i := 0; i < len(g.args); i++ {
		switch g.args[i] {
		case "-a":
			opts.EchoAll = true
		case "-A":
			opts.Unaligned = true
		case "-q":
			opts.Quiet = true
		case "-t":
			opts.TuplesOnly = true
		case "-v":
			i++
			vars = append(vars, g.args[i])
		case "-c", "-f":
			list = append(list, Action{File: g.args[i] == "-f", Arg: g.args[i+1]})
			i++
		}
	}
	if g.stdin != "" {
		in, err := os.Open(g.stdin)
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		defer func(old *os.File) { os.Stdin = old }(os.Stdin)
		os.Stdin = in
	}
	var out bytes.Buffer
	var err error
	sh := newShell(c, opts, &out, &out)
	if err := sh.Setup(vars, nil); err != nil {
		t.Fatal(err)
	}
	if len(list) > 0 {
		err = sh.RunActions(context.Background(), list)
	} else {
		err = sh.Run(context.Background(), os.Stdin)
	}
	if len(c.list) > 0 {
		t.Errorf("not sent: %q", c.list[0].Send)
	}
	var status ExitStatus
	if err != nil && !errors.As(err, &status) {
		t.Fatal(err)
	}
	return out.Bytes(), status
}

// asMinidb changes the program's name in messages.
func asMinidb(out []byte) []byte {
	lines := bytes.SplitAfter(out, []byte("\n"))
	for i, l := range lines {
		if rest, ok := bytes.CutPrefix(l, []byte("psql:")); ok {
			lines[i] = slices.Concat([]byte("minidb:"), rest)
		}
	}
	return slices.Concat(lines...)
}

func diff(want, got []byte) string {
	text, _ := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{
		A: quoted(want), B: quoted(got), FromFile: "psql", ToFile: "shell", Context: 2,
	})
	return text
}

// quoted shows trailing spaces and carriage returns.
func quoted(text []byte) []string {
	lines := difflib.SplitLines(string(text))
	for i, l := range lines {
		lines[i] = strings.NewReplacer(" \n", "·\n", "\r", "␍").Replace(l)
	}
	return lines
}
