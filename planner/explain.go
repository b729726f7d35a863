package planner

import (
	"strings"
	"time"

	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/settings"
)

// EXPLAIN: options, what the executor reports, and the shape of the answer.
// A plan becomes a tree of named properties first (explain_node.go), which is
// then written as text or JSON (explain_text.go, explain_json.go).

// ExplainFormat is the FORMAT option.
type ExplainFormat uint8

// The formats; XML and YAML are not built.
const (
	FormatText ExplainFormat = iota
	FormatJSON
)

// ExplainOptions are the options of EXPLAIN.
type ExplainOptions struct {
	Analyze, Verbose, Costs, Timing, Summary, Buffers, Settings, Generic, Counters bool
	Format                                                                         ExplainFormat
}

// Explain describes a plan. Instr has one entry for each node ID after the
// statement ran, and is nil otherwise.
type Explain struct {
	Options   ExplainOptions
	Stmt      *PlannedStmt
	Access    *catalog.Access
	Planning  time.Duration
	Execution time.Duration
	Instr     []Instrument
	Triggers  []TriggerInstrument // that were fired
	// TriggerRelations: the triggers' relations are named, there are several.
	TriggerRelations bool
	// PlanningCounters are printed under Planning when COUNTERS is on.
	PlanningCounters []Counter
}

// ParseExplainOptions reads EXPLAIN's option list.
func ParseExplainOptions(list []*tree.DefElem, set *settings.Values) (ExplainOptions, error) {
	o := ExplainOptions{Costs: true}
	timingSet, summarySet := false, false
	o.Counters = set.Bool(settings.ExplainCounters)
	for _, d := range list {
		if strings.EqualFold(d.Name, "format") {
			if err := o.setFormat(d); err != nil {
				return o, err
			}
			continue
		}
		name := strings.ToLower(d.Name)
		if name == "serialize" {
			if d.Value == nil || !strings.EqualFold(d.Value.Text, "none") {
				return o, pgerr.Unsupported(int(d.Pos), "EXPLAIN option SERIALIZE", "")
			}
			continue
		}
		v, err := optionBool(d)
		if err != nil {
			return o, err
		}
		switch name {
		case "analyze":
			o.Analyze = v
		case "verbose":
			o.Verbose = v
		case "costs":
			o.Costs = v
		case "timing":
			o.Timing, timingSet = v, true
		case "summary":
			o.Summary, summarySet = v, true
		case "buffers":
			o.Buffers = v
		case "settings":
			o.Settings = v
		case "generic_plan":
			o.Generic = v
		case "counters":
			o.Counters = v
		case "wal", "memory":
			if v {
				return o, pgerr.Unsupported(int(d.Pos), "EXPLAIN option "+strings.ToUpper(name), "")
			}
		default:
			return o, pgerr.New(pgerr.SyntaxError, "unrecognized EXPLAIN option %q", d.Name).At(int(d.Pos))
		}
	}
	return o, o.settle(timingSet, summarySet)
}

// settle applies the rules between options.
func (o *ExplainOptions) settle(timingSet, summarySet bool) error {
	if o.Timing && !o.Analyze {
		return pgerr.New(pgerr.InvalidParameterValue, "EXPLAIN option %s requires ANALYZE", "TIMING")
	}
	if o.Generic && o.Analyze {
		return pgerr.New(pgerr.InvalidParameterValue, "EXPLAIN options ANALYZE and GENERIC_PLAN cannot be used together")
	}
	if !timingSet {
		o.Timing = o.Analyze
	}
	if !summarySet {
		o.Summary = o.Analyze
	}
	return nil
}

func (o *ExplainOptions) setFormat(d *tree.DefElem) error {
	v := optionText(d)
	switch strings.ToLower(v) {
	case "text":
		o.Format = FormatText
	case "json":
		o.Format = FormatJSON
	case "xml", "yaml":
		return pgerr.Unsupported(int(d.Pos), "EXPLAIN (FORMAT "+strings.ToUpper(v)+")", "Use FORMAT JSON.")
	default:
		return pgerr.New(pgerr.InvalidParameterValue, "unrecognized value for EXPLAIN option %q: %q", d.Name, v).At(int(d.Pos))
	}
	return nil
}

func optionText(d *tree.DefElem) string {
	switch {
	case d.Value != nil:
		return d.Value.Text
	case len(d.Names) > 0:
		return d.Names[len(d.Names)-1]
	}
	return ""
}

// optionBool reads an option that is on or off; on if it has no value.
func optionBool(d *tree.DefElem) (bool, error) {
	if d.Value == nil && len(d.Names) == 0 {
		return true, nil
	}
	if d.Value != nil {
		switch d.Value.Kind {
		case tree.ConstBool:
			return d.Value.Bool, nil
		case tree.ConstInt:
			if d.Value.Int == 0 || d.Value.Int == 1 {
				return d.Value.Int == 1, nil
			}
		}
	}
	switch strings.ToLower(optionText(d)) {
	case "true", "on", "1":
		return true, nil
	case "false", "off", "0":
		return false, nil
	}
	return false, pgerr.New(pgerr.SyntaxError, "%s requires a Boolean value", d.Name)
}

// Text gives the whole answer in the format asked for; lines end with "\n".
func (x *Explain) Text() (string, error) {
	b := newExplainer(x)
	root := b.plan(x.Stmt.Root, "", "")
	if x.Options.Format == FormatJSON {
		return b.json(root), nil
	}
	return b.text(root), nil
}
