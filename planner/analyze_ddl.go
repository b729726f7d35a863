package planner

// Expressions that DDL commands store: CHECK conditions, column defaults,
// generated columns, index expressions and predicates. Vars in them have Rel 1.

import (
	"cmp"

	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// StoredKind says what a stored expression is for.
type StoredKind uint8

// The kinds of stored expressions.
const (
	CheckCondition StoredKind = iota
	DefaultValue
	GeneratedValue
	IndexExpression
	IndexPredicate
	AlterUsing         // ALTER COLUMN ... TYPE ... USING
	ExecuteParameter   // EXECUTE name (value, ...)
	PartitionBoundary  // FOR VALUES ...
	PartitionKeyExpr   // PARTITION BY (...)
	CopyWhereCondition // COPY ... FROM ... WHERE
)

var storedKinds = map[StoredKind]exprKind{
	CheckCondition: kindCheck, DefaultValue: kindDefault, GeneratedValue: kindGenerated,
	IndexExpression: kindIndexExpr, IndexPredicate: kindIndexPredicate, AlterUsing: kindAlterUsing,
	ExecuteParameter: kindExecute, PartitionBoundary: kindPartitionBound, PartitionKeyExpr: kindPartitionExpr,
	CopyWhereCondition: kindCopyWhere,
}

// AnalyzeExprFor analyzes an expression over the columns of rel, which may be a
// table not yet created and is nil where no columns may be used. Conditions come
// out boolean; literals without a type come out as text, except for defaults
// and other values whose caller casts them.
func AnalyzeExprFor(a *catalog.Access, rel *catalog.Relation, e tree.Expr, kind StoredKind) (expr.Expr, error) {
	p := newState(a, nil)
	if rel != nil {
		p.show(p.addEntry(relationEntry(rel, &tree.RangeVar{Pos: -1})), true, true)
	}
	k := storedKinds[kind]
	x, err := p.expr(e, k)
	if err != nil {
		return nil, err
	}
	what := ""
	if kind == IndexExpression {
		what = "index expression"
	}
	if x, err = p.finishCollation(x, what); err != nil {
		return nil, err
	}
	switch kind {
	case CheckCondition:
		return p.boolean(x, "CHECK")
	case IndexPredicate:
		if x, err = p.boolean(x, "WHERE"); err != nil {
			return nil, err
		}
		if ok, err := immutable(a, x); !ok {
			return nil, cmp.Or(err, error(pgerr.New(pgerr.InvalidObjectDefinition, "functions in index predicate must be marked IMMUTABLE")))
		}
	case CopyWhereCondition:
		return p.boolean(x, "WHERE")
	case IndexExpression, PartitionKeyExpr:
		if x, err = p.knownType(x); err != nil {
			return nil, err
		}
		what = "index expression"
		if kind == PartitionKeyExpr {
			what = "partition key expression"
		}
		if ok, err := immutable(a, x); !ok {
			return nil, cmp.Or(err, error(pgerr.New(pgerr.InvalidObjectDefinition, "functions in %s must be marked IMMUTABLE", what)))
		}
	}
	return x, nil
}

// AnalyzeColumnDefault analyzes the default of column c, or with generated set
// the expression that computes it from rel's other columns, and casts it to the
// column's type.
func AnalyzeColumnDefault(a *catalog.Access, rel *catalog.Relation, c *catalog.Column, e tree.Expr, generated bool) (expr.Expr, error) {
	kind := DefaultValue
	if generated {
		kind = GeneratedValue
	}
	x, err := AnalyzeExprFor(a, rel, e, kind)
	if err != nil {
		return nil, err
	}
	if generated {
		if err := checkGenerated(a, rel, c, x); err != nil {
			return nil, err
		}
	}
	p := newState(a, nil)
	if !p.canCoerce(x.Type(), c.Type, expr.AssignmentCast) {
		return nil, pgerr.New(pgerr.DatatypeMismatch, "column %q is of type %s but default expression is of type %s",
			c.Name, p.r.TypeName(c.Type), p.r.TypeName(x.Type())).
			WithHint("You will need to rewrite or cast the expression.")
	}
	return p.r.Coerce(x, c.Type, c.Typmod, expr.AssignmentCast, expr.CastImplicit, -1)
}

// AnalyzeExecuteParam analyzes the argument for parameter n, from 1, of an
// EXECUTE and casts it to the parameter's type: 42804 if there is no such cast.
func AnalyzeExecuteParam(a *catalog.Access, e tree.Expr, want types.OID, n int) (expr.Expr, error) {
	p := newState(a, nil)
	x, err := p.expr(e, kindExecute)
	if err != nil {
		return nil, err
	}
	if !p.canCoerce(x.Type(), want, expr.AssignmentCast) {
		return nil, pgerr.New(pgerr.DatatypeMismatch, "parameter $%d of type %s cannot be coerced to the expected type %s",
			n, p.r.TypeName(x.Type()), p.r.TypeName(want)).
			WithHint("You will need to rewrite or cast the expression.").At(int(tree.Leftmost(e)))
	}
	return p.r.Coerce(x, want, -1, expr.AssignmentCast, expr.CastImplicit, -1)
}

func checkGenerated(a *catalog.Access, rel *catalog.Relation, c *catalog.Column, x expr.Expr) error {
	var err error
	expr.Walk(x, func(e expr.Expr) bool {
		v, ok := e.(*expr.Var)
		if !ok || err != nil {
			return err == nil
		}
		switch {
		case v.Attr == expr.WholeRow:
			err = pgerr.New(pgerr.InvalidObjectDefinition, "cannot use whole-row variable in column generation expression").
				WithDetail("This would cause the generated column to depend on its own value.").At(int(v.Pos()))
		case v.Attr > 0 && rel.Columns[v.Attr-1].Generated:
			err = pgerr.New(pgerr.InvalidObjectDefinition, "cannot use generated column %q in column generation expression", rel.Columns[v.Attr-1].Name).
				WithDetail("A generated column cannot reference another generated column.").At(int(v.Pos()))
		}
		return err == nil
	})
	if err != nil {
		return err
	}
	if ok, err := immutable(a, x); !ok {
		return cmp.Or(err, error(pgerr.New(pgerr.InvalidObjectDefinition, "generation expression is not immutable")))
	}
	if c.Virtual {
		return checkVirtual(x)
	}
	return nil
}

// immutable reports whether e, once it is simplified, always has the same value
// for the same columns.
func immutable(a *catalog.Access, e expr.Expr) (bool, error) {
	e, err := expr.Simplify(e, &expr.Ctx{Sess: a.S, Catalog: a})
	return err == nil && !mutable(e), err
}

func mutable(e expr.Expr) bool {
	return expr.Any(e, func(x expr.Expr) bool {
		switch x := x.(type) {
		case *expr.FuncCall:
			return x.Fn.Vol != expr.Immutable
		case *expr.OpCall:
			return x.Op.Fn != nil && x.Op.Fn.Vol != expr.Immutable
		case *expr.ArrayOp:
			return x.Op.Fn != nil && x.Op.Fn.Vol != expr.Immutable
		case *expr.CoerceIO:
			return hasSettingText(x.T) || hasSettingText(x.Arg.Type()) && x.Arg.Type() != types.TimeOID
		case *expr.SQLValue:
			return true
		}
		return false
	})
}

// settingText has the types whose text form depends on settings or on the
// catalogs, so that a cast through text is not immutable.
var settingText = map[types.OID]bool{
	types.DateOID: true, types.TimeOID: true, types.TimetzOID: true, types.TimestampOID: true, types.TimestamptzOID: true, types.IntervalOID: true,
	types.RegclassOID: true, types.RegtypeOID: true, types.RegprocOID: true, types.RegprocedureOID: true,
	types.RegnamespaceOID: true, types.RegroleOID: true, types.RegconfigOID: true, types.RegdictionaryOID: true, types.RecordOID: true,
}

func hasSettingText(t types.OID) bool {
	ty, ok := types.ByOID(t)
	return settingText[t] || !ok || ty.Category == 'A'
}

// functionOnRow tries table.name as the function call name(table).
func (p *parseState) functionOnRow(it *nsItem, up int, name string, pos int32) (expr.Expr, error) {
	if len(expr.FuncsByName(name)) == 0 {
		return nil, nil
	}
	return p.columnCall(name, p.wholeRow(it, up, pos), pos)
}

// columnCall is x.f where f is a function of x, nil if there is no such function.
func (p *parseState) columnCall(name string, arg expr.Expr, pos int32) (expr.Expr, error) {
	m, err := p.r.ResolveFunction("", name, []types.OID{arg.Type()}, nil, false, pos)
	if err != nil {
		return nil, nil
	}
	f, c := &tree.FuncCall{Pos: pos, Name: []string{name}}, &callArgs{name: name, args: []expr.Expr{arg}}
	if m.Fn.Kind == expr.AggFunc {
		if err := p.checkWithinGroup(f, m.Fn); err != nil {
			return nil, err
		}
		return p.aggregate(f, c, m)
	}
	if m.Fn.Kind != expr.PlainFunc {
		return nil, nil
	}
	return p.plainCall(f, c, m)
}
