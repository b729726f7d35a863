package tree

import "strings"

// Printing statements: which printer each goes to, and the small ones.

func (p *printer) stmt(s Statement) {
	switch s := s.(type) {
	case *InsertStmt:
		p.insert(s)
	case *UpdateStmt:
		p.update(s)
	case *DeleteStmt:
		p.delete(s)
	case *CreateTable:
		p.createTable(s)
	case *CreateTableAs:
		p.createTableAs(s)
	case *RefreshMatView:
		p.put("REFRESH MATERIALIZED VIEW ")
		p.when(s.Concurrently, "CONCURRENTLY ")
		p.table(s.Relation)
		p.when(s.WithNoData, " WITH NO DATA")
	case *CreateIndex:
		p.createIndex(s)
	case *AlterTable:
		p.alterTable(s)
	case *Rename:
		p.rename(s)
	case *AlterObjectSchema:
		p.put("ALTER ")
		p.object(s.Kind, s.IfExists, s.Relation, s.Name)
		p.put(" SET SCHEMA ")
		p.ident(s.NewSchema)
	case *AlterOwner:
		p.put("ALTER ")
		p.object(s.Kind, false, nil, s.Name)
		p.put(" OWNER TO ")
		p.role(s.NewOwner)
	case *Drop:
		p.put("DROP ")
		p.upper(string(s.Kind))
		p.when(s.Concurrently, " CONCURRENTLY")
		p.when(s.IfExists, " IF EXISTS")
		p.put(" ")
		p.objects(s.Names)
		p.behavior(s.Behavior)
	case *Comment:
		p.comment(s)
	default:
		p.define(s)
	}
}

// define writes the statements that define objects other than tables.
func (p *printer) define(s Statement) {
	switch s := s.(type) {
	case *CreateSchema:
		p.createSchema(s)
	case *CreateView:
		p.createView(s)
	case *CreateSequence:
		p.put("CREATE ", tempWords[s.Persistence], "SEQUENCE ")
		p.when(s.IfNotExists, "IF NOT EXISTS ")
		p.table(s.Sequence)
		p.when(s.Options != nil, " ")
		p.sequenceOptions(s.Options, "")
	case *AlterSequence:
		p.put("ALTER SEQUENCE ")
		p.when(s.IfExists, "IF EXISTS ")
		p.table(s.Sequence)
		p.put(" ")
		p.sequenceOptions(s.Options, "")
	case *CreateEnum:
		p.put("CREATE TYPE ")
		p.name(s.Name)
		p.put(" AS ENUM (")
		p.sep(len(s.Labels), ", ", func(i int) { p.str(s.Labels[i]) })
		p.put(")")
	case *AlterEnum:
		p.alterEnum(s)
	case *CreateComposite:
		p.put("CREATE TYPE ")
		p.name(s.Name)
		p.put(" AS ")
		p.columnDefs(s.Columns)
	case *CreateDomain:
		p.createDomain(s)
	case *DefineObject:
		p.put("CREATE ")
		p.upper(string(s.Kind))
		p.put(" ")
		p.name(s.Name)
		p.put(" ")
		p.options(s.Definition)
	case *AlterTSConfig:
		p.alterTSConfig(s)
	case *CreateExtension:
		p.createExtension(s)
	case *DropDatabase:
		p.put("DROP DATABASE ")
		p.when(s.IfExists, "IF EXISTS ")
		p.ident(s.Name)
		p.when(s.Force, " WITH (FORCE)")
	case *Unbuilt:
		p.put(s.Text)
	case *DropMissing:
		p.put(s.Text)
	default:
		p.roleStmt(s)
	}
}

func (p *printer) createSchema(s *CreateSchema) {
	p.put("CREATE SCHEMA ")
	p.when(s.IfNotExists, "IF NOT EXISTS ")
	if s.Name != "" {
		p.ident(s.Name)
		p.put(" ")
	}
	if s.Owner != nil {
		p.put("AUTHORIZATION ")
		p.role(s.Owner)
		p.put(" ")
	}
	p.sep(len(s.Elements), " ", func(i int) { p.node(s.Elements[i]) })
}

func (p *printer) createExtension(s *CreateExtension) {
	p.put("CREATE EXTENSION ")
	p.when(s.IfNotExists, "IF NOT EXISTS ")
	p.ident(s.Name)
	for _, d := range s.Options {
		p.put(" ")
		p.upper(d.Name)
		switch d.Name {
		case "schema":
			p.put(" ")
			p.ident(d.Value.Text)
		case "version":
			p.put(" ")
			p.str(d.Value.Text)
		}
	}
}

func (p *printer) role(r *RoleSpec) {
	if r.Kind == RoleNamed {
		p.ident(r.Name)
		return
	}
	p.upper(r.Kind.String())
}

func (p *printer) roles(l []*RoleSpec) {
	p.sep(len(l), ", ", func(i int) { p.role(l[i]) })
}

func (p *printer) roleStmt(s Statement) {
	switch s := s.(type) {
	case *CreateRole:
		p.put("CREATE ")
		p.upper(s.Kind)
		p.put(" ")
		p.ident(s.Name)
		p.roleOptions(s.Options)
	case *AlterRole:
		p.alterRole(s)
	case *AlterRoleSet:
		p.put("ALTER ROLE ")
		p.role(s.Role)
		if s.Database != "" {
			p.put(" IN DATABASE ")
			p.ident(s.Database)
		}
		p.put(" ")
		p.variableSet(s.Set)
	case *DropRole:
		p.put("DROP ROLE ")
		p.when(s.IfExists, "IF EXISTS ")
		p.roles(s.Roles)
	case *DropOwned:
		p.put("DROP OWNED BY ")
		p.roles(s.Roles)
		p.behavior(s.Behavior)
	case *ReassignOwned:
		p.put("REASSIGN OWNED BY ")
		p.roles(s.Roles)
		p.put(" TO ")
		p.role(s.NewRole)
	case *AlterDefaultPrivileges:
		p.defaultPrivileges(s)
	case *GrantRole:
		p.grantRole(s)
	case *Grant:
		p.grant(s)
	default:
		p.utility(s)
	}
}

func (p *printer) alterRole(s *AlterRole) {
	if len(s.Options) == 1 && s.Options[0].Name == "rolemembers" {
		p.put("ALTER GROUP ")
		p.role(s.Role)
		p.put(map[bool]string{true: " DROP USER ", false: " ADD USER "}[s.Drop])
		p.roles(s.Options[0].Roles)
		return
	}
	p.put("ALTER ROLE ")
	p.role(s.Role)
	p.roleOptions(s.Options)
}

// roleFlags are the words of options that are on or off.
var roleFlags = map[string]string{
	"superuser": "SUPERUSER", "createrole": "CREATEROLE", "createdb": "CREATEDB", "canlogin": "LOGIN",
	"isreplication": "REPLICATION", "bypassrls": "BYPASSRLS", "inherit": "INHERIT",
}

func (p *printer) roleOptions(l []*DefElem) {
	for _, d := range l {
		p.put(" ")
		if word := roleFlags[d.Name]; word != "" {
			p.when(!d.Value.Bool, "NO")
			p.put(word)
			continue
		}
		switch d.Name {
		case "password":
			p.put("PASSWORD ")
			if d.Value == nil {
				p.put("NULL")
				continue
			}
		case "connectionlimit":
			p.put("CONNECTION LIMIT ")
		case "validUntil":
			p.put("VALID UNTIL ")
		case "sysid":
			p.put("SYSID ", d.Value.Text)
			continue
		default:
			p.put(map[string]string{"addroleto": "IN ROLE ", "rolemembers": "ROLE ", "adminmembers": "ADMIN "}[d.Name])
			p.roles(d.Roles)
			continue
		}
		p.constant(d.Value)
	}
}

func (p *printer) privileges(l []*Privilege) {
	p.sep(len(l), ", ", func(i int) {
		switch l[i].Name {
		case "select", "references", "create":
			p.put(l[i].Name)
		default:
			p.ident(l[i].Name)
		}
		p.columns(l[i].Columns, " ")
	})
}

func (p *printer) grantees(revoke bool, l []*RoleSpec) {
	p.put(map[bool]string{true: " FROM ", false: " TO "}[revoke])
	p.roles(l)
}

func (p *printer) grantRole(s *GrantRole) {
	p.put(map[bool]string{true: "REVOKE ", false: "GRANT "}[s.Revoke])
	if s.Revoke && s.Options != nil {
		p.upper(s.Options[0].Name)
		p.put(" OPTION FOR ")
	}
	p.privileges(s.Roles)
	p.grantees(s.Revoke, s.Grantees)
	if !s.Revoke && s.Options != nil {
		p.put(" WITH ")
		p.sep(len(s.Options), ", ", func(i int) {
			p.ident(s.Options[i].Name)
			p.put(map[bool]string{true: " TRUE", false: " FALSE"}[s.Options[i].Value.Bool])
		})
	}
	p.grantedBy(s.Grantor)
	p.behavior(s.Behavior)
}

func (p *printer) grantedBy(r *RoleSpec) {
	if r != nil {
		p.put(" GRANTED BY ")
		p.role(r)
	}
}

func (p *printer) defaultPrivileges(s *AlterDefaultPrivileges) {
	p.put("ALTER DEFAULT PRIVILEGES ")
	if s.Roles != nil {
		p.put("FOR ROLE ")
		p.roles(s.Roles)
		p.put(" ")
	}
	if s.Schemas != nil {
		p.put("IN SCHEMA ")
		p.sep(len(s.Schemas), ", ", func(i int) { p.ident(s.Schemas[i]) })
		p.put(" ")
	}
	g := s.Grant
	p.put(map[bool]string{true: "REVOKE ", false: "GRANT "}[g.Revoke])
	p.when(g.Revoke && g.GrantOption, "GRANT OPTION FOR ")
	if g.Privileges == nil {
		p.put("ALL")
	} else {
		p.privileges(g.Privileges)
	}
	p.put(" ON ", strings.ToUpper(string(g.Kind)), "S")
	p.grantees(g.Revoke, g.Grantees)
	p.when(!g.Revoke && g.GrantOption, " WITH GRANT OPTION")
	p.behavior(g.Behavior)
}

func (p *printer) grant(s *Grant) {
	p.put(map[bool]string{true: "REVOKE ", false: "GRANT "}[s.Revoke])
	p.when(s.Revoke && s.GrantOption, "GRANT OPTION FOR ")
	if s.Privileges == nil {
		p.put("ALL")
		p.columns(s.AllColumns, " ")
	} else {
		p.privileges(s.Privileges)
	}
	p.put(" ON ")
	kind := strings.ToUpper(string(s.Kind))
	if s.AllInSchema {
		p.put("ALL ", kind, "S IN SCHEMA ")
	} else {
		p.put(kind, " ")
	}
	p.objects(s.Objects)
	p.grantees(s.Revoke, s.Grantees)
	p.when(!s.Revoke && s.GrantOption, " WITH GRANT OPTION")
	p.grantedBy(s.Grantor)
	p.behavior(s.Behavior)
}
