package minidb_test

// A statement that fails in the middle of writing catalogs, after the n-th step of any
// batch, leaves them as they were: alone, and behind a savepoint.

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"minidb"
	"minidb/pgerr"
)

// catalogFailure is a statement that writes catalogs, what is there before it, and what
// undoes it.
type catalogFailure struct{ before, sql, undo string }

var catalogFailures = []catalogFailure{
	{"", "create type e as enum ('a', 'b', 'c', 'd', 'e')", "drop type e"},
	{"", enumOf(1000), "drop type big"},
	{"create type f as enum ('a', 'b')", "alter type f add value 'ab' before 'b'", "drop type f"},
	{"create type g as enum ('a', 'b')", "alter type g rename value 'a' to 'c'", "drop type g"},
	{"create type c as enum ('x')", "create table t (a int primary key, b text default 'x', c c[] not null, d c, check (a > 1), unique (b, d))", "drop table t; drop type c"},
	{"create table u (a int, b text)", "alter table u add c int not null default 5, add unique (c)", "drop table u"},
	{"create table v (a int, b text)", "create index on v (lower(b), a) where a > 1", "drop table v"},
	{"create table w (a int, b text, c int); insert into w select g, g, g % 3 from generate_series(1, 50) g", "analyze w", "drop table w"},
	{"create table x (a int, b text, c int); insert into x select g, g, g % 3 from generate_series(1, 50) g; analyze x (a, b); insert into x values (100)", "analyze x", "drop table x"},
	{"create table y (a int primary key, b serial); create view yv as select * from y; create index on y (b); analyze y", "drop table y cascade", ""},
	{"create type z as enum ('a', 'b')", "drop type z", ""},
	{"create role r1; create role r2; create role r3; create role r4; create role boss createrole; grant r1, r2 to boss with admin option; set role boss",
		"grant r1, r2 to r3, r4", "reset role; drop role r1, r2, r3, r4, boss"},
	{"create role r1; create role r2; create role r3", "create role r4 in role r1, r2 role r3 admin r3", "drop role r1, r2, r3, r4"},
	{"create role r1; create role r2; create role r3; grant r1 to r2, r3", "grant r1 to r2, r3 with admin option", "drop role r1, r2, r3"},
	{"create table p (a int, b text) partition by list (a); create index on p (b)", "create table p1 partition of p (primary key (a)) for values in (1, 2)", "drop table p"},
	{"", "create schema s create table t (a int primary key) create view v as select a from t create sequence q", "drop schema s cascade"},
	{"create table k (a int primary key)", "create table l (a int references k on delete cascade, b int generated always as identity)", "drop table l, k"},
	{"create table m (a int)", "comment on column m.a is 'one'", "drop table m"},
}

var errInjected = pgerr.New(pgerr.DiskFull, "injected")

// failAt makes the session's n-th step from now on fail; 0: none. It returns where the
// steps taken are counted.
func failAt(s *minidb.Session, n int) *int {
	steps := new(int)
	s.AfterCatalogWrite(func(string) error {
		if *steps++; *steps == n {
			return errInjected
		}
		return nil
	})
	return steps
}

// moments picks steps to fail after: all, or the first, the last and some between.
func moments(steps, limit int) []int {
	set := map[int]bool{1: true, 2: true, steps - 1: true, steps: true}
	for i := range limit {
		set[1+i*steps/limit] = true
	}
	maps.DeleteFunc(set, func(n int, _ bool) bool { return n < 1 || n > steps })
	return slices.Sorted(maps.Keys(set))
}

func TestCatalogFailure(t *testing.T) {
	ways := slices.Concat(catalogWritings, []catalogWriting{{"eager_batch", "multi", "eager", "batch"}})
	limit := 12
	if raceEnabled || testing.Short() {
		ways, limit = []catalogWriting{{"best", "multi", "lazy", "batch"}}, 3
	}
	for _, how := range ways {
		t.Run(how.name, func(t *testing.T) {
			t.Parallel()
			s := openSession(t)
			must(t, s, "set minidb.catalog_insert = "+how.insert, "set minidb.catalog_open = "+how.open, "set minidb.catalog_index_insert = "+how.index)
			for _, f := range catalogFailures {
				f.check(t, s, limit)
			}
			wantNoLocks(t, s.DB())
		})
	}
}

func (f *catalogFailure) check(t *testing.T, s *minidb.Session, limit int) {
	clean := minidb.CatalogRows(s.DB())
	if f.before != "" {
		must(t, s, strings.Split(f.before, "; ")...)
	}
	before := minidb.CatalogRows(s.DB())
	must(t, s, "begin", f.sql, "rollback") // what that writes in place is there for all the others
	must(t, s, "begin")
	steps := failAt(s, 0)
	must(t, s, f.sql)
	s.AfterCatalogWrite(nil)
	must(t, s, "rollback")
	if *steps < 1 {
		t.Fatalf("%.60s: %d steps", f.sql, *steps)
	}
	for i, n := range moments(*steps, limit) {
		what := fmt.Sprintf("%.60s, failing after step %d of %d", f.sql, n, *steps)
		block := i%2 == 1
		if block {
			must(t, s, "begin", "savepoint s")
		}
		failAt(s, n)
		_, err := try(s, f.sql)
		s.AfterCatalogWrite(nil)
		if code(err) != string(errInjected.Code) {
			t.Fatalf("%s: %v", what, err)
		}
		if block {
			must(t, s, "rollback to s", "commit")
		}
		if sameCatalogs(t, s, before, what); t.Failed() {
			return
		}
	}
	must(t, s, f.sql)
	if f.undo != "" {
		must(t, s, strings.Split(f.undo, "; ")...)
	}
	if f.undo != "" || f.before == "" {
		sameCatalogs(t, s, clean, fmt.Sprintf("%.60s; %.60s; %s", f.before, f.sql, f.undo))
	}
}

func sameCatalogs(t *testing.T, s *minidb.Session, before map[string][]string, what string) {
	t.Helper()
	after := minidb.CatalogRows(s.DB())
	if len(after) != len(before) || len(before) < 60 {
		t.Fatalf("%d catalogs, %d before", len(after), len(before))
	}
	for name, rows := range before {
		if !slices.Equal(rows, after[name]) {
			t.Errorf("%s: %s differs: %d rows, %d before\n%q\n%q", what, name, len(after[name]), len(rows),
				without(after[name], rows), without(rows, after[name]))
		}
	}
}

// without lists the rows of a that are not in b.
func without(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { _, ok := slices.BinarySearch(b, s); return ok })
}
