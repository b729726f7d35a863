package catalog

// information_schema's views of constraints.

import (
	"minidb/expr"
	"minidb/types"
)

var constraintViews = []VirtualView{
	{Schema: "information_schema", Name: "information_schema_catalog_name", Columns: `catalog_name:name`,
		Rows: func(a *Access) ([]types.Row, error) { return []types.Row{{textDatum(a.S.Database)}}, nil }},
	{Schema: "information_schema", Name: "table_constraints", Columns: `constraint_catalog:name constraint_schema:name
		constraint_name:name table_catalog:name table_schema:name table_name:name constraint_type:varchar
		is_deferrable:varchar initially_deferred:varchar enforced:varchar nulls_distinct:varchar`,
		Rows: eachConstraint("cfnpu", tableConstraint)},
	{Schema: "information_schema", Name: "check_constraints", Columns: `constraint_catalog:name constraint_schema:name
		constraint_name:name check_clause:varchar`, Rows: eachConstraint("cn", checkConstraint)},
	{Schema: "information_schema", Name: "key_column_usage", Columns: `constraint_catalog:name constraint_schema:name
		constraint_name:name table_catalog:name table_schema:name table_name:name column_name:name ordinal_position:int4
		position_in_unique_constraint:int4`, Rows: eachConstraint("fpu", keyColumns)},
	{Schema: "information_schema", Name: "constraint_column_usage", Columns: `table_catalog:name table_schema:name
		table_name:name column_name:name constraint_catalog:name constraint_schema:name constraint_name:name`,
		Rows: eachConstraint("cfnpu", constraintColumns)},
	{Schema: "information_schema", Name: "constraint_table_usage", Columns: `table_catalog:name table_schema:name
		table_name:name constraint_catalog:name constraint_schema:name constraint_name:name`,
		Rows: eachConstraint("fpu", constraintTable)},
	{Schema: "information_schema", Name: "referential_constraints", Columns: `constraint_catalog:name
		constraint_schema:name constraint_name:name unique_constraint_catalog:name unique_constraint_schema:name
		unique_constraint_name:name match_option:varchar update_rule:varchar delete_rule:varchar`, Rows: eachConstraint("f", referentialConstraint)},
}

// tableCon is a constraint with its table and the columns that all views share.
type tableCon struct {
	row       types.Row
	rel       *Relation
	con, name []types.Datum // database, schema and name of constraint and table
	fk        *ForeignKey   // nil if it is none
}

// eachConstraint makes a view of the tables' constraints of some kinds.
func eachConstraint(kinds string, rows func(*Access, tableCon) ([]types.Row, error)) func(*Access) ([]types.Row, error) {
	return func(a *Access) ([]types.Row, error) {
		var out []types.Row
		db := textDatum(a.S.Database)
		for _, row := range a.Scan(a.System(PgConstraint), "") {
			kind := datumChar(row[ConstraintContype])
			r, err := a.ByOID(datumOID(row[ConstraintConrelid]))
			if err != nil {
				return nil, err
			}
			if r == nil || !containsByte(kinds, kind) {
				continue
			}
			c := tableCon{row: append(types.Row(nil), row...), rel: r,
				con:  []types.Datum{db, textDatum(a.NamespaceName(datumOID(row[ConstraintConnamespace]))), row[ConstraintConname]},
				name: []types.Datum{db, textDatum(r.Schema), textDatum(r.Name)}}
			if kind == ForeignKeyConstraint {
				c.fk = foreignKeyOf(c.row)
			}
			more, err := rows(a, c)
			if err != nil {
				return nil, err
			}
			out = append(out, more...)
		}
		return out, nil
	}
}

func containsByte(s string, b byte) bool {
	for i := range len(s) {
		if s[i] == b {
			return true
		}
	}
	return false
}

// joined makes one row of several lists.
func joined(parts ...[]types.Datum) types.Row {
	var row types.Row
	for _, p := range parts {
		row = append(row, p...)
	}
	return row
}

func tableConstraint(a *Access, c tableCon) ([]types.Row, error) {
	kind := datumChar(c.row[ConstraintContype])
	names := map[byte]string{'c': "CHECK", 'n': "CHECK", 'f': "FOREIGN KEY", 'p': "PRIMARY KEY", 'u': "UNIQUE"}
	distinct := null
	if kind == UniqueConstraint {
		for _, ix := range c.rel.Indexes {
			if ix.OID == datumOID(c.row[ConstraintConindid]) {
				distinct = yesNo(!ix.NullsNotDistinct)
			}
		}
	}
	return []types.Row{joined(c.con, c.name, []types.Datum{textDatum(names[kind]), yesNo(c.row[ConstraintCondeferrable].IsTrue()),
		yesNo(c.row[ConstraintCondeferred].IsTrue()), yesNo(c.row[ConstraintConenforced].IsTrue()), distinct})}, nil
}

func checkConstraint(a *Access, c tableCon) ([]types.Row, error) {
	if datumChar(c.row[ConstraintContype]) == NotNullConstraint {
		column := c.rel.Columns[arrayInts(c.row[ConstraintConkey])[0]-1].Name
		return []types.Row{joined(c.con, []types.Datum{textDatum(column + " IS NOT NULL")})}, nil
	}
	e, err := expr.Unmarshal(datumText(c.row[ConstraintConbin]))
	if err != nil {
		return nil, err
	}
	return []types.Row{joined(c.con, []types.Datum{textDatum(a.deparseExpr(e, c.rel, false))})}, nil
}

func keyColumns(a *Access, c tableCon) ([]types.Row, error) {
	var ref *Relation
	if c.fk != nil {
		var err error
		if ref, err = a.ByOID(c.fk.Ref); ref == nil || err != nil {
			return nil, err
		}
	}
	var out []types.Row
	for i, num := range arrayInts(c.row[ConstraintConkey]) {
		position := null
		if ref != nil {
			position = indexPosition(ref, c.fk.Index, c.fk.RefColumns[i])
		}
		out = append(out, joined(c.con, c.name, []types.Datum{textDatum(c.rel.Columns[num-1].Name), intDatum(i + 1), position}))
	}
	return out, nil
}

func constraintColumns(a *Access, c tableCon) ([]types.Row, error) {
	var out []types.Row
	if c.fk != nil {
		ref, name, err := c.referenced(a)
		if ref == nil || err != nil {
			return nil, err
		}
		for _, num := range c.fk.RefColumns {
			out = append(out, joined(name, []types.Datum{textDatum(ref.Columns[num-1].Name)}, c.con))
		}
		return out, nil
	}
	for _, num := range arrayInts(c.row[ConstraintConkey]) {
		out = append(out, joined(c.name, []types.Datum{textDatum(c.rel.Columns[num-1].Name)}, c.con))
	}
	return out, nil
}

// referenced is the table that a foreign key names, with database, schema and name.
func (c *tableCon) referenced(a *Access) (*Relation, []types.Datum, error) {
	ref, err := a.ByOID(c.fk.Ref)
	if ref == nil || err != nil {
		return nil, nil, err
	}
	return ref, []types.Datum{textDatum(a.S.Database), textDatum(ref.Schema), textDatum(ref.Name)}, nil
}

func constraintTable(a *Access, c tableCon) ([]types.Row, error) {
	name := c.name
	if c.fk != nil {
		var err error
		if _, name, err = c.referenced(a); name == nil || err != nil {
			return nil, err
		}
	}
	return []types.Row{joined(name, c.con)}, nil
}

// indexPosition is the place of a column in an index's key, from 1.
func indexPosition(r *Relation, index types.OID, num int) types.Datum {
	for _, ix := range r.Indexes {
		for i, k := range ix.Keys[:ix.NKeys] {
			if ix.OID == index && k.Attr == num {
				return intDatum(i + 1)
			}
		}
	}
	return null
}

// referentialConstraint names the unique constraint that a foreign key leans on,
// NULL if that is a mere index. PostgreSQL finds it by what the key depends on, so that
// there is another row for a partition's key, which depends on the partition too.
func referentialConstraint(a *Access, c tableCon) ([]types.Row, error) {
	ref, name, err := c.referenced(a)
	if ref == nil || err != nil {
		return nil, err
	}
	unique := []types.Datum{null, null, null}
	for _, ix := range ref.Indexes {
		if ix.OID == c.fk.Index && ix.ConstraintOID != 0 {
			unique = []types.Datum{name[0], name[1], textDatum(ix.Constraint)}
		}
	}
	match := "NONE"
	if c.fk.Match == MatchFull {
		match = "FULL"
	}
	rest := []types.Datum{textDatum(match), textDatum(actionWords[c.fk.OnUpdate]), textDatum(actionWords[c.fk.OnDelete])}
	rows := []types.Row{joined(c.con, unique, rest)}
	if above := a.ForeignKey(c.fk.Parent); above != nil && above.Table != c.fk.Table {
		rows = append(rows, joined(c.con, []types.Datum{null, null, null}, rest))
	}
	return rows, nil
}
