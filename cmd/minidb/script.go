package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"minidb"
	"minidb/cmd/minidb/shell"
	"minidb/cmd/minidb/shell/edit"
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

// ordered collects options of several kinds into one list of NAME=VALUE, in the
// order given, as a pflag.Value each.
type ordered struct {
	list   *[]string
	prefix string // what the option's value is appended to
	typ    string // of the value in help texts; "" for an option without one
}

// Set adds an option.
func (o ordered) Set(s string) error {
	if o.typ == "" {
		s = ""
	}
	*o.list = append(*o.list, o.prefix+s)
	return nil
}

// String is the default value in help texts: none.
func (o ordered) String() string { return "" }

// Type names the argument in help texts.
func (o ordered) Type() string { return o.typ }

// commandLine is what the options say.
type commandLine struct {
	list        []shell.Action
	vars        []string
	psets       []string
	gucs        []string
	output, log string
	single      bool
	plain       bool // lines are not edited
}

// command is the whole command line.
func command() *cobra.Command {
	var c commandLine
	cmd := &cobra.Command{
		Use:   "minidb [flags]",
		Short: "See what a PostgreSQL optimization does",
		Long: "minidb is an in-memory SQL engine that speaks PostgreSQL's SQL.\n" +
			"Without -c and -f it reads SQL from standard input. Everything runs in one\n" +
			"database, which is empty at first and gone at the end.\n\n" +
			"The exit status is psql's: 1 if the last -c failed or a file cannot be read,\n" +
			"2 if the session was lost, 3 if a script failed and ON_ERROR_STOP is set, and 0\n" +
			"for a script that failed without it.",
		Example: "  minidb -c 'select 7 / 2'\n" +
			"  minidb -f testdata/tour.sql\n" +
			"  minidb --csv -c 'select g, g * g as square from generate_series(1, 3) g'\n" +
			"  minidb -v ON_ERROR_STOP=1 --guc minidb.profile=pg11 < my.sql\n" +
			"  minidb test testdata/sql",
		Args:          cobra.NoArgs,
		Version:       minidb.Version,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.run(cmd.Context(), os.Stdout, os.Stderr)
		},
	}
	cmd.SetVersionTemplate("minidb {{.Version}}\n")
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return flagError{err} })
	c.flags(cmd.Flags())
	cmd.AddCommand(parseCommand(), testCommand(), versionCommand())
	return cmd
}

// flags declares the options: psql's, and --guc.
func (c *commandLine) flags(f *pflag.FlagSet) {
	f.SortFlags = false
	// option declares one that is short for a variable or a print option.
	option := func(list *[]string, long, short, setting, typ, usage string) {
		f.VarP(ordered{list, setting, typ}, long, short, usage)
		if typ == "" {
			f.Lookup(long).NoOptDefVal = "on"
		}
	}
	f.VarP(actions{&c.list, false}, "command", "c", "run `SQL` or a backslash command and exit; may be repeated")
	f.VarP(actions{&c.list, true}, "file", "f", "run the script `FILE` and exit; - is standard input; may be repeated")
	f.StringArrayVar(&c.gucs, "guc", nil, "change a setting first: `name=value`; may be repeated")
	option(&c.vars, "set", "v", "", "NAME=VALUE", "set a variable: ON_ERROR_STOP=1 ends a script at its first error; \\? variables lists those of the shell's own")
	f.AddFlag(&pflag.Flag{Name: "variable", Usage: "the same as --set", Value: ordered{&c.vars, "", "NAME=VALUE"}})
	f.BoolP("no-psqlrc", "X", false, "read no start-up file (there is none)")
	f.BoolVarP(&c.single, "single-transaction", "1", false, "run all of -c and -f as one transaction")

	option(&c.vars, "echo-all", "a", "ECHO=all", "", "print every line of a script as it is read")
	option(&c.vars, "echo-errors", "b", "ECHO=errors", "", "print statements that fail")
	option(&c.vars, "echo-queries", "e", "ECHO=queries", "", "print statements as they are run")
	option(&c.vars, "echo-hidden", "E", "ECHO_HIDDEN=on", "", "print the queries of backslash commands")
	f.StringVarP(&c.log, "log-file", "L", "", "write statements and results to `FILE` as well")
	f.BoolVarP(&c.plain, "no-readline", "n", false, "do not edit the command line")
	f.StringVarP(&c.output, "output", "o", "", "write results to `FILE`, or to a |command")
	option(&c.vars, "quiet", "q", "QUIET=on", "", "print no command tags")
	option(&c.vars, "single-step", "s", "SINGLESTEP=on", "", "ask before each statement")
	option(&c.vars, "single-line", "S", "SINGLELINE=on", "", "end statements at the line's end")

	option(&c.psets, "no-align", "A", "format=unaligned", "", "print rows unaligned")
	option(&c.psets, "csv", "", "format=csv", "", "print rows as comma-separated values")
	option(&c.psets, "html", "H", "format=html", "", "print rows as an HTML table")
	option(&c.psets, "field-separator", "F", "fieldsep=", "STRING", "separate the columns of unaligned rows by this (default |)")
	option(&c.psets, "field-separator-zero", "z", "fieldsep_zero", "", "separate them by a zero byte")
	option(&c.psets, "record-separator", "R", "recordsep=", "STRING", "separate unaligned rows by this (default a new line)")
	option(&c.psets, "record-separator-zero", "0", "recordsep_zero", "", "separate them by a zero byte")
	option(&c.psets, "pset", "P", "", "NAME[=VALUE]", "set a print option as \\pset does: format=json, null=NULL, border=2")
	option(&c.psets, "tuples-only", "t", "tuples_only=on", "", "print rows only")
	option(&c.psets, "table-attr", "T", "tableattr=", "TEXT", "attributes of HTML's table")
	option(&c.psets, "expanded", "x", "expanded=on", "", "print a line for each column")
	f.BoolP("version", "V", false, "print the version and exit")
	f.BoolP("help", "?", false, "show this help; --help=commands that of backslash commands, --help=variables that of variables")
}

// run opens the session and runs what there is to run.
func (c *commandLine) run(ctx context.Context, out, errs *os.File) error {
	db, err := minidb.Open()
	if err != nil {
		fmt.Fprintf(errs, "minidb: error: %v\n", err)
		return shell.NoConnection
	}
	defer db.Close()
	connect := func() (*minidb.Session, error) { return openSession(db, c.gucs) }
	s, err := connect()
	if err != nil {
		fmt.Fprintf(errs, "minidb: error: %v\n", err)
		return shell.NoConnection
	}
	sh := shell.New(s, shell.Options{Sessions: connect}, out, errs)
	defer sh.Close()
	if err := sh.Setup(c.vars, c.psets); err != nil {
		return err
	}
	if c.log != "" {
		if err := sh.Log(c.log); err != nil {
			return err
		}
	}
	if c.output != "" {
		if err := sh.Output(c.output); err != nil {
			return err
		}
	}
	switch interactive := edit.IsTerminal(os.Stdin) && edit.IsTerminal(out); {
	case len(c.list) == 0 && c.single:
		return errors.New("-1 can only be used in non-interactive mode")
	case len(c.list) == 0 && interactive:
		return c.interact(ctx, sh, out)
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	switch {
	case len(c.list) == 0:
		return sh.Run(ctx, os.Stdin)
	case c.single:
		return sh.RunTransaction(ctx, c.list)
	}
	return sh.RunActions(ctx, c.list)
}

// interact runs what a person types. Ctrl-C ends the running statement only.
func (c *commandLine) interact(ctx context.Context, sh *shell.Shell, out *os.File) error {
	t, err := edit.Open(os.Stdin, out, sh.Interrupt)
	if err != nil {
		return err
	}
	defer t.Close()
	return sh.Interact(ctx, edit.New(t, c.plain || os.Getenv("TERM") == "dumb"))
}

// openSession opens a session with settings.
func openSession(db *minidb.DB, gucs []string) (*minidb.Session, error) {
	s := db.Session()
	for _, g := range gucs {
		name, value, ok := strings.Cut(g, "=")
		err := fmt.Errorf("--guc wants name=value, not %q", g)
		if ok {
			err = s.Set(name, value)
		}
		if err != nil {
			s.Close()
			return nil, err
		}
	}
	return s, nil
}
