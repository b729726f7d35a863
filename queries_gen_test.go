//go:build oracle

package minidb_test

// Random queries for TestRandomQueries: FROM lists, query blocks and their
// clauses. Their results do not depend on the order in which rows arrive, so
// that two engines and two plans can be compared: LIMIT and DISTINCT ON come
// with an ORDER BY over all columns, aggregates that see an order have one.
// queries_expr_test.go holds the expressions.

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// qtype is the type of a generated expression.
type qtype int

const (
	qint qtype = iota
	qtext
	qnum
	qdate
	qbool
	qarr
	qspan
	qmood
	qtypes
)

var qnames = [...]string{"int", "text", "numeric", "date", "bool", "int[]", "interval", "mood"}

// qcol is something that can be named: a column of a FROM item.
type qcol struct {
	name string // as written in an expression
	base string // the column's own name
	typ  qtype
}

// qtable is a table of the schema or a common table expression.
type qtable struct {
	name string
	cols []qcol
}

// qschema creates the tables that the queries read: with and without keys and
// indexes, with NULLs, one of them empty.
const qschema = `create table r (id int primary key, a int, b int, t text, n numeric, d date, f bool);
create table s (id int, a int, t text, x numeric, e int[]);
create index on s (a);
create table u (a int, b int, t text, primary key (a, b));
create table v (id int not null unique, d date, f bool, n numeric, t text);
create index on v (d);
create index on v (t, id);
create table w (id int, a int);
create type mood as enum ('sad', 'ok', 'happy');
create table m (id int, k mood, i interval, a int, e int[]);
create index on m (k);
create table c (id int primary key, rid int references r on delete cascade on update set null, t text, k mood not null default 'ok');
create table l (id int primary key, a int, b int, t text, n numeric);
create index on l (a, b);
insert into r select i, i % 4, nullif(i % 5, 3), (array['a', 'b', 'ab', '', null, 'c'])[i % 6 + 1], (i % 7) / 2.0, date '2024-02-27' + i % 4, (i % 3 = 0) from generate_series(1, 12) i;
insert into r values (20, null, null, null, null, null, null);
insert into s select i % 6, nullif(i % 4, 2), (array['a', 'b', 'ba', null])[i % 4 + 1], i * 1.5, array[i % 3, i, null] from generate_series(1, 15) i;
insert into s values (null, null, null, null, null), (2, 2, 'b', 3, '{}');
insert into u select i, j, chr(96 + i + j) from generate_series(0, 3) i, generate_series(0, 2) j;
insert into v select i, nullif(date '2024-02-26' + i % 5, date '2024-02-28'), nullif(i % 4, 1) > 1, i % 3 - 1, (array['a', 'b', 'ab', 'z', null])[i % 5 + 1] from generate_series(-3, 7) i;
insert into m select i % 5, (enum_range(null::mood))[nullif(i % 4, 0)], (i % 3) * interval '1 day', nullif(i % 3, 1), array[i % 3, i % 2] from generate_series(1, 9) i;
insert into c select i, nullif(i % 4, 2) + 1, (array['a', 'b', null])[i % 3 + 1], (enum_range(null::mood))[i % 3 + 1] from generate_series(1, 8) i;
insert into l select i, i % 10, nullif(i % 7, 5), (array['a', 'b', 'ab', 'abc', null])[i % 5 + 1], (i % 9) / 4.0 from generate_series(1, 60) i;
create view rs as select r.id, s.a, r.t, coalesce(r.n, s.x) as n, r.d from r left join s on s.id = r.a where r.b is distinct from 2;
create view ga (a, c, n, e) as select a, count(*)::int, max(n), array_agg(b order by b) from r group by a;
create view mu as select a, t, null::mood as k from u union all select id, t, k from c;
create view vr as select * from r where b is distinct from 1 with check option;
create view vs as select e, t, x, id, a from s where a is null or a < 3;
create view vu as select * from u where b < 2;
create view vm as select k, e, id, i, a from (select * from m where a is distinct from 2) x
`

// qtablesList mirrors qschema.
var qtablesList = []qtable{
	{"r", qcols("id a b t n d f", qint, qint, qint, qtext, qnum, qdate, qbool)},
	{"s", qcols("id a t x e", qint, qint, qtext, qnum, qarr)},
	{"u", qcols("a b t", qint, qint, qtext)},
	{"v", qcols("id d f n t", qint, qdate, qbool, qnum, qtext)},
	{"w", qcols("id a", qint, qint)},
	{"m", qcols("id k i a e", qint, qmood, qspan, qint, qarr)},
	{"c", qcols("id rid t k", qint, qint, qtext, qmood)},
	{"l", qcols("id a b t n", qint, qint, qint, qtext, qnum)},
	{"rs", qcols("id a t n d", qint, qint, qtext, qnum, qdate)},
	{"ga", qcols("a c n e", qint, qint, qnum, qarr)},
	{"mu", qcols("a t k", qint, qtext, qmood)},
}

func qcols(names string, types ...qtype) []qcol {
	var out []qcol
	for i, n := range strings.Fields(names) {
		out = append(out, qcol{base: n, name: n, typ: types[i]})
	}
	return out
}

// qgen writes one random statement.
type qgen struct {
	*rand.Rand
	aliases int
	leaves  int // FROM items of the current block
	ctes    []qtable
	outer   []qcol // columns of the queries around, for correlation
}

func (g *qgen) one(list ...string) string { return list[g.IntN(len(list))] }
func (g *qgen) pct(n int) bool            { return g.IntN(100) < n }

func (g *qgen) alias() string {
	g.aliases++
	return fmt.Sprintf("%c%d", 'g'+rune(g.aliases%8), g.aliases)
}

// statement writes a whole query, often with common table expressions.
func (g *qgen) statement() string {
	with := ""
	if g.pct(20) {
		with = g.with()
	}
	types := g.types(1 + g.IntN(4))
	switch {
	case g.pct(20):
		return with + g.setop(2, types)
	case g.pct(4):
		return with + g.locking(types)
	}
	return with + g.block(3, types, false)
}

// locking writes a query that locks the rows it reads.
func (g *qgen) locking(types []qtype) string {
	from, cols := g.from(1)
	sc := &qscope{g, cols, len(cols)}
	list := make([]string, len(types))
	for i, t := range types {
		list[i] = sc.expr(t, 1, 1) + "::" + qnames[t]
	}
	q := "select " + strings.Join(list, ", ") + from + " where " + sc.expr(qbool, 2, 1)
	if g.pct(30) {
		q += g.orderAll(len(types)) + g.limit()
	}
	q += g.one(" for update", " for share", " for no key update", " for key share")
	if g.pct(30) {
		q += " of " + strings.SplitN(cols[g.IntN(len(cols))].name, ".", 2)[0]
	}
	return q + g.one("", "", " nowait", " skip locked")
}

func (g *qgen) types(n int) []qtype {
	out := make([]qtype, n)
	for i := range out {
		out[i] = qtype(g.IntN(int(qtypes)))
		if g.pct(30) {
			out[i] = qint
		}
	}
	return out
}

func (g *qgen) with() string {
	if g.pct(30) {
		return g.recursive()
	}
	types := g.types(2)
	body := g.block(2, types, false)
	if strings.HasPrefix(body, "select distinct on") {
		types = append([]qtype{qbool}, types...)
	}
	names := "pqo"[:len(types)]
	cols := qcols(strings.Join(strings.Split(names, ""), " "), types...)
	g.ctes = append(g.ctes, qtable{"ct", cols})
	return "with ct(" + strings.Join(strings.Split(names, ""), ", ") + ") as " + g.one("", "", "materialized ", "not materialized ") + "(" + body + ") "
}

// recursive writes WITH RECURSIVE, which ends by a counter or a path.
func (g *qgen) recursive() string {
	if g.pct(25) {
		g.ctes = append(g.ctes, qtable{"rc", qcols("n p", qint, qarr)})
		return "with recursive rc(n, p) as (select id, array[id] from w where id < 3 union all select " +
			"u.b, rc.p || u.b from rc join u on u.a = rc.n where u.b <> all (rc.p)) "
	}
	g.ctes = append(g.ctes, qtable{"rc", qcols("n m", qint, qint)})
	step := g.one("select n + 1, m * 2 from rc where n < 4",
		"select rc.n + 1, u.b from rc join u on u.a = rc.n where rc.n < 5",
		"select rc.n + 1, (select max(a) from r where r.id > rc.m) from rc where rc.n < 4",
		"select distinct rc.n + 1, l.a from rc left join l on l.b = rc.m and l.id < 20 where rc.n < 3",
		"select rc.n + 1, x.a from rc, lateral (select a from s where s.id = rc.n order by a limit 2) x where rc.n < 4")
	return "with recursive rc(n, m) as (select 0, 1 " + g.one("union", "union all") + " " + step + ") "
}

// setop writes set operations over blocks of the same types.
func (g *qgen) setop(depth int, types []qtype) string {
	n := 2 + g.IntN(2)
	var parts []string
	for i := range n {
		if i > 0 {
			parts = append(parts, g.one("union", "union all", "intersect", "except", "intersect all", "except all"))
		}
		if depth > 1 && g.pct(15) {
			parts = append(parts, "("+g.setop(depth-1, types)+")")
			continue
		}
		b := g.block(depth-1, types, false)
		for strings.HasPrefix(b, "select distinct on") {
			b = g.block(depth-1, types, false)
		}
		parts = append(parts, "("+b+")")
	}
	q := strings.Join(parts, " ")
	if g.pct(30) {
		return q + g.orderAll(len(types)) + g.limit()
	}
	return q
}

// orderAll orders by every output column, so that LIMIT is determined.
func (g *qgen) orderAll(n int) string {
	keys := make([]string, n)
	for i, p := range g.Perm(n) {
		keys[i] = fmt.Sprint(p+1) + g.one("", "", " desc", " nulls first", " desc nulls last", " asc nulls last")
	}
	return " order by " + strings.Join(keys, ", ")
}

func (g *qgen) limit() string {
	switch g.IntN(6) {
	case 0:
		return fmt.Sprintf(" limit %d", g.IntN(6))
	case 1:
		return fmt.Sprintf(" offset %d", g.IntN(4))
	case 2:
		return fmt.Sprintf(" limit %d offset %d", 1+g.IntN(5), g.IntN(4))
	case 3:
		return fmt.Sprintf(" fetch first %d rows with ties", 1+g.IntN(4))
	}
	return ""
}

// block writes one SELECT; scalar asks for at most one row.
func (g *qgen) block(depth int, types []qtype, scalar bool) string {
	if depth <= 0 || !scalar && g.pct(4) {
		return g.values(types, scalar)
	}
	from, cols := g.from(depth)
	sc := &qscope{g, append(cols, g.outer...), len(cols)}
	where := ""
	if g.pct(60) {
		where = " where " + sc.expr(qbool, 3, depth)
	}
	switch {
	case g.pct(25):
		return g.grouped(sc, from+where, types, depth, scalar)
	case scalar && g.pct(50):
		return "select " + sc.agg(types[0], depth) + from + where
	}
	return g.plain(sc, from+where, types, depth, scalar)
}

func (g *qgen) values(types []qtype, scalar bool) string {
	n := 1 + g.IntN(3)
	if scalar {
		n = 1
	}
	rows := make([]string, n)
	for i := range rows {
		vals := make([]string, len(types))
		for j, t := range types {
			vals[j] = g.constant(t)
			if vals[j] == "null" {
				vals[j] = "null::" + qnames[t]
			}
		}
		rows[i] = "(" + strings.Join(vals, ", ") + ")"
	}
	return "values " + strings.Join(rows, ", ")
}

func (g *qgen) plain(sc *qscope, tail string, types []qtype, depth int, scalar bool) string {
	out := make([]string, len(types))
	for i, t := range types {
		out[i] = sc.expr(t, 2, depth)
		if out[i] == "null" {
			out[i] = "null::" + qnames[t]
		}
	}
	list := strings.Join(out, ", ")
	switch {
	case scalar:
		return "select " + list + tail + g.orderAll(len(types)) + " limit 1"
	case g.pct(12):
		return "select distinct " + list + tail + g.orderAll(len(types)) + g.limit()
	case g.pct(6):
		key := sc.column(qint)
		all := make([]string, len(out))
		for i, e := range out {
			all[i] = "(" + e + ")" + "::text"
		}
		return "select distinct on (" + key + ") " + key + "::text is null or true, " + list + tail + " order by " + key + ", " + strings.Join(all, ", ")
	case g.pct(40):
		return "select " + list + tail + g.orderAll(len(types)) + g.limit()
	}
	return "select " + list + tail
}

// grouped writes a block with GROUP BY or with aggregates only.
func (g *qgen) grouped(sc *qscope, tail string, types []qtype, depth int, scalar bool) string {
	var keys []qcol
	if !scalar {
		for range g.IntN(3) {
			t := qtype(g.IntN(int(qtypes)))
			k := sc.column(t)
			if g.pct(25) {
				k = sc.expr(t, 1, 0)
			}
			if strings.Trim(k, "0123456789") == "" || k == "null" || k[0] == '\'' {
				continue // a position or an untyped constant, not a value
			}
			keys = append(keys, qcol{name: k, typ: t})
		}
	}
	grouped := &qscope{g, keys, len(keys)}
	out := make([]string, len(types))
	for i, t := range types {
		out[i] = grouped.keyOf(t)
		switch {
		case t == qint && len(keys) > 0 && g.pct(15):
			out[i] = "grouping(" + keys[g.IntN(len(keys))].name + ")"
		case out[i] == "" || g.pct(50):
			out[i] = sc.agg(t, depth)
		}
	}
	q := "select " + strings.Join(out, ", ") + tail
	if len(keys) > 0 {
		names := make([]string, len(keys))
		for i, k := range keys {
			names[i] = k.name
		}
		q += " group by " + g.one("", "", "", "", "distinct ") + g.groupingSets(names)
	}
	if g.pct(25) {
		q += " having " + sc.agg(qint, depth) + g.one(" > ", " <= ", " <> ") + g.constant(qint)
	}
	if g.pct(40) {
		q += g.orderAll(len(types))
		// PostgreSQL's min and max by the first row in order take all its ties
		// then, and fail.
		if l := g.limit(); len(keys) > 0 || !strings.HasSuffix(l, "ties") {
			q += l
		}
	}
	return q
}

func (g *qgen) groupingSets(keys []string) string {
	all := strings.Join(keys, ", ")
	switch g.IntN(12) {
	case 0:
		return "rollup (" + all + ")"
	case 1:
		return "cube (" + all + ")"
	case 2:
		return "grouping sets ((" + all + "), (" + keys[0] + "), ())"
	case 3:
		return keys[0] + ", grouping sets (" + all + ")"
	case 4:
		return "grouping sets (rollup (" + all + "), " + keys[0] + ")"
	}
	return all
}

// from writes the FROM clause and returns the columns that it offers.
func (g *qgen) from(depth int) (string, []qcol) {
	n := 1
	if g.pct(25) {
		n = 2
	}
	defer func(old int) { g.leaves = old }(g.leaves)
	g.leaves = 0
	var items []string
	var cols []qcol
	for range n {
		item, c := g.item(depth, cols)
		items = append(items, item)
		cols = append(cols, c...)
	}
	return " from " + strings.Join(items, ", "), cols
}

// item writes a FROM item: a join or one of its leaves.
func (g *qgen) item(depth int, before []qcol) (string, []qcol) {
	if depth > 0 && g.leaves < 3 && g.pct(50) {
		return g.join(depth, before)
	}
	return g.leaf(depth, before)
}

func (g *qgen) join(depth int, before []qcol) (string, []qcol) {
	left, lc := g.item(depth-1, before)
	kind := g.one("join", "left join", "left join", "right join", "full join", "cross join", "join", "inner join", "natural join", "natural left join", "using", "using")
	var right string
	var rc []qcol
	if kind == "join" || kind == "left join" || kind == "cross join" {
		right, rc = g.item(depth-1, append(before[:len(before):len(before)], lc...))
	} else {
		right, rc = g.item(depth-1, nil)
	}
	cols := append(lc[:len(lc):len(lc)], rc...)
	switch {
	case kind == "using":
		shared := sharedColumn(lc, rc)
		if shared == "" {
			return left + " cross join " + right, cols
		}
		return "(" + left + g.one(" join ", " left join ", " full join ", " right join ") + right + " using (" + shared + "))", cols
	case strings.HasPrefix(kind, "natural"), kind == "cross join":
		return "(" + left + " " + kind + " " + right + ")", cols
	}
	return "(" + left + " " + kind + " " + right + " on " + g.joinCond(kind, lc, rc, depth) + ")", cols
}

func (g *qgen) joinCond(kind string, lc, rc []qcol, depth int) string {
	cond := ""
	for range 1 + g.IntN(2) {
		l := lc[g.IntN(len(lc))]
		for _, p := range g.Perm(len(rc)) {
			if rc[p].typ == l.typ {
				if cond != "" {
					cond += " and "
				}
				cond += l.name + " = " + rc[p].name
				break
			}
		}
	}
	if cond == "" || g.pct(20) && kind != "full join" {
		sc := &qscope{g, append(append(lc[:len(lc):len(lc)], rc...), g.outer...), len(lc) + len(rc)}
		if cond != "" {
			cond += g.one(" and ", " or ")
		}
		cond += sc.expr(qbool, 2, depth-1)
	}
	return cond
}

// sharedColumn returns a column name that occurs once on both sides.
func sharedColumn(l, r []qcol) string {
	for _, c := range l {
		n, m := 0, 0
		for _, d := range l {
			if d.base == c.base {
				n++
			}
		}
		for _, d := range r {
			if d.base == c.base && d.typ == c.typ {
				m++
			}
		}
		if n == 1 && m == 1 {
			return c.base
		}
	}
	return ""
}

func (g *qgen) leaf(depth int, before []qcol) (string, []qcol) {
	a := g.alias()
	g.leaves++
	if depth > 0 && g.pct(25) {
		return g.subquery(depth, a, before)
	}
	if g.pct(6) {
		return g.function(a, before)
	}
	t := qtablesList[g.IntN(len(qtablesList))]
	if len(g.ctes) > 0 && g.pct(50) {
		t = g.ctes[g.IntN(len(g.ctes))]
	}
	cols := make([]qcol, len(t.cols))
	for i, c := range t.cols {
		cols[i] = qcol{a + "." + c.base, c.base, c.typ}
	}
	return t.name + " " + a, cols
}

// function writes a function in FROM; it may read the items before.
func (g *qgen) function(a string, before []qcol) (string, []qcol) {
	z := []qcol{{a + ".z", "z", qint}}
	for _, c := range before {
		if c.typ == qarr && g.pct(70) {
			return "unnest(" + c.name + ") with ordinality " + a + "(z, y)", append(z, qcol{a + ".y::int", "y", qint})
		}
		if c.typ == qint && g.pct(30) {
			return "generate_series(1, " + c.name + " % 4) " + a + "(z)", z
		}
	}
	if g.pct(15) {
		return "regexp_split_to_table('a,b,,ab', ',') " + a + "(z)", []qcol{{a + ".z", "z", qtext}}
	}
	return g.one("generate_series(1, 3) ", "unnest(array[1, 2, null]) ", "generate_series(2, 1) ") + a + "(z)", z
}

func (g *qgen) subquery(depth int, a string, before []qcol) (string, []qcol) {
	types := g.types(1 + g.IntN(3))
	lateral, saved := "", g.outer
	if len(before) > 0 && g.pct(60) {
		lateral = "lateral "
		g.outer = append(before[:len(before):len(before)], g.outer...)
	}
	body := g.block(depth-1, types, false)
	if g.pct(10) {
		body = g.setop(depth-1, types)
	}
	g.outer = saved
	if strings.HasPrefix(body, "select distinct on") {
		types = append([]qtype{qbool}, types...)
	}
	names := make([]string, len(types))
	cols := make([]qcol, len(types))
	for i, t := range types {
		names[i] = fmt.Sprintf("c%d", i)
		cols[i] = qcol{a + "." + names[i], names[i], t}
	}
	return lateral + "(" + body + ") " + a + "(" + strings.Join(names, ", ") + ")", cols
}
