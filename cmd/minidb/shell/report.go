package shell

import (
	"fmt"
	"strconv"
	"strings"

	"minidb"
)

// How psql prints errors and notices: severity and message, the line of the
// statement with a caret under the place, DETAIL, HINT, CONTEXT; in scripts
// all that behind the script's name and line.

// report formats an error or notice about a message to the engine.
func report(e *minidb.Error, stmt string) string {
	var b strings.Builder
	sev := e.Severity
	if sev == "" {
		sev = "ERROR"
	}
	b.WriteString(sev + ":  " + e.Message + "\n")
	if e.Position > 0 {
		b.WriteString(errorLine(stmt, e.Position))
	}
	if e.Detail != "" {
		b.WriteString("DETAIL:  " + e.Detail + "\n")
	}
	if e.Hint != "" {
		b.WriteString("HINT:  " + e.Hint + "\n")
	}
	if e.Context != "" && (sev == "ERROR" || sev == "FATAL" || sev == "PANIC") {
		b.WriteString("CONTEXT:  " + e.Context + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// complain writes a message to the error stream, behind everything printed so
// far. Messages of the shell's own have a level, "error" or "warning".
func (s *Shell) complain(level, text string) {
	s.flush()
	prefix := ""
	if !s.terse {
		prefix = "minidb:"
		if s.file != "" {
			prefix += s.file + ":"
			if s.line > 0 {
				prefix += strconv.Itoa(s.line) + ":"
			}
		}
		prefix += " "
		if level != "" {
			prefix += level + ": "
		}
	}
	fmt.Fprintf(s.errs, "%s%s\n", prefix, text)
}
