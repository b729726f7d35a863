package minidb_test

// ARCHITECTURE.md leads newcomers to files and names: all that it names must be there,
// and it must stay one page.

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"minidb/settings"
)

// pageWords is how many words fit on a page that is read in five minutes.
const pageWords = 1100

var (
	namedFile    = regexp.MustCompile(`[\w*/]+\.(?:go|md)\b`)
	namedFolder  = regexp.MustCompile(`\btestdata/\w+`)
	namedSetting = regexp.MustCompile(`\bminidb\.\w+`)
	namedTarget  = regexp.MustCompile("`make (\\w+)`")
	quotedName   = regexp.MustCompile("`\\*?([A-Za-z_][\\w.]*)`")
)

func TestArchitecture(t *testing.T) {
	b, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
	if n := len(strings.Fields(text)); n > pageWords {
		t.Errorf("%d words, more than %d", n, pageWords)
	}
	for _, name := range append(namedFile.FindAllString(text, -1), namedFolder.FindAllString(text, -1)...) {
		if !fileExists(t, name) {
			t.Errorf("there is no %s", name)
		}
	}
	for _, name := range namedSetting.FindAllString(text, -1) {
		if settings.Lookup(name) == nil {
			t.Errorf("there is no setting %s", name)
		}
	}
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range namedTarget.FindAllStringSubmatch(text, -1) {
		if !strings.Contains(string(makefile), "\n"+m[1]+":") {
			t.Errorf("the Makefile has no %s", m[1])
		}
	}
	for dir := range layers {
		if dir != "." && !regexp.MustCompile(`\b`+path.Base(dir)+`\b`).MatchString(text) {
			t.Errorf("package %s is not there", dir)
		}
	}
	declared := declaredNames(t)
	for _, m := range quotedName.FindAllStringSubmatch(text, -1) {
		name := m[1][strings.LastIndexByte(m[1], '.')+1:]
		setting := settings.Lookup("minidb."+strings.TrimPrefix(m[1], "minidb.")) != nil
		if !declared[name] && !setting && name != "go" {
			t.Errorf("nothing is called %s", m[1])
		}
	}
}

// fileExists tells whether a name, or pattern, is that of a file: without a folder, of
// one in any package.
func fileExists(t *testing.T, name string) bool {
	for _, pattern := range []string{name, "*/" + name} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		if len(found) > 0 {
			return true
		}
		if strings.Contains(name, "/") {
			break
		}
	}
	return false
}

// declaredNames are the functions, methods, types and fields of all packages, and the
// root's tests.
func declaredNames(t *testing.T) map[string]bool {
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range sourceFiles(t) {
		files = append(files, list...)
	}
	names := map[string]bool{}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch x := n.(type) {
			case *ast.FuncDecl:
				names[x.Name.Name] = true
				return false
			case *ast.TypeSpec:
				names[x.Name.Name] = true
			case *ast.Field:
				for _, id := range x.Names {
					names[id.Name] = true
				}
			}
			return true
		})
	}
	return names
}

// TestHomes: the file that the table of settings names for a strategy's setting has it.
func TestHomes(t *testing.T) {
	plain := func(s string) string { return strings.ToLower(strings.ReplaceAll(s, "_", "")) }
	for _, d := range settings.Strategies() {
		b, err := os.ReadFile(d.Where)
		if err != nil {
			t.Error(err)
		} else if name := strings.TrimPrefix(d.Name, "minidb."); !strings.Contains(plain(string(b)), plain(name)) {
			t.Errorf("%s does not name %s", d.Where, name)
		}
	}
}
