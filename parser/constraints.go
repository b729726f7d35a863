package parser

import (
	"minidb/parser/lex"
	"minidb/parser/tree"
	"minidb/pgerr"
)

// Column definitions and constraints.

func (p *parser) errorInvalid(pos int32, format string, args ...any) {
	panic(pgerr.New(pgerr.InvalidParameterValue, format, args...).At(int(pos)))
}

func (p *parser) errorDuplicate(pos int32, format string, args ...any) {
	panic(pgerr.New(pgerr.DuplicateObject, format, args...).At(int(pos)))
}

// columnDef consumes a column of a table.
func (p *parser) columnDef() *tree.ColumnDef {
	d := &tree.ColumnDef{Pos: p.pos()}
	d.Name = p.name()
	d.Type = p.typeName()
	if p.accept("storage") {
		d.Storage = p.nameOrDefault()
	}
	if p.accept("compression") {
		d.Compression = p.nameOrDefault()
	}
	p.columnConstraints(d)
	return d
}

func (p *parser) nameOrDefault() string {
	if p.accept("default") {
		return "default"
	}
	return p.name()
}

// columnConstraints consumes the constraints and COLLATE behind a column, and
// attributes like DEFERRABLE, which belong to the constraint before them.
func (p *parser) columnConstraints(d *tree.ColumnDef) {
	var last *tree.Constraint
	said := false // whether last is deferrable was written out
	for {
		if pos := p.pos(); p.accept("collate") {
			if d.Collation != nil {
				p.errorAt(pos, "multiple COLLATE clauses not allowed")
			}
			d.CollatePos = pos
			d.Collation = p.qualified()
			continue
		}
		if p.columnAttr(last, &said) {
			continue
		}
		c := p.columnConstraint()
		if c == nil {
			return
		}
		d.Constraints = append(d.Constraints, c)
		last, said = c, false
	}
}

// columnAttr consumes one attribute, which must belong to the constraint last.
func (p *parser) columnAttr(last *tree.Constraint, said *bool) bool {
	at, from := p.pos(), p.i
	var none tree.Constraint
	if !p.constraintAttr(&none) {
		return false
	}
	words := upper(p.toks[from].Text)
	if p.i > from+1 {
		words += " " + upper(p.toks[from+1].Text)
	}
	able := last != nil && last.Kind >= tree.ConstrPrimary
	deferral := none.Deferrable || none.NotDeferrable || none.InitiallyDeferred || none.InitiallyImmed
	switch {
	case deferral && !able, !deferral && (last == nil || last.Kind != tree.ConstrCheck && last.Kind != tree.ConstrForeign):
		p.errorAt(at, "misplaced %s clause", words)
	case !none.InitiallyDeferred && (none.Deferrable || none.NotDeferrable) && *said:
		p.errorAt(at, "multiple DEFERRABLE/NOT DEFERRABLE clauses not allowed")
	case none.NotDeferrable && last.InitiallyDeferred:
		p.errorAt(at, "constraint declared INITIALLY DEFERRED must be DEFERRABLE")
	case !deferral && (last.Enforced || last.NotEnforced):
		p.errorAt(at, "multiple ENFORCED/NOT ENFORCED clauses not allowed")
	case (none.InitiallyDeferred || none.InitiallyImmed) && (last.InitiallyDeferred || last.InitiallyImmed):
		p.errorAt(at, "multiple INITIALLY IMMEDIATE/DEFERRED clauses not allowed")
	}
	*said = *said || !none.InitiallyDeferred && (none.Deferrable || none.NotDeferrable)
	p.i = from
	return p.constraintAttr(last)
}

// columnConstraint consumes one constraint, nil if none is here.
func (p *parser) columnConstraint() *tree.Constraint {
	c := &tree.Constraint{Pos: p.pos()}
	named := p.accept("constraint")
	if named {
		c.Name = p.name()
	}
	switch {
	case p.accept("not", "null"):
		c.Kind = tree.ConstrNotNull
		c.NoInherit = p.accept("no", "inherit")
	case p.accept("null"):
		c.Kind = tree.ConstrNull
	case p.accept("default"):
		c.Kind = tree.ConstrDefault
		c.Expr = p.restrictedExpr()
	case p.accept("check"):
		p.check(c)
	case p.accept("unique"):
		c.Kind = tree.ConstrUnique
		p.nullsDistinct(c)
		p.indexOptions(c)
	case p.phrase("primary", "key"):
		c.Kind = tree.ConstrPrimary
		p.indexOptions(c)
	case p.is("references"):
		c.Kind = tree.ConstrForeign
		p.references(c)
	case p.accept("generated"):
		p.generated(c)
	default:
		if named {
			p.fail(p.i)
		}
		return nil
	}
	return c
}

// restrictedExpr consumes an expression without AND, OR, NOT and the like.
func (p *parser) restrictedExpr() tree.Expr {
	if c := p.loneConstant(); c != nil {
		return c
	}
	w := p.walk()
	w.emit("SELECT")
	w.expr(true)
	return p.oneExpr(w)
}

func (p *parser) check(c *tree.Constraint) {
	c.Kind = tree.ConstrCheck
	p.wantP("(")
	c.Expr = p.parseExpr()
	p.wantP(")")
	c.NoInherit = p.accept("no", "inherit")
}

func (p *parser) nullsDistinct(c *tree.Constraint) {
	if p.accept("nulls", "not", "distinct") {
		c.NullsNotDistinct = true
	} else {
		p.accept("nulls", "distinct")
	}
}

// indexOptions consumes what UNIQUE and PRIMARY KEY say about their index.
func (p *parser) indexOptions(c *tree.Constraint) {
	if p.accept("include") {
		c.Include = p.nameList()
	}
	if p.is("with") && p.at(1).IsPunct("(") {
		p.i++
		c.Options = p.relOptions()
	}
	if p.accept("using", "index", "tablespace") {
		c.Tablespace = p.name()
	}
}

// generatedWhen consumes ALWAYS AS or BY DEFAULT AS.
func (p *parser) generatedWhen(c *tree.Constraint) {
	if p.accept("always") {
		c.Always = true
	} else {
		p.want("by", "default")
	}
	p.want("as")
}

// addIdentity consumes what stands behind GENERATED in ADD GENERATED.
func (p *parser) addIdentity(c *tree.Constraint) {
	p.generatedWhen(c)
	p.identity(c)
}

func (p *parser) identity(c *tree.Constraint) {
	p.want("identity")
	c.Kind = tree.ConstrIdentity
	if p.acceptP("(") {
		c.Options = p.sequenceOptions()
		p.wantP(")")
	}
}

func (p *parser) generated(c *tree.Constraint) {
	at := p.pos()
	p.generatedWhen(c)
	if p.is("identity") {
		p.identity(c)
		return
	}
	c.Kind = tree.ConstrGenerated
	if !c.Always {
		p.errorAt(at, "for a generated column, GENERATED ALWAYS must be specified")
	}
	p.wantP("(")
	c.Expr = p.parseExpr()
	p.wantP(")")
	if !p.accept("stored") {
		p.accept("virtual")
		c.Virtual = true
	}
}

func (p *parser) references(c *tree.Constraint) {
	p.want("references")
	c.RefTable = p.relation()
	if p.isP("(") {
		c.RefColumns = p.keyColumns()
	}
	at := p.pos()
	if p.accept("match") {
		switch p.oneOf("full", "partial", "simple") {
		case "full":
			c.Match = tree.FKMatchFull
		case "partial":
			panic(pgerr.New(pgerr.FeatureNotSupported, "MATCH PARTIAL not yet implemented").At(int(at)))
		}
	}
	seen := map[string]bool{}
	for len(seen) < 2 && p.is("on") {
		at := p.pos()
		p.i++
		event := p.cur().Text
		if seen[event] {
			p.fail(p.i)
		}
		seen[event] = true
		if p.oneOf("delete", "update") == "delete" {
			c.OnDelete, c.DeleteCols = p.fkAction()
			continue
		}
		var cols []string
		if c.OnUpdate, cols = p.fkAction(); cols != nil {
			what := "SET NULL"
			if c.OnUpdate == tree.FKSetDefault {
				what = "SET DEFAULT"
			}
			panic(pgerr.New(pgerr.FeatureNotSupported, "a column list with %s is only supported for ON DELETE actions", what).At(int(at)))
		}
	}
}

func (p *parser) fkAction() (tree.FKAction, []string) {
	switch p.oneOf("no", "restrict", "cascade", "set") {
	case "no":
		p.want("action")
		return tree.FKNoAction, nil
	case "restrict":
		return tree.FKRestrict, nil
	case "cascade":
		return tree.FKCascade, nil
	}
	a := tree.FKSetNull
	if p.oneOf("null", "default") == "default" {
		a = tree.FKSetDefault
	}
	return a, p.optNameList()
}

// constraintAttr consumes one attribute of c.
func (p *parser) constraintAttr(c *tree.Constraint) bool {
	at := p.pos()
	switch {
	case p.accept("not", "deferrable"):
		c.NotDeferrable = true
	case p.accept("deferrable"):
		c.Deferrable = true
	case p.accept("initially", "deferred"):
		c.InitiallyDeferred = true
	case p.accept("initially", "immediate"):
		c.InitiallyImmed = true
	case p.accept("not", "enforced"):
		c.NotEnforced = true
	case p.accept("enforced"):
		c.Enforced = true
	default:
		return false
	}
	switch {
	case c.Deferrable && c.NotDeferrable || c.InitiallyDeferred && c.InitiallyImmed || c.Enforced && c.NotEnforced:
		p.errorAt(at, "conflicting constraint properties")
	case c.InitiallyDeferred && c.NotDeferrable:
		p.errorAt(at, "constraint declared INITIALLY DEFERRED must be DEFERRABLE")
	}
	if c.InitiallyDeferred {
		c.Deferrable = true
	}
	return true
}

// tableConstraint consumes a constraint of a table or of ALTER TABLE ADD.
func (p *parser) tableConstraint() *tree.Constraint {
	c := &tree.Constraint{Pos: p.pos()}
	if p.accept("constraint") {
		c.Name = p.name()
	}
	switch {
	case p.accept("check"):
		p.check(c)
	case p.accept("not", "null"):
		c.Kind = tree.ConstrNotNull
		c.Columns = []string{p.name()}
	case p.accept("unique"):
		c.Kind = tree.ConstrUnique
		p.nullsDistinct(c)
		p.keyConstraint(c)
	case p.phrase("primary", "key"):
		c.Kind = tree.ConstrPrimary
		p.keyConstraint(c)
	case p.phrase("foreign", "key"):
		c.Kind = tree.ConstrForeign
		c.Columns = p.keyColumns()
		p.references(c)
	case p.is("exclude"):
		p.unsupported("EXCLUDE")
	default:
		p.fail(p.i)
	}
	p.tableConstraintAttrs(c)
	return c
}

// tableConstraintAttrs consumes the attributes behind a table constraint and
// refuses those that its kind cannot have.
func (p *parser) tableConstraintAttrs(c *tree.Constraint) {
	at := p.pos()
	p.attrs(c)
	check, foreign, notNull := c.Kind == tree.ConstrCheck, c.Kind == tree.ConstrForeign, c.Kind == tree.ConstrNotNull
	bad := ""
	switch {
	case (c.Deferrable || c.InitiallyDeferred) && (check || notNull):
		bad = "DEFERRABLE"
	case c.NotValid && !check && !foreign && !notNull:
		bad = "NOT VALID"
	case c.NoInherit && !check && !notNull:
		bad = "NO INHERIT"
	case c.NotEnforced && !check && !foreign:
		bad = "NOT ENFORCED"
	case c.Enforced && !check && !foreign:
		bad = "ENFORCED"
	default:
		return
	}
	panic(pgerr.New(pgerr.FeatureNotSupported, "%s constraints cannot be marked %s", upper(c.Kind.String()), bad).At(int(at)))
}

func (p *parser) attrs(c *tree.Constraint) {
	for {
		switch {
		case p.accept("not", "valid"):
			c.NotValid = true
		case p.accept("no", "inherit"):
			c.NoInherit = true
		case !p.constraintAttr(c):
			return
		}
	}
}

func (p *parser) keyConstraint(c *tree.Constraint) {
	if p.accept("using", "index") {
		c.UsingIndex = p.name()
		return
	}
	c.Columns = p.keyColumns()
	p.indexOptions(c)
}

// keyColumns consumes ( a, b ), where PostgreSQL 18 allows more.
func (p *parser) keyColumns() (l []string) {
	p.wantP("(")
	p.list(func() {
		if p.is("period") && p.at(1).IsColID() {
			p.unsupported("PERIOD")
		}
		l = append(l, p.name())
		if p.is("without") {
			p.unsupported("WITHOUT OVERLAPS")
		}
	})
	p.wantP(")")
	return l
}

// relOptions consumes ( name [= value], ... ) as WITH takes them.
func (p *parser) relOptions() (l []*tree.DefElem) {
	p.wantP("(")
	p.list(func() {
		d := &tree.DefElem{Pos: p.pos()}
		d.Name = p.label()
		if p.acceptP(".") {
			d.Namespace, d.Name = d.Name, p.label()
		}
		if p.acceptOp("=") {
			p.defValue(d)
		}
		l = append(l, d)
	})
	p.wantP(")")
	return l
}

// defValue consumes the value of a generic option.
func (p *parser) defValue(d *tree.DefElem) {
	t := p.cur()
	switch t.Kind {
	case lex.String:
		d.Value = p.constant()
	case lex.Int, lex.Num:
		d.Value = p.number()
	case lex.Op:
		if t.Text == "-" || t.Text == "+" {
			d.Value = p.number()
			return
		}
		p.i++
		d.Value = &tree.Const{Pos: t.Pos, Kind: tree.ConstString, Text: t.Text}
	default:
		d.Value = &tree.Const{Pos: t.Pos, Kind: tree.ConstString, Text: p.label()}
		if p.isP(".") {
			d.Names = []string{d.Value.Text}
			for p.acceptP(".") {
				d.Names = append(d.Names, p.label())
			}
			d.Value = nil
		}
	}
}
