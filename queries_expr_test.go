//go:build oracle

package minidb_test

// Random expressions for TestRandomQueries. None of them fails for some value
// of its arguments, so that the order of evaluation does not matter.

import (
	"fmt"
	"strings"
)

// qscope is what an expression can name: the first own columns are the query's,
// the others come from around it.
type qscope struct {
	*qgen
	cols []qcol
	own  int
}

func (g *qgen) constant(t qtype) string {
	if g.pct(7) {
		return "null"
	}
	switch t {
	case qint:
		return fmt.Sprint(g.IntN(7))
	case qtext:
		return g.one("'a'", "'b'", "'ab'", "''", "'z'")
	case qnum:
		return g.one("1.5", "0.5", "2.0", "-1", "3") + "::numeric"
	case qdate:
		return g.one("date '2024-02-28'", "date '2024-02-29'", "date '2024-03-01'")
	case qbool:
		return g.one("true", "false")
	case qspan:
		return g.one("interval '1 day'", "interval '2 days'", "interval '-1 day'", "'0'::interval")
	case qmood:
		return g.one("'sad'", "'ok'", "'happy'") + "::mood"
	}
	return g.one("array[1, 2]", "array[1, null]", "'{}'::int[]", "array[0, 1, 2, 3]")
}

// column returns a column of a type, a constant if there is none.
func (s *qscope) column(t qtype) string {
	var own, all []string
	for i, c := range s.cols {
		if c.typ == t {
			all = append(all, c.name)
			if i < s.own {
				own = append(own, c.name)
			}
		}
	}
	switch {
	case len(own) > 0 && s.pct(75):
		return s.one(own...)
	case len(all) > 0:
		return s.one(all...)
	}
	c := s.constant(t)
	if c == "null" || t == qtext {
		return c + "::" + qnames[t]
	}
	return c
}

// keyOf returns a grouping key of a type, "" if there is none.
func (s *qscope) keyOf(t qtype) string {
	for _, c := range s.cols {
		if c.typ == t {
			return c.name
		}
	}
	return ""
}

// expr writes an expression of depth n with subqueries of depth sub.
func (s *qscope) expr(t qtype, n, sub int) string {
	switch {
	case n <= 0 || s.pct(15):
		if s.pct(70) {
			return s.column(t)
		}
		return s.constant(t)
	case sub > 0 && s.pct(6):
		return "(" + s.sub(func() string { return s.block(sub-1, []qtype{t}, true) }) + ")"
	case s.pct(10):
		return s.branch(t, n-1, sub)
	}
	e := func(t qtype) string { return s.expr(t, n-1, sub) }
	switch t {
	case qint:
		return s.intExpr(e)
	case qtext:
		return s.textExpr(e)
	case qnum:
		return s.numExpr(e)
	case qdate:
		return s.one("("+s.column(qdate)+" + "+e(qspan)+")::date", "("+e(qdate)+" + "+s.one("interval '1 month'", "interval '-1 year 2 days'")+")::date", "date_trunc('"+s.one("month", "week", "year")+"', "+s.column(qdate)+"::timestamp)::date", "("+e(qdate)+" + "+s.one("1", "0", "2")+")", "least("+e(qdate)+", "+s.column(qdate)+")", "coalesce("+e(qdate)+", "+s.column(qdate)+")")
	case qbool:
		return s.boolExpr(n-1, sub)
	}
	if t == qarr {
		return s.arrayExpr(e)
	}
	return s.spanOrMood(t, e)
}

// sub writes a subquery, which sees this scope's columns.
func (s *qscope) sub(write func() string) string {
	saved := s.outer
	s.outer = s.cols
	defer func() { s.outer = saved }()
	return write()
}

func (s *qscope) branch(t qtype, n, sub int) string {
	e := func() string { return s.expr(t, n, sub) }
	col := s.column(t)
	switch s.IntN(5) {
	case 0:
		return "case when " + s.expr(qbool, n, sub) + " then " + e() + " else " + col + " end"
	case 1:
		return "case " + s.column(qint) + " when " + s.constant(qint) + " then " + e() + " when " + s.column(qint) + " then " + col + " end"
	case 2:
		return "coalesce(" + e() + ", " + col + ")"
	case 3:
		return "nullif(" + col + ", " + s.column(t) + ")"
	}
	return s.one("greatest(", "least(") + e() + ", " + col + ", " + col + ")"
}

func (s *qscope) intExpr(e func(qtype) string) string {
	switch s.IntN(9) {
	case 0, 1, 2:
		return "(" + e(qint) + s.one(" + ", " - ") + e(qint) + ")"
	case 3:
		return "(" + s.column(qint) + " * " + s.constant(qint) + ")"
	case 4:
		return "length(" + e(qtext) + ")"
	case 5:
		return "abs(" + e(qint) + ")"
	case 6:
		return "(" + s.column(qdate) + " - " + e(qdate) + ")"
	case 7:
		return "(" + s.column(qarr) + ")[" + s.one("1", "2", "3") + "]"
	}
	if s.pct(60) {
		return s.intFunction(e)
	}
	return s.one("("+e(qint)+" % 3)", "(- "+e(qint)+")", "extract(day from "+s.column(qdate)+")::int", "cardinality("+s.column(qarr)+")")
}

func (s *qscope) textExpr(e func(qtype) string) string {
	switch s.IntN(9) {
	case 5, 6, 7, 8:
		return s.textFunction(e)
	case 0:
		return "(" + s.column(qtext) + " || " + s.column(qtext) + ")"
	case 1:
		return "upper(" + e(qtext) + ")"
	case 2:
		return "substr(" + e(qtext) + ", 1, 1)"
	case 3:
		return e(qtype(s.IntN(int(qtypes)))) + "::text"
	}
	return "concat(" + s.column(qint) + ", " + e(qtext) + ")"
}

func (s *qscope) numExpr(e func(qtype) string) string {
	switch s.IntN(7) {
	case 5, 6:
		return s.numFunction(e)
	case 0:
		return "(" + s.column(qnum) + s.one(" + ", " - ", " * ") + s.column(qnum) + ")"
	case 1:
		return "round(" + s.column(qnum) + ", 1)"
	case 2:
		return s.column(qint) + "::numeric"
	case 3:
		return "(" + s.column(qint) + " + " + s.column(qnum) + ")"
	}
	return "(" + s.column(qnum) + " / 4)"
}

func (s *qscope) boolExpr(n, sub int) string {
	e := func(t qtype) string { return s.expr(t, n, sub) }
	t := qtype(s.IntN(int(qtypes)))
	cmp := s.one(" = ", " = ", " < ", " >= ", " <> ", " is distinct from ", " is not distinct from ")
	switch s.IntN(20) {
	case 16, 17, 18:
		return s.boolFunction(e)
	case 0, 1, 2:
		return "(" + s.column(t) + cmp + s.column(t) + ")"
	case 3, 4:
		return "(" + e(t) + cmp + s.column(t) + ")"
	case 5, 6:
		return "(" + e(qbool) + s.one(" and ", " or ") + e(qbool) + ")"
	case 7:
		return "(not " + e(qbool) + ")"
	case 8:
		return "(" + e(t) + s.one(" is null)", " is not null)")
	case 9:
		return "(" + s.column(qint) + s.one(" in (", " not in (") + s.constant(qint) + ", " + s.constant(qint) + ", " + s.column(qint) + "))"
	case 10:
		return "(" + e(qint) + s.one("", " not") + " between " + s.one("", "symmetric ") + s.constant(qint) + " and " + s.column(qint) + ")"
	case 11:
		return s.one("("+e(qbool)+s.one(" is true)", " is not true)", " is unknown)", " is not false)"), "("+s.column(qtext)+s.one(" like ", " not like ")+s.one("'a%'", "'%b'", "'_'", "'a'")+")")
	case 12:
		return "((" + s.column(qint) + ", " + s.column(t) + ")" + s.one(" = ", " < ", " >= ", " <> ") + "(" + e(qint) + ", " + s.column(t) + "))"
	case 13:
		return "(" + s.column(qint) + s.one(" = any (", " <> all (", " < any (", " >= all (") + s.column(qarr) + "))"
	}
	return s.link(t, n, sub)
}

// link writes a predicate over a subquery.
func (s *qscope) link(t qtype, n, sub int) string {
	if sub <= 0 {
		return "(" + s.column(t) + " = " + s.constant(t) + "::" + qnames[t] + ")"
	}
	body := func(types ...qtype) string {
		return "(" + s.sub(func() string { return s.block(sub-1, types, false) }) + ")"
	}
	left := s.column(t)
	var q string
	switch s.IntN(6) {
	case 0, 1:
		q = s.one("exists ", "not exists ") + body(qint)
	case 2, 3:
		q = left + s.one(" in ", " not in ") + body(t)
	case 4:
		q = left + s.one(" = any ", " < any ", " <> all ", " >= all ") + body(t)
	default:
		q = "(" + s.column(qint) + ", " + left + ")" + s.one(" in ", " not in ") + body(qint, t)
	}
	if strings.Contains(q, "(select distinct on") {
		return "exists (select)"
	}
	return "(" + q + ")"
}
