package shell

import (
	"context"

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
	Err() error
	Tag() string
}

// conn takes messages of any number of statements.
type conn interface {
	Simple(ctx context.Context, sql string, each func(result) error) error
	OnNotice(f func(*minidb.Error))
}

// engine makes a conn of a session.
type engine struct{ *minidb.Session }

func (e engine) Simple(ctx context.Context, sql string, each func(result) error) error {
	return e.Session.Simple(ctx, sql, func(r *minidb.Rows) error { return each(r) })
}
