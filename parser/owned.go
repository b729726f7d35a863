package parser

import (
	"minidb/parser/tree"
)

// DROP OWNED, REASSIGN OWNED and ALTER DEFAULT PRIVILEGES.

func (p *parser) dropOwned(pos int32) tree.Statement {
	p.want("owned", "by")
	d := &tree.DropOwned{Pos: pos, Roles: p.roleSpecs()}
	d.Behavior = p.behavior()
	return d
}

func (p *parser) reassign() tree.Statement {
	r := &tree.ReassignOwned{Pos: p.pos()}
	p.want("reassign", "owned", "by")
	r.Roles = p.roleSpecs()
	p.want("to")
	r.NewRole = p.roleSpec()
	return r
}

// alterDefault consumes ALTER DEFAULT PRIVILEGES behind ALTER.
func (p *parser) alterDefault(pos int32) tree.Statement {
	p.want("default", "privileges")
	a := &tree.AlterDefaultPrivileges{Pos: pos}
	for p.is("for", "in") {
		at := p.pos()
		again := false
		if p.accept("for") {
			p.oneOf("role", "user")
			again = a.Roles != nil
			a.Roles = p.roleSpecs()
		} else {
			p.want("in", "schema")
			again = a.Schemas != nil
			a.Schemas = p.names()
		}
		if again {
			p.errorAt(at, "conflicting or redundant options")
		}
	}
	g := &tree.Grant{Pos: p.pos()}
	if g.Revoke = p.oneOf("grant", "revoke") == "revoke"; g.Revoke && p.accept("grant", "option", "for") {
		g.GrantOption = true
	}
	p.privileges(g)
	if g.AllColumns != nil {
		p.fail(p.i - 1)
	}
	p.want("on")
	switch word := p.cur().Text; {
	case p.is("tables", "sequences", "types", "schemas", "functions"):
		p.i++
		g.Kind = tree.ObjectKind(word[:len(word)-1])
	case p.accept("routines"):
		g.Kind = "function"
	case p.isSeq("large", "objects"):
		p.unsupported("ALTER DEFAULT PRIVILEGES ON LARGE OBJECTS")
	default:
		p.fail(p.i)
	}
	g.Grantees = p.grantees(g.Revoke)
	if !g.Revoke && p.accept("with", "grant", "option") {
		g.GrantOption = true
	}
	if g.Revoke {
		g.Behavior = p.behavior()
	}
	a.Grant = g
	return a
}
