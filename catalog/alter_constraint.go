package catalog

// What ALTER TABLE asks of constraints and changes in them.

import (
	"slices"

	"minidb/pgerr"
	"minidb/types"
)

// Constraint is a row of pg_constraint as ALTER TABLE needs it.
type Constraint struct {
	OID         types.OID
	Name        string
	Type        byte // CheckConstraint and so on
	Columns     []int
	Index       types.OID // UNIQUE and PRIMARY KEY: the index behind it
	Validated   bool
	Deferrable  bool
	NotEnforced bool
	Inherited   int  // coninhcount
	NotLocal    bool // conislocal is false
	NoInherit   bool
}

func constraintOf(row types.Row) *Constraint {
	return &Constraint{
		OID: datumOID(row[ConstraintOid]), Name: datumText(row[ConstraintConname]), Type: datumChar(row[ConstraintContype]),
		Columns: arrayInts(row[ConstraintConkey]), Index: datumOID(row[ConstraintConindid]),
		Validated: row[ConstraintConvalidated].IsTrue(), Deferrable: row[ConstraintCondeferrable].IsTrue(),
		NotEnforced: !row[ConstraintConenforced].IsTrue(),
		Inherited:   int(row[ConstraintConinhcount].Int()), NotLocal: !row[ConstraintConislocal].IsTrue(),
		NoInherit: row[ConstraintConnoinherit].IsTrue(),
	}
}

// Constraints returns a table's constraints in the order of their names.
func (a *Access) Constraints(table types.OID) []*Constraint {
	var out []*Constraint
	for _, f := range a.rows(PgConstraint, "pg_constraint_conrelid_contypid_conname_index", oidDatum(table)) {
		out = append(out, constraintOf(f.row))
	}
	return out
}

// ConstraintsNamed returns the constraints of that name in a schema.
func (a *Access) ConstraintsNamed(schema types.OID, name string) []*Constraint {
	var out []*Constraint
	for _, f := range a.rows(PgConstraint, "pg_constraint_conname_nsp_index", textDatum(Truncate(name)), oidDatum(schema)) {
		out = append(out, constraintOf(f.row))
	}
	return out
}

// ConstraintsBelow returns the constraints of partitions that follow one.
func (a *Access) ConstraintsBelow(con types.OID) []types.OID {
	var out []types.OID
	for _, f := range a.rows(PgConstraint, "pg_constraint_conparentid_index", oidDatum(con)) {
		out = append(out, datumOID(f.row[ConstraintOid]))
	}
	return out
}

// ConstraintByName returns a table's constraint, nil if it has none of that name.
func (a *Access) ConstraintByName(table types.OID, name string) *Constraint {
	row, _ := a.first(PgConstraint, "pg_constraint_conrelid_contypid_conname_index",
		oidDatum(table), oidDatum(0), textDatum(Truncate(name)))
	if row == nil {
		return nil
	}
	return constraintOf(row)
}

// NotNullOf returns the NOT NULL constraint of a column, nil if there is none.
func (a *Access) NotNullOf(table types.OID, num int) *Constraint {
	for _, c := range a.Constraints(table) {
		if c.Type == NotNullConstraint && slices.Contains(c.Columns, num) {
			return c
		}
	}
	return nil
}

// changeConstraint replaces the row of a constraint.
func (a *Access) changeConstraint(oid types.OID, f func(types.Row)) error {
	found, err := a.change(PgConstraint, "pg_constraint_oid_index", []types.Datum{oidDatum(oid)},
		func(row types.Row) bool { f(row); return true })
	if err == nil && !found {
		err = pgerr.New(pgerr.Internal, "cache lookup failed for constraint %d", oid)
	}
	a.CommandEnd()
	return err
}

// SetValidated notes that all rows satisfy a constraint.
func (a *Access) SetValidated(oid types.OID) error {
	return a.changeConstraint(oid, func(row types.Row) { row[ConstraintConvalidated] = boolDatum(true) })
}

// RenameConstraint gives a constraint another name, and the index behind it too:
// 42710 or 42P07 if that is taken.
func (a *Access) RenameConstraint(r *Relation, c *Constraint, name string) error {
	name = Truncate(name)
	if c.Index != 0 && c.Type != ForeignKeyConstraint {
		return a.RenameRelation(c.Index, name)
	}
	if a.ConstraintByName(r.OID, name) != nil {
		return duplicateConstraint(name, r.Name)
	}
	return a.changeConstraint(c.OID, func(row types.Row) { row[ConstraintConname] = textDatum(name) })
}

func duplicateConstraint(name, table string) error {
	return pgerr.New(pgerr.DuplicateObject, "constraint %s for relation %s already exists", quoted(name), quoted(table))
}

// DropConstraint deletes a constraint of a table with what depends on it; the
// column of a NOT NULL constraint may hold NULLs again.
func (a *Access) DropConstraint(r *Relation, c *Constraint, cascade bool) error {
	if c.Type == NotNullConstraint {
		for _, num := range c.Columns {
			err := a.UpdateColumn(r.OID, num, func(row types.Row) { row[AttributeAttnotnull] = boolDatum(false) })
			if err != nil {
				return err
			}
		}
		a.CommandEnd()
	}
	return a.Drop(Object{Class: PgConstraint, OID: c.OID}, cascade)
}
