package planner

// Operators and what is made of them: comparisons of rows, IN, BETWEEN, LIKE,
// IS DISTINCT FROM.

import (
	"strconv"

	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/settings"
	"minidb/types"
)

func itoa(n int) string { return strconv.Itoa(n) }

func (p *parseState) opExpr(e *tree.OpExpr) (expr.Expr, error) {
	if e.Left == nil {
		r, err := p.tx(e.Right)
		if err != nil {
			return nil, err
		}
		return p.makeOp(e.Schema, e.Op, nil, r, e.Pos)
	}
	if e.Op == "=" && e.Schema == "" && (nullConst(e.Left) || nullConst(e.Right)) && p.a.S.Set.Bool(settings.TransformNullEquals) {
		arg := e.Left
		if nullConst(arg) {
			arg = e.Right
		}
		return p.tx(&tree.NullTest{Pos: e.Pos, Arg: arg})
	}
	if row, ok := e.Left.(*tree.RowExpr); ok {
		switch r := e.Right.(type) {
		case *tree.SubLink:
			if r.Kind == tree.SubLinkExpr {
				return p.rowSubLink(row, e.Schema, e.Op, r, e.Pos)
			}
		case *tree.RowExpr:
			return p.rowOp(row, r, e)
		}
	}
	l, err := p.tx(e.Left)
	if err != nil {
		return nil, err
	}
	r, err := p.tx(e.Right)
	if err != nil {
		return nil, err
	}
	return p.makeOp(e.Schema, e.Op, l, r, e.Pos)
}

func nullConst(e tree.Expr) bool {
	k, ok := e.(*tree.Const)
	return ok && k.Kind == tree.ConstNull
}

// operatorSchema checks the schema of OPERATOR(schema.op).
func (p *parseState) operatorSchema(schema string, pos int32) error {
	if schema == "" {
		return nil
	}
	if _, ok := p.a.Namespace(schema); !ok {
		return pgerr.New(pgerr.InvalidSchemaName, "schema %q does not exist", schema).At(int(pos))
	}
	return nil
}

// makeOp resolves and applies an operator, and refuses arguments that are sets
// where those may not stand.
func (p *parseState) makeOp(schema, op string, l, r expr.Expr, pos int32) (expr.Expr, error) {
	if err := p.operatorSchema(schema, pos); err != nil {
		return nil, err
	}
	return p.r.MakeOp(schema, op, l, r, pos)
}

func (p *parseState) rowOp(l, r *tree.RowExpr, e *tree.OpExpr) (expr.Expr, error) {
	x, err := p.rowExpr(l)
	if err != nil {
		return nil, err
	}
	y, err := p.rowExpr(r)
	if err != nil {
		return nil, err
	}
	return p.rowCompare(e.Schema, e.Op, x.(*expr.RowCons).Args, y.(*expr.RowCons).Args, e.Pos)
}

// rowCompare is make_row_comparison_op: rows of equal length compared column by
// column.
func (p *parseState) rowCompare(schema, op string, l, r []expr.Expr, pos int32) (expr.Expr, error) {
	if len(l) != len(r) {
		return nil, pgerr.New(pgerr.SyntaxError, "unequal number of entries in row expressions").At(int(pos))
	}
	if len(l) == 0 {
		return nil, pgerr.New(pgerr.FeatureNotSupported, "cannot compare rows of zero length").At(int(pos))
	}
	calls := make([]*expr.OpCall, len(l))
	args := make([]expr.Expr, len(l))
	for i := range l {
		c, err := p.makeOp(schema, op, l[i], r[i], pos)
		if err != nil {
			return nil, err
		}
		o, ok := c.(*expr.OpCall)
		if !ok || o.Ret != types.BoolOID {
			return nil, pgerr.New(pgerr.DatatypeMismatch, "row comparison operator must yield type boolean, not type %s",
				p.r.TypeName(c.Type())).At(int(pos))
		}
		if p.q.HasSRF && hasSRF(o) {
			return nil, pgerr.New(pgerr.DatatypeMismatch, "row comparison operator must not return a set").At(int(pos))
		}
		calls[i], args[i] = o, o
	}
	if len(calls) == 1 {
		return calls[0], nil
	}
	strategy := 0
	for i, c := range calls {
		s := c.Op.Btree
		if s == 0 && c.Op.Negator != nil && c.Op.Negator.Btree == 3 {
			s = notEqual
		}
		if i > 0 && s != strategy {
			s = 0
		}
		if strategy = s; s == 0 {
			break
		}
	}
	switch strategy {
	case 3:
		return &expr.Bool{Loc: expr.Loc(pos), Op: expr.And, Args: args}, nil
	case notEqual:
		return &expr.Bool{Loc: expr.Loc(pos), Op: expr.Or, Args: args}, nil
	case 0:
		return nil, pgerr.New(pgerr.FeatureNotSupported, "could not determine interpretation of row comparison operator %s", op).
			WithHint("Row comparison operators must be associated with btree operator families.").At(int(pos))
	}
	out := &expr.RowCompare{Loc: expr.Loc(pos), Strategy: strategy}
	for _, c := range calls {
		out.Ops = append(out.Ops, c.Op)
		out.L, out.R = append(out.L, c.Args[0]), append(out.R, c.Args[1])
	}
	return out, nil
}

// notEqual stands for <> among the btree strategies, which have no such member.
const notEqual = 100

func (p *parseState) distinct(e *tree.DistinctExpr) (expr.Expr, error) {
	l, err := p.tx(e.Left)
	if err != nil {
		return nil, err
	}
	r, err := p.tx(e.Right)
	if err != nil {
		return nil, err
	}
	if isNullLiteral(r) {
		return &expr.NullTest{Loc: expr.Loc(e.Pos), Arg: l, Not: !e.Not}, nil
	}
	if isNullLiteral(l) {
		return &expr.NullTest{Loc: expr.Loc(e.Pos), Arg: r, Not: !e.Not}, nil
	}
	var out expr.Expr
	lr, lok := l.(*expr.RowCons)
	rr, rok := r.(*expr.RowCons)
	if lok && rok {
		out, err = p.rowDistinct(lr, rr, e.Pos)
	} else {
		out, err = p.distinctOp(l, r, e.Pos)
	}
	if err != nil || !e.Not {
		return out, err
	}
	return &expr.Bool{Loc: expr.Loc(e.Pos), Op: expr.Not, Args: []expr.Expr{out}}, nil
}

func isNullLiteral(e expr.Expr) bool {
	c, ok := e.(*expr.Const)
	return ok && c.T == types.UnknownOID && c.Value.IsNull()
}

// equality makes l = r and returns its operator with the coerced arguments.
func (p *parseState) equality(l, r expr.Expr, what string, pos int32) (*expr.OpCall, error) {
	c, err := p.makeOp("", "=", l, r, pos)
	if err != nil {
		return nil, err
	}
	o, ok := c.(*expr.OpCall)
	if !ok || o.Ret != types.BoolOID {
		return nil, pgerr.New(pgerr.DatatypeMismatch, "%s requires = operator to yield boolean", what).At(int(pos))
	}
	return o, nil
}

func (p *parseState) distinctOp(l, r expr.Expr, pos int32) (expr.Expr, error) {
	o, err := p.equality(l, r, "IS DISTINCT FROM", pos)
	if err != nil {
		return nil, err
	}
	return &expr.Distinct{Loc: expr.Loc(pos), Op: o.Op, L: o.Args[0], R: o.Args[1]}, nil
}

func (p *parseState) rowDistinct(l, r *expr.RowCons, pos int32) (expr.Expr, error) {
	if len(l.Args) != len(r.Args) {
		return nil, pgerr.New(pgerr.SyntaxError, "unequal number of entries in row expressions").At(int(pos))
	}
	out := &expr.Bool{Loc: expr.Loc(pos), Op: expr.Or}
	for i := range l.Args {
		c, err := p.distinctOp(l.Args[i], r.Args[i], pos)
		if err != nil {
			return nil, err
		}
		out.Args = append(out.Args, c)
	}
	switch len(out.Args) {
	case 0:
		return &expr.Const{Loc: expr.Loc(pos), T: types.BoolOID, Mod: -1, Value: types.NewBool(false)}, nil
	case 1:
		return out.Args[0], nil
	}
	return out, nil
}

// in makes x IN (list) an = ANY over an array of what has no columns, if there
// is a common type, and comparisons one by one of the rest.
func (p *parseState) in(e *tree.InExpr) (expr.Expr, error) {
	arg, err := p.tx(e.Arg)
	if err != nil {
		return nil, err
	}
	var plain, vars, rest []expr.Expr // without columns, with columns, those not in the array
	all := []expr.Expr{arg}
	for _, x := range e.List {
		y, err := p.tx(x)
		if err != nil {
			return nil, err
		}
		if _, has := containsVars(y); has {
			vars = append(vars, y)
		} else {
			plain = append(plain, y)
		}
		rest = append(rest, y)
	}
	op := "="
	if e.Not {
		op = "<>"
	}
	var parts []expr.Expr
	if len(plain) > 1 {
		a, err := p.inArray(arg, append(all, plain...), plain, op, e)
		if err != nil {
			return nil, err
		}
		if a != nil {
			parts, rest = append(parts, a), vars
		}
	}
	for _, x := range rest {
		c, err := p.inOne(op, arg, x, e.Pos)
		if err != nil {
			return nil, err
		}
		parts = append(parts, c)
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	b := &expr.Bool{Loc: expr.Loc(e.Pos), Op: expr.Or, Args: parts}
	if e.Not {
		b.Op = expr.And
	}
	return b, nil
}

// inArray is nil if there is no array type to put the list in.
func (p *parseState) inArray(arg expr.Expr, all, plain []expr.Expr, op string, e *tree.InExpr) (expr.Expr, error) {
	t, _ := p.r.SelectCommonType(all, "")
	if t == 0 || t == types.RecordOID || !p.allCoerce(all, t) {
		return nil, nil
	}
	arr := p.r.ArrayOf(t)
	if arr == 0 {
		return nil, nil
	}
	elems := make([]expr.Expr, len(plain))
	for i, x := range plain {
		y, err := p.toCommon(x, t, "IN")
		if err != nil {
			return nil, err
		}
		elems[i] = y
	}
	return p.r.MakeArrayOp("", op, e.Not, arg, &expr.Array{Loc: -1, Elems: elems, T: arr}, e.Pos)
}

func (p *parseState) allCoerce(es []expr.Expr, t types.OID) bool {
	for _, e := range es {
		if !p.canCoerce(e.Type(), t, expr.ImplicitCast) {
			return false
		}
	}
	return true
}

func (p *parseState) inOne(op string, l, r expr.Expr, pos int32) (expr.Expr, error) {
	lr, lok := l.(*expr.RowCons)
	rr, rok := r.(*expr.RowCons)
	if lok && rok {
		return p.rowCompare("", op, lr.Args, rr.Args, pos)
	}
	c, err := p.makeOp("", op, l, r, pos)
	if err != nil {
		return nil, err
	}
	return p.boolean(c, "IN")
}

// between spells BETWEEN out in comparisons.
func (p *parseState) between(e *tree.BetweenExpr) (expr.Expr, error) {
	cmp := func(op string, bound tree.Expr) tree.Expr {
		return &tree.OpExpr{Pos: e.Pos, Op: op, Left: e.Arg, Right: bound}
	}
	both := func(op tree.BoolOp, a, b tree.Expr) tree.Expr {
		return &tree.BoolExpr{Pos: e.Pos, Op: op, Args: []tree.Expr{a, b}}
	}
	span := func(lo, hi tree.Expr) tree.Expr {
		if e.Not {
			return both(tree.Or, cmp("<", lo), cmp(">", hi))
		}
		return both(tree.And, cmp(">=", lo), cmp("<=", hi))
	}
	out := span(e.Low, e.High)
	if e.Symmetric {
		op := tree.Or
		if e.Not {
			op = tree.And
		}
		out = both(op, out, span(e.High, e.Low))
	}
	return p.tx(out)
}

// like makes LIKE, ILIKE and SIMILAR TO the operators they are.
func (p *parseState) like(e *tree.LikeExpr) (expr.Expr, error) {
	op := map[tree.LikeKind]string{tree.Like: "~~", tree.ILike: "~~*", tree.SimilarTo: "~"}[e.Kind]
	if e.Not {
		op = "!" + op
	}
	pattern := e.Pattern
	if fn := "like_escape"; e.Escape != nil || e.Kind == tree.SimilarTo {
		args := []tree.Expr{pattern}
		if e.Escape != nil {
			args = append(args, e.Escape)
		}
		if e.Kind == tree.SimilarTo {
			fn = "similar_to_escape"
		}
		pattern = &tree.FuncCall{Pos: e.Pos, Name: []string{"pg_catalog", fn}, Args: args}
	}
	return p.opExpr(&tree.OpExpr{Pos: e.Pos, Op: op, Left: e.Arg, Right: pattern})
}
