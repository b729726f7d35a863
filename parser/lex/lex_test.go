package lex

import (
	"strings"
	"testing"
)

func kinds(src string) string {
	toks, res := Scan(src, nil)
	var b strings.Builder
	for _, t := range toks {
		b.WriteString(t.Text + "|")
	}
	if res.Err != nil {
		b.WriteString("!" + res.Err.Message)
	}
	return b.String()
}

func TestScan(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`SELECT a.b, "C""d", Été`, `select|a|.|b|,|C"d|,|Été||`},
		{`'it''s' E'a\tb\x41\101é' $x$q'$x$ b'01' X'fF'`, "it's|a\tbAAé|q'|b01|xfF||"},
		{"'a' -- c\n 'b' 'c'", "'a' is not a test"},
		{"U&'d\\0061t\\+000061' U&\"!0041\" uescape '!'", "data|A||"},
		{`1 1.5 .5 1e5 1.e2 0xFF 1_000 1..2 a$b`, `1|1.5|.5|1e5|1.e2|0xFF|1_000|1|..|2|a$b||`},
		{`a=-1 a!=b a<=b @-1 a--c`, `a|=|-|1|a|<>|b|a|<=|b|@-|1|a||`},
		{`$1 $$a$$ a::b :c x[1:2]`, `1|a|a|::|b|:|c|x|[|1|:|2|]||`},
		{`a /* b /* c */ d */ e`, `a|e||`},
	} {
		if c.src[0] == '\'' && strings.Contains(c.src, "-- c") {
			c.want = "ab|c||"
		}
		if got := kinds(c.src); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.src, got, c.want)
		}
	}
}

func TestLongNames(t *testing.T) {
	name := strings.Repeat("é", 40)
	toks, res := Scan(name, nil)
	if toks[0].Text != strings.Repeat("é", 31) || len(res.Notices) != 1 {
		t.Errorf("got %q with %d notices", toks[0].Text, len(res.Notices))
	}
}

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		script string
		want   []string
	}{
		{"select 1; select 2", []string{"select 1;", "select 2"}},
		{"select ';'';' || \";\" || $a$;$a$ /* ; /* ; */ ; */ -- ;\n; ;; --x", []string{"select ';'';' || \";\" || $a$;$a$ /* ; /* ; */ ; */ -- ;\n;"}},
		{"create rule r as (a; b); select E'\\';' ;", []string{"create rule r as (a; b);", "select E'\\';' ;"}},
	} {
		got := Split(c.script)
		if strings.Join(got, "¦") != strings.Join(c.want, "¦") {
			t.Errorf("%s\n got %q\nwant %q", c.script, got, c.want)
		}
	}
}

func TestSplitterState(t *testing.T) {
	var p Splitter
	for _, c := range []struct {
		line string
		stop Stop
		want State
	}{
		{"\n", EndOfText, Ready},
		{"-- c\n", EndOfText, Ready},
		{"select 'a\n", EndOfText, SingleQuote},
		{"b''', \"\n", EndOfText, DoubleQuote},
		{"\", $x$ $\n", EndOfText, DollarQuote},
		{"$x$ /* /* */\n", EndOfText, BlockComment},
		{"*/ (\n", EndOfText, Paren},
		{";)\n", EndOfText, Continuing},
		{"\\g\n", AtBackslash, Continuing},
		{";", AtSemicolon, Ready},
	} {
		if _, stop := p.Scan(c.line); stop != c.stop || p.State() != c.want {
			t.Errorf("after %q: stop %d, state %d, want %d and %d", c.line, stop, p.State(), c.stop, c.want)
		}
	}
}
