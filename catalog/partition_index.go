package catalog

// Indexes of partitions and the partitioned indexes that they belong to: the rows of
// PostgreSQL 18, commands/indexcmds.c (IndexSetParentIndex) and catalog/pg_constraint.c
// (ConstraintSetParentConstraint).

import (
	"minidb/storage/lmgr"
	"minidb/types"
)

// linkIndex makes the index of a partition one of a partitioned index.
func (a *Access) linkIndex(index, table, parent types.OID) error {
	if _, err := a.lock(parent, lmgr.ShareUpdateExclusive); err != nil {
		return err
	}
	if err := a.inherit(index, parent); err != nil {
		return err
	}
	return a.partitionDepends(RelationObject(index), RelationObject(parent), table)
}

// partitionDepends makes an index or constraint of a partition go with that of the
// table above, or with the partition.
func (a *Access) partitionDepends(o, parent Object, table types.OID) error {
	if err := a.AddDepends(o, PartitionPri, parent); err != nil {
		return err
	}
	return a.AddDepends(o, PartitionSec, RelationObject(table))
}

// AttachIndex makes an index that a partition has already one of a partitioned index,
// and its constraint one of that index's.
func (a *Access) AttachIndex(ix, parent *Index) error {
	if err := a.linkIndex(ix.OID, ix.Table, parent.OID); err != nil {
		return err
	}
	if err := a.UpdateClass(ix.OID, func(row types.Row) { row[ClassRelispartition] = boolDatum(true) }); err != nil {
		return err
	}
	a.CommandEnd()
	if parent.ConstraintOID == 0 {
		return nil
	}
	return a.AttachConstraint(ix.ConstraintOID, ix.Table, parent.ConstraintOID)
}

// AttachConstraint makes a partition's constraint follow its parent's.
func (a *Access) AttachConstraint(con, table, parent types.OID) error {
	err := a.changeConstraint(con, func(row types.Row) {
		row[ConstraintConislocal], row[ConstraintConinhcount] = boolDatum(false), intDatum(1)
		row[ConstraintConparentid] = oidDatum(parent)
	})
	if err != nil {
		return err
	}
	err = a.partitionDepends(Object{Class: PgConstraint, OID: con}, Object{Class: PgConstraint, OID: parent}, table)
	a.CommandEnd()
	return err
}

// detachIndex makes the index of a partition one of its own, and its constraint.
func (a *Access) detachIndex(ix *Index) error {
	if err := a.LockIndex(ix, lmgr.AccessExclusive); err != nil {
		return err
	}
	if err := a.deleteWhere(PgInherits, "pg_inherits_relid_seqno_index", oidDatum(ix.OID)); err != nil {
		return err
	}
	if err := a.dropPartitionDepends(RelationObject(ix.OID)); err != nil {
		return err
	}
	if err := a.UpdateClass(ix.OID, func(row types.Row) { row[ClassRelispartition] = boolDatum(false) }); err != nil {
		return err
	}
	a.CommandEnd()
	if ix.ConstraintOID == 0 {
		return nil
	}
	return a.detachConstraint(ix.ConstraintOID)
}

func (a *Access) detachConstraint(oid types.OID) error {
	err := a.changeConstraint(oid, func(row types.Row) {
		row[ConstraintConislocal], row[ConstraintConinhcount] = boolDatum(true), intDatum(0)
		row[ConstraintConparentid] = oidDatum(0)
	})
	if err != nil {
		return err
	}
	err = a.dropPartitionDepends(Object{Class: PgConstraint, OID: oid})
	a.CommandEnd()
	return err
}

func (a *Access) dropPartitionDepends(o Object) error {
	if err := a.DeleteDepends(o, PartitionPri); err != nil {
		return err
	}
	return a.DeleteDepends(o, PartitionSec)
}
