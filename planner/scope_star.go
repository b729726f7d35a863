package planner

// What * stands for.

import (
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
)

// expandStar expands *, table.* and (row).*. ok is false if a is none of them.
func (p *parseState) expandStar(a tree.Expr) (ts []expr.Target, ok bool, err error) {
	switch a := a.(type) {
	case *tree.ColumnRef:
		if !a.Star {
			return nil, false, nil
		}
		if len(a.Fields) == 0 {
			ts, err = p.allColumns(a.Pos)
			return ts, true, err
		}
		it, up, err := p.starTable(a)
		if err != nil {
			return nil, true, err
		}
		return p.itemColumns(it, up, a.Pos), true, nil
	case *tree.FieldSelect:
		if !a.Star {
			return nil, false, nil
		}
		ts, err = p.rowColumns(a)
		return ts, true, err
	}
	return nil, false, nil
}

// allColumns is a bare *: the columns of every visible item of FROM.
func (p *parseState) allColumns(pos int32) ([]expr.Target, error) {
	var out []expr.Target
	found := false
	for _, it := range p.namespace {
		if !it.colsVisible || it.lateralOnly {
			continue
		}
		found = true
		out = append(out, p.itemColumns(it, 0, pos)...)
	}
	if !found {
		return nil, pgerr.New(pgerr.SyntaxError, "SELECT * with no tables specified is not valid").At(int(pos))
	}
	return out, nil
}

func (p *parseState) itemColumns(it *nsItem, up int, pos int32) []expr.Target {
	owner := p.level(up)
	out := make([]expr.Target, 0, len(it.columns()))
	for i := range it.columns() {
		if it.columns()[i].dropped || it.columns()[i].added {
			continue
		}
		out = append(out, p.origin(expr.Target{Expr: owner.columnVar(&it.columns()[i], up, pos), Name: it.names[i]}))
	}
	return out
}

// rowColumns is (row).*.
func (p *parseState) rowColumns(a *tree.FieldSelect) ([]expr.Target, error) {
	arg, err := p.tx(a.Arg)
	if err != nil {
		return nil, err
	}
	names, ts, mods := p.fields(arg)
	if names == nil {
		if !p.isRow(arg.Type()) {
			return nil, pgerr.New(pgerr.WrongObjectType, "type %s is not composite", p.r.TypeName(arg.Type())).At(int(exprLoc(arg)))
		}
		return nil, pgerr.New(pgerr.DatatypeMismatch, "record type has not been registered").At(int(exprLoc(arg)))
	}
	var out []expr.Target
	for i, n := range names {
		if n == "" {
			continue
		}
		var f expr.Expr = &expr.FieldSelect{Loc: expr.Loc(a.Pos), Arg: arg, Field: i, Name: n, T: ts[i], Mod: mods[i]}
		if v, ok := arg.(*expr.Var); ok && v.Attr == expr.WholeRow {
			c := *v
			c.Attr, c.T, c.Mod = i+1, ts[i], mods[i]
			f = &c
		}
		out = append(out, p.origin(expr.Target{Expr: f, Name: n}))
	}
	return out, nil
}

// origin notes which table column a target is a plain reference to, looking
// through subqueries.
func (p *parseState) origin(t expr.Target) expr.Target {
	v, ok := t.Expr.(*expr.Var)
	if !ok || v.Attr <= 0 {
		return t
	}
	rte := p.level(v.Up).q.Range[v.Rel-1]
	switch {
	case rte.Kind == RelationEntry && !rte.Excluded, rte.Kind != RelationEntry && rte.RelOID != 0: // a view
		t.OrigTable, t.OrigCol = rte.RelOID, int16(v.Attr)
	case rte.Kind == SubqueryEntry && v.Attr <= len(rte.Subquery.Targets):
		s := &rte.Subquery.Targets[v.Attr-1]
		t.OrigTable, t.OrigCol = s.OrigTable, s.OrigCol
	case rte.Kind == CTEEntry && rte.CTERef != nil && rte.CTERef.Query != nil && !rte.SelfRef:
		if cols := rte.CTERef.Query.output(); v.Attr <= len(cols) {
			t.OrigTable, t.OrigCol = cols[v.Attr-1].OrigTable, cols[v.Attr-1].OrigCol
		}
	}
	return t
}
