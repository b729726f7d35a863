package parser

import (
	"minidb/parser/tree"
	"minidb/pgerr"
)

// ALTER, DROP and COMMENT; the subcommands of ALTER TABLE are in
// alter_table.go.

func (p *parser) behavior() tree.Behavior {
	if p.accept("cascade") {
		return tree.Cascade
	}
	p.accept("restrict")
	return tree.Restrict
}

func (p *parser) alter() tree.Statement {
	pos := p.pos()
	p.want("alter")
	switch {
	case p.accept("table"):
		return p.alterRelation(pos, tree.KindTable)
	case p.accept("index"):
		return p.alterRelation(pos, tree.KindIndex)
	case p.accept("view"):
		return p.alterRelation(pos, tree.KindView)
	case p.accept("materialized", "view"):
		return p.alterRelation(pos, tree.KindMatView)
	case p.accept("sequence"):
		return p.alterRelation(pos, tree.KindSequence)
	case p.accept("type"):
		return p.alterType(pos)
	case p.accept("schema"):
		name := []string{p.name()}
		if s := p.alterCommon(pos, tree.KindSchema, name); s != nil {
			return s
		}
		p.fail(p.i)
	case p.is("role", "user", "group") && !p.userMapping():
		return p.alterRole(pos)
	case p.is("text"):
		return p.alterTextSearch(pos)
	case p.isSeq("default", "privileges"):
		return p.alterDefault(pos)
	}
	p.unknownObject("ALTER")
	return nil
}

// alterCommon consumes RENAME TO, OWNER TO or SET SCHEMA of an object that is
// no relation; nil if none of them is here.
func (p *parser) alterCommon(pos int32, kind tree.ObjectKind, name []string) tree.Statement {
	switch {
	case p.accept("rename", "to"):
		return &tree.Rename{Pos: pos, Kind: kind, Name: name, NewName: p.name()}
	case p.accept("owner", "to"):
		return &tree.AlterOwner{Pos: pos, Kind: kind, Name: name, NewOwner: p.roleSpec()}
	case kind != tree.KindSchema && p.accept("set", "schema"):
		return &tree.AlterObjectSchema{Pos: pos, Kind: kind, Name: name, NewSchema: p.name()}
	}
	return nil
}

func (p *parser) alterType(pos int32) tree.Statement {
	name := p.qualified()
	if p.isSeq("add", "value") || p.isSeq("rename", "value") {
		return p.alterEnum(pos, name)
	}
	if s := p.alterCommon(pos, tree.KindType, name); s != nil {
		return s
	}
	if at := p.pos(); p.isSeq("drop", "value") {
		p.i += 2
		p.stringConst()
		panic(pgerr.New(pgerr.FeatureNotSupported, "dropping an enum value is not implemented").At(int(at)))
	}
	return p.alterComposite(pos, name)
}

// alterComposite consumes ALTER TYPE ... ADD, DROP, ALTER and RENAME ATTRIBUTE, and SET
// (...), all of which are refused for what they are.
func (p *parser) alterComposite(pos int32, name []string) tree.Statement {
	s := &tree.Unbuilt{Pos: pos, What: "ALTER TYPE of a composite type", Relation: &tree.RangeVar{Pos: pos}}
	p.setRelation(s.Relation, name)
	switch {
	case p.is("rename"):
		p.want("rename", "attribute")
		p.name()
		p.want("to")
		p.name()
		p.behavior()
	case p.isSeq("set"):
		p.i++
		p.wantP("(")
		p.unsupported("ALTER TYPE SET (...)")
	default:
		p.list(func() {
			switch p.oneOf("add", "drop", "alter") {
			case "add":
				p.want("attribute")
				p.name()
				p.typeName()
				if p.accept("collate") {
					p.qualified()
				}
			case "drop":
				p.want("attribute")
				p.ifExists()
				p.name()
			default:
				p.want("attribute")
				p.name()
				p.accept("set", "data")
				p.want("type")
				p.typeName()
				if p.accept("collate") {
					p.qualified()
				}
			}
			p.behavior()
		})
	}
	return s
}

func (p *parser) alterEnum(pos int32, name []string) tree.Statement {
	e := &tree.AlterEnum{Pos: pos, Name: name, Rename: p.is("rename")}
	p.i += 2
	if e.Rename {
		e.OldValue = p.stringConst()
		p.want("to")
		e.NewValue = p.stringConst()
		return e
	}
	e.IfNotExists = p.ifNotExists()
	e.NewValue = p.stringConst()
	if p.is("before", "after") {
		e.HasNeighbor, e.After = true, p.is("after")
		p.i++
		e.Neighbor = p.stringConst()
	}
	return e
}

// drop consumes DROP of anything.
func (p *parser) drop() tree.Statement {
	pos := p.pos()
	p.want("drop")
	if p.is("role", "user", "group") && !p.userMapping() {
		p.i++
		d := &tree.DropRole{Pos: pos, IfExists: p.ifExists()}
		d.Roles = p.roleSpecs()
		return d
	}
	if s := p.dropMissing(pos); s != nil {
		return s
	}
	d := &tree.Drop{Pos: pos}
	switch {
	case p.is("table", "sequence", "view", "index", "type", "domain", "schema", "collation"):
		d.Kind = tree.ObjectKind(p.label())
	case p.accept("foreign", "table"):
		d.Kind = tree.KindForeign
	case p.accept("materialized", "view"):
		d.Kind = tree.KindMatView
	case p.is("text"):
		d.Kind = p.textSearchKind()
	case p.is("database"):
		return p.dropDatabase(d.Pos)
	case p.isSeq("owned", "by"):
		return p.dropOwned(pos)
	default:
		p.unknownObject("DROP")
	}
	if d.Kind == tree.KindIndex {
		d.Concurrently = p.accept("concurrently")
	}
	d.IfExists = p.ifExists()
	if d.Kind == tree.KindSchema {
		p.list(func() { d.Names = append(d.Names, &tree.ObjectName{Pos: p.pos(), Names: []string{p.name()}}) })
	} else if d.Kind == tree.KindType || d.Kind == tree.KindDomain {
		p.list(func() {
			n := &tree.ObjectName{Pos: p.pos()}
			t := p.typeName()
			n.Names, n.Array = t.Names, len(t.ArrayBounds) > 0
			d.Names = append(d.Names, n)
		})
	} else {
		d.Names = p.anyNames()
	}
	d.Behavior = p.behavior()
	return d
}

// comment consumes COMMENT ON.
func (p *parser) comment() tree.Statement {
	c := &tree.Comment{Pos: p.pos()}
	p.want("comment", "on")
	switch {
	case p.is("table", "column", "index", "sequence", "view", "type", "domain", "schema", "database", "role",
		"extension", "tablespace", "collation"):
		c.Kind = tree.ObjectKind(p.label())
	case p.accept("materialized", "view"):
		c.Kind = tree.KindMatView
	case p.accept("constraint"):
		c.Kind = tree.KindConstraint
		c.Sub = p.name()
		p.want("on")
		if p.is("domain") {
			p.unsupported("COMMENT ON CONSTRAINT ON DOMAIN")
		}
	case p.is("text"):
		c.Kind = p.textSearchKind()
	default:
		p.unknownObject("COMMENT ON")
	}
	switch c.Kind {
	case tree.KindSchema, tree.KindDatabase, tree.KindRole, "extension", "tablespace": // of no schema
		c.Name = &tree.ObjectName{Pos: p.pos(), Names: []string{p.name()}}
	default:
		c.Name = p.anyName()
	}
	p.want("is")
	if p.accept("null") {
		c.IsNull = true
	} else {
		c.Text = p.stringConst()
	}
	return c
}

// alterRelation consumes ALTER of a relation of the given kind.
func (p *parser) alterRelation(pos int32, kind tree.ObjectKind) tree.Statement {
	if p.is("all") && p.at(1).Is("in") {
		p.unsupported("ALTER " + upper(string(kind)) + " ALL IN TABLESPACE")
	}
	ifExists := p.ifExists()
	var rel *tree.RangeVar
	if kind == tree.KindTable {
		rel = p.relationExpr()
	} else {
		rel = p.relation()
	}
	switch {
	case p.is("rename"):
		return p.renameRelation(pos, kind, rel, ifExists)
	case kind != tree.KindIndex && p.accept("set", "schema"):
		return &tree.AlterObjectSchema{Pos: pos, Kind: kind, Relation: rel, NewSchema: p.name(), IfExists: ifExists}
	case p.is("depends", "no") && (kind == tree.KindIndex || kind == tree.KindMatView):
		p.unsupported("ALTER " + upper(string(kind)) + " DEPENDS ON EXTENSION")
	case kind == tree.KindSequence && !(p.is("no") && (p.at(1).Is("inherit") || p.at(1).Is("force"))):
		if l := p.sequenceOptions(); l != nil {
			return &tree.AlterSequence{Pos: pos, Sequence: rel, IfExists: ifExists, Options: l}
		}
	}
	a := &tree.AlterTable{Pos: pos, Kind: kind, Relation: rel, IfExists: ifExists}
	partition := func() bool { return p.is("attach", "detach") && p.at(1).Is("partition") }
	if partition() && !(kind == tree.KindIndex && p.is("detach")) {
		a.Cmds = append(a.Cmds, p.alterCmd(kind)) // it stands alone
	} else {
		p.list(func() {
			if partition() {
				p.fail(p.i)
			}
			a.Cmds = append(a.Cmds, p.alterCmd(kind))
		})
	}
	return a
}

func (p *parser) renameRelation(pos int32, kind tree.ObjectKind, rel *tree.RangeVar, ifExists bool) tree.Statement {
	r := &tree.Rename{Pos: pos, Kind: kind, Relation: rel, IfExists: ifExists}
	p.want("rename")
	switch {
	case kind == tree.KindIndex || kind == tree.KindSequence:
		p.want("to")
	case p.accept("to"):
	case kind == tree.KindTable && p.accept("constraint"):
		r.Kind, r.OnKind = tree.KindConstraint, kind
		r.Sub = p.name()
		p.want("to")
	default:
		p.accept("column")
		r.Kind, r.OnKind = tree.KindColumn, kind
		r.Sub = p.name()
		p.want("to")
	}
	r.NewName = p.name()
	return r
}
