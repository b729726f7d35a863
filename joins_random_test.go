package minidb_test

// Joins of small random tables, with NULLs, duplicates and no columns at all, must
// give what a double loop over the rows gives, whichever kind of join the planner
// is left to choose.

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"minidb"
)

// jrow is a row of a joined table; -1 stands for NULL.
type jrow struct{ k, v int }

// jcond is a join condition in SQL and in Go, where unknown is not true.
type jcond struct {
	sql string
	ok  func(a, b jrow) bool
}

func known(vs ...int) bool { return !slices.Contains(vs, -1) }

var joinConds = []jcond{
	{"a.k = b.k", func(a, b jrow) bool { return known(a.k, b.k) && a.k == b.k }},
	{"a.k = b.k and a.v = b.v", func(a, b jrow) bool { return known(a.k, b.k, a.v, b.v) && a == b }},
	{"a.k = b.k and a.v < b.v", func(a, b jrow) bool { return known(a.k, b.k, a.v, b.v) && a.k == b.k && a.v < b.v }},
	{"a.k = b.k and a.v + b.v <> 3", func(a, b jrow) bool {
		return known(a.k, b.k, a.v, b.v) && a.k == b.k && a.v+b.v != 3
	}},
	{"a.k = b.k and a.v = 1", func(a, b jrow) bool { return known(a.k, b.k, a.v) && a.k == b.k && a.v == 1 }},
	{"a.k = b.k and b.v is null", func(a, b jrow) bool { return known(a.k, b.k) && a.k == b.k && b.v == -1 }},
	{"a.k + 1 = b.k and a.v >= b.v", func(a, b jrow) bool {
		return known(a.k, b.k, a.v, b.v) && a.k+1 == b.k && a.v >= b.v
	}},
	{"a.k < b.k", func(a, b jrow) bool { return known(a.k, b.k) && a.k < b.k }},
	{"true", func(a, b jrow) bool { return true }},
}

// joinForms are queries over tables a and b; %s is the condition, keep what is
// kept of pairs and of rows without a partner.
var joinForms = []struct {
	sql                  string
	pairs, left, right   bool
	semi, anti, swapSemi bool
}{
	{sql: "select a.k, a.v, b.k, b.v from %[1]s a join %[2]s b on %[3]s", pairs: true},
	{sql: "select a.k, a.v, b.k, b.v from %[1]s a left join %[2]s b on %[3]s", pairs: true, left: true},
	{sql: "select a.k, a.v, b.k, b.v from %[1]s a right join %[2]s b on %[3]s", pairs: true, right: true},
	{sql: "select a.k, a.v, b.k, b.v from %[1]s a full join %[2]s b on %[3]s", pairs: true, left: true, right: true},
	{sql: "select a.k, a.v, null, null from %[1]s a where exists (select 1 from %[2]s b where %[3]s)", semi: true},
	{sql: "select a.k, a.v, null, null from %[1]s a where not exists (select 1 from %[2]s b where %[3]s)", anti: true},
	{sql: "select null, null, b.k, b.v from %[2]s b where exists (select 1 from %[1]s a where %[3]s)", swapSemi: true},
}

var noRow = jrow{-1, -1}

// bruteJoin answers a form by a double loop.
func bruteJoin(form int, a, b []jrow, ok func(a, b jrow) bool) []string {
	f := joinForms[form]
	var out []string
	add := func(x, y jrow) { out = append(out, joinText(x.k, x.v, y.k, y.v)) }
	hitB := make([]bool, len(b))
	for _, x := range a {
		hit := false
		for j, y := range b {
			if !ok(x, y) {
				continue
			}
			hit, hitB[j] = true, true
			if f.pairs {
				add(x, y)
			}
		}
		if hit && f.semi || !hit && (f.left || f.anti) {
			add(x, noRow)
		}
	}
	for j, y := range b {
		if hitB[j] && f.swapSemi || !hitB[j] && f.right {
			add(noRow, y)
		}
	}
	slices.Sort(out)
	return out
}

func joinText(vs ...int) string {
	s := make([]string, len(vs))
	for i, v := range vs {
		if s[i] = fmt.Sprint(v); v == -1 {
			s[i] = "~"
		}
	}
	return strings.Join(s, "|")
}

// joinTable makes a table of up to n rows with few different values.
func joinTable(t testing.TB, s *minidb.Session, r *rand.Rand, name string, n int) []jrow {
	must(t, s, "drop table if exists "+name, "create table "+name+" (k int, v int)")
	rows := make([]jrow, r.IntN(n+1))
	for i := range rows {
		rows[i] = jrow{r.IntN(5) - 1, r.IntN(4) - 1}
		must(t, s, fmt.Sprintf("insert into %s values (nullif(%d, -1), nullif(%d, -1))", name, rows[i].k, rows[i].v))
	}
	if r.IntN(2) == 0 {
		must(t, s, "create index on "+name+" (k)")
	}
	return rows
}

// joinSettings are the planner's switches that force one kind of join or another.
var joinSettings = []string{"enable_hashjoin", "enable_mergejoin", "enable_nestloop", "enable_material", "enable_sort", "enable_seqscan", "enable_hashagg"}

func TestJoinsAgainstBruteForce(t *testing.T) {
	r := newRand(t)
	s := openSession(t)
	rounds := 60
	if raceEnabled || testing.Short() {
		rounds = 8
	}
	for range rounds {
		a := joinTable(t, s, r, "ja", 1<<r.IntN(5))
		b := joinTable(t, s, r, "jb", 1<<r.IntN(5))
		for range 12 {
			for _, name := range joinSettings {
				must(t, s, fmt.Sprintf("set %s = %v", name, r.IntN(3) > 0))
			}
			checkJoin(t, s, r.IntN(len(joinForms)), joinConds[r.IntN(len(joinConds))], a, b)
		}
	}
}

func checkJoin(t *testing.T, s *minidb.Session, form int, c jcond, a, b []jrow) {
	sql := fmt.Sprintf(joinForms[form].sql, "ja", "jb", c.sql)
	got, err := try(s, sql)
	if code(err) == "0A000" && strings.Contains(sql, "full join") {
		return // only for conditions that can be merged or hashed
	}
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	slices.Sort(got)
	if want := bruteJoin(form, a, b, c.ok); !slices.Equal(got, want) {
		plan, _ := try(s, "explain (costs off) "+sql)
		t.Errorf("%s\na = %v\nb = %v\ngot  %v\nwant %v\n%s", sql, a, b, got, want, strings.Join(plan, "\n"))
	}
	n := fmt.Sprintf("select count(*) from (%s) x", sql) // of no columns
	if out := must(t, s, n); out != fmt.Sprint(len(got)) {
		t.Errorf("%s: got %s, want %d", n, out, len(got))
	}
}
