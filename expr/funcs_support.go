package expr

// This file has small functions that mostly serve others.

import (
	"math"
	"sort"
	"strings"

	"minidb/pgerr"
	"minidb/types"
)

func supportCodes() codeTable {
	return codeTable{
		"int4inc": increment(4, 1), "int8inc": increment(8, 1), "int8dec": increment(8, -1),
		"similar_escape": {fn: similarEscape},
		"like_escape_bytea": {f2: func(c *Ctx, a, e types.Datum) (types.Datum, error) {
			d, err := likeEscape(c, types.NewText(latin1(a.Bytes())), types.NewText(latin1(e.Bytes())))
			if err != nil {
				return types.NullDatum, err
			}
			out := make([]byte, 0, len(d.Text()))
			for _, r := range d.Text() {
				out = append(out, byte(r))
			}
			return types.NewBytea(out), nil
		}},
		"width_bucket_array": {bind: bindWidthBucket},
		"oidvectortypes":     {f1: oidVectorTypes},
		"derfc":              {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) { return types.NewFloat8(math.Erfc(a.Float())), nil }},
		"dgamma":             {f1: gamma},
		"dlgamma":            {f1: lgamma},
	}
}

func increment(width uint8, by int64) code {
	return code{f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		v := a.Int() + by
		if width == 4 && v != int64(int32(v)) || by > 0 && v < a.Int() || by < 0 && v > a.Int() {
			return types.NullDatum, outOfRange(width)
		}
		return types.NewInt(v), nil
	}}
}

// similarEscape is the older similar_to_escape, whose escape may be NULL.
func similarEscape(c *Ctx, a []types.Datum) (types.Datum, error) {
	if a[0].IsNull() {
		return types.NullDatum, nil
	}
	esc := a[1]
	if esc.IsNull() {
		esc = types.NewText(`\`)
	}
	return similarEscape2(c, a[0], esc)
}

// bindWidthBucket finds the threshold that a value is not below, in a sorted array.
func bindWidthBucket(ci CallInfo) Impl {
	bpchar := ci.Args[0] == types.BpcharOID
	return func(_ *Ctx, args []types.Datum) (types.Datum, error) {
		v, a := args[0], args[1].Array()
		if len(a.Dims) > 1 {
			return types.NullDatum, pgerr.New(pgerr.ArraySubscriptError, "thresholds must be one-dimensional array")
		}
		for _, e := range a.Elems {
			if e.IsNull() {
				return types.NullDatum, pgerr.New(pgerr.NullValueNotAllowed, "thresholds array must not contain NULLs")
			}
		}
		return types.NewInt(int64(sort.Search(len(a.Elems), func(i int) bool {
			if bpchar {
				return compareAs(cmpBpchar, v, a.Elems[i]) < 0
			}
			return types.Compare(v, a.Elems[i]) < 0
		}))), nil
	}
}

func oidVectorTypes(_ *Ctx, a types.Datum) (types.Datum, error) {
	var names []string
	for _, e := range a.Array().Elems {
		name := "???"
		if t, ok := types.ByOID(types.OID(e.Int())); ok {
			name = t.SQLName
		}
		names = append(names, name)
	}
	return types.NewText(strings.Join(names, ", ")), nil
}

func gamma(_ *Ctx, a types.Datum) (types.Datum, error) {
	x := a.Float()
	g := math.Gamma(x)
	switch {
	case x != x:
	case math.IsInf(x, 1):
		return types.NewFloat8(x), nil
	case x == 0 || math.IsInf(x, -1) || math.IsInf(g, 0) || g != g:
		return types.NullDatum, overflow()
	case g == 0:
		return types.NullDatum, underflow()
	}
	return types.NewFloat8(g), nil
}

func lgamma(_ *Ctx, a types.Datum) (types.Datum, error) {
	x := a.Float()
	g, _ := math.Lgamma(x)
	if math.IsInf(g, 0) && !math.IsInf(x, 0) {
		return types.NullDatum, overflow()
	}
	return types.NewFloat8(g), nil
}
