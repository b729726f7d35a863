package tree

// Printing queries and data-modifying statements.

func (p *printer) with(w *WithClause) {
	if w == nil {
		return
	}
	p.put("WITH ")
	p.when(w.Recursive, "RECURSIVE ")
	p.sep(len(w.CTEs), ", ", func(i int) {
		c := w.CTEs[i]
		p.ident(c.Name)
		p.columns(c.Columns, " ")
		p.put(" AS ", [...]string{"", "MATERIALIZED ", "NOT MATERIALIZED "}[c.Materialized], "(")
		p.node(c.Query)
		p.put(")")
		p.searchClause(c.Search)
		p.cycleClause(c.Cycle)
	})
	p.put(" ")
}

func (p *printer) searchClause(s *SearchClause) {
	if s == nil {
		return
	}
	p.put(" SEARCH ")
	if s.Breadth {
		p.put("BREADTH FIRST BY ")
	} else {
		p.put("DEPTH FIRST BY ")
	}
	p.names(s.Columns)
	p.put(" SET ")
	p.ident(s.Sequence)
}

func (p *printer) cycleClause(c *CycleClause) {
	if c == nil {
		return
	}
	p.put(" CYCLE ")
	p.names(c.Columns)
	p.put(" SET ")
	p.ident(c.Mark)
	p.put(" TO ")
	p.node(c.Value)
	p.put(" DEFAULT ")
	p.node(c.Default)
	p.put(" USING ")
	p.ident(c.Path)
}

func (p *printer) query(q *SelectStmt) {
	p.with(q.With)
	switch {
	case q.Op != SetNone:
		p.branch(q.Left)
		p.put([...]string{"", " UNION ", " INTERSECT ", " EXCEPT "}[q.Op])
		p.when(q.All, "ALL ")
		p.branch(q.Right)
	case q.ValuesLists != nil:
		p.put("VALUES ")
		p.sep(len(q.ValuesLists), ", ", func(i int) { p.wrapped("", q.ValuesLists[i]) })
	default:
		p.selectCore(q)
	}
	if q.OrderBy != nil {
		p.orderBy(q.OrderBy)
	}
	p.tail(q)
}

// branch writes one side of a set operation.
func (p *printer) branch(q *SelectStmt) {
	p.put("(")
	p.query(q)
	p.put(")")
}

func (p *printer) selectCore(q *SelectStmt) {
	p.put("SELECT")
	p.when(q.Distinct, " DISTINCT")
	if q.DistinctOn != nil {
		p.wrapped(" ON ", q.DistinctOn)
	}
	p.when(len(q.TargetList) > 0, " ")
	p.targets(q.TargetList)
	if q.Into != nil {
		p.put(" INTO ", [...]string{"", "TEMPORARY ", "UNLOGGED "}[q.Into.Persistence], "TABLE ")
		p.table(q.Into.Relation)
	}
	p.from(" FROM ", q.From)
	p.where(q.Where)
	if q.GroupBy != nil {
		p.put(" GROUP BY ")
		p.when(q.GroupDistinct, "DISTINCT ")
		p.exprs(q.GroupBy)
	}
	if q.Having != nil {
		p.put(" HAVING ")
		p.expr(q.Having)
	}
	for i, w := range q.Windows {
		if i == 0 {
			p.put(" WINDOW ")
		} else {
			p.put(", ")
		}
		p.ident(w.Name)
		p.put(" AS ")
		p.window(w, false)
	}
}

func (p *printer) targets(l []*ResTarget) {
	p.sep(len(l), ", ", func(i int) { p.target(l[i]) })
}

func (p *printer) target(t *ResTarget) {
	p.expr(t.Val)
	if t.Name != "" {
		p.put(" AS ")
		p.ident(t.Name)
	}
}

func (p *printer) from(word string, l []TableRef) {
	if len(l) > 0 {
		p.put(word)
		p.sep(len(l), ", ", func(i int) { p.tableRef(l[i]) })
	}
}

func (p *printer) where(e Expr) {
	if e != nil {
		p.put(" WHERE ")
		p.expr(e)
	}
}

func (p *printer) orderBy(l []*SortBy) {
	p.put(" ORDER BY ")
	p.sep(len(l), ", ", func(i int) { p.sortBy(l[i]) })
}

func (p *printer) sortBy(s *SortBy) {
	p.expr(s.Expr)
	switch s.Dir {
	case SortAsc:
		p.put(" ASC")
	case SortDesc:
		p.put(" DESC")
	case SortUsing:
		p.put(" USING ")
		schema := ""
		if len(s.Using) == 2 {
			schema = s.Using[0]
		}
		p.operator(schema, s.Using[len(s.Using)-1])
	}
	p.put([...]string{"", " NULLS FIRST", " NULLS LAST"}[s.Nulls])
}

func (p *printer) tail(q *SelectStmt) {
	if q.LimitOffset != nil {
		p.put(" OFFSET ")
		p.expr(q.LimitOffset)
	}
	switch c, _ := q.LimitCount.(*Const); {
	case q.LimitCount == nil:
	case q.WithTies:
		p.put(" FETCH FIRST ")
		if c != nil && (c.Kind == ConstInt || c.Kind == ConstNumeric) {
			p.expr(c)
		} else {
			p.operand(q.LimitCount)
		}
		p.put(" ROWS WITH TIES")
	case c != nil && c.Kind == ConstNull:
		p.put(" LIMIT ALL")
	default:
		p.put(" LIMIT ")
		p.expr(q.LimitCount)
	}
	for _, l := range q.Locking {
		p.put(" FOR ")
		p.upper(l.Strength.String())
		if l.Of != nil {
			p.put(" OF ")
			p.rels(l.Of)
		}
		p.put([...]string{"", " SKIP LOCKED", " NOWAIT"}[l.Wait])
	}
}

func (p *printer) window(w *WindowDef, byName bool) {
	if byName {
		p.ident(w.Name)
		return
	}
	p.put("(")
	if w.RefName != "" {
		p.ident(w.RefName)
	}
	if w.PartitionBy != nil {
		p.put(" PARTITION BY ")
		p.exprs(w.PartitionBy)
	}
	if w.OrderBy != nil {
		p.orderBy(w.OrderBy)
	}
	if f := w.Frame; f != nil {
		p.put(" ")
		p.upper(f.Mode.String())
		p.when(f.Between, " BETWEEN")
		p.frameBound(f.Start)
		if f.Between {
			p.put(" AND")
			p.frameBound(f.End)
		}
		if f.Exclude != ExcludeNoOthers {
			p.put(" EXCLUDE ")
			p.upper(f.Exclude.String())
		}
	}
	p.put(")")
}

func (p *printer) frameBound(b FrameBound) {
	p.put(" ")
	if b.Offset != nil {
		p.operand(b.Offset)
		p.put(" ")
	}
	p.upper(b.Kind.String())
}

// table writes a relation's name with ONLY, alias and sample.
func (p *printer) table(v *RangeVar) {
	p.when(v.Only, "ONLY ")
	if v.Catalog != "" {
		p.ident(v.Catalog)
		p.put(".")
	}
	if v.Schema != "" {
		p.ident(v.Schema)
		p.put(".")
	}
	p.ident(v.Name)
	p.alias(v.Alias)
	if s := v.Sample; s != nil {
		p.put(" TABLESAMPLE ")
		p.name(s.Method)
		p.wrapped("", s.Args)
		if s.Repeatable != nil {
			p.wrapped(" REPEATABLE ", []Expr{s.Repeatable})
		}
	}
}

func (p *printer) alias(a *Alias) {
	if a != nil {
		p.put(" AS ")
		p.ident(a.Name)
		p.columns(a.Columns, "")
	}
}

func (p *printer) tableRef(r TableRef) {
	switch x := r.(type) {
	case *RangeVar:
		p.table(x)
	case *RangeSubselect:
		p.when(x.Lateral, "LATERAL ")
		p.branch(x.Query)
		p.alias(x.Alias)
	case *RangeFunction:
		p.rangeFunction(x)
	case *JoinExpr:
		p.when(x.Alias != nil, "(")
		p.join(x)
		p.when(x.Alias != nil, ")")
		p.alias(x.Alias)
	}
}

func (p *printer) rangeFunction(x *RangeFunction) {
	p.when(x.Lateral, "LATERAL ")
	p.when(x.RowsFrom, "ROWS FROM (")
	p.sep(len(x.Functions), ", ", func(i int) {
		f := x.Functions[i]
		if c, ok := f.Call.(*TypeCast); ok {
			p.put("CAST(")
			p.expr(c.Arg)
			p.put(" AS ")
			p.typeName(c.Type)
			p.put(")")
		} else {
			p.expr(f.Call)
		}
		if f.ColDefs != nil {
			p.put(" AS ")
			p.columnDefs(f.ColDefs)
		}
	})
	p.when(x.RowsFrom, ")")
	p.when(x.Ordinality, " WITH ORDINALITY")
	p.alias(x.Alias)
	if x.ColDefs != nil {
		p.when(x.Alias == nil, " AS ")
		p.columnDefs(x.ColDefs)
	}
}

// joinSide writes one side of a join, in parentheses if it is a join too.
func (p *printer) joinSide(r TableRef) {
	if j, ok := r.(*JoinExpr); ok && j.Alias == nil {
		p.put("(")
		defer p.put(")")
	}
	p.tableRef(r)
}

func (p *printer) join(j *JoinExpr) {
	p.joinSide(j.Left)
	p.when(j.Natural, " NATURAL")
	p.put([...]string{"", " LEFT", " FULL", " RIGHT"}[j.Kind])
	p.when(j.On == nil && j.Using == nil && !j.Natural, " CROSS")
	p.put(" JOIN ")
	p.joinSide(j.Right)
	if j.On != nil {
		p.put(" ON ")
		p.expr(j.On)
	}
	p.columns(j.Using, " USING ")
	p.alias(j.UsingAlias)
}

func (p *printer) insert(s *InsertStmt) {
	p.with(s.With)
	p.put("INSERT INTO ")
	p.table(s.Relation)
	p.targetColumns(s.Columns)
	p.put([...]string{"", " OVERRIDING USER VALUE", " OVERRIDING SYSTEM VALUE"}[s.Overriding], " ")
	if s.Query == nil {
		p.put("DEFAULT VALUES")
	} else {
		p.query(s.Query)
	}
	if c := s.OnConflict; c != nil {
		p.conflict(c)
	}
	p.returning(s.Returning)
}

func (p *printer) targetColumns(l []*ColumnTarget) {
	if l != nil {
		p.put(" (")
		p.sep(len(l), ", ", func(i int) { p.columnTarget(l[i]) })
		p.put(")")
	}
}

func (p *printer) columnTarget(c *ColumnTarget) {
	p.ident(c.Name)
	for _, x := range c.Path {
		switch x := x.(type) {
		case *Subscript:
			p.brackets(x)
		case *FieldSelect:
			p.put(".")
			if x.Star {
				p.put("*")
				continue
			}
			p.ident(x.Field)
		}
	}
}

func (p *printer) conflict(c *OnConflict) {
	p.put(" ON CONFLICT")
	if c.Elems != nil {
		p.indexElems(c.Elems)
		p.where(c.ElemsWhere)
	}
	if c.Constraint != "" {
		p.put(" ON CONSTRAINT ")
		p.ident(c.Constraint)
	}
	if !c.DoUpdate {
		p.put(" DO NOTHING")
		return
	}
	p.put(" DO UPDATE SET ")
	p.set(c.Set)
	p.where(c.Where)
}

func (p *printer) set(l []*SetClause) {
	p.sep(len(l), ", ", func(i int) {
		if l[i].Multi {
			p.targetColumns(l[i].Columns)
		} else {
			p.columnTarget(l[i].Columns[0])
		}
		p.put(" = ")
		p.expr(l[i].Value)
	})
}

func (p *printer) returning(r *Returning) {
	if r == nil {
		return
	}
	p.put(" RETURNING ")
	for i, o := range r.Options {
		if i == 0 {
			p.put("WITH (")
		}
		p.when(i > 0, ", ")
		if o.New {
			p.put("NEW AS ")
		} else {
			p.put("OLD AS ")
		}
		p.ident(o.Name)
	}
	p.when(len(r.Options) > 0, ") ")
	p.targets(r.List)
}

func (p *printer) update(s *UpdateStmt) {
	p.with(s.With)
	p.put("UPDATE ")
	p.table(s.Relation)
	p.put(" SET ")
	p.set(s.Set)
	p.from(" FROM ", s.From)
	p.where(s.Where)
	p.returning(s.Returning)
}

func (p *printer) delete(s *DeleteStmt) {
	p.with(s.With)
	p.put("DELETE FROM ")
	p.table(s.Relation)
	p.from(" USING ", s.Using)
	p.where(s.Where)
	p.returning(s.Returning)
}
