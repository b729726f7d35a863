package types

import (
	"strconv"
	"testing"
	"time"
)

// dateCase evaluates one line of testdata/datetime.txt in New York.
type dateCase struct {
	t   *testing.T
	env *Env
	arg []string
}

func (c *dateCase) in(i int, o OID) Datum {
	d, err := Input(o, -1, c.arg[i], c.env)
	if err != nil {
		panic(err) // caught in eval: some arguments are out of range on purpose
	}
	return d
}
func (c *dateCase) ts(i int) int64       { return c.in(i, TimestampOID).Num() }
func (c *dateCase) tz(i int) int64       { return c.in(i, TimestamptzOID).Num() }
func (c *dateCase) date(i int) int64     { return c.in(i, DateOID).Num() }
func (c *dateCase) tod(i int) int64      { return c.in(i, TimeOID).Num() }
func (c *dateCase) iv(i int) IntervalVal { return c.in(i, IntervalOID).Interval() }
func (c *dateCase) f(i int) float64      { return c.in(i, Float8OID).Float() }
func (c *dateCase) n(i int) int          { n, _ := strconv.Atoi(c.arg[i]); return n }
func (c *dateCase) zone(i int) *time.Location {
	loc, _, err := LookupZone(c.arg[i])
	if err != nil {
		c.t.Fatal(err)
	}
	return loc
}

func tsDatum(v int64, err error) (Datum, error)       { return NewTimestamp(v), err }
func tzDatum(v int64, err error) (Datum, error)       { return NewTimestamptz(v), err }
func dateDatum(v int64, err error) (Datum, error)     { return NewDate(v), err }
func timeDatum(v int64, err error) (Datum, error)     { return NewTime(v), err }
func ivDatum(v IntervalVal, err error) (Datum, error) { return NewInterval(v), err }

func (c *dateCase) eval(op string) (d Datum, err error) {
	defer func() {
		if e, ok := recover().(error); ok {
			err = e
		}
	}()
	loc := c.env.TimeZone
	switch op {
	case "ext_ts":
		return ExtractTimestamp(c.arg[0], c.ts(1))
	case "ext_tz":
		return ExtractTimestamptz(c.arg[0], c.tz(1), loc)
	case "ext_date":
		return ExtractDate(c.arg[0], c.date(1))
	case "ext_time":
		return ExtractTime(c.arg[0], c.tod(1))
	case "ext_iv":
		return ExtractInterval(c.arg[0], c.iv(1))
	case "trunc_ts":
		return tsDatum(TruncTimestamp(c.arg[0], c.ts(1)))
	case "trunc_tz":
		return tzDatum(TruncTimestamptz(c.arg[0], c.tz(1), loc))
	case "trunc_iv":
		return ivDatum(TruncInterval(c.arg[0], c.iv(1)))
	case "ts_add":
		return tsDatum(TimestampAdd(c.ts(0), c.iv(1)))
	case "ts_subi":
		return tsDatum(TimestampSubInterval(c.ts(0), c.iv(1)))
	case "tz_add":
		return tzDatum(TimestamptzAdd(c.tz(0), c.iv(1), loc))
	case "tz_subi":
		return tzDatum(TimestamptzSubInterval(c.tz(0), c.iv(1), loc))
	case "ts_sub":
		return ivDatum(TimestampSub(c.ts(0), c.ts(1)))
	case "age":
		return ivDatum(TimestampAge(c.ts(0), c.ts(1)))
	case "age_tz":
		return ivDatum(TimestamptzAge(c.tz(0), c.tz(1), loc))
	case "ts_date":
		return NewDate(TimestampToDate(c.ts(0))), nil
	case "tz_date":
		return NewDate(TimestamptzToDate(c.tz(0), loc)), nil
	case "ts_tz":
		return tzDatum(TimestampToTimestamptz(c.ts(0), loc))
	case "tz_ts":
		return NewTimestamp(TimestamptzToTimestamp(c.tz(0), loc)), nil
	case "at_ts":
		return tzDatum(TimestampToTimestamptz(c.ts(0), c.zone(1)))
	case "at_tz":
		return NewTimestamp(TimestamptzToTimestamp(c.tz(0), c.zone(1))), nil
	case "bin":
		return tsDatum(DateBin(c.iv(0), c.ts(1), c.ts(2)))
	case "date_add":
		return dateDatum(DateAddDays(c.date(0), int64(c.n(1))))
	case "date_sub":
		return intDatum(DateSub(c.date(0), c.date(1)))
	case "date_ts":
		return tsDatum(DateToTimestamp(c.date(0)))
	case "date_tz":
		return tzDatum(DateToTimestamptz(c.date(0), loc))
	case "time_add":
		return timeDatum(TimeAdd(c.tod(0), c.iv(1)))
	case "time_sub":
		return timeDatum(TimeSubInterval(c.tod(0), c.iv(1)))
	case "iv_add":
		return ivDatum(IntervalAdd(c.iv(0), c.iv(1)))
	case "iv_sub":
		return ivDatum(IntervalSub(c.iv(0), c.iv(1)))
	case "iv_cmp":
		return NewInt(int64(IntervalCompare(c.iv(0), c.iv(1)))), nil
	case "iv_mul":
		return ivDatum(IntervalMul(c.iv(0), c.f(1)))
	case "iv_div":
		return ivDatum(IntervalDiv(c.iv(0), c.f(1)))
	case "iv_neg":
		return ivDatum(IntervalNeg(c.iv(0)))
	case "jh":
		return ivDatum(JustifyHours(c.iv(0)))
	case "jd":
		return ivDatum(JustifyDays(c.iv(0)))
	case "ji":
		return ivDatum(JustifyInterval(c.iv(0)))
	case "make_date":
		return dateDatum(MakeDate(c.n(0), c.n(1), c.n(2)))
	case "make_ts":
		return tsDatum(MakeTimestamp(c.n(0), c.n(1), c.n(2), 1, 2, 3.5))
	case "make_time":
		return timeDatum(MakeTime(c.n(0), c.n(1), c.f(2)))
	case "make_iv":
		n := func(i int) int32 { return int32(c.n(i)) }
		return ivDatum(MakeInterval(n(0), n(1), n(2), n(3), n(4), n(5), c.f(6)))
	}
	c.t.Fatalf("unknown operation %q", op)
	return NullDatum, nil
}

func TestDatetimeOracle(t *testing.T) {
	env := DefaultEnv()
	applySetting(t, env, "timezone", "America/New_York")
	oracleLines(t, "datetime.txt", func(line int, w []string) {
		want := w[len(w)-1]
		c := &dateCase{t, env, w[1 : len(w)-1]}
		d, err := c.eval(w[0])
		got := "=NULL"
		if err != nil {
			got = describe(err)
		} else if !d.IsNull() {
			got = "=" + Output(d, 0, env)
		}
		if got != want {
			t.Errorf("line %d: %s %q\n  got  %s\n  want %s", line, w[0], c.arg, got, want)
		}
	})
}

func TestLookupZone(t *testing.T) {
	at := time.Date(2024, 7, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name, shown string
		offset      int
	}{
		{"CET", "CET", 3600}, {"utc", "UTC", 0}, {"EST5EDT", "EST5EDT", -4 * 3600}, {"+03", "+03", -3 * 3600},
		{"UTC+3", "UTC+3", -3 * 3600}, {"msk", "MSK", 3 * 3600}, {"america/port-au-prince", "America/Port-au-Prince", -4 * 3600},
		{"etc/gmt+5", "Etc/GMT+5", -5 * 3600}, {"<+05:30>-05:30", "<+05:30>-05:30", 19800},
	} {
		loc, shown, err := LookupZone(c.name)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if _, off := at.In(loc).Zone(); off != c.offset || shown != c.shown {
			t.Errorf("%s: got %s, %d, want %s, %d", c.name, shown, off, c.shown, c.offset)
		}
	}
	for name, shown := range map[string]string{"-5.5": "<-05:30>+05:30", "+3": "<+03>-03", "cet": "CET", "zulu": "Zulu", "foo3": "FOO3"} {
		if _, got, err := LookupZoneName(name); err != nil || got != shown {
			t.Errorf("%s: got %s, %v, want %s", name, got, err, shown)
		}
	}
	if _, _, err := LookupZoneName("pst"); err == nil {
		t.Error("pst is an abbreviation, not a zone, and was accepted")
	}
}
