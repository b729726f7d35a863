package types

import "testing"

func TestSame(t *testing.T) {
	in := func(o OID, s string) Datum {
		d, err := Input(o, -1, s, DefaultEnv())
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, c := range []struct {
		t    OID
		a, b string
		same bool
	}{
		{NumericOID, "1.0", "1.0", true}, {NumericOID, "1.0", "1.00", false}, {NumericOID, "NaN", "NaN", true},
		{IntervalOID, "1 day", "24:00", false}, {IntervalOID, "1 mon", "1 mon", true},
		{Float8OID, "0", "-0", false}, {Float8OID, "nan", "nan", true}, {Float4OID, "1.5", "1.5", true},
		{TextOID, "a", "a", true}, {TextOID, "a", "a ", false}, {BpcharOID, "a", "a ", false}, {Int4OID, "7", "7", true},
	} {
		if got := Same(in(c.t, c.a), in(c.t, c.b)); got != c.same {
			t.Errorf("Same(%s, %s) of type %d: %v", c.a, c.b, c.t, got)
		}
	}
	list := func(ds ...Datum) Datum {
		return NewArray(&ArrayVal{Elem: NumericOID, Dims: []int32{int32(len(ds))}, Lower: []int32{1}, Elems: ds})
	}
	one, oneAlso := in(NumericOID, "1"), in(NumericOID, "1.0")
	if !Same(list(one, NullDatum), list(one, NullDatum)) || Same(list(one), list(oneAlso)) || Same(list(one), list(one, one)) {
		t.Error("arrays")
	}
	if Same(NullDatum, one) || !Same(NullDatum, NullDatum) || Same(NewInt(1), NewBool(true)) {
		t.Error("NULL and kinds")
	}
}
