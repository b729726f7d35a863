package catalog

// CREATE INDEX: catalog rows and an empty tree. Filling the tree is a command's
// affair.

import (
	"minidb/expr"
	"minidb/pgerr"
	"minidb/storage"
	"minidb/storage/lmgr"
	"minidb/types"
)

// IndexSpec says what CreateIndex makes.
type IndexSpec struct {
	Table types.OID
	Name  string     // chosen if empty
	Keys  []IndexKey // key columns, then included ones; Type is filled in
	NKeys int        // all of Keys if 0
	// ColumnNames are the names of the index's own columns; "" takes the table's
	// column's name, or that of the function that an expression calls, or expr.
	ColumnNames      []string
	Predicate        expr.Expr
	Unique, Primary  bool
	NullsNotDistinct bool
	// Constraint also makes the UNIQUE or PRIMARY KEY constraint of that name.
	Constraint           bool
	Deferrable, Deferred bool
	Invalid              bool      // not usable yet: indisvalid is false
	Concurrently         bool      // it is made beside writers: not ready either
	Options              []string  // storage parameters, "name=value"
	Parent               types.OID // the partitioned index that it is a partition of, 0 if none
	ParentConstraint     types.OID // see ConstraintSpec.Parent
}

// CreateIndex makes an index: 42P07 if the name is taken. The caller holds a
// lock on the table that keeps writers out, unless it is made concurrently.
func (a *Access) CreateIndex(spec IndexSpec) (*Index, error) {
	r, err := a.OpenOID(spec.Table, NoLock)
	if err != nil {
		return nil, err
	}
	if spec.NKeys == 0 {
		spec.NKeys = len(spec.Keys)
	}
	if err := noVirtualKeys(r, &spec); err != nil {
		return nil, err
	}
	columns := a.indexColumns(r, &spec)
	for _, k := range spec.Keys {
		if k.OpClass == 0 {
			continue
		}
		if err := a.AcceptsClass(k.OpClass, k.Type); err != nil {
			return nil, err
		}
	}
	if spec.Name == "" {
		names := make([]string, len(columns))
		for i := range columns {
			names[i] = columns[i].Name
		}
		spec.Name = a.ChooseIndexName(r.Name, r.Namespace, names, spec.Primary, spec.Constraint)
	}
	spec.Name = Truncate(spec.Name)
	if a.relationOID(r.Namespace, spec.Name) != 0 {
		return nil, pgerr.New(pgerr.DuplicateTable, "relation %s already exists", quoted(spec.Name))
	}
	for i := range columns {
		if t, ok := a.TypeInfo(columns[i].Type); ok && t.TypType == 'p' {
			return nil, pseudoColumn(a, &columns[i])
		}
	}
	if !spec.Concurrently {
		if _, err := a.lock(r.OID, lmgr.Share); err != nil {
			return nil, err
		}
	}
	oid, err := a.writeIndex(r, &spec, columns)
	if err != nil {
		return nil, err
	}
	if len(spec.Options) > 0 {
		if err := a.SetOptions(oid, spec.Options); err != nil {
			return nil, err
		}
	}
	if r, err = a.ByOID(r.OID); err != nil {
		return nil, err
	}
	for _, ix := range r.Indexes {
		if ix.OID == oid {
			return ix, nil
		}
	}
	return nil, pgerr.New(pgerr.Internal, "index %s is not in its table's entry", quoted(spec.Name))
}

// noVirtualKeys refuses virtual columns: they are not stored.
func noVirtualKeys(r *Relation, spec *IndexSpec) error {
	found := false
	look := func(e expr.Expr) {
		expr.Walk(e, func(n expr.Expr) bool {
			v, ok := n.(*expr.Var)
			found = found || ok && v.Attr > 0 && r.Columns[v.Attr-1].Virtual
			return true
		})
	}
	for _, k := range spec.Keys {
		found = found || k.Attr > 0 && r.Columns[k.Attr-1].Virtual
		look(k.Expr)
	}
	look(spec.Predicate)
	what := "indexes"
	switch {
	case !found:
		return nil
	case spec.Primary:
		what = "primary keys"
	case spec.Constraint:
		what = "unique constraints"
	}
	return pgerr.New(pgerr.FeatureNotSupported, "%s on virtual generated columns are not supported", what)
}

// indexColumns makes the columns of the index as pg_attribute has them and
// fills in the types of keys.
func (a *Access) indexColumns(r *Relation, spec *IndexSpec) []Column {
	columns := make([]Column, len(spec.Keys))
	names := make([]string, len(spec.Keys))
	for i := range spec.Keys {
		k, c := &spec.Keys[i], &columns[i]
		c.Num, c.Typmod = i+1, -1
		if k.Attr > 0 {
			tc := &r.Columns[k.Attr-1]
			c.Type, c.Typmod, c.Collation, c.Storage, names[i] = tc.Type, tc.Typmod, tc.Collation, tc.Storage, tc.Name
		} else {
			c.Type, names[i] = k.Expr.Type(), exprColumnName(k.Expr)
			c.Collation = expr.Collation(r.WithCollations(k.Expr))
		}
		k.Type = c.Type
		if k.Collation != 0 {
			c.Collation = k.Collation
		}
		if i < len(spec.ColumnNames) && spec.ColumnNames[i] != "" {
			names[i] = spec.ColumnNames[i]
		}
	}
	for i, name := range ChooseIndexColumnNames(names) {
		columns[i].Name = name
	}
	return columns
}

func exprColumnName(e expr.Expr) string {
	switch e := e.(type) {
	case *expr.FuncCall:
		if e.Form == expr.CallExplicit {
			return e.Fn.Name
		}
	case *expr.Coalesce:
		return "coalesce"
	}
	return "expr"
}

// writeIndex writes the rows of the index and makes its tree.
func (a *Access) writeIndex(r *Relation, spec *IndexSpec, columns []Column) (types.OID, error) {
	f := classFields{oid: a.NewOID(), name: spec.Name, namespace: r.Namespace, owner: r.Owner, kind: IndexKind,
		persistence: r.Persistence, natts: len(columns), am: BtreeAM}
	if _, err := a.lock(f.oid, lmgr.AccessExclusive); err != nil {
		return 0, err
	}
	if r.Kind == PartitionedTableKind {
		f.kind = PartitionedIndexKind
	} else {
		f.file = a.newTree(a.treeSpec(spec), r.Persistence)
	}
	class := classRow(f)
	class[ClassRelispartition] = boolDatum(spec.Parent != 0)
	if err := a.insertClass(f.oid, class); err != nil {
		return 0, err
	}
	if err := a.insertRows(PgAttribute, a.attributeRows(f.oid, f.kind, columns)); err != nil {
		return 0, err
	}
	if err := a.insertRow(PgIndex, indexRow(f.oid, spec, columns)); err != nil {
		return 0, err
	}
	if err := a.markIndexed(r.OID); err != nil {
		return 0, err
	}
	a.CommandEnd()
	return f.oid, a.indexDepends(r, f.oid, spec)
}

func (a *Access) indexDepends(r *Relation, oid types.OID, spec *IndexSpec) error {
	self := RelationObject(oid)
	var columns []int
	var on []Object
	for _, k := range spec.Keys {
		if k.Attr > 0 {
			columns = append(columns, k.Attr)
			on = append(on, ColumnObject(r.OID, k.Attr))
		}
	}
	if spec.Constraint {
		con := ConstraintSpec{Type: UniqueConstraint, Name: spec.Name, Table: r.OID, Columns: columns[:min(spec.NKeys, len(columns))],
			Index: oid, Deferrable: spec.Deferrable, Deferred: spec.Deferred, Parent: spec.ParentConstraint}
		if con.Parent != 0 {
			con.Inherited, con.NotLocal = 1, true
		}
		if spec.Primary {
			con.Type = PrimaryConstraint
		}
		if err := a.AddConstraint(con); err != nil {
			return err
		}
	} else {
		if len(on) == 0 {
			on = append(on, RelationObject(r.OID))
		}
		if err := a.AddDepends(self, AutoDep, on...); err != nil {
			return err
		}
	}
	if spec.Parent != 0 {
		if err := a.linkIndex(oid, r.OID, spec.Parent); err != nil {
			return err
		}
	}
	keys := &expr.RowCons{T: types.RecordOID} // all of them: what two refer to counts once
	for _, k := range spec.Keys {
		if k.Expr != nil {
			keys.Args = append(keys.Args, k.Expr)
		}
	}
	if err := a.addExprDepends(self, keys, r.OID, AutoDep); err != nil {
		return err
	}
	err := a.addExprDepends(self, spec.Predicate, r.OID, AutoDep)
	a.CommandEnd()
	return err
}

func (a *Access) treeSpec(spec *IndexSpec) storage.IndexSpec {
	s := storage.IndexSpec{Unique: spec.Unique, NullsNotDistinct: spec.NullsNotDistinct}
	for _, k := range spec.Keys[:spec.NKeys] {
		key := storage.KeySpec{Bpchar: k.Type == types.BpcharOID, Desc: k.Desc, NullsFirst: k.NullsFirst}
		if t, ok := a.TypeInfo(k.Type); ok {
			key.Kind = t.Kind
		}
		s.Keys = append(s.Keys, key)
	}
	return s
}

// newTree makes an index file that goes away if the transaction rolls back.
func (a *Access) newTree(spec storage.IndexSpec, persistence byte) storage.FileID {
	ix := a.store.CreateIndex(spec)
	switch persistence {
	case 't':
		ix.SetTemporary()
	case 'u':
		ix.SetUnlogged()
	}
	id := ix.ID()
	store := a.store
	a.S.Txn.OnEnd(func(committed bool) {
		if !committed {
			store.DropIndex(id)
		}
	})
	return id
}

func indexRow(oid types.OID, spec *IndexSpec, columns []Column) types.Row {
	n := len(columns)
	attrs := make([]int, n)
	collations, classes := make([]types.OID, spec.NKeys), make([]types.OID, spec.NKeys)
	options := make([]int, spec.NKeys)
	var exprs []expr.Expr
	for i, k := range spec.Keys {
		attrs[i] = k.Attr
		if k.Attr == 0 {
			exprs = append(exprs, k.Expr)
		}
		if i >= spec.NKeys {
			continue
		}
		collations[i] = columns[i].Collation
		if classes[i] = k.OpClass; k.OpClass == 0 {
			classes[i] = DefaultOpClass(k.Type)
		}
		if k.Desc {
			options[i] |= optionDesc
		}
		if k.NullsFirst {
			options[i] |= optionNullsFirst
		}
	}
	return types.Row{
		oidDatum(oid), oidDatum(spec.Table), intDatum(n), intDatum(spec.NKeys), boolDatum(spec.Unique),
		boolDatum(spec.NullsNotDistinct), boolDatum(spec.Primary), boolDatum(false), boolDatum(!spec.Deferrable),
		boolDatum(false), boolDatum(!spec.Invalid && !spec.Concurrently), boolDatum(false), boolDatum(!spec.Concurrently), boolDatum(true), boolDatum(false),
		vector(types.Int2OID, attrs), vector(types.OidOID, collations), vector(types.OidOID, classes),
		vector(types.Int2OID, options), marshalList(exprs), marshalled(spec.Predicate),
	}
}

// markIndexed sets relhasindex. It stays set if the index goes away, by a rollback too.
func (a *Access) markIndexed(table types.OID) error {
	_, err := a.changeInPlace(PgClass, "pg_class_oid_index", []types.Datum{oidDatum(table)}, func(row types.Row) bool {
		was := row[ClassRelhasindex].IsTrue()
		row[ClassRelhasindex] = boolDatum(true)
		return !was
	})
	return err
}
