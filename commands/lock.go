package commands

import (
	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/storage/lmgr"
)

// LOCK TABLE: locks that are held to the end of the transaction, on tables and on
// all that views read. After PostgreSQL 18, commands/lockcmds.c.

func (c *Ctx) lockTables(s *tree.Lock) (*Result, error) {
	if !c.Block {
		return nil, pgerr.New(pgerr.NoActiveSQLTransaction, "LOCK TABLE can only be used in transaction blocks")
	}
	for _, r := range s.Relations {
		if err := c.sameDatabase(r.Catalog, r.Schema, r.Name); err != nil {
			return nil, err
		}
		if err := c.lockNamed(r, lmgr.Mode(s.Mode), s.Nowait); err != nil {
			return nil, err
		}
	}
	return tag("LOCK TABLE")
}

// lockNamed locks a relation by name, until name and lock agree.
func (c *Ctx) lockNamed(r *tree.RangeVar, mode lmgr.Mode, nowait bool) error {
	for {
		rel, err := c.Access.Open(r.Schema, r.Name, catalog.NoLock, -1)
		if err != nil {
			return err
		}
		switch rel.Kind {
		case catalog.TableKind, catalog.ViewKind, catalog.PartitionedTableKind:
		default:
			return pgerr.New(pgerr.WrongObjectType, "cannot lock relation %q", rel.Name).
				WithDetail("This operation is not supported for %s.", kindNames[rel.Kind])
		}
		if err := c.mayLock(rel, mode); err != nil {
			return err
		}
		if err := c.lockRelation(rel, mode, nowait); err != nil {
			return err
		}
		again, err := c.Access.Lookup(r.Schema, r.Name)
		if err != nil {
			return err
		}
		if again == nil || again.OID != rel.OID {
			c.Sess.Locks.Release(lmgr.RelationTag(uint32(rel.OID)), mode)
			continue
		}
		if rel.Kind == catalog.ViewKind {
			return c.lockRead(rel, mode, nowait)
		}
		if !r.Only {
			_, err = c.withPartitions(again, mode, nowait)
		}
		return err
	}
}

func (c *Ctx) lockRelation(rel *catalog.Relation, mode lmgr.Mode, nowait bool) error {
	_, err := c.Access.Lock(rel.OID, mode, nowait)
	if nowait && pgerr.CodeOf(err) == pgerr.LockNotAvailable {
		return pgerr.New(pgerr.LockNotAvailable, "could not obtain lock on relation %q", rel.Name)
	}
	return err
}

// lockRead locks what a view reads, and what the views among that read.
func (c *Ctx) lockRead(view *catalog.Relation, mode lmgr.Mode, nowait bool) error {
	for _, oid := range c.Access.ViewRelations(view.OID) {
		rel, err := c.Access.ByOID(oid)
		if err != nil {
			return err
		}
		if rel == nil || rel.Kind != catalog.TableKind && rel.Kind != catalog.ViewKind && rel.Kind != catalog.PartitionedTableKind {
			continue
		}
		if err := c.lockRelation(rel, mode, nowait); err != nil {
			return err
		}
		if _, err := c.withPartitions(rel, mode, nowait); err != nil {
			return err
		}
		if rel.Kind == catalog.ViewKind {
			if err := c.lockRead(rel, mode, nowait); err != nil {
				return err
			}
		}
	}
	return nil
}
