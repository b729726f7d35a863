package commands

import (
	"slices"

	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/storage/lmgr"
	"minidb/types"
)

// TRUNCATE gives a table and its indexes new, empty files; the old ones go when
// the transaction commits.

func (c *Ctx) truncate(s *tree.Truncate) (*Result, error) {
	rels, err := c.truncated(s)
	if err != nil {
		return nil, err
	}
	for _, rel := range rels {
		if rel.PartKey != nil {
			continue
		}
		if _, err := c.Access.SetFile(rel); err != nil {
			return nil, err
		}
		if _, err := c.Access.OpenOID(rel.OID, lmgr.Share); err != nil { // as a REINDEX does
			return nil, err
		}
		if err := c.Access.LockIndexes(rel, lmgr.AccessExclusive); err != nil {
			return nil, err
		}
		if err := c.mendIndexes(rel); err != nil {
			return nil, err
		}
	}
	if s.RestartIdentity {
		if err := c.restartSequences(rels); err != nil {
			return nil, err
		}
	}
	c.Access.CommandEnd()
	return tag("TRUNCATE TABLE")
}

// truncated locks the tables of a TRUNCATE, each once.
func (c *Ctx) truncated(s *tree.Truncate) ([]*catalog.Relation, error) {
	var rels []*catalog.Relation
	for _, r := range s.Relations {
		if err := c.sameDatabase(r.Catalog, r.Schema, r.Name); err != nil {
			return nil, err
		}
		rel, err := c.Access.Open(r.Schema, r.Name, lmgr.AccessExclusive, -1)
		if err != nil {
			return nil, err
		}
		if rel.Kind != catalog.TableKind && rel.PartKey == nil {
			return nil, pgerr.New(pgerr.WrongObjectType, "%q is not a table", rel.Name)
		}
		if rel.System {
			return nil, pgerr.New(pgerr.InsufficientPrivilege, "permission denied: %q is a system catalog", rel.Name)
		}
		if err := c.Access.CheckPrivilege(c.Sess.CurrentRole, rel, catalog.TruncatePrivilege); err != nil {
			return nil, err
		}
		if err := c.notOtherTemp(rel, "truncate"); err != nil {
			return nil, err
		}
		if err := c.inUse(rel, "TRUNCATE"); err != nil {
			return nil, err
		}
		if rel.PartKey != nil && r.Only {
			return nil, pgerr.New(pgerr.WrongObjectType, "cannot truncate only a partitioned table").
				WithHint("Do not specify the ONLY keyword, or use TRUNCATE ONLY on the partitions directly.")
		}
		tree, err := c.withPartitions(rel, lmgr.AccessExclusive, false)
		if err != nil {
			return nil, err
		}
		for _, rel := range tree {
			if err := c.inUse(rel, "TRUNCATE"); err != nil {
				return nil, err
			}
			if !among(rels, rel.OID) {
				rels = append(rels, rel)
			}
		}
	}
	return c.withReferencing(rels, s.Behavior == tree.Cascade)
}

func among(rels []*catalog.Relation, oid types.OID) bool {
	return slices.ContainsFunc(rels, func(r *catalog.Relation) bool { return r.OID == oid })
}

// withReferencing looks at the tables whose foreign keys refer to those that are
// truncated: they are truncated too, or forbid it (0A000).
func (c *Ctx) withReferencing(rels []*catalog.Relation, cascade bool) ([]*catalog.Relation, error) {
	for {
		more := c.referencing(rels)
		if len(more) == 0 {
			return rels, nil
		}
		if !cascade {
			return nil, c.forbidding(rels)
		}
		for _, oid := range more {
			rel, err := c.Access.OpenOID(oid, lmgr.AccessExclusive)
			if err != nil {
				return nil, err
			}
			c.notice(pgerr.SuccessfulCompletion, "truncate cascades to table %q", rel.Name)
			if err := c.Access.CheckPrivilege(c.Sess.CurrentRole, rel, catalog.TruncatePrivilege); err != nil {
				return nil, err
			}
			if err := c.inUse(rel, "TRUNCATE"); err != nil {
				return nil, err
			}
			rels = append(rels, rel)
		}
	}
}

// referencing returns the tables, other than rels, whose foreign keys refer to one of rels
// or, if that is a partition, to a table above it: in the order of their OIDs
// (heap_truncate_find_FKs).
func (c *Ctx) referencing(rels []*catalog.Relation) []types.OID {
	var of, found []types.OID
	for _, rel := range rels {
		of = append(of, rel.OID)
	}
	for i := 0; i < len(of); i++ {
		for _, fk := range c.Access.ForeignKeysOn(of[i]) {
			if !among(rels, fk.Table) {
				found = append(found, fk.Table)
			}
			top := fk
			for top.Parent != 0 {
				top = c.Access.ForeignKey(top.Parent)
			}
			if !slices.Contains(of, top.Ref) {
				of = append(of, top.Ref)
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// forbidding is the error for tables that are referred to by others.
func (c *Ctx) forbidding(rels []*catalog.Relation) error {
	for i, rel := range rels {
		for _, oid := range c.referencing(rels[i : i+1]) {
			if !among(rels, oid) {
				return c.referencedTable(rel, oid)
			}
		}
	}
	return nil
}

func (c *Ctx) referencedTable(rel *catalog.Relation, table types.OID) error {
	by, err := c.Access.OpenOID(table, catalog.NoLock)
	if err != nil {
		return err
	}
	return pgerr.New(pgerr.FeatureNotSupported, "cannot truncate a table referenced in a foreign key constraint").
		WithDetail("Table %q references %q.", by.Name, rel.Name).
		WithHint("Truncate table %q at the same time, or use TRUNCATE ... CASCADE.", by.Name)
}

// restartSequences makes the sequences that the tables' columns own begin again.
func (c *Ctx) restartSequences(rels []*catalog.Relation) error {
	for _, rel := range rels {
		for _, oid := range c.Access.OwnedSequences(rel.OID) {
			seq, err := c.Access.OpenOID(oid, lmgr.AccessExclusive)
			if err != nil {
				return err
			}
			if err := c.Access.ResetSequence(seq); err != nil {
				return err
			}
		}
	}
	return nil
}
