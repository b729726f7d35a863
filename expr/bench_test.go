package expr

// Benchmarks of the closures that every row passes: none may allocate.

import (
	"testing"

	"minidb/types"
)

func col(slot int, t types.OID) *Var {
	return &Var{Loc: -1, Rel: 1, Attr: slot + 1, Slot: slot, T: t, Mod: -1}
}

func lit(t testing.TB, ty types.OID, s string) Expr {
	t.Helper()
	d, err := types.Input(ty, -1, s, types.DefaultEnv())
	if err != nil {
		t.Fatal(err)
	}
	return &Const{Loc: -1, Value: d, T: ty, Mod: -1}
}

func op(t testing.TB, name string, l, r Expr) Expr {
	t.Helper()
	e, err := NewResolver(nil).MakeOp("", name, l, r, -1)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func benchRows() []types.Row {
	rows := make([]types.Row, 4096)
	x := uint64(88172645463325252)
	for i := range rows {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		rows[i] = types.Row{types.NewInt(int64(x % 1000)), types.NewInt(int64(i)), types.NewText("some text"), types.NewFloat8(float64(x % 77))}
	}
	return rows
}

func BenchmarkFilterProject(b *testing.B) {
	f, err := CompileFilter(op(b, "<", col(0, types.Int4OID), lit(b, types.Int4OID, "500")))
	if err != nil {
		b.Fatal(err)
	}
	p, err := Compile(op(b, "+", col(0, types.Int4OID), col(1, types.Int4OID)))
	if err != nil {
		b.Fatal(err)
	}
	rows, c := benchRows(), &Ctx{}
	var sum int64
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		row := rows[i&4095]
		ok, err := f(c, row)
		if err != nil {
			b.Fatal(err)
		}
		if ok {
			d, err := p(c, row)
			if err != nil {
				b.Fatal(err)
			}
			sum += d.Int()
		}
	}
}

func BenchmarkShapes(b *testing.B) {
	i4, tx, f8 := types.Int4OID, types.TextOID, types.Float8OID
	and := &Bool{Loc: -1, Op: And, Args: []Expr{
		op(b, ">", col(0, i4), lit(b, i4, "100")), op(b, "=", col(2, tx), lit(b, tx, "some text")), op(b, "<", col(3, f8), lit(b, f8, "50"))}}
	length, err := NewResolver(nil).MakeFunc("", "length", []Expr{col(2, tx)}, nil, false, CallExplicit, -1)
	if err != nil {
		b.Fatal(err)
	}
	in := &ArrayOp{Loc: -1, Op: lookupOperator("=", i4, i4), L: col(0, i4), R: lit(b, types.Int4ArrayOID, "{1,2,3,4,5,6,7,8,9,10,500}")}
	cases := map[string]Expr{
		"and3":      and,
		"textEqual": op(b, "=", col(2, tx), lit(b, tx, "some text")),
		"like":      op(b, "~~", col(2, tx), lit(b, tx, "%tex%")),
		"mod":       op(b, "%", col(0, i4), lit(b, i4, "7")),
		"length":    length,
		"inHashed":  in,
		"nested":    op(b, "*", op(b, "+", col(0, i4), col(1, i4)), op(b, "-", col(0, i4), lit(b, i4, "3"))),
	}
	rows, c := benchRows(), &Ctx{}
	for name, e := range cases {
		f, err := Compile(e)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if _, err := f(c, rows[i&4095]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkSum(b *testing.B) {
	s := aggStates["sum_int"](nil)
	args := []types.Datum{types.NewInt(7)}
	b.ReportAllocs()
	for b.Loop() {
		if err := s.Add(nil, args); err != nil {
			b.Fatal(err)
		}
	}
}
