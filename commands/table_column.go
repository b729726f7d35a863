package commands

import (
	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
)

// The columns of a CREATE TABLE and the constraints written behind them.

// columnDef is a column as its constraints are being taken in.
type columnDef struct {
	*catalog.Column
	nullSaid  bool // NULL or NOT NULL was written
	defaulted bool // DEFAULT was written
	keyed     bool // PRIMARY KEY was written: it must not be NULL
	inherits  bool // its NOT NULL may not be NO INHERIT: it is of a key, serial or an identity
}

func (d *tableDef) column(e *tree.ColumnDef) error {
	if _, ok := systemAttrs[e.Name]; ok {
		return pgerr.New(pgerr.DuplicateColumn, "column name %q conflicts with a system column name", e.Name)
	}
	if d.find(e.Name) != nil {
		return pgerr.New(pgerr.DuplicateColumn, "column %q specified more than once", e.Name)
	}
	col := catalog.Column{Num: len(d.spec.Columns) + 1, Name: e.Name}
	if e.Type == nil {
		return pgerr.Unsupported(int(e.Pos), "a column without a type", "")
	}
	name, serial, err := serialType(e)
	if err != nil {
		return err
	}
	if err := d.columnType(&col, e, name); err != nil {
		return err
	}
	d.spec.Columns = append(d.spec.Columns, col)
	def := &columnDef{Column: &d.spec.Columns[len(d.spec.Columns)-1], keyed: serial, inherits: serial}
	for _, con := range e.Constraints {
		def.inherits = def.inherits || con.Kind == tree.ConstrPrimary || con.Kind == tree.ConstrIdentity
	}
	for _, con := range e.Constraints {
		if err := d.columnConstraint(def, con); err != nil {
			return err
		}
	}
	if serial {
		return d.setSerial(def)
	}
	def.NotNull = def.NotNull || def.Identity != 0
	return nil
}

// find returns the column of that name; the pointer is good until the next
// column is added.
func (d *tableDef) find(name string) *catalog.Column {
	for i := range d.spec.Columns {
		if d.spec.Columns[i].Name == name {
			return &d.spec.Columns[i]
		}
	}
	return nil
}

// columnConstraint takes in one constraint written behind a column.
func (d *tableDef) columnConstraint(col *columnDef, con *tree.Constraint) error {
	if err := refuseAttributes(con); err != nil {
		return err
	}
	switch con.Kind {
	case tree.ConstrNull:
		if col.nullSaid && col.NotNull || col.keyed {
			return d.conflictingNull(col.Name, con)
		}
		col.nullSaid = true
	case tree.ConstrNotNull:
		return d.setNotNull(col, con)
	case tree.ConstrDefault:
		return d.setDefault(col, con)
	case tree.ConstrGenerated:
		return d.setGenerated(col, con)
	case tree.ConstrCheck:
		d.checks = append(d.checks, con)
	case tree.ConstrPrimary:
		if col.nullSaid && !col.NotNull {
			return d.conflictingNull(col.Name, con)
		}
		col.keyed = true
		return d.addKey(con, []string{col.Name})
	case tree.ConstrUnique:
		return d.addKey(con, []string{col.Name})
	case tree.ConstrIdentity:
		return d.setIdentity(col, con)
	default:
		d.foreign = append(d.foreign, &foreignKeyDef{con: con, columns: []string{col.Name}})
	}
	return nil
}

func (d *tableDef) conflictingNull(col string, con *tree.Constraint) error {
	return pgerr.New(pgerr.SyntaxError, "conflicting NULL/NOT NULL declarations for column %q of table %q", col, d.name).At(int(con.Pos))
}

func (d *tableDef) setNotNull(col *columnDef, con *tree.Constraint) error {
	if con.NoInherit && d.divided != nil {
		return noInheritDivided()
	}
	if col.nullSaid && !col.NotNull {
		return d.conflictingNull(col.Name, con)
	}
	said := col.nullSaid && col.NotNull
	if con.NoInherit && col.inherits {
		return conflictingInherit("declarations for not-null constraints", col.Name)
	}
	if err := nameNotNull(col.Column, con); err != nil {
		return err
	}
	if said && con.NoInherit != col.NotNullNoInherit {
		return conflictingInherit("declarations for not-null constraints", col.Name)
	}
	col.NotNull, col.nullSaid, col.keyed, col.NotNullNoInherit = true, true, false, con.NoInherit
	return nil
}

func noInheritDivided() error {
	return pgerr.New(pgerr.FeatureNotSupported, "not-null constraints on partitioned tables cannot be NO INHERIT")
}

func conflictingInherit(what, column string) error {
	return pgerr.New(pgerr.SyntaxError, "conflicting NO INHERIT %s on column %q", what, column)
}

// inheritedNotNull is the error of NO INHERIT on a column of a partition that is NOT NULL
// because of its table.
func inheritedNotNull(column string) error {
	return pgerr.New(pgerr.DatatypeMismatch, "cannot define not-null constraint with NO INHERIT on column %q", column).
		WithDetail("The column has an inherited not-null constraint.")
}

// nameNotNull gives a column's not-null constraint the name that con has, if any.
func nameNotNull(col *catalog.Column, con *tree.Constraint) *pgerr.Error {
	name := catalog.Truncate(con.Name)
	if old := col.NotNullConstraint; col.NotNull && old != "" && name != "" && old != name {
		return pgerr.New(pgerr.Internal, "conflicting not-null constraint names %q and %q", old, name)
	}
	if name != "" {
		col.NotNullConstraint = name
	}
	return nil
}

func (d *tableDef) setDefault(col *columnDef, con *tree.Constraint) error {
	if col.defaulted {
		return d.doubly(col, con, "multiple default values")
	}
	col.defaulted = true
	if err := d.oneValue(col, con); err != nil || d.taken {
		return err
	}
	e, err := d.c.defaultExpr(col.Column, con.Expr)
	if d.altering {
		err = unplaced(err)
	}
	col.Default = e
	return err
}

func (d *tableDef) setGenerated(col *columnDef, con *tree.Constraint) error {
	if col.Generated {
		return d.doubly(col, con, "multiple generation clauses")
	}
	col.Generated, col.Virtual = true, con.Virtual
	if err := d.oneValue(col, con); err != nil {
		return err
	}
	d.c.deferGenerated(d, col.Name, con)
	return nil
}

func (d *tableDef) doubly(col *columnDef, con *tree.Constraint, what string) error {
	return pgerr.New(pgerr.SyntaxError, "%s specified for column %q of table %q", what, col.Name, d.name).At(int(con.Pos))
}
