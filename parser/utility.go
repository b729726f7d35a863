package parser

import (
	"math"

	"minidb/parser/lex"
	"minidb/parser/tree"
)

// Maintenance, COPY, EXPLAIN, prepared statements and cursors.

func (p *parser) truncate() tree.Statement {
	t := &tree.Truncate{Pos: p.pos()}
	p.want("truncate")
	p.accept("table")
	p.list(func() { t.Relations = append(t.Relations, p.relationExpr()) })
	if p.accept("restart", "identity") {
		t.RestartIdentity = true
	} else {
		p.accept("continue", "identity")
	}
	t.Behavior = p.behavior()
	return t
}

func (p *parser) analyze() tree.Statement {
	v := &tree.Vacuum{Pos: p.pos(), AnalyzeOnly: true}
	p.i++
	if p.isP("(") {
		v.Options = p.utilityOptions()
	} else {
		v.Options = p.optionWords("verbose")
	}
	v.Relations = p.vacuumRelations()
	return v
}

func (p *parser) vacuum() tree.Statement {
	v := &tree.Vacuum{Pos: p.pos()}
	p.want("vacuum")
	if p.isP("(") {
		v.Options = p.utilityOptions()
	} else {
		v.Options = p.optionWords("full", "freeze", "verbose", "analyze", "analyse")
	}
	v.Relations = p.vacuumRelations()
	return v
}

// optionWords consumes the words in the given order, each as an option.
func (p *parser) optionWords(words ...string) (l []*tree.DefElem) {
	for _, w := range words {
		if !p.is(w) {
			continue
		}
		if w == "analyse" {
			w = "analyze"
		}
		l = append(l, &tree.DefElem{Pos: p.pos(), Name: w})
		p.i++
	}
	return l
}

// utilityOptions consumes ( name [value], ... ).
func (p *parser) utilityOptions() (l []*tree.DefElem) {
	p.wantP("(")
	p.list(func() {
		d := &tree.DefElem{Pos: p.pos()}
		if p.accept("analyse") {
			d.Name = "analyze"
		} else if p.is("analyze") {
			d.Name = p.label()
		} else {
			d.Name = p.nonReserved()
		}
		p.utilityValue(d)
		l = append(l, d)
	})
	p.wantP(")")
	return l
}

// utilityValue consumes a boolean, word, string or number, if one is here.
func (p *parser) utilityValue(d *tree.DefElem) {
	t := p.cur()
	switch {
	case p.isP(","), p.isP(")"):
	case t.Kind == lex.Int, t.Kind == lex.Num, p.isOp("-"), p.isOp("+"):
		d.Value = p.number()
	case p.is("true", "false", "on"):
		d.Value = stringConst(t.Pos, p.label())
	default:
		d.Value = stringConst(t.Pos, p.nonReservedOrString())
	}
}

func (p *parser) vacuumRelations() (l []*tree.VacuumRelation) {
	if !p.cur().IsColID() && !p.is("only") {
		return nil
	}
	p.list(func() {
		v := &tree.VacuumRelation{Pos: p.pos(), Relation: p.relationExpr()}
		v.Columns = p.optNameList()
		l = append(l, v)
	})
	return l
}

func (p *parser) reindex() tree.Statement {
	r := &tree.Reindex{Pos: p.pos()}
	p.want("reindex")
	if p.isP("(") {
		r.Options = p.utilityOptions()
	}
	r.Kind = p.oneOf("index", "table", "schema", "system", "database")
	r.Concurrently = p.accept("concurrently")
	switch {
	case r.Kind == "index" || r.Kind == "table":
		r.Relation = p.relation()
	case r.Kind == "schema" || p.cur().IsColID():
		r.Name = p.name()
	}
	return r
}

func (p *parser) cluster() tree.Statement {
	c := &tree.Cluster{Pos: p.pos()}
	p.want("cluster")
	parens := p.isP("(")
	if parens {
		c.Options = p.utilityOptions()
	} else {
		c.Options = p.optionWords("verbose")
	}
	switch {
	case !p.cur().IsColID():
	case p.at(1).Is("on") && !parens: // the syntax before PostgreSQL 8.3
		c.Index = p.name()
		p.want("on")
		c.Relation = p.relation()
	default:
		c.Relation = p.relation()
		if p.accept("using") {
			c.Index = p.name()
		}
	}
	return c
}

func (p *parser) copy() tree.Statement {
	c := &tree.Copy{Pos: p.pos()}
	p.want("copy")
	if p.acceptP("(") {
		c.Query = p.preparable()
		p.wantP(")")
		p.want("to")
	} else {
		if pos := p.pos(); p.accept("binary") { // the syntax before PostgreSQL 7.3
			c.Options = append(c.Options, &tree.DefElem{Pos: pos, Name: "format", Value: stringConst(pos, "binary")})
		}
		c.Relation = p.relation()
		c.Columns = p.optNameList()
		c.From = p.oneOf("from", "to") == "from"
	}
	c.Program = p.accept("program")
	switch {
	case !c.Program && (p.accept("stdin") || p.accept("stdout")):
	default:
		c.HasFile, c.File = true, p.stringConst()
	}
	if c.Relation != nil {
		using := p.accept("using")
		if using || p.is("delimiters") {
			d := &tree.DefElem{Pos: p.pos(), Name: "delimiter"}
			p.want("delimiters")
			d.Value = stringConst(p.pos(), p.stringConst())
			c.Options = append(c.Options, d)
		}
	}
	p.accept("with")
	if p.isP("(") {
		c.Options = append(c.Options, p.copyOptions()...)
	} else {
		c.Options = append(c.Options, p.oldCopyOptions()...)
	}
	if p.is("where") {
		if !c.From {
			p.errorAt(p.pos(), "WHERE clause not allowed with COPY TO")
		}
		p.i++
		c.Where = p.parseExpr()
	}
	return c
}

func (p *parser) copyOptions() (l []*tree.DefElem) {
	p.wantP("(")
	p.list(func() {
		d := &tree.DefElem{Pos: p.pos(), Name: p.label()}
		switch {
		case p.isP("("):
			p.i++
			p.list(func() { d.Names = append(d.Names, p.nonReservedOrString()) })
			p.wantP(")")
		case p.acceptOp("*"):
			d.Names = []string{"*"}
		case p.is("default"):
			d.Value = stringConst(p.pos(), p.label())
		default:
			p.utilityValue(d)
		}
		l = append(l, d)
	})
	p.wantP(")")
	return l
}

// oldCopyOptions consumes the options of COPY without parentheses.
func (p *parser) oldCopyOptions() (l []*tree.DefElem) {
	for {
		d := &tree.DefElem{Pos: p.pos()}
		switch {
		case p.accept("binary"), p.accept("csv"):
			d.Name, d.Value = "format", stringConst(d.Pos, p.toks[p.i-1].Text)
		case p.accept("freeze"), p.accept("header"):
			d.Name, d.Value = p.toks[p.i-1].Text, stringConst(d.Pos, "true")
		case p.is("delimiter", "null", "quote", "escape", "encoding"):
			d.Name = p.label()
			p.accept("as")
			d.Value = stringConst(p.pos(), p.stringConst())
		case p.accept("force", "quote"):
			d.Name, d.Names = "force_quote", p.columnsOrStar()
		case p.accept("force", "not", "null"):
			d.Name, d.Names = "force_not_null", p.columnsOrStar()
		case p.accept("force", "null"):
			d.Name, d.Names = "force_null", p.columnsOrStar()
		default:
			return l
		}
		l = append(l, d)
	}
}

func (p *parser) columnsOrStar() []string {
	if p.acceptOp("*") {
		return []string{"*"}
	}
	return p.names()
}

func (p *parser) explain() tree.Statement {
	e := &tree.Explain{Pos: p.pos()}
	p.want("explain")
	if p.isP("(") && !p.queryStart(p.i) {
		e.Options = p.utilityOptions()
	} else if p.accept("analyse") {
		e.Options = append([]*tree.DefElem{{Pos: p.toks[p.i-1].Pos, Name: "analyze"}}, p.optionWords("verbose")...)
	} else {
		e.Options = p.optionWords("analyze", "verbose")
	}
	switch {
	case p.is("create"):
		e.Query = p.explainedCreate()
	case p.is("refresh", "declare", "execute"):
		e.Query = p.statement()
	default:
		e.Query = p.preparable()
	}
	return e
}

// explainedCreate consumes CREATE TABLE AS or CREATE MATERIALIZED VIEW, and no
// other CREATE.
func (p *parser) explainedCreate() tree.Statement {
	pos := p.pos()
	p.want("create")
	persist := p.persistence()
	if persist != tree.Temporary && p.accept("materialized", "view") {
		return p.createMatView(pos, persist)
	}
	p.want("table")
	c := &tree.CreateTable{Pos: pos, Persistence: persist, IfNotExists: p.ifNotExists(), Relation: p.relation()}
	columns := p.optNameList()
	if p.is("partition") {
		p.fail(p.i)
	}
	return p.createTableAs(c, columns)
}

func (p *parser) prepare() tree.Statement {
	pos := p.pos()
	p.want("prepare")
	if p.is("transaction") {
		p.i++
		return &tree.Transaction{Pos: pos, Kind: tree.TransPrepare, Savepoint: p.stringConst()}
	}
	s := &tree.Prepare{Pos: pos, Name: p.name()}
	if p.acceptP("(") {
		p.list(func() { s.ArgTypes = append(s.ArgTypes, p.typeName()) })
		p.wantP(")")
	}
	p.want("as")
	s.Query = p.preparable()
	return s
}

func (p *parser) executeStmt() tree.Statement {
	e := &tree.Execute{Pos: p.pos()}
	p.want("execute")
	e.Name = p.name()
	if p.acceptP("(") {
		e.Params = p.parseExprs()
		p.wantP(")")
	}
	return e
}

func (p *parser) deallocate() tree.Statement {
	d := &tree.Deallocate{Pos: p.pos()}
	p.want("deallocate")
	if p.is("prepare") && (p.at(1).IsColID() || p.at(1).Is("all")) {
		p.i++
	}
	if p.accept("all") {
		d.All = true
	} else {
		d.Name = p.name()
	}
	return d
}

func (p *parser) declare() tree.Statement {
	d := &tree.DeclareCursor{Pos: p.pos()}
	p.want("declare")
	d.Name = p.name()
	for !p.accept("cursor") {
		switch {
		case p.accept("binary"):
			d.Binary = true
		case p.accept("insensitive"):
			d.Insensitive = true
		case p.accept("asensitive"):
			d.Asensitive = true
		case p.accept("scroll"):
			d.Scroll = true
		default:
			p.want("no", "scroll")
			d.NoScroll = true
		}
	}
	if p.accept("with", "hold") {
		d.Hold = true
	} else {
		p.accept("without", "hold")
	}
	p.want("for")
	d.Query = p.parseQuery()
	return d
}

// fetch consumes FETCH or MOVE.
func (p *parser) fetch() tree.Statement {
	f := &tree.Fetch{Pos: p.pos(), Count: 1}
	f.Move = p.oneOf("fetch", "move") == "move"
	p.fetchDirection(f)
	if !p.accept("from") {
		p.accept("in")
	}
	f.Cursor = p.name()
	return f
}

func (p *parser) fetchDirection(f *tree.Fetch) {
	// A cursor may be called by one of these words: then nothing follows.
	if p.at(1).Kind == lex.EOF || p.at(1).IsPunct(";") {
		return
	}
	switch {
	case p.accept("next"):
	case p.accept("prior"):
		f.Direction = tree.FetchBackward
	case p.accept("first"):
		f.Direction = tree.FetchAbsolute
	case p.accept("last"):
		f.Direction, f.Count = tree.FetchAbsolute, -1
	case p.accept("absolute"):
		f.Direction, f.Count = tree.FetchAbsolute, p.signedInt()
	case p.accept("relative"):
		f.Direction, f.Count = tree.FetchRelative, p.signedInt()
	case p.accept("forward"):
		p.fetchCount(f)
	case p.accept("backward"):
		f.Direction = tree.FetchBackward
		p.fetchCount(f)
	default:
		p.fetchCount(f)
	}
}

func (p *parser) fetchCount(f *tree.Fetch) {
	switch {
	case p.accept("all"):
		f.Count = math.MaxInt64
	case p.cur().Kind == lex.Int, p.isOp("-"), p.isOp("+"):
		f.Count = p.signedInt()
	}
}

func (p *parser) closePortal() tree.Statement {
	c := &tree.ClosePortal{Pos: p.pos()}
	p.want("close")
	if p.accept("all") {
		c.All = true
	} else {
		c.Cursor = p.name()
	}
	return c
}
