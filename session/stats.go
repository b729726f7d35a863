package session

// What the statistics views show: the last statement, the last transaction and
// the whole session. Locks are released after the statement, so the counters
// are folded after the transaction's end.

import "minidb/storage/lmgr"

type stats struct {
	locks    lmgr.Counters // the lock manager's, when the statement began
	txnEnded bool          // since the last fold

	now, was Counters // LockCounters' own

	lastStatement, lastTransaction Counters
	transaction, session           Counters // so far
}

// LastStatement lists the counters of the last statement, its commit included.
func (s *Session) LastStatement() []Stat { return s.stats.lastStatement.Stats() }

// LastTransaction lists the counters of the last transaction that has ended.
func (s *Session) LastTransaction() []Stat { return s.stats.lastTransaction.Stats() }

// SessionStats lists the counters of the session so far.
func (s *Session) SessionStats() []Stat { return s.stats.session.Stats() }

// LockCounters returns what the lock manager did since the statement began.
func (s *Session) LockCounters() lmgr.Counters {
	now, was := &s.stats.now, &s.stats.was
	now.LockRelease, was.LockRelease = s.Locks.N, s.stats.locks
	for _, g := range counterGroups {
		if g.strategy != "lock_release" {
			continue
		}
		for _, d := range g.counters {
			if d.kind == sum {
				*d.at(now) -= *d.at(was)
			}
		}
	}
	return now.LockRelease
}

func (s *Session) foldCounters(quiet bool) {
	st := &s.stats
	ended := st.txnEnded
	st.txnEnded = false
	if !quiet {
		s.Counters.LockRelease = s.LockCounters()
		st.lastStatement = *s.Counters
		st.transaction.Add(s.Counters)
		st.session.Add(s.Counters)
		if ended {
			st.lastTransaction = st.transaction
		}
	}
	if ended {
		st.transaction = Counters{}
	}
	*s.Counters = Counters{}
	st.locks = s.Locks.N
}
