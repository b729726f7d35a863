package minidb

// The extended query protocol's part of a session: Parse, Bind, Execute, Close and
// Sync, one method a message. What happens between two Syncs is a batch. It is the
// session's turn as a statement is, and one transaction unless it contains BEGIN
// or COMMIT. An error undoes it; whoever speaks the protocol then leaves out what
// follows, up to Sync.

import (
	"context"

	"minidb/commands"
	"minidb/parser"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/types"
)

// batch is what is known between the first message and Sync.
type batch struct {
	open     bool // the session's turn was taken, and not given back
	begun    bool // a statement was begun, and not ended
	executed bool // its Execute is over: the next message begins another
	quiet    bool // it leaves the counters of the last statement alone
	joined   bool // the transaction has had an Execute: the next one is in a block, also after a simple query

	unnamed *commands.Statement // prepared without a name; nil if there is none
	portals portals
}

// InBatch tells whether messages have come and no Sync.
func (s *Session) InBatch() bool { return s.batch.open }

// ForgetCancel is called within a batch when the client was waited for: a Cancel
// meanwhile met no statement.
func (s *Session) ForgetCancel() { s.s.ForgetCancel() }

// step begins the session's turn and a statement, as far as that has not been
// done. text is what the client sent; a message without one goes on with the last.
func (s *Session) step(ctx context.Context, text string) error {
	b := &s.batch
	if !b.open {
		s.wake()
		if err := s.over(); err != nil {
			s.rest()
			return err
		}
		s.s.ForgetCancel()
		b.open = true
	} else if err := s.busy(); err != nil {
		return err
	}
	if b.executed {
		s.s.EndStatement(b.quiet)
		b.begun = false
	}
	s.s.SetQuery(text)
	if !b.begun {
		s.s.BeginPipeline() // which VACUUM and its like leave
		if b.joined && s.s.Txn != nil {
			s.s.BeginImplicit()
		}
		s.s.BeginStatement(ctx)
		b.begun, b.executed, b.quiet = true, false, true
	}
	return nil
}

// failStep ends the transaction, or its level, for a message that failed.
func (s *Session) failStep(err error, text string) error {
	if e := guard(func() error { err = s.s.Finish(err); return nil }); e != nil {
		s.s.Abandon()
		err = e
	}
	if s.batch.begun {
		s.s.EndStatement(true)
		s.batch.begun, s.batch.executed = false, false
	}
	return inText(err, text)
}

// Fail ends a batch's transaction as an error of a message does, and returns it.
func (s *Session) Fail(err error) error {
	if e := s.step(context.Background(), s.s.Query()); e != nil {
		return e
	}
	return s.failStep(err, "")
}

// executed ends an Execute, after the transaction heard of it.
func (s *Session) executed(r *Rows, err error) {
	b := &s.batch
	b.executed, b.quiet = true, r.quiet()
	s.s.StopTimer()
	_, control := r.stmt.Tree.(*tree.Transaction)
	b.joined = s.s.Txn != nil && !control
	s.note(r)
	r.giveBack(err)
}

// leaveBatch ends the session's turn and keeps the transaction.
func (s *Session) leaveBatch() {
	b := &s.batch
	if b.open {
		if b.begun {
			s.s.EndStatement(b.quiet)
		}
		b.open, b.begun, b.executed, b.joined = false, false, false, false
		s.rest()
	}
	s.dropUnnamed()
}

// dropUnnamed forgets the statement and the portal without a name, which a simple
// query replaces.
func (s *Session) dropUnnamed() {
	s.batch.unnamed = nil
	if p := s.batch.portals.unnamed; p != nil {
		s.drop(p)
	}
}

// Sync ends a batch: what was done outside of a block is committed. The error is
// that of the commit.
func (s *Session) Sync() error {
	b := &s.batch
	if !b.open && !b.joined {
		return nil
	}
	if !b.open { // PostgreSQL 18 forgets to commit here, and fails at the next message
		if err := s.step(context.Background(), s.s.Query()); err != nil {
			return err
		}
	}
	var err error
	if e := guard(func() error { err = s.s.EndPipeline(); return nil }); e != nil {
		s.s.Abandon()
		err = e
	}
	s.s.LeavePipeline()
	if b.begun {
		s.s.EndStatement(b.quiet)
	}
	b.open, b.begun, b.executed, b.joined = false, false, false, false
	s.cleanUp()
	s.rest()
	return inText(err, "")
}

// Parse prepares a statement, any one, under a name; "" is a place of its own, for
// the next one. An empty text is a statement too. paramTypes are the OIDs of the
// parameters' types, 0 or missing for those to be inferred.
func (s *Session) Parse(ctx context.Context, name, sql string, paramTypes []uint32) error {
	if err := s.step(ctx, sql); err != nil {
		return err
	}
	if err := guard(func() error { return s.parse(name, sql, oids(paramTypes)) }); err != nil {
		return s.failStep(err, sql)
	}
	return nil
}

func (s *Session) parse(name, sql string, ts []types.OID) error {
	if name == "" {
		s.batch.unnamed = nil
	}
	stmts, err := s.db.trees.Parse(sql, s.lexOptions())
	if err != nil {
		return err
	}
	if len(stmts) > 1 {
		return errManyCommands()
	}
	var one parser.Stmt
	if len(stmts) == 1 {
		one = stmts[0]
		for _, n := range one.Notices {
			s.s.Notice(n)
		}
	}
	st := statement(name, sql, one, nil)
	st.Utility = ts
	if err := s.startFor(st); err != nil {
		return err
	}
	if commands.Analyzed(st.Tree) {
		if err := s.s.TakesSnapshot(); err != nil {
			return err
		}
	}
	if err := s.analyze(st, ts); err != nil {
		return err
	}
	st.Prepared = s.s.StmtStart
	if name == "" {
		s.batch.unnamed = st
		return nil
	}
	return s.prepared.Add(st)
}

func (s *Session) analyze(st *commands.Statement, ts []types.OID) (err error) {
	switch {
	case st.Tree == nil:
		return nil
	case ends(st.Tree):
	case commands.IsQuery(st.Tree):
		st.Plan, err = planner.NewCachedPlan(s.access, st.Tree, ts)
	default:
		st.Utility, err = s.statementContext(st, nil).InferParams(st.Tree, ts)
	}
	if err == nil {
		for i, t := range st.ParamTypes() {
			if t == 0 || t == types.UnknownOID {
				return pgerr.New(pgerr.IndeterminateDatatype, "could not determine data type of parameter $%d", i+1)
			}
		}
	}
	return err
}

// startFor begins a transaction for a statement: one that ends a failed block is
// welcome there, and an empty one.
func (s *Session) startFor(st *commands.Statement) error {
	if s.s.Status() == 'E' && (st.Tree == nil || ends(st.Tree)) {
		return nil
	}
	return s.s.Start()
}

// ends tells whether a statement may end a failed block.
func ends(st tree.Statement) bool {
	t, ok := st.(*tree.Transaction)
	return ok && (t.Kind == tree.TransCommit || t.Kind == tree.TransRollback || t.Kind == tree.TransRollbackTo || t.Kind == tree.TransPrepare)
}

// statementContext is what a prepared utility statement works with.
func (s *Session) statementContext(st *commands.Statement, params []types.Datum) *commands.Ctx {
	r := &Rows{sess: s, src: st.Text, stmt: parser.Stmt{Tree: st.Tree, Text: st.Own, Off: st.Off}}
	c := r.context()
	c.Params, c.ParamTypes = params, st.ParamTypes()
	return c
}

// prepare finds a prepared statement.
func (s *Session) statement(name string) (*commands.Statement, error) {
	if name != "" {
		return s.prepared.Get(name)
	}
	if s.batch.unnamed == nil {
		return nil, pgerr.New(pgerr.InvalidSQLStatementName, "unnamed prepared statement does not exist")
	}
	return s.batch.unnamed, nil
}

// DescribeStatement returns the OIDs of a prepared statement's parameter types, also
// with an error if it is one of the columns (nil otherwise), and its columns,
// appended to fields; ok is false if it gives no rows.
func (s *Session) DescribeStatement(ctx context.Context, name string, fields []Field) (params []uint32, _ []Field, ok bool, err error) {
	if err := s.step(ctx, s.s.Query()); err != nil {
		return nil, fields, false, err
	}
	err = guard(func() error {
		st, err := s.statement(name)
		if err != nil {
			return err
		}
		if s.s.Status() != 'E' {
			if err := s.s.Start(); err != nil {
				return err
			}
		}
		columns, err := s.resultOf(st)
		failed := s.s.Status() == 'E'
		if failed && columns != nil {
			return s.s.Start() // the error of a failed block
		}
		params = make([]uint32, 0, len(st.ParamTypes()))
		for _, t := range st.ParamTypes() {
			params = append(params, uint32(t))
		}
		if !failed && st.Plan != nil && err == nil {
			err = st.Plan.Check(s.access)
		}
		ok, fields = columns != nil, s.appendFields(fields, columns)
		return err
	})
	if err != nil {
		err = s.failStep(err, "")
	}
	return params, fields, ok, err
}

// resultOf describes the rows of a statement; nil if it gives none.
func (s *Session) resultOf(st *commands.Statement) ([]planner.ResultColumn, error) {
	switch {
	case st.Tree == nil:
		return nil, nil
	case st.Plan != nil:
		return queryColumns(st.Plan), nil
	}
	if _, ok := st.Tree.(*tree.Transaction); ok { // the most frequent one
		return nil, nil
	}
	return s.statementContext(st, nil).Describe(st.Tree)
}

// queryColumns is not nil for a query that gives rows, maybe of no columns.
func queryColumns(p *planner.CachedPlan) []planner.ResultColumn {
	columns := p.Columns()
	if _, ok := p.Statement().(*tree.SelectStmt); ok && columns == nil {
		return []planner.ResultColumn{}
	}
	return columns
}

// CloseStatement forgets a prepared statement, if there is one of that name.
func (s *Session) CloseStatement(name string) {
	if name == "" {
		s.batch.unnamed = nil
		return
	}
	s.prepared.Remove(name)
}
