package catalog

// pg_constraint: the constraints of tables.

import (
	"slices"

	"minidb/expr"
	"minidb/pgerr"
	"minidb/types"
)

// Kinds of constraints: pg_constraint.contype.
const (
	CheckConstraint      byte = 'c'
	ForeignKeyConstraint byte = 'f'
	NotNullConstraint    byte = 'n'
	PrimaryConstraint    byte = 'p'
	UniqueConstraint     byte = 'u'
)

// ConstraintSpec says what AddConstraint makes.
type ConstraintSpec struct {
	Type    byte
	Name    string // chosen if empty
	Table   types.OID
	Domain  types.OID // for constraints of domains; Table is 0 then
	Columns []int     // attnums; those of a CHECK are found in Expr
	Expr    expr.Expr // CHECK; Vars have Rel 1
	Index   types.OID // UNIQUE, PRIMARY KEY: the index behind it
	// ForeignKey is the rest of a FOREIGN KEY, whose name, table and columns are
	// here; its OID, Name and Parent are filled in. Its triggers are made apart.
	ForeignKey *ForeignKey
	// Parent is the constraint of the partitioned table that this one follows.
	Parent types.OID
	// ToPart: a FOREIGN KEY follows Parent because it refers to a partition of the
	// table that Parent refers to.
	ToPart               bool
	NotValid, NoInherit  bool
	NotEnforced          bool // CHECK; it is NOT VALID too
	Deferrable, Deferred bool
	Inherited            int  // coninhcount
	NotLocal             bool // only inherited
}

// AddConstraint writes a constraint with its dependencies: 42710 if the table
// has one of that name.
func (a *Access) AddConstraint(spec ConstraintSpec) error {
	_, err := a.addConstraint(&spec)
	return err
}

// CreateConstraint is AddConstraint that returns the constraint's OID.
func (a *Access) CreateConstraint(spec ConstraintSpec) (types.OID, error) {
	return a.addConstraint(&spec)
}

func (a *Access) addConstraint(spec *ConstraintSpec) (types.OID, error) {
	var namespace types.OID
	if spec.Domain != 0 {
		if e := a.typeEntry(spec.Domain); e != nil {
			namespace = e.ns
		}
	} else {
		r, err := a.OpenOID(spec.Table, NoLock)
		if err != nil {
			return 0, err
		}
		namespace = r.Namespace
		if err := a.NameConstraint(r, spec); err != nil {
			return 0, err
		}
	}
	oid := a.NewOID()
	if err := a.insertRow(PgConstraint, constraintRow(oid, namespace, spec)); err != nil {
		return 0, err
	}
	if err := a.constraintDepends(Object{Class: PgConstraint, OID: oid}, spec); err != nil {
		return 0, err
	}
	var err error
	switch spec.Type {
	case ForeignKeyConstraint:
		spec.ForeignKey.OID, spec.ForeignKey.Name, spec.ForeignKey.Parent = oid, spec.Name, spec.Parent
	case UniqueConstraint, PrimaryConstraint:
		if spec.Deferrable {
			err = a.addRecheckTrigger(oid, spec)
		}
	case CheckConstraint:
		if spec.Table != 0 {
			err = a.UpdateClass(spec.Table, func(row types.Row) {
				row[ClassRelchecks] = types.NewInt(row[ClassRelchecks].Int() + 1)
			})
		}
	case NotNullConstraint:
		if spec.Table != 0 {
			err = a.setNotNull(spec.Table, spec.Columns[0])
		}
	}
	a.CommandEnd()
	return oid, err
}

// NameConstraint finds a CHECK's columns and chooses or checks the name.
func (a *Access) NameConstraint(r *Relation, spec *ConstraintSpec) error {
	if spec.Type == CheckConstraint && spec.Columns == nil {
		columns, _ := ExprObjects(spec.Expr, r.OID)
		for _, c := range columns {
			if c.Sub > 0 && !slices.Contains(spec.Columns, c.Sub) {
				spec.Columns = append(spec.Columns, c.Sub)
			}
		}
	}
	if spec.Name == "" {
		label := map[byte]string{CheckConstraint: "check", NotNullConstraint: "not_null", ForeignKeyConstraint: "fkey"}[spec.Type]
		column := ""
		if len(spec.Columns) == 1 || spec.Type == ForeignKeyConstraint {
			names := make([]string, len(spec.Columns))
			for i, num := range spec.Columns {
				names[i] = r.Columns[num-1].Name
			}
			column = nameAddition(names)
		}
		spec.Name = a.ChooseConstraintName(r.Name, column, label, r.Namespace)
		return nil
	}
	spec.Name = Truncate(spec.Name)
	old, _ := a.first(PgConstraint, "pg_constraint_conrelid_contypid_conname_index",
		oidDatum(r.OID), oidDatum(0), textDatum(spec.Name))
	if old != nil {
		return duplicateConstraint(spec.Name, r.Name)
	}
	return nil
}

func constraintRow(oid, namespace types.OID, spec *ConstraintSpec) types.Row {
	blank := charDatum(' ')
	noInherit := spec.NoInherit || (spec.Type == PrimaryConstraint || spec.Type == UniqueConstraint) && spec.Parent == 0
	row := types.Row{
		oidDatum(oid), textDatum(spec.Name), oidDatum(namespace), charDatum(spec.Type),
		boolDatum(spec.Deferrable), boolDatum(spec.Deferred), boolDatum(!spec.NotEnforced), boolDatum(!spec.NotValid && !spec.NotEnforced),
		oidDatum(spec.Table), oidDatum(spec.Domain), oidDatum(spec.Index), oidDatum(spec.Parent),
		oidDatum(0), blank, blank, blank, // confrelid, actions, match type
		boolDatum(!spec.NotLocal), intDatum(spec.Inherited), boolDatum(noInherit), boolDatum(false),
		array(types.Int2OID, spec.Columns), null, null, null, null, null, null,
		marshalled(spec.Expr),
	}
	if spec.ForeignKey != nil {
		setForeignKey(row, spec.ForeignKey)
	}
	return row
}

func (a *Access) constraintDepends(con Object, spec *ConstraintSpec) error {
	var on []Object
	switch {
	case spec.Domain != 0:
		on = append(on, Object{Class: PgType, OID: spec.Domain})
	case len(spec.Columns) == 0:
		on = append(on, RelationObject(spec.Table))
	}
	for _, num := range spec.Columns {
		on = append(on, ColumnObject(spec.Table, num))
	}
	if err := a.AddDepends(con, AutoDep, on...); err != nil {
		return err
	}
	if spec.ToPart {
		if err := a.AddDepends(con, InternalDep, Object{Class: PgConstraint, OID: spec.Parent}); err != nil {
			return err
		}
	} else if spec.Parent != 0 {
		if err := a.partitionDepends(con, Object{Class: PgConstraint, OID: spec.Parent}, spec.Table); err != nil {
			return err
		}
	}
	if spec.ForeignKey != nil {
		return a.foreignKeyDepends(con, spec.ForeignKey)
	}
	if err := a.addExprDepends(con, spec.Expr, spec.Table, NormalDep); err != nil || spec.Index == 0 {
		return err
	}
	// The index becomes a part of the constraint.
	index := RelationObject(spec.Index)
	if err := a.DeleteDepends(index, AutoDep); err != nil {
		return err
	}
	if err := a.AddDepends(index, InternalDep, con); err != nil {
		return err
	}
	return a.markConstraintIndex(spec)
}

// markConstraintIndex notes in pg_index that the index is a primary key or is
// checked late.
func (a *Access) markConstraintIndex(spec *ConstraintSpec) error {
	row, tid := a.first(PgIndex, "pg_index_indexrelid_index", oidDatum(spec.Index))
	if row == nil {
		return pgerr.New(pgerr.Internal, "cache lookup failed for index %d", spec.Index)
	}
	primary := spec.Type == PrimaryConstraint
	if row[IndexIndisprimary].IsTrue() == primary && row[IndexIndimmediate].IsTrue() == !spec.Deferrable {
		return nil
	}
	row[IndexIndisprimary] = boolDatum(primary)
	row[IndexIndimmediate] = boolDatum(!spec.Deferrable)
	return a.updateRow(PgIndex, tid, row)
}

func (a *Access) setNotNull(rel types.OID, num int) error {
	_, err := a.change(PgAttribute, "pg_attribute_relid_attnum_index", []types.Datum{oidDatum(rel), intDatum(num)},
		func(row types.Row) bool {
			was := row[AttributeAttnotnull].IsTrue()
			row[AttributeAttnotnull] = boolDatum(true)
			return !was
		})
	return err
}
