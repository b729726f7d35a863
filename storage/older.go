package storage

// Waiting until nobody has an older snapshot. Who has made something that older snapshots
// must not meet, such as an index without the rows that they see, waits here before all
// may use it. After PostgreSQL 18, commands/indexcmds.c (WaitForOlderSnapshots).

import (
	"context"
	"slices"

	"minidb/storage/lmgr"
)

// WaitForOlderSnapshots waits for the end of each transaction of another session than
// locks' that has a snapshot of Xmin limit or older, unless it gives it up before its turn
// comes. Errors come from waiting: deadlock, cancel, lock timeout.
func (s *Store) WaitForOlderSnapshots(ctx context.Context, locks *lmgr.Locks, limit XID) error {
	old := s.older(locks, limit)
	for i, v := range old {
		if i > 0 && !slices.Contains(s.older(locks, limit), v) {
			continue
		}
		if err := locks.WaitVirtual(ctx, v); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) older(but *lmgr.Locks, limit XID) (list []lmgr.Virtual) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.running {
		if t.xmin != 0 && t.xmin <= limit && t.locks != nil && t.locks != but {
			list = append(list, t.locks.Virtual())
		}
	}
	return list
}
