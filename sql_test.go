package minidb_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pmezard/go-difflib/difflib"

	"minidb"
	"minidb/cmd/minidb/shell"
	"minidb/settings"
)

// The golden files under testdata/sql were written by psql 15 against a real
// PostgreSQL 18 (make oracle proves it). Every one must come out byte for byte
// under every setting of the strategies: a strategy may change work, never
// results.

// config is a set of settings to run the golden files under.
type config struct {
	name   string
	values map[string]string
}

// configs are the defaults, which are the profile "best", the oldest profile, and each
// strategy at each of its other values. Under the race detector the
// single flips are left out.
func configs() []config {
	out := []config{
		{"default", nil},
		{"pg11", map[string]string{"minidb.profile": "pg11"}},
	}
	if raceEnabled {
		return out
	}
	for _, d := range settings.Strategies() {
		for _, v := range otherValues(d) {
			out = append(out, config{d.Name + "=" + v, map[string]string{d.Name: v}})
		}
	}
	return out
}

func otherValues(d *settings.Def) []string {
	switch d.Type {
	case settings.Bool:
		if d.Boot == "on" {
			return []string{"off"}
		}
		return []string{"on"}
	case settings.Enum:
		var out []string
		for _, v := range d.EnumVals {
			if v != d.Boot {
				out = append(out, v)
			}
		}
		return out
	}
	return nil
}

func TestSQL(t *testing.T) {
	files, err := filepath.Glob("testdata/sql/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, c := range configs() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, f := range files {
				t.Run(strings.TrimSuffix(filepath.Base(f), ".sql"), func(t *testing.T) { runGolden(t, f, c.values) })
			}
		})
	}
}

func runGolden(t *testing.T, file string, values map[string]string) {
	want, err := os.ReadFile(strings.TrimSuffix(file, ".sql") + ".out")
	if err != nil {
		t.Fatal(err)
	}
	if got := runScript(t, file, values); !bytes.Equal(got, want) {
		t.Error(diff(string(want), string(got)))
	}
}

// TestSQLStates compares the codes of errors, which the text does not show:
// x.sqlstate is what psql -v VERBOSITY=sqlstate makes of x.sql.
func TestSQLStates(t *testing.T) {
	files, err := filepath.Glob("testdata/sql/*.sqlstate")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, f := range files {
		want, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		script := strings.TrimSuffix(f, "state")
		if got := runScript(t, script, nil, "VERBOSITY=sqlstate"); !bytes.Equal(got, want) {
			t.Error(diff(string(want), string(got)))
		}
	}
}

// runScript runs a script in a new database as psql -X -a -q would; vars are
// psql's variables, as name=value.
func runScript(t *testing.T, file string, values map[string]string, vars ...string) []byte {
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	s := openSession(t)
	for name, v := range values {
		if err := s.Set(name, v); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	sh := shell.New(s, shell.Options{Quiet: true, EchoAll: true}, &out, &out)
	if err := sh.Setup(vars, nil); err != nil {
		t.Fatal(err)
	}
	if err := sh.Run(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// openSession opens a database of its own and a session on it.
func openSession(t testing.TB) *minidb.Session {
	t.Helper()
	db, err := minidb.Open()
	if err != nil {
		t.Fatal(err)
	}
	s := db.Session()
	t.Cleanup(func() {
		s.Close()
		db.Close()
	})
	return s
}

func diff(want, got string) string {
	text, _ := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{
		A: difflib.SplitLines(want), B: difflib.SplitLines(got), FromFile: "PostgreSQL", ToFile: "minidb", Context: 2,
	})
	return text
}
