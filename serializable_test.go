package minidb_test

// Random SERIALIZABLE transactions of several sessions, and a proof that what they saw
// is what some serial order of them gives: the order is found from who read and wrote
// what, and then replayed on a Go map. REPEATABLE READ must fail the same test.

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"minidb"
)

var ssiRounds = flag.Uint64("ssi", 1, "rounds of TestSerializable")

// ssiRow is a row of t but for its id.
type ssiRow struct{ g, v int }

type ssiState map[int]ssiRow

// ssiOp is one statement, its place in the transaction, and what it answered.
type ssiOp struct {
	sql   string
	match func(id int, r ssiRow) bool // rows that it reads
	write func(ssiState, int)         // changes a row that it matched; nil if it reads only
	add   int                         // id of the row that it inserts if none matched, 0 if it is no INSERT
	row   ssiRow
	got   string
	back  bool // rolled back to the savepoint before it, after it had answered
}

// ssiTxn is a committed transaction. Of two, the one that began later saw the other's
// changes if it began after the other ended.
type ssiTxn struct {
	ops        []ssiOp
	begin, end int
	changes    []ssiChange
}

type ssiChange struct {
	id            int
	before, after *ssiRow // nil: no row
}

// run applies the operations to a state and checks the answers. It returns what was
// changed. If the state is a snapshot, an INSERT may find its key free although another
// transaction's DELETE of it is not seen there.
func (x *ssiTxn) run(st ssiState, snapshot bool) (changes []ssiChange, err error) {
	for _, op := range x.ops {
		if snapshot && op.inserted() {
			delete(st, op.add)
		}
		before := maps.Clone(st)
		if got := op.apply(st); got != op.got {
			return nil, fmt.Errorf("%s: answered %q, here %q", op.sql, op.got, got)
		}
		if op.back {
			clear(st)
			maps.Copy(st, before)
			continue
		}
		for id := range 2 * ssiIDs {
			b, was := before[id]
			if a, is := st[id]; was != is || a != b {
				c := ssiChange{id: id}
				if was {
					c.before = &b
				}
				if is {
					c.after = &a
				}
				changes = append(changes, c)
			}
		}
	}
	return changes, nil
}

// apply runs an operation on the model.
func (op *ssiOp) apply(st ssiState) string {
	var out []string
	for _, id := range slices.Sorted(maps.Keys(st)) {
		if !op.match(id, st[id]) {
			continue
		}
		if op.write != nil {
			op.write(st, id)
			out = append(out, fmt.Sprint(id))
		} else {
			out = append(out, fmt.Sprintf("%d %d %d", id, st[id].g, st[id].v))
		}
	}
	if op.add != 0 {
		if len(out) > 0 {
			return "" // ON CONFLICT DO NOTHING
		}
		st[op.add] = op.row
		return fmt.Sprint(op.add)
	}
	return strings.Join(out, " ")
}

func (op *ssiOp) inserted() bool { return op.add != 0 && op.got != "" }

// reads tells whether a change matters to what the transaction read.
func (x *ssiTxn) reads(c ssiChange) bool {
	for _, op := range x.ops {
		if op.inserted() {
			continue
		}
		if c.before != nil && op.match(c.id, *c.before) || c.after != nil && op.match(c.id, *c.after) {
			return true
		}
	}
	return false
}

const ssiIDs = 8

// randomOp makes a statement.
func randomOp(rng *rand.Rand) ssiOp {
	k, v := 1+rng.IntN(ssiIDs), rng.IntN(10)
	var op ssiOp
	where := ""
	switch rng.IntN(4) {
	case 0:
		where = fmt.Sprintf("g = %d", k%3)
		op.match = func(_ int, r ssiRow) bool { return r.g == k%3 }
	case 1:
		where = fmt.Sprintf("v between %d and %d", v, v+2)
		op.match = func(_ int, r ssiRow) bool { return r.v >= v && r.v <= v+2 }
	default:
		where = fmt.Sprintf("id = %d", k)
		op.match = func(id int, _ ssiRow) bool { return id == k }
	}
	to := rng.IntN(10)
	switch rng.IntN(12) {
	case 0:
		op.match = func(id int, _ ssiRow) bool { return id == k }
		op.add, op.row = k, ssiRow{to % 3, v}
		op.sql = fmt.Sprintf("insert into t values (%d, %d, %d) on conflict (id) do nothing returning id", k, to%3, v)
	case 1:
		op.write = func(st ssiState, id int) { delete(st, id) }
		op.sql = "delete from t where " + where + " returning id"
	case 2:
		op.write = func(st ssiState, id int) { st[id] = ssiRow{to % 3, st[id].v} }
		op.sql = fmt.Sprintf("update t set g = %d where %s returning id", to%3, where)
	case 3, 4, 5:
		op.write = func(st ssiState, id int) { st[id] = ssiRow{st[id].g, to} }
		op.sql = fmt.Sprintf("update t set v = %d where %s returning id", to, where)
	default:
		op.sql = "select id, g, v from t where " + where
	}
	return op
}

// ssiHistory is what several sessions did.
type ssiHistory struct {
	mu     sync.Mutex // held while a snapshot is taken and while a transaction commits
	clock  int
	txns   []*ssiTxn
	failed map[string]int
}

// session runs transactions one after the other.
func (h *ssiHistory) session(s *minidb.Session, level string, rng *rand.Rand, n int) error {
	for range n {
		x := &ssiTxn{}
		err := h.transaction(s, x, level, rng)
		if err == nil {
			continue
		}
		var e *minidb.Error
		if !errors.As(err, &e) || e.Code != "40001" && e.Code != "40P01" && e.Code != "23505" {
			return err
		}
		h.mu.Lock()
		h.failed[string(e.Code)]++
		h.mu.Unlock()
		if _, err := s.Exec(context.Background(), "rollback"); err != nil {
			return err
		}
	}
	return nil
}

func (h *ssiHistory) transaction(s *minidb.Session, x *ssiTxn, level string, rng *rand.Rand) error {
	exec := func(sql string) error { _, err := s.Exec(context.Background(), sql); return err }
	mode := ""
	ops := 1 + rng.IntN(4)
	if rng.IntN(5) == 0 {
		mode = " read only"
	}
	if err := exec("begin isolation level " + level + mode); err != nil {
		return err
	}
	h.mu.Lock()
	err := exec("select 1")
	h.clock++
	x.begin = h.clock
	h.mu.Unlock()
	if err != nil {
		return err
	}
	for len(x.ops) < ops {
		time.Sleep(time.Duration(rng.IntN(200)) * time.Microsecond)
		op := randomOp(rng)
		if mode != "" && !strings.HasPrefix(op.sql, "select") {
			continue
		}
		op.back = rng.IntN(8) == 0 && op.add == 0 // an INSERT sees more than its snapshot
		if op.back {
			if err := exec("savepoint s"); err != nil {
				return err
			}
		}
		if op.got, err = queryText(s, op.sql); err != nil {
			return err
		}
		if op.back {
			if err := exec("rollback to s"); err != nil {
				return err
			}
		}
		x.ops = append(x.ops, op)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := exec("commit"); err != nil {
		return err
	}
	h.clock++
	x.end = h.clock
	h.txns = append(h.txns, x)
	return nil
}

// queryText returns a query's rows in the order of their first column.
func queryText(s *minidb.Session, sql string) (string, error) {
	rows, err := s.Query(context.Background(), sql)
	if err != nil {
		return "", err
	}
	var lines []string
	for rows.Next() {
		var cols []string
		for i := range rows.Columns() {
			cols = append(cols, rows.Text(i))
		}
		lines = append(lines, strings.Join(cols, " "))
	}
	slices.Sort(lines) // ids have one digit
	return strings.Join(lines, " "), rows.Err()
}

// check finds the order and replays it.
func (h *ssiHistory) check(first ssiState) error {
	slices.SortFunc(h.txns, func(a, b *ssiTxn) int { return a.end - b.end })
	// What each of them saw is the state as it was committed when it began.
	states, ends := []ssiState{first}, []int{0}
	for _, x := range h.txns {
		at, _ := slices.BinarySearch(ends, x.begin)
		var err error
		if x.changes, err = x.run(maps.Clone(states[at-1]), true); err != nil {
			return fmt.Errorf("the snapshot is wrong: %w", err)
		}
		st := maps.Clone(states[len(states)-1])
		for _, c := range x.changes {
			if delete(st, c.id); c.after != nil {
				st[c.id] = *c.after
			}
		}
		states, ends = append(states, st), append(ends, x.end)
	}
	order, err := h.order()
	if err != nil {
		return err
	}
	st := maps.Clone(first)
	for _, x := range order {
		if _, err := x.run(st, false); err != nil {
			return fmt.Errorf("the serial order does not give the same: %w", err)
		}
	}
	if last := states[len(states)-1]; !maps.Equal(st, last) {
		return fmt.Errorf("in the end: %v, in serial order %v", last, st)
	}
	return nil
}

// order sorts the transactions by their dependencies.
func (h *ssiHistory) order() ([]*ssiTxn, error) {
	before := map[*ssiTxn][]*ssiTxn{}
	for i, w := range h.txns {
		for j, x := range h.txns {
			if i == j {
				continue
			}
			writes := i < j && slices.ContainsFunc(w.changes, func(c ssiChange) bool {
				return slices.ContainsFunc(x.changes, func(d ssiChange) bool { return c.id == d.id })
			})
			switch read := slices.ContainsFunc(w.changes, x.reads); {
			case writes, read && w.end < x.begin:
				before[x] = append(before[x], w)
			case read:
				before[w] = append(before[w], x)
			}
		}
	}
	var out []*ssiTxn
	state := map[*ssiTxn]int{}
	var path []*ssiTxn
	var visit func(*ssiTxn) error
	visit = func(x *ssiTxn) error {
		switch path = append(path, x); state[x] {
		case 1:
			text := "a cycle:"
			for _, p := range path[slices.Index(path, x):] {
				text += fmt.Sprintf("\n  %d-%d", p.begin, p.end)
				for _, op := range p.ops {
					text += "  " + op.sql + " -> " + op.got
				}
			}
			return errors.New(text)
		case 0:
			state[x] = 1
			for _, p := range before[x] {
				if err := visit(p); err != nil {
					return err
				}
			}
			state[x] = 2
			out = append(out, x)
		}
		path = path[:len(path)-1]
		return nil
	}
	for _, x := range h.txns {
		if err := visit(x); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// runSSI lets sessions run transactions on a table with rows that nobody looks for, so
// that its indexes are not small.
func runSSI(t *testing.T, level, table string, limits ssiLimits, seed uint64) (*ssiHistory, error) {
	db := openDB(t)
	db.SetSerialLimits(limits.perTransaction, limits.perRelation, limits.perPage, limits.kept)
	c := connect(t, db)
	must(t, c, strings.Split(table, "; ")...)
	must(t, c, "create index on t (g)", "create index on t (v)",
		"insert into t select g + 10000, g + 100, g + 100 from generate_series(1, 600) g", "analyze t")
	first := ssiState{}
	for id := 1; id <= ssiIDs; id += 2 {
		first[id] = ssiRow{id % 3, id}
		must(t, c, fmt.Sprintf("insert into t values (%d, %d, %d)", id, id%3, id))
	}
	h := &ssiHistory{failed: map[string]int{}}
	var wg sync.WaitGroup
	errs := make([]error, 4)
	for i := range errs {
		s := connect(t, db)
		must(t, s, "set deadlock_timeout = '5ms'", "set enable_seqscan = "+[]string{"on", "off"}[i%2],
			"set enable_indexscan = "+[]string{"on", "on", "on", "off"}[i])
		wg.Go(func() { errs[i] = h.session(s, level, rand.New(rand.NewPCG(seed, uint64(i))), 150) })
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	if left := db.SIReadLocks(); left != 0 {
		t.Errorf("%d SIREAD locks are left", left)
	}
	return h, h.check(first)
}

const (
	ssiPlain = "create table t (id int, g int, v int, primary key (id))"
	ssiParts = "create table t (id int, g int, v int, primary key (id)) partition by range (id); " +
		"create table t1 partition of t for values from (0) to (4); create table t2 partition of t for values from (4) to (100); " +
		"create table t3 partition of t default"
)

// ssiLimits are those of SIREAD locks and of transactions that are kept one by one.
type ssiLimits struct {
	perTransaction, perRelation, perPage int64
	kept                                 int
}

func TestSerializable(t *testing.T) {
	for _, table := range []string{ssiPlain, ssiParts} {
		for _, limits := range []ssiLimits{{64, -2, 2, 1360}, {64, -2, 2, 0}, {64, -2, 2, 3}, {64, 1, 0, 1360}, {64, 3, 1, 2}} {
			for seed := range *ssiRounds {
				h, err := runSSI(t, "serializable", table, limits, seed)
				if err != nil {
					t.Fatalf("%+v, seed %d: %v", limits, seed, err)
				}
				if len(h.txns) < 100 || h.failed["40001"] == 0 {
					t.Errorf("%d transactions committed, failed: %v", len(h.txns), h.failed)
				}
				t.Logf("%+v: %d transactions committed, failed: %v", limits, len(h.txns), h.failed)
			}
		}
	}
}

// The test sees anomalies where they are allowed.
func TestSerializableNeeded(t *testing.T) {
	for seed := range uint64(20) {
		_, err := runSSI(t, "repeatable read", ssiPlain, ssiLimits{64, -2, 2, 1360}, seed)
		if err != nil && strings.Contains(err.Error(), "a cycle") {
			return
		}
	}
	t.Error("REPEATABLE READ passed")
}

// What a serializable transaction that goes on makes others leave behind is bounded,
// and goes with it. So is the time of a transaction beside it.
func TestSerializableBounded(t *testing.T) {
	db := openDB(t)
	old, s := connect(t, db), connect(t, db)
	must(t, s, "create table t (id int primary key, v int)", "insert into t select g, 0 from generate_series(1, 2000) g",
		"create table u (a int)", "set default_transaction_isolation = serializable")
	db.SetSerialLimits(64, -2, 2, 20)
	must(t, old, "begin isolation level serializable", "select count(*) from u", "insert into u values (1)")
	most := 0
	for i := range 500 {
		must(t, s, fmt.Sprintf("update t set v = v + 1 where id = %d", 1+i*4), fmt.Sprintf("select v from t where id = %d", 2+i*4))
		most = max(most, db.SIReadLocks())
	}
	if most < 20 || most > 20*4+64*136 {
		t.Errorf("%d SIREAD locks at a time", most)
	}
	if kept := db.SerialFinished(); kept != 20 {
		t.Errorf("%d transactions are kept", kept)
	}
	// Somebody who has read long ago, and is summed up, is still found.
	must(t, old, "update t set v = 0 where id = 2")
	wantCode(t, old, "40001", "select v from t where id = 1")
	must(t, old, "rollback")
	if n := db.SIReadLocks() + db.SerialFinished(); n != 0 {
		t.Errorf("%d locks and transactions are left", n)
	}
}

// The report says what was found, and that one may try again.
func TestSerializationFailureReport(t *testing.T) {
	_, a, b, _ := pair(t)
	must(t, a, "begin isolation level serializable", "select sum(v) from t", "update t set v = 1 where id = 1")
	must(t, b, "begin isolation level serializable", "select sum(v) from t", "update t set v = 1 where id = 2")
	must(t, a, "commit")
	_, err := try(b, "commit")
	e := minidb.AsError(err)
	if e.Code != "40001" || e.Message != "could not serialize access due to read/write dependencies among transactions" ||
		e.Detail != "Reason code: Canceled on identification as a pivot, during commit attempt." ||
		e.Hint != "The transaction might succeed if retried." {
		t.Errorf("%+v", e)
	}
	want(t, b, "1", "select 1")
}
