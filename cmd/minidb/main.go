// Command minidb runs SQL on an in-memory engine that speaks PostgreSQL's SQL:
// scripts as psql does, golden tests, and a look at how the parser works.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"

	"minidb/cmd/minidb/shell"
)

// tryHelp follows a message about wrong options.
const tryHelp = `minidb: hint: Try "minidb --help" for more information.`

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
			fmt.Fprintln(os.Stderr, tryHelp)
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
	if errors.As(err, new(flagError)) {
		fmt.Fprintf(os.Stderr, "minidb: %v\n%s\n", err, tryHelp)
	} else {
		fmt.Fprintf(os.Stderr, "minidb: error: %v\n", err)
	}
	return int(shell.Failure)
}
