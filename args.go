package minidb

import (
	"database/sql/driver"
	"fmt"
	"reflect"
	"strings"
	"time"

	"minidb/pgerr"
	"minidb/settings"
	"minidb/types"
)

// Values of parameters, from Go to SQL.

var settingsOpts = settings.SetOpts{}

// encodeArgs turns Go values into datums of the parameters' types.
func encodeArgs(args []any, ts []types.OID, env *types.Env) ([]types.Datum, error) {
	if len(args) != len(ts) {
		return nil, pgerr.New(pgerr.SyntaxError, "the statement has %d parameters but %d values were given", len(ts), len(args))
	}
	if len(args) == 0 {
		return nil, nil
	}
	out := make([]types.Datum, len(args))
	for i, a := range args {
		d, err := encodeArg(a, ts[i], env)
		if err != nil {
			return nil, err
		}
		out[i] = d
	}
	return out, nil
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
		if t == types.TextOID {
			return types.NewText(v), nil
		}
		return types.Input(t, -1, v, env)
	case []byte:
		if v == nil {
			return types.NullDatum, nil
		}
		if t == types.ByteaOID {
			return types.NewBytea(append([]byte{}, v...)), nil
		}
		return types.Input(t, -1, string(v), env)
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
	return types.Input(t, -1, argText(a), env)
}

// argText writes a value as the input of a type: slices as arrays.
func argText(a any) string {
	if v, ok := a.(time.Time); ok {
		return v.Format("2006-01-02 15:04:05.999999Z07:00")
	}
	if v := reflect.ValueOf(a); v.Kind() == reflect.Slice || v.Kind() == reflect.Array {
		return arrayText(v)
	}
	return fmt.Sprint(a)
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
