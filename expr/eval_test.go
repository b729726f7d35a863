package expr

// Expressions and their values as PostgreSQL 18 gives them: testdata/eval.tsv has
// an expression, its type and its value or error a line; testdata/deparse.tsv an
// expression over a table's columns and how EXPLAIN (VERBOSE) shows it;
// testdata/viewdef.tsv how pg_get_viewdef does.

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"minidb/pgerr"
	"minidb/types"
)

func readCases(t *testing.T, file string) [][]string {
	t.Helper()
	f, err := os.Open("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out [][]string
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		if line := sc.Text(); line != "" && line[0] != '#' {
			out = append(out, strings.Split(line, "\t"))
		}
	}
	return out
}

// evaluate returns the type and value, or ERROR and code and message.
func evaluate(p *sqlReader, src string) (typ, val string) {
	failed := func(err error) (string, string) {
		e := pgerr.From(err)
		return "ERROR", string(e.Code) + " " + e.Message
	}
	e, err := p.read(src)
	if err != nil {
		return failed(err)
	}
	f, err := Compile(e)
	if err != nil {
		return failed(err)
	}
	d, err := f(&Ctx{}, nil)
	if err != nil {
		return failed(err)
	}
	typ = p.r.TypeName(e.Type())
	if d.IsNull() {
		return typ, "NULL"
	}
	return typ, strings.ReplaceAll(types.Output(d, e.Type(), p.r.Env), "\n", "\\n")
}

func TestEval(t *testing.T) {
	p := &sqlReader{r: NewResolver(nil)}
	for _, c := range readCases(t, "eval.tsv") {
		typ, val := evaluate(p, c[0])
		if typ != c[1] || val != c[2] {
			t.Errorf("%s\n got %s %s\nwant %s %s", c[0], typ, val, c[1], c[2])
		}
	}
}

// testColumns are those of the table that deparse.tsv was made with.
func testColumns() map[string]*Var {
	cols := map[string]*Var{}
	for i, c := range []struct {
		name string
		t    types.OID
	}{{"a", types.Int4OID}, {"b", types.Int4OID}, {"i2", types.Int2OID}, {"i8", types.Int8OID}, {"t", types.TextOID},
		{"v", types.VarcharOID}, {"n", types.NumericOID}, {"f", types.Float8OID}, {"d", types.DateOID},
		{"ts", types.TimestampOID}, {"tz", types.TimestamptzOID}, {"bo", types.BoolOID}, {"ia", types.Int4ArrayOID}, {"nm", types.NameOID}} {
		cols[c.name] = &Var{Loc: -1, Rel: 1, Attr: i + 1, Slot: i, T: c.t, Mod: -1}
	}
	return cols
}

func testNames(p *sqlReader) func(*Var) string {
	return func(v *Var) string {
		for n, c := range p.cols {
			if c.Attr == v.Attr {
				return n
			}
		}
		return "?"
	}
}

func TestDeparseViews(t *testing.T) {
	p := &sqlReader{r: NewResolver(nil), cols: testColumns()}
	for _, c := range readCases(t, "viewdef.tsv") {
		e, err := p.read(c[0])
		if err != nil {
			t.Errorf("%s: %v", c[0], err)
			continue
		}
		for i, want := range c[1:] {
			if got := Deparse(e, testNames(p), &DeparseOptions{Pretty: i == 1}); got != want {
				t.Errorf("%s, pretty %v\n got %s\nwant %s", c[0], i == 1, got, want)
			}
		}
	}
}

func TestDeparse(t *testing.T) {
	p := &sqlReader{r: NewResolver(nil), cols: testColumns()}
	names := testNames(p)
	for _, c := range readCases(t, "deparse.tsv") {
		got := ""
		e, err := p.read(c[0])
		if err == nil {
			e, err = Simplify(e, &Ctx{})
		}
		if err != nil {
			got = "ERROR " + err.Error()
		} else {
			got = Deparse(e, names, nil)
		}
		if got != c[1] {
			t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
		}
		if err == nil && !Equal(e, copyConsts(e)) {
			t.Errorf("%s: not equal to its copy", c[0])
		}
	}
}

// copyConsts makes a tree in which all above a constant is new.
func copyConsts(e Expr) Expr {
	return Mutate(e, func(x Expr) (Expr, bool) {
		k, ok := x.(*Const)
		if !ok {
			return nil, false
		}
		c := *k
		return &c, true
	})
}
