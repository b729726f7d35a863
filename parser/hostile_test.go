package parser

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"minidb/pgerr"
)

// TestHostile holds that text made to hurt is answered or refused in time. The
// bound leaves room for a busy machine; an idle one takes a second at most.
func TestHostile(t *testing.T) {
	rep := strings.Repeat
	values := "insert into t values (1, 'x', null)" + rep(", (1, 'x', null)", 300_000)
	limit := 10 * time.Second // ten times what a machine of its own needs
	if raceEnabled {
		limit *= 20
	}
	for _, c := range []struct {
		name, src string
		want      pgerr.Code
	}{
		{"parentheses", "select " + rep("(", 100_000) + "1" + rep(")", 100_000), pgerr.StatementTooComplex},
		{"open parentheses", "select " + rep("(", 3000), pgerr.SyntaxError},
		{"subqueries", rep("select (", 3000) + "1" + rep(")", 3000), ""},
		{"brackets", "select " + rep("array[", 100_000), pgerr.StatementTooComplex},
		{"additions", "select 1" + rep("+1", 2_500_000), pgerr.StatementTooComplex},
		{"concatenations", "select 1" + rep("||1", 1_600_000), pgerr.StatementTooComplex},
		{"minus signs", "select " + rep("- ", 2_000_000) + "1", pgerr.StatementTooComplex},
		{"nots", "select " + rep("not ", 1_000_000) + "true", pgerr.StatementTooComplex},
		{"casts", "select 1" + rep("::int", 1_000_000), pgerr.StatementTooComplex},
		{"subscripts", "select a" + rep("[1]", 1_000_000), pgerr.StatementTooComplex},
		{"disjunction", "select a = 1" + rep(" or a = 1", 100_000), ""},
		{"unions", "select 1" + rep(" union select 1", 100_000), pgerr.StatementTooComplex},
		{"joins", "select from a" + rep(" cross join a", 100_000), pgerr.StatementTooComplex},
		{"cases", "select " + rep("case when true then ", 100_000), pgerr.StatementTooComplex},
		{"names", "select a" + rep(".a", 1_000_000), ""},
		{"comment", "select " + rep("/*", 2_000_000), pgerr.SyntaxError},
		{"string", "select '" + rep("x", 5_000_000), pgerr.SyntaxError},
		{"dollar string", "select $a$" + rep("$b", 2_000_000), pgerr.SyntaxError},
		{"quotes", "select '" + rep("''", 2_500_000) + "'", ""},
		{"integer", "select " + rep("9", 10_000), ""},
		{"hexadecimal", "select 0x" + rep("f", 10_000), ""},
		{"operator", "select 1 " + rep("@", 1_000_000) + " 1", pgerr.SyntaxError},
		{"plus signs", "select 1 " + rep("+", 5_000_000) + " 1", pgerr.StatementTooComplex},
		{"name", "select " + rep("é", 1_000_000), ""},
		{"values", values, ""},
		{"columns", "select " + rep("a,", 200_000) + "a", ""},
		{"UTF-8", "select '\xe4 '", pgerr.CharacterNotInRepertoire},
		{"NUL", "select 'a\x00b'", pgerr.CharacterNotInRepertoire},
		{"semicolons", rep(";", 5_000_000), ""},
		{"explains", rep("explain ", 100_000) + "select 1", pgerr.SyntaxError},
		{"types", "select a::" + rep("setof ", 100_000) + "int", pgerr.SyntaxError},
		{"CTEs", rep("with a as (", 100_000), pgerr.StatementTooComplex},
		{"schema elements", rep("create schema a ", 100_000), pgerr.StatementTooComplex},
	} {
		start := time.Now()
		_, err := Parse(c.src)
		took := time.Since(start)
		if got := pgerr.CodeOf(err); got != c.want {
			t.Errorf("%s: code %q, want %q: %.200v", c.name, got, c.want, err)
		}
		if took > limit {
			t.Errorf("%s: took %v", c.name, took)
		}
		if testing.Verbose() {
			fmt.Printf("%-18s %8.1f ms\n", c.name, float64(took.Microseconds())/1000)
		}
	}
}

func TestUTF8Message(t *testing.T) {
	for src, want := range map[string]string{
		"select '\xe4 '":  `invalid byte sequence for encoding "UTF8": 0xe4 0x20 0x27`,
		"select '\xff'":   `invalid byte sequence for encoding "UTF8": 0xff`,
		"\x00":            `invalid byte sequence for encoding "UTF8": 0x00`,
		"select E'\\xc3'": `invalid byte sequence for encoding "UTF8": 0xc3`,
	} {
		if _, err := Parse(src); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", src, err, want)
		}
	}
}

// TestManyStatements holds that a statement costs what it is, however many follow.
func TestManyStatements(t *testing.T) {
	perStatement := func(sql string, n int) uint64 {
		var before, after runtime.MemStats
		src := strings.Repeat(sql, n)
		runtime.ReadMemStats(&before)
		if _, err := Parse(src); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return (after.TotalAlloc - before.TotalAlloc) / uint64(n)
	}
	for _, sql := range []string{"insert into t values (1);", "values (1, 2), (3, 4);", "select 1;",
		"update t set a = 1;", "delete from t where a in (1, 2);", "create table t (a int);", "set a = 1;"} {
		few, many := perStatement(sql, 500), perStatement(sql, 5000)
		// The lists of tokens and of statements grow by doubling, and pools lose what they keep
		// under the race detector; the copy of what follows would be tens of kB a statement.
		if many > few*3+4<<10 {
			t.Errorf("%s: %d bytes for one of 500 and %d for one of 5000", sql, few, many)
		}
	}
}

func TestStatements(t *testing.T) {
	src := " ;select 1 ; -- c\n\tinsert into t values ('é;') ;; values (2)/**/"
	stmts, err := Parse(src)
	if err != nil || len(stmts) != 3 {
		t.Fatalf("%d statements, error %v", len(stmts), err)
	}
	for i, want := range []string{"select 1", "insert into t values ('é;')", "values (2)"} {
		if stmts[i].Text != want || src[stmts[i].Off:stmts[i].End] != want {
			t.Errorf("statement %d is %q, want %q", i, stmts[i].Text, want)
		}
	}
	if stmts, err := Parse("select a; create table " + strings.Repeat("x", 70) + " ()"); err != nil || len(stmts[1].Notices) != 1 {
		t.Errorf("notice missing: %v", err)
	}
}
