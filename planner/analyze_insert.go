package planner

// INSERT. The targets are the whole new row, one for each live column; columns
// that the statement does not name get their defaults.

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
)

// insertState is one INSERT under analysis.
type insertState struct {
	*parseState
	rel    *catalog.Relation
	cols   []*catalog.Column // that are inserted into, in the order of the list
	at     []int32           // places of their names; nil if no list was written
	parts  []*partTarget     // of cols that stand for a part of one; nil if there are none
	listed bool
	over   tree.Overriding
}

func (p *parseState) insert(s *tree.InsertStmt) (*Query, error) {
	q := p.q
	q.Command, q.Overriding = Insert, s.Overriding
	if err := p.with(s.With); err != nil {
		return nil, err
	}
	it, err := p.targetTable(s.Relation, "insert into")
	if err != nil {
		return nil, err
	}
	in := &insertState{parseState: p, rel: it.rte.Rel, listed: s.Columns != nil, over: s.Overriding}
	if err := in.columns(s.Columns); err != nil {
		return nil, err
	}
	var row []expr.Expr
	switch src := s.Query; {
	case src == nil:
		in.cols = nil
	case src.ValuesLists == nil || len(src.OrderBy) > 0 || src.LimitCount != nil || src.LimitOffset != nil ||
		len(src.Locking) > 0 || src.With != nil:
		row, err = in.fromQuery(src)
	case len(src.ValuesLists) > 1:
		row, err = in.manyRows(src.ValuesLists)
	default:
		row, err = in.oneRow(src.ValuesLists[0])
	}
	if err != nil {
		return nil, err
	}
	in.targets(row)
	p.namespace = nil
	p.show(it, true, true)
	if err := p.onConflict(s.OnConflict, it); err != nil {
		return nil, err
	}
	if err := p.returningList(s.Returning); err != nil {
		return nil, err
	}
	p.rewriteTarget()
	return q, nil
}

// columns settles which columns are inserted into.
func (in *insertState) columns(l []*tree.ColumnTarget) error {
	if l == nil {
		in.cols = in.rel.ColumnList().Live
		return nil
	}
	seen := make(map[int]bool, len(l)) // true if a whole column was named
	for _, c := range l {
		col := in.rel.ColumnByName(c.Name)
		if col == nil {
			return noColumn(in.rel, c)
		}
		if whole, again := seen[col.Num]; again && (whole || c.Path == nil) {
			return pgerr.New(pgerr.DuplicateColumn, "column %q specified more than once", c.Name).At(int(c.Pos))
		}
		seen[col.Num] = c.Path == nil
		if c.Path != nil {
			part, err := in.part(col, c, -1)
			if err != nil {
				return err
			}
			if in.parts == nil {
				in.parts = make([]*partTarget, len(l))
			}
			in.parts[len(in.cols)] = part
			element := *col
			element.Type = part.t
			col = &element
		}
		in.cols, in.at = append(in.cols, col), append(in.at, c.Pos)
	}
	return nil
}

// checkCount compares the number of values with that of the columns.
func (in *insertState) checkCount(row []expr.Expr) error {
	if len(row) > len(in.cols) {
		return pgerr.New(pgerr.SyntaxError, "INSERT has more expressions than target columns").At(int(exprLoc(row[len(in.cols)])))
	}
	if !in.listed || len(row) == len(in.cols) {
		return nil
	}
	e := pgerr.New(pgerr.SyntaxError, "INSERT has more target columns than expressions").At(int(in.at[len(row)]))
	if len(row) == 1 {
		if r, ok := row[0].(*expr.RowCons); ok && len(r.Args) == len(in.cols) {
			e = e.WithHint("The insertion source is a row expression containing the same number of columns expected by the INSERT. Did you accidentally use extra parentheses?")
		}
	}
	return e
}

// value assigns one value to column i; nil stands for DEFAULT.
func (in *insertState) value(e expr.Expr, i int) (expr.Expr, error) {
	c := in.cols[i]
	if in.parts != nil && in.parts[i] != nil {
		if isDefault(e) {
			return nil, partDefault(in.parts[i].target)
		}
		return in.assignPart(e, in.parts[i])
	}
	if isDefault(e) {
		if in.unused(c) {
			return &expr.Const{Loc: -1, T: c.Type, Mod: c.Typmod}, nil
		}
		return columnDefault(c), nil
	}
	if k, ok := e.(*expr.Const); !ok || k.T != c.Type || c.Typmod >= 0 {
		var err error
		if e, err = in.assign(e, c); err != nil {
			return nil, err
		}
	}
	def, err := mayInsert(in.tableColumn(c), in.over)
	if err != nil && in.later == nil {
		in.later = err
	}
	if def && !in.unused(c) {
		return columnDefault(c), nil
	}
	return e, nil
}

// unused tells whether many rows of VALUES have a column that OVERRIDING USER
// VALUE leaves out: it stays in the lists, and the row gets the default.
func (in *insertState) unused(c *catalog.Column) bool {
	return in.kind == kindValues && c.Identity != 0 && in.over == tree.OverridingUser
}

// rowExprs analyzes one VALUES list.
func (in *insertState) rowExprs(l []tree.Expr) ([]expr.Expr, error) {
	out := make([]expr.Expr, 0, len(l))
	for _, e := range l {
		if d, ok := e.(*tree.SetToDefault); ok {
			out = append(out, &expr.SetToDefault{Loc: expr.Loc(d.Pos)})
			continue
		}
		if c, ok := e.(*tree.Const); ok {
			x, err := in.tx(c)
			if err != nil {
				return nil, err
			}
			out = append(out, x)
			continue
		}
		xs, err := in.expandList(e)
		if err != nil {
			return nil, err
		}
		out = append(out, xs...)
	}
	return out, nil
}

func (in *insertState) oneRow(l []tree.Expr) ([]expr.Expr, error) {
	saved := in.kind
	in.kind = kindValuesSingle
	defer func() { in.kind = saved }()
	row, err := in.rowExprs(l)
	if err != nil {
		return nil, err
	}
	return row, in.assignRow(row)
}

func (in *insertState) assignRow(row []expr.Expr) error {
	if err := in.checkCount(row); err != nil {
		return err
	}
	for i, e := range row {
		x, err := in.value(e, i)
		if err != nil {
			return err
		}
		row[i] = x
	}
	return nil
}

// fromQuery is INSERT ... SELECT. A literal of unknown type in the select list
// is assigned directly, so that the column gives it its type.
func (in *insertState) fromQuery(s *tree.SelectStmt) ([]expr.Expr, error) {
	c := in.child()
	c.resolveLater = true
	q, err := c.selectStmt(s)
	if err != nil {
		return nil, err
	}
	rte := &RangeEntry{Kind: SubqueryEntry, Alias: "*SELECT*", HasAlias: true, Subquery: q, Pos: -1}
	rte.Columns, rte.Types, rte.Mods = columnsOf(q)
	it := in.addEntry(rte)
	in.q.From = append(in.q.From, &RangeRef{Rel: it.rel})
	var row []expr.Expr
	for i := range q.Targets {
		t := &q.Targets[i]
		if t.Junk {
			continue
		}
		e := in.columnVar(it.column(len(row)), 0, columnLoc(q, t.Expr))
		switch t.Expr.(type) {
		case *expr.Const, *expr.Param:
			if t.Expr.Type() == nullTypeOID {
				e = t.Expr
			}
		}
		row = append(row, e)
	}
	if err := in.assignRow(row); err != nil {
		return nil, err
	}
	return row, in.settleSubquery(q, rte)
}

// settleSubquery gives what is left unknown in the subquery a type.
func (in *insertState) settleSubquery(q *Query, rte *RangeEntry) error {
	for i := range q.Targets {
		t := &q.Targets[i]
		if p, ok := t.Expr.(*expr.Param); ok || t.Expr.Type() != nullTypeOID {
			if !ok || p.T != nullTypeOID {
				continue
			}
		}
		x, err := in.knownType(t.Expr)
		if err != nil {
			return err
		}
		t.Expr = x
	}
	rte.Columns, rte.Types, rte.Mods = columnsOf(q)
	return nil
}

// targets spreads the row's values over the table's columns. A plain list has the dropped
// ones too, as the planner needs them; of others it adds them.
func (in *insertState) targets(row []expr.Expr) {
	in.q.insertCols = in.cols[:len(row)]
	if in.view == nil && in.parts == nil && !in.listed { // columns in order
		in.q.Targets = make([]expr.Target, len(in.rel.Columns))
		for i := range in.rel.Columns {
			c, t := &in.rel.Columns[i], &in.q.Targets[i]
			switch {
			case c.Dropped:
				*t = droppedTarget()
				continue
			case len(row) > 0:
				t.Expr, row = row[0], row[1:]
			default:
				t.Expr = columnDefault(c)
			}
			t.Name = c.Name
		}
		return
	}
	vals := make([]expr.Expr, len(in.rel.Columns))
	for i, e := range row {
		at := in.cols[i].Num - 1
		if in.parts != nil && in.parts[i] != nil {
			col := in.parts[i].column
			e = in.parts[i].in(&expr.Const{Loc: -1, T: col.Type, Mod: col.Typmod}, e)
			if vals[at] != nil {
				e = nestPart(vals[at], e)
			}
		}
		vals[at] = e
	}
	if in.view != nil {
		in.view.given = make([]bool, len(vals))
		for i, e := range vals {
			in.view.given[i] = e != nil
		}
	}
	in.q.Targets = make([]expr.Target, 0, len(vals))
	for i := range in.rel.Columns {
		c := &in.rel.Columns[i]
		if c.Dropped {
			continue
		}
		e := vals[i]
		if e == nil {
			e = columnDefault(c)
		}
		in.q.Targets = append(in.q.Targets, expr.Target{Expr: e, Name: c.Name})
	}
}
