package driver

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"minidb"
	"minidb/types"
)

// stmt is a prepared statement.
type stmt struct {
	c  *conn
	st *minidb.Stmt
}

// Close forgets the statement.
func (s *stmt) Close() error { return nil }

// NumInput is the number of parameters.
func (s *stmt) NumInput() int { return s.st.NumParams() }

// Exec is ExecContext without a context.
func (s *stmt) Exec(args []driver.Value) (driver.Result, error) {
	return s.ExecContext(context.Background(), named(args))
}

// Query is QueryContext without a context.
func (s *stmt) Query(args []driver.Value) (driver.Rows, error) {
	return s.QueryContext(context.Background(), named(args))
}

func named(args []driver.Value) []driver.NamedValue {
	out := make([]driver.NamedValue, len(args))
	for i, a := range args {
		out[i] = driver.NamedValue{Ordinal: i + 1, Value: a}
	}
	return out
}

// ExecContext runs the statement.
func (s *stmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	tag, err := s.st.Exec(ctx, values(args)...)
	return result(tag), err
}

// QueryContext runs the statement and gives its rows.
func (s *stmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	r, err := s.st.Query(ctx, values(args)...)
	if err != nil {
		return nil, err
	}
	return &rows{r: r, columns: r.Columns()}, nil
}

// CheckNamedValue is conn's.
func (s *stmt) CheckNamedValue(v *driver.NamedValue) error { return s.c.CheckNamedValue(v) }

// result is a command tag.
type result string

// LastInsertId is not what PostgreSQL has.
func (result) LastInsertId() (int64, error) {
	return 0, errors.New("minidb: there is no last inserted id; use INSERT ... RETURNING")
}

// RowsAffected is the tag's number, 0 for statements without.
func (r result) RowsAffected() (int64, error) {
	i := strings.LastIndexByte(string(r), ' ')
	n, err := strconv.ParseInt(string(r[i+1:]), 10, 64)
	if err != nil {
		return 0, nil
	}
	return n, nil
}

// rows are the rows of one statement.
type rows struct {
	r       *minidb.Rows
	columns []minidb.Column
}

// Columns names the columns.
func (r *rows) Columns() []string {
	out := make([]string, len(r.columns))
	for i, c := range r.columns {
		out[i] = c.Name
	}
	return out
}

// Close ends the statement.
func (r *rows) Close() error { return r.r.Close() }

// Next reads a row.
func (r *rows) Next(dest []driver.Value) error {
	if !r.r.Next() {
		if err := r.r.Err(); err != nil {
			return err
		}
		return io.EOF
	}
	for i := range dest {
		dest[i] = r.r.Value(i)
	}
	return nil
}

// ColumnTypeDatabaseTypeName is the type's name in pg_type, in capitals: INT4,
// TIMESTAMPTZ, _TEXT.
func (r *rows) ColumnTypeDatabaseTypeName(i int) string {
	return strings.ToUpper(r.columns[i].BaseName)
}

// ColumnTypeLength is the longest value of varchar(n), char(n) and unlimited types
// in characters or bytes.
func (r *rows) ColumnTypeLength(i int) (int64, bool) {
	c := r.columns[i]
	switch types.OID(c.Type) {
	case types.VarcharOID, types.BpcharOID:
		if c.Typmod >= 4 {
			return int64(c.Typmod - 4), true
		}
		return math.MaxInt64, true
	case types.TextOID, types.ByteaOID:
		return math.MaxInt64, true
	}
	return 0, false
}

// ColumnTypePrecisionScale is that of numeric(p, s).
func (r *rows) ColumnTypePrecisionScale(i int) (precision, scale int64, ok bool) {
	c := r.columns[i]
	if types.OID(c.Type) != types.NumericOID || c.Typmod < 4 {
		return 0, 0, false
	}
	m := int64(c.Typmod - 4)
	return m >> 16 & 0xffff, (m&0x7ff ^ 1024) - 1024, true
}

// ColumnTypeScanType is the Go type of the column's values but NULL.
func (r *rows) ColumnTypeScanType(i int) reflect.Type {
	switch types.OID(r.columns[i].Type) {
	case types.BoolOID:
		return reflect.TypeFor[bool]()
	case types.Int2OID, types.Int4OID, types.Int8OID, types.OidOID:
		return reflect.TypeFor[int64]()
	case types.Float4OID, types.Float8OID:
		return reflect.TypeFor[float64]()
	case types.ByteaOID:
		return reflect.TypeFor[[]byte]()
	case types.DateOID, types.TimestampOID, types.TimestamptzOID:
		return reflect.TypeFor[time.Time]()
	}
	return reflect.TypeFor[string]()
}
