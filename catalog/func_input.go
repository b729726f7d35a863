package catalog

// pg_input_is_valid and pg_input_error_info: whether a text is a value of a type.

import (
	"strings"

	"minidb/pgerr"
	"minidb/types"
)

var inputFuncs = map[string]catalogFunc{
	"pg_input_is_valid": func(a *Access, args []types.Datum) (types.Datum, error) {
		bad, err := a.tryInput(args[0].Text(), args[1].Text())
		return boolDatum(bad == nil), err
	},
	"pg_input_error_info": func(a *Access, args []types.Datum) (types.Datum, error) {
		bad, err := a.tryInput(args[0].Text(), args[1].Text())
		if err != nil {
			return null, err
		}
		rec := &types.RecordVal{
			Types:  []types.OID{types.TextOID, types.TextOID, types.TextOID, types.TextOID},
			Names:  []string{"message", "detail", "hint", "sql_error_code"},
			Fields: make([]types.Datum, 4),
		}
		if bad != nil {
			for i, s := range []string{bad.Message, bad.Detail, bad.Hint, string(bad.Code)} {
				if s != "" {
					rec.Fields[i] = textDatum(s)
				}
			}
		}
		return types.NewRecord(rec), nil
	},
}

// tryInput reads s as a value of a type, and returns what is wrong with it.
func (a *Access) tryInput(s, typeName string) (bad *pgerr.Error, err error) {
	t, err := a.typeNamed(typeName)
	if err != nil {
		return nil, err
	}
	mod, err := a.typmodOf(t, typeName)
	if err != nil {
		return nil, err
	}
	d, err := types.Input(t, -1, s, a.S.Env)
	if err == nil && mod >= 0 {
		_, err = types.CoerceLength(d, t, mod, false)
	}
	if e, ok := err.(*pgerr.Error); ok && e.Code != pgerr.FeatureNotSupported && e.Code != pgerr.Internal {
		return e, nil
	}
	return nil, err
}

// typmodOf reads the modifiers in a type's name, as in numeric(5,2); -1 if there
// are none.
func (a *Access) typmodOf(t types.OID, name string) (int32, error) {
	var mods []int64
	fields, ok := intervalFields(name)
	if t == types.IntervalOID && ok {
		mods = append(mods, fields)
	}
	i, j := strings.IndexByte(name, '('), strings.IndexByte(name, ')')
	if i < 0 || j < i {
		if mods == nil {
			return -1, nil
		}
		return types.ModIn(t, mods)
	}
	for _, m := range strings.Split(name[i+1:j], ",") {
		d, err := types.Input(types.Int4OID, -1, strings.TrimSpace(m), a.S.Env)
		if err != nil {
			return -1, err
		}
		mods = append(mods, d.Int())
	}
	if info, ok := types.ByOID(t); ok && info.Elem != 0 && info.Len == -1 {
		t = info.Elem
	}
	return types.ModIn(t, mods)
}

// intervalFields reads what INTERVAL is restricted to: "interval day to second(3)" keeps days
// to seconds, "interval" all fields.
func intervalFields(name string) (mask int64, ok bool) {
	name, _, _ = strings.Cut(name, "(")
	name, _, _ = strings.Cut(name, "[")
	words := strings.Fields(strings.ToLower(name))
	if len(words) == 0 || words[0] != "interval" {
		return 0, false
	}
	return types.IntervalMask(strings.Join(words[1:], " "))
}
