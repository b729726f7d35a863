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

// report formats an error or notice about a message to the engine, as VERBOSITY
// and SHOW_CONTEXT say.
func (s *Shell) report(e *minidb.Error, stmt string) string {
	return report(e, stmt, strings.ToLower(s.vars["VERBOSITY"]), strings.ToLower(s.vars["SHOW_CONTEXT"]))
}

// report lacks, when verbose, the place in the server's source.
func report(e *minidb.Error, stmt, verbosity, context string) string {
	sev := e.Severity
	if sev == "" {
		sev = "ERROR"
	}
	code := string(e.Code)
	if code == "" {
		code = "00000"
	}
	head := sev + ":  "
	switch verbosity {
	case "sqlstate":
		return head + code
	case "verbose":
		head += code + ": "
	case "terse":
		if e.Position > 0 {
			return head + e.Message + " at character " + strconv.Itoa(e.Position)
		}
		return head + e.Message
	}
	var b strings.Builder
	b.WriteString(head + e.Message + "\n")
	if e.Query != "" {
		stmt = e.Query
	}
	if e.Position > 0 {
		b.WriteString(errorLine(stmt, e.Position))
	}
	line := func(name, text string) {
		if text != "" {
			b.WriteString(name + ":  " + text + "\n")
		}
	}
	line("DETAIL", e.Detail)
	line("HINT", e.Hint)
	line("QUERY", e.Query)
	if isError := sev == "ERROR" || sev == "FATAL" || sev == "PANIC"; context == "always" || context == "errors" && isError {
		line("CONTEXT", e.Context)
	}
	if verbosity == "verbose" {
		line("SCHEMA NAME", e.Schema)
		line("TABLE NAME", e.Table)
		line("COLUMN NAME", e.Column)
		line("DATATYPE NAME", e.DataType)
		line("CONSTRAINT NAME", e.Constraint)
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
