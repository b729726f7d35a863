// Package commands runs the statements that are not planned queries: DDL,
// settings, transactions, EXPLAIN, PREPARE, VACUUM. One family of statements a
// file; Run picks the one. What is done in several transactions (VACUUM, CREATE INDEX
// CONCURRENTLY and its kin) is a Maintenance, a list of steps: maintenance.go.
package commands

import (
	"minidb/catalog"
	"minidb/executor"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/session"
	"minidb/types"
)

// Ctx is what a command works with: one statement of one session.
type Ctx struct {
	Access *catalog.Access
	Sess   *session.Session
	// Text is the statement's own text, and Off where it starts in the source
	// that the tree's positions count in.
	Text string
	Off  int
	// Source is all that the client sent, the statements before and after too.
	Source string
	// Params are the values of the statement's own $n, for EXPLAIN and EXECUTE
	// inside the extended protocol.
	Params     []types.Datum
	ParamTypes []types.OID
	Prepared   *Prepared
	Cursors    *Cursors
	// Triggers has the session's pending after-row events.
	Triggers *executor.AfterTriggers
	// Block tells whether the statement runs inside a transaction block, begun
	// by BEGIN or implied by several statements in one message.
	Block bool
	// RunPlan runs a plan to its end, once: for EXPLAIN ANALYZE measured in instr,
	// for CREATE TABLE AS with each row given to sink; both may be nil.
	RunPlan func(ps *planner.PlannedStmt, params []types.Datum, instr []planner.Instrument, sink func(types.Row) error) error
	// ParseExpr reads an expression that was written out from a stored one.
	ParseExpr func(text string) (tree.Expr, error)
}

// Result is what a command gives back: its tag, and for those that answer with
// rows the columns and rows.
type Result struct {
	Tag     string
	Columns []planner.ResultColumn
	Rows    []types.Row
	// Pull gives the rows one by one instead of Rows; their number is appended to
	// Tag.
	Pull func() (types.Row, error)
}

func tag(s string) (*Result, error) { return &Result{Tag: s}, nil }

// IsQuery tells whether a statement is planned and executed rather than run
// here.
func IsQuery(s tree.Statement) bool {
	switch s.(type) {
	case *tree.SelectStmt:
		return intoOf(s) == nil
	case *tree.InsertStmt, *tree.UpdateStmt, *tree.DeleteStmt:
		return true
	}
	return false
}

// TakesSnapshot tells whether a statement begins with a snapshot. After PostgreSQL
// 18, tcop/pquery.c (PlannedStmtRequiresSnapshot).
func TakesSnapshot(s tree.Statement) bool {
	switch s.(type) {
	case *tree.Transaction, *tree.Lock, *tree.VariableSet, *tree.VariableShow, *tree.ConstraintsSet, *tree.Fetch,
		*tree.Listen, *tree.Notify, *tree.Checkpoint:
		return false
	}
	return true
}

// Run runs one utility statement inside the session's transaction.
func Run(c *Ctx, s tree.Statement) (*Result, error) {
	if Writes(s) && c.Sess.ReadOnly() {
		return nil, readOnly(commandTag(s))
	}
	switch s := s.(type) {
	case *tree.CreateTable:
		return c.createTable(s)
	case *tree.CreateTableAs:
		return c.createTableAs(s)
	case *tree.SelectStmt:
		return c.createTableAs(asTable(s))
	case *tree.CreateView:
		return c.createView(s)
	case *tree.CreateIndex:
		return c.createIndex(s)
	case *tree.CreateSchema:
		return c.createSchema(s)
	case *tree.CreateSequence:
		return c.createSequence(s)
	case *tree.AlterSequence:
		return c.alterSequence(s)
	case *tree.CreateEnum:
		return c.createEnum(s)
	case *tree.AlterEnum:
		return c.alterEnum(s)
	case *tree.Drop:
		return c.drop(s)
	case *tree.AlterTable:
		return c.alterTable(s)
	case *tree.Listen:
		return c.listen(s)
	case *tree.Notify:
		if err := c.Sess.Notify(s.Channel, s.Payload); err != nil {
			return nil, err
		}
		return tag("NOTIFY")
	case *tree.Rename:
		switch s.Kind {
		case tree.KindSequence:
			return c.renameSequence(s)
		case tree.KindType:
			return c.renameType(s)
		case tree.KindSchema:
			return c.renameSchema(s)
		case tree.KindRole:
			return c.renameRole(s)
		case tree.KindTSConfig:
			return c.renameTSConfig(s)
		}
		return c.rename(s)
	case *tree.AlterObjectSchema:
		return c.setSchema(s)
	case *tree.AlterOwner:
		return c.alterOwner(s)
	case *tree.CreateRole:
		return c.createRole(s)
	case *tree.AlterRole:
		return c.alterRole(s)
	case *tree.DropRole:
		return c.dropRole(s)
	case *tree.GrantRole:
		return c.grantRole(s)
	case *tree.DropOwned:
		return c.dropOwned(s)
	case *tree.ReassignOwned:
		return c.reassignOwned(s)
	case *tree.AlterDefaultPrivileges:
		return c.alterDefaultPrivileges(s)
	case *tree.AlterRoleSet:
		return c.alterRoleSet(s)
	case *tree.DefineObject:
		return c.defineObject(s)
	case *tree.AlterTSConfig:
		return c.alterTSConfig(s)
	case *tree.Grant:
		return c.grant(s)
	case *tree.Comment:
		return c.comment(s)
	case *tree.Truncate:
		return c.truncate(s)
	case *tree.Lock:
		return c.lockTables(s)
	case *tree.VariableSet:
		return c.set(s)
	case *tree.ConstraintsSet:
		return c.setConstraints(s)
	case *tree.VariableShow:
		return c.show(s)
	case *tree.Explain:
		return c.explain(s)
	case *tree.Prepare:
		return c.prepare(s)
	case *tree.Deallocate:
		return c.deallocate(s)
	case *tree.DeclareCursor:
		return c.declareCursor(s)
	case *tree.Fetch:
		return c.fetch(s)
	case *tree.ClosePortal:
		return c.closeCursor(s)
	case *tree.Discard:
		return c.discard(s)
	case *tree.Checkpoint:
		if err := c.Access.CheckCheckpoint(); err != nil {
			return nil, err
		}
		return tag("CHECKPOINT")
	case *tree.DropDatabase:
		return c.dropDatabase(s)
	case *tree.DropMissing:
		return c.dropMissing(s)
	case *tree.CreateExtension:
		return nil, c.createExtension(s)
	case *tree.Unbuilt:
		return nil, c.unbuilt(s)
	}
	return nil, unbuilt(s)
}

// Writes tells whether a statement changes the catalogs, and so is refused in a
// read-only transaction.
func Writes(s tree.Statement) bool {
	switch s.(type) {
	case *tree.SelectStmt:
		return intoOf(s) != nil
	case *tree.CreateTable, *tree.CreateTableAs, *tree.CreateIndex, *tree.CreateSchema, *tree.Drop, *tree.Truncate,
		*tree.CreateView, *tree.CreateEnum, *tree.AlterEnum, *tree.CreateSequence, *tree.AlterSequence,
		*tree.AlterTable, *tree.Rename, *tree.AlterObjectSchema, *tree.AlterOwner, *tree.Comment,
		*tree.CreateRole, *tree.AlterRole, *tree.DropRole, *tree.GrantRole, *tree.Grant,
		*tree.DropOwned, *tree.ReassignOwned, *tree.AlterDefaultPrivileges, *tree.AlterRoleSet, *tree.DefineObject, *tree.AlterTSConfig:
		return true
	}
	return false
}

func readOnly(command string) error {
	return pgerr.New(pgerr.ReadOnlySQLTransaction, "cannot execute %s in a read-only transaction", command)
}

// CheckReadOnly refuses a plan that writes in a read-only transaction. s is the
// statement that was planned.
func CheckReadOnly(c *session.Session, ps *planner.PlannedStmt, s tree.Statement) error {
	if !ps.CanModify || !c.ReadOnly() {
		return nil
	}
	switch ps.Command {
	case planner.Insert:
		return readOnly("INSERT")
	case planner.Update:
		return readOnly("UPDATE")
	case planner.Delete:
		return readOnly("DELETE")
	}
	if q, ok := s.(*tree.SelectStmt); ok && len(q.Locking) > 0 {
		return readOnly("SELECT FOR " + lockWords[q.Locking[0].Strength])
	}
	return readOnly("SELECT")
}

var lockWords = map[tree.LockStrength]string{
	tree.ForKeyShare: "KEY SHARE", tree.ForShare: "SHARE", tree.ForNoKeyUpdate: "NO KEY UPDATE", tree.ForUpdate: "UPDATE",
}

// unbuilt refuses a statement by name.
func unbuilt(s tree.Statement) error {
	return pgerr.Unsupported(int(s.Position()), StatementName(s), "")
}

// evalCtx is an expression context without a query around it.
func (c *Ctx) evalCtx() *expr.Ctx {
	return &expr.Ctx{Sess: c.Sess, Catalog: c.Access, Params: c.Params}
}

// notice sends a NOTICE with PostgreSQL's code for it.
func (c *Ctx) notice(code pgerr.Code, format string, args ...any) {
	e := pgerr.New(code, format, args...)
	e.Severity = "NOTICE"
	c.Sess.Notice(e)
}

// warning sends a WARNING.
func (c *Ctx) warning(code pgerr.Code, format string, args ...any) {
	e := pgerr.New(code, format, args...)
	e.Severity = "WARNING"
	c.Sess.Notice(e)
}
