//go:build oracle

package minidb_test

// Random INSERT, UPDATE and DELETE for TestRandomQueries, alone and in WITH, of
// tables and through views.
// Their effect does not depend on the order in which rows arrive: sources are
// ordered, and a row is joined with one row at most.

import (
	"fmt"
	"strings"
)

// qstatement is a statement and the tables whose contents are compared after it.
type qstatement struct {
	sql    string
	writes []string
}

// qkeys are the tables that are written and their unique keys.
var qkeys = map[string][]string{"r": {"id"}, "s": nil, "u": {"a, b"}, "v": {"id"}, "w": nil, "m": nil, "c": {"id"}, "l": {"id"}}

// through is a table's name or that of a view of it.
func (g *qgen) through(t qtable) string {
	if strings.Contains("r s u m", t.name) && g.pct(25) {
		return "v" + t.name
	}
	return t.name
}

func (g *qgen) any() qstatement {
	if g.pct(80) {
		return qstatement{sql: g.statement()}
	}
	t := g.target("")
	if g.pct(25) {
		return g.writingWith(t)
	}
	sql, _ := g.write(t, false)
	return qstatement{sql, written(t)}
}

// target picks a table to write, not the one given nor one that its foreign key
// ties to it.
func (g *qgen) target(not string) qtable {
	for {
		t := qtablesList[g.IntN(8)]
		if t.name != not && !strings.Contains("rc cr", t.name+not) || not == "" {
			return t
		}
	}
}

func written(t qtable) []string {
	if t.name == "r" {
		return []string{"r", "c"}
	}
	return []string{t.name}
}

// writingWith writes a query over one or two statements that change tables.
func (g *qgen) writingWith(t qtable) qstatement {
	sql, cols := g.write(t, true)
	parts, writes := []string{"wa as (" + sql + ")"}, written(t)
	g.ctes = append(g.ctes, qtable{"wa", cols})
	if g.pct(40) {
		t2 := g.target(t.name)
		saved := g.ctes
		if g.pct(50) {
			g.ctes = nil
		}
		sql, cols = g.write(t2, true)
		g.ctes = append(saved, qtable{"wb", cols})
		parts, writes = append(parts, "wb as ("+sql+")"), append(writes, written(t2)...)
	}
	return qstatement{"with " + strings.Join(parts, ", ") + " " + g.block(2, g.types(1+g.IntN(3)), false), writes}
}

// write writes a statement on t and returns the columns of its RETURNING, which
// it has if wanted.
func (g *qgen) write(t qtable, returning bool) (string, []qcol) {
	a := g.alias()
	cols := make([]qcol, len(t.cols))
	for i, c := range t.cols {
		cols[i] = qcol{a + "." + c.base, c.base, c.typ}
	}
	var sql string
	switch g.IntN(3) {
	case 0:
		sql = g.insert(t, a, cols)
	case 1:
		sql, cols = g.update(t, a, cols)
	default:
		sql, cols = g.delete(t, a, cols)
	}
	if !returning && g.pct(35) {
		return sql, nil
	}
	types := g.types(2)
	sc := &qscope{g, cols, len(cols)}
	out := make([]string, 2)
	for i, ty := range types {
		out[i] = sc.expr(ty, 1, 1) + "::" + qnames[ty] + " as " + [...]string{"p", "q"}[i]
		if c := t.cols[g.IntN(len(t.cols))]; g.pct(20) {
			types[i] = c.typ
			out[i] = g.one("old.", "new.") + c.base + " as " + [...]string{"p", "q"}[i]
		}
	}
	return sql + " returning " + strings.Join(out, ", "), qcols("p q", types...)
}

func (g *qgen) insert(t qtable, a string, cols []qcol) string {
	n := 1 + g.IntN(len(t.cols))
	var names []string
	var types []qtype
	for _, i := range g.Perm(len(t.cols))[:n] {
		if t.name == "c" && t.cols[i].base == "rid" && g.pct(70) {
			continue
		}
		names, types = append(names, t.cols[i].base), append(types, t.cols[i].typ)
	}
	for _, k := range []string{"id", "a", "b"} { // most rows get a key
		for _, c := range t.cols {
			if c.base == k && !strings.Contains(" "+strings.Join(names, " ")+" ", " "+k+" ") && (g.pct(80) || len(names) == 0) {
				names, types = append(names, k), append(types, c.typ)
			}
		}
	}
	body := g.values(types, false)
	if g.pct(60) {
		body = g.block(2, types, false)
		for strings.HasPrefix(body, "select distinct on") {
			body = g.block(2, types, false)
		}
	}
	if g.pct(40) && strings.HasPrefix(names[0], "id") == false && len(names) > 1 {
		for i, c := range names {
			if c == "id" {
				names[0], names[i], types[0], types[i] = names[i], names[0], types[i], types[0]
			}
		}
	}
	cast := make([]string, len(types))
	keys := make([]string, len(types))
	for i, ty := range types {
		cast[i], keys[i] = fmt.Sprintf("c%d::%s", i, qnames[ty]), fmt.Sprint(i+1)
		if g.pct(30) && (names[i] == "id" || names[i] == "a") {
			cast[i] = fmt.Sprintf("c%d::%s + %d", i, qnames[ty], 100*g.IntN(2))
		}
	}
	src := make([]string, len(types))
	for i := range src {
		src[i] = fmt.Sprintf("c%d", i)
	}
	sql := "insert into " + g.through(t) + " as " + a + " (" + strings.Join(names, ", ") + ") select " + strings.Join(cast, ", ") +
		" from (" + body + ") x(" + strings.Join(src, ", ") + ") order by " + strings.Join(keys, ", ")
	key := qkeys[t.name]
	if !g.pct(60) {
		return sql
	}
	if len(key) == 0 || g.pct(20) {
		return sql + " on conflict do nothing"
	}
	target := g.one("", " ("+key[0]+")")
	if g.pct(40) {
		return sql + " on conflict" + target + " do nothing"
	}
	all := cols
	for _, c := range t.cols {
		all = append(all[:len(all):len(all)], qcol{"excluded." + c.base, c.base, c.typ})
	}
	sc := &qscope{g, all, len(all)}
	sql += " on conflict (" + key[0] + ") do update set " + g.assignments(t, sc)
	if g.pct(30) {
		sql += " where " + sc.expr(qbool, 2, 1)
	}
	return sql
}

// assignments writes the list of SET. Unique keys are only made values that no
// row has.
func (g *qgen) assignments(t qtable, sc *qscope) string {
	var out []string
	for _, i := range g.Perm(len(t.cols))[:1+g.IntN(min(3, len(t.cols)))] {
		c := t.cols[i]
		isKey := c.base == "id" || t.name == "u" && c.typ == qint
		switch {
		case isKey && qkeys[t.name] != nil:
			if g.pct(30) {
				out = append(out, c.base+" = - "+strings.SplitN(sc.cols[0].name, ".", 2)[0]+"."+c.base+" - 100")
			}
		case c.base == "rid" && g.pct(70):
			out = append(out, "rid = "+g.one("null", "1", "20"))
		case g.pct(10):
			out = append(out, c.base+" = default")
		case c.typ == qarr && g.pct(50):
			out = append(out, c.base+g.one("[2] = ", "[5] = ", "[-1] = ", "[1 + 2] = ")+sc.expr(qint, 2, 1)+"::int")
		case c.typ == qarr && g.pct(40):
			out = append(out, c.base+g.one("[1:2] = ", "[2:] = ", "[:2] = ", "[4:5] = ")+sc.expr(qarr, 1, 1)+"::int[]")
		default:
			out = append(out, c.base+" = "+sc.expr(c.typ, 2, 1)+"::"+qnames[c.typ])
		}
	}
	if len(out) == 0 {
		return "t = 'z'"
	}
	return strings.Join(out, ", ")
}

// partner is a FROM item that has one row at most for a value of its column k.
func (g *qgen) partner(cols []qcol) (item, cond string, all []qcol) {
	q := g.alias()
	from, c := g.from(1)
	inner := &qscope{g, c, len(c)}
	types := g.types(2)
	k := inner.column(qint)
	if strings.Trim(k, "0123456789") == "" {
		k += "::int + 0"
	}
	item = "(select " + k + ", " + inner.agg(types[0], 0) + ", " + inner.agg(types[1], 0) + from + " group by (" + k + ")) " + q + "(k, y, z)"
	sc := &qscope{g, cols, len(cols)}
	cond = sc.column(qint) + " = " + q + ".k"
	return item, cond, append(cols[:len(cols):len(cols)], qcol{q + ".k", "k", qint}, qcol{q + ".y", "y", types[0]}, qcol{q + ".z", "z", types[1]})
}

func (g *qgen) where(sc *qscope, cond string) string {
	switch {
	case cond == "" && g.pct(20):
		return ""
	case cond == "":
		return " where " + sc.expr(qbool, 2, 2)
	case g.pct(50):
		return " where " + cond + " and " + sc.expr(qbool, 2, 1)
	}
	return " where " + cond
}

func (g *qgen) update(t qtable, a string, cols []qcol) (string, []qcol) {
	from, cond := "", ""
	if g.pct(50) {
		from, cond, cols = g.partner(cols)
		from = " from " + from
	}
	sc := &qscope{g, cols, len(cols)}
	return "update " + g.through(t) + " " + a + " set " + g.assignments(t, sc) + from + g.where(sc, cond), cols
}

func (g *qgen) delete(t qtable, a string, cols []qcol) (string, []qcol) {
	from, cond := "", ""
	if g.pct(50) {
		from, cond, cols = g.partner(cols)
		from = " using " + from
	}
	return "delete from " + g.through(t) + " " + a + from + g.where(&qscope{g, cols, len(cols)}, cond), cols
}
