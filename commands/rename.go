package commands

import (
	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
)

// ALTER ... RENAME and SET SCHEMA of relations, their columns and constraints.

func (c *Ctx) rename(s *tree.Rename) (*Result, error) {
	of := oneOfKinds(s.OnKind, s.Kind)
	result := &Result{Tag: commandTag(s)}
	if s.Relation == nil {
		return nil, unbuilt(s)
	}
	rel, err := c.openAltered(s.Relation, s.IfExists)
	if rel == nil || err != nil {
		return result, err
	}
	if err := c.renamable(rel, of); err != nil {
		return nil, err
	}
	switch s.Kind {
	case tree.KindColumn:
		err = c.renameColumn(rel, s)
	case tree.KindConstraint:
		con := c.Access.ConstraintByName(rel.OID, s.Sub)
		if con == nil {
			return nil, pgerr.New(pgerr.UndefinedObject, "constraint %q for table %q does not exist", s.Sub, rel.Name)
		}
		err = c.Access.RenameConstraint(rel, con, s.NewName)
	default:
		err = c.Access.RenameRelation(rel.OID, s.NewName)
	}
	c.Access.CommandEnd()
	return result, err
}

// renamable: ALTER TABLE and ALTER INDEX rename relations of any kind, the others
// only their own.
func (c *Ctx) renamable(rel *catalog.Relation, of tree.ObjectKind) error {
	kind, ok := dropKinds[of]
	if of == tree.KindTable || of == tree.KindIndex || ok && kind.has(rel.Kind) {
		return nil
	}
	if !ok {
		return pgerr.New(pgerr.WrongObjectType, "%q is not a %s", rel.Name, of)
	}
	return pgerr.New(pgerr.WrongObjectType, "%q is not %s", rel.Name, kind.article)
}

func (c *Ctx) renameColumn(rel *catalog.Relation, s *tree.Rename) error {
	if _, ok := systemAttrs[s.Sub]; ok {
		return pgerr.New(pgerr.FeatureNotSupported, "cannot rename system column %q", s.Sub)
	}
	col := rel.ColumnByName(s.Sub)
	if col == nil {
		return pgerr.New(pgerr.UndefinedColumn, "column %q does not exist", s.Sub)
	}
	if _, ok := systemAttrs[s.NewName]; ok {
		return pgerr.New(pgerr.DuplicateColumn, "column name %q conflicts with a system column name", s.NewName)
	}
	return c.Access.RenameColumn(rel, col.Num, s.NewName)
}

// setSchema is ALTER TABLE ... SET SCHEMA.
func (c *Ctx) setSchema(s *tree.AlterObjectSchema) (*Result, error) {
	result := &Result{Tag: commandTag(s)}
	if s.Kind != tree.KindTable {
		return nil, unbuilt(s)
	}
	rel, err := c.openAltered(s.Relation, s.IfExists)
	if rel == nil || err != nil {
		return result, err
	}
	if rel.Kind != catalog.TableKind {
		return nil, pgerr.New(pgerr.WrongObjectType, "cannot change schema of index %q", rel.Name).
			WithHint("Change the schema of the table instead.")
	}
	ns, err := c.namespaceFor(s.NewSchema, tree.Permanent)
	switch {
	case err != nil:
		return nil, err
	case c.Access.IsTemp(ns), rel.Persistence == 't':
		return nil, pgerr.New(pgerr.FeatureNotSupported, "cannot move objects into or out of temporary schemas")
	case s.NewSchema == "pg_toast":
		return nil, pgerr.New(pgerr.FeatureNotSupported, "cannot move objects into or out of TOAST schema")
	case ns == catalog.CatalogNamespace:
		return nil, pgerr.Unsupported(int(s.Pos), "a table in pg_catalog", "")
	}
	return result, c.Access.SetSchema(rel, ns)
}
