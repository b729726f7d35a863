package minidb

import (
	"context"

	"minidb/commands"
	"minidb/executor"
	"minidb/parser"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/types"
)

// Stmt is a prepared statement: parsed and analyzed once, planned as
// PostgreSQL's plan cache does it.
type Stmt struct {
	sess *Session
	src  string
	stmt parser.Stmt
	plan *planner.CachedPlan

	// The running nodes of the last execution, ready for the next one of the same
	// plan; keptRoot is nil if there are none.
	keptCtx  *executor.Ctx
	keptRoot executor.Node
}

// keep takes over the running nodes of an execution that has ended well, if its
// plan will be used again.
func (st *Stmt) keep(r *Rows) {
	if r.root == nil || r.plan == nil || !st.plan.Keeps(r.plan) {
		return
	}
	r.processed = r.ec.Processed
	if executor.Keep(r.ec, r.root) {
		st.keptCtx, st.keptRoot = r.ec, r.root
	}
	r.ec, r.root = nil, nil
}

// take gives r the kept running nodes if they are of plan ps. An execution that
// fails does not give them back.
func (st *Stmt) take(r *Rows, ps *planner.PlannedStmt) bool {
	if st.keptRoot == nil {
		return false
	}
	same := st.keptCtx.Stmt == ps
	if same {
		r.ec, r.root = st.keptCtx, st.keptRoot
	}
	st.keptCtx, st.keptRoot = nil, nil
	return same
}

// Prepare parses and analyzes one query. paramTypes are the OIDs of the
// parameters' types, 0 or missing for those to be inferred.
func (s *Session) Prepare(ctx context.Context, sql string, paramTypes ...uint32) (st *Stmt, err error) {
	if err := s.busy(); err != nil {
		return nil, err
	}
	stmts, err := parser.ParseWith(sql, s.lexOptions())
	if err != nil {
		return nil, s.failParse(err, sql)
	}
	if len(stmts) != 1 || !commands.IsQuery(stmts[0].Tree) {
		return nil, pgerr.Unsupported(-1, "Prepare of anything but one query", "")
	}
	r, err := s.run(ctx, sql, stmts[0], func(r *Rows) error {
		if err := s.s.Start(); err != nil {
			return err
		}
		s.s.TakesSnapshot()
		ts := make([]types.OID, len(paramTypes))
		for i, t := range paramTypes {
			ts[i] = types.OID(t)
		}
		plan, err := planner.NewCachedPlan(s.access, stmts[0].Tree, ts)
		st = &Stmt{sess: s, src: sql, stmt: stmts[0], plan: plan}
		return err
	})
	if err != nil {
		return nil, err
	}
	return st, r.Close()
}

// Columns describes the columns of the statement's result; none if it has no rows.
func (st *Stmt) Columns() []Column { return st.sess.describe(st.plan.Columns()) }

// Query runs the statement with values for its parameters, as Session.Query.
func (st *Stmt) Query(ctx context.Context, args ...any) (*Rows, error) {
	params, err := encodeArgs(args, st.plan.ParamTypes(), st.sess.s.Env)
	if err != nil {
		return nil, err
	}
	return st.QueryDatums(ctx, params)
}

// QueryDatums is Query with values that are datums of the parameters' types
// already. It keeps params until the rows are closed.
func (st *Stmt) QueryDatums(ctx context.Context, params []types.Datum) (*Rows, error) {
	s := st.sess
	return s.run(ctx, st.src, st.stmt, func(r *Rows) error {
		r.of = st
		if err := s.s.Start(); err != nil {
			return err
		}
		s.s.TakesSnapshot()
		ps, err := st.plan.Get(s.access, params)
		if err != nil {
			return err
		}
		return r.open(ps, st.stmt.Tree, params)
	})
}

// Exec runs the statement and returns its command tag.
func (st *Stmt) Exec(ctx context.Context, args ...any) (string, error) {
	rows, err := st.Query(ctx, args...)
	if err != nil {
		return "", err
	}
	for rows.Next() {
	}
	return rows.Tag(), rows.Err()
}
