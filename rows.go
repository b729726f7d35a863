package minidb

import (
	"iter"
	"strconv"

	"minidb/commands"
	"minidb/executor"
	"minidb/parser"
	"minidb/parser/tree"
	"minidb/planner"
	"minidb/storage"
	"minidb/types"
)

// Rows is the result of one statement. It must be read until Next returns
// false, or closed, before the session can do anything else.
type Rows struct {
	sess     *Session
	src      string // the text that error positions count in
	stmt     parser.Stmt
	columns  []planner.ResultColumn
	fixed    []types.Row               // a command's rows; nil for queries
	pull     func() (types.Row, error) // the same one by one, for FETCH
	plan     *planner.PlannedStmt
	ec       *executor.Ctx
	root     executor.Node
	snapshot *storage.Snapshot
	copyIn   *commands.CopyIn  // a COPY FROM that waits for data
	copyOut  *commands.CopyOut // makes the lines of a COPY TO
	row      types.Row
	count    int64
	tag      string
	err      error
	done     bool
	of       *commands.Statement // whose execution it is; nil for other statements
	// processed is the tag's count of written rows, once the statement has ended.
	processed int64
	// limit is the count at which a portal stops, 0 for none; before the count at
	// which it went on.
	limit, before int64
	// begun and suspended are a portal's; stored rows wait in fixed.
	begun, suspended, stored bool
	formats                  []int16 // of the columns; a portal's
}

// Column describes a column of a result.
type Column struct {
	Name     string
	Type     uint32 // OID of the type in pg_type
	TypeName string // as format_type prints it
	BaseName string // of the type in pg_type
	Typmod   int32
}

// AlignRight tells whether psql aligns the column to the right: numbers.
func (c Column) AlignRight() bool {
	switch types.OID(c.Type) {
	case types.Int2OID, types.Int4OID, types.Int8OID, types.Float4OID, types.Float8OID, types.NumericOID,
		types.OidOID, types.XidOID, types.Xid8OID, types.CidOID:
		return true
	}
	return false
}

// HasColumns tells whether the statement answers with rows, maybe of no columns.
func (r *Rows) HasColumns() bool {
	if r.copyOut != nil {
		return false
	}
	return r.columns != nil || r.plan != nil && (r.plan.Command == planner.Select || r.plan.Returning)
}

// Formats are those of the columns as Bind gave them to the portal.
func (r *Rows) Formats() []int16 { return r.formats }

// Columns describes the columns; nil for statements without rows.
func (r *Rows) Columns() []Column { return r.sess.describe(r.columns) }

func (s *Session) describe(columns []planner.ResultColumn) []Column {
	out := make([]Column, len(columns))
	for i, c := range columns {
		out[i] = Column{Name: c.Name, Type: uint32(c.Type), Typmod: c.Mod, TypeName: s.access.FormatType(c.Type, c.Mod)}
		if t, ok := s.access.TypeInfo(c.Type); ok {
			out[i].BaseName = t.Name
		}
	}
	return out
}

// Ordered tells whether the statement itself puts its rows into an order: ORDER BY at
// its top. Only then is their order a part of the answer.
func (r *Rows) Ordered() bool {
	of := r.stmt.Tree
	if e, ok := of.(*tree.Execute); ok {
		if st, err := r.sess.prepared.Get(e.Name); err == nil {
			of = st.Tree
		}
	}
	q, ok := of.(*tree.SelectStmt)
	return ok && len(q.OrderBy) > 0
}

// Next goes on to the next row; false at the end or after an error.
func (r *Rows) Next() bool {
	if r.done || r.sess == nil || r.suspended {
		return false
	}
	if r.limit > 0 && r.count == r.limit {
		return r.suspend()
	}
	row, err := r.next()
	if err == nil {
		err = r.unfed()
	}
	if err != nil || row == nil {
		r.err = r.finish(err)
		return false
	}
	if r.row = row; len(row) > len(r.columns) {
		r.row = row[:len(r.columns)] // without the columns that only sorting needed
	}
	r.count++
	return true
}

func (r *Rows) next() (row types.Row, err error) {
	if r.pull == nil && (r.root == nil || r.plan == nil) {
		return r.nextStored()
	}
	defer func() {
		if p := recover(); p != nil {
			row, err = nil, panicError(p)
		}
	}()
	if r.pull != nil {
		return r.pull()
	}
	return r.root.Next()
}

// Row returns the current row. It is valid until the next call of Next.
func (r *Rows) Row() types.Row { return r.row }

// Text returns column i of the current row as PostgreSQL prints it; NULL is "". A text
// that is too large ends the statement: it is "", and Err tells.
func (r *Rows) Text(i int) string { return r.cell(i).text() }

// AppendText appends column i of the current row as text to dst.
func (r *Rows) AppendText(dst []byte, i int) []byte {
	return append(dst, r.Text(i)...)
}

// IsNull tells whether column i of the current row is NULL.
func (r *Rows) IsNull(i int) bool { return r.row[i].IsNull() }

// All yields the remaining rows, each valid until the next, and closes the
// result. An error comes last, with no row.
func (r *Rows) All() iter.Seq2[types.Row, error] {
	return func(yield func(types.Row, error) bool) {
		defer r.Close() // also if yield does not return
		for r.Next() {
			if !yield(r.row, nil) {
				return
			}
		}
		if r.err != nil {
			yield(nil, r.err)
		}
	}
}

// Err returns the error that ended the rows, nil at a normal end.
func (r *Rows) Err() error { return r.err }

// Close ends the statement without reading the rest of its rows; FETCH, INSERT,
// UPDATE and DELETE, also in WITH, do all their work first, whoever reads the rows. It returns the
// error that ended the statement, if any. It may be called twice.
func (r *Rows) Close() error {
	if r.pull != nil || r.plan != nil && (r.plan.Command != planner.Select || r.plan.WritesInWith) {
		for r.Next() {
		}
	}
	if !r.done && r.sess != nil {
		r.err = r.finish(r.unfed())
	}
	return r.err
}

// Tag is the command tag, as "INSERT 0 3"; complete once the rows are read.
func (r *Rows) Tag() string { return string(r.AppendTag(nil)) }

// AppendTag appends the command tag.
func (r *Rows) AppendTag(dst []byte) []byte {
	word, n := "SELECT ", r.count-r.before
	switch {
	case r.pull != nil:
		dst, word = append(dst, r.tag...), " "
	case r.plan == nil:
		return append(dst, r.tag...)
	case r.copyOut != nil:
		word, n = "COPY ", r.count
	case r.plan.Command != planner.Select:
		word = changeTags[r.plan.Command]
		switch {
		case r.stored: // the rows of this Execute
		case r.ec != nil:
			n = r.ec.Processed
		default:
			n = r.processed
		}
	}
	return strconv.AppendInt(append(dst, word...), n, 10)
}

var changeTags = [...]string{planner.Insert: "INSERT 0 ", planner.Update: "UPDATE ", planner.Delete: "DELETE "}

// Fail ends the statement as if err had come from it, unless it has ended, and
// returns the error that it ended with.
func (r *Rows) Fail(err error) error {
	if !r.done && r.sess != nil {
		r.err = r.finish(err)
	}
	return r.err
}

// runToEnd runs a plan that returns no rows.
func (r *Rows) runToEnd() error {
	for {
		row, err := r.root.Next()
		if err != nil {
			return err
		}
		if row == nil {
			return r.finish(nil)
		}
	}
}

// finish is the one place where a statement ends: nodes closed, snapshot
// released, transaction committed, rolled back or gone on with, counters folded.
func (r *Rows) finish(err error) error {
	if r.done {
		return err
	}
	r.done = true
	s := r.sess
	s.rows = nil
	returned := false
	defer func() {
		if !returned && !s.batch.open { // runtime.Goexit in what the user gave
			s.s.Abandon()
			s.s.EndStatement(true)
			s.rest()
		}
	}()
	if e := guard(func() error { return r.closeNodes(err == nil) }); err == nil {
		err = e
	}
	if err == nil {
		s.s.Locks.ClosePortal(true)
	} // else Finish gives the locks back, after the rollback
	if s.last {
		s.s.LeavePipeline()
	}
	if e := guard(func() error { err = s.s.Finish(err); return nil }); e != nil {
		s.s.Abandon()
		err = e
	}
	if s.batch.open {
		s.executed(r, err)
		returned = true
		return inText(err, r.src)
	}
	s.s.EndStatement(r.quiet())
	s.note(r)
	s.cleanUp()
	r.giveBack(err)
	returned = true
	s.rest()
	return inText(err, r.src)
}

// giveBack leaves the nodes of an execution that has ended well, or their memory, to
// later ones. One that was suspended goes on with them.
func (r *Rows) giveBack(err error) {
	switch {
	case err != nil || r.suspended:
	case r.of != nil:
		r.keep()
	default:
		r.releaseRows()
	}
}

func (r *Rows) releaseRows() {
	if r.ec != nil {
		r.ec.Release()
	}
}

// closeNodes closes the running nodes, after running data-modifying WITH queries
// to their end if run is set, and makes the statement's changes visible to the
// next one.
func (r *Rows) closeNodes(run bool) error {
	var err error
	if r.ec != nil {
		err = executor.Finish(r.ec, r.root, run)
	}
	r.snapshot.Release()
	r.snapshot = nil
	if run && err == nil && r.sess.s.Txn != nil {
		r.sess.access.CommandEnd()
	}
	return err
}

// quiet statements leave the counters of the last statement as they are.
func (r *Rows) quiet() bool {
	switch r.stmt.Tree.(type) {
	case *tree.VariableSet, *tree.VariableShow:
		return true
	}
	return r.ec != nil && r.ec.Stmt != nil && r.ec.Stmt.ReadsStats // EXPLAIN ANALYZE too
}

// command runs a utility statement.
func (r *Rows) command(c *commands.Ctx) error {
	res, err := commands.Run(c, r.stmt.Tree)
	if err != nil {
		return err
	}
	r.tag, r.columns, r.fixed, r.pull = res.Tag, res.Columns, res.Rows, res.Pull
	if r.columns == nil {
		return r.finish(nil)
	}
	r.sess.rows = r
	return nil
}

// transaction runs BEGIN, COMMIT and their kin, which work on the transaction
// from outside.
func (r *Rows) transaction(t *tree.Transaction) error {
	s := r.sess
	if err := s.s.Canceled(); err != nil {
		return err
	}
	tag, err := commands.Transaction(&commands.Ctx{Sess: s.s, Cursors: s.cursors, Block: s.s.InBlock() || s.s.InImplicit()}, t)
	if err != nil {
		return err
	}
	r.tag = tag
	return r.finish(nil)
}

// execute runs EXECUTE: the prepared statement's plan with evaluated arguments.
func (r *Rows) execute(c *commands.Ctx, e *tree.Execute) error {
	st, err := r.sess.prepared.Get(e.Name)
	if err != nil {
		return err
	}
	params, err := commands.ExecuteParams(c, st, e)
	if err != nil {
		return err
	}
	ps, err := st.Planned(r.sess.access, params)
	if err != nil {
		return err
	}
	return r.open(ps, st.Tree, params)
}

// maintain runs the steps of VACUUM, ANALYZE, CLUSTER or REINDEX.
func (r *Rows) maintain(m *commands.Maintenance, err error) error {
	if err != nil {
		return err
	}
	if m.Own {
		r.sess.s.LeavePipeline()
		r.sess.rows = r // it runs: the ends of its transactions do not close its portal
	}
	for _, step := range m.Steps {
		if m.Own {
			if err := r.sess.s.Finish(nil); err != nil {
				return err
			}
			if err := r.sess.s.Start(); err != nil {
				return err
			}
		}
		if err := step(r.context()); err != nil {
			return err
		}
	}
	r.tag = m.Tag
	return r.finish(nil)
}
