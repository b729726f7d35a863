package expr

// This file compiles the remaining nodes: rows, casts, subplans and the
// parameterless functions of the standard.

import (
	"slices"
	"time"

	"minidb/pgerr"
	"minidb/types"
)

func compileRow(e *RowCons) (Eval, error) {
	args, err := CompileAll(e.Args)
	if err != nil {
		return nil, err
	}
	ts, names := exprTypes(e.Args), e.Names
	return func(c *Ctx, row types.Row) (types.Datum, error) {
		fields := make([]types.Datum, len(args))
		for i, a := range args {
			d, err := a(c, row)
			if err != nil {
				return types.NullDatum, err
			}
			fields[i] = d
		}
		return types.NewRecord(&types.RecordVal{Types: ts, Names: names, Fields: fields}), nil
	}, nil
}

func compileRowCompare(e *RowCompare) (Eval, error) {
	l, err := CompileAll(e.L)
	if err != nil {
		return nil, err
	}
	r, err := CompileAll(e.R)
	if err != nil {
		return nil, err
	}
	kinds := make([]fuseKind, len(l))
	for i, op := range e.Ops {
		kinds[i] = cmpGeneric
		if op.Fn != nil && isCompare(op.Fn.fuse.kind) {
			kinds[i] = op.Fn.fuse.kind
		}
	}
	op := map[int]cmpOp{-2: opLT, -1: opLE, 1: opGE, 2: opGT}[e.Strategy]
	return func(c *Ctx, row types.Row) (types.Datum, error) {
		n := 0
		for i := range l {
			a, err := l[i](c, row)
			if err != nil {
				return types.NullDatum, err
			}
			b, err := r[i](c, row)
			if err != nil || a.IsNull() || b.IsNull() {
				return types.NullDatum, err
			}
			if n = compareAs(kinds[i], a, b); n != 0 {
				break
			}
		}
		return types.NewBool(op.holds(n)), nil
	}, nil
}

func compileField(e *FieldSelect) (Eval, error) {
	arg, err := Compile(e.Arg)
	if err != nil {
		return nil, err
	}
	field := e.Field
	return func(c *Ctx, row types.Row) (types.Datum, error) {
		d, err := arg(c, row)
		if err != nil || d.IsNull() {
			return types.NullDatum, err
		}
		fs := d.Record().Fields
		if field >= len(fs) {
			return types.NullDatum, nil
		}
		return fs[field], nil
	}, nil
}

func compileConvertRow(e *ConvertRow) (Eval, error) {
	arg, err := Compile(e.Arg)
	if err != nil {
		return nil, err
	}
	from, to := e.Arg.Type(), e.T
	return func(c *Ctx, row types.Row) (types.Datum, error) {
		d, err := arg(c, row)
		if err != nil || d.IsNull() {
			return types.NullDatum, err
		}
		return convertRow(c.env().Names, d.Record(), from, to), nil
	}, nil
}

// convertRow makes a row of type to of one of type from, which has columns of the same
// names and types, and maybe others. Both tables may have changed since the expression was
// made: a view's is kept.
func convertRow(n types.Names, r *types.RecordVal, from, to types.OID) types.Datum {
	have, _, _, _ := n.RowType(from)
	names, ts, _, _ := n.RowType(to)
	out := &types.RecordVal{Types: ts, Names: names, Fields: make([]types.Datum, len(ts))}
	for i, name := range names {
		if ts[i] == 0 {
			continue
		}
		if j := slices.Index(have, name); j >= 0 && j < len(r.Fields) {
			out.Fields[i] = r.Fields[j]
		}
	}
	return types.NewRecord(out)
}

// compileRelabel costs nothing but between int4 and oid: binary-coercible types
// have datums of one kind.
func compileRelabel(e *Relabel) (Eval, error) {
	arg, err := Compile(e.Arg)
	if err != nil || !e.signs() {
		return arg, err
	}
	t := e.T
	return func(c *Ctx, row types.Row) (types.Datum, error) {
		d, err := arg(c, row)
		return relabelDatum(d, t), err
	}, nil
}

// signs reports whether the same four bytes are another number after the cast.
func (e *Relabel) signs() bool {
	from := e.Arg.Type()
	return e.T == types.Int4OID && from != types.Int4OID || from == types.Int4OID && e.T != types.Int4OID
}

// relabelDatum takes the four bytes of an int4 or an oid as a value of type t.
func relabelDatum(d types.Datum, t types.OID) types.Datum {
	switch {
	case d.IsNull():
		return d
	case t == types.Int4OID:
		return types.NewInt(int64(int32(d.Int())))
	}
	return types.NewInt(int64(uint32(d.Int())))
}

func compileCoerceIO(e *CoerceIO) (Eval, error) {
	arg, err := Compile(e.Arg)
	if err != nil {
		return nil, err
	}
	from, to := e.Arg.Type(), e.T
	return func(c *Ctx, row types.Row) (types.Datum, error) {
		d, err := arg(c, row)
		if err != nil || d.IsNull() {
			return types.NullDatum, err
		}
		text, err := types.OutputText(d, from, c.env())
		if err != nil {
			return types.NullDatum, err
		}
		out, err := types.Input(to, -1, text, c.env())
		if out.Large() && err == nil {
			err = c.keep(out, d)
		}
		return out, err
	}, nil
}

func compileArrayCoerce(e *ArrayCoerce) (Eval, error) {
	arg, err := Compile(e.Arg)
	if err != nil {
		return nil, err
	}
	elem, err := Compile(e.Elem)
	if err != nil {
		return nil, err
	}
	to := e.Elem.Type()
	return func(c *Ctx, row types.Row) (types.Datum, error) {
		d, err := arg(c, row)
		if err != nil || d.IsNull() {
			return types.NullDatum, err
		}
		a := d.Array()
		if err := c.roomForElems(len(a.Elems)); err != nil {
			return types.NullDatum, err
		}
		out := &types.ArrayVal{Elem: to, Dims: a.Dims, Lower: a.Lower, Elems: make([]types.Datum, len(a.Elems))}
		saved := c.CaseValue
		defer func() { c.CaseValue = saved }()
		for i, x := range a.Elems {
			c.CaseValue = x
			if out.Elems[i], err = elem(c, row); err != nil {
				return types.NullDatum, err
			}
			if err = c.look(i); err != nil {
				return types.NullDatum, err
			}
		}
		made := types.NewArray(out)
		if made.Large() {
			err = c.keep(made)
		}
		return made, err
	}, nil
}

func compileSubPlan(e *SubPlan) (Eval, error) {
	args, err := CompileAll(e.Args)
	if err != nil {
		return nil, err
	}
	call := &SubPlanCall{Plan: e}
	if e.Test != nil {
		if call.Test, err = Compile(e.Test); err != nil {
			return nil, err
		}
	}
	if e.Hashed {
		if err := call.compileSides(); err != nil {
			return nil, err
		}
	}
	return func(c *Ctx, row types.Row) (types.Datum, error) {
		if e.Index < 0 || e.Index >= len(c.SubPlans) {
			return types.NullDatum, pgerr.New(pgerr.Internal, "no subplan %d", e.Index)
		}
		for i, a := range args {
			d, err := a(c, row)
			if err != nil {
				return types.NullDatum, err
			}
			c.SetExec(e.ParamIDs[i], d)
		}
		return c.SubPlans[e.Index].Eval(c, call, row)
	}, nil
}

// compileSides compiles the operands of the test's comparisons separately, so
// that the right ones can be kept in a hash table and the left ones looked up.
func (call *SubPlanCall) compileSides() error {
	for _, cmp := range comparisons(call.Plan.Test) {
		l, err := Compile(cmp.Args[0])
		if err != nil {
			return err
		}
		r, err := Compile(cmp.Args[1])
		if err != nil {
			return err
		}
		call.Left, call.Right = append(call.Left, l), append(call.Right, r)
		call.Bpchar = append(call.Bpchar, cmp.Op.Left == types.BpcharOID)
	}
	return nil
}

// comparisons returns the parts of a test that compares values with a
// subquery's columns: one comparison or an AND of several.
func comparisons(test Expr) []*OpCall {
	switch t := test.(type) {
	case *OpCall:
		return []*OpCall{t}
	case *Bool:
		var out []*OpCall
		for _, a := range t.Args {
			out = append(out, comparisons(a)...)
		}
		return out
	}
	return nil
}

// stmtTime and txnTime are the clocks of statement_timestamp() and now().
func (c *Ctx) stmtTime() time.Time {
	if c == nil || c.Sess == nil || c.Sess.StmtStart.IsZero() {
		return time.Now()
	}
	return c.Sess.StmtStart
}

func (c *Ctx) txnTime() time.Time {
	if c == nil || c.Sess == nil || c.Sess.TxnStart.IsZero() {
		return c.stmtTime()
	}
	return c.Sess.TxnStart
}

func compileSQLValue(e *SQLValue) (Eval, error) {
	mod := e.Mod
	switch e.Kind {
	case CurrentDate:
		return func(c *Ctx, _ types.Row) (types.Datum, error) {
			return types.NewDate(types.TimestamptzToDate(pgMicros(c.txnTime()), c.env().TimeZone)), nil
		}, nil
	case CurrentTimestamp:
		return func(c *Ctx, _ types.Row) (types.Datum, error) {
			d := types.NewTimestamptz(pgMicros(c.txnTime()))
			return types.CoerceLength(d, types.TimestamptzOID, mod, false)
		}, nil
	case LocalTimestamp:
		return func(c *Ctx, _ types.Row) (types.Datum, error) {
			us := types.TimestamptzToTimestamp(pgMicros(c.txnTime()), c.env().TimeZone)
			return types.CoerceLength(types.NewTimestamp(us), types.TimestampOID, mod, false)
		}, nil
	case LocalTime:
		return func(c *Ctx, _ types.Row) (types.Datum, error) {
			us := types.TimestamptzToTimestamp(pgMicros(c.txnTime()), c.env().TimeZone)
			return types.CoerceLength(types.NewTime(types.TimestampToTime(us)), types.TimeOID, mod, false)
		}, nil
	case CurrentTime:
		return func(c *Ctx, _ types.Row) (types.Datum, error) {
			d := types.NewTimetz(types.TimestamptzToTimetz(pgMicros(c.txnTime()), c.env().TimeZone))
			return types.CoerceLength(d, types.TimetzOID, mod, false)
		}, nil
	case CurrentCatalog:
		return func(c *Ctx, _ types.Row) (types.Datum, error) { return currentDatabase(c) }, nil
	case CurrentSchema:
		return func(c *Ctx, _ types.Row) (types.Datum, error) {
			return callCatalog(c, "current_schema", nil)
		}, nil
	case SessionUser:
		return func(c *Ctx, _ types.Row) (types.Datum, error) {
			return callCatalog(c, "session_user", nil)
		}, nil
	}
	return func(c *Ctx, _ types.Row) (types.Datum, error) {
		return callCatalog(c, "current_user", nil)
	}, nil
}

// pgMicros counts microseconds from PostgreSQL's epoch, 2000-01-01 UTC.
func pgMicros(t time.Time) int64 { return t.UnixMicro() - 946684800000000 }
