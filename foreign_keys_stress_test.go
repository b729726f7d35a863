package minidb_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"minidb"
)

// keysSchema has keys of every kind over few rows, so that sessions meet.
var keysSchema = []string{
	"create table p (id int primary key, v int)",
	"insert into p select generate_series(1, 12), 0",
	"create table cascaded (id int, a int references p on delete cascade on update cascade)",
	"create table nulled (id int, a int references p on delete set null on update set null)",
	"create table plain (id int, a int references p)",
	"create index on plain (a)",
	"create table late (id int, a int references p deferrable initially deferred)",
	"create table tree (id int primary key, up int references tree on delete cascade deferrable)",
	"insert into tree values (1, null)",
	"create table once (id int unique deferrable, v int)",
}

// keysPartitioned is the same with partitioned tables, some of whose partitions have their
// columns in another order.
var keysPartitioned = []string{
	"create table p (id int primary key, v int) partition by range (id)",
	"create table p1 partition of p for values from (0) to (5)",
	"create table p2 (v int, id int not null)",
	"alter table p attach partition p2 for values from (5) to (10)",
	"create table p3 partition of p for values from (10) to (20) partition by list (id)",
	"create table p31 partition of p3 default",
	"insert into p select generate_series(1, 12), 0",
	"create table cascaded (id int, a int references p on delete cascade on update cascade) partition by hash (a)",
	"create table cascaded0 partition of cascaded for values with (modulus 2, remainder 0)",
	"create table cascaded1 partition of cascaded for values with (modulus 2, remainder 1)",
	"create table nulled (id int, a int) partition by range (id)",
	"create table nulled1 partition of nulled for values from (0) to (6)",
	"create table nulled2 (a int, id int)",
	"alter table nulled attach partition nulled2 default",
	"alter table nulled add foreign key (a) references p on delete set null on update set null",
	"create table plain (id int, a int references p)",
	"create index on plain (a)",
	"create table late (id int, a int references p deferrable initially deferred) partition by list (a)",
	"create table late1 partition of late for values in (1, 2, 3, 4, 5)",
	"create table late2 partition of late default",
	"create table tree (id int primary key, up int references tree on delete cascade deferrable) partition by hash (id)",
	"create table tree0 partition of tree for values with (modulus 2, remainder 0)",
	"create table tree1 partition of tree for values with (modulus 2, remainder 1)",
	"insert into tree values (1, null)",
	"create table once (id int unique deferrable, v int)",
}

// keysDDL takes partitions out and puts them back.
var keysDDL = []string{
	"alter table p detach partition p2; alter table p attach partition p2 for values from (5) to (10)",
	"alter table nulled detach partition nulled2; alter table nulled attach partition nulled2 default",
	"alter table p3 detach partition p31; alter table p3 attach partition p31 default",
	"alter table late detach partition late1; alter table late attach partition late1 for values in (1, 2, 3, 4, 5)",
}

// keysBroken finds rows that no constraint allows.
const keysBroken = `select 'key ' || a from (select a from cascaded union all select a from nulled union all select a from plain union all
	select a from late) x where a not in (select id from p)
	union all select 'tree ' || up from tree where up not in (select id from tree)
	union all select 'once ' || id from once group by id having count(*) > 1`

// keysStatement makes a random statement.
func keysStatement(r *rand.Rand) string {
	id := func() int { return 1 + r.IntN(12) }
	child := []string{"cascaded", "nulled", "plain", "late"}[r.IntN(4)]
	switch r.IntN(12) {
	case 0:
		return fmt.Sprintf("delete from p where id = %d", id())
	case 1:
		return fmt.Sprintf("insert into p values (%d, 1) on conflict do nothing", id())
	case 2:
		return fmt.Sprintf("update p set id = %d where id = %d", id(), id())
	case 3:
		return fmt.Sprintf("update p set v = v + 1 where id = %d", id())
	case 4, 5, 6:
		return fmt.Sprintf("insert into %s values (%d, %d)", child, id(), id())
	case 7:
		return fmt.Sprintf("update %s set a = %d where id = %d", child, id(), id())
	case 8:
		return fmt.Sprintf("delete from %s where id = %d", child, id())
	case 9:
		return fmt.Sprintf("insert into tree values (%d, %d)", 1+r.IntN(30), 1+r.IntN(30))
	case 10:
		return fmt.Sprintf("delete from tree where id = %d", 2+r.IntN(30))
	}
	if r.IntN(3) == 0 {
		return fmt.Sprintf("delete from once where id = %d", id())
	}
	return fmt.Sprintf("insert into once values (%d, 1), (%d, 2)", id(), id())
}

// keysErrors are the ways in which a statement may fail.
var keysErrors = []string{"", "23503", "23505", "40001", "40P01", "25P02"}

// keysTransaction runs a few statements and ends them; odd is what went wrong that
// should not have.
func keysTransaction(r *rand.Rand, s *minidb.Session) (odd string) {
	run := func(sql string) {
		if _, err := try(s, sql); !slices.Contains(keysErrors, code(err)) {
			odd += fmt.Sprintf("%s: %v; ", sql, err)
		}
	}
	if r.IntN(4) == 0 {
		run(keysStatement(r))
		return odd
	}
	run([]string{"begin", "begin isolation level repeatable read"}[r.IntN(2)])
	if r.IntN(3) == 0 {
		run("set constraints all deferred")
	}
	for range 1 + r.IntN(4) {
		switch r.IntN(8) {
		case 0:
			run("savepoint s")
			run(keysStatement(r))
			run("rollback to s")
		case 1:
			run("savepoint s")
			run(keysStatement(r))
			run("release s")
		default:
			run(keysStatement(r))
		}
		if s.Status() == 'E' {
			break
		}
	}
	run([]string{"commit", "commit", "commit", "rollback"}[r.IntN(4)])
	return odd
}

// TestForeignKeyStress lets sessions get into each other's way; whatever they do,
// what is committed satisfies the constraints.
func TestForeignKeyStress(t *testing.T) {
	t.Run("plain", func(t *testing.T) { stressKeys(t, keysSchema, nil) })
	t.Run("partitioned", func(t *testing.T) { stressKeys(t, keysPartitioned, keysDDL) })
}

func stressKeys(t *testing.T, schema, ddl []string) {
	db := openDB(t)
	watch := connect(t, db)
	must(t, watch, schema...)
	r := newRand(t)
	end := time.Now().Add(1500 * time.Millisecond)
	var wg sync.WaitGroup
	if ddl != nil {
		s := connect(t, db)
		must(t, s, "set deadlock_timeout = '2ms'")
		wg.Go(func() {
			for i := 0; time.Now().Before(end); i++ {
				err := s.Simple(context.Background(), ddl[i%len(ddl)], func(r *minidb.Rows) error { return r.Close() })
				if !slices.Contains(keysErrors, code(err)) {
					t.Error(err)
					return
				}
				time.Sleep(20 * time.Millisecond)
			}
		})
	}
	for range 4 {
		s, r := connect(t, db), rand.New(rand.NewPCG(r.Uint64(), r.Uint64()))
		must(t, s, "set deadlock_timeout = '2ms'")
		wg.Add(1)
		go func() {
			defer wg.Done()
			for time.Now().Before(end) {
				if odd := keysTransaction(r, s); odd != "" {
					t.Error(odd)
					return
				}
			}
		}()
	}
	for time.Now().Before(end) {
		broken, err := try(watch, keysBroken)
		if ddl != nil && code(err) == "40P01" {
			continue // two tables of ours and of the DDL, in another order
		}
		if err != nil || len(broken) > 0 {
			t.Errorf("broken keys %v, error %v", broken, err)
			break
		}
	}
	wg.Wait()
	want(t, watch, "", keysBroken)
	wantNoLocks(t, db)
}

// keysModel is one parent and its children, checked by brute force.
type keysModel struct {
	parents  map[int]bool
	children map[int]int // by id; 0 is NULL
}

// TestForeignKeyModel compares single statements with a model that knows the rules
// and nothing else.
func TestForeignKeyModel(t *testing.T) {
	r := newRand(t)
	for _, action := range []string{"no action", "restrict", "cascade", "set null"} {
		modelKeys(t, r, action, "create table p (id int primary key)",
			"create table c (id int primary key, a int references p on delete "+action+" on update "+action+")")
		modelKeys(t, r, action, "create table p (id int primary key) partition by list (id)", "create table p1 partition of p for values in (1, 3, 5)",
			"create table p2 partition of p default", "create table c (a int, id int primary key) partition by range (id)",
			"create table c1 partition of c for values from (1) to (4)", "create table c2 (id int not null, a int)",
			"alter table c add foreign key (a) references p on delete "+action+" on update "+action, "alter table c attach partition c2 default")
	}
}

func modelKeys(t *testing.T, r *rand.Rand, action string, schema ...string) {
	s := connect(t, openDB(t))
	must(t, s, schema...)
	m := keysModel{map[int]bool{}, map[int]int{}}
	for range 400 {
		sql, ok := m.step(r, action)
		if _, err := try(s, sql); (err == nil) != ok {
			t.Fatalf("%s: %s: error %v, the model says %v", action, sql, err, ok)
		}
		want(t, s, m.text(), "select coalesce(string_agg(x, ' ' order by x), '') from (select 'p' || id x from p union all select 'c' || id || '>' || coalesce(a, 0) from c) q")
	}
}

func (m keysModel) text() string {
	var out []string
	for id := range m.parents {
		out = append(out, fmt.Sprintf("p%d", id))
	}
	for id, a := range m.children {
		out = append(out, fmt.Sprintf("c%d>%d", id, a))
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// step makes a statement and applies it to the model; ok tells that it succeeds.
func (m keysModel) step(r *rand.Rand, action string) (sql string, ok bool) {
	id, other := 1+r.IntN(6), 1+r.IntN(6)
	switch r.IntN(5) {
	case 0:
		sql = fmt.Sprintf("insert into p values (%d)", id)
		if ok = !m.parents[id]; ok {
			m.parents[id] = true
		}
	case 1:
		sql = fmt.Sprintf("insert into c (id, a) values (%d, %d)", id, other)
		if _, taken := m.children[id]; !taken && m.parents[other] {
			m.children[id], ok = other, true
		}
	case 2:
		sql = fmt.Sprintf("update c set a = %d where id = %d", other, id)
		old, there := m.children[id]
		if ok = !there || m.parents[other] || old == other; ok && there {
			m.children[id] = other
		}
	case 3:
		sql = fmt.Sprintf("delete from p where id = %d", id)
		if ok = !m.parents[id] || m.change(id, 0, action); ok {
			delete(m.parents, id)
		}
	default:
		sql = fmt.Sprintf("update p set id = %d where id = %d", other, id)
		switch {
		case !m.parents[id] || id == other:
			ok = true
		case !m.parents[other] && m.change(id, other, action):
			ok = true
			delete(m.parents, id)
			m.parents[other] = true
		}
	}
	return sql, ok
}

// change does to the children of a parent what its end asks for; to is the new
// key, 0 if it was deleted.
func (m keysModel) change(id, to int, action string) bool {
	for c, a := range m.children {
		switch {
		case a != id:
		case action == "no action" || action == "restrict":
			return false
		case action == "set null":
			m.children[c] = 0
		case to == 0:
			delete(m.children, c)
		default:
			m.children[c] = to
		}
	}
	return true
}

// TestDeferredEventsMemory: events count against the memory limit of the statement
// that makes them, and a transaction that ends gives them back.
func TestDeferredEventsMemory(t *testing.T) {
	s := connect(t, openDB(t))
	must(t, s, "create table p (id int primary key)", "create table c (a int references p deferrable initially deferred)",
		"set minidb.memory_limit = '4MB'", "begin")
	wantCode(t, s, "53200", "insert into c select generate_series(1, 400000)")
	must(t, s, "rollback", "begin", "insert into c select generate_series(1, 50000)", "rollback", "insert into p values (1)",
		"begin", "insert into c select 1 from generate_series(1, 50000)", "commit")
	want(t, s, "50000", "select count(*) from c")
}

// TestDeferredCommit: whatever ends a transaction reports what was put off.
func TestDeferredCommit(t *testing.T) {
	ctx := context.Background()
	s := connect(t, openDB(t))
	must(t, s, "create table p (id int primary key)", "create table c (a int references p deferrable initially deferred)")
	each := func(r *minidb.Rows) error { return r.Close() }
	for _, c := range []struct{ sql, code string }{
		{"insert into c values (1)", "23503"},
		{"insert into c values (1); select 1", "23503"},
		{"insert into c values (1); insert into p values (1)", ""},
		{"begin; insert into c values (2); commit", "23503"},
		{"begin; insert into c values (2); commit and chain", "23503"},
		{"begin; insert into c values (2); rollback", ""},
		{"insert into c values (3); set constraints all immediate; insert into p values (3)", "23503"},
		{"insert into c values (3); commit", "23503"},
		{"set constraints all immediate; insert into c values (4); insert into p values (4)", "23503"},
	} {
		if err := s.Simple(ctx, c.sql, each); code(err) != c.code {
			t.Errorf("%s: got %v, want %q", c.sql, err, c.code)
		}
		if s.Status() != 'I' {
			t.Errorf("%s: left in status %c", c.sql, s.Status())
			try(s, "rollback")
		}
	}
	want(t, s, "1", "select a from c")
	st, err := s.Prepare(ctx, "insert into c values ($1)")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := st.Exec(ctx, 99); code(err) != "23503" {
		t.Errorf("a prepared statement: %v", err)
	}
	if _, err := st.Exec(ctx, 1); err != nil {
		t.Error(err)
	}
	must(t, s, "begin", "insert into c values (5)")
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := s.Exec(canceled, "commit"); code(err) == "" {
		t.Error("a commit that cannot check its constraints succeeded")
	}
	try(s, "rollback")
	want(t, s, "2", "select count(*) from c")
}
