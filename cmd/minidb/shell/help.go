package shell

import (
	_ "embed"
	"fmt"
)

// \? and --help=: the lists of commands and variables.

//go:embed help_commands.txt
var helpCommands string

//go:embed help_variables.txt
var helpVariables string

// HelpCommands lists the backslash commands, HelpVariables the variables.
func HelpCommands() string  { return helpCommands }
func HelpVariables() string { return helpVariables }

func (c *invocation) help() metaResult {
	topic, ok := c.args.nextNoSemicolon()
	switch {
	case !ok || topic == "commands":
		c.show([]byte(helpCommands), 0)
	case topic == "variables":
		c.show([]byte(helpVariables), 0)
	case topic == "options":
		c.out.WriteString("The options are listed by: minidb --help\n")
	default:
		c.show([]byte(helpCommands), 0)
	}
	return metaDone
}

func (c *invocation) copyright() metaResult {
	fmt.Fprintln(c.out, "minidb speaks PostgreSQL's SQL and is not PostgreSQL. Its licence is in the file LICENSE.")
	return metaDone
}
