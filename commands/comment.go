package commands

import (
	"strings"

	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/storage/lmgr"
	"minidb/types"
)

// COMMENT ON: the object is found, locked against others that alter it, and its
// row in pg_description replaced.

func (c *Ctx) comment(s *tree.Comment) (*Result, error) {
	obj, err := c.commented(s)
	if err != nil {
		return nil, err
	}
	if obj.OID == 0 {
		c.warning(pgerr.InvalidCatalogName, "database %q does not exist", s.Name.Names[0])
		return &Result{Tag: "COMMENT"}, nil
	}
	text := s.Text
	if s.IsNull {
		text = ""
	}
	err = c.Access.SetComment(obj, text)
	c.Access.CommandEnd()
	return &Result{Tag: "COMMENT"}, err
}

// commented finds the object of a COMMENT.
func (c *Ctx) commented(s *tree.Comment) (catalog.Object, error) {
	none := catalog.Object{}
	names := s.Name.Names
	switch s.Kind {
	case tree.KindColumn:
		return c.commentedColumn(names)
	case tree.KindConstraint:
		rel, err := c.openCommented(names, lmgr.AccessShare)
		if err != nil {
			return none, err
		}
		con := c.Access.ConstraintByName(rel.OID, s.Sub)
		if con == nil {
			return none, pgerr.New(pgerr.UndefinedObject, "constraint %q for table %q does not exist", s.Sub, rel.Name)
		}
		if err := c.Access.CheckPartOwner(rel); err != nil {
			return none, err
		}
		o := catalog.Object{Class: catalog.PgConstraint, OID: con.OID}
		return o, c.Access.LockObject(o, lmgr.ShareUpdateExclusive)
	case tree.KindRole:
		return c.commentedRole(names[0])
	case tree.KindDatabase: // the zero Object if it does not exist: only a warning
		return c.Access.CommentedDatabase(names[0])
	case tree.KindTSConfig:
		cfg, err := c.tsConfigOf(names, lmgr.ShareUpdateExclusive)
		if err != nil {
			return none, err
		}
		return catalog.Object{Class: catalog.PgTsConfig, OID: cfg.OID}, nil
	case tree.KindSchema:
		ns, err := c.lockSchema(strings.Join(names, "."), lmgr.ShareUpdateExclusive)
		if err == nil {
			err = c.Access.CheckNamespaceOwner(ns)
		}
		return catalog.Object{Class: catalog.PgNamespace, OID: ns}, err
	case tree.KindType:
		oid, err := c.lockObject(catalog.PgType, lmgr.ShareUpdateExclusive, func() (types.OID, error) {
			oid, _, err := planner.ResolveTypeName(c.Access, &tree.TypeName{Pos: -1, Names: names})
			return oid, err
		})
		if err == nil {
			err = c.Access.CheckTypeOwner(oid)
		}
		return catalog.Object{Class: catalog.PgType, OID: oid}, err
	}
	kind, ok := dropKinds[s.Kind]
	if !ok {
		return none, pgerr.Unsupported(int(s.Pos), "COMMENT ON "+upper(string(s.Kind)), "")
	}
	rel, err := c.openCommented(names, lmgr.ShareUpdateExclusive)
	if err == nil && !kind.has(rel.Kind) {
		err = pgerr.New(pgerr.WrongObjectType, "%q is not %s", rel.Name, kind.article)
	}
	if err == nil {
		err = c.Access.CheckOwner(rel)
	}
	if err != nil {
		return none, err
	}
	return catalog.RelationObject(rel.OID), nil
}

func (c *Ctx) openCommented(names []string, mode lmgr.Mode) (*catalog.Relation, error) {
	if err := c.dottedName(names); err != nil {
		return nil, err
	}
	schema, name := splitName(&tree.ObjectName{Names: names})
	return c.Access.Open(schema, name, mode, -1)
}

func (c *Ctx) commentedColumn(names []string) (catalog.Object, error) {
	none := catalog.Object{}
	last := len(names) - 1
	if last == 0 {
		return none, pgerr.New(pgerr.SyntaxError, "column name must be qualified")
	}
	rel, err := c.openCommented(names[:last], lmgr.ShareUpdateExclusive)
	if err != nil {
		return none, err
	}
	num := 0
	if col := rel.ColumnByName(names[last]); col != nil {
		num = col.Num
	} else if k, ok := systemAttrs[names[last]]; ok && rel.Kind == catalog.TableKind {
		num = k.Attr
	} else {
		return none, noColumn(names[last], strings.Join(names[:last], "."))
	}
	if err := c.Access.CheckPartOwner(rel); err != nil {
		return none, err
	}
	switch rel.Kind {
	case catalog.TableKind, catalog.ViewKind, catalog.CompositeKind, catalog.PartitionedTableKind:
		return catalog.ColumnObject(rel.OID, num), nil
	}
	return none, pgerr.New(pgerr.WrongObjectType, "cannot set comment on relation %q", rel.Name).
		WithDetail("This operation is not supported for %s.", kindNames[rel.Kind])
}
