package settings

// Comma-separated lists of identifiers: search_path, DateStyle. Unquoted
// elements are folded to lower case, quoted ones kept; the value itself stays
// as it was written.

import (
	"strings"

	"minidb/pgerr"
)

// List returns the elements of a list setting. The result is made anew at each
// call; callers keep it until the setting changes.
func (v *Values) List(d *Def) []string {
	names, _ := SplitIdentifiers(v.Str(d))
	return names
}

// SplitIdentifiers splits a list of identifiers; ok is false if the syntax is
// wrong, as in "a,,b".
func SplitIdentifiers(s string) (names []string, ok bool) {
	const space = " \t\n\r\f\v"
	s = strings.Trim(s, space)
	if s == "" {
		return nil, true
	}
	for {
		var name string
		if s != "" && s[0] == '"' {
			name, s, ok = unquote(s)
		} else {
			end := strings.IndexAny(s, ","+space)
			if end < 0 {
				end = len(s)
			}
			name, s = foldIdentifier(s[:end]), s[end:]
			ok = name != ""
		}
		if !ok {
			return nil, false
		}
		names = append(names, name)
		if s = strings.TrimLeft(s, space); s == "" {
			return names, true
		}
		if s[0] != ',' {
			return nil, false
		}
		s = strings.TrimLeft(s[1:], space)
	}
}

// unquote reads a quoted identifier, in which a doubled quote is one.
func unquote(s string) (name, rest string, ok bool) {
	var b strings.Builder
	for s = s[1:]; ; {
		i := strings.IndexByte(s, '"')
		if i < 0 {
			return "", "", false
		}
		b.WriteString(s[:i])
		s = s[i+1:]
		if s == "" || s[0] != '"' {
			return b.String(), s, true
		}
		b.WriteByte('"')
		s = s[1:]
	}
}

func foldIdentifier(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return string(b)
}

// quoteIdentifier quotes what an unquoted identifier cannot say. Key words that
// SQL reserves are quoted too.
func quoteIdentifier(s string) string {
	plain := s != ""
	for i := 0; i < len(s) && plain; i++ {
		c := s[i]
		plain = c == '_' || 'a' <= c && c <= 'z' || i > 0 && '0' <= c && c <= '9'
	}
	if plain && !strings.Contains(reservedWords, " "+s+" ") {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}

// reservedWords are those key words of PostgreSQL 18 that are not plain
// identifiers (pg_get_keywords, catcode other than U).
const reservedWords = " all analyse analyze and any array as asc asymmetric authorization between bigint binary " +
	"bit boolean both case cast char character check coalesce collate collation column " +
	"concurrently constraint create cross current_catalog current_date current_role " +
	"current_schema current_time current_timestamp current_user dec decimal default deferrable " +
	"desc distinct do else end except exists extract false fetch float for foreign freeze from " +
	"full grant greatest group grouping having ilike in initially inner inout int integer " +
	"intersect interval into is isnull join json json_array json_arrayagg json_exists " +
	"json_object json_objectagg json_query json_scalar json_serialize json_table json_value " +
	"lateral leading least left like limit localtime localtimestamp merge_action national " +
	"natural nchar none normalize not notnull null nullif numeric offset on only or order out " +
	"outer overlaps overlay placing position precision primary real references returning right " +
	"row select session_user setof similar smallint some substring symmetric system_user table " +
	"tablesample then time timestamp to trailing treat trim true union unique user using " +
	"values varchar variadic verbose when where window with xmlattributes xmlconcat xmlelement " +
	"xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable "

func checkIdentifiers(_ *Values, d *Def, in string) (string, error) {
	if _, ok := SplitIdentifiers(in); !ok {
		return "", d.invalid(in).WithDetail("List syntax is invalid.")
	}
	return in, nil
}

// checkTablespaces accepts the one tablespace that there is.
func checkTablespaces(_ *Values, d *Def, in string) (string, error) {
	names, ok := SplitIdentifiers(in)
	if !ok {
		return "", d.invalid(in).WithDetail("List syntax is invalid.")
	}
	for _, n := range names {
		if n != "" && n != "pg_default" {
			return "", pgerr.New(pgerr.UndefinedObject, "tablespace %q does not exist", n)
		}
	}
	return in, nil
}

// checkSelfGrant takes the words of createrole_self_grant.
func checkSelfGrant(_ *Values, d *Def, in string) (string, error) {
	names, ok := SplitIdentifiers(in)
	if !ok {
		return "", d.invalid(in).WithDetail("List syntax is invalid.")
	}
	for _, n := range names {
		if n = strings.ToLower(n); n != "set" && n != "inherit" {
			return "", d.invalid(in).WithDetail("Unrecognized key word: \"%s\".", n)
		}
	}
	return in, nil
}
