package minidb

import (
	"context"

	"minidb/commands"
	"minidb/executor"
	"minidb/parser"
	"minidb/planner"
	"minidb/types"
)

// Stmt is a prepared statement: parsed and analyzed once, planned as
// PostgreSQL's plan cache does it.
type Stmt struct {
	sess *Session
	st   *commands.Statement

	rows   *Rows         // memory of Exec while none is at work
	params []types.Datum // the same, of few parameters
}

// keep gives the statement the running nodes of an execution that has ended well,
// if its plan will be used again.
func (r *Rows) keep() {
	st := r.of
	if r.root == nil || r.plan == nil || !st.Plan.Keeps(r.plan) {
		r.releaseRows()
		return
	}
	r.processed = r.ec.Processed
	if executor.Keep(r.ec, r.root) {
		st.KeptCtx, st.KeptRoot = r.ec, r.root
	} else {
		r.releaseRows()
	}
	r.ec, r.root = nil, nil
}

// take gives r the statement's kept running nodes if they are of plan ps. An
// execution that fails does not give them back.
func (r *Rows) take(ps *planner.PlannedStmt) bool {
	st := r.of
	if st.KeptRoot == nil {
		return false
	}
	same := st.KeptCtx.Stmt == ps
	if same {
		r.ec, r.root = st.KeptCtx, st.KeptRoot
	}
	st.KeptCtx, st.KeptRoot = nil, nil
	return same
}

// Prepare parses and analyzes one statement. paramTypes are the OIDs of the
// parameters' types, 0 or missing for those to be inferred. Statements that are no
// queries, such as CREATE TABLE, have no parameters and are only parsed.
func (s *Session) Prepare(ctx context.Context, sql string, paramTypes ...uint32) (st *Stmt, err error) {
	if err := s.busy(); err != nil {
		return nil, err
	}
	stmts, err := s.db.trees.Parse(sql, s.lexOptions())
	if err != nil {
		return nil, s.failParse(err, sql)
	}
	switch {
	case len(stmts) == 0:
		return &Stmt{sess: s, st: statement("", sql, parser.Stmt{}, nil)}, nil
	case len(stmts) > 1:
		return nil, errManyCommands()
	case !commands.IsQuery(stmts[0].Tree):
		return &Stmt{sess: s, st: statement("", sql, stmts[0], nil)}, nil
	}
	r, err := s.run(ctx, sql, stmts[0], func(r *Rows) error {
		if err := s.s.Start(); err != nil {
			return err
		}
		if err := s.s.TakesSnapshot(); err != nil {
			return err
		}
		plan, err := planner.NewCachedPlan(s.access, stmts[0].Tree, oids(paramTypes))
		st = &Stmt{sess: s, st: statement("", sql, stmts[0], plan)}
		return err
	})
	if err != nil {
		return nil, err
	}
	return st, r.Close()
}

// statement makes a prepared statement of a parsed one; plan is nil if that is no
// query.
func statement(name, src string, st parser.Stmt, plan *planner.CachedPlan) *commands.Statement {
	return &commands.Statement{Name: name, Text: src, Tree: st.Tree, Own: st.Text, Off: st.Off, Plan: plan}
}

func oids(list []uint32) []types.OID {
	out := make([]types.OID, len(list))
	for i, t := range list {
		out[i] = types.OID(t)
	}
	return out
}

// Columns describes the columns of a query's result; none if it has no rows.
func (st *Stmt) Columns() []Column {
	if st.st.Plan == nil {
		return nil
	}
	return st.sess.describe(st.st.Plan.Columns())
}

// NumParams is the number of the statement's parameters.
func (st *Stmt) NumParams() int { return len(st.st.ParamTypes()) }

// Query runs the statement with values for its parameters, as Session.Query.
func (st *Stmt) Query(ctx context.Context, args ...any) (*Rows, error) {
	return st.query(ctx, args, nil)
}

// QueryDatums is Query with values that are datums of the parameters' types
// already. It keeps params until the rows are closed.
func (st *Stmt) QueryDatums(ctx context.Context, params []types.Datum) (*Rows, error) {
	return st.query(ctx, nil, params)
}

func (st *Stmt) query(ctx context.Context, args []any, params []types.Datum) (*Rows, error) {
	s := st.sess
	switch {
	case st.st.Tree == nil:
		return s.empty(st.st.Text, args)
	case st.st.Plan == nil:
		return s.start(ctx, st.st.Text, parser.Stmt{Tree: st.st.Tree, Text: st.st.Own, Off: st.st.Off}, args)
	}
	r := &Rows{}
	if _, err := st.queryIn(ctx, r, args, params); err != nil {
		return nil, err
	}
	return r, nil
}

// queryIn runs a query in the memory r, with the datums params or with args, for which
// params is memory then. It returns the datums.
func (st *Stmt) queryIn(ctx context.Context, r *Rows, args []any, params []types.Datum) ([]types.Datum, error) {
	s := st.sess
	*r = Rows{sess: s, src: st.st.Text, stmt: parser.Stmt{Tree: st.st.Tree}, of: st.st}
	err := s.runIn(ctx, r, func(r *Rows) error {
		if err := s.s.Start(); err != nil {
			return err
		}
		if err := s.s.TakesSnapshot(); err != nil {
			return err
		}
		if ts := st.st.ParamTypes(); len(args) > 0 || len(params) != len(ts) {
			var err error
			if params, err = appendArgs(params[:0], args, ts, s.s.Env); err != nil {
				return err
			}
		}
		ps, err := st.st.Plan.Get(s.access, params)
		if err != nil {
			return err
		}
		return r.open(ps, st.st.Tree, params)
	})
	return params, err
}

// Exec runs the statement and returns its command tag.
func (st *Stmt) Exec(ctx context.Context, args ...any) (string, error) {
	if st.st.Plan == nil {
		rows, err := st.Query(ctx, args...)
		if err != nil {
			return "", err
		}
		for rows.Next() {
		}
		return rows.Tag(), rows.Err()
	}
	r, params := st.rows, st.params
	st.rows, st.params = nil, nil
	if r == nil {
		r = &Rows{}
	}
	params, err := st.queryIn(ctx, r, args, params[:0])
	if err != nil {
		return "", err
	}
	for r.Next() {
	}
	tag, err := r.Tag(), r.Err()
	*r = Rows{}
	st.rows = r
	if clear(params); cap(params) <= keptParams {
		st.params = params
	}
	return tag, err
}
