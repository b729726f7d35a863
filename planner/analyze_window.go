package planner

// Window functions and window definitions.

import (
	"reflect"

	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// windowCall makes a call with OVER.
func (p *parseState) windowCall(f *tree.FuncCall, c *callArgs, m *expr.FuncMatch) (expr.Expr, error) {
	args, err := p.r.CoerceArgs(m, c.args)
	if err != nil {
		return nil, err
	}
	out := &expr.WindowCall{Loc: expr.Loc(f.Pos), Args: args, Star: f.Star, Filter: c.filter, T: m.Ret, Mod: -1, Slot: -1}
	if m.Fn.Kind == expr.AggFunc {
		if out.Agg = m.Fn.Agg; out.Agg == nil || out.Agg.New == nil {
			return nil, pgerr.Unsupported(int(f.Pos), "aggregate "+m.Fn.Name, "")
		}
	} else {
		out.Fn = m.Fn
	}
	if err := windowForm(f, out); err != nil {
		return nil, err
	}
	if err := p.kind.checkWindow(f.Pos); err != nil {
		return nil, err
	}
	if err := nestedWindow(out); err != nil {
		return nil, err
	}
	out.Ref, err = p.windowRef(f.Over)
	p.q.HasWindow = true
	return out, err
}

func windowForm(f *tree.FuncCall, w *expr.WindowCall) error {
	bad := ""
	switch {
	case f.Distinct:
		bad = "DISTINCT is not implemented for window functions"
	case len(f.OrderBy) > 0:
		bad = "aggregate ORDER BY is not implemented for window functions"
	case f.Filter != nil && w.Agg == nil:
		bad = "FILTER is not implemented for non-aggregate window functions"
	default:
		return nil
	}
	return pgerr.New(pgerr.FeatureNotSupported, "%s", bad).At(int(f.Pos))
}

func nestedWindow(w *expr.WindowCall) error {
	var err error
	for _, a := range append(append([]expr.Expr(nil), w.Args...), w.Filter) {
		walkExpr(a, 0, func(x expr.Expr, depth int) bool {
			switch x := x.(type) {
			case *expr.WindowCall:
				if depth == 0 && err == nil {
					err = pgerr.New(pgerr.WindowingError, "window function calls cannot be nested").At(int(x.Pos()))
				}
			case *expr.FuncCall:
				if depth == 0 && x.Fn.RetSet && err == nil {
					err = pgerr.New(pgerr.FeatureNotSupported, "window function calls cannot contain set-returning function calls").
						WithHint("You might be able to move the set-returning function into a LATERAL FROM item.").At(int(exprLoc(x)))
				}
			}
			return err == nil && depth == 0
		})
	}
	return err
}

// windowRef finds or adds the window that OVER means.
func (p *parseState) windowRef(over *tree.WindowDef) (int, error) {
	if over.Name != "" {
		for i, w := range p.windowDefs {
			if w.Name == over.Name {
				return i + 1, nil
			}
		}
		return 0, pgerr.New(pgerr.UndefinedObject, "window %q does not exist", over.Name).At(int(over.Pos))
	}
	for i, w := range p.windowDefs {
		if w.RefName == over.RefName && sameClause(w.PartitionBy, over.PartitionBy) && sameClause(w.OrderBy, over.OrderBy) && sameClause(w.Frame, over.Frame) {
			return i + 1, nil
		}
	}
	p.windowDefs = append(p.windowDefs, over)
	return len(p.windowDefs), nil
}

// sameClause tells whether two clauses are equal but for where they stand.
func sameClause[T any](a, b T) bool { return sameValue(reflect.ValueOf(a), reflect.ValueOf(b)) }

// windows analyzes the window definitions, once all calls are known.
func (p *parseState) windows() error {
	q := p.q
	for i, def := range p.windowDefs {
		if def.Name != "" {
			for _, o := range q.Windows {
				if o.Name == def.Name {
					return pgerr.New(pgerr.WindowingError, "window %q is already defined", def.Name).At(int(def.Pos))
				}
			}
		}
		w, err := p.windowClause(def, p.windowDefs[:i])
		if err != nil {
			return err
		}
		q.Windows = append(q.Windows, w)
	}
	return nil
}

func (p *parseState) windowClause(def *tree.WindowDef, before []*tree.WindowDef) (*WindowClause, error) {
	w := &WindowClause{Name: def.Name, RefName: def.RefName, Frame: frameOf(def.Frame)}
	var ref *WindowClause
	if def.RefName != "" {
		for i, o := range before {
			if o.Name == def.RefName {
				ref = p.q.Windows[i]
			}
		}
		if ref == nil {
			return nil, pgerr.New(pgerr.UndefinedObject, "window %q does not exist", def.RefName).At(int(def.Pos))
		}
	}
	order, err := p.sortClause(def.OrderBy, kindWindowOrder, true)
	if err != nil {
		return nil, err
	}
	var part []expr.SortGroup
	for _, e := range def.PartitionBy {
		if part, err = p.groupItem(part, e, order, kindWindowPartition, true); err != nil {
			return nil, err
		}
	}
	w.Partition, w.Order = part, order
	if ref != nil {
		if err := inheritWindow(w, ref, def); err != nil {
			return nil, err
		}
	}
	if def.Frame == nil {
		return w, nil
	}
	return w, p.frameOffsets(w, def)
}

// inheritWindow takes over what the referenced window defines.
func inheritWindow(w, ref *WindowClause, def *tree.WindowDef) error {
	bad := func(format string, pos int32) error {
		return pgerr.New(pgerr.WindowingError, format, def.RefName).At(int(pos))
	}
	if len(def.PartitionBy) > 0 {
		return bad("cannot override PARTITION BY clause of window %q", def.Pos)
	}
	w.Partition = ref.Partition
	if len(def.OrderBy) > 0 && len(ref.Order) > 0 {
		return bad("cannot override ORDER BY clause of window %q", def.Pos)
	}
	if len(def.OrderBy) == 0 {
		w.Order, w.CopiedOrder = ref.Order, true
	}
	if ref.Frame.Written {
		if def.Name != "" || len(def.OrderBy) > 0 || def.Frame != nil {
			return bad("cannot copy window %q because it has a frame clause", def.Pos)
		}
		return pgerr.New(pgerr.WindowingError, "cannot copy window %q because it has a frame clause", def.RefName).
			WithHint("Omit the parentheses in this OVER clause.").At(int(def.Pos))
	}
	return nil
}

func (p *parseState) frameOffsets(w *WindowClause, def *tree.WindowDef) error {
	f := w.Frame
	if f.Mode == tree.FrameRange && (f.StartOffset() || f.EndOffset()) && len(w.Order) != 1 {
		return pgerr.New(pgerr.WindowingError, "RANGE with offset PRECEDING/FOLLOWING requires exactly one ORDER BY column").At(int(def.Pos))
	}
	if f.Mode == tree.FrameGroups && len(w.Order) == 0 {
		return pgerr.New(pgerr.WindowingError, "GROUPS mode requires an ORDER BY clause").At(int(def.Pos))
	}
	var err error
	if f.StartOffset() {
		if w.StartOff, err = p.frameOffset(def.Frame.Start.Offset, w); err != nil {
			return err
		}
	}
	if f.EndOffset() {
		w.EndOff, err = p.frameOffset(def.Frame.End.Offset, w)
	}
	return err
}

func (p *parseState) frameOffset(e tree.Expr, w *WindowClause) (expr.Expr, error) {
	kind, name := kindFrameRows, "ROWS"
	switch w.Frame.Mode {
	case tree.FrameGroups:
		kind, name = kindFrameGroups, "GROUPS"
	case tree.FrameRange:
		kind, name = kindFrameRange, "RANGE"
	}
	x, err := p.expr(e, kind)
	if err != nil {
		return nil, err
	}
	want := types.Int8OID
	if w.Frame.Mode == tree.FrameRange {
		if want, err = p.rangeOffset(x, w); err != nil {
			return nil, err
		}
	}
	if x, err = p.specific(x, want, name); err != nil {
		return nil, err
	}
	if pos, has := containsVars(x); has {
		return nil, pgerr.New(pgerr.InvalidColumnReference, "argument of %s must not contain variables", name).At(int(pos))
	}
	return x, nil
}

// rangeOffset chooses the type of a RANGE offset: one for which there is an in_range
// function with the ORDER BY column's.
func (p *parseState) rangeOffset(x expr.Expr, w *WindowClause) (types.OID, error) {
	col, given := w.Order[0].Lt.Left, x.Type()
	offsets := expr.RangeOffsets(col)
	bad := func(hint, format string, args ...any) error {
		e := pgerr.New(pgerr.FeatureNotSupported, "RANGE with offset PRECEDING/FOLLOWING "+format, args...).At(int(exprLoc(x)))
		if hint != "" {
			e = e.WithHint("%s", hint)
		}
		return e
	}
	if len(offsets) == 0 {
		return 0, bad("", "is not supported for column type %s", p.r.TypeName(col))
	}
	preferred := given
	if given == types.UnknownOID {
		preferred = col
	}
	var chosen types.OID
	matches := 0
	for _, t := range offsets {
		if !p.canCoerce(given, t, expr.ImplicitCast) {
			continue
		}
		matches++
		if chosen != preferred {
			chosen = t
		}
	}
	switch {
	case matches == 0:
		return 0, bad("Cast the offset value to an appropriate type.",
			"is not supported for column type %s and offset type %s", p.r.TypeName(col), p.r.TypeName(given))
	case matches > 1 && chosen != preferred:
		return 0, bad("Cast the offset value to the exact intended type.",
			"has multiple interpretations for column type %s and offset type %s", p.r.TypeName(col), p.r.TypeName(given))
	}
	return chosen, nil
}
