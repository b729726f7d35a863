package expr

// This file resolves the polymorphic types: which actual types anyelement,
// anyarray, anycompatible and their kin stand for in one call, by the rules of
// parse_coerce.c.

import (
	"minidb/pgerr"
	"minidb/types"
)

// polyActuals are the types found for one call; 0 means none.
type polyActuals struct {
	elem, array           types.OID
	compElem, compArray   types.OID
	usesFirst, usesCompat bool
}

// checkPolymorphic is check_generic_type_consistency.
func (r *Resolver) checkPolymorphic(actual, declared []types.OID) bool {
	_, err := r.polymorphic(actual, declared)
	return err == nil
}

func poly(format string, args ...any) *pgerr.Error {
	return pgerr.New(pgerr.DatatypeMismatch, format, args...)
}

// polymorphic finds the actual types behind the declared ones.
func (r *Resolver) polymorphic(actual, declared []types.OID) (p polyActuals, err *pgerr.Error) {
	var nonArray, compNonArray, enum bool
	var comp []types.OID
	for i, d := range declared {
		if i >= len(actual) {
			break
		}
		a := actual[i]
		switch d {
		case types.AnyElementOID, types.AnyNonArrayOID, types.AnyEnumOID:
			p.usesFirst = true
			nonArray = nonArray || d == types.AnyNonArrayOID
			enum = enum || d == types.AnyEnumOID
			if a == types.UnknownOID {
				continue
			}
			if p.elem != 0 && p.elem != a {
				return p, poly("arguments declared \"anyelement\" are not all alike").
					WithDetail("%s versus %s", r.TypeName(p.elem), r.TypeName(a))
			}
			p.elem = a
		case types.AnyArrayOID:
			p.usesFirst = true
			if a == types.UnknownOID {
				continue
			}
			a = r.BaseType(a)
			if p.array != 0 && p.array != a {
				return p, poly("arguments declared \"anyarray\" are not all alike").
					WithDetail("%s versus %s", r.TypeName(p.array), r.TypeName(a))
			}
			p.array = a
		case types.AnyCompatibleOID, types.AnyCompatibleNonArr:
			p.usesCompat = true
			compNonArray = compNonArray || d == types.AnyCompatibleNonArr
			if a != types.UnknownOID {
				comp = append(comp, a)
			}
		case types.AnyCompatibleArray:
			p.usesCompat = true
			if a == types.UnknownOID {
				continue
			}
			e := r.elemOf(r.BaseType(a))
			if e == 0 {
				return p, poly("argument declared %s is not an array but type %s", "anycompatiblearray", r.TypeName(a))
			}
			comp = append(comp, e)
		}
	}
	if err := r.polyArray(&p, nonArray, enum); err != nil {
		return p, err
	}
	return p, r.polyCompatible(&p, comp, compNonArray)
}

// polyArray makes anyelement and anyarray agree.
func (r *Resolver) polyArray(p *polyActuals, nonArray, enum bool) *pgerr.Error {
	if p.array != 0 && p.array != types.AnyArrayOID {
		e := r.elemOf(p.array)
		if e == 0 {
			return poly("argument declared %s is not an array but type %s", "anyarray", r.TypeName(p.array))
		}
		switch {
		case p.elem == 0:
			p.elem = e
		case p.elem != e:
			return poly("argument declared %s is not consistent with argument declared %s", "anyarray", "anyelement").
				WithDetail("%s versus %s", r.TypeName(p.array), r.TypeName(p.elem))
		}
	}
	if nonArray && p.elem != 0 && r.elemOf(r.BaseType(p.elem)) != 0 {
		return poly("type matched to anynonarray is an array type: %s", r.TypeName(p.elem))
	}
	if enum {
		if t := r.TypeOf(p.elem); t == nil || t.TypType != 'e' {
			return poly("type matched to anyenum is not an enum type: %s", r.TypeName(p.elem))
		}
	}
	if p.elem != 0 && p.array == 0 {
		p.array = r.ArrayOf(p.elem)
	}
	return nil
}

func (r *Resolver) polyCompatible(p *polyActuals, comp []types.OID, nonArray bool) *pgerr.Error {
	if !p.usesCompat {
		return nil
	}
	t := types.TextOID
	if len(comp) > 0 {
		var ok bool
		if t, ok = r.commonType(comp); !ok {
			return poly("arguments of anycompatible family cannot be cast to a common type")
		}
	}
	if nonArray && r.elemOf(r.BaseType(t)) != 0 {
		return poly("type matched to anycompatiblenonarray is an array type: %s", r.TypeName(t))
	}
	p.compElem, p.compArray = t, r.ArrayOf(t)
	return nil
}

// commonType is select_common_type_from_oids for types that are all known.
func (r *Resolver) commonType(ts []types.OID) (types.OID, bool) {
	t, bad := r.pickCommon(ts)
	if bad >= 0 {
		return 0, false
	}
	for _, a := range ts {
		if !r.CanCoerce([]types.OID{a}, []types.OID{t}, ImplicitCast) {
			return 0, false
		}
	}
	return t, true
}

// instantiate replaces a polymorphic type by the actual one.
func (p *polyActuals) instantiate(t types.OID) types.OID {
	switch t {
	case types.AnyElementOID, types.AnyNonArrayOID, types.AnyEnumOID:
		return p.elem
	case types.AnyArrayOID:
		return p.array
	case types.AnyCompatibleOID, types.AnyCompatibleNonArr:
		return p.compElem
	case types.AnyCompatibleArray:
		return p.compArray
	}
	return t
}

// enforcePolymorphic is enforce_generic_type_consistency: it replaces the
// polymorphic types among declared and returns the actual result type.
func (r *Resolver) enforcePolymorphic(actual, declared []types.OID, ret types.OID) (types.OID, *pgerr.Error) {
	any := IsPolymorphic(ret)
	for _, d := range declared {
		any = any || IsPolymorphic(d)
	}
	if !any {
		return ret, nil
	}
	p, err := r.polymorphic(actual, declared)
	if err != nil {
		return 0, err
	}
	if p.usesFirst && p.elem == 0 && p.array == 0 {
		return 0, pgerr.New(pgerr.DatatypeMismatch,
			"could not determine polymorphic type because input has type %s", "unknown")
	}
	elem := p.elem
	if !p.usesFirst {
		elem = p.compElem
	}
	noArray := pgerr.New(pgerr.UndefinedObject, "could not find array type for data type %s", r.TypeName(elem))
	for i, d := range declared {
		switch t := p.instantiate(d); {
		case t != 0:
			declared[i] = t
		case d == types.AnyCompatibleArray:
			return 0, noArray
		}
	}
	if t := p.instantiate(ret); t != 0 {
		return t, nil
	}
	return 0, noArray
}
