package catalog

// PostgreSQL's syscache ATTNAME: columns by their table's OID and their name. A
// session fills it as it is asked, from pg_attribute.

import "minidb/types"

// attName is a key of the cache: a table that changes has another version.
type attName struct {
	rel     types.OID
	version uint64
	name    string
}

// maxAttNames bounds the cache; it starts anew when it is full.
const maxAttNames = 1 << 16

// AttributeNumber finds a column of a relation by its name, 0 if there is none:
// SearchSysCacheAttName.
func (a *Access) AttributeNumber(r *Relation, name string) int {
	k := attName{r.OID, r.Version, name}
	if n, ok := a.attNames[k]; ok {
		return n
	}
	n := 0
	if row, _ := a.first(PgAttribute, "pg_attribute_relid_attnam_index", oidDatum(r.OID), textDatum(name)); row != nil {
		n = int(row[AttributeAttnum].Int())
	}
	if len(a.attNames) >= maxAttNames || a.attNames == nil {
		a.attNames = map[attName]int{}
	}
	a.attNames[k] = n
	return n
}
