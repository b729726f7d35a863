package planner

// Collations: which one an expression has, by the SQL standard's rules of explicit
// and implicit derivation (PostgreSQL's parse_collate.c). All collations sort by
// bytes, so what is found here matters for its errors only; planning asks
// expr.Collation again.

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// derivation says how binding an expression's collation is.
type derivation uint8

const (
	noCollation derivation = iota
	implicitCollation
	collationConflict // of implicit ones
	explicitCollation // by COLLATE
)

// collated is the collation of an expression, and with it where that comes from.
type collated struct {
	coll, other types.OID // other: the second of a conflict
	pos         int32     // of a conflict: of the second
	how         derivation
}

// UndecidedCollation finds a result column whose type has collations but which got
// none, -1 if there is none, and the column's type.
func UndecidedCollation(a *catalog.Access, q *Query) (int, types.OID) {
	for i, col := range ResultColumns(q) {
		if t, ok := a.TypeInfo(col.Type); ok && t.Collation != 0 && i < len(q.collations) && col.Collation == 0 {
			return i, col.Type
		}
	}
	return -1, 0
}

// LookupCollation finds a collation by name (42704).
func LookupCollation(name []string, pos int32) (types.OID, error) {
	last := name[len(name)-1]
	if len(name) == 2 && name[0] != "pg_catalog" {
		return 0, pgerr.New(pgerr.InvalidSchemaName, "schema \"%s\" does not exist", name[0]).At(int(pos))
	}
	for oid, n := range expr.CollationNames {
		if n == last {
			return oid, nil
		}
	}
	switch last {
	case "ucs_basic", "unicode", "pg_c_utf8", "pg_unicode_fast":
		return 0, pgerr.Unsupported(int(pos), "collation \""+last+"\"", "Use COLLATE \"C\", which is also the default.")
	}
	return 0, pgerr.New(pgerr.UndefinedObject, "collation \"%s\" for encoding \"UTF8\" does not exist", last).At(int(pos))
}

func (p *parseState) collate(e *tree.CollateClause) (expr.Expr, error) {
	arg, err := p.tx(e.Arg)
	if err != nil {
		return nil, err
	}
	t := p.r.TypeOf(p.r.BaseType(arg.Type()))
	if arg.Type() != types.UnknownOID && (t == nil || t.Collation == 0 && p.elementOf(t.OID) == 0) {
		return nil, pgerr.New(pgerr.DatatypeMismatch, "collations are not supported by type %s", p.r.TypeName(arg.Type())).At(int(e.Pos))
	}
	c, err := LookupCollation(e.Name, e.Pos)
	if err != nil {
		return nil, err
	}
	p.collations = true
	return &expr.Relabel{Loc: expr.Loc(e.Pos), Arg: arg, T: arg.Type(), Mod: arg.Typmod(), Form: expr.CollateClause, Collation: c}, nil
}

// ownCollations reports whether a table has columns whose collation was chosen.
func (r *RangeEntry) ownCollations() bool {
	if r.Rel == nil || r.Rel.Namespace == catalog.CatalogNamespace {
		return false
	}
	for i := range r.Rel.Columns {
		if c := &r.Rel.Columns[i]; c.Collation != 0 && c.Collation != catalog.DefaultCollation && c.Type != types.NameOID {
			return true
		}
	}
	return false
}

// merge adds what a child expression has.
func (c *collated) merge(o collated) error {
	switch {
	case o.how > c.how:
		*c = o
	case o.how < c.how || o.coll == c.coll || o.how == noCollation:
	case o.how == explicitCollation:
		return pgerr.New(pgerr.CollationMismatch, "collation mismatch between explicit collations \"%s\" and \"%s\"",
			expr.CollationNames[c.coll], expr.CollationNames[o.coll]).At(int(o.pos))
	case o.how == implicitCollation && c.coll == catalog.DefaultCollation:
		*c = o
	case o.how == implicitCollation && o.coll != catalog.DefaultCollation:
		c.how, c.other, c.pos = collationConflict, o.coll, o.pos
	}
	return nil
}

// mismatch is the error of a conflict where a collation is needed at once.
func (c *collated) mismatch() error {
	return pgerr.New(pgerr.CollationMismatch, "collation mismatch between implicit collations \"%s\" and \"%s\"",
		expr.CollationNames[c.coll], expr.CollationNames[c.other]).
		WithHint("You can choose the collation by applying the COLLATE clause to one or both expressions.").At(int(c.pos))
}

func indeterminate(what string) error {
	return pgerr.New(pgerr.IndeterminateCollation, "could not determine which collation to use for %s", what).
		WithHint("Use the COLLATE clause to set the collation explicitly.")
}

// typeCollation is the collation of a type, 0 for types that have none.
func (p *parseState) typeCollation(t types.OID) types.OID {
	ty := p.r.TypeOf(t)
	switch {
	case ty == nil:
		return 0
	case ty.Collation == 0 && ty.Category == 'A' && ty.Elem != 0:
		return p.typeCollation(ty.Elem)
	}
	return ty.Collation
}

// implied is the collation that an expression has by itself.
func (p *parseState) implied(e expr.Expr, coll types.OID) collated {
	if coll == 0 {
		return collated{}
	}
	return collated{coll: coll, pos: exprLoc(e), how: implicitCollation}
}

// columnCollation is the collation of a column of the range table.
func (p *parseState) columnCollation(v *expr.Var) types.OID {
	coll := p.typeCollation(v.T)
	level := p.level(v.Up)
	if coll == 0 || v.Rel <= 0 || v.Rel > len(level.q.Range) {
		return coll
	}
	if c, ok := level.q.Range[v.Rel-1].collation(v.Attr); ok {
		return c
	}
	return coll
}

// collation is the collation of a column, if it is not just that of its type.
func (r *RangeEntry) collation(attr int) (types.OID, bool) {
	if attr <= 0 {
		return 0, false
	}
	var inner *Query
	switch {
	case (r.Kind == RelationEntry || r.Kind == SubqueryEntry) && r.Rel != nil && attr <= len(r.Rel.Columns): // a table or a view
		return r.Rel.Columns[attr-1].Collation, true
	case r.Kind == SubqueryEntry:
		inner = r.Subquery
	case r.Kind == CTEEntry && r.CTERef != nil:
		inner = r.CTERef.Query
	}
	if inner != nil && attr <= len(inner.collations) {
		return inner.collations[attr-1], true
	}
	return 0, false
}

// derive finds an expression's collation and marks the calls that lack one.
func (p *parseState) derive(e expr.Expr) (collated, error) {
	switch n := e.(type) {
	case nil:
		return collated{}, nil
	case *expr.Var:
		return p.implied(e, p.columnCollation(n)), nil
	case *expr.CaseTest:
		c := p.caseCollation
		c.how = min(c.how, implicitCollation) // as that of a column
		return c, nil
	case *expr.Const, *expr.Param, *expr.SetToDefault, *expr.SQLValue:
		return p.implied(e, p.typeCollation(e.Type())), nil
	case *expr.Relabel:
		c, err := p.derive(n.Arg)
		if n.Collation != 0 {
			return collated{coll: n.Collation, pos: n.Pos(), how: explicitCollation}, err
		}
		return p.result(e, c), err
	case *expr.Case:
		return p.deriveCase(n)
	case *expr.RowCons:
		for _, a := range n.Args {
			if _, err := p.derive(a); err != nil {
				return collated{}, err
			}
		}
		return collated{}, nil
	case *expr.RowCompare:
		for i := range n.L {
			c, err := p.deriveAll(n.L[i], n.R[i])
			if err != nil {
				return collated{}, err
			}
			if c.how == collationConflict {
				return c, indeterminate("string comparison")
			}
		}
		return collated{}, nil
	case *expr.Subscript:
		if _, err := p.derive(n.Value); err != nil {
			return collated{}, err
		}
		return p.derive(n.Arg)
	case *expr.FieldStore:
		for _, v := range n.Values {
			if _, err := p.derive(v); err != nil {
				return collated{}, err
			}
		}
		return collated{}, nil
	case *expr.SubLink:
		if _, err := p.derive(n.Test); err != nil {
			return collated{}, err
		}
		coll := p.typeCollation(n.Type())
		if q, ok := n.Query.(*Query); ok && coll != 0 && len(q.collations) > 0 {
			coll = q.collations[0]
		}
		return p.implied(e, coll), nil
	}
	if n, ok := e.(*expr.Agg); ok {
		if err := p.deriveSorted(n); err != nil {
			return collated{}, err
		}
	}
	var children []expr.Expr
	eachChild(e, func(c expr.Expr) { children = append(children, c) })
	c, err := p.deriveAll(children...)
	if err != nil {
		return c, err
	}
	conflict := c.how == collationConflict
	switch n := e.(type) {
	case *expr.OpCall:
		n.NoCollation = conflict
	case *expr.FuncCall:
		if n.NoCollation = conflict; isCollationFor(n) && !conflict {
			p.collationOf[n] = c.coll
		}
	case *expr.MinMax, *expr.NullIf, *expr.Distinct, *expr.ArrayOp:
		if conflict {
			return c, indeterminate("string comparison")
		}
	case *expr.Agg:
		if conflict && (n.Fn.SortOp != "") {
			return c, indeterminate("string comparison")
		}
	}
	return p.result(e, c), nil
}

// deriveSorted checks what an aggregate sorts by.
func (p *parseState) deriveSorted(n *expr.Agg) error {
	var keys []expr.Expr
	if n.Distinct {
		keys = append(keys, n.Args...)
	}
	for _, k := range n.Order {
		keys = append(keys, k.Expr)
	}
	for _, k := range keys {
		c, err := p.derive(k)
		if err == nil && c.how == collationConflict {
			err = c.mismatch()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// result is the collation of a node whose children have c.
func (p *parseState) result(e expr.Expr, c collated) collated {
	coll := p.typeCollation(e.Type())
	if coll == 0 || c.how == noCollation {
		return p.implied(e, coll)
	}
	return c
}

func (p *parseState) deriveAll(l ...expr.Expr) (collated, error) {
	var c collated
	for _, e := range l {
		o, err := p.derive(e)
		if err == nil {
			err = c.merge(o)
		}
		if err != nil {
			return c, err
		}
	}
	return c, nil
}

// deriveCase: the conditions of CASE do not matter for its result, and what they
// are compared with has its collation implicitly.
func (p *parseState) deriveCase(n *expr.Case) (collated, error) {
	outer := p.caseCollation
	defer func() { p.caseCollation = outer }()
	var err error
	if p.caseCollation, err = p.derive(n.Arg); err != nil {
		return collated{}, err
	}
	if p.caseCollation.how == explicitCollation {
		p.caseCollation.how = implicitCollation // a WHEN may name another
	}
	var c collated
	for _, w := range n.Whens {
		if _, err := p.derive(w.Cond); err != nil {
			return c, err
		}
		o, err := p.derive(w.Result)
		if err == nil {
			err = c.merge(o)
		}
		if err != nil {
			return c, err
		}
	}
	p.caseCollation = outer
	o, err := p.derive(n.Else)
	if err == nil {
		err = c.merge(o)
	}
	return p.result(n, c), err
}

// finishCollations derives the collations of all expressions of a query level.
func (p *parseState) finishCollations() error {
	if !p.collations {
		return nil
	}
	q := p.q
	q.collations = make([]types.OID, 0, len(q.Targets))
	for i := range q.Targets {
		t := &q.Targets[i]
		c, err := p.derive(t.Expr)
		switch {
		case err != nil:
			return err
		case c.how == collationConflict && t.SortRef != 0:
			return c.mismatch()
		case c.how == collationConflict:
			c.coll = 0
		case c.coll == 0 && t.SortRef != 0 && p.typeCollation(t.Expr.Type()) != 0:
			return indeterminate("string comparison")
		}
		if !t.Junk {
			q.collations = append(q.collations, c.coll)
			q.explicit = append(q.explicit, c.how == explicitCollation)
		}
	}
	if q.SetOp != nil {
		colls, err := p.setCollations(q.SetOp)
		if err != nil {
			return err
		}
		for i := range colls {
			q.collations[i], q.explicit[i] = colls[i].coll, colls[i].how == explicitCollation
			if colls[i].how == collationConflict {
				q.collations[i] = 0
			}
		}
	}
	if err := p.deriveClauses(); err != nil {
		return err
	}
	if len(p.collationOf) > 0 {
		*q = *mutateQuery(q, 0, func(e expr.Expr, _ int) (expr.Expr, bool) {
			k, ok := p.namedCollation(e)
			if !ok {
				return e, false
			}
			call := *e.(*expr.FuncCall) // views show it; folding leaves the result
			call.Args = []expr.Expr{call.Args[0], k}
			return &call, true
		})
	}
	return nil
}

// collatedQuery finishes a query that changes data.
func (p *parseState) collatedQuery(q *Query, err error) (*Query, error) {
	if err != nil {
		return nil, err
	}
	return q, p.finishCollations()
}

// namedCollation is a rewrite that puts the name of its argument's collation in place
// of pg_collation_for.
func (p *parseState) namedCollation(e expr.Expr) (expr.Expr, bool) {
	n, ok := e.(*expr.FuncCall)
	if !ok || !isCollationFor(n) {
		return e, false
	}
	k := &expr.Const{Loc: n.Loc, T: types.TextOID, Mod: -1}
	if c := p.collationOf[n]; c != 0 {
		k.Value = types.NewText(`"` + expr.CollationNames[c] + `"`)
	}
	return k, true
}

func isCollationFor(n *expr.FuncCall) bool { return n.Fn.Name == "pg_collation_for" }

// collationFor notes a call of pg_collation_for, whose result analysis knows.
func (p *parseState) collationFor(n *expr.FuncCall) error {
	t := n.Args[0].Type()
	if ty := p.r.TypeOf(p.r.BaseType(t)); t != types.UnknownOID && (ty == nil || ty.Collation == 0 && p.elementOf(ty.OID) == 0) {
		return pgerr.New(pgerr.DatatypeMismatch, "collations are not supported by type %s", p.r.TypeName(t))
	}
	p.collations = true
	if p.collationOf == nil {
		p.collationOf = map[*expr.FuncCall]types.OID{}
	}
	return nil
}

// deriveClauses checks what is no select list.
func (p *parseState) deriveClauses() error {
	q := p.q
	exprs := []expr.Expr{q.Where, q.Having, q.Limit, q.Offset}
	var quals func(f FromItem)
	quals = func(f FromItem) {
		if j, ok := f.(*Join); ok {
			quals(j.Left)
			quals(j.Right)
			exprs = append(exprs, j.Quals)
		}
	}
	for _, f := range q.From {
		quals(f)
	}
	for i := range q.Returning {
		exprs = append(exprs, q.Returning[i].Expr)
	}
	for _, r := range q.Range {
		for _, f := range r.Functions {
			exprs = append(exprs, f.Call)
		}
		for i := range r.Types {
			col := make([]expr.Expr, 0, len(r.Values))
			for _, row := range r.Values {
				col = append(col, row[i])
			}
			if _, err := p.deriveAll(col...); err != nil {
				return err
			}
		}
	}
	if c := q.Conflict; c != nil {
		exprs = append(exprs, c.Where)
		for i := range c.Set {
			exprs = append(exprs, c.Set[i].Expr)
		}
	}
	for _, e := range exprs {
		if _, err := p.derive(e); err != nil {
			return err
		}
	}
	return nil
}

// setCollations finds the collations of a set operation's columns. All forms but
// UNION ALL compare, and so need them.
func (p *parseState) setCollations(n *SetOpNode) ([]collated, error) {
	if n.Rel != 0 {
		q := p.q.Range[n.Rel-1].Subquery
		out := make([]collated, 0, len(q.Targets))
		for i := range q.Targets {
			t := &q.Targets[i]
			if t.Junk {
				continue
			}
			coll := p.typeCollation(t.Expr.Type())
			if k := len(out); coll != 0 && k < len(q.collations) {
				coll = q.collations[k]
			}
			c := p.implied(t.Expr, coll)
			if k := len(out); coll != 0 && k < len(q.explicit) && q.explicit[k] {
				c.how = explicitCollation
			}
			out = append(out, c)
		}
		return out, nil
	}
	l, err := p.setCollations(n.Left)
	if err != nil {
		return nil, err
	}
	r, err := p.setCollations(n.Right)
	if err != nil {
		return nil, err
	}
	for i := range l {
		if err := l[i].merge(r[i]); err != nil {
			return nil, err
		}
		if l[i].how == collationConflict && (n.Op != tree.Union || !n.All) {
			return nil, l[i].mismatch()
		}
	}
	return l, nil
}

// finishCollation is finishCollations for an expression that stands alone. what is
// what needs its collation, empty if nothing does.
func (p *parseState) finishCollation(e expr.Expr, what string) (expr.Expr, error) {
	if !p.collations {
		return e, nil
	}
	c, err := p.derive(e)
	if err != nil {
		return nil, err
	}
	if c.how == collationConflict && what != "" {
		return nil, indeterminate(what)
	}
	return expr.Mutate(e, p.namedCollation), nil
}
