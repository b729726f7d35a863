package session

import (
	"context"
	"maps"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"minidb/pgerr"
	"minidb/settings"
	"minidb/storage"
	"minidb/storage/lmgr"
	"minidb/types"
)

func open(t testing.TB) (*Session, *[]string) {
	t.Helper()
	s := New(storage.NewStore(lmgr.NewManager()), 1, "", "")
	notices := &[]string{}
	s.Send = func(e *pgerr.Error) { *notices = append(*notices, e.Severity+": "+e.Message) }
	t.Cleanup(s.Close)
	return s, notices
}

// do runs one statement as the upper layers will.
func do(s *Session, f func() error) error {
	s.BeginStatement(context.Background())
	defer s.EndStatement(false)
	err := f()
	if err == nil {
		return s.Finish(nil)
	}
	return s.Finish(err)
}

// run executes a script of small commands, separated by semicolons, and
// returns the errors' texts.
func run(t *testing.T, s *Session, script string) string {
	t.Helper()
	var out []string
	for _, cmd := range strings.Split(script, ";") {
		f := strings.Fields(cmd)
		err := do(s, func() error { return command(s, f) })
		if err != nil {
			out = append(out, string(pgerr.CodeOf(err))+" "+err.Error())
		}
	}
	return strings.Join(out, "\n")
}

func command(s *Session, f []string) error {
	arg := func(i int) string {
		if i < len(f) {
			return strings.ReplaceAll(f[i], "_", " ")
		}
		return ""
	}
	switch f[0] {
	case "begin":
		return s.Begin()
	case "commit":
		_, err := s.Commit(arg(1) == "chain")
		return err
	case "rollback":
		return s.Rollback(arg(1) == "chain")
	case "rollbackto":
		return s.RollbackTo(arg(1))
	}
	if err := s.Start(); err != nil {
		return err
	}
	switch f[0] {
	case "savepoint":
		return s.Savepoint(arg(1))
	case "release":
		return s.ReleaseSavepoint(arg(1))
	case "set":
		return s.Set.Set(f[1], arg(2), settings.SetOpts{})
	case "local":
		return s.Set.Set(f[1], arg(2), settings.SetOpts{Local: true})
	case "lock":
		_, err := s.Locks.Acquire(s.Ctx, lmgr.RelationTag(uint32(len(arg(1)))), lmgr.Share, false)
		return err
	case "query":
		s.TakesSnapshot()
	case "fail":
		return pgerr.New(pgerr.DivisionByZero, "division by zero")
	}
	return nil
}

func TestTransactions(t *testing.T) {
	for _, c := range []struct{ script, errors, notices string }{
		{"savepoint a", "25P01 SAVEPOINT can only be used in transaction blocks", ""},
		{"release a", "25P01 RELEASE SAVEPOINT can only be used in transaction blocks", ""},
		{"rollbackto a", "25P01 ROLLBACK TO SAVEPOINT can only be used in transaction blocks", ""},
		{"commit;rollback", "", "WARNING: there is no transaction in progress\nWARNING: there is no transaction in progress"},
		{"commit chain", "25P01 COMMIT AND CHAIN can only be used in transaction blocks", ""},
		{"begin;begin;commit", "", "WARNING: there is already a transaction in progress"},
		{"begin;release q;query;commit;query",
			"3B001 savepoint \"q\" does not exist\n25P02 current transaction is aborted, commands ignored until end of transaction block", ""},
		{"begin;savepoint a;savepoint a;release a;rollbackto a;release a;release a",
			"3B001 savepoint \"a\" does not exist", ""},
		{"begin;savepoint a;savepoint b;fail;rollbackto a;rollbackto b",
			"22012 division by zero\n3B001 savepoint \"b\" does not exist", ""},
		{"begin;savepoint a;fail;rollbackto a;rollbackto a;fail;rollbackto a;commit",
			"22012 division by zero\n22012 division by zero", ""},
		{"begin;query;set transaction_isolation serializable",
			"25001 SET TRANSACTION ISOLATION LEVEL must be called before any query", ""},
		{"begin;savepoint a;set transaction_isolation serializable",
			"25001 SET TRANSACTION ISOLATION LEVEL must not be called in a subtransaction", ""},
		{"begin;set transaction_read_only on;query;set transaction_read_only off",
			"25001 transaction read-write mode must be set before any query", ""},
	} {
		s, notices := open(t)
		if got := run(t, s, c.script); got != c.errors {
			t.Errorf("%s\n got %s\nwant %s", c.script, got, c.errors)
		}
		if got := strings.Join(*notices, "\n"); got != c.notices {
			t.Errorf("%s\n got %s\nwant %s", c.script, got, c.notices)
		}
		run(t, s, "rollback")
		if s.Status() != 'I' || s.Locks.Held() != 0 || s.Set.Depth() != 0 {
			t.Errorf("%s: left in state %c, %d locks, depth %d", c.script, s.Status(), s.Locks.Held(), s.Set.Depth())
		}
	}
}

func TestModes(t *testing.T) {
	s, _ := open(t)
	run(t, s, "set default_transaction_isolation repeatable_read;begin")
	if s.Txn.Isolation() != storage.RepeatableRead {
		t.Error("the default is not used")
	}
	run(t, s, "set transaction_isolation read_committed;query")
	if s.Txn.Isolation() != storage.ReadCommitted {
		t.Error("SET TRANSACTION is not used")
	}
	run(t, s, "commit chain")
	if s.Txn.Isolation() != storage.ReadCommitted {
		t.Error("CHAIN does not keep the modes")
	}
	run(t, s, "commit;begin")
	if s.Txn.Isolation() != storage.RepeatableRead {
		t.Error("the mode outlives the transaction")
	}
}

func TestLocksFollowSavepoints(t *testing.T) {
	s, _ := open(t)
	run(t, s, "begin;lock a;savepoint x;lock aa;savepoint y;lock aaa;fail")
	if s.Status() != 'E' || s.Locks.Held() != 2 {
		t.Errorf("%c, %d held", s.Status(), s.Locks.Held())
	}
	run(t, s, "rollbackto x;lock aaaa;release x")
	if s.Locks.Held() != 2 {
		t.Errorf("%d held", s.Locks.Held())
	}
	run(t, s, "commit")
	if s.Locks.Held() != 0 {
		t.Error("locks outlive the transaction")
	}
}

func TestEnv(t *testing.T) {
	s, _ := open(t)
	run(t, s, "begin;set timezone -8;set datestyle german;savepoint a;set timezone Europe/Berlin;set bytea_output escape")
	if s.Env.TimeZoneName != "Europe/Berlin" || s.Env.DateStyle != types.GermanDates || s.Env.DateOrder != types.DMY {
		t.Errorf("%+v", s.Env)
	}
	run(t, s, "rollbackto a")
	if _, off := time.Unix(0, 0).In(s.Env.TimeZone).Zone(); off != -8*3600 || s.Env.TimeZoneName != "<-08>+08" {
		t.Errorf("%d %s", off, s.Env.TimeZoneName)
	}
	run(t, s, "rollback")
	if s.Env.TimeZone != time.UTC || s.Env.DateStyle != types.ISODates {
		t.Errorf("%+v", s.Env)
	}
}

func TestNotices(t *testing.T) {
	s, notices := open(t)
	for _, level := range []string{"debug1", "notice", "warning", "error"} {
		*notices = nil
		run(t, s, "set client_min_messages "+level)
		for _, sev := range []string{"DEBUG2", "DEBUG1", "LOG", "INFO", "NOTICE", "WARNING"} {
			s.Notice(&pgerr.Error{Severity: sev, Message: "x"})
		}
		want := map[string]int{"debug1": 5, "notice": 3, "warning": 2, "error": 1}[level]
		if len(*notices) != want {
			t.Errorf("%s: %v", level, *notices)
		}
	}
}

func TestInterrupts(t *testing.T) {
	s, _ := open(t)
	s.Cancel()
	s.ForgetCancel() // nothing ran
	wait := func() error {
		for end := time.Now().Add(3 * time.Second); time.Now().Before(end); {
			if err := s.Interrupted(); err != nil {
				return err
			}
			time.Sleep(time.Millisecond)
		}
		return nil
	}
	if err := do(s, func() error { return s.Interrupted() }); err != nil {
		t.Error(err)
	}
	canceled := func() error {
		time.AfterFunc(10*time.Millisecond, s.Cancel)
		return wait()
	}
	if err := do(s, canceled); err == nil || err.Error() != "canceling statement due to user request" {
		t.Error(err)
	}
	run(t, s, "set statement_timeout 10ms")
	if err := do(s, wait); err == nil || err.Error() != "canceling statement due to statement timeout" {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	run(t, s, "set statement_timeout 0")
	s.BeginStatement(ctx)
	time.AfterFunc(10*time.Millisecond, cancel)
	if err := wait(); pgerr.CodeOf(err) != pgerr.QueryCanceled {
		t.Error(err)
	}
	s.EndStatement(false)
	s.End(pgerr.New(pgerr.AdminShutdown, "terminating connection due to administrator command"))
	if err := do(s, func() error { return s.Interrupted() }); pgerr.CodeOf(err) != pgerr.AdminShutdown {
		t.Error(err)
	}
}

// TestParentContext: the context above a statement stops that statement and no
// later one, and an ended statement leaves nothing behind that watches it.
func TestParentContext(t *testing.T) {
	s, _ := open(t)
	ctx, cancel := context.WithCancel(context.Background())
	s.BeginStatement(ctx)
	if s.EndStatement(false); s.work.unhook != nil {
		t.Error("the context is still watched")
	}
	before := runtime.NumGoroutine()
	for range 1000 {
		s.BeginStatement(ctx)
		s.EndStatement(false)
	}
	if n := runtime.NumGoroutine(); n > before+10 {
		t.Errorf("%d goroutines after 1000 statements, %d before", n, before)
	}
	s.BeginStatement(context.Background())
	cancel()
	time.Sleep(5 * time.Millisecond)
	if err := s.Interrupted(); err != nil {
		t.Errorf("canceled with an earlier statement's context: %v", err)
	}
	s.EndStatement(false)
}

// TestTimeoutWhileWaiting: a lock wait ends with the statement's own report.
func TestTimeoutWhileWaiting(t *testing.T) {
	m := lmgr.NewManager()
	store := storage.NewStore(m)
	a, b := New(store, 1, "", ""), New(store, 2, "", "")
	defer a.Close()
	defer b.Close()
	run(t, a, "begin;lock x")
	run(t, b, "set statement_timeout 10ms")
	err := do(b, func() error {
		if err := b.Start(); err != nil {
			return err
		}
		_, err := b.Locks.Acquire(b.Ctx, lmgr.RelationTag(1), lmgr.Exclusive, false)
		return err
	})
	if err == nil || err.Error() != "canceling statement due to statement timeout" {
		t.Error(err)
	}
}

// TestCancelRace cancels from other goroutines while short statements run.
func TestCancelRace(t *testing.T) {
	s, _ := open(t)
	var wg sync.WaitGroup
	stop := make(chan struct{})
	wg.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				s.Cancel()
			}
		}
	})
	for range 2000 {
		_ = do(s, func() error {
			if err := s.Start(); err != nil {
				return err
			}
			return s.Interrupted()
		})
	}
	close(stop)
	wg.Wait()
	if s.Status() != 'I' {
		t.Error("not idle")
	}
}

func TestMemory(t *testing.T) {
	s, _ := open(t)
	run(t, s, "set minidb.memory_limit 1MB")
	err := do(s, func() error {
		if err := s.Grow(1 << 20); err != nil {
			t.Error(err)
		}
		s.Shrink(1)
		return s.Grow(2)
	})
	e := pgerr.From(err)
	if e.Code != pgerr.OutOfMemory || e.Message != "out of memory" || !strings.HasSuffix(e.Detail, "minidb.memory_limit is 1MB.") {
		t.Errorf("%+v", e)
	}
	if err := do(s, func() error { return s.Grow(1 << 20) }); err != nil {
		t.Error("a statement starts with what the one before left:", err)
	}
}

func value(stats []Stat, relation, counter string) int64 {
	for _, s := range stats {
		if s.Relation == relation && s.Counter == counter {
			return s.Value
		}
	}
	return -1
}

func TestCounters(t *testing.T) {
	s, _ := open(t)
	work := func() error {
		if err := s.Start(); err != nil {
			return err
		}
		s.Counters.CatalogInsert.Tuples += 2
		s.Counters.For("p1").ModifyTable.ResultRelsOpened += 3
		_, err := s.Locks.Acquire(s.Ctx, lmgr.RelationTag(9), lmgr.Share, false)
		return err
	}
	for range 2 {
		if err := do(s, work); err != nil {
			t.Fatal(err)
		}
	}
	s.BeginStatement(context.Background())
	s.Counters.CatalogInsert.Tuples += 50
	s.EndStatement(true) // a quiet statement
	for _, c := range []struct {
		name                 string
		stats                []Stat
		tuples, opened, peak int64
		released             int64
	}{
		{"statement", s.LastStatement(), 2, 3, 1, 1},
		{"transaction", s.LastTransaction(), 2, 3, 1, 1},
		{"session", s.SessionStats(), 4, 6, 1, 2},
	} {
		if a, b, p, r := value(c.stats, "", "tuples"), value(c.stats, "p1", "result_rels_opened"),
			value(c.stats, "", "entries_peak"), value(c.stats, "", "locks_released"); a != c.tuples || b != c.opened || p != c.peak || r != c.released {
			t.Errorf("%s: %d %d %d %d", c.name, a, b, p, r)
		}
	}
	run(t, s, "begin")
	for range 3 {
		if err := do(s, work); err != nil {
			t.Fatal(err)
		}
	}
	if n := value(s.LastTransaction(), "", "tuples"); n != 2 {
		t.Errorf("a running transaction shows: %d", n)
	}
	run(t, s, "commit")
	if n := value(s.LastTransaction(), "", "tuples"); n != 6 {
		t.Errorf("transaction: %d", n)
	}
	if n := value(s.LastStatement(), "", "locks_released"); n != 1 {
		t.Errorf("COMMIT released %d", n)
	}
}

// All groups are shown.
func TestGroups(t *testing.T) {
	c := &Counters{}
	c.WindowStore.StoresCreated = 1
	shown, sumOf := map[string]int{}, int64(0)
	for _, s := range c.Stats() {
		shown[s.Strategy]++
		sumOf += s.Value
	}
	want := map[string]int{"attr_map": 11, "modify_table": 15, "catalog_insert": 10, "lock_release": 12, "window_store": 10}
	if !maps.Equal(shown, want) || sumOf != 1 {
		t.Error(shown, sumOf)
	}
}

// Add and Since leave out no counter: every field of the groups is listed, and each
// follows its kind.
func TestAddAll(t *testing.T) {
	var a, b Counters
	fields := 0
	for i := range reflect.TypeFor[Counters]().NumField() {
		if f := reflect.TypeFor[Counters]().Field(i); f.Type.Kind() == reflect.Struct {
			fields += f.Type.NumField()
		}
	}
	n := int64(0)
	for _, g := range counterGroups {
		for _, d := range g.counters {
			n++
			*d.at(&a), *d.at(&b) = 100+n, 10000+3*n
		}
	}
	if n != int64(fields) {
		t.Errorf("%d counters listed of %d", n, fields)
	}
	sums := a
	sums.Add(&b)
	since := Counters{LockRelease: b.LockRelease.Since(&a.LockRelease)}
	for _, g := range counterGroups {
		for _, d := range g.counters {
			x, y := *d.at(&a), *d.at(&b)
			total, grown := x+y, y-x
			if d.kind != sum {
				total, grown = y, y // the newer is the higher here
			}
			if *d.at(&sums) != total {
				t.Errorf("%s: %d + %d = %d", d.name, x, y, *d.at(&sums))
			}
			if g.strategy == "lock_release" && *d.at(&since) != grown {
				t.Errorf("%s: %d since %d is %d", d.name, y, x, *d.at(&since))
			}
		}
	}
	b.Add(&a)
	if b.LockRelease.Buckets != a.LockRelease.Buckets || b.LockRelease.EntriesPeak == a.LockRelease.EntriesPeak {
		t.Error("a state is not the newer one, or a peak not the higher")
	}
}

// What the end of an implicit transaction does comes after its last statement's
// EndStatement, and is counted for that.
func TestImplicitCounters(t *testing.T) {
	s, _ := open(t)
	work := func() error {
		if err := s.Start(); err != nil {
			return err
		}
		s.Counters.CatalogInsert.Tuples++
		_, err := s.Locks.Acquire(s.Ctx, lmgr.RelationTag(9), lmgr.Share, false)
		return err
	}
	show := func() error { return s.Start() }
	for _, c := range []struct {
		name           string
		last           func() error
		quiet, commit  bool
		tuples, atLast int64 // the transaction's tuples; locks released by its last statement
	}{
		{"commit", work, false, true, 2, 1},
		{"rollback", work, false, false, 2, 1},
		{"quiet last", show, true, true, 1, 0},
	} {
		s.BeginImplicit()
		for i, f := range []func() error{work, c.last} {
			s.BeginStatement(context.Background())
			if err := s.Finish(f()); err != nil {
				t.Fatal(err)
			}
			s.EndStatement(c.quiet && i == 1)
		}
		if c.commit {
			if err := s.CommitImplicit(); err != nil {
				t.Fatal(err)
			}
		} else {
			s.EndImplicit()
		}
		if n, r := value(s.LastTransaction(), "", "tuples"), value(s.LastTransaction(), "", "locks_released"); n != c.tuples || r != 1 {
			t.Errorf("%s: transaction %d tuples, %d locks released", c.name, n, r)
		}
		if r := value(s.LastStatement(), "", "locks_released"); r != c.atLast {
			t.Errorf("%s: last statement released %d", c.name, r)
		}
		run(t, s, "begin")
		run(t, s, "commit")
		if r := value(s.LastTransaction(), "", "locks_released"); r != 0 {
			t.Errorf("%s: the next transaction released %d", c.name, r)
		}
	}
}
