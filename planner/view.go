package planner

// Views: reading one is reading a subquery, the view's stored query, whose tables
// are locked when the view is named. PostgreSQL does this in its rewriter.

import (
	"slices"

	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/storage/lmgr"
	"minidb/types"
)

var noRangeVar = &tree.RangeVar{Pos: -1}

// fromView reads a view in FROM.
func (p *parseState) fromView(t *tree.RangeVar, rel *catalog.Relation, mode lmgr.Mode) (*fromResult, error) {
	rte := relationEntry(rel, t)
	rte.Kind, rte.LockMode = SubqueryEntry, mode
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	if err := expandView(p.a, rte, rel, nil); err != nil {
		return nil, err
	}
	if err := applyAlias(rte, t.Alias, "table"); err != nil {
		return nil, err
	}
	return leaf(p.addEntry(rte)), nil
}

// expandView gives an entry the query of its view, which stands inside others.
func expandView(a *catalog.Access, r *RangeEntry, rel *catalog.Relation, around []types.OID) error {
	r.Rel = rel
	if err := a.S.Interrupted(); err != nil { // views that read views twice each are no end of work
		return err
	}
	if slices.Contains(around, rel.OID) {
		return pgerr.New(pgerr.InvalidObjectDefinition, "infinite recursion detected in rules for relation %q", rel.Name)
	}
	q, err := unmarshalQuery(a, rel.ViewQuery, r.LockMode, append(slices.Clone(around), rel.OID))
	if err != nil {
		return err
	}
	// OR REPLACE may have added columns since the reader of the view was stored.
	n := 0
	for i := range q.Targets {
		if t := &q.Targets[i]; !t.Junk && n < len(rel.Columns) {
			t.Name = rel.Columns[n].Name
			n++
		}
	}
	role := viewRole(rel)
	r.Subquery, q.as = q, &role
	return nil
}

// AnalyzeView analyzes the query of CREATE VIEW.
func AnalyzeView(a *catalog.Access, s *tree.SelectStmt) (*Query, error) {
	if s.Into != nil {
		return nil, pgerr.New(pgerr.FeatureNotSupported, "views must not contain SELECT INTO")
	}
	q, err := Analyze(a, s, nil)
	if err == nil && q.HasModifyingCTE {
		err = pgerr.New(pgerr.FeatureNotSupported, "views must not contain data-modifying statements in WITH")
	}
	if err == nil {
		err = refuseGroupingSets(q)
	}
	return q, err
}

// refuseGroupingSets: stored queries cannot have them yet.
func refuseGroupingSets(q *Query) (err error) {
	refuse := func(pos int32) {
		err = pgerr.Unsupported(int(pos), "GROUPING SETS, ROLLUP, CUBE or GROUPING in a view", "Use UNION ALL of several GROUP BY queries.")
	}
	var look func(q *Query)
	look = func(q *Query) {
		if len(q.GroupingSets) > 0 {
			refuse(q.groupingPos)
		}
		for _, r := range q.Range {
			if r.Kind == SubqueryEntry && r.Subquery != nil && r.Rel == nil {
				look(r.Subquery)
			}
		}
		for _, c := range q.CTEs {
			if c.Added > 0 && err == nil {
				err = pgerr.Unsupported(-1, "SEARCH or CYCLE in a view", "Write the columns that they add into the recursive query.")
			}
			if c.Query != nil {
				look(c.Query)
			}
		}
	}
	look(q)
	walkQuery(q, 0, func(e expr.Expr, _ int) bool {
		switch e := e.(type) {
		case *expr.Grouping:
			refuse(e.Pos())
		case *expr.SubLink:
			if sub, ok := e.Query.(*Query); ok {
				look(sub)
			}
		}
		return true
	})
	return err
}

// QueryObjects lists what a stored query refers to: columns, whole relations of
// which it names no column, users' types, and primary keys that its grouping needs.
func QueryObjects(q *Query) []catalog.Object {
	d := &queryDepends{seen: map[catalog.Object]bool{}}
	d.query(q, nil)
	var out []catalog.Object
	for _, o := range d.list {
		if o.Class != catalog.PgClass || o.Sub != 0 || !d.columns[o.OID] {
			out = append(out, o)
		}
	}
	return out
}

// ReadsTemporary tells whether a query, or one inside it, reads a temporary
// relation.
func ReadsTemporary(q *Query) bool {
	return slices.ContainsFunc(queryRelations(q), func(r usedRelation) bool { return r.temporary })
}

// queryDepends collects the objects of a query.
type queryDepends struct {
	list    []catalog.Object
	seen    map[catalog.Object]bool
	columns map[types.OID]bool // relations with a column in the list
}

func (d *queryDepends) add(o catalog.Object) {
	if !d.seen[o] {
		d.seen[o] = true
		d.list = append(d.list, o)
	}
}

func (d *queryDepends) query(q *Query, outer []*Query) {
	levels := append(append([]*Query(nil), outer...), q)
	for _, r := range q.Range {
		if r.RelOID != 0 {
			d.add(catalog.RelationObject(r.RelOID))
		} else if r.Subquery != nil {
			d.query(r.Subquery, levels)
		}
	}
	for _, c := range q.CTEs {
		d.query(c.Query, levels)
	}
	for _, oid := range q.keys {
		d.add(catalog.Object{Class: catalog.PgConstraint, OID: oid})
	}
	c := *q
	c.Range, c.CTEs = nil, nil // without what was looked at already
	for _, r := range q.Range {
		if r.RelOID == 0 && r.Subquery == nil {
			c.Range = append(c.Range, r)
		}
	}
	walkQuery(&c, 0, func(e expr.Expr, depth int) bool {
		if s, ok := e.(*expr.SubLink); ok {
			d.query(s.Query.(*Query), levels)
		}
		if depth == 0 {
			d.expr(e, levels)
		}
		return depth == 0
	})
}

// expr notes what one node refers to.
func (d *queryDepends) expr(e expr.Expr, levels []*Query) {
	if v, ok := e.(*expr.Var); ok {
		if i := len(levels) - 1 - v.Up; i >= 0 && v.Rel > 0 && v.Rel <= len(levels[i].Range) {
			d.column(levels[i].Range[v.Rel-1], v)
		}
		return
	}
	switch e.(type) {
	case *expr.Const, *expr.Relabel, *expr.CoerceIO, *expr.ArrayCoerce, *expr.ConvertRow, *expr.RowCons, *expr.Array:
		if t := e.Type(); t >= types.FirstNormalOID {
			d.add(catalog.Object{Class: catalog.PgType, OID: t})
		}
	}
}

func (d *queryDepends) column(r *RangeEntry, v *expr.Var) {
	if r.RelOID == 0 || v.Attr < 0 {
		return
	}
	if d.add(catalog.ColumnObject(r.RelOID, v.Attr)); v.Attr > 0 {
		if d.columns == nil {
			d.columns = map[types.OID]bool{}
		}
		d.columns[r.RelOID] = true
	}
}
