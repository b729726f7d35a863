package minidb

import (
	"context"

	"minidb/commands"
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
}

// Prepare parses and analyzes one query. paramTypes are the OIDs of the
// parameters' types, 0 or missing for those to be inferred.
func (s *Session) Prepare(ctx context.Context, sql string, paramTypes ...uint32) (st *Stmt, err error) {
	stmts, err := parser.Parse(sql)
	if err != nil {
		return nil, s.failParse(err, sql)
	}
	if len(stmts) != 1 || !commands.IsQuery(stmts[0].Tree) {
		return nil, pgerr.Unsupported(-1, "Prepare of anything but one query", "")
	}
	s.s.BeginStatement(ctx)
	r := &Rows{sess: s, src: sql, stmt: stmts[0]}
	defer func() {
		if p := recover(); p != nil {
			err = panicError(p)
		}
		err = r.finish(err)
	}()
	if err := s.s.Start(); err != nil {
		return nil, err
	}
	ts := make([]types.OID, len(paramTypes))
	for i, t := range paramTypes {
		ts[i] = types.OID(t)
	}
	plan, err := planner.NewCachedPlan(s.access, stmts[0].Tree, ts)
	if err != nil {
		return nil, err
	}
	return &Stmt{sess: s, src: sql, stmt: stmts[0], plan: plan}, nil
}

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
func (st *Stmt) QueryDatums(ctx context.Context, params []types.Datum) (rows *Rows, err error) {
	s := st.sess
	if s.rows != nil {
		return nil, pgerr.New(pgerr.ObjectInUse, "the rows of the session's last statement are still open")
	}
	s.s.BeginStatement(ctx)
	r := &Rows{sess: s, src: st.src, stmt: st.stmt}
	defer func() {
		if p := recover(); p != nil {
			err = panicError(p)
		}
		if err != nil {
			rows, err = nil, r.finish(err)
		}
	}()
	if err := s.s.Start(); err != nil {
		return nil, err
	}
	ps, err := st.plan.Get(s.access, params)
	if err != nil {
		return nil, err
	}
	return r, r.open(ps, st.stmt.Tree, params)
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
