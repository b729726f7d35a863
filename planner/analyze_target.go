package planner

// Select lists and the names of their columns.

import (
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/types"
)

// targetList analyzes a select list or a RETURNING list.
func (p *parseState) targetList(l []*tree.ResTarget, kind exprKind) ([]expr.Target, error) {
	saved := p.kind
	p.kind = kind
	defer func() { p.kind = saved }()
	out := make([]expr.Target, 0, len(l))
	for _, r := range l {
		ts, ok, err := p.expandStar(r.Val)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, ts...)
			continue
		}
		x, err := p.tx(r.Val)
		if err != nil {
			return nil, err
		}
		name := r.Name
		if name == "" {
			name = p.columnName(r.Val)
		}
		out = append(out, p.origin(expr.Target{Expr: x, Name: name}))
	}
	return out, nil
}

// settleUnknowns makes the literals of a select list that nothing gave a type
// texts.
func (p *parseState) settleUnknowns(ts []expr.Target) error {
	for i := range ts {
		if ts[i].Expr.Type() == types.UnknownOID {
			x, err := p.knownType(ts[i].Expr)
			if err != nil {
				return err
			}
			ts[i].Expr = x
		}
	}
	return nil
}

// columnName is FigureColname: the name of a column that was given none.
func (p *parseState) columnName(e tree.Expr) string {
	if name, strength := p.figureName(e); strength > 0 {
		return name
	}
	return "?column?"
}

// figureName also says how strongly the name is meant: 2 for a name proper, 1
// for that of a cast's type or of CASE, which a better one replaces.
func (p *parseState) figureName(e tree.Expr) (string, int) {
	switch e := e.(type) {
	case *tree.ColumnRef:
		if n := len(e.Fields); n > 0 {
			return e.Fields[n-1], 2
		}
	case *tree.Subscript:
		return p.figureName(e.Arg)
	case *tree.FieldSelect:
		if !e.Star {
			return e.Field, 2
		}
		return p.figureName(e.Arg)
	case *tree.FuncCall:
		return e.Name[len(e.Name)-1], 2
	case *tree.NullIf:
		return "nullif", 2
	case *tree.TypeCast:
		name, s := p.figureName(e.Arg)
		if s <= 1 {
			return e.Type.Names[len(e.Type.Names)-1], 1
		}
		return name, s
	case *tree.CollateClause:
		return p.figureName(e.Arg)
	case *tree.GroupingFunc:
		return "grouping", 2
	case *tree.SubLink:
		return p.subLinkName(e)
	case *tree.CaseExpr:
		name, s := "", 0
		if e.Else != nil {
			name, s = p.figureName(e.Else)
		}
		if s <= 1 {
			return "case", 1
		}
		return name, s
	case *tree.ArrayExpr:
		return "array", 2
	case *tree.RowExpr:
		return "row", 2
	case *tree.CoalesceExpr:
		return "coalesce", 2
	case *tree.MinMaxExpr:
		if e.Least {
			return "least", 2
		}
		return "greatest", 2
	case *tree.SQLValueFunction:
		return e.Op, 2
	}
	return "", 0
}

// IndexColumnName is FigureIndexColname: the name for the column that an
// index has for an expression, "" if the expression suggests none.
func IndexColumnName(e *tree.IndexElem) string {
	if e.Expr == nil {
		return e.Name
	}
	name, _ := (&parseState{}).figureName(e.Expr)
	return name
}

func (p *parseState) subLinkName(e *tree.SubLink) (string, int) {
	switch e.Kind {
	case tree.SubLinkExists:
		return "exists", 2
	case tree.SubLinkArray:
		return "array", 2
	case tree.SubLinkExpr:
		if name := p.linkNames[e]; name != "" {
			return name, 2
		}
	}
	return "", 0
}
