package minidb_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"minidb"
)

func ExampleOpen() {
	db, err := minidb.Open(minidb.Setting{Name: "work_mem", Value: "16MB"})
	if err != nil {
		panic(err)
	}
	defer db.Close()
	s := db.Session()
	defer s.Close()
	rows, err := s.Query(context.Background(), "select x, x * 2 as twice from generate_series(1, $1) x", 3)
	if err != nil {
		panic(err)
	}
	for row, err := range rows.All() {
		if err != nil {
			panic(err)
		}
		fmt.Println(row[0].Int(), row[1].Int())
	}
	fmt.Println(rows.Tag())
	// Output:
	// 1 2
	// 2 4
	// 3 6
	// SELECT 3
}

func ExampleRows_Scan() {
	db, _ := minidb.Open()
	defer db.Close()
	s := db.Session()
	rows, err := s.Query(context.Background(), "select 'Bern', 134.5::numeric, date '2026-02-03', null::int, array['de', 'fr']")
	if err != nil {
		panic(err)
	}
	for rows.Next() {
		var name string
		var people float64
		var day time.Time
		var nothing *int
		var languages []string
		if err := rows.Scan(&name, &people, &day, &nothing, &languages); err != nil {
			panic(err)
		}
		fmt.Println(name, people, day.Format(time.DateOnly), nothing == nil, languages)
	}
	fmt.Println(rows.Err())
	// Output:
	// Bern 134.5 2026-02-03 true [de fr]
	// <nil>
}

func ExampleSession_Prepare() {
	ctx := context.Background()
	db, _ := minidb.Open()
	defer db.Close()
	s := db.Session()
	if _, err := s.Exec(ctx, "create table t (a int primary key, b text)"); err != nil {
		panic(err)
	}
	insert, err := s.Prepare(ctx, "insert into t values ($1, $2)")
	if err != nil {
		panic(err)
	}
	for i, b := range []string{"x", "y", "x"} {
		if _, err := insert.Exec(ctx, i%2, b); err != nil {
			var e *pgconn.PgError // or *minidb.Error
			if errors.As(err, &e) {
				fmt.Println(e.Code, e.ConstraintName, e.Detail)
			}
		}
	}
	// Output: 23505 t_pkey Key (a)=(0) already exists.
}

func ExampleDB_Clone() {
	ctx := context.Background()
	db, _ := minidb.Open()
	defer db.Close()
	s := db.Session()
	if _, err := s.Exec(ctx, "create table t as select generate_series(1, 1000) a"); err != nil {
		panic(err)
	}
	copied := db.Clone()
	defer copied.Close()
	c := copied.Session()
	tag, err := c.Exec(ctx, "delete from t where a > 10")
	fmt.Println(tag, err)
	tag, err = s.Exec(ctx, "select * from t")
	fmt.Println(tag, err)
	// Output:
	// DELETE 990 <nil>
	// SELECT 1000 <nil>
}
