package planner

// The clauses that are one expression: WHERE, HAVING, LIMIT, OFFSET; and FOR
// UPDATE with its kin.

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// where analyzes a condition; nil stays nil.
func (p *parseState) where(e tree.Expr, kind exprKind, name string) (expr.Expr, error) {
	if e == nil {
		return nil, nil
	}
	x, err := p.expr(e, kind)
	if err != nil {
		return nil, err
	}
	return p.boolean(x, name)
}

// limits analyzes OFFSET and LIMIT.
func (p *parseState) limits(s *tree.SelectStmt) (err error) {
	if p.q.Offset, err = p.limit(s.LimitOffset, kindOffset); err != nil {
		return err
	}
	if p.q.Limit, err = p.limit(s.LimitCount, kindLimit); err != nil || !s.WithTies {
		return err
	}
	if c, ok := s.LimitCount.(*tree.Const); ok && c.Kind == tree.ConstNull {
		return pgerr.New(pgerr.InvalidRowCountInLimit, "row count cannot be null in FETCH FIRST ... WITH TIES clause")
	}
	p.q.WithTies = true
	return nil
}

func (p *parseState) limit(e tree.Expr, kind exprKind) (expr.Expr, error) {
	if e == nil {
		return nil, nil
	}
	x, err := p.expr(e, kind)
	if err != nil {
		return nil, err
	}
	if x, err = p.specific(x, types.Int8OID, kindTexts[kind].clause); err != nil {
		return nil, err
	}
	if pos, has := containsVars(x); has {
		return nil, pgerr.New(pgerr.InvalidColumnReference, "argument of %s must not contain variables", kindTexts[kind].clause).At(int(pos))
	}
	return x, nil
}

func lockName(s tree.LockStrength) string {
	switch s {
	case tree.ForKeyShare:
		return "FOR KEY SHARE"
	case tree.ForShare:
		return "FOR SHARE"
	case tree.ForNoKeyUpdate:
		return "FOR NO KEY UPDATE"
	}
	return "FOR UPDATE"
}

// lockedName reports whether a locking clause of the level, or one above it,
// covers the FROM item of that name.
func (p *parseState) lockedName(name string) bool {
	if p.lockedAbove {
		return true
	}
	for _, l := range p.locking {
		if len(l.Of) == 0 {
			return true
		}
		for _, v := range l.Of {
			if v.Name == name {
				return true
			}
		}
	}
	return false
}

// checkLockable refuses to lock the rows of a query whose rows are not those of
// a table.
func checkLockable(q *Query, s tree.LockStrength) error {
	what := ""
	switch {
	case q.SetOp != nil:
		what = "UNION/INTERSECT/EXCEPT"
	case len(q.Distinct) > 0:
		what = "DISTINCT clause"
	case len(q.Group) > 0:
		what = "GROUP BY clause"
	case q.Having != nil:
		what = "HAVING clause"
	case q.HasAggs:
		what = "aggregate functions"
	case q.HasWindow:
		what = "window functions"
	case q.HasSRF:
		what = "set-returning functions in the target list"
	default:
		return nil
	}
	return pgerr.New(pgerr.FeatureNotSupported, "%s is not allowed with %s", lockName(s), what)
}

// applyLocking makes the row marks of one locking clause.
func applyLocking(q *Query, l *tree.LockingClause, pushed bool) error {
	if err := checkLockable(q, l.Strength); err != nil {
		return err
	}
	if len(l.Of) == 0 {
		return lockAll(q, l, pushed)
	}
	for _, v := range l.Of {
		if v.Schema != "" || v.Catalog != "" {
			return pgerr.New(pgerr.SyntaxError, "%s must specify unqualified relation names", lockName(l.Strength)).At(int(v.Pos))
		}
		found := false
		for i, rte := range q.Range {
			if rte.Alias != v.Name || rte.Kind == JoinEntry && !rte.HasAlias {
				continue
			}
			found = true
			if err := lockEntry(q, i+1, rte, l, pushed, v.Pos); err != nil {
				return err
			}
			break
		}
		if !found {
			return pgerr.New(pgerr.UndefinedTable, "relation %q in %s clause not found in FROM clause", v.Name, lockName(l.Strength)).At(int(v.Pos))
		}
	}
	return nil
}

// lockAll marks all entries of a query.
func lockAll(q *Query, l *tree.LockingClause, pushed bool) error {
	for i, rte := range q.Range {
		if err := lockEntry(q, i+1, rte, l, pushed, -1); err != nil {
			return err
		}
	}
	return nil
}

// lockEntry marks one entry. pos is that of its name in OF, -1 if all are
// meant, when what cannot be locked is passed over.
func lockEntry(q *Query, rel int, rte *RangeEntry, l *tree.LockingClause, pushed bool, pos int32) error {
	what := ""
	switch rte.Kind {
	case RelationEntry:
		if rte.Rel.Kind == catalog.SequenceKind {
			return pgerr.New(pgerr.WrongObjectType, "cannot lock rows in sequence %q", rte.Rel.Name)
		}
		addMark(q, rel, l, pushed)
		return nil
	case SubqueryEntry:
		addMark(q, rel, l, pushed)
		if rte.RelOID != 0 && rte.Subquery.SetOp != nil {
			return nil // PostgreSQL locks nothing in such a view
		}
		all := *l
		all.Of = nil
		if rte.RelOID != 0 {
			return lockAll(rte.Subquery, &all, true) // planLevel checks a view, if its rows are read
		}
		return applyLocking(rte.Subquery, &all, true)
	case JoinEntry:
		what = "a join"
	case FunctionEntry:
		what = "a function"
	case ValuesEntry:
		what = "VALUES"
	case CTEEntry:
		what = "a WITH query"
	}
	if pos < 0 {
		return nil
	}
	return pgerr.New(pgerr.FeatureNotSupported, "%s cannot be applied to %s", lockName(l.Strength), what).At(int(pos))
}

// addMark keeps the strongest strength and the most impatient wait of several
// clauses over one entry.
func addMark(q *Query, rel int, l *tree.LockingClause, pushed bool) {
	for i := range q.RowMarks {
		if m := &q.RowMarks[i]; m.Rel == rel {
			m.Strength = max(m.Strength, l.Strength)
			m.Wait = max(m.Wait, l.Wait)
			m.Pushed = m.Pushed && pushed
			return
		}
	}
	q.RowMarks = append(q.RowMarks, RowMark{Rel: rel, Strength: l.Strength, Wait: l.Wait, Pushed: pushed})
}
