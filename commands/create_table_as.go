package commands

// CREATE TABLE AS and SELECT INTO: a table with the columns and rows of a query.

import (
	"fmt"

	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/session"
	"minidb/types"
)

// intoOf returns the INTO of a SELECT, which its leftmost part has.
func intoOf(s tree.Statement) *tree.IntoClause {
	q, ok := s.(*tree.SelectStmt)
	if !ok {
		return nil
	}
	for q.Op != tree.SetNone {
		q = q.Left
	}
	return q.Into
}

// asTable makes CREATE TABLE AS of SELECT INTO; other statements give nil.
func asTable(s tree.Statement) *tree.CreateTableAs {
	if ct, ok := s.(*tree.CreateTableAs); ok {
		return ct
	}
	into := intoOf(s)
	if into == nil {
		return nil
	}
	q := s.(*tree.SelectStmt)
	return &tree.CreateTableAs{Pos: q.Pos, Into: into, Query: withoutInto(q)}
}

// withoutInto copies the way to the part of q that has INTO, and takes it off.
func withoutInto(q *tree.SelectStmt) *tree.SelectStmt {
	c := *q
	if c.Op == tree.SetNone {
		c.Into = nil
		return &c
	}
	c.Left = withoutInto(q.Left)
	return &c
}

// querySource is what the table is made from: an analyzed query or an EXECUTE.
type querySource struct {
	ps     *planner.PlannedStmt
	params []types.Datum
}

func (c *Ctx) createTableAs(s *tree.CreateTableAs) (*Result, error) {
	plan, err := c.analyzeSource(s)
	if err != nil {
		return nil, err
	}
	to, exists, err := c.intoExists(s)
	if err != nil {
		return nil, err
	}
	if exists {
		return tag("CREATE TABLE AS")
	}
	src, err := plan()
	if err != nil {
		return nil, err
	}
	if !s.WithNoData {
		if err := planner.CheckPermissions(c.Access, src.ps); err != nil {
			return nil, err
		}
	}
	rel, err := c.createInto(s, to, src.ps.Columns)
	if err != nil {
		return nil, err
	}
	if _, ok := s.Query.(*tree.Execute); s.WithNoData && ok {
		return tag("SELECT 0") // which PostgreSQL runs for no rows
	}
	if s.WithNoData {
		return tag("CREATE TABLE AS")
	}
	n := 0
	err = c.RunPlan(src.ps, src.params, nil, c.insertInto(rel, len(src.ps.Columns), &n))
	if err != nil {
		return nil, err
	}
	return tag(fmt.Sprintf("SELECT %d", n))
}

// insertInto returns the receiver of the query's rows.
func (c *Ctx) insertInto(rel *catalog.Relation, width int, n *int) func(types.Row) error {
	return func(row types.Row) error {
		*n++
		c.Sess.Progress.Add(session.Inserting)
		_, err := rel.Heap.Insert(c.Sess.Txn, row[:width])
		return err
	}
}

// analyzeSource analyzes the query and returns the function that plans it: the
// table's name is looked at in between.
func (c *Ctx) analyzeSource(s *tree.CreateTableAs) (func() (querySource, error), error) {
	if s.Materialized {
		return nil, unbuilt(s)
	}
	if e, ok := s.Query.(*tree.Execute); ok {
		return func() (querySource, error) { return c.executeSource(e) }, nil
	}
	q, err := planner.Analyze(c.Access, s.Query, &planner.ParamTypes{Types: c.ParamTypes})
	if err != nil {
		return nil, err
	}
	if i, t := planner.UndecidedCollation(c.Access, q); i >= 0 {
		return nil, pgerr.New(pgerr.IndeterminateCollation, "no collation was derived for column \"%s\" with collatable type %s",
			resultName(s.Into.Columns, planner.ResultColumns(q), i), c.Access.FormatType(t, -1)).
			WithHint("Use the COLLATE clause to set the collation explicitly.")
	}
	return func() (querySource, error) {
		ps, err := planner.PlanQuery(c.Access, q, planner.Options{Params: c.Params})
		return querySource{ps, c.Params}, err
	}, nil
}

func (c *Ctx) executeSource(e *tree.Execute) (src querySource, err error) {
	st, err := c.Prepared.Get(e.Name)
	if err != nil {
		return src, err
	}
	if src.params, err = ExecuteParams(c, st, e); err != nil {
		return src, err
	}
	if src.ps, err = st.Planned(c.Access, src.params); err != nil {
		return src, err
	}
	if src.ps.Command != planner.Select {
		return src, pgerr.New(pgerr.WrongObjectType, "prepared statement is not a SELECT")
	}
	return src, nil
}

// intoExists tells where the table goes, and whether it is there, which IF NOT
// EXISTS allows.
func (c *Ctx) intoExists(s *tree.CreateTableAs) (creation, bool, error) {
	r := s.Into.Relation
	to, err := c.creationSchema(r, s.Into.Persistence)
	if err != nil {
		return to, false, unplaced(err)
	}
	exists, err := c.relationExists(to, r.Name)
	if err != nil || !exists {
		return to, false, err
	}
	if !s.IfNotExists {
		return to, false, pgerr.New(pgerr.DuplicateTable, "relation %q already exists", r.Name)
	}
	c.notice(pgerr.DuplicateTable, "relation %q already exists, skipping", r.Name)
	return to, true, nil
}

// createInto makes the table with the query's columns.
func (c *Ctx) createInto(s *tree.CreateTableAs, to creation, columns []planner.ResultColumn) (*catalog.Relation, error) {
	i := s.Into
	err := refuseTableClauses(&tree.CreateTable{Relation: i.Relation, Method: i.Method,
		Tablespace: i.Tablespace})
	if err != nil {
		return nil, err
	}
	if err := to.allowOnCommit(i.OnCommit); err != nil {
		return nil, err
	}
	if len(i.Columns) > len(columns) {
		return nil, pgerr.New(pgerr.SyntaxError, "too many column names were specified")
	}
	spec := catalog.TableSpec{Schema: to.schema, Name: i.Relation.Name, Kind: catalog.TableKind, Persistence: to.persistence,
		Columns: queryColumns(columns, i.Columns)}
	if spec.Options, err = tableParameters(nil, i.Options, false); err != nil {
		return nil, err
	}
	rel, err := c.Access.CreateTable(spec)
	if err != nil {
		return nil, err
	}
	c.noteOnCommit(rel.OID, i.OnCommit)
	c.Access.CommandEnd()
	return c.Access.ByOID(rel.OID)
}

// queryColumns are columns like those of a query's result, the first of them
// with other names.
func resultName(names []string, columns []planner.ResultColumn, i int) string {
	if i < len(names) {
		return names[i]
	}
	return columns[i].Name
}

func queryColumns(columns []planner.ResultColumn, names []string) []catalog.Column {
	out := make([]catalog.Column, len(columns))
	for i, col := range columns {
		out[i] = catalog.Column{Name: col.Name, Type: col.Type, Typmod: col.Mod, Collation: col.Collation, Dims: -1}
		if i < len(names) {
			out[i].Name = names[i]
		}
	}
	return out
}
