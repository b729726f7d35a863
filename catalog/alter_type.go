package catalog

// ALTER COLUMN TYPE: the column's row, its default and what it depends on.
// Indexes and constraints over the column are the caller's to make anew.

import (
	"minidb/expr"
	"minidb/types"
)

// ChangeColumnType gives column c.Num the type, modifier and collation of c, and
// its default, which is already of the new type.
func (a *Access) ChangeColumnType(r *Relation, c *Column) error {
	c.Storage = 0
	fresh := a.attributeRow(r.OID, c)
	err := a.UpdateColumn(r.OID, c.Num, func(row types.Row) {
		for _, i := range []int{AttributeAtttypid, AttributeAttlen, AttributeAtttypmod, AttributeAttndims, AttributeAttbyval,
			AttributeAttalign, AttributeAttstorage, AttributeAttcollation} {
			row[i] = fresh[i]
		}
	})
	if err != nil {
		return err
	}
	if err := a.RemoveStatistics(r.OID, c.Num); err != nil {
		return err
	}
	a.CommandEnd()
	self := ColumnObject(r.OID, c.Num)
	if err := a.DeleteDepends(self, NormalDep); err != nil {
		return err
	}
	on := []Object{{Class: PgType, OID: c.Type}}
	if c.Collation != 0 {
		on = append(on, Object{Class: PgCollation, OID: c.Collation})
	}
	if err := a.AddDepends(self, NormalDep, on...); err != nil || c.Default == nil {
		return err
	}
	return a.replaceDefault(r.OID, c.Num, c.Default, c.Generated)
}

// replaceDefault puts another expression in the place of a column's default or
// generation expression.
func (a *Access) replaceDefault(rel types.OID, num int, e expr.Expr, generated bool) error {
	old, tid := a.first(PgAttrdef, "pg_attrdef_adrelid_adnum_index", oidDatum(rel), intDatum(num))
	if old != nil {
		def := Object{Class: PgAttrdef, OID: datumOID(old[AttrdefOid])}
		if err := a.deleteRow(PgAttrdef, tid); err != nil {
			return err
		}
		if err := a.DeleteDepends(def, 0); err != nil {
			return err
		}
		a.CommandEnd()
	}
	err := a.addDefault(rel, num, e, generated)
	a.CommandEnd()
	return err
}

// ClearMissing forgets the values that columns have in rows stored before the
// columns were added: all rows have been stored anew.
func (a *Access) ClearMissing(r *Relation) error {
	for i := range r.Columns {
		c := &r.Columns[i]
		if !c.HasMissing {
			continue
		}
		err := a.UpdateColumn(r.OID, c.Num, func(row types.Row) {
			row[AttributeAtthasmissing], row[AttributeAttmissingval] = boolDatum(false), null
		})
		if err != nil {
			return err
		}
	}
	a.CommandEnd()
	return nil
}

// RowTypeColumn finds a column of another table whose type is r's row type or an
// array of that; both names are empty if there is none.
func (a *Access) RowTypeColumn(r *Relation) (table, column string) {
	t, ok := a.TypeInfo(r.RowType)
	if !ok {
		return "", ""
	}
	for _, typ := range []types.OID{t.Array, r.RowType} {
		for _, f := range a.rows(PgDepend, "pg_depend_reference_index", oidDatum(PgType), oidDatum(typ)) {
			rel, num := datumOID(f.row[DependObjid]), int(f.row[DependObjsubid].Int())
			if datumOID(f.row[DependClassid]) != PgClass || num == 0 {
				continue
			}
			if u, err := a.ByOID(rel); err == nil && u != nil && u.Kind == TableKind {
				return u.Name, u.Columns[num-1].Name
			}
		}
	}
	return "", ""
}
