package parser

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"minidb/parser/tree"
	"minidb/pgerr"
)

// TestGolden runs the files under testdata. The commands are
//
//	dump   what is sent to TiDB and the tree
//	sql    the tree printed again
//	error  the report, whose texts, codes and positions are PostgreSQL 18's
func TestGolden(t *testing.T) {
	for _, dir := range []string{"tree", "sql", "errors"} {
		datadriven.Walk(t, "testdata/"+dir, func(t *testing.T, path string) {
			datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
				switch d.Cmd {
				case "dump":
					out, err := DebugDump(d.Input)
					return out + report(d.Input, err)
				case "sql":
					return printed(d.Input)
				case "error":
					_, err := Parse(d.Input)
					return report(d.Input, err)
				}
				d.Fatalf(t, "unknown command %s", d.Cmd)
				return ""
			})
		})
	}
}

func printed(src string) string {
	stmts, err := Parse(src)
	var b strings.Builder
	for _, s := range stmts {
		b.WriteString(tree.SQL(s.Tree) + "\n")
	}
	return b.String() + report(src, err)
}

// report shows an error as psql does: with the line and a mark under it.
func report(src string, err error) string {
	if err == nil {
		return ""
	}
	var e *pgerr.Error
	if !errors.As(err, &e) {
		return "not a *pgerr.Error: " + err.Error()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "ERROR:  %s: %s\n", e.Code, e.Message)
	if e.Position > 0 {
		before := src[:e.Position-1]
		start := strings.LastIndexByte(before, '\n') + 1
		line, _, _ := strings.Cut(src[start:], "\n")
		fmt.Fprintf(&b, "%s\n%s^\n", line, strings.Repeat(" ", len([]rune(before[start:]))))
	}
	if e.Hint != "" {
		fmt.Fprintf(&b, "HINT:  %s\n", e.Hint)
	}
	return b.String()
}
