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
		return "", pgerr.Unsupported(int(s.Pos), "PREPARE TRANSACTION", "")
	case tree.TransCommitPrepared:
		return "", pgerr.Unsupported(int(s.Pos), "COMMIT PREPARED", "")
	}
	return "", pgerr.Unsupported(int(s.Pos), "ROLLBACK PREPARED", "")
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
