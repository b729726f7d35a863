package parser

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"minidb/parser/lex"
	"minidb/parser/tree"
	"minidb/pgerr"
)

// INSERT, UPDATE and DELETE: own heads; what has expressions in it goes to
// TiDB as a SELECT.
//
//	UPDATE t SET a = e, b = f FROM g WHERE h  ->  SELECT e, f FROM g WHERE h
//	DELETE FROM t USING f WHERE w             ->  SELECT ?empty FROM f WHERE w
//	RETURNING list                            ->  SELECT list

// dmlStart reports whether a data-modifying statement begins here, behind its
// WITH if it has one.
func (p *parser) dmlStart() bool {
	t := p.at(p.skipWith() - p.i)
	return t.Is("insert") || t.Is("update") || t.Is("delete") || t.Is("merge")
}

// skipWith returns the index of the token behind a WITH clause that begins
// here, or of the current one.
func (p *parser) skipWith() int {
	i := p.i
	if !p.is("with") {
		return i
	}
	i++
	if p.toks[i].Is("recursive") && !p.at(i+1-p.i).Is("as") {
		i++
	}
	tok := func() *lex.Token { return p.at(i - p.i) }
	for {
		i++
		if tok().IsPunct("(") {
			i = p.match(i) + 1
		}
		for tok().Is("as") || tok().Is("not") || tok().Is("materialized") {
			i++
		}
		if !tok().IsPunct("(") {
			return min(i, len(p.toks)-1)
		}
		if i = p.match(i) + 1; !tok().IsPunct(",") {
			return min(i, len(p.toks)-1)
		}
		i++
	}
}

// dml consumes a data-modifying statement.
func (p *parser) dml() tree.Statement {
	p.enter()
	defer p.leave()
	var with *tree.WithClause
	if p.is("with") {
		w := p.walk()
		w.with()
		w.emit("SELECT")
		w.hole(hole{kind: holeEmpty, tok: int32(p.i)})
		b, stmt := w.run()
		with = b.with(stmt.(*ast.SelectStmt).With)
		p.free(w)
	}
	switch p.cur().Text {
	case "insert":
		return p.insert(with)
	case "update":
		return p.update(with)
	case "delete":
		return p.delete(with)
	}
	p.unsupported("MERGE")
	return nil
}

func (p *parser) insert(with *tree.WithClause) tree.Statement {
	s := &tree.InsertStmt{Pos: p.pos(), With: with}
	p.want("insert", "into")
	s.Relation = p.relation()
	if p.accept("as") {
		s.Relation.Alias = &tree.Alias{Pos: p.pos(), Name: p.name()}
	}
	if p.isP("(") && !p.queryStart(p.i) {
		s.Columns = p.targetColumns()
	}
	if p.accept("overriding") {
		s.Overriding = tree.OverridingUser
		if p.oneOf("user", "system") == "system" {
			s.Overriding = tree.OverridingSystem
		}
		p.want("value")
	}
	if s.Columns != nil || s.Overriding != tree.OverridingNone || !p.phrase("default", "values") {
		s.Query = p.insertSource()
	}
	if p.is("on") {
		s.OnConflict = p.onConflict()
	}
	s.Returning = p.returning()
	return s
}

func (p *parser) insertSource() *tree.SelectStmt {
	if q := p.plainValues(); q != nil {
		return q
	}
	return p.parseQuery()
}

func (p *parser) update(with *tree.WithClause) tree.Statement {
	s := &tree.UpdateStmt{Pos: p.pos(), With: with}
	p.want("update")
	s.Relation = p.target()
	p.want("set")
	s.Set, s.From, s.Where = p.assignments("from")
	s.Returning = p.returning()
	return s
}

func (p *parser) delete(with *tree.WithClause) tree.Statement {
	s := &tree.DeleteStmt{Pos: p.pos(), With: with}
	p.want("delete", "from")
	s.Relation = p.target()
	if p.is("using") || p.is("where") && !p.currentOf() {
		w := p.walk()
		w.emit("SELECT")
		w.hole(hole{kind: holeEmpty, tok: int32(p.i)})
		w.fromWhere("using")
		b, stmt := w.run()
		s.Using, s.Where = b.fromWhere(stmt.(*ast.SelectStmt))
		p.free(w)
	}
	p.whereCurrentOf(&s.Where)
	s.Returning = p.returning()
	return s
}

// target consumes the table that an UPDATE or DELETE changes.
func (p *parser) target() *tree.RangeVar {
	v := p.relationExpr()
	if as := p.accept("as"); as || p.cur().IsColID() && !p.is("set") {
		v.Alias = &tree.Alias{Pos: p.pos(), Name: p.name()}
	}
	return v
}

// currentOf reports whether WHERE CURRENT OF is here.
func (p *parser) currentOf() bool { return p.isSeq("where", "current", "of") }

func (p *parser) whereCurrentOf(where *tree.Expr) {
	if *where == nil && p.currentOf() {
		c := &tree.CurrentOf{Pos: p.at(1).Pos}
		p.i += 3
		c.Cursor = p.name()
		*where = c
	}
}

// fromWhere walks a FROM list behind word, and WHERE unless it is that of a
// cursor.
func (w *walker) fromWhere(word string) {
	if w.is(word) {
		w.take("FROM")
		w.fromList()
	} else if w.is("where") {
		w.emit("FROM `\x01none`")
	}
	if !w.currentOf() {
		w.whereClause()
	}
}

func (b *builder) fromWhere(x *ast.SelectStmt) (from []tree.TableRef, where tree.Expr) {
	if x.From != nil {
		from = b.fromList(x.From.TableRefs)
	}
	if x.Where != nil {
		where = b.expr(x.Where)
	}
	return from, where
}

// assignments consumes the SET list with the FROM and WHERE behind it.
func (p *parser) assignments(from string) (set []*tree.SetClause, refs []tree.TableRef, where tree.Expr) {
	w := p.walk()
	w.emit("SELECT")
	for {
		set = append(set, w.setClause())
		if !w.isP(",") {
			break
		}
		w.take(",")
	}
	w.fromWhere(from)
	b, stmt := w.run()
	x := stmt.(*ast.SelectStmt)
	for i, f := range x.Fields.Fields {
		set[i].Value = b.expr(f.Expr)
	}
	refs, where = b.fromWhere(x)
	p.free(w)
	p.whereCurrentOf(&where)
	return set, refs, where
}

// setClause walks one assignment; only its right side is emitted.
func (w *walker) setClause() *tree.SetClause {
	c := &tree.SetClause{Pos: w.pos()}
	if w.isP("(") {
		c.Multi = true
		c.Columns = w.targetColumns()
	} else {
		c.Columns = []*tree.ColumnTarget{w.targetColumn()}
	}
	w.wantOp("=")
	w.expr(false)
	return c
}

func (p *parser) targetColumn() *tree.ColumnTarget {
	c := &tree.ColumnTarget{Pos: p.pos()}
	c.Name = p.name()
	for {
		pos := p.pos()
		switch {
		case p.acceptP("["):
			s := &tree.Subscript{Pos: pos}
			s.Lower = p.optBound(":")
			if s.Slice = p.acceptP(":"); s.Slice {
				s.Upper = p.optBound("]")
			} else {
				s.Lower, s.Upper = nil, s.Lower
			}
			if s.Upper == nil && !s.Slice {
				p.fail(p.i)
			}
			p.wantP("]")
			c.Path = append(c.Path, s)
		case p.acceptP("."):
			f := &tree.FieldSelect{Pos: pos}
			if f.Star = p.acceptOp("*"); f.Star {
				p.improperStar()
			} else {
				f.Field = p.label()
			}
			c.Path = append(c.Path, f)
		default:
			return c
		}
		if len(c.Path) > maxChain {
			panic(pgerr.StackDepth())
		}
	}
}

// optBound consumes a slice bound, unless end follows.
func (p *parser) optBound(end string) tree.Expr {
	if p.isP(end) || p.isP("]") {
		return nil
	}
	return p.parseExpr()
}

func (p *parser) targetColumns() (l []*tree.ColumnTarget) {
	p.wantP("(")
	p.list(func() { l = append(l, p.targetColumn()) })
	p.wantP(")")
	return l
}

func (p *parser) onConflict() *tree.OnConflict {
	c := &tree.OnConflict{Pos: p.pos()}
	p.want("on", "conflict")
	if p.accept("on", "constraint") {
		c.Constraint = p.name()
	} else if p.isP("(") {
		c.Elems = p.indexElems()
		if p.accept("where") {
			c.ElemsWhere = p.parseExpr()
		}
	}
	p.want("do")
	if p.oneOf("nothing", "update") == "nothing" {
		return c
	}
	p.want("set")
	c.DoUpdate = true
	c.Set, _, c.Where = p.assignments("")
	return c
}

func (p *parser) returning() *tree.Returning {
	if !p.is("returning") {
		return nil
	}
	r := &tree.Returning{Pos: p.pos()}
	p.i++
	if p.is("with") && p.at(1).IsPunct("(") {
		p.i += 2
		p.list(func() { p.returningAlias(r) })
		p.wantP(")")
	}
	w := p.walk()
	w.emit("SELECT")
	w.targets()
	b, stmt := w.run()
	for _, f := range stmt.(*ast.SelectStmt).Fields.Fields {
		r.List = append(r.List, b.field(f))
	}
	p.free(w)
	return r
}

func (p *parser) returningAlias(r *tree.Returning) {
	o := tree.ReturningOption{Pos: p.pos()}
	which := p.oneOf("old", "new")
	o.New = which == "new"
	for _, x := range r.Options {
		if x.New == o.New {
			p.errorAt(o.Pos, "%s cannot be specified multiple times", upper(which))
		}
	}
	p.want("as")
	o.Name = p.name()
	r.Options = append(r.Options, o)
}
