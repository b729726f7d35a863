package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pmezard/go-difflib/difflib"
)

// TestShell compares the scripts in testdata/shell with what psql 15 printed for
// them, output and errors together, with PostgreSQL 18 as its server. The first
// line of a script holds its options.
func TestShell(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("testdata/shell/*.sql")
	if err != nil || len(files) < 60 {
		t.Fatalf("%d scripts, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".sql")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			head, _, _ := strings.Cut(string(text), "\n")
			options, ok := strings.CutPrefix(head, "-- options:")
			if !ok {
				t.Fatalf("%s has no options", file)
			}
			want, err := os.ReadFile(strings.TrimSuffix(file, ".sql") + ".out")
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(self, append(strings.Fields(options), "-X", "-f", name+".sql")...)
			cmd.Dir = "testdata/shell"
			cmd.Env = append(os.Environ(), asProgram+"=1")
			got, err := cmd.CombinedOutput()
			if err != nil && !errors.As(err, new(*exec.ExitError)) {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				diff, _ := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{A: difflib.SplitLines(string(want)),
					B: difflib.SplitLines(string(got)), FromFile: "psql", ToFile: "minidb", Context: 2})
				t.Error(diff)
			}
		})
	}
}
