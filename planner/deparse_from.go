package planner

// FROM of a stored query as SQL text, and subqueries in expressions.

import (
	"strings"

	"minidb/expr"
)

func (d *queryDeparser) from(q *Query) {
	for i, f := range q.From {
		if i == 0 {
			d.keyword(" FROM ", -indentStd, indentStd, 2)
			d.fromItem(q, f)
			continue
		}
		d.put(", ")
		item := d.text(func() { d.fromItem(q, f) })
		if strings.HasPrefix(item, "\n") {
			d.trim()
		} else {
			d.keyword("", -indentStd, indentStd, indentVar)
		}
		d.put(item)
	}
}

func (d *queryDeparser) fromItem(q *Query, f FromItem) {
	switch f := f.(type) {
	case *RangeRef:
		d.fromEntry(q, f.Rel)
	case *Join:
		d.joinItem(q, f)
	}
}

func (d *queryDeparser) fromEntry(q *Query, rel int) {
	r, name := q.Range[rel-1], d.spaces[0].names[rel-1]
	if r.Lateral {
		d.put("LATERAL ")
	}
	alias := true
	switch {
	case r.RelOID != 0:
		if !r.Inherit && r.Kind == RelationEntry {
			d.put("ONLY ")
		}
		own := r.Alias
		if rc, err := d.a.ByOID(r.RelOID); err == nil && rc != nil {
			own = rc.Name
		}
		d.put(d.a.RegclassOut(r.RelOID))
		alias = r.HasAlias || name != own
	case r.Kind == SubqueryEntry:
		d.put("(")
		d.inner(r.Subquery, nil, true)
		d.put(")")
	case r.Kind == FunctionEntry:
		d.functions(r)
	case r.Kind == ValuesEntry:
		d.put("(")
		d.values(r.Values)
		d.put(")")
	case r.Kind == CTEEntry:
		d.put(expr.QuoteIdent(r.CTE))
		alias = name != r.CTE
	}
	if alias {
		d.put(" " + expr.QuoteIdent(name))
	}
	if list := aliasList(r); list != nil {
		d.put("(" + quoteAll(list) + ")")
	}
}

func (d *queryDeparser) functions(r *RangeEntry) {
	if args := unnested(r); args != nil {
		d.put("UNNEST(")
		for i, a := range args {
			if i > 0 {
				d.put(", ")
			}
			d.expr(a, true)
		}
		d.put(")")
		if r.Ordinality {
			d.put(" WITH ORDINALITY")
		}
		return
	}
	if len(r.Functions) > 1 {
		d.put("ROWS FROM(")
	}
	for i, f := range r.Functions {
		if i > 0 {
			d.put(", ")
		}
		d.expr(f.Call, true)
	}
	if len(r.Functions) > 1 {
		d.put(")")
	}
	if r.Ordinality {
		d.put(" WITH ORDINALITY")
	}
}

// aliasList is the list of column names that must stand behind an alias, nil if
// the columns have their own names.
func aliasList(r *RangeEntry) []string {
	own := r.ownNames
	switch {
	case r.RelOID != 0:
	case r.Kind == FunctionEntry:
		return r.Columns
	case r.Kind == SubqueryEntry:
		own, _, _ = columnsOf(r.Subquery)
	case r.Kind == CTEEntry && r.CTERef != nil:
		own = r.CTERef.Columns
	case r.Kind == ValuesEntry:
		for i := range r.Columns {
			own = append(own, "column"+itoa(i+1))
		}
	default:
		return nil
	}
	if sameTexts(own, r.Columns) {
		return nil
	}
	var out []string
	for _, n := range r.Columns {
		if n != "" {
			out = append(out, n)
		}
	}
	return out
}

var joinWords = map[JoinKind]string{InnerJoin: " JOIN ", LeftJoin: " LEFT JOIN ", FullJoin: " FULL JOIN ", RightJoin: " RIGHT JOIN "}

func (d *queryDeparser) joinItem(q *Query, j *Join) {
	var r *RangeEntry
	if j.Rel > 0 {
		r = q.Range[j.Rel-1]
	} else {
		r = &RangeEntry{}
	}
	d.parens(!d.pretty || r.HasAlias, func() {
		d.fromItem(q, j.Left)
		word := joinWords[j.Kind]
		if j.Kind == InnerJoin && j.Quals == nil && r.JoinMerged == 0 {
			word = " CROSS JOIN "
		}
		d.keyword(word, -indentStd, indentStd, indentJoin)
		d.parens(d.pretty && d.bareJoin(q, j.Right), func() { d.fromItem(q, j.Right) })
		switch {
		case r.JoinMerged > 0:
			d.put(" USING (" + quoteAll(r.Columns[:r.JoinMerged]) + ")")
			if r.UsingAlias != "" {
				d.put(" AS " + expr.QuoteIdent(r.UsingAlias))
			}
		case j.Quals != nil:
			d.put(" ON ")
			d.parens(!d.pretty, func() { d.expr(j.Quals, false) })
		case j.Kind != InnerJoin:
			d.put(" ON TRUE")
		}
	})
	if r.HasAlias {
		d.put(" " + expr.QuoteIdent(r.Alias))
	}
}

// bareJoin: a join without an alias.
func (d *queryDeparser) bareJoin(q *Query, f FromItem) bool {
	j, ok := f.(*Join)
	return ok && (j.Rel == 0 || !q.Range[j.Rel-1].HasAlias)
}

// subLink writes a subquery in an expression: get_sublink_expr.
func (d *queryDeparser) subLink(s *expr.SubLink) string {
	return d.text(func() {
		if s.Kind == expr.ArrayLink {
			d.put("ARRAY(")
		} else {
			d.put("(")
		}
		op, paren := "", true
		if s.Test != nil {
			op = d.subLinkTest(s.Test)
		}
		switch s.Kind {
		case expr.ExistsLink:
			d.put("EXISTS ")
		case expr.AnyLink:
			if op == "=" {
				d.put(" IN ")
			} else {
				d.put(" " + op + " ANY ")
			}
		case expr.AllLink:
			d.put(" " + op + " ALL ")
		case expr.RowCompareLink:
			d.put(" " + op + " ")
		default:
			paren = false
		}
		d.parens(paren, func() { d.inner(s.Query.(*Query), nil, false) })
		d.put(")")
	})
}

// subLinkTest writes the left side of a comparison with a subquery and returns
// the operator.
func (d *queryDeparser) subLinkTest(test expr.Expr) (op string) {
	switch t := test.(type) {
	case *expr.OpCall:
		d.expr(t.Args[0], true)
		return t.Op.Name
	case *expr.Bool:
		d.put("(")
		for i, a := range t.Args {
			if i > 0 {
				d.put(", ")
			}
			op = d.subLinkTest(a)
		}
		d.put(")")
	case *expr.RowCompare:
		d.put("(")
		for i, e := range t.L {
			if i > 0 {
				d.put(", ")
			}
			d.expr(e, true)
		}
		d.put(")")
		return map[int]string{-2: "<", -1: "<=", 1: ">=", 2: ">"}[t.Strategy]
	}
	return op
}

// unnested are the arguments of several calls of unnest: as they are written most often,
// in one.
func unnested(r *RangeEntry) (args []expr.Expr) {
	for _, f := range r.Functions {
		call, ok := f.Call.(*expr.FuncCall)
		if !ok || len(r.Functions) < 2 || call.Fn.Name != "unnest" || len(call.Args) != 1 {
			return nil
		}
		args = append(args, call.Args[0])
	}
	return args
}
