package planner

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"minidb/catalog"
	"minidb/types"
)

// TriggerInstrument is what EXPLAIN ANALYZE knows of one trigger.
type TriggerInstrument struct {
	Trigger, Constraint string
	Table               types.OID
	Relation            string // the table's name
	Calls               int64
	Time                time.Duration // of all calls
}

// ResultRelations are the relations that a plan writes to, the statement's own
// first.
func ResultRelations(ps *PlannedStmt) []*catalog.Relation {
	var out []*catalog.Relation
	plans := []Plan{ps.Root}
	for _, d := range ps.SubPlans {
		plans = append(plans, d.Plan)
	}
	for _, p := range plans {
		m, ok := p.(*ModifyTable)
		if !ok {
			continue
		}
		for i := range m.Rels {
			r := &m.Rels[i]
			if !slices.Contains(out, r.Relation) {
				out = append(out, r.Relation)
			}
		}
	}
	return out
}

// line writes a trigger in the text format.
func (t *TriggerInstrument) line(s *strings.Builder, o *ExplainOptions, relation bool) {
	s.WriteString("Trigger")
	if o.Verbose || t.Constraint == "" {
		s.WriteString(" " + t.Trigger)
	}
	if t.Constraint != "" {
		s.WriteString(" for constraint " + t.Constraint)
	}
	if relation {
		s.WriteString(" on " + t.Relation)
	}
	if o.Timing {
		fmt.Fprintf(s, ": time=%.3f calls=%d\n", ms(t.Time), t.Calls)
	} else {
		fmt.Fprintf(s, ": calls=%d\n", t.Calls)
	}
}

// jsonTriggers writes the list of triggers.
func (b *explainer) jsonTriggers(w *jsonWriter) {
	o := &b.x.Options
	if len(b.x.Triggers) == 0 {
		w.put("Triggers", []string{}, !o.Analyze)
		return
	}
	w.key("Triggers")
	w.s.WriteString("[\n")
	w.indent++
	for i := range b.x.Triggers {
		t := &b.x.Triggers[i]
		if i > 0 {
			w.s.WriteString(",\n")
		}
		w.pad()
		w.open()
		w.put("Trigger Name", t.Trigger)
		w.put("Constraint Name", t.Constraint, t.Constraint == "")
		w.put("Relation", t.Relation)
		w.put("Time", fixed{ms(t.Time), 3}, !o.Timing)
		w.put("Calls", t.Calls)
		w.close()
	}
	w.indent--
	w.s.WriteByte('\n')
	w.pad()
	w.s.WriteByte(']')
}
