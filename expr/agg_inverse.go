package expr

// Taking rows out of aggregates again, for window frames that move: PostgreSQL's
// inverse transition functions (pg_aggregate.aggminvtransfn). Only aggregates that
// PostgreSQL has one for are here: sums of floats would lose digits.

import (
	"math/bits"

	"minidb/types"
)

// Remover is a state that rows can leave in the order in which they came. Remove
// returns false if it cannot, and then the state is of no more use before Reset.
type Remover interface {
	AggState
	Remove(c *Ctx, args []types.Datum) (bool, error)
}

// Remove takes out the oldest row.
func (s *countState) Remove(_ *Ctx, args []types.Datum) (bool, error) {
	if s.star || len(args) == 0 || !args[0].IsNull() {
		s.n--
	}
	return true, nil
}

// Remove takes out the oldest row.
func (s *sumInt) Remove(_ *Ctx, args []types.Datum) (bool, error) {
	if args[0].IsNull() {
		return true, nil
	}
	v := args[0].Int()
	var borrow uint64
	s.lo, borrow = bits.Sub64(s.lo, uint64(v), 0)
	s.hi -= v>>63 + int64(borrow)
	s.n--
	return true, nil
}

// scaleCount tells how many inputs have the largest scale: a sum shows that many
// digits, so when the last of them leaves it must be computed anew.
type scaleCount struct {
	scale int32
	n     int64
}

func (s *scaleCount) add(scale int32) {
	switch {
	case scale > s.scale:
		s.scale, s.n = scale, 1
	case scale == s.scale:
		s.n++
	}
}

// remove returns false if the scale would have to shrink.
func (s *scaleCount) remove(scale int32) bool {
	if scale < s.scale || s.scale == 0 {
		return true
	}
	s.n--
	return s.n > 0
}

// Remove takes out the oldest row.
func (s *sumNumeric) Remove(_ *Ctx, args []types.Datum) (bool, error) {
	if args[0].IsNull() {
		return true, nil
	}
	s.n--
	if s.n == 0 {
		s.Reset()
		return true, nil
	}
	d := args[0].Dec()
	if !d.IsFinite() || !s.scales.remove(d.Scale()) {
		return false, nil
	}
	return true, s.sum.Add(types.NewNumeric(d.Neg()))
}

// Remove takes out the oldest row.
func (s *sumInterval) Remove(_ *Ctx, args []types.Datum) (ok bool, err error) {
	if args[0].IsNull() {
		return true, nil
	}
	s.n--
	if s.n == 0 {
		s.Reset()
		return true, nil
	}
	v := args[0].Interval()
	if !types.IntervalIsFinite(v) || !types.IntervalIsFinite(s.sum) {
		return false, nil
	}
	s.sum, err = types.IntervalSub(s.sum, v)
	return true, err
}

// Remove takes out the oldest row. With NULLs and values alike gone it is NULL again.
func (s *boolState) Remove(_ *Ctx, args []types.Datum) (bool, error) {
	if args[0].IsNull() {
		return true, nil
	}
	s.n--
	if args[0].Bool() {
		s.trues--
	}
	return true, nil
}

// Remove takes out the oldest row.
func (s *numericStats) Remove(_ *Ctx, args []types.Datum) (bool, error) {
	if args[0].IsNull() {
		return true, nil
	}
	s.n--
	if s.n == 0 {
		s.Reset()
		return true, nil
	}
	if args[0].Kind() != types.Int && (!args[0].Dec().IsFinite() || !s.scales.remove(args[0].Dec().Scale())) {
		return false, nil
	}
	d := args[0]
	var v *types.Dec
	if d.Kind() == types.Int {
		v = types.DecFromInt64(d.Int())
	} else {
		v = d.Dec()
	}
	q, err := v.Mul(v)
	if err != nil {
		return false, err
	}
	if s.sum, err = s.sum.Sub(v); err != nil {
		return false, err
	}
	s.sqr, err = s.sqr.Sub(q)
	return true, err
}
