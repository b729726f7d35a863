package planner

import (
	"strings"
	"time"

	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/session"
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
	Analyze, Verbose, Costs, Timing, Summary, Settings, Generic, Buffers, WAL, Counters bool
	Serialize                                                                           bool // turn the rows to text
	Fold                                                                                bool // print like partitions once
	Format                                                                              ExplainFormat
}

// Explain describes a plan. Instr has one entry for each node ID after the
// statement ran, and is nil otherwise.
type Explain struct {
	Options   ExplainOptions
	Stmt      *PlannedStmt
	Access    *catalog.Access
	Planning  time.Duration
	Execution time.Duration
	Output    Serialization
	Instr     []Instrument
	Triggers  []TriggerInstrument // that were fired
	Survivors [][]int             // by PruneInfo.Index: the members that pruning at start left; nil for all
	// TriggerRelations: the triggers' relations are named, there are several.
	TriggerRelations bool
	PlanningBuffers  session.BufferUsage
	// PlanningCounters are printed under Planning when COUNTERS is on.
	PlanningCounters []Counter
}

// Serialization is what SERIALIZE measures: the messages that a client would get.
type Serialization struct {
	Time  time.Duration
	Bytes int64
}

// ParseExplainOptions reads EXPLAIN's option list.
func ParseExplainOptions(list []*tree.DefElem, set *settings.Values) (ExplainOptions, error) {
	o := ExplainOptions{Costs: true}
	timingSet, summarySet, buffersSet := false, false, false
	o.Counters, o.Fold = set.Bool(settings.ExplainCounters), set.Bool(settings.ExplainFold)
	for _, d := range list {
		if strings.EqualFold(d.Name, "format") {
			if err := o.setFormat(d); err != nil {
				return o, err
			}
			continue
		}
		name := strings.ToLower(d.Name)
		if name == "serialize" {
			if err := o.setSerialize(d); err != nil {
				return o, err
			}
			continue
		}
		v, err := DefBool(d)
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
			o.Buffers, buffersSet = v, true
		case "settings":
			o.Settings = v
		case "generic_plan":
			o.Generic = v
		case "counters":
			o.Counters = v
		case "wal":
			o.WAL = v
		case "memory":
			if v {
				return o, pgerr.Unsupported(int(d.Pos), "EXPLAIN option MEMORY", "The memory of planning is not counted.")
			}
		default:
			return o, pgerr.New(pgerr.SyntaxError, "unrecognized EXPLAIN option %q", d.Name).At(int(d.Pos))
		}
	}
	return o, o.settle(timingSet, summarySet, buffersSet)
}

// settle applies the rules between options.
func (o *ExplainOptions) settle(timingSet, summarySet, buffersSet bool) error {
	for _, need := range []struct {
		on   bool
		name string
	}{{o.WAL, "WAL"}, {o.Timing, "TIMING"}, {o.Serialize, "SERIALIZE"}} {
		if need.on && !o.Analyze {
			return pgerr.New(pgerr.InvalidParameterValue, "EXPLAIN option %s requires ANALYZE", need.name)
		}
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
	if !buffersSet {
		o.Buffers = o.Analyze
	}
	return nil
}

// setSerialize reads SERIALIZE; TEXT if it has no value.
func (o *ExplainOptions) setSerialize(d *tree.DefElem) error {
	if d.Value == nil && len(d.Names) == 0 {
		o.Serialize = true
		return nil
	}
	v := DefString(d)
	switch strings.ToLower(v) {
	case "off", "none":
		o.Serialize = false
	case "text":
		o.Serialize = true
	case "binary":
		return pgerr.Unsupported(int(d.Pos), "EXPLAIN (SERIALIZE BINARY)", "Use SERIALIZE TEXT.")
	default:
		return pgerr.New(pgerr.InvalidParameterValue, "unrecognized value for EXPLAIN option %q: %q", d.Name, v).At(int(d.Pos))
	}
	return nil
}

func (o *ExplainOptions) setFormat(d *tree.DefElem) error {
	if d.Value == nil && len(d.Names) == 0 {
		return pgerr.New(pgerr.SyntaxError, "%s requires a parameter", d.Name)
	}
	v := DefString(d)
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

// Text gives the whole answer in the format asked for; lines end with "\n".
func (x *Explain) Text() (string, error) {
	b := newExplainer(x)
	root := b.plan(x.Stmt.Root, "", "")
	if x.Options.Format == FormatJSON {
		return b.json(root), nil
	}
	return b.text(root), nil
}
