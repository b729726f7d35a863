package session

// BufferUsage is what EXPLAIN (BUFFERS) shows, of a session so far or between two
// moments: pages that were found in memory, where all are, and blocks of temporary files.
type BufferUsage struct {
	SharedHit, LocalHit   int64
	TempRead, TempWritten int64
}

// BufferUsage reads the counts. The difference of two readings in one transaction is what
// was done between them.
func (s *Session) BufferUsage() BufferUsage {
	u := BufferUsage{TempRead: s.TempFiles.Read, TempWritten: s.TempFiles.Written}
	if s.Txn != nil {
		u.SharedHit, u.LocalHit = s.Txn.Visits.Shared, s.Txn.Visits.Local
	}
	return u
}

// Add adds what was counted from one reading to a later one.
func (u *BufferUsage) Add(from, to BufferUsage) {
	u.SharedHit += to.SharedHit - from.SharedHit
	u.LocalHit += to.LocalHit - from.LocalHit
	u.TempRead += to.TempRead - from.TempRead
	u.TempWritten += to.TempWritten - from.TempWritten
}
