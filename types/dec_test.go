package types

import (
	"fmt"
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
