//go:build oracle

package minidb_test

// Functions, operators and aggregates for TestRandomQueries' expressions.

import (
	"fmt"
	"strings"
)

func (s *qscope) intFunction(e func(qtype) string) string {
	switch s.IntN(9) {
	case 0:
		return "strpos(" + e(qtext) + ", " + s.constant(qtext) + ")"
	case 1:
		return "array_position(" + s.column(qarr) + ", " + s.column(qint) + ")"
	case 2:
		return "array_length(" + e(qarr) + ", 1)"
	case 3:
		return "extract(" + s.one("dow", "month", "doy", "epoch") + " from " + e(qdate) + ")::int"
	case 4:
		return "(extract(epoch from " + e(qspan) + ") / 3600)::int"
	case 5:
		return "regexp_count(" + e(qtext) + ", '" + s.one("a", "[ab]", "^", "b$") + "')"
	case 6:
		return "width_bucket(" + s.column(qnum) + ", 0, 4, 4)"
	case 7:
		return "num_nulls(" + s.column(qint) + ", " + s.column(qtext) + ", " + s.column(qdate) + ")"
	}
	return "ascii(" + s.column(qtext) + ")"
}

func (s *qscope) textFunction(e func(qtype) string) string {
	x, c := e(qtext), s.column(qtext)
	switch s.IntN(13) {
	case 0:
		return s.one("lower", "initcap", "reverse", "trim", "md5", "quote_literal", "quote_nullable") + "(" + x + ")"
	case 1:
		return s.one("lpad(", "rpad(") + x + ", " + s.one("3", "1", "0") + ", 'xy')"
	case 2:
		return "repeat(" + c + ", " + s.one("2", "0", "-1", "3") + ")"
	case 3:
		return "replace(" + x + ", " + c + ", 'q')"
	case 4:
		return "translate(" + x + ", 'abz', 'xy')"
	case 5:
		return s.one("left(", "right(") + x + ", " + s.one("1", "-1", "2") + ")"
	case 6:
		return "split_part(" + x + ", " + s.one("'a'", "'b'", "','") + ", " + s.one("1", "2", "-1") + ")"
	case 7:
		return "regexp_replace(" + x + ", '" + s.one("a", "(.)b", "[^a]", "$", "b*") + "', '" + s.one("<\\&>", "\\1", "") + "'" + s.one("", ", 'g'") + ")"
	case 8:
		return "substring(" + x + " from '" + s.one("a.", "(b)", "^.", "[a-c]+$") + "')"
	case 9:
		return "array_to_string(" + e(qarr) + ", ','" + s.one("", ", '-'") + ")"
	case 10:
		return "concat_ws(" + c + ", " + x + ", " + s.column(qint) + ")"
	case 11:
		return "to_char(" + s.one(s.column(qdate)+", 'YYYY-MM-DD Dy'", s.column(qnum)+", 'FM990.00'", s.column(qint)+", '000'") + ")"
	}
	return "(regexp_match(" + x + ", '" + s.one("(a)(b)?", "^(.)", "b") + "'))[" + s.one("1", "2") + "]"
}

func (s *qscope) numFunction(e func(qtype) string) string {
	x := e(qnum)
	switch s.IntN(7) {
	case 0:
		return s.one("ceil", "floor", "trunc", "abs", "sign", "-", "trim_scale") + "(" + x + ")"
	case 1:
		return "(" + x + " % " + s.one("2", "1.5", "-2") + ")"
	case 2:
		return s.column(qnum) + "::numeric(" + s.one("8,1", "10,3", "8,0") + ")"
	case 3:
		return "div(" + x + ", " + s.one("2", "0.7") + ")"
	case 4:
		return "round(sqrt(abs(" + s.column(qnum) + ")), 3)"
	case 5:
		return "round(" + s.column(qnum) + ", " + s.one("0", "-1", "2") + ")"
	}
	return "(extract(epoch from " + e(qspan) + ") / 86400)"
}

func (s *qscope) arrayExpr(e func(qtype) string) string {
	a := e(qarr)
	switch s.IntN(9) {
	case 0, 1:
		return "array[" + e(qint) + ", " + e(qint) + "]"
	case 2:
		return "(" + a + " || " + s.column(qint) + ")"
	case 3:
		return "array_remove(" + s.column(qarr) + ", " + s.column(qint) + ")"
	case 4:
		return "(" + a + ")[" + s.one("1:2", "2:", ":1", "2:1") + "]"
	case 5:
		return "array_cat(" + a + ", " + s.column(qarr) + ")"
	case 6:
		return "array_prepend(" + s.column(qint) + ", " + a + ")"
	case 7:
		return "array_replace(" + a + ", " + s.constant(qint) + ", " + s.column(qint) + ")"
	}
	return "array(select " + s.one("z", "z + "+s.column(qint), "-z") + " from unnest(" + a + "::int[]) z order by 1)"
}

func (s *qscope) spanOrMood(t qtype, e func(qtype) string) string {
	x, c := e(t), s.column(t)
	if t == qspan {
		return s.one("("+x+" + "+c+")", "("+c+" - "+x+")", "("+s.column(qint)+" * "+c+")", "(- "+x+")",
			"("+s.column(qdate)+" - ("+s.column(qdate)+" + "+x+"))", "make_interval(days => "+s.column(qint)+")")
	}
	return s.one("coalesce("+x+", "+c+")", x+"::text::mood", "enum_last("+c+")", "(enum_range("+x+", "+c+"))[1]", "greatest("+x+", "+c+")")
}

func (s *qscope) boolFunction(e func(qtype) string) string {
	switch s.IntN(9) {
	case 0, 1:
		return "(" + e(qarr) + s.one(" @> ", " <@ ", " && ", " < ", " = ") + s.column(qarr) + ")"
	case 2, 3:
		return "(" + e(qtext) + s.one(" ~ ", " !~ ", " ~* ", " !~* ") + s.one("'^a'", "'b$'", "'(a|b)+'", "'A'", "'^.?$'", "'[^ab]'") + ")"
	case 4:
		return "(" + e(qtext) + s.one(" ilike 'A%'", " similar to '(a|b)%'", " not similar to '_b?'", " not ilike '%B'") + ")"
	case 5:
		return "(" + s.one("row(", "(") + s.column(qint) + ", " + s.column(qtext) + ")" + s.one(" is null", " is not null", " is distinct from ("+s.column(qint)+", "+s.constant(qtext)+")") + ")"
	case 6:
		return "((" + s.column(qint) + ", " + s.column(qdate) + ", " + s.column(qnum) + ")" + s.one(" <= ", " > ", " = ") + "(" + e(qint) + ", " + s.column(qdate) + ", " + s.column(qnum) + "))"
	case 7:
		return "((" + s.column(qdate) + ", " + e(qspan) + ") overlaps (" + s.column(qdate) + ", " + s.column(qdate) + "))"
	}
	return "starts_with(" + e(qtext) + ", " + s.column(qtext) + ")"
}

// agg writes an aggregate call of a result type.
func (s *qscope) agg(t qtype, sub int) string {
	e := func(t qtype) string {
		if s.pct(60) {
			return s.column(t)
		}
		return s.expr(t, 1, 0)
	}
	any := qtype(s.IntN(int(qtypes)))
	var call string
	if s.pct(12) {
		call = s.orderedSet(t, e)
	}
	if call == "" {
		call = s.plainAgg(t, any, e)
	}
	if s.pct(20) {
		call += " filter (where " + s.expr(qbool, 1, min(sub, 1)) + ")"
	}
	if t == qint && !strings.HasPrefix(call, "m") {
		call = "(" + call + ")::int"
	}
	return call
}

// plainAgg writes an aggregate; those that see an order have one.
func (s *qscope) plainAgg(t, any qtype, e func(qtype) string) string {
	distinct := s.one("", "", "", "distinct ")
	switch t {
	case qint:
		return s.one("count(*)", "count("+distinct+s.column(any)+")", "sum("+distinct+e(qint)+")", "min("+e(qint)+")", "max("+e(qint)+")",
			"bit_and("+e(qint)+")", "bit_or("+e(qint)+")", "bit_xor("+distinct+e(qint)+")", "count("+distinct+"("+s.column(qint)+", "+s.column(any)+"))")
	case qtext:
		k, d := s.column(qtext), s.column(qint)
		return s.one("min("+k+")", "max("+k+")", "string_agg("+k+", ',' order by "+k+s.one("", " desc", " nulls first")+")",
			"string_agg(distinct "+k+", ',' order by "+k+")", "array_agg("+distinct+k+" order by "+k+")::text",
			"string_agg("+k+", "+d+"::text order by "+k+", "+d+")")
	case qnum:
		return s.one("sum("+distinct+e(qnum)+")", "avg("+e(qint)+")", "max("+e(qnum)+")", "avg("+distinct+e(qnum)+")",
			s.one("stddev", "var_pop", "variance", "stddev_pop")+"("+distinct+s.column(s.num())+")",
			"round("+s.one("corr", "regr_slope", "covar_pop", "regr_avgx")+"("+s.column(qint)+", "+s.column(qint)+")::numeric, 6)")
	case qbool:
		return s.one("bool_and("+e(qbool)+")", "bool_or("+e(qbool)+")", "every("+e(qbool)+")")
	case qarr:
		k := s.column(qint)
		return s.one("array_agg("+distinct+k+" order by "+k+s.one("", " desc", " nulls first")+")", "min("+s.column(qarr)+")",
			"array_agg("+k+" order by "+s.column(any)+", "+k+")")
	case qspan:
		return s.one("sum("+distinct+e(qspan)+")", "min("+e(qspan)+")", "max("+e(qspan)+")")
	}
	return s.one("min(", "max(") + e(t) + ")"
}

func (s *qscope) num() qtype {
	if s.pct(50) {
		return qint
	}
	return qnum
}

func (s *qscope) orderedSet(t qtype, e func(qtype) string) string {
	desc := s.one("", "", " desc")
	if t == qint && s.pct(40) {
		c := fmt.Sprint(s.IntN(5))
		return s.one("rank(", "dense_rank(") + c + ") within group (order by " + e(qint) + desc + ")"
	}
	if t == qnum && s.pct(60) {
		if s.pct(30) {
			return "round(" + s.one("cume_dist(", "percent_rank(") + s.constant(qint) + "::int) within group (order by " + e(qint) + desc + ")::numeric, 6)"
		}
		return "percentile_cont(" + s.one("0.5", "0.25", "1", "null") + ") within group (order by " + e(qint) + desc + ")::numeric"
	}
	if t == qbool {
		return ""
	}
	return s.one("mode()", "percentile_disc("+s.one("0.5", "0.1", "1")+")") + " within group (order by " + e(t) + desc + ")"
}
