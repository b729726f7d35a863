package shell

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"minidb"
	"minidb/cmd/minidb/shell/edit"
)

// typist is a terminal at which lines are typed that are known beforehand.
type typist struct {
	lines   []string // "^C" is Ctrl-C
	prompts []string
	history *edit.History
	words   edit.Completer
	rows    int
}

func (p *typist) ReadLine(prompt string) (string, error) {
	p.prompts = append(p.prompts, prompt)
	if len(p.lines) == 0 {
		return "", io.EOF
	}
	line := p.lines[0]
	if p.lines = p.lines[1:]; line == "^C" {
		return "", edit.ErrInterrupted
	}
	return line, nil
}

func (p *typist) ReadText(prompt string) (string, error) { return p.ReadLine(prompt) }

func (p *typist) Use(h *edit.History, words edit.Completer, _ func(rune) int) {
	p.history, p.words = h, words
}

func (p *typist) Lend(f func())    { f() }
func (p *typist) Cook(bool)        {}
func (p *typist) Size() (int, int) { return 80, p.rows }

// interact types lines and returns what is printed.
func interact(t *testing.T, p *typist, vars ...string) string {
	t.Helper()
	db, err := minidb.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	var out bytes.Buffer
	s := New(db.Session(), Options{Quiet: true, Sessions: func() (*minidb.Session, error) { return db.Session(), nil }}, &out, &out)
	if err := s.Setup(append([]string{"HISTFILE=/dev/null/history"}, vars...), nil); err != nil {
		t.Fatal(err)
	}
	if err := s.Interact(context.Background(), p); err != nil {
		t.Error(err)
	}
	s.Close()
	return out.String()
}

// TestBranchesNotTaken: a person is told why nothing happens.
func TestBranchesNotTaken(t *testing.T) {
	p := &typist{lines: []string{`\if false`, "select 1;", `\echo x`, `\nosuch`, `\if true`, `\endif`, `\else`, `\nosuch`, `\endif`}}
	const leave = "ignored; use \\endif or Ctrl-C to exit current \\if block\n"
	const invalid = "invalid command \\nosuch\nTry \\? for help.\n"
	want := "query " + leave + `\echo command ` + leave + `\nosuch command ` + leave + invalid + invalid + "\n"
	if got := interact(t, p); got != want {
		t.Errorf("%q", got)
	}
}

// TestInteract: what is typed is run, prompted for and remembered.
func TestInteract(t *testing.T) {
	p := &typist{lines: []string{"select 1", "as x;", "begin; select 'a", "^C", `\echo :DBNAME \\ select`, ";", "rollback;", "  "}}
	got := interact(t, p, "HISTCONTROL=ignorespace")
	if want := " x \n---\n 1\n(1 row)\n\npostgres\n--\n(1 row)\n\n\n"; got != want {
		t.Errorf("%q", got)
	}
	if want := []string{"=", "-", "=", "'*", "=*", "-*", "=*", "=", "="}; strings.Join(p.prompts, "") != "postgres"+strings.Join(want, "# postgres")+"# " {
		t.Errorf("%q", p.prompts)
	}
	if want := []string{"select 1\nas x;", "begin; select 'a", `\echo :DBNAME \\ select`, ";", "rollback;"}; !slices.Equal(p.history.Entries(), want) {
		t.Errorf("%q", p.history.Entries())
	}
}

// TestInteractLeavesNothing: no goroutine is left.
func TestInteractLeavesNothing(t *testing.T) {
	before := runtime.NumGoroutine()
	interact(t, &typist{lines: []string{"create table t (a int);", "copy t from stdin;", "1", `\.`, `\c`, "table t;"}})
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// TestCompletions: what Tab offers at the end of a text.
func TestCompletions(t *testing.T) {
	p := &typist{lines: []string{`create table users (id int, name text, "A b" int); create view v as select 1 as one;`,
		"create schema s; create table s.inner_t (deep int); create index users_i on users (id);", `\set mine 1`}}
	interact(t, p)
	for _, c := range []struct{ text, want string }{
		{"sel", "select"}, {"SEL", "SELECT"}, {"Sel", "SELECT"},
		{"select * from us", "users"}, {"select * from U", "users"}, {`select * from "us`, ""},
		{"select n| from users", "name natural not nothing null nullif nulls"},
		{"select u.n| from users u", "u.name"}, {"select u.n| from users as u", "u.name"}, {"select users.i| from users", "users.id"},
		{`select "A| from users`, `"A b"`},
		{"select * from s.", "s.inner_t"}, {"select * from s.inner_t where d", "deep default deferrable desc distinct do"},
		{"select 1; dro", "drop"}, {"drop table ", "IF users"}, {"drop view ", "IF v"}, {"drop index u", "users_i"}, {"drop schema s", "s"},
		{"insert into users (na", "name natural"}, {"update users set id = 1 where na", "name natural"},
		{"set work_", "work_mem"}, {"set work_mem ", "TO"}, {"set enable_sort = o", "off on"}, {"set local enable_sort to o", "off on"}, {"reset enable_sor", "enable_sort"},
		{"show archive_mo", "archive_mode"}, {"create uniq", "unique"}, {"create ", "INDEX OR ROLE SCHEMA SEQUENCE TABLE TEMPORARY TYPE UNIQUE UNLOGGED USER VIEW"},
		{"begin is", "isolation level"}, {"start transaction n", "not deferrable"}, {"begin isolation level ", "READ REPEATABLE READ SERIALIZABLE"},
		{`\h create table`, "table table as tablespace"}, {`\h sel`, "select select into"}, {`\help drop vi`, "view"}, {`\h nosuch `, ""},
		{"select 'us", ""}, {"select $$us", ""}, {"/* sel", ""}, {"-- sel", "select"},
		{"select :mi", ":mine"}, {"select :'mi", ":'mine'"}, {"select 1::in", ""},
		{`\ti`, `\timing`}, {`\timing o`, "off on"}, {`\x a`, "auto"}, {`\pset format c`, "csv"}, {`\set VERBOSITY s`, "sqlstate"}, {`\d us`, "users users_i"},
		{`\dt us`, "users"}, {`\echo :mi`, ":mine"}, {`select 1 \g`, `\g \gdesc \getenv \gexec \gset \gx`}, {`\dn s`, "s"}, {`\i interact_t`, "interact_test.go"},
		{`\nothing `, ""}, {`\`, ""}, {"select * from t where x = 'a' and ", ""}, {"\\", ""}, {"((((", ""}, {"select '\\", ""},
	} {
		text, after, _ := strings.Cut(c.text, "|")
		_, words := p.words(text+after, len(text))
		slices.Sort(words)
		if got := strings.Join(slices.Compact(words), " "); got != c.want && (c.want != "" || text != `\` && text != "((((") {
			t.Errorf("%s: %s", c.text, got)
		}
	}
}

// TestPager: what fits is printed, what does not goes to the pager.
func TestPager(t *testing.T) {
	t.Setenv("PSQL_PAGER", "wc -l >pager")
	t.Chdir(t.TempDir())
	out := interact(t, &typist{rows: 10, lines: []string{"select 1;", "select generate_series(1, 20);", `\pset pager off`, "select generate_series(1, 30);"}})
	if n := strings.Count(out, "\n"); n != 5+34+1 {
		t.Errorf("%d lines:\n%s", n, out)
	}
}

// TestInterruptTooEarly: Ctrl-C before a statement is on its way cancels it as one does that runs.
func TestInterruptTooEarly(t *testing.T) {
	const canceled = "canceling statement due to user request\n"
	var out bytes.Buffer
	db, err := minidb.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s := New(db.Session(), Options{}, &out, &out)
	ctx, cancel := context.WithCancel(context.Background())
	defer s.acting(cancel)()
	s.Interrupt()
	s.Interrupt()
	for range 2 {
		err := s.simple(ctx, "select 1", func(result) error { return nil })
		fmt.Fprintf(&out, "%v\n", err)
	}
	if got, want := out.String(), "Cancel request sent\n"+canceled+canceled; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
