package catalog

// REINDEX CONCURRENTLY: a second index like the first one, and the change of places
// between the two. After PostgreSQL 18, catalog/index.c (index_concurrently_create_copy,
// index_concurrently_swap).

import (
	"minidb/pgerr"
	"minidb/types"
)

// CopyIndex makes an empty index like ix of r, in the state made, without the constraint
// and the partitioned index that ix may belong to.
func (a *Access) CopyIndex(r *Relation, ix *Index, name string) (types.OID, error) {
	class, _ := a.first(PgClass, "pg_class_oid_index", oidDatum(ix.OID))
	index, _ := a.first(PgIndex, "pg_index_indexrelid_index", oidDatum(ix.OID))
	if class == nil || index == nil {
		return 0, pgerr.New(pgerr.Internal, "cache lookup failed for index %d", ix.OID)
	}
	oid := a.NewOID()
	class[ClassOid], class[ClassRelname] = oidDatum(oid), textDatum(name)
	class[ClassRelfilenode] = oidDatum(types.OID(a.newTree(ix.Tree.Spec(), r.Persistence)))
	class[ClassRelpages], class[ClassReltuples], class[ClassRelallvisible] = intDatum(0), types.NewFloat4(-1), intDatum(0)
	class[ClassRelispartition] = boolDatum(false)
	if err := a.insertClass(oid, class); err != nil {
		return 0, err
	}
	if err := a.copyColumns(ix.OID, oid); err != nil {
		return 0, err
	}
	index[IndexIndexrelid], index[IndexIndimmediate] = oidDatum(oid), boolDatum(true)
	for _, col := range []int{IndexIndisprimary, IndexIndisexclusion, IndexIndisclustered, IndexIndisvalid, IndexIndcheckxmin,
		IndexIndisready, IndexIndisreplident} {
		index[col] = boolDatum(false)
	}
	index[IndexIndislive] = boolDatum(true)
	if err := a.insertRow(PgIndex, index); err != nil {
		return 0, err
	}
	return oid, a.copyIndexDepends(r, ix, oid)
}

// copyColumns gives an index columns like those of another.
func (a *Access) copyColumns(from, to types.OID) error {
	found := a.rows(PgAttribute, "pg_attribute_relid_attnum_index", oidDatum(from))
	rows := make([]types.Row, len(found))
	for i, f := range found {
		f.row[AttributeAttrelid] = oidDatum(to)
		rows[i] = f.row
	}
	return a.insertRows(PgAttribute, rows)
}

// copyIndexDepends makes an index depend on what ix does; that of a constraint depends on
// its constraint only, and the new one will be without.
func (a *Access) copyIndexDepends(r *Relation, ix *Index, to types.OID) error {
	if ix.Constraint != "" {
		return a.indexDepends(r, to, &IndexSpec{Keys: ix.Keys, Predicate: ix.Predicate})
	}
	var rows []types.Row
	for _, f := range a.rows(PgDepend, "pg_depend_depender_index", dependKey(RelationObject(ix.OID))...) {
		if k := datumChar(f.row[DependDeptype]); k == NormalDep || k == AutoDep {
			f.row[DependObjid] = oidDatum(to)
			rows = append(rows, f.row)
		}
	}
	return a.insertRows(PgDepend, rows)
}

// SwapIndexes makes the index fresh what old was, valid too, and old, which gets the name
// oldName, what fresh was, but ready.
func (a *Access) SwapIndexes(fresh types.OID, old *Index, oldName string) error {
	for _, step := range []func() error{
		func() error { return a.swapClass(fresh, old.OID, oldName) },
		func() error { return a.swapIndexRows(fresh, old.OID) },
		func() error { return a.moveConstraints(fresh, old) },
		func() error {
			return a.moveRows(PgDescription, "pg_description_o_c_o_index", DescriptionObjoid, fresh, oidDatum(old.OID), oidDatum(PgClass))
		},
		func() error {
			return a.moveRows(PgInherits, "pg_inherits_relid_seqno_index", InheritsInhrelid, fresh, oidDatum(old.OID))
		},
		func() error { return a.swapDepends("pg_depend_depender_index", DependObjid, fresh, old.OID) },
		func() error { return a.swapDepends("pg_depend_reference_index", DependRefobjid, fresh, old.OID) },
		func() error { return a.CopyStatistics(old.OID, fresh) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	a.CommandEnd()
	return nil
}

func (a *Access) swapClass(fresh, old types.OID, oldName string) error {
	var name, part types.Datum
	err := a.UpdateClass(old, func(row types.Row) {
		name, part = row[ClassRelname], row[ClassRelispartition]
		row[ClassRelname], row[ClassRelispartition] = textDatum(oldName), boolDatum(false)
	})
	if err != nil {
		return err
	}
	return a.UpdateClass(fresh, func(row types.Row) { row[ClassRelname], row[ClassRelispartition] = name, part })
}

func (a *Access) swapIndexRows(fresh, old types.OID) error {
	w := a.Writer(a.System(PgIndex))
	defer w.Close()
	was, wasAt := a.first(PgIndex, "pg_index_indexrelid_index", oidDatum(old))
	is, at := a.first(PgIndex, "pg_index_indexrelid_index", oidDatum(fresh))
	if was == nil || is == nil {
		return pgerr.New(pgerr.Internal, "cache lookup failed for index %d or %d", old, fresh)
	}
	for _, col := range []int{IndexIndisprimary, IndexIndisexclusion, IndexIndimmediate, IndexIndisreplident, IndexIndisclustered} {
		is[col], was[col] = was[col], boolDatum(col == IndexIndimmediate)
	}
	is[IndexIndisvalid], was[IndexIndisvalid] = boolDatum(true), boolDatum(false)
	if err := w.Update(wasAt, was); err != nil {
		return err
	}
	return w.Update(at, is)
}

// moveConstraints gives the constraints that rest on an index, its table's and foreign
// keys, and their triggers, another one.
func (a *Access) moveConstraints(fresh types.OID, old *Index) error {
	var list []types.OID
	if old.ConstraintOID != 0 {
		list = append(list, old.ConstraintOID)
	}
	for _, f := range a.rows(PgDepend, "pg_depend_reference_index", dependKey(RelationObject(old.OID))...) {
		if datumOID(f.row[DependClassid]) == PgConstraint {
			list = append(list, datumOID(f.row[DependObjid]))
		}
	}
	for _, con := range list {
		err := a.changeConstraint(con, func(row types.Row) { row[ConstraintConindid] = oidDatum(fresh) })
		if err != nil {
			return err
		}
		if err := a.moveRows(PgTrigger, "pg_trigger_tgconstraint_index", TriggerTgconstrindid, fresh, oidDatum(con)); err != nil {
			return err
		}
	}
	return nil
}

// moveRows sets a column of the rows that an index of a catalog finds.
func (a *Access) moveRows(catalog types.OID, index string, col int, to types.OID, key ...types.Datum) error {
	w := a.Writer(a.System(catalog))
	defer w.Close()
	for _, f := range a.rows(catalog, index, key...) {
		f.row[col] = oidDatum(to)
		if err := w.Update(f.tid, f.row); err != nil {
			return err
		}
	}
	return nil
}

// swapDepends swaps two indexes in pg_depend, in the column that index begins with.
// Dependencies that both have stay as they are.
func (a *Access) swapDepends(index string, col int, x, y types.OID) error {
	ofX := a.rows(PgDepend, index, dependKey(RelationObject(x))...)
	ofY := a.rows(PgDepend, index, dependKey(RelationObject(y))...)
	w := a.Writer(a.System(PgDepend))
	defer w.Close()
	move := func(from, other []foundRow, to types.OID) error {
		for i, f := range from {
			if sameDepend(f.row, other, i, col) {
				continue
			}
			f.row[col] = oidDatum(to)
			if err := w.Update(f.tid, f.row); err != nil {
				return err
			}
		}
		return nil
	}
	keep := make([]foundRow, len(ofX))
	for i, f := range ofX {
		keep[i] = foundRow{f.tid, append(types.Row(nil), f.row...)}
	}
	if err := move(ofX, ofY, y); err != nil {
		return err
	}
	return move(ofY, keep, x)
}

// sameDepend tells whether a list has, at the same place, a row that differs in col only.
func sameDepend(row types.Row, list []foundRow, i, col int) bool {
	if i >= len(list) {
		return false
	}
	for k := range row {
		if k != col && types.Compare(row[k], list[i].row[k]) != 0 {
			return false
		}
	}
	return true
}
