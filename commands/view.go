package commands

// CREATE VIEW.

import (
	"slices"
	"strings"

	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/storage/lmgr"
)

func (c *Ctx) createView(s *tree.CreateView) (*Result, error) {
	switch {
	case s.Persistence == tree.Unlogged:
		return nil, pgerr.New(pgerr.SyntaxError, "views cannot be unlogged because they do not have storage")
	case s.Recursive:
		s = recursiveView(s)
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

// recursiveView writes CREATE RECURSIVE VIEW v (a) AS query as a view of
// WITH RECURSIVE v (a) AS (query) SELECT a FROM v.
func recursiveView(s *tree.CreateView) *tree.CreateView {
	name := s.View.Name
	q := &tree.SelectStmt{Pos: -1, From: []tree.TableRef{&tree.RangeVar{Pos: -1, Name: name}},
		With: &tree.WithClause{Pos: -1, Recursive: true, CTEs: []*tree.CTE{{Pos: -1, Name: name, Columns: s.Columns, Query: s.Query}}}}
	for _, c := range s.Columns {
		q.TargetList = append(q.TargetList, &tree.ResTarget{Pos: -1, Val: &tree.ColumnRef{Pos: -1, Fields: []string{c}}})
	}
	v := *s
	v.Query = q
	return &v
}

// viewSpec analyzes the view's query.
func (c *Ctx) viewSpec(s *tree.CreateView) (*catalog.ViewSpec, error) {
	q, err := planner.AnalyzeView(c.Access, s.Query)
	if err != nil {
		return nil, err
	}
	options, err := viewParameters(s)
	if err != nil {
		return nil, err
	}
	if err := checkOptionAllowed(options, planner.CheckOptionRefused(q)); err != nil {
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
		Query: planner.MarshalQuery(q), Objects: planner.QueryObjects(q), Options: options}, nil
}

// checkOptionAllowed refuses a check option among the options if there is a reason why
// the view cannot have one.
func checkOptionAllowed(options []string, why string) error {
	if why == "" || !slices.ContainsFunc(options, func(o string) bool { return strings.HasPrefix(o, "check_option=") }) {
		return nil
	}
	return pgerr.New(pgerr.FeatureNotSupported, "WITH CHECK OPTION is supported only on automatically updatable views").
		WithHint("%s", why)
}

// viewParameters are the options of a view, with WITH CHECK OPTION as one of them.
func viewParameters(s *tree.CreateView) ([]string, error) {
	l := s.Options
	if s.Check != tree.NoCheckOption {
		word := map[tree.CheckOption]string{tree.LocalCheckOption: "local", tree.CascadedCheckOption: "cascaded"}[s.Check]
		l = append(slices.Clone(l), &tree.DefElem{Pos: -1, Name: "check_option", Names: []string{word}})
	}
	return parameters(viewOptions, otherViewOptions, nil, l, false)
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
