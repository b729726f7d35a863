package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"minidb"
	"minidb/cmd/minidb/golden"
	"minidb/cmd/minidb/shell"
)

// Golden tests for SQL, each script in a database of its own.

// tester runs scripts and knows what to do with their output.
type tester struct {
	golden.Options
	gucs []string
}

func testCommand() *cobra.Command {
	t := tester{Options: golden.Options{Ask: golden.Ask{Update: "--update", AllowErrors: "--allow-errors"}}}
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
	cmd.Flags().BoolVar(&t.Update, "update", false, "write the .out files instead of comparing")
	cmd.Flags().BoolVar(&t.AllowErrors, "allow-errors", false, "let --update write errors that were not there before")
	cmd.Flags().StringArrayVar(&t.gucs, "guc", nil, "change a setting first: `name=value`; may be repeated")
	return cmd
}

// report prints the verdicts and counts them.
func (t *tester) report(w io.Writer, verdicts iter.Seq[golden.Verdict]) error {
	passed, failed := 0, 0
	for v := range verdicts {
		io.WriteString(w, v.Text)
		if v.OK {
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
			return nil, fmt.Errorf("%s: %s", a, shell.ErrorText(err))
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

// runAll runs the scripts, as many at a time as there are processors, and
// yields their verdicts in order.
func (t *tester) runAll(ctx context.Context, files []string) iter.Seq[golden.Verdict] {
	results := make([]chan golden.Verdict, len(files))
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range results {
		results[i] = make(chan golden.Verdict, 1)
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
	return func(yield func(golden.Verdict) bool) {
		for _, r := range results {
			if !yield(<-r) {
				return
			}
		}
	}
}

// run runs one script.
func (t *tester) run(ctx context.Context, file string) golden.Verdict {
	db, err := minidb.Open()
	if err != nil {
		return golden.Fail(file, err.Error())
	}
	defer db.Close()
	s, err := openSession(db, t.gucs)
	if err != nil {
		return golden.Fail(file, err.Error())
	}
	return golden.Run(ctx, s, file, t.Options)
}
