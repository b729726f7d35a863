package planner

// What INSERT, UPDATE and DELETE share: the target table, the assignment of
// values to its columns, defaults, RETURNING.

import (
	"maps"
	"slices"

	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/storage/lmgr"
)

// targetTable opens the table that a statement changes; verb is what is done to
// it, as in "cannot insert into view".
func (p *parseState) targetTable(v *tree.RangeVar, verb string) (*nsItem, error) {
	rel, err := p.open(v, lmgr.RowExclusive)
	if err != nil {
		return nil, err
	}
	switch {
	case rel.Kind == catalog.ViewKind && rel.ViewQuery != "":
		if p.view, err = p.openTargetView(rel, verb); err != nil {
			return nil, err
		}
		rel = p.view.shown
	case rel.Kind == catalog.ViewKind:
		p.later = cannotChangeView(rel.Name, verb, "Views that do not select from a single table or view are not automatically updatable.")
	case rel.Kind == catalog.SequenceKind:
		return nil, pgerr.New(pgerr.WrongObjectType, "cannot change sequence %q", rel.Name)
	case rel.System:
		return nil, systemCatalog(rel)
	}
	rte := relationEntry(rel, v)
	rte.LockMode = lmgr.RowExclusive
	if err := applyAlias(rte, v.Alias, "table"); err != nil {
		return nil, err
	}
	it := p.addEntry(rte)
	p.target, p.q.Result = it, it.rel
	return it, nil
}

func systemCatalog(rel *catalog.Relation) error {
	return pgerr.New(pgerr.InsufficientPrivilege, "permission denied: %q is a system catalog", rel.Name)
}

// tableColumn is the table's column behind one of the target's.
func (p *parseState) tableColumn(c *catalog.Column) *catalog.Column {
	if p.view == nil {
		return c
	}
	return p.view.tableColumn(c)
}

// targetColumn finds the column that a list or SET names.
func (p *parseState) targetColumn(rel *catalog.Relation, c *tree.ColumnTarget) (*catalog.Column, error) {
	if col := rel.ColumnByName(c.Name); col != nil {
		return col, nil
	}
	if attr, _ := systemColumn(c.Name); attr != 0 {
		return nil, pgerr.New(pgerr.FeatureNotSupported, "cannot assign to system column %q", c.Name).At(int(c.Pos))
	}
	err := noColumn(rel, c)
	if c.Path != nil && p.target != nil && c.Name == p.target.name {
		err = err.WithHint("SET target columns cannot be qualified with the relation name.")
	}
	return nil, err
}

func noColumn(rel *catalog.Relation, c *tree.ColumnTarget) *pgerr.Error {
	return pgerr.New(pgerr.UndefinedColumn, "column %q of relation %q does not exist", c.Name, rel.Name).At(int(c.Pos))
}

// assign casts a value to the column it is assigned to.
func (p *parseState) assign(e expr.Expr, c *catalog.Column) (expr.Expr, error) {
	if !p.canCoerce(e.Type(), c.Type, expr.AssignmentCast) {
		return nil, pgerr.New(pgerr.DatatypeMismatch, "column %q is of type %s but expression is of type %s",
			c.Name, p.r.TypeName(c.Type), p.r.TypeName(e.Type())).
			WithHint("You will need to rewrite or cast the expression.").At(int(exprLoc(e)))
	}
	return p.r.Coerce(e, c.Type, c.Typmod, expr.AssignmentCast, expr.CastImplicit, -1)
}

// columnDefault is the value of a column that is given none. That of a
// generated column is computed from the finished row, so it is null here.
func columnDefault(c *catalog.Column) expr.Expr {
	if c.NextValue != nil {
		return c.NextValue
	}
	if c.Default != nil && !c.Generated {
		return c.Default
	}
	return &expr.Const{Loc: -1, T: c.Type, Mod: c.Typmod}
}

// mayInsert refuses a value for a column that computes its own. A true answer
// says that the value gives way to the default.
func mayInsert(c *catalog.Column, over tree.Overriding) (useDefault bool, err error) {
	switch {
	case c.Generated:
		return false, computedInsert(c).WithDetail("Column %q is a generated column.", c.Name)
	case c.Identity != 0 && over == tree.OverridingUser:
		return true, nil
	case c.Identity == 'a' && over != tree.OverridingSystem:
		return false, computedInsert(c).WithDetail("Column %q is an identity column defined as GENERATED ALWAYS.", c.Name).
			WithHint("Use OVERRIDING SYSTEM VALUE to override.")
	}
	return false, nil
}

func computedInsert(c *catalog.Column) *pgerr.Error {
	return pgerr.New(pgerr.GeneratedAlways, "cannot insert a non-DEFAULT value into column %q", c.Name)
}

// mayUpdate refuses to set a column that computes its own values.
func mayUpdate(c *catalog.Column) error {
	switch {
	case c.Generated:
		return computedUpdate(c).WithDetail("Column %q is a generated column.", c.Name)
	case c.Identity == 'a':
		return computedUpdate(c).WithDetail("Column %q is an identity column defined as GENERATED ALWAYS.", c.Name)
	}
	return nil
}

func computedUpdate(c *catalog.Column) *pgerr.Error {
	return pgerr.New(pgerr.GeneratedAlways, "column %q can only be updated to DEFAULT", c.Name)
}

// assignment is one column and the value it is set to.
type assignment struct {
	col *catalog.Column
	val expr.Expr
}

// setList analyzes the assignments of an UPDATE, in column order.
func (p *parseState) setList(rel *catalog.Relation, l []*tree.SetClause) (cols []int, ts []expr.Target, err error) {
	byCol := make(map[int]*assignment, len(l))
	for _, s := range l {
		vals, err := p.setValues(s)
		if err != nil {
			return nil, nil, err
		}
		for i, c := range s.Columns {
			a, err := p.setOne(rel, c, vals[i])
			if err != nil {
				return nil, nil, err
			}
			if prior := byCol[a.col.Num]; prior != nil {
				if a.val = nestPart(prior.val, a.val); a.val == nil {
					return nil, nil, pgerr.New(pgerr.SyntaxError, "multiple assignments to same column %q", c.Name)
				}
			}
			byCol[a.col.Num] = a
		}
	}
	for _, num := range slices.Sorted(maps.Keys(byCol)) {
		if a := byCol[num]; !(a.col.Generated && isDefault(a.val)) {
			cols = append(cols, num)
			ts = append(ts, expr.Target{Expr: a.val, Name: a.col.Name})
		}
	}
	return cols, ts, nil
}

func isDefault(e expr.Expr) bool {
	_, ok := e.(*expr.SetToDefault)
	return ok
}

// setValues analyzes the right side of SET; a nil value stands for DEFAULT.
func (p *parseState) setValues(s *tree.SetClause) ([]expr.Expr, error) {
	src := []tree.Expr{s.Value}
	if s.Multi {
		switch v := s.Value.(type) {
		case *tree.RowExpr:
			src = v.Args
		case *tree.SubLink:
			return p.setFromQuery(s, v)
		default:
			return nil, pgerr.New(pgerr.FeatureNotSupported,
				"source for a multiple-column UPDATE item must be a sub-SELECT or ROW() expression").At(int(tree.Leftmost(v)))
		}
	}
	out := make([]expr.Expr, len(src))
	for i, e := range src {
		if _, ok := e.(*tree.SetToDefault); ok {
			continue
		}
		x, err := p.expr(e, kindUpdateSource)
		if err != nil {
			return nil, err
		}
		out[i] = x
	}
	if len(src) != len(s.Columns) {
		return nil, pgerr.New(pgerr.SyntaxError, "number of columns does not match number of values").At(int(tree.Leftmost(s.Value)))
	}
	return out, nil
}

// setFromQuery is (a, b) = (SELECT ...): a sublink for each column, with a copy of
// the query. The planner makes one subplan of them, which runs once for a row.
func (p *parseState) setFromQuery(s *tree.SetClause, l *tree.SubLink) ([]expr.Expr, error) {
	if l.Kind != tree.SubLinkExpr {
		return nil, pgerr.New(pgerr.FeatureNotSupported,
			"source for a multiple-column UPDATE item must be a sub-SELECT or ROW() expression").At(int(tree.Leftmost(l)))
	}
	p.q.HasSubLinks = true
	q, err := p.subQuery(l.Query)
	if err != nil {
		return nil, err
	}
	var cols []*expr.Target
	list := q.output()
	for i := range list {
		if t := &list[i]; !t.Junk {
			cols = append(cols, t)
		}
	}
	if len(cols) != len(s.Columns) {
		return nil, pgerr.New(pgerr.SyntaxError, "number of columns does not match number of values").At(int(l.Pos))
	}
	p.multi++
	out := make([]expr.Expr, len(cols))
	for i, t := range cols {
		out[i] = &expr.SubLink{Loc: expr.Loc(columnLoc(q, t.Expr)), Kind: expr.MultiLink, Query: q, T: t.Expr.Type(), Mod: t.Expr.Typmod(),
			Multi: p.multi, Col: i}
		q = mutateQuery(q, 0, func(e expr.Expr, _ int) (expr.Expr, bool) { return e, false })
	}
	return out, nil
}

// setPart is SET column[...] = value or SET column.field = value.
func (p *parseState) setPart(col *catalog.Column, c *tree.ColumnTarget, val expr.Expr) (*assignment, error) {
	if val == nil {
		return nil, partDefault(c)
	}
	saved := p.kind
	p.kind = kindUpdateSource
	part, err := p.part(col, c, c.Pos)
	p.kind = saved
	if err != nil {
		return nil, err
	}
	if val, err = p.assignPart(val, part); err != nil {
		return nil, err
	}
	if err := mayUpdate(p.tableColumn(col)); err != nil && p.later == nil {
		p.later = err
	}
	whole := &expr.Var{Loc: expr.Loc(c.Pos), Rel: p.q.Result, Attr: col.Num, Slot: -1, T: col.Type, Mod: col.Typmod}
	return &assignment{col, part.in(whole, val)}, nil
}

func (p *parseState) setOne(rel *catalog.Relation, c *tree.ColumnTarget, val expr.Expr) (*assignment, error) {
	col, err := p.targetColumn(rel, c)
	if err != nil {
		return nil, err
	}
	if c.Path != nil {
		return p.setPart(col, c, val)
	}
	if val == nil && p.view != nil {
		if val = p.view.rel.Columns[col.Num-1].Default; val == nil {
			val = &expr.Const{Loc: -1, T: col.Type, Mod: col.Typmod}
		}
	}
	if val == nil {
		if col.Generated {
			return &assignment{col, &expr.SetToDefault{Loc: -1, T: col.Type, Mod: col.Typmod}}, nil
		}
		return &assignment{col, columnDefault(col)}, nil
	}
	if val, err = p.assign(val, col); err != nil {
		return nil, err
	}
	if err := mayUpdate(p.tableColumn(col)); err != nil && p.later == nil {
		p.later = err
	}
	return &assignment{col, val}, nil
}
