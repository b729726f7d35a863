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

// Verbosity is how much is printed of an error or notice: psql's variable
// VERBOSITY.
type Verbosity uint8

// The verbosities. Verbose lacks the place in the server's source.
const (
	DefaultVerbosity Verbosity = iota
	Verbose
	Terse
	SQLState
)

// ParseVerbosity reads a value of VERBOSITY.
func ParseVerbosity(s string) (v Verbosity, ok bool) {
	switch strings.ToLower(s) {
	case "default":
		return DefaultVerbosity, true
	case "verbose":
		return Verbose, true
	case "terse":
		return Terse, true
	case "sqlstate":
		return SQLState, true
	}
	return 0, false
}

// report formats an error or notice about a message to the engine.
func report(e *minidb.Error, stmt string, v Verbosity) string {
	sev := e.Severity
	if sev == "" {
		sev = "ERROR"
	}
	code := string(e.Code)
	if code == "" {
		code = "00000"
	}
	head := sev + ":  "
	switch v {
	case SQLState:
		return head + code
	case Verbose:
		head += code + ": "
	case Terse:
		if e.Position > 0 {
			return head + e.Message + " at character " + strconv.Itoa(e.Position)
		}
		return head + e.Message
	}
	var b strings.Builder
	b.WriteString(head + e.Message + "\n")
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
	if sev == "ERROR" || sev == "FATAL" || sev == "PANIC" {
		line("CONTEXT", e.Context)
	}
	if v == Verbose {
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
