package planner

import (
	"minidb/expr"
	"minidb/types"
)

// x = ANY (VALUES ...) with constants only is x = ANY (array): a condition that an
// index can take and that needs no join. PostgreSQL's convert_VALUES_to_ANY.

// linkConds are the conditions ANDed in e, ready to be made joins of.
func (lv *level) linkConds(e expr.Expr) []expr.Expr {
	list := andList(e)
	for i, c := range list {
		if sl, ok := c.(*expr.SubLink); ok && sl.Kind == expr.AnyLink {
			if a := lv.valuesArray(sl); a != nil {
				list[i] = a
			}
		}
	}
	return list
}

// valuesArray is the comparison with an array that a sublink comes to, nil if it
// is none of constants.
func (lv *level) valuesArray(sl *expr.SubLink) expr.Expr {
	rows := simpleValuesQuery(sl.Query.(*Query))
	op, ok := sl.Test.(*expr.OpCall)
	if rows == nil || !ok || len(op.Args) != 2 || hasSubLink(op.Args[0]) {
		return nil
	}
	t := op.Args[1].Type()
	ty, ok := types.ByOID(t)
	if !ok {
		ty, ok = lv.g.a.TypeByOID(t)
	}
	if !ok || ty.Array == 0 {
		return nil
	}
	arr := &expr.Array{Loc: -1, T: ty.Array, Elems: make([]expr.Expr, len(rows))}
	for i, row := range rows {
		if isVolatile(row[0]) {
			return nil
		}
		v := lv.g.simplify(expr.Mutate(op.Args[1], func(e expr.Expr) (expr.Expr, bool) {
			if p, ok := e.(*expr.Param); ok && p.Kind == expr.ExecParam {
				return expr.Mutate(row[0], lv.boundParam), true
			}
			return e, false
		}))
		if _, ok := v.(*expr.Const); !ok {
			return nil
		}
		arr.Elems[i] = v
	}
	return &expr.ArrayOp{Loc: op.Loc, Op: op.Op, L: op.Args[0], R: arr}
}

// boundParam puts in the value that a parameter is planned for.
func (lv *level) boundParam(e expr.Expr) (expr.Expr, bool) {
	if _, ok := e.(*expr.Param); ok {
		return lv.ownStep(e)
	}
	return e, false
}

// simpleValuesQuery returns the rows of a query that is a VALUES list of one
// column and nothing else.
func simpleValuesQuery(q *Query) [][]expr.Expr {
	if len(q.Targets) != 1 || len(q.Range) != 1 || q.Range[0].Kind != ValuesEntry || q.Where != nil || q.SetOp != nil ||
		len(q.Sort)+len(q.Distinct)+len(q.Group)+len(q.GroupingSets)+len(q.RowMarks) > 0 || q.HasAggs ||
		q.Having != nil || q.Limit != nil || q.Offset != nil || q.HasSubLinks {
		return nil
	}
	if v, ok := q.Targets[0].Expr.(*expr.Var); !ok || v.Up != 0 || v.Attr != 1 {
		return nil
	}
	if len(q.Range[0].Values) == 1 {
		return nil // a row like any other query's, merged as such
	}
	return q.Range[0].Values
}
