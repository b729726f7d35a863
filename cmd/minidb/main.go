// Command minidb runs SQL on an in-memory engine that speaks PostgreSQL's SQL:
// scripts as psql does, golden tests, and a look at how the parser works.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"

	"github.com/spf13/cobra"

	"minidb"
	"minidb/cmd/minidb/shell"
)

// exitError carries an exit status out of cobra; the message was printed.
type exitError int

func (e exitError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

func main() {
	err := command().Execute()
	var code exitError
	switch {
	case err == nil:
	case errors.As(err, &code):
		os.Exit(int(code))
	default:
		fmt.Fprintf(os.Stderr, "minidb: %v\n", err)
		os.Exit(1)
	}
}

// action is one -c or -f option; they run in the order given.
type action struct {
	file bool
	arg  string
}

// actions collects -c and -f into one ordered list.
type actions struct {
	list *[]action
	file bool
}

// Set, String and Type make actions a pflag.Value.
func (a actions) Set(s string) error { *a.list = append(*a.list, action{a.file, s}); return nil }

func (a actions) String() string { return "" }

// Type names the argument in help texts.
func (a actions) Type() string {
	if a.file {
		return "FILE"
	}
	return "SQL"
}

func command() *cobra.Command {
	var (
		list   []action
		opts   shell.Options
		noRC   bool
		gucs   []string
		assign []string
	)
	cmd := &cobra.Command{
		Use:   "minidb [flags]",
		Short: "See what a PostgreSQL optimization does",
		Long: "minidb is an in-memory SQL engine that speaks PostgreSQL's SQL.\n" +
			"Without -c and -f it reads SQL from standard input.",
		Example: "  minidb -c 'select 7 / 2'\n" +
			"  minidb -f testdata/tour.sql\n" +
			"  minidb test testdata/sql",
		Args:          cobra.NoArgs,
		Version:       minidb.Version,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := applyVariables(&opts, assign); err != nil {
				return err
			}
			return run(cmd.Context(), list, opts, gucs)
		},
	}
	f := cmd.Flags()
	f.VarP(actions{&list, false}, "command", "c", "run `SQL` and exit; may be repeated")
	f.VarP(actions{&list, true}, "file", "f", "run the script `FILE` and exit; - is standard input; may be repeated")
	f.BoolVarP(&opts.Quiet, "quiet", "q", false, "print no command tags")
	f.BoolVarP(&opts.EchoAll, "echo-all", "a", false, "print every line of a script as it is read")
	f.BoolVarP(&opts.TuplesOnly, "tuples-only", "t", false, "print rows only")
	f.BoolVarP(&opts.Unaligned, "no-align", "A", false, "print rows unaligned, columns separated by |")
	f.BoolVarP(&noRC, "no-psqlrc", "X", false, "read no start-up file (there is none)")
	f.StringArrayVar(&gucs, "guc", nil, "set a setting: `name=value`")
	f.StringArrayVarP(&assign, "set", "v", nil, "set a variable: ON_ERROR_STOP=1 stops at the first error")
	cmd.AddCommand(parseCommand(), testCommand())
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	cobra.OnFinalize(stop)
	cmd.SetContext(ctx)
	return cmd
}

func applyVariables(opts *shell.Options, assign []string) error {
	for _, a := range assign {
		name, value, _ := cut(a)
		if name != "ON_ERROR_STOP" {
			return fmt.Errorf("variable %q is not known; ON_ERROR_STOP is", name)
		}
		opts.StopOnError = value != "0" && value != "off"
	}
	return nil
}

func cut(s string) (name, value string, ok bool) {
	for i := range len(s) {
		if s[i] == '=' {
			return s[:i], s[i+1:], true
		}
	}
	return s, "", false
}

// run runs the actions in order, or standard input if there are none. As in
// psql a failing -c gives status 1 and a failing script 3 under ON_ERROR_STOP.
func run(ctx context.Context, list []action, opts shell.Options, gucs []string) error {
	db, err := minidb.Open()
	if err != nil {
		return err
	}
	defer db.Close()
	s := db.Session()
	defer s.Close()
	for _, g := range gucs {
		name, value, ok := cut(g)
		if !ok {
			return fmt.Errorf("--guc wants name=value, not %q", g)
		}
		if err := s.Set(name, value); err != nil {
			return err
		}
	}
	sh := shell.New(s, opts, os.Stdout, os.Stderr)
	if len(list) == 0 {
		list = []action{{true, "-"}}
	}
	code := 0
	for _, a := range list {
		sh.Failed = false
		if err := runAction(ctx, sh, a); err != nil {
			return err
		}
		if !sh.Failed {
			code = 0
			continue
		}
		if a.file && !opts.StopOnError {
			code = 0
			continue
		}
		code = 1
		if a.file {
			code = 3
		}
		if opts.StopOnError {
			break
		}
	}
	if code != 0 {
		return exitError(code)
	}
	return nil
}

func runAction(ctx context.Context, sh *shell.Shell, a action) error {
	if a.file {
		return sh.RunFile(ctx, a.arg)
	}
	return sh.RunCommand(ctx, a.arg)
}
