package catalog

// The rows that tie partitions to their table: pg_inherits, pg_class's relispartition
// and relpartbound, pg_partitioned_table's partdefid, and a dependency.

import (
	"minidb/pgerr"
	"minidb/types"
)

// partitioning fills in the key of a partitioned table, and what makes a relation a
// partition.
func (b *builder) partitioning(r *Relation, class types.Row) (err error) {
	if r.Kind == PartitionedTableKind {
		if err := b.partitionKey(r); err != nil {
			return err
		}
	}
	if class[ClassRelispartition].IsTrue() {
		r.Parent = b.parent(r.OID)
		r.Bound, err = unmarshalBound(datumText(class[ClassRelpartbound]))
	}
	return err
}

// parent finds whose partition a relation is.
func (b *builder) parent(oid types.OID) types.OID {
	if row := b.one(PgInherits, "pg_inherits_relid_seqno_index", oidDatum(oid)); row != nil {
		return datumOID(row[InheritsInhparent])
	}
	return 0
}

// createPartitioning writes the key and the parent of a new table.
func (a *Access) createPartitioning(oid types.OID, spec *TableSpec) error {
	if spec.PartKey != nil {
		if err := a.insertRow(PgPartitionedTable, spec.PartKey.row(oid)); err != nil {
			return err
		}
		if err := a.keyDepends(oid, spec.PartKey); err != nil {
			return err
		}
	}
	if spec.Bound == nil {
		return nil
	}
	return a.link(oid, spec.Parent, spec.Bound, spec.PartKey == nil)
}

// keyDepends makes the columns of a key parts of their table.
func (a *Access) keyDepends(oid types.OID, k *PartitionKey) error {
	self := RelationObject(oid)
	var parts []Object
	for i := range k.Columns {
		c := &k.Columns[i]
		if c.Attr != 0 {
			parts = append(parts, ColumnObject(oid, c.Attr))
			continue
		}
		columns, others := ExprObjects(c.Expr, oid)
		for _, o := range columns {
			if o.Sub != 0 {
				parts = append(parts, o)
			}
		}
		if err := a.AddDepends(self, NormalDep, others...); err != nil {
			return err
		}
	}
	for _, p := range parts {
		if err := a.AddDepends(p, InternalDep, self); err != nil {
			return err
		}
	}
	return nil
}

// link makes a table, whose pg_class row has the bound already, a partition of
// parent.
func (a *Access) link(oid types.OID, parent *Relation, b *PartitionBound, leaf bool) error {
	before, err := a.Partitions(parent)
	if err != nil {
		return err
	}
	if err := a.inherit(oid, parent.OID); err != nil {
		return err
	}
	if err := a.AddDepends(RelationObject(oid), AutoDep, RelationObject(parent.OID)); err != nil {
		return err
	}
	if b.Default {
		if err := a.setDefaultPartition(parent.OID, oid); err != nil {
			return err
		}
	}
	a.CommandEnd()
	a.changeParts(parent.OID, before.With(PartitionMember{OID: oid, Bound: b, Leaf: leaf, Layout: &LayoutCache{}}))
	return nil
}

// inherit writes the pg_inherits row of a partition, or of the index of one.
func (a *Access) inherit(child, parent types.OID) error {
	row := types.Row{oidDatum(child), oidDatum(parent), intDatum(1), boolDatum(false)}
	if err := a.insertRow(PgInherits, row); err != nil {
		return err
	}
	return a.updateClassIf(parent, func(row types.Row) bool {
		was := row[ClassRelhassubclass].IsTrue()
		row[ClassRelhassubclass] = boolDatum(true)
		return !was
	})
}

// setDefaultPartition notes which partition is a table's default, 0 if none is.
func (a *Access) setDefaultPartition(table, part types.OID) error {
	found, err := a.change(PgPartitionedTable, "pg_partitioned_table_partrelid_index", []types.Datum{oidDatum(table)},
		func(row types.Row) bool {
			row[PartitionedPartdefid] = oidDatum(part)
			return true
		})
	if err == nil && !found {
		err = pgerr.New(pgerr.Internal, "cache lookup failed for partition key of relation %d", table)
	}
	return err
}

// leaveParent is called when a partition, or the index of one, is about to go.
func (a *Access) leaveParent(oid types.OID, kind RelKind) error {
	row, _ := a.first(PgInherits, "pg_inherits_relid_seqno_index", oidDatum(oid))
	if row == nil || kind == IndexKind || kind == PartitionedIndexKind {
		return nil
	}
	parent := datumOID(row[InheritsInhparent])
	part, _ := a.first(PgPartitionedTable, "pg_partitioned_table_partrelid_index", oidDatum(parent))
	if part == nil {
		return nil
	}
	if datumOID(part[PartitionedPartdefid]) == oid {
		if err := a.setDefaultPartition(parent, 0); err != nil {
			return err
		}
	}
	return a.losePart(parent, oid)
}
