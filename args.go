package minidb

import (
	"fmt"
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
		if t == types.ByteaOID {
			return types.NewBytea(append([]byte{}, v...)), nil
		}
		return types.Input(t, -1, string(v), env)
	case time.Time:
		return types.Input(t, -1, v.Format("2006-01-02 15:04:05.999999Z07:00"), env)
	}
	return types.Input(t, -1, fmt.Sprint(a), env)
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
