package expr

// This file has the states of ordered-set aggregates (percentile_cont,
// percentile_disc, mode) and hypothetical-set ones (rank and its kin). They get
// their input sorted by WITHIN GROUP's order, each row behind the direct arguments.

import (
	"math"

	"minidb/pgerr"
	"minidb/types"
)

// HypotheticalState is a state that compares its rows by WITHIN GROUP's order.
type HypotheticalState interface {
	AggState
	// SetCompare gives the comparison of two lists of WITHIN GROUP's arguments.
	SetCompare(func(a, b []types.Datum) int)
}

var orderedSetStates = map[string]func(argTypes []types.OID) AggState{
	"percentile_disc": func(ts []types.OID) AggState { return newPercentile(ts, discrete) },
	"percentile_cont": func(ts []types.OID) AggState { return newPercentile(ts, betweenFloats) },
	"percentile_span": func(ts []types.OID) AggState { return newPercentile(ts, betweenIntervals) },
	"mode":            func(ts []types.OID) AggState { return &modeState{bpchar: ts[0] == types.BpcharOID} },
	"rank":            func([]types.OID) AggState { return &rankState{} },
	"dense_rank":      func([]types.OID) AggState { return &rankState{dense: true} },
	"percent_rank":    func([]types.OID) AggState { return &rankState{result: percentRank} },
	"cume_dist":       func([]types.OID) AggState { return &rankState{result: cumeDist} },
}

// percentileOf picks the value at a fraction of the sorted values.
type percentileOf func(sorted []types.Datum, fraction float64) (types.Datum, error)

// percentile collects the sorted values that are not NULL.
type percentile struct {
	of     percentileOf
	elem   types.OID // of the result's elements, if many fractions are asked for
	many   bool
	asked  types.Datum
	values []types.Datum
	bytes  int64
}

func newPercentile(ts []types.OID, of percentileOf) AggState {
	return &percentile{of: of, many: ts[0] != types.Float8OID, elem: ts[1]}
}

func (s *percentile) Add(_ *Ctx, args []types.Datum) error {
	s.asked = args[0]
	if args[1].IsNull() {
		return nil
	}
	s.values = append(s.values, args[1])
	s.bytes += types.RowBytes(args[1:2])
	return nil
}

func (s *percentile) Reset() { s.asked, s.values, s.bytes = types.NullDatum, s.values[:0], 0 }

// Bytes makes it a Collector.
func (s *percentile) Bytes() int64 { return s.bytes }

func (s *percentile) Result(*Ctx) (types.Datum, error) {
	if s.asked.IsNull() {
		return types.NullDatum, nil
	}
	if !s.many {
		return s.at(s.asked)
	}
	in := s.asked.Array()
	out := &types.ArrayVal{Elem: s.elem, Dims: in.Dims, Lower: in.Lower, Elems: make([]types.Datum, len(in.Elems))}
	for i, f := range in.Elems {
		var err error
		if out.Elems[i], err = s.at(f); err != nil {
			return types.NullDatum, err
		}
	}
	if len(s.values) == 0 {
		return types.NullDatum, nil
	}
	return types.NewArray(out), nil
}

func (s *percentile) at(fraction types.Datum) (types.Datum, error) {
	if fraction.IsNull() {
		return types.NullDatum, nil
	}
	f := fraction.Float()
	if !(f >= 0 && f <= 1) {
		return types.NullDatum, pgerr.New(pgerr.NumericValueOutOfRange, "percentile value %g is not between 0 and 1", f)
	}
	if len(s.values) == 0 {
		return types.NullDatum, nil
	}
	return s.of(s.values, f)
}

func discrete(sorted []types.Datum, fraction float64) (types.Datum, error) {
	return sorted[max(int(math.Ceil(fraction*float64(len(sorted)))), 1)-1], nil
}

// neighbours finds the values around a fraction and how far it is from the first.
func neighbours(sorted []types.Datum, fraction float64) (lo, hi types.Datum, part float64) {
	at := fraction * float64(len(sorted)-1)
	return sorted[int(math.Floor(at))], sorted[int(math.Ceil(at))], at - math.Floor(at)
}

func betweenFloats(sorted []types.Datum, fraction float64) (types.Datum, error) {
	lo, hi, part := neighbours(sorted, fraction)
	if part == 0 {
		return lo, nil
	}
	return types.NewFloat8(lo.Float() + part*(hi.Float()-lo.Float())), nil
}

func betweenIntervals(sorted []types.Datum, fraction float64) (types.Datum, error) {
	lo, hi, part := neighbours(sorted, fraction)
	if part == 0 {
		return lo, nil
	}
	d, err := types.IntervalSub(hi.Interval(), lo.Interval())
	if err == nil {
		d, err = types.IntervalMul(d, part)
	}
	if err == nil {
		d, err = types.IntervalAdd(d, lo.Interval())
	}
	return intervalResult(d, err)
}

// modeState finds the longest run of equal values, the first of equally long ones.
type modeState struct {
	bpchar     bool
	last, best types.Datum
	run, most  int
}

func (s *modeState) Add(_ *Ctx, args []types.Datum) error {
	v := args[0]
	if v.IsNull() {
		return nil
	}
	kind := cmpGeneric
	if s.bpchar {
		kind = cmpBpchar
	}
	if s.run > 0 && compareAs(kind, s.last, v) == 0 {
		s.run++
	} else {
		s.last, s.run = v, 1
	}
	if s.run > s.most {
		s.best, s.most = s.last, s.run
	}
	return nil
}

func (s *modeState) Result(*Ctx) (types.Datum, error) { return s.best, nil }
func (s *modeState) Reset() {
	s.last, s.best, s.run, s.most = types.NullDatum, types.NullDatum, 0, 0
}

type rankResult uint8

const (
	plainRank rankResult = iota
	percentRank
	cumeDist
)

// rankState counts the rows before a hypothetical row and those equal to it.
type rankState struct {
	result              rankResult
	dense               bool // equal rows count once
	compare             func(a, b []types.Datum) int
	rows, before, peers int64
	last                []types.Datum
}

func (s *rankState) SetCompare(f func(a, b []types.Datum) int) { s.compare = f }

func (s *rankState) Add(_ *Ctx, args []types.Datum) error {
	n := len(args) / 2
	row := args[n:]
	s.rows++
	if s.dense {
		if s.last != nil && s.compare(s.last, row) == 0 {
			return nil
		}
		s.last = append(s.last[:0], row...)
	}
	switch c := s.compare(row, args[:n]); {
	case c < 0:
		s.before++
	case c == 0:
		s.peers++
	}
	return nil
}

func (s *rankState) Result(*Ctx) (types.Datum, error) {
	switch {
	case s.result == percentRank && s.rows == 0:
		return types.NewFloat8(0), nil
	case s.result == percentRank:
		return types.NewFloat8(float64(s.before) / float64(s.rows)), nil
	case s.result == cumeDist:
		return types.NewFloat8(float64(s.before+s.peers+1) / float64(s.rows+1)), nil
	}
	return types.NewInt(s.before + 1), nil
}

func (s *rankState) Reset() { s.rows, s.before, s.peers, s.last = 0, 0, 0, nil }
