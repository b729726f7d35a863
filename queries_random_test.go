//go:build oracle

package minidb_test

// Random statements answered by minidb and by a real PostgreSQL 18 must have the
// same rows, the same errors and leave the same tables, and in minidb the same
// rows under every choice of plans (make fuzz-oracle):
//
//	go test -tags oracle -run RandomQueries . -oracle "host=..." -queries 20000
//
// What may differ is listed in explained, counted and printed; all else fails.

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"minidb"
)

var (
	queryCount = flag.Int("queries", 2000, "number of random queries")
	queryFirst = flag.Int("first", 0, "number of the first one, to repeat it alone")
	queryShow  = flag.Int("show", 10, "number of differences to print in full")
)

// flips are the planner settings that change plans and never rows.
var flips = []string{"hashjoin", "mergejoin", "nestloop", "seqscan", "indexscan", "indexonlyscan", "bitmapscan", "sort", "hashagg", "material", "memoize", "incremental_sort"}

// explained are the differences that are no faults. compareAnswers and explain
// recognize them.
var explained = map[string]string{
	"scale":           "which of several equal numerics is kept (1.0 or 1.00) depends on the plan",
	"error row":       "of the rows that fail another one comes first out of PostgreSQL's hash table: the same error, about its value",
	"error order":     "a row fails in one place or another depends on the plan: under other plans one system gives the other's answer",
	"full join":       "PostgreSQL refuses a FULL JOIN without a mergeable condition that minidb need not plan",
	"lock order":      "a row lock is refused for two reasons, the other one is reported",
	"both slow":       "both were stopped",
	"PostgreSQL slow": "stopped in PostgreSQL, after ten times the time as well",
}

// A statement is stopped after queryTimeout; if only one system had to stop it,
// that one gets another try (second). PostgreSQL gets ten times as long, and
// minidb the processor for ten times as long as PostgreSQL took.
const queryTimeout = 2 * time.Second

func TestRandomQueries(t *testing.T) {
	seed := newRand(t).Uint64()
	if *seedFlag != 0 {
		seed = *seedFlag
	}
	c := &comparison{t: t, counts: map[string]int{}, db: fmt.Sprintf("minidb_random_%d", os.Getpid())}
	if *oracle != "" {
		psql(t, "-d", *oracle, "-c", "drop database if exists "+c.db, "-c",
			"create database "+c.db+" template template0 lc_collate 'C' lc_ctype 'C'")
		defer psql(t, "-d", *oracle, "-c", "drop database "+c.db)
	}
	const workers = 2
	var wg sync.WaitGroup
	for w := range workers {
		f := newFuzzer(t, c, w)
		wg.Go(func() {
			defer f.close()
			for i := *queryFirst + w; i < *queryFirst+*queryCount; i += workers {
				r := rand.New(rand.NewPCG(seed, uint64(i)))
				q := (&qgen{Rand: r}).any()
				f.run(i, r, q)
			}
		})
	}
	wg.Wait()
	c.report()
}

// comparison is what the workers share: the differences.
type comparison struct {
	t      *testing.T
	mu     sync.Mutex
	counts map[string]int
	slow   []string
	db     string       // in PostgreSQL
	alone  sync.RWMutex // held to measure one statement's use of the processor
}

func (c *comparison) add(kind, text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts[kind]++
	if kind == "agrees" {
		return
	}
	if _, ok := explained[kind]; ok {
		return
	}
	if c.counts[kind] <= *queryShow {
		c.t.Errorf("%s: %s", kind, text)
	} else {
		c.t.Fail()
	}
}

func (c *comparison) report() {
	total := 0
	for _, n := range c.counts {
		total += n
	}
	c.t.Logf("%d statements, %d agree", total, c.counts["agrees"])
	for kind, n := range c.counts {
		if kind != "agrees" {
			c.t.Logf("%d %s: %s", n, kind, explained[kind])
		}
	}
	slices.Sort(c.slow)
	for _, s := range c.slow[max(0, len(c.slow)-10):] {
		c.t.Log("slow: ", s)
	}
}

// fuzzer asks one session of PostgreSQL and two of minidb, one without and one
// with statistics.
type fuzzer struct {
	*comparison
	pg *pgconn.PgConn
	s  [2]*minidb.Session
}

func newFuzzer(t *testing.T, c *comparison, worker int) *fuzzer {
	f := &fuzzer{comparison: c}
	if *oracle != "" {
		f.pg = connectPG(t, *oracle+" dbname="+c.db)
		setup := fmt.Sprintf("set jit = off; set max_parallel_workers_per_gather = 0; set statement_timeout = %d; "+
			"create schema w%d; set search_path = w%d; ", queryTimeout.Milliseconds(), worker, worker) + qschema
		if err := f.pg.Exec(context.Background(), setup).Close(); err != nil {
			t.Fatal(err)
		}
	}
	for i := range f.s {
		f.s[i] = connect(t, openDB(t))
		for _, q := range strings.Split(strings.TrimSpace(qschema), ";\n") {
			must(t, f.s[i], q)
		}
	}
	must(t, f.s[1], "analyze")
	return f
}

func (f *fuzzer) close() {
	if f.pg != nil {
		f.pg.Close(context.Background())
	}
}

// run compares the answers to one statement.
func (f *fuzzer) run(i int, r *rand.Rand, q qstatement) {
	f.alone.RLock()
	defer f.alone.RUnlock()
	s := f.s[r.IntN(2)]
	begin := time.Now()
	mine := func(sql string) string { return answer(s, sql) }
	got := answerAll(q, mine)
	ours := time.Since(begin)
	want, theirs := got, time.Hour
	if f.pg != nil {
		begin = time.Now()
		want = answerAll(q, f.ask)
		theirs = time.Since(begin)
	}
	kind, off := compareAnswers(want, got), ""
	if kind == "too slow" || kind == "PostgreSQL slow" {
		want, got = f.second(q, s, kind, want, got, max(10*theirs, queryTimeout))
		kind = compareAnswers(want, got)
	}
	if kind == "agrees" && !strings.HasPrefix(got, "ERROR") && r.IntN(3) == 0 {
		for range 2 {
			again, names := flipped(r, q, mine)
			if k := compareAnswers(got, again); k == "error" || k == "rows" || k == "internal" || k == "tables" {
				kind, off, got = "flips: "+k, names, again
				break
			}
		}
	}
	if ours > 100*time.Millisecond && ours > 10*theirs {
		f.mu.Lock()
		f.slow = append(f.slow, fmt.Sprintf("%6d ms, PostgreSQL %d ms: #%d %s", ours.Milliseconds(), theirs.Milliseconds(), i, q.sql))
		f.mu.Unlock()
	}
	if kind == "too slow" && strings.Contains(want, "FULL JOIN is only supported") {
		kind = "full join"
	}
	if kind == "error" || kind == "error text" || kind == "flips: error" {
		kind = f.explain(r, q, s, want, got, kind)
	}
	f.add(kind, fmt.Sprintf("#%d %s\n%s;\n--- PostgreSQL\n%s\n--- minidb\n%s", i, off, q.sql, clip(want), clip(got)))
}

// second lets the system that stopped a statement try again.
func (f *fuzzer) second(q qstatement, s *minidb.Session, kind, want, got string, limit time.Duration) (again, mine string) {
	if kind == "PostgreSQL slow" {
		f.ask(fmt.Sprintf("set statement_timeout = %d", 10*queryTimeout.Milliseconds()))
		defer f.ask(fmt.Sprintf("set statement_timeout = %d", queryTimeout.Milliseconds()))
		return answerAll(q, f.ask), got
	}
	f.alone.RUnlock()
	f.alone.Lock()
	begin := cpuTime()
	next := answerAll(q, func(sql string) string { return answerIn(s, sql, 30*time.Second) })
	used := cpuTime() - begin
	f.alone.Unlock()
	f.alone.RLock()
	if used > limit {
		return want, got
	}
	return want, next
}

// explain looks whether an error, or its absence, depends on the plan.
func (f *fuzzer) explain(r *rand.Rand, q qstatement, s *minidb.Session, want, got, kind string) string {
	if strings.Contains(want, "FULL JOIN is only supported") {
		return "full join"
	}
	// Only what depends on a row's values can come early or late.
	late := func(a string) bool {
		return !strings.HasPrefix(a, "ERROR") || strings.HasPrefix(a, "ERROR 22") || strings.HasPrefix(a, "ERROR 21") || strings.HasPrefix(a, "ERROR 23")
	}
	if !late(want) || !late(got) {
		return kind
	}
	for range 30 {
		if again, _ := flipped(r, q, func(sql string) string { return answer(s, sql) }); again == want {
			return "error order"
		}
		if f.pg == nil {
			continue
		}
		if again, _ := flipped(r, q, f.ask); again == got {
			return "error order"
		}
	}
	if f.pg != nil && quoted.ReplaceAllString(want, "?") == quoted.ReplaceAllString(got, "?") && strings.Contains(f.ask("explain "+q.sql), "Hash") {
		return "error row"
	}
	return kind
}

// quoted is a value in an error's text.
var quoted = regexp.MustCompile(`"[^"]*"`)

// answerAll runs a statement and reads the tables that it wrote.
func answerAll(q qstatement, ask func(string) string) string {
	if q.writes == nil {
		return ask(q.sql)
	}
	ask("begin")
	defer ask("rollback")
	out := ask(q.sql)
	if strings.HasPrefix(out, "ERROR") {
		return out
	}
	for _, t := range q.writes {
		rows := ask("table " + t)
		if strings.HasPrefix(rows, "ERROR") {
			return rows // it took too long
		}
		out += "\n= " + t + "\n" + rows
	}
	return out
}

// flipped answers with some kinds of plans switched off, which it names.
func flipped(r *rand.Rand, q qstatement, ask func(string) string) (again, names string) {
	var off []string
	for range 1 + r.IntN(5) {
		off = append(off, flips[r.IntN(len(flips))])
	}
	for _, name := range off {
		ask("set enable_" + name + " = off")
	}
	again = answerAll(q, ask)
	for _, name := range off {
		ask("set enable_" + name + " = on")
	}
	return again, fmt.Sprint(off)
}

func clip(s string) string {
	if len(s) > 400 {
		return s[:400] + "..."
	}
	return s
}

// answer runs a query and returns its rows, sorted, or its error.
func answer(s *minidb.Session, q string) string { return answerIn(s, q, queryTimeout) }

func answerIn(s *minidb.Session, q string, limit time.Duration) string {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	rows, err := try2(ctx, s, q)
	if err != nil {
		e := minidb.AsError(err)
		return fmt.Sprintf("ERROR %s %s at %d", e.Code, e.Message, e.Position)
	}
	return rows
}

func try2(ctx context.Context, s *minidb.Session, q string) (string, error) {
	rows, err := s.Query(ctx, q)
	if err != nil {
		return "", err
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
	slices.Sort(out)
	return strings.Join(out, "\n"), rows.Close()
}

// ask does in PostgreSQL what answer does in minidb.
func (f *fuzzer) ask(q string) string {
	res := f.pg.Exec(context.Background(), q)
	var out []string
	for res.NextResult() {
		r := res.ResultReader()
		for r.NextRow() {
			cols := make([]string, len(r.Values()))
			for i, v := range r.Values() {
				if cols[i] = string(v); v == nil {
					cols[i] = "~"
				}
			}
			out = append(out, strings.Join(cols, "|"))
		}
	}
	if err := res.Close(); err != nil {
		var e *pgconn.PgError
		if errors.As(err, &e) {
			return fmt.Sprintf("ERROR %s %s at %d", e.Code, e.Message, e.Position)
		}
		f.t.Errorf("%s: %v", q, err)
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

var (
	zeros  = regexp.MustCompile(`(\.[0-9]*?)0+\b`)
	points = regexp.MustCompile(`([0-9])\.([^0-9]|$)`)
)

// compareAnswers names the kind of difference between two answers.
func compareAnswers(want, got string) string {
	plain := func(s string) string {
		lines := strings.Split(points.ReplaceAllString(zeros.ReplaceAllString(s, "$1"), "$1$2"), "\n")
		slices.Sort(lines)
		return strings.Join(lines, "\n")
	}
	isError := strings.HasPrefix(want, "ERROR") || strings.HasPrefix(got, "ERROR")
	switch {
	case want == got:
		return "agrees"
	case strings.HasPrefix(want, "ERROR 57014") && strings.HasPrefix(got, "ERROR 57014"):
		return "both slow"
	case strings.HasPrefix(want, "ERROR 57014"):
		return "PostgreSQL slow"
	case strings.HasPrefix(got, "ERROR 57014"):
		return "too slow"
	case strings.HasPrefix(got, "ERROR XX"):
		return "internal"
	case strings.HasPrefix(want, "ERROR 0A000 FOR ") && strings.HasPrefix(got, "ERROR 0A000 FOR "):
		return "lock order"
	case strings.HasPrefix(got, "ERROR 0A000") && !strings.Contains(got, "FULL JOIN"):
		return "unsupported"
	case isError && len(want) > 11 && len(got) > 11 && want[:11] == got[:11]:
		return "error text"
	case isError:
		return "error"
	case plain(want) == plain(got):
		return "scale"
	case strings.Contains(want, "\n= "):
		return "tables"
	}
	return "rows"
}
