package types

import (
	"math/rand/v2"
	"testing"
)

// TestDecSum compares the running sum with one addition after the other.
func TestDecSum(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	texts := []string{"0", "0.000", "9223372036854775807", "-9223372036854775808", "9223372036854775.807", "1e30", "-1e-30",
		"123456789012345678901234567890.12345", "1.5", "-2.25", "99999999999999.99", "NaN", "Infinity", "-Infinity"}
	for range 2000 {
		var s DecSum
		want := zeroDec
		n := len(texts)
		if r.IntN(4) > 0 {
			n -= 3 // without the special ones
		}
		for range r.IntN(8) {
			d, err := ParseDec(texts[r.IntN(n)])
			if err != nil {
				t.Fatal(err)
			}
			if want, err = want.Add(d); err != nil {
				t.Fatal(err)
			}
			if err := s.Add(NewNumeric(d)); err != nil {
				t.Fatal(err)
			}
		}
		got, err := s.Value()
		if err != nil || got.String() != want.String() {
			t.Fatalf("%v, want %v (%v)", got, want, err)
		}
	}
}

// TestDecSub holds the short way of small coefficients to the long one.
func TestDecSub(t *testing.T) {
	for _, c := range [][3]string{
		{"9223372036854775807", "-1", "9223372036854775808"},
		{"-9223372036854775808", "1", "-9223372036854775809"},
		{"0", "-9223372036854775808", "9223372036854775808"},
		{"1", "0.05", "0.95"}, {"1.50", "1.5", "0.00"}, {"5", "0", "5"},
	} {
		a, _ := ParseDec(c[0])
		b, _ := ParseDec(c[1])
		if got, err := a.Sub(b); err != nil || got.String() != c[2] {
			t.Errorf("%s - %s = %v, want %s (%v)", c[0], c[1], got, c[2], err)
		}
	}
}
