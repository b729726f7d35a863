package expr

// Resolution: which operator or function is chosen, and PostgreSQL's reports
// where none or more than one is.

import (
	"strings"
	"testing"

	"minidb/pgerr"
	"minidb/types"
)

func TestResolveOperator(t *testing.T) {
	u := types.UnknownOID
	for _, c := range []struct {
		name        string
		left, right types.OID
		want        string // function's name, or code and message
	}{
		{"=", types.Int4OID, types.Int4OID, "int4eq"},
		{"=", types.Int4OID, types.Int8OID, "int48eq"},
		{"=", types.Int4OID, types.NumericOID, "numeric_eq"},
		{"=", types.Int4OID, u, "int4eq"},
		{"=", u, u, "texteq"},
		{"=", types.VarcharOID, types.VarcharOID, "texteq"},
		{"=", types.BpcharOID, u, "bpchareq"},
		{"=", types.BpcharOID, types.TextOID, "texteq"},
		{"=", types.NameOID, types.TextOID, "nameeqtext"},
		{"=", types.Float4OID, types.NumericOID, "float48eq"},
		{"=", types.OidOID, types.Int4OID, "oideq"},
		{"=", types.OidOID, types.Int8OID, "oideq"},
		{"=", types.RegclassOID, types.OidOID, "oideq"},
		{"=", types.DateOID, types.TimestamptzOID, "date_eq_timestamptz"},
		{"=", types.Int4ArrayOID, u, "array_eq"},
		{"=", types.RecordOID, types.RecordOID, "record_eq"},
		{"+", types.DateOID, types.Int4OID, "date_pli"},
		{"+", types.DateOID, types.Int2OID, "date_pli"},
		{"+", types.Int2OID, types.NumericOID, "numeric_add"},
		{"-", types.TimestampOID, u, "timestamp_mi"},
		{"-", types.DateOID, u, "date_mi"},
		{"||", types.TextOID, types.Int4OID, "textanycat"},
		{"||", types.Int4ArrayOID, types.Int4OID, "array_append"},
		{"||", types.Int4ArrayOID, u, "array_cat"},
		{"||", u, u, "textcat"},
		{"~~", types.NameOID, u, "namelike"},
		{"~~", types.BpcharOID, u, "bpcharlike"},
		{"-", 0, u, "42725 operator is not unique: - unknown"},
		{"+", u, u, "42725 operator is not unique: unknown + unknown"},
		{"+", types.Int4OID, types.TextOID, "42883 operator does not exist: integer + text"},
		{"~", 0, types.TextOID, "42883 operator does not exist: ~ text"},
		{"@@@@", types.Int4OID, types.Int4OID, "42883 operator does not exist: integer @@@@ integer"},
	} {
		got := ""
		op, err := NewResolver(nil).ResolveOperator("", c.name, c.left, c.right, 7)
		if err != nil {
			e := pgerr.From(err)
			got = string(e.Code) + " " + e.Message
			if e.Position != 8 || !strings.Contains(e.Hint, "explicit type cast") {
				t.Errorf("%s: position %d, hint %q", c.name, e.Position, e.Hint)
			}
		} else {
			got = op.Fn.Name
		}
		if got != c.want {
			t.Errorf("%d %s %d: got %s, want %s", c.left, c.name, c.right, got, c.want)
		}
	}
}

func TestNamedArguments(t *testing.T) {
	r := NewResolver(nil)
	arg := lit(t, types.Int4OID, "3")
	e, err := r.MakeFunc("", "make_interval", []Expr{arg}, []string{"days"}, false, CallExplicit, -1)
	if err != nil {
		t.Fatal(err)
	}
	f, err := Compile(e)
	if err != nil {
		t.Fatal(err)
	}
	d, err := f(&Ctx{}, nil)
	if err != nil || types.Output(d, types.IntervalOID, r.Env) != "3 days" {
		t.Errorf("got %v, %v", d, err)
	}
	_, err = r.MakeFunc("", "make_interval", []Expr{arg}, []string{"foo"}, false, CallExplicit, -1)
	if want := "function make_interval(foo => integer) does not exist"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Every row of the tables hangs together.
func TestTables(t *testing.T) {
	for _, o := range Operators() {
		switch {
		case o.Fn == nil:
			t.Errorf("operator %d %s has no function", o.OID, o.Name)
		case !o.Fn.Built() && !strings.HasPrefix(o.Fn.Name, "acl") && !strings.HasPrefix(o.Fn.Name, "ts_") && !strings.HasPrefix(o.Fn.Name, "json_"):
			t.Errorf("operator %d %s: %s is not built", o.OID, o.Name, o.Fn.Name)
		case o.Commutator != nil && o.Commutator.Commutator != o:
			t.Errorf("operator %d %s: commutator's commutator", o.OID, o.Name)
		case o.Negator != nil && o.Negator.Negator != o:
			t.Errorf("operator %d %s: negator's negator", o.OID, o.Name)
		}
	}
	for _, c := range Casts() {
		if c.Fn != nil && !c.Fn.Built() {
			t.Errorf("cast %d to %d: %s is not built", c.Source, c.Target, c.Fn.Name)
		}
	}
	for i := range aggTable {
		if r := &aggTable[i]; r.kind == 'n' && aggStates[r.state] == nil {
			t.Logf("aggregate %d %s (%s) is not built", r.fn, funcByOID[r.fn].Name, r.state)
		}
	}
	for _, ty := range types.Builtin() {
		for _, name := range []string{ty.Input, ty.Output, ty.Receive, ty.Send} {
			if name != "" && len(FuncsByName(name)) == 0 {
				t.Errorf("type %s: no function %s", ty.Name, name)
			}
		}
	}
}

// Operators and functions over pairs of types, untyped NULLs among them.
func TestResolveSweep(t *testing.T) {
	p := &sqlReader{r: NewResolver(nil)}
	for _, c := range readCases(t, "resolve.tsv") {
		typ, val := "", ""
		if e, err := p.read(c[0]); err != nil {
			pe := pgerr.From(err)
			typ, val = "ERROR", string(pe.Code)+" "+pe.Message
		} else {
			typ = p.r.TypeName(e.Type())
		}
		if typ != c[1] || val != c[2] {
			t.Errorf("%s\n got %s %s\nwant %s %s", c[0], typ, val, c[1], c[2])
		}
	}
}
