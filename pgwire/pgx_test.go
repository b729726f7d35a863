package pgwire_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Go's own driver against the server.

func TestPgxPool(t *testing.T) {
	ctx := context.Background()
	s := startServer(t)
	pool, err := pgxpool.New(ctx, s.url())
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if _, err := pool.Exec(ctx, "create table acct (id int primary key, n int not null); insert into acct select g, 0 from generate_series(1, 10) g"); err != nil {
		t.Fatal(err)
	}
	const workers, rounds = 8, 25
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := range rounds {
				err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
					_, err := tx.Exec(ctx, "update acct set n = n + 1 where id = $1", 1+(w+i)%10)
					return err
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	var sum int
	if err := pool.QueryRow(ctx, "select sum(n) from acct").Scan(&sum); err != nil || sum != workers*rounds {
		t.Errorf("sum is %d, %v", sum, err)
	}
}

func TestPgxTypes(t *testing.T) {
	ctx := context.Background()
	c := connect(t, startServer(t))
	day := time.Date(2024, 2, 29, 12, 34, 56, 789000, time.UTC)
	var (
		i    int64
		f    float64
		text *string
		b    []byte
		at   time.Time
		list []int32
		num  string
	)
	err := c.QueryRow(ctx, "select $1::bigint, $2::float8, $3::text, $4::bytea, $5::timestamptz, $6::int[], $7::numeric::text",
		int64(-5), 2.5, nil, []byte{0, 255}, day, []int32{1, 2}, "12345678901234567890.5").Scan(&i, &f, &text, &b, &at, &list, &num)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(i, f, text, b, at.UTC(), list, num); got != fmt.Sprint(-5, 2.5, text, []byte{0, 255}, day, []int32{1, 2}, "12345678901234567890.5") || text != nil {
		t.Error(got)
	}
	modes := []pgx.QueryExecMode{pgx.QueryExecModeCacheStatement, pgx.QueryExecModeCacheDescribe, pgx.QueryExecModeDescribeExec, pgx.QueryExecModeExec, pgx.QueryExecModeSimpleProtocol}
	for _, mode := range modes {
		for range 3 {
			if err := c.QueryRow(ctx, "select $1::int + 1", mode, 41).Scan(&i); err != nil || i != 42 {
				t.Errorf("%v: %d, %v", mode, i, err)
			}
		}
	}
}

// Drivers know by the routine of the error that they must prepare a statement again.
func TestChangedResultTellsRoutine(t *testing.T) {
	ctx := context.Background()
	c := connect(t, startServer(t)).PgConn()
	run := func(sql string) error { return c.Exec(ctx, sql).Close() }
	if err := run("create table t (a int); prepare s as select * from t; execute s; alter table t add b int"); err != nil {
		t.Fatal(err)
	}
	var e *pgconn.PgError
	err := c.ExecPrepared(ctx, "s", nil, nil, nil).Read().Err
	if !errors.As(err, &e) || e.Code != "0A000" || e.Routine != "RevalidateCachedQuery" {
		t.Errorf("%+v", e)
	}
	if err := run("select 1/0"); !errors.As(err, &e) || e.Routine != "" {
		t.Errorf("%+v", e)
	}
}

// A batch is one transaction, and its error is that of the statement.
func TestPgxBatch(t *testing.T) {
	ctx := context.Background()
	c := connect(t, startServer(t))
	if _, err := c.Exec(ctx, "create table t (a int primary key)"); err != nil {
		t.Fatal(err)
	}
	b := &pgx.Batch{}
	for i := range 10 {
		b.Queue("insert into t values ($1)", i)
	}
	b.Queue("select count(*) from t").QueryRow(func(row pgx.Row) error {
		var n int
		if err := row.Scan(&n); err != nil || n != 10 {
			t.Errorf("%d rows, %v", n, err)
		}
		return nil
	})
	if err := c.SendBatch(ctx, b).Close(); err != nil {
		t.Fatal(err)
	}
	b = &pgx.Batch{}
	b.Queue("insert into t values ($1)", 100)
	b.Queue("insert into t values ($1)", 5)
	b.Queue("insert into t values ($1)", 101)
	var pe *pgconn.PgError
	if err := c.SendBatch(ctx, b).Close(); !errors.As(err, &pe) || pe.Code != "23505" || pe.ConstraintName != "t_pkey" || pe.TableName != "t" || pe.SchemaName != "public" {
		t.Errorf("%v", err)
	}
	var n int
	if err := c.QueryRow(ctx, "select count(*) from t").Scan(&n); err != nil || n != 10 {
		t.Errorf("%d rows, %v", n, err)
	}
}

// CopyFrom uses COPY's binary format.
func TestPgxCopy(t *testing.T) {
	ctx := context.Background()
	c := connect(t, startServer(t))
	if _, err := c.Exec(ctx, "create table t (a int primary key, b text, c numeric, d timestamptz, e int default 7)"); err != nil {
		t.Fatal(err)
	}
	const rows = 5000
	n, err := c.CopyFrom(ctx, pgx.Identifier{"t"}, []string{"a", "b", "d"}, pgx.CopyFromSlice(rows, func(i int) ([]any, error) {
		return []any{i, strings.Repeat("x", i%50), time.Unix(int64(i), 0)}, nil
	}))
	if err != nil || n != rows {
		t.Fatal(n, err)
	}
	var count, length, e int
	if err := c.QueryRow(ctx, "select count(*), sum(length(b)), min(e) from t").Scan(&count, &length, &e); err != nil || count != rows || length != rows/50*1225 || e != 7 {
		t.Error(count, length, e, err)
	}
	// An error in the middle undoes it all, and the connection goes on.
	var pe *pgconn.PgError
	_, err = c.CopyFrom(ctx, pgx.Identifier{"t"}, []string{"a"}, pgx.CopyFromSlice(100, func(i int) ([]any, error) { return []any{rows - 50 + i}, nil }))
	if !errors.As(err, &pe) || pe.Code != "23505" || !strings.Contains(pe.Where, "COPY t, line 1") {
		t.Errorf("%v", err)
	}
	// An error of the source is a CopyFail.
	_, err = c.CopyFrom(ctx, pgx.Identifier{"t"}, []string{"a"}, pgx.CopyFromSlice(100, func(i int) ([]any, error) {
		return []any{rows + i}, map[bool]error{true: errors.New("no more")}[i == 50]
	}))
	if err == nil || !strings.Contains(err.Error(), "no more") {
		t.Errorf("%v", err)
	}
	if err := c.QueryRow(ctx, "select count(*) from t").Scan(&count); err != nil || count != rows {
		t.Error(count, err)
	}
	var out strings.Builder
	if _, err := c.PgConn().CopyTo(ctx, &out, "copy (select a, b from t where a < 3 order by a) to stdout"); err != nil || out.String() != "0\t\n1\tx\n2\txx\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
	// A large COPY that the client gives up in the middle.
	pr, pw := io.Pipe()
	go func() { _, _ = pw.Write([]byte("9001\n")); pw.CloseWithError(errors.New("broken")) }()
	if _, err := c.PgConn().CopyFrom(ctx, pr, "copy t (a) from stdin"); !errors.As(err, &pe) || pe.Code != "57014" {
		t.Errorf("%v", err)
	}
}

func TestNotices(t *testing.T) {
	ctx := context.Background()
	var got []string
	c := connect(t, startServer(t), func(cfg *pgconn.Config) {
		cfg.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) {
			got = append(got, n.Severity+" "+n.Code+" "+n.Message)
		}
	})
	for _, sql := range []string{"drop table if exists nosuch", "commit"} {
		if _, err := c.Exec(ctx, sql); err != nil {
			t.Fatal(err)
		}
	}
	if want := `[NOTICE 00000 table "nosuch" does not exist, skipping WARNING 25P01 there is no transaction in progress]`; fmt.Sprint(got) != want {
		t.Error(got)
	}
}

// cancel ends a statement that computes, and one that waits for a lock; the session
// goes on.
func TestCancel(t *testing.T) {
	ctx := context.Background()
	s := startServer(t)
	c, holder := connect(t, s), connect(t, s)
	if _, err := holder.Exec(ctx, "create table t (a int); commit; begin; lock table t"); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{"select count(*) from generate_series(1, 1000000000)", "select * from t", "select pg_sleep(60)"} {
		done := make(chan error, 1)
		go func() { _, err := c.Exec(ctx, sql); done <- err }()
		time.Sleep(50 * time.Millisecond)
		if err := c.PgConn().CancelRequest(ctx); err != nil {
			t.Fatal(err)
		}
		var pe *pgconn.PgError
		select {
		case err := <-done:
			if !errors.As(err, &pe) || pe.Code != "57014" || pe.Message != "canceling statement due to user request" {
				t.Errorf("%s: %v", sql, err)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s was not canceled", sql)
		}
		if _, err := c.Exec(ctx, "select 1"); err != nil {
			t.Error(err)
		}
	}
	// A wrong key, and a session that does nothing.
	_ = c.PgConn().CancelRequest(ctx)
	if _, err := c.Exec(ctx, "select pg_sleep(0.05)"); err != nil {
		t.Error(err)
	}
}

// Settings of the connection, and what the client is told.
func TestStartupSettings(t *testing.T) {
	ctx := context.Background()
	s := startServer(t)
	c := connect(t, s, func(cfg *pgconn.Config) {
		cfg.RuntimeParams = map[string]string{"timezone": "Asia/Tokyo",
			"options": `-c application_name=my\ own\\ -c work_mem=1MB --minidb.lock-release=scan -c search_path=a,public -cdatestyle=German`}
	})
	want := map[string]string{"application_name": `my own\`, "TimeZone": "Asia/Tokyo", "DateStyle": "German, DMY", "server_version": "18.4",
		"client_encoding": "UTF8", "server_encoding": "UTF8", "integer_datetimes": "on", "standard_conforming_strings": "on",
		"IntervalStyle": "postgres", "is_superuser": "on", "session_authorization": "postgres", "in_hot_standby": "off",
		"default_transaction_read_only": "off", "search_path": "a,public"}
	for k, v := range want {
		if got := c.PgConn().ParameterStatus(k); got != v {
			t.Errorf("%s is %q, not %q", k, got, v)
		}
	}
	var mem, release string
	if err := c.QueryRow(ctx, "select current_setting('work_mem'), current_setting('minidb.lock_release')").Scan(&mem, &release); err != nil || mem != "1MB" || release != "scan" {
		t.Error(mem, release, err)
	}
	for _, bad := range []struct {
		change        func(*pgconn.Config)
		code, message string
	}{
		{func(c *pgconn.Config) { c.User = "nobody" }, "28000", `role "nobody" does not exist`},
		{func(c *pgconn.Config) { c.User = "pg_monitor" }, "28000", `role "pg_monitor" is not permitted to log in`},
		{func(c *pgconn.Config) { c.Database = "nosuch" }, "3D000", `database "nosuch" does not exist`},
		{func(c *pgconn.Config) { c.RuntimeParams["nosuch"] = "1" }, "42704", `unrecognized configuration parameter "nosuch"`},
		{func(c *pgconn.Config) { c.RuntimeParams["work_mem"] = "x" }, "22023", `invalid value for parameter "work_mem": "x"`},
		{func(c *pgconn.Config) { c.RuntimeParams["options"] = "-c nothing" }, "42601", "-c nothing requires a value"},
		{func(c *pgconn.Config) { c.RuntimeParams["options"] = "--x" }, "42601", "--x requires a value"},
		{func(c *pgconn.Config) { c.RuntimeParams["options"] = "words" }, "42601", "invalid command-line argument for server process: words"},
		{func(c *pgconn.Config) { c.RuntimeParams["replication"] = "true" }, "0A000", "replication is not supported by minidb"},
		{func(c *pgconn.Config) { c.RuntimeParams["max_connections"] = "7" }, "55P02", `parameter "max_connections" cannot be changed without restarting the server`},
	} {
		_, err := tryConnect(s, bad.change)
		var pe *pgconn.PgError
		if !errors.As(err, &pe) || pe.Severity != "FATAL" || pe.Code != bad.code || pe.Message != bad.message {
			t.Errorf("%s: %v", bad.message, err)
		}
	}
}

// A cursor of the driver's own: rows of a large result while others work.
func TestLargeResult(t *testing.T) {
	ctx := context.Background()
	c := connect(t, startServer(t))
	rows, err := c.Query(ctx, "select g, repeat('x', 100) from generate_series(1, 100000) g")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for rows.Next() {
		n++
	}
	if rows.Err() != nil || n != 100000 || rows.CommandTag().String() != "SELECT 100000" {
		t.Error(n, rows.Err(), rows.CommandTag())
	}
	// One value larger than all buffers.
	var long string
	if err := c.QueryRow(ctx, "select $1::text || repeat('y', 5000000)", strings.Repeat("x", 3_000_000)).Scan(&long); err != nil || len(long) != 8_000_000 {
		t.Error(len(long), err)
	}
}
