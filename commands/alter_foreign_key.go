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
	var test keyTest
	if valid && !known {
		test = t.testLater
	}
	return t.c.addForeignKey(table, k, valid, test)
}

// testLater is a keyTest of the last step.
func (t *alterTable) testLater(fk *catalog.ForeignKey) { t.foreignKeys = append(t.foreignKeys, fk.OID) }

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
	if t.only && rel.PartKey != nil {
		return withoutOnly("constraint must be altered in child tables too")
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
	if fk.Parent != 0 {
		return t.derivedKey(fk, rel)
	}
	return t.alterKey(fk, fk.Ref, to)
}

// derivedKey refuses to alter a key without the one that it follows.
func (t *alterTable) derivedKey(fk *catalog.ForeignKey, rel *catalog.Relation) error {
	top := fk
	for top.Parent != 0 {
		top = t.c.Access.ForeignKey(top.Parent)
	}
	on, err := t.c.Access.OpenOID(top.Table, catalog.NoLock)
	if err != nil {
		return err
	}
	return pgerr.New(pgerr.ObjectNotInPrerequisiteState, "cannot alter constraint %q on relation %q", fk.Name, rel.Name).
		WithDetail("Constraint %q is derived from constraint %q of relation %q.", fk.Name, top.Name, on.Name).
		WithHint("You may alter the constraint it derives from instead.")
}

// alterKey alters a key, whose top refers to the table ref, and those that follow it.
func (t *alterTable) alterKey(fk *catalog.ForeignKey, ref types.OID, to *tree.Constraint) error {
	old := *fk
	if to.Deferrable || to.NotDeferrable || to.InitiallyDeferred || to.InitiallyImmed {
		fk.Deferrable, fk.Deferred = to.Deferrable, to.InitiallyDeferred
	}
	switch {
	case to.NotEnforced:
		fk.NotEnforced, fk.Validated = true, false
	case to.Enforced && fk.NotEnforced:
		fk.NotEnforced, fk.Validated = false, true
	}
	if old.Deferrable == fk.Deferrable && old.Deferred == fk.Deferred && old.NotEnforced == fk.NotEnforced {
		return nil
	}
	rel, err := t.c.Access.OpenOID(fk.Table, lmgr.AccessExclusive)
	if err != nil {
		return err
	}
	if old.NotEnforced && !fk.NotEnforced {
		if _, err := t.c.Access.OpenOID(fk.Ref, lmgr.ShareRowExclusive); err != nil {
			return err
		}
		if rel.PartKey == nil && fk.Ref == ref {
			t.testLater(fk)
		}
	}
	if err := t.c.Access.SetForeignKey(fk); err != nil {
		return err
	}
	for _, own := range t.c.Access.ForeignKeysBelow(fk.OID) {
		if err := t.alterKey(own, ref, to); err != nil {
			return err
		}
	}
	return nil
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
		if !own && !other || fk.Parent != 0 {
			continue // one that follows another goes, and comes, with that
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
