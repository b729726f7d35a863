// Package minidb is an in-memory SQL engine for teaching. It speaks
// PostgreSQL's SQL and holds, in one binary, the old and the new code path of
// five optimizations that were argued on pgsql-hackers.
//
//	db, err := minidb.Open()
//	s := db.Session()
//	rows, err := s.Query(ctx, "select $1::int + 1", 41)
//	for rows.Next() { fmt.Println(rows.Text(0)) }
//	err = rows.Err()
//
// A DB may be used by many goroutines, a Session by one at a time.
package minidb

import (
	"minidb/pgerr"
)

// Version is minidb's own version.
const Version = "0.1"

// Error is what every failed statement returns: PostgreSQL's message with its
// SQLSTATE. Position counts characters of the statement's text from 1, 0 if
// there is none.
type Error = pgerr.Error

// AsError returns the *Error in err's chain, or wraps err as an internal error.
func AsError(err error) *Error { return pgerr.From(err) }
