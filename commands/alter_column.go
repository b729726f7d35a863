package commands

import (
	"slices"

	"minidb/catalog"
	"minidb/executor"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
)

// ALTER TABLE: columns that come and go, their defaults and NOT NULL.

// addColumn adds a column. Rows are not touched for a default that is the same
// for all of them: those stored before read it from the catalog.
func (t *alterTable) addColumn(cmd *tree.AlterTableCmd) error {
	rel, err := t.rel()
	if err != nil {
		return err
	}
	e := cmd.Column
	switch {
	case t.parent != nil:
		return t.addInherited(catalog.Truncate(e.Name))
	case rel.Bound != nil:
		return pgerr.New(pgerr.WrongObjectType, "cannot add column to a partition")
	}
	if _, ok := systemAttrs[e.Name]; !ok && rel.ColumnByName(catalog.Truncate(e.Name)) != nil {
		if !cmd.MissingOK {
			return pgerr.New(pgerr.DuplicateColumn, "column %q of relation %q already exists", e.Name, rel.Name)
		}
		t.c.notice(pgerr.DuplicateColumn, "column %q of relation %q already exists, skipping", e.Name, rel.Name)
		return nil
	}
	d := &tableDef{c: t.c, name: rel.Name, altering: true}
	d.spec.Columns = slices.Clone(rel.Columns)
	d.spec.Schema, d.spec.Persistence = rel.Namespace, rel.Persistence
	if t.alone() {
		return pgerr.New(pgerr.InvalidTableDefinition, "column must be added to child tables too")
	}
	if err := d.column(e); err != nil {
		return err
	}
	if err := t.c.analyzeGenerated(d); err != nil {
		return unplaced(err)
	}
	if err := d.makeSequences(); err != nil {
		return err
	}
	col := d.spec.Columns[len(d.spec.Columns)-1]
	planner.WarnPrecision(t.c.Access, e.Type, col.Type)
	t.constraintsOf(d, col)
	t.fillIdentity(d, &col)
	if err := t.writeColumn(rel, col); err != nil {
		return err
	}
	return d.ownSequences(rel.OID)
}

// constraintsOf puts the constraints of a new column into their passes.
func (t *alterTable) constraintsOf(d *tableDef, col catalog.Column) {
	primary := d.primary != nil
	if col.NotNull || primary {
		t.tree(passAttrs, func(x *alterTable) error {
			return x.notNull(col.Name, &tree.Constraint{Name: col.NotNullConstraint, NoInherit: col.NotNullNoInherit})
		})
	}
	for _, k := range d.keys {
		t.step(passAddIndex, func() error { return t.addIndex(k) })
	}
	for _, k := range d.foreign {
		t.step(passAddOtherConstr, func() error { return t.addForeignKey(t.old.OID, k, col.Default == nil) })
	}
	for _, con := range d.checks {
		t.tree(passAddOtherConstr, func(x *alterTable) error { return x.addCheck(con) })
	}
}

func (t *alterTable) writeColumn(rel *catalog.Relation, col catalog.Column) error {
	col.NotNull = false
	if k, ok := col.Default.(*expr.Const); ok && k.Value.IsNull() {
		col.Default = nil
	}
	if col.Default != nil && !col.Virtual {
		t.filled = true
		if col.Generated || planner.Volatile(col.Default) {
			t.rewrite = true
			t.values = append(t.values, executor.AlterValue{Attr: col.Num, Expr: col.Default, Generated: col.Generated})
		} else if err := t.missing(&col); err != nil {
			return err
		}
	}
	_, err := t.c.Access.AddColumn(rel, col)
	return err
}

// missing works out a default once, for all rows that are there.
func (t *alterTable) missing(col *catalog.Column) error {
	f, err := expr.Compile(col.Default)
	if err != nil {
		return err
	}
	d, err := f(t.c.evalCtx(), nil)
	if err == nil && !d.IsNull() {
		col.HasMissing, col.Missing = true, d.Owned()
	}
	return err
}

func (t *alterTable) dropColumn(cmd *tree.AlterTableCmd) error {
	rel, err := t.rel()
	if err != nil {
		return err
	}
	if _, ok := systemAttrs[cmd.Name]; ok {
		return pgerr.New(pgerr.FeatureNotSupported, "cannot drop system column %q", cmd.Name)
	}
	col := rel.ColumnByName(cmd.Name)
	if col == nil {
		if !cmd.MissingOK {
			return noColumn(cmd.Name, rel.Name)
		}
		t.c.notice(pgerr.SuccessfulCompletion, "column %q of relation %q does not exist, skipping", cmd.Name, rel.Name)
		return nil
	}
	if err := t.notInherited(col.Inherited, "drop", "column", col.Name); err != nil {
		return err
	}
	objs, err := t.columnObjects(cmd.Name)
	if err != nil {
		return err
	}
	return t.c.Access.DropAll(objs, cmd.Behavior == tree.Cascade)
}

// columnObjects are a column of a table and, before it, those of its partitions.
func (t *alterTable) columnObjects(name string) (objs []catalog.Object, err error) {
	rel, err := t.rel()
	if err != nil {
		return nil, err
	}
	col := rel.ColumnByName(name)
	if err := notInKey(rel, col, "drop"); err != nil {
		return nil, err
	}
	if t.alone() {
		return nil, withoutOnly("cannot drop column from only the partitioned table when partitions exist")
	}
	for _, x := range t.children {
		below, err := x.columnObjects(name)
		if err != nil {
			return nil, err
		}
		objs = append(objs, below...)
	}
	return append(objs, catalog.ColumnObject(rel.OID, col.Num)), nil
}

// columnDefault is SET DEFAULT and DROP DEFAULT.
func (t *alterTable) columnDefault(cmd *tree.AlterTableCmd) error {
	rel, col, err := t.column(cmd.Name, "alter")
	if err != nil {
		return err
	}
	if col.Generated {
		e := pgerr.New(pgerr.SyntaxError, "column %q of relation %q is a generated column", col.Name, rel.Name)
		if cmd.Expr == nil && col.Virtual {
			return e
		}
		return e.WithHint("Use ALTER TABLE ... ALTER COLUMN ... %s EXPRESSION instead.", oneOf(cmd.Expr == nil, "DROP", "SET"))
	}
	if col.Identity != 0 {
		e := pgerr.New(pgerr.SyntaxError, "column %q of relation %q is an identity column", col.Name, rel.Name)
		if cmd.Expr == nil {
			return e.WithHint("Use ALTER TABLE ... ALTER COLUMN ... DROP IDENTITY instead.")
		}
		return e
	}
	var def expr.Expr
	if cmd.Expr != nil {
		if def, err = t.c.defaultExpr(col, cmd.Expr); err != nil {
			return unplaced(err)
		}
	}
	if k, ok := def.(*expr.Const); ok && k.Value.IsNull() {
		def = nil
	}
	return t.c.Access.SetDefault(rel.OID, col.Num, def)
}

// setNotNull is ALTER COLUMN SET NOT NULL, which validates a constraint that the column has.
func (t *alterTable) setNotNull(column string) error {
	if err := t.notAlone(column, "Do not specify the ONLY keyword."); err != nil {
		return err
	}
	return t.notNull(column, nil)
}

// notAlone refuses to make a column NOT NULL of the table alone.
func (t *alterTable) notAlone(column, hint string) error {
	_, col, err := t.column(column, "alter")
	if err == nil && t.alone() && !col.NotNull {
		return pgerr.New(pgerr.InvalidTableDefinition, "constraint must be added to child tables too").WithHint("%s", hint)
	}
	return err
}

// addNotNull makes a column NOT NULL, unless a constraint that is as good does.
func (t *alterTable) addNotNull(column string) error {
	return t.notNull(column, &tree.Constraint{})
}

// notNull makes a column NOT NULL, as con says; that is nil for SET NOT NULL.
func (t *alterTable) notNull(column string, con *tree.Constraint) error {
	validate := con == nil
	if validate {
		con = &tree.Constraint{}
	}
	name, notValid := con.Name, con.NotValid
	t.made = false
	rel, col, err := t.column(column, "alter")
	if err != nil {
		return err
	}
	spec := catalog.ConstraintSpec{Type: catalog.NotNullConstraint, Name: name, Table: rel.OID, Columns: []int{col.Num}, NotValid: notValid, NoInherit: con.NoInherit}
	if t.parent != nil {
		above, err := t.above()
		if err != nil {
			return err
		}
		inherited := t.c.Access.NotNullOf(above.OID, above.ColumnByName(col.Name).Num)
		name = ""
		spec.Name, spec.Inherited, spec.NotLocal = inherited.Name, 1, true
	}
	if old := t.c.Access.NotNullOf(rel.OID, col.Num); old != nil {
		switch fixed := "cannot change NO INHERIT status of NOT NULL constraint %q on relation %q"; {
		case validate && old.NoInherit && !t.only:
			return pgerr.New(pgerr.FeatureNotSupported, fixed, old.Name, rel.Name)
		case !validate && old.NoInherit != con.NoInherit:
			return pgerr.New(pgerr.ObjectNotInPrerequisiteState, fixed, old.Name, rel.Name).WithHint(inheritHint)
		}
		if !old.Validated && !notValid && !validate {
			return incompatibleNotValid(old.Name, rel)
		}
		if name != "" && catalog.Truncate(name) != old.Name {
			return pgerr.New(pgerr.ObjectNotInPrerequisiteState, "cannot create not-null constraint %q on column %q of table %q", name, col.Name, rel.Name).
				WithDetail("A not-null constraint named %q already exists for this column.", old.Name)
		}
		return t.keepNotNull(old, notValid)
	}
	t.made = true
	t.nulls = t.nulls || !notValid
	return t.c.Access.AddConstraint(spec)
}

// keepNotNull is for a column that has the constraint already: it is also inherited now,
// if the table above has just got it, or also the table's own.
func (t *alterTable) keepNotNull(old *catalog.Constraint, notValid bool) error {
	switch {
	case t.parent == nil && old.NotLocal:
		if err := t.c.Access.OwnConstraint(old); err != nil {
			return err
		}
	case t.parent != nil && t.parent.made:
		return t.c.Access.CountInherited(old, 1)
	}
	if !old.Validated && !notValid && t.parent == nil { // PostgreSQL leaves a partition's as it is
		t.nulls = true
		return t.c.Access.SetValidated(old.OID)
	}
	return nil
}

func (t *alterTable) dropNotNull(column string) error {
	t.dropped = nil
	if t.parent != nil && t.parent.dropped == nil {
		return nil
	}
	rel, col, err := t.column(column, "alter")
	if err != nil || !col.NotNull {
		return err
	}
	if col.Identity != 0 {
		return pgerr.New(pgerr.SyntaxError, "column %q of relation %q is an identity column", col.Name, rel.Name)
	}
	con := t.c.Access.NotNullOf(rel.OID, col.Num)
	if con == nil {
		return pgerr.New(pgerr.Internal, "could not find not-null constraint on column %q, relation %q", col.Name, rel.Name)
	}
	if err := notInPrimaryKey(rel, col.Num); err != nil {
		return err
	}
	if t.parent == nil && con.Inherited > 0 {
		return pgerr.New(pgerr.InvalidTableDefinition, "column %q is marked NOT NULL in parent table", col.Name)
	}
	return t.dropOneConstraint(rel, con, false)
}

// notInPrimaryKey refuses to let a column of the primary key hold NULLs.
func notInPrimaryKey(rel *catalog.Relation, num int) error {
	for _, ix := range rel.Indexes {
		for _, k := range ix.Keys[:ix.NKeys] {
			if ix.Primary && k.Attr == num {
				return pgerr.New(pgerr.InvalidTableDefinition, "column %q is in a primary key", rel.Columns[num-1].Name)
			}
		}
	}
	return nil
}

// usedAsType refuses to rewrite a table whose row type is that of a column: the
// rows in there would not be rewritten.
func (t *alterTable) usedAsType(rel *catalog.Relation) error {
	table, column := t.c.Access.RowTypeColumn(rel)
	if column == "" {
		return nil
	}
	return pgerr.New(pgerr.FeatureNotSupported, "cannot alter table %q because column \"%s.%s\" uses its row type", rel.Name, table, column)
}
