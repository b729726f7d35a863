package parser

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"minidb/parser/tree"
)

// Building function calls: plain ones, the markers, the carrier.

func (b *builder) call(x *ast.FuncCallExpr) tree.Expr {
	if name, _ := markerOf(x); name != "" {
		return b.markerCall(name, x)
	}
	f := &tree.FuncCall{Pos: b.posOf(x)}
	if x.Schema.O != "" {
		f.Name = []string{userName(x.Schema.O), userName(x.FnName.O)}
	} else {
		f.Name = []string{userName(x.FnName.O)}
	}
	if len(x.Args) == 1 && b.holeIf(x.Args[0], holeStar) != nil {
		f.Star = true
		return f
	}
	f.Args = b.exprs(x.Args)
	return f
}

func (b *builder) markerCall(name string, x *ast.FuncCallExpr) tree.Expr {
	pos, a := b.posOf(x), x.Args
	switch name {
	case "cast":
		return &tree.TypeCast{Pos: pos, Arg: b.expr(a[0]), Type: b.holeOf(a[1]).ref.(*tree.TypeName)}
	case "collate":
		return &tree.CollateClause{Pos: pos, Arg: b.expr(a[0]), Name: b.holeOf(a[1]).ref.([]string)}
	case "index":
		return b.subscript(pos, a)
	case "field":
		f := &tree.FieldSelect{Pos: pos, Arg: b.expr(a[0])}
		h := b.holeOf(a[1])
		f.Star, f.Field = h.kind == holeStar, h.name
		return f
	case "whole":
		c := b.expr(a[0]).(*tree.ColumnRef)
		c.Star = true
		return c
	case "named":
		return &tree.NamedArg{Pos: pos, Name: b.holeOf(a[0]).name, Arg: b.expr(a[1])}
	case "array":
		return &tree.ArrayExpr{Pos: pos, Elements: b.exprs(a)}
	case "arraysub":
		return &tree.SubLink{Pos: pos, Kind: tree.SubLinkArray, Query: b.query(a[0])}
	case "row":
		return &tree.RowExpr{Pos: pos, Args: b.exprs(a), Explicit: true}
	case "rollup":
		return &tree.GroupingSet{Pos: pos, Kind: tree.GroupingRollup, Items: b.exprs(a)}
	case "cube":
		return &tree.GroupingSet{Pos: pos, Kind: tree.GroupingCube, Items: b.exprs(a)}
	case "sets":
		return &tree.GroupingSet{Pos: pos, Kind: tree.GroupingSets, Items: b.groupItems(a)}
	case "any", "all":
		b.fail(b.tokenAt(pos))
	}
	return b.specialCall(name, pos, a)
}

func (b *builder) groupItems(l []ast.ExprNode) []tree.Expr {
	out := make([]tree.Expr, len(l))
	for i, e := range l {
		out[i] = b.groupItem(e)
	}
	return out
}

func (b *builder) groupItem(e ast.ExprNode) tree.Expr {
	if h := b.holeIf(e, holeEmpty); h != nil {
		return &tree.GroupingSet{Pos: b.tokPos(h.tok), Kind: tree.GroupingEmpty}
	}
	return b.expr(e)
}

func (b *builder) subscript(pos int32, a []ast.ExprNode) tree.Expr {
	bound := func(e ast.ExprNode) tree.Expr {
		if b.holeIf(e, holeEmpty) != nil {
			return nil
		}
		return b.expr(e)
	}
	_, apart := a[0].(*ast.ParenthesesExpr)
	s := &tree.Subscript{Pos: pos, Arg: b.expr(a[0]), Apart: apart}
	if len(a) == 2 {
		s.Upper = bound(a[1])
		return s
	}
	s.Slice, s.Lower, s.Upper = true, bound(a[1]), bound(a[2])
	return s
}

// specialCall builds what walk_special.go carried.
func (b *builder) specialCall(name string, pos int32, a []ast.ExprNode) tree.Expr {
	switch name {
	case "coalesce":
		return &tree.CoalesceExpr{Pos: pos, Args: b.exprs(a)}
	case "greatest", "least":
		return &tree.MinMaxExpr{Pos: pos, Least: name == "least", Args: b.exprs(a)}
	case "grouping":
		return &tree.GroupingFunc{Pos: pos, Args: b.exprs(a)}
	case "nullif":
		return &tree.NullIf{Pos: pos, Left: b.expr(a[0]), Right: b.expr(a[1])}
	case "extract":
		h := b.holeOf(a[0])
		field := &tree.Const{Pos: b.tokPos(h.tok), Kind: tree.ConstString, Text: h.name}
		return systemCall("extract", pos, field, b.expr(a[1]))
	case "position":
		return systemCall("position", pos, b.expr(a[1]), b.expr(a[0]))
	case "substring", "overlay":
		return b.worded(name, pos, b.holeOf(a[0]).name, b.exprs(a[1:]))
	case "collation":
		return systemCall("pg_collation_for", pos, b.expr(a[0]))
	case "normalize":
		args := []tree.Expr{b.expr(a[0])}
		if len(a) > 1 {
			h := b.holeOf(a[1])
			args = append(args, &tree.Const{Pos: b.tokPos(h.tok), Kind: tree.ConstString, Text: h.name})
		}
		return systemCall(name, pos, args...)
	case "trim":
		h := b.holeOf(a[0])
		args := b.exprs(a[1:])
		if h.not {
			args = append(args[1:len(args):len(args)], args[0])
		}
		return systemCall(h.name, pos, args...)
	}
	b.internal("marker %q", name)
	return nil
}

// worded builds SUBSTRING and OVERLAY from the words between the arguments.
func (b *builder) worded(name string, pos int32, shape string, args []tree.Expr) tree.Expr {
	switch shape {
	case "f", "fn", "se", "pf", "pfn":
	case "nf":
		args[1], args[2] = args[2], args[1]
	case "n": // SUBSTRING(s FOR n) begins at 1 and has an integer count
		n := &tree.TypeCast{Pos: -1, Arg: args[1], Type: systemType("int4")}
		n.Type.Pos = -1
		one := &tree.Const{Pos: -1, Kind: tree.ConstInt, Int: 1, Text: "1"}
		args = []tree.Expr{args[0], one, n}
	default:
		return &tree.FuncCall{Pos: pos, Name: []string{name}, Args: args}
	}
	return systemCall(name, pos, args...)
}

// carrier builds a call from GROUP_CONCAT; the last argument is the separator
// that TiDB adds.
func (b *builder) carrier(args []ast.ExprNode, distinct bool, spec *ast.WindowSpec) tree.Expr {
	h := b.holeIf(args[0], holeCall)
	if h == nil {
		b.internal("carrier without its hole")
	}
	c := h.ref.(*callInfo)
	f := &tree.FuncCall{Pos: b.tokPos(h.tok), Name: c.names, Star: c.star, Variadic: c.variadic, WithinGroup: c.within, Distinct: distinct}
	f.Args = b.exprs(args[1 : 1+c.args])
	rest := args[1+c.args : len(args)-1]
	if c.filter {
		f.Filter, rest = b.expr(rest[0]), rest[1:]
	}
	for _, e := range rest {
		f.OrderBy = append(f.OrderBy, b.sortBy(e))
	}
	if spec != nil {
		f.Over = b.window(spec, c.overPos)
	}
	return f
}

func (b *builder) orderBy(o *ast.OrderByClause) []*tree.SortBy {
	l := make([]*tree.SortBy, len(o.Items))
	for i, it := range o.Items {
		l[i] = b.sortBy(it.Expr)
	}
	return l
}

func (b *builder) sortBy(e ast.ExprNode) *tree.SortBy {
	s := &tree.SortBy{Pos: b.posOf(e)}
	if name, f := markerOf(e); name == "sort" {
		info := b.holeOf(f.Args[1]).ref.(sortInfo)
		s.Dir, s.Nulls, s.Using = info.dir, info.nulls, info.using
		e = f.Args[0]
		if s.Dir == tree.SortUsing {
			s.Pos = info.pos
		}
	}
	s.Expr = b.expr(e)
	return s
}

// window builds a window definition. Its frame hangs on the hole in front of
// PARTITION BY.
func (b *builder) window(w *ast.WindowSpec, pos int32) *tree.WindowDef {
	d := &tree.WindowDef{Pos: pos, RefName: userName(w.Ref.O)}
	if w.OnlyAlias {
		d.Name, d.RefName = userName(w.Name.O), ""
		return d
	}
	if w.PartitionBy != nil {
		for _, it := range w.PartitionBy.Items {
			if h := b.holeIf(it.Expr, holeExclude); h != nil {
				d.Frame = h.ref.(*tree.WindowFrame)
				continue
			}
			d.PartitionBy = append(d.PartitionBy, b.expr(it.Expr))
		}
	}
	if w.OrderBy != nil {
		d.OrderBy = b.orderBy(w.OrderBy)
	}
	return d
}
