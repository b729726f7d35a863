package parser

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"minidb/parser/tree"
)

// FuzzParse holds that no text makes the parser panic, that errors lie within
// the text, and that what it accepts prints as text with the same tree.
func FuzzParse(f *testing.F) {
	for _, s := range seeds(f) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) { checkRoundTrip(t, src) })
}

// TestRoundTrip prints and parses again what the golden files hold.
func TestRoundTrip(t *testing.T) {
	for _, s := range seeds(t) {
		checkRoundTrip(t, s)
	}
}

func checkRoundTrip(t *testing.T, src string) {
	stmts, err := Parse(src)
	if err != nil {
		if strings.HasPrefix(err.Error(), "parser: ") {
			t.Fatalf("internal error for %q: %v", src, err)
		}
		return
	}
	for _, s := range stmts {
		if s.Text != src[s.Off:s.End] {
			t.Fatalf("text %q is not at [%d,%d) of %q", s.Text, s.Off, s.End, src)
		}
		checkPositions(t, s)
		text, want := tree.SQL(s.Tree), tree.Dump(s.Tree)
		if len(want) > 1<<20 {
			continue // so deep that its indentation takes the fuzzer's time
		}
		again, err := Parse(text)
		if err != nil || len(again) != 1 {
			t.Fatalf("%q\nprinted as %q\ngives %d statements, error %v", s.Text, text, len(again), err)
		}
		if got := tree.Dump(again[0].Tree); got != want {
			t.Fatalf("%q\nprinted as %q\ngives another tree:\n%s\nwanted:\n%s", s.Text, text, got, want)
		}
	}
}

func checkPositions(t *testing.T, s Stmt) {
	tree.Walk(s.Tree, func(n tree.Node) bool {
		if p := int(n.Position()); p != -1 && (p < s.Off || p >= s.End) {
			t.Fatalf("%T of %q stands at %d, outside of [%d,%d)", n, s.Text, p, s.Off, s.End)
		}
		return true
	})
}

// seeds returns the inputs of all golden files.
func seeds(tb testing.TB) (l []string) {
	files, _ := filepath.Glob("testdata/*/*")
	for _, file := range files {
		if strings.Contains(file, "fuzz") {
			continue
		}
		b, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		for _, block := range strings.Split(string(b), "\n\n") {
			_, body, ok := strings.Cut(block, "\n")
			if in, _, ok2 := strings.Cut(body, "\n----"); ok && ok2 {
				l = append(l, in)
			}
		}
	}
	return l
}
