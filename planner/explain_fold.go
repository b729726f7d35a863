package planner

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"minidb/expr"
)

// minidb.explain_fold: of partitions that are read in the same way only the first is
// printed, with a line for how many follow and how many rows they have together. It is
// ours; JSON, which programs read, is never folded.

// foldFrom is the length of a row of like partitions that is worth folding.
const foldFrom = 3

// fold returns how many of the nodes at the head of list look alike, 0 if too few.
func (b *explainer) fold(list []*xnode) int {
	if !b.x.Options.Fold || len(list) < foldFrom || !list[0].member {
		return 0
	}
	shape, n := b.shape(list[0]), 1
	for n < len(list) && list[n].member && b.shape(list[n]) == shape {
		n++
	}
	if n < foldFrom {
		return 0
	}
	return n
}

// shape is what a partition's plan does, without names, costs and what was measured but
// whether it ran at all.
func (b *explainer) shape(n *xnode) string {
	var s strings.Builder
	var names []string
	b.addShape(&s, &names, n)
	slices.SortFunc(names, func(x, y string) int { return len(y) - len(x) })
	pairs := make([]string, 0, 2*len(names))
	for _, name := range slices.Compact(names) {
		pairs = append(pairs, name, "?")
	}
	return strings.NewReplacer(pairs...).Replace(s.String())
}

func (b *explainer) addShape(s *strings.Builder, names *[]string, n *xnode) {
	fmt.Fprintf(s, "%s %s(", n.kind, n.sub)
	if in := b.instr(n.base); in != nil && in.Loops == 0 {
		s.WriteString("never ")
	}
	for _, p := range n.head {
		switch p.name {
		case "Relation Name", "Alias", "Index Name":
			*names = append(*names, expr.QuoteIdent(p.val.(string)))
		}
	}
	for _, p := range n.props {
		switch v := p.val.(type) {
		case string, []string:
			if text := textValue(v); !isNumber(text) {
				fmt.Fprintf(s, "%s: %s;", p.name, text)
			}
		}
	}
	for _, c := range n.children {
		b.addShape(s, names, c)
	}
	s.WriteByte(')')
}

func isNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

// table is the first relation that a partition's plan scans.
func (n *xnode) table() string {
	for _, p := range n.head {
		if p.name == "Relation Name" {
			return expr.QuoteIdent(p.val.(string))
		}
	}
	for _, c := range n.children {
		if name := c.table(); name != "" {
			return name
		}
	}
	return ""
}

// folded writes the line for the nodes that follow the first of their kind.
func (b *explainer) folded(s *strings.Builder, more []*xnode, indent int) {
	pad(s, indent)
	fmt.Fprintf(s, "->  %d more like it: %s to %s", len(more), more[0].table(), more[len(more)-1].table())
	planned, measured, runs := 0.0, 0.0, int64(0)
	for _, n := range more {
		planned += n.base.Rows
		if in := b.instr(n.base); in != nil {
			measured += in.Rows
			runs += in.Loops
		}
	}
	if b.x.Options.Costs {
		fmt.Fprintf(s, "  (rows=%.0f)", planned)
	}
	switch {
	case b.instr(more[0].base) == nil:
	case runs == 0:
		s.WriteString(" (never executed)")
	default:
		fmt.Fprintf(s, " (actual rows=%.0f in all)", measured)
	}
	s.WriteByte('\n')
}

// foldTargets is fold for the lines that name the partitions which a statement changes.
func (b *explainer) foldTargets(n *xnode, titles []string) {
	last := len(titles) - 1
	for i, t := range titles {
		if b.x.Options.Fold && len(titles) >= foldFrom && i > 0 {
			_, name, _ := strings.Cut(t, " on ")
			_, end, _ := strings.Cut(titles[last], " on ")
			t = fmt.Sprintf("%d more: %s to %s", last, firstWord(name), firstWord(end))
			n.props = append(n.props, prop{raw: t, textOnly: true})
			return
		}
		n.props = append(n.props, prop{raw: t, textOnly: true})
	}
}

// firstWord is a relation's name without its alias.
func firstWord(s string) string {
	if i := strings.LastIndexByte(s, ' '); i >= 0 {
		return s[:i]
	}
	return s
}
