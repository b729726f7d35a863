package catalog

// Sequences: a relation of kind 'S' with one row, whose parameters are in
// pg_sequence. After PostgreSQL 18, commands/sequence.c (DefineSequence,
// AlterSequence, ResetSequence).

import (
	"minidb/pgerr"
	"minidb/storage/lmgr"
	"minidb/types"
)

// Sequence is a row of pg_sequence.
type Sequence struct {
	Type                              types.OID // int2, int4 or int8
	Start, Increment, Max, Min, Cache int64
	Cycle                             bool
}

// SequenceState is the one row of a sequence. LogCount is how many more values
// PostgreSQL would give out before it writes to its log.
type SequenceState struct {
	Last, LogCount int64
	Called         bool
}

func (s SequenceState) row() types.Row {
	return types.Row{types.NewInt(s.Last), types.NewInt(s.LogCount), boolDatum(s.Called)}
}

func stateOf(row types.Row) SequenceState {
	return SequenceState{row[0].Int(), row[1].Int(), row[2].IsTrue()}
}

func (s *Sequence) row(rel types.OID) types.Row {
	return types.Row{oidDatum(rel), oidDatum(s.Type), types.NewInt(s.Start), types.NewInt(s.Increment),
		types.NewInt(s.Max), types.NewInt(s.Min), types.NewInt(s.Cache), boolDatum(s.Cycle)}
}

// sequence reads the parameters of a sequence.
func (b *builder) sequence(r *Relation) {
	if row := b.one(PgSequence, "pg_sequence_seqrelid_index", oidDatum(r.OID)); row != nil {
		r.Sequence = &Sequence{Type: datumOID(row[SequenceSeqtypid]), Start: row[SequenceSeqstart].Int(),
			Increment: row[SequenceSeqincrement].Int(), Max: row[SequenceSeqmax].Int(), Min: row[SequenceSeqmin].Int(),
			Cache: row[SequenceSeqcache].Int(), Cycle: row[SequenceSeqcycle].IsTrue()}
	}
}

var sequenceColumns = []Column{
	{Name: "last_value", Type: types.Int8OID, Typmod: -1, NotNull: true},
	{Name: "log_cnt", Type: types.Int8OID, Typmod: -1, NotNull: true},
	{Name: "is_called", Type: types.BoolOID, Typmod: -1, NotNull: true},
}

// CreateSequence makes a sequence that gives st.Last first. 42P07 if the name is
// taken.
func (a *Access) CreateSequence(schema types.OID, name string, persistence byte, s Sequence, st SequenceState) (*Relation, error) {
	spec := TableSpec{Schema: schema, Name: name, Kind: SequenceKind, Persistence: persistence}
	spec.Columns = append(spec.Columns, sequenceColumns...)
	r, err := a.CreateTable(spec)
	if err != nil {
		return nil, err
	}
	if err := r.Heap.PutFrozen(a.S.Txn, st.row()); err != nil {
		return nil, err
	}
	if err := a.insertRow(PgSequence, s.row(r.OID)); err != nil {
		return nil, err
	}
	a.CommandEnd()
	return a.ByOID(r.OID)
}

// SequenceState reads a sequence's row.
func (a *Access) SequenceState(r *Relation) SequenceState { return stateOf(r.Heap.ReadFirst()) }

// AlterSequence gives a sequence other parameters and, if st is not nil, another
// state, in a new file: both are undone by a rollback.
func (a *Access) AlterSequence(r *Relation, s Sequence, st *SequenceState) error {
	a.forgetCached(r.OID)
	if st != nil {
		if err := a.setSequenceFile(r, *st); err != nil {
			return err
		}
	}
	_, err := a.change(PgSequence, "pg_sequence_seqrelid_index", []types.Datum{oidDatum(r.OID)}, func(row types.Row) bool {
		copy(row, s.row(r.OID))
		return true
	})
	a.CommandEnd()
	return err
}

// ResetSequence makes a sequence begin again at its start, as TRUNCATE RESTART
// IDENTITY does.
func (a *Access) ResetSequence(r *Relation) error {
	a.forgetCached(r.OID)
	err := a.setSequenceFile(r, SequenceState{Last: r.Sequence.Start})
	a.CommandEnd()
	return err
}

// setSequenceFile writes a sequence's row into a new file.
func (a *Access) setSequenceFile(r *Relation, st SequenceState) error {
	file := a.newHeap(len(r.Columns), r.Persistence)
	if err := a.store.OpenHeap(file).PutFrozen(a.S.Txn, st.row()); err != nil {
		return err
	}
	a.freeHeap(r.File)
	return a.UpdateClass(r.OID, func(row types.Row) { row[ClassRelfilenode] = oidDatum(types.OID(file)) })
}

// SetSequencePersistence gives a sequence another relpersistence and so a new file.
func (a *Access) SetSequencePersistence(r *Relation, p byte) error {
	st := a.SequenceState(r)
	if err := a.SetPersistence(r, p); err != nil {
		return err
	}
	r, err := a.ByOID(r.OID)
	if err == nil {
		err = a.setSequenceFile(r, st)
	}
	a.CommandEnd()
	return err
}

// openSequence locks a sequence until the end of the transaction.
func (a *Access) openSequence(oid types.OID) (*Relation, error) {
	r, err := a.OpenOID(oid, lmgr.RowExclusive)
	if err != nil {
		return nil, err
	}
	if r.Kind == SequenceKind && a.OtherTemp(r) {
		return nil, ErrOtherTemp()
	}
	if r.Kind != SequenceKind || r.Sequence == nil {
		return nil, pgerr.New(pgerr.WrongObjectType, "cannot open relation %s", quoted(r.Name)).
			WithDetail("This operation is not supported for %s.", kindPlurals[r.Kind])
	}
	return r, nil
}

// kindPlurals name kinds in "This operation is not supported for ...".
var kindPlurals = map[RelKind]string{
	TableKind: "tables", IndexKind: "indexes", ViewKind: "views", CompositeKind: "composite types",
	PartitionedTableKind: "partitioned tables", PartitionedIndexKind: "partitioned indexes",
}
