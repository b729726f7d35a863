package expr

// Aggregates over small sets of values, with PostgreSQL 18's results.

import (
	"testing"

	"minidb/types"
)

func TestAggregates(t *testing.T) {
	i2, i4, i8, num, f4, f8 := types.Int2OID, types.Int4OID, types.Int8OID, types.NumericOID, types.Float4OID, types.Float8OID
	big := []string{"9223372036854775807", "9223372036854775807", "NULL"}
	for _, c := range []struct {
		name string
		t    types.OID
		in   []string
		want string
	}{
		{"sum", i2, []string{"32767", "32767"}, "65534"},
		{"sum", i4, []string{"2147483647", "2147483647"}, "4294967294"},
		{"sum", i8, big, "18446744073709551614"},
		{"sum", i8, []string{"-9223372036854775808", "-1"}, "-9223372036854775809"},
		{"avg", i8, big, "9223372036854775807"},
		{"avg", i4, []string{"1", "2", "NULL"}, "1.5000000000000000"},
		{"avg", i4, []string{"1", "2", "2"}, "1.6666666666666667"},
		{"avg", num, []string{"1.5", "2"}, "1.7500000000000000"},
		{"avg", f8, []string{"1.5", "2"}, "1.75"},
		{"sum", f4, []string{"1.1", "2.2"}, "3.3000002"},
		{"sum", num, []string{"1.10", "2.2"}, "3.30"},
		{"sum", i4, nil, "NULL"},
		{"count", i4, []string{"1", "NULL"}, "1"},
		{"max", i4, []string{"1", "7", "NULL"}, "7"},
		{"min", types.TextOID, []string{"b", "B", "a"}, "B"},
		{"max", types.DateOID, []string{"2020-01-01", "2021-01-01"}, "2021-01-01"},
		{"bool_and", types.BoolOID, []string{"t", "f", "NULL"}, "f"},
		{"bool_or", types.BoolOID, []string{"f", "t"}, "t"},
		{"bit_and", i4, []string{"7", "5"}, "5"},
		{"bit_xor", i4, []string{"7", "5"}, "2"},
		{"stddev", i4, []string{"1", "2", "4"}, "1.5275252316519467"},
		{"variance", i4, []string{"1", "2", "4"}, "2.3333333333333333"},
		{"var_pop", i4, []string{"1", "2", "4"}, "1.5555555555555556"},
		{"stddev_pop", f8, []string{"1", "2", "4"}, "1.247219128924647"},
		{"variance", i4, []string{"1"}, "NULL"},
		{"array_agg", i4, []string{"1", "NULL", "3"}, "{1,NULL,3}"},
		{"sum", types.IntervalOID, []string{"1 day", "2 hours"}, "1 day 02:00:00"},
		{"avg", types.IntervalOID, []string{"1 day", "2 hours"}, "13:00:00"},
	} {
		r := NewResolver(nil)
		m, err := r.ResolveFunction("", c.name, []types.OID{c.t}, nil, false, -1)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		s := m.Fn.Agg.New([]types.OID{c.t})
		for pass := range 2 {
			for _, v := range c.in {
				var d types.Datum
				if v != "NULL" {
					d = lit(t, c.t, v).(*Const).Value
				}
				if err := s.Add(&Ctx{}, []types.Datum{d}); err != nil {
					t.Fatal(err)
				}
			}
			d, err := s.Result(&Ctx{})
			got := "NULL"
			if err != nil {
				got = err.Error()
			} else if !d.IsNull() {
				got = types.Output(d, m.Ret, r.Env)
			}
			if got != c.want {
				t.Errorf("%s of %v, pass %d: got %s, want %s", c.name, c.in, pass, got, c.want)
			}
			s.Reset()
		}
	}
}
