package commands

import (
	"math"
	"strconv"
	"strings"

	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// The options of CREATE SEQUENCE, ALTER SEQUENCE and of identity columns: their
// defaults and what they must not be. After PostgreSQL 18, commands/sequence.c,
// init_params.

// sequenceOptions reads options into a sequence's parameters and state, which
// hold the old values if a sequence is altered.
type sequenceOptions struct {
	c        *Ctx
	init     bool // a new sequence
	identity bool // of an identity column
	seq      catalog.Sequence
	state    catalog.SequenceState
	ownedBy  []string // nil: not written
	changes  bool     // there are options besides OWNED BY
	reset    bool     // what comes next may have changed
	given    map[string]*tree.DefElem
}

// intRange is the range of an integer type.
type intRange struct{ min, max int64 }

var sequenceRanges = map[types.OID]intRange{
	types.Int2OID: {math.MinInt16, math.MaxInt16},
	types.Int4OID: {math.MinInt32, math.MaxInt32},
	types.Int8OID: {math.MinInt64, math.MaxInt64},
}

func (o *sequenceOptions) read(l []*tree.DefElem) error {
	if err := o.gather(l); err != nil {
		return err
	}
	o.reset = o.init
	resetMin, resetMax, err := o.dataType()
	if err != nil {
		return err
	}
	for _, step := range []func() error{
		o.increment,
		func() error { return o.bound("maxvalue", &o.seq.Max, resetMax) },
		func() error { return o.bound("minvalue", &o.seq.Min, resetMin) },
		o.start, o.restart, o.cache,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// gather notes which options are there; each may be once.
func (o *sequenceOptions) gather(l []*tree.DefElem) error {
	o.given = map[string]*tree.DefElem{}
	for _, d := range l {
		switch d.Name {
		case "sequence_name":
			return pgerr.New(pgerr.SyntaxError, "invalid sequence option SEQUENCE NAME").At(int(d.Pos))
		case "logged", "unlogged":
			return pgerr.New(pgerr.Internal, "option %q not recognized", d.Name)
		case "owned_by":
			if o.ownedBy != nil {
				return redundantOption(d)
			}
			o.ownedBy = d.Names
			continue
		}
		if o.given[d.Name] != nil {
			return redundantOption(d)
		}
		o.given[d.Name], o.changes = d, true
	}
	return nil
}

func redundantOption(d *tree.DefElem) error {
	return pgerr.New(pgerr.SyntaxError, "conflicting or redundant options").At(int(d.Pos))
}

// dataType reads AS. Bounds that were those of the old type become those of the
// new one.
func (o *sequenceOptions) dataType() (resetMin, resetMax bool, err error) {
	d := o.given["as"]
	if d == nil {
		if o.init {
			o.seq.Type = types.Int8OID
		}
		return false, false, nil
	}
	t, err := o.c.sequenceType(d)
	if err != nil {
		return false, false, err
	}
	if _, ok := sequenceRanges[t]; !ok {
		return false, false, notSequenceType(o.identity)
	}
	if old := sequenceRanges[o.seq.Type]; !o.init {
		resetMin, resetMax = o.seq.Min == old.min, o.seq.Max == old.max
	}
	o.seq.Type = t
	return resetMin, resetMax, nil
}

func notSequenceType(identity bool) error {
	what := "sequence"
	if identity {
		what = "identity column"
	}
	return pgerr.New(pgerr.InvalidParameterValue, "%s type must be smallint, integer, or bigint", what)
}

func (o *sequenceOptions) increment() error {
	if o.init {
		o.seq.Increment, o.seq.Cycle = 1, false
	}
	if d := o.given["increment"]; d != nil {
		v, err := optionInt(d)
		if err != nil {
			return err
		}
		if v == 0 {
			return pgerr.New(pgerr.InvalidParameterValue, "INCREMENT must not be zero")
		}
		o.seq.Increment, o.reset = v, true
	}
	if d := o.given["cycle"]; d != nil {
		o.seq.Cycle, o.reset = d.Value.Bool, true
	}
	return nil
}

// bound reads MAXVALUE or MINVALUE. Without one it is the type's on the side
// that the sequence goes to, and on the other side -1 or 1.
func (o *sequenceOptions) bound(name string, v *int64, reset bool) error {
	d, r := o.given[name], sequenceRanges[o.seq.Type]
	far, near, towards := r.max, int64(-1), o.seq.Increment > 0
	if name == "minvalue" {
		far, near, towards = r.min, 1, o.seq.Increment < 0
	}
	switch {
	case d != nil && d.Value != nil:
		n, err := optionInt(d)
		if err != nil {
			return err
		}
		*v, o.reset = n, true
	case o.init || d != nil || reset:
		if *v = near; towards || reset {
			*v = far
		}
		o.reset = true
	}
	if *v < r.min || *v > r.max {
		return pgerr.New(pgerr.InvalidParameterValue, "%s (%d) is out of range for sequence data type %s",
			strings.ToUpper(name), *v, o.c.Access.FormatType(o.seq.Type, -1))
	}
	return nil
}

func (o *sequenceOptions) start() error {
	if o.seq.Min >= o.seq.Max {
		return pgerr.New(pgerr.InvalidParameterValue, "MINVALUE (%d) must be less than MAXVALUE (%d)", o.seq.Min, o.seq.Max)
	}
	if d := o.given["start"]; d != nil {
		v, err := optionInt(d)
		if err != nil {
			return err
		}
		o.seq.Start = v
	} else if o.init {
		if o.seq.Start = o.seq.Min; o.seq.Increment < 0 {
			o.seq.Start = o.seq.Max
		}
	}
	return o.inBounds("START", o.seq.Start)
}

func (o *sequenceOptions) restart() error {
	d := o.given["restart"]
	if d != nil || o.init {
		o.state.Last, o.state.Called = o.seq.Start, false
	}
	if d != nil {
		o.reset = true
		if d.Value != nil {
			v, err := optionInt(d)
			if err != nil {
				return err
			}
			o.state.Last = v
		}
	}
	return o.inBounds("RESTART", o.state.Last)
}

func (o *sequenceOptions) inBounds(what string, v int64) error {
	if v < o.seq.Min {
		return pgerr.New(pgerr.InvalidParameterValue, "%s value (%d) cannot be less than MINVALUE (%d)", what, v, o.seq.Min)
	}
	if v > o.seq.Max {
		return pgerr.New(pgerr.InvalidParameterValue, "%s value (%d) cannot be greater than MAXVALUE (%d)", what, v, o.seq.Max)
	}
	return nil
}

func (o *sequenceOptions) cache() error {
	d := o.given["cache"]
	if d == nil {
		if o.init {
			o.seq.Cache = 1
		}
		return nil
	}
	v, err := optionInt(d)
	if err != nil {
		return err
	}
	if v <= 0 {
		return pgerr.New(pgerr.InvalidParameterValue, "CACHE (%d) must be greater than zero", v)
	}
	o.seq.Cache, o.reset = v, true
	return nil
}

// optionInt reads an option's number, which may have too many digits for the
// grammar to take it as an integer.
func optionInt(d *tree.DefElem) (int64, error) {
	if d.Value == nil {
		return 0, pgerr.New(pgerr.SyntaxError, "%s requires a numeric value", d.Name)
	}
	if d.Value.Kind == tree.ConstInt {
		return d.Value.Int, nil
	}
	text := strings.TrimPrefix(d.Value.Text, "+")
	v, err := strconv.ParseInt(text, 0, 64)
	switch {
	case err == nil:
		return v, nil
	case strings.ContainsAny(text, ".eE"):
		return 0, pgerr.New(pgerr.InvalidTextRepresentation, "invalid input syntax for type bigint: %q", text)
	}
	return 0, pgerr.New(pgerr.NumericValueOutOfRange, "value %q is out of range for type bigint", text)
}
