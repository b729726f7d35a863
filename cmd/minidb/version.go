package main

import (
	"encoding/json"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"minidb"
)

// versionCommand prints what this program is, for people or for programs.
func versionCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  minidb version\n  minidb version --json",
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !asJSON {
				fmt.Fprintln(cmd.OutOrStdout(), "minidb "+minidb.Version)
				return nil
			}
			text, err := json.MarshalIndent(struct {
				Version    string `json:"version"`
				PostgreSQL string `json:"postgresql"` // whose SQL it speaks
				Psql       string `json:"psql"`       // that the shell looks like
				Go         string `json:"go"`
				Platform   string `json:"platform"`
			}{minidb.Version, "18.4", "15.18", runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}, "", "  ")
			fmt.Fprintln(cmd.OutOrStdout(), string(text))
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print it as JSON")
	return cmd
}
