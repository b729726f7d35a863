package commands

// CREATE VIEW.

import (
	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/storage/lmgr"
)

func (c *Ctx) createView(s *tree.CreateView) (*Result, error) {
	pos := int(s.View.Pos)
	switch {
	case s.Persistence == tree.Temporary:
		return nil, pgerr.Unsupported(pos, "CREATE TEMPORARY VIEW", "Create an ordinary view and drop it.")
	case s.Persistence == tree.Unlogged:
		return nil, pgerr.New(pgerr.SyntaxError, "views cannot be unlogged because they do not have storage")
	case s.Recursive:
		return nil, pgerr.Unsupported(pos, "CREATE RECURSIVE VIEW", "Write WITH RECURSIVE inside the view.")
	case len(s.Options) > 0:
		return nil, pgerr.Unsupported(int(s.Options[0].Pos), "view option \""+s.Options[0].Name+"\"", "")
	case s.Check != tree.NoCheckOption:
		return nil, pgerr.Unsupported(pos, "WITH CHECK OPTION", "")
	}
	spec, err := c.viewSpec(s)
	if err != nil {
		return nil, err
	}
	old, err := c.oldView(s)
	switch {
	case err != nil:
		return nil, err
	case old != nil:
		err = c.Access.ReplaceView(old, *spec)
	default:
		err = c.Access.CreateView(*spec)
	}
	if err != nil {
		return nil, err
	}
	return tag("CREATE VIEW")
}

// viewSpec analyzes the view's query.
func (c *Ctx) viewSpec(s *tree.CreateView) (*catalog.ViewSpec, error) {
	q, err := planner.AnalyzeView(c.Access, s.Query)
	if err != nil {
		return nil, err
	}
	columns := planner.ResultColumns(q)
	if i, _ := planner.UndecidedCollation(c.Access, q); i >= 0 {
		return nil, pgerr.New(pgerr.IndeterminateCollation, "could not determine which collation to use for view column \"%s\"",
			resultName(s.Columns, columns, i)).
			WithHint("Use the COLLATE clause to set the collation explicitly.")
	}
	if len(s.Columns) > len(columns) {
		return nil, pgerr.New(pgerr.SyntaxError, "CREATE VIEW specifies more column names than columns")
	}
	schema, err := c.creationSchema(s.View)
	if err != nil {
		e := *pgerr.From(err)
		e.Position = 0
		return nil, &e
	}
	return &catalog.ViewSpec{Schema: schema, Name: s.View.Name, Columns: queryColumns(columns, s.Columns),
		Query: planner.MarshalQuery(q), Objects: planner.QueryObjects(q)}, nil
}

// oldView finds and locks the view that OR REPLACE replaces, nil if there is
// none.
func (c *Ctx) oldView(s *tree.CreateView) (*catalog.Relation, error) {
	exists, err := c.relationExists(s.View)
	if err != nil || !exists || !s.OrReplace {
		return nil, err
	}
	schema := s.View.Schema
	if schema == "" {
		_, schema, _ = c.Access.CreationNamespace()
	}
	rel, err := c.Access.Open(schema, s.View.Name, lmgr.AccessExclusive, s.View.Pos)
	if err != nil {
		return nil, err
	}
	if rel.Kind != catalog.ViewKind {
		return nil, pgerr.New(pgerr.WrongObjectType, "%q is not a view", rel.Name)
	}
	return rel, nil
}
