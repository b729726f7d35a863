package commands

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/storage/lmgr"
	"minidb/types"
)

// CREATE TABLE ... PARTITION OF: the columns, constraints and indexes of the table
// that it becomes a partition of. After PostgreSQL 18, commands/tablecmds.c
// (DefineRelation, MergeAttributes).

// partitionDef is the PARTITION OF of a CREATE TABLE.
type partitionDef struct {
	parent *catalog.Relation
	bound  *tree.PartitionBound
	given  map[string]bool // columns with options of their own
}

// partitioning takes in PARTITION BY and PARTITION OF, before the elements.
func (d *tableDef) partitioning(s *tree.CreateTable) error {
	if s.PartitionBy != nil {
		d.spec.Kind = catalog.PartitionedTableKind
		if d.spec.Persistence == 'u' {
			return pgerr.New(pgerr.FeatureNotSupported, "partitioned tables cannot be unlogged")
		}
		if err := checkPartitionSpec(s.PartitionBy); err != nil {
			return err
		}
		if len(s.Options) > 0 {
			return pgerr.New(pgerr.WrongObjectType, "cannot specify storage parameters for a partitioned table").
				WithHint("Specify storage parameters for its leaf partitions instead.")
		}
	}
	if s.PartitionOf == nil {
		return nil
	}
	parent, err := d.c.openParent(s.PartitionOf, d.spec.Persistence)
	if err != nil {
		return err
	}
	d.partition = &partitionDef{parent: parent, bound: s.Bound, given: map[string]bool{}}
	return d.inheritColumns()
}

// openParent locks the table that a new one becomes a partition of.
func (c *Ctx) openParent(r *tree.RangeVar, persistence byte) (*catalog.Relation, error) {
	if err := c.sameDatabase(r.Catalog, r.Schema, r.Name); err != nil {
		return nil, err
	}
	parent, err := c.Access.Open(r.Schema, r.Name, lmgr.AccessExclusive, -1)
	if err != nil {
		return nil, err
	}
	if err := canOpen(parent); err != nil {
		return nil, err
	}
	switch parent.Kind {
	case catalog.TableKind, catalog.PartitionedTableKind:
	default:
		return nil, pgerr.New(pgerr.WrongObjectType, "inherited relation %q is not a table or foreign table", parent.Name)
	}
	switch temp := parent.Persistence == 't'; {
	case !temp && persistence == 't':
		return nil, pgerr.New(pgerr.WrongObjectType, "cannot create a temporary relation as partition of permanent relation %q", parent.Name)
	case temp && persistence != 't':
		return nil, pgerr.New(pgerr.WrongObjectType, "cannot create a permanent relation as partition of temporary relation %q", parent.Name)
	case temp && c.Access.OtherTemp(parent):
		return nil, pgerr.New(pgerr.WrongObjectType, "cannot create as partition of temporary relation of another session")
	}
	if err := c.Access.CheckOwner(parent); err != nil {
		return nil, err
	}
	return parent, c.inUse(parent, "CREATE TABLE .. PARTITION OF")
}

// inheritColumns takes in the parent's columns and CHECK constraints. Each column has
// its parent's source of values, which an option of its own may replace.
func (d *tableDef) inheritColumns() error {
	parent := d.partition.parent
	for _, src := range parent.Live() {
		col := *src
		col.Num = len(d.spec.Columns) + 1
		col.Inherited, col.NotLocal, col.StatTarget, col.Options = 1, true, -1, nil
		col.HasMissing, col.Missing, col.MaybeNull = false, types.NullDatum, false
		if col.NotNull {
			col.NotNullInherited, col.NotNullNotLocal = 1, true
		}
		d.spec.Columns = append(d.spec.Columns, col)
	}
	like := &tableLike{of: parent}
	for i := range d.spec.Columns {
		col := &d.spec.Columns[i]
		if col.Default == nil {
			continue
		}
		var err error
		if col.Default, err = d.mapColumns(like, col.Default, ""); err != nil {
			return err
		}
	}
	for i := range parent.Checks {
		k := &parent.Checks[i]
		e, err := d.mapColumns(like, k.Expr, k.Name)
		if err != nil {
			return err
		}
		d.spec.Checks = append(d.spec.Checks, catalog.ConstraintSpec{Type: catalog.CheckConstraint, Name: k.Name, Expr: e,
			NotEnforced: k.NotEnforced, NotValid: !k.Validated, Inherited: 1, NotLocal: true})
	}
	return nil
}

// columnOptions takes in the options of a column that the parent has.
func (d *tableDef) columnOptions(e *tree.ColumnDef) error {
	col := d.find(e.Name)
	if col == nil {
		return pgerr.New(pgerr.UndefinedColumn, "column %q does not exist", e.Name)
	}
	if d.partition.given[e.Name] {
		return pgerr.New(pgerr.DuplicateColumn, "column %q specified more than once", e.Name)
	}
	d.partition.given[e.Name] = true
	before := *col
	def := &columnDef{Column: &catalog.Column{Num: col.Num, Name: col.Name, Type: col.Type, Typmod: col.Typmod, Collation: col.Collation}}
	for _, con := range e.Constraints {
		if err := d.columnConstraint(def, con); err != nil {
			return err
		}
	}
	if err := mergeOptions(&before, def); err != nil {
		return err
	}
	switch {
	case def.Generated:
		col.Default = nil // analyzed when all columns are known
	case def.defaulted:
		col.Default = def.Default
	}
	if def.NotNull {
		if col.NotNullInherited > 0 && def.NotNullNoInherit {
			return inheritedNotNull(def.Name)
		}
		col.NotNull, col.NotNullNotLocal, col.NotNullNoInherit = true, false, def.NotNullNoInherit
		col.NotNullConstraint = def.NotNullConstraint
	}
	return nil
}

// mergeOptions refuses another source of values than the parent's column has.
func mergeOptions(parent *catalog.Column, def *columnDef) error {
	bad := func(format string, args ...any) *pgerr.Error {
		return pgerr.New(pgerr.InvalidColumnDefinition, format, args...)
	}
	switch {
	case parent.Generated && def.defaulted:
		return bad("column %q inherits from generated column but specifies default", def.Name)
	case parent.Generated && def.Identity != 0:
		return bad("column %q inherits from generated column but specifies identity", def.Name)
	case !parent.Generated && def.Generated:
		return bad("child column %q specifies generation expression", def.Name).
			WithHint("A child table column cannot be generated unless its parent column is.")
	case parent.Generated && def.Generated && parent.Virtual != def.Virtual:
		word := map[bool]string{true: "VIRTUAL", false: "STORED"}
		return bad("column %q inherits from generated column of different kind", def.Name).
			WithDetail("Parent column is %s, child column is %s.", word[parent.Virtual], word[def.Virtual])
	case def.Identity != 0:
		return pgerr.New(pgerr.FeatureNotSupported, "identity columns are not supported on partitions")
	}
	return nil
}

// placePartition finds the key and the bound, when all columns are known.
func (d *tableDef) placePartition() (err error) {
	if d.partition != nil {
		n, err := d.c.partitionBound(d.partition.parent, d.partition.bound)
		if err != nil {
			return err
		}
		if err := n.place(d.name); err != nil {
			return err
		}
		if err := d.c.testDefault(n, false); err != nil {
			return err
		}
		d.spec.Parent, d.spec.Bound = d.partition.parent, n.bound
	}
	if d.divided != nil {
		return d.partitionKey(d.divided)
	}
	return nil
}

// inheritIndexes makes the parent's indexes, and foreign keys, for the new partition.
func (d *tableDef) inheritIndexes(table types.OID) error {
	if d.partition == nil {
		return nil
	}
	for _, ix := range d.partition.parent.Indexes {
		if ix.Primary && d.primary != nil {
			return onePrimaryKey(&catalog.Relation{Name: d.name, Indexes: []*catalog.Index{ix}})
		}
	}
	if err := d.c.matchIndexes(d.partition.parent, table); err != nil {
		return err
	}
	return d.c.inheritKeys(d.partition.parent, table, nil)
}

// mergeCheck leaves a CHECK constraint out that the partition inherits.
func (d *tableDef) mergeCheck(name string, e expr.Expr) (merged bool, err error) {
	for i := range d.spec.Checks {
		k := &d.spec.Checks[i]
		if d.partition == nil || k.Name != name || k.Inherited == 0 {
			continue
		}
		if !expr.Equal(k.Expr, e) {
			return false, pgerr.New(pgerr.DuplicateObject, "constraint %q for relation %q already exists", name, d.name)
		}
		d.c.notice(pgerr.SuccessfulCompletion, "merging constraint %q with inherited definition", name)
		return true, nil
	}
	return false, nil
}
