package minidb_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestExplain holds plans to PostgreSQL's: the files under testdata/explain were
// written by psql on a PostgreSQL 18 whose tables had been vacuumed and never
// analyzed. They hold under the default settings only, since a strategy may
// change a plan. TestOracle compares them too.
func TestExplain(t *testing.T) {
	files, err := filepath.Glob("testdata/explain/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".sql"), func(t *testing.T) {
			t.Parallel()
			runGolden(t, f, nil)
		})
	}
}
