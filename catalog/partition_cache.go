package catalog

// Descriptors of partitioned tables, kept apart from the entries of relations: an
// entry is built again whenever something of its table changes, a descriptor is
// made from the one before. Whoever changes a table's partitions holds a lock on
// the table that conflicts with itself, so that the descriptor he began with is the
// last one; he publishes the new one when he commits.

import (
	"slices"

	"minidb/types"
)

// privateParts is the descriptor of a table whose partitions the transaction has
// changed. If it was made from rows after a rollback to a savepoint, which gave
// up locks, it counts only while the cache is of generation gen, and is not
// published.
type privateParts struct {
	desc    *PartitionDesc
	gone    []types.OID // partitions that desc still has
	changed bool
	gen     uint64
}

// Partitions returns the descriptor of a partitioned table. The caller holds a lock
// on the table, or is content with one that may change.
func (a *Access) Partitions(rel *Relation) (*PartitionDesc, error) {
	gen := a.shared.generation()
	if ov := a.overlay(); ov != nil {
		if p := ov.parts[rel.OID]; p != nil {
			if p.desc != nil && (p.changed || p.gen == gen) {
				return p.now(), nil
			}
			d, err := a.buildPartitions(rel)
			if err == nil {
				p.desc, p.gone, p.gen = d, nil, gen
			}
			return d, err
		}
	}
	if d := a.shared.partitions(rel.OID); d != nil {
		return d, nil
	}
	d, err := a.buildPartitions(rel)
	if err != nil {
		return nil, err
	}
	return a.shared.addPartitions(rel.OID, d, gen), nil
}

// now takes those that are gone out of the descriptor.
func (p *privateParts) now() *PartitionDesc {
	if len(p.gone) > 0 {
		p.desc, p.gone = p.desc.Without(p.gone...), nil
	}
	return p.desc
}

// buildPartitions reads a table's partitions.
func (a *Access) buildPartitions(rel *Relation) (*PartitionDesc, error) {
	sn, release := a.snapshot()
	defer release()
	b := builder{a, sn}
	var members []PartitionMember
	for _, row := range b.scan(PgInherits, "pg_inherits_parent_index", oidDatum(rel.OID)) {
		m := PartitionMember{OID: datumOID(row[InheritsInhrelid]), Detaching: row[InheritsInhdetachpending].IsTrue(), Layout: &LayoutCache{}}
		class := b.one(PgClass, "pg_class_oid_index", row[InheritsInhrelid])
		if class == nil {
			continue
		}
		var err error
		if m.Bound, err = unmarshalBound(datumText(class[ClassRelpartbound])); err != nil {
			return nil, err
		}
		if m.Bound == nil {
			continue // a partition that DETACH has taken out already
		}
		m.Leaf = RelKind(datumChar(class[ClassRelkind])) != PartitionedTableKind
		members = append(members, m)
	}
	slices.SortFunc(members, func(x, y PartitionMember) int { return int(int64(x.OID) - int64(y.OID)) })
	return NewPartitionDesc(rel.PartKey, members), nil
}

// changeParts notes the next descriptor of a table. It is called when the rows are
// written; desc is the one before.
func (a *Access) changeParts(table types.OID, desc *PartitionDesc) {
	ov := a.changing()
	if ov.parts == nil {
		ov.parts = make(map[types.OID]*privateParts)
	}
	ov.parts[table] = &privateParts{desc: desc, changed: true}
}

// losePart notes that a partition goes away. Its table may go next: so nothing is
// worked out until somebody asks.
func (a *Access) losePart(table, part types.OID) error {
	rel, err := a.ByOID(table)
	if rel == nil || rel.PartKey == nil || err != nil {
		return err
	}
	ov := a.changing()
	p := ov.parts[table]
	if p == nil || !p.changed {
		d, err := a.Partitions(rel)
		if err != nil {
			return err
		}
		a.changeParts(table, d)
		p = ov.parts[table]
	}
	p.gone = append(p.gone, part)
	return nil
}

func (c *relCache) partitions(table types.OID) *PartitionDesc {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.parts[table]
}

// addPartitions is add for a descriptor.
func (c *relCache) addPartitions(table types.OID, d *PartitionDesc, gen uint64) *PartitionDesc {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gen.Load() != gen {
		return d
	}
	if first := c.parts[table]; first != nil {
		return first
	}
	c.parts[table] = d
	return d
}

// publish keeps the descriptors that a committed transaction has made; the mutex is
// held.
func (c *relCache) publish(ov *overlay) {
	for table, p := range ov.parts {
		if p.changed && p.desc != nil {
			c.parts[table] = p.now()
		} else {
			delete(c.parts, table)
		}
	}
	for _, table := range ov.noParts {
		delete(c.parts, table)
	}
}
