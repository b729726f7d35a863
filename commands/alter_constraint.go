package commands

import (
	"slices"

	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
)

// ALTER TABLE: constraints that are added, validated and dropped.

// addConstraint takes ADD CONSTRAINT apart: each part has its pass.
func (t *alterTable) addConstraint(con *tree.Constraint) error {
	if con.UsingIndex != "" {
		return t.addFromIndex(con)
	}
	if err := refuseAttributes(con); err != nil {
		return err
	}
	switch con.Kind {
	case tree.ConstrCheck:
		t.tree(passAddOtherConstr, func(x *alterTable) error { return x.addCheck(con) })
	case tree.ConstrNotNull:
		if con.NoInherit && t.old.PartKey != nil {
			return noInheritDivided()
		}
		t.tree(passAttrs, func(x *alterTable) error {
			if err := x.notAlone(con.Columns[0], ""); err != nil {
				return err
			}
			return x.notNull(con.Columns[0], con)
		})
	case tree.ConstrPrimary, tree.ConstrUnique:
		return t.addKey(con)
	default:
		k := &foreignKeyDef{con: con, columns: con.Columns, only: t.only}
		t.step(passAddOtherConstr, func() error { return t.addForeignKey(t.old.OID, k, false) })
	}
	return nil
}

// addKey is ADD PRIMARY KEY and ADD UNIQUE.
func (t *alterTable) addKey(con *tree.Constraint) error {
	if con.Kind == tree.ConstrPrimary && t.alone() {
		if err := t.childrenNotNull(con.Columns); err != nil {
			return err
		}
	}
	what := oneOf(con.Kind == tree.ConstrPrimary, "primary key", "unique")
	seen := map[string]bool{}
	for _, name := range con.Columns {
		if seen[name] {
			return pgerr.New(pgerr.DuplicateColumn, "column %q appears twice in %s constraint", name, what).At(int(con.Pos))
		}
		seen[name] = true
		if con.Kind == tree.ConstrPrimary {
			if err := t.keyColumnValid(name); err != nil {
				return err
			}
			if col := t.old.ColumnByName(name); col == nil || !col.NotNull {
				t.tree(passAttrs, func(x *alterTable) error { return x.addNotNull(name) })
			}
		}
	}
	k := &keyDef{con: con, columns: con.Columns}
	t.step(passAddIndex, func() error { return t.addIndex(k) })
	return nil
}

// childrenNotNull refuses a primary key of the table alone if a partition's columns may be
// null (ATPrepAddPrimaryKey).
func (t *alterTable) childrenNotNull(columns []string) error {
	columns = slices.DeleteFunc(slices.Clone(columns), func(name string) bool {
		col := t.old.ColumnByName(name)
		return col != nil && col.NotNull
	})
	if len(columns) == 0 {
		return nil
	}
	parts, err := t.openLeftOut()
	if err != nil {
		return err
	}
	for _, part := range parts {
		for _, name := range columns {
			if col := part.ColumnByName(name); col == nil || !col.NotNull {
				return pgerr.New(pgerr.Internal, "column %q of table %q is not marked NOT NULL", name, part.Name)
			}
		}
	}
	return nil
}

// keyColumnValid refuses a primary key on a column that may have NULLs although a
// constraint says otherwise (verifyNotNullPKCompatible).
func (t *alterTable) keyColumnValid(name string) error {
	col := t.old.ColumnByName(name)
	switch {
	case col == nil:
		return nil
	case col.NotNullNoInherit:
		return pgerr.New(pgerr.ObjectNotInPrerequisiteState, "cannot create primary key on column %q", name).
			WithDetail("The constraint %q on column %q of table %q, marked NO INHERIT, is incompatible with a primary key.",
				col.NotNullConstraint, name, t.old.Name).WithHint(inheritHint)
	case !col.MaybeNull:
		return nil
	}
	return pgerr.New(pgerr.ObjectNotInPrerequisiteState, "cannot create primary key on column %q", name).
		WithDetail("The constraint %q on column %q of table %q, marked NOT VALID, is incompatible with a primary key.",
			col.NotNullConstraint, name, t.old.Name).WithHint(validateHint)
}

func incompatibleNotValid(constraint string, rel *catalog.Relation) error {
	return pgerr.New(pgerr.ObjectNotInPrerequisiteState, "incompatible NOT VALID constraint %q on relation %q", constraint, rel.Name).
		WithHint(validateHint)
}

const inheritHint = "You might need to make the existing constraint inheritable using ALTER TABLE ... ALTER CONSTRAINT ... INHERIT."

const validateHint = "You might need to validate it using ALTER TABLE ... VALIDATE CONSTRAINT."

// addIndex makes the index and constraint of a key.
func (t *alterTable) addIndex(k *keyDef) error {
	rel, err := t.rel()
	if err != nil {
		return err
	}
	primary := k.con.Kind == tree.ConstrPrimary
	if primary {
		if err := onePrimaryKey(rel); err != nil {
			return err
		}
	}
	spec := catalog.IndexSpec{
		Table: rel.OID, Name: k.con.Name, NKeys: len(k.columns), Unique: true, Primary: primary,
		NullsNotDistinct: k.con.NullsNotDistinct, Constraint: true, Deferrable: k.con.Deferrable, Deferred: k.con.InitiallyDeferred,
	}
	for _, name := range append(append([]string{}, k.columns...), k.con.Include...) {
		col := rel.ColumnByName(name)
		if col == nil {
			return pgerr.New(pgerr.UndefinedColumn, "column %q named in key does not exist", name)
		}
		if len(spec.Keys) < spec.NKeys && primary && !col.NotNull { // the same command has dropped NOT NULL
			return pgerr.New(pgerr.InvalidTableDefinition, "primary key column %q is not marked NOT NULL", name)
		}
		spec.Keys = append(spec.Keys, catalog.IndexKey{Attr: col.Num, Type: col.Type})
	}
	_, err = t.makeIndex(spec)
	return err
}

func onePrimaryKey(rel *catalog.Relation) error {
	for _, ix := range rel.Indexes {
		if ix.Primary {
			return pgerr.New(pgerr.InvalidTableDefinition, "multiple primary keys for table %q are not allowed", rel.Name)
		}
	}
	return nil
}

// makeIndex makes an index and fills it, unless the table is going to be
// rewritten, which fills all of them.
func (t *alterTable) makeIndex(spec catalog.IndexSpec) (*catalog.Index, error) {
	ix, err := t.c.createIndexes(spec, indexMaking{only: t.only, later: t.rewrites})
	if err != nil {
		return nil, err
	}
	rel, err := t.rel()
	if err != nil {
		return nil, err
	}
	for _, x := range rel.Indexes {
		if x.OID == ix.OID {
			ix = x
		}
	}
	return ix, nil
}

func (t *alterTable) addCheck(con *tree.Constraint) error {
	rel, err := t.rel()
	if err != nil {
		return err
	}
	e, err := planner.AnalyzeExprFor(t.c.Access, rel, con.Expr, planner.CheckCondition)
	if err != nil {
		return unplaced(err)
	}
	spec := catalog.ConstraintSpec{
		Type: catalog.CheckConstraint, Name: con.Name, Table: rel.OID, Expr: e, NoInherit: con.NoInherit, NotValid: con.NotValid,
		NotEnforced: con.NotEnforced,
	}
	switch {
	case con.NoInherit && rel.PartKey != nil:
		return pgerr.New(pgerr.InvalidTableDefinition, "cannot add NO INHERIT constraint to partitioned table %q", rel.Name)
	case t.alone():
		return pgerr.New(pgerr.InvalidTableDefinition, "constraint must be added to child tables too")
	case t.parent != nil:
		spec.Inherited, spec.NotLocal = 1, true
		if merged, err := t.mergeCheck(rel, con.Name, e); merged || err != nil {
			return err
		}
	case len(t.children) > 0 && con.Name == "":
		if err := t.c.Access.NameConstraint(rel, &spec); err != nil {
			return err
		}
		con.Name = spec.Name // that of the partitions' too
	}
	oid, err := t.c.Access.CreateConstraint(spec)
	if err == nil && !con.NotValid && !con.NotEnforced {
		t.checks = append(t.checks, oid)
	}
	return err
}

// addFromIndex makes a constraint of an index that is there.
func (t *alterTable) addFromIndex(con *tree.Constraint) error {
	rel, err := t.rel()
	if err != nil {
		return err
	}
	ix, err := t.indexFor(rel, con)
	if err != nil {
		return err
	}
	if rel.PartKey != nil {
		return pgerr.New(pgerr.FeatureNotSupported, "ALTER TABLE / ADD CONSTRAINT USING INDEX is not supported on partitioned tables")
	}
	if con.Kind == tree.ConstrPrimary {
		for _, k := range ix.Keys[:ix.NKeys] {
			name := rel.Columns[k.Attr-1].Name
			t.step(passAttrs, func() error { return t.addNotNull(name) })
		}
	}
	t.step(passAddIndexConstr, func() error { return t.adoptIndex(con, ix) })
	return nil
}

// indexFor finds the index of USING INDEX and tells why it will not do.
func (t *alterTable) indexFor(rel *catalog.Relation, con *tree.Constraint) (*catalog.Index, error) {
	other, err := t.c.Access.Lookup(rel.Schema, con.UsingIndex)
	if err != nil {
		return nil, err
	}
	fail := func(code pgerr.Code, format string, args ...any) error {
		return pgerr.New(code, format, args...).At(int(con.Pos))
	}
	if other == nil {
		return nil, fail(pgerr.UndefinedObject, "index %q does not exist", con.UsingIndex)
	}
	if !dropKinds[tree.KindIndex].has(other.Kind) {
		return nil, pgerr.New(pgerr.WrongObjectType, "%q is not an index", other.Name)
	}
	ix := rel.IndexByName(con.UsingIndex)
	if ix == nil {
		return nil, fail(pgerr.ObjectNotInPrerequisiteState, "index %q does not belong to table %q", con.UsingIndex, rel.Name)
	}
	if ix.ConstraintOID != 0 {
		return nil, fail(pgerr.ObjectNotInPrerequisiteState, "index %q is already associated with a constraint", ix.Name)
	}
	if !ix.Valid {
		return nil, fail(pgerr.ObjectNotInPrerequisiteState, "index %q is not valid", ix.Name)
	}
	const detail = "Cannot create a primary key or unique constraint using such an index."
	if !ix.Unique {
		return nil, pgerr.From(fail(pgerr.WrongObjectType, "%q is not a unique index", ix.Name)).WithDetail(detail)
	}
	for _, k := range ix.Keys {
		if k.Attr == 0 {
			return nil, pgerr.From(fail(pgerr.WrongObjectType, "index %q contains expressions", ix.Name)).WithDetail(detail)
		}
	}
	if ix.Predicate != nil {
		return nil, pgerr.From(fail(pgerr.WrongObjectType, "%q is a partial index", ix.Name)).WithDetail(detail)
	}
	for i, k := range ix.Keys[:ix.NKeys] {
		if k.Desc || k.NullsFirst || k.Collation != rel.Columns[k.Attr-1].Collation {
			return nil, pgerr.From(fail(pgerr.WrongObjectType, "index %q column number %d does not have default sorting behavior", ix.Name, i+1)).
				WithDetail(detail)
		}
	}
	return ix, nil
}

func (t *alterTable) adoptIndex(con *tree.Constraint, ix *catalog.Index) error {
	rel, err := t.rel()
	if err != nil {
		return err
	}
	spec := catalog.ConstraintSpec{Type: catalog.UniqueConstraint, Name: catalog.Truncate(con.Name), Table: rel.OID, Index: ix.OID,
		Deferrable: con.Deferrable, Deferred: con.InitiallyDeferred}
	if spec.Name == "" {
		spec.Name = ix.Name
	} else if spec.Name != ix.Name {
		t.c.notice(pgerr.SuccessfulCompletion, "ALTER TABLE / ADD CONSTRAINT USING INDEX will rename index %q to %q", ix.Name, spec.Name)
		if err := t.c.Access.RenameRelation(ix.OID, spec.Name); err != nil {
			return err
		}
	}
	if con.Kind == tree.ConstrPrimary {
		spec.Type = catalog.PrimaryConstraint
		if err := onePrimaryKey(rel); err != nil {
			return err
		}
		if ix.NullsNotDistinct {
			return pgerr.New(pgerr.InvalidTableDefinition, "primary keys cannot use NULLS NOT DISTINCT indexes")
		}
	}
	for _, k := range ix.Keys[:ix.NKeys] {
		spec.Columns = append(spec.Columns, k.Attr)
	}
	return t.c.Access.AddConstraint(spec)
}

func (t *alterTable) dropConstraint(cmd *tree.AlterTableCmd) error {
	rel, err := t.rel()
	if err != nil {
		return err
	}
	t.dropped = nil
	con := t.c.Access.ConstraintByName(rel.OID, cmd.Name)
	if t.parent != nil {
		if con = t.parent.droppedBelow(t.c.Access, rel); con == nil {
			return nil // there is none, or it went with that of the table above
		}
	}
	if con == nil {
		if !cmd.MissingOK {
			return noConstraint(cmd.Name, rel.Name)
		}
		t.c.notice(pgerr.SuccessfulCompletion, "constraint %q of relation %q does not exist, skipping", cmd.Name, rel.Name)
		return nil
	}
	if t.parent == nil && con.Inherited > 0 {
		return pgerr.New(pgerr.InvalidTableDefinition, "cannot drop inherited constraint %q of relation %q", con.Name, rel.Name)
	}
	if con.Type == catalog.NotNullConstraint {
		if err := notInPrimaryKey(rel, con.Columns[0]); err != nil {
			return err
		}
	}
	if err := t.lockReferenced(con); err != nil {
		return err
	}
	return t.dropOneConstraint(rel, con, cmd.Behavior == tree.Cascade)
}

// alterInherit is ALTER CONSTRAINT [NO] INHERIT: the partitions' constraints become their
// own ones, or are inherited again.
func (t *alterTable) alterInherit(name string, no bool) error {
	rel, err := t.rel()
	if err != nil {
		return err
	}
	con := t.c.Access.ConstraintByName(rel.OID, name)
	switch {
	case con == nil:
		return noConstraint(name, rel.Name)
	case con.Type != catalog.NotNullConstraint:
		return pgerr.New(pgerr.WrongObjectType, "constraint %q of relation %q is not a not-null constraint", con.Name, rel.Name)
	case no && con.Inherited > 0:
		return pgerr.New(pgerr.ObjectNotInPrerequisiteState, "cannot alter inherited constraint %q on relation %q", con.Name, rel.Name)
	case no == con.NoInherit:
		return nil
	}
	if err := t.c.Access.SetNoInherit(con, no); err != nil {
		return err
	}
	column := rel.Columns[con.Columns[0]-1].Name
	t.made = true
	for _, x := range t.children {
		if no {
			err = t.c.Access.InheritConstraint(t.c.Access.NotNullOf(x.old.OID, x.old.ColumnByName(column).Num), -1)
		} else {
			err = x.notNullTree(column)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// notNullTree makes a column NOT NULL in a partition and, if it was not, in those below.
func (t *alterTable) notNullTree(column string) error {
	if err := t.setNotNull(column); err != nil || !t.made {
		return err
	}
	for _, x := range t.children {
		if err := x.notNullTree(column); err != nil {
			return err
		}
	}
	return nil
}

// droppedBelow finds a partition's constraint that is inherited from the dropped one.
func (t *alterTable) droppedBelow(a *catalog.Access, part *catalog.Relation) *catalog.Constraint {
	switch {
	case t.dropped == nil:
		return nil
	case t.dropped.Type == catalog.NotNullConstraint:
		return a.NotNullOf(part.OID, part.ColumnByName(t.droppedFrom).Num)
	}
	return a.ConstraintByName(part.OID, t.dropped.Name)
}

// dropOneConstraint drops a constraint, which partitions lose by a step of their own;
// with ONLY it becomes their own one.
func (t *alterTable) dropOneConstraint(rel *catalog.Relation, con *catalog.Constraint, cascade bool) error {
	if con.Type == catalog.CheckConstraint || con.Type == catalog.NotNullConstraint {
		if t.parent != nil && (con.Inherited > 1 || !con.NotLocal) {
			return t.c.Access.CountInherited(con, -1)
		}
		if t.dropped = con; con.Type == catalog.NotNullConstraint {
			t.droppedFrom = rel.Columns[con.Columns[0]-1].Name
		}
		parts, err := t.openLeftOut()
		if err != nil {
			return err
		}
		for _, part := range parts {
			own := t.c.Access.ConstraintByName(part.OID, con.Name)
			if con.Type == catalog.NotNullConstraint {
				own = t.c.Access.NotNullOf(part.OID, part.ColumnByName(rel.Columns[con.Columns[0]-1].Name).Num)
			}
			if own == nil {
				continue
			}
			if err := t.c.Access.InheritConstraint(own, -1); err != nil {
				return err
			}
		}
	}
	return t.c.Access.DropConstraint(rel, con, cascade)
}

// mergeCheck makes a CHECK constraint that a partition has already one of its table's.
func (t *alterTable) mergeCheck(rel *catalog.Relation, name string, e expr.Expr) (merged bool, err error) {
	for _, k := range rel.Checks {
		if k.Name != catalog.Truncate(name) {
			continue
		}
		if !expr.Equal(k.Expr, e) {
			return false, pgerr.New(pgerr.DuplicateObject, "constraint %q for relation %q already exists", k.Name, rel.Name)
		}
		t.c.notice(pgerr.SuccessfulCompletion, "merging constraint %q with inherited definition", k.Name)
		return true, t.c.Access.InheritConstraint(t.c.Access.ConstraintByName(rel.OID, k.Name), 1)
	}
	return false, nil
}

func noConstraint(name, table string) error {
	return pgerr.New(pgerr.UndefinedObject, "constraint %q of relation %q does not exist", name, table)
}

// validate is VALIDATE CONSTRAINT: the rows are tested in the last pass.
func (t *alterTable) validate(name string) error {
	rel, err := t.rel()
	if err != nil {
		return err
	}
	con := t.c.Access.ConstraintByName(rel.OID, name)
	if con == nil && t.parent != nil {
		return nil
	}
	if con == nil {
		return noConstraint(name, rel.Name)
	}
	if con.NotEnforced {
		return pgerr.New(pgerr.ObjectNotInPrerequisiteState, "cannot validate NOT ENFORCED constraint")
	}
	switch con.Type {
	case catalog.ForeignKeyConstraint:
		if con.Validated || t.parent != nil {
			return nil // keys of partitions follow their table's
		}
		fk := t.c.Access.ForeignKey(con.OID)
		return t.c.validateKey(fk, fk.Ref, t.testLater)
	case catalog.CheckConstraint:
		if !con.Validated {
			t.checks = append(t.checks, con.OID)
		}
	case catalog.NotNullConstraint:
		t.nulls = t.nulls || !con.Validated
	default:
		return pgerr.New(pgerr.WrongObjectType, "cannot validate constraint %q of relation %q", name, rel.Name).
			WithDetail("This operation is not supported for this type of constraint.")
	}
	if con.Validated {
		return nil
	}
	if t.alone() && con.Type != catalog.ForeignKeyConstraint {
		return pgerr.New(pgerr.InvalidTableDefinition, "constraint must be validated on child tables too")
	}
	return t.c.Access.SetValidated(con.OID)
}
