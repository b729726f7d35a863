package commands

import (
	"maps"
	"slices"
	"strings"
	"time"

	"minidb/catalog"
	"minidb/executor"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/types"
)

// PREPARE, EXECUTE and DEALLOCATE. Prepared statements belong to the session
// and outlive transactions.

// Prepared is a session's prepared statements by name.
type Prepared struct {
	byName map[string]*Statement
}

// Statement is one prepared statement: a query, or, if it was parsed by the
// protocol, any other statement, or none at all.
type Statement struct {
	Name     string
	Text     string              // what the client sent: the PREPARE with all around it, or Parse's text
	Tree     tree.Statement      // nil for an empty text
	Own      string              // the statement's own part of Text
	Off      int                 // where that begins
	Plan     *planner.CachedPlan // of a query; else nil
	Utility  []types.OID         // parameters of another statement, such as EXPLAIN
	Prepared time.Time
	FromSQL  bool

	// KeptRoot and KeptCtx are the running nodes of the last execution, ready for
	// the next one of the same plan; KeptRoot is nil if there are none.
	KeptCtx  *executor.Ctx
	KeptRoot executor.Node
}

// ParamTypes are the types of the statement's parameters.
func (s *Statement) ParamTypes() []types.OID {
	if s.Plan != nil {
		return s.Plan.ParamTypes()
	}
	return s.Utility
}

// Planned is the plan of a prepared query for EXECUTE.
func (s *Statement) Planned(a *catalog.Access, params []types.Datum) (*planner.PlannedStmt, error) {
	if s.Plan == nil {
		return nil, pgerr.Unsupported(-1, "EXECUTE of a statement that is no query", "")
	}
	return s.Plan.Get(a, params)
}

// NewPrepared returns an empty set.
func NewPrepared() *Prepared { return &Prepared{byName: map[string]*Statement{}} }

// List describes the statements for pg_prepared_statements, by name.
func (p *Prepared) List() []catalog.PreparedStatement {
	var out []catalog.PreparedStatement
	for _, s := range p.All() {
		row := catalog.PreparedStatement{Name: s.Name, Text: s.Text, At: s.Prepared, Params: s.ParamTypes(), FromSQL: s.FromSQL}
		if s.Plan != nil {
			row.Generic, row.Custom = s.Plan.GenericPlans, s.Plan.CustomPlans
			for _, c := range s.Plan.Columns() {
				row.Results = append(row.Results, c.Type)
			}
		}
		out = append(out, row)
	}
	return out
}

// All returns the statements, by name.
func (p *Prepared) All() []*Statement {
	var out []*Statement
	for _, k := range slices.Sorted(maps.Keys(p.byName)) {
		out = append(out, p.byName[k])
	}
	return out
}

// Get returns a prepared statement: 26000 if there is none of that name, 22021 if the name
// is no text. It does not keep the name, so that who has it in bytes need not copy it.
func (p *Prepared) Get(name string) (*Statement, error) {
	if s, ok := p.byName[name]; ok {
		return s, nil
	}
	if err := types.ValidText([]byte(name)); err != nil {
		return nil, err
	}
	return nil, pgerr.New(pgerr.InvalidSQLStatementName, "prepared statement %q does not exist", strings.Clone(name))
}

// EarlySnapshot tells whether a statement runs a prepared one on the snapshot that
// it began with, which is older than the locks of the prepared statement's tables.
// One that writes takes another when they are locked, unless EXPLAIN runs it.
func (p *Prepared) EarlySnapshot(s tree.Statement) bool {
	query := s
	switch s := s.(type) {
	case *tree.Explain:
		query = s.Query
	case *tree.CreateTableAs:
		query = s.Query
	}
	e, ok := query.(*tree.Execute)
	if !ok || query != s {
		return ok
	}
	st := p.byName[e.Name]
	return st != nil && st.Plan != nil && st.Plan.OnlyReads()
}

// Add adds a statement: 42P05 if the name is taken.
func (p *Prepared) Add(s *Statement) error {
	if _, ok := p.byName[s.Name]; ok {
		return pgerr.New(pgerr.DuplicatePreparedStatement, "prepared statement %q already exists", s.Name)
	}
	p.byName[s.Name] = s
	return nil
}

func (c *Ctx) prepare(s *tree.Prepare) (*Result, error) {
	if !IsQuery(s.Query) {
		return nil, pgerr.Unsupported(int(s.Query.Position()), "PREPARE of "+StatementName(s.Query), "")
	}
	ts := make([]types.OID, len(s.ArgTypes))
	for i, t := range s.ArgTypes {
		oid, _, err := planner.ResolveTypeName(c.Access, t)
		if err != nil {
			return nil, err
		}
		ts[i] = oid
	}
	plan, err := planner.NewCachedPlan(c.Access, s.Query, ts)
	if err != nil {
		return nil, err
	}
	st := &Statement{Name: s.Name, Text: c.Source, Tree: s.Query, Own: c.Text, Off: c.Off, Plan: plan, Prepared: c.Sess.StmtStart, FromSQL: true}
	if err := c.Prepared.Add(st); err != nil {
		return nil, err
	}
	return tag("PREPARE")
}

func (c *Ctx) deallocate(s *tree.Deallocate) (*Result, error) {
	if s.All {
		clear(c.Prepared.byName)
		return tag("DEALLOCATE ALL")
	}
	if _, err := c.Prepared.Get(s.Name); err != nil {
		return nil, err
	}
	c.Prepared.Remove(s.Name)
	return tag("DEALLOCATE")
}

// Remove forgets a statement, if there is one of that name.
func (p *Prepared) Remove(name string) { delete(p.byName, name) }

// ExecuteParams evaluates the arguments of EXECUTE for its statement.
func ExecuteParams(c *Ctx, st *Statement, s *tree.Execute) ([]types.Datum, error) {
	want := st.ParamTypes()
	if len(want) == 0 {
		return nil, nil // arguments too many are not looked at, as in PostgreSQL
	}
	if len(want) != len(s.Params) {
		return nil, pgerr.New(pgerr.SyntaxError, "wrong number of parameters for prepared statement %q", s.Name).
			WithDetail("Expected %d parameters but got %d.", len(want), len(s.Params))
	}
	out := make([]types.Datum, len(want))
	for i, raw := range s.Params {
		e, err := planner.AnalyzeExecuteParam(c.Access, raw, want[i], i+1)
		if err != nil {
			return nil, err
		}
		f, err := expr.Compile(e)
		if err != nil {
			return nil, err
		}
		if out[i], err = f(c.evalCtx(), nil); err != nil {
			return nil, err
		}
	}
	return out, nil
}
