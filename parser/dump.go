package parser

import (
	"fmt"
	"strings"

	"minidb/parser/lex"
	"minidb/parser/tree"
)

// Showing what the package does: what was sent to TiDB, what the holes in it
// stand for, and the tree that came out.

// DebugDump returns that for each statement of src, for people and golden
// files. Markers are shown with @ in place of their first byte.
func DebugDump(src string) (string, error) {
	var sent strings.Builder
	stmts, err := parse(src, lex.Options{}, func(text string, w *walker) { w.dump(&sent, text) })
	if err != nil {
		return sent.String(), err
	}
	for _, s := range stmts {
		sent.WriteString(tree.Dump(s.Tree))
		for _, n := range s.Notices {
			fmt.Fprintf(&sent, "%s:  %s\n", n.Severity, n.Message)
		}
	}
	return sent.String(), nil
}

// dump writes one text sent to TiDB and its tables.
func (w *walker) dump(b *strings.Builder, text string) {
	fmt.Fprintf(b, "sent: %s\n", strings.ReplaceAll(text, "\x01", "@"))
	for i := range w.out {
		if k := w.out[i].hole; k >= 0 {
			h := &w.holes[k]
			fmt.Fprintf(b, "  ? %s%s\n", holeNames[h.kind], w.holeDetail(h))
		}
	}
	for i, l := range w.leaves {
		switch {
		case l.cte != nil:
			fmt.Fprintf(b, "  @%d %s\n", i, l.cte.Name)
		case l.table != nil:
			fmt.Fprintf(b, "  @%d %s\n", i, strings.TrimPrefix(fmt.Sprintf("%T", l.table), "*tree."))
		default:
			fmt.Fprintf(b, "  @%d %s\n", i, l.name)
		}
	}
}

func (w *walker) holeDetail(h *hole) string {
	switch {
	case h.expr != nil:
		return " " + oneLine(tree.Dump(h.expr))
	case h.kind == holeType:
		return " " + strings.Join(h.ref.(*tree.TypeName).Names, ".")
	case h.kind == holeCall:
		return " " + strings.Join(h.ref.(*callInfo).names, ".")
	case h.name != "" && h.not:
		return " not " + h.name
	case h.name != "":
		return " " + h.name
	}
	return ""
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
