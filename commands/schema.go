package commands

// CREATE SCHEMA with its elements, ALTER SCHEMA.

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/settings"
)

func (c *Ctx) createSchema(s *tree.CreateSchema) (*Result, error) {
	name := s.Name
	owner := c.Sess.CurrentRole
	if s.Owner != nil {
		r, err := c.findRole(s.Owner)
		if err != nil {
			return nil, err
		}
		owner = r.OID
		if name == "" {
			name = r.Name
		}
	}
	if err := c.Access.CheckDatabase(catalog.CreatePrivilege); err != nil {
		return nil, err
	}
	if err := c.Access.GiveTo(owner); err != nil {
		return nil, err
	}
	if s.IfNotExists {
		if _, ok := c.Access.Namespace(name); ok {
			c.notice(pgerr.DuplicateSchema, "schema %q already exists, skipping", name)
			return tag("CREATE SCHEMA")
		}
	}
	// What the schema is made with belongs to its owner too.
	before := c.Sess.SwitchRole(owner)
	defer func() { c.Sess.SwitchRole(before) }()
	if _, err := c.Access.CreateNamespace(name, owner); err != nil {
		return nil, err
	}
	c.Access.CommandEnd()
	if err := c.schemaElements(name, s.Elements); err != nil {
		return nil, err
	}
	return tag("CREATE SCHEMA")
}

// schemaElements runs the statements inside CREATE SCHEMA with the new schema
// first in search_path: sequences, then tables, views and indexes, whatever the
// order in which they were written.
func (c *Ctx) schemaElements(schema string, elements []tree.Statement) error {
	if len(elements) == 0 {
		return nil
	}
	var passes [5][]tree.Statement
	for _, e := range elements {
		pass := 0
		switch e := e.(type) {
		case *tree.CreateSequence:
		case *tree.CreateTable:
			pass = 1
		case *tree.CreateView:
			pass = 2
		case *tree.CreateIndex:
			pass = 3
		case *tree.Grant:
			passes[4] = append(passes[4], e)
			continue
		default:
			return unbuilt(e)
		}
		e, err := inSchema(schema, e)
		if err != nil {
			return err
		}
		passes[pass] = append(passes[pass], e)
	}
	old := c.Sess.Set.Str(settings.SearchPath)
	path := expr.QuoteIdent(schema)
	if old != "" {
		path += ", " + old
	}
	c.Sess.Set.Force(settings.SearchPath, path)
	defer c.Sess.Set.Force(settings.SearchPath, old)
	for _, pass := range passes {
		for _, e := range pass {
			if _, err := Run(c, e); err != nil {
				return err
			}
			c.Access.CommandEnd()
		}
	}
	return nil
}

// inSchema copies a statement with the schema in front of the name that it makes,
// and refuses another schema there.
func inSchema(schema string, s tree.Statement) (tree.Statement, error) {
	var name **tree.RangeVar
	out := s
	switch s := s.(type) {
	case *tree.CreateSequence:
		e := *s
		out, name = &e, &e.Sequence
	case *tree.CreateTable:
		e := *s
		out, name = &e, &e.Relation
	case *tree.CreateView:
		e := *s
		out, name = &e, &e.View
	case *tree.CreateIndex:
		e := *s
		out, name = &e, &e.Relation
	}
	v := **name
	if v.Schema != "" && v.Schema != schema {
		return nil, pgerr.New(pgerr.InvalidSchemaDefinition, "CREATE specifies a schema (%s) different from the one being created (%s)",
			v.Schema, schema)
	}
	v.Schema = schema
	*name = &v
	return out, nil
}

func (c *Ctx) renameSchema(s *tree.Rename) (*Result, error) {
	if ns, ok := c.Access.Namespace(s.Name[0]); ok {
		if err := c.Access.CheckNamespaceOwner(ns); err != nil {
			return nil, err
		}
		if err := c.Access.CheckDatabase(catalog.CreatePrivilege); err != nil {
			return nil, err
		}
	}
	if err := c.Access.RenameNamespace(s.Name[0], s.NewName); err != nil {
		return nil, err
	}
	c.Access.CommandEnd()
	return tag("ALTER SCHEMA")
}
