package catalog

// pg_trigger: the internal triggers that enforce foreign keys and deferrable
// unique constraints. A user's own triggers are not built.

import (
	"strings"

	"minidb/expr"
	"minidb/pgerr"
	"minidb/storage/lmgr"
	"minidb/types"
)

// Trigger is an AFTER ROW trigger of a relation.
type Trigger struct {
	OID                  types.OID
	Name                 string
	Parent               types.OID // the trigger of the table above that it follows
	Func                 types.OID // RIFKeyCheckIns and so on
	Insert               bool      // fires for inserted rows
	Delete, Update       bool
	Constraint           types.OID
	ConstraintName       string
	Index                types.OID // UniqueKeyRecheck: the index
	Deferrable, Deferred bool
	ForeignKey           *ForeignKey // of the RI functions; nil otherwise
}

// The functions behind internal triggers: OIDs in pg_proc (PostgreSQL 18,
// catalog/pg_proc.dat).
const (
	UniqueKeyRecheck    types.OID = 1250
	RIFKeyCheckIns      types.OID = 1644
	RIFKeyCheckUpd      types.OID = 1645
	RIFKeyCascadeDel    types.OID = 1646
	RIFKeyCascadeUpd    types.OID = 1647
	RIFKeyRestrictDel   types.OID = 1648
	RIFKeyRestrictUpd   types.OID = 1649
	RIFKeySetNullDel    types.OID = 1650
	RIFKeySetNullUpd    types.OID = 1651
	RIFKeySetDefaultDel types.OID = 1652
	RIFKeySetDefaultUpd types.OID = 1653
	RIFKeyNoActionDel   types.OID = 1654
	RIFKeyNoActionUpd   types.OID = 1655
)

// Bits of pg_trigger.tgtype (PostgreSQL 18, catalog/pg_trigger.h).
const (
	triggerRow    = 1
	triggerInsert = 4
	triggerDelete = 8
	triggerUpdate = 16
)

// Functions of the actions, for DELETE and for UPDATE.
var actionFuncs = map[byte][2]types.OID{
	ActionNone:       {RIFKeyNoActionDel, RIFKeyNoActionUpd},
	ActionRestrict:   {RIFKeyRestrictDel, RIFKeyRestrictUpd},
	ActionCascade:    {RIFKeyCascadeDel, RIFKeyCascadeUpd},
	ActionSetNull:    {RIFKeySetNullDel, RIFKeySetNullUpd},
	ActionSetDefault: {RIFKeySetDefaultDel, RIFKeySetDefaultUpd},
}

// deferrableAction tells whether a trigger function may wait for the
// transaction's end: actions that change rows, and RESTRICT, may not.
func deferrableAction(fn types.OID) bool {
	switch fn {
	case RIFKeyCheckIns, RIFKeyCheckUpd, RIFKeyNoActionDel, RIFKeyNoActionUpd, UniqueKeyRecheck:
		return true
	}
	return false
}

// triggerSpec says what addTrigger makes.
type triggerSpec struct {
	prefix               string // of the name, before the OID
	table, other         types.OID
	fn, constraint       types.OID
	parent               types.OID
	index                types.OID
	events               int
	deferrable, deferred bool
}

func (a *Access) addTrigger(s triggerSpec) error {
	oid := a.NewOID()
	wait := deferrableAction(s.fn)
	row := types.Row{
		oidDatum(oid), oidDatum(s.table), oidDatum(s.parent), textDatum(s.prefix + "_" + itoa(int64(oid))), oidDatum(s.fn),
		intDatum(triggerRow | s.events), charDatum('O'), boolDatum(true), oidDatum(s.other), oidDatum(s.index),
		oidDatum(s.constraint), boolDatum(wait && s.deferrable), boolDatum(wait && s.deferred), intDatum(0),
		vector(types.Int2OID, []int{}), types.NewBytea(nil), null, null, null,
	}
	if err := a.insertRow(PgTrigger, row); err != nil {
		return err
	}
	err := a.updateClassIf(s.table, func(row types.Row) bool {
		was := row[ClassRelhastriggers].IsTrue()
		row[ClassRelhastriggers] = boolDatum(true)
		return !was
	})
	if err != nil {
		return err
	}
	err = a.AddDepends(Object{Class: PgTrigger, OID: oid}, InternalDep, Object{Class: PgConstraint, OID: s.constraint})
	a.CommandEnd()
	return err
}

// AddActionTriggers makes the triggers of a foreign key on the table that it refers
// to. A key that is not enforced has none.
func (a *Access) AddActionTriggers(fk *ForeignKey) error {
	return a.addKeyTriggers(fk, []triggerSpec{
		{fn: actionFuncs[fk.OnDelete][0], events: triggerDelete},
		{fn: actionFuncs[fk.OnUpdate][1], events: triggerUpdate},
	}, triggerSpec{prefix: "RI_ConstraintTrigger_a", table: fk.Ref, other: fk.Table})
}

// AddCheckTriggers makes those on the table that has the key.
func (a *Access) AddCheckTriggers(fk *ForeignKey) error {
	return a.addKeyTriggers(fk, []triggerSpec{{fn: RIFKeyCheckIns, events: triggerInsert}, {fn: RIFKeyCheckUpd, events: triggerUpdate}},
		triggerSpec{prefix: "RI_ConstraintTrigger_c", table: fk.Table, other: fk.Ref})
}

func (a *Access) addKeyTriggers(fk *ForeignKey, list []triggerSpec, s triggerSpec) error {
	if fk.NotEnforced {
		return nil
	}
	s.constraint, s.index, s.deferrable, s.deferred = fk.OID, fk.Index, fk.Deferrable, fk.Deferred
	for _, t := range list {
		s.fn, s.events, s.parent = t.fn, t.events, 0
		if fk.Parent != 0 {
			s.parent = a.triggerOf(fk.Parent, t.fn)
		}
		if err := a.addTrigger(s); err != nil {
			return err
		}
	}
	return nil
}

// triggerOf is the trigger of a constraint that calls fn; 0 if there is none.
func (a *Access) triggerOf(con, fn types.OID) types.OID {
	for _, f := range a.rows(PgTrigger, "pg_trigger_tgconstraint_index", oidDatum(con)) {
		if datumOID(f.row[TriggerTgfoid]) == fn {
			return datumOID(f.row[TriggerOid])
		}
	}
	return 0
}

// addRecheckTrigger makes the trigger of a deferrable unique constraint.
func (a *Access) addRecheckTrigger(con types.OID, spec *ConstraintSpec) error {
	s := triggerSpec{prefix: "Unique_ConstraintTrigger", table: spec.Table, fn: UniqueKeyRecheck, constraint: con,
		index: spec.Index, events: triggerInsert | triggerUpdate, deferrable: true, deferred: spec.Deferred}
	if spec.Type == PrimaryConstraint {
		s.prefix = "PK_ConstraintTrigger"
	}
	return a.addTrigger(s)
}

// removeTriggerRow deletes a trigger and its dependencies.
func (a *Access) removeTriggerRow(row types.Row) error {
	o := Object{Class: PgTrigger, OID: datumOID(row[TriggerOid])}
	if err := a.removeTrigger(o.OID); err != nil {
		return err
	}
	return a.deleteWhere(PgDepend, "pg_depend_depender_index", dependKey(o)...)
}

// removeTrigger deletes a trigger's row, under a lock on its table that keeps out
// whoever could fire it.
func (a *Access) removeTrigger(oid types.OID) error {
	row, tid := a.first(PgTrigger, "pg_trigger_oid_index", oidDatum(oid))
	if row == nil {
		return pgerr.New(pgerr.Internal, "could not find tuple for trigger %d", oid)
	}
	if _, err := a.lock(datumOID(row[TriggerTgrelid]), lmgr.AccessExclusive); err != nil {
		return err
	}
	return a.deleteRow(PgTrigger, tid)
}

// triggers reads a relation's triggers in the order of their names, in which
// they fire.
func (b *builder) triggers(r *Relation) {
	keys := map[types.OID]types.Row{}
	for _, row := range b.scan(PgTrigger, "pg_trigger_tgrelid_tgname_index", oidDatum(r.OID)) {
		events := row[TriggerTgtype].Int()
		t := &Trigger{
			OID: datumOID(row[TriggerOid]), Name: datumText(row[TriggerTgname]), Parent: datumOID(row[TriggerTgparentid]),
			Func:   datumOID(row[TriggerTgfoid]),
			Insert: events&triggerInsert != 0, Delete: events&triggerDelete != 0, Update: events&triggerUpdate != 0,
			Constraint: datumOID(row[TriggerTgconstraint]), Index: datumOID(row[TriggerTgconstrindid]),
			Deferrable: row[TriggerTgdeferrable].IsTrue(), Deferred: row[TriggerTginitdeferred].IsTrue(),
		}
		con := keys[t.Constraint]
		if con == nil {
			con = append(con, b.one(PgConstraint, "pg_constraint_oid_index", oidDatum(t.Constraint))...)
			keys[t.Constraint] = con
		}
		if con != nil {
			t.ConstraintName = datumText(con[ConstraintConname])
			if datumChar(con[ConstraintContype]) == ForeignKeyConstraint {
				t.ForeignKey = foreignKeyOf(con)
			}
		}
		r.Triggers = append(r.Triggers, t)
	}
}

// triggerDef writes an internal trigger as pg_get_triggerdef does.
func (a *Access) triggerDef(row types.Row, pretty bool) string {
	events := row[TriggerTgtype].Int()
	var words []string
	for _, e := range []struct {
		bit  int64
		word string
	}{{triggerInsert, "INSERT"}, {triggerDelete, "DELETE"}, {triggerUpdate, "UPDATE"}} {
		if events&e.bit != 0 {
			words = append(words, e.word)
		}
	}
	name := func(oid types.OID) string {
		if r, err := a.ByOID(oid); r != nil && err == nil {
			return a.relationName(r, !pretty)
		}
		return itoa(int64(oid))
	}
	s := "CREATE CONSTRAINT TRIGGER " + expr.QuoteIdent(datumText(row[TriggerTgname])) +
		" AFTER " + strings.Join(words, " OR ") + " ON " + name(datumOID(row[TriggerTgrelid])) + " "
	if other := datumOID(row[TriggerTgconstrrelid]); other != 0 {
		s += "FROM " + name(other) + " "
	}
	s += oneOf(row[TriggerTgdeferrable].IsTrue(), "DEFERRABLE", "NOT DEFERRABLE") + " INITIALLY " +
		oneOf(row[TriggerTginitdeferred].IsTrue(), "DEFERRED", "IMMEDIATE")
	f, _ := expr.FuncByOID(datumOID(row[TriggerTgfoid]))
	return s + " FOR EACH ROW EXECUTE FUNCTION " + expr.QuoteIdent(f.Name) + "()"
}

func oneOf(first bool, yes, no string) string {
	if first {
		return yes
	}
	return no
}
