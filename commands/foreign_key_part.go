package commands

import (
	"slices"

	"minidb/catalog"
	"minidb/pgerr"
	"minidb/storage/lmgr"
	"minidb/types"
)

// Foreign keys of partitioned tables, and to them: each partition has a constraint that
// follows its table's (catalog/foreign_key_part.go). After PostgreSQL 18,
// commands/tablecmds.c (addFkRecurseReferenced, addFkRecurseReferencing,
// CloneForeignKeyConstraints, tryAttachPartitionForeignKey, DetachPartitionFinalize).

// keyName is the name that the keys of partitions get, with a number where it is taken.
type keyName struct {
	text   string
	schema types.OID
	taken  int // numbers that are taken in the schema, from 1 on
}

// after is what is known of the numbers in a table's schema.
func (n *keyName) after(rel *catalog.Relation) *int {
	if n.schema != rel.Namespace {
		n.schema, n.taken = rel.Namespace, 0
	}
	return &n.taken
}

// spreadActions makes the action triggers of a key on ref, which it refers to, and keys to
// ref's partitions, which get name if that is free.
func (c *Ctx) spreadActions(fk *catalog.ForeignKey, ref *catalog.Relation, name *keyName) error {
	if err := c.Access.AddActionTriggers(fk); err != nil || ref.PartKey == nil {
		return err
	}
	desc, err := c.Access.Partitions(ref)
	if err != nil {
		return err
	}
	for _, oid := range desc.OIDs() {
		part, err := c.Access.OpenOID(oid, lmgr.ShareRowExclusive)
		if err != nil {
			return err
		}
		if err := c.addKeyToPart(fk, ref, part, name); err != nil {
			return err
		}
	}
	return nil
}

// addKeyToPart makes the key to a partition of ref that follows fk.
func (c *Ctx) addKeyToPart(fk *catalog.ForeignKey, ref, part *catalog.Relation, name *keyName) error {
	own := *fk
	own.Ref, own.RefColumns = part.OID, sameColumns(fk.RefColumns, ref, part)
	i := slices.IndexFunc(part.Indexes, func(ix *catalog.Index) bool { return ix.Parent == fk.Index })
	if i < 0 {
		return pgerr.New(pgerr.Internal, "index for %d not found in partition %s", fk.Index, part.Name)
	}
	own.Index = part.Indexes[i].OID
	rel, err := c.Access.OpenOID(fk.Table, catalog.NoLock)
	if err != nil {
		return err
	}
	if err := c.addFollowing(&own, fk, rel, name, true); err != nil {
		return err
	}
	return c.spreadActions(&own, part, name)
}

// spreadChecks makes the check triggers of a key on rel, which has it, and keys of rel's
// partitions, which get name if that is free.
func (c *Ctx) spreadChecks(fk *catalog.ForeignKey, rel *catalog.Relation, name *keyName, mode lmgr.Mode, test keyTest) error {
	if err := c.Access.AddCheckTriggers(fk); err != nil {
		return err
	}
	if rel.PartKey == nil {
		if test != nil && !fk.NotEnforced {
			test(fk)
		}
		return nil
	}
	desc, err := c.Access.Partitions(rel)
	if err != nil {
		return err
	}
	for _, oid := range desc.OIDs() {
		part, err := c.Access.OpenOID(oid, mode)
		if err != nil {
			return err
		}
		if err := c.inUse(part, "ALTER TABLE"); err != nil {
			return err
		}
		if err := c.inheritKey(fk, rel, part, name, mode, test); err != nil {
			return err
		}
	}
	return nil
}

// inheritKey gives a partition of rel the key that follows fk: one that it has, if that
// will do, or a new one.
func (c *Ctx) inheritKey(fk *catalog.ForeignKey, rel, part *catalog.Relation, name *keyName, mode lmgr.Mode, test keyTest) error {
	own := *fk
	own.Table, own.Columns = part.OID, sameColumns(fk.Columns, rel, part)
	own.DeleteColumns = sameColumns(fk.DeleteColumns, rel, part)
	for _, have := range c.Access.ForeignKeysOf(part.OID) {
		if !sameReference(have, &own) {
			continue
		}
		if have.NotEnforced != own.NotEnforced {
			return pgerr.New(pgerr.InvalidObjectDefinition, "constraint %q enforceability conflicts with constraint %q on relation %q",
				fk.Name, have.Name, part.Name)
		}
		if have.Parent == 0 && sameBehavior(have, &own) {
			return c.mergeKey(have, fk, test)
		}
	}
	if err := c.addFollowing(&own, fk, part, name, false); err != nil {
		return err
	}
	return c.spreadChecks(&own, part, name, mode, test)
}

// addFollowing makes a key of rel that follows fk.
func (c *Ctx) addFollowing(own, fk *catalog.ForeignKey, rel *catalog.Relation, name *keyName, toPart bool) error {
	spec := keySpec(own)
	spec.Name, spec.Parent, spec.ToPart, spec.Inherited, spec.NotLocal = name.text, fk.OID, toPart, 1, true
	if c.Access.ConstraintByName(rel.OID, name.text) != nil {
		spec.Name = c.Access.NumberConstraintName(name.text, rel.Namespace, name.after(rel))
	}
	return c.Access.AddConstraint(spec)
}

// mergeKey makes a key that a partition has already follow that of its table. If that is
// valid, rows that were not tested yet are.
func (c *Ctx) mergeKey(have, fk *catalog.ForeignKey, test keyTest) error {
	if err := c.Access.AttachForeignKey(have, fk); err != nil || !fk.Validated || have.Validated {
		return err
	}
	return c.validateKey(have, have.Ref, test)
}

// validateKey marks a key as valid with all that follow it, and takes in those whose rows
// are to be tested: they refer to the table ref as it was named.
func (c *Ctx) validateKey(fk *catalog.ForeignKey, ref types.OID, test keyTest) error {
	rel, err := c.Access.OpenOID(fk.Table, lmgr.ShareUpdateExclusive)
	if err != nil {
		return err
	}
	if rel.PartKey == nil && fk.Ref == ref && test != nil {
		test(fk)
	}
	for _, own := range c.Access.ForeignKeysBelow(fk.OID) {
		if own.Validated {
			continue
		}
		if err := c.validateKey(own, ref, test); err != nil {
			return err
		}
	}
	return c.Access.SetValidated(fk.OID)
}

// sameColumns are the attnums in a partition of columns of the table above.
func sameColumns(nums []int, above, part *catalog.Relation) []int {
	var out []int
	for _, num := range nums {
		out = append(out, part.ColumnByName(above.Columns[num-1].Name).Num)
	}
	return out
}

// sameReference tells whether two keys of a table compare the same columns.
func sameReference(a, b *catalog.ForeignKey) bool {
	return a.Ref == b.Ref && slices.Equal(a.Columns, b.Columns) && slices.Equal(a.RefColumns, b.RefColumns) && slices.Equal(a.PFEq, b.PFEq)
}

// sameBehavior tells whether two keys act alike.
func sameBehavior(a, b *catalog.ForeignKey) bool {
	return a.Deferrable == b.Deferrable && a.Deferred == b.Deferred && a.OnUpdate == b.OnUpdate && a.OnDelete == b.OnDelete && a.Match == b.Match
}

// inheritKeys gives a partition the foreign keys of its table, and lets those to the table
// refer to the partition too.
func (c *Ctx) inheritKeys(parent *catalog.Relation, oid types.OID, test keyTest) error {
	part, err := c.Access.OpenOID(oid, catalog.NoLock)
	if err != nil {
		return err
	}
	keys := c.Access.ForeignKeysOf(parent.OID)
	for _, fk := range keys {
		if fk.Ref == part.OID {
			return pgerr.New(pgerr.ObjectNotInPrerequisiteState, "cannot attach table %q as a partition because it is referenced by foreign key %q",
				part.Name, fk.Name)
		}
	}
	for _, fk := range topKeys(keys) {
		ref, err := c.Access.OpenOID(fk.Ref, lmgr.ShareRowExclusive)
		if err != nil {
			return err
		}
		if _, err := c.withPartitions(ref, lmgr.ShareRowExclusive, false); err != nil {
			return err
		}
		if err := c.inheritKey(fk, parent, part, &keyName{text: fk.Name}, lmgr.AccessExclusive, test); err != nil {
			return err
		}
	}
	for _, fk := range topKeys(c.Access.ForeignKeysOn(parent.OID)) {
		if _, err := c.Access.OpenOID(fk.Table, lmgr.ShareRowExclusive); err != nil {
			return err
		}
		if err := c.addKeyToPart(fk, parent, part, &keyName{text: fk.Name}); err != nil {
			return err
		}
	}
	return nil
}

// topKeys leaves those keys out that follow another one in the list.
func topKeys(keys []*catalog.ForeignKey) []*catalog.ForeignKey {
	there := make(map[types.OID]bool, len(keys))
	for _, fk := range keys {
		there[fk.OID] = true
	}
	return slices.DeleteFunc(slices.Clone(keys), func(fk *catalog.ForeignKey) bool { return there[fk.Parent] })
}

// noKeysInto makes sure that no row refers to one of a partition, which is about to leave
// its table (ATDetachCheckNoForeignKeyRefs). Nor may a check wait: it goes with the keys.
func (c *Ctx) noKeysInto(part *catalog.Relation) error {
	keys := c.keysInto(part)
	if len(keys) == 0 {
		return nil
	}
	tables, err := c.below(part)
	if err != nil {
		return err
	}
	for _, oid := range append(tables, part.OID) {
		rel, err := c.Access.OpenOID(oid, catalog.NoLock)
		if err == nil {
			err = c.pending(rel, "ALTER TABLE")
		}
		if err != nil {
			return err
		}
	}
	for _, fk := range keys {
		if _, err := c.Access.OpenOID(fk.Table, lmgr.Share); err != nil {
			return err
		}
		if err := c.Triggers.NoneReferenced(fk); err != nil {
			return err
		}
	}
	return nil
}

// keysInto are the keys to a partition that follow those to its table.
func (c *Ctx) keysInto(part *catalog.Relation) []*catalog.ForeignKey {
	var out []*catalog.ForeignKey
	for _, fk := range c.Access.ForeignKeysOn(part.OID) {
		if above := c.Access.ForeignKey(fk.Parent); above != nil && above.Ref != part.OID {
			out = append(out, fk)
		}
	}
	return out
}

// detachKeys makes the foreign keys of a partition, which was taken out of its table, keys
// of its own, and drops those to it that were parts of keys to the table.
func (c *Ctx) detachKeys(part *catalog.Relation) error {
	for _, fk := range topKeys(c.Access.ForeignKeysOf(part.OID)) {
		if fk.Parent == 0 {
			continue
		}
		if err := c.Access.DetachForeignKey(fk); err != nil {
			return err
		}
		ref, err := c.Access.OpenOID(fk.Ref, lmgr.ShareRowExclusive)
		if err != nil {
			return err
		}
		if err := c.spreadActions(fk, ref, &keyName{text: fk.Name}); err != nil {
			return err
		}
	}
	for _, fk := range c.keysInto(part) {
		if err := c.Access.DropForeignKeyPart(fk); err != nil {
			return err
		}
	}
	return nil
}
