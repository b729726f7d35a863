package commands

import (
	"minidb/parser/tree"
	"minidb/pgerr"
)

// BEGIN, COMMIT, ROLLBACK and savepoints.

// Transaction runs a transaction statement and returns its tag.
func Transaction(c *Ctx, s *tree.Transaction) (string, error) {
	sess := c.Sess
	switch s.Kind {
	case tree.TransBegin, tree.TransStart:
		return c.begin(s)
	case tree.TransCommit:
		committed, err := sess.Commit(s.Chain)
		if err != nil {
			return "", err
		}
		if !committed && c.Block {
			return "ROLLBACK", nil
		}
		return "COMMIT", nil
	case tree.TransRollback:
		return "ROLLBACK", sess.Rollback(s.Chain)
	case tree.TransSavepoint:
		if err := sess.Start(); err != nil {
			return "", err
		}
		return "SAVEPOINT", sess.Savepoint(s.Savepoint)
	case tree.TransRelease:
		if err := sess.Start(); err != nil {
			return "", err
		}
		err := sess.ReleaseSavepoint(s.Savepoint)
		c.Cursors.release(sess.Savepoints())
		return "RELEASE", err
	case tree.TransRollbackTo:
		return "ROLLBACK", c.rollbackTo(s)
	case tree.TransPrepare:
		return c.prepareTransaction(int(s.Pos))
	case tree.TransCommitPrepared:
		return "", c.noPrepared("COMMIT PREPARED", s.Savepoint)
	}
	return "", c.noPrepared("ROLLBACK PREPARED", s.Savepoint)
}

// prepareTransaction ends the transaction, as PostgreSQL does when it cannot prepare
// one: that is found out when all that the transaction owes is done.
func (c *Ctx) prepareTransaction(at int) (string, error) {
	if !c.Sess.InBlock() {
		c.warning(pgerr.NoActiveSQLTransaction, "there is no transaction in progress")
		return "ROLLBACK", nil
	}
	if err := c.Sess.GiveUp(); err != nil {
		return "", err
	}
	return "", pgerr.Unsupported(at, "PREPARE TRANSACTION", "Use COMMIT; nothing outlives the process, so no transaction can be kept prepared.")
}

// noPrepared is COMMIT PREPARED and ROLLBACK PREPARED: no transaction is prepared.
func (c *Ctx) noPrepared(command, id string) error {
	if c.Block {
		return pgerr.New(pgerr.ActiveSQLTransaction, "%s cannot run inside a transaction block", command)
	}
	return pgerr.New(pgerr.UndefinedObject, "prepared transaction with identifier %q does not exist", id)
}

// rollbackTo also closes the cursors that were declared since the savepoint.
func (c *Ctx) rollbackTo(s *tree.Transaction) error {
	if err := c.Sess.RollbackTo(s.Savepoint); err != nil {
		return err
	}
	return c.Cursors.closeFrom(c.Sess.Savepoints())
}

func (c *Ctx) begin(s *tree.Transaction) (string, error) {
	tag := "BEGIN"
	if s.Kind == tree.TransStart {
		tag = "START TRANSACTION"
	}
	inside := c.Sess.InBlock()
	if err := c.Sess.Begin(); err != nil {
		return "", err
	}
	err := c.Modes(s.Options, "")
	if err != nil && !inside { // a block that failed to begin is none
		_ = c.Sess.Rollback(false)
	}
	return tag, err
}
