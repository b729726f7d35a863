package minidb_test

// Random queries over random partition trees must give the rows that they give over
// one plain table, whatever is pruned: with constants, with parameters, in joins.

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"minidb"
)

// tree makes random partitioned tables. Their rows are those of plain, which every
// leaf is filled from.
type tree struct {
	*rand.Rand
	t *testing.T
	s *minidb.Session
	n int // names given out
}

func (p *tree) name() string {
	p.n++
	return fmt.Sprintf("p%d", p.n)
}

// keys are what tables are partitioned by.
var treeKeys = []struct {
	list, ranges, hash string
	columns            int
}{
	{"list (a)", "range (a)", "hash (a)", 1},
	{"list (b)", "range (b)", "hash (b)", 1},
	{"list ((a + 1))", "range (a, b)", "hash (a, b)", 2},
	{"list (f)", "range (b, a)", "hash (f, a)", 2},
}

// table makes a table called name that bound makes a partition, "" for the top, and
// what is below it.
func (p *tree) table(name, bound string, depth int) {
	create := "create table " + name
	if bound == "" {
		create += " (a int, b int, f bool, s text)"
	} else {
		create += " partition of " + bound
	}
	if depth == 0 {
		must(p.t, p.s, create)
		return
	}
	key := treeKeys[p.IntN(len(treeKeys))]
	below := func(values string) {
		child := p.name()
		p.table(child, name+" "+values, p.IntN(depth))
	}
	switch p.IntN(3) {
	case 0:
		must(p.t, p.s, create+" partition by "+key.list)
		if strings.Contains(key.list, "(f)") {
			below("for values in (true)")
			below("for values in (false, null)")
			return
		}
		below("for values in (1, 4)")
		below("for values in (2)")
		below("for values in (null, 3)")
		below("default")
	case 1:
		must(p.t, p.s, create+" partition by "+key.ranges)
		if key.columns == 1 {
			below("for values from (minvalue) to (1)")
			below("for values from (1) to (3)")
			below("for values from (4) to (6)")
		} else {
			below("for values from (minvalue, minvalue) to (1, 2)")
			below("for values from (1, 2) to (3, minvalue)")
			below("for values from (3, minvalue) to (3, 4)")
			below("for values from (4, 1) to (maxvalue, maxvalue)")
		}
		below("default")
	case 2:
		must(p.t, p.s, create+" partition by "+key.hash)
		for i := range 3 {
			below(fmt.Sprintf("for values with (modulus 3, remainder %d)", i))
		}
	}
}

func (p *tree) value() string {
	if p.IntN(12) == 0 {
		return "null"
	}
	return fmt.Sprint(p.IntN(8) - 1)
}

// condition is a random condition on columns of t; value gives the other sides.
func (p *tree) condition(levels int, t string, value func() string) string {
	if levels > 0 && p.IntN(3) > 0 {
		op := []string{" and ", " or "}[p.IntN(2)]
		return "(" + p.condition(levels-1, t, value) + op + p.condition(levels-1, t, value) + ")"
	}
	col := t + "." + []string{"a", "b"}[p.IntN(2)]
	switch p.IntN(13) {
	case 0:
		return col + " is null"
	case 1:
		return col + " is not null"
	case 2:
		return col + " in (" + value() + ", " + value() + ")"
	case 3:
		return col + " not in (" + p.value() + ", " + p.value() + ")"
	case 4:
		return col + " between " + value() + " and " + value()
	case 5:
		return t + ".f"
	case 6:
		return "not " + t + ".f"
	case 7:
		return t + ".f is " + []string{"true", "not true", "false", "not false", "unknown", "not unknown"}[p.IntN(6)]
	case 8:
		return t + ".a + 1 = " + value()
	case 9:
		return "(" + t + ".a, " + t + ".b) = (" + value() + ", " + value() + ")"
	case 10:
		return "not (" + col + " = " + value() + ")"
	}
	return col + " " + []string{"=", "=", "<", "<=", ">", ">=", "<>"}[p.IntN(7)] + " " + value()
}

// query is a random query over %[1]s and %[2]s, which is no partitioned table.
func (p *tree) query() string {
	switch p.IntN(8) {
	case 6, 7:
		return p.selfJoin()
	case 0:
		return "select t.* from %[1]s t join %[2]s o on " + p.condition(1, "t", func() string {
			return []string{"o.a", "o.b"}[p.IntN(2)]
		}) + " order by 1, 2, 3, 4"
	case 1:
		return "select o.a, t.* from %[2]s o left join %[1]s t on t.a = o.a and " + p.condition(1, "t", p.value) + " order by 1, 2, 3, 4, 5"
	case 2:
		return "select * from %[1]s t where " + p.condition(1, "t", func() string {
			return []string{"(select max(a) from %[2]s)", "(select min(b) from %[2]s)", p.value()}[p.IntN(3)]
		}) + " order by a, b, f, s"
	case 3:
		return "select a, count(*), min(b), max(s) from %[1]s t where " + p.condition(2, "t", p.value) + " group by a order by a"
	case 4:
		return "select a, b, f, s from %[1]s t where " + p.condition(2, "t", p.value) + " order by " +
			[]string{"a, b, f, s", "b desc, a, f, s", "s, a, b, f"}[p.IntN(3)] + " limit 7"
	}
	return "select * from %[1]s t where " + p.condition(3, "t", p.value) + " order by a, b, f, s"
}

// selfJoin joins the table with itself by some of the columns that it may be partitioned
// by.
func (p *tree) selfJoin() string {
	on := []string{"x.a = y.a", "x.b = y.b", "x.f = y.f", "x.a + 1 = y.a + 1"}
	p.Shuffle(len(on), func(i, j int) { on[i], on[j] = on[j], on[i] })
	cond := strings.Join(on[:1+p.IntN(len(on))], " and ")
	some := " (select * from %[1]s t where " + p.condition(0, "t", p.value) + ") "
	switch p.IntN(6) {
	case 0:
		return "select x.s from %[1]s x where exists (select from" + some + "y where " + cond + ") order by 1"
	case 1:
		return "select x.s from" + some + "x where not exists (select from %[1]s y where " + cond + ") order by 1"
	case 2:
		return "select x.s, y.s, z.s from" + some + "x join %[1]s y on " + cond + " left join" + some + "z on z.a = x.a and z.b = y.b and z.f = x.f order by 1, 2, 3"
	}
	kind := []string{"join", "left join", "full join"}[p.IntN(3)]
	return "select x.s, y.s, x.b, y.a from" + some + "x " + kind + " %[1]s y on " + cond + " order by 1, 2, 3, 4"
}

func TestRandomPartitions(t *testing.T) {
	rounds, queries := 6, 60
	if testing.Short() {
		rounds = 2
	}
	p := &tree{Rand: newRand(t), t: t}
	for range rounds {
		db := openDB(t)
		p.s = connect(t, db)
		p.round(queries)
	}
}

func (p *tree) rows(sql string) []string {
	p.t.Helper()
	rows, err := try(p.s, sql)
	if err != nil {
		p.t.Fatalf("%s: %v", sql, err)
	}
	return rows
}

func (p *tree) round(queries int) {
	must(p.t, p.s, "create table plain as select i % 7 - 1 as a, i * 5 % 8 - 1 as b, i % 3 = 0 as f, 's' || i as s from generate_series(1, 80) i",
		"insert into plain select null, i, null, 'n' || i from generate_series(0, 4) i",
		"insert into plain select i, null, true, 'm' || i from generate_series(0, 4) i",
		"create table o as select i as a, i % 3 as b from generate_series(-1, 7) i", "insert into o values (null, 2)")
	p.table("top", "", 3)
	for _, leaf := range p.rows("select relid::regclass::text from pg_partition_tree('top') where isleaf order by 1") {
		// A row belongs to the one leaf whose constraints it meets.
		for _, row := range p.rows("select quote_nullable(a) || ',' || quote_nullable(b) || ',' || quote_nullable(f) || ',' || quote_literal(s) from plain order by s") {
			if _, err := try(p.s, "insert into "+leaf+" values ("+row+")"); err != nil && code(err) != "23514" {
				p.t.Fatal(err)
			}
		}
	}
	want(p.t, p.s, must(p.t, p.s, "select count(*) from plain"), "select count(*) from top")
	if p.IntN(2) == 0 {
		must(p.t, p.s, "create index on top (a, b)", "create index on top (b)")
	}
	for range queries {
		q := p.query()
		want := p.rows(fmt.Sprintf(q, "plain", "o"))
		sql := fmt.Sprintf(q, "top", "o")
		for _, setting := range []string{"enable_partition_pruning = off", "enable_partition_pruning = on", "enable_partitionwise_join = on"} {
			must(p.t, p.s, "set "+setting)
			if got := p.rows(sql); strings.Join(got, "\n") != strings.Join(want, "\n") {
				p.t.Fatalf("%s\nwith %s has\n%s\ninstead of\n%s\n%s", sql, setting, strings.Join(got, "\n"), strings.Join(want, "\n"),
					strings.Join(p.rows("explain "+sql), "\n"))
			}
		}
	}
	must(p.t, p.s, "set plan_cache_mode = force_generic_plan")
	for i := range queries / 3 {
		name := fmt.Sprintf("q%d", i)
		n := 0
		cond := p.condition(2, "t", func() string { n++; return fmt.Sprintf("$%d", n) })
		if n == 0 {
			continue
		}
		types := strings.TrimSuffix(strings.Repeat("int, ", n), ", ")
		must(p.t, p.s, fmt.Sprintf("prepare %s(%s) as select * from top t where %s order by a, b, f, s", name, types, cond),
			fmt.Sprintf("prepare %s_plain(%s) as select * from plain t where %s order by a, b, f, s", name, types, cond))
		for range 3 {
			var vals []string
			for range n {
				vals = append(vals, p.value())
			}
			list := "(" + strings.Join(vals, ", ") + ")"
			got, want := p.rows("execute "+name+list), p.rows("execute "+name+"_plain"+list)
			if strings.Join(got, "\n") != strings.Join(want, "\n") {
				p.t.Fatalf("%s\nwith %s has\n%s\ninstead of\n%s", cond, list, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
	}
}
