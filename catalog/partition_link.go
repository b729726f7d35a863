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

// AttachPartition makes a table that is there a partition of parent, which the caller
// has locked: its columns and constraints are now the parent's.
func (a *Access) AttachPartition(part, parent *Relation, b *PartitionBound) error {
	err := a.UpdateClass(part.OID, func(row types.Row) {
		row[ClassRelispartition], row[ClassRelpartbound] = boolDatum(true), textDatum(b.marshal(parent.PartKey))
	})
	if err != nil {
		return err
	}
	if err := a.link(part.OID, parent, b, part.PartKey == nil); err != nil {
		return err
	}
	return a.inheritance(part, parent, 1)
}

// DetachPartition makes a partition a table of its own.
func (a *Access) DetachPartition(part, parent *Relation) error {
	if err := a.leaveParent(part.OID, part.Kind); err != nil {
		return err
	}
	if err := a.deleteWhere(PgInherits, "pg_inherits_relid_seqno_index", oidDatum(part.OID)); err != nil {
		return err
	}
	if err := a.forgetDepend(RelationObject(part.OID), RelationObject(parent.OID)); err != nil {
		return err
	}
	err := a.UpdateClass(part.OID, func(row types.Row) {
		row[ClassRelispartition], row[ClassRelpartbound] = boolDatum(false), null
	})
	if err != nil {
		return err
	}
	a.CommandEnd()
	if err := a.inheritance(part, parent, -1); err != nil {
		return err
	}
	for _, ix := range part.Indexes {
		if ix.Parent != 0 {
			if err := a.detachIndex(ix); err != nil {
				return err
			}
		}
	}
	return nil
}

// inheritance counts what a partition inherits one up, or down, in columns and in the
// constraints of the same names.
func (a *Access) inheritance(part, parent *Relation, by int) error {
	for _, src := range parent.Live() {
		col := part.ColumnByName(src.Name)
		if col == nil {
			return pgerr.New(pgerr.Internal, "partition %s has no column %s", quoted(part.Name), quoted(src.Name))
		}
		err := a.UpdateColumn(part.OID, col.Num, func(row types.Row) {
			row[AttributeAttinhcount] = intDatum(col.Inherited + by)
			row[AttributeAttislocal] = boolDatum(col.Inherited+by == 0)
			switch {
			case by > 0:
				row[AttributeAttidentity] = charDatum(src.Identity)
			case src.Identity != 0:
				row[AttributeAttidentity] = charDatum(0)
			}
		})
		if err != nil {
			return err
		}
		if src.NotNull && col.NotNull {
			if err := a.InheritConstraint(a.NotNullOf(part.OID, col.Num), by); err != nil {
				return err
			}
		}
	}
	for i := range parent.Checks {
		if err := a.InheritConstraint(a.ConstraintByName(part.OID, parent.Checks[i].Name), by); err != nil {
			return err
		}
	}
	a.CommandEnd()
	return nil
}

// InheritConstraint counts the tables that a constraint, which may be nil, is inherited
// from one up or down: one of a partition is its own, or its table's.
func (a *Access) InheritConstraint(con *Constraint, by int) error {
	if con == nil {
		return nil
	}
	return a.changeConstraint(con.OID, func(row types.Row) {
		n := int(row[ConstraintConinhcount].Int()) + by
		row[ConstraintConinhcount], row[ConstraintConislocal] = intDatum(n), boolDatum(n == 0)
	})
}

// CountInherited counts more or fewer tables that a constraint is inherited from; it is
// the table's own one as before.
func (a *Access) CountInherited(con *Constraint, by int) error {
	return a.changeConstraint(con.OID, func(row types.Row) {
		row[ConstraintConinhcount] = intDatum(int(row[ConstraintConinhcount].Int()) + by)
	})
}

// OwnConstraint makes an inherited constraint the table's own one, too.
func (a *Access) OwnConstraint(con *Constraint) error {
	return a.changeConstraint(con.OID, func(row types.Row) { row[ConstraintConislocal] = boolDatum(true) })
}

// SetNoInherit makes a NOT NULL constraint one that partitions do not inherit, or do.
func (a *Access) SetNoInherit(con *Constraint, no bool) error {
	return a.changeConstraint(con.OID, func(row types.Row) { row[ConstraintConnoinherit] = boolDatum(no) })
}

// forgetDepend deletes the dependencies of one object on another.
func (a *Access) forgetDepend(dep, on Object) error {
	w := a.Writer(a.System(PgDepend))
	defer w.Close()
	for _, f := range a.rows(PgDepend, "pg_depend_depender_index", dependKey(dep)...) {
		if datumOID(f.row[DependRefclassid]) != on.Class || datumOID(f.row[DependRefobjid]) != on.OID || f.row[DependObjsubid].Int() != int64(dep.Sub) {
			continue
		}
		if err := w.Delete(f.tid); err != nil {
			return err
		}
	}
	return nil
}

// MarkDetaching notes that DETACH CONCURRENTLY has begun.
func (a *Access) MarkDetaching(part, parent *Relation) error {
	before, err := a.Partitions(parent)
	if err != nil {
		return err
	}
	row, tid := a.first(PgInherits, "pg_inherits_relid_seqno_index", oidDatum(part.OID))
	if row == nil {
		return pgerr.New(pgerr.Internal, "cache lookup failed for partition %d", part.OID)
	}
	row[InheritsInhdetachpending] = boolDatum(true)
	if err := a.updateRow(PgInherits, tid, row); err != nil {
		return err
	}
	a.CommandEnd()
	a.changeParts(parent.OID, before.Detach(part.OID))
	return nil
}

// Detached tells whether the running transaction sees that a partition is being detached:
// then its queries leave the partition out.
func (a *Access) Detached(m *PartitionMember) bool {
	if !m.Detaching {
		return false
	}
	sn := a.S.Txn.TakeSnapshot()
	defer sn.Release()
	b := builder{a, sn}
	row := b.one(PgInherits, "pg_inherits_relid_seqno_index", oidDatum(m.OID))
	return row == nil || row[InheritsInhdetachpending].IsTrue()
}

// ParentOf returns what a relation, table or index, is a partition of; 0 if it is none.
func (a *Access) ParentOf(oid types.OID) types.OID {
	row, _ := a.first(PgInherits, "pg_inherits_relid_seqno_index", oidDatum(oid))
	if row == nil {
		return 0
	}
	return datumOID(row[InheritsInhparent])
}
