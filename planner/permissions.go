package planner

// Whether the current role may run a plan: which relations and columns it reads and
// writes is worked out of the query that it was made of, once a plan, when a role
// that is no superuser first runs it, or it reads views; each execution then asks for the
// privileges.
// What stands in a view is asked of the view's owner, or of the current role if the
// view has security_invoker. After PostgreSQL 18, executor/execMain.c
// (ExecCheckPermissions) and rewrite/rewriteHandler.c (rewriteTargetView).

import (
	"slices"
	"sync"

	"minidb/catalog"
	"minidb/expr"
	"minidb/types"
)

// permission is what a query needs of one relation: PostgreSQL's RTEPermissionInfo.
type permission struct {
	rel  types.OID
	as   types.OID // the role that is asked, 0 for the current one
	want catalog.Privilege
	// The columns that are read and written; WholeRow among those read stands for
	// all.
	selected, inserted, updated []int
}

// permissionList has a plan's permissions once somebody asked for them.
type permissionList struct {
	planned []*queryOrigin // see permissions
	views   bool           // what is in views is asked of other roles
	once    sync.Once
	list    []*permission
}

// CheckPermissions refuses a plan (42501) that the current role may not run.
func CheckPermissions(a *catalog.Access, ps *PlannedStmt) error {
	if ps.perms == nil || !ps.perms.views && a.IsSuperuser(a.S.CurrentRole) {
		return nil
	}
	ps.perms.once.Do(func() {
		c := permissions{planned: ps.perms.planned}
		c.query(ps.Source, 0, false, nil)
		ps.perms.list = c.list
	})
	for _, p := range ps.perms.list {
		if err := p.check(a); err != nil {
			return err
		}
	}
	return nil
}

// Written lists the columns of a relation that the statement names as written; it is
// known once CheckPermissions has asked for a role that is no superuser.
func (ps *PlannedStmt) Written(rel types.OID) (cols []int) {
	if ps.perms == nil {
		return nil
	}
	for _, p := range ps.perms.list {
		if p.rel == rel {
			cols = append(append(cols, p.inserted...), p.updated...)
		}
	}
	return cols
}

// CheckKeyLookup refuses a role to look for a row of a relation by some of its columns and
// to lock it FOR KEY SHARE.
func CheckKeyLookup(a *catalog.Access, role types.OID, rel *catalog.Relation, columns []int) error {
	p := permission{rel: rel.OID, as: role, want: catalog.SelectPrivilege | catalog.UpdatePrivilege, selected: columns}
	return p.check(a)
}

// check asks for the privileges on the relation, and for those that it gives not on
// the columns.
func (p *permission) check(a *catalog.Access) error {
	rel, err := a.ByOID(p.rel)
	if err != nil || rel == nil { // dropped: whoever opens it will tell
		return err
	}
	role := p.as
	if role == 0 {
		role = a.S.CurrentRole
	}
	if p.want == 0 || a.HasPrivilege(role, rel, p.want) {
		return nil
	}
	for _, w := range []struct {
		privilege catalog.Privilege
		columns   []int
	}{{catalog.SelectPrivilege, p.selected}, {catalog.InsertPrivilege, p.inserted}, {catalog.UpdatePrivilege, p.updated}} {
		if p.want&w.privilege != 0 && !a.HasPrivilege(role, rel, w.privilege) && !onColumns(a, role, rel, w.columns, w.privilege) {
			return catalog.RelationDenied(rel)
		}
	}
	const byColumn = catalog.SelectPrivilege | catalog.InsertPrivilege | catalog.UpdatePrivilege
	return a.CheckPrivilege(role, rel, p.want&^byColumn)
}

// onColumns tells whether a role has a privilege on all columns of a list, or on
// any column if the list is empty.
func onColumns(a *catalog.Access, role types.OID, rel *catalog.Relation, columns []int, want catalog.Privilege) bool {
	if len(columns) == 0 {
		return a.HasSomeColumn(role, rel, want, false)
	}
	for _, n := range columns {
		if n == expr.WholeRow && !a.HasSomeColumn(role, rel, want, true) || n != expr.WholeRow && !a.HasColumnPrivilege(role, rel, n, want) {
			return false
		}
	}
	return true
}

// permissions collects what a query needs. Nothing is asked for a subquery of an expression
// or of WITH that planning has left out, as folding constants does; planned are the others.
type permissions struct {
	list    []*permission
	planned []*queryOrigin
	dead    bool // inside of a subquery in FROM that was not planned, which counts with all that is in it
}

func (c *permissions) counts(q *Query) bool {
	return c.dead || q.origin == nil || slices.Contains(c.planned, q.origin)
}

// checkedQuery is a query around the one that is walked, with the permissions of
// its range table's entries.
type checkedQuery struct {
	q     *Query
	perms []*permission
}

// query adds what q needs, those of its own entries before those of queries within;
// locked is set if its rows are locked from outside.
func (c *permissions) query(q *Query, as types.OID, locked bool, around []*checkedQuery) {
	if q.as != nil {
		as = *q.as
	}
	me := &checkedQuery{q: q, perms: make([]*permission, len(q.Range))}
	for i, r := range q.Range {
		if r.RelOID == 0 || r.replaced || r.Returned != anyRow || q.viewPerms != nil && (i+1 == q.Result || r.Excluded) {
			continue
		}
		me.perms[i] = &permission{rel: r.RelOID, as: as}
		c.want(me, i, locked)
	}
	c.target(me)
	me.wholes()
	levels := append(slices.Clone(around), me)
	rest := *q
	rest.Range, rest.CTEs = nil, nil // queries in them are looked at on their own
	for _, r := range q.Range {
		if r.RelOID == 0 && r.Subquery == nil {
			rest.Range = append(rest.Range, r)
		}
	}
	var links []*Query
	walkQuery(&rest, 0, func(e expr.Expr, depth int) bool {
		if s, ok := e.(*expr.SubLink); ok && depth == 0 {
			links = append(links, s.Query.(*Query))
		}
		if v, ok := e.(*expr.Var); ok && depth == 0 && v.Up < len(levels) {
			levels[len(levels)-1-v.Up].read(v)
		}
		return depth == 0
	})
	c.within(me, levels, as, locked, links)
}

// within goes on to the queries inside one.
func (c *permissions) within(me *checkedQuery, levels []*checkedQuery, as types.OID, locked bool, links []*Query) {
	q := me.q
	for i, r := range q.Range {
		if r.Subquery != nil && r.Kind == SubqueryEntry && !r.replaced && r.Returned == anyRow && i+1 != q.Result {
			was := c.dead
			c.dead = !c.counts(r.Subquery)
			c.query(r.Subquery, as, locked || marked(q, i+1), levels)
			c.dead = was
		}
	}
	for _, w := range q.CTEs {
		links = append(links, w.Query)
	}
	for _, l := range links {
		if c.counts(l) {
			c.query(l, as, false, levels)
		}
	}
}

// want settles the privileges on an entry, but for what reading a target takes.
func (c *permissions) want(me *checkedQuery, i int, locked bool) {
	q, p := me.q, me.perms[i]
	c.list = append(c.list, p)
	switch {
	case i+1 == q.Result:
		q.targetPermission(p)
	case !q.Range[i].Excluded:
		p.want = catalog.SelectPrivilege
		if locked || marked(q, i+1) {
			p.want |= catalog.UpdatePrivilege
		}
	}
}

func marked(q *Query, rel int) bool {
	return slices.ContainsFunc(q.RowMarks, func(m RowMark) bool { return m.Rel == rel })
}

// target adds the permissions of views that the statement changes, and lets the
// rows of RETURNING count as the target's.
func (c *permissions) target(me *checkedQuery) {
	q := me.q
	if q.Result == 0 {
		return
	}
	c.list = append(c.list, q.viewPerms...)
	for i, r := range q.Range {
		if r.Returned != anyRow {
			me.perms[i] = me.perms[q.Result-1]
		}
	}
}

// wholes notes the entries whose rows are named as a whole.
func (l *checkedQuery) wholes() {
	for i, r := range l.q.Range {
		if r.whole {
			l.read(&expr.Var{Rel: i + 1, Attr: expr.WholeRow})
		}
	}
}

// targetPermission is what the statement needs of its target, but for reading it.
func (q *Query) targetPermission(p *permission) {
	switch q.Command {
	case Insert:
		p.want = catalog.InsertPrivilege
		for _, c := range q.insertCols {
			p.inserted = append(p.inserted, c.Num)
		}
	case Update:
		p.want, p.updated = catalog.UpdatePrivilege, q.UpdateCols
	case Delete:
		p.want = catalog.DeletePrivilege
	}
	o := q.Conflict
	if o == nil {
		return
	}
	if o.DoUpdate {
		p.want, p.updated = p.want|catalog.UpdatePrivilege, o.SetCols
	}
	rel := q.Range[q.Result-1].Rel
	if o.infer != nil {
		p.want |= catalog.SelectPrivilege
		p.selected = append(p.selected, o.infer.columns()...)
	}
	if len(o.Arbiters) == 0 || !o.Named || rel == nil {
		return
	}
	p.want |= catalog.SelectPrivilege
	for _, ix := range rel.Indexes {
		if ix.OID != o.Arbiters[0] {
			continue
		}
		for _, k := range ix.Keys[:ix.NKeys] {
			if k.Attr != 0 {
				p.selected = append(p.selected, k.Attr)
			}
			expr.EachNode(k.Expr, func(e expr.Expr) {
				if v, ok := e.(*expr.Var); ok {
					p.selected = append(p.selected, v.Attr)
				}
			})
		}
	}
}

// read notes that a column of one of the level's entries is read.
func (l *checkedQuery) read(v *expr.Var) {
	if v.Rel < 1 || v.Rel > len(l.q.Range) {
		return
	}
	if r := l.q.Range[v.Rel-1]; r.Kind == JoinEntry {
		for i, e := range r.JoinVars {
			if v.Attr != expr.WholeRow && v.Attr != i+1 {
				continue
			}
			walkExpr(e, 0, func(e expr.Expr, _ int) bool {
				if v, ok := e.(*expr.Var); ok && v.Up == 0 {
					l.read(v)
				}
				return true
			})
		}
		return
	}
	if p := l.perms[v.Rel-1]; p != nil {
		p.want |= catalog.SelectPrivilege
		if !slices.Contains(p.selected, v.Attr) {
			p.selected = append(p.selected, v.Attr)
		}
	}
}

// viewRole is the role that what stands in a view is asked of, 0 for the current
// one.
func viewRole(v *catalog.Relation) types.OID {
	if v.SecurityInvoker {
		return 0
	}
	return v.Owner
}

// notePermissions notes, before views give their places to what they read, what the
// statement needs of each view and of the table: of a view below, all that the one
// above it reads, as if it were read only.
func (p *parseState) notePermissions() {
	if p.view == nil || p.view.why != "" {
		return
	}
	q := p.q
	c := permissions{}
	me := &checkedQuery{q: q, perms: make([]*permission, len(q.Range))}
	top := &permission{rel: p.view.rel.OID}
	q.targetPermission(top)
	for i, r := range q.Range {
		if i+1 == q.Result || r.Returned != anyRow || r.Excluded {
			me.perms[i] = top
		}
	}
	me.wholes()
	walkQuery(q, 0, func(e expr.Expr, depth int) bool {
		if v, ok := e.(*expr.Var); ok && v.Up == depth {
			me.read(v)
		}
		return true
	})
	c.list = append(c.list, top)
	for v, above := p.view, top; v != nil && v.why == ""; v = v.base {
		p := &permission{rel: v.entry.RelOID, as: viewRole(v.rel), want: above.want}
		p.inserted, p.updated = v.columnsBehind(above.inserted), v.columnsBehind(above.updated)
		l := &checkedQuery{q: v.query, perms: make([]*permission, len(v.query.Range))}
		l.perms[v.query.From[0].(*RangeRef).Rel-1] = &permission{}
		walkQuery(v.query, 0, func(e expr.Expr, depth int) bool {
			if x, ok := e.(*expr.Var); ok && x.Up == depth {
				l.read(x)
			}
			return true
		})
		p.selected = l.perms[v.query.From[0].(*RangeRef).Rel-1].selected
		c.list = append(c.list, p)
		above = p
	}
	q.viewPerms = c.list
}

// columnsBehind are the columns behind some of the view's.
func (v *targetView) columnsBehind(cols []int) (out []int) {
	for _, n := range cols {
		if c := v.behind(n - 1); c != nil {
			out = append(out, c.Num)
		}
	}
	return out
}
