package commands

import (
	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/storage/lmgr"
)

// TRUNCATE gives a table and its indexes new, empty files; the old ones go when
// the transaction commits.

func (c *Ctx) truncate(s *tree.Truncate) (*Result, error) {
	var rels []*catalog.Relation
	for _, r := range s.Relations {
		if err := c.sameDatabase(r.Catalog, r.Schema, r.Name); err != nil {
			return nil, err
		}
		rel, err := c.Access.Open(r.Schema, r.Name, lmgr.AccessExclusive, -1)
		if err != nil {
			return nil, err
		}
		if rel.Kind != catalog.TableKind {
			return nil, pgerr.New(pgerr.WrongObjectType, "%q is not a table", rel.Name)
		}
		if rel.System {
			return nil, pgerr.New(pgerr.InsufficientPrivilege, "permission denied: %q is a system catalog", rel.Name)
		}
		if err := c.notOtherTemp(rel, "truncate"); err != nil {
			return nil, err
		}
		if err := c.inUse(rel, "TRUNCATE"); err != nil {
			return nil, err
		}
		rels = append(rels, rel)
	}
	for _, rel := range rels {
		if _, err := c.Access.SetFile(rel); err != nil {
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
