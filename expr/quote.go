package expr

// This file quotes identifiers and literals as PostgreSQL's quote.c does, for
// the functions of that name and for deparsing.

import (
	"strings"

	"minidb/types"
)

// quotedKeywords are PostgreSQL 18's keywords that are not unreserved: as
// identifiers they are quoted.
var quotedKeywords = wordSet(`
	all analyse analyze and any array as asc asymmetric authorization between bigint
	binary bit boolean both case cast char character check coalesce collate collation
	column concurrently constraint create cross current_catalog current_date current_role
	current_schema current_time current_timestamp current_user dec decimal default
	deferrable desc distinct do else end except exists extract false fetch float for
	foreign freeze from full grant greatest group grouping having ilike in initially
	inner inout int integer intersect interval into is isnull join json json_array
	json_arrayagg json_exists json_object json_objectagg json_query json_scalar
	json_serialize json_table json_value lateral leading least left like limit localtime
	localtimestamp merge_action national natural nchar none normalize not notnull null
	nullif numeric offset on only or order out outer overlaps overlay placing position
	precision primary real references returning right row select session_user setof
	similar smallint some substring symmetric system_user table tablesample then time
	timestamp to trailing treat trim true union unique user using values varchar variadic
	verbose when where window with xmlattributes xmlconcat xmlelement xmlexists xmlforest
	xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable
`)

func wordSet(s string) map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// QuoteIdent quotes an identifier where it needs quotes.
func QuoteIdent(s string) string {
	safe := s != "" && !quotedKeywords[s] && (s[0] == '_' || s[0] >= 'a' && s[0] <= 'z')
	for i := 0; safe && i < len(s); i++ {
		c := s[i]
		safe = c == '_' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
	}
	if safe {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}

// QuoteLiteral quotes a string as an SQL literal, with E where it has a backslash.
func QuoteLiteral(s string) string {
	s = strings.ReplaceAll(s, "'", "''")
	if strings.Contains(s, `\`) {
		return "E'" + strings.ReplaceAll(s, `\`, `\\`) + "'"
	}
	return "'" + s + "'"
}

func quoteNullable(d types.Datum) types.Datum {
	if d.IsNull() {
		return types.NewText("NULL")
	}
	return types.NewText(QuoteLiteral(d.Text()))
}

func bindQuoteLiteral(ci CallInfo) Impl {
	return func(c *Ctx, a []types.Datum) (types.Datum, error) {
		return types.NewText(QuoteLiteral(asText(c, a[0], ci.Args[0]).Text())), nil
	}
}

func bindQuoteNullable(ci CallInfo) Impl {
	return func(c *Ctx, a []types.Datum) (types.Datum, error) {
		if a[0].IsNull() {
			return types.NewText("NULL"), nil
		}
		return types.NewText(QuoteLiteral(asText(c, a[0], ci.Args[0]).Text())), nil
	}
}
