package commands

import (
	"minidb/catalog"
	"minidb/storage/lmgr"
	"minidb/types"
)

// withPartitions returns a table, which is locked, and all that are below it, and locks
// those: PostgreSQL's find_all_inheritors.
func (c *Ctx) withPartitions(rel *catalog.Relation, mode lmgr.Mode, nowait bool) ([]*catalog.Relation, error) {
	out := []*catalog.Relation{rel}
	if rel.PartKey == nil {
		return out, nil
	}
	desc, err := c.Access.Partitions(rel)
	if err != nil {
		return nil, err
	}
	for _, oid := range desc.OIDs() {
		part, err := c.Access.ByOID(oid)
		if err != nil || part == nil {
			return nil, err
		}
		if err := c.lockRelation(part, mode, nowait); err != nil {
			return nil, err
		}
		if part, err = c.Access.OpenOID(oid, catalog.NoLock); err != nil {
			return nil, err
		}
		below, err := c.withPartitions(part, mode, nowait)
		if err != nil {
			return nil, err
		}
		out = append(out, below...)
	}
	return out, nil
}

// below lists all tables below a partitioned one, without a lock.
func (c *Ctx) below(rel *catalog.Relation) (out []types.OID, err error) {
	if rel.PartKey == nil {
		return nil, nil
	}
	desc, err := c.Access.Partitions(rel)
	if err != nil {
		return nil, err
	}
	for _, oid := range desc.OIDs() {
		out = append(out, oid)
		part, err := c.Access.ByOID(oid)
		if part == nil || err != nil {
			return out, err
		}
		more, err := c.below(part)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}

// leavesBelow are the partitions below rel that hold rows.
func (c *Ctx) leavesBelow(rel *catalog.Relation) (leaves []*catalog.Relation, err error) {
	below, err := c.below(rel)
	if err != nil {
		return nil, err
	}
	for _, oid := range below {
		part, err := c.Access.ByOID(oid)
		if err != nil {
			return nil, err
		}
		if part != nil && part.PartKey == nil {
			leaves = append(leaves, part)
		}
	}
	return leaves, nil
}
