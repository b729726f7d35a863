package commands

import (
	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
)

// CREATE SCHEMA.

func (c *Ctx) createSchema(s *tree.CreateSchema) (*Result, error) {
	if s.Owner != nil {
		return nil, pgerr.Unsupported(int(s.Pos), "CREATE SCHEMA AUTHORIZATION", "")
	}
	if len(s.Elements) > 0 {
		return nil, pgerr.Unsupported(int(s.Elements[0].Position()), "CREATE SCHEMA with elements", "Write them as statements of their own.")
	}
	if s.IfNotExists {
		if _, ok := c.Access.Namespace(s.Name); ok {
			c.notice(pgerr.DuplicateSchema, "schema %q already exists, skipping", s.Name)
			return tag("CREATE SCHEMA")
		}
	}
	if _, err := c.Access.CreateNamespace(s.Name, catalog.BootstrapUser); err != nil {
		return nil, err
	}
	c.Access.CommandEnd()
	return tag("CREATE SCHEMA")
}
