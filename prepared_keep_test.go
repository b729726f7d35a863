package minidb_test

import (
	"context"
	"strings"
	"testing"

	"minidb"
)

// A prepared statement keeps its running nodes between executions: what one
// execution did, or met, must not show in the next one.

// stmtRows executes a prepared statement and returns its rows as text, or its
// tag if it has none, or the SQLSTATE of its error.
func stmtRows(t *testing.T, st *minidb.Stmt, args ...any) string {
	t.Helper()
	rows, err := st.Query(context.Background(), args...)
	if err != nil {
		return code(err)
	}
	var out []string
	for rows.Next() {
		cols := make([]string, len(rows.Row()))
		for i := range cols {
			if cols[i] = rows.Text(i); rows.IsNull(i) {
				cols[i] = "~"
			}
		}
		out = append(out, strings.Join(cols, "|"))
	}
	switch {
	case rows.Err() != nil:
		return code(rows.Err())
	case rows.HasColumns():
		return strings.Join(out, " ")
	}
	return rows.Tag()
}

func TestPreparedExecutedAgain(t *testing.T) {
	db := openDB(t)
	s := connect(t, db)
	must(t, s, "set plan_cache_mode = force_generic_plan", "create table p (id int primary key)", "insert into p values (1), (2)",
		"create table t (a int primary key check (a < 100), b int references p, c text default 'c')")
	prepare := func(sql string) *minidb.Stmt {
		st, err := s.Prepare(context.Background(), sql)
		if err != nil {
			t.Fatal(err)
		}
		return st
	}
	stmts := map[string]*minidb.Stmt{
		"insert": prepare("insert into t values ($1, $2) returning a, b, c"),
		"plain":  prepare("insert into t values ($1, $2)"),
		"update": prepare("update t set b = $2 where a = $1"),
		"both":   prepare("update t set b = $2 where a = $1 returning old.b, new.b"),
		"delete": prepare("delete from t where a = $1"),
		"select": prepare("select b, c from t where a = $1"),
		"range":  prepare("select a from t where a between $1 and $2 order by a"),
		"where":  prepare("select 1 where $1"),
	}
	for _, c := range []struct {
		stmt string
		args []any
		want string
	}{
		{"insert", []any{1, 1}, "1|1|c"},
		{"insert", []any{2, nil}, "2|~|c"},
		{"insert", []any{2, 1}, "23505"},
		{"insert", []any{3, 1}, "3|1|c"},
		{"insert", []any{200, 1}, "23514"},
		{"insert", []any{4, 9}, "23503"},
		{"insert", []any{4, 2}, "4|2|c"},
		{"plain", []any{5, 2}, "INSERT 0 1"},
		{"plain", []any{6, 2}, "INSERT 0 1"},
		{"plain", []any{6, 2}, "23505"},
		{"plain", []any{7, 2}, "INSERT 0 1"},
		{"update", []any{1, 2}, "UPDATE 1"},
		{"update", []any{99, 2}, "UPDATE 0"},
		{"update", []any{nil, 2}, "UPDATE 0"},
		{"update", []any{1, 9}, "23503"},
		{"update", []any{2, 1}, "UPDATE 1"},
		{"both", []any{2, 2}, "1|2"},
		{"both", []any{2, 1}, "2|1"},
		{"delete", []any{7}, "DELETE 1"},
		{"delete", []any{7}, "DELETE 0"},
		{"delete", []any{6}, "DELETE 1"},
		{"select", []any{1}, "2|c"},
		{"select", []any{nil}, ""},
		{"select", []any{2}, "1|c"},
		{"select", []any{77}, ""},
		{"range", []any{2, 4}, "2 3 4"},
		{"range", []any{4, 2}, ""},
		{"range", []any{1, 2}, "1 2"},
		{"where", []any{false}, ""},
		{"where", []any{true}, "1"},
		{"where", []any{nil}, ""},
		{"where", []any{true}, "1"},
	} {
		if got := stmtRows(t, stmts[c.stmt], c.args...); got != c.want {
			t.Errorf("%s %v: %q, want %q", c.stmt, c.args, got, c.want)
		}
	}

	// A result that is left early, and one that is read after others ran.
	rows, err := stmts["range"].Query(context.Background(), 1, 5)
	if err != nil || !rows.Next() || rows.Close() != nil {
		t.Fatal(err, rows.Err())
	}
	first, err := stmts["plain"].Query(context.Background(), 10, 1)
	if err != nil {
		t.Fatal(err)
	}
	if got := stmtRows(t, stmts["range"], 1, 5); got != "1 2 3 4 5" {
		t.Errorf("after a result that was closed early: %q", got)
	}
	stmtRows(t, stmts["plain"], 10, 1)
	if first.Tag() != "INSERT 0 1" || rows.Next() {
		t.Errorf("an older result changed: %s", first.Tag())
	}

	// The counts of an execution are the same the second time.
	counts := func() [2]int {
		return [2]int{counted(t, s, "last_statement", "result_rels_opened"), counted(t, s, "last_statement", "indexes_opened")}
	}
	stmtRows(t, stmts["plain"], 11, 1)
	a := counts()
	stmtRows(t, stmts["plain"], 12, 1)
	if b := counts(); a != b || a != [2]int{1, 1} {
		t.Errorf("relations and indexes opened: %v, then %v", a, b)
	}

	// The table changes.
	must(t, s, "create unique index on t (c, a)", "alter table t add d int default 4", "alter table t drop constraint t_b_fkey")
	for _, want := range []string{"INSERT 0 1", "23505"} {
		if got := stmtRows(t, stmts["plain"], 13, 9); got != want {
			t.Errorf("after ALTER TABLE: %q, want %q", got, want)
		}
	}
	want(t, s, "9|c|4", "select b, c, d from t where a = 13")

	// A transaction that is rolled back, and a snapshot that is kept.
	must(t, s, "begin isolation level repeatable read")
	if got := stmtRows(t, stmts["select"], 13); got != "9|c" {
		t.Errorf("in a transaction: %q", got)
	}
	must(t, connect(t, db), "update t set b = 8 where a = 13")
	if got := stmtRows(t, stmts["select"], 13); got != "9|c" {
		t.Errorf("repeatable read: %q", got)
	}
	if got := stmtRows(t, stmts["update"], 13, 7); got != "40001" {
		t.Errorf("repeatable read: %q, want 40001", got)
	}
	must(t, s, "rollback")
	if got := stmtRows(t, stmts["update"], 13, 7); got != "UPDATE 1" {
		t.Errorf("after a rollback: %q", got)
	}
	if got := stmtRows(t, stmts["select"], 13); got != "7|c" {
		t.Errorf("after a rollback: %q", got)
	}
	wantNoLocks(t, db)
}
