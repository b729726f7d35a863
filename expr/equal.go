package expr

// This file compares expression trees, ignoring where they stood in the text
// and how casts were written.

import (
	"slices"

	"minidb/types"
)

// Equal reports whether a and b are the same expression.
func Equal(a, b Expr) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	if a == b {
		return true
	}
	if a.Type() != b.Type() || !sameNode(a, b) {
		return false
	}
	return EqualLists(children(a), children(b))
}

// EqualLists compares two lists by Equal.
func EqualLists(a, b []Expr) bool { return slices.EqualFunc(a, b, Equal) }

// sameNode compares what two nodes are, without their inputs.
func sameNode(a, b Expr) bool {
	switch a := a.(type) {
	case *Var:
		b, ok := b.(*Var)
		return ok && a.Rel == b.Rel && a.Attr == b.Attr && a.Up == b.Up && a.Mod == b.Mod && a.Nullable == b.Nullable
	case *Const:
		b, ok := b.(*Const)
		return ok && a.Mod == b.Mod && ownCollation(a.Coll, a.T) == ownCollation(b.Coll, b.T) && types.Same(a.Value, b.Value)
	case *Param:
		b, ok := b.(*Param)
		return ok && a.Kind == b.Kind && a.ID == b.ID
	case *FuncCall:
		b, ok := b.(*FuncCall)
		return ok && a.Fn == b.Fn && a.Variadic == b.Variadic
	case *OpCall:
		b, ok := b.(*OpCall)
		return ok && a.Op == b.Op
	case *Distinct:
		b, ok := b.(*Distinct)
		return ok && a.Op == b.Op
	case *NullIf:
		b, ok := b.(*NullIf)
		return ok && a.Op == b.Op
	case *ArrayOp:
		b, ok := b.(*ArrayOp)
		return ok && a.Op == b.Op && a.All == b.All
	case *Bool:
		b, ok := b.(*Bool)
		return ok && a.Op == b.Op
	case *NullTest:
		b, ok := b.(*NullTest)
		return ok && a.Not == b.Not && a.RowWise == b.RowWise
	case *BoolTest:
		b, ok := b.(*BoolTest)
		return ok && a.Kind == b.Kind
	case *Case:
		b, ok := b.(*Case)
		return ok && len(a.Whens) == len(b.Whens) && (a.Arg == nil) == (b.Arg == nil)
	case *MinMax:
		b, ok := b.(*MinMax)
		return ok && a.Least == b.Least
	}
	return sameRest(a, b)
}

func sameRest(a, b Expr) bool {
	switch a := a.(type) {
	case *CaseTest:
		_, ok := b.(*CaseTest)
		return ok
	case *Coalesce:
		_, ok := b.(*Coalesce)
		return ok
	case *Array:
		b, ok := b.(*Array)
		return ok && a.Multi == b.Multi
	case *RowCons:
		_, ok := b.(*RowCons)
		return ok
	case *RowCompare:
		b, ok := b.(*RowCompare)
		return ok && a.Strategy == b.Strategy && slices.Equal(a.Ops, b.Ops)
	case *Subscript:
		b, ok := b.(*Subscript)
		return ok && a.Slice == b.Slice && (a.Value == nil) == (b.Value == nil) && sameShape(a.Lo, b.Lo) && sameShape(a.Hi, b.Hi)
	case *FieldStore:
		b, ok := b.(*FieldStore)
		return ok && slices.Equal(a.Fields, b.Fields)
	case *FieldSelect:
		b, ok := b.(*FieldSelect)
		return ok && a.Field == b.Field
	case *Relabel:
		b, ok := b.(*Relabel)
		return ok && a.Mod == b.Mod && a.Collation == b.Collation
	case *PlaceHolder:
		b, ok := b.(*PlaceHolder)
		return ok && a.Input == b.Input && a.Key == b.Key
	case *CoerceIO:
		_, ok := b.(*CoerceIO)
		return ok
	case *ConvertRow:
		_, ok := b.(*ConvertRow)
		return ok
	case *ArrayCoerce:
		b, ok := b.(*ArrayCoerce)
		return ok && a.Mod == b.Mod
	case *SubPlan:
		b, ok := b.(*SubPlan)
		return ok && a.Index == b.Index && a.Kind == b.Kind && a.Col == b.Col
	case *Agg:
		b, ok := b.(*Agg)
		return ok && a.Fn == b.Fn && a.Star == b.Star && a.Distinct == b.Distinct && a.Up == b.Up &&
			len(a.Args) == len(b.Args) && (a.Filter == nil) == (b.Filter == nil) && sameOrder(a.Order, b.Order)
	case *WindowCall:
		b, ok := b.(*WindowCall)
		return ok && a.Fn == b.Fn && a.Agg == b.Agg && a.Star == b.Star && a.Ref == b.Ref &&
			(a.Filter == nil) == (b.Filter == nil)
	case *Grouping:
		b, ok := b.(*Grouping)
		return ok && slices.Equal(a.Refs, b.Refs)
	case *SQLValue:
		b, ok := b.(*SQLValue)
		return ok && a.Kind == b.Kind && a.Mod == b.Mod
	case *SetToDefault:
		_, ok := b.(*SetToDefault)
		return ok
	}
	return false
}

// sameShape reports whether the same bounds are given.
func sameShape(a, b []Expr) bool {
	return slices.EqualFunc(a, b, func(x, y Expr) bool { return (x == nil) == (y == nil) })
}

func sameOrder(a, b []SortKey) bool {
	return slices.EqualFunc(a, b, func(x, y SortKey) bool {
		return x.Desc == y.Desc && x.NullsFirst == y.NullsFirst && x.Op == y.Op
	})
}
