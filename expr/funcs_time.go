package expr

// This file has the functions and operators of dates, times and intervals; the
// calendar itself is in types.

import (
	"math"
	"time"

	"minidb/pgerr"
	"minidb/types"
)

func dateResult(v int64, err error) (types.Datum, error)      { return types.NewDate(v), err }
func timeResult(v int64, err error) (types.Datum, error)      { return types.NewTime(v), err }
func timestampResult(v int64, err error) (types.Datum, error) { return types.NewTimestamp(v), err }
func timestamptzResult(v int64, err error) (types.Datum, error) {
	return types.NewTimestamptz(v), err
}

func intervalResult(v types.IntervalVal, err error) (types.Datum, error) {
	if err != nil {
		return types.NullDatum, err
	}
	return types.NewInterval(v), nil
}

// swapped is a two-argument function with its arguments the other way round.
func swapped(c code) code {
	f := c.f2
	return code{f2: func(c *Ctx, a, b types.Datum) (types.Datum, error) { return f(c, b, a) }}
}

// datePlus adds an interval to a date, which gives a timestamp.
func datePlus(op func(int64, types.IntervalVal) (int64, error)) code {
	return code{f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		us, err := types.DateToTimestamp(a.Num())
		if err != nil {
			return types.NullDatum, err
		}
		return timestampResult(op(us, b.Interval()))
	}}
}

func timestampPlus(op func(int64, types.IntervalVal) (int64, error)) code {
	return code{f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		return timestampResult(op(a.Num(), b.Interval()))
	}}
}

type zonedOp func(int64, types.IntervalVal, *time.Location) (int64, error)

func timestamptzPlus(op zonedOp) code {
	return code{f2: func(c *Ctx, a, b types.Datum) (types.Datum, error) {
		return timestamptzResult(op(a.Num(), b.Interval(), c.env().TimeZone))
	}}
}

func timestamptzPlusAt(op zonedOp) code {
	return code{f3: func(_ *Ctx, a, b, z types.Datum) (types.Datum, error) {
		loc, _, err := types.LookupZone(z.Text())
		if err != nil {
			return types.NullDatum, err
		}
		return timestamptzResult(op(a.Num(), b.Interval(), loc))
	}}
}

func interval2(f func(a, b types.IntervalVal) (types.IntervalVal, error)) code {
	return code{f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		return intervalResult(f(a.Interval(), b.Interval()))
	}}
}

func interval1(f func(a types.IntervalVal) (types.IntervalVal, error)) code {
	return code{f1: func(_ *Ctx, a types.Datum) (types.Datum, error) { return intervalResult(f(a.Interval())) }}
}

// datePlusTime is date + time.
func datePlusTime(_ *Ctx, a, b types.Datum) (types.Datum, error) {
	us, err := types.DateToTimestamp(a.Num())
	if err != nil || us == math.MinInt64 || us == math.MaxInt64 {
		return types.NewTimestamp(us), err
	}
	return types.NewTimestamp(us + b.Num()), nil
}

func dateAdd(_ *Ctx, a, b types.Datum) (types.Datum, error) {
	return dateResult(types.DateAddDays(a.Num(), b.Int()))
}

func timeSub(us int64, iv types.IntervalVal) (int64, error) {
	if !types.IntervalIsFinite(iv) {
		return 0, pgerr.New(pgerr.DatetimeFieldOverflow, "cannot subtract infinite interval from time")
	}
	iv.Micros = -iv.Micros
	return types.TimeAdd(us, iv)
}

func timePlus(op func(int64, types.IntervalVal) (int64, error)) code {
	return code{f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		return timeResult(op(a.Num(), b.Interval()))
	}}
}

var timeOps = codeTable{
	"date_pli": {f2: dateAdd},
	"date_mii": {f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		return dateResult(types.DateAddDays(a.Num(), -b.Int()))
	}},
	"date_mi": {f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		n, err := types.DateSub(a.Num(), b.Num())
		return types.NewInt(n), err
	}},
	"integer_pl_date(int4,date)":                swapped(code{f2: dateAdd}),
	"date_pl_interval":                          datePlus(types.TimestampAdd),
	"date_mi_interval":                          datePlus(types.TimestampSubInterval),
	"interval_pl_date(interval,date)":           swapped(datePlus(types.TimestampAdd)),
	"datetime_timestamp":                        {f2: datePlusTime},
	"timedate_pl(time,date)":                    swapped(code{f2: datePlusTime}),
	"timestamp_pl_interval":                     timestampPlus(types.TimestampAdd),
	"timestamp_mi_interval":                     timestampPlus(types.TimestampSubInterval),
	"interval_pl_timestamp(interval,timestamp)": swapped(timestampPlus(types.TimestampAdd)),
	"timestamp_mi": {f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		return intervalResult(types.TimestampSub(a.Num(), b.Num()))
	}},
	"timestamptz_pl_interval":                       timestamptzPlus(types.TimestamptzAdd),
	"timestamptz_mi_interval":                       timestamptzPlus(types.TimestamptzSubInterval),
	"timestamptz_pl_interval_at_zone":               timestamptzPlusAt(types.TimestamptzAdd),
	"timestamptz_mi_interval_at_zone":               timestamptzPlusAt(types.TimestamptzSubInterval),
	"interval_pl_timestamptz(interval,timestamptz)": swapped(timestamptzPlus(types.TimestamptzAdd)),
	"time_pl_interval":                              timePlus(types.TimeAdd),
	"time_mi_interval":                              timePlus(timeSub),
	"interval_pl_time(interval,time)":               swapped(timePlus(types.TimeAdd)),
	"time_mi_time": {f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		return types.NewInterval(types.IntervalVal{Micros: a.Num() - b.Num()}), nil
	}},
	"interval_pl": interval2(types.IntervalAdd),
	"interval_mi": interval2(types.IntervalSub),
	"interval_um": interval1(types.IntervalNeg),
	"interval_mul": {f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		return intervalResult(types.IntervalMul(a.Interval(), b.Float()))
	}},
	"mul_d_interval": {f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		return intervalResult(types.IntervalMul(b.Interval(), a.Float()))
	}},
	"interval_div": {f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		if b.Float() == 0 {
			return types.NullDatum, divisionByZero()
		}
		return intervalResult(types.IntervalDiv(a.Interval(), b.Float()))
	}},
	"interval_justify_hours":    interval1(types.JustifyHours),
	"interval_justify_days":     interval1(types.JustifyDays),
	"interval_justify_interval": interval1(types.JustifyInterval),
	"interval_finite": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		return types.NewBool(types.IntervalIsFinite(a.Interval())), nil
	}},
	"timestamp_finite": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) { return types.NewBool(finite(a.Num())), nil }},
	"date_finite": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		return types.NewBool(a.Num() != math.MinInt32 && a.Num() != math.MaxInt32), nil
	}},
}

func finite(us int64) bool { return us != math.MinInt64 && us != math.MaxInt64 }

var timeCasts = codeTable{
	"date_timestamp": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		return timestampResult(types.DateToTimestamp(a.Num()))
	}},
	"date_timestamptz": {f1: func(c *Ctx, a types.Datum) (types.Datum, error) {
		return timestamptzResult(types.DateToTimestamptz(a.Num(), c.env().TimeZone))
	}},
	"timestamp_date": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		return types.NewDate(types.TimestampToDate(a.Num())), nil
	}},
	"timestamptz_date": {f1: func(c *Ctx, a types.Datum) (types.Datum, error) {
		return types.NewDate(types.TimestamptzToDate(a.Num(), c.env().TimeZone)), nil
	}},
	"timestamp_timestamptz": {f1: toTimestamptz},
	"timestamptz_timestamp": {f1: toTimestamp},
	"timestamp_at_local":    {f1: toTimestamptz},
	"timestamptz_at_local":  {f1: toTimestamp},
	"timestamp_time": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		if !finite(a.Num()) {
			return types.NullDatum, nil
		}
		return types.NewTime(types.TimestampToTime(a.Num())), nil
	}},
	"timestamptz_time": {f1: func(c *Ctx, a types.Datum) (types.Datum, error) {
		if !finite(a.Num()) {
			return types.NullDatum, nil
		}
		return types.NewTime(types.TimestampToTime(types.TimestamptzToTimestamp(a.Num(), c.env().TimeZone))), nil
	}},
	"time_interval": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		return types.NewInterval(types.IntervalVal{Micros: a.Num()}), nil
	}},
	"interval_time": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		const day = 86400000000
		if !types.IntervalIsFinite(a.Interval()) {
			return types.NullDatum, pgerr.New(pgerr.DatetimeFieldOverflow, "cannot convert infinite interval to time")
		}
		us := a.Interval().Micros % day
		if us < 0 {
			us += day
		}
		return types.NewTime(us), nil
	}},
	"timestamp_zone": {f2: func(_ *Ctx, z, a types.Datum) (types.Datum, error) {
		if !finite(a.Num()) {
			return types.NewTimestamptz(a.Num()), nil
		}
		loc, _, err := types.LookupZone(z.Text())
		if err != nil {
			return types.NullDatum, err
		}
		return timestamptzResult(types.TimestampToTimestamptz(a.Num(), loc))
	}},
	"timestamptz_zone": {f2: func(_ *Ctx, z, a types.Datum) (types.Datum, error) {
		if !finite(a.Num()) {
			return types.NewTimestamp(a.Num()), nil
		}
		loc, _, err := types.LookupZone(z.Text())
		if err != nil {
			return types.NullDatum, err
		}
		return types.NewTimestamp(types.TimestamptzToTimestamp(a.Num(), loc)), nil
	}},
	"timestamp_izone": {f2: func(_ *Ctx, z, a types.Datum) (types.Datum, error) {
		if !finite(a.Num()) {
			return types.NewTimestamptz(a.Num()), nil
		}
		loc, _, err := types.IntervalZone(z.Interval())
		if err != nil {
			return types.NullDatum, err
		}
		return timestamptzResult(types.TimestampToTimestamptz(a.Num(), loc))
	}},
	"timestamptz_izone": {f2: func(_ *Ctx, z, a types.Datum) (types.Datum, error) {
		if !finite(a.Num()) {
			return types.NewTimestamp(a.Num()), nil
		}
		loc, _, err := types.IntervalZone(z.Interval())
		if err != nil {
			return types.NullDatum, err
		}
		return types.NewTimestamp(types.TimestamptzToTimestamp(a.Num(), loc)), nil
	}},
}

func toTimestamptz(c *Ctx, a types.Datum) (types.Datum, error) {
	return timestamptzResult(types.TimestampToTimestamptz(a.Num(), c.env().TimeZone))
}

func toTimestamp(c *Ctx, a types.Datum) (types.Datum, error) {
	return types.NewTimestamp(types.TimestamptzToTimestamp(a.Num(), c.env().TimeZone)), nil
}
