package planner

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"minidb/settings"
)

// EXPLAIN's text and JSON.

// text writes the tree as psql shows it.
func (b *explainer) text(root *xnode) string {
	var s strings.Builder
	b.textNode(&s, root, 0)
	b.textTail(&s)
	return s.String()
}

func pad(s *strings.Builder, indent int) { s.WriteString(strings.Repeat("  ", indent)) }

func (b *explainer) textNode(s *strings.Builder, n *xnode, indent int) {
	if n.sub != "" {
		pad(s, indent)
		s.WriteString(n.sub + "\n")
		indent++
	}
	if indent > 0 {
		pad(s, indent)
		s.WriteString("->  ")
		indent += 2
	}
	s.WriteString(n.title)
	b.textCosts(s, n)
	s.WriteByte('\n')
	indent++
	if n.base.Disabled {
		pad(s, indent)
		s.WriteString("Disabled: true\n")
	}
	for _, p := range n.props {
		if p.jsonOnly {
			continue
		}
		pad(s, indent)
		if p.raw != "" {
			s.WriteString(p.raw + "\n")
			continue
		}
		s.WriteString(p.name + ": " + textValue(p.val) + "\n")
	}
	for i := 0; i < len(n.children); i++ {
		b.textNode(s, n.children[i], indent)
		if alike := b.fold(n.children[i:]); alike > 0 {
			b.folded(s, n.children[i+1:i+alike], indent)
			i += alike - 1
		}
	}
}

func textValue(v any) string {
	switch v := v.(type) {
	case []string:
		return strings.Join(v, ", ")
	case string:
		return v
	}
	return fmt.Sprint(v)
}

func (b *explainer) textCosts(s *strings.Builder, n *xnode) {
	o, p := &b.x.Options, n.base
	if o.Costs {
		fmt.Fprintf(s, "  (cost=%.2f..%.2f rows=%.0f width=%d)", p.StartupCost, p.TotalCost, p.Rows, p.Width)
	}
	in := b.instr(p)
	if in == nil {
		return
	}
	if in.Loops == 0 {
		s.WriteString(" (never executed)")
		return
	}
	loops := float64(in.Loops)
	if o.Timing {
		fmt.Fprintf(s, " (actual time=%.3f..%.3f rows=%.2f loops=%d)", ms(in.Startup)/loops, ms(in.Total)/loops, in.Rows/loops, in.Loops)
	} else {
		fmt.Fprintf(s, " (actual rows=%.2f loops=%d)", in.Rows/loops, in.Loops)
	}
}

func ms(d time.Duration) float64 { return float64(d) / 1e6 }

func (b *explainer) textTail(s *strings.Builder) {
	o := &b.x.Options
	if l := b.changedSettings(); len(l) > 0 {
		s.WriteString("Settings: ")
		for i, kv := range l {
			if i > 0 {
				s.WriteString(", ")
			}
			fmt.Fprintf(s, "%s = '%s'", kv[0], strings.ReplaceAll(kv[1], "'", "''"))
		}
		s.WriteByte('\n')
	}
	buffers := ""
	if o.Buffers {
		buffers = buffersText(&b.x.PlanningBuffers)
	}
	if buffers != "" || o.Counters && len(b.x.PlanningCounters) > 0 {
		s.WriteString("Planning:\n")
	}
	if buffers != "" {
		s.WriteString("  " + buffers + "\n")
	}
	if o.Counters {
		for _, c := range b.x.PlanningCounters {
			fmt.Fprintf(s, "  %s: %d\n", c.Name, c.Value)
		}
	}
	if o.Summary {
		fmt.Fprintf(s, "Planning Time: %.3f ms\n", ms(b.x.Planning))
	}
	for i := range b.x.Triggers {
		b.x.Triggers[i].line(s, o, b.x.TriggerRelations)
	}
	if o.Serialize {
		out := b.x.Output
		s.WriteString("Serialization: ")
		if o.Timing {
			fmt.Fprintf(s, "time=%.3f ms  ", ms(out.Time))
		}
		fmt.Fprintf(s, "output=%dkB  format=text\n", (out.Bytes+1023)/1024)
	}
	if o.Summary && o.Analyze {
		fmt.Fprintf(s, "Execution Time: %.3f ms\n", ms(b.x.Execution))
	}
}

// changedSettings are the planner settings that are not at their defaults, those that left
// them first before the others.
func (b *explainer) changedSettings() [][2]string {
	if !b.x.Options.Settings || b.x.Access == nil {
		return nil
	}
	set := b.x.Access.S.Set
	var changed []*settings.Def
	for _, d := range settings.All() {
		if d.Explain && !set.IsDefault(d) {
			changed = append(changed, d)
		}
	}
	slices.SortStableFunc(changed, func(a, b *settings.Def) int { return cmp.Compare(set.Since(a), set.Since(b)) })
	var out [][2]string
	for _, d := range changed {
		out = append(out, [2]string{d.Name, set.ShowDef(d)})
	}
	return out
}
