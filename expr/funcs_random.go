package expr

// This file has random() and its kin. The generator is the session's.

import (
	"slices"

	"minidb/pgerr"
	"minidb/types"
)

// fallbackPrng serves expressions without a session.
var fallbackPrng types.Prng

func (c *Ctx) prng() *types.Prng {
	if c == nil || c.Sess == nil {
		return &fallbackPrng
	}
	return &c.Sess.Random
}

var randomCodes = codeTable{
	"drandom":    {f0: func(c *Ctx) (types.Datum, error) { return types.NewFloat8(c.prng().Float64()), nil }},
	"setseed":    {f1: setSeed},
	"int4random": {f2: randomRange},
	"int8random": {f2: randomRange},
	"numeric_random": {f2: func(c *Ctx, lo, hi types.Datum) (types.Datum, error) {
		return randomNumeric(c, lo.Dec(), hi.Dec())
	}},
	"drandom_normal": {f2: func(c *Ctx, mean, dev types.Datum) (types.Datum, error) {
		return types.NewFloat8(dev.Float()*c.prng().Normal() + mean.Float()), nil
	}},
	"array_shuffle": {f1: func(c *Ctx, a types.Datum) (types.Datum, error) {
		v := a.Array()
		if len(v.Elems) < 2 {
			return a, nil
		}
		return shuffled(c, v, int(v.Dims[0]), true), nil
	}},
	"array_sample": {f2: func(c *Ctx, a, n types.Datum) (types.Datum, error) {
		v, most := a.Array(), int32(0)
		if len(v.Dims) > 0 {
			most = v.Dims[0]
		}
		if k := n.Int(); k < 0 || k > int64(most) {
			return types.NullDatum, pgerr.New(pgerr.InvalidParameterValue, "sample size must be between 0 and %d", most)
		}
		return shuffled(c, v, int(n.Int()), false), nil
	}},
}

// shuffled takes n items of the first dimension of v at random.
func shuffled(c *Ctx, v *types.ArrayVal, n int, keepLower bool) types.Datum {
	out := &types.ArrayVal{Elem: v.Elem}
	if n == 0 {
		return types.NewArray(out)
	}
	items, width := int(v.Dims[0]), len(v.Elems)/int(v.Dims[0])
	order := make([]int, items)
	for i := range order {
		order[i] = i
	}
	for i := range n {
		j := i + int(c.prng().Upto(uint64(items-1-i)))
		order[i], order[j] = order[j], order[i]
		out.Elems = append(out.Elems, v.Elems[order[i]*width:(order[i]+1)*width]...)
	}
	out.Dims, out.Lower = slices.Clone(v.Dims), slices.Clone(v.Lower)
	out.Dims[0] = int32(n)
	if !keepLower {
		out.Lower[0] = 1
	}
	return types.NewArray(out)
}

func setSeed(c *Ctx, a types.Datum) (types.Datum, error) {
	f := a.Float()
	if !(f >= -1 && f <= 1) {
		return types.NullDatum, pgerr.New(pgerr.InvalidParameterValue, "setseed parameter %v is out of allowed range [-1,1]", f)
	}
	c.prng().Seed(f)
	return types.NewText(""), nil
}

func errRandomBounds() error {
	return pgerr.New(pgerr.InvalidParameterValue, "lower bound must be less than or equal to upper bound")
}

func randomRange(c *Ctx, lo, hi types.Datum) (types.Datum, error) {
	a, b := lo.Int(), hi.Int()
	if a > b {
		return types.NullDatum, errRandomBounds()
	}
	return types.NewInt(a + int64(c.prng().Upto(uint64(b)-uint64(a)))), nil
}

func randomNumeric(c *Ctx, lo, hi *types.Dec) (types.Datum, error) {
	for _, b := range []struct {
		d    *types.Dec
		name string
	}{{lo, "lower"}, {hi, "upper"}} {
		switch {
		case b.d.IsNaN():
			return types.NullDatum, pgerr.New(pgerr.InvalidParameterValue, "%s bound cannot be NaN", b.name)
		case b.d.IsInf():
			return types.NullDatum, pgerr.New(pgerr.InvalidParameterValue, "%s bound cannot be infinity", b.name)
		}
	}
	switch lo.Cmp(hi) {
	case 1:
		return types.NullDatum, errRandomBounds()
	case 0:
		return numericResult(lo.Round(max(lo.Scale(), hi.Scale())))
	}
	d, err := c.prng().DecRange(lo, hi)
	if err != nil {
		return types.NullDatum, err
	}
	return types.NewNumeric(d), nil
}
