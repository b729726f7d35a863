package planner

// Text of an analyzed SELECT, for pg_rewrite: what a view is. Tables are written
// by number and columns by theirs, so that renaming either does not touch a
// view. Each struct has one function that writes and reads its fields in order.

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/storage/lmgr"
	"minidb/types"
)

// queryCoder codes one query with all those inside it.
type queryCoder struct {
	a     *catalog.Access
	lock  lmgr.Mode   // reading: in which the tables are locked at least
	outer []*Query    // the queries around, outermost first
	views []types.OID // reading: the views around
}

// MarshalQuery returns the text of an analyzed SELECT.
func MarshalQuery(q *Query) string {
	qc := &queryCoder{}
	return expr.MarshalQuery(func(c *expr.Coder) { qc.query(c, q) }, qc.subquery)
}

// unmarshalQuery reads a stored query and locks its tables. views are the view
// that it is of and those around.
func unmarshalQuery(a *catalog.Access, text string, lock lmgr.Mode, views []types.OID) (*Query, error) {
	qc := &queryCoder{a: a, lock: lock, views: views}
	q := newQuery()
	err := expr.UnmarshalQuery(text, func(c *expr.Coder) { qc.query(c, q) }, qc.subquery)
	return q, err
}

func (qc *queryCoder) subquery(c *expr.Coder, p *any) {
	q, _ := (*p).(*Query)
	qc.inner(c, &q)
	*p = q
}

func (qc *queryCoder) inner(c *expr.Coder, p **Query) {
	if c.Reading() {
		*p = newQuery()
	}
	qc.query(c, *p)
}

func (qc *queryCoder) query(c *expr.Coder, q *Query) {
	qc.outer = append(qc.outer, q)
	defer func() { qc.outer = qc.outer[:len(qc.outer)-1] }()
	c.Bool(&q.Recursive)
	qc.ctes(c, q)
	expr.CodeList(c, &q.Range, func(p **RangeEntry) { qc.entry(c, p) })
	expr.CodeList(c, &q.Targets, func(t *expr.Target) { codeTarget(c, t) })
	expr.CodeList(c, &q.From, func(f *FromItem) { codeFrom(c, f) })
	c.Expr(&q.Where)
	codeGroups(c, &q.Group)
	c.Expr(&q.Having)
	expr.CodeList(c, &q.Windows, func(w **WindowClause) { codeWindow(c, w) })
	codeGroups(c, &q.Distinct)
	c.Bool(&q.DistinctOn)
	codeGroups(c, &q.Sort)
	c.Expr(&q.Limit)
	c.Expr(&q.Offset)
	c.Bool(&q.WithTies)
	expr.CodeList(c, &q.RowMarks, func(m *RowMark) {
		expr.Code(c, &m.Rel)
		expr.Code(c, &m.Strength)
		expr.Code(c, &m.Wait)
		c.Bool(&m.Pushed)
	})
	codeSetOp(c, &q.SetOp)
	for _, b := range []*bool{&q.HasAggs, &q.HasWindow, &q.HasSubLinks, &q.HasSRF} {
		c.Bool(b)
	}
}

func codeTarget(c *expr.Coder, t *expr.Target) {
	c.Expr(&t.Expr)
	c.Text(&t.Name)
	expr.Code(c, &t.SortRef)
	c.Bool(&t.Junk)
	expr.Code(c, &t.OrigTable)
	expr.Code(c, &t.OrigCol)
}

func codeGroups(c *expr.Coder, l *[]expr.SortGroup) {
	expr.CodeList(c, l, func(g *expr.SortGroup) {
		expr.Code(c, &g.Ref)
		c.Operator(&g.Eq)
		c.Operator(&g.Lt)
		c.Bool(&g.Desc)
		c.Bool(&g.NullsFirst)
		c.Bool(&g.Hashable)
	})
}

func codeWindow(c *expr.Coder, p **WindowClause) {
	if c.Reading() {
		*p = &WindowClause{}
	}
	w := *p
	c.Text(&w.Name)
	c.Text(&w.RefName)
	codeGroups(c, &w.Partition)
	codeGroups(c, &w.Order)
	c.Bool(&w.CopiedOrder)
	c.Bool(&w.Frame.Written)
	c.Bool(&w.Frame.Between)
	expr.Code(c, &w.Frame.Mode)
	expr.Code(c, &w.Frame.Start)
	expr.Code(c, &w.Frame.End)
	expr.Code(c, &w.Frame.Exclude)
	c.Expr(&w.StartOff)
	c.Expr(&w.EndOff)
}

// codeFrom codes a join tree: a number of the range table, or 0 and a join.
func codeFrom(c *expr.Coder, p *FromItem) {
	rel := 0
	if r, ok := (*p).(*RangeRef); ok {
		rel = r.Rel
	}
	expr.Code(c, &rel)
	if c.Failed() {
		return
	}
	if rel != 0 {
		*p = &RangeRef{Rel: rel}
		return
	}
	j, _ := (*p).(*Join)
	if c.Reading() {
		j = &Join{}
		*p = j
	}
	expr.Code(c, &j.Kind)
	expr.Code(c, &j.Rel)
	codeFrom(c, &j.Left)
	codeFrom(c, &j.Right)
	c.Expr(&j.Quals)
}

func codeSetOp(c *expr.Coder, p **SetOpNode) {
	there := *p != nil
	c.Bool(&there)
	if !there || c.Failed() {
		return
	}
	if c.Reading() {
		*p = &SetOpNode{}
	}
	n := *p
	expr.Code(c, &n.Op)
	c.Bool(&n.All)
	expr.Code(c, &n.Rel)
	codeNumbers(c, &n.Types)
	codeNumbers(c, &n.Mods)
	codeGroups(c, &n.Group)
	codeSetOp(c, &n.Left)
	codeSetOp(c, &n.Right)
}

func codeNumbers[T ~int | ~int32 | ~uint32](c *expr.Coder, l *[]T) {
	expr.CodeList(c, l, func(n *T) { expr.Code(c, n) })
}

func codeTexts(c *expr.Coder, l *[]string) {
	expr.CodeList(c, l, c.Text)
}

// ctes codes WITH. Each query is in the list before it is read, since it may
// refer to itself.
func (qc *queryCoder) ctes(c *expr.Coder, q *Query) {
	n := len(q.CTEs)
	expr.Code(c, &n)
	for i := 0; i < n && !c.Failed(); i++ {
		if c.Reading() {
			q.CTEs = append(q.CTEs, &CTE{})
		}
		t := q.CTEs[i]
		c.Text(&t.Name)
		codeTexts(c, &t.Columns)
		codeNumbers(c, &t.Types)
		codeNumbers(c, &t.Mods)
		expr.Code(c, &t.Materialized)
		c.Bool(&t.Recursive)
		expr.Code(c, &t.Refs)
		qc.inner(c, &t.Query)
	}
}

// findCTE finds the WITH query that an entry reads.
func (qc *queryCoder) findCTE(up int, name string) *CTE {
	if i := len(qc.outer) - 1 - up; i >= 0 {
		for _, t := range qc.outer[i].CTEs {
			if t.Name == name {
				return t
			}
		}
	}
	return nil
}
