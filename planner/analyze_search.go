package planner

// SEARCH and CYCLE of a recursive WITH item: the item is rewritten to one that
// computes the columns that they add, as the SQL standard defines them
// (PostgreSQL: rewriteSearchCycle.c).

import (
	"slices"

	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// The names of the two terms as subqueries, PostgreSQL's, and of the first field
// of a breadth-first sequence value, which is no name that SQL text can have.
const (
	leftTerm   = "*TLOCRN*"
	rightTerm  = "*TROCRN*"
	levelField = "*DEPTH*"
)

// searchRewrite makes a CTE with the columns of SEARCH and CYCLE.
type searchRewrite struct {
	cte     *tree.CTE
	columns []string // of the query as it was written
	added   []string
}

// searched checks the clauses of c and returns it without them, rewritten. What
// the rewriting adds is noted in out.
func (p *parseState) searched(c *tree.CTE, out *CTE, recursive bool) (*tree.CTE, error) {
	s, ok := c.Query.(*tree.SelectStmt)
	plain, err := p.analyzeApart(c, recursive)
	if err != nil {
		return nil, err
	}
	if !plain.Recursive || !ok {
		return nil, pgerr.New(pgerr.SyntaxError, "WITH query is not recursive").At(int(c.Pos))
	}
	for _, x := range []struct {
		side string
		q    *tree.SelectStmt
		code pgerr.Code
	}{{"left", s.Left, pgerr.FeatureNotSupported}, {"right", s.Right, pgerr.SyntaxError}} {
		if x.q.Op != tree.SetNone {
			return nil, pgerr.New(x.code, "with a SEARCH or CYCLE clause, the %s side of the UNION must be a SELECT", x.side)
		}
	}
	w := &searchRewrite{cte: c, columns: plain.Columns}
	if err := w.check(); err != nil {
		return nil, err
	}
	if c.Cycle != nil {
		if err := p.checkMarks(c.Cycle); err != nil {
			return nil, err
		}
		if err := w.checkAdded(); err != nil {
			return nil, err
		}
	}
	ref := selfReference(s.Right.From, c.Name)
	if ref == nil {
		return nil, pgerr.New(pgerr.FeatureNotSupported,
			"with a SEARCH or CYCLE clause, the recursive reference to WITH query %q must be at the top level of its right-hand SELECT", c.Name)
	}
	if c.Search != nil {
		w.added = append(w.added, c.Search.Sequence)
		if c.Search.Breadth {
			out.Level = len(w.columns) + 1
		}
	}
	if c.Cycle != nil {
		w.added = append(w.added, c.Cycle.Mark, c.Cycle.Path)
	}
	out.Added = len(w.added)
	return w.rewrite(s, ref), nil
}

// analyzeApart analyzes a CTE as if the clauses were not there, for its columns
// and for errors in what was written, and forgets it.
func (p *parseState) analyzeApart(c *tree.CTE, recursive bool) (*CTE, error) {
	refs := map[*CTE]int{}
	for l := p; l != nil; l = l.parent {
		for _, o := range l.ctes {
			refs[o] = o.Refs
		}
	}
	n, m := len(p.ctes), len(p.q.CTEs)
	plain := &CTE{Name: c.Name, Materialized: c.Materialized, pos: c.Pos}
	err := p.analyzeCTE(c, plain, recursive)
	p.ctes, p.q.CTEs = p.ctes[:n], p.q.CTEs[:m]
	for o, k := range refs {
		o.Refs = k
	}
	return plain, err
}

// check holds the names in the clauses to the columns of the query.
func (w *searchRewrite) check() error {
	s, c := w.cte.Search, w.cte.Cycle
	if s != nil {
		if err := w.checkColumns("search", s.Columns, s.Pos); err != nil {
			return err
		}
		if err := w.checkNew("search sequence", s.Sequence, s.Pos); err != nil {
			return err
		}
	}
	if c == nil {
		return nil
	}
	return w.checkColumns("cycle", c.Columns, c.Pos)
}

func (w *searchRewrite) checkColumns(what string, names []string, pos int32) error {
	for i, n := range names {
		if !slices.Contains(w.columns, n) {
			return pgerr.New(pgerr.SyntaxError, "%s column %q not in WITH query column list", what, n).At(int(pos))
		}
		if slices.Contains(names[:i], n) {
			return pgerr.New(pgerr.DuplicateColumn, "%s column %q specified more than once", what, n).At(int(pos))
		}
	}
	return nil
}

func (w *searchRewrite) checkNew(what, name string, pos int32) error {
	if slices.Contains(w.columns, name) {
		return pgerr.New(pgerr.SyntaxError, "%s column name %q already used in WITH query column list", what, name).At(int(pos))
	}
	return nil
}

// checkAdded holds the names of the added columns apart.
func (w *searchRewrite) checkAdded() error {
	s, c := w.cte.Search, w.cte.Cycle
	if err := w.checkNew("cycle mark", c.Mark, c.Pos); err != nil {
		return err
	}
	if err := w.checkNew("cycle path", c.Path, c.Pos); err != nil {
		return err
	}
	same := func(a, b string, pos int32) error {
		return pgerr.New(pgerr.SyntaxError, "%s column name and %s column name are the same", a, b).At(int(pos))
	}
	switch {
	case c.Mark == c.Path:
		return same("cycle mark", "cycle path", c.Pos)
	case s != nil && s.Sequence == c.Mark:
		return same("search sequence", "cycle mark", s.Pos)
	case s != nil && s.Sequence == c.Path:
		return same("search sequence", "cycle path", s.Pos)
	}
	return nil
}

// checkMarks makes sure that the two marks have a type in common.
func (p *parseState) checkMarks(c *tree.CycleClause) error {
	value, err := p.tx(c.Value)
	if err != nil {
		return err
	}
	other, err := p.tx(c.Default)
	if err != nil {
		return err
	}
	_, err = p.r.SelectCommonType([]expr.Expr{value, other}, "CYCLE")
	return err
}

// selfReference finds the recursive reference among the items of FROM.
func selfReference(from []tree.TableRef, name string) *tree.RangeVar {
	for _, f := range from {
		switch f := f.(type) {
		case *tree.RangeVar:
			if f.Schema == "" && f.Name == name {
				return f
			}
		case *tree.JoinExpr:
			if r := selfReference([]tree.TableRef{f.Left, f.Right}, name); r != nil {
				return r
			}
		}
	}
	return nil
}

// rewrite returns the CTE with its terms wrapped into queries that compute the
// columns added.
func (w *searchRewrite) rewrite(s *tree.SelectStmt, ref *tree.RangeVar) *tree.CTE {
	q := *s
	q.Left = w.term(s.Left, leftTerm, w.columns)
	right := *s.Right
	table := ref.Name
	if ref.Alias != nil {
		table = ref.Alias.Name
	}
	right.TargetList = slices.Clone(right.TargetList)
	for _, n := range w.added {
		right.TargetList = append(right.TargetList, &tree.ResTarget{Pos: -1, Val: field(table, n)})
	}
	if c := w.cte.Cycle; c != nil {
		open := tree.Expr(&tree.OpExpr{Pos: -1, Op: "<>", Left: field(table, c.Mark), Right: w.mark(true)})
		if right.Where != nil {
			open = &tree.BoolExpr{Pos: -1, Op: tree.And, Args: []tree.Expr{open, right.Where}}
		}
		right.Where = open
	}
	q.Right = w.term(&right, rightTerm, slices.Concat(w.columns, w.added))
	cte := *w.cte
	cte.Search, cte.Cycle = nil, nil
	cte.Columns, cte.Query = slices.Concat(w.columns, w.added), &q
	return &cte
}

// term wraps one side of the UNION.
func (w *searchRewrite) term(q *tree.SelectStmt, name string, columns []string) *tree.SelectStmt {
	out := &tree.SelectStmt{Pos: q.Pos, From: []tree.TableRef{
		&tree.RangeSubselect{Pos: -1, Query: q, Alias: &tree.Alias{Pos: -1, Name: name, Columns: columns}}}}
	add := func(e tree.Expr) { out.TargetList = append(out.TargetList, &tree.ResTarget{Pos: -1, Val: e}) }
	for _, n := range w.columns {
		add(field(name, n))
	}
	first := name == leftTerm
	row := func(columns []string, before ...tree.Expr) tree.Expr {
		r := &tree.RowExpr{Pos: -1, Explicit: true, Args: before}
		for _, n := range columns {
			r.Args = append(r.Args, field(name, n))
		}
		return r
	}
	// path is an array of rows, longer by one with each step.
	path := func(columns []string, of string) tree.Expr {
		step := &tree.ArrayExpr{Pos: -1, Elements: []tree.Expr{row(columns)}}
		if first {
			return step
		}
		return &tree.OpExpr{Pos: -1, Op: "||", Left: field(name, of), Right: step}
	}
	if s := w.cte.Search; s != nil {
		switch {
		case !s.Breadth:
			add(path(s.Columns, s.Sequence))
		case first:
			add(row(s.Columns, zero))
		default:
			level := &tree.FieldSelect{Pos: -1, Arg: field(name, s.Sequence), Field: levelField}
			add(row(s.Columns, &tree.FuncCall{Pos: -1, Name: []string{"pg_catalog", "int8inc"}, Args: []tree.Expr{level}}))
		}
	}
	if c := w.cte.Cycle; c != nil {
		if first {
			add(w.mark(false))
		} else {
			seen := &tree.AnyAllExpr{Pos: -1, Op: "=", Left: row(c.Columns), Array: field(name, c.Path)}
			add(&tree.CaseExpr{Pos: -1, Whens: []*tree.CaseWhen{{Pos: -1, Cond: seen, Result: c.Value}}, Else: c.Default})
		}
		add(path(c.Columns, c.Path))
	}
	return out
}

// mark is the mark of a cycle, or that of none, as a value of the type that the
// two have in common.
func (w *searchRewrite) mark(cycle bool) tree.Expr {
	c := w.cte.Cycle
	test := &tree.Const{Pos: -1, Kind: tree.ConstBool, Bool: cycle}
	return &tree.CaseExpr{Pos: -1, Whens: []*tree.CaseWhen{{Pos: -1, Cond: test, Result: c.Value}}, Else: c.Default}
}

func field(table, column string) tree.Expr {
	return &tree.ColumnRef{Pos: -1, Fields: []string{table, column}}
}

// zero is the level of the first rows.
var zero = &tree.TypeCast{Pos: -1, Arg: &tree.Const{Pos: -1, Kind: tree.ConstInt, Text: "0"},
	Type: &tree.TypeName{Pos: -1, Names: []string{"pg_catalog", "int8"}}}

// isLevel tells whether v, seen through subqueries, is the breadth-first column of
// a recursive reference.
func isLevel(q *Query, v *expr.Var) bool {
	if v.T != types.RecordOID || v.Attr <= 0 {
		return false
	}
	rte := q.Range[v.Rel-1]
	switch {
	case rte.Kind == CTEEntry:
		return rte.SelfRef && rte.CTERef != nil && rte.CTERef.Level == v.Attr
	case rte.Kind == SubqueryEntry && rte.Subquery != nil && v.Attr <= len(rte.Subquery.Targets):
		inner, ok := rte.Subquery.Targets[v.Attr-1].Expr.(*expr.Var)
		return ok && inner.Up == 0 && isLevel(rte.Subquery, inner)
	}
	return false
}
