package minidbtest_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"minidb"
	"minidb/minidbtest"
)

// recorder is a test that only notes what it was told.
type recorder struct {
	testing.TB
	failed []string
}

func (r *recorder) Helper()                  {}
func (r *recorder) Log(...any)               {}
func (r *recorder) Context() context.Context { return context.Background() }
func (r *recorder) Error(args ...any)        { r.failed = append(r.failed, args[0].(string)) }

const script = "insert into t values (3) returning a;\nselect sum(a) from t;\nselect 1 / 0;\n"

const output = `insert into t values (3) returning a;
 a 
---
 3
(1 row)

select sum(a) from t;
 sum 
-----
   6
(1 row)

select 1 / 0;
ERROR:  division by zero
`

func seeded(t *testing.T) *minidb.DB {
	db := minidbtest.Open(t)
	if _, err := db.Session().Exec(t.Context(), "create table t as select generate_series(1, 2) a"); err != nil {
		t.Fatal(err)
	}
	return db
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestGolden(t *testing.T) {
	db := seeded(t)
	file := filepath.Join(t.TempDir(), "a.sql")
	write(t, file, script)
	write(t, strings.TrimSuffix(file, ".sql")+".out", output)
	t.Run("at once", func(t *testing.T) {
		for range 8 {
			t.Run("", func(t *testing.T) {
				t.Parallel()
				minidbtest.Golden(t, db, file)
			})
		}
	})
	write(t, file, script+"select 'more';\n")
	r := &recorder{TB: t}
	minidbtest.Golden(r, db, file)
	if len(r.failed) != 1 || !strings.Contains(r.failed[0], "+select 'more';") {
		t.Errorf("a difference was reported as %q", r.failed)
	}
}

func TestGoldenUpdate(t *testing.T) {
	db := seeded(t)
	file := filepath.Join(t.TempDir(), "a.sql")
	out := strings.TrimSuffix(file, ".sql") + ".out"
	write(t, file, script)
	r := &recorder{TB: t}
	minidbtest.Golden(r, db, file)
	if len(r.failed) != 1 || !strings.HasSuffix(r.failed[0], "write it with MINIDB_GOLDEN=update\n") {
		t.Errorf("no golden file was reported as %q", r.failed)
	}
	t.Setenv("MINIDB_GOLDEN", "update")
	r = &recorder{TB: t}
	minidbtest.Golden(r, db, file)
	if len(r.failed) != 1 || !strings.Contains(r.failed[0], "not written without MINIDB_GOLDEN=update-errors: ERROR:  division by zero") {
		t.Errorf("a new error was reported as %q", r.failed)
	}
	t.Setenv("MINIDB_GOLDEN", "update-errors")
	minidbtest.Golden(t, db, file)
	if got, err := os.ReadFile(out); err != nil || string(got) != output {
		t.Errorf("wrote %s %v", got, err)
	}
}
