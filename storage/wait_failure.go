package storage

// What a transaction was waiting for when the wait failed.

import (
	"fmt"

	"minidb/pgerr"
)

// WaitFailure is an error that ended a wait for another transaction. Whoever knows
// the name of the relation completes it with In; else it is the bare error.
type WaitFailure struct {
	err   *pgerr.Error
	doing string // "updating tuple" and the like
	tid   TID
}

func waitFailure(err error, doing string, tid TID) error {
	if err == nil {
		return nil
	}
	return &WaitFailure{pgerr.From(err), doing, tid}
}

func (w *WaitFailure) Error() string { return w.err.Error() }

// Unwrap returns the error without the place.
func (w *WaitFailure) Unwrap() error { return w.err }

// In returns the error with PostgreSQL's context line (XactLockTableWait).
func (w *WaitFailure) In(relation string) error {
	e := *w.err
	e.Context = fmt.Sprintf("while %s (%d,%d) in relation \"%s\"", w.doing, w.tid.Page(), w.tid.Slot()+1, relation)
	return &e
}

const insertingEntry = "inserting index tuple"
