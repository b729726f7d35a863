package expr

// This file has the states of the common aggregates. A state adds a row without
// allocating: integer sums are kept in 64 or 128 bits, minima and maxima as a
// datum. The states of statistics are in agg_stats.go.

import (
	"math/big"
	"math/bits"
	"slices"

	"minidb/pgerr"
	"minidb/types"
)

// aggStates makes states by the names that aggTable uses. argTypes are the
// call's.
var aggStates = map[string]func(argTypes []types.OID) AggState{
	"count":      func([]types.OID) AggState { return &countState{} },
	"count_star": func([]types.OID) AggState { return &countState{star: true} },

	"sum_int":      func([]types.OID) AggState { return &sumInt{} },
	"sum_int8":     func([]types.OID) AggState { return &sumInt{numeric: true} },
	"avg_int":      func([]types.OID) AggState { return &sumInt{avg: true} },
	"avg_int8":     func([]types.OID) AggState { return &sumInt{avg: true} },
	"sum_numeric":  func([]types.OID) AggState { return &sumNumeric{} },
	"avg_numeric":  func([]types.OID) AggState { return &sumNumeric{avg: true} },
	"sum_float4":   func([]types.OID) AggState { return &sumFloat{single: true} },
	"sum_float8":   func([]types.OID) AggState { return &sumFloat{} },
	"avg_float4":   func([]types.OID) AggState { return newStats("avg") },
	"avg_float8":   func([]types.OID) AggState { return newStats("avg") },
	"sum_interval": func([]types.OID) AggState { return &sumInterval{} },
	"avg_interval": func([]types.OID) AggState { return &sumInterval{avg: true} },

	"min":        func([]types.OID) AggState { return &minMax{kind: cmpGeneric, sign: -1} },
	"max":        func([]types.OID) AggState { return &minMax{kind: cmpGeneric, sign: 1} },
	"min_bpchar": func([]types.OID) AggState { return &minMax{kind: cmpBpchar, sign: -1} },
	"max_bpchar": func([]types.OID) AggState { return &minMax{kind: cmpBpchar, sign: 1} },
	"any_value":  func([]types.OID) AggState { return &minMax{kind: cmpGeneric} },

	"bool_and": func([]types.OID) AggState { return &boolState{and: true} },
	"bool_or":  func([]types.OID) AggState { return &boolState{} },
	"bit_and":  func([]types.OID) AggState { return &bitState{op: '&'} },
	"bit_or":   func([]types.OID) AggState { return &bitState{op: '|'} },
	"bit_xor":  func([]types.OID) AggState { return &bitState{op: '#'} },

	"string_agg_text":  func([]types.OID) AggState { return &stringAgg{} },
	"string_agg_bytea": func([]types.OID) AggState { return &stringAgg{bytea: true} },
	"array_agg":        func(ts []types.OID) AggState { return &arrayAgg{elem: ts[0]} },
	"array_agg_array":  func(ts []types.OID) AggState { return &arrayAgg{elem: elemOfBuiltin(ts[0]), stack: true} },
}

type countState struct {
	n    int64
	star bool
}

func (s *countState) Add(_ *Ctx, args []types.Datum) error {
	if s.star || len(args) == 0 || !args[0].IsNull() {
		s.n++
	}
	return nil
}
func (s *countState) Result(*Ctx) (types.Datum, error) { return types.NewInt(s.n), nil }
func (s *countState) Reset()                           { s.n = 0 }

// sumInt sums integers in 128 bits: hi and lo are a two's complement number.
type sumInt struct {
	n            int64
	hi           int64
	lo           uint64
	numeric, avg bool
}

func (s *sumInt) Add(_ *Ctx, args []types.Datum) error {
	if args[0].IsNull() {
		return nil
	}
	v := args[0].Int()
	var carry uint64
	s.lo, carry = bits.Add64(s.lo, uint64(v), 0)
	s.hi += v>>63 + int64(carry)
	s.n++
	return nil
}

func (s *sumInt) dec() (*types.Dec, error) {
	if s.hi == int64(s.lo)>>63 {
		return types.DecFromInt64(int64(s.lo)), nil
	}
	b := new(big.Int).Lsh(big.NewInt(s.hi), 64)
	b.Add(b, new(big.Int).SetUint64(s.lo))
	return types.ParseDec(b.String())
}

func (s *sumInt) Result(*Ctx) (types.Datum, error) {
	if s.n == 0 {
		return types.NullDatum, nil
	}
	if !s.avg && !s.numeric {
		if s.hi != int64(s.lo)>>63 {
			return types.NullDatum, outOfRange(8)
		}
		return types.NewInt(int64(s.lo)), nil
	}
	d, err := s.dec()
	if err != nil || !s.avg {
		return numericResult(d, err)
	}
	return numericResult(d.Div(types.DecFromInt64(s.n)))
}
func (s *sumInt) Reset() { s.n, s.hi, s.lo = 0, 0, 0 }

type sumNumeric struct {
	n      int64
	sum    types.DecSum
	avg    bool
	scales scaleCount
}

func (s *sumNumeric) Add(_ *Ctx, args []types.Datum) error {
	if args[0].IsNull() {
		return nil
	}
	s.n++
	s.scales.add(args[0].NumericScale())
	return s.sum.Add(args[0])
}

func (s *sumNumeric) Result(*Ctx) (types.Datum, error) {
	if s.n == 0 {
		return types.NullDatum, nil
	}
	sum, err := s.sum.Value()
	if err != nil || !s.avg {
		return numericResult(sum, err)
	}
	return numericResult(sum.Div(types.DecFromInt64(s.n)))
}
func (s *sumNumeric) Reset() { s.n, s.sum, s.scales = 0, types.DecSum{}, scaleCount{} }

type sumFloat struct {
	n      int64
	sum    float64
	single bool
}

func (s *sumFloat) Add(_ *Ctx, args []types.Datum) error {
	if args[0].IsNull() {
		return nil
	}
	v := args[0].Float()
	sum := s.sum + v
	if s.single {
		sum = float64(float32(sum))
	}
	if isInf(sum) && !isInf(s.sum) && !isInf(v) {
		return overflow()
	}
	s.n++
	s.sum = sum
	return nil
}

func isInf(f float64) bool { return f-f != 0 && f == f }

func (s *sumFloat) Result(*Ctx) (types.Datum, error) {
	if s.n == 0 {
		return types.NullDatum, nil
	}
	if s.single {
		return types.NewFloat4(float32(s.sum)), nil
	}
	return types.NewFloat8(s.sum), nil
}
func (s *sumFloat) Reset() { s.n, s.sum = 0, 0 }

type sumInterval struct {
	n   int64
	sum types.IntervalVal
	avg bool
}

func (s *sumInterval) Add(_ *Ctx, args []types.Datum) (err error) {
	if args[0].IsNull() {
		return nil
	}
	s.n++
	s.sum, err = types.IntervalAdd(s.sum, args[0].Interval())
	return err
}

func (s *sumInterval) Result(*Ctx) (types.Datum, error) {
	if s.n == 0 {
		return types.NullDatum, nil
	}
	if s.avg {
		return intervalResult(types.IntervalDiv(s.sum, float64(s.n)))
	}
	return types.NewInterval(s.sum), nil
}
func (s *sumInterval) Reset() { s.n, s.sum = 0, types.IntervalVal{} }

// minMax keeps the best value; with sign 0 the first one.
type minMax struct {
	best types.Datum
	kind fuseKind
	sign int
}

func (s *minMax) Add(_ *Ctx, args []types.Datum) error {
	d := args[0]
	if d.IsNull() {
		return nil
	}
	if s.best.IsNull() {
		s.best = d
		return nil
	}
	if s.sign == 0 {
		return nil
	}
	// Of equal values that are written differently (1.0 and 1.00), PostgreSQL's functions
	// keep the later one, but those of char(n) the earlier.
	if c := compareAs(s.kind, d, s.best) * s.sign; c > 0 || c == 0 && s.kind != cmpBpchar {
		s.best = d
	}
	return nil
}
func (s *minMax) Result(*Ctx) (types.Datum, error) { return s.best, nil }
func (s *minMax) Reset()                           { s.best = types.NullDatum }

// boolState counts: rows may leave a window frame again.
type boolState struct {
	n, trues int64
	and      bool
}

func (s *boolState) Add(_ *Ctx, args []types.Datum) error {
	if args[0].IsNull() {
		return nil
	}
	s.n++
	if args[0].Bool() {
		s.trues++
	}
	return nil
}

func (s *boolState) Result(*Ctx) (types.Datum, error) {
	if s.n == 0 {
		return types.NullDatum, nil
	}
	if s.and {
		return types.NewBool(s.trues == s.n), nil
	}
	return types.NewBool(s.trues > 0), nil
}
func (s *boolState) Reset() { s.n, s.trues = 0, 0 }

type bitState struct {
	seen bool
	v    int64
	op   byte
}

func (s *bitState) Add(_ *Ctx, args []types.Datum) error {
	if args[0].IsNull() {
		return nil
	}
	v := args[0].Int()
	switch {
	case !s.seen:
		s.seen, s.v = true, v
	case s.op == '&':
		s.v &= v
	case s.op == '|':
		s.v |= v
	default:
		s.v ^= v
	}
	return nil
}

func (s *bitState) Result(*Ctx) (types.Datum, error) {
	if !s.seen {
		return types.NullDatum, nil
	}
	return types.NewInt(s.v), nil
}
func (s *bitState) Reset() { s.seen, s.v = false, 0 }

// stringAgg joins texts or byteas; the first row's delimiter is not used.
type stringAgg struct {
	seen, bytea bool
	buf         []byte
}

func (s *stringAgg) Add(_ *Ctx, args []types.Datum) error {
	if args[0].IsNull() {
		return nil
	}
	if s.seen && !args[1].IsNull() {
		s.buf = s.append(args[1])
	}
	s.seen = true
	s.buf = s.append(args[0])
	return checkLength(len(s.buf))
}

func (s *stringAgg) append(d types.Datum) []byte {
	if s.bytea {
		return append(s.buf, d.Bytes()...)
	}
	return append(s.buf, d.Text()...)
}

func (s *stringAgg) Result(*Ctx) (types.Datum, error) {
	switch {
	case !s.seen:
		return types.NullDatum, nil
	case s.bytea:
		return types.NewBytea(append([]byte(nil), s.buf...)), nil
	}
	return types.NewText(string(s.buf)), nil
}
func (s *stringAgg) Reset() { s.seen, s.buf = false, s.buf[:0] }

// Bytes makes it a Collector.
func (s *stringAgg) Bytes() int64 { return int64(len(s.buf)) }

type arrayAgg struct {
	elem  types.OID
	stack bool // the inputs are arrays
	seen  bool
	elems types.ElemBuilder
	bytes int64
}

func (s *arrayAgg) Add(c *Ctx, args []types.Datum) error {
	s.seen = true
	if s.stack {
		if err := s.fits(args[0]); err != nil {
			return err
		}
	}
	s.elems.Env = c.env()
	if err := s.elems.Add(args[0]); err != nil {
		return err
	}
	s.bytes += types.RowBytes(args[:1])
	return nil
}

// fits checks an array that is to be one more row of an array of arrays.
func (s *arrayAgg) fits(d types.Datum) error {
	if d.IsNull() {
		return pgerr.New(pgerr.NullValueNotAllowed, "cannot accumulate null arrays")
	}
	a := d.Array()
	if len(a.Elems) == 0 && len(s.elems.Elems) == 0 {
		return pgerr.New(pgerr.ArraySubscriptError, "cannot accumulate empty arrays")
	}
	if len(s.elems.Elems) > 0 && !slices.Equal(a.Dims, s.elems.Elems[0].Array().Dims) {
		return pgerr.New(pgerr.ArraySubscriptError, "cannot accumulate arrays of different dimensionality")
	}
	return nil
}

func (s *arrayAgg) Result(c *Ctx) (types.Datum, error) {
	switch {
	case !s.seen:
		return types.NullDatum, nil
	case s.stack:
		return stackArrays(c, s.elem, s.elems.Elems)
	}
	if err := c.roomForElems(len(s.elems.Elems)); err != nil {
		return types.NullDatum, err
	}
	return types.NewArray1(s.elem, slices.Clone(s.elems.Elems)), nil
}
func (s *arrayAgg) Reset() { s.seen, s.elems.Elems, s.bytes = false, s.elems.Elems[:0], 0 }

// Bytes makes it a Collector.
func (s *arrayAgg) Bytes() int64 { return s.bytes }
