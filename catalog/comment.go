package catalog

// COMMENT ON: rows of pg_description and pg_shdescription.

import "minidb/types"

// SetComment gives an object a comment; the empty one takes it away.
func (a *Access) SetComment(o Object, text string) error {
	catalog, index := PgDescription, "pg_description_o_c_o_index"
	key := []types.Datum{oidDatum(o.OID), oidDatum(o.Class), intDatum(o.Sub)}
	if r := a.System(o.Class); r != nil && r.Shared {
		catalog, index, key = PgShdescription, "pg_shdescription_o_c_index", key[:2]
	}
	if err := a.deleteWhere(catalog, index, key...); err != nil || text == "" {
		return err
	}
	return a.insertRow(catalog, append(types.Row(key), textDatum(text)))
}

// CommentedDatabase finds the database of a COMMENT, which the current role must own;
// the zero Object if there is none of that name.
func (a *Access) CommentedDatabase(name string) (Object, error) {
	k := objectKinds[DatabaseAcl]
	row, _ := a.first(PgDatabase, "pg_database_datname_index", textDatum(name))
	switch {
	case row == nil:
		return Object{}, nil
	case !a.HasPrivilegesOf(a.S.CurrentRole, datumOID(row[k.owner])):
		return Object{}, notOwner("database", name)
	}
	return Object{Class: PgDatabase, OID: datumOID(row[0])}, nil
}

// Comment returns an object's comment, "" if it has none.
func (a *Access) Comment(o Object) string {
	row, _ := a.first(PgDescription, "pg_description_o_c_o_index", oidDatum(o.OID), oidDatum(o.Class), intDatum(o.Sub))
	if row == nil {
		return ""
	}
	return datumText(row[DescriptionDescription])
}
