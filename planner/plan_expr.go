package planner

import (
	"sync"

	"minidb/expr"
	"minidb/types"
)

// Properties of expressions that decide what the planner may do with them.

// simplify folds constants.
func (g *global) simplify(e expr.Expr) expr.Expr {
	switch e.(type) {
	case nil:
		return nil
	case *expr.Var, *expr.Const, *expr.Param:
		return e
	}
	r, err := expr.Simplify(e, g.foldCtx())
	if err != nil {
		g.fail(err)
		return e
	}
	return r
}

// foldCtx is the context in which immutable functions run during planning.
func (g *global) foldCtx() *expr.Ctx {
	return &expr.Ctx{Sess: g.a.S, Catalog: g.a}
}

// equalExpr compares expressions, positions aside.
func equalExpr(a, b expr.Expr) bool {
	if a == b {
		return true
	}
	switch x := a.(type) {
	case nil:
		return false
	case *expr.Var:
		y, ok := b.(*expr.Var)
		return ok && x.Rel == y.Rel && x.Attr == y.Attr && x.Up == y.Up
	case *expr.Param:
		y, ok := b.(*expr.Param)
		return ok && x.Kind == y.Kind && x.ID == y.ID
	}
	if b == nil {
		return false
	}
	return expr.Equal(a, b)
}

// stripRelabel takes off casts that do nothing.
func stripRelabel(e expr.Expr) expr.Expr {
	for {
		r, ok := e.(*expr.Relabel)
		if !ok {
			return e
		}
		e = r.Arg
	}
}

// funcOf is the function that a node runs, nil if none.
func funcOf(e expr.Expr) *expr.Func {
	switch n := e.(type) {
	case *expr.FuncCall:
		return n.Fn
	case *expr.OpCall:
		return n.Op.Fn
	case *expr.Distinct:
		return n.Op.Fn
	case *expr.NullIf:
		return n.Op.Fn
	case *expr.ArrayOp:
		return n.Op.Fn
	}
	return nil
}

// isVolatile tells whether e has a volatile function.
func isVolatile(e expr.Expr) bool {
	return expr.Any(e, func(n expr.Expr) bool {
		if sl, ok := n.(*expr.SubLink); ok {
			return queryVolatile(sl.Query.(*Query))
		}
		f := funcOf(n)
		return f != nil && f.Vol == expr.Volatile
	})
}

func queryVolatile(q *Query) bool {
	found := false
	mutateQuery(q, 0, func(e expr.Expr, _ int) (expr.Expr, bool) {
		if f := funcOf(e); f != nil && f.Vol == expr.Volatile {
			found = true
		}
		return e, false
	})
	return found
}

func hasAgg(e expr.Expr) bool {
	return expr.Any(e, func(n expr.Expr) bool {
		switch n.(type) {
		case *expr.Agg, *expr.Grouping:
			return true
		}
		return false
	})
}

func hasSubPlan(e expr.Expr) bool {
	return expr.Any(e, func(n expr.Expr) bool { _, ok := n.(*expr.SubPlan); return ok })
}

// hasSRF tells whether e has a set-returning function call.
func hasSRF(e expr.Expr) bool {
	return expr.Any(e, func(n expr.Expr) bool {
		f, ok := n.(*expr.FuncCall)
		return ok && f.Fn.RetSet
	})
}

func hasVar(e expr.Expr) bool {
	return expr.Any(e, func(n expr.Expr) bool { _, ok := n.(*expr.Var); return ok })
}

func isHeld(e expr.Expr) bool {
	return expr.Any(e, func(n expr.Expr) bool { _, ok := n.(*expr.PlaceHolder); return ok })
}

// pseudoConst tells whether e has one value throughout a scan.
func pseudoConst(e expr.Expr) bool {
	switch e.(type) {
	case *expr.Const, *expr.Param:
		return true
	case *expr.Var:
		return false
	}
	return !hasVar(e) && !isVolatile(e)
}

// isStrict tells whether the node itself, not its arguments, gives NULL for a
// NULL argument.
func isStrict(e expr.Expr) bool {
	switch n := e.(type) {
	case *expr.OpCall:
		return n.Op.Fn != nil && n.Op.Fn.Strict
	case *expr.FuncCall:
		return n.Fn.Strict && !n.Fn.RetSet
	case *expr.Relabel, *expr.CoerceIO, *expr.ArrayCoerce, *expr.ConvertRow:
		return true
	}
	return false
}

// nonNullVars calls f for each variable that must be non-null where e is true
// (top) or non-null.
func nonNullVars(e expr.Expr, top bool, f func(*expr.Var)) {
	nonNull{}.visit(e, top, f)
}

// nonNullRels calls f for columns of the relations of which some column must be
// non-null where e is true: for each argument of an OR it may be another one.
func nonNullRels(e expr.Expr, f func(*expr.Var)) {
	nonNull{byRel: true}.visit(e, true, f)
}

type nonNull struct {
	byRel bool
	// part says which part of its relation a column is of, if that is a join in truth;
	// nil if there are none.
	part func(*expr.Var) int
}

func (w nonNull) visit(e expr.Expr, top bool, f func(*expr.Var)) {
	switch n := e.(type) {
	case *expr.Var:
		if n.Up == 0 {
			f(n)
		}
	case *expr.OpCall:
		if isStrict(n) {
			for _, a := range n.Args {
				w.visit(a, false, f)
			}
		}
	case *expr.FuncCall:
		if isStrict(n) {
			for _, a := range n.Args {
				w.visit(a, false, f)
			}
		}
	case *expr.Relabel:
		w.visit(n.Arg, top, f)
	case *expr.PlaceHolder:
		w.visit(n.Arg, top, f)
	case *expr.CoerceIO:
		w.visit(n.Arg, false, f)
	case *expr.ArrayOp:
		// With an empty array even NULL gives an answer.
		if (top && !n.All || hasElements(n.R)) && n.Op.Fn != nil && n.Op.Fn.Strict {
			w.visit(n.L, false, f)
			w.visit(n.R, false, f)
		}
	case *expr.Bool:
		switch {
		case n.Op == expr.Not:
			w.visit(n.Args[0], false, f)
		case n.Op == expr.And && top:
			for _, a := range n.Args {
				w.visit(a, top, f)
			}
		default:
			w.common(n.Args, top, f)
		}
	case *expr.NullTest:
		if top && n.Not && !n.RowWise {
			w.visit(n.Arg, false, f)
		}
	case *expr.SubPlan:
		if nullStays(n.Kind, top) {
			w.visit(n.Test, top, f)
		}
	case *expr.SubLink:
		if nullStays(n.Kind, top) {
			w.visit(n.Test, top, f)
		}
	case *expr.BoolTest:
		if top && (n.Kind == expr.IsTrue || n.Kind == expr.IsFalse || n.Kind == expr.IsNotUnknown) {
			w.visit(n.Arg, false, f)
		}
	}
}

// nullStays tells whether a sublink is not true if its test is unknown for every
// row: without rows ANY is false and a row comparison unknown.
func nullStays(kind expr.SubLinkKind, top bool) bool {
	return kind == expr.AnyLink && top || kind == expr.RowCompareLink
}

// hasElements tells whether an array is known not to be empty.
func hasElements(e expr.Expr) bool {
	switch e := e.(type) {
	case *expr.Const:
		return !e.Value.IsNull() && e.Value.Kind() == types.Array && len(e.Value.Array().Elems) > 0
	case *expr.Array:
		return !e.Multi && len(e.Elems) > 0
	}
	return false
}

// common reports the variables (or relations) that every one of args reports.
func (w nonNull) common(args []expr.Expr, top bool, f func(*expr.Var)) {
	type key struct{ rel, attr int }
	counts := map[key]int{}
	first := map[key]*expr.Var{}
	for i, a := range args {
		w.visit(a, top, func(v *expr.Var) {
			k := key{v.Rel, v.Attr}
			if w.byRel {
				k.attr = 0
				if w.part != nil {
					k.attr = w.part(v)
				}
			}
			if counts[k] == i {
				counts[k] = i + 1
				first[k] = v
			}
		})
	}
	for k, n := range counts {
		if n == len(args) {
			f(first[k])
		}
	}
}

// boolConst answers the value of a constant condition; NULL counts as false.
func boolConst(e expr.Expr) (val, ok bool) {
	c, ok := e.(*expr.Const)
	return ok && c.Value.IsTrue(), ok
}

// kindOf is the kind of a type's datums, types.Null if unknown.
func kindOf(t types.OID) types.Kind {
	if ty, ok := types.ByOID(t); ok {
		return ty.Kind
	}
	return types.Null
}

// family tells which types can be compared with each other by operators of one
// btree family.
func family(t types.OID) types.OID {
	switch t {
	case types.Int2OID, types.Int4OID, types.Int8OID:
		return types.Int8OID
	case types.TextOID, types.VarcharOID, types.NameOID:
		return types.TextOID
	case types.Float4OID, types.Float8OID:
		return types.Float8OID
	case types.DateOID, types.TimestampOID, types.TimestamptzOID:
		return types.TimestampOID
	}
	return t
}

// btreeOperator finds the operator of that place in the family of the types.
func btreeOperator(l, r types.OID, btree int) *expr.Operator {
	if l == types.VarcharOID {
		l = types.TextOID
	}
	if r == types.VarcharOID {
		r = types.TextOID
	}
	if t, ok := types.ByOID(l); ok && l == r && t.Category == 'A' && t.Elem != 0 {
		l, r = types.AnyArrayOID, types.AnyArrayOID
	}
	for _, op := range btreeOps()[[2]types.OID{l, r}] {
		if op.Btree == btree {
			return op
		}
	}
	return nil
}

// btreeOperator is the function of that name for users' types too, which are
// compared by the operators of their kind.
func (lv *level) btreeOperator(l, r types.OID, btree int) *expr.Operator {
	if t, ok := lv.g.a.TypeByOID(l); ok && l == r {
		switch {
		case t.TypType == 'e':
			l = types.AnyEnumOID
		case t.TypType == 'c':
			l = types.RecordOID
		case t.Elem != 0 && t.Len == -1:
			l = types.AnyArrayOID
		}
		r = l
	}
	return btreeOperator(l, r, btree)
}

var btreeOps = sync.OnceValue(func() map[[2]types.OID][]*expr.Operator {
	m := map[[2]types.OID][]*expr.Operator{}
	for _, op := range expr.Operators() {
		if op.Btree != 0 {
			k := [2]types.OID{op.Left, op.Right}
			m[k] = append(m[k], op)
		}
	}
	return m
})
