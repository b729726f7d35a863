package minidb_test

// What cached plans of partitioned tables lock, beside sessions that change the
// partitions (minidb.executor_locks).

import (
	"fmt"
	"testing"

	"minidb"
)

// partitioned is a database with a table p of partitions p1 (id 0 to 9) and p2 (id 10
// to 19), and two sessions; b has a generic plan u for an update by key.
func partitioned(t *testing.T, locks string) (a, b *minidb.Session) {
	db := openDB(t)
	a, b = connect(t, db), connect(t, db)
	must(t, a, "create table p (id int primary key, v int) partition by range (id)",
		"create table p1 partition of p for values from (0) to (10)",
		"create table p2 partition of p for values from (10) to (20)",
		"insert into p select g, 0 from generate_series(0, 19) g")
	must(t, b, "set plan_cache_mode = force_generic_plan", "set minidb.executor_locks = '"+locks+"'",
		"prepare u as update p set v = v + 1 where id = $1 returning v")
	want(t, b, "1", "execute u(1)")
	want(t, b, "2", "execute u(1)")
	t.Cleanup(func() { wantNoLocks(t, db) })
	return a, b
}

func TestCachedPlanLocks(t *testing.T) {
	for _, locks := range []string{"all", "unpruned"} {
		t.Run(locks, func(t *testing.T) {
			a, b := partitioned(t, locks)
			must(t, a, "begin", "lock table p2 in access exclusive mode")
			if locks == "all" {
				w := start(t, b, "execute u(1)").blocked()
				must(t, a, "commit")
				w.ends("")
			} else {
				want(t, b, "3", "execute u(1)")
				w := start(t, b, "execute u(11)").blocked()
				must(t, a, "commit")
				w.ends("")
			}
			must(t, b, "begin")
			want(t, b, "4", "execute u(1)")
			rows := "p RowExclusiveLock, p1 RowExclusiveLock"
			if locks == "all" {
				rows += ", p2 RowExclusiveLock"
			}
			want(t, b, rows, "select string_agg(relation::regclass || ' ' || mode, ', ' order by relation::regclass::text) from pg_locks where relation::regclass::text ~ '^p[12]?$'")
			must(t, b, "commit")
		})
	}
}

// A cached plan stays when the setting changes, and the next execution locks as it says.
func TestCachedPlanKeepsWithOtherLocks(t *testing.T) {
	_, b := partitioned(t, "all")
	for i, c := range []struct{ locks, n string }{{"unpruned", "2"}, {"all", "3"}, {"unpruned", "2"}} {
		must(t, b, "set minidb.executor_locks = '"+c.locks+"'")
		want(t, b, fmt.Sprint(3+i), "execute u(1)")
		want(t, b, c.n, "select value from minidb_stat_last_statement where counter = 'locks_by_plan_cache'")
	}
}

// DDL that a cached plan waits for leads to a new plan.
func TestCachedPlanAfterDDL(t *testing.T) {
	for _, locks := range []string{"all", "unpruned"} {
		for _, c := range []struct{ name, ddl, state, then, rows string }{
			{"constraint", "alter table p1 add constraint c check (v < 3)", "23514", "select v from p where id = 1", "2"},
			{"detach", "alter table p detach partition p1", "", "select v from p1 where id = 1", "2"},
			{"drop", "drop table p1", "", "select count(*) from p", "10"},
			{"drop index", "drop table p2", "", "select v from p where id = 1", "3"},
			{"attach elsewhere", "alter table p detach partition p1; alter table p1 drop constraint p1_pkey; alter table p1 drop column v; alter table p1 add column v int default 40; " +
				"alter table p attach partition p1 for values from (0) to (10)", "", "select v from p where id = 1", "41"},
			{"new partition", "create table p3 partition of p for values from (20) to (30); insert into p values (25, 7)", "", "select v from p where id = 1", "3"},
			{"truncate", "truncate p1", "", "select count(*) from p", "10"},
			{"rolled back", "alter table p1 add constraint c check (v < 3); rollback; begin", "", "select v from p where id = 1", "3"},
		} {
			t.Run(locks+"/"+c.name, func(t *testing.T) {
				a, b := partitioned(t, locks)
				must(t, a, "begin")
				for _, ddl := range splitSemicolons(c.ddl) {
					must(t, a, ddl)
				}
				w := start(t, b, "execute u(1)")
				if c.name != "rolled back" && c.name != "new partition" {
					w.blocked()
				}
				must(t, a, "commit")
				w.ends(c.state)
				want(t, b, c.rows, c.then)
			})
		}
	}
}
