package catalog

import (
	"strconv"
	"strings"

	"minidb/types"
)

// What PostgreSQL 18's pg_description says of objects that minidb has, but for functions
// and operators.

// descriptions has one object a line, its OID and the text, by catalog.
var descriptions = []struct {
	class types.OID
	lines string
}{
	{PgType, `
16 boolean, format 't'/'f'
17 variable-length string, binary values escaped
18 single character
19 63-byte type for storing system identifiers
20 ~18 digit integer, 8-byte storage
21 -32 thousand to 32 thousand, 2-byte storage
22 array of int2, used in system tables
23 -2 billion to 2 billion integer, 4-byte storage
24 registered procedure
25 variable-length string, no limit specified
26 object identifier(oid), maximum 4 billion
27 tuple physical location, format '(block,offset)'
28 transaction id
29 command identifier type, sequence in transaction id
30 array of oids, used in system tables
194 string representing an internal node tree
700 single-precision floating point number, 4-byte storage
701 double-precision floating point number, 8-byte storage
705 pseudo-type representing an undetermined type
1033 access control list
1042 'char(length)' blank-padded string, fixed storage length
1043 'varchar(length)' non-blank-padded string, variable storage length
1082 date
1083 time of day
1114 date and time
1184 date and time with time zone
1186 time interval, format 'number units ...'
1266 time of day with time zone
1700 'numeric(precision, scale)' arbitrary precision number
2202 registered procedure (with args)
2203 registered operator
2204 registered operator (with args)
2205 registered class
2206 registered type
2249 pseudo-type representing any composite type
2275 C-style string
2276 pseudo-type representing any type
2277 pseudo-type representing a polymorphic array type
2278 pseudo-type for the result of a function with no real result
2279 pseudo-type for the result of a trigger function
2281 pseudo-type representing an internal data structure
2283 pseudo-type representing a polymorphic base type
2776 pseudo-type representing a polymorphic base type that is not an array
2950 UUID
2970 transaction snapshot
3220 PostgreSQL LSN
3500 pseudo-type representing a polymorphic base type that is an enum
3734 registered text search configuration
3769 registered text search dictionary
4089 registered namespace
4096 registered role
5038 transaction snapshot
5069 full transaction id
5077 pseudo-type representing a polymorphic common type
5078 pseudo-type representing an array of polymorphic common type elements
5079 pseudo-type representing a polymorphic common type that is not an array`},
	{PgAm, `
2 heap table access method
403 b-tree index access method
405 hash index access method`},
	{PgLanguage, `
12 built-in functions
13 dynamically-loaded C functions
14 SQL-language functions`},
	{PgCollation, `
100 database's default collation
950 standard C collation
951 standard POSIX collation`},
	{PgNamespace, `
11 system catalog schema
99 reserved schema for TOAST tables
2200 standard public schema`},
}

func (b *bootstrap) descriptions() {
	for _, d := range descriptions {
		for line := range strings.SplitSeq(strings.TrimSpace(d.lines), "\n") {
			oid, text, _ := strings.Cut(line, " ")
			n, err := strconv.Atoi(oid)
			if err != nil {
				panic(err)
			}
			b.add(PgDescription, intDatum(n), oidDatum(d.class), intDatum(0), textDatum(text))
		}
	}
}
