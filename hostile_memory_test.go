package minidb_test

// Values that grow out of little: each has to end at minidb.memory_limit or at one of
// PostgreSQL's limits, before the machine's memory does; and those that take long have
// to hear of the timeout.

import (
	"strings"
	"testing"
	"time"
)

// largeValues are made under a limit of 64 MB.
func largeValues() []hostile {
	record := "1"
	for range 40 {
		record = "row(" + record + ")"
	}
	const digits = "10000000"
	return []hostile{
		{"nested records as text", "select length((" + record + ")::text)", "53200 54000", ""},
		{"nested records", "select " + record, "53200 54000", ""},
		{"record of long texts", "select length(row(" + list(500, func(int) string { return "a" }) + ")::text) from (select repeat('x', 1000000) a) s", "53200", ""},
		{"array of long texts", "select length(array_fill(repeat('x', 1000000), array[500])::text)", "53200", ""},
		{"row of long texts", "select " + list(500, func(int) string { return "a" }) + " from (select repeat('x', 1000000) a) s", "ok 53200", ""},
		{"many long texts", "select " + list(100, func(i int) string { return "length(repeat('" + number(i) + "', 1000000))" }), "ok", ""},
		{"kept long texts", "select " + list(100, func(i int) string { return "repeat('" + number(i) + "', 1000000)" }), "53200", ""},
		{"long texts one by one", "select sum(length(repeat('x', 1000000 + g))) from generate_series(1, 200) g", "ok", "200020100"},
		{"long template of digits", "select length(to_char(1, repeat('9', 200000)))", "ok", "200001"},
		{"long template to read digits", "select to_number('2020', repeat('9', 200000))", "ok", "2020"},
		{"long template of intervals", "select length(to_char(interval '1 day', repeat('a b,', 250000)))", "ok", "1000000"},
		{"long template of times", "select to_timestamp('2020', repeat('a b,', 250000)) is null", "ok", "f"},
		{"characters to array", "select cardinality(string_to_array(repeat('a', " + digits + "), null))", "53200", ""},
		{"parts to array", "select cardinality(string_to_array(repeat('a,', " + digits + "), ','))", "53200", ""},
		{"matches to array", "select cardinality(regexp_split_to_array(repeat('a,', " + digits + "), ','))", "53200", ""},
		{"literal to int[]", "select cardinality(('{' || repeat('1,', " + digits + ") || '1}')::int[])", "53200", ""},
		{"literal to text[]", "select cardinality(('{' || repeat('1,', " + digits + ") || '1}')::text[])", "53200", ""},
		{"array_fill", "select cardinality(array_fill(1, array[5000000]))", "53200", ""},
		{"array_agg", "select cardinality(array_agg(g)) from generate_series(1, 10000000) g", "53200", ""},
		{"array of a query", "select cardinality(array(select g from generate_series(1, 10000000) g))", "53200", ""},
		{"array of arrays of a query", "select cardinality(array(select a from generate_series(1, 100)))  from (select array_fill(1, array[100000]) a) s", "53200", ""},
		{"array_cat", "select cardinality(a || a || a || a || a || a) from (select array_fill(1, array[500000]) a) s", "53200", ""},
		{"array of arrays", "select cardinality(array[" + list(100, func(int) string { return "a" }) + "]) from (select array_fill(1, array[100000]) a) s", "53200", ""},
		{"power", "select length((0.5::numeric ^ 3000.7)::text)", "ok", "921"},
		{"cases", nested("case when 1 = 2 then 0 else ", "1", " end", 4000), "ok", "1"},
	}
}

func TestHostileMemory(t *testing.T) {
	s := openSession(t)
	must(t, s, "set minidb.memory_limit = '64MB'")
	before := liveHeap()
	for _, h := range largeValues() {
		t.Run(h.name, func(t *testing.T) { attack(t, s, &h) })
	}
	must(t, s, "reset minidb.memory_limit")
	for _, sql := range []string{ // what PostgreSQL would allocate for these is more than it can
		"select to_char(now(), repeat('Day', 40000000))",
		"select to_char(1, repeat('9', 140000000))",
		"select to_timestamp('1', repeat('a', 100000000))",
		"select to_number('1', repeat('9', 100000000))",
	} {
		wantCode(t, s, "XX000", sql)
	}
	if grown := int64(liveHeap()) - int64(before); grown > 16<<20 {
		t.Errorf("the heap is %d MB larger than before", grown>>20)
	}
}

// TestLateCancel runs what takes long in one expression, or before it.
func TestLateCancel(t *testing.T) {
	s := openSession(t)
	must(t, s, "create table r (a int)", "create view v0 as select a from r")
	for i := range 11 {
		from := "v" + number(i)
		must(t, s, "create view v"+number(i+1)+" as select x.a from "+from+" x, "+from+" y")
	}
	cols := strings.Split("a b c d e f g h i j", " ")
	must(t, s, "create table cu as select "+list(len(cols), func(i int) string { return "n % " + number(i+11) + " " + cols[i] })+
		" from generate_series(1, 5000) n")
	must(t, s, "create table wide ("+list(1600, func(i int) string { return "c" + number(i) + " int" })+")")
	must(t, s, "set statement_timeout = 100")
	for _, sql := range []string{
		"select cardinality(array_sort(array_agg(random()))) from generate_series(1, 2000000)",
		"select array_agg(g) @> array_agg(0 * g) from generate_series(1, 100000) g where g > 0 having array_agg(g) @> array_agg(g)",
		"select array_agg(g) && array_agg(-g) from generate_series(1, 100000) g",
		"select length(to_char(now(), repeat('Day', 20000000)))",
		"select length(to_char(interval '1 day', repeat('xy', 20000000)))",
		"select length(to_char(1, repeat('9', 40000000)))",
		"select to_number('1', repeat('9', 40000000))",
		"select cardinality(string_to_array(repeat('a', 40000000), null))",
		"select cardinality(('{' || repeat('1,', 20000000) || '1}')::int[])",
		"select * from v11",
		"select count(*) from wide natural join wide w",
		nested("generate_series(1, ", "1", ")", 1000),
		"select count(*) from (select from cu group by cube(" + strings.Join(cols, ", ") + ")) s",
	} {
		began, cpu := time.Now(), cpuTime()
		_, err := try(s, sql)
		if code(err) != "57014" && code(err) != "53200" && code(err) != "54001" {
			t.Errorf("%s: %v", sql, err)
		}
		if took := min(time.Since(began), cpuTime()-cpu); took > hostileLimit/4 {
			t.Errorf("%s: took %v", sql, took)
		}
		alive(t, s)
	}
}

// TestHeldCursors: rows of cursors WITH HOLD are in files past work_mem.
func TestHeldCursors(t *testing.T) {
	s := openSession(t)
	must(t, s, "set work_mem = '1MB'")
	before := liveHeap()
	for i := range 5 {
		must(t, s, "declare c"+number(i)+" cursor with hold for select repeat(md5(g::text), 1000) from generate_series(1, 500) g")
	}
	if grown := int64(liveHeap()) - int64(before); grown > 8<<20 {
		t.Errorf("five cursors of 16 MB take %d MB", grown>>20)
	}
	rows, err := try(s, "fetch 500 from c4")
	if err != nil || len(rows) != 500 || len(rows[499]) != 32000 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}
