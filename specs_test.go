package minidb_test

// Several sessions at once, as scripts: testdata/specs/*.spec in the format of
// PostgreSQL's isolation tester. What each step answers, which steps wait and
// which step lets them go on is in the .out file beside it, recorded from a real
// PostgreSQL 18 (make oracle proves it). Of another folder's specs, -specs, they may
// be minidb's own, written with -rewrite.

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"minidb"
)

const ownSpecs = "testdata/specs"

var specDir = flag.String("specs", ownSpecs, "folder of the specs to run; with -rewrite, if it is another, answers are written")

// spec is a parsed .spec file.
type spec struct {
	setup    []string
	teardown string
	sessions []specSession
	perms    [][]string
}

type specSession struct {
	setup, teardown string
	steps           map[string]string
}

// specToken matches a comment or space, {SQL}, "name", word, or a (mark), which
// says more about waiting than is needed here.
var specToken = regexp.MustCompile(`^(?:(\s+|#[^\n]*|\([^)]*\))|\{((?:[^{}]|\{[^{}]*\})*)\}|"([^"]*)"|([\w*-]+))`)

func parseSpec(t *testing.T, text string) *spec {
	t.Helper()
	var words []string
	for len(text) > 0 {
		m := specToken.FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("spec: %.40q", text)
		}
		text = text[len(m[0]):]
		if m[1] == "" {
			words = append(words, strings.TrimSpace(m[2]+m[3]+m[4]))
		}
	}
	sp := &spec{}
	var ses *specSession
	next := func() string {
		if len(words) == 0 {
			t.Fatal("spec: it ends too early")
		}
		w := words[0]
		words = words[1:]
		return w
	}
	for len(words) > 0 {
		switch w := next(); {
		case w == "setup" && ses == nil:
			sp.setup = append(sp.setup, next())
		case w == "setup":
			ses.setup = next()
		case w == "teardown" && ses == nil:
			sp.teardown = next()
		case w == "teardown":
			ses.teardown = next()
		case w == "session":
			next() // its name
			sp.sessions = append(sp.sessions, specSession{steps: map[string]string{}})
			ses = &sp.sessions[len(sp.sessions)-1]
		case w == "step":
			name := next()
			ses.steps[name] = next()
		case w == "permutation":
			var p []string
			for len(words) > 0 && words[0] != "permutation" {
				p = append(p, next())
			}
			sp.perms = append(sp.perms, p)
		default:
			t.Fatalf("spec: unexpected %q", w)
		}
	}
	return sp
}

// of returns the number of the session that has a step, and the step's SQL.
func (sp *spec) of(t *testing.T, step string) (int, string) {
	for i, s := range sp.sessions {
		if sql, ok := s.steps[step]; ok {
			return i, sql
		}
	}
	t.Fatalf("spec: no step %q", step)
	return 0, ""
}

// specConn is a session of the server that answers: minidb or PostgreSQL.
type specConn interface {
	run(sql string) string // one line of text, see answerLine
	blocked() bool         // it waits for a lock now
	close()
}

// settled is how long a step has to wait before it counts as waiting: longer
// than the deadlock_timeout of a spec that provokes a deadlock, 10 ms.
const settled = 40 * time.Millisecond

// specStep is a step that has begun.
type specStep struct {
	name, answer, until string
	waits               bool
	conn                specConn
	done                chan string
}

// look waits until the step has ended or waits for a lock, and tells whether it
// has ended.
func (st *specStep) look(t *testing.T) bool {
	var since time.Time // blocked without a break since then
	for end := time.Now().Add(patience); time.Now().Before(end); {
		select {
		case st.answer = <-st.done:
			return true
		case <-time.After(time.Millisecond):
		}
		switch {
		case !st.conn.blocked():
			since = time.Time{}
		case since.IsZero():
			since = time.Now()
		case time.Since(since) > settled:
			return false
		}
	}
	t.Fatalf("step %s neither waits nor ends", st.name)
	return false
}

// runSpec runs all permutations and returns their report.
func runSpec(t *testing.T, sp *spec, connect func() specConn) string {
	var out strings.Builder
	for _, p := range sp.perms {
		fmt.Fprintf(&out, "  %s\n", strings.Join(p, " "))
		for _, st := range runPermutation(t, sp, p, connect) {
			wait := ""
			if st.waits {
				wait = "waits until " + st.until + "; "
			}
			fmt.Fprintf(&out, "    %-14s %s%s\n", st.name, wait, st.answer)
		}
	}
	return out.String()
}

func runPermutation(t *testing.T, sp *spec, names []string, connect func() specConn) []*specStep {
	control := connect()
	defer control.close()
	for _, sql := range sp.setup {
		if a := control.run(sql); strings.Contains(a, "ERROR") {
			t.Fatalf("setup: %s", a)
		}
	}
	conns := make([]specConn, len(sp.sessions))
	for i, s := range sp.sessions {
		conns[i] = connect()
		if s.setup != "" {
			conns[i].run(s.setup)
		}
	}
	var all, pending []*specStep
	reap := func(now string) {
		pending = slices.DeleteFunc(pending, func(st *specStep) bool {
			ended := st.look(t)
			if ended {
				st.until = now
			}
			return ended
		})
	}
	for _, name := range names {
		i, sql := sp.of(t, name)
		if slices.ContainsFunc(pending, func(st *specStep) bool { return st.conn == conns[i] }) {
			t.Fatalf("%v: the session of step %s still waits", names, name)
		}
		st := &specStep{name: name, conn: conns[i], done: make(chan string, 1)}
		go func() { st.done <- st.conn.run(sql) }()
		all = append(all, st)
		if st.look(t) {
			reap(name)
		} else {
			st.waits = true
			reap(name)
			pending = append(pending, st)
		}
	}
	if reap("(end)"); len(pending) > 0 {
		t.Fatalf("%v: step %s waits at the end", names, pending[0].name)
	}
	for i, s := range sp.sessions {
		if s.teardown != "" {
			conns[i].run(s.teardown)
		}
		conns[i].close()
	}
	if sp.teardown != "" {
		control.run(sp.teardown)
	}
	return all
}

// answerLine is a statement's result in one line.
func answerLine(columns []string, rows [][]string, tag string) string {
	var parts []string
	if columns != nil {
		parts = append(parts, strings.Join(columns, " | "))
	}
	for _, r := range rows {
		parts = append(parts, strings.Join(r, " | "))
	}
	return strings.Join(append(parts, "["+tag+"]"), " / ")
}

// errorLine is the error that ended a step.
func errorLine(sqlstate, message string) string { return "ERROR " + sqlstate + " " + message }

// miniConn is a session of minidb.
type miniConn struct{ s *minidb.Session }

func (c miniConn) blocked() bool { return c.s.Blocked() }
func (c miniConn) close()        { c.s.Close() }

func (c miniConn) run(sql string) string {
	var parts []string
	err := c.s.Simple(context.Background(), sql, func(r *minidb.Rows) error {
		var columns []string
		if r.HasColumns() {
			columns = []string{}
		}
		for _, col := range r.Columns() {
			columns = append(columns, col.Name)
		}
		var rows [][]string
		for r.Next() {
			row := make([]string, len(columns))
			for i := range row {
				if row[i] = r.Text(i); r.IsNull(i) {
					row[i] = "NULL"
				}
			}
			rows = append(rows, row)
		}
		if r.Err() == nil {
			parts = append(parts, answerLine(columns, rows, r.Tag()))
		}
		return r.Err()
	})
	if err != nil {
		e := minidb.AsError(err)
		parts = append(parts, errorLine(string(e.Code), e.Message))
	}
	return strings.Join(parts, " / ")
}

func specFiles(t *testing.T) []string {
	files, err := filepath.Glob(filepath.Join(*specDir, "*.spec"))
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no .spec files in %s", *specDir)
	}
	return files
}

func readSpec(t *testing.T, file string) *spec {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	sp := parseSpec(t, string(text))
	if len(sp.perms) == 0 {
		t.Fatalf("%s: there is no permutation to run", file)
	}
	return sp
}

// judgeSpec compares a spec's answers with the .out file beside it, or writes that, and
// tells what is wrong.
func judgeSpec(file, got string, write bool) (problem string, err error) {
	out := strings.TrimSuffix(file, ".spec") + ".out"
	if write {
		return "", os.WriteFile(out, []byte(got), 0o644)
	}
	want, err := os.ReadFile(out)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no " + out + "; -rewrite writes what minidb answers:\n" + got, nil
	case err != nil || got == string(want):
		return "", err
	}
	return diff(string(want), got), nil
}

func TestSpecs(t *testing.T) {
	for _, f := range specFiles(t) {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".spec"), func(t *testing.T) {
			t.Parallel()
			db := openDB(t)
			got := runSpec(t, readSpec(t, f), func() specConn { return miniConn{db.Session()} })
			problem, err := judgeSpec(f, got, *rewrite && filepath.Clean(*specDir) != ownSpecs)
			if err != nil {
				t.Fatal(err)
			}
			if problem != "" {
				t.Error(problem)
			}
			wantNoLocks(t, db)
		})
	}
}

// TestOwnSpec: of a spec without answers beside it, they are shown and can be written.
func TestOwnSpec(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mine.spec")
	if err := os.WriteFile(file, []byte(`setup { create table t (a int) }
session a
step lock { begin; lock table t }
step done { commit }
session b
step read { select count(*) from t }
permutation lock read done
`), 0o600); err != nil {
		t.Fatal(err)
	}
	db := openDB(t)
	got := runSpec(t, readSpec(t, file), func() specConn { return miniConn{db.Session()} })
	if problem, err := judgeSpec(file, got, false); err != nil || !strings.Contains(problem, "mine.out; -rewrite") ||
		!strings.Contains(problem, "read           waits until done; count / 0 / [SELECT 1]") {
		t.Errorf("%v %s", err, problem)
	}
	for _, write := range []bool{true, false} {
		if problem, err := judgeSpec(file, got, write); err != nil || problem != "" {
			t.Errorf("%v %s", err, problem)
		}
	}
	if problem, _ := judgeSpec(file, strings.Replace(got, "0", "1", 1), false); !strings.Contains(problem, "\n-    read") {
		t.Error(problem)
	}
}
