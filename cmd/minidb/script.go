package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"minidb"
	"minidb/cmd/minidb/shell"
)

// The command without a subcommand: psql's way of running scripts.

// actions collects -c and -f, as a pflag.Value each, into one ordered list.
type actions struct {
	list *[]shell.Action
	file bool
}

// Set adds an action.
func (a actions) Set(s string) error {
	*a.list = append(*a.list, shell.Action{File: a.file, Arg: s})
	return nil
}

// String is the default value in help texts: none.
func (a actions) String() string { return "" }

// Type names the argument in help texts.
func (a actions) Type() string {
	if a.file {
		return "FILE"
	}
	return "SQL"
}

// command is the whole command line.
func command() *cobra.Command {
	var (
		list   []shell.Action
		opts   shell.Options
		gucs   []string
		assign []string
	)
	cmd := &cobra.Command{
		Use:   "minidb [flags]",
		Short: "See what a PostgreSQL optimization does",
		Long: "minidb is an in-memory SQL engine that speaks PostgreSQL's SQL.\n" +
			"Without -c and -f it reads SQL from standard input. Everything runs in one\n" +
			"database, which is empty at first and gone at the end.\n\n" +
			"The exit status is psql's: 1 if the last -c failed or a file cannot be read,\n" +
			"3 if a script failed and ON_ERROR_STOP is set, and 0 for a script that failed\n" +
			"without it.",
		Example: "  minidb -c 'select 7 / 2'\n" +
			"  minidb -f testdata/tour.sql\n" +
			"  minidb -v ON_ERROR_STOP=1 --guc minidb.profile=pg11 < my.sql\n" +
			"  minidb test testdata/sql",
		Args:          cobra.NoArgs,
		Version:       minidb.Version,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := applyVariables(&opts, assign); err != nil {
				return err
			}
			return runScripts(cmd.Context(), list, opts, gucs)
		},
	}
	cmd.SetVersionTemplate("minidb {{.Version}}\n")
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return flagError{err} })
	f := cmd.Flags()
	f.SortFlags = false
	f.VarP(actions{&list, false}, "command", "c", "run `SQL` and exit; may be repeated")
	f.VarP(actions{&list, true}, "file", "f", "run the script `FILE` and exit; - is standard input; may be repeated")
	f.BoolVarP(&opts.EchoAll, "echo-all", "a", false, "print every line of a script as it is read")
	f.BoolVarP(&opts.Unaligned, "no-align", "A", false, "print rows unaligned, columns separated by |")
	f.BoolVarP(&opts.Quiet, "quiet", "q", false, "print no command tags")
	f.BoolVarP(&opts.TuplesOnly, "tuples-only", "t", false, "print rows only")
	f.StringArrayVarP(&assign, "set", "v", nil, "set a variable `NAME=VALUE`: ON_ERROR_STOP=1 ends a script at its first error, VERBOSITY=sqlstate prints no more than codes of errors")
	f.StringArrayVar(&gucs, "guc", nil, "change a setting first: `name=value`; may be repeated")
	f.BoolP("no-psqlrc", "X", false, "read no start-up file (there is none)")
	f.BoolP("version", "V", false, "print the version and exit")
	cmd.AddCommand(parseCommand(), testCommand())
	return cmd
}

// applyVariables takes the -v options.
func applyVariables(opts *shell.Options, assign []string) error {
	for _, a := range assign {
		name, value, given := strings.Cut(a, "=")
		ok := false
		switch name {
		case "ON_ERROR_STOP":
			var on bool
			if on, ok = parseBool(value); !ok {
				return fmt.Errorf("unrecognized value %q for %q: Boolean expected", value, name)
			}
			opts.StopOnError = on && given // without a value it is unset
		case "VERBOSITY":
			if !given {
				value = "default"
			}
			if opts.Verbosity, ok = shell.ParseVerbosity(value); !ok {
				return fmt.Errorf("unrecognized value %q for %q\nAvailable values are: default, verbose, terse, sqlstate.", value, name)
			}
		default:
			return fmt.Errorf("variable %q is not known; ON_ERROR_STOP and VERBOSITY are", name)
		}
	}
	return nil
}

// parseBool reads psql's truth values; words may be cut short where that
// leaves them clear. Nothing is true.
func parseBool(s string) (value, ok bool) {
	s = strings.ToLower(s)
	switch {
	case s == "1", strings.HasPrefix("true", s), strings.HasPrefix("yes", s), s == "on":
		return true, true
	case s == "0", strings.HasPrefix("false", s), strings.HasPrefix("no", s), s == "of", s == "off":
		return false, true
	}
	return false, false
}

// runScripts runs the actions, or standard input if there are none.
func runScripts(ctx context.Context, list []shell.Action, opts shell.Options, gucs []string) error {
	s, err := openSession(gucs)
	if err != nil {
		fmt.Fprintf(os.Stderr, "minidb: error: %v\n", err)
		return shell.NoConnection
	}
	defer s.Close()
	sh := shell.New(s.Session, opts, os.Stdout, os.Stderr)
	if len(list) == 0 {
		return sh.Run(ctx, os.Stdin)
	}
	return sh.RunActions(ctx, list)
}

// session is a session on a database of its own.
type session struct {
	*minidb.Session
	db *minidb.DB
}

// openSession opens an empty database and a session on it, with settings.
func openSession(gucs []string) (*session, error) {
	db, err := minidb.Open()
	if err != nil {
		return nil, err
	}
	s := &session{db.Session(), db}
	for _, g := range gucs {
		name, value, ok := strings.Cut(g, "=")
		if !ok {
			err = fmt.Errorf("--guc wants name=value, not %q", g)
		} else {
			err = s.Set(name, value)
		}
		if err != nil {
			s.Close()
			return nil, err
		}
	}
	return s, nil
}

// Close ends the session and its database.
func (s *session) Close() {
	s.Session.Close()
	s.db.Close()
}
