package commands

import (
	"slices"

	"minidb/catalog"
	"minidb/executor"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/storage/lmgr"
)

// ALTER TABLE: identity columns and generation expressions that are added to a
// column, changed and taken away. After PostgreSQL 18, commands/tablecmds.c
// (ATExecAddIdentity and its kin, ATExecSetExpression, ATExecDropExpression).

// prepareSource puts a subcommand about how a column gets its values into its pass.
func (t *alterTable) prepareSource(cmd *tree.AlterTableCmd) {
	switch cmd.Kind {
	case tree.AddIdentity:
		t.tree(passAddOtherConstr, func(x *alterTable) error { return x.addIdentity(cmd) })
	case tree.SetIdentity:
		t.tree(passMisc, func(x *alterTable) error { return x.setIdentity(cmd) })
	case tree.DropIdentity:
		t.tree(passDrop, func(x *alterTable) error { return x.dropIdentity(cmd) })
	case tree.SetExpression:
		t.tree(passExpression, func(x *alterTable) error { return x.setExpression(cmd) })
	case tree.DropExpression:
		t.tree(passDrop, func(x *alterTable) error { return x.dropExpression(cmd) })
	}
}

// identityAllowed refuses to change an identity column of a partition, or with ONLY.
func (t *alterTable) identityAllowed(rel *catalog.Relation, at string) error {
	switch {
	case t.parent == nil && rel.Bound != nil:
		return pgerr.New(pgerr.InvalidTableDefinition, "cannot %s a column of a partition", at)
	case t.alone():
		return withoutOnly("cannot %s a column of only the partitioned table", at)
	}
	return nil
}

// followIdentity makes a partition's column the same kind of identity column as that of
// the table above, whose sequence it uses.
func (t *alterTable) followIdentity(rel *catalog.Relation, col *catalog.Column) error {
	parent, err := t.above()
	if err != nil {
		return err
	}
	return t.c.Access.SetIdentity(rel.OID, col.Num, parent.ColumnByName(col.Name).Identity)
}

func (t *alterTable) addIdentity(cmd *tree.AlterTableCmd) error {
	rel, col, err := t.column(cmd.Name, "alter")
	if err != nil {
		return err
	}
	if err := t.identityAllowed(rel, "add identity to"); err != nil {
		return err
	}
	if t.parent != nil {
		return t.followIdentity(rel, col)
	}
	if _, ok := sequenceRanges[col.Type]; !ok {
		return notSequenceType(true)
	}
	bad := func(format string) error {
		return pgerr.New(pgerr.ObjectNotInPrerequisiteState, format, col.Name, rel.Name)
	}
	switch {
	case !col.NotNull:
		return bad("column %q of relation %q must be declared NOT NULL before identity can be added")
	case col.MaybeNull:
		return incompatibleNotValid(col.NotNullConstraint, rel)
	case col.Identity != 0:
		return bad("column %q of relation %q is already an identity column")
	case col.Default != nil:
		return bad("column %q of relation %q already has a default value")
	}
	d := &tableDef{c: t.c, name: rel.Name}
	d.spec.Schema, d.spec.Persistence, d.spec.Columns = rel.Namespace, rel.Persistence, rel.Columns
	if err := d.addSequence(&columnDef{Column: col}, cmd.Constraint.Options, true); err != nil {
		return err
	}
	if err := d.makeSequences(); err != nil {
		return err
	}
	kind := byte('d')
	if cmd.Constraint.Always {
		kind = 'a'
	}
	if err := t.c.Access.SetIdentity(rel.OID, col.Num, kind); err != nil {
		return err
	}
	return d.ownSequences(rel.OID)
}

// identityColumn finds a column that must be an identity column.
func (t *alterTable) identityColumn(name string) (*catalog.Relation, *catalog.Column, error) {
	rel, col, err := t.column(name, "alter")
	if err == nil && col.Identity == 0 {
		err = pgerr.New(pgerr.ObjectNotInPrerequisiteState, "column %q of relation %q is not an identity column", col.Name, rel.Name)
	}
	return rel, col, err
}

// setIdentity is SET GENERATED, SET with an option of sequences, and RESTART.
func (t *alterTable) setIdentity(cmd *tree.AlterTableCmd) error {
	rel, col, err := t.column(cmd.Name, "alter")
	if err == nil {
		err = t.identityAllowed(rel, "change identity of")
	}
	if err != nil {
		return err
	}
	if t.parent != nil {
		return t.followIdentity(rel, col)
	}
	if rel, col, err = t.identityColumn(cmd.Name); err != nil {
		return err
	}
	var generated *tree.DefElem
	var options []*tree.DefElem
	for _, o := range cmd.Options {
		switch {
		case o.Name != "generated":
			options = append(options, o)
		case generated != nil:
			return unplaced(redundantOption(o))
		default:
			generated = o
		}
	}
	seq, err := t.c.Access.OpenOID(col.Sequence, lmgr.ShareRowExclusive)
	if err != nil {
		return err
	}
	if len(options) > 0 {
		if err := t.c.changeSequence(seq, options); err != nil {
			return err
		}
	}
	if generated == nil {
		return nil
	}
	kind := byte('d')
	if generated.Value.Text == "always" {
		kind = 'a'
	}
	return t.c.Access.SetIdentity(rel.OID, col.Num, kind)
}

// changeIdentityType makes an identity column's sequence one of the column's new type,
// before the column itself is looked at.
func (t *alterTable) changeIdentityType(col *catalog.Column, name *tree.TypeName) error {
	typ, _, err := planner.ResolveTypeName(t.c.Access, name)
	if err != nil {
		return err
	}
	if _, ok := sequenceRanges[typ]; !ok {
		return notSequenceType(true)
	}
	seq, err := t.c.Access.OpenOID(col.Sequence, lmgr.ShareRowExclusive)
	if err != nil {
		return err
	}
	return t.c.changeSequence(seq, []*tree.DefElem{{Pos: -1, Name: "as", Names: typeNames(typ)}})
}

func (t *alterTable) dropIdentity(cmd *tree.AlterTableCmd) error {
	rel, col, err := t.column(cmd.Name, "alter")
	if err != nil {
		return err
	}
	if err := t.identityAllowed(rel, "drop identity from"); err != nil {
		return err
	}
	if t.parent != nil {
		return t.followIdentity(rel, col)
	}
	if col.Identity == 0 {
		if !cmd.MissingOK {
			_, _, err = t.identityColumn(cmd.Name)
			return err
		}
		t.c.notice(pgerr.SuccessfulCompletion, "column %q of relation %q is not an identity column, skipping", col.Name, rel.Name)
		return nil
	}
	if err := t.c.Access.SetIdentity(rel.OID, col.Num, 0); err != nil {
		return err
	}
	seq, err := t.c.Access.OpenOID(col.Sequence, lmgr.AccessExclusive)
	if err != nil {
		return err
	}
	if err := t.c.Access.OwnSequence(seq, 0, 0, catalog.InternalDep); err != nil {
		return err
	}
	return t.c.Access.Drop(catalog.RelationObject(seq.OID), false)
}

// generatedColumn finds a column that must be a generated one; nil, with a notice,
// if it is none and need not be.
func (t *alterTable) generatedColumn(cmd *tree.AlterTableCmd) (*catalog.Relation, *catalog.Column, error) {
	rel, col, err := t.column(cmd.Name, "alter")
	switch {
	case err != nil:
		return nil, nil, err
	case col.Generated:
		return rel, col, nil
	case !cmd.MissingOK:
		return nil, nil, pgerr.New(pgerr.ObjectNotInPrerequisiteState, "column %q of relation %q is not a generated column", col.Name, rel.Name)
	}
	t.c.notice(pgerr.SuccessfulCompletion, "column %q of relation %q is not a generated column, skipping", col.Name, rel.Name)
	return nil, nil, nil
}

func (t *alterTable) setExpression(cmd *tree.AlterTableCmd) error {
	rel, col, err := t.generatedColumn(cmd)
	if err != nil {
		return err
	}
	if col.Virtual && len(rel.Checks) > 0 {
		return virtualRefuses("SET", " in tables with check constraints", rel, col)
	}
	e, err := planner.AnalyzeColumnDefault(t.c.Access, rel, col, cmd.Expr, true)
	if err != nil {
		return unplaced(err)
	}
	if col.Virtual {
		t.nulls = t.nulls || col.NotNull
	} else {
		t.rewrite = true
		t.values = append(t.values, executor.AlterValue{Attr: col.Num, Expr: e, Generated: true})
		if err := t.takeChecks(rel, col.Num); err != nil {
			return err
		}
		if err := t.takeIndexes(rel, col.Num); err != nil {
			return err
		}
	}
	return t.c.Access.SetGeneration(rel.OID, col.Num, e)
}

func virtualRefuses(what, where string, rel *catalog.Relation, col *catalog.Column) error {
	return pgerr.New(pgerr.FeatureNotSupported, "ALTER TABLE / %s EXPRESSION is not supported for virtual generated columns%s", what, where).
		WithDetail("Column %q of relation %q is a virtual generated column.", col.Name, rel.Name)
}

func (t *alterTable) dropExpression(cmd *tree.AlterTableCmd) error {
	if t.parent == nil {
		deep := slices.ContainsFunc(t.children, func(x *alterTable) bool { return len(x.children) > 0 })
		if deep || t.alone() { // PostgreSQL refuses trees of several levels with the same words
			return pgerr.New(pgerr.FeatureNotSupported, "ALTER TABLE / DROP EXPRESSION must be applied to child tables too")
		}
		if _, col, err := t.column(cmd.Name, "alter"); err != nil {
			return err
		} else if col.Inherited > 0 {
			return pgerr.New(pgerr.InvalidTableDefinition, "cannot drop generation expression from inherited column")
		}
	}
	rel, col, err := t.generatedColumn(cmd)
	if err != nil || col == nil {
		return err
	}
	if col.Virtual {
		return virtualRefuses("DROP", "", rel, col)
	}
	return t.c.Access.SetGeneration(rel.OID, col.Num, nil)
}

// fillIdentity computes a new identity column of the rows that are there.
func (t *alterTable) fillIdentity(d *tableDef, col *catalog.Column) {
	for _, s := range d.sequences {
		if s.identity {
			t.rewrite = true
			t.values = append(t.values, executor.AlterValue{Attr: col.Num, Expr: catalog.NextValue(s.rel.OID, col.Type)})
		}
	}
}
