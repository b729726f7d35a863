package session

// Several statements sent in one message are one transaction, unless they
// contain BEGIN and COMMIT: PostgreSQL's implicit transaction block. It is no
// block to SAVEPOINT and the like.

// BeginImplicit lets the transactions of the statements that follow go on
// beyond their statement, until CommitImplicit or EndImplicit.
func (s *Session) BeginImplicit() { s.implicit = true }

// InImplicit reports whether the statement is one of several in a message.
func (s *Session) InImplicit() bool { return s.implicit }

// CommitImplicit commits what the message's statements did, or returns the error
// of a deferred constraint.
func (s *Session) CommitImplicit() (err error) {
	s.implicit = false
	if s.state == single {
		err = s.commit()
		s.foldEnd()
	}
	return err
}

// EndImplicit rolls back what CommitImplicit has not committed.
func (s *Session) EndImplicit() {
	if s.implicit && s.state == single {
		s.abort()
		s.foldEnd()
	}
	s.implicit = false
}
