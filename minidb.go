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

// Version is minidb's own version.
const Version = "0.1"
