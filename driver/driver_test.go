package driver_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"net"
	"net/netip"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"minidb"
	_ "minidb/driver"
)

var ctx = context.Background()

func open(t testing.TB, name string) *sql.DB {
	t.Helper()
	db, err := sql.Open("minidb", name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func exec(t testing.TB, db interface {
	Exec(string, ...any) (sql.Result, error)
}, query string, args ...any) int64 {
	t.Helper()
	r, err := db.Exec(query, args...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	n, err := r.RowsAffected()
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// one reads a query's only value as text.
func one(t testing.TB, db interface {
	QueryRow(string, ...any) *sql.Row
}, query string, args ...any) string {
	t.Helper()
	var s sql.NullString
	if err := db.QueryRow(query, args...).Scan(&s); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	if !s.Valid {
		return "NULL"
	}
	return s.String
}

func sqlstate(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

func TestValuesGoRound(t *testing.T) {
	db := open(t, "")
	now := time.Date(2026, 2, 3, 4, 5, 6, 789000, time.UTC)
	for _, c := range []struct {
		typ  string
		in   any
		want any
	}{
		{"bool", true, true},
		{"int2", 7, int64(7)},
		{"int4", int32(-7), int64(-7)},
		{"int8", int64(math.MaxInt64), int64(math.MaxInt64)},
		{"oid", uint32(math.MaxUint32), int64(math.MaxUint32)},
		{"float4", float32(0.1), float64(float32(0.1))},
		{"float8", math.Inf(-1), math.Inf(-1)},
		{"numeric", "123.4500", "123.4500"},
		{"numeric", 1.5, "1.5"},
		{"text", "a\nb", "a\nb"},
		{"varchar", []byte("bytes"), "bytes"},
		{"bpchar", "x ", "x "},
		{"bytea", []byte{0, 1, 255}, []byte{0, 1, 255}},
		{"date", now, time.Date(2026, 2, 3, 0, 0, 0, 0, time.UTC)},
		{"date", "infinity", "infinity"},
		{"timestamp", now, now},
		{"timestamptz", now, now},
		{"timestamptz", "-infinity", "-infinity"},
		{"time", "01:02:03", "01:02:03"},
		{"interval", "1 day", "1 day"},
		{"interval", 90 * time.Minute, "01:30:00"},
		{"interval", -90*time.Minute - 1500*time.Nanosecond, "-01:30:00.000002"},
		{"interval[]", []time.Duration{-90 * time.Minute}, "{-01:30:00}"},
		{"int8", time.Second, int64(time.Second)},
		{"text", -90 * time.Minute, "-1h30m0s"},
		{"timestamp", time.Date(-43, 3, 15, 0, 0, 0, 0, time.UTC), time.Date(-43, 3, 15, 0, 0, 0, 0, time.UTC)},
		{"uuid", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"},
		{"int[]", "{1,NULL,3}", "{1,NULL,3}"},
		{"int[]", []int{1, 2}, "{1,2}"},
		{"text[]", []string{`a"b`, "c,d", ""}, `{"a\"b","c,d",""}`},
		{"float8[]", []float64{1, 2.5}, "{1,2.5}"},
		{"int4", 1e6, int64(1000000)},
		{"int8", new(float64), int64(0)},
		{"text", json.RawMessage("{}"), "{}"},
		{"bytea", [3]byte{1, 2, 3}, []byte{1, 2, 3}},
		{"uuid", [16]byte{1, 15: 2}, "01000000-0000-0000-0000-000000000002"},
		{"uuid[]", [][16]byte{{1}}, "{01000000-0000-0000-0000-000000000000}"},
		{"bytea[]", [][]byte{{1}, nil, {}}, `{"\\x01",NULL,"\\x"}`},
		{"text[]", [][]byte{[]byte("ab"), nil}, "{ab,NULL}"},
		{"text[]", []sql.NullString{{String: "a", Valid: true}, {}}, "{a,NULL}"},
		{"int[]", []any{1, nil, sql.NullInt64{}, new(int)}, "{1,NULL,NULL,0}"},
		{"int[]", [][]int{{1, 2}, {3, 4}}, "{{1,2},{3,4}}"},
		{"int[]", []int(nil), nil},
		{"float8[]", []float64{1e6, math.NaN()}, "{1000000,NaN}"},
		{"text", netip.MustParseAddr("::1"), "::1"},
		{"text[]", []net.IP{net.IPv4(10, 0, 0, 1)}, "{10.0.0.1}"},
		{"numeric", big.NewInt(1 << 62), "4611686018427387904"},
		{"numeric[]", []*big.Float{big.NewFloat(1.5), nil}, "{1.5,NULL}"},
		{"numeric", uint64(math.MaxUint64), "18446744073709551615"},
		{"int4", reflect.Slice, int64(reflect.Slice)},
		{"int4[]", []reflect.Kind{reflect.Slice}, fmt.Sprintf("{%d}", reflect.Slice)},
		{"text[]", []reflect.Kind{reflect.Slice}, "{slice}"},
		{"timestamptz", time.Date(1890, 1, 1, 0, 0, 0, 0, time.FixedZone("BMT", 1786)), time.Date(1889, 12, 31, 23, 30, 14, 0, time.UTC)},
		{"text", nil, nil},
		{"int4", sql.NullInt64{}, nil},
		{"int4", sql.NullInt64{Int64: 9, Valid: true}, int64(9)},
	} {
		var got any
		if err := db.QueryRow("select $1::"+c.typ, c.in).Scan(&got); err != nil {
			t.Errorf("%s %v: %v", c.typ, c.in, err)
			continue
		}
		if x, ok := got.(time.Time); ok {
			if y, ok := c.want.(time.Time); ok && x.Equal(y) {
				continue
			}
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s %v: got %#v, want %#v", c.typ, c.in, got, c.want)
		}
	}
}

// What no text can hold, and what the statement does not ask for, is an error that says
// which parameter it is about.
func TestWrongValues(t *testing.T) {
	db := open(t, "")
	for _, c := range []struct {
		query string
		args  []any
		want  string
	}{
		{"select $1::text", []any{"a\x00b"}, "22021 invalid byte sequence for encoding \"UTF8\": 0x00; unnamed portal parameter $1 = '...'"},
		{"select $1::varchar || $2", []any{"a", "\xff"}, "22021 invalid byte sequence for encoding \"UTF8\": 0xff; unnamed portal parameter $2 = '...'"},
		{"select $1::text[]", []any{[]string{"a", "\xc3\x28"}}, "22021 invalid byte sequence for encoding \"UTF8\": 0xc3 0x28; unnamed portal parameter $1 = '...'"},
		{"select $1::int", []any{"zz"}, "22P02 invalid input syntax for type integer: \"zz\"; unnamed portal parameter $1 = '...'"},
		{"select $1::text", []any{map[string]int{"a": 1}}, "0A000 a value of Go's type map[string]int cannot be a parameter; unnamed portal parameter $1 = '...'"},
		{"select $1::text", []any{&struct{ A int }{1}}, "0A000 a value of Go's type struct { A int } cannot be a parameter; unnamed portal parameter $1 = '...'"},
		{"select $1::text[]", []any{[]any{func() {}}}, "0A000 a value of Go's type func() cannot be a parameter; unnamed portal parameter $1 = '...'"},
		{"select $1::text", []any{sql.Out{Dest: new(string)}}, "0A000 a value of Go's type sql.Out cannot be a parameter; unnamed portal parameter $1 = '...'"},
		{"select $1::int", []any{1, 2}, "08P01 bind message supplies 2 parameters, but prepared statement \"\" requires 1; "},
	} {
		_, err := db.Exec(c.query, c.args...)
		var e *pgconn.PgError
		if !errors.As(err, &e) {
			t.Errorf("%s: %v", c.query, err)
		} else if got := e.Code + " " + e.Message + "; " + e.Where; got != c.want {
			t.Errorf("%s: got %s, want %s", c.query, got, c.want)
		}
	}
}

func TestColumnTypes(t *testing.T) {
	db := open(t, "")
	exec(t, db, `create type mood as enum ('sad', 'ok'); create table t (a int, b varchar(10), c numeric(7,2), d numeric(5,-2), e text,
		f timestamptz, g int[], h mood, i bytea, j char(3))`)
	r, err := db.Query("select * from t")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	types, err := r.ColumnTypes()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range types {
		s := c.Name() + " " + c.DatabaseTypeName() + " " + c.ScanType().String()
		if n, ok := c.Length(); ok && n < math.MaxInt64 {
			s += fmt.Sprintf(" length %d", n)
		} else if ok {
			s += " any length"
		}
		if p, sc, ok := c.DecimalSize(); ok {
			s += fmt.Sprintf(" size %d,%d", p, sc)
		}
		got = append(got, s)
	}
	want := `a INT4 int64
b VARCHAR string length 10
c NUMERIC string size 7,2
d NUMERIC string size 5,-2
e TEXT string any length
f TIMESTAMPTZ time.Time
g _INT4 string
h MOOD string
i BYTEA []uint8 any length
j BPCHAR string length 3`
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("got\n%s\nwant\n%s", s, want)
	}
}

func TestDatabases(t *testing.T) {
	a, b := open(t, ""), open(t, "")
	exec(t, a, "create table t (a int)")
	if _, err := b.Exec("select * from t"); sqlstate(err) != "42P01" {
		t.Errorf("private databases are not apart: %v", err)
	}
	x, y := open(t, "shop"), open(t, "shop")
	exec(t, x, "create table t (a int); insert into t values (1), (2)")
	if got := one(t, y, "select sum(a) from t"); got != "3" {
		t.Errorf("shared database: %s", got)
	}
	x.Close()
	if got := one(t, y, "select sum(a) from t"); got != "3" {
		t.Errorf("after the first closed: %s", got)
	}
	y.Close()
	if _, err := open(t, "shop").Exec("select * from t"); sqlstate(err) != "42P01" {
		t.Errorf("a shared database outlives its users: %v", err)
	}
	if got := one(t, open(t, "?work_mem=1MB&minidb.profile=pg11"), "select current_setting('work_mem') || current_setting('minidb.profile')"); got != "1MBpg11" {
		t.Errorf("settings: %s", got)
	}
	for _, bad := range []string{"?work_mem=much", "?no_such_thing=1", "%zz"} {
		if db, err := sql.Open("minidb", bad); err == nil {
			db.Close()
			t.Errorf("%q was accepted", bad)
		}
	}
}

func TestTransactions(t *testing.T) {
	db := open(t, "")
	exec(t, db, "create table t (a int primary key)")
	tx, err := db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := one(t, tx, "select current_setting('transaction_isolation') || ' ' || current_setting('transaction_read_only')"); got != "repeatable read on" {
		t.Error(got)
	}
	if _, err := tx.Exec("insert into t values (1)"); sqlstate(err) != "25006" {
		t.Errorf("read only: %v", err)
	}
	if err := tx.Commit(); err == nil {
		t.Error("a failed transaction was committed")
	}

	tx, _ = db.Begin()
	if n := exec(t, tx, "insert into t values (1), (2)"); n != 2 {
		t.Errorf("%d rows", n)
	}
	if got := one(t, db, "select count(*) from t"); got != "0" {
		t.Errorf("uncommitted rows are seen: %s", got)
	}
	if err := tx.Commit(); err != nil {
		t.Error(err)
	}
	tx, _ = db.Begin()
	exec(t, tx, "delete from t")
	if err := tx.Rollback(); err != nil {
		t.Error(err)
	}
	if got := one(t, db, "select count(*) from t"); got != "2" {
		t.Errorf("after a rollback: %s", got)
	}
	if _, err := db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelLinearizable}); err == nil {
		t.Error("linearizable was accepted")
	}
	_, err = db.Exec("insert into t values (1)")
	var e *minidb.Error
	if !errors.As(err, &e) || e.Constraint != "t_pkey" || sqlstate(err) != "23505" {
		t.Errorf("unique violation: %v", err)
	}
	var p *pgconn.PgError
	if !errors.As(err, &p) || p.Severity != "ERROR" || p.TableName != "t" || p.Detail != "Key (a)=(1) already exists." {
		t.Errorf("as a PgError: %+v", p)
	}
}

func TestPreparedAndRows(t *testing.T) {
	db := open(t, "")
	db.SetMaxOpenConns(1)
	exec(t, db, "create table t (a int, b text)")
	st, err := db.Prepare("insert into t values ($1, $2) returning a * 2")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		var twice int
		if err := st.QueryRow(i, fmt.Sprint("b", i)).Scan(&twice); err != nil || twice != 2*i {
			t.Fatal(twice, err)
		}
	}
	if _, err := st.Exec(1); err == nil || !strings.Contains(err.Error(), "expected 2 arguments, got 1") {
		t.Errorf("too few arguments: %v", err)
	}
	st.Close()
	ddl, err := db.Prepare("create table u (a int)")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ddl.Exec(); err != nil {
		t.Error(err)
	}
	ddl.Close()
	r, err := db.Query("select a, b from t where a < $1 order by a", 3)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for r.Next() {
		var a int
		var b string
		if err := r.Scan(&a, &b); err != nil || a != n || b != fmt.Sprint("b", n) {
			t.Fatal(a, b, err)
		}
		n++
	}
	if r.Err() != nil || n != 3 {
		t.Error(n, r.Err())
	}
	r, err = db.Query("select 1 / (5 - x) from generate_series(1, 9) x")
	if err != nil {
		t.Fatal(err)
	}
	for n = 0; r.Next(); n++ {
	}
	if n != 4 || sqlstate(r.Err()) != "22012" {
		t.Errorf("%d rows, then %v", n, r.Err())
	}
	if _, err := db.Exec("select $1", sql.Named("x", 1)); err == nil {
		t.Error("a named argument was accepted")
	}
	if _, err := db.Query("select 1; select 2"); sqlstate(err) != "42601" {
		t.Errorf("two statements in a query: %v", err)
	}
	if got := one(t, db, "select count(*) from t"); got != "20" {
		t.Error(got)
	}
}

func TestContexts(t *testing.T) {
	db := open(t, "")
	short, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := db.ExecContext(short, "select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b")
	if !errors.Is(err, context.DeadlineExceeded) || sqlstate(err) != "57014" {
		t.Errorf("canceled: %v", err)
	}
	if d := time.Since(start); d > 10*time.Second {
		t.Errorf("it took %v", d)
	}
	if err := db.PingContext(ctx); err != nil {
		t.Error(err)
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	exec(t, db, "select 1")
	if _, err := conn.ExecContext(ctx, "begin"); err != nil {
		t.Fatal(err)
	}
	conn.Close() // in a block: the pool must not hand it out again
	if got := one(t, db, "select count(*) from pg_stat_activity where state like 'idle in%'"); got != "0" {
		t.Errorf("%s sessions were left in a transaction", got)
	}
	conn, _ = db.Conn(ctx)
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "select pg_terminate_backend(pg_backend_pid())"); err == nil {
		t.Error("a session that ended itself went on")
	}
	if err := conn.PingContext(ctx); !errors.Is(err, driver.ErrBadConn) {
		t.Errorf("ping of an ended session: %v", err)
	}
}

func TestManyAtOnce(t *testing.T) {
	db := open(t, "")
	exec(t, db, "create table account (id int primary key, balance int); insert into account select n, 100 from generate_series(1, 10) n")
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for k := range 50 {
				tx, err := db.Begin()
				if err != nil {
					t.Error(err)
					return
				}
				from, to := (i+k)%10+1, (i+2*k+5)%10+1
				_, err = tx.Exec("update account set balance = balance + case id when $1 then -1 else 1 end where id in ($1, $2) and $1 <> $2", min(from, to), max(from, to))
				if err == nil {
					err = tx.Commit()
				} else {
					tx.Rollback()
				}
				if err != nil && sqlstate(err) != "40P01" {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if got := one(t, db, "select sum(balance) from account"); got != "1000" {
		t.Errorf("the sum is %s", got)
	}
}

func Example() {
	db, err := sql.Open("minidb", "")
	if err != nil {
		panic(err)
	}
	defer db.Close()
	if _, err := db.Exec("create table city (name text, people int); insert into city values ('Bern', 134), ('Genf', 203)"); err != nil {
		panic(err)
	}
	var name string
	err = db.QueryRow("select name from city where people > $1", 200).Scan(&name)
	fmt.Println(name, err)
	// Output: Genf <nil>
}
