package expr

// This file folds constants: PostgreSQL's eval_const_expressions. Immutable
// functions of constants are computed, strict functions of NULL are NULL, AND,
// OR, NOT, CASE and COALESCE lose the branches that cannot matter. An error
// while computing is reported at once, as PostgreSQL does, also from a branch of
// CASE that no row would have taken; branches after one that is always taken are
// dropped unseen.

import (
	"slices"

	"minidb/pgerr"
	"minidb/types"
)

// Simplify folds what is constant in e. The result shares what did not change.
func Simplify(e Expr, c *Ctx) (Expr, error) {
	s := &simplifier{c: c}
	return s.do(e)
}

// Estimate folds also stable functions and parameters, with their present
// values; the result is good for estimates only.
func Estimate(e Expr, c *Ctx) (Expr, error) {
	s := &simplifier{c: c, estimate: true}
	return s.do(e)
}

type simplifier struct {
	c        *Ctx
	estimate bool
	caseVal  Expr // what CaseTest stands for, nil if it is not constant
	err      error
}

func (s *simplifier) do(e Expr) (Expr, error) {
	if e == nil {
		return nil, nil
	}
	r := s.fold(e)
	return r, s.err
}

// ioImmutable reports whether a type's text form depends on no setting.
func ioImmutable(t types.OID) bool {
	switch t {
	case types.BoolOID, types.CharOID, types.NameOID, types.Int2OID, types.Int4OID, types.Int8OID, types.TextOID,
		types.OidOID, types.VarcharOID, types.BpcharOID, types.NumericOID, types.UUIDOID, types.UnknownOID,
		types.Float4OID, types.Float8OID:
		return true
	}
	return false
}

// child is fold as a Rewrite.
func (s *simplifier) child(e Expr) (Expr, bool) { return s.fold(e), true }

func (s *simplifier) fold(e Expr) Expr {
	if s.err != nil {
		return e
	}
	switch e := e.(type) {
	case *Case:
		return s.foldCase(e)
	case *Coalesce:
		return s.foldCoalesce(e)
	case *Bool:
		return s.foldConditions(e)
	case *ArrayCoerce:
		arg := s.fold(e.Arg)
		c := *e
		c.Arg = arg
		return s.evalIfConst(&c, []Expr{arg}, ContainsMutable(e.Elem))
	case *CaseTest:
		if s.caseVal != nil {
			return s.caseVal
		}
		return e
	case *Param:
		if s.estimate && e.Kind == ExternParam && e.ID >= 1 && e.ID <= len(s.c.Params) {
			return &Const{Loc: e.Loc, Value: s.c.Params[e.ID-1], T: e.T, Mod: e.Mod}
		}
		return e
	case *SubLink, *SubPlan, *Agg, *WindowCall:
		return MutateChildren(e, s.child)
	}
	r := MutateChildren(e, s.child)
	if s.err != nil {
		return e
	}
	return s.foldNode(r)
}

// foldConditions folds the arguments of AND and OR in order and stops at one
// that decides the whole, so that what stands behind it is not computed.
func (s *simplifier) foldConditions(e *Bool) Expr {
	c := *e
	c.Args = make([]Expr, len(e.Args))
	for i, a := range e.Args {
		c.Args[i] = s.fold(a)
		if s.err != nil {
			return e
		}
		k, ok := c.Args[i].(*Const)
		if ok && e.Op != Not && !k.Value.IsNull() && k.Value.Bool() == (e.Op == Or) {
			return boolConst(e.Loc, e.Op == Or)
		}
	}
	return foldBool(&c)
}

func isNullConst(e Expr) bool {
	k, ok := e.(*Const)
	return ok && k.Value.IsNull()
}

func allConst(es []Expr) bool {
	return !slices.ContainsFunc(es, func(e Expr) bool { return !isConst(e) })
}

func (s *simplifier) foldNode(e Expr) Expr {
	switch e := e.(type) {
	case *FuncCall:
		if e.Partial {
			c := *e
			c.Partial, c.Written, c.Named = false, nil, 0
			e = &c
		}
		switch {
		case e.Fn.RetSet:
			return e
		case e.Fn.Name == "pg_collation_for" && len(e.Args) == 2: // the result, from analysis
			return e.Args[1]
		}
		if r := s.foldCall(e, e.Fn, e.Args); r != Expr(e) {
			return r
		}
		return s.inlineCall(e)
	case *OpCall:
		if r := s.foldCall(e, e.Op.Fn, e.Args); r != Expr(e) {
			return r
		}
		if r := boolEquality(e); r != nil {
			return r
		}
		return s.inline(e)
	case *Relabel:
		return relabel(e)
	case *NullTest:
		if r, ok := e.Arg.(*RowCons); ok && e.RowWise && r.Whole == nil && !allConst(r.Args) {
			return foldRowTest(e, r) // a row of constants PostgreSQL makes one constant, and tests no further
		}
		if k, ok := e.Arg.(*Const); ok && !e.RowWise {
			return boolConst(e.Loc, k.Value.IsNull() != e.Not)
		}
		return e
	case *BoolTest:
		return s.evalIfConst(e, []Expr{e.Arg}, false)
	case *CoerceIO:
		if isNullConst(e.Arg) {
			return &Const{Loc: Loc(e.Pos()), T: e.T, Mod: e.Typmod()}
		}
		return s.evalIfConst(e, []Expr{e.Arg}, volatility(e) != Immutable)
	case *NullIf, *ArrayOp, *Distinct:
		return s.evalIfConst(e, children(e), volatility(e) != Immutable)
	case *Array, *RowCons, *MinMax, *Subscript, *FieldSelect, *RowCompare:
		return s.evalIfConst(e, children(e), false)
	case *SQLValue:
		if s.estimate {
			return s.eval(e)
		}
	}
	return e
}

// relabel is applyRelabelType: the label goes into a constant, of two labels one is
// enough, and one that says nothing new is left out.
func relabel(e *Relabel) Expr {
	if k, ok := e.Arg.(*Const); ok {
		v := k.Value
		if e.T == types.RecordOID || e.T == types.RecordArrayOID {
			return k // a row of a named type is a record without a label
		}
		if e.signs() {
			v = relabelDatum(v, e.T)
		}
		coll := e.Collation
		if coll == 0 && TypeCollation(e.T) != 0 {
			coll = k.Coll
		}
		return &Const{Loc: k.Loc, Value: v, T: e.T, Mod: e.Mod, Coll: coll}
	}
	coll := e.Collation
	arg := e.Arg
	if in, ok := arg.(*Relabel); ok && !e.signs() && !in.signs() {
		if coll == 0 {
			coll = in.Collation
		}
		arg = in.Arg
	}
	if e.Form == CollateClause && arg.Type() == e.T && arg.Typmod() == e.Mod && Collation(arg) == coll {
		return arg
	}
	form := e.Form
	if form == CollateClause {
		form = CastImplicit
	}
	return &Relabel{Loc: e.Loc, Arg: arg, T: e.T, Mod: e.Mod, Form: form, Collation: coll}
}

// foldRowTest breaks ROW(...) IS [NOT] NULL into tests of its fields.
func foldRowTest(e *NullTest, r *RowCons) Expr {
	var tests []Expr
	for _, a := range r.Args {
		if k, ok := a.(*Const); ok {
			if k.Value.IsNull() == e.Not {
				return boolConst(e.Loc, false)
			}
			continue
		}
		tests = append(tests, &NullTest{Loc: e.Loc, Arg: a, Not: e.Not})
	}
	switch len(tests) {
	case 0:
		return boolConst(e.Loc, true)
	case 1:
		return tests[0]
	}
	return &Bool{Loc: e.Loc, Op: And, Args: tests}
}

// foldCall computes a call of constants, or finds it NULL.
func (s *simplifier) foldCall(e Expr, fn *Func, args []Expr) Expr {
	if fn == nil || e.Type() == types.RecordOID {
		return e
	}
	if fn.Strict && slices.ContainsFunc(args, isNullConst) {
		return &Const{Loc: Loc(e.Pos()), T: e.Type(), Mod: e.Typmod()}
	}
	if !allConst(args) || fn.Vol == Volatile || fn.Vol == Stable && !s.estimate {
		return e
	}
	out := s.eval(e)
	if err, ok := s.err.(*pgerr.Error); ok && fn.WrittenInSQL() && err.Context == "" {
		err.Context = `SQL function "` + fn.Name + `" statement 1`
	}
	return out
}

// boolEquality makes b of b = true and NOT b of b = false; nil if e is neither.
func boolEquality(e *OpCall) Expr {
	if e.Op.Fn == nil || e.Op.Fn.Name != "booleq" && e.Op.Fn.Name != "boolne" {
		return nil
	}
	arg := e.Args[0]
	k, ok := e.Args[1].(*Const)
	if !ok {
		if k, ok = arg.(*Const); !ok {
			return nil
		}
		arg = e.Args[1]
	}
	if k.Value.Bool() == (e.Op.Fn.Name == "booleq") {
		return arg
	}
	return Negate(&Bool{Loc: e.Loc, Op: Not, Args: []Expr{arg}})
}

// inline replaces operators that PostgreSQL defines by SQL expressions: text ||
// anything is || of two texts, and some additions are others turned round.
func (s *simplifier) inline(e *OpCall) Expr {
	if e.Op.Fn == nil || len(e.Args) != 2 {
		return e
	}
	l, r := e.Args[0], e.Args[1]
	res := NewResolver(s.c.env())
	var err error
	switch e.Op.Fn.Name {
	case "textanycat":
		r, err = res.Coerce(r, types.TextOID, -1, ExplicitCast, CastExplicit, -1)
	case "anytextcat":
		l, err = res.Coerce(l, types.TextOID, -1, ExplicitCast, CastExplicit, -1)
	case "integer_pl_date", "interval_pl_date", "interval_pl_timestamp", "interval_pl_timestamptz", "interval_pl_time", "timedate_pl":
		l, r = r, l
	default:
		return e
	}
	if err != nil {
		return e
	}
	out, err := res.MakeOp("", e.Op.Name, l, r, e.Pos())
	if err != nil {
		return e
	}
	return out
}

func (s *simplifier) evalIfConst(e Expr, inputs []Expr, mutable bool) Expr {
	if !allConst(inputs) || mutable && !s.estimate || s.err != nil {
		return e
	}
	return s.eval(e)
}

// eval computes an expression without columns.
func (s *simplifier) eval(e Expr) Expr {
	f, err := Compile(e)
	if err != nil {
		return e // refused at run time, where it is reached
	}
	c := s.c
	if c == nil {
		c = &Ctx{}
	}
	d, err := f(c, nil)
	if err != nil {
		s.err = err
		return e
	}
	k := &Const{Loc: Loc(e.Pos()), Value: d, T: e.Type(), Mod: e.Typmod()}
	if coll, explicit := collation(e); explicit {
		k.Coll = coll
	}
	return k
}

func boolConst(loc Loc, v bool) Expr {
	return &Const{Loc: loc, Value: types.NewBool(v), T: types.BoolOID, Mod: -1}
}

func foldBool(e *Bool) Expr {
	if e.Op == Not {
		switch a := e.Args[0].(type) {
		case *Const:
			if a.Value.IsNull() {
				return a
			}
			return boolConst(a.Loc, !a.Value.Bool())
		default:
			return Negate(e)
		}
	}
	decided := e.Op == Or
	var args []Expr
	null := false
	for _, a := range flatten(e.Op, e.Args) {
		k, ok := a.(*Const)
		switch {
		case !ok:
			args = append(args, a)
		case k.Value.IsNull():
			null = true
		case k.Value.Bool() == decided:
			return boolConst(k.Loc, decided)
		}
	}
	if null {
		args = append(args, &Const{Loc: -1, T: types.BoolOID, Mod: -1})
	}
	switch len(args) {
	case 0:
		return boolConst(e.Loc, !decided)
	case 1:
		return args[0]
	}
	if slices.Equal(args, e.Args) {
		return e
	}
	return &Bool{Loc: e.Loc, Op: e.Op, Args: args}
}

// flatten lifts the arguments of nested ANDs into an AND, of ORs into an OR.
func flatten(op BoolOp, args []Expr) []Expr {
	var out []Expr
	for _, a := range args {
		if b, ok := a.(*Bool); ok && b.Op == op {
			out = append(out, flatten(op, b.Args)...)
			continue
		}
		out = append(out, a)
	}
	return out
}

// Negate pushes a Not into its argument where a negator exists: PostgreSQL's
// negate_clause. It returns e itself where nothing can be done.
func Negate(e *Bool) Expr {
	switch a := e.Args[0].(type) {
	case *OpCall:
		if n := a.Op.Negator; n != nil {
			return &OpCall{Loc: a.Loc, Op: n, Args: a.Args, Ret: a.Ret}
		}
	case *ArrayOp:
		if n := a.Op.Negator; n != nil {
			return &ArrayOp{Loc: a.Loc, Op: n, All: !a.All, L: a.L, R: a.R}
		}
	case *Bool:
		if a.Op == Not {
			return a.Args[0]
		}
		op := And
		if a.Op == And {
			op = Or
		}
		args := make([]Expr, len(a.Args))
		for i, x := range a.Args {
			args[i] = foldBool(&Bool{Loc: Loc(x.Pos()), Op: Not, Args: []Expr{x}})
		}
		return foldBool(&Bool{Loc: a.Loc, Op: op, Args: args})
	case *NullTest:
		if !a.RowWise {
			return &NullTest{Loc: a.Loc, Arg: a.Arg, Not: !a.Not}
		}
	case *BoolTest:
		return &BoolTest{Loc: a.Loc, Arg: a.Arg, Kind: a.Kind ^ 1}
	}
	return e
}

// foldCase drops branches that are never taken and ends at one that always is.
func (s *simplifier) foldCase(e *Case) Expr {
	c := *e
	c.Whens = nil
	savedVal := s.caseVal
	s.caseVal = nil
	if e.Arg != nil {
		c.Arg = s.fold(e.Arg)
		if isConst(c.Arg) {
			s.caseVal = c.Arg
		}
	}
	defer func() { s.caseVal = savedVal }()
	for _, w := range e.Whens {
		cond := s.fold(w.Cond)
		if s.err != nil {
			return e
		}
		k, ok := cond.(*Const)
		if ok && !k.Value.IsTrue() {
			continue
		}
		res := s.fold(w.Result)
		if s.err != nil {
			return e
		}
		if ok {
			if len(c.Whens) == 0 {
				return res
			}
			c.Else = res
			return &c
		}
		c.Whens = append(c.Whens, When{cond, res})
	}
	if e.Else != nil {
		c.Else = s.fold(e.Else)
	}
	if s.err != nil {
		return e
	}
	if len(c.Whens) == 0 {
		if c.Else == nil {
			return &Const{Loc: e.Loc, T: e.T, Mod: e.Mod}
		}
		return c.Else
	}
	return &c
}

func (s *simplifier) foldCoalesce(e *Coalesce) Expr {
	var args []Expr
	for _, a := range e.Args {
		a = s.fold(a)
		if s.err != nil {
			return e
		}
		if isNullConst(a) {
			continue
		}
		args = append(args, a)
		if isConst(a) {
			break
		}
	}
	switch {
	case len(args) == 0:
		return &Const{Loc: e.Loc, T: e.T, Mod: e.Mod}
	case isConst(args[0]):
		return args[0]
	case slices.Equal(args, e.Args):
		return e
	}
	c := *e
	c.Args = args // one stays COALESCE too, as in PostgreSQL 18
	return &c
}
