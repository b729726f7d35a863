package tree

// nonNames are the words that QuoteIdent quotes.
const nonNames = `
absolute add all always analyse analyze and any array as asc asensitive
asymmetric at authorization backward between bigint binary bit boolean both
by cascade case cast char character characteristics check coalesce collate
collation column compression concurrently constraint create cross cube
current current_catalog current_date current_role current_schema
current_time current_timestamp current_user cursor data day dec decimal
default deferrable desc disable distinct do double else enable end escape
except exclude exists extract false fetch filter first float for force
foreign forward freeze from full generated grant greatest group grouping
groups having hour if ilike in inherits initially inner inout insensitive
int integer intersect interval into is isnull join json json_array
json_arrayagg json_exists json_object json_objectagg json_query json_scalar
json_serialize json_table json_value last lateral leading least left like
limit local localtime localtimestamp materialized maxvalue merge_action
minute minvalue month names national natural nchar next no none normalize
not notnull null nullif nulls numeric of offset on only options or order
ordinality out outer over overlaps overlay partition period placing
position precision prepare prepared primary prior program range real
recursive references relative replica restrict returning right role rollup
row rows schema scroll second select session session_user set setof similar
smallint some stdin stdout storage substring symmetric system_user table
tablesample then time timestamp to trailing transaction treat trim true
type unbounded union unique user using value values varchar variadic
varying verbose when where window with within without work xmlattributes
xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi
xmlroot xmlserialize xmltable year zone
`
