package commands

import (
	"fmt"

	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/storage/lmgr"
	"minidb/types"
)

// REINDEX: indexes are built anew in new files.

// reindexSteps is the table or index, or each table of the schema or database.
func reindexSteps(c *Ctx, s *tree.Reindex) (steps []Step, err error) {
	verbose, concurrently := false, s.Concurrently
	for _, o := range s.Options {
		switch o.Name {
		case "verbose":
			verbose, err = planner.DefBool(o)
		case "concurrently":
			concurrently, err = planner.DefBool(o)
		case "tablespace":
			if name := planner.DefString(o); name != "pg_default" {
				err = pgerr.New(pgerr.UndefinedObject, "tablespace %q does not exist", name)
			}
		default:
			err = unknownOption("REINDEX", o)
		}
		if err != nil {
			return nil, err
		}
	}
	if concurrently {
		return nil, pgerr.Unsupported(int(s.Pos), "REINDEX CONCURRENTLY", "Leave CONCURRENTLY out.")
	}
	switch s.Kind {
	case "index", "table":
		if steps, err = c.reindexPartitions(s, verbose); steps != nil || err != nil {
			return steps, err
		}
	}
	switch s.Kind {
	case "index":
		return []Step{func(c *Ctx) error { return c.reindexIndex(s.Relation, verbose) }}, nil
	case "table":
		return []Step{func(c *Ctx) error { return c.reindexTable(s.Relation, verbose) }}, nil
	}
	return c.reindexMany(s, verbose)
}

func (c *Ctx) reindexMany(s *tree.Reindex, verbose bool) (steps []Step, err error) {
	if c.Block {
		return nil, pgerr.New(pgerr.ActiveSQLTransaction, "REINDEX %s cannot run inside a transaction block", upper(s.Kind))
	}
	switch {
	case s.Kind == "schema":
		if _, ok := c.Access.ExplicitNamespace(s.Name); !ok {
			return nil, noSchema(s.Name)
		}
	case s.Name != "" && s.Name != c.Sess.Database:
		return nil, pgerr.New(pgerr.FeatureNotSupported, "can only reindex the currently open database")
	}
	if s.Kind == "system" || s.Kind == "schema" && s.Name == "pg_catalog" {
		return nil, pgerr.Unsupported(int(s.Pos), "REINDEX of system catalogs", "")
	}
	for _, oid := range c.Access.UserTables() {
		rel, err := c.Access.ByOID(oid)
		if err != nil {
			return nil, err
		}
		if rel == nil || rel.PartKey != nil || s.Kind == "schema" && rel.Schema != s.Name || c.Access.OtherTemp(rel) {
			continue
		}
		steps = append(steps, func(c *Ctx) error {
			rel, err := c.Access.TryOpenOID(oid, lmgr.Share)
			if rel == nil || err != nil {
				return err
			}
			return c.reindex(rel, rel.Indexes, verbose)
		})
	}
	return steps, nil
}

// openMaintained opens and locks the table that a maintenance command names; what
// names the command in errors.
func (c *Ctx) openMaintained(r *tree.RangeVar, mode lmgr.Mode, what string) (*catalog.Relation, error) {
	if err := c.sameDatabase(r.Catalog, r.Schema, r.Name); err != nil {
		return nil, err
	}
	rel, err := c.Access.Open(r.Schema, r.Name, mode, -1)
	if err != nil {
		return nil, err
	}
	if err := maintainable(rel); err != nil {
		return nil, err
	}
	if err := c.Access.CheckPrivilege(c.Sess.CurrentRole, rel, catalog.MaintainPrivilege); err != nil {
		return nil, err
	}
	return rel, c.notOtherTemp(rel, what)
}

func (c *Ctx) reindexTable(r *tree.RangeVar, verbose bool) error {
	rel, err := c.openMaintained(r, lmgr.Share, "reindex")
	if err != nil {
		return err
	}
	if len(rel.Indexes) == 0 {
		c.notice(pgerr.SuccessfulCompletion, "table %q has no indexes to reindex", rel.Name)
		return nil
	}
	return c.reindex(rel, rel.Indexes, verbose)
}

// reindexPartitions are the steps for the tables below a partitioned one, or for the
// indexes below a partitioned index; nil if s names none.
func (c *Ctx) reindexPartitions(s *tree.Reindex, verbose bool) (steps []Step, err error) {
	named, err := c.Access.Lookup(s.Relation.Schema, s.Relation.Name)
	if named == nil || err != nil || named.Kind != catalog.PartitionedTableKind && named.Kind != catalog.PartitionedIndexKind {
		return nil, err
	}
	index := named.Kind == catalog.PartitionedIndexKind
	if index != (s.Kind == "index") {
		return nil, nil
	}
	if c.Block {
		e := pgerr.New(pgerr.ActiveSQLTransaction, "REINDEX %s cannot run inside a transaction block", upper(s.Kind))
		e.Context = fmt.Sprintf("while reindexing partitioned %s \"%s.%s\"", s.Kind, named.Schema, named.Name)
		return nil, e
	}
	table := named
	if index {
		if table, err = c.Access.OpenOID(c.Access.IndexTable(named.OID), catalog.NoLock); err != nil {
			return nil, err
		}
	}
	if err := c.Access.CheckPrivilege(c.Sess.CurrentRole, table, catalog.MaintainPrivilege); err != nil {
		return nil, err
	}
	below, err := c.below(table)
	if err != nil {
		return nil, err
	}
	steps = []Step{}
	for _, oid := range below {
		steps = append(steps, func(c *Ctx) error {
			rel, err := c.Access.TryOpenOID(oid, lmgr.Share)
			if rel == nil || err != nil || rel.PartKey != nil {
				return err
			}
			var indexes []*catalog.Index
			for _, ix := range rel.Indexes {
				if !index || c.isBelow(ix, named.OID) {
					indexes = append(indexes, ix)
				}
			}
			return c.reindex(rel, indexes, verbose)
		})
	}
	return steps, nil
}

// isBelow tells whether an index is one of a partitioned index, directly or not.
func (c *Ctx) isBelow(ix *catalog.Index, top types.OID) bool {
	for up := ix.Parent; up != 0; up = c.Access.ParentOf(up) {
		if up == top {
			return true
		}
	}
	return false
}

func (c *Ctx) reindexIndex(r *tree.RangeVar, verbose bool) error {
	if err := c.sameDatabase(r.Catalog, r.Schema, r.Name); err != nil {
		return err
	}
	named, err := c.Access.Open(r.Schema, r.Name, catalog.NoLock, -1)
	if err != nil {
		return err
	}
	if named.Kind != catalog.IndexKind {
		return pgerr.New(pgerr.WrongObjectType, "%q is not an index", named.Name)
	}
	if named.System {
		return pgerr.New(pgerr.InsufficientPrivilege, "permission denied: %q is a system catalog", named.Name)
	}
	rel, err := c.Access.OpenOID(c.Access.IndexTable(named.OID), lmgr.Share)
	if err != nil {
		return err
	}
	if !c.Access.HasPrivilege(c.Sess.CurrentRole, rel, catalog.MaintainPrivilege) {
		return catalog.RelationDenied(named)
	}
	if err := c.notOtherTemp(rel, "reindex"); err != nil {
		return err
	}
	for _, ix := range rel.Indexes {
		if ix.OID == named.OID {
			return c.reindex(rel, []*catalog.Index{ix}, verbose)
		}
	}
	return undefinedIndex(named.OID)
}

func undefinedIndex(oid types.OID) error {
	return pgerr.New(pgerr.Internal, "could not open relation with OID %d", oid)
}

// reindex builds some of a table's indexes anew.
func (c *Ctx) reindex(rel *catalog.Relation, indexes []*catalog.Index, verbose bool) error {
	for _, ix := range indexes {
		if err := c.Access.LockIndex(ix, lmgr.AccessExclusive); err != nil {
			return err
		}
		fresh, err := c.Access.SetIndexFile(rel, ix)
		if err != nil {
			return err
		}
		if err := c.fillIndex(fresh.OID, ix.OID); err != nil {
			return err
		}
		if rel, err = c.Access.ByOID(rel.OID); err != nil {
			return err
		}
		if verbose {
			c.info("index %q was reindexed", ix.Name)
		}
	}
	return nil
}
