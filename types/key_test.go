package types

import (
	"bytes"
	"math"
	"slices"
	"testing"
)

// Keys of numbers differ in length; they must order as the numbers do, and none may begin
// another, since the next column's key follows.
func TestAppendKeyInt(t *testing.T) {
	ns := []int64{0, math.MinInt64, math.MaxInt64}
	for shift := range 63 {
		for d := int64(-2); d <= 2; d++ {
			ns = append(ns, 1<<shift+d, -(1<<shift)+d)
		}
	}
	slices.Sort(ns)
	ns = slices.Compact(ns)
	for _, desc := range []bool{false, true} {
		for i, a := range ns[1:] {
			before, key := AppendKey(nil, NewInt(ns[i]), desc, false), AppendKey(nil, NewInt(a), desc, false)
			if order := bytes.Compare(before, key); order >= 0 == !desc || bytes.HasPrefix(before, key) || bytes.HasPrefix(key, before) {
				t.Errorf("desc %t: %d has key %x, %d has %x", desc, ns[i], before, a, key)
			}
		}
	}
	if n := len(AppendKey(nil, NewInt(200), false, false)); n != 3 {
		t.Errorf("the key of 200 has %d bytes", n)
	}
}
