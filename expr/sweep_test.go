package expr

// Every built function and operator on every combination of a few values of its
// argument types, the extreme ones among them: nothing may panic or take long.
// With MINIDB_SWEEP=file the expressions are written there, to be asked of
// PostgreSQL; testdata/sweep.tsv has its answers to a part of them.

import (
	"os"
	"strings"
	"testing"
	"time"

	"minidb/pgerr"
	"minidb/types"
)

var sweepValues = map[types.OID][]string{
	types.BoolOID:        {"t", "f"},
	types.Int2OID:        {"0", "-32768", "7"},
	types.Int4OID:        {"0", "1", "-2147483648", "2147483647", "3"},
	types.Int8OID:        {"0", "1", "-9223372036854775808", "9223372036854775807", "5"},
	types.Float4OID:      {"0", "1.5", "-1e30", "NaN", "Infinity"},
	types.Float8OID:      {"0", "-0.5", "1e300", "NaN", "-Infinity", "2"},
	types.NumericOID:     {"0", "1.50", "-12345.678", "NaN", "Infinity"},
	types.TextOID:        {"", "abc", "a,b,c", "UTC", "hour", "é%_", "{"},
	types.VarcharOID:     {"", "abc"},
	types.BpcharOID:      {"ab ", "x"},
	types.NameOID:        {"", "abc"},
	types.CharOID:        {"a", ""},
	types.ByteaOID:       {`\x`, `\x00ff61`},
	types.OidOID:         {"0", "4294967295"},
	types.DateOID:        {"2020-02-29", "infinity", "4713-01-01 BC", "5874897-12-31"},
	types.TimeOID:        {"00:00", "23:59:59.999999"},
	types.TimestampOID:   {"2020-02-29 12:30:45.5", "-infinity", "294276-12-31 23:59:59"},
	types.TimestamptzOID: {"2020-02-29 12:30:45.5+00", "infinity", "4713-11-24 00:00+00 BC"},
	types.IntervalOID:    {"1 mon 2 days 03:04:05", "-178000000 years", "infinity", "0"},
	types.UUIDOID:        {"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"},
	types.Int4ArrayOID:   {"{}", "{1,2,NULL}", "{{1,2},{3,4}}"},
	types.TextArrayOID:   {"{a,b}"},
	types.AnyOID:         {"1"},
	types.AnyElementOID:  {"1"},
	types.AnyArrayOID:    {"{}", "{1,2,NULL}", "{{1,2},{3,4}}"},
}

// actual is the type that stands for a polymorphic one.
func actual(t types.OID) types.OID {
	switch t {
	case types.AnyOID, types.AnyElementOID, types.AnyNonArrayOID, types.AnyCompatibleOID, types.AnyCompatibleNonArr:
		return types.Int4OID
	case types.AnyArrayOID, types.AnyCompatibleArray:
		return types.Int4ArrayOID
	}
	return t
}

var sweepSkip = wordSet(`pg_sleep pg_sleep_for pg_sleep_until pg_backend_pid current_setting set_config random setseed
	random_normal gen_random_uuid uuidv4 uuidv7 now clock_timestamp statement_timestamp transaction_timestamp timeofday
	age version pg_postmaster_start_time pg_conf_load_time current_user session_user current_database user current_catalog
	pg_column_size text_regclass regclass`)

// sweepArgs calls f with every combination.
func sweepArgs(ts []types.OID, f func([]string)) {
	if len(ts) > 4 {
		return
	}
	var rec func(i int, got []string)
	rec = func(i int, got []string) {
		if i == len(ts) {
			f(got)
			return
		}
		vals := sweepValues[actual(ts[i])]
		if len(ts) > 2 && len(vals) > 3 {
			vals = vals[:3]
		}
		for _, v := range vals {
			rec(i+1, append(got[:i:i], v))
		}
	}
	rec(0, nil)
}

func typedLit(t types.OID, v string) string {
	ty, _ := types.ByOID(actual(t))
	return "'" + v + "'::" + `"` + ty.Name + `"`
}

func sweepExprs() []string {
	var out []string
	for _, o := range Operators() {
		ts := []types.OID{o.Left, o.Right}
		if o.Left == 0 {
			ts = ts[1:]
		}
		sweepArgs(ts, func(v []string) {
			if len(v) == 1 {
				out = append(out, o.Name+" "+typedLit(o.Right, v[0]))
			} else {
				out = append(out, typedLit(o.Left, v[0])+" "+o.Name+" "+typedLit(o.Right, v[1]))
			}
		})
	}
	for _, f := range Funcs() {
		if f.Kind != PlainFunc || !f.Built() || f.Catalog || f.RetSet || sweepSkip[f.Name] || len(f.Args) == 0 {
			continue
		}
		sweepArgs(f.Args, func(v []string) {
			args := make([]string, len(v))
			for i := range v {
				args[i] = typedLit(f.Args[i], v[i])
			}
			out = append(out, `"`+f.Name+`"(`+strings.Join(args, ", ")+")")
		})
	}
	return out
}

func TestSweep(t *testing.T) {
	exprs := sweepExprs()
	if file := os.Getenv("MINIDB_SWEEP"); file != "" {
		if err := os.WriteFile(file, []byte(strings.Join(exprs, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p := &sqlReader{r: NewResolver(nil)}
	for _, src := range exprs {
		func() {
			defer func() {
				if x := recover(); x != nil {
					t.Errorf("%s: panic: %v", src, x)
				}
			}()
			start := time.Now()
			typ, val := evaluate(p, src)
			if d := time.Since(start); d > 2*time.Second {
				t.Errorf("%s took %v", src, d)
			}
			if typ == "ERROR" && strings.HasPrefix(val, string(pgerr.Internal)) {
				t.Errorf("%s: %s", src, val)
			}
		}()
	}
	for _, c := range readCases(t, "sweep.tsv") {
		if typ, val := evaluate(p, c[0]); typ != c[1] || val != c[2] {
			t.Errorf("%s\n got %s %s\nwant %s %s", c[0], typ, val, c[1], c[2])
		}
	}
}
