package catalog

// The functions about enum types. Their first argument, added by package expr,
// is the type, since the values may be NULL.

import (
	"minidb/pgerr"
	"minidb/types"
)

var enumFuncs = map[string]catalogFunc{
	"enum_first": enumEnd(func(l []enumLabel) enumLabel { return l[0] }),
	"enum_last":  enumEnd(func(l []enumLabel) enumLabel { return l[len(l)-1] }),
	"enum_range": enumRange,
}

// enumEnd makes the function that returns one label of a type.
func enumEnd(pick func([]enumLabel) enumLabel) catalogFunc {
	return func(a *Access, args []types.Datum) (types.Datum, error) {
		t := datumOID(args[0])
		e := a.typeEntry(t)
		if e == nil || len(e.labels) == 0 {
			return null, pgerr.New(pgerr.ObjectNotInPrerequisiteState, "enum %s contains no values", a.FormatType(t, -1))
		}
		l := pick(e.labels)
		return types.NewFloat4(l.order), a.safeLabel(t, l)
	}
}

// enumRange returns the labels between two, which are ends if NULL or missing.
func enumRange(a *Access, args []types.Datum) (types.Datum, error) {
	t := datumOID(args[0])
	var out []types.Datum
	if e := a.typeEntry(t); e != nil {
		for _, l := range e.labels {
			d := types.NewFloat4(l.order)
			if len(args) > 2 && (!args[1].IsNull() && types.Compare(d, args[1]) < 0 || !args[2].IsNull() && types.Compare(d, args[2]) > 0) {
				continue
			}
			if err := a.safeLabel(t, l); err != nil {
				return null, err
			}
			out = append(out, d)
		}
	}
	return types.NewArray1(t, out), nil
}
