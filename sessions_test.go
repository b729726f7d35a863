package minidb_test

// Sessions beside each other: who waits for whom, what each sees, and what is
// left when they are done.

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"minidb"
)

// pair is a database with a table t of rows (1, 10), (2, 20), (3, 30) and three
// sessions on it.
func pair(t *testing.T) (db *minidb.DB, a, b, c *minidb.Session) {
	db = openDB(t)
	a, b, c = connect(t, db), connect(t, db), connect(t, db)
	must(t, a, "create table t (id int primary key, v int, w int)", "insert into t values (1, 10, 0), (2, 20, 0), (3, 30, 0)")
	t.Cleanup(func() { // runs before the sessions are closed
		for _, s := range []*minidb.Session{a, b, c} {
			if s.Status() != 'I' {
				t.Errorf("a session is left in status %c", s.Status())
			}
		}
		wantNoLocks(t, db)
	})
	return db, a, b, c
}

func TestWritersOfOneRow(t *testing.T) {
	const row1 = "select v from t where id = 1"
	for _, c := range []struct{ name, first, end, second, rows string }{
		{"after commit", "update t set v = 11 where id = 1", "commit", "update t set v = v * 2 where id = 1", "22"},
		{"after rollback", "update t set v = 11 where id = 1", "rollback", "update t set v = v * 2 where id = 1", "20"},
		{"condition gone", "update t set v = 11 where id = 1", "commit", "update t set v = 0 where v = 10", "11"},
		{"condition stays", "update t set v = 11 where id = 1", "commit", "update t set v = 0 where v < 20", "0"},
		{"delete of a changed row", "update t set v = 11 where id = 1", "commit", "delete from t where v < 20", ""},
		{"delete of a row that fits no more", "update t set v = 99 where id = 1", "commit", "delete from t where v < 20", "99"},
		{"update of a deleted row", "delete from t where id = 1", "commit", "update t set v = 0 where id = 1", ""},
		{"update of a row that stays", "delete from t where id = 1", "rollback", "update t set v = 0 where id = 1", "0"},
		{"key changes away", "update t set id = 100 where id = 1", "commit", "update t set v = 0 where id = 1", ""},
		{"locker first", "select * from t where id = 1 for update", "commit", "update t set v = v + 1 where id = 1", "11"},
		{"two updates", "update t set v = v + 1 where id = 1", "commit", "update t set v = v + 1, w = v where id = 1", "12"},
		{"join", "update t set v = 2 where id = 1", "commit",
			"update t set v = x.n from (values (2, 200), (10, 1000)) x(k, n) where x.k = t.v and t.id = 1", "2"},
		{"subquery", "update t set v = 11 where id = 1", "commit", "update t set v = (select max(v) from t x where x.id <> t.id) + t.v where id = 1", "41"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, a, b, r := pair(t)
			must(t, a, "begin", c.first)
			w := start(t, b, c.second).blocked()
			want(t, r, "10", row1) // readers never wait
			must(t, a, c.end)
			w.ends("")
			want(t, r, c.rows, row1)
		})
	}
}

func TestRepeatableRead(t *testing.T) {
	for _, c := range []struct{ name, first, end, second, sqlstate string }{
		{"update", "update t set v = 11 where id = 1", "commit", "update t set v = 0 where id = 1", "40001"},
		{"update after rollback", "update t set v = 11 where id = 1", "rollback", "update t set v = 0 where id = 1", ""},
		{"delete", "delete from t where id = 1", "commit", "update t set v = 0 where id = 1", "40001"},
		{"delete of a changed row", "update t set v = 11 where id = 1", "commit", "delete from t where id = 1", "40001"},
		{"lock of a changed row", "update t set v = 11 where id = 1", "commit", "select * from t where id = 1 for update", "40001"},
		{"lock after lock", "select * from t where id = 1 for update", "commit", "update t set v = 0 where id = 1", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, a, b, _ := pair(t)
			must(t, b, "begin isolation level repeatable read", "select * from t")
			must(t, a, "begin", c.first)
			w := start(t, b, c.second).blocked()
			must(t, a, c.end)
			w.ends(c.sqlstate)
			must(t, b, "rollback")
		})
	}
	_, a, b, _ := pair(t)
	must(t, b, "begin isolation level repeatable read", "select 1")
	must(t, a, "update t set v = 99", "insert into t values (4, 40, 0)", "delete from t where id = 2")
	want(t, b, "1|10 2|20 3|30", "select id, v from t order by id")
	wantCode(t, b, "40001", "update t set v = 0 where id = 2")
	must(t, b, "rollback")
	want(t, b, "1|99 3|99 4|40", "select id, v from t order by id")
}

func TestUniqueBesideUncommitted(t *testing.T) {
	for _, c := range []struct{ name, first, end, second, sqlstate, rows string }{
		{"commit", "insert into t values (9, 1, 0)", "commit", "insert into t values (9, 2, 0)", "23505", "1"},
		{"rollback", "insert into t values (9, 1, 0)", "rollback", "insert into t values (9, 2, 0)", "", "2"},
		{"update to the key", "update t set id = 9 where id = 3", "commit", "insert into t values (9, 2, 0)", "23505", "30"},
		{"update to the key, not", "update t set id = 9 where id = 3", "rollback", "update t set id = 9 where id = 2", "", "20"},
		{"do nothing", "insert into t values (9, 1, 0)", "commit", "insert into t values (9, 2, 0) on conflict do nothing", "", "1"},
		{"do nothing, not", "insert into t values (9, 1, 0)", "rollback", "insert into t values (9, 2, 0) on conflict do nothing", "", "2"},
		{"do update", "insert into t values (9, 1, 0)", "commit",
			"insert into t values (9, 2, 0) on conflict (id) do update set v = t.v + 100 * excluded.v", "", "201"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, a, b, _ := pair(t)
			must(t, a, "begin", c.first)
			w := start(t, b, c.second).blocked()
			must(t, a, c.end)
			w.ends(c.sqlstate)
			want(t, a, c.rows, "select v from t where id = 9")
		})
	}
	_, a, b, _ := pair(t)
	must(t, a, "begin", "delete from t where id = 1")
	w := start(t, b, "insert into t values (1, 77, 0)").blocked()
	must(t, a, "commit")
	w.ends("")
	want(t, a, "77", "select v from t where id = 1")
}

func TestDDLBesideReaders(t *testing.T) {
	t.Run("drop", func(t *testing.T) {
		_, a, b, c := pair(t)
		must(t, a, "begin", "select * from t")
		drop := start(t, b, "drop table t").blocked()
		later := start(t, c, "select * from t").blocked() // behind the DROP
		must(t, a, "select * from t", "commit")
		drop.ends("")
		later.ends("42P01")
		must(t, a, "create table t (a int)")
		want(t, c, "", "select a from t")
	})
	t.Run("drop rolled back", func(t *testing.T) {
		_, a, b, _ := pair(t)
		must(t, a, "begin", "drop table t")
		wantCode(t, a, "42P01", "select * from t")
		must(t, a, "rollback", "begin", "drop table t", "create table t (x text)", "insert into t values ('new')")
		r := start(t, b, "select id, v, w from t").blocked()
		must(t, a, "rollback")
		r.ends("")
		want(t, b, "3", "select count(*) from t")
	})
	t.Run("replaced", func(t *testing.T) {
		_, a, b, _ := pair(t)
		must(t, a, "begin", "drop table t", "create table t (x text)", "insert into t values ('new')")
		r := start(t, b, "select * from t").blocked()
		must(t, a, "commit")
		r.ends("")
		want(t, b, "new", "select * from t")
	})
	t.Run("truncate", func(t *testing.T) {
		_, a, b, c := pair(t)
		must(t, a, "begin", "select count(*) from t")
		trunc := start(t, b, "truncate t").blocked()
		must(t, a, "commit")
		trunc.ends("")
		want(t, c, "0", "select count(*) from t")
		must(t, c, "begin", "insert into t values (1, 1, 1)", "truncate t", "insert into t values (1, 2, 2)", "rollback")
		want(t, c, "0", "select count(*) from t")
		must(t, c, "insert into t values (1, 3, 3)")
		want(t, c, "3", "select v from t where id = 1")
	})
	t.Run("create index", func(t *testing.T) {
		_, a, b, c := pair(t)
		must(t, a, "begin", "update t set v = 31 where id = 3", "insert into t values (4, 31, 0)")
		ix := start(t, b, "create index on t (v)").blocked()
		want(t, c, "3", "select count(*) from t") // readers go on
		must(t, a, "commit")
		ix.ends("")
		must(t, c, "set enable_seqscan = off")
		want(t, c, "3 4", "select id from t where v = 31 order by id")
		must(t, b, "begin", "create index on t (w)")
		w := start(t, a, "insert into t values (5, 50, 7)").blocked()
		must(t, b, "commit")
		w.ends("")
		want(t, c, "5", "select id from t where w = 7")
	})
	t.Run("unique index", func(t *testing.T) {
		_, a, b, _ := pair(t)
		must(t, a, "begin", "update t set v = 10 where id = 3")
		ix := start(t, b, "create unique index on t (v)").blocked()
		must(t, a, "commit")
		ix.ends("23505")
		want(t, b, "1", "select count(*) from pg_index where indrelid = 't'::regclass")
	})
}

func TestDeadlock(t *testing.T) {
	_, a, b, r := pair(t)
	must(t, a, "set deadlock_timeout = 20", "begin", "update t set v = 1 where id = 1")
	must(t, b, "set deadlock_timeout = '1h'", "begin", "update t set v = 2 where id = 2")
	other := start(t, b, "update t set v = 2 where id = 1").blocked()
	victim := start(t, a, "update t set v = 1 where id = 2")
	victim.ends("40P01")
	other.ends("")
	if a.Status() != 'E' {
		t.Errorf("the victim's status is %c", a.Status())
	}
	must(t, a, "rollback")
	must(t, b, "commit")
	want(t, r, "1|2 2|2 3|30", "select id, v from t order by id")

	// Three in a ring, over a table lock, a row and a key.
	must(t, a, "begin", "select * from t")
	must(t, b, "set deadlock_timeout = 20", "begin", "update t set v = 5 where id = 3")
	must(t, r, "set deadlock_timeout = '1h'", "begin", "insert into t values (7, 7, 7)")
	x := start(t, r, "update t set v = 6 where id = 3").blocked()
	y := start(t, b, "insert into t values (7, 8, 8)")
	y.ends("40P01")
	must(t, b, "rollback")
	x.ends("")
	must(t, r, "commit")
	must(t, a, "commit")
}

func TestSavepointLocks(t *testing.T) {
	_, a, b, r := pair(t)
	must(t, a, "begin", "update t set v = 11 where id = 1", "savepoint s", "update t set v = 21 where id = 2",
		"select * from t where id = 3 for update")
	w := start(t, b, "update t set v = 22 where id = 2").blocked()
	must(t, a, "rollback to s")
	w.ends("")
	must(t, b, "update t set v = 33 where id = 3")
	w = start(t, b, "update t set v = 12 where id = 1").blocked()
	must(t, a, "commit")
	w.ends("")
	want(t, r, "1|12 2|22 3|33", "select id, v from t order by id")

	must(t, a, "begin", "select * from t where id = 1 for update", "savepoint s", "update t set v = 0 where id = 1", "rollback to s")
	w = start(t, b, "update t set v = v + 1 where id = 1").blocked() // the outer level's lock is still there
	must(t, a, "rollback")
	w.ends("")
	want(t, r, "13", "select v from t where id = 1")
}

func TestLockClauses(t *testing.T) {
	_, a, b, _ := pair(t)
	must(t, a, "begin", "update t set v = 11 where id = 1")
	want(t, b, "2 3", "select id from t order by id for update skip locked")
	wantCode(t, b, "55P03", "select id from t order by id for update nowait")
	want(t, b, "1 2 3", "select id from t order by id for key share")
	w := start(t, b, "select id from t order by id for share").blocked()
	must(t, a, "commit")
	w.ends("")

	// Each row of a join is tested again with the rows it was made of.
	must(t, a, "create table s (id int, k int)", "insert into s values (1, 10), (1, 11), (1, 11), (2, 20)",
		"begin", "update t set w = 5 where id = 1")
	rows := make(chan string, 1)
	go func() {
		out, err := try(b, "select t.id, t.w, s.k from t join s on s.id = t.id order by s.k for update of t")
		rows <- fmt.Sprint(out, err)
	}()
	for !b.Blocked() {
		time.Sleep(time.Millisecond)
	}
	must(t, a, "commit")
	if got := <-rows; got != "[1|5|10 1|5|11 1|5|11 2|0|20] <nil>" {
		t.Errorf("join for update: %s", got)
	}
}

// TestClone: a copy has what was committed and then lives its own life.
func TestClone(t *testing.T) {
	db, a, b, _ := pair(t)
	must(t, a, "begin", "update t set v = 11 where id = 1", "insert into t values (4, 40, 0)", "create table u (a int)")
	must(t, b, "begin", "delete from t where id = 2", "commit")
	c := db.Clone()
	defer c.Close()
	s := connect(t, c)
	want(t, s, "1|10 3|30", "select id, v from t order by id")
	wantCode(t, s, "42P01", "select * from u")
	must(t, s, "update t set v = v + 1", "insert into t values (4, 44, 0)", "create table only_here (a int)")
	must(t, a, "commit")
	want(t, a, "1|11 3|30 4|40", "select id, v from t order by id")
	want(t, s, "1|11 3|31 4|44", "select id, v from t order by id")
	wantCode(t, a, "42P01", "select * from only_here")
	must(t, a, "drop table t", "vacuum")
	want(t, s, "44", "select v from t where id = 4")
	must(t, a, "create table t (id int)")
	wantNoLocks(t, c)
}

// Clones made while two sessions move money about: each has the sum of a moment, and
// goes its own way while the original does.
func TestCloneWhileWriting(t *testing.T) {
	db := openDB(t)
	s := connect(t, db)
	must(t, s, "create table acc (id int primary key, v int)", "insert into acc select g, 100 from generate_series(1, 50) g")
	writing, halt := context.WithCancel(context.Background())
	var writers sync.WaitGroup
	move := func(s *minidb.Session, i int) error {
		sql := fmt.Sprintf("update acc set v = v + case id when %d then -1 else 1 end where id in (%[1]d, %d)", i%49+1, i%49+2)
		_, err := try(s, sql)
		if err != nil && code(err) != "40P01" {
			return err
		}
		return nil
	}
	for n := range 2 {
		w := connect(t, db)
		writers.Go(func() {
			for i := n * 7; writing.Err() == nil; i++ {
				if err := move(w, i); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for range 20 {
		c := db.Clone()
		r := connect(t, c)
		want(t, r, "50|5000", "select count(*), sum(v) from acc")
		before := must(t, r, "select v from acc order by id")
		for i := range 5 {
			if err := move(r, i); err != nil {
				t.Error(err)
			}
		}
		must(t, r, "delete from acc where id > 40", "vacuum acc")
		want(t, r, "40", "select count(*) from acc where id <= 40")
		if before == must(t, r, "select v from acc order by id") {
			t.Error("the clone cannot be written to")
		}
		c.Close()
	}
	halt()
	writers.Wait()
	want(t, s, "50|5000", "select count(*), sum(v) from acc")
}

// TestSessionClone: settings, role and prepared statements go along, on their own.
func TestSessionClone(t *testing.T) {
	s := connect(t, openDB(t))
	must(t, s, "create role someone", "create table t (a int)", "grant someone to postgres", "set work_mem = '9MB'", "set local work_mem = '10MB'", "set my.own = 'x'",
		"prepare p (int) as select $1 + 1", "prepare q as select * from t", "drop table t", "set role someone")
	c, err := s.Clone()
	if err != nil {
		t.Fatal(err)
	}
	defer c.DB().Close()
	want(t, c, "9MB|x|someone|postgres", "select current_setting('work_mem'), current_setting('my.own'), current_user, session_user")
	want(t, c, "p", "select name from pg_prepared_statements")
	want(t, c, "3", "execute p (2)")
	must(t, c, "set work_mem = '1MB'", "reset role", "deallocate p")
	want(t, s, "9MB|someone", "select current_setting('work_mem'), current_user")
	want(t, s, "3", "execute p (2)")
	must(t, s, "begin")
	if _, err := s.Clone(); code(err) != "25001" {
		t.Error(err)
	}
	must(t, s, "rollback", "select count(*) from pg_class")
	if len(s.Counters()) == 0 || counted(t, s, "session", "locks_acquired") == 0 {
		t.Error("nothing is counted")
	}
	s.ResetCounters()
	if n := counted(t, s, "session", "locks_acquired"); n != 0 {
		t.Errorf("%d after the reset", n)
	}
}

func TestCloseSession(t *testing.T) {
	before := runtime.NumGoroutine()
	db, a, b, _ := pair(t)
	s := db.Session()
	must(t, s, "begin", "update t set v = 11 where id = 1", "savepoint x", "drop table t")
	w := start(t, b, "update t set v = v + 1 where id = 1").blocked()
	s.Close()
	w.ends("")
	s.Close() // twice is allowed
	want(t, a, "11", "select v from t where id = 1")
	s = db.Session()
	must(t, s, "begin")
	rows, err := s.Query(context.Background(), "select * from generate_series(1, 1000000000)")
	if err != nil || !rows.Next() {
		t.Fatal(err)
	}
	s.Close()
	if rows.Next() {
		t.Error("a closed session gives rows")
	}
	wantNoLocks(t, db)
	wantGoroutines(t, before)
}

// TestCloseDB ends a database under running and waiting statements.
func TestCloseDB(t *testing.T) {
	before := runtime.NumGoroutine()
	db, err := minidb.Open()
	if err != nil {
		t.Fatal(err)
	}
	var ss []*minidb.Session
	for range 4 {
		ss = append(ss, db.Session())
	}
	must(t, ss[0], "create table t (a int)", "insert into t values (1)", "begin", "update t set a = 2")
	waits := start(t, ss[1], "update t set a = 3").blocked()
	loops := start(t, ss[2], "select count(*) from generate_series(1, 1000000000000)")
	rows, err := ss[3].Query(context.Background(), "select generate_series(1, 1000000)")
	if err != nil || !rows.Next() {
		t.Fatal(err)
	}
	db.Close()
	db.Close()
	waits.ends("57P01")
	loops.ends("57P01")
	for rows.Next() {
	}
	if code(rows.Err()) != "57P01" {
		t.Errorf("an open result ended with %v", rows.Err())
	}
	wantCode(t, ss[0], "57P01", "select * from t")
	for _, s := range ss {
		s.Close()
	}
	late := db.Session()
	wantCode(t, late, "57P01", "select 1")
	late.Close()
	wantNoLocks(t, db)
	wantGoroutines(t, before)
}

var stressTime = flag.Duration("stress", 3*time.Second, "how long TestStress runs")

// TestStress: sessions move amounts between rows in transactions with savepoints
// that are rolled back, canceled and killed at random. Every snapshot has to show
// the same sum.
func TestStress(t *testing.T) {
	const nSessions, nRows, total = 16, 20, 20 * 100
	seeds := newRand(t)
	before := runtime.NumGoroutine()
	db := openDB(t)
	s := connect(t, db)
	must(t, s, "create table acc (id int primary key, v int, tag int)", "create index on acc (v)",
		fmt.Sprintf("insert into acc select g, 100, 0 from generate_series(0, %d) g", nRows-1))
	var wg sync.WaitGroup
	end := time.Now().Add(*stressTime)
	for range nSessions {
		w := &mover{t: t, db: db, r: rand.New(rand.NewPCG(seeds.Uint64(), 1)), rows: nRows, sum: fmt.Sprint(total)}
		wg.Go(func() { w.run(end) })
	}
	wg.Wait()
	s = connect(t, db) // the first one may have been killed
	want(t, s, fmt.Sprintf("%d|%d", total, nRows), "select sum(v), count(*) from acc")
	must(t, s, "vacuum acc", "set enable_seqscan = off")
	want(t, s, fmt.Sprintf("%d|%d", total, nRows), "select sum(v), count(*) from acc where v > -1000000")
	s.Close()
	wantNoLocks(t, db)
	wantGoroutines(t, before)
}

// mover is one session of the stress.
type mover struct {
	t    *testing.T
	db   *minidb.DB
	s    *minidb.Session
	r    *rand.Rand
	rows int
	sum  string
}

func (m *mover) run(end time.Time) {
	m.open()
	defer func() { m.s.Close() }()
	for n := 0; time.Now().Before(end); n++ {
		switch m.r.IntN(20) {
		case 0:
			m.s.Close()
			m.open()
		case 1:
			if m.r.IntN(3) > 0 {
				m.exec("vacuum acc")
			} else {
				m.exec("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() order by random() limit 1")
			}
		case 2, 3, 4:
			m.check(m.r.IntN(2) == 0)
		default:
			m.transaction()
		}
	}
}

func (m *mover) open() {
	m.s = m.db.Session()
	m.exec("set deadlock_timeout = 5")
	m.exec(fmt.Sprintf("set enable_seqscan = %v", m.r.IntN(2) == 0))
}

// tolerated are the errors that the game brings with it.
const tolerated = "40001 40P01 57014 55P03 25P02"

// exec runs a statement, sometimes with a cancel behind it, and tells whether it
// succeeded.
func (m *mover) exec(sql string) bool {
	ctx, cancel := context.Background(), func() {}
	if m.r.IntN(30) == 0 {
		ctx, cancel = context.WithTimeout(ctx, time.Duration(m.r.IntN(2000))*time.Microsecond)
	}
	_, err := m.s.Exec(ctx, sql)
	cancel()
	m.failed(sql, err)
	return err == nil
}

// failed looks at an error. A session that was killed is replaced.
func (m *mover) failed(sql string, err error) {
	switch {
	case code(err) == "57P01":
		m.s.Close()
		m.open()
	case err != nil && !strings.Contains(tolerated, code(err)):
		m.t.Errorf("%s: %v (%s)", sql, err, code(err))
	}
}

// check reads the sum, in one statement or in several of one snapshot.
func (m *mover) check(repeatable bool) {
	sums := []string{"select sum(v) from acc", "select sum(v) from acc where v > -1000000", "select sum(x.v) from acc x join acc y using (id)"}
	if repeatable {
		m.exec("begin isolation level repeatable read, read only")
	}
	for _, sql := range sums {
		rows, err := try(m.s, sql)
		if err == nil && rows[0] != m.sum {
			m.t.Errorf("%s: %v, want %s", sql, rows, m.sum)
		} else {
			m.failed(sql, err)
		}
	}
	if m.s.Status() != 'I' {
		m.exec("rollback")
	}
}

// transaction moves a few amounts. Each move is one level: it happens as a whole
// or not at all.
func (m *mover) transaction() {
	if !m.exec([]string{"begin", "begin isolation level repeatable read"}[m.r.IntN(2)]) {
		return
	}
	for i := range 1 + m.r.IntN(3) {
		name := fmt.Sprintf("s%d", i)
		if m.r.IntN(3) == 0 {
			name = ""
		} else if !m.exec("savepoint " + name) {
			break
		}
		done := m.move()
		if done && (name == "" || m.r.IntN(3) > 0) {
			continue
		}
		if name == "" || m.s.Status() == 'I' || !m.exec("rollback to "+name) {
			break
		}
	}
	end := "commit"
	if m.r.IntN(4) == 0 {
		end = "rollback"
	}
	for m.s.Status() != 'I' {
		m.exec(end)
	}
}

// move takes an amount from one row to another in one of several ways.
func (m *mover) move() bool {
	from, to, n := m.r.IntN(m.rows), m.r.IntN(m.rows), m.r.IntN(50)
	switch m.r.IntN(4) {
	case 0:
		return m.exec(fmt.Sprintf("update acc set v = v - %d where id = %d", n, from)) &&
			m.exec(fmt.Sprintf("update acc set v = v + %d where id = %d", n, to))
	case 1:
		return m.exec(fmt.Sprintf("update acc set v = v + case id when %d then -%d else %d end, tag = tag + 1 where id in (%d, %d) and %d <> %d",
			from, n, n, from, to, from, to))
	case 2:
		return m.exec(fmt.Sprintf("select * from acc where id in (%d, %d) order by id for update", from, to)) &&
			m.exec(fmt.Sprintf("update acc set v = v - %d where id = %d", n, from)) &&
			m.exec(fmt.Sprintf("update acc set v = v + %d where id = %d", n, to))
	}
	return m.exec(fmt.Sprintf("insert into acc values (%d, %d, 1) on conflict (id) do update set v = acc.v + excluded.v", from, n)) &&
		m.exec(fmt.Sprintf("insert into acc values (%d, %d, 1) on conflict (id) do update set v = acc.v + excluded.v", to, -n))
}

// A session that is closed while rows are read says so: what was read is not all.
func TestCloseWhileReading(t *testing.T) {
	db := openDB(t)
	s := db.Session()
	rows, err := s.Query(context.Background(), "select * from generate_series(1, 10)")
	if err != nil || !rows.Next() {
		t.Fatal("no row", err)
	}
	s.Close()
	if rows.Next() || rows.Err() == nil || minidb.AsError(rows.Err()).Code != "08003" {
		t.Errorf("after Close: %v", rows.Err())
	}
}

// PostgreSQL gives this error no SQLSTATE, so that a golden file cannot hold it.
func TestConflictingNotNullNames(t *testing.T) {
	s := openSession(t)
	for _, sql := range []string{
		"create table t (a int constraint x not null, constraint y not null a)",
		"create table t (a int, constraint x not null a, constraint y not null a)",
	} {
		if _, err := try(s, sql); err == nil || err.Error() != `conflicting not-null constraint names "x" and "y"` {
			t.Errorf("%s: %v", sql, err)
		}
	}
}

// An error that ends a wait says what for, in PostgreSQL's words.
func TestContextOfWaits(t *testing.T) {
	_, a, b, _ := pair(t)
	must(t, a, "create table child (id int references t)", "begin", "update t set id = 11 where id = 1",
		"insert into t values (5, 5, 5)", "delete from t where id = 2")
	must(t, b, "set lock_timeout = '20ms'")
	for _, c := range []struct{ sql, context string }{
		{"update t set v = 4 where id = 1", `while updating tuple (0,1) in relation "t"`},
		{"delete from t where id = 1", `while deleting tuple (0,1) in relation "t"`},
		{"select * from t where id = 1 for update", `while locking tuple (0,1) in relation "t"`},
		{"insert into t values (5, 6, 6)", `while inserting index tuple (0,6) in relation "t_pkey"`},
		{"insert into t values (5, 6, 6) on conflict do nothing", `while inserting index tuple (0,5) in relation "t"`},
		{"insert into child values (2)", `while locking tuple (0,2) in relation "t"` + "\n" +
			`SQL statement "SELECT 1 FROM ONLY "public"."t" x WHERE "id" OPERATOR(pg_catalog.=) $1 FOR KEY SHARE OF x"`},
		{"alter table t add x int", ""},
	} {
		_, err := try(b, c.sql)
		if e := minidb.AsError(err); e == nil || e.Code != "55P03" || e.Context != c.context {
			t.Errorf("%s: %v, context %q", c.sql, err, e.Context)
		}
	}
	must(t, a, "rollback")
}
