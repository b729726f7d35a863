package planner

// Assignment to a part of a column: SET a[1] = x, INSERT INTO t (a[1], a[2:3]).
// The new value of the column is an expr.Subscript over its old one, several of
// them nested if the statement names several parts; in INSERT the old one is
// NULL.

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// part analyzes the subscripts of a target; the result lacks the array and the
// value. at is where messages about the column's type point, -1 for nowhere.
func (p *parseState) part(col *catalog.Column, c *tree.ColumnTarget, at int32) (*expr.Subscript, error) {
	var chain []*tree.Subscript
	for _, x := range c.Path {
		switch x := x.(type) {
		case *tree.Subscript:
			chain = append(chain, x)
		case *tree.FieldSelect:
			return nil, p.noFields(col, c, x, len(chain))
		}
	}
	t := p.r.TypeOf(col.Type)
	if t == nil || t.Elem == 0 || t.Subscript == "" {
		return nil, pgerr.New(pgerr.DatatypeMismatch, "cannot subscript type %s because it does not support subscripting",
			p.r.TypeName(col.Type)).At(int(at))
	}
	if t.Len != -1 {
		return nil, pgerr.Unsupported(int(c.Pos), "assignment to an element of type "+t.SQLName, "")
	}
	out := &expr.Subscript{Loc: expr.Loc(c.Pos), T: col.Type, Mod: col.Typmod}
	return out, p.brackets(out, chain)
}

// noFields refuses column.field: there are no columns of composite types.
func (p *parseState) noFields(col *catalog.Column, c *tree.ColumnTarget, f *tree.FieldSelect, subscripts int) error {
	t := col.Type
	if subscripts > 0 {
		if ty := p.r.TypeOf(t); ty != nil && ty.Elem != 0 {
			t = ty.Elem
		}
	}
	if ty := p.r.TypeOf(t); ty != nil && ty.TypType == 'c' {
		return pgerr.Unsupported(int(f.Pos), "assignment to a field", "")
	}
	return pgerr.New(pgerr.DatatypeMismatch, "cannot assign to field %q of column %q because its type %s is not a composite type",
		f.Field, c.Name, p.r.TypeName(t)).At(int(c.Pos))
}

// partType is the type that a value for the part has to have.
func (p *parseState) partType(s *expr.Subscript) types.OID {
	if s.Slice {
		return s.T
	}
	return p.r.TypeOf(s.T).Elem
}

// assignPart casts a value to what the part of column name takes.
func (p *parseState) assignPart(e expr.Expr, s *expr.Subscript, name string) (expr.Expr, error) {
	t := p.partType(s)
	if !p.canCoerce(e.Type(), t, expr.AssignmentCast) {
		return nil, pgerr.New(pgerr.DatatypeMismatch, "subscripted assignment to %q requires type %s but expression is of type %s",
			name, p.r.TypeName(t), p.r.TypeName(e.Type())).
			WithHint("You will need to rewrite or cast the expression.").At(int(s.Pos()))
	}
	return p.r.Coerce(e, t, s.Mod, expr.AssignmentCast, expr.CastImplicit, -1)
}

// withPart puts value in its place in whole, the column so far.
func withPart(s *expr.Subscript, whole, value expr.Expr) expr.Expr {
	out := *s
	out.Arg, out.Value = whole, value
	return &out
}

// nestPart puts the assignment e over prior, an earlier one to the same column.
// It is nil if either is to the whole column.
func nestPart(prior, e expr.Expr) expr.Expr {
	s, ok := e.(*expr.Subscript)
	p, also := prior.(*expr.Subscript)
	if !ok || !also || s.Value == nil || p.Value == nil {
		return nil
	}
	return withPart(s, prior, s.Value)
}

func elementDefault(pos int32) error {
	return pgerr.New(pgerr.FeatureNotSupported, "cannot set an array element to DEFAULT").At(int(pos))
}
