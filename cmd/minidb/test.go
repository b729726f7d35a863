package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/pmezard/go-difflib/difflib"
	"github.com/spf13/cobra"

	"minidb"
	"minidb/cmd/minidb/shell"
)

// testCommand runs golden SQL tests: FILE.sql against FILE.out, each in a
// database of its own.
func testCommand() *cobra.Command {
	var update bool
	var gucs []string
	cmd := &cobra.Command{
		Use:   "test DIR|FILE...",
		Short: "Run .sql scripts and compare their output with the .out files beside them",
		Long: "Each script runs in a database of its own, as psql -X -a -q < FILE.sql would run it;\n" +
			"output and errors together are compared with FILE.out.",
		Example: "  minidb test testdata/sql\n  minidb test --update my.sql",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runTests(cmd.Context(), cmd.OutOrStdout(), args, update, gucs)
		},
	}
	cmd.Flags().BoolVar(&update, "update", false, "write the .out files instead of comparing")
	cmd.Flags().StringArrayVar(&gucs, "guc", nil, "set a setting first: `name=value`")
	return cmd
}

func runTests(ctx context.Context, w io.Writer, args []string, update bool, gucs []string) error {
	files, err := testFiles(args)
	if err != nil {
		return err
	}
	passed, failed := 0, 0
	for _, f := range files {
		ok, err := runTest(ctx, w, f, update, gucs)
		if err != nil {
			return err
		}
		if ok {
			passed++
		} else {
			failed++
		}
	}
	fmt.Fprintf(w, "%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		return exitError(1)
	}
	return nil
}

// testFiles lists the scripts: files as given, directories searched.
func testFiles(args []string) ([]string, error) {
	var files []string
	for _, a := range args {
		st, err := os.Stat(a)
		if err != nil {
			return nil, err
		}
		if !st.IsDir() {
			files = append(files, a)
			continue
		}
		err = filepath.WalkDir(a, func(p string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && strings.HasSuffix(p, ".sql") {
				files = append(files, p)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no .sql files in %s", strings.Join(args, " "))
	}
	return files, nil
}

func runTest(ctx context.Context, w io.Writer, file string, update bool, gucs []string) (bool, error) {
	got, err := scriptOutput(ctx, file, gucs)
	if err != nil {
		return false, err
	}
	golden := strings.TrimSuffix(file, ".sql") + ".out"
	if update {
		fmt.Fprintf(w, "wrote %s\n", golden)
		return true, os.WriteFile(golden, got, 0o644)
	}
	want, err := os.ReadFile(golden)
	if errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintf(w, "FAIL %s: there is no %s; write it with --update\n", file, golden)
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if bytes.Equal(got, want) {
		fmt.Fprintf(w, "ok   %s\n", file)
		return true, nil
	}
	fmt.Fprintf(w, "FAIL %s\n", file)
	d := difflib.UnifiedDiff{
		A: difflib.SplitLines(string(want)), B: difflib.SplitLines(string(got)),
		FromFile: golden, ToFile: "minidb", Context: 2,
	}
	return false, difflib.WriteUnifiedDiff(w, d)
}

// scriptOutput runs one script in a new database and returns what it prints.
func scriptOutput(ctx context.Context, file string, gucs []string) ([]byte, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	db, err := minidb.Open()
	if err != nil {
		return nil, err
	}
	defer db.Close()
	s := db.Session()
	defer s.Close()
	for _, g := range gucs {
		name, value, _ := cut(g)
		if err := s.Set(name, value); err != nil {
			return nil, err
		}
	}
	var out bytes.Buffer
	sh := shell.New(s, shell.Options{Quiet: true, EchoAll: true}, &out, &out)
	err = sh.Run(ctx, in)
	return out.Bytes(), err
}
