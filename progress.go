package minidb

import "minidb/session"

// Progress is how far a statement that writes many rows has come.
type Progress struct {
	Phase string // "inserting", "copying", "indexing", "scanning"; "" if no such statement runs
	Done  int64  // rows, but for the last few
	Total int64  // rows there are in all, about; 0 if nobody knows
}

var phaseNames = map[session.Phase]string{session.Inserting: "inserting", session.Copying: "copying",
	session.Indexing: "indexing", session.Scanning: "scanning"}

// Progress tells how far the running statement has come. It may be called from
// any goroutine.
func (s *Session) Progress() Progress {
	phase, done, total := s.s.Progress.Load()
	return Progress{Phase: phaseNames[phase], Done: done, Total: total}
}
