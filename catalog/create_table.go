package catalog

// CREATE TABLE and everything else that has a pg_class row: heap_create_with_catalog.

import (
	"minidb/expr"
	"minidb/pgerr"
	"minidb/storage"
	"minidb/storage/lmgr"
	"minidb/types"
)

// TableSpec says what CreateTable makes.
type TableSpec struct {
	Schema      types.OID
	Name        string
	Kind        RelKind
	Persistence byte      // 'p' if 0
	Owner       types.OID // the current role if 0
	// Columns have Name, Type, Typmod, Collation (the type's if 0), NotNull,
	// Default, Generated and Identity, Inherited and NotLocal; NotNullConstraint names the constraint, ""
	// lets it be chosen.
	Columns []Column
	// Checks become CHECK constraints; Table is filled in.
	Checks []ConstraintSpec
	// Options are storage parameters.
	Options []string
	// PartKey is that of a partitioned table.
	PartKey *PartitionKey
	// Parent and Bound are those of a partition. The caller has locked Parent.
	Parent *Relation
	Bound  *PartitionBound
}

// CreateTable makes a table, partitioned table, view, sequence or composite type
// with all its catalog rows, and its heap if it has one. The relation is locked
// with AccessExclusive. 42P07 if the name is taken.
func (a *Access) CreateTable(spec TableSpec) (*Relation, error) {
	spec.Name = Truncate(spec.Name)
	if spec.Persistence == 0 {
		spec.Persistence = 'p'
	}
	if spec.Owner == 0 {
		spec.Owner = a.S.CurrentRole
	}
	if err := a.checkNewName(spec); err != nil {
		return nil, err
	}
	if err := a.checkColumns(&spec); err != nil {
		return nil, err
	}
	oid, err := a.createStorage(&spec)
	if err != nil {
		return nil, err
	}
	if err := a.addRoleDepend(RelationObject(oid), spec.Owner, ownerDep); err != nil {
		return nil, err
	}
	if err := a.grantDefaults(oid, &spec); err != nil {
		return nil, err
	}
	if len(spec.Options) > 0 {
		if err := a.SetOptions(oid, spec.Options); err != nil {
			return nil, err
		}
	}
	if err := a.createPartitioning(oid, &spec); err != nil {
		return nil, err
	}
	if err := a.createConstraints(oid, &spec); err != nil {
		return nil, err
	}
	return a.ByOID(oid)
}

// grantDefaults gives a new relation the privileges that its owner has chosen for
// new ones.
func (a *Access) grantDefaults(oid types.OID, spec *TableSpec) error {
	if spec.Kind == CompositeKind {
		return nil
	}
	acl := a.newACL(relationAcl(spec.Kind), spec.Owner, spec.Schema)
	if acl == nil {
		return nil
	}
	a.CommandEnd()
	if err := a.UpdateClass(oid, func(row types.Row) { row[ClassRelacl] = acl.datum() }); err != nil {
		return err
	}
	a.CommandEnd()
	return a.aclDepends(RelationObject(oid), spec.Owner, nil, acl)
}

func (a *Access) checkNewName(spec TableSpec) error {
	if err := a.lockNamespace(spec.Schema); err != nil {
		return err
	}
	if err := a.CheckCreateIn(spec.Schema); err != nil {
		return err
	}
	if a.relationOID(spec.Schema, spec.Name) != 0 {
		return pgerr.New(pgerr.DuplicateTable, "relation %s already exists", quoted(spec.Name))
	}
	if spec.Schema == CatalogNamespace {
		return pgerr.New(pgerr.InsufficientPrivilege, "permission denied to create %s", quoted("pg_catalog."+spec.Name)).
			WithDetail("System catalog modifications are currently disallowed.")
	}
	if spec.Kind == SequenceKind {
		return nil
	}
	return a.freeTypeName(spec.Schema, spec.Name)
}

// maxColumns is MaxHeapAttributeNumber (PostgreSQL 18, access/htup_details.h).
const maxColumns = 1600

// checkColumns numbers the columns and checks their names and types.
func (a *Access) checkColumns(spec *TableSpec) error {
	if len(spec.Columns) > maxColumns {
		return pgerr.New(pgerr.TooManyColumns, "tables can have at most %d columns", maxColumns)
	}
	seen := make(map[string]bool, len(spec.Columns))
	for i := range spec.Columns {
		c := &spec.Columns[i]
		c.Num, c.Name = i+1, Truncate(c.Name)
		if seen[c.Name] {
			return pgerr.New(pgerr.DuplicateColumn, "column %s specified more than once", quoted(c.Name))
		}
		seen[c.Name] = true
		if err := a.checkColumn(c, spec.Kind); err != nil {
			return err
		}
	}
	return nil
}

// checkColumn checks one column's name and type and fills in its collation.
func (a *Access) checkColumn(c *Column, kind RelKind) error {
	if kind != ViewKind && kind != CompositeKind {
		for i := range systemColumns {
			if systemColumns[i].Name == c.Name {
				return pgerr.New(pgerr.DuplicateColumn, "column name %s conflicts with a system column name", quoted(c.Name))
			}
		}
	}
	t, ok := a.TypeInfo(c.Type)
	if !ok {
		return pgerr.New(pgerr.Internal, "cache lookup failed for type %d", c.Type)
	}
	if err := a.CheckTypeUse(c.Type); err != nil {
		return err
	}
	if t.TypType == 'p' {
		return pseudoColumn(a, c)
	}
	if c.Collation == 0 {
		c.Collation = t.Collation
	}
	return nil
}

func pseudoColumn(a *Access, c *Column) error {
	return pgerr.New(pgerr.InvalidTableDefinition, "column %s has pseudo-type %s", quoted(c.Name), a.FormatType(c.Type, -1))
}

// freeTypeName makes sure that a row type can have the name. An array type that
// sits on it, whose name nobody chose, is renamed.
func (a *Access) freeTypeName(schema types.OID, name string) error {
	row, tid := a.first(PgType, "pg_type_typname_nsp_index", textDatum(name), oidDatum(schema))
	if row == nil {
		return nil
	}
	if elem := datumOID(row[TypeTypelem]); elem != 0 && row[TypeTyplen].Int() == -1 {
		if t, ok := a.TypeInfo(elem); ok && t.Array == datumOID(row[TypeOid]) {
			row[TypeTypname] = textDatum(a.arrayTypeName(schema, t.Name))
			if err := a.updateRow(PgType, tid, row); err != nil {
				return err
			}
			a.CommandEnd()
			return nil
		}
	}
	return pgerr.New(pgerr.DuplicateObject, "type %s already exists", quoted(name)).
		WithHint("A relation has an associated type of the same name, so you must use a name that doesn't conflict with any existing type.")
}

// arrayTypeName makes a name for the array of a type: _name, with a number
// between if that is taken.
func (a *Access) arrayTypeName(schema types.OID, name string) string {
	for pass := int64(0); ; pass++ {
		mid := ""
		if pass > 0 {
			mid = itoa(pass)
		}
		arr := MakeObjectName("", name, "")
		if mid != "" {
			arr = MakeObjectName("", name, mid)
		}
		if _, taken := a.typeIn(schema, arr); !taken {
			return arr
		}
	}
}

// createStorage writes the rows of the relation proper, its columns and its row
// type, and makes its heap.
func (a *Access) createStorage(spec *TableSpec) (types.OID, error) {
	f := classFields{oid: a.NewOID(), name: spec.Name, namespace: spec.Schema, owner: spec.Owner, kind: spec.Kind,
		persistence: spec.Persistence, natts: len(spec.Columns), hasRules: spec.Kind == ViewKind}
	if spec.Bound != nil {
		f.bound = spec.Bound.marshal(spec.Parent.PartKey)
	}
	if _, err := a.lock(f.oid, lmgr.AccessExclusive); err != nil {
		return 0, err
	}
	var arrayOID types.OID
	if spec.Kind != SequenceKind {
		arrayOID, f.rowType = a.NewOID(), a.NewOID()
	}
	switch spec.Kind {
	case TableKind:
		f.am = HeapAM
		f.file = a.newHeap(len(spec.Columns), spec.Persistence)
	case SequenceKind:
		f.file = a.newHeap(len(spec.Columns), spec.Persistence)
	}
	if f.rowType != 0 {
		rt, at := rowTypeOf(f.name, a.arrayTypeName(f.namespace, f.name), f.oid, f.rowType, arrayOID)
		if err := a.insertRows(PgType, []types.Row{typeRow(rt, f.namespace, f.owner), typeRow(at, f.namespace, f.owner)}); err != nil {
			return 0, err
		}
	}
	if err := a.insertClass(f.oid, classRow(f)); err != nil {
		return 0, err
	}
	if err := a.insertRows(PgAttribute, a.attributeRows(f.oid, f.kind, spec.Columns)); err != nil {
		return 0, err
	}
	if err := a.createDepends(f, arrayOID, spec.Columns); err != nil {
		return 0, err
	}
	a.CommandEnd()
	return f.oid, nil
}

// insertClass writes a new relation's row of pg_class. The relation's counts go away with
// it if the transaction rolls back.
func (a *Access) insertClass(oid types.OID, row types.Row) error {
	store := a.store
	a.S.Txn.OnEnd(func(committed bool) {
		if !committed {
			store.ForgetStats(uint32(oid))
		}
	})
	return a.insertRow(PgClass, row)
}

// newHeap makes a heap that goes away if the transaction rolls back.
func (a *Access) newHeap(natts int, persistence byte) storage.FileID {
	h := a.store.CreateHeap(natts)
	switch persistence {
	case 't':
		h.SetTemporary()
	case 'u':
		h.SetUnlogged()
	}
	id := h.ID()
	a.S.Txn.Made(id)
	store := a.store
	a.S.Txn.OnEnd(func(committed bool) {
		if !committed {
			store.DropHeap(id)
		}
	})
	return id
}

// createDepends records what the relation, its columns and its type depend on, in one
// batch: PostgreSQL writes a batch for each of them.
func (a *Access) createDepends(f classFields, arrayOID types.OID, columns []Column) error {
	self := RelationObject(f.oid)
	schema := Object{Class: PgNamespace, OID: f.namespace}
	row := Object{Class: PgType, OID: f.rowType}
	var rows []types.Row
	add := func(dep Object, kind byte, refs ...Object) { rows = appendDepends(rows, dep, kind, refs...) }
	if f.kind == CompositeKind {
		// A composite type is the master, its relation the part.
		add(row, NormalDep, schema)
		add(self, InternalDep, row)
	} else {
		add(self, NormalDep, schema)
		if f.rowType != 0 {
			add(row, InternalDep, self)
		}
	}
	if arrayOID != 0 {
		add(Object{Class: PgType, OID: arrayOID}, InternalDep, row)
	}
	for i := range columns {
		c := &columns[i]
		add(ColumnObject(f.oid, c.Num), NormalDep, Object{Class: PgType, OID: c.Type})
		if c.Collation != 0 {
			add(ColumnObject(f.oid, c.Num), NormalDep, Object{Class: PgCollation, OID: c.Collation})
		}
	}
	return a.insertDepends(rows)
}

// createConstraints adds defaults, checks and NOT NULL constraints.
func (a *Access) createConstraints(oid types.OID, spec *TableSpec) error {
	for i := range spec.Columns {
		if c := &spec.Columns[i]; c.Default != nil {
			if err := a.addDefault(oid, c.Num, c.Default, c.Generated); err != nil {
				return err
			}
		}
	}
	for _, check := range spec.Checks {
		check.Table = oid
		if check.Name != "" && a.ConstraintByName(oid, check.Name) != nil { // chosen for one before it
			return pgerr.New(pgerr.DuplicateObject, "check constraint %s already exists", quoted(check.Name))
		}
		if err := a.AddConstraint(check); err != nil {
			return err
		}
		a.CommandEnd()
	}
	if spec.Kind == TableKind || spec.Kind == PartitionedTableKind {
		for i := range spec.Columns {
			c := &spec.Columns[i]
			if !c.NotNull {
				continue
			}
			con := ConstraintSpec{Type: NotNullConstraint, Name: c.NotNullConstraint, Table: oid, Columns: []int{c.Num},
				Inherited: c.NotNullInherited, NotLocal: c.NotNullNotLocal, NoInherit: c.NotNullNoInherit}
			if err := a.AddConstraint(con); err != nil {
				return err
			}
			a.CommandEnd()
		}
	}
	a.CommandEnd()
	return nil
}

// addDefault writes the pg_attrdef row of a column's default or generation
// expression.
func (a *Access) addDefault(rel types.OID, num int, e expr.Expr, generated bool) error {
	def := Object{Class: PgAttrdef, OID: a.NewOID()}
	row := types.Row{oidDatum(def.OID), oidDatum(rel), intDatum(num), marshalled(e)}
	if err := a.insertRow(PgAttrdef, row); err != nil {
		return err
	}
	kind := AutoDep
	if generated {
		kind = InternalDep
	}
	if err := a.AddDepends(def, kind, ColumnObject(rel, num)); err != nil {
		return err
	}
	return a.addExprDepends(def, e, rel, NormalDep)
}

// SetDefault replaces a column's default; nil takes it away.
func (a *Access) SetDefault(rel types.OID, num int, e expr.Expr) error {
	old, _ := a.first(PgAttrdef, "pg_attrdef_adrelid_adnum_index", oidDatum(rel), intDatum(num))
	if old != nil {
		if err := a.Drop(Object{Class: PgAttrdef, OID: datumOID(old[AttrdefOid])}, false); err != nil {
			return err
		}
	}
	if e == nil {
		return nil
	}
	err := a.UpdateColumn(rel, num, func(row types.Row) { row[AttributeAtthasdef] = boolDatum(true) })
	if err == nil {
		err = a.addDefault(rel, num, e, false)
	}
	a.CommandEnd()
	return err
}

// UpdateColumn changes the pg_attribute row of a column.
func (a *Access) UpdateColumn(rel types.OID, num int, f func(types.Row)) error {
	found, err := a.change(PgAttribute, "pg_attribute_relid_attnum_index", []types.Datum{oidDatum(rel), intDatum(num)},
		func(row types.Row) bool { f(row); return true })
	if err == nil && !found {
		err = pgerr.New(pgerr.Internal, "cache lookup failed for attribute %d of relation %d", num, rel)
	}
	return err
}

// UpdateClass changes the pg_class row of a relation.
func (a *Access) UpdateClass(rel types.OID, f func(types.Row)) error {
	return a.updateClassIf(rel, func(row types.Row) bool { f(row); return true })
}

// updateClassIf is UpdateClass that writes nothing if f returns false.
func (a *Access) updateClassIf(rel types.OID, f func(types.Row) bool) error {
	found, err := a.change(PgClass, "pg_class_oid_index", []types.Datum{oidDatum(rel)}, f)
	if err == nil && !found {
		err = pgerr.New(pgerr.Internal, "cache lookup failed for relation %d", rel)
	}
	return err
}
