package session

// What the statistics views show: the last statement, the last transaction and
// the whole session. Locks are released after the statement, so the counters
// are folded after the transaction's end.

import "minidb/storage/lmgr"

type stats struct {
	locks    lmgr.Counters // the lock manager's, when the statement began
	txnEnded bool          // since the last fold
	counted  bool          // the running transaction had statements that count
	quiet    bool          // the last statement was none of them

	lastStatement, lastTransaction Counters
	transaction                    Counters // so far
	session                        Counters // of the transactions that have ended
}

// LastStatement lists the counters of the last statement, its commit included.
func (s *Session) LastStatement() []Stat { return s.stats.lastStatement.Stats() }

// LastTransaction lists the counters of the last transaction that has ended.
func (s *Session) LastTransaction() []Stat { return s.stats.lastTransaction.Stats() }

// SessionStats lists the counters of the session so far.
func (s *Session) SessionStats() []Stat {
	var all Counters
	all.Add(&s.stats.session)
	if s.stats.counted { // otherwise its zeros would be the newer state
		all.Add(&s.stats.transaction)
	}
	return all.Stats()
}

// ScopedStats are counters, and what they were counted in.
type ScopedStats struct {
	Scope string // statement, transaction or session
	List  []Stat
}

// AllStats lists LastStatement, LastTransaction and SessionStats.
func (s *Session) AllStats() []ScopedStats {
	return []ScopedStats{{"statement", s.LastStatement()}, {"transaction", s.LastTransaction()}, {"session", s.SessionStats()}}
}

// ResetStats begins the counts of SessionStats anew, unless a transaction runs.
func (s *Session) ResetStats() {
	if !s.stats.counted {
		s.stats.session = Counters{}
	}
}

// LockCounters returns what the lock manager did since the statement began.
func (s *Session) LockCounters() lmgr.Counters {
	return s.Locks.N.Since(&s.stats.locks)
}

// foldCounters ends the count of a statement. One that is quiet, but ends a
// transaction that did count, adds to that only.
func (s *Session) foldCounters(quiet bool) {
	st, n := &s.stats, s.Counters
	if !quiet || st.txnEnded && st.counted {
		n.LockRelease = s.LockCounters()
		if st.txnEnded && !st.counted && n.relations == nil { // the transaction's only one
			st.lastStatement, st.lastTransaction = *n, *n
			st.session.Add(n)
			st.txnEnded, st.quiet = false, false
			s.startCounters()
			return
		}
		st.count(n)
	}
	if !quiet {
		st.lastStatement = *n
		st.counted, st.quiet = true, false
	} else {
		st.quiet = true
	}
	s.startCounters()
}

// count adds a statement's counts to the transaction's.
func (st *stats) count(n *Counters) {
	if st.counted || n.relations != nil {
		st.transaction.Add(n)
		return
	}
	st.transaction = *n // the first
}

// foldEnd adds what the end of an implicit transaction did, which comes after
// its last statement's EndStatement: it belongs to that statement.
func (s *Session) foldEnd() {
	st := &s.stats
	if st.counted {
		s.Counters.LockRelease = s.LockCounters()
		st.count(s.Counters)
		if !st.quiet {
			st.lastStatement.Add(s.Counters)
		}
	}
	s.startCounters()
}

// startCounters ends the transaction's count if it has ended, and begins that of
// the next statement.
func (s *Session) startCounters() {
	st := &s.stats
	if st.txnEnded {
		if st.counted {
			st.lastTransaction = st.transaction
			st.session.Add(&st.transaction)
		}
		st.transaction = Counters{}
		st.counted, st.txnEnded = false, false
	}
	*s.Counters = Counters{}
	st.locks = s.Locks.N
}
