package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"minidb/parser"
)

// parseCommand shows what the parser makes of a text.
func parseCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "parse SQL",
		Short: "Show what the parser sends to TiDB's grammar and the tree it builds",
		Example: "  minidb parse 'select name from employees'\n" +
			"  minidb parse 'select name, rank() over (partition by department order by salary) from employees offset 3'",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			out, err := parser.DebugDump(args[0])
			fmt.Fprint(cmd.OutOrStdout(), out)
			return err
		},
	}
}
