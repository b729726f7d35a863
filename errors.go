package minidb

import (
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"

	"minidb/pgerr"
)

// Errors on their way out of the engine.

// Error is what every failed statement returns, and what notices are: PostgreSQL's
// message with its SQLSTATE. Position counts characters of the statement's text
// from 1, 0 if there is none. AsError and errors.As find it in an error;
// errors.As finds it as a *pgconn.PgError too, so that code written for a
// PostgreSQL client reads minidb's errors. Of a statement that its context ended
// (57014), errors.Is finds the context's error too.
type Error = pgerr.Error

// AsError returns the *Error in err's chain, or wraps err as an internal error.
func AsError(err error) *Error { return pgerr.From(err) }

// failure is the error of a statement.
type failure struct{ e *Error }

func (f failure) Error() string { return f.e.Message }

// Unwrap gives the *Error.
func (f failure) Unwrap() error { return f.e }

// As makes a *pgconn.PgError of the error if target asks for one.
func (f failure) As(target any) bool {
	to, ok := target.(**pgconn.PgError)
	if !ok {
		return false
	}
	e := f.e
	*to = &pgconn.PgError{
		Severity: e.Severity, SeverityUnlocalized: e.Severity, Code: string(e.Code), Message: e.Message, Detail: e.Detail, Hint: e.Hint,
		Position: int32(e.Position), Where: e.Context, SchemaName: e.Schema, TableName: e.Table, ColumnName: e.Column,
		DataTypeName: e.DataType, ConstraintName: e.Constraint, Routine: e.Routine,
	}
	if e.Query != "" {
		(*to).Position, (*to).InternalPosition, (*to).InternalQuery = 0, int32(e.Position), e.Query
	}
	if e.Severity == "" {
		(*to).Severity, (*to).SeverityUnlocalized = "ERROR", "ERROR"
	}
	return true
}

// inText turns the position of an error from bytes into characters of the text.
func inText(err error, sql string) error {
	if err == nil {
		return nil
	}
	e := *pgerr.From(err)
	if e.Query != "" {
		sql = e.Query
	}
	if p := e.Position - 1; p >= 0 && p <= len(sql) {
		e.Position = utf8.RuneCountInString(sql[:p]) + 1
	}
	return failure{&e}
}
