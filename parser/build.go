package parser

import (
	"sort"
	"strconv"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"

	"minidb/parser/tree"
)

// The builder turns TiDB's tree back into what the walker meant. A TiDB node
// is found again in the source by its offset in the text sent.

type builder struct {
	*walker
	offs []int // where each piece begins
}

// pieceAt returns the index of the piece that holds byte off of the text.
func (b *builder) pieceAt(off int) int {
	return max(sort.SearchInts(b.offs, off+1)-1, 0)
}

// posOf returns where the source has what n begins with.
func (b *builder) posOf(n ast.Node) int32 {
	return b.tokPos(b.out[b.pieceAt(n.OriginTextPosition())].tok)
}

// before returns where the source has what was emitted n pieces before e: the
// operator, for its right operand.
func (b *builder) before(e ast.Node, n int) int32 {
	return b.tokPos(b.out[max(b.pieceAt(e.OriginTextPosition())-n, 0)].tok)
}

func (b *builder) tokPos(tok int32) int32 { return b.toks[tok].Pos }

// tokenAt returns the index of the token at byte pos.
func (b *builder) tokenAt(pos int32) int {
	return sort.Search(len(b.toks), func(i int) bool { return b.toks[i].Pos >= pos })
}

// holeOf returns the hole that n is, nil if it is none.
func (b *builder) holeOf(n ast.Node) *hole {
	h, ok := n.(*holeNode)
	if !ok {
		return nil
	}
	if i := b.out[b.pieceAt(h.off)].hole; i >= 0 {
		return &b.holes[i]
	}
	b.internal("no hole at %d", h.off)
	return nil
}

// holeKind returns the hole that n is if it is of that kind.
func (b *builder) holeIf(n ast.Node, kind holeKind) *hole {
	if h := b.holeOf(n); h != nil && h.kind == kind {
		return h
	}
	return nil
}

// leafOf returns the leaf whose number is a name that the walker emitted.
func (b *builder) leafOf(name string) *leaf {
	if len(name) > 1 && name[0] == '\x01' {
		if n, err := strconv.Atoi(name[1:]); err == nil && n < len(b.leaves) {
			return &b.leaves[n]
		}
	}
	b.internal("no leaf %q", name)
	return nil
}

// markerOf returns the marker call that e is, with its name; nil otherwise.
func markerOf(e ast.Node) (string, *ast.FuncCallExpr) {
	if f, ok := e.(*ast.FuncCallExpr); ok && f.Schema.O == "" && len(f.FnName.O) > 1 && f.FnName.O[0] == '\x01' {
		return f.FnName.O[1:], f
	}
	return "", nil
}

func (b *builder) exprs(l []ast.ExprNode) []tree.Expr {
	if len(l) == 0 {
		return nil
	}
	out := make([]tree.Expr, len(l))
	for i, e := range l {
		out[i] = b.expr(e)
	}
	return out
}

// expr builds one expression.
func (b *builder) expr(e ast.ExprNode) tree.Expr {
	b.enter()
	defer b.leave()
	switch x := e.(type) {
	case *holeNode:
		return b.holeValue(b.holeOf(x))
	case *valueNode:
		return b.value(x)
	case *ast.ColumnNameExpr:
		return b.columnRef(x)
	case *ast.ParenthesesExpr:
		e := b.expr(x.Expr)
		if _, ok := withoutParens(x).(*ast.SubqueryExpr); ok { // it begins with its first parenthesis
			e.(*tree.SubLink).Pos = b.posOf(x)
		}
		return e
	case *ast.BinaryOperationExpr:
		return b.binary(x)
	case *ast.UnaryOperationExpr:
		return b.unary(x)
	case *ast.BetweenExpr:
		return b.between(x)
	case *ast.PatternInExpr:
		return b.in(x)
	case *ast.ExistsSubqueryExpr:
		sub := &tree.SubLink{Kind: tree.SubLinkExists, Query: b.query(x.Sel)}
		sub.Pos = b.posOf(x)
		if x.Not {
			return b.not(sub, sub.Pos)
		}
		return sub
	case *ast.SubqueryExpr:
		return &tree.SubLink{Pos: b.posOf(x), Kind: tree.SubLinkExpr, Query: b.query(x.Query)}
	case *ast.RowExpr:
		return &tree.RowExpr{Pos: b.posOf(x), Args: b.exprs(x.Values)}
	case *ast.CaseExpr:
		return b.caseExpr(x)
	case *ast.DefaultExpr:
		return &tree.SetToDefault{Pos: b.posOf(x)}
	case *ast.FuncCallExpr:
		return b.call(x)
	case *ast.AggregateFuncExpr:
		return b.carrier(x.Args, x.Distinct, nil)
	case *ast.WindowFuncExpr:
		return b.carrier(x.Args, x.Distinct, &x.Spec)
	}
	b.internal("expression %T", e)
	return nil
}

func (b *builder) value(x *valueNode) tree.Expr {
	c := &tree.Const{Pos: b.posOf(x)}
	if v, ok := x.value.(bool); ok {
		c.Kind, c.Bool = tree.ConstBool, v
	}
	return c
}

func (b *builder) holeValue(h *hole) tree.Expr {
	if h.kind != holeExpr {
		b.internal("hole %s out of place", holeNames[h.kind])
	}
	return h.expr
}

func (b *builder) columnRef(x *ast.ColumnNameExpr) tree.Expr {
	c := &tree.ColumnRef{Pos: b.posOf(x)}
	switch {
	case x.Name.Schema.O != "":
		c.Fields = []string{userName(x.Name.Schema.O), userName(x.Name.Table.O), userName(x.Name.Name.O)}
	case x.Name.Table.O != "":
		c.Fields = []string{userName(x.Name.Table.O), userName(x.Name.Name.O)}
	default:
		c.Fields = []string{userName(x.Name.Name.O)}
	}
	return c
}

func (b *builder) not(arg tree.Expr, pos int32) tree.Expr {
	return &tree.BoolExpr{Pos: pos, Op: tree.Not, Args: []tree.Expr{arg}}
}

// chain returns the items of a left-deep chain of op, from the left.
func chain(e ast.ExprNode, op opcode.Op) []ast.ExprNode {
	n := 1
	for x, ok := e.(*ast.BinaryOperationExpr); ok && x.Op == op; x, ok = x.L.(*ast.BinaryOperationExpr) {
		n++
	}
	l := make([]ast.ExprNode, n)
	for n--; n > 0; n-- {
		x := e.(*ast.BinaryOperationExpr)
		l[n] = x.R
		e = x.L
	}
	l[0] = e
	return l
}

var operators = map[opcode.Op]string{
	opcode.Plus: "+", opcode.Minus: "-", opcode.Mul: "*", opcode.Div: "/", opcode.Mod: "%", opcode.EQ: "=",
	opcode.NE: "<>", opcode.LT: "<", opcode.LE: "<=", opcode.GT: ">", opcode.GE: ">=",
}

func (b *builder) binary(x *ast.BinaryOperationExpr) tree.Expr {
	switch x.Op {
	case opcode.LogicAnd:
		return b.boolChain(x, tree.And)
	case opcode.LogicOr:
		return b.boolChain(x, tree.Or)
	case opcode.Or:
		return b.pipe(chain(x, opcode.Or))
	case opcode.NullEQ:
		return b.isTest(x)
	case opcode.Xor:
		return b.power(chain(x, opcode.Xor))
	}
	op, ok := operators[x.Op]
	if !ok {
		b.internal("operator %s", x.Op.String())
	}
	return b.apply("", op, b.before(x.R, 1), b.expr(x.L), x.R)
}

// boolChain flattens a AND b AND c. Only what was written without parentheses
// is one node, and a parenthesised left end, as in PostgreSQL.
func (b *builder) boolChain(x *ast.BinaryOperationExpr, op tree.BoolOp) tree.Expr {
	l := chain(x, x.Op)
	e := &tree.BoolExpr{Pos: b.before(l[1], 1), Op: op}
	first := b.expr(l[0])
	if f, ok := first.(*tree.BoolExpr); ok && f.Op == op {
		e.Pos = f.Pos
		e.Args = append(e.Args, f.Args...)
	} else {
		e.Args = append(e.Args, first)
	}
	for _, a := range l[1:] {
		e.Args = append(e.Args, b.expr(a))
	}
	return e
}

// pipe builds a chain of other operators: operand { ?op operand }.
func (b *builder) pipe(l []ast.ExprNode) tree.Expr {
	x, l := b.pipeOperand(l)
	for len(l) > 0 {
		h := b.holeIf(l[0], holeOp)
		if h == nil || len(l) < 2 {
			b.internal("operator out of place")
		}
		schema, _ := h.ref.(string)
		if q, _ := markerOf(l[1]); q == "any" || q == "all" {
			x = b.apply(schema, h.name, b.tokPos(h.tok), x, l[1])
			l = l[2:]
			continue
		}
		var y tree.Expr
		y, l = b.pipeOperand(l[1:])
		x = &tree.OpExpr{Pos: b.tokPos(h.tok), Schema: schema, Op: h.name, Left: x, Right: y}
	}
	return x
}

// pipeOperand builds { ?prefix } expression and returns what is left of l.
func (b *builder) pipeOperand(l []ast.ExprNode) (tree.Expr, []ast.ExprNode) {
	if len(l) == 0 {
		b.internal("operand missing")
	}
	h := b.holeIf(l[0], holePrefix)
	if h == nil {
		return b.expr(l[0]), l[1:]
	}
	b.enter()
	arg, rest := b.pipeOperand(l[1:])
	b.leave()
	schema, _ := h.ref.(string)
	return &tree.OpExpr{Pos: b.tokPos(h.tok), Schema: schema, Op: h.name, Right: arg}, rest
}

// pipeOf builds what stands behind | in e, or all of e.
func (b *builder) pipeOf(l []ast.ExprNode) tree.Expr {
	if len(l) == 1 {
		return b.expr(l[0])
	}
	return b.pipe(l)
}

// power builds a chain of ^, AT TIME ZONE and AT LOCAL.
func (b *builder) power(l []ast.ExprNode) tree.Expr {
	x, rest := b.zoned(l)
	for len(rest) > 0 {
		right, pos := rest[0], b.before(rest[0], 1)
		if q, _ := markerOf(right); q == "any" || q == "all" {
			x, rest = b.apply("", "^", pos, x, right), rest[1:]
			continue
		}
		var y tree.Expr
		y, rest = b.zoned(rest)
		x = &tree.OpExpr{Pos: pos, Op: "^", Left: x, Right: y}
	}
	return x
}

// zoned builds an operand of ^ with the time zones behind it, which bind
// tighter, and returns what is left of l.
func (b *builder) zoned(l []ast.ExprNode) (tree.Expr, []ast.ExprNode) {
	x := b.expr(l[0])
	for l = l[1:]; len(l) > 0; {
		h := b.holeOf(l[0])
		switch {
		case h != nil && h.kind == holeAtLocal:
			x, l = systemCall("timezone", b.tokPos(h.tok), x), l[1:]
		case h != nil && h.kind == holeAtZone && len(l) > 1:
			x, l = systemCall("timezone", b.tokPos(h.tok), b.expr(l[1]), x), l[2:]
		default:
			return x, l
		}
	}
	return x, l
}

// systemCall is a call that SQL's own syntax stands for.
func systemCall(name string, pos int32, args ...tree.Expr) *tree.FuncCall {
	return &tree.FuncCall{Pos: pos, Name: []string{"pg_catalog", name}, Args: args, SQLSyntax: true}
}

// apply builds left op right, where right may be ANY or ALL of something.
func (b *builder) apply(schema, op string, pos int32, left tree.Expr, right ast.ExprNode) tree.Expr {
	q, f := markerOf(right)
	if q != "any" && q != "all" {
		return &tree.OpExpr{Pos: pos, Schema: schema, Op: op, Left: left, Right: b.expr(right)}
	}
	arg := withoutParens(f.Args[0])
	if s, ok := arg.(*ast.SubqueryExpr); ok {
		kind := tree.SubLinkAny
		if q == "all" {
			kind = tree.SubLinkAll
		}
		return &tree.SubLink{Pos: pos, Kind: kind, Test: left, Schema: schema, Op: op, Query: b.query(s.Query)}
	}
	return &tree.AnyAllExpr{Pos: pos, Schema: schema, Op: op, Left: left, Array: b.expr(arg), All: q == "all"}
}

func (b *builder) unary(x *ast.UnaryOperationExpr) tree.Expr {
	v, pos := b.expr(x.V), b.posOf(x)
	switch x.Op {
	case opcode.Not, opcode.Not2:
		return b.not(v, pos)
	case opcode.Plus:
		return &tree.OpExpr{Pos: pos, Op: "+", Right: v}
	}
	if c, ok := v.(*tree.Const); ok {
		if n := b.negate(c, pos); n != nil {
			return n
		}
	}
	return &tree.OpExpr{Pos: pos, Op: "-", Right: v}
}

func (b *builder) caseExpr(x *ast.CaseExpr) tree.Expr {
	c := &tree.CaseExpr{Pos: b.posOf(x)}
	if x.Value != nil {
		c.Arg = b.expr(x.Value)
	}
	for _, w := range x.WhenClauses {
		c.Whens = append(c.Whens, &tree.CaseWhen{Pos: b.before(w.Expr, 1), Cond: b.expr(w.Expr), Result: b.expr(w.Result)})
	}
	if x.ElseClause != nil {
		c.Else = b.expr(x.ElseClause)
	}
	return c
}

func (b *builder) in(x *ast.PatternInExpr) tree.Expr {
	arg := b.expr(x.Expr)
	sel := x.Sel
	var pos int32
	if sel != nil {
		pos = b.before(sel, 1)
	} else {
		pos = b.before(x.List[0], 2)
		if q, ok := withoutParens(x.List[0]).(*ast.SubqueryExpr); ok && len(x.List) == 1 {
			sel = q // in more parentheses than it needs
		}
	}
	if sel == nil {
		return &tree.InExpr{Pos: pos, Arg: arg, List: b.exprs(x.List), Not: x.Not}
	}
	s := &tree.SubLink{Pos: pos, Kind: tree.SubLinkAny, Test: arg, Query: b.query(sel)}
	if x.Not {
		return b.not(s, s.Pos)
	}
	return s
}

func withoutParens(e ast.ExprNode) ast.ExprNode {
	for p, ok := e.(*ast.ParenthesesExpr); ok; p, ok = e.(*ast.ParenthesesExpr) {
		e = p.Expr
	}
	return e
}

func (b *builder) between(x *ast.BetweenExpr) tree.Expr {
	pos := b.before(x.Left, 1)
	arg := b.expr(x.Expr)
	if h := b.holeOf(x.Left); h != nil {
		switch h.kind {
		case holeLike:
			return b.like(h, x.Not, pos, arg, x.Right)
		case holeOverlaps:
			return b.overlaps(pos, arg, b.expr(x.Right))
		}
	}
	e := &tree.BetweenExpr{Pos: pos, Arg: arg, Not: x.Not}
	low := chain(x.Left, opcode.Or)
	if b.holeIf(low[0], holeSymmetric) != nil {
		e.Symmetric = true
		low = low[1:]
	}
	e.Low, e.High = b.pipeOf(low), b.expr(x.Right)
	return e
}

func (b *builder) overlaps(pos int32, left, right tree.Expr) tree.Expr {
	l, ok := left.(*tree.RowExpr)
	r, ok2 := right.(*tree.RowExpr)
	switch {
	case !ok:
		b.fail(b.tokenAt(pos))
	case !ok2:
		at := tree.Leftmost(right)
		b.fail(b.tokenAt(at))
	case len(l.Args) != 2:
		b.errorAt(l.Pos, "wrong number of parameters on left side of OVERLAPS expression")
	case len(r.Args) != 2:
		b.errorAt(r.Pos, "wrong number of parameters on right side of OVERLAPS expression")
	}
	return systemCall("overlaps", pos, l.Args[0], l.Args[1], r.Args[0], r.Args[1])
}

var likeKinds = map[string]tree.LikeKind{"like": tree.Like, "ilike": tree.ILike, "similar": tree.SimilarTo}

func (b *builder) like(h *hole, not bool, pos int32, arg tree.Expr, right ast.ExprNode) tree.Expr {
	if q, _ := markerOf(right); q == "any" || q == "all" {
		op := [...]string{"~~", "~~*", "~"}[likeKinds[h.name]]
		if not {
			op = "!" + op
		}
		return b.apply("", op, pos, arg, right)
	}
	e := &tree.LikeExpr{Pos: pos, Kind: likeKinds[h.name], Arg: arg, Not: not}
	items := chain(right, opcode.Or)
	for k := range items {
		if b.holeIf(items[k], holeEscape) != nil {
			e.Escape = b.pipeOf(items[k+1:])
			items = items[:k]
			break
		}
	}
	e.Pattern = b.pipeOf(items)
	return e
}

// isTest builds what is carried by <=>.
func (b *builder) isTest(x *ast.BinaryOperationExpr) tree.Expr {
	items := chain(x.R, opcode.Or)
	h := b.holeOf(items[0])
	if h == nil {
		b.internal("<=> without a hole")
	}
	arg, pos := b.expr(x.L), b.tokPos(h.tok)
	switch {
	case h.kind == holeDistinct:
		return &tree.DistinctExpr{Pos: pos, Left: arg, Right: b.pipeOf(items[1:]), Not: h.not}
	case h.kind == holeNormalized:
		args := []tree.Expr{arg}
		if h.name != "" {
			args = append(args, &tree.Const{Pos: -1, Kind: tree.ConstString, Text: upper(h.name)})
		}
		e := systemCall("is_normalized", pos, args...)
		if h.not {
			return b.not(e, pos)
		}
		return e
	case h.kind != holeIs:
		b.internal("hole %s out of place", holeNames[h.kind])
	case h.name == "null":
		return &tree.NullTest{Pos: pos, Arg: arg, Not: h.not}
	}
	v := [...]tree.BoolValue{tree.True, tree.False, tree.Unknown}[strings.Index("tfu", h.name[:1])]
	return &tree.BooleanTest{Pos: pos, Arg: arg, Value: v, Not: h.not}
}
