package commands

import (
	"slices"
	"strings"

	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
)

// What COPY's options must not be together: the second half of PostgreSQL's
// ProcessCopyOptions, and the columns that options name.

func copyRule(code pgerr.Code, format string, args ...any) error {
	return pgerr.New(code, format, args...)
}

func hasNewline(s string) bool { return strings.ContainsAny(s, "\r\n") }

// textOf is an option's value, or what it is if not given.
func textOf(given map[string]*tree.DefElem, name, def string) string {
	if o := given[name]; o != nil {
		return planner.DefString(o)
	}
	return def
}

// characters settles delimiter, NULL, quote and escape.
func (f *copyFormat) characters(given map[string]*tree.DefElem) error {
	for _, name := range []string{"delimiter", "null", "default"} {
		if f.binary && given[name] != nil {
			return copyRule(pgerr.SyntaxError, "cannot specify %s in BINARY mode", upper(name))
		}
	}
	delim, null := "\t", `\N`
	if f.csv {
		delim, null = ",", ""
	}
	delim, f.null = textOf(given, "delimiter", delim), textOf(given, "null", null)
	quote := textOf(given, "quote", `"`)
	escape := textOf(given, "escape", quote)
	switch {
	case len(delim) != 1:
		return copyRule(pgerr.FeatureNotSupported, "COPY delimiter must be a single one-byte character")
	case hasNewline(delim):
		return copyRule(pgerr.InvalidParameterValue, "COPY delimiter cannot be newline or carriage return")
	case hasNewline(f.null):
		return copyRule(pgerr.InvalidParameterValue, "COPY null representation cannot use newline or carriage return")
	case f.hasDef && hasNewline(f.def):
		return copyRule(pgerr.InvalidParameterValue, "COPY default representation cannot use newline or carriage return")
	case !f.csv && strings.Contains(`\.abcdefghijklmnopqrstuvwxyz0123456789`, delim):
		return copyRule(pgerr.InvalidParameterValue, "COPY delimiter cannot be %q", delim)
	case f.binary && f.header != noHeader:
		return copyRule(pgerr.FeatureNotSupported, "cannot specify %s in BINARY mode", "HEADER")
	case !f.csv && given["quote"] != nil:
		return copyRule(pgerr.FeatureNotSupported, "COPY QUOTE requires CSV mode")
	case f.csv && len(quote) != 1:
		return copyRule(pgerr.FeatureNotSupported, "COPY quote must be a single one-byte character")
	case f.csv && delim == quote:
		return copyRule(pgerr.InvalidParameterValue, "COPY delimiter and quote must be different")
	case !f.csv && given["escape"] != nil:
		return copyRule(pgerr.FeatureNotSupported, "COPY ESCAPE requires CSV mode")
	case f.csv && len(escape) != 1:
		return copyRule(pgerr.FeatureNotSupported, "COPY escape must be a single one-byte character")
	}
	f.delim, f.quote, f.escape = delim[0], quote[0], escape[0]
	return nil
}

// forced checks where the FORCE options may stand.
func (f *copyFormat) forced(s *tree.Copy, given map[string]*tree.DefElem) error {
	for _, o := range []struct {
		option string
		from   bool // it belongs to COPY FROM
		code   pgerr.Code
		other  string
	}{
		{"force_quote", false, pgerr.FeatureNotSupported, "COPY FROM"},
		{"force_not_null", true, pgerr.InvalidParameterValue, "COPY TO"},
		{"force_null", true, pgerr.InvalidParameterValue, "COPY TO"},
	} {
		switch {
		case given[o.option] == nil:
		case !f.csv:
			return copyRule(pgerr.FeatureNotSupported, "COPY %s requires CSV mode", upper(o.option))
		case s.From != o.from:
			return copyRule(o.code, "COPY %s cannot be used with %s", upper(o.option), o.other)
		}
	}
	return nil
}

// markers checks the texts that stand for NULL and for a default.
func (f *copyFormat) markers(s *tree.Copy, given map[string]*tree.DefElem) error {
	delim, quote := string(f.delim), string(f.quote)
	switch {
	case strings.Contains(f.null, delim):
		return copyRule(pgerr.InvalidParameterValue, "COPY delimiter character must not appear in the NULL specification")
	case f.csv && strings.Contains(f.null, quote):
		return copyRule(pgerr.InvalidParameterValue, "CSV quote character must not appear in the NULL specification")
	case f.freeze && !s.From:
		return copyRule(pgerr.InvalidParameterValue, "COPY %s cannot be used with %s", "FREEZE", "COPY TO")
	case f.binary && f.ignoreErrors:
		return copyRule(pgerr.SyntaxError, "only ON_ERROR STOP is allowed in BINARY mode")
	case f.hasDef && !s.From:
		return copyRule(pgerr.FeatureNotSupported, "COPY DEFAULT cannot be used with COPY TO")
	case f.hasDef && strings.Contains(f.def, delim):
		return copyRule(pgerr.FeatureNotSupported, "COPY delimiter character must not appear in the DEFAULT specification")
	case f.hasDef && f.csv && strings.Contains(f.def, quote):
		return copyRule(pgerr.FeatureNotSupported, "CSV quote character must not appear in the DEFAULT specification")
	case f.hasDef && f.def == f.null:
		return copyRule(pgerr.FeatureNotSupported, "NULL specification and DEFAULT specification cannot be the same")
	case given["reject_limit"] != nil && !f.ignoreErrors:
		return copyRule(pgerr.InvalidParameterValue, "COPY REJECT_LIMIT requires ON_ERROR to be set to IGNORE")
	}
	return nil
}

// copyColumns are the columns that COPY reads or writes: those named, or all but
// the generated ones.
func copyColumns(rel *catalog.Relation, names []string) ([]*catalog.Column, error) {
	var out []*catalog.Column
	if names == nil {
		for _, c := range rel.Live() {
			if !c.Generated {
				out = append(out, c)
			}
		}
		return out, nil
	}
	for _, n := range names {
		c := rel.ColumnByName(n)
		switch {
		case c == nil:
			return nil, noCopyColumn(rel, n)
		case c.Generated:
			return nil, pgerr.New(pgerr.InvalidColumnReference, "column %q is a generated column", n).
				WithDetail("Generated columns cannot be used in COPY.")
		case slices.Contains(out, c):
			return nil, pgerr.New(pgerr.DuplicateColumn, "column %q specified more than once", n)
		}
		out = append(out, c)
	}
	return out, nil
}

func noCopyColumn(rel *catalog.Relation, name string) error {
	return pgerr.New(pgerr.UndefinedColumn, "column %q of relation %q does not exist", name, rel.Name)
}

// forceFlags marks the columns that a FORCE option names. names are those of the
// columns; rel is nil for COPY (query).
func forceFlags(option string, list, names []string, rel *catalog.Relation) ([]bool, error) {
	if list == nil {
		return make([]bool, len(names)), nil
	}
	out := make([]bool, len(names))
	if list[0] == "*" && len(list) == 1 {
		for i := range out {
			out[i] = true
		}
		return out, nil
	}
	for _, n := range list {
		i := slices.Index(names, n)
		switch {
		case i >= 0:
			out[i] = true
		case rel != nil && rel.ColumnByName(n) == nil:
			return nil, noCopyColumn(rel, n)
		case rel == nil:
			return nil, pgerr.New(pgerr.UndefinedColumn, "column %q does not exist", n)
		default:
			return nil, pgerr.New(pgerr.InvalidColumnReference, "%s column %q not referenced by COPY", option, n)
		}
	}
	return out, nil
}
