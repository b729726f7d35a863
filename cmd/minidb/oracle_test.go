//go:build oracle

package main

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"testing"
)

// The golden scripts of the shell against psql 15 on a real PostgreSQL 18: make
// oracle. This test is not part of the ordinary build, so that it cannot pass
// there without having compared anything.

var oracle = flag.String("oracle", "", "libpq connection string of a PostgreSQL 18")

// TestOracleShell runs the scripts in testdata/shell through psql, in a database
// of their own each, and compares with the golden files.
func TestOracleShell(t *testing.T) {
	if *oracle == "" {
		t.Fatal("-oracle is needed: make oracle")
	}
	if version, err := exec.Command("psql", "--version").Output(); err != nil || !bytes.Contains(version, []byte(" 15.")) {
		t.Fatalf("psql 15 is needed, not %s %v", version, err)
	}
	for _, s := range shellScripts(t) {
		t.Run(s.name, func(t *testing.T) {
			ask(t, "-c", "drop database if exists minidb_golden_shell", "-c", "create database minidb_golden_shell")
			defer ask(t, "-c", "drop database minidb_golden_shell")
			cmd := exec.Command("psql", append(s.options, "-X", "-d", *oracle+" dbname=minidb_golden_shell", "-f", s.name+".sql")...)
			cmd.Dir = shellDir
			cmd.Env = append(os.Environ(), "PGCLIENTENCODING=UTF8", "LC_ALL=C.UTF-8", "PGAPPNAME=")
			got, _ := cmd.CombinedOutput()
			s.compare(t, bytes.ReplaceAll(got, []byte("psql:"), []byte("minidb:")))
		})
	}
}

func ask(t *testing.T, args ...string) {
	t.Helper()
	if out, err := exec.Command("psql", append([]string{"-X", "-q", "-d", *oracle}, args...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}
