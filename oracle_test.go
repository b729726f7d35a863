//go:build oracle

package minidb_test

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The golden files of PostgreSQL against a real PostgreSQL 18: make oracle. These
// tests are not part of the ordinary build, so that none of them can pass there
// without having compared anything.

var oracle = flag.String("oracle", "", "libpq connection string of a PostgreSQL 18")

// needOracle fails a test that compares with PostgreSQL and was given none.
func needOracle(t *testing.T) {
	if *oracle == "" {
		t.Fatal("-oracle is needed: make oracle")
	}
}

// TestOracle runs the golden files through psql on a real PostgreSQL and
// compares. testdata/counters is minidb's own.
func TestOracle(t *testing.T) {
	needOracle(t)
	files, _ := filepath.Glob("testdata/*/*.sql")
	for _, f := range files {
		if strings.Contains(f, "counters") {
			continue
		}
		t.Run(filepath.Base(f), func(t *testing.T) {
			psql(t, "-d", *oracle, "-c", "drop database if exists minidb_golden", "-c", "create database minidb_golden")
			defer psql(t, "-d", *oracle, "-c", "drop database minidb_golden")
			got := askPSQL(t, f)
			want, err := os.ReadFile(strings.TrimSuffix(f, ".sql") + ".out")
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Error(diff(string(got), string(want)))
			}
		})
	}
}

// askPSQL runs a script as its golden file was captured: from standard input, or
// as a file where messages name it (testdata/shell).
func askPSQL(t *testing.T, file string) []byte {
	cmd := exec.Command("psql", "-X", "-a", "-d", *oracle+" dbname=minidb_golden")
	if !strings.Contains(file, "loud") {
		cmd.Args = append(cmd.Args, "-q")
	}
	if filepath.Base(filepath.Dir(file)) == "shell" {
		cmd.Dir = filepath.Dir(file)
		cmd.Args = append(cmd.Args, "-f", filepath.Base(file))
		got, _ := cmd.CombinedOutput()
		return bytes.ReplaceAll(got, []byte("psql:"), []byte("minidb:"))
	}
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	cmd.Stdin = in
	got, _ := cmd.CombinedOutput()
	return got
}

func psql(t *testing.T, args ...string) {
	t.Helper()
	if out, err := exec.Command("psql", append([]string{"-X", "-q"}, args...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}
