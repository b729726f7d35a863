package minidb_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"minidb"
)

func TestDatabaseSettings(t *testing.T) {
	if _, err := minidb.Open(minidb.Setting{Name: "work_mem", Value: "much"}); code(err) != "22023" {
		t.Errorf("%v", err)
	}
	if _, err := minidb.Open(minidb.Setting{Name: "server_version", Value: "19"}); code(err) != "55P02" {
		t.Errorf("%v", err)
	}
	db, err := minidb.Open(minidb.Setting{Name: "work_mem", Value: "8MB"}, minidb.Setting{Name: "max_locks_per_transaction", Value: "10"})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, db := range []*minidb.DB{db, db.Clone()} {
		s := connect(t, db)
		want(t, s, "8MB|10", "select current_setting('work_mem'), current_setting('max_locks_per_transaction')")
		must(t, s, "set work_mem = '9MB'", "reset work_mem")
		want(t, s, "8MB|command line", "select current_setting('work_mem'), source from pg_settings where name = 'work_mem'")
		for i := range 2000 {
			must(t, s, fmt.Sprintf("create table t%d (a int)", i))
		}
		wantCode(t, s, "53200", "drop table "+list(2000, func(i int) string { return fmt.Sprint("t", i) }))
		want(t, s, "2000", "select count(*) from pg_class where relname like 't%' and relkind = 'r'")
	}
}

// A duration is an interval of hours and less, there and back.
func TestDurations(t *testing.T) {
	s := connect(t, openDB(t))
	for _, d := range []time.Duration{0, -90 * time.Minute, 1000*time.Hour + time.Microsecond} {
		var p *time.Duration
		got, err := scanOne(s, &p, "select $1::interval", &d)
		if err != nil || got != 1 || *p != d {
			t.Errorf("%s: %v, %v", d, p, err)
		}
	}
	var d time.Duration
	for _, iv := range []string{"1 day", "1 month", "2562047788:00:55"} {
		if _, err := scanOne(s, &d, "select $1::interval", iv); err == nil {
			t.Errorf("%s is %s", iv, d)
		}
	}
}

// scanOne reads the only column of rows into to and returns how many rows there were.
func scanOne(s *minidb.Session, to any, sql string, args ...any) (int, error) {
	rows, err := s.Query(context.Background(), sql, args...)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	n := 0
	for ; rows.Next(); n++ {
		if err := rows.Scan(to); err != nil {
			return n, err
		}
	}
	return n, rows.Err()
}
