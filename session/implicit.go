package session

// Several statements sent in one message are one transaction, unless they
// contain BEGIN and COMMIT: PostgreSQL's implicit transaction block. It is no
// block to SAVEPOINT and the like.

// BeginPipeline lets the transactions of what follows go on until EndPipeline, as
// the extended protocol does until Sync: an implicit block is begun by the second
// statement only, so that the first may be one that must be alone.
func (s *Session) BeginPipeline() { s.pipeline = true }

// InPipeline reports whether BeginPipeline was called last.
func (s *Session) InPipeline() bool { return s.pipeline }

// LeavePipeline makes each statement's own transaction end with it again.
func (s *Session) LeavePipeline() { s.pipeline, s.implicit = false, false }

// EndBlock says that the next statement begins no implicit block, being the first
// of its transaction.
func (s *Session) EndBlock() { s.implicit = false }

// EndPipeline commits what the pipeline's statements did outside of a block.
func (s *Session) EndPipeline() error {
	s.LeavePipeline()
	return s.Finish(nil)
}

// BeginImplicit lets the transactions of the statements that follow go on
// beyond their statement, until CommitImplicit or EndImplicit.
func (s *Session) BeginImplicit() { s.implicit = true }

// InImplicit reports whether the statement is one of several in a message.
func (s *Session) InImplicit() bool { return s.implicit }

// CommitImplicit commits what the message's statements did, or returns the error
// that prevented it.
func (s *Session) CommitImplicit() (err error) {
	s.LeavePipeline()
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
	s.LeavePipeline()
}
