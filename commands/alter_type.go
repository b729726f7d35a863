package commands

import (
	"slices"

	"minidb/catalog"
	"minidb/executor"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/types"
)

// ALTER COLUMN TYPE. Constraints and indexes over the column go with the old type
// and come back with the new one: their expressions are written out as text and
// analyzed again.

// prepareTypes prepares the change of a column in a table and in its partitions.
func (t *alterTable) prepareTypes(cmd *tree.AlterTableCmd) error {
	if err := t.prepareType(cmd); err != nil {
		return err
	}
	if t.only {
		return nil
	}
	for _, x := range t.children {
		if err := x.prepareTypes(cmd); err != nil {
			return err
		}
	}
	return nil
}

// prepareType analyzes the new values while the table is still as it was.
func (t *alterTable) prepareType(cmd *tree.AlterTableCmd) error {
	rel, old, err := t.column(cmd.Name, "alter")
	if err != nil {
		if pgerr.From(err).Code == pgerr.FeatureNotSupported {
			err = pgerr.From(err).At(int(cmd.NamePos))
		}
		return err
	}
	if old.Identity != 0 && t.parent == nil {
		if err := t.changeIdentityType(old, cmd.Type); err != nil {
			return err
		}
	}
	if err := t.notInherited(old.Inherited, "alter", "column", old.Name); err != nil {
		return pgerr.From(err).At(int(cmd.NamePos))
	}
	if err := notInKey(rel, old, "alter"); err != nil {
		return pgerr.From(err).At(int(cmd.NamePos))
	}
	if t.alone() {
		return pgerr.New(pgerr.InvalidTableDefinition, "type of inherited column %q must be changed in child tables too", old.Name)
	}
	col := *old
	d := &tableDef{c: t.c, name: rel.Name}
	e := &tree.ColumnDef{Pos: -1, Name: cmd.Name, Type: cmd.Type, Collation: cmd.Collation}
	if old.Generated && cmd.Expr != nil {
		return pgerr.New(pgerr.InvalidColumnDefinition, "cannot specify USING when altering type of generated column").
			WithDetail("Column %q is a generated column.", old.Name).At(int(cmd.NamePos))
	}
	if err := d.columnType(&col, e, cmd.Type); err != nil {
		return err
	}
	planner.WarnPrecision(t.c.Access, cmd.Type, col.Type)
	var value expr.Expr
	if !old.Virtual {
		if value, err = planner.AnalyzeTypeChange(t.c.Access, rel, &col, cmd.Expr); err != nil {
			return err
		}
	}
	if err := t.usedAsType(rel); err != nil {
		return err
	}
	if rule, ok := t.c.Access.RuleUsing(rel.OID, col.Num); ok {
		return pgerr.New(pgerr.FeatureNotSupported, "cannot alter type of a column used by a view or rule").
			WithDetail("%s depends on column %q", t.c.Access.Describe(rule), col.Name)
	}
	if !old.Virtual && !sameStored(value, col.Num) {
		t.rewrite = true
		t.values = append(t.values, executor.AlterValue{Attr: col.Num, Expr: value})
	}
	t.step(passType, func() error { return t.changeType(col) })
	return nil
}

// sameStored tells whether a column's new value is its old one as it is stored.
func sameStored(e expr.Expr, num int) bool {
	if r, ok := e.(*expr.Relabel); ok && textual(r.T) && textual(r.Arg.Type()) {
		e = r.Arg
	}
	v, ok := e.(*expr.Var)
	return ok && v.Attr == num
}

func textual(t types.OID) bool { return t == types.TextOID || t == types.VarcharOID }

func (t *alterTable) changeType(col catalog.Column) error {
	rel, err := t.rel()
	if err != nil {
		return err
	}
	if t.retyped[col.Num] {
		return pgerr.New(pgerr.FeatureNotSupported, "cannot alter type of column %q twice", col.Name)
	}
	if err := t.c.Access.CheckTypeUse(col.Type); err != nil {
		return err
	}
	t.retyped[col.Num] = true
	if rel.Columns[col.Num-1].Dropped {
		return noColumn(col.Name, rel.Name)
	}
	col.Default = rel.Columns[col.Num-1].Default
	if col.Default != nil {
		if col.Default, err = planner.CastDefault(t.c.Access, &col, col.Default); err != nil {
			return err
		}
	}
	if err := usedByGenerated(rel, &col); err != nil {
		return err
	}
	if err := t.takeChecks(rel, col.Num); err != nil {
		return err
	}
	if err := t.takeForeignKeys(rel, col.Num); err != nil {
		return err
	}
	if err := t.takeIndexes(rel, col.Num); err != nil {
		return err
	}
	return t.c.Access.ChangeColumnType(rel, &col)
}

func usedByGenerated(rel *catalog.Relation, col *catalog.Column) error {
	for i := range rel.Columns {
		g := &rel.Columns[i]
		if g.Generated && g.Num != col.Num && !g.Dropped && reads(g.Default, col.Num) {
			return pgerr.New(pgerr.FeatureNotSupported, "cannot alter type of a column used by a generated column").
				WithDetail("Column %q is used by generated column %q.", col.Name, g.Name)
		}
	}
	return nil
}

// reads tells whether an expression over a table names a column; the whole row
// does not count.
func reads(e expr.Expr, num int) bool {
	found := false
	if e != nil {
		expr.Walk(e, func(n expr.Expr) bool {
			v, ok := n.(*expr.Var)
			found = found || ok && v.Attr == num
			return true
		})
	}
	return found
}

// takeChecks drops the CHECK constraints over a column, to be made again.
func (t *alterTable) takeChecks(rel *catalog.Relation, num int) error {
	for i := range rel.Checks {
		k := rel.Checks[i]
		if !reads(k.Expr, num) {
			continue
		}
		text, err := t.rawExpr(rel, k.Expr)
		if err != nil {
			return err
		}
		note := t.c.Access.Comment(catalog.Object{Class: catalog.PgConstraint, OID: k.OID})
		if err := t.c.Access.Drop(catalog.Object{Class: catalog.PgConstraint, OID: k.OID}, false); err != nil {
			return err
		}
		con := &tree.Constraint{Pos: -1, Kind: tree.ConstrCheck, Name: k.Name, NotValid: !k.Validated, NoInherit: k.NoInherit, NotEnforced: k.NotEnforced}
		t.step(passOldConstr, func() error {
			if con.Expr, err = text(); err != nil {
				return err
			}
			if err := t.addCheck(con); err != nil || note == "" {
				return err
			}
			made := t.c.Access.ConstraintByName(rel.OID, con.Name)
			return t.c.Access.SetComment(catalog.Object{Class: catalog.PgConstraint, OID: made.OID}, note)
		})
	}
	return nil
}

// rawExpr writes an expression out, to be read again when the column's type has
// changed.
func (t *alterTable) rawExpr(rel *catalog.Relation, e expr.Expr) (func() (tree.Expr, error), error) {
	if t.c.ParseExpr == nil {
		return nil, pgerr.New(pgerr.Internal, "no parser for stored expressions")
	}
	text := expr.Deparse(e, func(v *expr.Var) string { return variableName(rel, v) }, &expr.DeparseOptions{Env: t.c.Sess.Env})
	return func() (tree.Expr, error) { return t.c.ParseExpr(text) }, nil
}

// variableName writes a column of a stored expression, or the whole row.
func variableName(rel *catalog.Relation, v *expr.Var) string {
	if v.Attr == expr.WholeRow {
		return expr.QuoteIdent(rel.Name) + ".*"
	}
	for name, k := range systemAttrs {
		if k.Attr == v.Attr {
			return name
		}
	}
	return expr.QuoteIdent(rel.Columns[v.Attr-1].Name)
}

// takeIndexes drops the indexes over a column, with their constraints, to be made
// again.
func (t *alterTable) takeIndexes(rel *catalog.Relation, num int) error {
	for _, ix := range rel.Indexes {
		if !usesColumn(ix, num) {
			continue
		}
		remake, err := t.remaker(rel, ix)
		if err != nil {
			return err
		}
		obj := catalog.RelationObject(ix.OID)
		if ix.ConstraintOID != 0 {
			obj = catalog.Object{Class: catalog.PgConstraint, OID: ix.ConstraintOID}
		}
		if err := t.c.Access.Drop(obj, false); err != nil {
			return err
		}
		t.step(passOldIndex, remake)
	}
	return nil
}

func usesColumn(ix *catalog.Index, num int) bool {
	uses := reads(ix.Predicate, num)
	for _, k := range ix.Keys {
		uses = uses || k.Attr == num || reads(k.Expr, num)
	}
	return uses
}

// remaker returns the step that makes an index again.
func (t *alterTable) remaker(rel *catalog.Relation, ix *catalog.Index) (func() error, error) {
	a := t.c.Access
	spec := catalog.IndexSpec{
		Table: rel.OID, Name: ix.Name, NKeys: ix.NKeys, Unique: ix.Unique, Primary: ix.Primary,
		NullsNotDistinct: ix.NullsNotDistinct, Constraint: ix.ConstraintOID != 0, Keys: slices.Clone(ix.Keys),
		Deferrable: !ix.Immediate, Deferred: ix.Deferred,
	}
	texts := make([]func() (tree.Expr, error), len(ix.Keys)+1)
	var err error
	for i, k := range ix.Keys {
		if k.Attr == 0 {
			if texts[i], err = t.rawExpr(rel, k.Expr); err != nil {
				return nil, err
			}
		} else if k.Collation == rel.Columns[k.Attr-1].Collation {
			spec.Keys[i].Collation = 0 // it follows the column
		}
	}
	if ix.Predicate != nil {
		if texts[len(ix.Keys)], err = t.rawExpr(rel, ix.Predicate); err != nil {
			return nil, err
		}
	}
	note, conNote := a.Comment(catalog.RelationObject(ix.OID)), ""
	if ix.ConstraintOID != 0 {
		conNote = a.Comment(catalog.Object{Class: catalog.PgConstraint, OID: ix.ConstraintOID})
	}
	return func() error { return t.remake(spec, texts, note, conNote) }, nil
}

func (t *alterTable) remake(spec catalog.IndexSpec, texts []func() (tree.Expr, error), note, conNote string) error {
	rel, err := t.rel()
	if err != nil {
		return err
	}
	for i, text := range texts {
		if text == nil {
			continue
		}
		raw, err := text()
		if err != nil {
			return err
		}
		if i == len(spec.Keys) {
			if spec.Predicate, err = planner.AnalyzeExprFor(t.c.Access, rel, raw, planner.IndexPredicate); err != nil {
				return unplaced(err)
			}
			continue
		}
		if spec.Keys[i].Expr, err = planner.AnalyzeExprFor(t.c.Access, rel, raw, planner.IndexExpression); err != nil {
			return unplaced(err)
		}
	}
	ix, err := t.makeIndex(spec)
	if err != nil {
		return err
	}
	if err := t.c.Access.SetComment(catalog.RelationObject(ix.OID), note); err != nil || conNote == "" {
		return err
	}
	return t.c.Access.SetComment(catalog.Object{Class: catalog.PgConstraint, OID: ix.ConstraintOID}, conNote)
}
