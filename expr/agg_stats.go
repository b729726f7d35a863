package expr

// This file has the aggregates of statistics. The float states follow Youngs
// and Cramer: they carry n, the sum and the sum of squared differences, which
// loses no digits where values are large and close together. The numeric states
// carry exact sums.

import (
	"math"

	"minidb/pgerr"
	"minidb/types"
)

func init() {
	for _, name := range []string{"stddev_samp", "stddev_pop", "var_samp", "var_pop"} {
		aggStates[name+"_float"] = func([]types.OID) AggState { return newStats(name) }
		aggStates[name+"_numeric"] = func([]types.OID) AggState { return &numericStats{what: name} }
	}
	for _, name := range []string{"corr", "covar_pop", "covar_samp", "regr_avgx", "regr_avgy", "regr_count",
		"regr_intercept", "regr_r2", "regr_slope", "regr_sxx", "regr_sxy", "regr_syy"} {
		aggStates[name] = func([]types.OID) AggState { return &pairStats{what: name} }
	}
}

// floatStats is avg, variance or standard deviation of floats.
type floatStats struct {
	what       string
	n, sx, sxx float64
}

func newStats(what string) *floatStats { return &floatStats{what: what} }

func (s *floatStats) Add(_ *Ctx, args []types.Datum) error {
	if args[0].IsNull() {
		return nil
	}
	x := args[0].Float()
	old, oldSum := s.n, s.sx
	s.n++
	s.sx += x
	if old == 0 {
		if x-x != 0 {
			s.sxx = math.NaN()
		}
		return nil
	}
	d := x*s.n - s.sx
	s.sxx += d * d / (s.n * old)
	if isInf(s.sx) || isInf(s.sxx) {
		if !isInf(oldSum) && !isInf(x) {
			return overflow()
		}
		s.sxx = math.NaN()
	}
	return nil
}

func (s *floatStats) Result(*Ctx) (types.Datum, error) {
	n := s.n
	if s.what == "var_samp" || s.what == "stddev_samp" {
		n--
	}
	if n <= 0 {
		return types.NullDatum, nil
	}
	switch s.what {
	case "avg":
		return types.NewFloat8(s.sx / n), nil
	case "var_samp", "var_pop":
		return types.NewFloat8(s.sxx / n), nil
	}
	return types.NewFloat8(math.Sqrt(s.sxx / n)), nil
}
func (s *floatStats) Reset() { s.n, s.sx, s.sxx = 0, 0, 0 }

// numericStats is variance or standard deviation of integers and numerics.
type numericStats struct {
	what     string
	n        int64
	sum, sqr *types.Dec
	scales   scaleCount
}

func (s *numericStats) Add(_ *Ctx, args []types.Datum) (err error) {
	if args[0].IsNull() {
		return nil
	}
	var d *types.Dec
	if args[0].Kind() == types.Int {
		d = types.DecFromInt64(args[0].Int())
	} else {
		d = args[0].Dec()
		s.scales.add(d.Scale())
	}
	q, err := d.Mul(d)
	if err != nil {
		return err
	}
	if s.n++; s.n == 1 {
		s.sum, s.sqr = d, q
		return nil
	}
	if s.sum, err = s.sum.Add(d); err != nil {
		return err
	}
	s.sqr, err = s.sqr.Add(q)
	return err
}

func (s *numericStats) Result(*Ctx) (types.Datum, error) {
	m := s.n
	if s.what == "var_samp" || s.what == "stddev_samp" {
		m--
	}
	if m <= 0 || s.n == 0 {
		return types.NullDatum, nil
	}
	n := types.DecFromInt64(s.n)
	if s.sqr.IsNaN() || s.sqr.IsInf() {
		d, err := types.ParseDec("NaN")
		return numericResult(d, err)
	}
	a, err := s.sqr.Mul(n)
	if err != nil {
		return types.NullDatum, err
	}
	b, err := s.sum.Mul(s.sum)
	if err != nil {
		return types.NullDatum, err
	}
	if a, err = a.Sub(b); err != nil {
		return types.NullDatum, err
	}
	if a.Sign() <= 0 {
		return types.NewNumeric(types.DecFromInt64(0)), nil
	}
	if b, err = n.Mul(types.DecFromInt64(m)); err != nil {
		return types.NullDatum, err
	}
	if a, err = a.Div(b); err != nil {
		return types.NullDatum, err
	}
	if s.what == "stddev_samp" || s.what == "stddev_pop" {
		return numericResult(a.SqrtScale(a.Scale()))
	}
	return types.NewNumeric(a), nil
}
func (s *numericStats) Reset() { s.n, s.sum, s.sqr, s.scales = 0, nil, nil, scaleCount{} }

// pairStats is the family of corr, covar and regr over (y, x).
type pairStats struct {
	what                     string
	n, sx, sxx, sy, syy, sxy float64
}

func (s *pairStats) Add(_ *Ctx, args []types.Datum) error {
	if args[0].IsNull() || args[1].IsNull() {
		return nil
	}
	y, x := args[0].Float(), args[1].Float()
	old := s.n
	s.n++
	s.sx += x
	s.sy += y
	if old == 0 {
		if x-x != 0 {
			s.sxx, s.sxy = math.NaN(), math.NaN()
		}
		if y-y != 0 {
			s.syy, s.sxy = math.NaN(), math.NaN()
		}
		return nil
	}
	dx, dy := x*s.n-s.sx, y*s.n-s.sy
	scale := 1 / (s.n * old)
	s.sxx += dx * dx * scale
	s.syy += dy * dy * scale
	s.sxy += dx * dy * scale
	if isInf(s.sxx) || isInf(s.syy) || isInf(s.sxy) {
		return pgerr.New(pgerr.NumericValueOutOfRange, "value out of range: overflow")
	}
	return nil
}

func (s *pairStats) Result(*Ctx) (types.Datum, error) {
	if s.what == "regr_count" {
		return types.NewInt(int64(s.n)), nil
	}
	if s.n < 1 || s.what == "covar_samp" && s.n < 2 {
		return types.NullDatum, nil
	}
	null := false
	var v float64
	switch s.what {
	case "regr_sxx":
		v = s.sxx
	case "regr_syy":
		v = s.syy
	case "regr_sxy":
		v = s.sxy
	case "regr_avgx":
		v = s.sx / s.n
	case "regr_avgy":
		v = s.sy / s.n
	case "covar_pop":
		v = s.sxy / s.n
	case "covar_samp":
		v = s.sxy / (s.n - 1)
	case "corr":
		null = s.sxx == 0 || s.syy == 0
		v = s.sxy / math.Sqrt(s.sxx*s.syy)
	case "regr_r2":
		null = s.sxx == 0
		v = s.sxy * s.sxy / (s.sxx * s.syy)
		if s.syy == 0 {
			v = 1
		}
	case "regr_slope":
		null = s.sxx == 0
		v = s.sxy / s.sxx
	case "regr_intercept":
		null = s.sxx == 0
		v = (s.sy - s.sx*s.sxy/s.sxx) / s.n
	}
	if null {
		return types.NullDatum, nil
	}
	return types.NewFloat8(v), nil
}
func (s *pairStats) Reset() { *s = pairStats{what: s.what} }
