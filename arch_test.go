package minidb_test

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"
)

// layers are the packages from top to bottom. A package may import those below
// it on its list; see ARCHITECTURE.md.
var layers = map[string][]string{
	"pgerr":                 {},
	"hugepages":             {},
	"settings":              {"pgerr", "types"},
	"types":                 {"pgerr"},
	"parser/lex":            {"pgerr"},
	"parser/tree":           {},
	"parser":                {"pgerr", "parser/lex", "parser/tree"},
	"storage/lmgr":          {"pgerr", "settings"},
	"storage":               {"pgerr", "types", "storage/lmgr"},
	"session":               {"pgerr", "types", "settings", "storage", "storage/lmgr"},
	"expr":                  {"pgerr", "types", "settings", "session"},
	"catalog":               {"pgerr", "types", "settings", "storage", "storage/lmgr", "session", "expr", "parser/lex"},
	"planner":               {"pgerr", "types", "settings", "storage", "storage/lmgr", "session", "expr", "catalog", "parser/tree"},
	"executor":              {"pgerr", "types", "settings", "storage", "storage/lmgr", "session", "expr", "catalog", "planner", "parser/tree"},
	"commands":              {"pgerr", "types", "settings", "storage", "storage/lmgr", "session", "expr", "catalog", "planner", "executor", "parser/tree", "password"},
	"password":              {"pgerr"},
	".":                     {"pgerr", "types", "settings", "storage", "session", "catalog", "planner", "executor", "commands", "parser", "parser/tree", "password", "parser/lex", "hugepages"},
	"cmd/minidb/shell/edit": {},
	"cmd/minidb/screen":     {},
	"lab":                   {"."},
	"cmd/minidb/shell":      {".", "lab", "parser/lex", "cmd/minidb/shell/edit"},
	"pgwire":                {".", "pgerr", "password", "types"},
	"cmd/minidb/golden":     {".", "cmd/minidb/shell"},
	"driver":                {".", "types"},
	"minidbtest":            {".", "cmd/minidb/golden"},
	"cmd/minidb":            {".", "cmd/minidb/shell", "cmd/minidb/shell/edit", "cmd/minidb/golden", "parser", "pgwire"},
}

// TestImports holds the packages to their layers, and TiDB's grammar to parser.
func TestImports(t *testing.T) {
	for dir := range sourceFiles(t) {
		allowed, ok := layers[dir]
		if !ok {
			t.Errorf("package %s has no layer; add it to the list and to ARCHITECTURE.md", dir)
			continue
		}
		p, err := build.ImportDir(dir, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, imp := range p.Imports {
			if strings.HasPrefix(imp, "github.com/pingcap/") && dir != "parser" {
				t.Errorf("%s imports %s: only parser may", dir, imp)
			}
			if imp == "minidb" {
				imp = "minidb/."
			}
			name, ok := strings.CutPrefix(imp, "minidb/")
			if ok && !slices.Contains(allowed, name) {
				t.Errorf("%s imports %s", dir, name)
			}
		}
	}
}

// The sizes that keep files and functions readable: lines at the given place of
// the sorted list.
const (
	fileMedian, fileP90, fileMax = 200, 450, 800
	funcP90, funcMax             = 40, 120
)

// TestSizes holds files and functions to a size that can be read at one sitting.
func TestSizes(t *testing.T) {
	var files, funcs []int
	fset := token.NewFileSet()
	for _, names := range sourceFiles(t) {
		for _, name := range names {
			f, err := parser.ParseFile(fset, name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			n := fset.File(f.Pos()).LineCount()
			files = append(files, n)
			if n > fileMax {
				t.Errorf("%s has %d lines, more than %d", name, n, fileMax)
			}
			for _, d := range f.Decls {
				fn, ok := d.(*ast.FuncDecl)
				if !ok || fn.Body == nil {
					continue
				}
				lines := fset.Position(fn.End()).Line - fset.Position(fn.Pos()).Line + 1
				funcs = append(funcs, lines)
				if lines > funcMax && !isSwitch(fn) {
					t.Errorf("%s: %s has %d lines, more than %d", name, fn.Name.Name, lines, funcMax)
				}
			}
		}
	}
	sort.Ints(files)
	sort.Ints(funcs)
	for _, c := range []struct {
		what      string
		list      []int
		at, limit int
	}{
		{"median of file lengths", files, 50, fileMedian},
		{"90th percentile of file lengths", files, 90, fileP90},
		{"90th percentile of function lengths", funcs, 90, funcP90},
	} {
		if got := c.list[len(c.list)*c.at/100]; got > c.limit {
			t.Errorf("%s is %d lines, more than %d", c.what, got, c.limit)
		}
	}
}

// isSwitch: a function that is one switch may be long.
func isSwitch(fn *ast.FuncDecl) bool {
	for _, s := range fn.Body.List {
		switch s.(type) {
		case *ast.TypeSwitchStmt, *ast.SwitchStmt:
			return len(fn.Body.List) <= 3
		}
	}
	return false
}

// sourceFiles lists the Go files that are not tests, by package folder.
func sourceFiles(t *testing.T) map[string][]string {
	out := map[string][]string{}
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && p != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "tools" || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if !d.IsDir() && strings.HasSuffix(p, ".go") && !strings.HasSuffix(p, "_test.go") {
			dir := filepath.ToSlash(filepath.Dir(p))
			out[dir] = append(out[dir], p)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
