package minidb_test

// The random conditions of TestModel.

import (
	"fmt"
	"strings"
)

// predicate makes a condition of at most so many levels.
func (g *modelTest) predicate(levels int) predicate {
	if levels == 0 || g.r.IntN(3) == 0 {
		return g.leaf()
	}
	x := g.predicate(levels - 1)
	if g.r.IntN(4) == 0 {
		return predicate{"not (" + x.sql + ")", func(m modelRows, id int, r modelRow) tri { return yes - x.eval(m, id, r) }}
	}
	y := g.predicate(levels - 1)
	if g.r.IntN(2) == 0 {
		return predicate{"(" + x.sql + " and " + y.sql + ")",
			func(m modelRows, id int, r modelRow) tri { return min(x.eval(m, id, r), y.eval(m, id, r)) }}
	}
	return predicate{"(" + x.sql + " or " + y.sql + ")",
		func(m modelRows, id int, r modelRow) tri { return max(x.eval(m, id, r), y.eval(m, id, r)) }}
}

// operand is an integer expression on m.
type operand struct {
	sql  string
	eval func(id int, r modelRow) *int
}

func (g *modelTest) operand() operand {
	switch g.r.IntN(6) {
	case 0, 1:
		return operand{"m.a", func(_ int, r modelRow) *int { return r.a }}
	case 2, 3:
		return operand{"m.b", func(_ int, r modelRow) *int { return r.b }}
	case 4:
		return operand{"m.id", func(id int, _ modelRow) *int { return &id }}
	}
	return operand{"(m.a + m.b)", func(_ int, r modelRow) *int {
		if r.a == nil || r.b == nil {
			return nil
		}
		n := *r.a + *r.b
		return &n
	}}
}

var comparisons = map[string]func(x, y int) bool{
	"=": func(x, y int) bool { return x == y }, "<>": func(x, y int) bool { return x != y },
	"<": func(x, y int) bool { return x < y }, "<=": func(x, y int) bool { return x <= y },
	">": func(x, y int) bool { return x > y }, ">=": func(x, y int) bool { return x >= y },
}

func compare(op string, x, y *int) tri {
	if x == nil || y == nil {
		return unknown
	}
	return truth(comparisons[op](*x, *y))
}

// limitFor is a constant that splits the operand's values.
func (g *modelTest) limitFor(x operand) int {
	if x.sql == "m.id" {
		return g.someID()
	}
	return g.r.IntN(12)
}

func (g *modelTest) leaf() predicate {
	x := g.operand()
	switch g.r.IntN(10) {
	case 0:
		return predicate{x.sql + " is null", func(_ modelRows, id int, r modelRow) tri { return truth(x.eval(id, r) == nil) }}
	case 1:
		return g.inList(x)
	case 2:
		lo, hi := g.limitFor(x), g.limitFor(x)
		return predicate{fmt.Sprintf("%s between %d and %d", x.sql, lo, hi), func(_ modelRows, id int, r modelRow) tri {
			return min(compare(">=", x.eval(id, r), &lo), compare("<=", x.eval(id, r), &hi))
		}}
	case 3:
		y := g.operand()
		return predicate{x.sql + " = " + y.sql, func(_ modelRows, id int, r modelRow) tri { return compare("=", x.eval(id, r), y.eval(id, r)) }}
	case 4, 5:
		return g.textLeaf()
	case 6:
		return g.subqueryLeaf(x)
	}
	op := []string{"=", "=", "<>", "<", "<=", ">", ">="}[g.r.IntN(7)]
	n := g.limitFor(x)
	return predicate{fmt.Sprintf("%s %s %d", x.sql, op, n), func(_ modelRows, id int, r modelRow) tri { return compare(op, x.eval(id, r), &n) }}
}

// inList may have a NULL in the list.
func (g *modelTest) inList(x operand) predicate {
	var items []string
	var ns []*int
	for range 1 + g.r.IntN(4) {
		n := g.limitFor(x)
		p := &n
		if g.r.IntN(8) == 0 {
			p = nil
		}
		ns, items = append(ns, p), append(items, literal(p))
	}
	return predicate{x.sql + " in (" + strings.Join(items, ", ") + ")", func(_ modelRows, id int, r modelRow) tri {
		return anyEqual(x.eval(id, r), ns)
	}}
}

func anyEqual(v *int, ns []*int) tri {
	result := no
	for _, n := range ns {
		result = max(result, compare("=", v, n))
	}
	return result
}

func (g *modelTest) textLeaf() predicate {
	test := func(f func(s string) bool) func(modelRows, int, modelRow) tri {
		return func(_ modelRows, _ int, r modelRow) tri {
			if r.c == nil {
				return unknown
			}
			return truth(f(*r.c))
		}
	}
	w := g.word()
	if w == nil {
		return predicate{"m.c is not null", func(_ modelRows, _ int, r modelRow) tri { return truth(r.c != nil) }}
	}
	switch g.r.IntN(4) {
	case 0:
		return predicate{"lower(m.c) = lower(" + literal(w) + ")", test(func(s string) bool { return strings.EqualFold(s, *w) })}
	case 1:
		return predicate{"lower(m.c) >= " + literal(w), test(func(s string) bool { return strings.ToLower(s) >= *w })}
	case 2:
		return predicate{"m.c like 'a%'", test(func(s string) bool { return strings.HasPrefix(s, "a") })}
	}
	return predicate{"m.c = " + literal(w), test(func(s string) bool { return s == *w })}
}

// subqueryLeaf looks at the other rows.
func (g *modelTest) subqueryLeaf(x operand) predicate {
	switch g.r.IntN(4) {
	case 0:
		return predicate{x.sql + " in (select y.b from m y)", func(m modelRows, id int, r modelRow) tri {
			return anyEqual(x.eval(id, r), m.column())
		}}
	case 1:
		return predicate{x.sql + " not in (select y.b from m y where y.b is not null)", func(m modelRows, id int, r modelRow) tri {
			var ns []*int
			for _, n := range m.column() {
				if n != nil {
					ns = append(ns, n)
				}
			}
			return yes - anyEqual(x.eval(id, r), ns)
		}}
	case 2:
		return predicate{"exists (select from m y where y.b = " + x.sql + " and y.id <> m.id)", func(m modelRows, id int, r modelRow) tri {
			for other, o := range m {
				if other != id && compare("=", o.b, x.eval(id, r)) == yes {
					return yes
				}
			}
			return no
		}}
	}
	return predicate{"(select count(*) from m y where y.b = " + x.sql + ") > 2", func(m modelRows, id int, r modelRow) tri {
		n := 0
		for _, o := range m {
			if compare("=", o.b, x.eval(id, r)) == yes {
				n++
			}
		}
		return truth(n > 2)
	}}
}

func (m modelRows) column() []*int {
	var out []*int
	for _, r := range m {
		out = append(out, r.b)
	}
	return out
}
