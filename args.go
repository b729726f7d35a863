package minidb

import (
	"slices"
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
	}
	text, ok, err := goText(a, t, env)
	if err != nil || !ok {
		return types.NullDatum, err
	}
	return textArg(text, t, env)
}

// textArg reads a value from a text, which comes from outside and may be none.
func textArg(s string, t types.OID, env *types.Env) (types.Datum, error) {
	if !utf8.ValidString(s) || strings.IndexByte(s, 0) >= 0 {
		return types.NullDatum, types.ValidText([]byte(s))
	}
	return types.Input(t, -1, s, env)
}

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
