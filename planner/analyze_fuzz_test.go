package planner_test

// Analysis must answer any statement with a query or an error.

import (
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// mutants is how many statements are tried.
const mutants = 3000

// TestAnalyzeMutants mixes the words of the goldens' statements at random.
func TestAnalyzeMutants(t *testing.T) {
	a := openTables(t)
	files, err := filepath.Glob("testdata/analyze/*")
	if err != nil {
		t.Fatal(err)
	}
	var sqls []string
	var words []string
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range strings.Split(string(b), "\n") {
			if s, ok := strings.CutPrefix(l, "> "); ok {
				sqls = append(sqls, s)
				words = append(words, strings.Fields(s)...)
			}
		}
	}
	r := rand.New(rand.NewSource(1))
	current := ""
	defer func() {
		if p := recover(); p != nil {
			t.Fatalf("panic in %q: %v", current, p)
		}
	}()
	for range mutants {
		w := strings.Fields(sqls[r.Intn(len(sqls))])
		for range 1 + r.Intn(3) {
			i := r.Intn(len(w))
			switch r.Intn(3) {
			case 0:
				w[i] = words[r.Intn(len(words))]
			case 1:
				w = append(w[:i:i], append([]string{words[r.Intn(len(words))]}, w[i:]...)...)
			default:
				other := strings.Fields(sqls[r.Intn(len(sqls))])
				w = append(w[:i:i], other[r.Intn(len(other)):]...)
			}
		}
		current = strings.Join(w, " ")
		analyze(a, current)
	}
}
