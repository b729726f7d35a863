// Package golden compares what a SQL script prints with its golden file: FILE.sql
// with FILE.out, as minidb test and package minidbtest do. An .out file can as well
// come from psql and a real PostgreSQL.
package golden

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/pmezard/go-difflib/difflib"

	"minidb"
	"minidb/cmd/minidb/shell"
)

// Options say what to do with output that differs.
type Options struct {
	Update      bool // write the golden file instead of comparing
	AllowErrors bool // Update takes new errors too
	Ask         Ask
}

// Ask is how a person asks for Update and AllowErrors, for verdicts that say so.
type Ask struct{ Update, AllowErrors string }

// Verdict is what there is to say about one script; Text ends with a newline.
type Verdict struct {
	OK   bool
	Text string
}

// Run runs a script in a session, as psql -X -a -q < FILE.sql would, and judges
// output and errors together.
func Run(ctx context.Context, s *minidb.Session, file string, o Options) Verdict {
	in, err := os.Open(file)
	if err != nil {
		return Fail(file, err.Error())
	}
	defer in.Close()
	out := new(output)
	sh := shell.New(s, shell.Options{Quiet: true, EchoAll: true}, out, errorStream{out})
	defer sh.Close()
	// A script may end early, by ON_ERROR_STOP or a lost session: its output tells so.
	if err := sh.Run(ctx, in); err != nil && (ctx.Err() != nil || !errors.As(err, new(shell.ExitStatus))) {
		return Fail(file, err.Error())
	}
	out.internal = sh.Internal
	return o.judge(file, out)
}

// judge compares a script's output with its golden file, or writes that.
func (opts Options) judge(file string, o *output) Verdict {
	got, internal := o.Bytes(), o.internal
	golden := strings.TrimSuffix(file, ".sql") + ".out"
	want, err := os.ReadFile(golden)
	missing := errors.Is(err, fs.ErrNotExist)
	switch {
	case err != nil && !missing:
		return Fail(file, err.Error())
	case opts.Update && internal > 0:
		return Fail(file, fmt.Sprintf("internal errors: %d; not written to %s", internal, golden))
	case !missing && bytes.Equal(got, want):
		return Verdict{true, "ok   " + file + "\n"}
	case opts.Update && !opts.AllowErrors && o.newError(want) != "":
		return Fail(file, "new error, not written without "+opts.Ask.AllowErrors+": "+o.newError(want))
	case opts.Update:
		return write(golden, want, got)
	case missing:
		return Fail(file, "there is no "+golden+"; write it with "+opts.Ask.Update)
	}
	return Verdict{false, "FAIL " + file + "\n" + difference(golden, want, got)}
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
func write(golden string, want, got []byte) Verdict {
	if err := os.WriteFile(golden, got, 0o644); err != nil {
		return Fail(golden, err.Error())
	}
	if want == nil {
		return Verdict{true, "new  " + golden + "\n"}
	}
	return Verdict{true, "wrote " + golden + "\n" + difference(golden, want, got)}
}

// Fail is the verdict on a script that could not be run or judged.
func Fail(file, why string) Verdict {
	return Verdict{false, "FAIL " + file + ": " + why + "\n"}
}

func difference(golden string, want, got []byte) string {
	text, _ := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{
		A: difflib.SplitLines(string(want)), B: difflib.SplitLines(string(got)),
		FromFile: golden, ToFile: "minidb", Context: 2,
	})
	return text
}
