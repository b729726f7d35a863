package commands

import (
	"slices"

	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/storage/lmgr"
	"minidb/types"
)

// ALTER INDEX ... ATTACH PARTITION: an index made with ONLY gets those of its partitions
// one by one, and becomes valid with the last. After PostgreSQL 18,
// commands/tablecmds.c (ATExecAttachPartitionIdx, validatePartitionedIndex).

func (t *alterTable) attachIndex(cmd *tree.AlterTableCmd) error {
	a, r := t.c.Access, cmd.Relation
	table, err := a.OpenOID(a.IndexTable(t.old.OID), lmgr.AccessShare)
	if err != nil {
		return err
	}
	parent := table.IndexByName(t.old.Name)
	named, err := a.Open(r.Schema, r.Name, lmgr.AccessExclusive, -1)
	if err != nil {
		return err
	}
	if named.Kind != catalog.IndexKind && named.Kind != catalog.PartitionedIndexKind {
		return pgerr.New(pgerr.InvalidObjectDefinition, "%q is not an index", named.Name)
	}
	part, err := a.OpenOID(a.IndexTable(named.OID), lmgr.AccessShare)
	if err != nil {
		return err
	}
	ix := part.IndexByName(named.Name)
	if ix.Parent == parent.OID {
		return nil
	}
	if err := t.attachableIndex(table, part, parent, ix); err != nil {
		return err
	}
	if err := a.AttachIndex(ix, parent); err != nil {
		return err
	}
	return t.c.validateIndex(table.OID, parent.OID)
}

func (t *alterTable) attachableIndex(table, part *catalog.Relation, parent, ix *catalog.Index) error {
	bad := func(code pgerr.Code, detail string, args ...any) error {
		return pgerr.New(code, "cannot attach index %q as a partition of index %q", ix.Name, parent.Name).WithDetail(detail, args...)
	}
	other := func(o *catalog.Index) bool { return o.Parent == parent.OID }
	if slices.ContainsFunc(part.Indexes, other) {
		return bad(pgerr.ObjectNotInPrerequisiteState, "Another index is already attached for partition %q.", part.Name)
	}
	if ix.Parent != 0 {
		return bad(pgerr.ObjectNotInPrerequisiteState, "Index %q is already attached to another index.", ix.Name)
	}
	if part.Parent != table.OID {
		return bad(pgerr.ObjectNotInPrerequisiteState, "Index %q is not an index on any partition of table %q.", ix.Name, table.Name)
	}
	want, err := t.c.likeIndexOf(table, parent, part)
	if err != nil {
		return err
	}
	if !sameIndex(want, ix) {
		return bad(pgerr.InvalidObjectDefinition, "The index definitions do not match.")
	}
	if parent.ConstraintOID != 0 && ix.ConstraintOID == 0 {
		return bad(pgerr.InvalidObjectDefinition, "The index %q belongs to a constraint in table %q but no constraint exists for index %q.",
			parent.Name, table.Name, ix.Name)
	}
	return nil
}

// validateIndex makes a partitioned index valid if all partitions have theirs, and then
// perhaps the one above.
func (c *Ctx) validateIndex(table, index types.OID) error {
	rel, err := c.Access.OpenOID(table, catalog.NoLock)
	if err != nil {
		return err
	}
	desc, err := c.Access.Partitions(rel)
	if err != nil {
		return err
	}
	for _, oid := range desc.OIDs() {
		part, err := c.Access.OpenOID(oid, catalog.NoLock)
		if err != nil {
			return err
		}
		valid := func(ix *catalog.Index) bool { return ix.Parent == index && ix.Valid }
		if !slices.ContainsFunc(part.Indexes, valid) {
			return nil
		}
	}
	if err := c.Access.SetIndexState(catalog.IndexValid, index); err != nil || rel.Parent == 0 {
		return err
	}
	if up := c.Access.ParentOf(index); up != 0 {
		return c.validateIndex(rel.Parent, up)
	}
	return nil
}
