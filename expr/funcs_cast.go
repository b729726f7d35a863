package expr

// This file has the functions behind casts.

import (
	"encoding/binary"
	"math"
	"strings"

	"minidb/pgerr"
	"minidb/types"
)

// narrow checks that an integer fits width bytes.
func narrow(width uint8) code {
	return code{f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		if wrap(width, a.Int()).Int() != a.Int() {
			return types.NullDatum, outOfRange(width)
		}
		return a, nil
	}}
}

// identity is a cast between types whose datums are alike.
var identity = code{f1: func(_ *Ctx, a types.Datum) (types.Datum, error) { return a, nil }}

func floatToInt(width uint8) code {
	limit := math.Ldexp(1, int(8*width-1))
	return code{f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		f := math.RoundToEven(a.Float())
		if !(f >= -limit && f < limit) {
			return types.NullDatum, outOfRange(width)
		}
		return types.NewInt(int64(f)), nil
	}}
}

func toFloat8(_ *Ctx, a types.Datum) (types.Datum, error) {
	return types.NewFloat8(float64(a.Int())), nil
}
func toFloat4(_ *Ctx, a types.Datum) (types.Datum, error) {
	return types.NewFloat4(float32(a.Int())), nil
}
func intToNumeric(_ *Ctx, a types.Datum) (types.Datum, error) {
	return types.NewNumeric(types.DecFromInt64(a.Int())), nil
}

func nameOf(_ *Ctx, a types.Datum) (types.Datum, error) {
	return types.NewText(truncateName(strings.TrimRight(a.Text(), " "), 63)), nil
}

// lengthCast is a cast of a type to itself that enforces a typmod.
func lengthCast(t types.OID) code {
	return code{fn: func(_ *Ctx, a []types.Datum) (types.Datum, error) {
		return types.CoerceLength(a[0], t, int32(a[1].Int()), len(a) > 2 && a[2].Bool())
	}}
}

var castCodes = codeTable{
	"int84": narrow(4), "int82": narrow(2), "i4toi2": narrow(2),
	"int48": identity, "int28": identity, "i2toi4": identity, "oidtoi8": identity,
	"i8tooid": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		if v := a.Int(); v < 0 || v > math.MaxUint32 {
			return types.NullDatum, pgerr.New(pgerr.NumericValueOutOfRange, "OID out of range")
		}
		return a, nil
	}},
	"i2tod": {f1: toFloat8}, "i4tod": {f1: toFloat8}, "i8tod": {f1: toFloat8},
	"i2tof": {f1: toFloat4}, "i4tof": {f1: toFloat4}, "i8tof": {f1: toFloat4},
	"dtoi2": floatToInt(2), "ftoi2": floatToInt(2), "dtoi4": floatToInt(4), "ftoi4": floatToInt(4),
	"dtoi8": floatToInt(8), "ftoi8": floatToInt(8),
	"ftod": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) { return types.NewFloat8(a.Float()), nil }},
	"dtof": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		f := a.Float()
		return float4Of(f, math.IsInf(f, 0), f == 0)
	}},
	"int2_numeric": {f1: intToNumeric}, "int4_numeric": {f1: intToNumeric}, "int8_numeric": {f1: intToNumeric},
	"float4_numeric": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		return types.NewNumeric(types.DecFromFloat32(float32(a.Float()))), nil
	}},
	"float8_numeric": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		return types.NewNumeric(types.DecFromFloat64(a.Float())), nil
	}},
	"numeric_int2": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) { return intOf(a.Dec().Int16()) }},
	"numeric_int4": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) { return intOf(a.Dec().Int32()) }},
	"numeric_int8": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) { return intOf(a.Dec().Int64()) }},
	"numeric_float4": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		f, err := a.Dec().Float32()
		return types.NewFloat4(f), err
	}},
	"numeric_float8": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		f, err := a.Dec().Float64()
		return types.NewFloat8(f), err
	}},
	"int4_bool": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) { return types.NewBool(a.Int() != 0), nil }},
	"bool_int4": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		if a.Bool() {
			return types.NewInt(1), nil
		}
		return types.NewInt(0), nil
	}},
	"booltext": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		if a.Bool() {
			return types.NewText("true"), nil
		}
		return types.NewText("false"), nil
	}},
	"name_text": identity, "name_bpchar": identity, "char_text": identity, "char_bpchar": identity,
	"text_name": {f1: nameOf}, "bpchar_name": {f1: nameOf},
	"text_char": {f1: func(c *Ctx, a types.Datum) (types.Datum, error) {
		return types.Input(types.CharOID, -1, a.Text(), c.env())
	}},
	"chartoi4": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		if a.Text() == "" {
			return types.NewInt(0), nil
		}
		return types.NewInt(int64(int8(a.Text()[0]))), nil
	}},
	"i4tochar": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		switch v := a.Int(); {
		case v < -128 || v > 127:
			return types.NullDatum, pgerr.New(pgerr.NumericValueOutOfRange, "\"char\" out of range")
		case v == 0:
			return types.NewText(""), nil
		default:
			return types.NewText(string([]byte{byte(v)})), nil
		}
	}},
	"text_regclass": {f1: func(c *Ctx, a types.Datum) (types.Datum, error) {
		return types.Input(types.RegclassOID, -1, a.Text(), c.env())
	}},
	"bpchar": lengthCast(types.BpcharOID), "varchar": lengthCast(types.VarcharOID),
	"interval_scale": lengthCast(types.IntervalOID), "timestamp_scale": lengthCast(types.TimestampOID),
	"timestamptz_scale": lengthCast(types.TimestamptzOID), "time_scale": lengthCast(types.TimeOID),
	"timetz_scale": lengthCast(types.TimetzOID),
	"int2_bytea":   intBytes(2), "int4_bytea": intBytes(4), "int8_bytea": intBytes(8),
	"bytea_int2": bytesInt(2), "bytea_int4": bytesInt(4), "bytea_int8": bytesInt(8),
}

func intOf[T int16 | int32 | int64](v T, err error) (types.Datum, error) {
	return types.NewInt(int64(v)), err
}

func intBytes(width int) code {
	return code{f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		b := binary.BigEndian.AppendUint64(nil, uint64(a.Int()))
		return types.NewBytea(b[8-width:]), nil
	}}
}

func bytesInt(width uint8) code {
	return code{f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		b := a.Bytes()
		if len(b) > int(width) {
			return types.NullDatum, outOfRange(width)
		}
		v := int64(0)
		for _, c := range b {
			v = v<<8 | int64(c)
		}
		return wrap(width, v), nil
	}}
}
