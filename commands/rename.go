package commands

import (
	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/storage/lmgr"
	"minidb/types"
)

// ALTER ... RENAME and SET SCHEMA of relations, their columns and constraints.

func (c *Ctx) rename(s *tree.Rename) (*Result, error) {
	of := oneOfKinds(s.OnKind, s.Kind)
	result := &Result{Tag: commandTag(s)}
	if s.Relation == nil {
		return nil, unbuilt(s)
	}
	rel, err := c.openRenamed(s)
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
		if con.Inherited > 0 && (con.Type == catalog.CheckConstraint || con.Type == catalog.NotNullConstraint) {
			return nil, pgerr.New(pgerr.InvalidTableDefinition, "cannot rename inherited constraint %q", con.Name)
		}
		if con.Index != 0 && con.Type != catalog.ForeignKeyConstraint {
			if _, err := c.Access.OpenOID(con.Index, lmgr.ShareUpdateExclusive); err != nil {
				return nil, err
			}
		}
		err = c.renameConstraint(rel, con, s)
	default:
		err = c.Access.RenameRelation(rel.OID, s.NewName)
	}
	c.Access.CommandEnd()
	return result, err
}

// openRenamed locks the relation of a RENAME. With ALTER INDEX an index may be used
// meanwhile, but no other relation.
func (c *Ctx) openRenamed(s *tree.Rename) (*catalog.Relation, error) {
	if s.Kind == tree.KindIndex {
		mode := lmgr.ShareUpdateExclusive
		rel, err := c.openAltered(s.Relation, mode, s.IfExists)
		if rel == nil || err != nil || rel.Kind == catalog.IndexKind || rel.Kind == catalog.PartitionedIndexKind {
			return rel, err
		}
		c.Access.Unlock(rel.OID, mode)
	}
	return c.openAltered(s.Relation, lmgr.AccessExclusive, s.IfExists)
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
	if col.Inherited > 0 {
		return pgerr.New(pgerr.InvalidTableDefinition, "cannot rename inherited column %q", col.Name)
	}
	tree, err := c.renamedToo(rel, s, "column")
	if err != nil {
		return err
	}
	for _, r := range tree {
		if err := c.Access.RenameColumn(r, r.ColumnByName(s.Sub).Num, s.NewName); err != nil {
			return err
		}
	}
	return nil
}

// renamedToo is a table and its partitions, whose columns and constraints have the same
// names.
func (c *Ctx) renamedToo(rel *catalog.Relation, s *tree.Rename, what string) ([]*catalog.Relation, error) {
	if rel.PartKey == nil {
		return []*catalog.Relation{rel}, nil
	}
	desc, err := c.Access.Partitions(rel)
	if err != nil {
		return nil, err
	}
	if s.Relation.Only && len(desc.Members) > 0 {
		return nil, pgerr.New(pgerr.InvalidTableDefinition, "inherited %s %q must be renamed in child tables too", what, s.Sub)
	}
	return c.withPartitions(rel, lmgr.AccessExclusive, false)
}

func (c *Ctx) renameConstraint(rel *catalog.Relation, con *catalog.Constraint, s *tree.Rename) error {
	if con.Type != catalog.CheckConstraint && con.Type != catalog.NotNullConstraint {
		return c.Access.RenameConstraint(rel, con, s.NewName)
	}
	tree, err := c.renamedToo(rel, s, "constraint")
	if err != nil {
		return err
	}
	for _, r := range tree {
		if con = c.Access.ConstraintByName(r.OID, s.Sub); con == nil {
			continue
		}
		if err := c.Access.RenameConstraint(r, con, s.NewName); err != nil {
			return err
		}
	}
	return nil
}

// setSchema is ALTER ... SET SCHEMA.
func (c *Ctx) setSchema(s *tree.AlterObjectSchema) (*Result, error) {
	result := &Result{Tag: commandTag(s)}
	switch s.Kind {
	case tree.KindType:
		return result, c.setTypeSchema(s)
	case tree.KindTSConfig:
		return result, c.setTSConfigSchema(s)
	case tree.KindTable, tree.KindView, tree.KindSequence:
	default:
		return nil, unbuilt(s)
	}
	rel, err := c.openAltered(s.Relation, lmgr.AccessExclusive, s.IfExists)
	if rel == nil || err != nil {
		return result, err
	}
	if kind := dropKinds[s.Kind]; s.Kind != tree.KindTable && !kind.has(rel.Kind) {
		return nil, pgerr.New(pgerr.WrongObjectType, "%q is not %s", rel.Name, kind.article)
	}
	switch rel.Kind {
	case catalog.IndexKind, catalog.PartitionedIndexKind:
		return nil, pgerr.New(pgerr.WrongObjectType, "cannot change schema of index %q", rel.Name).
			WithHint("Change the schema of the table instead.")
	case catalog.SequenceKind:
		if err := c.Access.MovableSequence(rel); err != nil {
			return nil, err
		}
	}
	ns, err := c.newSchema(s, c.Access.IsTemp(rel.Namespace))
	if err != nil {
		return nil, err
	}
	return result, c.Access.SetSchema(rel, ns)
}

// newSchema finds the schema that an object is moved to.
func (c *Ctx) newSchema(s *tree.AlterObjectSchema, temp bool) (types.OID, error) {
	ns, err := c.lockObject(catalog.PgNamespace, lmgr.AccessShare, func() (types.OID, error) { return c.namespaceFor(s.NewSchema, tree.Permanent) })
	switch {
	case err != nil:
		return 0, err
	case c.Access.IsTemp(ns), temp:
		return 0, pgerr.New(pgerr.FeatureNotSupported, "cannot move objects into or out of temporary schemas")
	case s.NewSchema == "pg_toast":
		return 0, pgerr.New(pgerr.FeatureNotSupported, "cannot move objects into or out of TOAST schema")
	case ns == catalog.CatalogNamespace:
		return 0, pgerr.Unsupported(int(s.Pos), "an object of one's own in pg_catalog", "")
	}
	return ns, nil
}

func (c *Ctx) setTypeSchema(s *tree.AlterObjectSchema) error {
	oid, err := c.findType(s.Name)
	if err != nil {
		return err
	}
	if err := c.alterableType(oid, "ALTER TABLE"); err != nil {
		return err
	}
	ns, err := c.newSchema(s, c.Access.IsTemp(c.Access.TypeNamespace(oid)))
	if err != nil {
		return err
	}
	return c.Access.SetTypeSchema(oid, ns)
}
