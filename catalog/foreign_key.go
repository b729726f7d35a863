package catalog

// Foreign keys as pg_constraint has them.

import (
	"cmp"
	"slices"

	"minidb/types"
)

// ForeignKey is a FOREIGN KEY constraint: rows of Table name rows of Ref.
type ForeignKey struct {
	OID        types.OID
	Name       string
	Table, Ref types.OID
	// Parent is the constraint that this one follows: Table is a partition of the
	// table that it is on, or Ref of the one that it refers to.
	Parent types.OID
	Index  types.OID // unique, over RefColumns
	// Columns and RefColumns are attnums, in the order of the key.
	Columns, RefColumns []int
	// DeleteColumns are those that ON DELETE SET NULL or SET DEFAULT sets; all if
	// empty.
	DeleteColumns []int
	// PFEq compares a referenced with a referencing value, PPEq and FFEq two of
	// the same side: OIDs in pg_operator, by key column.
	PFEq, PPEq, FFEq     []types.OID
	OnUpdate, OnDelete   byte // ActionCascade and so on
	Match                byte // MatchSimple, MatchFull
	Deferrable, Deferred bool
	NotEnforced          bool
	Validated            bool
}

// The referential actions: pg_constraint.confupdtype and confdeltype.
const (
	ActionNone       byte = 'a'
	ActionRestrict   byte = 'r'
	ActionCascade    byte = 'c'
	ActionSetNull    byte = 'n'
	ActionSetDefault byte = 'd'
)

// How keys with NULLs match: pg_constraint.confmatchtype.
const (
	MatchSimple byte = 's'
	MatchFull   byte = 'f'
)

func foreignKeyOf(row types.Row) *ForeignKey {
	return &ForeignKey{
		OID: datumOID(row[ConstraintOid]), Name: datumText(row[ConstraintConname]),
		Table: datumOID(row[ConstraintConrelid]), Ref: datumOID(row[ConstraintConfrelid]),
		Parent: datumOID(row[ConstraintConparentid]), Index: datumOID(row[ConstraintConindid]),
		Columns: arrayInts(row[ConstraintConkey]), RefColumns: arrayInts(row[ConstraintConfkey]),
		DeleteColumns: arrayInts(row[ConstraintConfdelsetcols]),
		PFEq:          arrayOIDs(row[ConstraintConpfeqop]), PPEq: arrayOIDs(row[ConstraintConppeqop]),
		FFEq:     arrayOIDs(row[ConstraintConffeqop]),
		OnUpdate: datumChar(row[ConstraintConfupdtype]), OnDelete: datumChar(row[ConstraintConfdeltype]),
		Match:      datumChar(row[ConstraintConfmatchtype]),
		Deferrable: row[ConstraintCondeferrable].IsTrue(), Deferred: row[ConstraintCondeferred].IsTrue(),
		NotEnforced: !row[ConstraintConenforced].IsTrue(), Validated: row[ConstraintConvalidated].IsTrue(),
	}
}

func arrayOIDs(d types.Datum) []types.OID {
	ints := arrayInts(d)
	out := make([]types.OID, len(ints))
	for i, n := range ints {
		out[i] = types.OID(n)
	}
	return out
}

// setForeignKey fills the columns of a pg_constraint row that only foreign keys have.
func setForeignKey(row types.Row, fk *ForeignKey) {
	row[ConstraintConfrelid] = oidDatum(fk.Ref)
	row[ConstraintConfupdtype] = charDatum(fk.OnUpdate)
	row[ConstraintConfdeltype] = charDatum(fk.OnDelete)
	row[ConstraintConfmatchtype] = charDatum(fk.Match)
	row[ConstraintConfkey] = array(types.Int2OID, fk.RefColumns)
	row[ConstraintConpfeqop] = array(types.OidOID, fk.PFEq)
	row[ConstraintConppeqop] = array(types.OidOID, fk.PPEq)
	row[ConstraintConffeqop] = array(types.OidOID, fk.FFEq)
	row[ConstraintConfdelsetcols] = array(types.Int2OID, fk.DeleteColumns)
	row[ConstraintConenforced] = boolDatum(!fk.NotEnforced)
}

// foreignKeyDepends records what a foreign key needs of the other table: its
// columns and its index.
func (a *Access) foreignKeyDepends(con Object, fk *ForeignKey) error {
	on := make([]Object, 0, len(fk.RefColumns)+1)
	for _, num := range fk.RefColumns {
		on = append(on, ColumnObject(fk.Ref, num))
	}
	return a.AddDepends(con, NormalDep, append(on, RelationObject(fk.Index))...)
}

// ForeignKey returns the foreign key of that OID, nil if there is none.
func (a *Access) ForeignKey(oid types.OID) *ForeignKey {
	row, _ := a.first(PgConstraint, "pg_constraint_oid_index", oidDatum(oid))
	if row == nil || datumChar(row[ConstraintContype]) != ForeignKeyConstraint {
		return nil
	}
	return foreignKeyOf(row)
}

// ForeignKeysOn returns the foreign keys that need a relation: those of other
// tables (or its own) that name its rows, in the order of their OIDs. Such a key depends
// on columns of a unique index; what depends on the whole table, as its partitions do, is
// not looked at.
func (a *Access) ForeignKeysOn(rel types.OID) []*ForeignKey {
	r, err := a.ByOID(rel)
	if r == nil || err != nil {
		return nil
	}
	var out []*ForeignKey
	looked, seen := map[int]bool{}, map[types.OID]bool{}
	for _, ix := range r.Indexes {
		for _, key := range ix.Keys[:ix.NKeys] {
			if !ix.Unique || key.Attr <= 0 || looked[key.Attr] {
				continue
			}
			looked[key.Attr] = true
			for _, f := range a.rows(PgDepend, "pg_depend_reference_index", dependKey(ColumnObject(rel, key.Attr))...) {
				oid := datumOID(f.row[DependObjid])
				if datumOID(f.row[DependClassid]) != PgConstraint || seen[oid] {
					continue
				}
				seen[oid] = true
				if fk := a.ForeignKey(oid); fk != nil && fk.Ref == rel {
					out = append(out, fk)
				}
			}
		}
	}
	return sortedKeys(out)
}

// ForeignKeysOf returns a table's own foreign keys in the order of their OIDs.
func (a *Access) ForeignKeysOf(table types.OID) []*ForeignKey {
	var out []*ForeignKey
	for _, f := range a.rows(PgConstraint, "pg_constraint_conrelid_contypid_conname_index", oidDatum(table)) {
		if datumChar(f.row[ConstraintContype]) == ForeignKeyConstraint {
			out = append(out, foreignKeyOf(f.row))
		}
	}
	return sortedKeys(out)
}

func sortedKeys(keys []*ForeignKey) []*ForeignKey {
	slices.SortFunc(keys, func(x, y *ForeignKey) int { return cmp.Compare(x.OID, y.OID) })
	return keys
}

// SetForeignKey changes what ALTER CONSTRAINT can change: whether and when the
// key is enforced.
func (a *Access) SetForeignKey(fk *ForeignKey) error {
	err := a.changeConstraint(fk.OID, func(row types.Row) {
		row[ConstraintCondeferrable], row[ConstraintCondeferred] = boolDatum(fk.Deferrable), boolDatum(fk.Deferred)
		row[ConstraintConenforced], row[ConstraintConvalidated] = boolDatum(!fk.NotEnforced), boolDatum(fk.Validated)
	})
	if err != nil {
		return err
	}
	old := a.rows(PgTrigger, "pg_trigger_tgconstraint_index", oidDatum(fk.OID))
	switch {
	case fk.NotEnforced:
		for _, f := range old {
			if err := a.removeTriggerRow(f.row); err != nil {
				return err
			}
		}
	case len(old) == 0:
		err = a.addOwnTriggers(fk)
	default:
		for _, f := range old {
			if !deferrableAction(datumOID(f.row[TriggerTgfoid])) {
				continue
			}
			f.row[TriggerTgdeferrable], f.row[TriggerTginitdeferred] = boolDatum(fk.Deferrable), boolDatum(fk.Deferred)
			if err := a.updateRow(PgTrigger, f.tid, f.row); err != nil {
				return err
			}
		}
	}
	a.CommandEnd()
	return err
}
