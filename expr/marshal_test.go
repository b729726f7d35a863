package expr

import (
	"strings"
	"testing"

	"minidb/types"
)

func marshalSample(t testing.TB) Expr {
	gt, _ := OperatorByOID(521)
	lower, _ := FuncByOID(870)
	if gt == nil || lower == nil {
		t.Fatal("operators are missing")
	}
	v := func(attr int, ty types.OID) Expr {
		return &Var{Loc: -1, Rel: 1, Attr: attr, Slot: -1, T: ty, Mod: -1}
	}
	k := func(ty types.OID, d types.Datum) Expr { return &Const{Loc: -1, T: ty, Mod: -1, Value: d} }
	dec, _ := types.ParseDec("1.50")
	return &Bool{Loc: -1, Op: And, Args: []Expr{
		&OpCall{Loc: -1, Op: gt, Ret: types.BoolOID, Args: []Expr{v(1, 23), k(23, types.NewInt(-3))}},
		&NullTest{Loc: -1, Not: true, Arg: &FuncCall{Loc: -1, Fn: lower, Ret: types.TextOID, Mod: -1,
			Args: []Expr{k(25, types.NewText("a \"b\" ) \\ \x00 ü"))}}},
		&Case{Loc: -1, T: types.NumericOID, Mod: 5, Whens: []When{{k(16, types.NewBool(true)), k(1700, types.NewNumeric(dec))}}},
		&Coalesce{Loc: -1, T: 701, Mod: -1, Args: []Expr{k(701, types.NewFloat8(1e-300)), k(700, types.NewFloat4(1.1)), k(25, types.NullDatum)}},
		&ArrayOp{Loc: -1, Op: gt, L: v(2, 23), R: k(1007, types.NewArray1(23, []types.Datum{types.NewInt(1), types.NullDatum}))},
		&RowCons{Loc: -1, T: types.RecordOID, Names: []string{"x"}, Args: []Expr{
			k(1186, types.NewInterval(types.IntervalVal{Months: 1, Days: -2, Micros: 3})), k(2950, types.NewUUID([16]byte{1, 255})),
			k(17, types.NewBytea([]byte{0, 1})), k(1082, types.NewDate(-5)), k(1184, types.NewTimestamptz(1<<60))}},
		&Relabel{Loc: -1, T: 1043, Mod: 14, Form: CastImplicit, Arg: &SQLValue{Loc: -1, Kind: CurrentUser, T: 19, Mod: -1}},
	}}
}

func TestMarshalRoundTrip(t *testing.T) {
	text := Marshal(marshalSample(t))
	e, err := Unmarshal(text)
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	if again := Marshal(e); again != text {
		t.Errorf("got  %s\nwant %s", again, text)
	}
	n := 0
	EachNode(e, func(e Expr) {
		n++
		if e.Pos() != -1 {
			t.Errorf("%T has a position", e)
		}
	})
	if n != 25 {
		t.Errorf("%d nodes", n)
	}
	if e, err := Unmarshal(""); e != nil || err != nil || Marshal(nil) != "" {
		t.Error("nil does not survive")
	}
	if got := Marshal(e.(*Bool).Args[0]); got != "(op 521 16 [(var 1 1 23 -1) (const 23 -1 i-3)])" {
		t.Errorf("got %s", got)
	}
}

func TestUnmarshalRefuses(t *testing.T) {
	for _, s := range []string{"(", ")", "x", "(op)", "(op 521 16 [)", "(op 4294967296 16 [])", "(nosuch)", "(const 23 -1 i)",
		"(const 23 -1 \"x)", "(unsupported)", "(var 1 1 23 -1) x", "(call 1 0 0 25 -1 [])", "(const 1007 -1 (array 23 [2] [1] [i1]))",
		"(const 1007 -1 (array 23 [2147483647 2147483647] [1 1] []))", strings.Repeat("(nulltest 0 0 ", 1000000)} {
		if e, err := Unmarshal(s); err == nil {
			t.Errorf("%.40s was read as %v", s, e)
		}
	}
	if text := Marshal(&SubLink{}); text != "(unsupported)" {
		t.Errorf("subquery written as %s", text)
	}
}

func FuzzUnmarshal(f *testing.F) {
	f.Add(Marshal(marshalSample(f)))
	f.Fuzz(func(t *testing.T, s string) {
		e, err := Unmarshal(s)
		if err != nil {
			return
		}
		text := Marshal(e)
		again, err := Unmarshal(text)
		if err != nil || Marshal(again) != text {
			t.Errorf("%s: %v", text, err)
		}
	})
}
