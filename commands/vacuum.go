package commands

import (
	"time"

	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/storage"
	"minidb/storage/lmgr"
	"minidb/types"
)

// VACUUM and ANALYZE: options, and the list of tables. What is done with each is
// a step of its own.

// vacuumTarget is one table of a VACUUM or ANALYZE.
type vacuumTarget struct {
	OID     types.OID
	Name    string // as it was given; empty for all tables of the database
	Columns []string
	*vacuumOptions
}

// vacuumSteps cleans and then analyzes each table.
func vacuumSteps(c *Ctx, s *tree.Vacuum) (steps []Step, err error) {
	targets, err := vacuumTargets(c, s)
	for _, t := range targets {
		cleaned := true
		if t.Vacuum {
			step := func(c *Ctx) (err error) {
				cleaned, err = c.vacuumOne(t)
				return err
			}
			if t.Full {
				step = withSnapshot(step)
			}
			steps = append(steps, step)
		}
		if t.Analyze {
			steps = append(steps, withSnapshot(func(c *Ctx) error {
				if !cleaned {
					return nil
				}
				return c.analyzeOne(t)
			}))
		}
	}
	return steps, err
}

// vacuumTargets checks the options of a VACUUM or ANALYZE and lists its tables:
// all of the database's own if none was named.
func vacuumTargets(c *Ctx, s *tree.Vacuum) ([]vacuumTarget, error) {
	opts, err := parseVacuumOptions(s)
	if err != nil {
		return nil, err
	}
	if c.Block && opts.Vacuum {
		return nil, pgerr.New(pgerr.ActiveSQLTransaction, "VACUUM cannot run inside a transaction block")
	}
	if opts.OnlyDatabase {
		return nil, nil // the database keeps no oldest transaction of its tables
	}
	var out []vacuumTarget
	verb := "analyze"
	if opts.Vacuum {
		verb = "vacuum"
	}
	if len(s.Relations) == 0 {
		for _, oid := range c.Access.UserTables() {
			if rel, err := c.Access.ByOID(oid); err != nil || rel == nil || !c.mayVacuum(rel, verb) {
				continue
			}
			out = append(out, vacuumTarget{OID: oid, vacuumOptions: opts})
		}
		return out, opts.talkative(s)
	}
	for _, r := range s.Relations {
		if err := c.sameDatabase(r.Relation.Catalog, r.Relation.Schema, r.Relation.Name); err != nil {
			return nil, err
		}
		rel, err := c.openVacuumed(r.Relation, opts, verb)
		if err != nil {
			return nil, err
		}
		if rel == nil {
			continue
		}
		if c.mayVacuum(rel, verb) {
			if rel.System && opts.Full {
				return nil, pgerr.Unsupported(int(r.Relation.Pos), "VACUUM (FULL) of system catalogs", "VACUUM without FULL is there.")
			}
			out = append(out, vacuumTarget{rel.OID, r.Relation.Name, r.Columns, opts})
		}
		if r.Relation.Only {
			if rel.PartKey != nil && opts.Vacuum {
				c.warning(pgerr.Warning, "VACUUM ONLY of partitioned table %q has no effect", rel.Name)
			}
			continue
		}
		below, err := c.below(rel)
		if err != nil {
			return nil, err
		}
		for _, oid := range below {
			out = append(out, vacuumTarget{oid, "", r.Columns, opts})
		}
	}
	return out, opts.talkative(s)
}

// mayVacuum warns of a table that the current role may not care for.
func (c *Ctx) mayVacuum(rel *catalog.Relation, verb string) bool {
	ok := c.Access.HasPrivilege(c.Sess.CurrentRole, rel, catalog.MaintainPrivilege)
	if !ok {
		c.warning(pgerr.Warning, "permission denied to %s %q, skipping it", verb, rel.Name)
	}
	return ok
}

// openVacuumed finds a table that was named; the lock that it takes for that is given
// back. With SKIP_LOCKED it is nil, with a warning, if another session's lock is in the way.
func (c *Ctx) openVacuumed(r *tree.RangeVar, opts *vacuumOptions, verb string) (*catalog.Relation, error) {
	mode := lmgr.AccessShare
	if opts.SkipLocked {
		rel, err := c.Access.Open(r.Schema, r.Name, catalog.NoLock, -1)
		if err != nil {
			return nil, err
		}
		if free, err := c.lockFree(rel.OID, r.Name, verb, mode); err != nil || !free {
			return nil, err
		}
		mode = catalog.NoLock
	}
	rel, err := c.Access.Open(r.Schema, r.Name, mode, -1)
	if err == nil {
		c.Access.Unlock(rel.OID, lmgr.AccessShare)
	}
	return rel, err
}

// lockFree takes VACUUM's lock if it is free at once. If not, whoever named the
// table is warned.
func (c *Ctx) lockFree(oid types.OID, name, verb string, mode lmgr.Mode) (bool, error) {
	_, err := c.Sess.Locks.Acquire(c.Sess.Ctx, lmgr.RelationTag(uint32(oid)), mode, true)
	if pgerr.CodeOf(err) != pgerr.LockNotAvailable {
		return err == nil, err
	}
	if name != "" {
		c.warning(pgerr.LockNotAvailable, "skipping %s of %q --- lock not available", verb, name)
	}
	return false, nil
}

// vacuumOne cleans one table; false if it is left out: because it was dropped meanwhile,
// with a warning if it was named, or it is none or another role's.
func (c *Ctx) vacuumOne(t vacuumTarget) (bool, error) {
	rel, err := c.openTarget(t, "vacuum", t.lockMode())
	if rel == nil || err != nil || !c.mayVacuum(rel, "vacuum") || !c.isTable(rel, "vacuum") {
		return false, err
	}
	if rel.PartKey != nil {
		return true, nil
	}
	return true, c.vacuumTable(rel, t)
}

// isTable warns of a relation that has no rows to care for.
func (c *Ctx) isTable(rel *catalog.Relation, verb string) bool {
	if rel.Kind == catalog.TableKind || rel.PartKey != nil {
		return true
	}
	c.warning(pgerr.Warning, "skipping %q --- cannot %s non-tables or special system tables", rel.Name, verb)
	return false
}

func (c *Ctx) vacuumTable(rel *catalog.Relation, t vacuumTarget) error {
	if t.Full {
		return c.rewriteTable(rel, nil, t.Verbose, "VACUUM")
	}
	if err := c.Access.LockIndexes(rel, lmgr.RowExclusive); err != nil {
		return err
	}
	began := time.Now()
	horizon := c.Sess.Store.OldestXmin()
	st, err := rel.Heap.Vacuum(indexTrees(rel), t.Freeze, c.Sess.Interrupted)
	if err != nil {
		return err
	}
	rel.Heap.Stats().AddVacuum(storage.Vacuumed, began)
	if t.Freeze && st.RowsKept == 0 {
		if err := c.Access.SetFrozen(rel.OID, horizon); err != nil {
			return err
		}
	}
	sn := c.Sess.Txn.CatalogSnapshot()
	defer sn.Release()
	pages := c.Access.HeapPages(rel, sn)
	if err := c.Access.UpdateTableStats(rel, pages, float64(rel.Heap.LiveEstimate()), pages); err != nil {
		return err
	}
	return c.noteIndexes(rel)
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
	began := time.Now()
	if _, err = rel.Heap.Vacuum(indexTrees(rel), false, c.Sess.Interrupted); err == nil {
		rel.Heap.Stats().AddVacuum(storage.Autovacuumed, began)
	}
	return err
}
