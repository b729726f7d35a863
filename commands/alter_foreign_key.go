package commands

import (
	"slices"

	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/storage/lmgr"
	"minidb/types"
)

// ALTER TABLE: foreign keys that are added, altered, tested and made again when
// a column's type changes.

// addForeignKey is ADD FOREIGN KEY. known tells that no row can violate the key.
func (t *alterTable) addForeignKey(table types.OID, k *foreignKeyDef, known bool) error {
	valid := !k.con.NotValid && !k.con.NotEnforced
	oid, err := t.c.addForeignKey(table, k, valid)
	if err == nil && valid && !known {
		t.foreignKeys = append(t.foreignKeys, oid)
	}
	return err
}

// testForeignKeys is the very last step: it tests the rows against new keys.
func (t *alterTable) testForeignKeys() error {
	for _, oid := range t.foreignKeys {
		fk := t.c.Access.ForeignKey(oid)
		if fk == nil {
			continue // dropped again by the same command
		}
		if err := t.c.Triggers.Validate(fk); err != nil {
			return err
		}
	}
	return nil
}

// lockReferenced locks the table that a key refers to before the key goes.
func (t *alterTable) lockReferenced(con *catalog.Constraint) error {
	if con.Type != catalog.ForeignKeyConstraint {
		return nil
	}
	fk := t.c.Access.ForeignKey(con.OID)
	if fk.Ref == t.old.OID {
		return nil
	}
	ref, err := t.c.Access.OpenOID(fk.Ref, lmgr.AccessExclusive)
	if err != nil {
		return err
	}
	return t.c.inUse(ref, "ALTER TABLE")
}

// alterConstraint is ALTER CONSTRAINT: whether and when a foreign key is enforced.
func (t *alterTable) alterConstraint(cmd *tree.AlterTableCmd) error {
	rel, err := t.rel()
	if err != nil {
		return err
	}
	con := t.c.Access.ConstraintByName(rel.OID, cmd.Name)
	if con == nil {
		return noConstraint(cmd.Name, rel.Name)
	}
	to := cmd.Constraint
	deferral := to.Deferrable || to.NotDeferrable || to.InitiallyDeferred || to.InitiallyImmed
	if con.Type != catalog.ForeignKeyConstraint {
		switch {
		case deferral:
			return pgerr.New(pgerr.WrongObjectType, "constraint %q of relation %q is not a foreign key constraint", cmd.Name, rel.Name)
		case to.Enforced || to.NotEnforced:
			return pgerr.New(pgerr.WrongObjectType, "cannot alter enforceability of constraint %q of relation %q", cmd.Name, rel.Name)
		}
		return nil
	}
	fk := t.c.Access.ForeignKey(con.OID)
	old := *fk
	if deferral {
		fk.Deferrable, fk.Deferred = to.Deferrable, to.InitiallyDeferred
	}
	switch {
	case to.NotEnforced:
		fk.NotEnforced, fk.Validated = true, false
	case to.Enforced && fk.NotEnforced:
		fk.NotEnforced, fk.Validated = false, true
		t.foreignKeys = append(t.foreignKeys, fk.OID)
	}
	if old.Deferrable == fk.Deferrable && old.Deferred == fk.Deferred && old.NotEnforced == fk.NotEnforced {
		return nil
	}
	if old.NotEnforced && !fk.NotEnforced {
		if _, err := t.c.Access.OpenOID(fk.Ref, lmgr.ShareRowExclusive); err != nil {
			return err
		}
	}
	return t.c.Access.SetForeignKey(fk)
}

// takeForeignKeys drops the keys over a column, of this table and of others that
// refer to it, to be made again.
func (t *alterTable) takeForeignKeys(rel *catalog.Relation, num int) error {
	taken := map[types.OID]bool{}
	for _, ix := range rel.Indexes {
		taken[ix.OID] = usesColumn(ix, num)
	}
	keys := t.c.Access.ForeignKeysOf(rel.OID)
	for _, fk := range t.c.Access.ForeignKeysOn(rel.OID) {
		if fk.Table != rel.OID {
			keys = append(keys, fk)
		}
	}
	for _, fk := range keys {
		own := fk.Table == rel.OID && slices.Contains(fk.Columns, num)
		other := fk.Ref == rel.OID && (slices.Contains(fk.RefColumns, num) || taken[fk.Index])
		if !own && !other {
			continue
		}
		if err := t.takeForeignKey(fk); err != nil {
			return err
		}
	}
	return nil
}

func (t *alterTable) takeForeignKey(fk *catalog.ForeignKey) error {
	k, err := t.c.keepForeignKey(fk)
	if err != nil {
		return err
	}
	obj := catalog.Object{Class: catalog.PgConstraint, OID: fk.OID}
	note := t.c.Access.Comment(obj)
	if err := t.c.Access.Drop(obj, false); err != nil {
		return err
	}
	t.step(passOldForeign, func() error {
		if err := t.addForeignKey(fk.Table, k, false); err != nil || note == "" {
			return err
		}
		made := t.c.Access.ConstraintByName(fk.Table, fk.Name)
		return t.c.Access.SetComment(catalog.Object{Class: catalog.PgConstraint, OID: made.OID}, note)
	})
	return nil
}
