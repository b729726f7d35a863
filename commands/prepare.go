package commands

import (
	"maps"
	"slices"
	"time"

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

// Statement is one prepared statement.
type Statement struct {
	Name     string
	Text     string // the whole PREPARE statement, or what the client sent to Parse
	Plan     *planner.CachedPlan
	Prepared time.Time
	FromSQL  bool
}

// NewPrepared returns an empty set.
func NewPrepared() *Prepared { return &Prepared{byName: map[string]*Statement{}} }

// All returns the statements by name.
func (p *Prepared) All() []*Statement {
	var out []*Statement
	for _, k := range slices.Sorted(maps.Keys(p.byName)) {
		out = append(out, p.byName[k])
	}
	return out
}

// Get returns a prepared statement: 26000 if there is none of that name.
func (p *Prepared) Get(name string) (*Statement, error) {
	if s, ok := p.byName[name]; ok {
		return s, nil
	}
	return nil, pgerr.New(pgerr.InvalidSQLStatementName, "prepared statement %q does not exist", name)
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
	st := &Statement{Name: s.Name, Text: c.Text, Plan: plan, Prepared: c.Sess.StmtStart, FromSQL: true}
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
	delete(c.Prepared.byName, s.Name)
	return tag("DEALLOCATE")
}

// ExecuteParams evaluates the arguments of EXECUTE for its statement.
func ExecuteParams(c *Ctx, st *Statement, s *tree.Execute) ([]types.Datum, error) {
	want := st.Plan.ParamTypes()
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
