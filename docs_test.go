package minidb_test

// What README.md shows is run and has to come out as printed there: the commands
// in its fenced blocks, its Go program, the tour, the table of settings. For
// ARCHITECTURE.md see architecture_test.go.

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"minidb/settings"
)

var rewrite = flag.Bool("rewrite", false, "rewrite testdata/tour.out, testdata/counters, README.md's tables and the answers to specs of one's own; read the diff")

// block is a fenced block of README.md.
type block struct {
	line int // of its first line, from 1
	lang string
	text string
}

func readmeBlocks(t *testing.T) []block {
	t.Helper()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	var blocks []block
	var open *block
	for i, line := range strings.Split(string(text), "\n") {
		switch {
		case open == nil && strings.HasPrefix(line, "```"):
			open = &block{line: i + 2, lang: line[3:]}
		case open != nil && line == "```":
			blocks, open = append(blocks, *open), nil
		case open != nil:
			open.text += line + "\n"
		}
	}
	if open != nil {
		t.Fatalf("README.md:%d: the block does not end", open.line)
	}
	return blocks
}

// shellStep is a command after "$ " and what the block shows it to print.
type shellStep struct{ command, output string }

func (b block) steps() []shellStep {
	var steps []shellStep
	for _, line := range strings.SplitAfter(b.text, "\n") {
		if c, ok := strings.CutPrefix(line, "$ "); ok {
			steps = append(steps, shellStep{command: strings.TrimSpace(c)})
		} else if n := len(steps); n > 0 {
			steps[n-1].output += line
		}
	}
	return steps
}

// buildCommand builds cmd/minidb and returns a function that runs a command line
// in the project's folder, with minidb in the path.
func buildCommand(t *testing.T) func(line string) string {
	t.Helper()
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", filepath.Join(bin, "minidb"), "./cmd/minidb").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return func(line string) string {
		if rest, ok := strings.CutPrefix(line, "go run ./cmd/minidb"); ok {
			line = "minidb" + rest
		}
		cmd := exec.Command("sh", "-c", line)
		cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		out, _ := cmd.CombinedOutput() // commands that fail are shown too
		return string(out)
	}
}

func TestDocs(t *testing.T) {
	run := buildCommand(t)
	t.Run("commands", func(t *testing.T) { readmeCommands(t, run) })
	t.Run("program", readmeProgram)
	t.Run("settings", readmeSettings)
	t.Run("views", readmeViews)
	t.Run("tour", func(t *testing.T) { tour(t, run) })
}

// maskTimes takes out what is of the machine; not every system knows processor times.
func maskTimes(text string) string {
	return measuredTime.ReplaceAllString(measuredCPU.ReplaceAllString(text, ""), "# ms")
}

var (
	measuredTime = regexp.MustCompile(`[0-9]+\.[0-9]+ ms`)
	measuredCPU  = regexp.MustCompile(`; CPU median .*`)
)

func readmeCommands(t *testing.T, run func(string) string) {
	n := 0
	for _, b := range readmeBlocks(t) {
		for _, s := range b.steps() {
			if !strings.HasPrefix(s.command, "minidb ") && !strings.HasPrefix(s.command, "go run ./cmd/minidb ") {
				continue
			}
			n++
			want, got := maskTimes(s.output), maskTimes(run(s.command))
			if strings.TrimRight(got, "\n") != strings.TrimRight(want, "\n") {
				t.Errorf("README.md:%d: %s\n%s", b.line, s.command, diff(want, got))
			}
		}
	}
	if n == 0 {
		t.Error("README.md shows no command")
	}
}

// fragment is the program that README.md's pieces of one are part of.
const fragment = `package main

import (
	"context"
	"fmt"
	"log"
	"time"

	"minidb"
)

func main() {
	db, err := minidb.Open()
	if err != nil {
		log.Fatal(err)
	}
	%s
}
`

// readmeProgram runs the Go of README.md: each prints the block that follows it.
func readmeProgram(t *testing.T) {
	n := 0
	blocks := readmeBlocks(t)
	for i, b := range blocks {
		if b.lang != "go" {
			continue
		}
		n++
		text := b.text
		if !strings.HasPrefix(text, "package main") {
			text = fmt.Sprintf(fragment, text)
		}
		file := filepath.Join(t.TempDir(), "main.go")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("go", "run", file).CombinedOutput()
		if got := string(out); err != nil || got != blocks[i+1].text {
			t.Errorf("README.md:%d: %v\n%s", b.line, err, got)
		}
	}
	if n != 2 {
		t.Errorf("README.md has %d programs", n)
	}
}

func readmeSettings(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	table := settings.Markdown()
	if strings.Contains(string(text), table) {
		return
	}
	if !*rewrite {
		t.Fatalf("README.md has another table of settings than settings.Markdown:\n%s", table)
	}
	head, _, _ := strings.Cut(table, "\n")
	before, rest, found := strings.Cut(string(text), head)
	if !found {
		t.Fatal("README.md has no table of settings")
	}
	_, after, _ := strings.Cut(rest, "\n\n")
	if err := os.WriteFile("README.md", []byte(before+strings.TrimSuffix(table, "\n")+"\n\n"+after), 0o600); err != nil {
		t.Fatal(err)
	}
}

// readmeViews: README.md names all views of minidb's own, and no others.
func readmeViews(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`minidb_stat_\w+`).FindAllString(string(text), -1)
	slices.Sort(named)
	want(t, connect(t, openDB(t)), strings.Join(slices.Compact(named), " "),
		`select relname from pg_class where relname like 'minidb\_%' and relkind = 'v' order by 1`)
}

// tour runs testdata/tour.sql as README.md says.
func tour(t *testing.T, run func(string) string) {
	const file = "testdata/tour.out"
	got := run("minidb -a -f testdata/tour.sql")
	if *rewrite {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Error(diff(string(want), got))
	}
}
