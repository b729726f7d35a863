package expr

// This file has generate_series, which yields one value at a time, so that a
// long series takes no memory.

import (
	"time"

	"minidb/pgerr"
	"minidb/types"
)

var seriesCodes = codeTable{
	"generate_series_int4":                {srf: intSeries(4)},
	"generate_series_step_int4":           {srf: intSeries(4)},
	"generate_series_int8":                {srf: intSeries(8)},
	"generate_series_step_int8":           {srf: intSeries(8)},
	"generate_series_numeric":             {srf: numericSeries},
	"generate_series_step_numeric":        {srf: numericSeries},
	"generate_series_timestamp":           {srf: timestampSeries},
	"generate_series_timestamptz":         {srf: timestamptzSeries},
	"generate_series_timestamptz_at_zone": {srf: timestamptzSeries},
}

func errStep() error {
	return pgerr.New(pgerr.InvalidParameterValue, "step size cannot equal zero")
}

func intSeries(width uint8) SRF {
	return func(_ *Ctx, args []types.Datum) (SRFIter, error) {
		next, stop, step := args[0].Int(), args[1].Int(), int64(1)
		if len(args) > 2 {
			if step = args[2].Int(); step == 0 {
				return nil, errStep()
			}
		}
		done := false
		row := make(types.Row, 1)
		return func() (types.Row, bool, error) {
			if done || step > 0 && next > stop || step < 0 && next < stop {
				return nil, false, nil
			}
			row[0] = types.NewInt(next)
			v, ok := arith('+', width, next, step)
			next, done = v, !ok
			return row, true, nil
		}, nil
	}
}

func numericSeries(_ *Ctx, args []types.Datum) (SRFIter, error) {
	step := types.DecFromInt64(1)
	if len(args) > 2 {
		step = args[2].Dec()
	}
	for i, what := range []string{"start", "stop", "step size"} {
		if i >= len(args) {
			break
		}
		if d := args[i].Dec(); d.IsNaN() || d.IsInf() {
			kind := "NaN"
			if d.IsInf() {
				kind = "infinity"
			}
			if i < 2 {
				what += " value"
			}
			return nil, pgerr.New(pgerr.InvalidParameterValue, "%s cannot be %s", what, kind)
		}
	}
	if step.Sign() == 0 {
		return nil, errStep()
	}
	next, stop := args[0].Dec(), args[1].Dec()
	row := make(types.Row, 1)
	return func() (types.Row, bool, error) {
		if next.Cmp(stop)*step.Sign() > 0 {
			return nil, false, nil
		}
		row[0] = types.NewNumeric(next)
		var err error
		next, err = next.Add(step)
		return row, err == nil, err
	}, nil
}

func timestampSeries(_ *Ctx, args []types.Datum) (SRFIter, error) {
	return timeSeries(args, types.NewTimestamp, types.TimestampAdd)
}

func timestamptzSeries(c *Ctx, args []types.Datum) (SRFIter, error) {
	loc := c.env().TimeZone
	if len(args) > 3 {
		var err error
		if loc, _, err = types.LookupZone(args[3].Text()); err != nil {
			return nil, err
		}
	}
	return timeSeries(args, types.NewTimestamptz, inZone(loc))
}

func inZone(loc *time.Location) func(int64, types.IntervalVal) (int64, error) {
	return func(us int64, iv types.IntervalVal) (int64, error) { return types.TimestamptzAdd(us, iv, loc) }
}

func timeSeries(args []types.Datum, make1 func(int64) types.Datum, add func(int64, types.IntervalVal) (int64, error)) (SRFIter, error) {
	next, stop, step := args[0].Num(), args[1].Num(), args[2].Interval()
	sign := types.IntervalCompare(step, types.IntervalVal{})
	if sign == 0 {
		return nil, errStep()
	}
	if !types.IntervalIsFinite(step) {
		return nil, pgerr.New(pgerr.InvalidParameterValue, "step size cannot be infinite")
	}
	row := make(types.Row, 1)
	return func() (types.Row, bool, error) {
		if sign > 0 && next > stop || sign < 0 && next < stop || !finite(next) {
			return nil, false, nil
		}
		row[0] = make1(next)
		var err error
		next, err = add(next, step)
		return row, err == nil, err
	}, nil
}
