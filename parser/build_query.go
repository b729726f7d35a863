package parser

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"minidb/parser/tree"
)

// Building queries from TiDB's statements.

// query builds a query of any form.
func (b *builder) query(n ast.Node) *tree.SelectStmt {
	b.enter()
	defer b.leave()
	switch x := n.(type) {
	case *ast.SelectStmt:
		q := b.selectCore(x)
		b.options(q, x.With, x.OrderBy, x.Limit)
		return q
	case *ast.SetOprStmt:
		return b.setOps(x.SelectList.Selects, x.With, x.OrderBy, x.Limit)
	case *ast.SetOprSelectList:
		return b.setOps(x.Selects, x.With, x.OrderBy, x.Limit)
	case *ast.SubqueryExpr:
		return b.query(x.Query)
	case *ast.ParenthesesExpr: // around a subquery that has its own
		return b.query(x.Expr)
	}
	b.internal("query %T", n)
	return nil
}

// setOps folds TiDB's flat list of queries: INTERSECT binds tighter than the
// others, which go from left to right.
func (b *builder) setOps(l []ast.Node, w *ast.WithClause, o *ast.OrderByClause, lim *ast.Limit) *tree.SelectStmt {
	terms := []*tree.SelectStmt{b.query(l[0])}
	ops := []ast.SetOprType{0}
	for _, n := range l[1:] {
		op, q := b.setOp(n), b.query(n)
		if op == ast.Intersect || op == ast.IntersectAll {
			last := len(terms) - 1
			terms[last] = combine(terms[last], op, q)
			continue
		}
		terms, ops = append(terms, q), append(ops, op)
	}
	q := terms[0]
	for i := 1; i < len(terms); i++ {
		q = combine(q, ops[i], terms[i])
	}
	if s, ok := l[0].(*ast.SelectStmt); ok && len(l) == 1 && s.With == w {
		w = nil // a parenthesised query alone, whose WITH TiDB notes twice
	}
	b.options(q, w, o, lim)
	return q
}

func (b *builder) setOp(n ast.Node) ast.SetOprType {
	switch x := n.(type) {
	case *ast.SelectStmt:
		return *x.AfterSetOperator
	case *ast.SetOprSelectList:
		return *x.AfterSetOperator
	}
	b.internal("set operation over %T", n)
	return 0
}

func combine(l *tree.SelectStmt, op ast.SetOprType, r *tree.SelectStmt) *tree.SelectStmt {
	q := &tree.SelectStmt{Pos: l.Pos, Left: l, Right: r}
	switch op {
	case ast.Union, ast.UnionAll:
		q.Op = tree.Union
	case ast.Intersect, ast.IntersectAll:
		q.Op = tree.Intersect
	default:
		q.Op = tree.Except
	}
	q.All = op == ast.UnionAll || op == ast.IntersectAll || op == ast.ExceptAll
	return q
}

// options adds WITH, ORDER BY, limits and locks to q, which may have some
// from inside its parentheses.
func (b *builder) options(q *tree.SelectStmt, w *ast.WithClause, o *ast.OrderByClause, lim *ast.Limit) {
	if o != nil {
		l := b.orderBy(o)
		if q.OrderBy != nil {
			b.errorAt(tree.Leftmost(l[0].Expr), "multiple ORDER BY clauses not allowed")
		}
		q.OrderBy = l
	}
	if lim != nil {
		b.limit(q, b.holeIf(lim.Count, holeTail))
	}
	if w != nil {
		with := b.with(w)
		if q.With != nil {
			b.errorAt(with.Pos, "multiple WITH clauses not allowed")
		}
		q.With = with
	}
}

func (b *builder) limit(q *tree.SelectStmt, h *hole) {
	if h == nil {
		b.internal("LIMIT without its hole")
	}
	t := h.ref.(*tailInfo)
	if t.limit != nil {
		b.once(q.LimitCount, t.limitPos, "LIMIT")
		q.LimitCount = t.limit
	}
	if t.offset != nil {
		b.once(q.LimitOffset, t.offsetPos, "OFFSET")
		q.LimitOffset = t.offset
	}
	if t.ties {
		if q.OrderBy == nil {
			b.errorAt(t.tiesPos, "WITH TIES cannot be specified without ORDER BY clause")
		}
		q.WithTies = true
	}
	q.Locking = append(q.Locking, t.locks...)
	for _, l := range q.Locking {
		if q.WithTies && l.Wait == tree.LockSkip {
			b.errorAt(t.tiesPos, "SKIP LOCKED and WITH TIES options cannot be used together")
		}
	}
}

func (b *builder) with(w *ast.WithClause) *tree.WithClause {
	out := &tree.WithClause{Recursive: w.IsRecursive}
	for _, t := range w.CTEs {
		c := b.leafOf(t.Name.O).cte
		c.Query = b.cteQuery(t.Query.Query)
		out.CTEs = append(out.CTEs, c)
	}
	k := b.tokenAt(out.CTEs[0].Pos) - 1
	if w.IsRecursive {
		k--
	}
	out.Pos = b.toks[k].Pos
	return out
}

func (b *builder) cteQuery(n ast.Node) tree.Statement {
	if s, ok := n.(*ast.SelectStmt); ok && s.From == nil && s.Fields != nil && len(s.Fields.Fields) == 1 {
		if h := b.holeIf(s.Fields.Fields[0].Expr, holeStmt); h != nil {
			return h.ref.(tree.Statement)
		}
	}
	return b.query(n)
}

// selectCore builds SELECT up to HAVING and WINDOW, or VALUES.
func (b *builder) selectCore(x *ast.SelectStmt) *tree.SelectStmt {
	q := &tree.SelectStmt{}
	if x.Kind == ast.SelectStmtKindValues {
		q.ValuesLists = make([][]tree.Expr, len(x.Lists))
		for i, r := range x.Lists {
			q.ValuesLists[i] = b.exprs(r.Values)
		}
		q.Pos = b.before(x.Lists[0].Values[0], 2)
		return q
	}
	q.Pos = b.selectPos(x)
	b.selectList(q, x)
	if x.From != nil {
		q.From = b.fromList(x.From.TableRefs)
	}
	if x.Where != nil {
		q.Where = b.expr(x.Where)
	}
	if x.GroupBy != nil {
		b.groupBy(q, x.GroupBy.Items)
	}
	if x.Having != nil {
		q.Having = b.expr(x.Having.Expr)
	}
	for i := range x.WindowSpecs {
		spec := &x.WindowSpecs[i]
		l := b.leafOf(spec.Name.O)
		d := b.window(spec, l.pos)
		d.Name = l.name
		q.Windows = append(q.Windows, d)
	}
	return q
}

// selectPos finds the word SELECT before the first select list item.
func (b *builder) selectPos(x *ast.SelectStmt) int32 {
	k := b.pieceAt(x.Fields.Fields[0].Offset)
	for k > 0 && !strings.HasPrefix(b.out[k].text, "SELECT") {
		k--
	}
	return b.tokPos(b.out[k].tok)
}

func (b *builder) selectList(q *tree.SelectStmt, x *ast.SelectStmt) {
	fields := x.Fields.Fields
	if x.Distinct {
		q.Distinct = true
		if name, f := markerOf(fields[0].Expr); name == "on" {
			q.DistinctOn = b.exprs(f.Args)
			fields = fields[1:]
		}
	}
	q.TargetList = make([]*tree.ResTarget, 0, len(fields))
	for _, f := range fields {
		if h := b.holeIf(f.Expr, holeEmpty); h != nil {
			q.Into, _ = h.ref.(*tree.IntoClause)
			continue
		}
		q.TargetList = append(q.TargetList, b.field(f))
	}
	if len(q.TargetList) == 0 {
		q.TargetList = nil
	}
}

func (b *builder) field(f *ast.SelectField) *tree.ResTarget {
	t := &tree.ResTarget{Pos: b.tokPos(b.out[b.pieceAt(f.Offset)].tok), Name: userName(f.AsName.O)}
	if f.WildCard == nil {
		t.Val = b.expr(f.Expr)
		return t
	}
	c := &tree.ColumnRef{Pos: t.Pos, Star: true}
	if b.toks[b.tokenAt(t.Pos)].Is("table") { // TABLE t, where * is not written
		c.Pos = -1
	}
	if f.WildCard.Schema.O != "" {
		c.Fields = append(c.Fields, userName(f.WildCard.Schema.O))
	}
	if f.WildCard.Table.O != "" {
		c.Fields = append(c.Fields, userName(f.WildCard.Table.O))
	}
	t.Val = c
	return t
}

func (b *builder) groupBy(q *tree.SelectStmt, items []*ast.ByItem) {
	for _, it := range items {
		if h := b.holeIf(it.Expr, holeEmpty); h != nil && h.name == "distinct" {
			q.GroupDistinct = true
			continue
		}
		q.GroupBy = append(q.GroupBy, b.groupItem(it.Expr))
	}
}

// fromList builds FROM. A list with commas comes as a join without condition
// whose comma the walker knows nothing of; it is taken apart again.
func (b *builder) fromList(j *ast.Join) []tree.TableRef {
	var l []tree.TableRef
	for j.Right != nil && b.isComma(j) {
		l = append(l, b.from(j.Right))
		left, ok := j.Left.(*ast.Join)
		if !ok {
			l = append(l, b.from(j.Left))
			j = nil
			break
		}
		j = left
	}
	if j != nil {
		if r := b.from(j); r != nil {
			l = append(l, r)
		}
	}
	for i, k := 0, len(l)-1; i < k; i, k = i+1, k-1 {
		l[i], l[k] = l[k], l[i]
	}
	return l
}

// isComma reports whether j is a comma: every real join has a condition, CROSS
// JOIN an empty one.
func (b *builder) isComma(j *ast.Join) bool {
	return j.On == nil && j.Using == nil && !j.NaturalJoin && !j.StraightJoin
}

// from builds one FROM item; nil for the table that stands for no FROM at all.
func (b *builder) from(n ast.ResultSetNode) tree.TableRef {
	switch x := n.(type) {
	case *ast.Join:
		if x.Right == nil {
			return b.from(x.Left)
		}
		b.enter()
		defer b.leave()
		return b.join(x)
	case *ast.TableSource:
		if x.AsName.O == "" {
			return nil
		}
		ref := b.leafOf(x.AsName.O).table
		switch r := ref.(type) {
		case *tree.RangeSubselect:
			r.Query = b.query(x.Source)
		case *tree.JoinExpr:
			j := b.from(x.Source.(*ast.SelectStmt).From.TableRefs).(*tree.JoinExpr)
			j.Alias = r.Alias
			return j
		case *tree.RangeFunction:
			for i, f := range x.Source.(*ast.SelectStmt).Fields.Fields {
				r.Functions[i].Call = b.expr(f.Expr)
			}
		}
		return ref
	}
	b.internal("FROM item %T", n)
	return nil
}

func (b *builder) join(x *ast.Join) tree.TableRef {
	j := &tree.JoinExpr{Left: b.from(x.Left), Right: b.from(x.Right), Natural: x.NaturalJoin}
	j.Pos = j.Left.Position()
	switch {
	case x.StraightJoin:
		j.Kind = tree.JoinFull
	case x.Tp == ast.LeftJoin:
		j.Kind = tree.JoinLeft
	case x.Tp == ast.RightJoin:
		j.Kind = tree.JoinRight
	}
	for _, u := range x.Using {
		switch n := u.Name.O; {
		case n == "\x01natural":
			j.Natural = true
		case n[0] == '\x01':
			j.UsingAlias = b.leafOf(n).table.(*tree.JoinExpr).UsingAlias
		default:
			j.Using = append(j.Using, userName(n))
		}
	}
	if x.On != nil && b.holeIf(x.On.Expr, holeEmpty) == nil {
		j.On = b.expr(x.On.Expr)
	}
	return j
}
