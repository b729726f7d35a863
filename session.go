package minidb

import (
	"context"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"minidb/catalog"
	"minidb/commands"
	"minidb/executor"
	"minidb/parser"
	"minidb/parser/lex"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/session"
	"minidb/settings"
	"minidb/types"
)

// Session is one connection to a database: its settings, its transaction, its
// prepared statements. It is used by one goroutine at a time; Cancel may be
// called from any.
type Session struct {
	db       *DB
	s        *session.Session
	access   *catalog.Access
	prepared *commands.Prepared
	cursors  *commands.Cursors
	batch    batch // of the extended protocol
	triggers *executor.AfterTriggers
	rows     *Rows // open result, nil if none
	closed   bool
	touched  []*catalog.Relation // tables written to since the last look at dead rows
	ddl      bool                // the catalogs were written to as well
	simple   bool                // a message of Simple runs, of several statements
	last     bool                // the statement that runs is its message's last, and commits
	told     []string            // the values that Report gave, nil before
	untold   bool                // some may have changed since
	status   byte                // what Status returns; 0 before the first statement

	running           atomic.Bool // the turn is a statement's
	turn              sync.Mutex  // held while a statement runs; guards what follows
	disposed          bool
	idle, transaction alarm
}

// Session opens a session as the superuser postgres.
func (db *DB) Session() *Session {
	s := db.hidden()
	db.add(s)
	return s
}

// hidden opens a session that no other sees, and so none can end.
func (db *DB) hidden() *Session {
	s := session.New(db.cat.Store(), db.nextPID.Add(1), "postgres", "postgres")
	s.Channels = &db.channels
	out := &Session{db: db, s: s, access: db.cat.Attach(s), prepared: commands.NewPrepared(),
		cursors: commands.NewCursors()}
	out.triggers = executor.NewAfterTriggers(s, out.access, out.planInternal)
	s.Follower = out.triggers
	out.access.Prepared, out.access.Cursors, out.access.Backends = out.prepared.List, out.cursors.List, backends{db}
	out.access.InUse = func(r *catalog.Relation, what string) error {
		return commands.InUse(out.cursors, out.triggers, r, what)
	}
	out.access.CursorRow = out.cursors.CurrentRow
	s.BeforeCommit = out.beforeCommit
	s.TxnEnded = func(bool) {
		_ = guard(out.cursors.EndTransaction)
		out.endPortals()
	}
	_ = apply(s.Set, db.settings) // Open had no error of them
	out.checkRoles()
	out.noteReported()
	return out
}

// beforeCommit does what a transaction owes at its end: cursors WITH HOLD read
// their rows, then come the actions of ON COMMIT.
func (s *Session) beforeCommit() error {
	if err := guard(s.cursors.Hold); err != nil {
		return err
	}
	return guard(s.access.PreCommit)
}

// Close rolls back what is open and gives everything back; a statement that runs, and
// called Close by way of OnNotice, fails with 08003 first.
func (s *Session) Close() {
	if s.closed {
		return
	}
	if s.running.Load() && s.rows == nil && !s.batch.open {
		s.terminate(pgerr.From(errClosed()))
		return
	}
	if r := s.rows; r != nil && r.Close() == nil {
		r.err = errClosed() // whoever reads on must not take the rows for complete
	}
	s.closed = true
	if !s.batch.open {
		s.turn.Lock()
	}
	s.batch.open = false
	s.dispose()
	s.turn.Unlock()
}

// dropTemp drops the temporary objects of a session that ends. It waits for
// nobody: what another session has locked is left to who gets the schema next.
func (s *Session) dropTemp() {
	if !s.access.HasTemp() {
		return
	}
	if s.s.Txn != nil || s.s.InBlock() {
		s.s.Abandon()
	}
	s.alone(context.Background(), func() error {
		s.s.Cancel() // whatever it would wait for
		return s.access.DropTemp()
	})
	s.access.EndTemp()
}

// alone runs f in a transaction of its own, about which nobody hears.
func (s *Session) alone(ctx context.Context, f func() error) {
	s.s.ForgetCancel()
	s.s.BeginStatement(ctx)
	err := s.s.Start()
	if err == nil {
		err = guard(f)
	}
	if e := guard(func() error { _ = s.s.Finish(err); return nil }); e != nil {
		s.s.Abandon()
	}
	s.s.EndStatement(true)
}

// Cancel ends the running statement with 57014.
func (s *Session) Cancel() { s.s.Cancel() }

// Status is the transaction status: 'I' idle, 'T' in a transaction block, 'E'
// in a failed one.
func (s *Session) Status() byte {
	switch {
	case s.status == 0 || s.s.Terminated() != nil:
		return 'I'
	case s.batch.joined && !s.batch.open:
		return 'T' // an implicit block that a simple query has not ended
	}
	return s.status
}

// OnNotice sets the function that receives notices and warnings.
func (s *Session) OnNotice(f func(*Error)) { s.s.Send = f }

// Set changes a setting for the session, as SET does.
func (s *Session) Set(name, value string) error {
	return inText(s.s.Set.Set(name, value, settingsOpts), "")
}

// Query runs one statement. args are the values of $1 and so on: nil, bool,
// integers, floats, string, []byte, [16]byte for an uuid, time.Time, time.Duration for an
// interval, pointers to such, slices and arrays for arrays, a driver.Valuer, an
// encoding.TextMarshaler or a fmt.Stringer, which write text of the parameter's type. The
// rows must be read to their end or closed.
func (s *Session) Query(ctx context.Context, sql string, args ...any) (*Rows, error) {
	if err := s.busy(); err != nil {
		return nil, err
	}
	stmts, err := s.db.trees.Parse(sql, s.lexOptions())
	if err != nil {
		return nil, s.failParse(err, sql)
	}
	switch len(stmts) {
	case 0:
		return s.empty(sql, args)
	case 1:
	default:
		return nil, errManyCommands()
	}
	return s.start(ctx, sql, stmts[0], args)
}

// empty is the result of a text without a statement.
func (s *Session) empty(sql string, args []any) (*Rows, error) {
	if err := s.busy(); err != nil {
		return nil, err
	}
	if len(args) > 0 {
		return nil, s.failParse(errParamCount(len(args), 0), sql)
	}
	return &Rows{}, nil
}

// Exec runs one statement and returns its command tag. A text of several is an error,
// 42601, as in PostgreSQL's extended protocol; it is for Simple.
func (s *Session) Exec(ctx context.Context, sql string, args ...any) (string, error) {
	rows, err := s.Query(ctx, sql, args...)
	if err != nil {
		return "", err
	}
	for rows.Next() {
	}
	return rows.Tag(), rows.Err()
}

// Simple runs any number of statements as PostgreSQL's simple query protocol
// does: they are one transaction unless they contain BEGIN and COMMIT, with the
// commit as a part of the last, and the first error ends them. each is given every
// statement's result and should read it to its end; without it nobody sees them. One statement after an Execute
// and before Sync is a part of that transaction, which goes on.
func (s *Session) Simple(ctx context.Context, sql string, each func(*Rows) error) (err error) {
	joins := s.batch.joined && s.s.Txn != nil
	s.leaveBatch()
	s.batch.joined = false
	if err := s.busy(); err != nil {
		return err
	}
	s.s.ForgetCancel()
	s.simple = true
	defer func() {
		s.simple = false
		if !s.batch.joined {
			s.endSimple()
		}
	}()
	stmts, err := s.db.trees.Parse(sql, s.lexOptions())
	if err != nil {
		return s.failParse(err, sql)
	}
	if len(stmts) == 1 && !joins { // alone also after a Parse, so that it may be VACUUM
		s.s.LeavePipeline()
	} else if len(stmts) > 1 || s.s.InPipeline() {
		s.s.BeginImplicit()
	}
	joins = joins && len(stmts) <= 1
	for i, st := range stmts {
		s.last = i == len(stmts)-1 && !joins
		rows, err := s.start(ctx, sql, st, nil)
		if err == nil {
			err = rows.give(each)
		}
		if err != nil {
			return err
		}
	}
	if joins && s.s.Txn != nil && !s.s.InBlock() {
		s.batch.joined = true
		return nil
	}
	return s.commitImplicit(ctx, sql)
}

// give calls each with the rows and closes them, also if each does not return.
func (r *Rows) give(each func(*Rows) error) (err error) {
	defer func() {
		if e := r.Close(); err == nil {
			err = e
		}
	}()
	if each == nil {
		for r.Next() {
		}
		return r.Err()
	}
	return each(r)
}

// commitImplicit ends the transaction of several statements: its deferred
// constraints are checked as part of the last.
func (s *Session) commitImplicit(ctx context.Context, sql string) error {
	if !s.s.InImplicit() {
		return nil
	}
	s.wake()
	defer s.rest()
	if err := s.over(); err != nil { // ended since the last statement, with all that they did
		return err
	}
	s.s.BeginWork(ctx)
	defer s.s.EndWork()
	var err error
	if e := guard(func() error { err = s.s.CommitImplicit(); return nil }); e != nil {
		s.s.Abandon()
		err = e
	}
	return inText(err, sql)
}

// endSimple rolls back what has not been committed, unless somebody has ended the
// session.
func (s *Session) endSimple() {
	s.last = false
	if !s.s.InImplicit() && !s.s.InPipeline() {
		return
	}
	s.turn.Lock()
	s.s.EndImplicit()
	s.turn.Unlock()
	s.disposeEnded()
}

// lexOptions are the settings by which the session's texts are read.
func (s *Session) lexOptions() lex.Options {
	return lex.Options{NoQuoteEscape: s.s.Set.Enum(settings.BackslashQuote) == "off"}
}

// failParse is the error path of a text that does not parse: it ends a
// transaction block as any other error does.
func (s *Session) failParse(err error, sql string) error {
	if err := s.begin(context.Background(), sql); err != nil {
		return err
	}
	defer s.rest()
	defer s.s.EndStatement(true)
	return inText(s.s.Finish(err), sql)
}

// begin begins the session's turn and a statement of that text.
func (s *Session) begin(ctx context.Context, text string) error {
	if s.batch.open {
		return pgerr.New(pgerr.ObjectInUse, "a batch of the session's extended protocol is open")
	}
	s.wake()
	if err := s.over(); err != nil {
		s.rest()
		return err
	}
	if !s.simple {
		s.s.ForgetCancel()
	}
	s.s.SetQuery(text)
	s.s.BeginStatement(ctx)
	return nil
}

// over is the error of a session that is closed or terminated.
func (s *Session) over() error {
	if s.closed {
		return errClosed()
	}
	return inText(s.s.Terminated(), "")
}

// busy is the error of a session that cannot begin a statement: it is over, its last
// result is still open, or a statement runs, which calls what the user gave it.
func (s *Session) busy() error {
	if err := s.over(); err != nil {
		return err
	}
	switch {
	case s.rows != nil:
		return inText(pgerr.New(pgerr.ObjectInUse, "the rows of the session's last statement are still open"), "")
	case s.running.Load() && !s.batch.open:
		return inText(pgerr.New(pgerr.ObjectInUse, "another statement of the session is running"), "")
	}
	return nil
}

func errManyCommands() error {
	return inText(pgerr.New(pgerr.SyntaxError, "cannot insert multiple commands into a prepared statement"), "")
}

func errUnwound() error {
	return pgerr.New(pgerr.Internal, "the goroutine of the statement ended")
}

func errClosed() error {
	return inText(pgerr.New(pgerr.ConnectionDoesNotExist, "the session is closed"), "")
}

// run begins a statement and does its work up to the first row. An error, or a
// panic, ends the statement.
func (s *Session) run(ctx context.Context, src string, st parser.Stmt, work func(*Rows) error) (*Rows, error) {
	r := &Rows{sess: s, src: src, stmt: st}
	if err := s.runIn(ctx, r, work); err != nil {
		return nil, err
	}
	return r, nil
}

// runIn is run in the memory r, which says what the statement is.
func (s *Session) runIn(ctx context.Context, r *Rows, work func(*Rows) error) error {
	if err := s.busy(); err != nil { // its own rows are open: that turn is not over
		return err
	}
	if err := s.begin(ctx, r.src); err != nil {
		return err
	}
	returned := false
	defer func() {
		if !returned { // runtime.Goexit in what the user gave
			r.Fail(errUnwound())
		}
	}()
	err := guard(func() error { return work(r) })
	returned = true
	if err != nil {
		return r.finish(err)
	}
	return nil
}

// start is a statement's life: transaction, then either a command, or snapshot,
// analysis, plan and running nodes; Rows does the rest (next, close, commit,
// counters).
func (s *Session) start(ctx context.Context, src string, st parser.Stmt, args []any) (*Rows, error) {
	return s.run(ctx, src, st, func(r *Rows) error {
		for _, n := range st.Notices {
			s.s.Notice(n)
		}
		if !commands.IsQuery(st.Tree) {
			if len(args) > 0 {
				return errParamCount(len(args), 0)
			}
			return r.utility(r.context())
		}
		if err := s.s.Start(); err != nil {
			return err
		}
		if commands.TakesSnapshot(st.Tree) {
			if err := s.s.TakesSnapshot(); err != nil {
				return err
			}
		}
		return r.query(args)
	})
}

// utility runs a statement that is no query.
func (r *Rows) utility(c *commands.Ctx) error {
	s := r.sess
	if t, ok := r.stmt.Tree.(*tree.Transaction); ok {
		return r.transaction(t)
	}
	if err := s.s.Start(); err != nil {
		return err
	}
	if commands.TakesSnapshot(r.stmt.Tree) {
		if err := s.s.TakesSnapshot(); err != nil {
			return err
		}
	}
	s.s.Locks.OpenPortal()
	if s.prepared.EarlySnapshot(r.stmt.Tree) {
		r.snapshot = s.s.Txn.TakeSnapshot() // older than the prepared statement's locks
	}
	if m, err := commands.MaintenanceOf(c, r.stmt.Tree); m != nil || err != nil {
		return r.maintain(m, err)
	}
	switch t := r.stmt.Tree.(type) {
	case *tree.Execute:
		return r.execute(c, t)
	case *tree.Copy:
		return r.copy(t)
	}
	if commands.TakesSnapshot(r.stmt.Tree) { // who waits for older snapshots waits for it, too
		defer s.s.Txn.CatalogSnapshot().Release()
	}
	return r.command(c)
}

// context is what a utility statement works with.
func (r *Rows) context() *commands.Ctx {
	s := r.sess
	return &commands.Ctx{
		Access: s.access, Sess: s.s, Text: r.stmt.Text, Off: r.stmt.Off, Source: r.src, Prepared: s.prepared, Cursors: s.cursors, Triggers: s.triggers,
		Block: s.s.InBlock() || s.s.InImplicit(), RunPlan: r.runPlan,
		ParseExpr: parseExpr,
	}
}

// planInternal prepares a statement that triggers run.
func (s *Session) planInternal(text string, params []types.OID) (*planner.CachedPlan, error) {
	stmts, err := parser.Parse(text)
	if err != nil {
		return nil, err
	}
	return planner.NewCachedPlan(s.access, stmts[0].Tree, params)
}

// parseExpr reads one expression, as a query's only column.
func parseExpr(text string) (tree.Expr, error) {
	stmts, err := parser.Parse("SELECT " + text)
	if err != nil {
		return nil, err
	}
	q, ok := stmts[0].Tree.(*tree.SelectStmt)
	if !ok || len(stmts) != 1 || len(q.TargetList) != 1 {
		return nil, pgerr.New(pgerr.Internal, "not an expression: %s", text)
	}
	return q.TargetList[0].Val, nil
}

// query analyzes and plans a statement and opens its running nodes.
func (r *Rows) query(args []any) error {
	s := r.sess
	params := &planner.ParamTypes{Variable: len(args) > 0}
	q, err := planner.Analyze(s.access, r.stmt.Tree, params)
	if err != nil {
		return err
	}
	values, err := encodeArgs(args, params.Types, s.s.Env)
	if err != nil {
		return err
	}
	ps, err := planner.PlanQuery(s.access, q, planner.Options{Params: values})
	if err != nil {
		return err
	}
	return r.open(ps, r.stmt.Tree, values)
}

// open builds the running nodes of a statement's plan on a fresh snapshot.
func (r *Rows) open(ps *planner.PlannedStmt, of tree.Statement, params []types.Datum) error {
	s := r.sess
	if err := commands.CheckReadOnly(s.s, ps, of); err != nil {
		return err
	}
	s.s.Locks.OpenPortal() // after planning, whose locks are the transaction's
	if err := r.build(ps, params, nil); err != nil {
		return err
	}
	r.plan, r.columns = ps, ps.Columns
	s.rows = r
	if ps.Command != planner.Select && !ps.Returning {
		return r.runToEnd()
	}
	return nil
}

// build takes a snapshot, unless there is one, and makes the plan's running nodes.
func (r *Rows) build(ps *planner.PlannedStmt, params []types.Datum, instr []planner.Instrument) (err error) {
	s := r.sess
	if err := planner.CheckPermissions(s.access, ps); err != nil {
		return err
	}
	if r.snapshot == nil {
		r.snapshot = s.s.Txn.TakeSnapshot()
	}
	if r.of != nil && r.take(ps) {
		return executor.Again(r.ec, r.root, r.snapshot, params)
	}
	r.ec = &executor.Ctx{Sess: s.s, Access: s.access, Stmt: ps, Snapshot: r.snapshot, Instr: instr, Triggers: s.triggers}
	r.ec.Expr.Params = params
	r.root, err = executor.Start(r.ec)
	return err
}

// runPlan runs a plan for a command: EXPLAIN ANALYZE, which shows no rows of it,
// or CREATE TABLE AS, whose sink takes them.
func (r *Rows) runPlan(ps *planner.PlannedStmt, params []types.Datum, instr []planner.Instrument, sink func(types.Row) error) error {
	if err := r.build(ps, params, instr); err != nil {
		return err
	}
	for {
		row, err := r.root.Next()
		if err != nil {
			return err
		}
		if row == nil {
			return executor.Finish(r.ec, r.root, true)
		}
		if sink != nil {
			if err := sink(row); err != nil {
				return err
			}
		}
	}
}

// guard calls f and makes an error of a panic: the one place where panics end.
func guard(f func() error) (err error) {
	returned := false
	defer func() {
		if returned {
			return
		}
		if p := recover(); p != nil {
			err = panicError(p)
		}
	}()
	err = f()
	returned = true
	return err
}

// panicError makes an internal error of a panic. An *Error that was thrown is
// the engine's own report of confused data.
func panicError(p any) error {
	if e, ok := p.(*pgerr.Error); ok {
		return e
	}
	e := pgerr.New(pgerr.Internal, "internal error: %v", p)
	e.Context = string(debug.Stack())
	return e
}
