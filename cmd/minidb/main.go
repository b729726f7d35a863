// Command minidb runs SQL on an in-memory engine that speaks PostgreSQL's SQL:
// scripts as psql does, golden tests, and a look at how the parser works.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"

	"minidb/cmd/minidb/shell"
)

// flagError is an option that does not exist or lacks its value.
type flagError struct{ error }

func main() { os.Exit(run()) }

// run runs the command line and returns the exit status.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := command().ExecuteContext(ctx)
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
