package minidb_test

// DDL that is rolled back, wholly or to a savepoint, must leave every row of every
// catalog as it was; DDL that is undone by DROP must leave nothing behind.

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"minidb"
)

// catalogDump is all rows of all catalogs as text, by catalog.
func catalogDump(t *testing.T, s *minidb.Session) map[string]string {
	t.Helper()
	dump := map[string]string{}
	tables := must(t, s, "select relname from pg_class where relnamespace = 'pg_catalog'::regnamespace and relkind = 'r' order by 1")
	for _, table := range strings.Fields(tables) {
		row := "x"
		if table == "pg_class" { // the other columns are written in place: no rollback takes them back
			row = must(t, s, `select format('(%s)', string_agg('x.' || attname, ',' order by attnum)) from pg_attribute where attrelid = 'pg_class'::regclass
				and attnum > 0 and attname not in ('relpages', 'reltuples', 'relallvisible', 'relallfrozen', 'relhasindex', 'relfrozenxid')`)
		}
		rows, err := try(s, "select ("+row+")::text from pg_catalog."+table+" x order by 1")
		if err != nil {
			t.Fatalf("%s: %v", table, err)
		}
		dump[table] = strings.Join(rows, "\n")
	}
	if len(dump) < 10 || len(dump["pg_class"]) == 0 {
		t.Fatalf("only %d catalogs: %s", len(dump), tables)
	}
	return dump
}

func wantSameCatalogs(t *testing.T, s *minidb.Session, before map[string]string, log []string) {
	t.Helper()
	after := catalogDump(t, s)
	for table, rows := range before {
		if after[table] != rows {
			t.Errorf("%s differs after\n%s\n%s", table, strings.Join(log, ";\n"), diff(rows, after[table]))
		}
	}
	if len(after) != len(before) {
		t.Errorf("%d catalogs, %d before", len(after), len(before))
	}
}

// ddlGame makes random DDL. Statements that fail, since a name is taken or
// missing, are part of the game: they are rolled back to a savepoint before them.
type ddlGame struct {
	t   *testing.T
	r   *rand.Rand
	s   *minidb.Session
	log []string
	ok  int
}

func (g *ddlGame) name(kind string) string { return fmt.Sprintf("%s%d", kind, g.r.IntN(5)) }

func (g *ddlGame) table() string {
	if g.r.IntN(4) == 0 {
		return g.name("s") + "." + g.name("t")
	}
	return g.name("t")
}

func (g *ddlGame) statement() string {
	switch g.r.IntN(14) {
	case 0, 1, 2:
		return fmt.Sprintf("create table %s (a int primary key, b text default 'x' || 'y', c numeric(8,2) check (c > %d), d int not null, unique (b, c))",
			g.table(), g.r.IntN(9))
	case 3:
		return fmt.Sprintf("create table %s (a int, b text, c numeric, d int generated always as (a * 2) stored)", g.table())
	case 4:
		return fmt.Sprintf("create index on %s (b, a)", g.table())
	case 5:
		return fmt.Sprintf("create unique index %s on %s ((a + d)) where b is not null", g.name("i"), g.table())
	case 6:
		return "create schema " + g.name("s")
	case 7:
		return "drop table " + g.table()
	case 8:
		return "drop schema " + g.name("s") + []string{"", " cascade"}[g.r.IntN(2)]
	case 9:
		return "drop index " + g.name("i")
	case 10:
		return "truncate " + g.table()
	case 11:
		return "drop table if exists " + g.table() + ", " + g.table() + " cascade"
	}
	return fmt.Sprintf("insert into %s (a, b, c, d) values (%d, 'v', 9, 1)", g.table(), g.r.IntN(5))
}

// exec runs a statement in a savepoint of its own and keeps it if it succeeded.
func (g *ddlGame) exec(sql string) {
	must(g.t, g.s, "savepoint one")
	_, err := try(g.s, sql)
	g.log = append(g.log, sql)
	if err == nil {
		g.ok++
		must(g.t, g.s, "release one")
		return
	}
	if code(err) == "XX000" {
		g.t.Errorf("%s: %v", sql, err)
	}
	g.log[len(g.log)-1] += " -- " + err.Error()
	must(g.t, g.s, "rollback to one", "release one")
}

func (g *ddlGame) exercise(n int) {
	for range n {
		g.exec(g.statement())
	}
}

func TestDDLRollback(t *testing.T) {
	g := &ddlGame{t: t, r: newRand(t), s: openSession(t)}
	for round := range 15 {
		must(t, g.s, "set minidb.profile = "+[]string{"best", "pg11", "pg16"}[round%3])
		if round%5 == 4 { // some of it stays, so that later rounds find something
			must(t, g.s, "begin")
			g.exercise(6)
			must(t, g.s, "commit")
		}
		g.log = nil
		before := catalogDump(t, g.s)
		must(t, g.s, "begin")
		g.exercise(4)
		must(t, g.s, "savepoint outer_level")
		middle := catalogDump(t, g.s)
		kept := len(g.log)
		g.exercise(6)
		must(t, g.s, "savepoint inner_level")
		g.exercise(3)
		must(t, g.s, "rollback to outer_level")
		wantSameCatalogs(t, g.s, middle, g.log[kept:])
		g.exercise(3)
		if g.r.IntN(2) == 0 {
			wantCode(t, g.s, "22012", "select 1 / 0")
		}
		must(t, g.s, "rollback")
		if wantSameCatalogs(t, g.s, before, g.log); t.Failed() {
			return
		}
	}
	if g.ok < 30 {
		t.Errorf("only %d statements succeeded", g.ok)
	}
}

// TestDDLDrop: what is made and dropped again leaves no row. Sequences of numbers
// go on, so the same is done twice.
func TestDDLDrop(t *testing.T) {
	s := openSession(t)
	log := []string{"create schema x",
		"create table x.t (a int primary key, b text not null default 'x', c numeric check (c > 0), unique (b, c))",
		"create table u (a int primary key, b int generated always as (a + 1) stored)",
		"create index on x.t (lower(b)) where a > 5", "create unique index ui on u (b) include (a)",
		"insert into x.t values (1, 'a', 2)", "truncate u, x.t", "drop index ui", "drop table u", "drop schema x cascade"}
	before := catalogDump(t, s)
	must(t, s, log...)
	wantSameCatalogs(t, s, before, log)
	wantNoLocks(t, s.DB())
}
