package expr

import "minidb/types"

// KeyOperators are the equalities of one column of a foreign key: of a
// referenced with a referencing value, and of two values of either side.
type KeyOperators struct{ PF, PP, FF *Operator }

// KeyOperators finds how the columns of a foreign key compare, as PostgreSQL's
// ATAddForeignKeyConstraint does: by the referenced side's btree family, if need
// be after casting the referencing value. ok is false if they cannot.
func (r *Resolver) KeyOperators(referenced, referencing types.OID) (k KeyOperators, ok bool) {
	if k.PP = r.SortOperator(referenced, 3); k.PP == nil {
		return k, false
	}
	base, in := r.BaseType(referencing), k.PP.Left
	equality := func(left, right types.OID) *Operator {
		if op := lookupOperator("=", left, right); op != nil && op.Btree == 3 {
			return op
		}
		return nil
	}
	k.PF, k.FF = equality(in, base), equality(base, base)
	if k.PF == nil || k.FF == nil {
		if !r.CanCoerce([]types.OID{referenced, referencing}, []types.OID{in, in}, ImplicitCast) {
			return k, false
		}
		k.PF, k.FF = k.PP, k.PP
	}
	return k, true
}
