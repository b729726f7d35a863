package catalog

// nextval, currval, lastval and setval: what a session remembers of the
// sequences it used, and how numbers are taken. They are given out outside of
// transactions. After PostgreSQL 18, commands/sequence.c (nextval_internal,
// do_setval).

import (
	"minidb/pgerr"
	"minidb/storage"
	"minidb/storage/lmgr"
	"minidb/types"
)

// logAhead is SEQ_LOG_VALS: how many values PostgreSQL logs ahead of use.
const logAhead = 32

// usedSequence is what a session remembers of a sequence: PostgreSQL's
// SeqTableData. Values from last on, up to cached, are the session's own.
type usedSequence struct {
	file      storage.FileID
	valid     bool // last is set
	last      int64
	cached    int64
	increment int64
}

// sequenceMemory is what a session remembers of all of them.
type sequenceMemory struct {
	used map[types.OID]*usedSequence
	last types.OID // that nextval was called for, 0 if none
}

// usedSequence returns the session's notes on a sequence. Cached values are worth
// nothing once the sequence has another file.
func (a *Access) usedSequence(r *Relation) *usedSequence {
	u := a.sequences.used[r.OID]
	if u == nil {
		if a.sequences.used == nil {
			a.sequences.used = map[types.OID]*usedSequence{}
		}
		u = &usedSequence{file: r.File}
		a.sequences.used[r.OID] = u
	}
	if u.file != r.File {
		u.file, u.cached = r.File, u.last
	}
	return u
}

// forgetCached drops the values that the session holds in reserve.
func (a *Access) forgetCached(oid types.OID) {
	if u := a.sequences.used[oid]; u != nil {
		u.cached = u.last
	}
}

var sequenceFuncs = map[string]catalogFunc{
	"nextval": func(a *Access, args []types.Datum) (types.Datum, error) {
		if err := a.mayUseSequence(datumOID(args[0]), UsagePrivilege|UpdatePrivilege); err != nil {
			return null, err
		}
		return a.nextval(datumOID(args[0]))
	},
	"currval": func(a *Access, args []types.Datum) (types.Datum, error) {
		if err := a.mayUseSequence(datumOID(args[0]), SelectPrivilege|UsagePrivilege); err != nil {
			return null, err
		}
		return a.currval(datumOID(args[0]))
	},
	"lastval": func(a *Access, _ []types.Datum) (types.Datum, error) { return a.lastval() },
	"setval": func(a *Access, args []types.Datum) (types.Datum, error) {
		if err := a.mayUseSequence(datumOID(args[0]), UpdatePrivilege); err != nil {
			return null, err
		}
		return a.setval(datumOID(args[0]), args[1].Int(), len(args) < 3 || args[2].IsTrue())
	},
	"pg_sequence_last_value": func(a *Access, args []types.Datum) (types.Datum, error) {
		return a.sequenceLastValue(datumOID(args[0]))
	},
	"pg_get_sequence_data": func(a *Access, args []types.Datum) (types.Datum, error) {
		return a.sequenceData(datumOID(args[0]))
	},
	"pg_sequence_parameters": func(a *Access, args []types.Datum) (types.Datum, error) {
		if err := a.mayUseSequence(datumOID(args[0]), SelectPrivilege|UsagePrivilege|UpdatePrivilege); err != nil {
			return null, err
		}
		return a.sequenceParameters(datumOID(args[0]))
	},
}

// sequenceData is the state of a sequence that the current role may read, NULLs of others.
func (a *Access) sequenceData(oid types.OID) (types.Datum, error) {
	out := &types.RecordVal{Types: []types.OID{types.Int8OID, types.BoolOID}, Names: []string{"last_value", "is_called"}, Fields: []types.Datum{null, null}}
	r, err := a.ByOID(oid)
	if err != nil || r == nil || r.Kind != SequenceKind || a.OtherTemp(r) || !a.HasPrivilege(a.S.CurrentRole, r, SelectPrivilege) {
		return types.NewRecord(out), err
	}
	st := a.SequenceState(r)
	out.Fields = []types.Datum{types.NewInt(st.Last), boolDatum(st.Called)}
	return types.NewRecord(out), nil
}

// mayUseSequence checks that the current role has one of some privileges on a
// sequence, if it is one.
func (a *Access) mayUseSequence(oid types.OID, p Privilege) error {
	if a.S.CurrentRole == BootstrapUser {
		return nil
	}
	r, err := a.ByOID(oid)
	if err != nil || r == nil || r.Kind != SequenceKind {
		return err
	}
	if a.HasAnyPrivilege(a.S.CurrentRole, r, p) {
		return nil
	}
	return RelationDenied(r)
}

// DiscardSequences forgets what the session knows of sequences, as DISCARD
// SEQUENCES does.
func (a *Access) DiscardSequences() { a.sequences = sequenceMemory{} }

func (a *Access) writable(r *Relation, function string) error {
	if a.S.ReadOnly() && r.Persistence != 't' {
		return pgerr.New(pgerr.ReadOnlySQLTransaction, "cannot execute %s in a read-only transaction", function)
	}
	return nil
}

func (a *Access) nextval(oid types.OID) (types.Datum, error) {
	r, err := a.openSequence(oid)
	if err != nil {
		return null, err
	}
	if err := a.writable(r, "nextval()"); err != nil {
		return null, err
	}
	u := a.usedSequence(r)
	if u.last != u.cached {
		u.last += u.increment
		a.sequences.last = oid
		return types.NewInt(u.last), nil
	}
	var result int64
	var st SequenceState
	err = r.Heap.Overwrite(a.S.Txn, func(row types.Row) (types.Row, error) {
		var err error
		if result, st, err = r.Sequence.take(stateOf(row), r.Name); err != nil {
			return nil, err
		}
		return st.row(), nil
	})
	if err != nil {
		return null, err
	}
	*u = usedSequence{file: r.File, valid: true, last: result, cached: st.Last, increment: r.Sequence.Increment}
	a.sequences.last = oid
	return types.NewInt(result), nil
}

// take takes the next value, and as many more as the session may keep in
// reserve: result is the first, the new state's Last the last of them.
func (s *Sequence) take(st SequenceState, name string) (result int64, after SequenceState, err error) {
	last, next, result := st.Last, st.Last, st.Last
	fetch, log, got := s.Cache, st.LogCount, int64(0)
	if !st.Called {
		got++
		fetch--
	}
	if log < fetch || !st.Called {
		fetch += logAhead
		log = fetch
	}
	for ; fetch > 0; fetch-- {
		n, ok := s.step(next)
		if !ok && got > 0 {
			break
		}
		if !ok && !s.Cycle {
			return 0, st, s.exhausted(name)
		}
		next = n
		if got < s.Cache {
			log--
			got++
			last = next
			if got == 1 {
				result = next
			}
		}
	}
	return result, SequenceState{Last: last, LogCount: log - fetch, Called: true}, nil
}

// step returns the value after v; past the bound it is the one to begin again
// with, and ok is false.
func (s *Sequence) step(v int64) (next int64, ok bool) {
	inc := s.Increment
	if inc > 0 {
		if s.Max >= 0 && v > s.Max-inc || s.Max < 0 && v+inc > s.Max {
			return s.Min, false
		}
	} else if s.Min < 0 && v < s.Min-inc || s.Min >= 0 && v+inc < s.Min {
		return s.Max, false
	}
	return v + inc, true
}

func (s *Sequence) exhausted(name string) error {
	what, bound := "maximum", s.Max
	if s.Increment < 0 {
		what, bound = "minimum", s.Min
	}
	return pgerr.New(pgerr.SequenceLimitExceeded, "nextval: reached %s value of sequence %s (%d)", what, quoted(name), bound)
}

func (a *Access) currval(oid types.OID) (types.Datum, error) {
	r, err := a.openSequence(oid)
	if err != nil {
		return null, err
	}
	u := a.usedSequence(r)
	if !u.valid {
		return null, pgerr.New(pgerr.ObjectNotInPrerequisiteState, "currval of sequence %s is not yet defined in this session", quoted(r.Name))
	}
	return types.NewInt(u.last), nil
}

func (a *Access) lastval() (types.Datum, error) {
	if oid := a.sequences.last; oid != 0 {
		r, err := a.TryOpenOID(oid, lmgr.RowExclusive)
		if err != nil {
			return null, err
		}
		if r != nil {
			if err := a.mayUseSequence(oid, SelectPrivilege|UsagePrivilege); err != nil {
				return null, err
			}
			return types.NewInt(a.usedSequence(r).last), nil
		}
	}
	return null, pgerr.New(pgerr.ObjectNotInPrerequisiteState, "lastval is not yet defined in this session")
}

func (a *Access) setval(oid types.OID, v int64, called bool) (types.Datum, error) {
	r, err := a.openSequence(oid)
	if err != nil {
		return null, err
	}
	if err := a.writable(r, "setval()"); err != nil {
		return null, err
	}
	s := r.Sequence
	if v < s.Min || v > s.Max {
		return null, pgerr.New(pgerr.NumericValueOutOfRange, "setval: value %d is out of bounds for sequence %s (%d..%d)",
			v, quoted(r.Name), s.Min, s.Max)
	}
	u := a.usedSequence(r)
	if called {
		u.last, u.valid = v, true
	}
	u.cached = u.last
	err = r.Heap.Overwrite(a.S.Txn, func(types.Row) (types.Row, error) {
		return SequenceState{Last: v, Called: called}.row(), nil
	})
	return types.NewInt(v), err
}

// sequenceParameters is the record of pg_sequence_parameters.
func (a *Access) sequenceParameters(oid types.OID) (types.Datum, error) {
	r, err := a.openSequence(oid)
	if err != nil {
		return null, err
	}
	s := r.Sequence
	return types.NewRecord(&types.RecordVal{
		Types: []types.OID{types.Int8OID, types.Int8OID, types.Int8OID, types.Int8OID, types.BoolOID, types.Int8OID, types.OidOID},
		Names: []string{"start_value", "minimum_value", "maximum_value", "increment", "cycle_option", "cache_size", "data_type"},
		Fields: []types.Datum{types.NewInt(s.Start), types.NewInt(s.Min), types.NewInt(s.Max), types.NewInt(s.Increment),
			boolDatum(s.Cycle), types.NewInt(s.Cache), oidDatum(s.Type)},
	}), nil
}

func (a *Access) sequenceLastValue(oid types.OID) (types.Datum, error) {
	r, err := a.openSequence(oid)
	if err != nil {
		return null, err
	}
	if st := a.SequenceState(r); st.Called && a.mayUseSequence(oid, SelectPrivilege|UsagePrivilege) == nil {
		return types.NewInt(st.Last), nil
	}
	return null, nil
}
