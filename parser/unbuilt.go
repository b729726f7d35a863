package parser

import (
	"slices"

	"minidb/parser/lex"
	"minidb/parser/tree"
)

// Statements that are read although minidb has not what they make, so that wrong
// ones get PostgreSQL's errors.

// restOfStatement skips up to the semicolon.
func (p *parser) restOfStatement() {
	for depth := 0; p.cur().Kind != lex.EOF && (depth > 0 || !p.isP(";")); p.i++ {
		switch {
		case p.cur().Kind == lex.Bad:
			p.fail(p.i)
		case p.isP("("):
			depth++
		case p.isP(")"):
			depth--
		}
	}
}

// asWritten notes the text of the statement that began at byte pos.
func (p *parser) asWritten(pos int32, u *tree.Unbuilt) tree.Statement {
	u.Text = p.src[pos:p.toks[p.i-1].End]
	return u
}

// createTrigger consumes CREATE [CONSTRAINT] TRIGGER.
func (p *parser) createTrigger() *tree.Unbuilt {
	u := &tree.Unbuilt{Pos: p.pos(), What: "CREATE TRIGGER"}
	if p.accept("constraint") {
		u.What = "CREATE CONSTRAINT TRIGGER"
	}
	p.want("trigger")
	p.name()
	if !p.accept("instead", "of") {
		p.oneOf("before", "after")
	}
	p.triggerEvents()
	p.want("on")
	u.Relation = p.relation()
	if p.accept("from") {
		p.relation()
	}
	for p.is("not", "deferrable", "initially") {
		p.accept("not")
		if !p.accept("deferrable") {
			p.want("initially")
			p.oneOf("deferred", "immediate")
		}
	}
	if p.accept("referencing") {
		for p.is("new", "old") {
			p.i++
			p.oneOf("table", "row")
			p.accept("as")
			p.name()
		}
	}
	if p.accept("for") {
		p.accept("each")
		p.oneOf("row", "statement")
	}
	if p.accept("when") {
		p.wantP("(")
		p.parseExpr()
		p.wantP(")")
	}
	p.want("execute")
	p.oneOf("function", "procedure")
	u.Function = p.qualified()
	p.wantP("(")
	if !p.isP(")") {
		p.list(func() {
			switch p.cur().Kind {
			case lex.Int, lex.Num, lex.String, lex.Word, lex.Quoted:
				p.i++
			default:
				p.fail(p.i)
			}
		})
	}
	p.wantP(")")
	return u
}

// triggerEvents consumes INSERT OR UPDATE OF a, b and the like.
func (p *parser) triggerEvents() {
	var seen []string
	for {
		event := p.cur()
		p.oneOf("insert", "delete", "update", "truncate")
		if slices.Contains(seen, event.Text) {
			p.errorAt(event.Pos, "duplicate trigger events specified at or near \"%s\"", p.src[event.Pos:event.End])
		}
		seen = append(seen, event.Text)
		if event.Text == "update" && p.accept("of") {
			p.names()
		}
		if !p.accept("or") {
			return
		}
	}
}

// createRule consumes CREATE RULE up to its relation; the rest may be any statement.
func (p *parser) createRule() *tree.Unbuilt {
	u := &tree.Unbuilt{Pos: p.pos(), What: "CREATE RULE"}
	p.want("rule")
	p.name()
	p.want("as", "on")
	p.oneOf("select", "update", "delete", "insert")
	p.want("to")
	u.Relation = p.relation()
	if p.accept("where") {
		p.parseExpr()
	}
	p.want("do")
	p.restOfStatement()
	return u
}

// createAggregate consumes CREATE AGGREGATE.
func (p *parser) createAggregate() *tree.Unbuilt {
	u := &tree.Unbuilt{Pos: p.pos(), What: "CREATE AGGREGATE"}
	p.want("aggregate")
	p.qualified()
	parens := 1 // the old form has no list of arguments
	if next := p.at(1); p.isP("(") && (next.IsOp("*") || !p.at(2).IsOp("=")) {
		parens = 2
	}
	var labels []string
	for ; parens > 0; parens-- {
		p.wantP("(")
		for depth := 0; depth > 0 || !p.isP(")"); p.i++ {
			switch t := p.cur(); {
			case t.Kind == lex.EOF || t.Kind == lex.Bad || t.IsPunct(";"):
				p.fail(p.i)
			case t.IsPunct("("):
				depth++
			case t.IsPunct(")"):
				depth--
			case t.Kind == lex.Word && depth == 0:
				labels = append(labels, t.Text)
			}
		}
		p.wantP(")")
	}
	for _, need := range []string{"stype", "sfunc"} {
		if !slices.Contains(labels, need) {
			u.Required = append(u.Required, "aggregate "+need)
		}
	}
	return u
}

// createCast consumes CREATE CAST.
func (p *parser) createCast() *tree.Unbuilt {
	u := &tree.Unbuilt{Pos: p.pos(), What: "CREATE CAST"}
	p.want("cast")
	p.wantP("(")
	u.Source = p.typeName()
	p.want("as")
	u.Target = p.typeName()
	p.wantP(")")
	switch {
	case p.accept("without", "function"):
	case p.accept("with", "inout"):
		u.Source, u.Target = nil, nil
	default:
		p.want("with", "function")
		p.qualified()
		u.Source, u.Target = nil, nil
		if p.isP("(") {
			p.i++
			p.list(func() { p.typeName() })
			p.wantP(")")
		}
	}
	if p.accept("as") {
		p.oneOf("implicit", "assignment")
	}
	return u
}

// createOperator consumes CREATE OPERATOR name (definition).
func (p *parser) createOperator() *tree.Unbuilt {
	u := &tree.Unbuilt{Pos: p.pos(), What: "CREATE OPERATOR"}
	p.want("operator")
	for p.cur().IsColID() {
		p.i++
		p.wantP(".")
	}
	if p.cur().Kind != lex.Op {
		p.fail(p.i)
	}
	p.i++
	if !p.isP("(") {
		p.fail(p.i)
	}
	p.restOfStatement()
	return u
}

// dropDatabase consumes DROP DATABASE behind DROP.
func (p *parser) dropDatabase(pos int32) tree.Statement {
	p.want("database")
	d := &tree.DropDatabase{Pos: pos, IfExists: p.ifExists()}
	d.Name = p.name()
	if with := p.accept("with"); with || p.isP("(") {
		p.wantP("(")
		p.list(func() { p.want("force") })
		p.wantP(")")
		d.Force = true
	}
	return d
}
