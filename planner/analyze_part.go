package planner

// Assignment to a part of a column: SET a[1] = x, SET r.f[2:3] = x, INSERT INTO t (a[1],
// a[2:3]). The new value of the column is an expr.Subscript or expr.FieldStore over its
// old one, several of them nested if the statement names several parts; in INSERT the old
// one is NULL.

import (
	"slices"

	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// partTarget is a part of a column that is assigned to: the way to it from the column, and
// the type that a value for it has to have.
type partTarget struct {
	target  *tree.ColumnTarget
	column  *catalog.Column
	name    string // of the column or of the last field
	element bool   // brackets come last
	steps   []partStep
	t       types.OID
	mod     int32
}

// partStep leads into a value of type t by brackets or, if those are nil, to a field.
type partStep struct {
	t        types.OID
	mod      int32
	brackets *expr.Subscript // without its array and value
	field    int
	names    []string    // of all fields
	types    []types.OID // as names
}

// part analyzes the way to a part of a column. at is where messages about the column's type
// point, -1 for nowhere.
func (p *parseState) part(col *catalog.Column, c *tree.ColumnTarget, at int32) (*partTarget, error) {
	a := &partTarget{target: c, column: col, name: c.Name, t: col.Type, mod: col.Typmod}
	for l := c.Path; len(l) > 0; {
		f, ok := l[0].(*tree.FieldSelect)
		if ok {
			if err := p.fieldStep(a, f); err != nil {
				return nil, err
			}
			l = l[1:]
			continue
		}
		var chain []*tree.Subscript
		for len(l) > 0 {
			s, ok := l[0].(*tree.Subscript)
			if !ok {
				break
			}
			chain, l = append(chain, s), l[1:]
		}
		if len(a.steps) > 0 {
			at = -1
		}
		if err := p.elementStep(a, chain, at); err != nil {
			return nil, err
		}
	}
	return a, nil
}

func (p *parseState) elementStep(a *partTarget, chain []*tree.Subscript, at int32) error {
	t := p.r.TypeOf(a.t)
	if t == nil || t.Elem == 0 || t.Subscript == "" {
		return pgerr.New(pgerr.DatatypeMismatch, "cannot subscript type %s because it does not support subscripting",
			p.r.TypeName(a.t)).At(int(at))
	}
	if t.Len != -1 {
		return pgerr.Unsupported(int(a.target.Pos), "assignment to an element of type "+t.SQLName, "")
	}
	s := &expr.Subscript{Loc: expr.Loc(a.target.Pos), T: a.t, Mod: a.mod}
	if err := p.brackets(s, chain); err != nil {
		return err
	}
	a.steps = append(a.steps, partStep{t: a.t, mod: a.mod, brackets: s})
	a.element = true
	if !s.Slice {
		a.t = t.Elem
	}
	return nil
}

func (p *parseState) fieldStep(a *partTarget, f *tree.FieldSelect) error {
	if f.Star {
		return pgerr.New(pgerr.FeatureNotSupported, "row expansion via \"*\" is not supported here").At(int(a.target.Pos))
	}
	cannot := func(code pgerr.Code, why string, args ...any) error {
		return pgerr.New(code, "cannot assign to field %q of column %q because "+why,
			append([]any{f.Field, a.name}, args...)...).At(int(a.target.Pos))
	}
	if t := p.r.TypeOf(a.t); t == nil || t.TypType != 'c' {
		return cannot(pgerr.DatatypeMismatch, "its type %s is not a composite type", p.r.TypeName(a.t))
	}
	names, ts, mods, _ := p.env.Names.RowType(a.t)
	i := slices.Index(names, f.Field)
	if i < 0 || f.Field == "" {
		if attr, _ := systemColumn(f.Field); attr != 0 {
			return pgerr.New(pgerr.UndefinedColumn, "cannot assign to system column %q", f.Field).At(int(a.target.Pos))
		}
		return cannot(pgerr.UndefinedColumn, "there is no such column in data type %s", p.r.TypeName(a.t))
	}
	a.steps = append(a.steps, partStep{t: a.t, mod: a.mod, field: i, names: names, types: ts})
	a.name, a.element, a.t, a.mod = f.Field, false, ts[i], mods[i]
	return nil
}

// assignPart casts a value to what the part takes.
func (p *parseState) assignPart(e expr.Expr, a *partTarget) (expr.Expr, error) {
	if !p.canCoerce(e.Type(), a.t, expr.AssignmentCast) {
		text := "subfield %q is of type %s but expression is of type %s"
		if a.element {
			text = "subscripted assignment to %q requires type %s but expression is of type %s"
		}
		return nil, pgerr.New(pgerr.DatatypeMismatch, text, a.name, p.r.TypeName(a.t), p.r.TypeName(e.Type())).
			WithHint("You will need to rewrite or cast the expression.").At(int(a.target.Pos))
	}
	return p.r.Coerce(e, a.t, a.mod, expr.AssignmentCast, expr.CastImplicit, -1)
}

// in puts value in its place in whole, the column so far.
func (a *partTarget) in(whole, value expr.Expr) expr.Expr {
	for i, s := range slices.Backward(a.steps) {
		var old expr.Expr = &expr.CaseTest{Loc: -1, T: s.t, Mod: s.mod}
		if i == 0 {
			old = whole
		}
		if s.brackets != nil {
			out := *s.brackets
			out.Arg, out.Value = old, value
			value = &out
			continue
		}
		value = &expr.FieldStore{Loc: expr.Loc(a.target.Pos), Arg: old, Values: []expr.Expr{value}, Fields: []int{s.field},
			Names: s.names, Types: s.types, T: s.t}
	}
	return value
}

// nestPart puts the assignment e over prior, an earlier one to the same column.
// It is nil if either is to the whole column.
func nestPart(prior, e expr.Expr) expr.Expr {
	switch e := e.(type) {
	case *expr.Subscript:
		if p, ok := prior.(*expr.Subscript); ok && p.Value != nil && e.Value != nil {
			out := *e
			out.Arg = prior
			return &out
		}
	case *expr.FieldStore:
		if p, ok := prior.(*expr.FieldStore); ok {
			out := *p
			out.Values, out.Fields = slices.Concat(p.Values, e.Values), slices.Concat(p.Fields, e.Fields)
			return &out
		}
	}
	return nil
}

// partDefault refuses DEFAULT for a part.
func partDefault(c *tree.ColumnTarget) error {
	part := "a subfield"
	if _, ok := c.Path[0].(*tree.Subscript); ok {
		part = "an array element"
	}
	return pgerr.New(pgerr.FeatureNotSupported, "cannot set %s to DEFAULT", part).At(int(c.Pos))
}
