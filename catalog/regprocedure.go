package catalog

// Text input and output of regprocedure: a function's name with its argument types.

import (
	"slices"
	"strings"

	"minidb/pgerr"
	"minidb/types"
)

// RegprocedureIn finds a function by its name and argument types, or a number.
func (a *Access) RegprocedureIn(s string) (types.OID, error) {
	if o, ok := regNumber(s); ok {
		return o, nil
	}
	text, ts, err := a.nameAndTypes(s, false)
	if err != nil {
		return 0, err
	}
	schema, name, err := parseName(text, "qualified")
	if err != nil {
		return 0, err
	}
	if err := a.useIfThere(schema); err != nil {
		return 0, err
	}
	for _, f := range a.procsNamed(schema, name) {
		if slices.Equal(arrayOIDs(f.row[ProcProargtypes]), ts) {
			return datumOID(f.row[0]), nil
		}
	}
	return 0, pgerr.New(pgerr.UndefinedFunction, "function %s does not exist", quoted(s))
}

// nameAndTypes splits name(type, type). With none, NONE is no type, as the missing
// operand of an operator is written.
func (a *Access) nameAndTypes(s string, none bool) (name string, ts []types.OID, err error) {
	bad := func(m string) error { return pgerr.New(pgerr.InvalidTextRepresentation, "%s", m) }
	open, quotes := -1, false
	for i := 0; i < len(s) && open < 0; i++ {
		switch {
		case s[i] == '"':
			quotes = !quotes
		case s[i] == '(' && !quotes:
			open = i
		}
	}
	if open < 0 {
		return "", nil, bad("expected a left parenthesis")
	}
	args, ok := strings.CutSuffix(strings.TrimRight(s[open+1:], " \t\n\r\f\v"), ")")
	if !ok {
		return "", nil, bad("expected a right parenthesis")
	}
	if parts := splitTypes(args); len(parts) > 1 || strings.TrimSpace(args) != "" {
		for _, part := range parts {
			if strings.TrimSpace(part) == "" {
				return "", nil, bad("expected a type name")
			}
			var t types.OID
			if !none || !strings.EqualFold(strings.TrimSpace(part), "none") {
				if t, err = a.RegtypeIn(part); err != nil {
					return "", nil, err
				}
			}
			ts = append(ts, t)
		}
	}
	return s[:open], ts, nil
}

// splitTypes splits at commas outside of quotes and parentheses.
func splitTypes(s string) (out []string) {
	depth, quotes, from := 0, false, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			quotes = !quotes
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 && !quotes {
				out = append(out, s[from:i])
				from = i + 1
			}
		}
	}
	return append(out, s[from:])
}

// RegprocedureOut writes a function's name and argument types.
func (a *Access) RegprocedureOut(o types.OID) string {
	if row, _ := a.first(PgProc, "pg_proc_oid_index", oidDatum(o)); row == nil {
		return regNumberOut(o)
	}
	return a.procSignature(o)
}
