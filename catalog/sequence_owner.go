package catalog

// Sequences that columns own: those of serial columns (an automatic dependency
// of the sequence on the column) and of identity columns (an internal one).

import (
	"minidb/expr"
	"minidb/pgerr"
	"minidb/types"
)

// OwnSequence makes a column the only owner of a sequence, of AutoDep or
// InternalDep; table 0 takes away the owner. An identity column's sequence stays
// with it: 0A000.
func (a *Access) OwnSequence(seq *Relation, table types.OID, num int, kind byte) error {
	self := RelationObject(seq.OID)
	if owner, _, ok := a.SequenceOwner(seq.OID, InternalDep); ok && kind == AutoDep {
		name := ""
		if r, err := a.ByOID(owner); err == nil && r != nil {
			name = r.Name
		}
		return pgerr.New(pgerr.FeatureNotSupported, "cannot change ownership of identity sequence").
			WithDetail("Sequence %s is linked to table %s.", quoted(seq.Name), quoted(name))
	}
	for _, f := range a.ownerRows(seq.OID, kind) {
		if err := a.deleteRow(PgDepend, f.tid); err != nil {
			return err
		}
	}
	if table != 0 {
		if err := a.AddDepends(self, kind, ColumnObject(table, num)); err != nil {
			return err
		}
		a.spoilRelation(table)
	}
	a.CommandEnd()
	return nil
}

// ownerRows finds the pg_depend rows of one kind that tie a sequence to columns.
func (a *Access) ownerRows(seq types.OID, kind byte) []foundRow {
	var out []foundRow
	for _, f := range a.rows(PgDepend, "pg_depend_depender_index", dependKey(RelationObject(seq))...) {
		if datumOID(f.row[DependRefclassid]) == PgClass && datumChar(f.row[DependDeptype]) == kind {
			out = append(out, f)
		}
	}
	return out
}

// SequenceOwner returns the column that owns a sequence by a dependency of that
// kind.
func (a *Access) SequenceOwner(seq types.OID, kind byte) (table types.OID, num int, ok bool) {
	for _, f := range a.ownerRows(seq, kind) {
		return datumOID(f.row[DependRefobjid]), int(f.row[DependRefobjsubid].Int()), true
	}
	return 0, 0, false
}

// OwnedSequences lists the sequences that columns of a table own.
func (a *Access) OwnedSequences(table types.OID) []types.OID {
	sn, release := a.snapshot()
	defer release()
	b := builder{a, sn}
	var out []types.OID
	b.ownedSequences(table, func(seq types.OID, _ int, _ byte) { out = append(out, seq) })
	return out
}

// ownedSequences calls f with every sequence that a column of the table owns.
func (b *builder) ownedSequences(table types.OID, f func(seq types.OID, num int, kind byte)) {
	for _, dep := range b.scan(PgDepend, "pg_depend_reference_index", oidDatum(PgClass), oidDatum(table)) {
		num, kind := int(dep[DependRefobjsubid].Int()), datumChar(dep[DependDeptype])
		if datumOID(dep[DependClassid]) != PgClass || num == 0 || kind != AutoDep && kind != InternalDep {
			continue
		}
		class := b.one(PgClass, "pg_class_oid_index", dep[DependObjid])
		if class != nil && RelKind(datumChar(class[ClassRelkind])) == SequenceKind {
			f(datumOID(dep[DependObjid]), num, kind)
		}
	}
}

// identities fills in how identity columns get their values: those of a partition from
// the sequence of the table at the top.
func (b *builder) identities(r *Relation) {
	for i := range r.Columns {
		if r.Columns[i].Identity == 0 {
			continue
		}
		if r.Parent != 0 {
			b.parentIdentities(r)
			return
		}
		b.ownedSequences(r.OID, func(seq types.OID, num int, kind byte) {
			if kind == InternalDep && num <= len(r.Columns) {
				c := &r.Columns[num-1]
				c.Sequence, c.NextValue = seq, nextValue(seq, c.Type, expr.CallIdentity)
			}
		})
		return
	}
}

func (b *builder) parentIdentities(r *Relation) {
	parent, err := b.a.ByOID(r.Parent)
	if parent == nil || err != nil {
		return
	}
	for i := range r.Columns {
		c := &r.Columns[i]
		if src := parent.ColumnByName(c.Name); c.Identity != 0 && src != nil {
			c.Sequence, c.NextValue = src.Sequence, src.NextValue
		}
	}
}

// Functions of PostgreSQL 18's pg_proc that NextValue calls.
const (
	nextvalProc types.OID = 1574
	int8ToInt4  types.OID = 480
	int8ToInt2  types.OID = 714
)

// NextValue is the expression nextval('seq'::regclass) as a value of an integer
// type: the default of a serial column.
func NextValue(seq, typ types.OID) expr.Expr { return nextValue(seq, typ, expr.CallExplicit) }

func nextValue(seq, typ types.OID, form expr.CallForm) expr.Expr {
	var e expr.Expr = &expr.Const{Loc: -1, T: types.RegclassOID, Mod: -1, Value: oidDatum(seq)}
	if form == expr.CallIdentity {
		e = &expr.FuncCall{Loc: -1, Fn: identityNext, Args: []expr.Expr{e}, Form: form, Ret: types.Int8OID, Mod: -1}
	} else {
		e = callProc(nextvalProc, e, form)
	}
	switch typ {
	case types.Int4OID:
		return callProc(int8ToInt4, e, expr.CastImplicit)
	case types.Int2OID:
		return callProc(int8ToInt2, e, expr.CastImplicit)
	}
	return e
}

// identityNext is nextval without a look at privileges: who may insert into a table
// may use its identity columns.
var identityNext *expr.Func

func init() {
	f, ok := expr.FuncByOID(nextvalProc)
	if !ok {
		panic(pgerr.New(pgerr.Internal, "function %d is missing", nextvalProc))
	}
	g := *f
	g.Impl = func(c *expr.Ctx, args []types.Datum) (types.Datum, error) {
		a, err := accessOf(c)
		if err != nil {
			return null, err
		}
		return a.nextval(datumOID(args[0]))
	}
	identityNext = &g
}

func callProc(oid types.OID, arg expr.Expr, form expr.CallForm) expr.Expr {
	f, ok := expr.FuncByOID(oid)
	if !ok {
		panic(pgerr.New(pgerr.Internal, "function %d is missing", oid))
	}
	return &expr.FuncCall{Loc: -1, Fn: f, Args: []expr.Expr{arg}, Form: form, Ret: f.Ret, Mod: -1}
}
