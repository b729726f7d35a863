package parser

import (
	"strings"

	"minidb/parser/lex"
	"minidb/parser/tree"
)

// DROP of objects of which minidb has none, or none that can go: most scripts begin with
// some DROP ... IF EXISTS.

// plainNames are kinds whose names have one part.
var plainNames = [][]string{{"extension"}, {"event", "trigger"}, {"foreign", "data", "wrapper"}, {"publication"}, {"subscription"}, {"server"}}

// dropMissing consumes such a statement behind DROP; nil if it is another.
func (p *parser) dropMissing(pos int32) tree.Statement {
	d := &tree.DropMissing{Pos: pos}
	switch {
	case p.is("function", "procedure", "routine", "aggregate"):
		d.Kind = tree.ObjectKind(p.label())
		d.IfExists = p.ifExists()
		p.list(func() { d.Objects = append(d.Objects, p.signature(d.Kind == "aggregate")) })
	case p.is("trigger", "rule", "policy"):
		d.Kind = tree.ObjectKind(p.label())
		d.IfExists = p.ifExists()
		o := &tree.MissingObject{Names: []string{p.name()}}
		p.want("on")
		o.On = p.relation()
		d.Objects = []*tree.MissingObject{o}
	case p.accept("statistics"):
		d.Kind = "statistics"
		d.IfExists = p.ifExists()
		for _, n := range p.anyNames() {
			d.Objects = append(d.Objects, &tree.MissingObject{Names: n.Names})
		}
	default:
		if d.Kind = p.plainKind(); d.Kind == "" {
			return nil
		}
		d.IfExists = p.ifExists()
		p.list(func() { d.Objects = append(d.Objects, &tree.MissingObject{Names: []string{p.name()}}) })
	}
	p.behavior()
	d.Text = p.src[pos:p.toks[p.i-1].End]
	return d
}

func (p *parser) plainKind() tree.ObjectKind {
	for _, words := range plainNames {
		if p.accept(words...) {
			return tree.ObjectKind(strings.Join(words, " "))
		}
	}
	return ""
}

// signature consumes a function's name with the types of its arguments, which only an
// aggregate must have.
func (p *parser) signature(aggregate bool) *tree.MissingObject {
	o := &tree.MissingObject{Names: p.qualified()}
	switch {
	case aggregate:
		p.wantP("(")
	case !p.acceptP("("):
		return o
	}
	o.HasArgs = true
	switch {
	case aggregate && p.acceptOp("*"):
	case aggregate && p.accept("order", "by"):
		p.list(func() { p.argument(o) })
	case aggregate || !p.isP(")"):
		p.list(func() { p.argument(o) })
		if aggregate && p.accept("order", "by") {
			p.list(func() { p.argument(o) })
		}
	}
	p.wantP(")")
	return o
}

// typesOfWords are the first words of types whose names go on with a word.
var typesOfWords = []string{"double", "character", "char", "national", "nchar", "bit", "time", "timestamp", "interval"}

// argument consumes [IN | OUT ...] [name] type. OUT arguments are no part of a signature.
func (p *parser) argument(o *tree.MissingObject) {
	out := p.argumentMode()
	next := p.at(1)
	if !p.is(typesOfWords...) && (next.Kind == lex.Word && !next.Is("array") && !next.Is("order") || next.Kind == lex.Quoted) {
		p.name()
		out = p.argumentMode() || out
	}
	if t := p.typeName(); !out {
		o.Args = append(o.Args, t)
	}
}

func (p *parser) argumentMode() (out bool) {
	switch {
	case p.accept("in", "out"), p.accept("in"), p.accept("inout"), p.accept("variadic"):
		return false
	}
	return p.accept("out")
}
