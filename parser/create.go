package parser

import (
	"minidb/parser/lex"
	"minidb/parser/tree"
	"minidb/pgerr"
)

// CREATE of everything but tables and roles.

// replaceable may stand behind CREATE OR REPLACE, but for views.
var replaceable = []string{"trigger", "constraint", "rule", "aggregate", "function", "procedure", "language", "trusted",
	"procedural", "transform"}

func (p *parser) create() tree.Statement {
	pos := p.pos()
	p.want("create")
	orReplace := false
	if p.is("or") {
		p.want("or", "replace")
		orReplace = true
	}
	persist := p.persistence()
	switch {
	case p.is("view"), p.is("recursive"):
		return p.createView(pos, persist, orReplace)
	case persist != tree.Permanent && (orReplace || !p.is("table", "sequence", "materialized")), orReplace && !p.is(replaceable...):
		p.fail(p.i)
	case p.is("trigger"), p.is("constraint") && p.at(1).Is("trigger"):
		return p.asWritten(pos, p.createTrigger())
	case p.is("rule"):
		return p.asWritten(pos, p.createRule())
	case p.is("aggregate"):
		return p.asWritten(pos, p.createAggregate())
	case orReplace:
		p.unknownObject("CREATE")
	case p.accept("table"):
		return p.createTable(pos, persist)
	case p.accept("sequence"):
		return p.createSequence(pos, persist)
	case persist != tree.Temporary && p.accept("materialized", "view"):
		return p.createMatView(pos, persist)
	case p.is("unique", "index"):
		return p.createIndex(pos)
	case p.accept("schema"):
		return p.createSchema(pos)
	case p.accept("type"):
		return p.createType(pos)
	case p.accept("domain"):
		return p.createDomain(pos)
	case p.is("role", "user", "group") && !p.userMapping():
		return p.createRole(pos)
	case p.accept("extension"):
		return p.createExtension(pos)
	case p.is("text"):
		return p.createTextSearch(pos)
	case p.is("cast"):
		return p.asWritten(pos, p.createCast())
	case p.is("operator") && !p.at(1).Is("class") && !p.at(1).Is("family"):
		return p.asWritten(pos, p.createOperator())
	}
	p.unknownObject("CREATE")
	return nil
}

func (p *parser) createView(pos int32, persist tree.Persistence, orReplace bool) tree.Statement {
	v := &tree.CreateView{Pos: pos, Persistence: persist, OrReplace: orReplace}
	v.Recursive = p.accept("recursive")
	p.want("view")
	v.View = p.relation()
	if v.Recursive {
		v.Columns = p.nameList()
	} else {
		v.Columns = p.optNameList()
	}
	if p.accept("with") {
		v.Options = p.relOptions()
	}
	p.want("as")
	v.Query = p.parseQuery()
	check := p.pos()
	if p.accept("with") {
		v.Check = tree.CascadedCheckOption
		if p.accept("local") {
			v.Check = tree.LocalCheckOption
		} else {
			p.accept("cascaded")
		}
		p.want("check", "option")
		if v.Recursive {
			panic(pgerr.New(pgerr.FeatureNotSupported, "WITH CHECK OPTION not supported on recursive views").At(int(check)))
		}
	}
	return v
}

func (p *parser) createMatView(pos int32, persist tree.Persistence) tree.Statement {
	c := &tree.CreateTable{Pos: pos, Persistence: persist}
	c.IfNotExists = p.ifNotExists()
	c.Relation = p.relation()
	s := p.createTableAs(c, p.optNameList()).(*tree.CreateTableAs)
	s.Materialized = true
	return s
}

func (p *parser) refresh() tree.Statement {
	r := &tree.RefreshMatView{Pos: p.pos()}
	p.want("refresh", "materialized", "view")
	r.Concurrently = p.accept("concurrently")
	r.Relation = p.relation()
	r.WithNoData = p.withNoData()
	return r
}

func (p *parser) createIndex(pos int32) tree.Statement {
	c := &tree.CreateIndex{Pos: pos}
	c.Unique = p.accept("unique")
	p.want("index")
	c.Concurrently = p.accept("concurrently")
	c.IfNotExists = p.ifNotExists()
	if c.IfNotExists || !p.is("on") {
		c.Name = p.name()
	}
	p.want("on")
	c.Relation = p.relationExpr()
	if p.accept("using") {
		c.MethodPos = p.pos()
		c.Method = p.name()
	}
	c.Columns = p.indexElems()
	if p.accept("include") {
		c.Include = p.indexElems()
	}
	if p.accept("nulls", "not", "distinct") {
		c.NullsNotDistinct = true
	} else {
		p.accept("nulls", "distinct")
	}
	if p.accept("with") {
		c.Options = p.relOptions()
	}
	if p.accept("tablespace") {
		c.Tablespace = p.name()
	}
	if p.accept("where") {
		c.Where = p.parseExpr()
	}
	return c
}

// indexElems consumes ( column or expression with its options, ... ).
func (p *parser) indexElems() (l []*tree.IndexElem) {
	p.wantP("(")
	p.list(func() {
		e := &tree.IndexElem{Pos: p.pos()}
		e.Name, e.Expr = p.nameOrExpr()
		if p.accept("collate") {
			e.Collation = p.qualified()
		}
		if p.cur().IsColID() && !p.is("nulls") {
			e.OpClass = p.qualified()
			if p.isP("(") {
				e.OpOptions = p.relOptions()
			}
		}
		e.Dir, e.Nulls = p.sortDir()
		l = append(l, e)
	})
	p.wantP(")")
	return l
}

func (p *parser) createSchema(pos int32) tree.Statement {
	s := &tree.CreateSchema{Pos: pos}
	s.IfNotExists = p.ifNotExists()
	if !p.is("authorization") {
		s.Name = p.name()
	}
	if p.accept("authorization") {
		s.Owner = p.roleSpec()
	}
	for p.is("create", "grant") {
		at := p.pos()
		if s.IfNotExists {
			panic(pgerr.New(pgerr.FeatureNotSupported, "CREATE SCHEMA IF NOT EXISTS cannot include schema elements").At(int(at)))
		}
		s.Elements = append(s.Elements, p.statement())
	}
	return s
}

func (p *parser) createSequence(pos int32, persist tree.Persistence) tree.Statement {
	s := &tree.CreateSequence{Pos: pos, Persistence: persist}
	s.IfNotExists = p.ifNotExists()
	s.Sequence = p.relation()
	s.Options = p.sequenceOptions()
	return s
}

// sequenceOptions consumes any number of sequence options.
func (p *parser) sequenceOptions() (l []*tree.DefElem) {
	for {
		d := p.sequenceOption()
		if d == nil {
			return l
		}
		l = append(l, d)
	}
}

func (p *parser) sequenceOption() *tree.DefElem {
	d := &tree.DefElem{Pos: p.pos()}
	switch {
	case p.accept("as"):
		d.Name, d.TypePos = "as", p.pos()
		from := p.i
		d.Names = p.typeName().Names
		for i := from; i < p.i; i++ { // the grammar has no array here
			if p.toks[i].IsPunct("[") || p.toks[i].Is("array") {
				p.fail(i)
			}
		}
	case p.is("cache", "maxvalue", "minvalue"):
		d.Name = p.label()
		d.Value = p.number()
	case p.accept("cycle"):
		d.Name, d.Value = "cycle", boolConst(d.Pos, true)
	case p.is("no"):
		p.i++
		d.Name = p.oneOf("maxvalue", "minvalue", "cycle")
		if d.Name == "cycle" {
			d.Value = boolConst(d.Pos, false)
		}
	case p.accept("increment"):
		p.accept("by")
		d.Name, d.Value = "increment", p.number()
	case p.accept("start"):
		p.accept("with")
		d.Name, d.Value = "start", p.number()
	case p.accept("restart"):
		d.Name = "restart"
		if k := p.cur().Kind; p.accept("with") || k == lex.Int || k == lex.Num || p.isOp("-") || p.isOp("+") {
			d.Value = p.number()
		}
	case p.is("owned"):
		p.want("owned", "by")
		d.Name, d.Names = "owned_by", p.qualified()
	case p.accept("sequence", "name"):
		d.Name, d.Names = "sequence_name", p.qualified()
	case p.accept("logged"), p.accept("unlogged"):
		d.Name = p.toks[p.i-1].Text
	default:
		return nil
	}
	return d
}

func boolConst(pos int32, v bool) *tree.Const {
	return &tree.Const{Pos: pos, Kind: tree.ConstBool, Bool: v}
}

func stringConst(pos int32, v string) *tree.Const {
	return &tree.Const{Pos: pos, Kind: tree.ConstString, Text: v}
}

func (p *parser) createType(pos int32) tree.Statement {
	name := p.qualified()
	if !p.is("as") {
		p.unsupported("CREATE TYPE of a base type")
	}
	p.i++
	switch {
	case p.accept("enum"):
		e := &tree.CreateEnum{Pos: pos, Name: name}
		p.wantP("(")
		if !p.isP(")") {
			p.list(func() { e.Labels = append(e.Labels, p.stringConst()) })
		}
		p.wantP(")")
		return e
	case p.isP("("):
		c := &tree.CreateComposite{Pos: pos, Name: name}
		if p.at(1).IsPunct(")") {
			p.i += 2
			return c
		}
		c.Columns = p.columnDefs()
		return c
	case p.is("range"):
		p.unsupported("CREATE TYPE AS RANGE")
	}
	p.fail(p.i)
	return nil
}

func (p *parser) createDomain(pos int32) tree.Statement {
	d := &tree.CreateDomain{Pos: pos, Name: p.qualified()}
	p.accept("as")
	d.Type = p.typeName()
	var c tree.ColumnDef
	p.columnConstraints(&c)
	d.Collation, d.Constraints = c.Collation, c.Constraints
	return d
}

func (p *parser) createExtension(pos int32) tree.Statement {
	e := &tree.CreateExtension{Pos: pos}
	e.IfNotExists = p.ifNotExists()
	e.Name = p.name()
	p.accept("with")
	for {
		d := &tree.DefElem{Pos: p.pos()}
		switch {
		case p.accept("schema"):
			d.Name = "schema"
			d.Value = stringConst(p.pos(), p.name())
		case p.accept("version"):
			d.Name = "version"
			d.Value = stringConst(p.pos(), p.nonReservedOrString())
		case p.accept("cascade"):
			d.Name, d.Value = "cascade", boolConst(d.Pos, true)
		default:
			return e
		}
		e.Options = append(e.Options, d)
	}
}

// nonReservedOrString consumes a word or a string.
func (p *parser) nonReservedOrString() string {
	if p.cur().Kind == lex.String {
		return p.stringConst()
	}
	return p.nonReserved()
}

// textSearchKind consumes TEXT SEARCH and the kind of object.
func (p *parser) textSearchKind() tree.ObjectKind {
	p.want("text", "search")
	return tree.ObjectKind("text search " + p.oneOf("configuration", "dictionary", "parser", "template"))
}

func (p *parser) createTextSearch(pos int32) tree.Statement {
	d := &tree.DefineObject{Pos: pos, Kind: p.textSearchKind()}
	d.Name = p.qualified()
	d.Definition = p.relOptions()
	return d
}

// alterTextSearch consumes the rest of ALTER TEXT SEARCH kind name.
func (p *parser) alterTextSearch(pos int32) tree.Statement {
	kind := p.textSearchKind()
	name := p.qualified()
	if s := p.alterCommon(pos, kind, name); s != nil {
		return s
	}
	if kind != tree.KindTSConfig {
		p.unsupported("ALTER " + upper(string(kind)))
	}
	a := &tree.AlterTSConfig{Pos: pos, Name: name}
	switch p.oneOf("add", "alter", "drop") {
	case "add":
		p.want("mapping", "for")
		a.Tokens = p.names()
		p.want("with")
		a.Dicts = p.anyNames()
	case "alter":
		p.want("mapping")
		p.alterMapping(a)
	case "drop":
		a.Kind = tree.TSDropMapping
		p.want("mapping")
		a.MissingOK = p.ifExists()
		p.want("for")
		a.Tokens = p.names()
	}
	return a
}

func (p *parser) alterMapping(a *tree.AlterTSConfig) {
	a.Kind = tree.TSReplaceDict
	if p.accept("for") {
		a.Tokens = p.names()
		a.Kind = tree.TSReplaceDictFor
		if p.accept("with") {
			a.Kind = tree.TSAlterMapping
			a.Dicts = p.anyNames()
			return
		}
	}
	p.want("replace")
	a.Dicts = []*tree.ObjectName{p.anyName()}
	p.want("with")
	a.Dicts = append(a.Dicts, p.anyName())
}

func (p *parser) anyNames() (l []*tree.ObjectName) {
	p.list(func() { l = append(l, p.anyName()) })
	return l
}
