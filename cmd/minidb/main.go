// Command minidb runs SQL on an in-memory engine that speaks PostgreSQL's SQL:
// scripts as psql does, golden tests, and a look at how the parser works.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"minidb"
	"minidb/cmd/minidb/shell"
)

// tryHelp follows a message about wrong options of a command.
func tryHelp(command string) string {
	return fmt.Sprintf("minidb: hint: Try \"%s --help\" for more information.", command)
}

func main() {
	status := run()
	runtime.KeepAlive(ballast)
	os.Exit(status)
}

// run runs the command line and returns the exit status.
func run() int {
	cmd := command()
	if topic, ok := helpTopic(os.Args); ok {
		switch topic {
		case "commands":
			fmt.Print(shell.HelpCommands())
			return 0
		case "variables":
			fmt.Print(shell.HelpVariables())
			return 0
		case "options":
			cmd.SetArgs([]string{"--help"})
		default:
			fmt.Fprintln(os.Stderr, tryHelp("minidb"))
			return int(shell.Failure)
		}
	}
	err := cmd.ExecuteContext(context.Background())
	var status shell.ExitStatus
	switch {
	case err == nil:
		return 0
	case errors.As(err, &status):
		return int(status)
	}
	var wrong flagError
	if errors.As(err, &wrong) {
		fmt.Fprintf(os.Stderr, "minidb: %v\n%s\n", err, tryHelp(wrong.command))
	} else {
		complain(os.Stderr, err)
	}
	return int(shell.Failure)
}

// complain prints an error, with what the engine says besides.
func complain(w io.Writer, err error) {
	fmt.Fprintf(w, "minidb: error: %v\n", err)
	var e *minidb.Error
	if !errors.As(err, &e) {
		return
	}
	if e.Detail != "" {
		fmt.Fprintf(w, "DETAIL:  %s\n", e.Detail)
	}
	if e.Hint != "" {
		fmt.Fprintf(w, "HINT:  %s\n", e.Hint)
	}
}
