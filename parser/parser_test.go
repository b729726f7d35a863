package parser

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"minidb/parser/tree"
)

// TestConcurrent parses in many goroutines at once, as sessions do.
func TestConcurrent(t *testing.T) {
	const src = "select a, count(*) over (order by b) from t where c like 'x%' union select 1, 2"
	want, err := DebugDump(src)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				if got, err := DebugDump(src); err != nil || got != want {
					t.Errorf("got %s, error %v", got, err)
					return
				}
			}
		})
	}
	wg.Wait()
}

// TestPositions holds that nodes stand where PostgreSQL's errors point.
func TestPositions(t *testing.T) {
	const src = "select  a.b + f(x) , y in (1) from only s.t as q where c is null and 'k'::int < -5"
	stmts, err := Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"*tree.FuncCall": "f(x)", "*tree.OpExpr": "+ f(x)", "*tree.InExpr": "in (1)", "*tree.RangeVar": "s.t as",
		"*tree.Alias": "q where", "*tree.NullTest": "is null", "*tree.BoolExpr": "and 'k'", "*tree.TypeCast": "::int",
		"*tree.TypeName": "int <", "*tree.SelectStmt": "select",
	}
	tree.Walk(stmts[0].Tree, func(n tree.Node) bool {
		name := fmt.Sprintf("%T", n)
		if w, ok := want[name]; ok && !strings.HasPrefix(src[n.Position():], w) {
			t.Errorf("%s stands at %q, want %q", name, src[n.Position():], w)
		}
		delete(want, name)
		return true
	})
	for name := range want {
		t.Errorf("no %s found", name)
	}
	sum := stmts[0].Tree.(*tree.SelectStmt).TargetList[0].Val
	if at := tree.Leftmost(sum); at != int32(strings.Index(src, "a.b")) {
		t.Errorf("the sum begins at %d", at)
	}
}
