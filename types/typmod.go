package types

// Type modifiers: the n of varchar(n), the p and s of numeric(p,s), the fields and
// precision of times and intervals, packed in an int32 as PostgreSQL packs them.

import (
	"fmt"
	"strings"

	"minidb/pgerr"
)

// Limits of declared lengths and precisions (PostgreSQL 18: MaxAttrSize,
// MAX_TIMESTAMP_PRECISION).
const (
	maxCharLen       = 10485760
	maxTimePrecision = 6
)

// Interval fields, as bits of an interval's type modifier (utils/timestamp.h).
const (
	MaskMonth  = 1 << 1
	MaskYear   = 1 << 2
	MaskDay    = 1 << 3
	MaskHour   = 1 << 10
	MaskMinute = 1 << 11
	MaskSecond = 1 << 12

	fullRange     = 0x7FFF
	fullPrecision = 0xFFFF
)

// ModIn packs the modifiers written after a type's name. For intervals they are a
// mask of fields (or 0x7FFF for all) and optionally a precision. Errors are 22023;
// 42601 for a type without modifiers.
func ModIn(o OID, mods []int64) (int32, error) {
	if t, ok := ByOID(o); ok && t.Category == 'A' {
		o = t.Elem
	}
	switch o {
	case VarcharOID:
		return lengthMod("varchar", mods)
	case BpcharOID:
		return lengthMod("char", mods)
	case NumericOID:
		return numericMod(mods)
	case TimeOID:
		return timeMod("TIME", "", mods)
	case TimetzOID:
		return timeMod("TIME", " WITH TIME ZONE", mods)
	case TimestampOID:
		return timeMod("TIMESTAMP", "", mods)
	case TimestamptzOID:
		return timeMod("TIMESTAMP", " WITH TIME ZONE", mods)
	case IntervalOID:
		return intervalMod(mods)
	}
	name := FormatType(o, -1)
	if t, ok := ByOID(o); ok {
		name = t.Name
	}
	return -1, pgerr.New(pgerr.SyntaxError, "type modifier is not allowed for type \"%s\"", name)
}

func badMod(format string, args ...any) error {
	return pgerr.New(pgerr.InvalidParameterValue, format, args...)
}

func lengthMod(typ string, mods []int64) (int32, error) {
	if len(mods) != 1 {
		return -1, badMod("invalid type modifier")
	}
	if mods[0] < 1 {
		return -1, badMod("length for type %s must be at least 1", typ)
	}
	if mods[0] > maxCharLen {
		return -1, badMod("length for type %s cannot exceed %d", typ, maxCharLen)
	}
	return int32(mods[0]) + 4, nil
}

func numericMod(mods []int64) (int32, error) {
	scale := int64(0)
	switch len(mods) {
	case 1:
	case 2:
		scale = mods[1]
	default:
		return -1, badMod("invalid NUMERIC type modifier")
	}
	if mods[0] < 1 || mods[0] > maxDecPrecision {
		return -1, badMod("NUMERIC precision %d must be between 1 and %d", mods[0], maxDecPrecision)
	}
	if scale < -maxDecPrecision || scale > maxDecPrecision {
		return -1, badMod("NUMERIC scale %d must be between %d and %d", scale, -maxDecPrecision, maxDecPrecision)
	}
	return (int32(mods[0])<<16 | int32(scale)&0x7ff) + 4, nil
}

// timeMod lowers a precision over 6 silently, where PostgreSQL warns.
func timeMod(typ, zone string, mods []int64) (int32, error) {
	if len(mods) != 1 {
		return -1, badMod("invalid type modifier")
	}
	if mods[0] < 0 {
		return -1, badMod("%s(%d)%s precision must not be negative", typ, mods[0], zone)
	}
	return int32(min(mods[0], maxTimePrecision)), nil
}

func intervalMod(mods []int64) (int32, error) {
	switch len(mods) {
	case 1, 2:
		if !validIntervalRange(mods[0]) {
			return -1, badMod("invalid INTERVAL type modifier")
		}
	default:
		return -1, badMod("invalid INTERVAL type modifier")
	}
	if len(mods) == 1 {
		if mods[0] == fullRange {
			return -1, nil
		}
		return int32(mods[0]<<16 | fullPrecision), nil
	}
	if mods[1] < 0 {
		return -1, badMod("INTERVAL(%d) precision must not be negative", mods[1])
	}
	return int32(mods[0]<<16 | min(mods[1], maxTimePrecision)), nil
}

var intervalRanges = []struct {
	mask int64
	text string
}{
	{MaskYear, " year"}, {MaskMonth, " month"}, {MaskDay, " day"},
	{MaskHour, " hour"}, {MaskMinute, " minute"}, {MaskSecond, " second"},
	{MaskYear | MaskMonth, " year to month"},
	{MaskDay | MaskHour, " day to hour"},
	{MaskDay | MaskHour | MaskMinute, " day to minute"},
	{MaskDay | MaskHour | MaskMinute | MaskSecond, " day to second"},
	{MaskHour | MaskMinute, " hour to minute"},
	{MaskHour | MaskMinute | MaskSecond, " hour to second"},
	{MaskMinute | MaskSecond, " minute to second"},
	{fullRange, ""},
}

// IntervalMask returns the mask of fields written as in "day to second"; all fields for none.
func IntervalMask(fields string) (mask int64, ok bool) {
	for _, r := range intervalRanges {
		if strings.TrimPrefix(r.text, " ") == fields {
			return r.mask, true
		}
	}
	return 0, false
}

func validIntervalRange(mask int64) bool {
	for _, r := range intervalRanges {
		if r.mask == mask {
			return true
		}
	}
	return false
}

// intervalTypmod splits an interval's modifier; precision is -1 for all digits.
func intervalTypmod(typmod int32) (mask, precision int32) {
	if typmod < 0 {
		return fullRange, -1
	}
	mask, precision = typmod>>16&fullRange, typmod&fullPrecision
	if precision == fullPrecision {
		precision = -1
	}
	return mask, precision
}

// CheckIntervalTypmod holds a modifier to the ranges that intervals have. Such values
// come only from callers of format_type.
func CheckIntervalTypmod(typmod int32) error {
	mask, _ := intervalTypmod(typmod)
	for _, r := range intervalRanges {
		if int32(r.mask) == mask {
			return nil
		}
	}
	if mask == fullRange {
		return nil
	}
	return pgerr.New(pgerr.Internal, "invalid INTERVAL typmod: 0x%x", uint32(typmod))
}

// ModOut returns a modifier as it stands after the type's name, with parentheses:
// "(10,2)"; empty for -1 and for types without modifiers.
func ModOut(o OID, typmod int32) string {
	if typmod < 0 {
		return ""
	}
	switch o {
	case VarcharOID, BpcharOID:
		if typmod > 4 {
			return fmt.Sprintf("(%d)", typmod-4)
		}
	case NumericOID:
		if typmod >= 4 {
			p, s := numericTypmod(typmod)
			return fmt.Sprintf("(%d,%d)", p, s)
		}
	case TimeOID, TimestampOID:
		return fmt.Sprintf("(%d) without time zone", typmod)
	case TimestamptzOID, TimetzOID:
		return fmt.Sprintf("(%d) with time zone", typmod)
	case IntervalOID:
		mask, precision := intervalTypmod(typmod)
		text := ""
		for _, r := range intervalRanges {
			if int32(r.mask) == mask {
				text = r.text
			}
		}
		if precision >= 0 {
			text += fmt.Sprintf("(%d)", precision)
		}
		return text
	}
	return ""
}

// FormatType returns the SQL name of a built-in type with its modifier, as
// format_type does: "character varying(10)", "integer[]". For what is not built in
// it is "???"; the catalog prints its own.
func FormatType(o OID, typmod int32) string {
	if o == 0 {
		return "-"
	}
	t, ok := ByOID(o)
	if !ok {
		return "???"
	}
	array := ""
	if t.Category == 'A' && t.Input == "array_in" {
		if e, ok := ByOID(t.Elem); ok {
			t, array = e, "[]"
		}
	}
	return formatScalar(t, typmod) + array
}

// FormatTypmod is FormatType for a type that is known to have no modifier if it is
// -1: bpchar is not SQL's character then, which has one.
func FormatTypmod(o OID, typmod int32) string {
	switch {
	case typmod < 0 && o == BpcharOID:
		return "bpchar"
	case typmod < 0 && o == BpcharArrayOID:
		return "bpchar[]"
	}
	return FormatType(o, typmod)
}

func formatScalar(t *Type, typmod int32) string {
	if typmod < 0 {
		return t.SQLName
	}
	switch t.OID {
	case TimeOID, TimetzOID:
		return "time" + ModOut(t.OID, typmod)
	case TimestampOID, TimestamptzOID:
		return "timestamp" + ModOut(t.OID, typmod)
	}
	return t.SQLName + ModOut(t.OID, typmod)
}

// CoerceLength applies a type modifier to a value of type t, as a cast to the same
// type with a modifier does. Explicit casts cut text that is too long, others
// refuse it (22001). NULL and modifier -1 pass.
func CoerceLength(d Datum, t OID, typmod int32, explicit bool) (Datum, error) {
	if typmod < 0 || d.kind == Null {
		return d, nil
	}
	switch d.kind {
	case Text:
		s, fit := d.Text(), CoerceVarchar
		switch t {
		case VarcharOID:
		case BpcharOID:
			fit = CoerceBpchar
		default:
			return d, nil
		}
		r, err := fit(s, typmod, explicit)
		if err != nil || len(r) == len(s) {
			return d, err
		}
		return NewText(r), nil
	case Numeric:
		return numericOf(d.Dec().Coerce(typmod))
	case Time:
		return NewTime(roundMicros(d.Num(), typmod)), nil
	case Timetz:
		v := d.Timetz()
		return NewTimetz(TimetzVal{roundMicros(v.Micros, typmod), v.West}), nil
	case Timestamp, Timestamptz:
		return coerceTimestamp(d, typmod)
	case Interval:
		v, err := CoerceInterval(d.Interval(), typmod)
		return NewInterval(v), err
	case Array:
		return coerceArray(d, typmod, explicit)
	}
	return d, nil
}

func coerceArray(d Datum, typmod int32, explicit bool) (Datum, error) {
	a := d.Array()
	elems := make([]Datum, len(a.Elems))
	for i, e := range a.Elems {
		r, err := CoerceLength(e, a.Elem, typmod, explicit)
		if err != nil {
			return d, err
		}
		elems[i] = r
	}
	return NewArray(&ArrayVal{Elem: a.Elem, Dims: a.Dims, Lower: a.Lower, Elems: elems}), nil
}
