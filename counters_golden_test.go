package minidb_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"minidb/settings"
)

// testdata/counters/*.sql show what a strategy costs, in counters. The first line
// names its settings; the .out has a section for each value of each. They are of
// minidb's own making: go test . -rewrite writes them anew.

var countedSetting = regexp.MustCompile(`(?m)\A-- setting: (.+)$`)

func TestCounterGoldens(t *testing.T) {
	files, err := filepath.Glob("testdata/counters/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".sql"), func(t *testing.T) {
			script, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			m := countedSetting.FindSubmatch(script)
			if m == nil {
				t.Fatal("no setting in the first line")
			}
			var got bytes.Buffer
			for name := range strings.FieldsSeq(string(m[1])) {
				d := settings.Lookup(name)
				for _, v := range slices.Sorted(slices.Values(append(otherValues(d), d.Boot))) {
					fmt.Fprintf(&got, "== %s = %s\n", d.Name, v)
					got.Write(runScript(t, f, map[string]string{d.Name: v}))
				}
			}
			out := strings.TrimSuffix(f, ".sql") + ".out"
			if *rewrite {
				if err := os.WriteFile(out, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got.Bytes(), want) {
				t.Error(diff(string(want), got.String()))
			}
		})
	}
}
