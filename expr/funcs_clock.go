package expr

// This file has the functions that read the clock, cut dates and times into
// fields, and make them from fields.

import (
	"math"
	"strings"
	"time"

	"minidb/pgerr"
	"minidb/types"
)

var clockCodes = codeTable{
	"now":                 {f0: func(c *Ctx) (types.Datum, error) { return types.NewTimestamptz(pgMicros(c.txnTime())), nil }},
	"statement_timestamp": {f0: func(c *Ctx) (types.Datum, error) { return types.NewTimestamptz(pgMicros(c.stmtTime())), nil }},
	"clock_timestamp":     {f0: func(*Ctx) (types.Datum, error) { return types.NewTimestamptz(pgMicros(time.Now())), nil }},
	"timeofday": {f0: func(c *Ctx) (types.Datum, error) {
		return types.NewText(time.Now().In(c.env().TimeZone).Format("Mon Jan 02 15:04:05.000000 2006 MST")), nil
	}},
	"timestamp_age": {f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		return intervalResult(types.TimestampAge(a.Num(), b.Num()))
	}},
	"timestamptz_age": {f2: func(c *Ctx, a, b types.Datum) (types.Datum, error) {
		return intervalResult(types.TimestamptzAge(a.Num(), b.Num(), c.env().TimeZone))
	}},
	"age(timestamp)": {f1: func(c *Ctx, a types.Datum) (types.Datum, error) {
		today, err := types.DateToTimestamp(types.TimestamptzToDate(pgMicros(c.txnTime()), c.env().TimeZone))
		if err != nil {
			return types.NullDatum, err
		}
		return intervalResult(types.TimestampAge(today, a.Num()))
	}},
	"age(timestamptz)": {f1: func(c *Ctx, a types.Datum) (types.Datum, error) {
		z := c.env().TimeZone
		today, err := types.DateToTimestamptz(types.TimestamptzToDate(pgMicros(c.txnTime()), z), z)
		if err != nil {
			return types.NullDatum, err
		}
		return intervalResult(types.TimestamptzAge(today, a.Num(), z))
	}},
	"timestamp_trunc": {f2: func(_ *Ctx, u, a types.Datum) (types.Datum, error) {
		return timestampResult(types.TruncTimestamp(u.Text(), a.Num()))
	}},
	"timestamptz_trunc": {f2: func(c *Ctx, u, a types.Datum) (types.Datum, error) {
		return timestamptzResult(types.TruncTimestamptz(u.Text(), a.Num(), c.env().TimeZone))
	}},
	"timestamptz_trunc_zone": {f3: func(_ *Ctx, u, a, z types.Datum) (types.Datum, error) {
		loc, _, err := types.LookupZone(z.Text())
		if err != nil {
			return types.NullDatum, err
		}
		return timestamptzResult(types.TruncTimestamptz(u.Text(), a.Num(), loc))
	}},
	"interval_trunc": {f2: func(_ *Ctx, u, a types.Datum) (types.Datum, error) {
		return intervalResult(types.TruncInterval(u.Text(), a.Interval()))
	}},
	"timestamp_bin": {f3: func(_ *Ctx, s, a, o types.Datum) (types.Datum, error) {
		return timestampResult(types.DateBin(s.Interval(), a.Num(), o.Num()))
	}},
	"timestamptz_bin": {f3: func(_ *Ctx, s, a, o types.Datum) (types.Datum, error) {
		return timestamptzResult(types.DateBin(s.Interval(), a.Num(), o.Num()))
	}},

	"extract_date":        {f2: extractDate},
	"extract_time":        {f2: extractTime},
	"extract_timetz":      {f2: extractTimetz},
	"extract_timestamp":   {f2: extractTimestamp},
	"extract_timestamptz": {f2: extractTimestamptz},
	"extract_interval":    {f2: extractInterval},
	"date_part(text,date)": {f2: func(c *Ctx, u, a types.Datum) (types.Datum, error) {
		us, err := types.DateToTimestamp(a.Num())
		if err != nil {
			return types.NullDatum, err
		}
		return asFloat(extractTimestamp)(c, u, types.NewTimestamp(us))
	}},
	"timetz_part":      {f2: asFloat(extractTimetz)},
	"time_part":        {f2: asFloat(extractTime)},
	"timestamp_part":   {f2: asFloat(extractTimestamp)},
	"timestamptz_part": {f2: asFloat(extractTimestamptz)},
	"interval_part":    {f2: intervalPart},

	"make_date": {f3: func(_ *Ctx, y, m, d types.Datum) (types.Datum, error) {
		return dateResult(types.MakeDate(int(y.Int()), int(m.Int()), int(d.Int())))
	}},
	"make_time": {f3: func(_ *Ctx, h, m, s types.Datum) (types.Datum, error) {
		return timeResult(types.MakeTime(int(h.Int()), int(m.Int()), s.Float()))
	}},
	"make_timestamp": {fn: func(_ *Ctx, a []types.Datum) (types.Datum, error) { return timestampResult(makeTimestamp(a)) }},
	"make_timestamptz": {fn: func(c *Ctx, a []types.Datum) (types.Datum, error) {
		us, err := makeTimestamp(a)
		if err != nil {
			return types.NullDatum, err
		}
		return timestamptzResult(types.TimestampToTimestamptz(us, c.env().TimeZone))
	}},
	"make_timestamptz_at_timezone": {fn: func(_ *Ctx, a []types.Datum) (types.Datum, error) {
		loc, err := types.MakeZone(a[6].Text())
		if err != nil {
			return types.NullDatum, err
		}
		us, err := makeTimestamp(a)
		if err != nil {
			return types.NullDatum, err
		}
		return timestamptzResult(types.TimestampToTimestamptz(us, loc))
	}},
	"make_interval": {fn: func(_ *Ctx, a []types.Datum) (types.Datum, error) {
		i := func(n int) int32 { return int32(a[n].Int()) }
		return intervalResult(types.MakeInterval(i(0), i(1), i(2), i(3), i(4), i(5), a[6].Float()))
	}},
	"float8_timestamptz": {f1: float8Timestamptz},
	"overlaps_timestamp": {fn: overlaps},
	"overlaps_time":      {fn: overlaps},
	"overlaps_timetz":    {fn: overlaps},
}

func extractDate(_ *Ctx, u, a types.Datum) (types.Datum, error) {
	return types.ExtractDate(u.Text(), a.Num())
}
func extractTime(_ *Ctx, u, a types.Datum) (types.Datum, error) {
	return types.ExtractTime(u.Text(), a.Num())
}
func extractTimetz(_ *Ctx, u, a types.Datum) (types.Datum, error) {
	return types.ExtractTimetz(u.Text(), a.Timetz())
}
func extractTimestamp(_ *Ctx, u, a types.Datum) (types.Datum, error) {
	return types.ExtractTimestamp(u.Text(), a.Num())
}
func extractTimestamptz(c *Ctx, u, a types.Datum) (types.Datum, error) {
	return types.ExtractTimestamptz(u.Text(), a.Num(), c.env().TimeZone)
}

// intervalPart is extractInterval in floating point, which rounds an epoch that is
// not of whole seconds in its own way.
func intervalPart(c *Ctx, u, a types.Datum) (types.Datum, error) {
	iv := a.Interval()
	if !strings.EqualFold(u.Text(), "epoch") || !types.IntervalIsFinite(iv) {
		return asFloat(extractInterval)(c, u, a)
	}
	const day = 86400.0
	secs := float64(iv.Micros) / 1e6
	secs += 365.25 * day * float64(iv.Months/12)
	secs += 30 * day * float64(iv.Months%12)
	return types.NewFloat8(secs + day*float64(iv.Days)), nil
}

func extractInterval(_ *Ctx, u, a types.Datum) (types.Datum, error) {
	return types.ExtractInterval(u.Text(), a.Interval())
}

// asFloat turns extract, which gives a numeric, into date_part.
func asFloat(f func(c *Ctx, u, a types.Datum) (types.Datum, error)) func(c *Ctx, u, a types.Datum) (types.Datum, error) {
	return func(c *Ctx, u, a types.Datum) (types.Datum, error) {
		d, err := f(c, u, a)
		if err != nil || d.IsNull() {
			return d, err
		}
		v, err := d.Dec().Float64()
		return types.NewFloat8(v), err
	}
}

func makeTimestamp(a []types.Datum) (int64, error) {
	i := func(n int) int { return int(a[n].Int()) }
	return types.MakeTimestamp(i(0), i(1), i(2), i(3), i(4), a[5].Float())
}

// float8Timestamptz is to_timestamp(double precision).
func float8Timestamptz(c *Ctx, a types.Datum) (types.Datum, error) {
	f := a.Float()
	switch {
	case math.IsNaN(f):
		return types.NullDatum, pgerr.New(pgerr.DatetimeFieldOverflow, "timestamp cannot be NaN")
	case math.IsInf(f, 1):
		return types.NewTimestamptz(math.MaxInt64), nil
	case math.IsInf(f, -1):
		return types.NewTimestamptz(math.MinInt64), nil
	}
	// The bounds are those of timestamps: 4714-11-24 BC and 294277-01-01.
	us := math.RoundToEven((f - 946684800) * 1e6)
	if us < -211813488000000000 || us >= 9223371331200000000 {
		return types.NullDatum, pgerr.New(pgerr.DatetimeFieldOverflow, "timestamp out of range: \"%g\"", f)
	}
	return types.NewTimestamptz(int64(us)), nil
}

// overlaps is (s1, e1) OVERLAPS (s2, e2) of the standard, by its rules for NULL.
func overlaps(_ *Ctx, a []types.Datum) (types.Datum, error) {
	order := func(s, e types.Datum) (types.Datum, types.Datum) {
		if s.IsNull() || !e.IsNull() && s.Num() > e.Num() {
			return e, s
		}
		return s, e
	}
	s1, e1 := order(a[0], a[1])
	s2, e2 := order(a[2], a[3])
	if s1.IsNull() || s2.IsNull() {
		return types.NullDatum, nil
	}
	switch {
	case s1.Num() == s2.Num():
		if e1.IsNull() || e2.IsNull() {
			return types.NullDatum, nil
		}
		return types.NewBool(true), nil
	case s1.Num() > s2.Num():
		s1, e1, s2, e2 = s2, e2, s1, e1
	}
	if e1.IsNull() {
		return types.NullDatum, nil
	}
	if s2.Num() < e1.Num() {
		return types.NewBool(true), nil
	}
	if e2.IsNull() {
		return types.NullDatum, nil
	}
	return types.NewBool(false), nil
}
