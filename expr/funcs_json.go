package expr

// Functions that make JSON of values: to_json, json_build_object and their kin.

import (
	"cmp"
	"strconv"
	"strings"

	"minidb/pgerr"
	"minidb/types"
)

func jsonCodes() codeTable {
	return codeTable{
		"to_json":                  {bind: bindToJSON},
		"array_to_json":            {bind: bindToJSON},
		"array_to_json_pretty":     {bind: bindToJSON},
		"row_to_json":              {bind: bindToJSON},
		"row_to_json_pretty":       {bind: bindToJSON},
		"json_build_array":         {bind: bindBuildArray},
		"json_build_array_noargs":  {f0: func(*Ctx) (types.Datum, error) { return types.NewText("[]"), nil }},
		"json_build_object":        {bind: bindBuildObject},
		"json_build_object_noargs": {f0: func(*Ctx) (types.Datum, error) { return types.NewText("{}"), nil }},
	}
}

// jsonWriter appends values to b. Parts of the outermost array or row stand on lines of
// their own if lines is set.
type jsonWriter struct {
	c     *Ctx
	b     []byte
	lines bool
	n     int // values written, for looks at interrupts
}

func (w *jsonWriter) done() (types.Datum, error) {
	if err := checkLength(len(w.b)); err != nil {
		return types.NullDatum, err
	}
	return types.NewText(string(w.b)), nil
}

func bindToJSON(ci CallInfo) Impl {
	of := ci.Args[0]
	return func(c *Ctx, args []types.Datum) (_ types.Datum, err error) {
		defer types.Caught(&err)
		w := jsonWriter{c: c, lines: len(args) > 1 && args[1].Bool()}
		if err := w.value(args[0], of); err != nil {
			return types.NullDatum, err
		}
		return w.done()
	}
}

func bindBuildArray(ci CallInfo) Impl {
	return func(c *Ctx, args []types.Datum) (_ types.Datum, err error) {
		defer types.Caught(&err)
		if ci.Variadic && args[0].IsNull() {
			return types.NullDatum, nil
		}
		vals, ts := spread(ci, 0, args)
		w := jsonWriter{c: c}
		w.b = append(w.b, '[')
		for i, v := range vals {
			if i > 0 {
				w.b = append(w.b, ", "...)
			}
			if err := w.value(v, ts[i]); err != nil {
				return types.NullDatum, err
			}
		}
		w.b = append(w.b, ']')
		return w.done()
	}
}

func bindBuildObject(ci CallInfo) Impl {
	return func(c *Ctx, args []types.Datum) (_ types.Datum, err error) {
		defer types.Caught(&err)
		if ci.Variadic && args[0].IsNull() {
			return types.NullDatum, nil
		}
		vals, ts := spread(ci, 0, args)
		if len(vals)%2 != 0 {
			return types.NullDatum, pgerr.New(pgerr.InvalidParameterValue, "argument list must have even number of elements").
				WithHint("The arguments of json_build_object() must consist of alternating keys and values.")
		}
		w := jsonWriter{c: c}
		w.b = append(w.b, '{')
		for i := 0; i < len(vals); i += 2 {
			if i > 0 {
				w.b = append(w.b, ", "...)
			}
			if err := w.key(vals[i], ts[i]); err != nil {
				return types.NullDatum, err
			}
			w.b = append(w.b, " : "...)
			if err := w.value(vals[i+1], ts[i+1]); err != nil {
				return types.NullDatum, err
			}
		}
		w.b = append(w.b, '}')
		return w.done()
	}
}

// key writes a scalar as a string.
func (w *jsonWriter) key(d types.Datum, t types.OID) error {
	t = w.base(t)
	switch {
	case d.IsNull():
		return pgerr.New(pgerr.NullValueNotAllowed, "null value not allowed for object key")
	case d.Kind() == types.Array || d.Kind() == types.Record || t == types.JSONOID:
		return pgerr.New(pgerr.InvalidParameterValue, "key value must be scalar, not array, composite, or json")
	}
	w.b = appendJSONString(w.b, w.text(d, t))
	return nil
}

// base is the type under a domain.
func (w *jsonWriter) base(t types.OID) types.OID {
	for {
		ty, ok := w.c.env().Type(t)
		if !ok || ty.TypType != 'd' {
			return t
		}
		t = ty.Base
	}
}

// text is how a scalar is written, without quotes.
func (w *jsonWriter) text(d types.Datum, t types.OID) string {
	switch t {
	case types.BoolOID:
		if d.Bool() {
			return "true"
		}
		return "false"
	case types.DateOID, types.TimestampOID, types.TimestamptzOID:
		return w.moment(d, t)
	}
	return types.Output(d, t, w.c.env())
}

// moment is a time as XML Schema has it: 2020-01-31T23:59:00+01:00.
func (w *jsonWriter) moment(d types.Datum, t types.OID) string {
	env := *w.c.env()
	env.DateStyle = types.ISODates
	s := types.Output(d, t, &env)
	day, rest, ok := strings.Cut(s, " ")
	if !ok || t == types.DateOID {
		return s
	}
	rest, bc := strings.CutSuffix(rest, " BC")
	if at := strings.LastIndexAny(rest, "+-"); t == types.TimestamptzOID && at >= 0 && !strings.Contains(rest[at:], ":") {
		rest += ":00"
	}
	if bc {
		rest += " BC"
	}
	return day + "T" + rest
}

// value writes one value (datum_to_json).
func (w *jsonWriter) value(d types.Datum, t types.OID) error {
	w.n++
	if err := cmp.Or(w.c.look(w.n), checkLength(len(w.b))); err != nil {
		return err
	}
	t = w.base(t)
	lines := w.lines
	w.lines = false
	defer func() { w.lines = lines }()
	switch {
	case d.IsNull():
		w.b = append(w.b, "null"...)
	case d.Kind() == types.Array && t != types.Int2VectorOID && t != types.OidVectorOID:
		a := d.Array()
		return w.array(a, a.Elems, 0, lines)
	case d.Kind() == types.Array:
		w.b = appendJSONString(w.b, w.text(d, t))
	case d.Kind() == types.Record:
		return w.row(d.Record(), t, lines)
	case t == types.JSONOID:
		w.b = append(w.b, d.Text()...)
	case t == types.BoolOID:
		w.b = append(w.b, w.text(d, t)...)
	case t == types.Int2OID || t == types.Int4OID || t == types.Int8OID || t == types.Float4OID || t == types.Float8OID || t == types.NumericOID:
		s := w.text(d, t)
		if last := s[len(s)-1]; last < '0' || last > '9' { // NaN, Infinity
			s = `"` + s + `"`
		}
		w.b = append(w.b, s...)
	default:
		w.b = appendJSONString(w.b, w.text(d, t))
	}
	return nil
}

// array writes elems, which are a part of a below dimension dim.
func (w *jsonWriter) array(a *types.ArrayVal, elems []types.Datum, dim int, lines bool) error {
	w.b = append(w.b, '[')
	n := 0
	if dim < len(a.Dims) {
		n = int(a.Dims[dim])
	}
	for i := range n {
		w.separate(i, lines)
		if dim == len(a.Dims)-1 {
			if err := w.value(elems[i], a.Elem); err != nil {
				return err
			}
			continue
		}
		size := len(elems) / n
		if err := w.array(a, elems[i*size:(i+1)*size], dim+1, false); err != nil {
			return err
		}
	}
	w.b = append(w.b, ']')
	return nil
}

func (w *jsonWriter) row(r *types.RecordVal, t types.OID, lines bool) error {
	names, ts := r.Names, r.Types
	if t != types.RecordOID {
		if n, of, _, ok := w.c.env().Names.RowType(t); ok {
			names, ts = n, of
		}
	}
	w.b = append(w.b, '{')
	written := 0
	for i, d := range r.Fields {
		name := "f" + strconv.Itoa(i+1)
		if i < len(names) {
			name = names[i]
		}
		if name == "" { // a dropped column
			continue
		}
		w.separate(written, lines)
		written++
		w.b = append(appendJSONString(w.b, name), ':')
		if err := w.value(d, ts[i]); err != nil {
			return err
		}
	}
	w.b = append(w.b, '}')
	return nil
}

// separate goes before the part with number i.
func (w *jsonWriter) separate(i int, lines bool) {
	if i > 0 {
		w.b = append(w.b, ',')
		if lines {
			w.b = append(w.b, "\n "...)
		}
	}
}

func appendJSONString(b []byte, s string) []byte {
	b = append(b, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c >= ' ':
			b = append(b, c)
		default:
			if at := strings.IndexByte("\b\f\n\r\t", c); at >= 0 {
				b = append(b, '\\', "bfnrt"[at])
				continue
			}
			const hex = "0123456789abcdef"
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	return append(b, '"')
}
