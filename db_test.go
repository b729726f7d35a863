package minidb_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"minidb"
)

func TestDatabaseSettings(t *testing.T) {
	if _, err := minidb.Open(minidb.Setting{Name: "work_mem", Value: "much"}); code(err) != "22023" {
		t.Errorf("%v", err)
	}
	if _, err := minidb.Open(minidb.Setting{Name: "work_mem", Value: "much"}); !errors.As(err, new(*pgconn.PgError)) {
		t.Errorf("%T", err)
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

// Arrays come as slices, element by element as columns do.
func TestScanArrays(t *testing.T) {
	s := openSession(t)
	for _, c := range []struct {
		sql      string
		to, want any
	}{
		{"select array[1, 2, 3]", new([]int32), []int32{1, 2, 3}},
		{"select '{}'::int[]", new([]int), []int{}},
		{"select '[5:6]={a,b}'::text[]", new([]string), []string{"a", "b"}},
		{"select array[1, null]", new([]sql.NullInt64), []sql.NullInt64{{Int64: 1, Valid: true}, {}}},
		{"select array[1.5, null]", new([]any), []any{"1.5", nil}},
		{"select array['\\x00ff'::bytea]", new([][]byte), [][]byte{{0, 255}}},
		{"select array[interval '1 hour']", new([]time.Duration), []time.Duration{time.Hour}},
		{"select array[date '2026-02-03']", new([]time.Time), []time.Time{time.Date(2026, 2, 3, 0, 0, 0, 0, time.UTC)}},
		{"select pg_blocking_pids(pg_backend_pid())", new([]int32), []int32{}},
		{"select '1 2'::int2vector", new([]int16), []int16{1, 2}},
		{"select array[array[1, 2], array[3, 4]]", new(string), "{{1,2},{3,4}}"},
	} {
		if _, err := scanOne(s, c.to, c.sql); err != nil || !reflect.DeepEqual(reflect.ValueOf(c.to).Elem().Interface(), c.want) {
			t.Errorf("%s: %v, %v", c.sql, reflect.ValueOf(c.to).Elem(), err)
		}
	}
	var null []int
	if _, err := scanOne(s, &null, "select array[1, null]"); err == nil || !strings.Contains(err.Error(), "element 2: NULL does not fit int") {
		t.Errorf("a NULL as int: %v", err)
	}
	if _, err := scanOne(s, &null, "select array[array[1]]"); err == nil {
		t.Error("two dimensions as one")
	}
	pn := &null
	if _, err := scanOne(s, &pn, "select null::int[]"); err != nil || pn != nil {
		t.Errorf("no array: %v, %v", pn, err)
	}
}

func TestScan(t *testing.T) {
	s := openSession(t)
	five, text := 5, "text"
	pFive, pText := &five, &sql.NullString{String: "text", Valid: true}
	for _, c := range []struct {
		sql      string
		to, want any
	}{
		{"select 5", new(**int), &pFive},
		{"select null::int", new(**int), (**int)(nil)},
		{"select 'text'", new(*string), &text},
		{"select 'text'", new(*sql.NullString), pText},
		{"select null", new(*sql.NullString), (*sql.NullString)(nil)},
		{"select '{}'::json", new(json.RawMessage), json.RawMessage("{}")},
		{"select 'text'", new([]byte), []byte("text")},
		{"select 1.5::float8", new(float32), float32(1.5)},
	} {
		if _, err := scanOne(s, c.to, c.sql); err != nil || !reflect.DeepEqual(reflect.ValueOf(c.to).Elem().Interface(), c.want) {
			t.Errorf("%s: %v, %v", c.sql, reflect.ValueOf(c.to).Elem(), err)
		}
	}
	for _, c := range []struct {
		sql string
		to  any
	}{
		{"select 1", (*any)(nil)}, {"select 1", (*int)(nil)}, {"select 1", (*sql.NullString)(nil)}, {"select 1", five},
		{"select 1e300::float8", new(float32)}, {"select 1e300", new(float32)}, {"select 200", new(int8)}, {"select -1", new(uint)},
	} {
		if _, err := scanOne(s, c.to, c.sql); err == nil {
			t.Errorf("%s went into %T", c.sql, c.to)
		}
	}
	rows, err := s.Query(context.Background(), "select 1")
	if err != nil {
		t.Fatal(err)
	}
	if rows.Scan(&five) == nil || !rows.Next() || rows.Scan(&five) != nil || rows.Next() || rows.Scan(&five) == nil {
		t.Error("Scan reads a row between Next and Next")
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

// Strings of Go are UTF8: only a client outside of the process can have them converted.
func TestEncodingOfGo(t *testing.T) {
	db, err := minidb.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s := connect(t, db)
	wantCode(t, s, "0A000", "set client_encoding = 'latin1'")
	must(t, s, "set client_encoding = 'sql_ascii'")
	want(t, s, "é|1|SQL_ASCII", "select 'é', length('é'), pg_client_encoding()")
}

func TestSimpleUnseen(t *testing.T) {
	db, err := minidb.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s := connect(t, db)
	if err := s.Simple(t.Context(), "create table t as select 1 a; insert into t values (2) returning a; select * from t", nil); err != nil {
		t.Error(err)
	}
	want(t, s, "2", "select count(*) from t")
	if err := s.Set("work_mem", "x"); !errors.As(err, new(*pgconn.PgError)) {
		t.Errorf("%T", err)
	}
	if _, err := db.Connect(minidb.Login{User: "nosuch", Database: "postgres"}); !errors.As(err, new(*pgconn.PgError)) || code(err) != "28000" {
		t.Errorf("%T %v", err, err)
	}
}
