package planner

import (
	"encoding/json"
	"fmt"
	"strings"

	"minidb/session"
)

// EXPLAIN (FORMAT JSON), laid out as PostgreSQL does.

func (b *explainer) json(root *xnode) string {
	w := &jsonWriter{}
	w.s.WriteString("[\n  {\n")
	w.indent = 2
	w.key("Plan")
	b.jsonNode(w, root)
	o := &b.x.Options
	if l := b.changedSettings(); len(l) > 0 {
		w.key("Settings")
		w.open()
		for _, kv := range l {
			w.put(kv[0], kv[1])
		}
		w.close()
	}
	if o.Buffers || o.Counters && len(b.x.PlanningCounters) > 0 {
		w.key("Planning")
		w.open()
		if o.Buffers {
			w.putAll(bufferProps(&b.x.PlanningBuffers))
		}
		if o.Counters {
			for _, c := range b.x.PlanningCounters {
				w.put(c.Name, c.Value)
			}
		}
		w.close()
	}
	w.put("Planning Time", fixed{ms(b.x.Planning), 3}, !o.Summary)
	b.jsonTriggers(w)
	if o.Serialize {
		w.key("Serialization")
		w.open()
		w.put("Time", fixed{ms(b.x.Output.Time), 3}, !o.Timing)
		w.put("Output Volume", (b.x.Output.Bytes+1023)/1024)
		w.put("Format", "text")
		if o.Buffers { // of values that are stored elsewhere: there are none
			w.putAll(bufferProps(&session.BufferUsage{}))
		}
		w.close()
	}
	w.put("Execution Time", fixed{ms(b.x.Execution), 3}, !o.Summary || !o.Analyze)
	w.s.WriteString("\n  }\n]")
	return w.s.String()
}

// fixed is a number with a given number of decimals.
type fixed struct {
	v      float64
	digits int
}

type jsonWriter struct {
	s      strings.Builder
	indent int
	comma  []bool
	more   bool
}

func (w *jsonWriter) pad() { w.s.WriteString(strings.Repeat("  ", w.indent)) }

// key starts a member of the current object.
func (w *jsonWriter) key(name string) {
	if w.more {
		w.s.WriteString(",\n")
	}
	w.more = true
	w.pad()
	w.s.WriteString(quoteJSON(name) + ": ")
}

func (w *jsonWriter) open() {
	w.s.WriteString("{\n")
	w.comma = append(w.comma, w.more)
	w.more = false
	w.indent++
}

func (w *jsonWriter) close() {
	w.indent--
	w.s.WriteByte('\n')
	w.pad()
	w.s.WriteByte('}')
	w.more = w.comma[len(w.comma)-1]
	w.comma = w.comma[:len(w.comma)-1]
}

func quoteJSON(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(s) != nil {
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func quotedJSON(l []string) string {
	q := make([]string, len(l))
	for i, s := range l {
		q[i] = quoteJSON(s)
	}
	return strings.Join(q, ", ")
}

// list writes n elements, a line each.
func (w *jsonWriter) list(n int, element func(i int)) {
	w.s.WriteString("[\n")
	w.indent++
	for i := range n {
		if i > 0 {
			w.s.WriteString(",\n")
		}
		w.pad()
		element(i)
	}
	w.indent--
	w.s.WriteByte('\n')
	w.pad()
	w.s.WriteByte(']')
}

// putAll writes properties as members.
func (w *jsonWriter) putAll(props []prop) {
	for _, p := range props {
		w.put(p.name, p.val)
	}
}

// put writes one member unless skip.
func (w *jsonWriter) put(name string, v any, skip ...bool) {
	if len(skip) > 0 && skip[0] {
		return
	}
	w.key(name)
	switch v := v.(type) {
	case string:
		w.s.WriteString(quoteJSON(v))
	case []prop:
		w.open()
		for _, p := range v {
			w.put(p.name, p.val)
		}
		w.close()
	case [][]prop:
		w.list(len(v), func(i int) {
			w.open()
			for _, p := range v[i] {
				w.put(p.name, p.val)
			}
			w.close()
		})
	case [][]string:
		w.list(len(v), func(i int) { w.s.WriteString("[" + quotedJSON(v[i]) + "]") })
	case []string:
		if len(v) == 0 {
			w.s.WriteString("[\n")
			w.pad()
			w.s.WriteString("]")
			return
		}
		w.s.WriteString("[" + quotedJSON(v) + "]")
	case fixed:
		fmt.Fprintf(&w.s, "%.*f", v.digits, v.v)
	default:
		fmt.Fprint(&w.s, v)
	}
}

func (b *explainer) jsonNode(w *jsonWriter, n *xnode) {
	w.open()
	w.put("Node Type", n.kind)
	for _, p := range n.head {
		if leads(p.name) {
			w.put(p.name, p.val)
		}
	}
	w.put("Parent Relationship", n.rel, n.rel == "")
	w.put("Subplan Name", n.sub, n.sub == "")
	w.put("Parallel Aware", false)
	w.put("Async Capable", false)
	for _, p := range n.head {
		if !leads(p.name) {
			w.put(p.name, p.val)
		}
	}
	o, base := &b.x.Options, n.base
	if o.Costs {
		w.put("Startup Cost", fixed{base.StartupCost, 2})
		w.put("Total Cost", fixed{base.TotalCost, 2})
		w.put("Plan Rows", fixed{base.Rows, 0})
		w.put("Plan Width", base.Width)
	}
	if in := b.instr(base); in != nil {
		loops := float64(max(in.Loops, 1))
		if o.Timing {
			w.put("Actual Startup Time", fixed{ms(in.Startup) / loops, 3})
			w.put("Actual Total Time", fixed{ms(in.Total) / loops, 3})
		}
		digits := 2
		if in.Loops == 0 {
			digits = 0
		}
		w.put("Actual Rows", fixed{in.Rows / loops, digits})
		w.put("Actual Loops", in.Loops)
	}
	w.put("Disabled", base.Disabled)
	for _, p := range n.props {
		if !p.textOnly {
			w.put(p.name, jsonValue(p))
		}
	}
	if len(n.children) > 0 {
		w.key("Plans")
		w.s.WriteString("[\n")
		w.indent++
		for i, c := range n.children {
			if i > 0 {
				w.s.WriteString(",\n")
			}
			w.pad()
			b.jsonNode(w, c)
		}
		w.indent--
		w.s.WriteByte('\n')
		w.pad()
		w.s.WriteByte(']')
	}
	w.close()
}

// leads tells whether a property stands right after the node's type.
func leads(name string) bool {
	return name == "Strategy" || name == "Partial Mode" || name == "Operation"
}

// jsonValue gives counts that text writes as words back as numbers.
func jsonValue(p prop) any {
	if s, ok := p.val.(string); ok && strings.HasPrefix(p.name, "Rows Removed") {
		return json.Number(s)
	}
	return p.val
}
