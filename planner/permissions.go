package planner

// Whether the current role may run a plan: what it reads and writes is asked of
// the query that it was made of, and only if the role is no superuser. What stands
// in a view is asked of the view's owner. After PostgreSQL 18,
// executor/execMain.c, ExecCheckPermissions.

import (
	"slices"

	"minidb/catalog"
	"minidb/expr"
	"minidb/types"
)

// CheckPermissions refuses a plan (42501) that the current role may not run.
func CheckPermissions(a *catalog.Access, ps *PlannedStmt) error {
	if ps.Source == nil || a.IsSuperuser(a.S.CurrentRole) {
		return nil
	}
	return CheckQuery(a, ps.Source)
}

// CheckQuery is CheckPermissions for a query.
func CheckQuery(a *catalog.Access, q *Query) error {
	c := permissions{a: a}
	c.query(q, a.S.CurrentRole, nil)
	return c.err
}

// permissions walks a query; err is the first refusal.
type permissions struct {
	a   *catalog.Access
	err error
}

// need checks one relation, whose owner it returns.
func (c *permissions) need(role, oid types.OID, p catalog.Privilege) (owner types.OID) {
	if c.err != nil {
		return 0
	}
	rel, err := c.a.ByOID(oid)
	if err != nil || rel == nil { // dropped: whoever opens it will tell
		c.err = err
		return 0
	}
	c.err = c.a.CheckPrivilege(role, rel, p)
	return rel.Owner
}

// checkedQuery is a query around the one that is walked; reads is set if columns
// of its target are read.
type checkedQuery struct {
	q     *Query
	reads bool
}

func (c *permissions) query(q *Query, role types.OID, around []*checkedQuery) {
	me := &checkedQuery{q: q}
	levels := append(slices.Clone(around), me)
	for i, r := range q.Range {
		switch {
		case r.Excluded || r.replaced || r.Returned != anyRow:
		case r.RelOID != 0:
			if i+1 == q.Result {
				continue // when it is known whether it is read
			}
			owner := c.relation(me, i+1, role)
			if r.Kind == SubqueryEntry && r.Subquery != nil {
				c.query(r.Subquery, owner, levels)
			}
		case r.Subquery != nil:
			c.query(r.Subquery, role, levels)
		}
	}
	for _, w := range q.CTEs {
		c.query(w.Query, role, levels)
	}
	rest := *q
	rest.Range, rest.CTEs = nil, nil // without what was looked at already
	for _, r := range q.Range {
		if r.RelOID == 0 && r.Subquery == nil {
			rest.Range = append(rest.Range, r)
		}
	}
	walkQuery(&rest, 0, func(e expr.Expr, depth int) bool {
		if s, ok := e.(*expr.SubLink); ok {
			c.query(s.Query.(*Query), role, levels)
		}
		if v, ok := e.(*expr.Var); ok && depth == 0 && v.Up < len(levels) {
			l := levels[len(levels)-1-v.Up]
			l.reads = l.reads || v.Rel == l.q.Result
		}
		return depth == 0
	})
	if q.Result != 0 {
		c.relation(me, q.Result, role)
	}
}

// relation checks one entry of the range table.
func (c *permissions) relation(l *checkedQuery, rel int, role types.OID) (owner types.OID) {
	q := l.q
	r := q.Range[rel-1]
	want := catalog.SelectPrivilege
	if rel == q.Result {
		want = map[Command]catalog.Privilege{Insert: catalog.InsertPrivilege, Update: catalog.UpdatePrivilege,
			Delete: catalog.DeletePrivilege}[q.Command]
		if q.Conflict != nil && q.Conflict.DoUpdate {
			want |= catalog.UpdatePrivilege
		}
		if l.reads || q.Conflict != nil && len(q.Conflict.Arbiters) > 0 {
			want |= catalog.SelectPrivilege
		}
		for _, v := range r.through {
			role = c.need(role, v, want)
		}
	}
	for _, m := range q.RowMarks {
		if m.Rel == rel {
			want |= catalog.UpdatePrivilege
		}
	}
	return c.need(role, r.RelOID, want)
}
