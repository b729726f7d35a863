package parser

import (
	"unicode/utf8"

	"minidb/parser/lex"
	"minidb/parser/tree"
	"minidb/pgerr"
)

// CREATE TABLE in all its forms.

// persistence consumes TEMP, UNLOGGED and the words around them.
func (p *parser) persistence() tree.Persistence {
	if p.is("local", "global") {
		p.globalTemp()
		p.i++
		p.oneOf("temporary", "temp")
		return tree.Temporary
	}
	switch {
	case p.accept("temporary"), p.accept("temp"):
		return tree.Temporary
	case p.accept("unlogged"):
		return tree.Unlogged
	}
	return tree.Permanent
}

// globalTemp warns of GLOBAL, if it is here.
func (p *parser) globalTemp() {
	if !p.is("global") {
		return
	}
	at := utf8.RuneCountInString(p.src[:p.pos()])
	e := pgerr.New(pgerr.Warning, "GLOBAL is deprecated in temporary table creation").At(at)
	e.Severity = "WARNING"
	p.notices = append(p.notices, e)
}

func (p *parser) ifNotExists() bool { return p.accept("if", "not", "exists") }
func (p *parser) ifExists() bool    { return p.accept("if", "exists") }

// createTable consumes CREATE TABLE and CREATE TABLE AS behind TABLE.
func (p *parser) createTable(pos int32, persist tree.Persistence) tree.Statement {
	c := &tree.CreateTable{Pos: pos, Persistence: persist}
	c.IfNotExists = p.ifNotExists()
	c.Relation = p.relation()
	if p.createAsFollows() {
		return p.createTableAs(c, nil)
	}
	switch {
	case p.accept("partition", "of"):
		c.PartitionOf = p.relation()
		if p.isP("(") {
			c.Elements = p.typedElements()
		}
		c.Bound = p.partitionBound()
	case p.accept("of"):
		c.OfType = p.qualified()
		if p.isP("(") {
			c.Elements = p.typedElements()
		}
	default:
		if p.columnListOnly() {
			return p.createTableAs(c, p.nameList())
		}
		c.Elements = p.tableElements()
		if p.accept("inherits") {
			p.wantP("(")
			c.Inherits = p.relations()
			p.wantP(")")
		}
	}
	p.tableTail(c)
	return c
}

// createAsFollows reports whether this is CREATE TABLE AS without columns.
func (p *parser) createAsFollows() bool {
	return p.is("as", "using", "with", "on", "tablespace", "without")
}

// columnListOnly reports whether the parentheses here hold nothing but names,
// which makes it CREATE TABLE AS.
func (p *parser) columnListOnly() bool {
	if !p.isP("(") || !p.at(1).IsColID() {
		return false
	}
	n := p.at(2)
	return n.IsPunct(",") || n.IsPunct(")")
}

func (p *parser) tableElements() (l []tree.TableElement) {
	p.wantP("(")
	if p.acceptP(")") {
		return nil
	}
	p.list(func() { l = append(l, p.tableElement()) })
	p.wantP(")")
	return l
}

func (p *parser) tableElement() tree.TableElement {
	switch {
	case p.is("like"):
		return p.tableLike()
	case p.constraintStart():
		return p.tableConstraint()
	}
	return p.columnDef()
}

func (p *parser) constraintStart() bool {
	return p.is("constraint", "check", "unique", "primary", "foreign", "exclude") ||
		p.isSeq("not", "null")
}

// typedElements consumes ( column [WITH OPTIONS] constraints, ... ).
func (p *parser) typedElements() (l []tree.TableElement) {
	p.wantP("(")
	p.list(func() {
		if p.constraintStart() {
			l = append(l, p.tableConstraint())
			return
		}
		d := &tree.ColumnDef{Pos: p.pos(), Name: p.name()}
		p.accept("with", "options")
		p.columnConstraints(d)
		l = append(l, d)
	})
	p.wantP(")")
	return l
}

func (p *parser) tableLike() tree.TableElement {
	l := &tree.TableLike{Pos: p.pos()}
	p.want("like")
	l.Relation = p.relation()
	for p.is("including", "excluding") {
		o := tree.LikeOption{Excluding: p.is("excluding")}
		p.i++
		o.What = p.oneOf("all", "comments", "compression", "constraints", "defaults", "identity", "generated",
			"indexes", "statistics", "storage")
		l.Options = append(l.Options, o)
	}
	return l
}

// tableTail consumes what may stand behind the elements.
func (p *parser) tableTail(c *tree.CreateTable) {
	if p.is("partition") {
		c.PartitionBy = p.partitionSpec()
	}
	if p.accept("using") {
		c.Method = p.name()
	}
	if p.accept("with") {
		c.Options = p.relOptions()
	} else if p.is("without") {
		p.want("without", "oids")
	}
	c.OnCommit = p.onCommit()
	if p.accept("tablespace") {
		c.Tablespace = p.name()
	}
}

func (p *parser) onCommit() tree.OnCommit {
	if !p.is("on") || !p.at(1).Is("commit") {
		return tree.OnCommitDefault
	}
	p.i += 2
	switch p.oneOf("drop", "delete", "preserve") {
	case "drop":
		return tree.OnCommitDrop
	case "delete":
		p.want("rows")
		return tree.OnCommitDelete
	}
	p.want("rows")
	return tree.OnCommitPreserve
}

// createTableAs consumes the rest of CREATE TABLE AS behind its name and
// columns.
func (p *parser) createTableAs(c *tree.CreateTable, columns []string) tree.Statement {
	p.tableTail(c)
	into := &tree.IntoClause{Pos: c.Relation.Pos, Relation: c.Relation, Persistence: c.Persistence, Columns: columns,
		Method: c.Method, Options: c.Options, OnCommit: c.OnCommit, Tablespace: c.Tablespace}
	p.want("as")
	s := &tree.CreateTableAs{Pos: c.Pos, Into: into, IfNotExists: c.IfNotExists}
	if p.is("execute") {
		s.Query = p.executeStmt()
	} else {
		s.Query = p.parseQuery()
	}
	s.WithNoData = p.withNoData()
	return s
}

// withNoData consumes WITH [NO] DATA.
func (p *parser) withNoData() bool {
	if p.accept("with", "no", "data") {
		return true
	}
	p.accept("with", "data")
	return false
}

func (p *parser) partitionSpec() *tree.PartitionSpec {
	s := &tree.PartitionSpec{Pos: p.pos()}
	p.want("partition", "by")
	at := p.pos()
	switch word := p.name(); word {
	case "list":
	case "range":
		s.Strategy = tree.PartitionRange
	case "hash":
		s.Strategy = tree.PartitionHash
	default:
		p.errorInvalid(at, "unrecognized partitioning strategy \"%s\"", word)
	}
	p.wantP("(")
	p.list(func() {
		e := &tree.PartitionElem{Pos: p.pos()}
		e.Name, e.Expr = p.nameOrExpr()
		if p.accept("collate") {
			e.Collation = p.qualified()
		}
		if p.cur().IsColID() && !(p.is("nulls") && (p.at(1).Is("first") || p.at(1).Is("last"))) {
			e.OpClass = p.qualified()
		}
		s.Params = append(s.Params, e)
	})
	p.wantP(")")
	if p.isP("(") || p.is("partitions") {
		t := p.cur()
		panic(pgerr.New(pgerr.SyntaxError, "syntax error at or near \"%s\"", p.src[t.Pos:t.End]).At(int(t.Pos)).
			WithHint("Partitions are made one by one: CREATE TABLE name PARTITION OF table FOR VALUES ..."))
	}
	return s
}

// nameOrExpr consumes a column name, a function call, or ( expression ).
func (p *parser) nameOrExpr() (string, tree.Expr) {
	switch {
	case p.isP("("):
		p.i++
		e := p.parseExpr()
		p.wantP(")")
		return "", e
	case p.cur().IsColID() && !p.at(1).IsPunct("(") && !p.at(1).IsPunct("."):
		if p.cur().Kind == lex.Word && p.sqlValueFunc() {
			break
		}
		return p.name(), nil
	}
	e := p.parseCall()
	if _, ok := e.(*tree.ColumnRef); ok {
		p.fail(p.i)
	}
	return "", e
}

// partitionBound consumes FOR VALUES ... or DEFAULT.
func (p *parser) partitionBound() *tree.PartitionBound {
	b := &tree.PartitionBound{Pos: p.pos()}
	if p.accept("default") {
		b.Default = true
		return b
	}
	p.want("for", "values")
	b.Pos = p.pos()
	switch p.oneOf("in", "from", "with") {
	case "in":
		p.wantP("(")
		b.List = p.parseExprs()
		p.wantP(")")
	case "from":
		b.Strategy = tree.PartitionRange
		b.Lower = p.rangeDatums()
		p.want("to")
		b.Upper = p.rangeDatums()
	case "with":
		b.Strategy = tree.PartitionHash
		p.hashBound(b)
	}
	return b
}

func (p *parser) hashBound(b *tree.PartitionBound) {
	b.Modulus, b.Remainder = -1, -1
	p.wantP("(")
	p.list(func() {
		at, word := p.pos(), p.nonReserved()
		dst := &b.Modulus
		switch word {
		case "modulus":
		case "remainder":
			dst = &b.Remainder
		default:
			p.errorAt(at, "unrecognized hash partition bound specification \"%s\"", word)
		}
		if *dst != -1 {
			p.errorDuplicate(at, "%s for hash partition provided more than once", word)
		}
		*dst = int32(p.intConst())
	})
	p.wantP(")")
	if b.Modulus == -1 {
		p.errorAt(b.Pos, "modulus for hash partition must be specified")
	}
	if b.Remainder == -1 {
		p.errorAt(b.Pos, "remainder for hash partition must be specified")
	}
}

func (p *parser) rangeDatums() (l []tree.Datum) {
	p.wantP("(")
	p.list(func() {
		d := tree.Datum{Pos: p.pos()}
		next, name := p.at(1), ""
		if t := p.cur(); t.IsColID() && (next.IsPunct(",") || next.IsPunct(")")) {
			name = t.Text // in quotes too
		}
		switch name {
		case "minvalue":
			d.Kind = tree.DatumMinValue
			p.i++
		case "maxvalue":
			d.Kind = tree.DatumMaxValue
			p.i++
		default:
			d.Expr = p.parseExpr()
		}
		l = append(l, d)
	})
	p.wantP(")")
	return l
}
