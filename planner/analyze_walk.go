package planner

// Walking analyzed expressions and queries: children, locations, levels and
// equality.

import (
	"reflect"
	"slices"

	"minidb/catalog"
	"minidb/expr"
	"minidb/types"
)

// eachChild calls f for each child of e. A subquery's query is no child; its
// Test is.
func eachChild(e expr.Expr, f func(expr.Expr)) {
	expr.MutateChildren(e, func(c expr.Expr) (expr.Expr, bool) {
		f(c)
		return c, true
	})
}

// walkExpr calls visit for e and all below it, parents first, also inside
// subqueries, for which depth is counted up. A false answer leaves out what is
// below.
func walkExpr(e expr.Expr, depth int, visit func(e expr.Expr, depth int) bool) {
	if e == nil || !visit(e, depth) {
		return
	}
	eachChild(e, func(c expr.Expr) { walkExpr(c, depth, visit) })
	if s, ok := e.(*expr.SubLink); ok {
		if q, ok := s.Query.(*Query); ok {
			walkQuery(q, depth+1, visit)
		}
	}
}

// walkQuery walks all expressions of q, which stand at the given depth: what it
// groups by, wherever it stands, comes last.
func walkQuery(q *Query, depth int, visit func(e expr.Expr, depth int) bool) {
	grouped := visit
	var keys []expr.Expr
	for _, g := range q.Group {
		keys = append(keys, targetByRef(q.Targets, g.Ref).Expr)
	}
	if len(keys) > 0 {
		grouped = withoutGroupKeys(keys, depth, visit)
	}
	ownExprs(q, func(e expr.Expr, above bool) {
		if above {
			walkExpr(e, depth, grouped)
		} else {
			walkExpr(e, depth, visit)
		}
	})
	for _, r := range q.Range {
		if r.Kind == SubqueryEntry && r.Subquery != nil {
			walkQuery(r.Subquery, depth+1, visit)
		}
	}
	for _, c := range q.CTEs {
		if c.Query != nil {
			walkQuery(c.Query, depth+1, visit)
		}
	}
	for _, k := range keys {
		walkExpr(k, depth, visit)
	}
}

// withoutGroupKeys is visit for what a query at a depth computes after grouping,
// without its grouping keys.
func withoutGroupKeys(keys []expr.Expr, depth int, visit func(e expr.Expr, depth int) bool) func(expr.Expr, int) bool {
	computed := slices.ContainsFunc(keys, func(k expr.Expr) bool { _, ok := k.(*expr.Var); return !ok })
	return func(e expr.Expr, d int) bool {
		v, isVar := e.(*expr.Var)
		for _, k := range keys {
			w, ok := k.(*expr.Var)
			if ok && isVar && v.Up == d-depth && w.Up == 0 && v.Rel == w.Rel && v.Attr == w.Attr || computed && d == depth && sameExpr(e, k) {
				return false
			}
		}
		own := false
		switch e := e.(type) {
		case *expr.Agg:
			own = e.Up == d-depth
		case *expr.Grouping:
			own = e.Up == d-depth
		}
		if !own {
			return visit(e, d)
		}
		walkExpr(e, d, visit)
		return false
	}
}

// ownExprs calls f for each expression of q that stands in no query within it,
// and tells whether it is computed after grouping.
func ownExprs(q *Query, f func(e expr.Expr, grouped bool)) {
	plain := func(e expr.Expr) { f(e, false) }
	targets := func(ts []expr.Target) {
		for i := range ts {
			f(ts[i].Expr, false)
		}
	}
	for i := range q.Targets {
		f(q.Targets[i].Expr, true)
	}
	targets(q.Returning)
	for _, it := range q.From {
		fromExprs(it, plain)
	}
	f(q.Where, false)
	f(q.Having, true)
	f(q.Limit, false)
	f(q.Offset, false)
	for _, w := range q.Windows {
		f(w.StartOff, false)
		f(w.EndOff, false)
	}
	if c := q.Conflict; c != nil {
		targets(c.Set)
		f(c.Where, false)
	}
	for _, c := range q.Checks {
		f(c.Qual, false)
	}
	for _, r := range q.Range {
		for _, fn := range r.Functions {
			f(fn.Call, false)
		}
		for _, row := range r.Values {
			for _, e := range row {
				f(e, false)
			}
		}
	}
}

// fromExprs calls f for the conditions of joins.
func fromExprs(it FromItem, f func(expr.Expr)) {
	switch n := it.(type) {
	case *Join:
		fromExprs(n.Left, f)
		fromExprs(n.Right, f)
		f(n.Quals)
	case *fromList:
		for _, x := range n.items {
			fromExprs(x, f)
		}
		f(n.quals)
	}
}

// shiftLevels moves the references of an expression without subqueries n query
// levels further out.
func shiftLevels(e expr.Expr, n int) expr.Expr {
	if n == 0 {
		return e
	}
	return expr.Mutate(e, func(x expr.Expr) (expr.Expr, bool) {
		v, ok := x.(*expr.Var)
		if !ok {
			return x, false
		}
		c := *v
		c.Up += n
		return &c, true
	})
}

// containsVars reports whether e refers to a column of its own query level.
func containsVars(e expr.Expr) (pos int32, found bool) {
	walkExpr(e, 0, func(x expr.Expr, depth int) bool {
		if v, ok := x.(*expr.Var); ok && v.Up == depth && !found {
			pos, found = v.Pos(), true
		}
		return !found
	})
	return pos, found
}

// exprLoc is PostgreSQL's exprLocation: where the text of an expression begins.
func exprLoc(e expr.Expr) int32 { return locationBut(e, nil) }

// columnLoc is exprLoc for an expression of a query's select list, as seen from
// around it: a grouping key has lost its place.
func columnLoc(q *Query, e expr.Expr) int32 {
	var keys []expr.Expr
	for _, g := range q.Group {
		keys = append(keys, targetByRef(q.Targets, g.Ref).Expr)
	}
	return locationBut(e, keys)
}

func locationBut(e expr.Expr, placeless []expr.Expr) int32 {
	for _, k := range placeless {
		if sameExpr(k, e) {
			return -1
		}
	}
	switch n := e.(type) {
	case *expr.FuncCall, *expr.OpCall, *expr.Distinct, *expr.NullIf, *expr.ArrayOp, *expr.Bool,
		*expr.Relabel, *expr.CoerceIO, *expr.ConvertRow, *expr.NullTest, *expr.BoolTest:
		low := n.Pos()
		eachChild(n, func(c expr.Expr) { low = leftmostPos(low, locationBut(c, placeless)) })
		return low
	case *expr.ArrayCoerce:
		return leftmostPos(n.Pos(), locationBut(n.Arg, placeless))
	case *expr.Subscript:
		return locationBut(n.Arg, placeless)
	case *expr.FieldStore:
		return locationBut(n.Arg, placeless)
	case *expr.FieldSelect:
		return locationBut(n.Arg, placeless)
	case *expr.SubLink:
		if n.Test != nil {
			return leftmostPos(n.Pos(), locationBut(n.Test, placeless))
		}
	case *expr.RowCompare:
		if len(n.L) > 0 {
			return locationBut(n.L[0], placeless)
		}
	case nil:
		return -1
	}
	return e.Pos()
}

func leftmostPos(a, b int32) int32 {
	if a < 0 || b >= 0 && b < a {
		return b
	}
	return a
}

// sameExpr reports whether two expressions are equal but for where they stand
// and how they were written: PostgreSQL's equal().
func sameExpr(a, b expr.Expr) bool {
	if v, ok := a.(*expr.Var); ok {
		w, ok := b.(*expr.Var)
		return ok && v.Rel == w.Rel && v.Attr == w.Attr && v.Up == w.Up && v.T == w.T && v.Mod == w.Mod
	}
	return sameValue(reflect.ValueOf(a), reflect.ValueOf(b))
}

var (
	datumType = reflect.TypeFor[types.Datum]()
	locType   = reflect.TypeFor[expr.Loc]()
	formType  = reflect.TypeFor[expr.CallForm]()
	sharedPtr = map[reflect.Type]bool{
		reflect.TypeFor[*expr.Func](): true, reflect.TypeFor[*expr.Operator](): true,
		reflect.TypeFor[*expr.Aggregate](): true, reflect.TypeFor[*catalog.Relation](): true,
	}
)

func sameValue(a, b reflect.Value) bool {
	if a.IsValid() != b.IsValid() {
		return false
	}
	if !a.IsValid() {
		return true
	}
	if a.Type() != b.Type() {
		return false
	}
	switch a.Type() {
	case locType, formType:
		return true
	case datumType:
		x, y := a.Interface().(types.Datum), b.Interface().(types.Datum)
		if x.IsNull() || y.IsNull() {
			return x.IsNull() && y.IsNull()
		}
		return x.Kind() == y.Kind() && types.Equal(x, y) && x.String() == y.String()
	}
	switch a.Kind() {
	case reflect.Pointer:
		if sharedPtr[a.Type()] || a.IsNil() || b.IsNil() {
			return a.Pointer() == b.Pointer()
		}
		return a.Pointer() == b.Pointer() || sameValue(a.Elem(), b.Elem())
	case reflect.Interface:
		return sameValue(a.Elem(), b.Elem())
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !sameValue(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range a.NumField() {
			if n := a.Type().Field(i).Name; n == "Slot" || n == "Pos" {
				continue
			}
			if !sameValue(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Func, reflect.Map, reflect.Chan:
		return a.Pointer() == b.Pointer()
	}
	return a.Equal(b)
}
