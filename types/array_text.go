package types

// Arrays as text: braces, quotes, dimensions in front when a subscript does not
// start at 1. Also the two vector types of the catalogs, which print without braces.

import (
	"strconv"
	"strings"

	"minidb/pgerr"
)

const (
	// maxDims is the largest number of dimensions (PostgreSQL 18, MAXDIM).
	maxDims = 6
	// maxArraySize bounds the number of elements (MaxArraySize).
	maxArraySize = 134217727
)

// arrayReader reads one array literal.
type arrayReader struct {
	whole string
	s     string // what is left
	delim byte

	ndim   int
	dims   [maxDims]int32 // -1 until the first sub-array of a level has ended
	count  [maxDims]int32 // elements seen in the open sub-array of each level
	frozen bool           // an element has fixed the number of dimensions
	given  bool           // dimensions stood in front
	elems  ElemBuilder
}

func (r *arrayReader) malformed(detail string, args ...any) error {
	return pgerr.New(pgerr.InvalidTextRepresentation, "malformed array literal: \"%s\"", r.whole).
		WithDetail(detail, args...)
}

func (r *arrayReader) skipSpace() {
	for r.s != "" && isSpace(r.s[0]) {
		r.s = r.s[1:]
	}
}

func arrayIn(t *Type, typmod int32, s string, env *Env) (Datum, error) {
	r := &arrayReader{whole: s, s: s, delim: t.Delim, elems: ElemBuilder{Env: env}}
	gotDims, lower, err := r.dimensions()
	if err != nil {
		return NullDatum, err
	}
	if err := r.contents(t.Elem, typmod, env); err != nil {
		return NullDatum, err
	}
	r.skipSpace()
	if r.s != "" {
		return NullDatum, r.malformed("Junk after closing right brace.")
	}
	if len(r.elems.Elems) == 0 && !r.given {
		return NewArray(&ArrayVal{Elem: t.Elem}), nil
	}
	dims := append([]int32(nil), r.dims[:r.ndim]...)
	if r.given {
		if len(dims) != len(gotDims) {
			return NullDatum, r.malformed("Specified array dimensions do not match array contents.")
		}
		for i := range dims {
			if dims[i] != gotDims[i] {
				return NullDatum, r.malformed("Specified array dimensions do not match array contents.")
			}
		}
		if len(r.elems.Elems) == 0 {
			return NewArray(&ArrayVal{Elem: t.Elem}), nil
		}
	} else {
		lower = make([]int32, len(dims))
		for i := range lower {
			lower[i] = 1
		}
	}
	return NewArray(&ArrayVal{Elem: t.Elem, Dims: dims, Lower: lower, Elems: r.elems.Elems}), nil
}

// dimensions reads "[1:2][3]=" up to the opening brace, which it leaves.
func (r *arrayReader) dimensions() (dims, lower []int32, err error) {
	for {
		r.skipSpace()
		if r.s == "" || r.s[0] != '[' {
			break
		}
		r.s = r.s[1:]
		if len(dims) == maxDims {
			return nil, nil, pgerr.New(pgerr.ProgramLimitExceeded,
				"number of array dimensions exceeds the maximum allowed (%d)", maxDims)
		}
		lo, hi, err := r.bounds()
		if err != nil {
			return nil, nil, err
		}
		if hi < lo {
			return nil, nil, pgerr.New(pgerr.ArraySubscriptError, "upper bound cannot be less than lower bound")
		}
		if hi == 1<<31-1 {
			return nil, nil, pgerr.New(pgerr.ProgramLimitExceeded, "array upper bound is too large: %d", hi)
		}
		if hi-lo >= 1<<31-1 {
			return nil, nil, pgerr.New(pgerr.ProgramLimitExceeded,
				"array size exceeds the maximum allowed (%d)", maxArraySize)
		}
		dims, lower = append(dims, int32(hi-lo+1)), append(lower, int32(lo))
	}
	r.given = len(dims) > 0
	if !r.given {
		if r.s == "" || r.s[0] != '{' {
			return nil, nil, r.malformed("Array value must start with \"{\" or dimension information.")
		}
		return nil, nil, nil
	}
	if r.s == "" || r.s[0] != '=' {
		return nil, nil, r.malformed("Missing \"=\" after array dimensions.")
	}
	r.s = r.s[1:]
	r.skipSpace()
	if r.s == "" || r.s[0] != '{' {
		return nil, nil, r.malformed("Array contents must start with \"{\".")
	}
	return dims, lower, nil
}

// bounds reads "lower:upper]" or "upper]".
func (r *arrayReader) bounds() (lo, hi int64, err error) {
	hi, ok, err := r.bound()
	if err != nil {
		return 0, 0, err
	}
	if !ok {
		return 0, 0, r.malformed("\"[\" must introduce explicitly-specified array dimensions.")
	}
	lo = 1
	if r.s != "" && r.s[0] == ':' {
		r.s = r.s[1:]
		lo = hi
		if hi, ok, err = r.bound(); err != nil {
			return 0, 0, err
		} else if !ok {
			return 0, 0, r.malformed("Missing array dimension value.")
		}
	}
	if r.s == "" || r.s[0] != ']' {
		return 0, 0, r.malformed("Missing \"]\" after array dimensions.")
	}
	r.s = r.s[1:]
	return lo, hi, nil
}

func (r *arrayReader) bound() (int64, bool, error) {
	i := 0
	if i < len(r.s) && (r.s[i] == '-' || r.s[i] == '+') {
		i++
	}
	for i < len(r.s) && r.s[i] >= '0' && r.s[i] <= '9' {
		i++
	}
	text := r.s[:i]
	if text == "" || text == "-" || text == "+" {
		return 0, false, nil
	}
	v, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		return 0, false, pgerr.New(pgerr.ProgramLimitExceeded, "array bound is out of integer range")
	}
	r.s = r.s[i:]
	return v, true, nil
}

// contents reads from the first brace to its partner.
func (r *arrayReader) contents(elem OID, typmod int32, env *Env) error {
	for i := range r.dims {
		r.dims[i] = -1
	}
	level, needDelim := 0, false
	for {
		r.skipSpace()
		if r.s == "" {
			return r.malformed("Unexpected end of input.")
		}
		switch c := r.s[0]; {
		case c == '{':
			if needDelim {
				return r.malformed("Unexpected \"%c\" character.", c)
			}
			if err := r.open(level); err != nil {
				return err
			}
			level++
		case c == '}':
			if r.count[level-1] > 0 && !needDelim {
				return r.malformed("Unexpected \"%c\" character.", c)
			}
			level--
			if r.dims[level] < 0 {
				r.dims[level] = r.count[level]
			} else if r.dims[level] != r.count[level] {
				return r.ragged()
			}
			r.s = r.s[1:]
			if level == 0 {
				return nil
			}
			r.count[level-1]++
			needDelim = true
		case c == r.delim:
			if !needDelim {
				return r.malformed("Unexpected \"%c\" character.", c)
			}
			r.s = r.s[1:]
			needDelim = false
		default:
			if needDelim {
				return r.malformed("Unexpected array element.")
			}
			if err := r.element(level, elem, typmod, env); err != nil {
				return err
			}
			needDelim = true
		}
	}
}

func (r *arrayReader) ragged() error {
	if r.given {
		return r.malformed("Specified array dimensions do not match array contents.")
	}
	return r.malformed("Multidimensional arrays must have sub-arrays with matching dimensions.")
}

func (r *arrayReader) open(level int) error {
	if level >= maxDims {
		return pgerr.New(pgerr.ProgramLimitExceeded,
			"number of array dimensions exceeds the maximum allowed (%d)", maxDims)
	}
	r.s = r.s[1:]
	r.count[level] = 0
	if r.ndim <= level {
		if r.frozen {
			return r.ragged()
		}
		r.ndim = level + 1
	}
	return nil
}

func (r *arrayReader) element(level int, elem OID, typmod int32, env *Env) error {
	text, null, err := r.token()
	if err != nil {
		return err
	}
	if level != r.ndim {
		return r.ragged()
	}
	d := NullDatum
	if !null {
		if d, err = Input(elem, typmod, text, env); err != nil {
			return err
		}
	}
	if err := r.elems.Add(d); err != nil {
		return err
	}
	r.count[level-1]++
	r.frozen = true
	return nil
}

// token reads one element, quoted or not.
func (r *arrayReader) token() (text string, null bool, err error) {
	var b strings.Builder
	if r.s[0] == '"' {
		r.s = r.s[1:]
		for {
			if r.s == "" || r.s == "\\" {
				return "", false, r.malformed("Unexpected end of input.")
			}
			c := r.s[0]
			r.s = r.s[1:]
			if c == '"' {
				break
			}
			if c == '\\' {
				c = r.s[0]
				r.s = r.s[1:]
			}
			b.WriteByte(c)
		}
		r.skipSpace()
		if r.s != "" && r.s[0] != r.delim && r.s[0] != '}' && r.s[0] != '{' {
			return "", false, r.malformed("Incorrectly quoted array element.")
		}
		return b.String(), false, nil
	}
	escaped, keep := false, 0 // keep: bytes up to the last that is not white space
	for {
		if r.s == "" || r.s == "\\" {
			return "", false, r.malformed("Unexpected end of input.")
		}
		c := r.s[0]
		switch {
		case c == '"':
			return "", false, r.malformed("Incorrectly quoted array element.")
		case c == '{' || c == '}' || c == r.delim:
			text = b.String()[:keep]
			return text, !escaped && strings.EqualFold(text, "null"), nil
		case c == '\\':
			escaped = true
			b.WriteByte(r.s[1])
			keep = b.Len()
			r.s = r.s[2:]
			continue
		}
		b.WriteByte(c)
		if !isSpace(c) {
			keep = b.Len()
		}
		r.s = r.s[1:]
	}
}

// appendArray prints an array; the type matters for the vectors only.
func appendArray(dst []byte, a *ArrayVal, t OID, env *Env) []byte {
	if t == Int2VectorOID || t == OidVectorOID {
		for i, e := range a.Elems {
			if i > 0 {
				dst = append(dst, ' ')
			}
			dst = AppendText(dst, e, a.Elem, env)
		}
		return dst
	}
	if len(a.Elems) == 0 || len(a.Dims) == 0 {
		return append(dst, '{', '}')
	}
	shifted := false
	for _, l := range a.Lower {
		shifted = shifted || l != 1
	}
	if shifted {
		for i, l := range a.Lower {
			dst = append(dst, '[')
			dst = strconv.AppendInt(dst, int64(l), 10)
			dst = append(dst, ':')
			dst = strconv.AppendInt(dst, int64(l)+int64(a.Dims[i])-1, 10)
			dst = append(dst, ']')
		}
		dst = append(dst, '=')
	}
	dst, _ = appendSubArray(dst, a, 0, a.Elems, env)
	return dst
}

// appendSubArray prints one level and returns the elements that follow it.
func appendSubArray(dst []byte, a *ArrayVal, level int, rest []Datum, env *Env) ([]byte, []Datum) {
	seen := len(dst)
	dst = append(dst, '{')
	for i := int32(0); i < a.Dims[level] && len(rest) > 0; i++ {
		if i > 0 {
			dst = append(dst, ',')
		}
		if level+1 < len(a.Dims) {
			dst, rest = appendSubArray(dst, a, level+1, rest, env)
			continue
		}
		dst = appendElement(dst, rest[0], a.Elem, env)
		seen = env.Grown(dst, seen)
		rest = rest[1:]
	}
	return append(dst, '}'), rest
}

func appendElement(dst []byte, d Datum, elem OID, env *Env) []byte {
	if d.kind == Null {
		return append(dst, "NULL"...)
	}
	start := len(dst)
	dst = AppendText(dst, d, elem, env)
	plain := elem == Int4OID || elem == Int8OID || elem == Int2OID || elem == OidOID
	if plain || !needsArrayQuotes(dst[start:]) {
		return dst
	}
	return env.quote(dst, start, false)
}

func needsArrayQuotes(b []byte) bool {
	if len(b) == 0 || len(b) == 4 && strings.EqualFold(string(b), "null") {
		return true
	}
	for _, c := range b {
		if c == '"' || c == '\\' || c == '{' || c == '}' || c == ',' || isSpace(c) {
			return true
		}
	}
	return false
}

// vectorIn reads an int2vector or oidvector: numbers between blanks, from
// subscript 0.
func vectorIn(t OID, s string) (Datum, error) {
	a := &ArrayVal{Elem: Int2OID}
	if t == OidVectorOID {
		a.Elem = OidOID
	}
	for _, f := range strings.Fields(s) {
		var v int64
		var err error
		if t == OidVectorOID {
			v, err = parseUint32(f, "oid")
		} else {
			v, err = parseInt(f, "smallint", 16)
		}
		if err != nil {
			return NullDatum, err
		}
		a.Elems = append(a.Elems, NewInt(v))
	}
	a.Dims, a.Lower = []int32{int32(len(a.Elems))}, []int32{0}
	return NewArray(a), nil
}
