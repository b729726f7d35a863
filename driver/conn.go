package driver

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"

	"minidb"
)

// conn is one session.
type conn struct {
	s      *minidb.Session
	closed func() error // what else to close; nil if nothing
}

// Prepare is PrepareContext without a context.
func (c *conn) Prepare(query string) (driver.Stmt, error) {
	return c.PrepareContext(context.Background(), query)
}

// PrepareContext prepares a statement.
func (c *conn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	st, err := c.s.Prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	return &stmt{c: c, st: st}, nil
}

// Close ends the session; what was open is rolled back.
func (c *conn) Close() error {
	c.s.Close()
	if c.closed != nil {
		return c.closed()
	}
	return nil
}

// Begin is BeginTx with the defaults.
func (c *conn) Begin() (driver.Tx, error) { return c.BeginTx(context.Background(), driver.TxOptions{}) }

// BeginTx begins a transaction at PostgreSQL's level of that name.
func (c *conn) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	begin := "BEGIN"
	switch l := sql.IsolationLevel(o.Isolation); l {
	case sql.LevelDefault:
	case sql.LevelReadUncommitted, sql.LevelReadCommitted, sql.LevelRepeatableRead, sql.LevelSerializable:
		begin += " ISOLATION LEVEL " + l.String()
	case sql.LevelSnapshot:
		begin += " ISOLATION LEVEL REPEATABLE READ"
	default:
		return nil, fmt.Errorf("minidb: PostgreSQL has no isolation level %s", l)
	}
	if o.ReadOnly {
		begin += " READ ONLY"
	}
	if _, err := c.s.Exec(ctx, begin); err != nil {
		return nil, err
	}
	return &tx{c}, nil
}

// Ping tells whether the session can run statements.
func (c *conn) Ping(ctx context.Context) error {
	if _, err := c.s.Exec(ctx, ""); err != nil {
		return driver.ErrBadConn
	}
	return ctx.Err()
}

// ResetSession refuses a session that was left in a transaction block.
func (c *conn) ResetSession(context.Context) error {
	if !c.IsValid() {
		return driver.ErrBadConn
	}
	return nil
}

// IsValid tells whether the session may be used again.
func (c *conn) IsValid() bool { return c.s.Status() == 'I' && c.s.Ended() == nil }

// CheckNamedValue takes every value of Go that package minidb takes.
func (c *conn) CheckNamedValue(v *driver.NamedValue) error {
	if v.Name != "" {
		return fmt.Errorf("minidb: parameters have numbers, not names: %s", v.Name)
	}
	switch v.Value.(type) {
	case time.Duration, *time.Duration: // to database/sql a number
		return nil
	}
	if x, err := driver.DefaultParameterConverter.ConvertValue(v.Value); err == nil {
		v.Value = x
	} else if _, ok := v.Value.(driver.Valuer); ok {
		return err
	}
	return nil
}

// QueryContext runs one statement.
func (c *conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	r, err := c.s.Query(ctx, query, values(args)...)
	if err != nil {
		return nil, err
	}
	return &rows{r: r, columns: r.Columns()}, nil
}

// ExecContext runs one statement, or any number without parameters, which are one
// transaction then unless they say BEGIN or COMMIT.
func (c *conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if len(args) > 0 {
		tag, err := c.s.Exec(ctx, query, values(args)...)
		return result(tag), err
	}
	var last result
	err := c.s.Simple(ctx, query, func(r *minidb.Rows) error {
		for r.Next() {
		}
		last = result(r.Tag())
		return r.Err()
	})
	return last, err
}

func values(args []driver.NamedValue) []any {
	out := make([]any, len(args))
	for i, a := range args {
		out[a.Ordinal-1] = args[i].Value
	}
	return out
}

// tx is the session's transaction block.
type tx struct{ c *conn }

// errRolledBack is a COMMIT that PostgreSQL answered with ROLLBACK.
var errRolledBack = errors.New("minidb: the transaction had failed and was rolled back")

// Commit commits; a transaction in which a statement failed is rolled back and
// that is an error.
func (t *tx) Commit() error {
	tag, err := t.c.s.Exec(context.Background(), "COMMIT")
	if err == nil && tag == "ROLLBACK" {
		return errRolledBack
	}
	return err
}

// Rollback rolls back.
func (t *tx) Rollback() error {
	_, err := t.c.s.Exec(context.Background(), "ROLLBACK")
	return err
}
