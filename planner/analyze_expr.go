package planner

// Scalar expressions: from the syntax tree to typed expressions. This file
// sends each kind of node to its transformation; the longer ones have files of
// their own.

import (
	"strings"

	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// expr analyzes e as part of the clause kind: PostgreSQL's transformExpr.
func (p *parseState) expr(e tree.Expr, kind exprKind) (expr.Expr, error) {
	saved := p.kind
	p.kind = kind
	out, err := p.tx(e)
	p.kind = saved
	return out, err
}

// exprs analyzes a list of expressions.
func (p *parseState) exprs(l []tree.Expr) ([]expr.Expr, error) {
	out := make([]expr.Expr, len(l))
	for i, e := range l {
		x, err := p.tx(e)
		if err != nil {
			return nil, err
		}
		out[i] = x
	}
	return out, nil
}

// tx analyzes e within the current clause.
func (p *parseState) tx(e tree.Expr) (expr.Expr, error) {
	if c, ok := e.(*tree.Const); ok {
		return p.constant(c)
	}
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	switch e := e.(type) {
	case *tree.ColumnRef:
		return p.columnRef(e)
	case *tree.ParamRef:
		return p.param(e)
	case *tree.TypeCast:
		return p.typeCast(e)
	case *tree.OpExpr:
		return p.opExpr(e)
	case *tree.BoolExpr:
		return p.boolExpr(e)
	case *tree.NullTest:
		arg, err := p.tx(e.Arg)
		if err != nil {
			return nil, err
		}
		return &expr.NullTest{Loc: expr.Loc(e.Pos), Arg: arg, Not: e.Not, RowWise: p.isRow(arg.Type())}, nil
	case *tree.BooleanTest:
		return p.booleanTest(e)
	case *tree.DistinctExpr:
		return p.distinct(e)
	case *tree.InExpr:
		return p.in(e)
	case *tree.BetweenExpr:
		return p.between(e)
	case *tree.LikeExpr:
		return p.like(e)
	case *tree.AnyAllExpr:
		l, err := p.tx(e.Left)
		if err != nil {
			return nil, err
		}
		r, err := p.tx(e.Array)
		if err != nil {
			return nil, err
		}
		return p.r.MakeArrayOp(e.Schema, e.Op, e.All, l, r, e.Pos)
	case *tree.SubLink:
		return p.subLink(e)
	case *tree.FuncCall:
		return p.funcCall(e)
	case *tree.CaseExpr:
		return p.caseExpr(e)
	case *tree.CoalesceExpr:
		return p.coalesce(e)
	case *tree.MinMaxExpr:
		return p.minMax(e)
	case *tree.NullIf:
		return p.nullIf(e)
	case *tree.SQLValueFunction:
		return p.sqlValue(e)
	case *tree.RowExpr:
		return p.rowExpr(e)
	case *tree.ArrayExpr:
		return p.arrayExpr(e, 0, 0, -1)
	case *tree.Subscript:
		return p.subscript(e)
	case *tree.FieldSelect:
		return p.fieldSelect(e)
	case *tree.CollateClause:
		return p.collate(e)
	case *tree.SetToDefault:
		return nil, pgerr.New(pgerr.SyntaxError, "DEFAULT is not allowed in this context").At(int(e.Pos))
	case *tree.GroupingFunc:
		return p.groupingFunc(e)
	case *tree.GroupingSet:
		return nil, pgerr.New(pgerr.Internal, "grouping set outside of GROUP BY").At(int(e.Pos))
	case *tree.NamedArg:
		return nil, pgerr.New(pgerr.SyntaxError, "named argument is not allowed here").At(int(e.Pos))
	}
	return nil, pgerr.Unsupported(int(e.Position()), "this expression", "")
}

// newConst takes a constant out of a slab, which grows with their number.
func (a *analyzer) newConst() *expr.Const {
	if len(a.consts) == 0 {
		a.slab = min(max(2*a.slab, 4), 128)
		a.consts = make([]expr.Const, a.slab)
	}
	c := &a.consts[0]
	a.consts = a.consts[1:]
	return c
}

// constant types a literal. A string is of unknown type until it is coerced.
func (p *parseState) constant(c *tree.Const) (expr.Expr, error) {
	out := p.newConst()
	out.Loc, out.Mod = expr.Loc(c.Pos), -1
	switch c.Kind {
	case tree.ConstNull:
		out.T = types.UnknownOID
	case tree.ConstInt:
		out.T, out.Value = types.Int4OID, types.NewInt(c.Int)
		if c.Int != int64(int32(c.Int)) {
			out.T = types.Int8OID
		}
	case tree.ConstNumeric:
		d, err := types.Input(types.NumericOID, -1, c.Text, p.env)
		if err != nil {
			return nil, place(err, c.Pos)
		}
		out.T, out.Value = types.NumericOID, d
	case tree.ConstString:
		out.T, out.Value = types.UnknownOID, types.NewText(c.Text)
	case tree.ConstBool:
		out.T, out.Value = types.BoolOID, types.NewBool(c.Bool)
	default:
		return nil, pgerr.Unsupported(int(c.Pos), "bit string literal", "")
	}
	return out, nil
}

// place gives an error without a position one.
func place(err error, pos int32) error {
	e := pgerr.From(err)
	if e == nil || e.Position != 0 || pos < 0 {
		return err
	}
	c := *e
	return c.At(int(pos))
}

// isRow reports whether t is record or a composite type.
func (p *parseState) isRow(t types.OID) bool {
	if t == types.RecordOID {
		return true
	}
	ty := p.r.TypeOf(p.r.BaseType(t))
	return ty != nil && ty.TypType == 'c'
}

func (p *parseState) typeCast(c *tree.TypeCast) (expr.Expr, error) {
	t, mod, err := p.typeName(c.Type)
	if err != nil {
		return nil, err
	}
	var arg expr.Expr
	if a, ok := c.Arg.(*tree.ArrayExpr); ok {
		if elem := p.elementOf(t); elem != 0 {
			arg, err = p.arrayExpr(a, p.r.BaseType(t), elem, mod)
		}
	}
	if arg == nil && err == nil {
		arg, err = p.tx(c.Arg)
	}
	if err != nil {
		return nil, err
	}
	pos := c.Pos
	if pos < 0 {
		pos = c.Type.Pos
	}
	if !p.canCoerce(arg.Type(), t, expr.ExplicitCast) {
		at := pos
		if at < 0 {
			at = exprLoc(arg)
		}
		return nil, pgerr.New(pgerr.CannotCoerce, "cannot cast type %s to %s", p.r.TypeName(arg.Type()), p.r.TypeName(t)).At(int(at))
	}
	return p.r.Coerce(arg, t, mod, expr.ExplicitCast, expr.CastExplicit, pos)
}

// elementOf returns the element type of an array type, else 0.
func (p *parseState) elementOf(t types.OID) types.OID {
	ty := p.r.TypeOf(p.r.BaseType(t))
	if ty == nil || ty.Len != -1 || ty.Subscript != "array_subscript_handler" {
		return 0
	}
	return ty.Elem
}

func (p *parseState) canCoerce(from, to types.OID, ctx expr.CastContext) bool {
	return p.r.CanCoerce([]types.OID{from}, []types.OID{to}, ctx)
}

// boolean coerces a condition; construct names it in the error.
func (p *parseState) boolean(e expr.Expr, construct string) (expr.Expr, error) {
	if e.Type() == types.BoolOID {
		return p.noSet(e, construct)
	}
	return p.specific(e, types.BoolOID, construct)
}

// specific is coerce_to_specific_type: an assignment cast of a clause's value.
func (p *parseState) specific(e expr.Expr, t types.OID, construct string) (expr.Expr, error) {
	if e.Type() != t {
		if !p.canCoerce(e.Type(), t, expr.AssignmentCast) {
			return nil, pgerr.New(pgerr.DatatypeMismatch, "argument of %s must be type %s, not type %s",
				construct, p.r.TypeName(t), p.r.TypeName(e.Type())).At(int(exprLoc(e)))
		}
		var err error
		if e, err = p.r.Coerce(e, t, -1, expr.AssignmentCast, expr.CastImplicit, -1); err != nil {
			return nil, err
		}
	}
	return p.noSet(e, construct)
}

func (p *parseState) noSet(e expr.Expr, construct string) (expr.Expr, error) {
	if p.q.HasSRF && hasSRF(e) {
		return nil, pgerr.New(pgerr.DatatypeMismatch, "argument of %s must not return a set", construct).At(int(exprLoc(e)))
	}
	return e, nil
}

func (p *parseState) boolExpr(e *tree.BoolExpr) (expr.Expr, error) {
	out := &expr.Bool{Loc: expr.Loc(e.Pos), Op: expr.And, Args: make([]expr.Expr, len(e.Args))}
	name := "AND"
	switch e.Op {
	case tree.Or:
		out.Op, name = expr.Or, "OR"
	case tree.Not:
		out.Op, name = expr.Not, "NOT"
	}
	for i, a := range e.Args {
		x, err := p.tx(a)
		if err == nil {
			x, err = p.boolean(x, name)
		}
		if err != nil {
			return nil, err
		}
		out.Args[i] = x
	}
	return out, nil
}

func (p *parseState) booleanTest(e *tree.BooleanTest) (expr.Expr, error) {
	kind, name := expr.IsTrue, "IS TRUE"
	switch e.Value {
	case tree.False:
		kind, name = expr.IsFalse, "IS FALSE"
	case tree.Unknown:
		kind, name = expr.IsUnknown, "IS UNKNOWN"
	}
	if e.Not {
		kind++
		name = strings.Replace(name, "IS", "IS NOT", 1)
	}
	arg, err := p.tx(e.Arg)
	if err == nil {
		arg, err = p.boolean(arg, name)
	}
	if err != nil {
		return nil, err
	}
	return &expr.BoolTest{Loc: expr.Loc(e.Pos), Arg: arg, Kind: kind}, nil
}

func (p *parseState) sqlValue(e *tree.SQLValueFunction) (expr.Expr, error) {
	kinds := map[string]struct {
		kind expr.SQLValueKind
		t    types.OID
	}{
		"current_date":      {expr.CurrentDate, types.DateOID},
		"current_timestamp": {expr.CurrentTimestamp, types.TimestamptzOID},
		"current_time":      {expr.CurrentTime, types.TimetzOID},
		"localtime":         {expr.LocalTime, types.TimeOID},
		"localtimestamp":    {expr.LocalTimestamp, types.TimestampOID},
		"current_user":      {expr.CurrentUser, types.NameOID},
		"session_user":      {expr.SessionUser, types.NameOID},
		"current_role":      {expr.CurrentRole, types.NameOID},
		"user":              {expr.UserKw, types.NameOID},
		"current_catalog":   {expr.CurrentCatalog, types.NameOID},
		"current_schema":    {expr.CurrentSchema, types.NameOID},
	}
	k, ok := kinds[e.Op]
	if !ok {
		return nil, pgerr.Unsupported(int(e.Pos), strings.ToUpper(e.Op), "Use SESSION_USER.")
	}
	mod := e.Precision
	if w := precisionWarning(k.t, []int64{int64(mod)}); w != nil {
		mod = maxTimePrecision
		p.a.S.Notice(w)
	}
	return &expr.SQLValue{Loc: expr.Loc(e.Pos), Kind: k.kind, T: k.t, Mod: mod}, nil
}
