package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"minidb"
	"minidb/cmd/minidb/shell"
	"minidb/cmd/minidb/shell/edit"
)

// The command without a subcommand: psql's way of running scripts.

// commandLine is what the options say.
type commandLine struct {
	list        []shell.Action
	vars        []string
	psets       []string
	gucs        []string
	output, log string
	single      bool // -1
	databases   bool // -l
	demo        bool
	noStartup   bool // -X
	noReadline  bool // -n
}

// command is the whole command line.
func command() *cobra.Command {
	var c commandLine
	cmd := &cobra.Command{
		Use:   "minidb [flags] [FILE...]",
		Short: "See what a PostgreSQL optimization does",
		Long: "minidb is an in-memory SQL engine that speaks PostgreSQL's SQL.\n" +
			"Without -c, -f and FILEs, which run after them, it reads SQL from standard input.\n" +
			"Everything runs in one database, which is empty at first and gone at the end.\n" +
			"Before that it runs the start-up file $MINIDBRC, or minidb/minidbrc in the folder\n" +
			"of the user's settings ($XDG_CONFIG_HOME), if there is one; not with -X.\n\n" +
			"The exit status is psql's: 1 if the last -c failed or a file cannot be read,\n" +
			"2 if the session was lost, 3 if a script failed and ON_ERROR_STOP is set or Ctrl-C\n" +
			"stopped it, and 0 for a script that failed without it.",
		Example: "  minidb --demo -c 'select department, max(salary) from employees group by department'\n" +
			"  minidb --demo --csv -c 'select * from orders where amount > 450'\n" +
			"  minidb -a -f testdata/tour.sql\n" +
			"  minidb -v ON_ERROR_STOP=1 --guc minidb.profile=pg11 < my.sql\n" +
			"  minidb test testdata/sql",
		Args:                       scripts,
		Version:                    minidb.Version,
		SuggestionsMinimumDistance: 2,
		SilenceUsage:               true,
		SilenceErrors:              true,
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, name := range args {
				c.list = append(c.list, shell.Action{File: true, Arg: name})
			}
			return c.run(cmd.Context(), os.Stdout, os.Stderr)
		},
	}
	cmd.SetVersionTemplate("minidb {{.Version}}\n")
	cmd.SetFlagErrorFunc(optionError)
	c.flags(cmd.Flags())
	cmd.AddCommand(parseCommand(), serveCommand(), testCommand(), versionCommand())
	cmd.InitDefaultCompletionCmd()
	if completion, _, err := cmd.Find([]string{"completion"}); err == nil {
		completion.Args = cobra.NoArgs
		completion.RunE = func(cmd *cobra.Command, args []string) error {
			return errors.New("completion: which shell? bash, zsh or fish")
		}
		completion.Example = "  source <(minidb completion bash)\n" +
			"  minidb completion zsh > \"${fpath[1]}/_minidb\"\n" +
			"  minidb completion fish > ~/.config/fish/completions/minidb.fish"
	}
	cobra.AddTemplateFunc("plain", func(flags string) string {
		return strings.ReplaceAll(flags, "[="+noValue+"]", strings.Repeat(" ", len("[="+noValue+"]")))
	})
	cmd.SetUsageTemplate(strings.ReplaceAll(cmd.UsageTemplate(), "FlagUsages |", "FlagUsages | plain |"))
	return cmd
}

// run opens the session and runs what there is to run.
func (c *commandLine) run(ctx context.Context, out, errs *os.File) error {
	db, err := minidb.Open()
	if err != nil {
		complain(errs, err)
		return shell.NoConnection
	}
	defer db.Close()
	_ = db.UseHugePages() // as far as there are any
	connect := func() (*minidb.Session, error) { return openSession(db, c.gucs) }
	s, err := connect()
	if err != nil {
		complain(errs, err)
		return shell.NoConnection
	}
	interactive := len(c.list) == 0 && !c.databases && edit.IsTerminal(os.Stdin) && edit.IsTerminal(out)
	opts := shell.Options{Sessions: connect, Progress: edit.IsTerminal(errs), Typed: edit.IsTerminal(os.Stdin)}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if !interactive {
		opts.Stdin = shell.NewInterruptible(ctx, os.Stdin)
	}
	sh := shell.New(s, opts, out, errs)
	defer sh.Close()
	sh.OnInterrupt(cancel)
	stop := interrupts(sh)
	defer stop()
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
	if err := c.prepare(ctx, sh); err != nil {
		return err
	}
	switch {
	case c.databases:
		return sh.RunCommand(ctx, `\l`)
	case interactive && c.single:
		return errors.New("-1 can only be used in non-interactive mode")
	case interactive:
		return c.interact(ctx, sh, out)
	case len(c.list) == 0 && c.single:
		return sh.RunTransaction(ctx, []shell.Action{{Input: true}})
	case len(c.list) == 0:
		return sh.RunActions(ctx, []shell.Action{{Input: true}})
	case c.single:
		return sh.RunTransaction(ctx, c.list)
	}
	return sh.RunActions(ctx, c.list)
}

// prepare runs what comes before everything else: the start-up file, --demo.
func (c *commandLine) prepare(ctx context.Context, sh *shell.Shell) error {
	if file := startupFile(); !c.noStartup && file != "" {
		if err := sh.RunFile(ctx, file); err != nil {
			return err
		}
	}
	if c.demo {
		return sh.Demo(ctx)
	}
	return nil
}

// startupFile is the start-up file's name, "" if there is none.
func startupFile() string {
	file := os.Getenv("MINIDBRC")
	if dir, err := os.UserConfigDir(); file == "" && err == nil {
		file = filepath.Join(dir, "minidb", "minidbrc")
	}
	if st, err := os.Stat(file); err != nil || st.IsDir() {
		return ""
	}
	return file
}

// interact runs what a person types. The terminal sees to Ctrl-C from here on.
func (c *commandLine) interact(ctx context.Context, sh *shell.Shell, out *os.File) error {
	signal.Reset(os.Interrupt, syscall.SIGQUIT)
	t, err := edit.Open(os.Stdin, out, sh.Interrupt)
	if err != nil {
		return err
	}
	defer t.Close()
	return sh.Interact(ctx, edit.New(t, c.noReadline || os.Getenv("TERM") == "dumb"))
}

// interrupts makes Ctrl-C end scripts. Ctrl-\ ends the program, of which Go would
// print a trace.
func interrupts(sh *shell.Shell) (stop func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	if !signal.Ignored(syscall.SIGQUIT) {
		signal.Notify(c, syscall.SIGQUIT)
	}
	go func() {
		for s := range c {
			if s == syscall.SIGQUIT {
				os.Exit(128 + int(syscall.SIGQUIT))
			}
			sh.Interrupt()
		}
	}()
	return func() { signal.Stop(c); close(c) }
}

// scripts wants the names of scripts. A word that is neither a file's name nor
// looks like one is meant as a subcommand.
func scripts(cmd *cobra.Command, args []string) error {
	for _, a := range args {
		if _, err := os.Stat(a); err == nil || strings.ContainsAny(a, "./\\") {
			continue
		}
		hint := ""
		if list := cmd.SuggestionsFor(a); len(list) > 0 {
			hint = fmt.Sprintf("; did you mean %q?", list[0])
		}
		return fmt.Errorf("unknown command %q for \"minidb\"%s", a, hint)
	}
	return nil
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
