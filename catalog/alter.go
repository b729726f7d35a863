package catalog

// What ALTER TABLE changes in catalogs: a column more, other names.

import (
	"minidb/pgerr"
	"minidb/types"
)

// AddColumn adds a column with its default and NOT NULL constraint. If
// c.HasMissing is set, rows stored before read c.Missing; otherwise NULL. It
// returns the table's new entry; 42701 if the name is taken.
func (a *Access) AddColumn(r *Relation, c Column) (*Relation, error) {
	c.Name, c.Num = Truncate(c.Name), len(r.Columns)+1
	if r.ColumnByName(c.Name) != nil {
		return nil, duplicateColumn(c.Name, r.Name)
	}
	if c.Num > maxColumns {
		return nil, pgerr.New(pgerr.TooManyColumns, "tables can have at most %d columns", maxColumns)
	}
	if err := a.checkColumn(&c, r.Kind); err != nil {
		return nil, err
	}
	row := a.attributeRow(r.OID, &c)
	row[AttributeAttnotnull] = boolDatum(false) // its constraint sets it
	if c.HasMissing {
		row[AttributeAtthasmissing] = boolDatum(true)
		row[AttributeAttmissingval] = types.NewArray1(c.Type, []types.Datum{c.Missing})
	}
	if err := a.insertRow(PgAttribute, row); err != nil {
		return nil, err
	}
	if err := a.UpdateClass(r.OID, func(row types.Row) { row[ClassRelnatts] = intDatum(c.Num) }); err != nil {
		return nil, err
	}
	if r.Heap != nil {
		a.widen(r, c.Num)
	}
	on := []Object{{Class: PgType, OID: c.Type}}
	if c.Collation != 0 {
		on = append(on, Object{Class: PgCollation, OID: c.Collation})
	}
	if err := a.AddDepends(ColumnObject(r.OID, c.Num), NormalDep, on...); err != nil {
		return nil, err
	}
	a.CommandEnd()
	if c.Default != nil {
		if err := a.addDefault(r.OID, c.Num, c.Default, c.Generated); err != nil {
			return nil, err
		}
	}
	if c.NotNull {
		con := ConstraintSpec{Type: NotNullConstraint, Name: c.NotNullConstraint, Table: r.OID, Columns: []int{c.Num}, NoInherit: c.NotNullNoInherit}
		if err := a.AddConstraint(con); err != nil {
			return nil, err
		}
	}
	a.CommandEnd()
	return a.ByOID(r.OID)
}

// widen makes later rows of the heap one column wider, and narrow again if the
// transaction rolls back.
func (a *Access) widen(r *Relation, natts int) {
	heap, before := r.Heap, r.Heap.NAtts()
	heap.SetNAtts(natts)
	a.S.Txn.OnEnd(func(committed bool) {
		if !committed {
			heap.SetNAtts(before)
		}
	})
}

func duplicateColumn(column, table string) error {
	return pgerr.New(pgerr.DuplicateColumn, "column %s of relation %s already exists", quoted(column), quoted(table))
}

// RenameColumn gives a column another name. The columns of indexes on it keep
// theirs, as in PostgreSQL.
func (a *Access) RenameColumn(r *Relation, num int, name string) error {
	name = Truncate(name)
	if r.ColumnByName(name) != nil {
		return duplicateColumn(name, r.Name)
	}
	err := a.UpdateColumn(r.OID, num, func(row types.Row) { row[AttributeAttname] = textDatum(name) })
	a.CommandEnd()
	return err
}

// RenameRelation gives a table, view, index or sequence another name; its row
// type and the array of that follow, and the constraint of an index.
func (a *Access) RenameRelation(oid types.OID, name string) error {
	name = Truncate(name)
	class, _ := a.first(PgClass, "pg_class_oid_index", oidDatum(oid))
	if class == nil {
		return pgerr.New(pgerr.Internal, "cache lookup failed for relation %d", oid)
	}
	ns := datumOID(class[ClassRelnamespace])
	if a.relationOID(ns, name) != 0 {
		return pgerr.New(pgerr.DuplicateTable, "relation %s already exists", quoted(name))
	}
	if rowType := datumOID(class[ClassReltype]); rowType != 0 {
		if err := a.renameType(rowType, ns, name); err != nil {
			return err
		}
	}
	if err := a.UpdateClass(oid, func(row types.Row) { row[ClassRelname] = textDatum(name) }); err != nil {
		return err
	}
	if kind := RelKind(datumChar(class[ClassRelkind])); kind == IndexKind || kind == PartitionedIndexKind {
		if r, ix, err := a.tableOfIndex(oid); err != nil {
			return err
		} else if ix != nil && ix.ConstraintOID != 0 {
			if a.ConstraintByName(r.OID, name) != nil {
				return duplicateConstraint(name, r.Name)
			}
			_, err := a.change(PgConstraint, "pg_constraint_oid_index", []types.Datum{oidDatum(ix.ConstraintOID)},
				func(row types.Row) bool { row[ConstraintConname] = textDatum(name); return true })
			if err != nil {
				return err
			}
		}
	}
	a.CommandEnd()
	return nil
}

func (a *Access) renameType(oid, ns types.OID, name string) error {
	if err := a.freeTypeName(ns, name); err != nil {
		return err
	}
	array := types.OID(0)
	set := func(to string) func(types.Row) bool {
		return func(row types.Row) bool {
			row[TypeTypname] = textDatum(to)
			array = datumOID(row[TypeTyparray])
			return true
		}
	}
	if _, err := a.change(PgType, "pg_type_oid_index", []types.Datum{oidDatum(oid)}, set(name)); err != nil || array == 0 {
		return err
	}
	_, err := a.change(PgType, "pg_type_oid_index", []types.Datum{oidDatum(array)}, set(a.arrayTypeName(ns, name)))
	return err
}
