package commands

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/storage/lmgr"
)

// ALTER TABLE ... DETACH PARTITION. CONCURRENTLY is a list of steps with transactions of
// their own: the partition is marked, so that new queries leave it out, then older ones
// are waited for, then it is taken out. After PostgreSQL 18, commands/tablecmds.c
// (ATExecDetachPartition, DetachPartitionFinalize).

// detachPartition is DETACH PARTITION, also with FINALIZE.
func (t *alterTable) detachPartition(cmd *tree.AlterTableCmd) error {
	parent, err := t.rel()
	if err != nil {
		return err
	}
	desc, err := t.c.Access.Partitions(parent)
	if err != nil {
		return err
	}
	if desc.Default >= 0 {
		if _, err := t.c.Access.Lock(desc.Members[desc.Default].OID, lmgr.AccessExclusive, false); err != nil {
			return err
		}
	}
	part, err := t.c.partOf(parent, cmd.Relation, lmgr.AccessExclusive)
	if err != nil {
		return err
	}
	detaching := desc.Members[desc.Member(part.OID)].Detaching
	switch {
	case cmd.Finalize && !detaching:
		return pgerr.New(pgerr.ObjectNotInPrerequisiteState, "cannot complete detaching partition %q", part.Name).
			WithDetail("There's no pending concurrent detach.")
	case !cmd.Finalize && detaching:
		return pendingDetach(parent, part)
	}
	if !cmd.Finalize {
		if err := t.c.noKeysInto(part); err != nil {
			return err
		}
	}
	return t.c.takeOut(part, parent)
}

// takeOut makes a partition a table of its own, with keys of its own.
func (c *Ctx) takeOut(part, parent *catalog.Relation) error {
	if err := c.Access.DetachPartition(part, parent); err != nil {
		return err
	}
	return c.detachKeys(part)
}

// partOf opens a partition of parent.
func (c *Ctx) partOf(parent *catalog.Relation, r *tree.RangeVar, mode lmgr.Mode) (*catalog.Relation, error) {
	if err := c.sameDatabase(r.Catalog, r.Schema, r.Name); err != nil {
		return nil, err
	}
	part, err := c.Access.Open(r.Schema, r.Name, mode, -1)
	if err != nil {
		return nil, err
	}
	if err := canOpen(part); err != nil {
		return nil, err
	}
	if part.Parent != parent.OID {
		return nil, pgerr.New(pgerr.UndefinedTable, "relation %q is not a partition of relation %q", part.Name, parent.Name)
	}
	return part, nil
}

func pendingDetach(parent, part *catalog.Relation) error {
	return pgerr.New(pgerr.ObjectNotInPrerequisiteState, "partition %q already pending detach in partitioned table \"%s.%s\"",
		part.Name, parent.Schema, parent.Name).
		WithHint("Use ALTER TABLE ... DETACH PARTITION ... FINALIZE to complete the pending detach operation.")
}

// detachSteps are the steps of DETACH CONCURRENTLY, nil if s is something else.
func detachSteps(c *Ctx, s *tree.AlterTable) ([]Step, error) {
	if len(s.Cmds) != 1 || s.Cmds[0].Kind != tree.DetachPartition || !s.Cmds[0].Concurrently {
		return nil, nil
	}
	cmd := s.Cmds[0]
	if c.Block {
		return nil, pgerr.New(pgerr.ActiveSQLTransaction, "ALTER TABLE ... DETACH CONCURRENTLY cannot run inside a transaction block")
	}
	d := &detaching{s: s, cmd: cmd}
	return []Step{d.mark, d.wait, d.finish}, nil
}

// detaching is a DETACH CONCURRENTLY at work.
type detaching struct {
	s            *tree.AlterTable
	cmd          *tree.AlterTableCmd
	parent, part *catalog.Relation
}

func (d *detaching) mark(c *Ctx) (err error) {
	parent, err := c.openAltered(d.s.Relation, lmgr.ShareUpdateExclusive, d.s.IfExists)
	if parent == nil || err != nil {
		return err
	}
	t := &alterTable{c: c, old: parent}
	if err := t.allowed(d.s, d.cmd); err != nil {
		return err
	}
	desc, err := c.Access.Partitions(parent)
	if err != nil {
		return err
	}
	if desc.Default >= 0 {
		return pgerr.New(pgerr.ObjectNotInPrerequisiteState, "cannot detach partitions concurrently when a default partition exists")
	}
	if d.part, err = c.partOf(parent, d.cmd.Relation, lmgr.ShareUpdateExclusive); err != nil {
		return err
	}
	for _, m := range desc.Members {
		if m.Detaching {
			other, err := c.Access.OpenOID(m.OID, catalog.NoLock)
			if err != nil {
				return err
			}
			return pendingDetach(parent, other)
		}
	}
	if err := c.noKeysInto(d.part); err != nil {
		return err
	}
	d.parent = parent
	if err := c.keepConstraint(d.part); err != nil {
		return err
	}
	return c.Access.MarkDetaching(d.part, parent)
}

// wait waits for all who have the table locked, and so may not have seen the mark.
func (d *detaching) wait(c *Ctx) error {
	if d.parent == nil {
		return nil
	}
	return c.Access.WaitForLockers(d.parent.OID, lmgr.AccessExclusive)
}

func (d *detaching) finish(c *Ctx) error {
	if d.parent == nil {
		return nil
	}
	parent, err := c.Access.TryOpenOID(d.parent.OID, lmgr.ShareUpdateExclusive)
	if parent == nil || err != nil {
		return err
	}
	part, err := c.Access.TryOpenOID(d.part.OID, lmgr.AccessExclusive)
	if part == nil || err != nil || part.Parent != parent.OID {
		return err
	}
	return c.takeOut(part, parent)
}

// keepConstraint gives a partition a CHECK constraint for what its bound says, unless
// its constraints say so: rows that come while it is being detached must fulfil it.
func (c *Ctx) keepConstraint(part *catalog.Relation) error {
	list, err := c.Access.PartitionConstraint(part)
	if err != nil || len(list) == 0 || provenBy(part, list) {
		return err
	}
	e, err := expr.Simplify(conjunction(list), c.evalCtx())
	if err != nil {
		return err
	}
	return c.Access.AddConstraint(catalog.ConstraintSpec{Type: catalog.CheckConstraint, Table: part.OID, Expr: e})
}
