package settings

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestNoEffect holds the mark NoEffect to the code: a setting that no package
// reads has it, and one that is read has not.
func TestNoEffect(t *testing.T) {
	used := usedSettings(t)
	for variable, d := range variables(t) {
		switch {
		case d.Context == Internal || d.OnlyDefault: // shown only; or refused
		case d == Profile || d == ClientEncoding: // work by their checks
		case d == TransactionDeferrable || d == DefaultTransactionDeferrable:
			// handed on from one to the other, to no end
		case used[variable] == d.NoEffect:
			t.Errorf("%s: read %v, marked without effect %v", d.Name, used[variable], d.NoEffect)
		}
	}
}

// variables finds the Go variable of each setting in this package's source.
func variables(t *testing.T) map[string]*Def {
	files, err := filepath.Glob("*.go")
	must(t, err)
	re := regexp.MustCompile(`(?m)^\s*(?:var )?(\w+)\s*= (?:declare\(Def\{Name: "|strategy\(")([\w.]+)"`)
	out := map[string]*Def{}
	for _, f := range files {
		src, err := os.ReadFile(f)
		must(t, err)
		for _, m := range re.FindAllStringSubmatch(string(src), -1) {
			d := Lookup(m[2])
			if d == nil {
				d = Lookup("minidb." + m[2])
			}
			if d != nil {
				out[m[1]] = d
			}
		}
	}
	if len(out) < len(All())-10 {
		t.Fatalf("found %d of %d settings", len(out), len(All()))
	}
	return out
}

// usedSettings collects the variables that other packages name.
func usedSettings(t *testing.T) map[string]bool {
	re := regexp.MustCompile(`\bsettings\.(\w+)`)
	used := map[string]bool{}
	must(t, filepath.WalkDir("..", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		src, err := os.ReadFile(path)
		for _, m := range re.FindAllStringSubmatch(string(src), -1) {
			used[m[1]] = true
		}
		return err
	}))
	return used
}

// What minidb ignores of PostgreSQL's settings is said where they are shown.
func TestNoEffectIsSaid(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{CatalogInsert.Detail(), ""},
		{JIT.Detail(), "minidb accepts this setting; it has no effect."},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
