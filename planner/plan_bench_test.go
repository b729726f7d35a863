package planner_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"minidb/catalog"
	"minidb/parser"
	"minidb/planner"
	"minidb/settings"
	"minidb/types"
)

// parsed analyzes one statement over the tables of openTables.
func parsed(tb testing.TB, a *catalog.Access, sql string) *planner.Query {
	tb.Helper()
	q, _, err := analyze(a, sql)
	if err != nil {
		tb.Fatal(err)
	}
	return q
}

// Planning a point lookup must be cheap: it is done for every simple query.
func BenchmarkPlanPoint(b *testing.B) {
	a := openTables(b)
	q := parsed(b, a, "select a, name from t2 where id = 5")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := planner.PlanQuery(a, q, planner.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPlanJoin(b *testing.B) {
	a := openTables(b)
	for _, n := range []int{2, 4, 8} {
		q := parsed(b, a, chain(n))
		b.Run(fmt.Sprintf("rels=%d", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := planner.PlanQuery(a, q, planner.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// chain joins n copies of t2, each to the one before.
func chain(n int) string {
	var s strings.Builder
	s.WriteString("select count(*) from t2 r1")
	for i := 2; i <= n; i++ {
		fmt.Fprintf(&s, ", t2 r%d", i)
	}
	for i := 2; i <= n; i++ {
		word := "and"
		if i == 2 {
			word = "where"
		}
		fmt.Fprintf(&s, " %s r%d.id = r%d.a", word, i-1, i)
	}
	return s.String()
}

// Thirty relations must not take a search of all orders.
func TestPlanManyRelations(t *testing.T) {
	a := openTables(t)
	for _, n := range []int{9, 10, 30} {
		start := time.Now()
		if _, err := planner.PlanQuery(a, parsed(t, a, chain(n)), planner.Options{}); err != nil {
			t.Fatal(err)
		}
		if d := time.Since(start); d > 10*time.Second {
			t.Errorf("%d relations: planned in %v", n, d)
		} else {
			t.Logf("%d relations: %v", n, d)
		}
	}
}

// prepared makes a cached plan.
func prepared(tb testing.TB, a *catalog.Access, sql string, ts ...types.OID) *planner.CachedPlan {
	tb.Helper()
	stmts, err := parser.Parse(sql)
	if err != nil {
		tb.Fatal(err)
	}
	p, err := planner.NewCachedPlan(a, stmts[0].Tree, ts)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// The first five executions get plans of their own, then a generic plan that
// costs no more takes over.
func TestCachedPlan(t *testing.T) {
	a := openTables(t)
	p := prepared(t, a, "select name from t2 where id = $1")
	if got := p.ParamTypes(); len(got) != 1 || got[0] != types.Int4OID {
		t.Fatalf("parameter types %v", got)
	}
	get := func() {
		t.Helper()
		if _, err := p.Get(a, []types.Datum{types.NewInt(3)}); err != nil {
			t.Fatal(err)
		}
	}
	for range 8 {
		get()
	}
	if p.CustomPlans != 5 || p.GenericPlans != 3 {
		t.Errorf("custom %d, generic %d; want 5, 3", p.CustomPlans, p.GenericPlans)
	}
	if err := a.S.Set.Set("plan_cache_mode", "force_custom_plan", settingsOpts); err != nil {
		t.Fatal(err)
	}
	get()
	if p.CustomPlans != 6 {
		t.Errorf("force_custom_plan: %d custom plans", p.CustomPlans)
	}
	if q := prepared(t, a, "select 1"); true {
		if _, err := q.Get(a, nil); err != nil || q.GenericPlans != 1 {
			t.Errorf("without parameters: %d generic plans, %v", q.GenericPlans, err)
		}
	}
}

// A plan follows changes of settings and of tables.
func TestCachedPlanInvalidation(t *testing.T) {
	a := openTables(t)
	p := prepared(t, a, "select * from t where a = 1")
	one, err := p.Get(a, nil)
	if err != nil {
		t.Fatal(err)
	}
	two, err := p.Get(a, nil)
	if err != nil || one != two {
		t.Fatalf("not reused: %v", err)
	}
	r, err := a.Lookup("", "t")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.AddColumn(r, catalog.Column{Name: "e", Type: types.Int4OID, Typmod: -1}); err != nil {
		t.Fatal(err)
	}
	a.CommandEnd()
	_, err = p.Get(a, nil)
	if err == nil || err.Error() != "cached plan must not change result type" {
		t.Errorf("after ADD COLUMN: %v", err)
	}
}

func BenchmarkCachedPlanGet(b *testing.B) {
	a := openTables(b)
	if err := a.S.Set.Set("plan_cache_mode", "force_generic_plan", settingsOpts); err != nil {
		b.Fatal(err)
	}
	p := prepared(b, a, "select name from t2 where id = $1")
	params := []types.Datum{types.NewInt(1)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Get(a, params); err != nil {
			b.Fatal(err)
		}
	}
}

var settingsOpts settings.SetOpts
