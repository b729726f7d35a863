package minidb_test

// Statements that try to break the engine: endless nesting, huge texts, huge
// numbers, results without end. Each has to give PostgreSQL's answer or an error
// soon, and leave the session working and the memory free.

import (
	"context"
	"strings"
	"testing"
	"time"

	"minidb"
)

// hostile is one statement. Its result is either one value, shown as text, or an
// error; codes are the SQLSTATEs that are right, "" stands for success.
type hostile struct {
	name  string
	sql   string
	codes string // separated by blanks; "ok" is success
	rows  string // on success, if not ""
}

const depth = 100_000

func nested(open, inner, close string, n int) string {
	return "select " + strings.Repeat(open, n) + inner + strings.Repeat(close, n)
}

func chain(first, more string, n int) string { return "select " + first + strings.Repeat(more, n) }

// hostileTexts do not even have to be understood. Nesting is 42601 ("memory
// exhausted") in PostgreSQL where its parser gives up and 54001 where a later
// step does; which of the two is not part of the contract.
func hostileTexts() []hostile {
	const deep = "42601 54001"
	return []hostile{
		{"string", "select 'abc", "42601", ""},
		{"escape string", `select E'abc\'`, "42601", ""},
		{"identifier", `select "abc`, "42601", ""},
		{"no identifier", `select 1 as ""`, "42601", ""},
		{"comment", "select 1 /* abc", "42601", ""},
		{"nested comments", "select 1 " + strings.Repeat("/*", depth), "42601", ""},
		{"dollar quote", "select $$abc", "42601", ""},
		{"other dollar quote", "select $a$abc$b$", "42601", ""},
		{"parameter", "select $99999999999", "42601", ""},
		{"missing parameter", "select $1", "42P02", ""},
		{"nothing", "", "ok", ""},
		{"blanks", strings.Repeat(" \n\t", 1_000_000), "ok", ""},
		{"semicolons", strings.Repeat(";", 1_000_000), "ok", ""},
		{"invalid utf-8", "select '\xff\xfe'", "22021", ""},
		{"invalid utf-8 in a name", "select 1 as \"\xc3\x28\"", "22021", ""},
		{"nul", "select 'a\x00b'", "22021", ""},
		{"nul outside", "select \x001", "22021", ""},
		{"parentheses", nested("(", "1", ")", depth), deep, ""},
		{"some parentheses", nested("(", "1", ")", 1000), "ok", "1"},
		{"open parentheses", nested("(", "", "", depth), deep, ""},
		{"not", nested("not ", "true", "", depth), deep, ""},
		{"minus", nested("- ", "1", "", depth), deep, ""},
		{"case", nested("case when true then ", "1", " end", depth), deep, ""},
		{"subqueries", nested("(select ", "1", ")", depth), deep, ""},
		{"subqueries that stay", nested("(select ", "1", " offset 0)", 3000), deep, ""},
		{"arrays", nested("array[", "1", "]", depth), deep, ""},
		{"calls", nested("abs(", "1", ")", depth), deep, ""},
		{"joins", "select * from " + nestedFrom(depth), deep, ""},
		{"brackets", chain("a", "[1]", depth), deep, ""},
		{"sum", chain("1", "+1", depth), "54001", ""},
		{"concatenation", chain("'a'", "||'a'", depth), "54001", ""},
		{"casts", chain("1", "::int", depth), "54001", ""},
		{"unions", chain("1", " union all select 1", 20_000), "54001", ""},
		{"and", chain("true", " and true", depth), "ok", "t"},
		{"or", chain("false", " or false", depth), "ok", "f"},
	}
}

func nestedFrom(n int) string {
	return strings.Repeat("(select * from ", n) + "(select 1) x" + strings.Repeat(") x", n)
}

func hostileValues() []hostile {
	one := func(int) string { return "1" }
	return []hostile{
		{"literal", "select length('" + strings.Repeat("x", 5_000_000) + "')", "ok", "5000000"},
		{"commented", "select 1 --" + strings.Repeat("x", 5_000_000), "ok", "1"},
		{"identifier", `select 1 as "` + strings.Repeat("i", 1_000_000) + `"`, "ok", "1"},
		{"digits", "select length((" + strings.Repeat("9", 10_000) + ")::text)", "ok", "10000"},
		{"too many digits", "select " + strings.Repeat("9", 200_000), "22003", ""},
		{"int", "select '" + strings.Repeat("9", 10_000) + "'::int", "22003", ""},
		{"exponent", "select 1e" + strings.Repeat("9", 10_000), "22003", ""},
		{"power", "select 10::numeric ^ 200000", "22003", ""},
		{"in list", "select count(*) from generate_series(1, 10) g where g in (" + list(100_000, number) + ")", "ok", "10"},
		{"any list", "select 99999 = any(array[" + list(100_000, number) + "])", "ok", "t"},
		{"rows", "select count(*) from (values " + list(100_000, func(int) string { return "(1,'a')" }) + ") v", "ok", "100000"},
		{"columns", "create table w (" + list(1601, func(i int) string { return "c" + number(i) + " int" }) + ")", "54011", ""},
		{"targets", "select " + list(10_000, one), "54011", ""},
		{"wide rows", "values (" + list(2000, one) + ")", "54011", ""},
		{"row", "select row(" + list(2000, one) + ")", "54011", ""},
		{"arguments", "select concat(" + list(101, one) + ")", "54023", ""},
		{"index columns", "create index on pg_class (" + list(33, func(int) string { return "oid" }) + ")", "54011 42501 42809", ""},
		{"order by", "select 1 order by " + list(10_000, one), "ok", "1"},
		{"group by", "select 1 group by " + list(10_000, one), "ok", "1"},
		{"repeat", "select length(repeat('x', 1000000000))", "ok 53200", "1000000000"},
		{"longer repeat", "select repeat('x', 2000000000)", "54000", ""},
		{"repeat of nothing", "select repeat('', 2000000000)", "ok", ""},
		{"lpad", "select lpad('x', 2000000000)", "54000", ""},
		{"format", "select length(format('%1000000000s', 'x'))", "ok 53200", "1000000000"},
		{"doubling", "with recursive r(s) as (select 'x' union all select s || s from r) select max(length(s)) from r", "54000 53200", ""},
		{"array literal", "select '" + strings.Repeat("{", depth) + "'::int[]", "54000 22P02", ""},
		{"interval", "select interval '" + strings.Repeat("9", 1000) + " years'", "22007 22008 22015", ""},
		{"regexp", "select repeat('a', 30) || 'b' ~ '^(a+)+$'", "ok", "f"},
		{"deep regexp", "select 'a' ~ '" + strings.Repeat("(", 20_000) + "a" + strings.Repeat(")", 20_000) + "'", "2201B", ""},
		{"like", "select repeat('a', 10000) like '%a%a%a%a%a%a%b'", "ok", "f"},
		{"series with limit", "select * from generate_series(1, 1000000000000000000) limit 2", "ok", "1 2"},
		{"series in a select list", "select generate_series(1, 1000000000000000000) limit 2", "ok", "1 2"},
	}
}

func TestHostile(t *testing.T) {
	s := openSession(t)
	must(t, s, "select 1")
	before := liveHeap()
	for _, h := range append(hostileTexts(), hostileValues()...) {
		t.Run(h.name, func(t *testing.T) { attack(t, s, &h) })
	}
	if grown := int64(liveHeap()) - int64(before); grown > 16<<20 {
		t.Errorf("the heap is %d MB larger than before", grown>>20)
	}
}

// attack runs a statement by itself and, if it fails soon, in a transaction block.
func attack(t *testing.T, s *minidb.Session, h *hostile) {
	began, cpu := time.Now(), cpuTime()
	rows, err := try(s, h.sql)
	took := min(time.Since(began), cpuTime()-cpu)
	if took > h.limit() {
		t.Errorf("took %v", took)
	}
	got := code(err)
	if got == "" {
		got = "ok"
	}
	if !strings.Contains(" "+h.codes+" ", " "+got+" ") {
		t.Errorf("got %s (%.200v), want %s", got, err, h.codes)
	}
	if got == "54001" && !strings.Contains(minidb.AsError(err).Hint, "max_stack_depth") {
		t.Errorf("no hint with %v", err)
	}
	if text := strings.Join(rows, " "); err == nil && h.rows != "" && text != h.rows {
		t.Errorf("got %.100s, want %.100s", text, h.rows)
	}
	alive(t, s)
	if err == nil || took > hostileLimit/4 {
		return
	}
	must(t, s, "begin")
	try(s, h.sql)
	wantCode(t, s, "25P02", "select 1")
	must(t, s, "rollback")
	alive(t, s)
}

// hostileLimit is how much of a processor a hostile statement may take.
var hostileLimit = map[bool]time.Duration{false: 10 * time.Second, true: 20 * time.Second}[raceEnabled]

// limit is that of a statement. Strings of a gigabyte need as much new memory several
// times, for each of which a virtual machine's kernel has been seen to take 4 s.
func (h *hostile) limit() time.Duration {
	if h.name == "doubling" {
		return 3 * hostileLimit
	}
	return hostileLimit
}

// TestEndless runs statements that would never end, or not in this life: the
// timeout has to end them.
func TestEndless(t *testing.T) {
	s := openSession(t)
	must(t, s, "create table t (a int)", "insert into t select generate_series(1, 1000)", "set statement_timeout = 50")
	before := liveHeap()
	for _, sql := range []string{
		"select count(*) from generate_series(1, 1000000000000000000)",
		"select count(*) from (select generate_series(1, 1000000000000000000)) s",
		"select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b",
		"select count(*) from t a, t b, t c, t d where a.a + b.a + c.a + d.a < 0",
		"select count(*) from t a join t b on a.a <> b.a join t c on c.a <> b.a join t d on d.a <> c.a",
		"select * from generate_series(1, 1000000000000000000) offset 1000000000000000",
		"with recursive r(n) as (select 1 union all select n from r) select count(*) from r",
		"with recursive r(n) as (select 1 union all select n + 1 from r) select * from r where n < 0",
		"select (select count(*) from t x, t y where x.a + y.a > z.a) from t z",
		"select count(*) from t z where exists (select from t x, t y where x.a + y.a + z.a < 0)",
		"select array(select 1 from generate_series(1, 1000000000000000000))",
		"select count(distinct a.a + b.a) from t a, t b, t c",
		"select string_agg('x', '') from generate_series(1, 1000000000000000000)",
		"select from generate_series(1, 1000000000000000000) g where g < 0",
		"delete from t where a in (select b.a + c.a + d.a from t b, t c, t d)",
	} {
		if _, err := try(s, sql); code(err) != "57014" && code(err) != "53200" {
			t.Errorf("%s: %v", sql, err)
		}
		alive(t, s)
	}
	want(t, s, "1000", "select count(*) from t")
	if grown := int64(liveHeap()) - int64(before); grown > 16<<20 {
		t.Errorf("the heap is %d MB larger than before", grown>>20)
	}
}

// TestHalfRead closes results that were read in part, and looks for what the
// session may not do meanwhile.
func TestHalfRead(t *testing.T) {
	s := openSession(t)
	must(t, s, "create table t (a int)")
	for _, sql := range []string{
		"select g from generate_series(1, 1000000000000000000) g",
		"select a, b from generate_series(1, 1000) a, generate_series(1, 1000) b order by 2",
		"insert into t select generate_series(1, 10) returning a",
	} {
		rows, err := s.Query(context.Background(), sql)
		if err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
		if !rows.Next() {
			t.Errorf("%s: no row", sql)
		}
		if _, err := try(s, "select 1"); code(err) != "55006" {
			t.Errorf("a second statement beside an open result: %v", err)
		}
		if err := rows.Close(); err != nil {
			t.Errorf("%s: %v", sql, err)
		}
		if rows.Next() {
			t.Errorf("%s: a row after Close", sql)
		}
		alive(t, s)
	}
	want(t, s, "10", "select count(*) from t")
}
