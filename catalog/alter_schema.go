package catalog

// ALTER ... SET SCHEMA: a table moves with its row type, indexes, constraints and
// owned sequences (PostgreSQL's AlterTableNamespaceInternal), a type with its
// array type.

import (
	"minidb/pgerr"
	"minidb/types"
)

// SetSchema moves a relation to another schema: 42P07 if its name is taken there.
func (a *Access) SetSchema(r *Relation, ns types.OID) error {
	if err := a.lockNamespace(ns); err != nil || ns == r.Namespace {
		return err
	}
	if err := a.moveRelation(r.OID, r.Name, ns); err != nil {
		return err
	}
	if err := a.moveDepend(RelationObject(r.OID), r.Namespace, ns); err != nil {
		return err
	}
	if err := a.moveType(r.RowType, ns); err != nil {
		return err
	}
	for _, ix := range r.Indexes {
		if err := a.moveRelation(ix.OID, ix.Name, ns); err != nil {
			return err
		}
	}
	for _, c := range a.Constraints(r.OID) {
		if err := a.changeConstraint(c.OID, func(row types.Row) { row[ConstraintConnamespace] = oidDatum(ns) }); err != nil {
			return err
		}
	}
	for _, oid := range a.OwnedSequences(r.OID) {
		seq, err := a.ByOID(oid)
		if err == nil {
			err = a.SetSchema(seq, ns)
		}
		if err != nil {
			return err
		}
	}
	a.CommandEnd()
	return nil
}

// MovableSequence refuses to move a sequence without the table that owns it.
func (a *Access) MovableSequence(seq *Relation) error {
	for _, kind := range []byte{AutoDep, InternalDep} {
		owner, _, ok := a.SequenceOwner(seq.OID, kind)
		if !ok {
			continue
		}
		e := pgerr.New(pgerr.FeatureNotSupported, "cannot move an owned sequence into another schema")
		if r, err := a.ByOID(owner); err == nil && r != nil {
			e = e.WithDetail("Sequence %s is linked to table %s.", quoted(seq.Name), quoted(r.Name))
		}
		return e
	}
	return nil
}

// OwnedByTable refuses to give a sequence that belongs to a table to another role
// than the table's.
func (a *Access) OwnedByTable(seq *Relation) error {
	for _, kind := range []byte{AutoDep, InternalDep} {
		owner, _, ok := a.SequenceOwner(seq.OID, kind)
		if !ok {
			continue
		}
		e := pgerr.New(pgerr.FeatureNotSupported, "cannot change owner of sequence %s", quoted(seq.Name))
		if r, err := a.ByOID(owner); err == nil && r != nil {
			e = e.WithDetail("Sequence %s is linked to table %s.", quoted(seq.Name), quoted(r.Name))
		}
		return e
	}
	return nil
}

// TypeNamespace is the schema of a type, 0 if there is no such type.
func (a *Access) TypeNamespace(oid types.OID) types.OID {
	row, _ := a.first(PgType, "pg_type_oid_index", oidDatum(oid))
	if row == nil {
		return 0
	}
	return datumOID(row[TypeTypnamespace])
}

// SetTypeSchema moves a type of its own name to another schema.
func (a *Access) SetTypeSchema(oid, ns types.OID) error {
	from := a.TypeNamespace(oid)
	if err := a.lockNamespace(ns); err != nil || ns == from {
		return err
	}
	if err := a.moveType(oid, ns); err != nil {
		return err
	}
	err := a.moveDepend(Object{Class: PgType, OID: oid}, from, ns)
	a.CommandEnd()
	return err
}

func (a *Access) moveRelation(oid types.OID, name string, ns types.OID) error {
	if a.relationOID(ns, name) != 0 {
		return pgerr.New(pgerr.DuplicateTable, "relation %s already exists in schema %s", quoted(name), quoted(a.NamespaceName(ns)))
	}
	return a.UpdateClass(oid, func(row types.Row) { row[ClassRelnamespace] = oidDatum(ns) })
}

// moveType moves a type and the array of it; there may be none.
func (a *Access) moveType(oid, ns types.OID) error {
	t, ok := a.TypeInfo(oid)
	if !ok {
		return nil
	}
	array := t.Array
	for _, oid := range []types.OID{oid, array} {
		if oid == 0 {
			continue
		}
		name := ""
		if t, ok := a.TypeInfo(oid); ok {
			name = t.Name
		}
		if _, taken := a.typeIn(ns, name); taken {
			return pgerr.New(pgerr.DuplicateObject, "type %s already exists in schema %s", quoted(name), quoted(a.NamespaceName(ns)))
		}
		_, err := a.change(PgType, "pg_type_oid_index", []types.Datum{oidDatum(oid)},
			func(row types.Row) bool { row[TypeTypnamespace] = oidDatum(ns); return true })
		if err != nil {
			return err
		}
	}
	return nil
}

// moveDepend makes an object depend on another schema.
func (a *Access) moveDepend(o Object, from, to types.OID) error {
	w := a.Writer(a.System(PgDepend))
	defer w.Close()
	for _, f := range a.rows(PgDepend, "pg_depend_depender_index", dependKey(o)...) {
		if datumOID(f.row[DependRefclassid]) == PgNamespace && datumOID(f.row[DependRefobjid]) == from {
			if err := w.Delete(f.tid); err != nil {
				return err
			}
		}
	}
	return a.AddDepends(o, NormalDep, Object{Class: PgNamespace, OID: to})
}
