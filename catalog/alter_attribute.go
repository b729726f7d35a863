package catalog

// What ALTER COLUMN changes in a column's row and its default, without touching
// the rows of the table.

import (
	"minidb/expr"
	"minidb/types"
)

// SetIdentity makes a column an identity column, of kind 'a' or 'd', or with 0 none.
func (a *Access) SetIdentity(rel types.OID, num int, kind byte) error {
	return a.setAttribute(rel, num, AttributeAttidentity, charDatum(kind))
}

// SetStatistics sets a column's statistics target, -1 for the default.
func (a *Access) SetStatistics(rel types.OID, num int, target int64) error {
	d := null
	if target >= 0 {
		d = types.NewInt(target)
	}
	return a.setAttribute(rel, num, AttributeAttstattarget, d)
}

// SetStorage sets a column's attstorage.
func (a *Access) SetStorage(rel types.OID, num int, storage byte) error {
	return a.setAttribute(rel, num, AttributeAttstorage, charDatum(storage))
}

func (a *Access) setAttribute(rel types.OID, num, attribute int, d types.Datum) error {
	err := a.UpdateColumn(rel, num, func(row types.Row) { row[attribute] = d })
	a.CommandEnd()
	return err
}

// SetGeneration gives a generated column another expression; nil makes it an
// ordinary column.
func (a *Access) SetGeneration(rel types.OID, num int, e expr.Expr) error {
	if e != nil {
		return a.replaceDefault(rel, num, e, true)
	}
	if err := a.setAttribute(rel, num, AttributeAttgenerated, charDatum(0)); err != nil {
		return err
	}
	old, tid := a.first(PgAttrdef, "pg_attrdef_adrelid_adnum_index", oidDatum(rel), intDatum(num))
	if old == nil {
		return nil
	}
	def := Object{Class: PgAttrdef, OID: datumOID(old[AttrdefOid])}
	if err := a.deleteRow(PgAttrdef, tid); err != nil {
		return err
	}
	if err := a.DeleteDepends(def, 0); err != nil {
		return err
	}
	return a.setAttribute(rel, num, AttributeAtthasdef, boolDatum(false))
}
