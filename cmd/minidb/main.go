// Command minidb runs SQL on an in-memory engine that speaks PostgreSQL's SQL:
// scripts as psql does, golden tests, and a look at how the parser works.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"minidb/cmd/minidb/shell"
)

// flagError is an option that does not exist or lacks its value.
type flagError struct{ error }

func main() { os.Exit(run()) }

// run runs the command line and returns the exit status.
func run() int {
	if text, ok := map[string]string{"--help=commands": shell.HelpCommands(), "--help=variables": shell.HelpVariables()}[lastArg()]; ok {
		fmt.Print(text)
		return 0
	}
	err := command().ExecuteContext(context.Background())
	var status shell.ExitStatus
	switch {
	case err == nil:
		return 0
	case errors.As(err, &status):
		return int(status)
	}
	fmt.Fprintf(os.Stderr, "minidb: error: %v\n", err)
	if errors.As(err, new(flagError)) {
		fmt.Fprintln(os.Stderr, `minidb: hint: Try "minidb --help" for more information.`)
	}
	return int(shell.Failure)
}

// lastArg is the last argument: --help takes no value, but for its topics.
func lastArg() string { return os.Args[len(os.Args)-1] }
