package planner

// SQL text of a stored query, for pg_get_viewdef: PostgreSQL's ruleutils.c, whose
// layout it keeps. This file has the query as a whole; deparse_from.go has FROM,
// deparse_names.go the names.

import (
	"slices"
	"strconv"
	"strings"

	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/types"
)

// Indentations of ruleutils.c (PRETTYINDENT_STD and so on).
const (
	indentStd   = 8
	indentJoin  = 4
	indentVar   = 4
	indentLimit = 40
)

func init() { catalog.ViewDefinition = viewDefinition }

// viewDefinition is the text of a view's query.
func viewDefinition(a *catalog.Access, view types.OID, pretty bool) (string, error) {
	rel, err := a.ByOID(view)
	if err != nil || rel == nil || rel.ViewQuery == "" {
		return "", err
	}
	r := relationEntry(rel, noRangeVar)
	if err := expandView(a, r, rel, nil); err != nil {
		return "", err
	}
	d := &queryDeparser{a: a, buf: &strings.Builder{}, pretty: pretty, result: r.Columns, named: true}
	d.query(r.Subquery)
	return d.buf.String() + ";", nil
}

// queryDeparser writes one query.
type queryDeparser struct {
	a      *catalog.Access
	buf    *strings.Builder
	pretty bool
	level  int          // of indentation
	spaces []*nameSpace // the query's names, then those of the queries around
	prefix bool         // columns are qualified
	result []string     // names of the result's columns; nil: the query's own
	named  bool         // the names of the result's columns can be seen

	sorting []expr.Target // while ORDER BY is written: the select list
}

func (d *queryDeparser) put(s string) { d.buf.WriteString(s) }

// keyword begins a new line with s: appendContextKeyword.
func (d *queryDeparser) keyword(s string, before, after, plus int) {
	d.level += before
	d.trim()
	d.put("\n" + strings.Repeat(" ", min(max(d.level, 0), indentLimit)+plus) + s)
	d.level = max(d.level+after, 0)
}

func (d *queryDeparser) trim() {
	s := strings.TrimRight(d.buf.String(), " ")
	d.buf.Reset()
	d.put(s)
}

// inner writes a query inside this one.
func (d *queryDeparser) inner(q *Query, result []string, named bool) {
	c := &queryDeparser{a: d.a, buf: d.buf, pretty: d.pretty, level: d.level, spaces: d.spaces, result: result, named: named}
	c.query(q)
}

// text returns what f writes.
func (d *queryDeparser) text(f func()) string {
	saved := d.buf
	d.buf = &strings.Builder{}
	f()
	s := d.buf.String()
	d.buf = saved
	return s
}

func (d *queryDeparser) query(q *Query) {
	d.prefix = len(d.spaces) > 0 || len(q.Range) != 1
	d.spaces = append([]*nameSpace{newNameSpace(q, d.spaces)}, d.spaces...)
	d.with(q)
	if q.SetOp != nil {
		d.setOp(q.SetOp, q)
	} else {
		d.basicSelect(q)
	}
	if len(q.Sort) > 0 {
		d.keyword(" ORDER BY ", -indentStd, indentStd, 1)
		d.orderBy(q)
	}
	if q.Offset != nil {
		d.keyword(" OFFSET ", -indentStd, indentStd, 0)
		d.expr(q.Offset, false)
	}
	d.limit(q)
	d.rowMarks(q)
}

func (d *queryDeparser) limit(q *Query) {
	switch k, ok := q.Limit.(*expr.Const); {
	case q.Limit == nil:
	case q.WithTies:
		d.keyword(" FETCH FIRST ", -indentStd, indentStd, 0)
		d.put("(")
		d.expr(q.Limit, false)
		d.put(") ROWS WITH TIES")
	default:
		d.keyword(" LIMIT ", -indentStd, indentStd, 0)
		if ok && k.Value.IsNull() {
			d.put("ALL")
			return
		}
		d.expr(q.Limit, false)
	}
}

func (d *queryDeparser) rowMarks(q *Query) {
	for _, m := range q.RowMarks {
		if m.Pushed {
			continue
		}
		d.keyword(" "+lockName(m.Strength), -indentStd, indentStd, 0)
		d.put(" OF " + expr.QuoteIdent(d.spaces[0].names[m.Rel-1]))
		d.put(map[tree.LockWait]string{tree.LockError: " NOWAIT", tree.LockSkip: " SKIP LOCKED"}[m.Wait])
	}
}

func (d *queryDeparser) with(q *Query) {
	if len(q.CTEs) == 0 {
		return
	}
	d.level += indentStd
	sep := " WITH "
	if q.Recursive {
		sep = " WITH RECURSIVE "
	}
	for _, c := range q.CTEs {
		d.put(sep + expr.QuoteIdent(c.Name))
		sep = ", "
		if own, _, _ := columnsOf(c.Query); !sameTexts(own, c.Columns) {
			d.put("(" + quoteAll(c.Columns) + ")")
		}
		d.put(" AS " + map[tree.Materialize]string{tree.MaterializeAlways: "MATERIALIZED ", tree.MaterializeNever: "NOT MATERIALIZED "}[c.Materialized] + "(")
		d.keyword("", 0, 0, 0)
		d.inner(c.Query, nil, true)
		d.keyword("", 0, 0, 0)
		d.put(")")
	}
	d.level -= indentStd
	d.keyword("", 0, 0, 0)
}

func (d *queryDeparser) basicSelect(q *Query) {
	d.level += indentStd
	d.put(" ")
	if v := d.plainValues(q); v != nil {
		d.values(v)
		return
	}
	d.put("SELECT")
	if len(q.Distinct) > 0 {
		d.put(" DISTINCT")
		if q.DistinctOn {
			d.put(" ON (")
			d.groups(q.Distinct, q, false)
			d.put(")")
		}
	}
	d.targets(q)
	d.from(q)
	if q.Where != nil {
		d.keyword(" WHERE ", -indentStd, indentStd, 1)
		d.expr(q.Where, false)
	}
	if len(q.Group) > 0 {
		d.keyword(" GROUP BY ", -indentStd, indentStd, 1)
		d.groups(q.Group, q, false)
	}
	if q.Having != nil {
		d.keyword(" HAVING ", -indentStd, indentStd, 0)
		d.expr(q.Having, false)
	}
	d.windows(q)
}

// targets writes the select list, an item a line.
func (d *queryDeparser) targets(q *Query) {
	sep, multiline, n := " ", false, 0
	for i := range q.Targets {
		t := &q.Targets[i]
		if t.Junk {
			continue
		}
		d.put(sep)
		sep = ", "
		item := d.text(func() { d.target(t, n) })
		if n++; strings.HasPrefix(item, "\n") {
			d.trim()
		} else if n > 1 && (item != "" || multiline) {
			d.keyword("", -indentStd, indentStd, indentVar)
		}
		multiline = strings.Contains(strings.TrimPrefix(item, "\n"), "\n")
		d.put(item)
	}
}

func (d *queryDeparser) target(t *expr.Target, n int) {
	own := ""
	if v, ok := d.joined(t.Expr).(*expr.Var); ok {
		own = d.topColumn(v)
	} else {
		d.expr(t.Expr, true)
		if !d.named {
			own = "?column?"
		}
	}
	name := t.Name
	if n < len(d.result) {
		name = d.result[n]
	}
	if name != own {
		d.put(" AS " + expr.QuoteIdent(name))
	}
}

// plainValues returns the lists of a query that is nothing but VALUES.
func (d *queryDeparser) plainValues(q *Query) [][]expr.Expr {
	if len(q.Range) != 1 || q.Range[0].Kind != ValuesEntry || q.Range[0].Alias != "*VALUES*" || q.Where != nil || len(q.Group) > 0 {
		return nil
	}
	for i, name := range d.result {
		if name != q.Range[0].Columns[i] {
			return nil
		}
	}
	return q.Range[0].Values
}

func (d *queryDeparser) values(lists [][]expr.Expr) {
	d.put("VALUES ")
	for i, l := range lists {
		if i > 0 {
			d.put(", ")
		}
		d.put("(")
		for j, e := range l {
			if j > 0 {
				d.put(",")
			}
			d.expr(e, false)
		}
		d.put(")")
	}
}

// setOp writes a tree of set operations: get_setop_query.
func (d *queryDeparser) setOp(n *SetOpNode, q *Query) {
	if n.Rel != 0 {
		s, spaces := d.member(q.Range[n.Rel-1].Subquery)
		paren := len(s.CTEs) > 0 || len(s.Sort) > 0 || len(s.RowMarks) > 0 || s.Offset != nil || s.Limit != nil || s.SetOp != nil
		saved := d.spaces
		d.spaces = spaces
		d.parens(paren, func() { d.inner(s, d.result, d.named) })
		d.spaces = saved
		return
	}
	if l := n.Left; l.Rel == 0 && (l.Op != n.Op || l.All != n.All) {
		d.put("(")
		d.keyword("", indentStd, 0, 0)
		d.setOp(l, q)
		d.keyword(") ", -indentStd, 0, 0)
	} else {
		d.setOp(l, q)
		d.keyword("", 0, 0, 0)
	}
	d.put(setOpNames[n.Op] + " ")
	if n.All {
		d.put("ALL ")
	}
	sub := 0
	if n.Right.Rel == 0 {
		d.put("(")
		sub = indentStd
	}
	d.keyword("", sub, 0, 0)
	saved := d.named
	d.named = false
	d.setOp(n.Right, q)
	d.named = saved
	if d.level -= sub; sub > 0 {
		d.keyword(")", 0, 0, 0)
	}
}

// member is the query of a set operation's leaf as it was written: without the casts
// to the operation's types, and without the query that was put around it for them,
// which is however a level of names. See castLeaf.
func (d *queryDeparser) member(q *Query) (*Query, []*nameSpace) {
	if len(q.Range) == 1 && q.Range[0].Kind == SubqueryEntry && strings.HasPrefix(q.Range[0].Alias, "*SELECT* ") {
		return q.Range[0].Subquery, append([]*nameSpace{newNameSpace(q, d.spaces)}, d.spaces...)
	}
	c := *q
	c.Targets = slices.Clone(q.Targets)
	for i, t := range c.Targets {
		switch e := t.Expr.(type) {
		case *expr.FuncCall:
			if e.Form == expr.CastImplicit {
				c.Targets[i].Expr = e.Args[0]
			}
		case *expr.Relabel:
			if e.Form == expr.CastImplicit {
				c.Targets[i].Expr = e.Arg
			}
		case *expr.CoerceIO:
			if e.Form == expr.CastImplicit {
				c.Targets[i].Expr = e.Arg
			}
		case *expr.ConvertRow:
			if e.Form == expr.CastImplicit {
				c.Targets[i].Expr = e.Arg
			}
		case *expr.ArrayCoerce:
			if e.Form == expr.CastImplicit {
				c.Targets[i].Expr = e.Arg
			}
		}
	}
	return &c, d.spaces
}

func (d *queryDeparser) parens(need bool, f func()) {
	if need {
		d.put("(")
	}
	f()
	if need {
		d.put(")")
	}
}

func (d *queryDeparser) orderBy(q *Query) {
	d.sorting = q.Targets
	d.sortItems(q.Sort, q)
	d.sorting = nil
}

func (d *queryDeparser) sortItems(items []expr.SortGroup, q *Query) {
	for i := range items {
		g := &items[i]
		if i > 0 {
			d.put(", ")
		}
		d.group(g, q, q.SetOp != nil)
		switch {
		case g.Desc && !g.NullsFirst:
			d.put(" DESC NULLS LAST")
		case g.Desc:
			d.put(" DESC")
		case g.NullsFirst:
			d.put(" NULLS FIRST")
		}
	}
}

func (d *queryDeparser) groups(l []expr.SortGroup, q *Query, number bool) {
	for i := range l {
		if i > 0 {
			d.put(", ")
		}
		d.group(&l[i], q, number)
	}
}

// labelled writes a constant with its type, so that it is not taken for a number of a column.
func (d *queryDeparser) labelled(c *expr.Const) {
	s := d.text(func() { d.expr(c, false) })
	d.put(s)
	if !strings.Contains(s, "::") {
		d.put("::" + d.a.FormatType(c.T, c.Mod))
	}
}

// group writes an item of ORDER BY, GROUP BY or DISTINCT ON, by its number in the
// select list if number is set.
func (d *queryDeparser) group(g *expr.SortGroup, q *Query, number bool) {
	for i := range q.Targets {
		t := &q.Targets[i]
		if t.SortRef != g.Ref {
			continue
		}
		switch e := t.Expr.(type) {
		case *expr.Const:
			if !number {
				d.labelled(e)
				return
			}
		case *expr.Var:
			if !number {
				d.expr(e, false)
				return
			}
		}
		if number {
			d.put(strconv.Itoa(i + 1))
			return
		}
		_, call := t.Expr.(*expr.FuncCall)
		_, agg := t.Expr.(*expr.Agg)
		_, window := t.Expr.(*expr.WindowCall)
		d.parens(d.pretty || call || agg || window, func() { d.expr(t.Expr, true) })
		return
	}
}
