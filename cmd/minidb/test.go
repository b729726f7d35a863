package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/pmezard/go-difflib/difflib"
	"github.com/spf13/cobra"

	"minidb"
	"minidb/cmd/minidb/shell"
)

// Golden tests for SQL: FILE.sql is run, and what it prints compared with
// FILE.out. An .out file can as well come from psql and a real PostgreSQL.

// tester runs scripts and knows what to do with their output.
type tester struct {
	update      bool
	allowErrors bool // --update takes new errors too
	gucs        []string
}

func testCommand() *cobra.Command {
	var t tester
	cmd := &cobra.Command{
		Use:   "test DIR|FILE...",
		Short: "Run .sql scripts and compare their output with the .out files beside them",
		Long: "Each script runs in a database of its own, as psql -X -a -q < FILE.sql would run it;\n" +
			"output and errors together are compared with FILE.out. The exit status is 1 if any\n" +
			"script fails.\n\n" +
			"--update writes the .out files instead, but not for a script that has an error\n" +
			"which its .out file lacks, unless --allow-errors is given, and never for one that\n" +
			"ran into an internal error (SQLSTATE XX000).",
		Example: "  minidb test testdata/sql\n  minidb test --update my.sql\n  minidb test --update --allow-errors my.sql",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := testFiles(args)
			if err != nil {
				return err
			}
			return t.report(cmd.OutOrStdout(), t.runAll(cmd.Context(), files))
		},
	}
	cmd.Flags().BoolVar(&t.update, "update", false, "write the .out files instead of comparing")
	cmd.Flags().BoolVar(&t.allowErrors, "allow-errors", false, "let --update write errors that were not there before")
	cmd.Flags().StringArrayVar(&t.gucs, "guc", nil, "change a setting first: `name=value`; may be repeated")
	return cmd
}

// report prints the verdicts and counts them.
func (t *tester) report(w io.Writer, verdicts iter.Seq[verdict]) error {
	passed, failed := 0, 0
	for v := range verdicts {
		io.WriteString(w, v.text)
		if v.ok {
			passed++
		} else {
			failed++
		}
	}
	fmt.Fprintf(w, "%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		return shell.Failure
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
			if !strings.HasSuffix(a, ".sql") {
				return nil, fmt.Errorf("%s is not a .sql file", a)
			}
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

// verdict is what there is to say about one script.
type verdict struct {
	ok   bool
	text string
}

// runAll runs the scripts, as many at a time as there are processors, and
// yields their verdicts in order.
func (t *tester) runAll(ctx context.Context, files []string) iter.Seq[verdict] {
	results := make([]chan verdict, len(files))
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range results {
		results[i] = make(chan verdict, 1)
	}
	go func() {
		for i, f := range files {
			slots <- struct{}{}
			go func() {
				results[i] <- t.run(ctx, f)
				<-slots
			}()
		}
	}()
	return func(yield func(verdict) bool) {
		for _, r := range results {
			if !yield(<-r) {
				return
			}
		}
	}
}

// run runs one script.
func (t *tester) run(ctx context.Context, file string) verdict {
	o, err := t.output(ctx, file)
	if err != nil {
		return fail(file, err.Error())
	}
	return t.judge(file, o)
}

// judge compares a script's output with its golden file, or writes that.
func (t *tester) judge(file string, o *output) verdict {
	got, internal := o.Bytes(), o.internal
	golden := strings.TrimSuffix(file, ".sql") + ".out"
	want, err := os.ReadFile(golden)
	missing := errors.Is(err, fs.ErrNotExist)
	switch {
	case err != nil && !missing:
		return fail(file, err.Error())
	case t.update && internal > 0:
		return fail(file, fmt.Sprintf("internal errors: %d; not written to %s", internal, golden))
	case !missing && bytes.Equal(got, want):
		return verdict{true, "ok   " + file + "\n"}
	case t.update && !t.allowErrors && o.newError(want) != "":
		return fail(file, "new error, not written without --allow-errors: "+o.newError(want))
	case t.update:
		return t.write(golden, want, got)
	case missing:
		return fail(file, "there is no "+golden+"; write it with --update")
	}
	return verdict{false, "FAIL " + file + "\n" + difference(golden, want, got)}
}

// output is what a script prints, output and errors together.
type output struct {
	bytes.Buffer
	errors   []string // first lines of what was printed as an error, but notices
	internal int      // number of internal errors
}

// errorStream is the output's error stream.
type errorStream struct{ *output }

// Write takes one message.
func (o errorStream) Write(p []byte) (int, error) {
	line, _, _ := strings.Cut(string(p), "\n")
	switch word, _, _ := strings.Cut(line, ":  "); word {
	case "NOTICE", "WARNING", "INFO", "LOG", "DEBUG":
	default:
		o.errors = append(o.errors, line)
	}
	return o.output.Write(p)
}

// newError returns the first line of an error that the golden file want does not
// have, or has fewer times; "" if there is none.
func (o *output) newError(want []byte) string {
	known := map[string]int{}
	for line := range strings.Lines(string(want)) {
		known[strings.TrimSuffix(line, "\n")]++
	}
	for _, line := range o.errors {
		if known[line]--; known[line] < 0 {
			return line
		}
	}
	return ""
}

// write writes a golden file and says what changed.
func (t *tester) write(golden string, want, got []byte) verdict {
	if err := os.WriteFile(golden, got, 0o644); err != nil {
		return fail(golden, err.Error())
	}
	if want == nil {
		return verdict{true, "new  " + golden + "\n"}
	}
	return verdict{true, "wrote " + golden + "\n" + difference(golden, want, got)}
}

func fail(file, why string) verdict {
	return verdict{false, "FAIL " + file + ": " + why + "\n"}
}

func difference(golden string, want, got []byte) string {
	text, _ := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{
		A: difflib.SplitLines(string(want)), B: difflib.SplitLines(string(got)),
		FromFile: golden, ToFile: "minidb", Context: 2,
	})
	return text
}

// output runs a script in a new database.
func (t *tester) output(ctx context.Context, file string) (*output, error) {
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
	s, err := openSession(db, t.gucs)
	if err != nil {
		return nil, err
	}
	o := new(output)
	sh := shell.New(s, shell.Options{Quiet: true, EchoAll: true}, o, errorStream{o})
	defer sh.Close()
	if err := sh.Run(ctx, in); err != nil {
		return nil, err
	}
	o.internal = sh.Internal
	return o, nil
}
