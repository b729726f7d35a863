package commands

// CREATE VIEW.

import (
	"strings"

	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/storage/lmgr"
)

func (c *Ctx) createView(s *tree.CreateView) (*Result, error) {
	pos := int(s.View.Pos)
	switch {
	case s.Persistence == tree.Unlogged:
		return nil, pgerr.New(pgerr.SyntaxError, "views cannot be unlogged because they do not have storage")
	case s.Recursive:
		return nil, pgerr.Unsupported(pos, "CREATE RECURSIVE VIEW", "Write WITH RECURSIVE inside the view.")
	}
	spec, err := c.viewSpec(s)
	if err != nil {
		return nil, err
	}
	old, err := c.oldView(s, spec)
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
	check, err := checkOption(s)
	if err != nil {
		return nil, err
	}
	if check != "" {
		if why := planner.CheckOptionRefused(q); why != "" {
			return nil, pgerr.New(pgerr.FeatureNotSupported, "WITH CHECK OPTION is supported only on automatically updatable views").
				WithHint("%s", why)
		}
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
	persist := s.Persistence
	if persist == tree.Permanent && planner.ReadsTemporary(q) {
		persist = tree.Temporary
		c.notice(pgerr.SuccessfulCompletion, "view %q will be a temporary view", s.View.Name)
	}
	to, err := c.creationSchema(s.View, persist)
	if err != nil {
		return nil, unplaced(err)
	}
	if err := c.Access.CheckCreateIn(to.schema); err != nil {
		return nil, err
	}
	return &catalog.ViewSpec{Schema: to.schema, Name: s.View.Name, Persistence: to.persistence, Columns: queryColumns(columns, s.Columns),
		Query: planner.MarshalQuery(q), Objects: planner.QueryObjects(q), Check: check}, nil
}

// checkOption is the view's check option, by WITH CHECK OPTION or as an option.
func checkOption(s *tree.CreateView) (string, error) {
	check := map[tree.CheckOption]string{tree.LocalCheckOption: "local", tree.CascadedCheckOption: "cascaded"}[s.Check]
	for _, o := range s.Options {
		if o.Name != "check_option" {
			return "", pgerr.Unsupported(int(o.Pos), "view option \""+o.Name+"\"", "")
		}
		if check != "" {
			return "", pgerr.New(pgerr.InvalidParameterValue, "parameter \"check_option\" specified more than once")
		}
		if o.Value != nil {
			check = o.Value.Text
		} else if len(o.Names) > 0 {
			check = o.Names[len(o.Names)-1]
		}
		if check = strings.ToLower(check); check != "local" && check != "cascaded" {
			return "", pgerr.New(pgerr.InvalidParameterValue, "invalid value for enum option \"check_option\": %s", check).
				WithDetail("Valid values are \"local\" and \"cascaded\".")
		}
	}
	return check, nil
}

// oldView finds and locks the view that OR REPLACE replaces, nil if there is
// none.
func (c *Ctx) oldView(s *tree.CreateView, spec *catalog.ViewSpec) (*catalog.Relation, error) {
	old, err := c.Access.LookupIn(spec.Schema, s.View.Name)
	if err != nil || old == nil || !s.OrReplace {
		return nil, err
	}
	rel, err := c.Access.Open(old.Schema, s.View.Name, lmgr.AccessExclusive, s.View.Pos)
	if err != nil {
		return nil, err
	}
	if err := c.Access.CheckOwner(rel); err != nil {
		return nil, err
	}
	if rel.Kind != catalog.ViewKind {
		return nil, pgerr.New(pgerr.WrongObjectType, "%q is not a view", rel.Name)
	}
	return rel, nil
}
