package planner

// INSERT with many rows of VALUES: the way bulk loads come in. Literals become
// constants of the column's type at once, in slabs, without resolving a cast
// for each; everything else takes the general path.

import (
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/types"
)

// nullTypeOID is the type of a literal that is not yet coerced.
const nullTypeOID = types.UnknownOID

// manyRows makes the VALUES lists a range entry and the row's values references
// to its columns, which are of the target columns' types.
func (in *insertState) manyRows(lists [][]tree.Expr) ([]expr.Expr, error) {
	saved := in.kind
	in.kind = kindValues
	defer func() { in.kind = saved }()
	l := newLoader(in, len(lists), len(lists[0]))
	rte := &RangeEntry{Kind: ValuesEntry, Alias: "*VALUES*", Pos: -1, Values: make([][]expr.Expr, len(lists))}
	for i, list := range lists {
		row, err := l.row(list)
		if err != nil {
			return nil, err
		}
		rte.Values[i] = row
		l.width = len(row)
	}
	n := len(rte.Values[0])
	for i := range n {
		c := in.cols[i]
		rte.Columns = append(rte.Columns, "column"+itoa(i+1))
		rte.Types, rte.Mods = append(rte.Types, c.Type), append(rte.Mods, c.Typmod)
	}
	it := in.addEntry(rte)
	in.q.From = append(in.q.From, &RangeRef{Rel: it.rel})
	out := make([]expr.Expr, n)
	for i := range out {
		if out[i] = in.columnVar(it.column(i), 0, -1); in.unused(in.cols[i]) {
			out[i] = columnDefault(in.cols[i])
		}
	}
	return out, nil
}

// loader turns rows of literals into constants.
type loader struct {
	in     *insertState
	consts []expr.Const // slab, filled from the front
	exprs  []expr.Expr  // slab
	plain  []bool       // per column: values need no check of the column's own
	width  int          // of the first row, 0 before it
}

func newLoader(in *insertState, rows, width int) *loader {
	l := &loader{in: in, consts: make([]expr.Const, 0, rows*width), exprs: make([]expr.Expr, rows*width), plain: make([]bool, len(in.cols))}
	for i, c := range in.cols {
		l.plain[i] = !c.Generated && c.Identity == 0
	}
	return l
}

func (l *loader) row(list []tree.Expr) ([]expr.Expr, error) {
	if len(list) > len(l.exprs) || len(list) > len(l.in.cols) || l.in.listed && len(list) != len(l.in.cols) ||
		l.width > 0 && len(list) != l.width {
		return l.slowRow(list)
	}
	row := l.exprs[:len(list):len(list)]
	for i, e := range list {
		c, ok := e.(*tree.Const)
		if !ok || !l.plain[i] {
			x, err := l.slow(e, i)
			if err != nil {
				return nil, err
			}
			if x == nil {
				return l.slowRow(list)
			}
			row[i] = x
			continue
		}
		x, err := l.literal(c, i)
		if err != nil {
			return nil, err
		}
		row[i] = x
	}
	l.exprs = l.exprs[len(list):]
	return row, nil
}

// literal makes a constant of column i's type, in the general way if there is
// no shorter one.
func (l *loader) literal(c *tree.Const, i int) (expr.Expr, error) {
	col := l.in.cols[i]
	d, ok := literalDatum(c, col.Type, col.Typmod, l.in.env)
	if !ok || len(l.consts) == cap(l.consts) {
		x, err := l.in.constant(c)
		if err != nil {
			return nil, err
		}
		return l.in.value(x, i)
	}
	l.consts = append(l.consts, expr.Const{Loc: expr.Loc(c.Pos), Value: d, T: col.Type, Mod: col.Typmod})
	return &l.consts[len(l.consts)-1], nil
}

// literalDatum reads a literal as a value of type t, with the result that the
// assignment cast would have. It declines rather than report an error.
func literalDatum(c *tree.Const, t types.OID, mod int32, env *types.Env) (types.Datum, bool) {
	switch c.Kind {
	case tree.ConstNull:
		return types.NullDatum, true
	case tree.ConstInt:
		return intDatum(c.Int, t, mod)
	case tree.ConstNumeric:
		if (t == types.Float8OID && c.Text[0] != '-') || t == types.NumericOID && mod < 0 { // -0.0 is a numeric, without a sign
			d, err := types.Input(t, -1, c.Text, env)
			return d, err == nil
		}
	case tree.ConstBool:
		return types.NewBool(c.Bool), t == types.BoolOID
	case tree.ConstString:
		switch t {
		case types.TextOID:
			return types.NewText(c.Text), true
		case types.VarcharOID, types.BpcharOID, types.TimestampOID, types.TimestamptzOID, types.DateOID, types.NumericOID, types.Int4OID, types.Int8OID, types.Float8OID, types.BoolOID:
			d, err := types.Input(t, -1, c.Text, env)
			if err == nil && mod >= 0 {
				d, err = types.CoerceLength(d, t, mod, false)
			}
			return d, err == nil
		}
	}
	return types.NullDatum, false
}

func intDatum(v int64, t types.OID, mod int32) (types.Datum, bool) {
	switch t {
	case types.Int4OID:
		return types.NewInt(v), v == int64(int32(v))
	case types.Int8OID:
		return types.NewInt(v), true
	case types.Int2OID:
		return types.NewInt(v), v == int64(int16(v))
	case types.Float8OID:
		return types.NewFloat8(float64(v)), true
	case types.NumericOID:
		return types.NewNumeric(types.DecFromInt64(v)), mod < 0
	}
	return types.NullDatum, false
}

// slow analyzes one value; nil means that it stands for several.
func (l *loader) slow(e tree.Expr, i int) (expr.Expr, error) {
	switch d := e.(type) {
	case *tree.SetToDefault:
		return l.in.value(&expr.SetToDefault{Loc: expr.Loc(d.Pos)}, i)
	case *tree.ColumnRef:
		if d.Star {
			return nil, nil
		}
	case *tree.FieldSelect:
		if d.Star {
			return nil, nil
		}
	}
	x, err := l.in.tx(e)
	if err != nil {
		return nil, err
	}
	return l.in.value(x, i)
}

func (l *loader) slowRow(list []tree.Expr) ([]expr.Expr, error) {
	row, err := l.in.rowExprs(list)
	if err != nil {
		return nil, err
	}
	if l.width > 0 && len(row) != l.width {
		return nil, valuesLength(list)
	}
	return row, l.in.assignRow(row)
}
