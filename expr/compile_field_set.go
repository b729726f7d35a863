package expr

// Assignment to fields of a row, as in SET r.a = x: a copy of the row with the new
// values (PostgreSQL's FieldStore).

import "minidb/types"

func compileFieldStore(e *FieldStore) (Eval, error) {
	arg, err := Compile(e.Arg)
	if err != nil {
		return nil, err
	}
	values, err := CompileAll(e.Values)
	if err != nil {
		return nil, err
	}
	return func(c *Ctx, row types.Row) (types.Datum, error) {
		old, err := arg(c, row)
		if err != nil {
			return types.NullDatum, err
		}
		out := &types.RecordVal{Types: e.Types, Names: e.Names, Fields: make([]types.Datum, len(e.Types))}
		if !old.IsNull() { // may be from before the table got its last columns
			copy(out.Fields, old.Record().Fields)
		}
		saved := c.CaseValue
		defer func() { c.CaseValue = saved }()
		for i, f := range values {
			field := &out.Fields[e.Fields[i]]
			c.CaseValue = *field
			if *field, err = f(c, row); err != nil {
				return types.NullDatum, err
			}
		}
		made := types.NewRecord(out)
		if made.Large() {
			err = c.keep(made, old)
		}
		return made, err
	}, nil
}
