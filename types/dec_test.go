package types

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"
)

// decOp runs one operation of testdata/numeric.txt.
func decOp(op string, a, b *Dec, n int32) (fmt.Stringer, error) {
	text := func(s string, err error) (fmt.Stringer, error) { return NewText(s), err }
	num := func(v int64, err error) (fmt.Stringer, error) { return NewInt(v), err }
	switch op {
	case "add":
		return a.Add(b)
	case "sub":
		return a.Sub(b)
	case "mul":
		return a.Mul(b)
	case "div":
		return a.Div(b)
	case "mod":
		return a.Mod(b)
	case "divt":
		return a.DivTrunc(b)
	case "pow":
		return a.Power(b)
	case "log":
		return b.Log(a)
	case "log10":
		return a.Log(DecFromInt64(10))
	case "gcd":
		return a.Gcd(b)
	case "lcm":
		return a.Lcm(b)
	case "cmp":
		return num(int64(a.Cmp(b)), nil)
	case "sqrt":
		return a.Sqrt()
	case "exp":
		return a.Exp()
	case "ln":
		return a.Ln()
	case "abs":
		return a.Abs(), nil
	case "neg":
		return a.Neg(), nil
	case "ceil":
		return a.Ceil(), nil
	case "floor":
		return a.Floor(), nil
	case "sign":
		if a.IsNaN() {
			return a, nil
		}
		return num(int64(a.Sign()), nil)
	case "min_scale":
		if !a.IsFinite() {
			return text("NULL", nil)
		}
		return num(int64(a.MinScale()), nil)
	case "trim_scale":
		return a.TrimScale(), nil
	case "int8":
		return num(a.Int64())
	case "int4":
		v, err := a.Int32()
		return num(int64(v), err)
	case "float8":
		f, err := a.Float64()
		return text(string(appendFloat(nil, f, 64, 1)), err)
	case "float4":
		f, err := a.Float32()
		return text(string(appendFloat(nil, float64(f), 32, 1)), err)
	case "round":
		return a.Round(n)
	case "trunc":
		return a.Trunc(n), nil
	}
	return nil, fmt.Errorf("unknown operation %q", op)
}

func TestDecOracle(t *testing.T) {
	oracleLines(t, "numeric.txt", func(line int, w []string) {
		a, err := ParseDec(w[1])
		if err != nil {
			t.Fatal(err)
		}
		b := zeroDec
		if w[2] != "" {
			if b, err = ParseDec(w[2]); err != nil {
				t.Fatal(err)
			}
		}
		n, _ := strconv.ParseInt(w[2], 10, 32)
		r, err := decOp(w[0], a, b, int32(n))
		var got string
		if err != nil {
			got = describe(err)
		} else {
			got = "=" + r.String()
		}
		if got != w[3] {
			t.Errorf("line %d: %s %s %s\n  got  %s\n  want %s", line, w[0], w[1], w[2], got, w[3])
		}
	})
}

// TestNumericWord: the words of random numerics of all sizes and scales rise with them.
func TestNumericWord(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 53))
	random := func() Datum {
		digits := 1 + r.IntN(25)
		var b []byte
		if r.IntN(2) == 0 {
			b = append(b, '-')
		}
		for range digits {
			b = append(b, byte('0'+r.IntN(10)))
		}
		if s := string(b); r.IntN(2) == 0 {
			b = []byte(s + "e" + strconv.Itoa(r.IntN(40)-20))
		}
		d, err := ParseDec(string(b))
		if err != nil {
			t.Fatal(err)
		}
		return NewNumeric(d)
	}
	vals := []Datum{}
	for _, s := range []string{"NaN", "Infinity", "-Infinity", "0", "9007199254740993", "9007199254740992.9",
		"9007199254740992", "9007199254740991", "1e400", "-1e400", "1e-400", "0.1", "0.10", "0.1000000000000000055"} {
		d, err := ParseDec(s)
		if err != nil {
			t.Fatal(err)
		}
		vals = append(vals, NewNumeric(d))
	}
	for range 3000 {
		vals = append(vals, random())
	}
	for i := range vals {
		for k := range 200 {
			j := (i*31 + k*k) % len(vals)
			x, y := NumericWord(vals[i]), NumericWord(vals[j])
			if c := Compare(vals[i], vals[j]); c < 0 && x > y || c > 0 && x < y || c == 0 && x != y {
				t.Fatalf("%v and %v compare as %d, their words are %x and %x", vals[i], vals[j], c, x, y)
			}
		}
	}
}
