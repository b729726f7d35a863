package session

// Follower keeps something beside the transaction: the queue of events that wait
// for its end.
type Follower interface {
	// BeforeCommit does what must be done before the transaction can commit. An
	// error rolls it back.
	BeforeCommit() error
	// Savepoint begins a level; Release ends the n innermost ones, Rollback undoes
	// them.
	Savepoint()
	Release(n int)
	Rollback(n int)
	// End forgets everything: the transaction is over. It may be called twice.
	End()
}

// beforeCommit lets the follower do its last work in the transaction.
func (s *Session) beforeCommit() error {
	if s.Txn == nil {
		return nil
	}
	if s.Follower != nil {
		if err := s.Follower.BeforeCommit(); err != nil {
			return err
		}
	}
	if s.BeforeCommit != nil {
		return s.BeforeCommit()
	}
	return nil
}

// GiveUp does all that a commit would do while it can fail, and then rolls back.
func (s *Session) GiveUp() error {
	err := s.beforeCommit()
	if rollback := s.Rollback(false); err == nil {
		err = rollback
	}
	return err
}

func (s *Session) endFollower() {
	if s.Follower != nil {
		s.Follower.End()
	}
}
