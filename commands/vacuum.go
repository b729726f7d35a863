package commands

import (
	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/storage"
	"minidb/storage/lmgr"
	"minidb/types"
)

// VACUUM. Each table is cleaned in a transaction of its own, which the caller
// provides, so that a table's lock is held no longer than its work.

// VacuumTarget is one table of a VACUUM.
type VacuumTarget struct {
	OID  types.OID
	Name string // as it was given; empty for all tables of the database
	vacuumOptions
}

// VacuumTargets checks a VACUUM's options and lists its tables: all of the
// database's own if none was named.
func VacuumTargets(c *Ctx, s *tree.Vacuum) ([]VacuumTarget, error) {
	if s.AnalyzeOnly {
		return nil, pgerr.Unsupported(int(s.Pos), "ANALYZE", "The planner works from the sizes of tables.")
	}
	opts, err := readVacuumOptions(s.Options)
	if err != nil {
		return nil, err
	}
	if c.Block {
		return nil, pgerr.New(pgerr.ActiveSQLTransaction, "VACUUM cannot run inside a transaction block")
	}
	if len(s.Relations) == 0 {
		var out []VacuumTarget
		for _, oid := range c.Access.UserTables() {
			out = append(out, VacuumTarget{oid, "", opts})
		}
		return out, nil
	}
	var out []VacuumTarget
	for _, r := range s.Relations {
		if r.Columns != nil {
			return nil, pgerr.New(pgerr.FeatureNotSupported, "ANALYZE option must be specified when a column list is provided")
		}
		if err := c.sameDatabase(r.Relation.Catalog, r.Relation.Schema, r.Relation.Name); err != nil {
			return nil, err
		}
		rel, err := c.openVacuumed(r.Relation, opts)
		if err != nil {
			return nil, err
		}
		if rel == nil {
			continue
		}
		if rel.Kind != catalog.TableKind {
			c.warning(pgerr.WrongObjectType, "skipping %q --- cannot vacuum non-tables or special system tables", rel.Name)
			continue
		}
		out = append(out, VacuumTarget{rel.OID, r.Relation.Name, opts})
	}
	return out, nil
}

// openVacuumed opens a table that was named. With SKIP_LOCKED it is nil, with a
// warning, if another session's lock is in the way.
func (c *Ctx) openVacuumed(r *tree.RangeVar, opts vacuumOptions) (*catalog.Relation, error) {
	if !opts.skipLocked {
		return c.Access.Open(r.Schema, r.Name, lmgr.ShareUpdateExclusive, -1)
	}
	rel, err := c.Access.Open(r.Schema, r.Name, catalog.NoLock, -1)
	if err != nil {
		return nil, err
	}
	if free, err := c.lockFree(rel.OID, r.Name); err != nil || !free {
		return nil, err
	}
	return rel, nil
}

// lockFree takes VACUUM's lock if it is free at once. If not, whoever named the
// table is warned.
func (c *Ctx) lockFree(oid types.OID, name string) (bool, error) {
	_, err := c.Sess.Locks.Acquire(c.Sess.Ctx, lmgr.RelationTag(uint32(oid)), lmgr.ShareUpdateExclusive, true)
	if pgerr.CodeOf(err) != pgerr.LockNotAvailable {
		return err == nil, err
	}
	if name != "" {
		c.warning(pgerr.LockNotAvailable, "skipping vacuum of %q --- lock not available", name)
	}
	return false, nil
}

// VacuumOne cleans one table. One that was dropped meanwhile is left out, with a
// warning if it was named.
func VacuumOne(c *Ctx, t VacuumTarget) error {
	if t.skipLocked {
		if free, err := c.lockFree(t.OID, t.Name); err != nil || !free {
			return err
		}
	}
	rel, err := c.Access.TryOpenOID(t.OID, lmgr.ShareUpdateExclusive)
	if err != nil {
		return err
	}
	if rel == nil {
		if t.Name != "" {
			c.warning(pgerr.UndefinedTable, "skipping vacuum of %q --- relation no longer exists", t.Name)
		}
		return nil
	}
	if c.Access.OtherTemp(rel) {
		return nil
	}
	horizon := c.Sess.Store.OldestXmin()
	st, err := rel.Heap.Vacuum(indexTrees(rel), t.freeze, c.Sess.Interrupted)
	if err != nil {
		return err
	}
	if t.freeze && st.RowsKept == 0 {
		if err := c.Access.SetFrozen(rel.OID, horizon); err != nil {
			return err
		}
	}
	pages, tuples := planner.HeapSize(rel)
	return c.Access.UpdateStats(rel.OID, pages, tuples, pages)
}

func indexTrees(rel *catalog.Relation) []*storage.Index {
	var trees []*storage.Index
	for _, ix := range rel.Indexes {
		trees = append(trees, ix.Tree)
	}
	return trees
}

// AutoVacuum cleans one table unless a lock keeps VACUUM away from it. Unlike
// VACUUM it leaves pg_class, and so the choice of plans, as it is.
func AutoVacuum(c *Ctx, oid types.OID) error {
	if _, err := c.Sess.Locks.Acquire(c.Sess.Ctx, lmgr.RelationTag(uint32(oid)), lmgr.ShareUpdateExclusive, true); err != nil {
		return err
	}
	rel, err := c.Access.ByOID(oid)
	if err != nil || rel == nil || rel.Heap == nil {
		return err
	}
	_, err = rel.Heap.Vacuum(indexTrees(rel), false, c.Sess.Interrupted)
	return err
}
