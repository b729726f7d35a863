package session

// The life of a transaction. Every statement runs in one: its own, or that of
// the block between BEGIN and COMMIT. A statement that fails rolls back the
// innermost level; then only ROLLBACK, COMMIT and ROLLBACK TO are allowed.
//
//	idle --Start--> single --Finish--> idle
//	                  |  Begin
//	                  v
//	                block --failure--> failed --Rollback, Commit--> idle
//	                  |  Commit, Rollback         | RollbackTo
//	                  v                           v
//	                idle                        block

import (
	"slices"

	"minidb/pgerr"
	"minidb/settings"
	"minidb/storage"
)

type txnState uint8

const (
	idle   txnState = iota
	single          // one statement's own transaction
	block           // between BEGIN and COMMIT
	failed          // in a block, rolled back, waiting for its end
)

// Status returns the transaction status of the wire protocol: I idle, T in a
// block, E in a failed one.
func (s *Session) Status() byte { return "IITE"[s.state] }

// InBlock reports whether BEGIN was given and neither COMMIT nor ROLLBACK.
func (s *Session) InBlock() bool { return s.state >= block }

// Start begins a transaction for a statement, unless one runs. A failed block
// refuses (25P02), and a statement that was canceled before it began (57014). What
// ends a transaction must not call Start.
func (s *Session) Start() error {
	switch s.state {
	case failed:
		return pgerr.New(pgerr.InFailedSQLTransaction,
			"current transaction is aborted, commands ignored until end of transaction block")
	case idle:
		s.start()
		s.state = single
	}
	if s.ended.Load() {
		return nil // this cleans up
	}
	return s.reason() // the statement's context may have ended before it
}

// start begins the transaction proper, with the default modes or, after AND
// CHAIN, with those of the one before.
func (s *Session) start() {
	s.TxnStart = s.StmtStart
	s.queried = false
	for i, d := range transactionModes {
		to := s.Set.Setting(d.from)
		if s.chained != nil {
			to = s.chained[i]
		}
		if to != s.Set.Setting(d.mode) {
			s.Set.Force(d.mode, to)
		}
	}
	s.chained = nil
	s.Set.Begin()
	s.Txn = s.Store.BeginAfter(s.lastTxn, s.isolation(), s.Locks)
	s.lastTxn = s.Txn
}

// transactionModes are a transaction's modes and the settings they begin with.
var transactionModes = [...]struct{ mode, from *settings.Def }{
	{settings.TransactionIsolation, settings.DefaultTransactionIsolation},
	{settings.TransactionReadOnly, settings.DefaultTransactionReadOnly},
	{settings.TransactionDeferrable, settings.DefaultTransactionDeferrable},
}

func (s *Session) isolation() storage.Isolation {
	switch s.Set.Enum(settings.TransactionIsolation) {
	case "repeatable read":
		return storage.RepeatableRead
	case "serializable":
		return storage.Serializable
	}
	return storage.ReadCommitted
}

// TakesSnapshot begins a statement that reads: the transaction's snapshot is of now
// at the latest, also if the statement then waits for a lock, and its modes cannot
// be changed any more. It waits in SERIALIZABLE READ ONLY DEFERRABLE, and only then
// can fail.
func (s *Session) TakesSnapshot() error {
	s.queried = true
	s.Txn.SetReadOnly(s.ReadOnly())
	if s.Txn.Isolation() == storage.Serializable && s.ReadOnly() && s.Set.Bool(settings.TransactionDeferrable) {
		s.SetWait(WaitSafeSnapshot)
		defer s.SetWait(nil)
		return s.Txn.SafeSnapshot(s.Ctx)
	}
	s.Txn.FixSnapshot()
	return nil
}

// ReadOnly reports whether the transaction must not write.
func (s *Session) ReadOnly() bool { return s.Set.Bool(settings.TransactionReadOnly) }

// Begin is BEGIN: the transaction goes on after this statement. In a block it
// is a warning.
func (s *Session) Begin() error {
	if err := s.Start(); err != nil {
		return err
	}
	if s.state == block {
		s.Warn(pgerr.ActiveSQLTransaction, "there is already a transaction in progress")
	}
	s.state = block
	return nil
}

// Commit is COMMIT [AND CHAIN]. A failed block is rolled back: committed is
// then false, and the command's tag ROLLBACK. Outside a block it is a warning,
// with AND CHAIN an error (25P01).
func (s *Session) Commit(chain bool) (committed bool, err error) {
	if err := s.endable("COMMIT", chain); err != nil {
		return false, err
	}
	modes := s.modes(chain)
	if s.state == failed {
		s.abort()
	} else {
		if err := s.commit(); err != nil {
			return false, err
		}
		committed = true
	}
	s.chain(modes)
	return committed, nil
}

// Rollback is ROLLBACK [AND CHAIN]; outside a block as Commit.
func (s *Session) Rollback(chain bool) error {
	if err := s.endable("ROLLBACK", chain); err != nil {
		return err
	}
	modes := s.modes(chain)
	s.abort()
	s.chain(modes)
	return nil
}

func (s *Session) endable(command string, chain bool) error {
	if s.InBlock() {
		return nil
	}
	if chain {
		return pgerr.New(pgerr.NoActiveSQLTransaction, "%s AND CHAIN can only be used in transaction blocks", command)
	}
	s.Warn(pgerr.NoActiveSQLTransaction, "there is no transaction in progress")
	return nil
}

// modes are what AND CHAIN hands on; nil without it.
func (s *Session) modes(chain bool) []string {
	if !chain {
		return nil
	}
	var out []string
	for _, d := range transactionModes {
		out = append(out, s.Set.Setting(d.mode))
	}
	return out
}

// chain begins the next transaction in the modes of the one before.
func (s *Session) chain(modes []string) {
	if modes != nil {
		s.chained = modes
		s.start()
		s.state = block
	}
}

// Finish ends a statement's part in the transaction: a transaction of its own
// is committed or, if the statement failed, rolled back; a block goes on or
// fails. It returns err, or the error that the commit met.
func (s *Session) Finish(err error) error {
	if err == nil {
		err = s.Txn.SerialFailure()
	} else {
		s.ForgetCancel()
	}
	switch {
	case s.state == single && err == nil && (s.implicit || s.pipeline):
	case s.state == single && err == nil:
		return s.commit()
	case s.state == single:
		s.abort()
	case s.state == block && err != nil:
		s.fail()
	}
	return err
}

// fail rolls back the innermost level of a block and leaves the rest to
// ROLLBACK or ROLLBACK TO.
func (s *Session) fail() {
	s.state = failed
	if n := len(s.savepoints); n > 0 {
		s.rollbackLevels(n - 1)
		s.subFailed = true
		return
	}
	s.Txn.Abort()
	s.endFollower()
	s.Locks.ReleaseAll(false)
	s.Set.Abort()
	s.Txn = nil
}

// commit commits, or rolls back and returns the error that prevented it.
func (s *Session) commit() error {
	if s.Txn == nil {
		return nil
	}
	err := s.beforeCommit()
	if err == nil {
		err = s.Txn.PrepareCommit()
	}
	if err != nil {
		s.abort()
		return err
	}
	s.Txn.Commit()
	s.Set.Commit()
	s.done(true)
	return nil
}

func (s *Session) abort() {
	if s.state == idle {
		return
	}
	if s.Txn != nil {
		s.Txn.Abort()
	}
	s.Set.Abort()
	s.done(false)
}

func (s *Session) done(committed bool) {
	s.Txn = nil
	s.endFollower()
	s.Locks.ReleaseAll(committed)
	s.state, s.subFailed = idle, false
	s.savepoints = s.savepoints[:0]
	s.memory.used, s.memory.peak = 0, 0
	s.stats.txnEnded = true
	if s.TxnEnded != nil {
		s.TxnEnded(committed)
	}
}

// Abandon ends the transaction after an internal error at its end left the state
// unknown: everything is rolled back as far as it goes, locks are released.
func (s *Session) Abandon() {
	defer func() {
		if recover() != nil {
			s.done(false)
		}
	}()
	s.state = max(s.state, single)
	s.abort()
}

// Savepoint is SAVEPOINT name; names may repeat, the newest counts.
func (s *Session) Savepoint(name string) error {
	if err := s.inBlock("SAVEPOINT"); err != nil {
		return err
	}
	s.push(name)
	return nil
}

// Savepoints is how many savepoints are open.
func (s *Session) Savepoints() int { return len(s.savepoints) }

func (s *Session) push(name string) {
	s.savepoints = append(s.savepoints, name)
	s.Txn.Savepoint()
	if s.Follower != nil {
		s.Follower.Savepoint()
	}
	s.Locks.Savepoint()
	s.Set.Savepoint(len(s.savepoints) + 1)
}

// ReleaseSavepoint is RELEASE name: what was done since belongs to the level
// above; later savepoints go too. 3B001 if there is no such savepoint.
func (s *Session) ReleaseSavepoint(name string) error {
	if err := s.inBlock("RELEASE SAVEPOINT"); err != nil {
		return err
	}
	i, err := s.findSavepoint(name)
	if err != nil {
		return err
	}
	for range s.savepoints[i:] {
		s.Locks.ReleaseSavepoint()
	}
	s.Txn.ReleaseTo(i + 1)
	if s.Follower != nil {
		s.Follower.Release(len(s.savepoints) - i)
	}
	s.Set.ReleaseTo(i + 2)
	s.savepoints = s.savepoints[:i]
	return nil
}

// RollbackTo is ROLLBACK TO name: what was done since is undone, later
// savepoints go, this one stays. A failed block goes on.
func (s *Session) RollbackTo(name string) error {
	if !s.InBlock() {
		return s.inBlock("ROLLBACK TO SAVEPOINT")
	}
	i, err := s.findSavepoint(name)
	if err != nil {
		return err
	}
	s.rollbackLevels(i)
	s.savepoints = s.savepoints[:i]
	s.push(name)
	s.state, s.subFailed = block, false
	return nil
}

// rollbackLevels undoes the savepoints from index i on. The innermost may be
// undone already.
func (s *Session) rollbackLevels(i int) {
	n := len(s.savepoints)
	if s.subFailed {
		n--
	}
	if n <= i {
		return
	}
	s.Txn.RollbackTo(i + 1)
	if s.Follower != nil {
		s.Follower.Rollback(n - i)
	}
	s.Locks.ClosePortal(false) // of the statement that failed
	for range n - i {
		s.Locks.RollbackSavepoint()
	}
	s.Set.RollbackTo(i + 2)
}

func (s *Session) findSavepoint(name string) (int, error) {
	for i, n := range slices.Backward(s.savepoints) {
		if n == name {
			return i, nil
		}
	}
	return 0, pgerr.New(pgerr.InvalidSavepoint, "savepoint %q does not exist", name)
}

func (s *Session) inBlock(command string) error {
	if s.InBlock() {
		return nil
	}
	return pgerr.New(pgerr.NoActiveSQLTransaction, "%s can only be used in transaction blocks", command)
}
