package planner

// Subqueries in expressions.

import (
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// subQuery analyzes a query one level further in.
func (p *parseState) subQuery(s *tree.SelectStmt) (*Query, error) {
	return p.child().selectStmt(s)
}

func (p *parseState) subLink(e *tree.SubLink) (expr.Expr, error) {
	if err := p.kind.checkSubquery(e.Pos); err != nil {
		return nil, err
	}
	p.q.HasSubLinks = true
	q, err := p.subQuery(e.Query)
	if err != nil {
		return nil, err
	}
	out := &expr.SubLink{Loc: expr.Loc(e.Pos), Query: q, T: types.BoolOID, Mod: -1}
	switch e.Kind {
	case tree.SubLinkExists:
		out.Kind = expr.ExistsLink
		return out, nil
	case tree.SubLinkExpr, tree.SubLinkArray:
		return p.scalarLink(e, out, q)
	}
	out.Kind = expr.AnyLink
	if e.Kind == tree.SubLinkAll {
		out.Kind = expr.AllLink
	}
	op := e.Op
	if op == "" {
		op = "="
	}
	left, err := p.tx(e.Test)
	if err != nil {
		return nil, err
	}
	out.Test, err = p.linkTest(left, e.Schema, op, q, e.Pos)
	return out, err
}

func (p *parseState) scalarLink(e *tree.SubLink, out *expr.SubLink, q *Query) (expr.Expr, error) {
	var first *expr.Target
	n := 0
	for i := range q.Targets {
		if !q.Targets[i].Junk {
			if n++; n == 1 {
				first = &q.Targets[i]
			}
		}
	}
	if n != 1 {
		return nil, pgerr.New(pgerr.SyntaxError, "subquery must return only one column").At(int(e.Pos))
	}
	if p.linkNames == nil {
		p.linkNames = make(map[*tree.SubLink]string)
	}
	p.linkNames[e] = first.Name
	out.Kind, out.T, out.Mod = expr.ScalarLink, first.Expr.Type(), first.Expr.Typmod()
	if e.Kind == tree.SubLinkArray {
		out.Kind = expr.ArrayLink
		if p.elementOf(out.T) == 0 {
			arr := p.r.ArrayOf(out.T)
			if arr == 0 {
				return nil, pgerr.New(pgerr.UndefinedObject, "could not find array type for data type %s", p.r.TypeName(out.T)).At(int(e.Pos))
			}
			out.T = arr
		}
	}
	return out, nil
}

// rowSubLink is (a, b) op (query).
func (p *parseState) rowSubLink(row *tree.RowExpr, schema, op string, s *tree.SubLink, pos int32) (expr.Expr, error) {
	if err := p.kind.checkSubquery(s.Pos); err != nil {
		return nil, err
	}
	p.q.HasSubLinks = true
	q, err := p.subQuery(s.Query)
	if err != nil {
		return nil, err
	}
	left, err := p.rowExpr(row)
	if err != nil {
		return nil, err
	}
	test, err := p.linkTest(left, schema, op, q, pos)
	if err != nil {
		return nil, err
	}
	return &expr.SubLink{Loc: expr.Loc(pos), Kind: expr.RowCompareLink, Query: q, Test: test, T: types.BoolOID, Mod: -1}, nil
}

// linkTest compares the outer values with parameters for the subquery's columns.
func (p *parseState) linkTest(left expr.Expr, schema, op string, q *Query, pos int32) (expr.Expr, error) {
	l := []expr.Expr{left}
	if row, ok := left.(*expr.RowCons); ok {
		l = row.Args
	}
	var r []expr.Expr
	for i := range q.Targets {
		if t := &q.Targets[i]; !t.Junk {
			r = append(r, &expr.Param{Loc: -1, Kind: expr.ExecParam, ID: len(r), T: t.Expr.Type(), Mod: t.Expr.Typmod()})
		}
	}
	if len(l) < len(r) {
		return nil, pgerr.New(pgerr.SyntaxError, "subquery has too many columns").At(int(pos))
	}
	if len(l) > len(r) {
		return nil, pgerr.New(pgerr.SyntaxError, "subquery has too few columns").At(int(pos))
	}
	return p.rowCompare(schema, op, l, r, pos)
}
