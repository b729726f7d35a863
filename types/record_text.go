package types

// Records as text: parentheses, commas, nothing for NULL.

import (
	"strings"

	"minidb/pgerr"
)

// recordIn reads a value of composite type t.
func recordIn(t OID, s string, env *Env) (Datum, error) {
	names, types, typmods, ok := env.Names.RowType(t)
	if !ok {
		return NullDatum, pgerr.New(pgerr.Internal, "cache lookup failed for type %d", t)
	}
	malformed := func(detail string) (Datum, error) {
		return NullDatum, pgerr.New(pgerr.InvalidTextRepresentation, "malformed record literal: \"%s\"", s).WithDetail("%s", detail)
	}
	rest := strings.TrimLeft(s, " \t\n\v\f\r")
	if rest == "" || rest[0] != '(' {
		return malformed("Missing left parenthesis.")
	}
	rest = rest[1:]
	rec := &RecordVal{Types: types, Names: names, Fields: make([]Datum, len(types))}
	first := true
	for i := range types {
		if types[i] == 0 {
			continue // a dropped column
		}
		if !first {
			if rest == "" || rest[0] != ',' {
				return malformed("Too few columns.")
			}
			rest = rest[1:]
		}
		first = false
		if rest != "" && (rest[0] == ',' || rest[0] == ')') {
			continue
		}
		text, after, ok := recordToken(rest)
		if !ok {
			return malformed("Unexpected end of input.")
		}
		rest = after
		d, err := Input(types[i], typmods[i], text, env)
		if err != nil {
			return NullDatum, err
		}
		rec.Fields[i] = d
	}
	if rest == "" || rest[0] != ')' {
		return malformed("Too many columns.")
	}
	if trimSpace(rest[1:]) != "" {
		return malformed("Junk after right parenthesis.")
	}
	return NewRecord(rec), nil
}

// recordToken reads one column, which may mix quoted and plain parts.
func recordToken(s string) (text, rest string, ok bool) {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			if i++; i == len(s) {
				return "", "", false
			}
			b.WriteByte(s[i])
		case c == '"':
			if quoted && i+1 < len(s) && s[i+1] == '"' {
				b.WriteByte('"')
				i++
			} else {
				quoted = !quoted
			}
		case !quoted && (c == ',' || c == ')'):
			return b.String(), s[i:], true
		default:
			b.WriteByte(c)
		}
	}
	return "", "", false
}

// appendRecord writes a value of row type t. If that is a table's, the table may
// have gained and lost columns since: dropped ones have type 0.
func appendRecord(dst []byte, r *RecordVal, t OID, env *Env) []byte {
	dst = append(dst, '(')
	ts, n := r.Types, len(r.Fields)
	if t >= FirstNormalOID && env.Names != nil {
		if _, now, _, ok := env.Names.RowType(t); ok {
			ts, n = now, len(now)
		}
	}
	first, seen := true, len(dst)
	for i := range n {
		t := OID(0)
		if i < len(ts) {
			if t = ts[i]; t == 0 {
				continue
			}
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		if i >= len(r.Fields) || r.Fields[i].kind == Null {
			continue
		}
		f := r.Fields[i]
		start := len(dst)
		dst = AppendText(dst, f, t, env)
		if needsRecordQuotes(dst[start:]) {
			dst = env.quote(dst, start, true)
		}
		seen = env.Grown(dst, seen)
	}
	return append(dst, ')')
}

func needsRecordQuotes(b []byte) bool {
	for _, c := range b {
		if c == '"' || c == '\\' || c == '(' || c == ')' || c == ',' || isSpace(c) {
			return true
		}
	}
	return len(b) == 0
}
