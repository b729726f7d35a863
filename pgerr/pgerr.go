// Package pgerr carries PostgreSQL's error reports on Go errors: SQLSTATE,
// message, detail, hint, position. Every error that a user can see is an
// *Error; it imports nothing of minidb.
package pgerr

import (
	"errors"
	"fmt"
	"strings"
)

// Error is one report, worded as PostgreSQL words it.
type Error struct {
	Severity string // "ERROR" if empty; notices use NOTICE, WARNING, INFO
	Code     Code
	Message  string // lower case, no full stop
	Detail   string // whole sentences
	Hint     string // whole sentences
	// Position is the 1-based byte of the statement's text that the report
	// points at, 0 if unknown. The session turns it into characters, which is
	// what clients count in, at the one place where errors leave the engine.
	Position int
	// Query is the text of a statement that the engine runs for itself, if Position
	// points into that.
	Query string

	Schema, Table, Column, DataType, Constraint string
	Context                                     string
	// Routine is PostgreSQL's function that reports, where clients tell errors apart by it.
	Routine string

	cause error // of Because
}

// Error returns the message alone, as Go's error interface wants it.
func (e *Error) Error() string { return e.Message }

// Because keeps what made the engine report e, for errors.Is: the end of a
// caller's context. It returns e, so that calls chain.
func (e *Error) Because(err error) *Error {
	e.cause = err
	return e
}

// Unwrap gives the error of Because, nil without one.
func (e *Error) Unwrap() error { return e.cause }

// New returns an error with the given code and formatted message. In formats of
// this package %q puts double quotes round the text and escapes nothing, as
// PostgreSQL's messages do.
func New(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: sprintf(format, args)}
}

func sprintf(format string, args []any) string {
	return fmt.Sprintf(strings.ReplaceAll(format, "%q", `"%s"`), args...)
}

// At sets the position from a 0-based byte offset; a negative offset means
// that the place is not known. It returns e, so that calls chain.
func (e *Error) At(off int) *Error {
	if off >= 0 {
		e.Position = off + 1
	}
	return e
}

// WithDetail sets the detail sentence.
func (e *Error) WithDetail(format string, args ...any) *Error {
	e.Detail = sprintf(format, args)
	return e
}

// WithHint sets the hint sentence.
func (e *Error) WithHint(format string, args ...any) *Error {
	e.Hint = sprintf(format, args)
	return e
}

// On names the relation, and optionally the constraint, that the error is about.
func (e *Error) On(schema, table, constraint string) *Error {
	e.Schema, e.Table, e.Constraint = schema, table, constraint
	return e
}

// generalHint is for what has no better way in minidb.
const generalHint = "See the README for what this version runs."

// Unsupported reports something PostgreSQL has and minidb has not (0A000).
// off is the 0-based byte offset of the construct, negative if unknown; hint
// says what to do instead; empty stands for generalHint.
func Unsupported(off int, what, hint string) *Error {
	if hint == "" {
		hint = generalHint
	}
	e := New(FeatureNotSupported, "%s is not supported by minidb", what).At(off)
	e.Hint = hint
	return e
}

// StackDepth reports what is nested too deep for PostgreSQL's stack (54001).
func StackDepth() *Error {
	return New(StatementTooComplex, "stack depth limit exceeded").
		WithHint("Increase the configuration parameter \"max_stack_depth\" (currently 2048kB), after ensuring the platform's stack depth limit is adequate.")
}

// From returns the first *Error in err's chain. Any other error is wrapped as
// an internal one (XX000). From(nil) is nil.
func From(err error) *Error {
	if err == nil {
		return nil
	}
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return New(Internal, "%s", err.Error())
}

// CodeOf returns the SQLSTATE of err, "" for nil.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	return From(err).Code
}
