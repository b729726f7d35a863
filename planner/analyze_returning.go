package planner

// RETURNING. The row that was written is the target's own entry; the rows before
// and after the change are two more entries, "old" and "new", which no part of
// the query but RETURNING sees.

import (
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
)

func (p *parseState) returningList(r *tree.Returning) error {
	if r == nil {
		return nil
	}
	entries, names := len(p.q.Range), len(p.namespace)
	if err := p.showVersions(r.Options); err != nil {
		return err
	}
	ts, err := p.targetList(r.List, kindReturning)
	if err != nil {
		return err
	}
	if len(ts) == 0 {
		return pgerr.New(pgerr.SyntaxError, "RETURNING must have at least one column").At(int(r.List[0].Pos))
	}
	p.namespace = p.namespace[:names]
	if !readsFrom(ts, entries) {
		p.q.Range = p.q.Range[:entries]
	}
	p.q.Returning = ts
	return p.settleUnknowns(ts)
}

// showVersions brings the old and the new row into scope, under the names that
// WITH gives them, or as "old" and "new" unless something else is called that.
func (p *parseState) showVersions(options []tree.ReturningOption) error {
	var named [newRow + 1]bool
	for _, o := range options {
		if p.hasTable(o.Name) {
			return pgerr.New(pgerr.DuplicateAlias, "table name %q specified more than once", o.Name).At(int(o.Pos))
		}
		which := oldRow
		if o.New {
			which = newRow
		}
		named[which] = true
		p.showVersion(o.Name, which)
	}
	for which, name := range []string{oldRow: "old", newRow: "new"} {
		if name != "" && !named[which] && !p.hasTable(name) {
			p.showVersion(name, rowVersion(which))
		}
	}
	return nil
}

func (p *parseState) hasTable(name string) bool {
	it, up, err := p.table("", name, -1)
	return it != nil && up == 0 || err != nil
}

func (p *parseState) showVersion(name string, which rowVersion) {
	e := *p.q.Range[p.q.Result-1]
	e.Alias, e.HasAlias, e.Returned, e.Pos = name, true, which, -1
	it := p.addEntry(&e)
	if p.nullable == nil {
		p.nullable = map[int]bool{}
	}
	p.nullable[it.rel] = true
	p.show(it, true, false)
}

// readsFrom tells whether a column of a range entry behind the first n is read.
func readsFrom(ts []expr.Target, n int) bool {
	found := false
	for i := range ts {
		walkExpr(ts[i].Expr, 0, func(e expr.Expr, depth int) bool {
			v, ok := e.(*expr.Var)
			found = found || ok && v.Up == depth && v.Rel > n
			return !found
		})
	}
	return found
}
