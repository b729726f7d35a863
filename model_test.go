package minidb_test

// Random statements on a small table with every kind of index, against a model:
// a Go map of rows, predicates as Go functions. The same SELECT has to give the
// same rows under every setting of the planner.

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"minidb"
)

var modelRounds = flag.Int("model", 2000, "rounds of TestModel")

// modelRow is a row of m but for its id; nil is NULL.
type modelRow struct {
	a, b *int
	c    *string
}

type modelRows map[int]modelRow

func (m modelRows) text(id int) string {
	r := m[id]
	return fmt.Sprintf("%d|%s|%s|%s", id, show(r.a), show(r.b), show(r.c))
}

// sorted lists the ids that meet a predicate.
func (m modelRows) sorted(p predicate) []int {
	var ids []int
	for id, r := range m {
		if p.eval(m, id, r) == yes {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

func (m modelRows) texts(ids []int) string {
	var out []string
	for _, id := range ids {
		out = append(out, m.text(id))
	}
	return strings.Join(out, " ")
}

func show[T any](p *T) string {
	if p == nil {
		return "~"
	}
	return fmt.Sprint(*p)
}

// tri is SQL's truth value.
type tri int8

const (
	no tri = iota
	unknown
	yes
)

func truth(b bool) tri {
	if b {
		return yes
	}
	return no
}

// predicate is a condition on m as text and as a function.
type predicate struct {
	sql  string
	eval func(m modelRows, id int, r modelRow) tri
}

// modelTest plays one game.
type modelTest struct {
	t      *testing.T
	r      *rand.Rand
	s      *minidb.Session
	rows   modelRows
	undo   []modelRows // what ROLLBACK and ROLLBACK TO return to; empty outside a block
	nextID int
	log    []string // all statements, for the report
	why    error    // of the last one
}

func TestModel(t *testing.T) {
	g := &modelTest{t: t, r: newRand(t), s: openSession(t), rows: modelRows{}}
	must(t, g.s, "create table m (id int primary key, a int, b int, c text)", "create index on m (a, b)",
		"create index on m (lower(c))", "create index on m (b) where a > 4", "create index on m ((a + b))",
		"create unique index on m (id, a) where b is not null")
	for range *modelRounds {
		g.round()
	}
}

func (g *modelTest) round() {
	switch n := g.r.IntN(100); {
	case n < 25:
		g.insert()
	case n < 32:
		g.upsert()
	case n < 50:
		g.update()
	case n < 57 || len(g.rows) > 80:
		g.delete()
	case n < 80:
		g.selects()
	case n < 82 && len(g.undo) == 0:
		g.run("vacuum m")
	default:
		g.transaction()
	}
	g.check("select * from m order by id", g.rows.texts(g.rows.sorted(always)))
}

var always = predicate{"true", func(modelRows, int, modelRow) tri { return yes }}

// run runs a statement and reports its SQLSTATE.
func (g *modelTest) run(sql string) (string, string) {
	g.log = append(g.log, sql)
	rows, err := try(g.s, sql)
	g.why = err
	return strings.Join(rows, " "), code(err)
}

func (g *modelTest) check(sql, want string) {
	g.t.Helper()
	if got, sqlstate := g.run(sql); got != want || sqlstate != "" {
		g.fatal("got  %s %s\nwant %s", got, sqlstate, want)
	}
}

// fatal ends the game with a report.
func (g *modelTest) fatal(format string, args ...any) {
	g.t.Helper()
	g.t.Fatalf("the last statements:\n%s;\n%s\n%s", strings.Join(g.log[max(0, len(g.log)-25):], ";\n"), fmt.Sprintf(format, args...), g.why)
}

// transaction takes one step in or out of a block.
func (g *modelTest) transaction() {
	save := func() { g.undo = append(g.undo, maps.Clone(g.rows)) }
	level := len(g.undo)
	switch n := g.r.IntN(6); {
	case level == 0:
		g.check("begin", "")
		save()
	case n == 0:
		g.check("commit", "")
		g.undo = nil
	case n == 1:
		g.check("rollback", "")
		g.rows, g.undo = g.undo[0], nil
	case n == 2 && level > 1:
		i := 1 + g.r.IntN(level-1)
		g.check(fmt.Sprintf("rollback to s%d", i), "")
		g.rows, g.undo = maps.Clone(g.undo[i]), g.undo[:i+1]
	case n == 3 && level > 1:
		i := 1 + g.r.IntN(level-1)
		g.check(fmt.Sprintf("release s%d", i), "")
		g.undo = g.undo[:i]
	case level < 6:
		g.check(fmt.Sprintf("savepoint s%d", level), "")
		save()
	}
}

// failed goes on after a statement that failed as it should: the innermost
// savepoint, or the block, is rolled back.
func (g *modelTest) failed() {
	switch n := len(g.undo); n {
	case 0:
	case 1:
		g.check("rollback", "")
		g.rows, g.undo = g.undo[0], nil
	default:
		g.check(fmt.Sprintf("rollback to s%d", n-1), "")
		g.rows = maps.Clone(g.undo[n-1])
	}
}

func (g *modelTest) number() *int {
	if g.r.IntN(6) == 0 {
		return nil
	}
	n := g.r.IntN(10)
	return &n
}

func (g *modelTest) word() *string {
	if g.r.IntN(6) == 0 {
		return nil
	}
	w := []string{"", "a", "A", "ab", "aB", "b", "Bc", "c%"}[g.r.IntN(8)]
	return &w
}

func (g *modelTest) newRow() modelRow { return modelRow{g.number(), g.number(), g.word()} }

func literal[T any](p *T) string {
	if p == nil {
		return "null"
	}
	if s, ok := any(*p).(string); ok {
		return "'" + s + "'"
	}
	return fmt.Sprint(*p)
}

// someID is the id of a row that may exist.
func (g *modelTest) someID() int { return g.r.IntN(g.nextID + 1) }

func (r modelRow) values(id int) string {
	return fmt.Sprintf("(%d, %s, %s, %s)", id, literal(r.a), literal(r.b), literal(r.c))
}

func (g *modelTest) insert() {
	added, clash := modelRows{}, false
	var values, texts []string
	for range 1 + g.r.IntN(4) {
		id := g.nextID
		if g.r.IntN(12) == 0 {
			id = g.someID()
		} else {
			g.nextID++
		}
		_, there := g.rows[id]
		_, twice := added[id]
		clash = clash || there || twice
		added[id] = g.newRow()
		values = append(values, added[id].values(id))
		texts = append(texts, added.text(id))
	}
	got, sqlstate := g.run("insert into m values " + strings.Join(values, ", ") + " returning *")
	switch {
	case clash && sqlstate == "23505":
		g.failed()
	case clash || sqlstate != "" || got != strings.Join(texts, " "):
		g.fatal("got %s %s, clash %v", got, sqlstate, clash)
	default:
		maps.Copy(g.rows, added)
	}
}

func (g *modelTest) upsert() {
	id, row := g.someID(), g.newRow()
	old, there := g.rows[id]
	if g.r.IntN(2) == 0 {
		g.check("insert into m values "+row.values(id)+" on conflict do nothing", "")
	} else {
		g.check("insert into m values "+row.values(id)+" on conflict (id) do update set a = excluded.a, b = m.b + 1 where m.c is not null", "")
		if there && old.c != nil {
			old.a = row.a
			if old.b != nil {
				b := *old.b + 1
				old.b = &b
			}
			g.rows[id] = old
		}
	}
	if !there {
		g.rows[id] = row
		g.nextID = max(g.nextID, id+1)
	}
}

func (g *modelTest) update() {
	p := g.predicate(2)
	ids := g.rows.sorted(p)
	var set string
	var change func(r modelRow) modelRow
	switch g.r.IntN(5) {
	case 0:
		v := g.number()
		set, change = "a = "+literal(v), func(r modelRow) modelRow { r.a = v; return r }
	case 1:
		set, change = "a = b, b = a", func(r modelRow) modelRow { r.a, r.b = r.b, r.a; return r }
	case 2:
		v := g.word()
		set, change = "c = "+literal(v), func(r modelRow) modelRow { r.c = v; return r }
	case 3:
		set = "id = id + 1"
	default:
		set, change = "b = (select max(x.a) from m x), c = m.c", func(r modelRow) modelRow { r.b = g.maxA(); return r }
	}
	if change == nil {
		g.shift(p, ids)
		return
	}
	changed := modelRows{}
	for _, id := range ids {
		changed[id] = change(g.rows[id])
	}
	maps.Copy(g.rows, changed)
	g.check("update m set "+set+" where "+p.sql, "")
}

func (g *modelTest) maxA() (best *int) {
	for _, r := range g.rows {
		if r.a != nil && (best == nil || *r.a > *best) {
			best = r.a
		}
	}
	return best
}

// shift moves keys up by one: it fails if a row is in the way, also for a moment,
// so whether it does is PostgreSQL's to choose only where no row stays behind.
func (g *modelTest) shift(p predicate, ids []int) {
	_, sqlstate := g.run("update m set id = id + 1 where " + p.sql)
	moved, clash := modelRows{}, false
	for _, id := range ids {
		if _, there := g.rows[id+1]; there {
			clash = true
		}
		moved[id+1] = g.rows[id]
	}
	switch {
	case sqlstate == "23505" && clash:
		g.failed()
		return
	case sqlstate != "":
		g.fatal("got %s", sqlstate)
	}
	for _, id := range ids {
		delete(g.rows, id)
	}
	for id, r := range moved {
		if _, there := g.rows[id]; there {
			g.fatal("two rows of id %d", id)
		}
		g.rows[id] = r
		g.nextID = max(g.nextID, id+1)
	}
}

func (g *modelTest) delete() {
	p := g.predicate(2)
	ids := g.rows.sorted(p)
	want := fmt.Sprint(len(ids))
	for _, id := range ids {
		delete(g.rows, id)
	}
	g.log = append(g.log, "delete from m where "+p.sql)
	tag, err := g.s.Exec(g.t.Context(), "delete from m where "+p.sql)
	if err != nil || tag != "DELETE "+want {
		g.fatal("delete: %s %v, want %s rows", tag, err, want)
	}
}

// planSettings lead the planner different ways; the last is the default.
var planSettings = []string{
	"set enable_seqscan = off",
	"set enable_bitmapscan = off; set enable_seqscan = off",
	"set enable_indexscan = off; set enable_seqscan = off",
	"set enable_indexscan = off; set enable_bitmapscan = off",
	"set enable_hashjoin = off; set enable_nestloop = off",
	"set enable_hashjoin = off; set enable_mergejoin = off",
	"set enable_mergejoin = off; set enable_nestloop = off",
	"set enable_hashagg = off; set enable_material = off; set enable_memoize = off",
	"set enable_sort = off; set enable_hashagg = off; set enable_incremental_sort = off",
	"",
}

// selects asks the same question under several settings.
func (g *modelTest) selects() {
	p := g.predicate(3)
	ids := g.rows.sorted(p)
	sql, want := g.question(p, ids)
	for _, sets := range planSettings {
		for _, set := range strings.Split(sets, "; ") {
			if set != "" {
				g.check(set, "")
			}
		}
		g.check(sql, want)
		g.check("reset all", "")
	}
}

// question makes a query about the rows that meet p, and the answer.
func (g *modelTest) question(p predicate, ids []int) (sql, want string) {
	m := g.rows
	switch g.r.IntN(7) {
	case 0:
		n := g.r.IntN(5)
		rest := slices.Clone(ids)
		slices.Reverse(rest)
		return fmt.Sprintf("select * from m where %s order by id desc limit %d", p.sql, n), m.texts(rest[:min(n, len(rest))])
	case 1:
		slices.SortStableFunc(ids, func(x, y int) int { return nullsLast(m[x].a, m[y].a) })
		return "select * from m where " + p.sql + " order by a, id", m.texts(ids)
	case 2:
		return "select a, count(*), sum(id) from m where " + p.sql + " group by a order by a", m.groups(ids)
	case 3:
		return "select m.id, y.id from m join m y on m.a = y.b where " + p.sql + " order by 1, 2", m.join(ids, true)
	case 4:
		return "select m.id, y.id from m left join m y on m.a = y.b where " + p.sql + " order by 1, 2", m.join(ids, false)
	case 5:
		return "select id from m except all select id from m where not (" + p.sql + ") or (" + p.sql + ") is null order by 1", strings.Trim(fmt.Sprint(ids), "[]")
	}
	return "select * from m where " + p.sql + " order by id", m.texts(ids)
}

func nullsLast(x, y *int) int {
	switch {
	case x == nil && y == nil:
		return 0
	case x == nil:
		return 1
	case y == nil:
		return -1
	}
	return *x - *y
}

func (m modelRows) groups(ids []int) string {
	counts, sums := map[string]int{}, map[string]int{}
	for _, id := range ids {
		counts[show(m[id].a)]++
		sums[show(m[id].a)] += id
	}
	var out []string
	for _, k := range slices.Sorted(maps.Keys(counts)) { // one digit or ~, which comes last
		out = append(out, fmt.Sprintf("%s|%d|%d", k, counts[k], sums[k]))
	}
	slices.SortStableFunc(out, func(x, y string) int { return len(strings.Split(x, "|")[0]) - len(strings.Split(y, "|")[0]) })
	if i := slices.IndexFunc(out, func(s string) bool { return s[0] == '~' }); i >= 0 {
		out = append(append(slices.Clone(out[:i]), out[i+1:]...), out[i])
	}
	return strings.Join(out, " ")
}

func (m modelRows) join(ids []int, inner bool) string {
	all := slices.Sorted(maps.Keys(m))
	var out []string
	for _, x := range ids {
		matched := false
		for _, y := range all {
			if m[x].a != nil && m[y].b != nil && *m[x].a == *m[y].b {
				matched = true
				out = append(out, fmt.Sprintf("%d|%d", x, y))
			}
		}
		if !matched && !inner {
			out = append(out, fmt.Sprintf("%d|~", x))
		}
	}
	return strings.Join(out, " ")
}
