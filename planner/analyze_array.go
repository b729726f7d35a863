package planner

// Arrays and rows: constructors, subscripts, fields of composite values.

import (
	"slices"

	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// arrayExpr analyzes ARRAY[...]. If array is set the elements are cast to elem
// explicitly, as ARRAY[...]::t[] asks; inner brackets are arrays of the same type.
func (p *parseState) arrayExpr(a *tree.ArrayExpr, array, elem types.OID, mod int32) (expr.Expr, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	out := &expr.Array{Loc: expr.Loc(a.Pos)}
	hard := array != 0
	for _, e := range a.Elements {
		var x expr.Expr
		var err error
		if inner, ok := e.(*tree.ArrayExpr); ok {
			x, err = p.arrayExpr(inner, array, elem, mod)
			out.Multi = true
		} else {
			x, err = p.tx(e)
		}
		if err != nil {
			return nil, err
		}
		if !out.Multi && p.elementOf(x.Type()) != 0 {
			out.Multi = true
		}
		out.Elems = append(out.Elems, x)
	}
	target := elem
	if hard && out.Multi {
		target = array
	}
	if !hard {
		if len(out.Elems) == 0 {
			return nil, pgerr.New(pgerr.IndeterminateDatatype, "cannot determine type of empty array").
				WithHint("Explicitly cast to the desired type, for example ARRAY[]::integer[].").At(int(a.Pos))
		}
		var err error
		if target, err = p.common(out.Elems, "ARRAY"); err != nil {
			return nil, err
		}
		if array, err = p.arrayTypes(target, out.Multi, a.Pos); err != nil {
			return nil, err
		}
	}
	out.T = array
	for i, x := range out.Elems {
		y, err := p.arrayElement(x, target, mod, hard)
		if err != nil {
			return nil, err
		}
		out.Elems[i] = y
	}
	return out, nil
}

func (p *parseState) arrayTypes(t types.OID, multi bool, pos int32) (types.OID, error) {
	if multi {
		if p.elementOf(t) == 0 {
			return 0, pgerr.New(pgerr.UndefinedObject, "could not find element type for data type %s", p.r.TypeName(t)).At(int(pos))
		}
		return t, nil
	}
	arr := p.r.ArrayOf(t)
	if arr == 0 {
		return 0, pgerr.New(pgerr.UndefinedObject, "could not find array type for data type %s", p.r.TypeName(t)).At(int(pos))
	}
	return arr, nil
}

func (p *parseState) arrayElement(x expr.Expr, t types.OID, mod int32, hard bool) (expr.Expr, error) {
	if !hard {
		return p.toCommon(x, t, "ARRAY")
	}
	if !p.canCoerce(x.Type(), t, expr.ExplicitCast) {
		return nil, pgerr.New(pgerr.CannotCoerce, "cannot cast type %s to %s", p.r.TypeName(x.Type()), p.r.TypeName(t)).At(int(exprLoc(x)))
	}
	return p.r.Coerce(x, t, mod, expr.ExplicitCast, expr.CastExplicit, -1)
}

// subscript gathers the brackets of x[..][..] into one node.
func (p *parseState) subscript(e *tree.Subscript) (expr.Expr, error) {
	var chain []*tree.Subscript
	base := tree.Expr(e)
	slice := false
	for {
		s, ok := base.(*tree.Subscript)
		if !ok {
			break
		}
		chain = append(chain, s)
		slice = slice || s.Slice
		base = s.Arg
		if s.Apart {
			break
		}
	}
	slices.Reverse(chain)
	arg, err := p.tx(base)
	if err != nil {
		return nil, err
	}
	t := p.r.TypeOf(p.r.BaseType(arg.Type()))
	if t == nil || t.Elem == 0 || t.Subscript == "" {
		return nil, pgerr.New(pgerr.DatatypeMismatch, "cannot subscript type %s because it does not support subscripting",
			p.r.TypeName(arg.Type())).At(int(exprLoc(arg)))
	}
	out := &expr.Subscript{Loc: expr.Loc(e.Pos), Arg: arg, Slice: slice, T: t.Elem, Mod: arg.Typmod()}
	if slice {
		out.T = t.OID
	}
	return out, p.brackets(out, chain)
}

// brackets analyzes the bounds in brackets: slices all, if one is.
func (p *parseState) brackets(out *expr.Subscript, chain []*tree.Subscript) error {
	for _, s := range chain {
		out.Slice = out.Slice || s.Slice
	}
	for _, s := range chain {
		lo, hi, err := p.bounds(s, out.Slice)
		if err != nil {
			return err
		}
		out.Hi = append(out.Hi, hi)
		if out.Slice {
			out.Lo = append(out.Lo, lo)
		}
	}
	if len(chain) > 6 {
		return pgerr.New(pgerr.ProgramLimitExceeded, "number of array dimensions (%d) exceeds the maximum allowed (%d)", len(chain), 6)
	}
	return nil
}

func (p *parseState) bounds(s *tree.Subscript, slice bool) (lo, hi expr.Expr, err error) {
	if slice && !s.Slice {
		lo = &expr.Const{Loc: -1, T: types.Int4OID, Mod: -1, Value: types.NewInt(1)}
	}
	if s.Lower != nil {
		if lo, err = p.bound(s.Lower); err != nil {
			return nil, nil, err
		}
	}
	if s.Upper != nil {
		hi, err = p.bound(s.Upper)
	}
	return lo, hi, err
}

func (p *parseState) bound(e tree.Expr) (expr.Expr, error) {
	x, err := p.tx(e)
	if err != nil {
		return nil, err
	}
	if !p.canCoerce(x.Type(), types.Int4OID, expr.AssignmentCast) {
		return nil, pgerr.New(pgerr.DatatypeMismatch, "array subscript must have type integer").At(int(exprLoc(x)))
	}
	return p.r.Coerce(x, types.Int4OID, -1, expr.AssignmentCast, expr.CastImplicit, -1)
}

// maxRowColumns is MaxTupleAttributeNumber, the longest row.
const maxRowColumns = 1664

func (p *parseState) rowExpr(e *tree.RowExpr) (expr.Expr, error) {
	out := &expr.RowCons{Loc: expr.Loc(e.Pos), T: types.RecordOID}
	for _, a := range e.Args {
		xs, err := p.expandList(a)
		if err != nil {
			return nil, err
		}
		out.Args = append(out.Args, xs...)
	}
	if len(out.Args) > maxRowColumns {
		return nil, pgerr.New(pgerr.TooManyColumns, "ROW expressions can have at most %d entries", maxRowColumns).At(int(e.Pos))
	}
	for i := range out.Args {
		out.Names = append(out.Names, "f"+itoa(i+1))
	}
	return out, nil
}

// expandList analyzes an item of a list in which x.* stands for several
// expressions.
func (p *parseState) expandList(a tree.Expr) ([]expr.Expr, error) {
	if ts, ok, err := p.expandStar(a); ok || err != nil {
		out := make([]expr.Expr, len(ts))
		for i := range ts {
			out[i] = ts[i].Expr
		}
		return out, err
	}
	x, err := p.tx(a)
	if err != nil {
		return nil, err
	}
	return []expr.Expr{x}, nil
}

func (p *parseState) fieldSelect(e *tree.FieldSelect) (expr.Expr, error) {
	if e.Star {
		return nil, pgerr.New(pgerr.FeatureNotSupported, "row expansion via \"*\" is not supported here").At(int(tree.Leftmost(e.Arg)))
	}
	arg, err := p.tx(e.Arg)
	if err != nil {
		return nil, err
	}
	pos := exprLoc(arg)
	if f, err := p.field(arg, e.Field, pos); f != nil || err != nil {
		return f, err
	}
	if f, err := p.columnCall(e.Field, arg, pos); f != nil || err != nil {
		return f, err
	}
	return nil, p.noField(arg, e.Field, pos)
}

func (p *parseState) noField(arg expr.Expr, name string, pos int32) error {
	if v, ok := arg.(*expr.Var); ok && v.Attr == expr.WholeRow {
		rte := p.level(v.Up).q.Range[v.Rel-1]
		return pgerr.New(pgerr.UndefinedColumn, "column %s.%s does not exist", rte.Alias, name).At(int(pos))
	}
	t := arg.Type()
	switch {
	case t == types.RecordOID:
		return pgerr.New(pgerr.UndefinedColumn, "could not identify column %q in record data type", name).At(int(pos))
	case p.isRow(t):
		return pgerr.New(pgerr.UndefinedColumn, "column %q not found in data type %s", name, p.r.TypeName(t)).At(int(pos))
	}
	return pgerr.New(pgerr.WrongObjectType, "column notation .%s applied to type %s, which is not a composite type",
		name, p.r.TypeName(t)).At(int(pos))
}

// field selects a named field of a row value, nil if it has none of that name.
func (p *parseState) field(arg expr.Expr, name string, pos int32) (expr.Expr, error) {
	names, ts, mods := p.fields(arg)
	for i, n := range names {
		if n != name || n == "" {
			continue
		}
		if v, ok := arg.(*expr.Var); ok && v.Attr == expr.WholeRow {
			c := *v
			c.Attr, c.T, c.Mod, c.Loc = i+1, ts[i], mods[i], expr.Loc(pos)
			return &c, nil
		}
		return &expr.FieldSelect{Loc: expr.Loc(pos), Arg: arg, Field: i, Name: n, T: ts[i], Mod: mods[i]}, nil
	}
	return nil, nil
}

// fields returns the columns of a row value; nil if they are not known. Dropped
// columns have no name.
func (p *parseState) fields(arg expr.Expr) (names []string, ts []types.OID, mods []int32) {
	switch a := arg.(type) {
	case *expr.Var:
		if a.Attr == expr.WholeRow {
			rte := p.level(a.Up).q.Range[a.Rel-1]
			return rte.Columns, rte.Types, rte.Mods
		}
		if isLevel(p.level(a.Up).q, a) {
			return []string{levelField}, []types.OID{types.Int8OID}, []int32{-1}
		}
		if a.T == types.RecordOID {
			return queryFields(p.level(a.Up).q, a)
		}
	case *expr.RowCons, *expr.FuncCall:
		if names, ts, mods = madeFields(arg); names != nil {
			return names, ts, mods
		}
	}
	if t := p.r.BaseType(arg.Type()); t != types.RecordOID && p.isRow(t) {
		if n, ts, mods, ok := p.env.Names.RowType(t); ok {
			return n, ts, mods
		}
	}
	return nil, nil, nil
}

// madeFields returns the columns of a row that an expression makes, if it tells them.
func madeFields(e expr.Expr) (names []string, ts []types.OID, mods []int32) {
	switch e := e.(type) {
	case *expr.RowCons:
		if e.T == types.RecordOID {
			for _, x := range e.Args {
				ts, mods = append(ts, x.Type()), append(mods, x.Typmod())
			}
			return e.Names, ts, mods
		}
	case *expr.FuncCall:
		if len(e.Fn.OutTypes) > 1 {
			return e.Fn.OutNames, e.OutTypes(), minusOnes(len(e.Fn.OutTypes))
		}
	}
	return nil, nil, nil
}

// queryFields looks for the columns of a record through the subqueries of q that it comes
// from (PostgreSQL's expandRecordVariable).
func queryFields(q *Query, v *expr.Var) (names []string, ts []types.OID, mods []int32) {
	rte := q.Range[v.Rel-1]
	if v.Attr == expr.WholeRow {
		return rte.Columns, rte.Types, rte.Mods
	}
	var from *Query
	switch {
	case rte.Kind == SubqueryEntry:
		from = rte.Subquery
	case rte.Kind == CTEEntry && rte.CTERef != nil && !rte.SelfRef:
		from = rte.CTERef.Query
	}
	if from == nil || v.Attr <= 0 || v.Attr > len(from.output()) {
		return nil, nil, nil
	}
	e := from.output()[v.Attr-1].Expr
	if inner, ok := e.(*expr.Var); ok {
		if inner.Up > 0 || inner.T != types.RecordOID && inner.Attr != expr.WholeRow {
			return nil, nil, nil
		}
		return queryFields(from, inner)
	}
	return madeFields(e)
}

func minusOnes(n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = -1
	}
	return out
}
