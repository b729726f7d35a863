package catalog

// Deleting one object's own rows, after its dependents are gone.

import (
	"minidb/pgerr"
	"minidb/storage"
	"minidb/storage/lmgr"
	"minidb/types"
)

// lockForDrop locks an object before it is deleted.
func (a *Access) lockForDrop(o Object, mode lmgr.Mode) error {
	if o.Class == PgClass {
		_, err := a.lock(o.OID, mode)
		return err
	}
	return a.LockObject(o, lmgr.AccessExclusive)
}

// LockObject locks an object that is no relation. Whoever found it by its name
// must look again: it may be gone by then.
func (a *Access) LockObject(o Object, mode lmgr.Mode) error {
	if a.S.Locks == nil {
		return nil
	}
	_, err := a.S.Locks.Acquire(a.ctx(), lmgr.ObjectTag(uint32(o.Class), uint32(o.OID)), mode, false)
	return err
}

// remove deletes an object's row and everything that describes it alone.
func (a *Access) remove(o Object) error {
	var err error
	switch {
	case o.Class == PgClass && o.Sub != 0:
		err = a.removeColumn(o)
	case o.Class == PgClass:
		err = a.removeRelation(o.OID)
	case o.Class == PgConstraint:
		err = a.removeConstraint(o.OID)
	case o.Class == PgTrigger:
		err = a.removeTrigger(o.OID)
	case o.Class == PgAttrdef:
		err = a.removeDefault(o.OID)
	case o.Class == PgTsConfig:
		err = a.deleteWhere(PgTsConfigMap, "pg_ts_config_map_index", oidDatum(o.OID))
		if err == nil {
			err = a.removeByOID(o)
		}
	case o.Class == PgType:
		err = a.deleteWhere(PgEnum, "pg_enum_typid_label_index", oidDatum(o.OID))
		if err == nil {
			err = a.removeByOID(o)
		}
	default:
		err = a.removeByOID(o)
	}
	if err != nil {
		return err
	}
	if err := a.deleteWhere(PgDepend, "pg_depend_depender_index", dependKey(o)...); err != nil {
		return err
	}
	if err := a.deleteRoleDepends(o); err != nil {
		return err
	}
	key := []types.Datum{oidDatum(o.OID), oidDatum(o.Class)}
	if o.Sub != 0 {
		key = append(key, intDatum(o.Sub))
	}
	return a.deleteWhere(PgDescription, "pg_description_o_c_o_index", key...)
}

// removeByOID deletes the row of an object in a catalog with an oid column.
func (a *Access) removeByOID(o Object) error {
	catalog := a.System(o.Class)
	if catalog == nil || len(catalog.Columns) == 0 || catalog.Columns[0].Name != "oid" {
		return pgerr.New(pgerr.Internal, "unrecognized object class: %d", o.Class)
	}
	for _, ix := range catalog.Indexes {
		if len(ix.Keys) == 1 && ix.Keys[0].Attr == 1 {
			return a.deleteWhere(o.Class, ix.Name, oidDatum(o.OID))
		}
	}
	return pgerr.New(pgerr.Internal, "catalog %s has no index on oid", catalog.Name)
}

// ownRows are rows that belong to one relation alone, found by an index that
// begins with its OID.
type ownRows struct {
	catalog types.OID
	index   string
}

// kindRows are the rows that relations of one kind have besides.
var kindRows = map[RelKind]ownRows{
	IndexKind:            {PgIndex, "pg_index_indexrelid_index"},
	PartitionedIndexKind: {PgIndex, "pg_index_indexrelid_index"},
	PartitionedTableKind: {PgPartitionedTable, "pg_partitioned_table_partrelid_index"},
	SequenceKind:         {PgSequence, "pg_sequence_seqrelid_index"},
}

// removeRelation deletes a table, index, view or sequence and frees its file at
// commit.
func (a *Access) removeRelation(oid types.OID) error {
	class, tid := a.first(PgClass, "pg_class_oid_index", oidDatum(oid))
	if class == nil {
		return pgerr.New(pgerr.Internal, "cache lookup failed for relation %d", oid)
	}
	kind := RelKind(datumChar(class[ClassRelkind]))
	if a.InUse != nil {
		what := "DROP TABLE" // also for views and sequences
		if kind == IndexKind || kind == PartitionedIndexKind {
			what = "DROP INDEX"
		}
		if err := a.InUse(&Relation{OID: oid, Name: datumText(class[ClassRelname])}, what); err != nil {
			return err
		}
	}
	if class[ClassRelispartition].IsTrue() {
		if err := a.leaveParent(oid, kind); err != nil {
			return err
		}
	}
	if kind == PartitionedTableKind {
		ov := a.changing()
		ov.noParts = append(ov.noParts, oid)
	}
	file := storage.FileID(datumOID(class[ClassRelfilenode]))
	steps := []ownRows{
		{PgAttribute, "pg_attribute_relid_attnum_index"},
		{PgStatistic, "pg_statistic_relid_att_inh_index"},
		{PgInherits, "pg_inherits_relid_seqno_index"},
	}
	if more, ok := kindRows[kind]; ok {
		steps = append(steps, more)
	}
	for _, s := range steps {
		if err := a.deleteWhere(s.catalog, s.index, oidDatum(oid)); err != nil {
			return err
		}
	}
	if file != 0 {
		if kind == IndexKind {
			a.freeTree(file)
		} else {
			a.freeHeap(file)
		}
	}
	a.S.Txn.OnEnd(func(committed bool) {
		if committed {
			a.store.ForgetStats(uint32(oid))
		}
	})
	return a.deleteRow(PgClass, tid)
}

// removeColumn leaves a column's row as a tombstone: rows on pages still have
// its values (RemoveAttributeById).
func (a *Access) removeColumn(o Object) error {
	err := a.UpdateColumn(o.OID, o.Sub, func(row types.Row) {
		row[AttributeAttname] = textDatum("........pg.dropped." + itoa(int64(o.Sub)) + "........")
		row[AttributeAtttypid] = oidDatum(0)
		row[AttributeAttnotnull] = boolDatum(false)
		row[AttributeAtthasdef] = boolDatum(false)
		row[AttributeAttgenerated] = charDatum(0)
		row[AttributeAttidentity] = charDatum(0)
		row[AttributeAttisdropped] = boolDatum(true)
		row[AttributeAtthasmissing] = boolDatum(false)
		row[AttributeAttmissingval] = null
		row[AttributeAttacl] = null
		row[AttributeAttstattarget] = null
		row[AttributeAttoptions] = null
	})
	if err != nil {
		return err
	}
	return a.RemoveStatistics(o.OID, o.Sub)
}

func (a *Access) removeConstraint(oid types.OID) error {
	row, tid := a.first(PgConstraint, "pg_constraint_oid_index", oidDatum(oid))
	if row == nil {
		return pgerr.New(pgerr.Internal, "cache lookup failed for constraint %d", oid)
	}
	rel := datumOID(row[ConstraintConrelid])
	if rel != 0 {
		if _, err := a.lock(rel, lmgr.AccessExclusive); err != nil {
			return err
		}
	}
	if rel != 0 && datumChar(row[ConstraintContype]) == CheckConstraint {
		err := a.UpdateClass(rel, func(c types.Row) { c[ClassRelchecks] = types.NewInt(c[ClassRelchecks].Int() - 1) })
		if err != nil {
			return err
		}
	}
	return a.deleteRow(PgConstraint, tid)
}

func (a *Access) removeDefault(oid types.OID) error {
	row, tid := a.first(PgAttrdef, "pg_attrdef_oid_index", oidDatum(oid))
	if row == nil {
		return pgerr.New(pgerr.Internal, "could not find tuple for attrdef %d", oid)
	}
	if err := a.deleteRow(PgAttrdef, tid); err != nil {
		return err
	}
	rel, num := datumOID(row[AttrdefAdrelid]), int(row[AttrdefAdnum].Int())
	att, tid := a.first(PgAttribute, "pg_attribute_relid_attnum_index", oidDatum(rel), intDatum(num))
	if att == nil {
		return nil // the table went first
	}
	att[AttributeAtthasdef], att[AttributeAttgenerated] = boolDatum(false), charDatum(0)
	return a.updateRow(PgAttribute, tid, att)
}
