package shell

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"minidb"
)

// TestDescribe runs the scripts about \d and its kin through the engine.
// testdata/shell/describe_*.out at the repository's root is what psql 15 printed
// on PostgreSQL 18 for `psql -X -a -q -f NAME.sql`, "psql:" written as
// "minidb:"; describe_loud ran without -q.
func TestDescribe(t *testing.T) {
	t.Chdir(filepath.Join("..", "..", "..", "testdata", "shell"))
	scripts, err := filepath.Glob("describe_*.sql")
	if err != nil || len(scripts) < 25 {
		t.Fatal(len(scripts), "scripts", err)
	}
	for _, script := range scripts {
		name := strings.TrimSuffix(script, ".sql")
		t.Run(name, func(t *testing.T) {
			want, err := os.ReadFile(name + ".out")
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			err = runDescribe(t, script, name != "describe_loud", &out)
			if err != nil {
				t.Error(err)
			}
			if got := out.Bytes(); !bytes.Equal(got, want) {
				t.Error(diff(want, got))
			}
		})
	}
}

func runDescribe(t *testing.T, script string, quiet bool, out *bytes.Buffer) error {
	db, err := minidb.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	sess := db.Session()
	defer sess.Close()
	return New(sess, Options{EchoAll: true, Quiet: quiet}, out, out).RunFile(context.Background(), script)
}

// TestPattern: from a pattern to conditions.
func TestPattern(t *testing.T) {
	p := namePattern{"n.nspname", "c.relname", nil, "visible", 3}
	for _, c := range []struct{ pattern, want string }{
		{"*", "  AND visible\n"},
		{"*.*", ""},
		{"Ab?", "  AND c.relname OPERATOR(pg_catalog.~) '^(ab.)$' COLLATE pg_catalog.default\n  AND visible\n"},
		{`s.*`, "  AND n.nspname OPERATOR(pg_catalog.~) '^(s)$' COLLATE pg_catalog.default\n"},
		{`"A.b$"`, `  AND c.relname OPERATOR(pg_catalog.~) E'^(A\\.b\\$)$' COLLATE pg_catalog.default` + "\n  AND visible\n"},
		{`o'c`, "  AND c.relname OPERATOR(pg_catalog.~) '^(o''c)$' COLLATE pg_catalog.default\n  AND visible\n"},
		{`int[]`, `  AND c.relname OPERATOR(pg_catalog.~) E'^(int\\[])$' COLLATE pg_catalog.default` + "\n  AND visible\n"},
		{"DB.s.t", "  AND c.relname OPERATOR(pg_catalog.~) '^(t)$' COLLATE pg_catalog.default\n  AND n.nspname OPERATOR(pg_catalog.~) '^(s)$' COLLATE pg_catalog.default\n"},
	} {
		got, problem := p.conditions(c.pattern, true, false, "db")
		if got != c.want || problem != "" {
			t.Errorf("%s: %q %s", c.pattern, got, problem)
		}
	}
	for pattern, want := range map[string]string{
		"a.b.c.d": "improper qualified name (too many dotted names): a.b.c.d",
		"x.s.t":   "cross-database references are not implemented: x.s.t",
	} {
		if _, problem := p.conditions(pattern, true, false, "db"); problem != want {
			t.Errorf("%s: %s", pattern, problem)
		}
	}
}
