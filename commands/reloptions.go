package commands

import (
	"math"
	"slices"
	"strings"

	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/settings"
)

// Storage parameters of tables: WITH of CREATE TABLE, ALTER TABLE SET and RESET.

// relOption is one parameter: its type, and the bounds of a number or the values
// of an enum.
type relOption struct {
	typ      settings.Type
	min, max float64
	values   []string
}

// tableOptions are those that mean something here; see catalog/reloptions.go.
// After PostgreSQL 18, access/common/reloptions.c.
var tableOptions = map[string]relOption{
	"fillfactor":                     {typ: settings.Int, min: 10, max: 100},
	"autovacuum_enabled":             {typ: settings.Bool},
	"autovacuum_vacuum_threshold":    {typ: settings.Int, max: math.MaxInt32},
	"autovacuum_vacuum_scale_factor": {typ: settings.Real, max: 100},
}

// indexOptions are those of indexes: how full leaves count as being, and whether
// posting lists make them smaller.
var indexOptions = map[string]relOption{
	"fillfactor":        {typ: settings.Int, min: 10, max: 100},
	"deduplicate_items": {typ: settings.Bool},
}

// viewOptions are those of views; otherViewOptions would change plans here.
var viewOptions = map[string]relOption{
	"security_invoker": {typ: settings.Bool},
	"check_option":     {typ: settings.Enum, values: []string{"local", "cascaded"}},
}

var otherViewOptions = []string{"security_barrier"}

// otherTableOptions are the rest of PostgreSQL's.
var otherTableOptions = []string{
	"autovacuum_analyze_scale_factor", "autovacuum_analyze_threshold", "autovacuum_freeze_max_age", "autovacuum_freeze_min_age",
	"autovacuum_freeze_table_age", "autovacuum_multixact_freeze_max_age", "autovacuum_multixact_freeze_min_age",
	"autovacuum_multixact_freeze_table_age", "autovacuum_vacuum_cost_delay", "autovacuum_vacuum_cost_limit",
	"autovacuum_vacuum_insert_scale_factor", "autovacuum_vacuum_insert_threshold", "autovacuum_vacuum_max_threshold",
	"log_autovacuum_min_duration", "parallel_workers", "toast_tuple_target", "user_catalog_table", "vacuum_index_cleanup",
	"vacuum_max_eager_freeze_failure_rate", "vacuum_truncate",
}

// tableParameters checks a WITH clause, or what SET or RESET says, and returns the
// parameters that a table has after it; old are those that it had.
func tableParameters(old []string, l []*tree.DefElem, reset bool) ([]string, error) {
	return parameters(tableOptions, otherTableOptions, old, l, reset)
}

// parameters is tableParameters for any relation: known are its parameters, others
// those that are refused.
func parameters(known map[string]relOption, others, old []string, l []*tree.DefElem, reset bool) ([]string, error) {
	out := slices.DeleteFunc(slices.Clone(old), func(o string) bool {
		name, _, _ := strings.Cut(o, "=")
		return slices.ContainsFunc(l, func(d *tree.DefElem) bool { return d.Namespace == "" && d.Name == name })
	})
	if reset {
		for _, d := range l {
			if d.Value != nil || d.Names != nil {
				return nil, pgerr.New(pgerr.SyntaxError, "RESET must not include values for parameters")
			}
		}
		return out, nil
	}
	for _, d := range l {
		switch {
		case d.Namespace == "toast":
			return nil, pgerr.Unsupported(int(d.Pos), "storage parameter \"toast."+d.Name+"\"", "There are no TOAST tables.")
		case d.Namespace != "":
			return nil, pgerr.New(pgerr.InvalidParameterValue, "unrecognized parameter namespace %q", d.Namespace)
		case d.Name == "oids":
			if on, err := planner.DefBool(d); err != nil || on {
				return nil, oneError(err, pgerr.New(pgerr.FeatureNotSupported, "tables declared WITH OIDS are not supported"))
			}
			continue
		}
		out = append(out, d.Name+"="+relOptionText(d))
	}
	for i, d := range l {
		if d.Name == "oids" {
			continue
		}
		if err := checkParameter(known, others, d, l[:i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func oneError(first, second error) error {
	if first != nil {
		return first
	}
	return second
}

func checkParameter(known map[string]relOption, others []string, d *tree.DefElem, before []*tree.DefElem) error {
	bad := func(format string, args ...any) *pgerr.Error {
		return pgerr.New(pgerr.InvalidParameterValue, format, args...)
	}
	o, ok := known[d.Name]
	switch {
	case slices.Contains(others, d.Name):
		return pgerr.Unsupported(int(d.Pos), "storage parameter \""+d.Name+"\"", "It would have no effect here.")
	case !ok:
		return bad("unrecognized parameter %q", d.Name)
	case slices.ContainsFunc(before, func(b *tree.DefElem) bool { return b.Name == d.Name }):
		return bad("parameter %q specified more than once", d.Name)
	}
	text := relOptionText(d)
	switch o.typ {
	case settings.Bool:
		if _, ok := settings.ParseBool(text); !ok {
			return bad("invalid value for boolean option %q: %s", d.Name, text)
		}
		return nil
	case settings.Enum:
		if !slices.Contains(o.values, strings.ToLower(text)) {
			return bad("invalid value for enum option %q: %s", d.Name, text).
				WithDetail("Valid values are \"%s\".", strings.Join(o.values, "\" and \""))
		}
		return nil
	}
	v, ok := settings.ParseNumber(text, o.typ == settings.Int)
	if o.typ == settings.Int {
		v = math.RoundToEven(v)
	}
	if !ok {
		return bad("invalid value for %s option %q: %s", oneOf(o.typ == settings.Int, "integer", "floating point"), d.Name, text)
	}
	if v < o.min || v > o.max {
		e := bad("value %s out of bounds for option %q", text, d.Name)
		if o.typ == settings.Int {
			return e.WithDetail("Valid values are between \"%d\" and \"%d\".", int(o.min), int(o.max))
		}
		return e.WithDetail("Valid values are between \"%f\" and \"%f\".", o.min, o.max)
	}
	return nil
}

// relOptionText is a parameter's value as it is stored; one without a value is on.
func relOptionText(d *tree.DefElem) string {
	switch {
	case d.Value != nil:
		return d.Value.Text
	case len(d.Names) > 0:
		return strings.Join(d.Names, ".")
	}
	return "true"
}

// setOptions is SET (...) and RESET (...) of ALTER TABLE and its like.
func (t *alterTable) setOptions(cmd *tree.AlterTableCmd) error {
	if t.old.PartKey != nil {
		return pgerr.New(pgerr.WrongObjectType, "cannot specify storage parameters for a partitioned table").
			WithHint("Specify storage parameters for its leaf partitions instead.")
	}
	known, others := tableOptions, otherTableOptions
	switch t.old.Kind {
	case catalog.ViewKind:
		known, others = viewOptions, otherViewOptions
	case catalog.IndexKind:
		known, others = indexOptions, nil
	}
	rel, err := t.rel()
	if err != nil {
		return err
	}
	options, err := parameters(known, others, rel.Options, cmd.Options, cmd.Kind == tree.ResetRelOptions)
	if err != nil {
		return err
	}
	if rel.Kind == catalog.ViewKind {
		why, err := planner.CheckOptionRefusedOf(t.c.Access, rel)
		if err == nil {
			err = checkOptionAllowed(options, why)
		}
		if err != nil {
			return err
		}
	}
	return t.c.Access.SetOptions(rel.OID, options)
}

// columnOptions are those of ALTER COLUMN SET: what ANALYZE is to note instead of counting.
var columnOptions = map[string]relOption{
	"n_distinct":           {typ: settings.Real, min: -1, max: math.MaxFloat64},
	"n_distinct_inherited": {typ: settings.Real, min: -1, max: math.MaxFloat64},
}

// setColumnOptions is ALTER COLUMN SET (...) and RESET (...).
func (t *alterTable) setColumnOptions(cmd *tree.AlterTableCmd) error {
	rel, col, err := t.column(cmd.Name, "alter")
	if err != nil {
		return err
	}
	reset := cmd.Kind == tree.ResetColumnOptions
	for _, d := range cmd.Options {
		switch {
		case d.Namespace != "" && !reset:
			return pgerr.New(pgerr.InvalidParameterValue, "unrecognized parameter namespace %q", d.Namespace)
		case d.Name == "oids" && !reset:
			return pgerr.New(pgerr.InvalidParameterValue, "unrecognized parameter %q", d.Name)
		}
	}
	options, err := parameters(columnOptions, nil, col.Options, cmd.Options, reset)
	if err != nil {
		return err
	}
	return t.c.Access.SetColumnOptions(rel.OID, col.Num, options)
}
