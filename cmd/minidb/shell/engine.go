package shell

import (
	"context"
	"strings"

	"minidb"
)

// The shell's side of the engine, so that tests can put recorded answers of
// a real PostgreSQL in its place.

// result is one statement's answer; *minidb.Rows is one.
type result interface {
	HasColumns() bool
	Columns() []minidb.Column
	Next() bool
	Text(i int) string
	IsNull(i int) bool
	Err() error
	Tag() string
}

// conn takes messages of any number of statements.
type conn interface {
	Simple(ctx context.Context, sql string, each func(result) error) error
	OnNotice(f func(*minidb.Error))
	// Progress tells how far the running statement is; any goroutine may ask.
	Progress() minidb.Progress
	// Status is 'I', 'T' or 'E': idle, in a transaction block, in a failed one.
	Status() byte
	// Describe returns the columns of a query's result, without running it.
	Describe(ctx context.Context, sql string) ([]minidb.Column, error)
}

// engine makes a conn of a session.
type engine struct{ *minidb.Session }

func (e engine) Simple(ctx context.Context, sql string, each func(result) error) error {
	return e.Session.Simple(ctx, sql, func(r *minidb.Rows) error { return each(r) })
}

// PID is the session's number, which %p of prompts shows.
func (e engine) PID() int32 { return e.Session.PID() }

func (e engine) Describe(ctx context.Context, sql string) ([]minidb.Column, error) {
	if strings.TrimSpace(sql) == "" {
		return nil, nil
	}
	st, err := e.Session.Prepare(ctx, sql)
	if err != nil && minidb.AsError(err).Code == "0A000" {
		return nil, nil // a command, which has no columns
	}
	if err != nil {
		return nil, err
	}
	return st.Columns(), nil
}
