package expr

// This file finds the operator that a name and argument types mean, by the
// steps of PostgreSQL's parse_oper.c: an exact match (an unknown literal is
// first taken to be like the other side), then the best candidate.

import (
	"minidb/pgerr"
	"minidb/types"
)

// ResolveOperator finds a binary operator, or with left 0 a prefix operator.
// schema is empty or pg_catalog.
func (r *Resolver) ResolveOperator(schema, name string, left, right types.OID, pos int32) (*Operator, error) {
	if name == "!=" {
		name = "<>"
	}
	if schema != "" && schema != "pg_catalog" {
		return nil, r.noOperator(schema+"."+name, left, right, pos)
	}
	if op := r.exactOperator(name, left, right); op != nil {
		return r.builtOp(op, pos)
	}
	in := []types.OID{left, right}
	if left == 0 {
		in = in[1:]
	} else if left == types.UnknownOID && right != types.UnknownOID && right != 0 {
		in = []types.OID{left, right}
	}
	var cands []candidate
	for _, o := range opersByName[name] {
		switch {
		case left == 0 && o.Left == 0:
			cands = append(cands, candidate{args: []types.OID{o.Right}, op: o})
		case left != 0 && o.Left != 0:
			cands = append(cands, candidate{args: []types.OID{o.Left, o.Right}, op: o})
		}
	}
	got := r.matchArgs(in, cands)
	switch len(got) {
	case 0:
		return nil, r.noOperator(name, left, right, pos)
	case 1:
		return r.builtOp(got[0].op, pos)
	}
	if c := r.selectCandidate(in, got); c != nil {
		return r.builtOp(c.op, pos)
	}
	return nil, at(pgerr.New(pgerr.AmbiguousFunction, "operator is not unique: %s", r.opSignature(name, left, right)), pos).
		WithHint("Could not choose a best candidate operator. You might need to add explicit type casts.")
}

// exactOperator is binary_oper_exact.
func (r *Resolver) exactOperator(name string, left, right types.OID) *Operator {
	unknown := false
	if left != 0 {
		if left == types.UnknownOID && right != 0 {
			left, unknown = right, true
		} else if right == types.UnknownOID {
			right, unknown = left, true
		}
	}
	if op := lookupOperator(name, left, right); op != nil {
		return op
	}
	if unknown {
		if b := r.BaseType(left); b != left {
			return lookupOperator(name, b, b)
		}
	}
	return nil
}

func lookupOperator(name string, left, right types.OID) *Operator {
	for _, o := range opersByName[name] {
		if o.Left == left && o.Right == right {
			return o
		}
	}
	return nil
}

// OperatorByName returns the built-in operator on two types, nil if there is none.
func OperatorByName(name string, left, right types.OID) *Operator {
	return lookupOperator(name, left, right)
}

func (r *Resolver) builtOp(op *Operator, pos int32) (*Operator, error) {
	if op.Fn == nil || !op.Fn.Built() {
		return nil, pgerr.Unsupported(int(pos), "operator "+r.opSignature(op.Name, op.Left, op.Right), "")
	}
	return op, nil
}

func (r *Resolver) opSignature(name string, left, right types.OID) string {
	if left == 0 {
		return name + " " + r.TypeName(right)
	}
	return r.TypeName(left) + " " + name + " " + r.TypeName(right)
}

func (r *Resolver) noOperator(name string, left, right types.OID, pos int32) error {
	e := at(pgerr.New(pgerr.UndefinedFunction, "operator does not exist: %s", r.opSignature(name, left, right)), pos)
	if left == 0 {
		return e.WithHint("No operator matches the given name and argument type. You might need to add an explicit type cast.")
	}
	return e.WithHint("No operator matches the given name and argument types. You might need to add explicit type casts.")
}

// MakeOp resolves an operator and makes its call, with the arguments cast to
// what it takes. left is nil for a prefix operator.
func (r *Resolver) MakeOp(schema, name string, left, right Expr, pos int32) (Expr, error) {
	var lt types.OID
	if left != nil {
		lt = left.Type()
	}
	op, err := r.ResolveOperator(schema, name, lt, right.Type(), pos)
	if err != nil {
		return nil, err
	}
	args := []Expr{left, right}
	declared := []types.OID{op.Left, op.Right}
	if left == nil {
		args, declared = args[1:], declared[1:]
	}
	ret, perr := r.enforcePolymorphic(exprTypes(args), declared, op.Ret)
	if perr != nil {
		return nil, at(perr, pos)
	}
	for i := range args {
		if args[i], err = r.Coerce(args[i], declared[i], -1, ImplicitCast, CastImplicit, -1); err != nil {
			return nil, err
		}
	}
	return &OpCall{Loc: Loc(pos), Op: op, Args: args, Ret: ret}, nil
}

func exprTypes(es []Expr) []types.OID {
	ts := make([]types.OID, len(es))
	for i, e := range es {
		ts[i] = e.Type()
	}
	return ts
}

// MakeArrayOp resolves x op ANY/ALL (array).
func (r *Resolver) MakeArrayOp(schema, name string, all bool, left, right Expr, pos int32) (Expr, error) {
	elem := types.UnknownOID
	if right.Type() != types.UnknownOID {
		if elem = r.elemOf(r.BaseType(right.Type())); elem == 0 {
			return nil, at(pgerr.New(pgerr.WrongObjectType, "op ANY/ALL (array) requires array on right side"), pos)
		}
	}
	op, err := r.ResolveOperator(schema, name, left.Type(), elem, pos)
	if err != nil {
		return nil, err
	}
	declared := []types.OID{op.Left, op.Right}
	if _, perr := r.enforcePolymorphic([]types.OID{left.Type(), elem}, declared, op.Ret); perr != nil {
		return nil, at(perr, pos)
	}
	if op.Ret != types.BoolOID {
		return nil, at(pgerr.New(pgerr.WrongObjectType, "op ANY/ALL (array) requires operator to yield boolean"), pos)
	}
	arr := r.ArrayOf(declared[1])
	if arr == 0 {
		return nil, at(pgerr.New(pgerr.UndefinedObject, "could not find array type for data type %s", r.TypeName(declared[1])), pos)
	}
	if left, err = r.Coerce(left, declared[0], -1, ImplicitCast, CastImplicit, -1); err != nil {
		return nil, err
	}
	if right, err = r.Coerce(right, arr, -1, ImplicitCast, CastImplicit, -1); err != nil {
		return nil, err
	}
	return &ArrayOp{Loc: Loc(pos), Op: op, All: all, L: left, R: right}, nil
}

// SortOperator finds the btree operator of a type for ordering: strategy -2
// for <, 3 for =, 2 for >; nil if the type has none.
func (r *Resolver) SortOperator(t types.OID, strategy int) *Operator {
	name := map[int]string{-2: "<", -1: "<=", 3: "=", 1: ">=", 2: ">"}[strategy]
	t = r.BaseType(t)
	if op := lookupOperator(name, t, t); op != nil && op.Btree == strategy {
		return op
	}
	ty := r.TypeOf(t)
	if ty == nil {
		return nil
	}
	in := []types.OID{t, t}
	for _, g := range []types.OID{types.TextOID, types.OidOID, types.AnyEnumOID, types.AnyArrayOID, types.RecordOID} {
		if r.CanCoerce(in, []types.OID{g, g}, ImplicitCast) && r.BinaryCoercible(t, g) {
			if op := lookupOperator(name, g, g); op != nil && op.Btree == strategy {
				if g == types.AnyArrayOID && r.SortOperator(r.elemOf(t), strategy) == nil {
					return nil
				}
				if g == types.RecordOID && !r.columnsHave(t, func(c types.OID) bool { return r.SortOperator(c, strategy) != nil }) {
					return nil
				}
				return op
			}
		}
	}
	return nil
}

// columnsHave tells whether all columns of a row type do; those of an unnamed one are not
// known.
func (r *Resolver) columnsHave(t types.OID, has func(types.OID) bool) bool {
	names, ts, _, _ := r.Env.Names.RowType(t)
	for i, c := range ts {
		if names[i] != "" && !has(c) {
			return false
		}
	}
	return true
}

// HashEquality finds the = of a type that can be hashed but has no order; nil if the
// type, or what its values are made of, has no = at all.
func (r *Resolver) HashEquality(t types.OID) *Operator {
	t = r.BaseType(t)
	equal := func(c types.OID) bool { return r.SortOperator(c, 3) != nil || r.HashEquality(c) != nil }
	if elem := r.elemOf(t); elem != 0 && !equal(elem) || !r.columnsHave(t, equal) {
		return nil
	}
	if op, err := r.ResolveOperator("", "=", t, t, -1); err == nil && op.CanHash {
		return op
	}
	return nil
}

// PatternOperator returns the operator of text_pattern_ops and its kin, by the
// strategies of SortOperator.
func (r *Resolver) PatternOperator(t types.OID, strategy int) *Operator {
	name := map[int]string{-2: "~<~", -1: "~<=~", 3: "=", 1: "~>=~", 2: "~>~"}[strategy]
	if t = r.BaseType(t); t != types.BpcharOID {
		t = types.TextOID
	}
	return lookupOperator(name, t, t)
}
