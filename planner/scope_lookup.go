package planner

// Looking names up: columns, tables, whole rows, from the innermost query level
// outwards.

import (
	"slices"
	"strings"

	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// systemColumn gives the number and type of a table's system column.
func systemColumn(name string) (int, types.OID) {
	switch name {
	case "ctid":
		return expr.AttrCtid, types.TidOID
	case "xmin":
		return expr.AttrXmin, types.XidOID
	case "cmin":
		return expr.AttrCmin, types.CidOID
	case "xmax":
		return expr.AttrXmax, types.XidOID
	case "cmax":
		return expr.AttrCmax, types.CidOID
	case "tableoid":
		return expr.AttrTableOID, types.OidOID
	}
	return 0, 0
}

func ambiguousColumn(name string, pos int32) error {
	return pgerr.New(pgerr.AmbiguousColumn, "column reference %q is ambiguous", name).At(int(pos))
}

// column finds name among it's columns: a reference to it from up levels
// further in, or nil.
func (p *parseState) column(it *nsItem, name string, up int, pos int32) (expr.Expr, error) {
	found := -1
	for i, n := range it.names {
		if n != name || it.column(i).dropped {
			continue
		}
		if found >= 0 {
			return nil, ambiguousColumn(name, pos)
		}
		found = i
	}
	owner := p.level(up)
	if found >= 0 {
		return owner.columnVar(it.column(found), up, pos), nil
	}
	if it.rte.Kind != RelationEntry || it.rte.Excluded || it.rte.Rel != nil && it.rte.Rel.Kind == catalog.ViewKind {
		return nil, nil
	}
	attr, typ := systemColumn(name)
	if attr == 0 {
		return nil, nil
	}
	if p.kind == kindCheck && attr != expr.AttrTableOID {
		return nil, pgerr.New(pgerr.InvalidColumnReference,
			"system column %q reference in check constraint is invalid", name).At(int(pos))
	}
	if p.kind == kindGenerated && attr != expr.AttrTableOID {
		return nil, pgerr.New(pgerr.InvalidColumnReference,
			"cannot use system column %q in column generation expression", name).At(int(pos))
	}
	return &expr.Var{Loc: expr.Loc(pos), Rel: it.rel, Attr: attr, Up: up, Slot: -1, T: typ, Mod: -1,
		Nullable: owner.nullable[it.rel]}, nil
}

// level returns the state up levels further out.
func (p *parseState) level(up int) *parseState {
	for ; up > 0 && p.parent != nil; up-- {
		p = p.parent
	}
	return p
}

// columnVar makes a reference, from up levels further in, to a column of p.
func (p *parseState) columnVar(c *nsColumn, up int, pos int32) expr.Expr {
	if c.merged != nil {
		return shiftLevels(c.merged, up)
	}
	return &expr.Var{Loc: expr.Loc(pos), Rel: c.rel, Attr: c.attr, Up: up, Slot: -1, T: c.typ, Mod: c.mod,
		Nullable: p.nullable[c.rel]}
}

// unqualified finds the column that a bare name means, nil if there is none.
func (p *parseState) unqualified(name string, pos int32, localOnly bool) (expr.Expr, error) {
	up := 0
	for l := p; l != nil; l, up = l.parent, up+1 {
		var found expr.Expr
		for _, it := range l.namespace {
			if !it.colsVisible || it.lateralOnly && !l.lateralActive {
				continue
			}
			e, err := p.column(it, name, up, pos)
			if err != nil {
				return nil, err
			}
			if e == nil {
				continue
			}
			if found != nil {
				return nil, ambiguousColumn(name, pos)
			}
			if err := l.checkLateral(it, pos); err != nil {
				return nil, err
			}
			found = e
		}
		if found != nil || localOnly {
			return found, nil
		}
	}
	return nil, nil
}

// checkLateral refuses a reference to an item that LATERAL cannot reach.
func (p *parseState) checkLateral(it *nsItem, pos int32) error {
	if !it.lateralOnly || it.lateralOK {
		return nil
	}
	e := pgerr.New(pgerr.InvalidColumnReference, "invalid reference to FROM-clause entry for table %q", it.name).At(int(pos))
	if p.target != nil && it.rte == p.target.rte {
		return e.WithHint("There is an entry for table %q, but it cannot be referenced from this part of the query.", it.name)
	}
	return e.WithDetail("The combining JOIN type must be INNER or LEFT for a LATERAL reference.")
}

// beingMade tells whether an entry is a table that CREATE TABLE is making in a schema.
func beingMade(r *RangeEntry, schema types.OID, name string) bool {
	return r.Kind == RelationEntry && r.Rel != nil && r.Rel.Namespace == schema && r.Rel.Name == name
}

// table finds the item that a (schema-qualified) table name means and how many
// levels out it is; nil if there is none.
func (p *parseState) table(schema, name string, pos int32) (*nsItem, int, error) {
	var oid, making types.OID // of the table; or of the schema if the table is just being made
	if schema != "" {
		rel, err := p.a.Lookup(schema, name)
		if err != nil {
			return nil, 0, nil
		}
		if rel != nil {
			oid = rel.OID
		} else if making, _ = p.a.Namespace(schema); making == 0 {
			return nil, 0, nil
		}
	}
	up := 0
	for l := p; l != nil; l, up = l.parent, up+1 {
		var found *nsItem
		for _, it := range l.namespace {
			if !it.relVisible || it.lateralOnly && !l.lateralActive {
				continue
			}
			if schema == "" && it.name != name {
				continue
			}
			if schema != "" && (it.rte.RelOID != oid || it.rte.HasAlias || oid == 0 && !beingMade(it.rte, making, name)) {
				continue
			}
			if found != nil {
				return nil, 0, pgerr.New(pgerr.AmbiguousAlias, "table reference %q is ambiguous", name).At(int(pos))
			}
			if err := l.checkLateral(it, pos); err != nil {
				return nil, 0, err
			}
			found = it
		}
		if found != nil {
			return found, up, nil
		}
	}
	return nil, 0, nil
}

// splitName takes the qualifiers off a column reference's fields.
func (p *parseState) splitName(fields []string, pos int32) (schema, table, column string, err error) {
	n := len(fields)
	if n > 4 {
		return "", "", "", pgerr.New(pgerr.SyntaxError, "improper qualified name (too many dotted names): %s",
			strings.Join(fields, ".")).At(int(pos))
	}
	if n == 4 {
		if fields[0] != p.a.S.Database {
			return "", "", "", pgerr.New(pgerr.FeatureNotSupported, "cross-database references are not implemented: %s",
				strings.Join(fields, ".")).At(int(pos))
		}
		fields, n = fields[1:], 3
	}
	column = fields[n-1]
	if n > 1 {
		table = fields[n-2]
	}
	if n > 2 {
		schema = fields[n-3]
	}
	return schema, table, column, nil
}

// columnRef resolves a column reference, or a table's name as its whole row.
func (p *parseState) columnRef(c *tree.ColumnRef) (expr.Expr, error) {
	switch p.kind {
	case kindDefault:
		return nil, pgerr.New(pgerr.FeatureNotSupported, "cannot use column reference in DEFAULT expression").At(int(c.Pos))
	case kindPartitionBound:
		return nil, pgerr.New(pgerr.FeatureNotSupported, "cannot use column reference in partition bound expression").At(int(c.Pos))
	}
	if c.Star {
		return p.starRow(c)
	}
	if len(c.Fields) == 1 {
		return p.bareName(c.Fields[0], c.Pos)
	}
	schema, table, column, err := p.splitName(c.Fields, c.Pos)
	if err != nil {
		return nil, err
	}
	it, up, err := p.table(schema, table, c.Pos)
	if err != nil {
		return nil, err
	}
	if it == nil {
		return nil, p.missingTable(schema, table, c.Pos)
	}
	e, err := p.column(it, column, up, c.Pos)
	if e != nil || err != nil {
		return e, err
	}
	if e, err := p.functionOnRow(it, up, column, c.Pos); e != nil || err != nil {
		return e, err
	}
	return nil, p.missingColumn(table, column, c.Pos)
}

// starRow is table.* where it stands for one value: the whole row.
func (p *parseState) starRow(c *tree.ColumnRef) (expr.Expr, error) {
	if len(c.Fields) == 0 {
		return nil, pgerr.New(pgerr.SyntaxError, "row expansion via \"*\" is not supported here").At(int(c.Pos))
	}
	it, up, err := p.starTable(c)
	if err != nil {
		return nil, err
	}
	return p.wholeRow(it, up, c.Pos), nil
}

// starTable finds the table of table.*.
func (p *parseState) starTable(c *tree.ColumnRef) (*nsItem, int, error) {
	schema, table, _, err := p.splitName(append(c.Fields[:len(c.Fields):len(c.Fields)], "*"), c.Pos)
	if err != nil {
		return nil, 0, err
	}
	it, up, err := p.table(schema, table, c.Pos)
	if err == nil && it == nil {
		err = p.missingTable(schema, table, c.Pos)
	}
	return it, up, err
}

func (p *parseState) bareName(name string, pos int32) (expr.Expr, error) {
	e, err := p.unqualified(name, pos, false)
	if e != nil || err != nil {
		return e, err
	}
	it, up, err := p.table("", name, pos)
	if err != nil {
		return nil, err
	}
	if it != nil {
		return p.wholeRow(it, up, pos), nil
	}
	return nil, p.missingColumn("", name, pos)
}

// wholeRow is a reference to all of an item. A join's row is spelled out, so
// that no Var ever refers to a join; a function's single scalar is the row.
func (p *parseState) wholeRow(it *nsItem, up int, pos int32) expr.Expr {
	owner := p.level(up)
	rte := it.rte
	switch {
	case rte.Kind == JoinEntry:
		row := &expr.RowCons{Loc: expr.Loc(pos), T: types.RecordOID}
		for i := range it.columns() {
			if it.column(i).dropped {
				continue
			}
			row.Args = append(row.Args, owner.columnVar(it.column(i), up, pos))
			row.Names = append(row.Names, it.names[i])
		}
		return row
	case rte.Kind == FunctionEntry && len(it.columns()) == 1 && !rte.Ordinality && len(rte.Functions) == 1 && !rte.Functions[0].Composite:
		return owner.columnVar(it.column(0), up, pos)
	}
	if rte.Kind == RelationEntry && rte.Rel != nil && rte.Rel.Kind == catalog.SequenceKind && p.later == nil {
		p.later = pgerr.New(pgerr.WrongObjectType, "relation %q does not have a composite type", rte.Rel.Name)
	}
	rte.whole = true
	t := types.RecordOID
	if rte.Kind == RelationEntry && rte.Rel != nil && rte.Rel.RowType != 0 {
		t = rte.Rel.RowType
	}
	if rte.Kind == FunctionEntry && len(rte.Functions) == 1 && !rte.Ordinality {
		t = p.functionRow(rte.Functions[0])
	}
	return &expr.Var{Loc: expr.Loc(pos), Rel: it.rel, Attr: expr.WholeRow, Up: up, Slot: -1, T: t, Mod: -1,
		Nullable: owner.nullable[it.rel]}
}

// functionRow is the type of a function's row: the row type that it returns, but record if
// that one has dropped columns, which the row that is put together from its columns lacks.
func (p *parseState) functionRow(f *RangeFunc) types.OID {
	t := f.Call.Type()
	if t == types.RecordOID || !f.Composite || !p.isRow(p.r.BaseType(t)) {
		return types.RecordOID
	}
	if names, _, _, ok := p.env.Names.RowType(p.r.BaseType(t)); !ok || slices.Contains(names, "") {
		return types.RecordOID
	}
	return t
}
