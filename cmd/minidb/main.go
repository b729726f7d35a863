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
	return int(shell.Failure)
}
