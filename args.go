package minidb

import (
	"database/sql/driver"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"minidb/pgerr"
	"minidb/settings"
	"minidb/types"
)

// Values of parameters, from Go to SQL.

var settingsOpts = settings.SetOpts{}

// encodeArgs turns Go values into datums of the parameters' types.
func encodeArgs(args []any, ts []types.OID, env *types.Env) ([]types.Datum, error) {
	return appendArgs(nil, args, ts, env)
}

// appendArgs is encodeArgs into out, which is empty.
func appendArgs(out []types.Datum, args []any, ts []types.OID, env *types.Env) ([]types.Datum, error) {
	if len(args) != len(ts) {
		return nil, errParamCount(len(args), len(ts))
	}
	if len(args) == 0 {
		return nil, nil
	}
	out = slices.Grow(out, len(args))
	for i, a := range args {
		d, err := encodeArg(a, ts[i], env)
		if pgerr.From(err) != nil {
			err = inParameter(err, "", i+1, 0)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}

func errParamCount(n, want int) error {
	return pgerr.New(pgerr.ProtocolViolation, "bind message supplies %d parameters, but prepared statement \"\" requires %d", n, want)
}

func encodeArg(a any, t types.OID, env *types.Env) (types.Datum, error) {
	switch v := a.(type) {
	case nil:
		return types.NullDatum, nil
	case types.Datum:
		return v, nil
	case int:
		if d, ok := intDatum(int64(v), t); ok {
			return d, nil
		}
	case int64:
		if d, ok := intDatum(v, t); ok {
			return d, nil
		}
	case float64:
		if t == types.Float8OID {
			return types.NewFloat8(v), nil
		}
	case bool:
		if t == types.BoolOID {
			return types.NewBool(v), nil
		}
	case string:
		return textArg(v, t, env)
	case []byte:
		if v == nil {
			return types.NullDatum, nil
		}
		if t == types.ByteaOID {
			return types.NewBytea(append([]byte{}, v...)), nil
		}
		return textArg(string(v), t, env)
	case time.Duration:
		if t == types.IntervalOID {
			return types.NewInterval(types.IntervalVal{Micros: micros(v)}), nil
		}
		if d, ok := intDatum(int64(v), t); ok {
			return d, nil
		}
		return textArg(v.String(), t, env)
	}
	v := reflect.ValueOf(a)
	if v.Kind() == reflect.Pointer && v.IsNil() {
		return types.NullDatum, nil
	}
	if v, ok := a.(driver.Valuer); ok {
		x, err := v.Value()
		if err != nil {
			return types.NullDatum, err
		}
		if _, again := x.(driver.Valuer); !again {
			return encodeArg(x, t, env)
		}
	}
	if v.Kind() == reflect.Pointer {
		return encodeArg(v.Elem().Interface(), t, env)
	}
	return textArg(argText(a), t, env)
}

// textArg reads a value from a text, which comes from outside and may be none.
func textArg(s string, t types.OID, env *types.Env) (types.Datum, error) {
	if !utf8.ValidString(s) || strings.IndexByte(s, 0) >= 0 {
		return types.NullDatum, types.ValidText([]byte(s))
	}
	return types.Input(t, -1, s, env)
}

func micros(d time.Duration) int64 { return d.Round(time.Microsecond).Microseconds() }

// argText writes a value as the input of a type: slices as arrays.
func argText(a any) string {
	switch v := a.(type) {
	case time.Time:
		return timeText(v)
	case time.Duration: // its own text has one sign for all of it, PostgreSQL's one for each field
		return strconv.FormatInt(micros(v), 10) + " us"
	}
	if v := reflect.ValueOf(a); v.Kind() == reflect.Slice || v.Kind() == reflect.Array {
		return arrayText(v)
	}
	return fmt.Sprint(a)
}

// timeText writes a time with its offset; years before the first are BC.
func timeText(v time.Time) string {
	const layout = "01-02 15:04:05.999999Z07:00"
	if y := v.Year(); y <= 0 {
		return fmt.Sprintf("%04d-%s BC", 1-y, v.Format(layout))
	}
	return v.Format("2006-" + layout)
}

// arrayText writes a slice as PostgreSQL reads arrays; nil elements are NULL.
func arrayText(v reflect.Value) string {
	var sb strings.Builder
	sb.WriteByte('{')
	for i := range v.Len() {
		if i > 0 {
			sb.WriteByte(',')
		}
		e := v.Index(i)
		for (e.Kind() == reflect.Pointer || e.Kind() == reflect.Interface) && !e.IsNil() {
			e = e.Elem()
		}
		switch e.Kind() {
		case reflect.Pointer, reflect.Interface:
			sb.WriteString("NULL")
		case reflect.Slice, reflect.Array:
			if b, ok := e.Interface().([]byte); ok {
				fmt.Fprintf(&sb, `"\\x%x"`, b)
			} else {
				sb.WriteString(arrayText(e))
			}
		case reflect.String:
			sb.WriteString(`"` + arrayEscapes.Replace(e.String()) + `"`)
		default:
			sb.WriteString(`"` + argText(e.Interface()) + `"`)
		}
	}
	sb.WriteByte('}')
	return sb.String()
}

var arrayEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// intDatum takes an integer into an integer type if it fits; otherwise the
// type's own input reports the error.
func intDatum(v int64, t types.OID) (types.Datum, bool) {
	switch t {
	case types.Int8OID:
		return types.NewInt(v), true
	case types.Int4OID:
		return types.NewInt(v), v == int64(int32(v))
	case types.Int2OID:
		return types.NewInt(v), v == int64(int16(v))
	}
	return types.NullDatum, false
}
