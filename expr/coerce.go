package expr

// This file casts expressions: PostgreSQL's coerce_to_target_type. First the
// type is changed (a literal is read, a cast function called, a label put on),
// then, where the target has a length, precision or scale, that is enforced.

import (
	"strings"

	"minidb/pgerr"
	"minidb/types"
)

// Coerce casts e to target with typmod (-1 for none). pos is the place of the
// cast, -1 if e's own place is the one to report. The error for an impossible
// cast is PostgreSQL's `cannot cast type x to y` (42846).
func (r *Resolver) Coerce(e Expr, target types.OID, typmod int32, ctx CastContext, form CallForm, pos int32) (Expr, error) {
	src := e.Type()
	if !r.CanCoerce([]types.OID{src}, []types.OID{target}, ctx) {
		if pos < 0 {
			pos = e.Pos()
		}
		return nil, at(pgerr.New(pgerr.CannotCoerce, "cannot cast type %s to %s", r.TypeName(src), r.TypeName(target)), pos)
	}
	out, err := r.coerceType(e, target, typmod, ctx, form, pos)
	if err != nil {
		return nil, err
	}
	return r.coerceLength(out, target, typmod, ctx, form, pos, out != e && !isConst(out))
}

func isConst(e Expr) bool {
	_, ok := e.(*Const)
	return ok
}

func (r *Resolver) coerceType(e Expr, target types.OID, typmod int32, ctx CastContext, form CallForm, pos int32) (Expr, error) {
	src := e.Type()
	switch target {
	case src, types.AnyOID:
		return e, nil
	case types.AnyElementOID, types.AnyNonArrayOID, types.AnyCompatibleOID, types.AnyCompatibleNonArr:
		return e, nil
	case types.AnyArrayOID, types.AnyEnumOID, types.AnyCompatibleArray:
		if src != types.UnknownOID {
			return e, nil
		}
	}
	if rl, ok := e.(*Relabel); ok && rl.Collation != 0 {
		return r.coerceCollated(rl, target, typmod, ctx, form, pos)
	}
	if c, ok := e.(*Const); ok && src == types.UnknownOID {
		return r.coerceLiteral(c, target, typmod, pos)
	}
	if p, ok := e.(*Param); ok && r.Param != nil {
		if out, err := r.Param(p, target, pos); out != nil || err != nil {
			return out, err
		}
	}
	if _, ok := e.(*FieldSelect); ok && src == types.UnknownOID { // a literal in ROW() has no type for good
		return nil, pgerr.New(pgerr.Internal, "failed to find conversion function from unknown to %s", r.TypeName(target))
	}
	if src == types.UnknownOID {
		return &CoerceIO{Loc: Loc(pos), Arg: e, T: target, Mod: -1, Form: form}, nil
	}
	path, fn := r.findCast(target, src, ctx)
	switch path {
	case relabelPath:
		return &Relabel{Loc: Loc(pos), Arg: e, T: target, Mod: -1, Form: form}, nil
	case funcPath:
		return r.castCall(fn, e, target, typmod, ctx, form, pos), nil
	case ioPath:
		return &CoerceIO{Loc: Loc(pos), Arg: e, T: target, Mod: -1, Form: form}, nil
	case arrayPath:
		return r.arrayCoerce(e, target, typmod, ctx, form, pos)
	}
	if r.Env.Names.RowInherits(src, target) {
		return &ConvertRow{Loc: Loc(pos), Arg: e, T: target, Form: form}, nil
	}
	if rc, ok := e.(*RowCons); ok && r.isComposite(target) {
		return r.coerceRow(rc, target, ctx, form, pos)
	}
	if target == types.RecordOID || target == types.RecordArrayOID {
		return e, nil // a row is a record as it is, and remembers its type
	}
	return &Relabel{Loc: Loc(pos), Arg: e, T: target, Mod: -1, Form: form}, nil
}

// coerceCollated casts below a COLLATE clause, which is dropped if the target type
// has no collation.
func (r *Resolver) coerceCollated(e *Relabel, target types.OID, typmod int32, ctx CastContext, form CallForm, pos int32) (Expr, error) {
	arg, err := r.coerceType(e.Arg, target, typmod, ctx, form, pos)
	if err != nil {
		return nil, err
	}
	if t := r.TypeOf(r.BaseType(target)); t == nil || t.Collation == 0 && t.Category != 'A' {
		return arg, nil
	}
	return &Relabel{Loc: e.Loc, Arg: arg, T: arg.Type(), Mod: arg.Typmod(), Form: e.Form, Collation: e.Collation}, nil
}

// coerceLiteral reads an untyped literal as a value of the target type. An
// interval or bit length is given to the input function at once; other lengths
// are enforced afterwards, so that explicit casts may cut.
func (r *Resolver) coerceLiteral(c *Const, target types.OID, typmod int32, pos int32) (Expr, error) {
	mod := int32(-1)
	if r.BaseType(target) == types.IntervalOID {
		mod = typmod
	}
	out := &Const{Loc: c.Loc, T: target, Mod: mod}
	if c.Value.IsNull() {
		return out, nil
	}
	r.Env.Place = int(c.Pos()) + 1
	d, err := types.Input(target, mod, c.Value.Text(), r.Env)
	r.Env.Place = 0
	if err != nil {
		pe := pgerr.From(err)
		if pe.Code != pgerr.Internal { // a place within the literal's text says nothing here
			cp := *pe
			pe = at(&cp, c.Pos())
		}
		return nil, pe
	}
	out.Value = d
	return out, nil
}

// castCall calls a cast function, whose further arguments are the typmod and
// whether the cast is explicit.
func (r *Resolver) castCall(fn *Func, e Expr, target types.OID, typmod int32, ctx CastContext, form CallForm, pos int32) Expr {
	args := []Expr{r.relabelTo(e, fn.Args[0])}
	mod := int32(-1)
	if len(fn.Args) > 1 {
		args = append(args, &Const{Loc: -1, Value: types.NewInt(int64(typmod)), T: types.Int4OID, Mod: -1})
		mod = typmod
	}
	if len(fn.Args) > 2 {
		args = append(args, &Const{Loc: -1, Value: types.NewBool(ctx == ExplicitCast), T: types.BoolOID, Mod: -1})
	}
	return &FuncCall{Loc: Loc(pos), Fn: fn, Args: args, Form: form, Ret: target, Mod: mod} // fn.Ret may be text, target varchar
}

func (r *Resolver) relabelTo(e Expr, t types.OID) Expr {
	if e.Type() == t || IsPolymorphic(t) || t == types.AnyOID {
		return e
	}
	return &Relabel{Loc: -1, Arg: e, T: t, Mod: -1, Form: CastImplicit}
}

// numbered tells whether values of a type are the numbers of objects, which each of these
// types writes in its own way.
func numbered(t types.OID) bool {
	ty, ok := types.ByOID(t)
	return ok && (t == types.OidOID || strings.HasPrefix(ty.Name, "reg"))
}

func (r *Resolver) arrayCoerce(e Expr, target types.OID, typmod int32, ctx CastContext, form CallForm, pos int32) (Expr, error) {
	se, te := r.elemOf(r.BaseType(e.Type())), r.elemOf(r.BaseType(target))
	if p, _ := r.findCast(te, se, ctx); p == relabelPath && typmod < 0 && !numbered(te) && !numbered(se) {
		return &Relabel{Loc: Loc(pos), Arg: e, T: target, Mod: -1, Form: form}, nil
	}
	test := &CaseTest{Loc: -1, T: se, Mod: e.Typmod()}
	el, err := r.coerceType(test, te, typmod, ctx, form, pos)
	if err != nil {
		return nil, err
	}
	if el, err = r.coerceLength(el, te, typmod, ctx, form, pos, false); err != nil {
		return nil, err
	}
	return &ArrayCoerce{Loc: Loc(pos), Arg: e, Elem: el, T: target, Mod: typmod, Form: form}, nil
}

// coerceRow casts ROW(...) to a named composite type field by field.
func (r *Resolver) coerceRow(rc *RowCons, target types.OID, ctx CastContext, form CallForm, pos int32) (Expr, error) {
	names, ts, mods, ok := r.Env.Names.RowType(target)
	bad := func(detail string, args ...any) error {
		return at(pgerr.New(pgerr.CannotCoerce, "cannot cast type %s to %s", "record", r.TypeName(target)).
			WithDetail(detail, args...), max(pos, rc.Pos()))
	}
	if !ok {
		return nil, bad("Input has too few columns.")
	}
	out := &RowCons{Loc: rc.Loc, Names: names, T: target}
	args := rc.Args
	for i := range ts {
		if ts[i] == 0 { // a dropped column
			out.Args = append(out.Args, &Const{Loc: -1, Mod: -1})
			continue
		}
		if len(args) == 0 {
			return nil, bad("Input has too few columns.")
		}
		a := args[0]
		args = args[1:]
		if !r.CanCoerce([]types.OID{a.Type()}, []types.OID{ts[i]}, ctx) {
			return nil, bad("Cannot cast type %s to %s in column %d.", r.TypeName(a.Type()), r.TypeName(ts[i]), i+1)
		}
		c, err := r.Coerce(a, ts[i], mods[i], ctx, form, pos)
		if err != nil {
			return nil, err
		}
		out.Args = append(out.Args, c)
	}
	if len(args) > 0 {
		return nil, bad("Input has too many columns.")
	}
	return out, nil
}

// coerceLength enforces typmod. hide says that the type was changed before, so
// that this second cast is not shown on its own.
func (r *Resolver) coerceLength(e Expr, target types.OID, typmod int32, ctx CastContext, form CallForm, pos int32, hide bool) (Expr, error) {
	if typmod == e.Typmod() || typmod < 0 && form != CastExplicit {
		return e, nil
	}
	target = r.BaseType(target)
	if typmod < 0 { // a written cast to a type without a length takes the length away
		if hide {
			hideCast(e)
		}
		return &Relabel{Loc: Loc(pos), Arg: e, T: target, Mod: -1, Form: form}, nil
	}
	elem := r.elemOf(target)
	t := target
	if elem != 0 {
		t = elem
	}
	c := castByPair[[2]types.OID{t, t}]
	if c == nil || c.Fn == nil {
		return &Relabel{Loc: Loc(pos), Arg: e, T: target, Mod: typmod, Form: form}, nil
	}
	if hide {
		hideCast(e)
	}
	if elem != 0 {
		el := r.castCall(c.Fn, &CaseTest{Loc: -1, T: elem, Mod: -1}, elem, typmod, ctx, form, pos)
		return &ArrayCoerce{Loc: Loc(pos), Arg: e, Elem: el, T: target, Mod: typmod, Form: form}, nil
	}
	return r.castCall(c.Fn, e, target, typmod, ctx, form, pos), nil
}

// hideCast marks a cast as implicit; the length cast over it is what is shown.
func hideCast(e Expr) {
	switch e := e.(type) {
	case *FuncCall:
		if e.Form == CastExplicit {
			e.Form = CastImplicit
		}
	case *Relabel:
		e.Form = CastImplicit
	case *CoerceIO:
		e.Form = CastImplicit
	case *ArrayCoerce:
		e.Form = CastImplicit
	}
}

// SelectCommonType is select_common_type: the type that all exprs of a
// construct ("CASE", "UNION", "VALUES", ...) are cast to. context may be empty
// to get 0 where there is none.
func (r *Resolver) SelectCommonType(exprs []Expr, context string) (types.OID, error) {
	t, bad := r.pickCommon(exprTypes(exprs))
	if bad >= 0 {
		if context == "" {
			return 0, nil
		}
		was, _ := r.pickCommon(exprTypes(exprs[:bad]))
		return 0, at(pgerr.New(pgerr.DatatypeMismatch, "%s types %s and %s cannot be matched",
			context, r.TypeName(was), r.TypeName(exprs[bad].Type())), exprs[bad].Pos())
	}
	return t, nil
}

// pickCommon returns the common type, or in bad the index of the first type of
// another category.
func (r *Resolver) pickCommon(ts []types.OID) (t types.OID, bad int) {
	if len(ts) == 0 {
		return types.TextOID, -1
	}
	same := ts[0] != types.UnknownOID
	for _, o := range ts {
		same = same && o == ts[0]
	}
	if same {
		return ts[0], -1
	}
	p := types.UnknownOID
	var cat byte
	var pref bool
	for i, o := range ts {
		if o = r.BaseType(o); o == types.UnknownOID || o == p {
			continue
		}
		c, pr := r.category(o)
		switch {
		case p == types.UnknownOID:
			p, cat, pref = o, c, pr
		case c != cat:
			return p, i
		case !pref && r.CanCoerce([]types.OID{p}, []types.OID{o}, ImplicitCast) &&
			!r.CanCoerce([]types.OID{o}, []types.OID{p}, ImplicitCast):
			p, cat, pref = o, c, pr
		}
	}
	if p == types.UnknownOID {
		p = types.TextOID
	}
	return p, -1
}

// CommonTypmod returns the typmod that all exprs of type t share, -1 if none.
func CommonTypmod(exprs []Expr, t types.OID) int32 {
	mod := int32(-1)
	for i, e := range exprs {
		switch {
		case e.Type() != t:
			return -1
		case i == 0:
			mod = e.Typmod()
		case e.Typmod() != mod:
			return -1
		}
	}
	return mod
}
