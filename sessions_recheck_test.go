package minidb_test

// Rows that another transaction changes while a statement waits for them: the
// statement goes on with the newest version if that still fits (PostgreSQL's
// EvalPlanQual). Expected rows are PostgreSQL 18's.

import (
	"strings"
	"testing"

	"minidb"
)

// recheckCases: what the first session does, what the second one waits with, its
// rows once the first commits, and what is left in t, with the number of log rows.
var recheckCases = []struct{ first, second, rows, after string }{
	{`update t set v = v + 5 where id = 1`, `select s.w, x.* from s, lateral (select id, v from t where t.id = s.k for update) x order by 1`,
		`10|1|6 20|1|6`, `1|6 2|2 0`},
	{`update t set v = v + 5 where id = 1`, `select t.id, t.v, s.w from t join s on s.k = t.id order by s.w for update of t`,
		`1|6|10 1|6|20`, `1|6 2|2 0`},
	{`update t set v = v + 5 where id = 1`, `update t set v = t.v + s.w from s where s.k = t.id and s.w = 20 returning t.v, s.w`,
		`26|20`, `1|26 2|2 0`},
	{`update t set v = v + 5 where id = 1; update s set w = w + 1 where k = 1`, `select t.v, s.w from t join s on s.k = t.id order by s.w for update`,
		`6|11 6|21`, `1|6 2|2 0`},
	{`update t set v = v + 5 where id = 1; update s set w = w + 1 where k = 1`, `select t.v, s.w from t join s on s.k = t.id order by s.w for update of t`,
		`6|10 6|20`, `1|6 2|2 0`},
	{`update t set v = v + 5`, `select t.id, t.v, s.w from t left join s on s.k = t.id order by 1, 3 for update of t`,
		`1|6|10 1|6|20 2|7|~`, `1|6 2|7 0`},
	{`update t set v = v + 5 where id = 1`, `update t set v = t.v + x.d from (values (1, 20), (7, 10)) x(id, d) where x.id = t.id returning t.v, x.*`,
		`26|1|20`, `1|26 2|2 0`},
	{`update t set v = v + 5 where id = 1`, `update t set v = t.v + q.m from (select k, max(w) m from s group by k) q where q.k = t.id returning *`,
		`1|26|1|20`, `1|26 2|2 0`},
	{`update t set v = v + 5 where id = 1`, `update t set v = v + 1 where v <= (select min(w) from s where s.k = t.id) returning *`,
		`1|7`, `1|7 2|2 0`},
	{`update t set v = v + 25 where id = 1`, `update t set v = v + 1 where v <= (select min(w) from s where s.k = t.id) returning *`,
		``, `1|26 2|2 0`},
	{`update t set v = v + 5 where id = 1`, `update t set v = v + 100 where ctid = '(0,1)' returning *`,
		``, `1|6 2|2 0`},
	{`update t set v = v + 5 where id = 1`, `update t set v = v + (select count(*) from s) where id = 1 returning *`,
		`1|9`, `1|9 2|2 0`},
	{`update t set v = v + 5 where id = 1`, `update t set v = v + 1 where id in (select k from s where w > 0) returning *`,
		`1|7`, `1|7 2|2 0`},
	{`update t set id = 3 where id = 1`, `select t.id, t.v, s.w from t join s on s.k = t.id for update of t`,
		``, `2|2 3|1 0`},
	{`update t set id = 2 where id = 1`, `update t set v = t.v + s.w from s where s.k = t.id returning t.*`,
		``, `2|1 2|2 0`},
	{`update t set v = v + 5 where id = 1`, `delete from t using s where s.k = t.id and s.w = 20 returning t.*, s.w`,
		`1|6|20`, `2|2 0`},
	{`update t set v = v + 5 where id = 1`, `update t set v = t.v + g from generate_series(11, 11) g where t.id = 1 returning t.v, g`,
		`17|11`, `1|17 2|2 0`},
	{`delete from t where id = 1`, `update t set v = v + 1 returning *`,
		`2|3`, `2|3 0`},
	{`update t set v = v + 5 where id = 1`, `update t set v = t.v + o.v from t o where o.id = 2 and t.id = 1 returning t.v, o.v`,
		`8|2`, `1|8 2|2 0`},
	{`update t set v = v + 5 where id = 1`, `update t set v = t.v + s.w from s left join log on log.n = s.k where s.k = t.id and s.w = 20 returning t.v, log.n`,
		`26|~`, `1|26 2|2 0`},
	{`update t set v = v + 5 where id = 1`, `select s.w, (select v from t where t.id = s.k for update) from s where s.w = 20`,
		`20|6`, `1|6 2|2 0`},
	{`update t set v = v + 5 where id = 1`, `with c as (select k, w from s where w = 20) update t set v = t.v + c.w from c where c.k = t.id and exists (select 1 from c c2 where c2.k = t.id) returning *`,
		`1|26|1|20`, `1|26 2|2 0`},
	{`update t set v = 5 where id = 1`, `select * from (select id, v from t where v < 4 offset 0) q for update`,
		`2|2`, `1|5 2|2 0`},
	{`update t set v = v + 5 where id = 1`, `select * from (select id, v from t where v < 7) q join s on s.k = q.id order by w for update of q`,
		`1|6|1|10 1|6|1|20`, `1|6 2|2 0`},
	{`update t set v = v + 5 where id = 1`, `update t set v = 0 from s where s.k = t.id and t.v > 100 - s.w * 9 returning *`,
		`1|0|1|20`, `1|0 2|2 0`},
}

func TestRecheck(t *testing.T) {
	for _, c := range recheckCases {
		db := openDB(t)
		a, b := connect(t, db), connect(t, db)
		must(t, a, "create table t (id int, v int)", "create table s (k int, w int)", "create table log (n int)",
			"insert into t values (1,1),(2,2)", "insert into s values (1,10),(1,20),(3,30)")
		must(t, a, append([]string{"begin"}, splitSemicolons(c.first)...)...)
		w := startRows(t, b, c.second)
		w.blocked()
		must(t, a, "commit")
		if got := w.rows(); got != c.rows {
			t.Errorf("%s\n%s:\ngot  %s\nwant %s", c.first, c.second, got, c.rows)
		}
		if got := must(t, a, "select * from t order by 1, 2") + " " + must(t, a, "select count(*) from log"); got != c.after {
			t.Errorf("%s\n%s: then\ngot  %s\nwant %s", c.first, c.second, got, c.after)
		}
	}
}

// runningRows is running that keeps the rows.
type runningRows struct {
	running
	got chan string
}

func startRows(t testing.TB, s *minidb.Session, sql string) *runningRows {
	r := &runningRows{running{t: t, s: s, sql: sql, done: make(chan error, 1)}, make(chan string, 1)}
	go func() {
		rows, err := try(s, sql)
		r.got <- strings.Join(rows, " ")
		r.done <- err
	}()
	return r
}

// rows waits for the end and returns the rows.
func (r *runningRows) rows() string {
	r.t.Helper()
	r.ends("")
	return <-r.got
}

// FOR UPDATE ... SKIP LOCKED and NOWAIT also apply to the newest version.
func TestRecheckNoWait(t *testing.T) {
	db := openDB(t)
	a, b, c := connect(t, db), connect(t, db), connect(t, db)
	must(t, a, "create table t (id int, v int)", "insert into t values (1,1),(2,2)")
	must(t, a, "begin", "update t set v = v + 5 where id = 1")
	want(t, b, "2|2", "select * from t for update skip locked")
	wantCode(t, b, "55P03", "select * from t where id = 1 for update nowait")
	want(t, c, "", "update t set v = v + 1 where id = 1 and v > 3 returning v") // not selected, so not waited for
	must(t, a, "commit")
}

// Only a change of a key excludes FOR KEY SHARE.
func TestKeyStrength(t *testing.T) {
	db := openDB(t)
	a, b := connect(t, db), connect(t, db)
	must(t, a, "create table t (id int primary key, v int, w int, x int)", "insert into t values (1,1,1,1)",
		"create index on t (v)", "create unique index on t ((w + 1))", "create unique index on t (x) where x > 0")
	for _, set := range []string{"v = v + 1", "w = w + 1", "x = x + 1", "v = v + 1, id = 1"} {
		must(t, a, "begin", "update t set "+set)
		want(t, b, "1", "select id from t for key share")
		must(t, a, "commit")
	}
	must(t, a, "begin", "update t set id = id + 1")
	w := start(t, b, "select id from t for key share")
	w.blocked()
	must(t, a, "commit")
	w.ends("")
	must(t, a, "begin", "insert into t values (2) on conflict (id) do update set v = 7")
	want(t, b, "2|7", "select id, 7 from t for key share")
	must(t, a, "commit")
	want(t, b, "2", "select id from t where v = 7")
}

// An index that was made after a snapshot does not serve it, nor does its
// uniqueness hold there.
func TestYoungIndex(t *testing.T) {
	db := openDB(t)
	a, b := connect(t, db), connect(t, db)
	must(t, a, "create table t (id int, v int)", "create table u (id int, w int)", "insert into u values (1,1),(2,2)",
		"insert into t select g, g from generate_series(1, 300) g", "insert into t values (5, 5)")
	must(t, b, "set enable_seqscan = off", "set enable_sort = off", "prepare p as select v from t where id = 7",
		"begin isolation level repeatable read", "select count(*) from t")
	must(t, a, "delete from t where id = 5 and v = 5 and ctid > '(0,99)' or id = 9", "update t set id = 1000 where id = 7",
		"delete from t where id = 5", "insert into t values (5, 50)", "create unique index t_id on t (id)")
	for range 2 {
		want(t, b, "7", "select v from t where id = 7")
		want(t, b, "7", "execute p")
		want(t, b, "9", "select v from t where id = 9")
		want(t, b, "", "select v from t where id = 1000")
		want(t, b, "5 5", "select v from t where id = 5")
		want(t, b, "4", "select count(*) from u left join t on t.id = u.id + 4 left join t x on x.id = u.id + 4 where u.id = 1")
	}
	must(t, b, "commit")
	want(t, b, "7", "select v from t where id = 1000")
	want(t, b, "50", "select v from t where id = 5")
	want(t, b, "", "execute p")
	want(t, b, "299", "select count(*) from t where id > 0")
	if plan := must(t, b, "explain execute p"); !strings.Contains(plan, "t_id") {
		t.Errorf("the index is still left out: %s", plan)
	}
}

// An index made inside REPEATABLE READ has the rows of the present.
func TestIndexInRepeatableRead(t *testing.T) {
	db := openDB(t)
	a, b := connect(t, db), connect(t, db)
	must(t, a, "create table t (id int, v int)", "insert into t values (1,1),(2,2)")
	must(t, b, "begin isolation level repeatable read", "select * from t")
	must(t, a, "update t set id = 3 where id = 1", "insert into t values (4, 4)")
	must(t, b, "create index t_id on t (id)", "set local enable_seqscan = off")
	want(t, b, "1", "select v from t where id = 1")
	want(t, b, "", "select v from t where id = 4")
	must(t, b, "commit", "set enable_seqscan = off")
	want(t, b, "1", "select v from t where id = 3")
	want(t, b, "4", "select v from t where id = 4")
}

// ON CONFLICT DO UPDATE by several sessions counts every row once.
func TestConflictLoad(t *testing.T) {
	db := openDB(t)
	a := connect(t, db)
	must(t, a, "create table t (id int primary key, n int)")
	const each = 150
	var rs []*running
	for w := range 4 {
		s := connect(t, db)
		r := &running{t: t, s: s, sql: "upserts", done: make(chan error, 1)}
		rs = append(rs, r)
		go func() {
			for i := range each {
				id := number((i + w) % 3)
				_, err := try(s, "insert into t values ("+id+", 1) on conflict (id) do update set n = t.n + 1")
				if err == nil && i%10 == 9 {
					_, err = try(s, "with d as materialized (select id from t where id = 2) update t set n = n where id = 2")
				}
				if err != nil {
					r.done <- err
					return
				}
			}
			r.done <- nil
		}()
	}
	for _, r := range rs {
		r.ends("")
	}
	want(t, a, number(4*each), "select sum(n) from t")
}
