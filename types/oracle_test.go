package types

// Tables of PostgreSQL 18's own answers, in testdata: what each text gives as each
// type, with its output or its error.

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"minidb/pgerr"
)

// oracleLines calls f with the strings of each line of a file in testdata.
func oracleLines(t *testing.T, name string, f func(line int, words []string)) {
	t.Helper()
	file, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	sc := bufio.NewScanner(file)
	sc.Buffer(nil, 1<<20)
	for line := 1; sc.Scan(); line++ {
		text := sc.Text()
		if text == "" || text[0] == '#' {
			continue
		}
		var words []string
		if rest, ok := strings.CutPrefix(text, "set "); ok {
			words = append(words, "set")
			key, value, _ := strings.Cut(rest, " ")
			words, text = append(words, key), value
		}
		dec := json.NewDecoder(strings.NewReader(text))
		for dec.More() {
			var w string
			if err := dec.Decode(&w); err != nil {
				t.Fatalf("%s:%d: %v", name, line, err)
			}
			words = append(words, w)
		}
		f(line, words)
	}
}

func applySetting(t *testing.T, env *Env, key, value string) {
	t.Helper()
	switch key {
	case "datestyle":
		style, order, _ := strings.Cut(value, ", ")
		env.DateStyle = map[string]DateStyle{"ISO": ISODates, "SQL": SQLDates, "Postgres": PostgresDates, "German": GermanDates}[style]
		env.DateOrder = map[string]DateOrder{"MDY": MDY, "DMY": DMY, "YMD": YMD}[order]
	case "intervalstyle":
		env.IntervalStyle = map[string]IntervalStyle{"postgres": PostgresIntervals, "postgres_verbose": PostgresVerboseIntervals,
			"sql_standard": SQLIntervals, "iso_8601": ISOIntervals}[value]
	case "timezone":
		loc, name, err := LookupZoneName(value)
		if err != nil {
			t.Fatal(err)
		}
		env.TimeZone, env.TimeZoneName = loc, name
	case "bytea_output":
		env.ByteaOutput = map[string]ByteaOutput{"hex": ByteaHex, "escape": ByteaEscape}[value]
	case "extra_float_digits":
		env.ExtraFloatDigits, _ = strconv.Atoi(value)
	default:
		t.Fatalf("unknown setting %s", key)
	}
}

var sqlTypeNames = map[string]OID{"varchar": VarcharOID, "char": BpcharOID, "timestamptz": TimestamptzOID,
	"time": TimeOID, "timestamp": TimestampOID, "float8": Float8OID}

// parseTypeName understands the type names in testdata.
func parseTypeName(t *testing.T, s string) (OID, int32) {
	t.Helper()
	base, array := strings.CutSuffix(s, "[]")
	var mods []int64
	if i := strings.IndexByte(base, '('); i >= 0 {
		for _, m := range strings.Split(strings.TrimSuffix(base[i+1:], ")"), ",") {
			n, _ := strconv.ParseInt(m, 10, 64)
			mods = append(mods, n)
		}
		base = base[:i]
	}
	o := sqlTypeNames[base]
	for _, b := range Builtin() {
		if o == 0 && b.SQLName == base {
			o = b.OID
		}
	}
	if rest, ok := strings.CutPrefix(base, "interval"); ok {
		o = IntervalOID
		for _, r := range intervalRanges {
			if r.text == rest && (rest != "" || mods != nil) {
				mods = append([]int64{r.mask}, mods...)
				break
			}
		}
	}
	typmod := int32(-1)
	if mods != nil {
		var err error
		if typmod, err = ModIn(o, mods); err != nil {
			t.Fatal(err)
		}
	}
	ty, ok := ByOID(o)
	if !ok {
		t.Fatalf("type %q is unknown", s)
	}
	if array {
		o = ty.Array
	}
	return o, typmod
}

// describe words an error as testdata does.
func describe(err error) string {
	e := pgerr.From(err)
	s := fmt.Sprintf("!%s: %s", e.Code, e.Message)
	if e.Detail != "" {
		s += " | DETAIL: " + e.Detail
	}
	if e.Hint != "" {
		s += " | HINT: " + e.Hint
	}
	return s
}

func TestInputOracle(t *testing.T) {
	env := DefaultEnv()
	settings := ""
	oracleLines(t, "input.txt", func(line int, w []string) {
		if w[0] == "set" {
			applySetting(t, env, w[1], w[2])
			settings = w[1] + "=" + w[2]
			return
		}
		o, typmod := parseTypeName(t, w[0])
		// A literal is read without its modifier and then cast, except intervals.
		inMod := int32(-1)
		if o == IntervalOID {
			inMod = typmod
		}
		d, err := Input(o, inMod, w[1], env)
		if err == nil {
			d, err = CoerceLength(d, o, typmod, true)
		}
		var got string
		if err != nil {
			got = describe(err)
		} else {
			got = "=" + Output(d, o, env)
		}
		if got != w[2] {
			t.Errorf("line %d (%s): %s %q\n  got  %s\n  want %s", line, settings, w[0], w[1], got, w[2])
		}
	})
}
