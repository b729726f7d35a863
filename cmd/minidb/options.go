package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"minidb/cmd/minidb/shell"
)

// psql's options as pflag.Values, and what getopt says of wrong ones.

// flagError is an option that does not exist, or lacks its value, or has one too many, or
// an argument too many. The command is the one whose help says what it takes.
type flagError struct {
	error
	command string
}

// noArguments is for commands that take none, and says so as pgbench does.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return flagError{fmt.Errorf("too many command-line arguments (first is %q)", args[0]), cmd.CommandPath()}
}

// errNoArgument: an option that takes no value was given one.
var errNoArgument = errors.New("it takes no argument")

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

// noValue is what pflag sets an option to that was given without a value.
const noValue = "on"

// Set adds an option.
func (o ordered) Set(s string) error {
	if o.typ == "" {
		if s != noValue {
			return errNoArgument
		}
		s = ""
	}
	*o.list = append(*o.list, o.prefix+s)
	return nil
}

// String is the default value in help texts: none.
func (o ordered) String() string { return "" }

// Type names the argument in help texts.
func (o ordered) Type() string { return o.typ }

// toggle is an option without a value. p may be nil: there is nothing to switch.
type toggle struct{ p *bool }

// Set switches it on.
func (t toggle) Set(s string) error {
	if s != noValue {
		return errNoArgument
	}
	if t.p != nil {
		*t.p = true
	}
	return nil
}

// String is the default value in help texts: none.
func (t toggle) String() string { return "" }

// Type names the argument in help texts.
func (t toggle) Type() string { return "" }

// refused is an option of psql's that can mean nothing here.
type refused struct{ why string }

// Set refuses it.
func (r refused) Set(string) error { return r }

// Error says why.
func (r refused) Error() string { return r.why }

// String is the default value in help texts: none.
func (r refused) String() string { return "" }

// Type names the argument in help texts.
func (r refused) Type() string { return "" }

// optionError spells what is wrong with the options as psql does, which is getopt's way.
func optionError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var lacking *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() != "":
		err = fmt.Errorf("invalid option -- '%s'", unknown.GetSpecifiedName())
	case errors.As(err, &unknown):
		var meant []string
		if !cmd.HasParent() {
			meant = abbreviated(unknown.GetSpecifiedName())
		}
		err = unknownOption(unknown.GetSpecifiedName(), meant, os.Args)
	case errors.As(err, &lacking) && lacking.GetSpecifiedShortnames() != "":
		err = fmt.Errorf("option requires an argument -- '%s'", lacking.GetSpecifiedName())
	case errors.As(err, &lacking):
		name := lacking.GetSpecifiedName()
		if list := abbreviated(name); len(list) == 1 {
			name = list[0]
		}
		err = fmt.Errorf("option '--%s' requires an argument", name)
	case errors.As(err, &invalid) && errors.Is(err, errNoArgument):
		err = fmt.Errorf("option '--%s' doesn't allow an argument", invalid.GetFlag().Name)
	case errors.As(err, &invalid) && errors.As(err, new(refused)):
		return fmt.Errorf("option --%s: %w", invalid.GetFlag().Name, errors.Unwrap(err))
	case errors.As(err, &invalid):
		err = fmt.Errorf("invalid value %q for option --%s", invalid.GetValue(), invalid.GetFlag().Name)
	}
	return flagError{err, cmd.CommandPath()}
}

// longOptions are the options' long names in the order of psql's getopt, which
// messages show, and those of minidb's own.
var longOptions = strings.Fields(`echo-all no-align command dbname echo-queries echo-errors echo-hidden file
	field-separator field-separator-zero host html list log-file no-readline single-transaction output port pset quiet
	record-separator record-separator-zero single-step single-line tuples-only table-attr username set variable version
	no-password password expanded no-psqlrc help csv guc demo`)

// abbreviated finds the long options that begin with name: all, unless it is one itself.
func abbreviated(name string) (list []string) {
	if slices.Contains(longOptions, name) {
		return []string{name}
	}
	for _, long := range longOptions {
		if strings.HasPrefix(long, name) {
			list = append(list, long)
		}
	}
	return list
}

// completed makes a name that begins one option's only that option's.
func completed(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	if list := abbreviated(name); len(list) == 1 {
		name = list[0]
	}
	return pflag.NormalizedName(name)
}

// unknownOption says why a long option is none of those that it may have meant. args
// tell how it was written.
func unknownOption(name string, meant, args []string) error {
	written := "--" + name
	if i := slices.IndexFunc(args, func(a string) bool { return strings.HasPrefix(a, written+"=") }); i >= 0 && !slices.Contains(args, written) {
		written = args[i]
	}
	if len(meant) == 0 {
		return fmt.Errorf("unrecognized option '%s'", written)
	}
	return fmt.Errorf("option '%s' is ambiguous; possibilities: '--%s'", written, strings.Join(meant, "' '--"))
}

// flags declares the options: psql's, and some of minidb's own.
func (c *commandLine) flags(f *pflag.FlagSet) {
	f.SortFlags = false
	// plain declares an option without a value.
	plain := func(p *bool, long, short, usage string) {
		f.VarP(toggle{p}, long, short, usage)
		f.Lookup(long).NoOptDefVal = noValue
	}
	// option declares one that is short for a variable or a print option.
	option := func(list *[]string, long, short, setting, typ, usage string) {
		f.VarP(ordered{list, setting, typ}, long, short, usage)
		if typ == "" {
			f.Lookup(long).NoOptDefVal = noValue
		}
	}
	f.VarP(actions{&c.list, false}, "command", "c", "run `SQL` or a backslash command and exit; may be repeated")
	f.VarP(actions{&c.list, true}, "file", "f", "run the script `FILE` and exit; - is standard input; may be repeated")
	plain(&c.databases, "list", "l", "list the databases and exit")
	f.StringArrayVar(&c.gucs, "guc", nil, "change a setting first: `name=value`; may be repeated")
	plain(&c.demo, "demo", "", "load the examples' data first: orders, sensors, employees")
	option(&c.vars, "set", "v", "", "NAME=VALUE", "set a variable: ON_ERROR_STOP=1 ends a script at its first error; \\? variables lists those of the shell's own")
	f.AddFlag(&pflag.Flag{Name: "variable", Usage: "the same as --set", Value: ordered{&c.vars, "", "NAME=VALUE"}})
	plain(&c.noStartup, "no-psqlrc", "X", "read no start-up file")
	plain(&c.single, "single-transaction", "1", "run all of -c and -f as one transaction")

	option(&c.vars, "echo-all", "a", "ECHO=all", "", "print every line of a script as it is read")
	option(&c.vars, "echo-errors", "b", "ECHO=errors", "", "print statements that fail")
	option(&c.vars, "echo-queries", "e", "ECHO=queries", "", "print statements as they are run")
	option(&c.vars, "echo-hidden", "E", "ECHO_HIDDEN=on", "", "print the queries of backslash commands")
	f.StringVarP(&c.log, "log-file", "L", "", "write statements and results to `FILE` as well")
	plain(&c.noReadline, "no-readline", "n", "do not edit the command line, but leave that to the terminal")
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
	plain(nil, "no-password", "w", "never ask for a password (there are none)")
	f.BoolP("version", "V", false, "print the version and exit")
	f.BoolP("help", "?", false, "show this help; --help=commands that of backslash commands, --help=variables that of variables")
	refuse(f)
	f.SetNormalizeFunc(completed)
}

// refuse declares psql's options about connections, which are refused.
func refuse(f *pflag.FlagSet) {
	for _, o := range [][2]string{{"dbname", "d"}, {"host", "h"}, {"port", "p"}, {"username", "U"}, {"password", "W"}} {
		f.VarP(refused{"minidb connects to no server; its database is in its own memory"}, o[0], o[1], "")
		f.Lookup(o[0]).Hidden = true
	}
	f.Lookup("password").NoOptDefVal = noValue
}

// helpTopic is the topic of --help=TOPIC, if that is the last argument.
func helpTopic(args []string) (topic string, ok bool) {
	if len(args) == 0 {
		return "", false
	}
	return strings.CutPrefix(args[len(args)-1], "--help=")
}
