package executor

import (
	"errors"

	"minidb/storage"
)

// waitedIn completes the error of a wait for another transaction with the name of
// the relation that the wait was about. Other errors it leaves as they are.
func waitedIn(err error, relation string) error {
	var w *storage.WaitFailure
	if errors.As(err, &w) {
		return w.In(relation)
	}
	return err
}
