package parser

import (
	"strings"

	"minidb/parser/lex"
	"minidb/parser/tree"
	"minidb/pgerr"
)

// Roles and privileges.

// roleSpec consumes the name of a role or a word that stands for one.
func (p *parser) roleSpec() *tree.RoleSpec {
	r := &tree.RoleSpec{Pos: p.pos()}
	switch {
	case p.accept("current_role"):
		r.Kind = tree.RoleCurrentRole
	case p.accept("current_user"):
		r.Kind = tree.RoleCurrentUser
	case p.accept("session_user"):
		r.Kind = tree.RoleSessionUser
	default:
		r.Name = p.nonReserved()
		if r.Name == "public" {
			r.Kind, r.Name = tree.RolePublic, ""
		} else if r.Name == "none" {
			panic(pgerr.New(pgerr.ReservedName, "role name \"none\" is reserved").At(int(r.Pos)))
		}
	}
	return r
}

func (p *parser) roleSpecs() (l []*tree.RoleSpec) {
	p.list(func() { l = append(l, p.roleSpec()) })
	return l
}

// roleID consumes the name of a role that must be a real one.
func (p *parser) roleID() string {
	pos := p.pos()
	r := p.roleSpec()
	switch r.Kind {
	case tree.RoleNamed:
		return r.Name
	case tree.RolePublic:
		panic(pgerr.New(pgerr.ReservedName, "role name \"public\" is reserved").At(int(pos)))
	}
	word := upper(p.toks[p.i-1].Text)
	panic(pgerr.New(pgerr.ReservedName, "%s cannot be used as a role name here", word).At(int(pos)))
}

func (p *parser) createRole(pos int32) tree.Statement {
	c := &tree.CreateRole{Pos: pos, Kind: p.label()}
	c.Name = p.roleID()
	p.accept("with")
	c.Options = p.roleOptions(true)
	return c
}

// roleFlags are options of one word and what each sets.
var roleFlags = map[string]struct {
	name  string
	value bool
}{
	"superuser": {"superuser", true}, "nosuperuser": {"superuser", false},
	"createrole": {"createrole", true}, "nocreaterole": {"createrole", false},
	"createdb": {"createdb", true}, "nocreatedb": {"createdb", false},
	"login": {"canlogin", true}, "nologin": {"canlogin", false},
	"replication": {"isreplication", true}, "noreplication": {"isreplication", false},
	"bypassrls": {"bypassrls", true}, "nobypassrls": {"bypassrls", false},
	"inherit": {"inherit", true}, "noinherit": {"inherit", false},
}

func (p *parser) roleOptions(creating bool) (l []*tree.DefElem) {
	for {
		d := &tree.DefElem{Pos: p.pos()}
		if !p.roleOption(d, creating) {
			return l
		}
		l = append(l, d)
	}
}

// roleOption consumes one option of CREATE or ALTER ROLE.
func (p *parser) roleOption(d *tree.DefElem, creating bool) bool {
	t := p.cur()
	if t.Kind != lex.Word {
		return false
	}
	if f, ok := roleFlags[t.Text]; ok {
		p.i++
		d.Name, d.Value = f.name, boolConst(d.Pos, f.value)
		return true
	}
	switch {
	case p.accept("encrypted", "password"), p.accept("password"):
		d.Name = "password"
		if !p.accept("null") {
			d.Value = stringConst(p.pos(), p.stringConst())
		}
	case p.accept("unencrypted"):
		panic(pgerr.New(pgerr.FeatureNotSupported, "UNENCRYPTED PASSWORD is no longer supported").At(int(d.Pos)).
			WithHint("Remove UNENCRYPTED to store the password in encrypted form instead."))
	case p.accept("connection", "limit"):
		d.Name = "connectionlimit"
		at := p.pos()
		v := p.signedInt()
		d.Value = &tree.Const{Pos: at, Kind: tree.ConstInt, Int: v, Text: p.src[at:p.toks[p.i-1].End]}
	case p.accept("valid", "until"):
		d.Name, d.Value = "validUntil", stringConst(p.pos(), p.stringConst())
	case p.accept("sysid"):
		d.Name, d.Value = "sysid", stringConst(p.pos(), p.cur().Text)
		p.intConst()
	case creating && p.is("in"):
		p.i++
		p.oneOf("role", "group")
		d.Name, d.Roles = "addroleto", p.roleSpecs()
	case creating && (p.accept("role") || p.accept("user")):
		d.Name, d.Roles = "rolemembers", p.roleSpecs()
	case creating && p.accept("admin"):
		d.Name, d.Roles = "adminmembers", p.roleSpecs()
	default:
		if t.Class == lex.NotKeyword {
			p.errorAt(d.Pos, "unrecognized role option \"%s\"", t.Text)
		}
		return false
	}
	return true
}

// alterRole consumes ALTER ROLE, USER or GROUP behind ALTER.
func (p *parser) alterRole(pos int32) tree.Statement {
	group := p.label() == "group"
	if p.accept("all") {
		s := &tree.AlterRoleSet{Pos: pos, Role: &tree.RoleSpec{Pos: p.toks[p.i-1].Pos, Kind: tree.RoleAll}}
		return p.alterRoleSet(s)
	}
	role := p.roleSpec()
	switch {
	case p.accept("rename", "to"):
		return &tree.Rename{Pos: pos, Kind: tree.KindRole, Name: []string{role.Name}, NewName: p.roleID()}
	case group:
		a := &tree.AlterRole{Pos: pos, Role: role, Drop: p.oneOf("add", "drop") == "drop"}
		p.want("user")
		a.Options = []*tree.DefElem{{Pos: p.pos(), Name: "rolemembers"}}
		a.Options[0].Roles = p.roleSpecs()
		return a
	case p.is("set", "reset", "in"):
		return p.alterRoleSet(&tree.AlterRoleSet{Pos: pos, Role: role})
	}
	p.accept("with")
	return &tree.AlterRole{Pos: pos, Role: role, Options: p.roleOptions(false)}
}

func (p *parser) alterRoleSet(s *tree.AlterRoleSet) tree.Statement {
	if p.is("in") {
		p.want("in", "database")
		s.Database = p.name()
	}
	if p.is("reset") {
		s.Set = p.reset().(*tree.VariableSet)
		return s
	}
	at := p.pos()
	p.want("set")
	s.Set = p.setRest(at)
	return s
}

// grant consumes GRANT or REVOKE, of privileges or of roles.
func (p *parser) grant() tree.Statement {
	pos := p.pos()
	revoke := p.oneOf("grant", "revoke") == "revoke"
	var option *tree.DefElem
	if revoke && p.at(1).Is("option") && p.at(2).Is("for") {
		option = &tree.DefElem{Pos: p.pos(), Name: "grant"}
		if !p.accept("grant") {
			option.Name = p.name()
		}
		option.Value = boolConst(option.Pos, false)
		p.i += 2
	}
	g := &tree.Grant{Pos: pos, Revoke: revoke, GrantOption: option != nil && option.Name == "grant"}
	p.privileges(g)
	if !p.is("on") || option != nil && !g.GrantOption {
		return p.grantRole(g, option)
	}
	p.i++
	p.grantObjects(g)
	g.Grantees = p.grantees(revoke)
	if !revoke && p.accept("with", "grant", "option") {
		g.GrantOption = true
	}
	if p.accept("granted", "by") {
		g.Grantor = p.roleSpec()
	}
	if revoke {
		g.Behavior = p.behavior()
	}
	return g
}

// privileges consumes ALL [PRIVILEGES] [(columns)], or a list.
func (p *parser) privileges(g *tree.Grant) {
	if p.accept("all") {
		p.accept("privileges")
		g.AllColumns = p.optNameList()
		return
	}
	p.list(func() {
		v := &tree.Privilege{Pos: p.pos()}
		if p.is("select", "references", "create") {
			v.Name = p.label()
		} else if p.isSeq("alter", "system") {
			p.unsupported(grantVerb(g) + " ON PARAMETER")
		} else {
			v.Name = p.name()
		}
		v.Columns = p.optNameList()
		g.Privileges = append(g.Privileges, v)
	})
}

func (p *parser) grantees(revoke bool) []*tree.RoleSpec {
	if revoke {
		p.want("from")
	} else {
		p.want("to")
	}
	var l []*tree.RoleSpec
	p.list(func() {
		p.accept("group")
		l = append(l, p.roleSpec())
	})
	return l
}

func (p *parser) grantObjects(g *tree.Grant) {
	if p.isSeq("all") {
		p.i++
		switch p.oneOf("tables", "sequences", "functions", "procedures", "routines") {
		case "tables":
			g.Kind = tree.KindTable
		case "sequences":
			g.Kind = tree.KindSequence
		default:
			p.i--
			p.unsupported(grantVerb(g) + " ON ALL " + upper(p.cur().Text))
		}
		p.want("in", "schema")
		g.AllInSchema = true
		p.list(func() { g.Objects = append(g.Objects, &tree.ObjectName{Pos: p.pos(), Names: []string{p.name()}}) })
		return
	}
	g.Kind = tree.KindTable
	if p.at(1).IsColID() {
		switch {
		case p.accept("table"):
		case p.is("sequence", "schema", "database", "type", "domain", "tablespace"):
			g.Kind = tree.ObjectKind(p.label())
		default:
			p.ungrantable(grantVerb(g))
		}
	}
	g.Objects = p.anyNames()
}

// userMapping tells USER MAPPING from a user of that name.
func (p *parser) userMapping() bool {
	return p.isSeq("user", "mapping") && (p.at(2).Is("for") || p.at(2).Is("if"))
}

func grantVerb(g *tree.Grant) string {
	if g.Revoke {
		return "REVOKE"
	}
	return "GRANT"
}

// ungrantable refuses privileges on what minidb has not.
func (p *parser) ungrantable(verb string) {
	for _, kind := range [][]string{{"function"}, {"procedure"}, {"routine"}, {"language"}, {"parameter"},
		{"large", "object"}, {"foreign", "data", "wrapper"}, {"foreign", "server"}} {
		if at := p.i; p.accept(kind...) {
			p.i = at
			p.unsupported(verb + " ON " + upper(strings.Join(kind, " ")))
		}
	}
}

// grantRole consumes the rest of GRANT role TO role.
func (p *parser) grantRole(g *tree.Grant, option *tree.DefElem) tree.Statement {
	r := &tree.GrantRole{Pos: g.Pos, Revoke: g.Revoke, Roles: g.Privileges}
	if len(g.Privileges) == 0 {
		p.fail(p.i)
	}
	r.Grantees = p.grantees(g.Revoke)
	if option != nil {
		r.Options = append(r.Options, option)
	}
	if !g.Revoke && p.accept("with") {
		p.list(func() {
			d := &tree.DefElem{Pos: p.pos(), Name: p.label()}
			d.Value = boolConst(p.pos(), !p.is("false"))
			p.oneOf("option", "true", "false")
			r.Options = append(r.Options, d)
		})
	}
	if p.accept("granted", "by") {
		r.Grantor = p.roleSpec()
	}
	if g.Revoke {
		r.Behavior = p.behavior()
	}
	return r
}
