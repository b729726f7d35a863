package types

import "testing"

var sink int

func BenchmarkCompareInt(b *testing.B) {
	x, y := NewInt(1), NewInt(2)
	for b.Loop() {
		sink += Compare(x, y)
	}
}

func BenchmarkCompareText(b *testing.B) {
	x, y := NewText("hello world"), NewText("hello worle")
	for b.Loop() {
		sink += Compare(x, y)
	}
}

func BenchmarkEqualText(b *testing.B) {
	x, y := NewText("hello world"), NewText("hello worle")
	for b.Loop() {
		if Equal(x, y) {
			sink++
		}
	}
}

func BenchmarkHashText(b *testing.B) {
	x := NewText("hello world")
	for b.Loop() {
		sink += int(Hash(x))
	}
}

func benchAppendText(b *testing.B, t OID, s string) {
	env := DefaultEnv()
	d, err := Input(t, -1, s, env)
	if err != nil {
		b.Fatal(err)
	}
	buf := make([]byte, 0, 128)
	b.ReportAllocs()
	for b.Loop() {
		sink += len(AppendText(buf, d, t, env))
	}
}

func BenchmarkAppendTextInt(b *testing.B)     { benchAppendText(b, Int4OID, "123456") }
func BenchmarkAppendTextNumeric(b *testing.B) { benchAppendText(b, NumericOID, "1234.56") }
func BenchmarkAppendTextFloat(b *testing.B)   { benchAppendText(b, Float8OID, "1234.56") }
func BenchmarkAppendTextTimestamp(b *testing.B) {
	benchAppendText(b, TimestamptzOID, "2024-01-02 03:04:05.6")
}

func benchDec(b *testing.B, x, y string, op func(a, b *Dec) (*Dec, error)) {
	p, err := ParseDec(x)
	if err != nil {
		b.Fatal(err)
	}
	q, err := ParseDec(y)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		r, err := op(p, q)
		if err != nil {
			b.Fatal(err)
		}
		sink += int(r.scale)
	}
}

func BenchmarkDecAdd(b *testing.B)    { benchDec(b, "1234.56", "0.07", (*Dec).Add) }
func BenchmarkDecMul(b *testing.B)    { benchDec(b, "1234.56", "0.07", (*Dec).Mul) }
func BenchmarkDecDiv(b *testing.B)    { benchDec(b, "1234.56", "7", (*Dec).Div) }
func BenchmarkDecAddBig(b *testing.B) { benchDec(b, "12345678901234567890123.56", "0.07", (*Dec).Add) }

func BenchmarkAppendKeyText(b *testing.B) {
	x := NewText("hello world")
	buf := make([]byte, 0, 64)
	for b.Loop() {
		sink += len(AppendKey(buf, x, false, false))
	}
}

func BenchmarkArenaCopy(b *testing.B) {
	var a Arena
	r := Row{NewInt(1), NewInt(2), NewText("abc")}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if i%1000 == 0 {
			a.Reset()
		}
		sink += len(a.Copy(r))
	}
}
