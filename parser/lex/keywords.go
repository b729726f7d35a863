package lex

import (
	"maps"
	"slices"
	"strings"
)

// The key words of PostgreSQL 18 by class, as pg_get_keywords() lists them.
// The class decides where a word may stand as a name; the words in needAS
// can be a column label only behind AS.

// Class says where an unquoted word may be used as a name.
type Class uint8

// The classes of words.
const (
	NotKeyword Class = iota
	Unreserved       // any name
	ColName          // column or table, not function or type
	TypeFunc         // function or type, not column or table
	Reserved         // a label behind AS only
)

type keyword struct {
	text   string
	class  Class
	needAS bool
}

var keywords = makeKeywords()

func makeKeywords() map[string]keyword {
	m := make(map[string]keyword, 512)
	add := func(words string, c Class) {
		for w := range strings.FieldsSeq(words) {
			m[w] = keyword{text: w, class: c}
		}
	}
	add(unreserved, Unreserved)
	add(colName, ColName)
	add(typeFunc, TypeFunc)
	add(reserved, Reserved)
	for w := range strings.FieldsSeq(needAS) {
		k := m[w]
		k.needAS = true
		m[w] = k
	}
	return m
}

// Keywords returns the key words in order.
func Keywords() []string { return slices.Sorted(maps.Keys(keywords)) }

// ClassOf tells where a key word may stand as a name, and whether it can be a column
// label only behind AS.
func ClassOf(word string) (c Class, needAS bool) {
	k := keywords[word]
	return k.class, k.needAS
}

const unreserved = `
abort absent absolute access action add admin after aggregate also alter
always asensitive assertion assignment at atomic attach attribute backward
before begin breadth by cache call called cascade cascaded catalog chain
characteristics checkpoint class close cluster columns comment comments
commit committed compression conditional configuration conflict connection
constraints content continue conversion copy cost csv cube current cursor
cycle data database day deallocate declare defaults deferred definer delete
delimiter delimiters depends depth detach dictionary disable discard
document domain double drop each empty enable encoding encrypted enforced
enum error escape event exclude excluding exclusive execute explain
expression extension external family filter finalize first following force
format forward function functions generated global granted groups handler
header hold hour identity if immediate immutable implicit import include
including increment indent index indexes inherit inherits inline input
insensitive insert instead invoker isolation keep key keys label language
large last leakproof level listen load local location lock locked logged
mapping match matched materialized maxvalue merge method minute minvalue
mode month move name names nested new next nfc nfd nfkc nfkd no normalized
nothing notify nowait nulls object objects of off oids old omit operator
option options ordinality others over overriding owned owner parallel
parameter parser partial partition passing password path period plan plans
policy preceding prepare prepared preserve prior privileges procedural
procedure procedures program publication quote quotes range read reassign
recursive ref referencing refresh reindex relative release rename
repeatable replace replica reset restart restrict return returns revoke
role rollback rollup routine routines rows rule savepoint scalar schema
schemas scroll search second security sequence sequences serializable
server session set sets share show simple skip snapshot source sql stable
standalone start statement statistics stdin stdout storage stored strict
string strip subscription support sysid system tables tablespace target
temp template temporary text ties transaction transform trigger truncate
trusted type types uescape unbounded uncommitted unconditional unencrypted
unknown unlisten unlogged until update vacuum valid validate validator
value varying version view views virtual volatile whitespace within without
work wrapper write xml year yes zone
`

const colName = `
between bigint bit boolean char character coalesce dec decimal exists
extract float greatest grouping inout int integer interval json json_array
json_arrayagg json_exists json_object json_objectagg json_query json_scalar
json_serialize json_table json_value least merge_action national nchar none
normalize nullif numeric out overlay position precision real row setof
smallint substring time timestamp treat trim values varchar xmlattributes
xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi
xmlroot xmlserialize xmltable
`

const typeFunc = `
authorization binary collation concurrently cross current_schema freeze
full ilike inner is isnull join left like natural notnull outer overlaps
right similar tablesample verbose
`

const reserved = `
all analyse analyze and any array as asc asymmetric both case cast check
collate column constraint create current_catalog current_date current_role
current_time current_timestamp current_user default deferrable desc
distinct do else end except false fetch for foreign from grant group having
in initially intersect into lateral leading limit localtime localtimestamp
not null offset on only or order placing primary references returning
select session_user some symmetric system_user table then to trailing true
union unique user using variadic when where window with
`

const needAS = `
array as char character create day except fetch filter for from grant group
having hour intersect into isnull limit minute month notnull offset on
order over overlaps precision returning second to union varying where
window with within without year
`
