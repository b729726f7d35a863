package expr

// This file starts name resolution: what a Resolver is, and the facts of types
// that choosing an overload asks for, by the rules of PostgreSQL's parse_coerce.c.

import (
	"strings"

	"minidb/pgerr"
	"minidb/types"
)

// Resolver gives operators and functions their meaning and casts expressions.
// Env supplies what literals depend on and, in Env.Names, users' types.
type Resolver struct {
	Env *types.Env
	// Param, if set, is asked to give a parameter of unknown type the type that
	// it is cast to (PostgreSQL's p_coerce_param_hook); pos is that of the cast.
	Param func(p *Param, target types.OID, pos int32) (Expr, error)
}

// NewResolver makes a Resolver; a nil env means the defaults of a session.
func NewResolver(env *types.Env) *Resolver {
	if env == nil {
		env = types.DefaultEnv()
	}
	return &Resolver{Env: env}
}

// TypeOf finds a built-in or a user's type, nil if there is none.
func (r *Resolver) TypeOf(o types.OID) *types.Type {
	if t, ok := types.ByOID(o); ok {
		return t
	}
	if t, ok := r.Env.Names.TypeByOID(o); ok {
		return t
	}
	return nil
}

// TypeName prints a type for an error message.
func (r *Resolver) TypeName(o types.OID) string {
	if t, ok := types.ByOID(o); ok {
		return t.SQLName
	}
	if r.TypeOf(o) == nil {
		return "???"
	}
	return r.Env.Names.RegtypeOut(o)
}

// BaseType looks through domains.
func (r *Resolver) BaseType(o types.OID) types.OID {
	for {
		t := r.TypeOf(o)
		if t == nil || t.TypType != 'd' {
			return o
		}
		o = t.Base
	}
}

func (r *Resolver) category(o types.OID) (cat byte, preferred bool) {
	if t := r.TypeOf(o); t != nil {
		return t.Category, t.Preferred
	}
	return 0, false
}

// elemOf returns the element type if o is a true array type, else 0.
func (r *Resolver) elemOf(o types.OID) types.OID {
	t := r.TypeOf(o)
	if t == nil || t.Len != -1 || t.Subscript != "array_subscript_handler" {
		return 0
	}
	return t.Elem
}

// ArrayOf returns the array type over o, 0 if there is none.
func (r *Resolver) ArrayOf(o types.OID) types.OID {
	if t := r.TypeOf(o); t != nil {
		return t.Array
	}
	return 0
}

func (r *Resolver) isComposite(o types.OID) bool {
	t := r.TypeOf(o)
	return t != nil && t.TypType == 'c'
}

// IsPolymorphic reports whether o is anyelement or one of its kin.
func IsPolymorphic(o types.OID) bool {
	switch o {
	case types.AnyElementOID, types.AnyArrayOID, types.AnyNonArrayOID, types.AnyEnumOID,
		types.AnyCompatibleOID, types.AnyCompatibleArray, types.AnyCompatibleNonArr:
		return true
	}
	return false
}

// castPath is how a cast is done.
type castPath uint8

const (
	noPath castPath = iota
	relabelPath
	funcPath
	arrayPath
	ioPath
)

// findCast is find_coercion_pathway: how source becomes target in a context.
func (r *Resolver) findCast(target, source types.OID, ctx CastContext) (castPath, *Func) {
	source, target = r.BaseType(source), r.BaseType(target)
	if source == target {
		return relabelPath, nil
	}
	if c := castByPair[[2]types.OID{source, target}]; c != nil {
		if !allowed(ctx, c.Context) {
			return noPath, nil
		}
		switch {
		case c.IO:
			return ioPath, nil
		case c.Fn != nil:
			return funcPath, c.Fn
		}
		return relabelPath, nil
	}
	if target != types.OidVectorOID && target != types.Int2VectorOID {
		te, se := r.elemOf(target), r.elemOf(source)
		if te != 0 && se != 0 {
			switch p, _ := r.findCast(te, se, ctx); p {
			case noPath:
			default:
				return arrayPath, nil
			}
		}
	}
	if ctx == AssignmentCast || ctx == ExplicitCast {
		if c, _ := r.category(target); c == 'S' {
			return ioPath, nil
		}
		if c, _ := r.category(source); ctx == ExplicitCast && c == 'S' {
			return ioPath, nil
		}
	}
	return noPath, nil
}

// allowed reports whether a cast marked need may be taken in context ctx.
func allowed(ctx, need CastContext) bool {
	rank := func(c CastContext) int { return strings.IndexByte("iae", byte(c)) }
	return rank(ctx) >= rank(need)
}

// BinaryCoercible is IsBinaryCoercible: no work turns source into target.
func (r *Resolver) BinaryCoercible(source, target types.OID) bool {
	if source == target || target == types.AnyOID || target == types.AnyElementOID || target == types.AnyCompatibleOID {
		return true
	}
	source = r.BaseType(source)
	if source == target {
		return true
	}
	switch target {
	case types.AnyArrayOID, types.AnyCompatibleArray:
		return r.elemOf(source) != 0
	case types.AnyNonArrayOID, types.AnyCompatibleNonArr:
		return r.elemOf(source) == 0
	case types.AnyEnumOID:
		t := r.TypeOf(source)
		return t != nil && t.TypType == 'e'
	case types.RecordOID:
		return r.isComposite(source)
	case types.RecordArrayOID:
		return r.isComposite(r.elemOf(source))
	}
	c := castByPair[[2]types.OID{source, target}]
	return c != nil && c.Fn == nil && !c.IO && c.Context == ImplicitCast
}

// CanCoerce is can_coerce_type: whether each from becomes each to in ctx.
func (r *Resolver) CanCoerce(from, to []types.OID, ctx CastContext) bool {
	polymorphic := false
	for i, in := range from {
		t := to[i]
		if in == t || t == types.AnyOID {
			continue
		}
		if IsPolymorphic(t) {
			polymorphic = true
			continue
		}
		if in == types.UnknownOID {
			continue
		}
		if p, _ := r.findCast(t, in, ctx); p != noPath {
			continue
		}
		if in == types.RecordOID && r.isComposite(t) || t == types.RecordOID && r.isComposite(in) {
			continue
		}
		if r.isComposite(in) && r.isComposite(t) && r.Env.Names.RowInherits(in, t) {
			continue
		}
		if t == types.RecordArrayOID && r.isComposite(r.elemOf(in)) {
			continue
		}
		return false
	}
	return !polymorphic || r.checkPolymorphic(from, to)
}

func at(e *pgerr.Error, pos int32) *pgerr.Error { return e.At(int(pos)) }
