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

// shellDir holds scripts NAME.sql, whose first line names their options, and
// NAME.out, what psql 15 printed for them, output and errors together, with
// PostgreSQL 18 as its server. make oracle asks it again.
const shellDir = "testdata/shell"

// shellScript is a script of shellDir.
type shellScript struct {
	name    string
	options []string
	want    []byte
}

func shellScripts(t *testing.T) []shellScript {
	t.Helper()
	files, err := filepath.Glob(shellDir + "/*.sql")
	if err != nil || len(files) < 60 {
		t.Fatalf("%d scripts, %v", len(files), err)
	}
	var list []shellScript
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		head, _, _ := strings.Cut(string(text), "\n")
		options, ok := strings.CutPrefix(head, "-- options:")
		if !ok {
			t.Fatalf("%s has no options", file)
		}
		name := strings.TrimSuffix(file, ".sql")
		want, err := os.ReadFile(name + ".out")
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, shellScript{filepath.Base(name), strings.Fields(options), want})
	}
	return list
}

func (s shellScript) compare(t *testing.T, got []byte) {
	t.Helper()
	if !bytes.Equal(got, s.want) {
		diff, _ := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{A: difflib.SplitLines(string(s.want)),
			B: difflib.SplitLines(string(got)), FromFile: s.name + ".out", ToFile: "now", Context: 2})
		t.Error(diff)
	}
}

// TestShell runs the scripts in minidb.
func TestShell(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range shellScripts(t) {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command(self, append(s.options, "-X", "-f", s.name+".sql")...)
			cmd.Dir = shellDir
			cmd.Env = append(os.Environ(), asProgram+"=1")
			got, err := cmd.CombinedOutput()
			if err != nil && !errors.As(err, new(*exec.ExitError)) {
				t.Fatal(err)
			}
			s.compare(t, got)
		})
	}
}
