package catalog

// Foreign keys of partitioned tables, and to them. A key has one row in pg_constraint for
// the tables named, one for each partition of its table, which has the check triggers
// there, and one for each partition of the table that it refers to, which has the action
// triggers there. After PostgreSQL 18, commands/tablecmds.c.

import "minidb/types"

// ForeignKeysBelow returns the keys that follow one.
func (a *Access) ForeignKeysBelow(fk types.OID) []*ForeignKey {
	var out []*ForeignKey
	for _, f := range a.rows(PgConstraint, "pg_constraint_conparentid_index", oidDatum(fk)) {
		out = append(out, foreignKeyOf(f.row))
	}
	return sortedKeys(out)
}

// addOwnTriggers makes the triggers that a key has: one that follows another has those of
// its side alone.
func (a *Access) addOwnTriggers(fk *ForeignKey) error {
	actions, checks := true, true
	if fk.Parent != 0 {
		above := a.ForeignKey(fk.Parent)
		actions, checks = above.Table == fk.Table, above.Table != fk.Table
	}
	if actions {
		if err := a.AddActionTriggers(fk); err != nil {
			return err
		}
	}
	if checks {
		return a.AddCheckTriggers(fk)
	}
	return nil
}

// AttachForeignKey makes the key of a partition follow that of the table above. Its action
// triggers, and the keys to partitions that follow it, go: those of the other key do
// their work.
func (a *Access) AttachForeignKey(fk, parent *ForeignKey) error {
	for _, f := range a.rows(PgTrigger, "pg_trigger_tgconstraint_index", oidDatum(fk.OID)) {
		fn := datumOID(f.row[TriggerTgfoid])
		if fn != RIFKeyCheckIns && fn != RIFKeyCheckUpd {
			if err := a.removeTriggerRow(f.row); err != nil {
				return err
			}
			continue
		}
		if err := a.setTriggerParent(f.row, a.triggerOf(parent.OID, fn)); err != nil {
			return err
		}
	}
	if err := a.AttachConstraint(fk.OID, fk.Table, parent.OID); err != nil {
		return err
	}
	for _, part := range a.ForeignKeysBelow(fk.OID) {
		if part.Table == fk.Table {
			if err := a.DropForeignKeyPart(part); err != nil {
				return err
			}
		}
	}
	return nil
}

// DetachForeignKey makes the key of a partition one of its own. Action triggers it gets
// from the caller.
func (a *Access) DetachForeignKey(fk *ForeignKey) error {
	for _, f := range a.rows(PgTrigger, "pg_trigger_tgconstraint_index", oidDatum(fk.OID)) {
		if err := a.setTriggerParent(f.row, 0); err != nil {
			return err
		}
	}
	fk.Parent = 0
	return a.detachConstraint(fk.OID)
}

func (a *Access) setTriggerParent(row types.Row, parent types.OID) error {
	_, err := a.change(PgTrigger, "pg_trigger_oid_index", []types.Datum{row[TriggerOid]}, func(row types.Row) bool {
		row[TriggerTgparentid] = oidDatum(parent)
		return true
	})
	return err
}

// DropForeignKeyPart drops a key to a partition of the table that its parent refers to.
func (a *Access) DropForeignKeyPart(fk *ForeignKey) error {
	con := Object{Class: PgConstraint, OID: fk.OID}
	if err := a.DeleteDepends(con, InternalDep); err != nil {
		return err
	}
	a.CommandEnd()
	return a.Drop(con, false)
}
