package expr

// This file has the functions of times with a zone, and those OVERLAPS that take
// lengths instead of ends.

import (
	"minidb/types"
)

func timetzPlus(op func(types.TimetzVal, types.IntervalVal) (types.TimetzVal, error)) code {
	return code{f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		v, err := op(a.Timetz(), b.Interval())
		return types.NewTimetz(v), err
	}}
}

func datePlusTimetz(_ *Ctx, a, b types.Datum) (types.Datum, error) {
	return timestamptzResult(types.DatePlusTimetz(a.Num(), b.Timetz()))
}

var timetzCodes = codeTable{
	"timetz_pl_interval":                  timetzPlus(types.TimetzAdd),
	"timetz_mi_interval":                  timetzPlus(types.TimetzSubInterval),
	"interval_pl_timetz(interval,timetz)": swapped(timetzPlus(types.TimetzAdd)),
	"datetimetz_timestamptz":              {f2: datePlusTimetz},
	"timetzdate_pl(timetz,date)":          swapped(code{f2: datePlusTimetz}),
	"timestamptz_timetz": {f1: func(c *Ctx, a types.Datum) (types.Datum, error) {
		if !finite(a.Num()) {
			return types.NullDatum, nil
		}
		return types.NewTimetz(types.TimestamptzToTimetz(a.Num(), c.env().TimeZone)), nil
	}},
	"time_timetz": {f1: func(c *Ctx, a types.Datum) (types.Datum, error) {
		return types.NewTimetz(types.TimeToTimetz(a.Num(), pgMicros(c.txnTime()), c.env().TimeZone)), nil
	}},
	"timetz_time": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		return types.NewTime(a.Timetz().Micros), nil
	}},
	"timetz_zone": {f2: func(c *Ctx, z, a types.Datum) (types.Datum, error) {
		loc, _, err := types.LookupZone(z.Text())
		if err != nil {
			return types.NullDatum, err
		}
		return types.NewTimetz(types.TimetzAt(a.Timetz(), types.ZoneOffset(pgMicros(c.txnTime()), loc))), nil
	}},
	"timetz_izone": {f2: func(c *Ctx, z, a types.Datum) (types.Datum, error) {
		loc, _, err := types.IntervalZone(z.Interval())
		if err != nil {
			return types.NullDatum, err
		}
		return types.NewTimetz(types.TimetzAt(a.Timetz(), types.ZoneOffset(0, loc))), nil
	}},
	"timetz_at_local": {f1: func(c *Ctx, a types.Datum) (types.Datum, error) {
		off := types.ZoneOffset(pgMicros(c.txnTime()), c.env().TimeZone)
		return types.NewTimetz(types.TimetzAt(a.Timetz(), off)), nil
	}},
}

// overlapsLengths is overlaps where the second, the fourth or both arguments are
// intervals to add to the one before.
func overlapsLengths(plus code, second, fourth bool) code {
	return code{fn: func(c *Ctx, a []types.Datum) (types.Datum, error) {
		b := [4]types.Datum{a[0], a[1], a[2], a[3]}
		for i, isLength := range [...]bool{1: second, 3: fourth} {
			if !isLength {
				continue
			}
			if b[i] = types.NullDatum; !a[i-1].IsNull() && !a[i].IsNull() {
				var err error
				if b[i], err = plus.f2(c, a[i-1], a[i]); err != nil {
					return types.NullDatum, err
				}
			}
		}
		return overlaps(c, b[:])
	}}
}

func overlapsCodes() codeTable {
	t := codeTable{}
	for name, plus := range map[string]code{"timestamp": timestampPlus(types.TimestampAdd),
		"timestamptz": timestamptzPlus(types.TimestamptzAdd), "time": timePlus(types.TimeAdd)} {
		for _, ends := range [...][2]bool{{true, true}, {false, true}, {true, false}} {
			arg := func(length bool) string {
				if length {
					return "interval"
				}
				return name
			}
			src := "overlaps(" + name + "," + arg(ends[0]) + "," + name + "," + arg(ends[1]) + ")"
			t[src] = overlapsLengths(plus, ends[0], ends[1])
		}
	}
	return t
}
