package planner_test

// Analysis, seen from outside: statements and the queries or errors that come
// of them. The goldens in testdata/analyze hold PostgreSQL's errors, positions
// and column types.

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"minidb/catalog"
	"minidb/expr"
	"minidb/parser"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/session"
	"minidb/types"
)

// openTables makes a database with the tables that the goldens use:
//
//	t  (a int, b text, c numeric(8,2), d date)
//	t2 (id int primary key, a int, name varchar(10), ok bool, ts timestamptz)
//	u  (k int8, a int, x float8, arr int[])
//	g  (id int generated always, n int, m int generated from n, e int default 7)
func openTables(t testing.TB) *catalog.Access {
	t.Helper()
	c, err := catalog.Open()
	if err != nil {
		t.Fatal(err)
	}
	s := session.New(c.Store(), 1, "", "")
	t.Cleanup(s.Close)
	a := c.Attach(s)
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	ns, _, err := a.CreationNamespace()
	if err != nil {
		t.Fatal(err)
	}
	table := func(name string, cols ...catalog.Column) *catalog.Relation {
		for i := range cols {
			if cols[i].Typmod == 0 {
				cols[i].Typmod = -1
			}
		}
		r, err := a.CreateTable(catalog.TableSpec{Schema: ns, Name: name, Kind: catalog.TableKind, Columns: cols})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	col := func(name string, typ types.OID) catalog.Column { return catalog.Column{Name: name, Type: typ} }
	seven := &expr.Const{Loc: -1, T: types.Int4OID, Mod: -1, Value: types.NewInt(7)}
	table("t", col("a", types.Int4OID), col("b", types.TextOID),
		catalog.Column{Name: "c", Type: types.NumericOID, Typmod: (8<<16 | 2) + 4}, col("d", types.DateOID))
	t2 := table("t2", catalog.Column{Name: "id", Type: types.Int4OID, NotNull: true}, col("a", types.Int4OID),
		catalog.Column{Name: "name", Type: types.VarcharOID, Typmod: 14}, col("ok", types.BoolOID), col("ts", types.TimestamptzOID))
	table("u", col("k", types.Int8OID), col("a", types.Int4OID), col("x", types.Float8OID), col("arr", types.Int4ArrayOID))
	table("g", catalog.Column{Name: "id", Type: types.Int4OID, Identity: 'a', Default: seven, NotNull: true}, col("n", types.Int4OID),
		catalog.Column{Name: "m", Type: types.Int4OID, Generated: true, Default: seven},
		catalog.Column{Name: "e", Type: types.Int4OID, Default: seven})
	a.CommandEnd()
	_, err = a.CreateIndex(catalog.IndexSpec{Table: t2.OID, Keys: []catalog.IndexKey{{Attr: 1}}, Unique: true, Primary: true, Constraint: true})
	if err != nil {
		t.Fatal(err)
	}
	a.CommandEnd()
	return a
}

func TestAnalyze(t *testing.T) {
	a := openTables(t)
	datadriven.Walk(t, "testdata/analyze", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			var b strings.Builder
			for _, sql := range strings.Split(d.Input, "\n") {
				switch d.Cmd {
				case "columns":
					fmt.Fprintf(&b, "> %s\n%s", sql, describe(a, sql))
				case "query":
					b.WriteString(dump(a, sql))
				case "stored":
					kind, e, _ := strings.Cut(sql, " ")
					fmt.Fprintf(&b, "> %s\n%s", sql, stored(a, kind, e))
				default:
					d.Fatalf(t, "unknown command %s", d.Cmd)
				}
			}
			return b.String()
		})
	})
}

// analyze parses and analyzes one statement whose parameters have no types.
func analyze(a *catalog.Access, sql string) (*planner.Query, *planner.ParamTypes, error) {
	stmts, err := parser.Parse(sql)
	if err != nil {
		return nil, nil, err
	}
	ps := &planner.ParamTypes{Variable: true}
	q, err := planner.Analyze(a, stmts[0].Tree, ps)
	return q, ps, err
}

// describe gives the types of the parameters and of the result's columns, or
// the error.
func describe(a *catalog.Access, sql string) string {
	q, ps, err := analyze(a, sql)
	if err != nil {
		return showError(err)
	}
	ts := q.Targets
	if q.Command != planner.Select {
		ts = q.Returning
	}
	var parts []string
	for _, p := range ps.Types {
		parts = append(parts, "$"+typeNameIn(a, p))
	}
	for _, c := range ts {
		if c.Junk {
			continue
		}
		s := c.Name + " " + typeNameIn(a, c.Expr.Type())
		if m := c.Expr.Typmod(); m >= 0 {
			s += fmt.Sprintf("(%d)", m)
		}
		parts = append(parts, s)
	}
	return "ok " + strings.Join(parts, ", ") + "\n"
}

func typeName(o types.OID) string {
	if t, ok := types.ByOID(o); ok {
		return t.Name
	}
	return fmt.Sprint(o)
}

// typeNameIn also knows the types of the test's tables.
func typeNameIn(a *catalog.Access, o types.OID) string {
	if t, ok := a.TypeInfo(o); ok {
		return t.Name
	}
	return typeName(o)
}

// stored analyzes an expression over table t as DDL does; default and generated
// ones are for its column a.
func stored(a *catalog.Access, kind, text string) string {
	stmts, err := parser.Parse("select " + text)
	if err != nil {
		return showError(err)
	}
	e := stmts[0].Tree.(*tree.SelectStmt).TargetList[0].Val
	rel, err := a.Lookup("", "t")
	if err != nil {
		return showError(err)
	}
	kinds := map[string]planner.StoredKind{"check": planner.CheckCondition, "index": planner.IndexExpression,
		"predicate": planner.IndexPredicate, "execute": planner.ExecuteParameter}
	var x expr.Expr
	if k, ok := kinds[kind]; ok {
		x, err = planner.AnalyzeExprFor(a, rel, e, k)
	} else {
		x, err = planner.AnalyzeColumnDefault(a, rel, &rel.Columns[0], e, kind == "generated")
	}
	if err != nil {
		return showError(err)
	}
	return "ok " + typeNameIn(a, x.Type()) + "\n"
}

func showError(err error) string {
	e := pgerr.From(err)
	s := fmt.Sprintf("ERROR %s: %s @%d\n", e.Code, e.Message, e.Position)
	if e.Detail != "" {
		s += "DETAIL " + e.Detail + "\n"
	}
	if e.Hint != "" {
		s += "HINT " + e.Hint + "\n"
	}
	return s
}
