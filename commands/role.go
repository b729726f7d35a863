package commands

// CREATE, ALTER and DROP ROLE, USER and GROUP. After PostgreSQL 18,
// commands/user.c.

import (
	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/password"
	"minidb/pgerr"
	"minidb/settings"
	"minidb/types"
)

// denied is 42501 with the reason as its detail.
func denied(what, format string, args ...any) error {
	return pgerr.New(pgerr.InsufficientPrivilege, "permission denied to %s", what).WithDetail(format, args...)
}

func noRole(name string) error {
	return pgerr.New(pgerr.UndefinedObject, "role %q does not exist", name)
}

func reservedRole(name, why string) error {
	return pgerr.New(pgerr.ReservedName, "role name %q is reserved", name).WithDetail("%s", why)
}

const reservedPrefix = "Role names starting with \"pg_\" are reserved."

// findRole finds the role that a RoleSpec stands for.
func (c *Ctx) findRole(s *tree.RoleSpec) (*catalog.Role, error) {
	var r *catalog.Role
	name := s.Name
	switch s.Kind {
	case tree.RoleCurrentRole, tree.RoleCurrentUser:
		r = c.Access.Role(c.Sess.CurrentRole)
	case tree.RoleSessionUser:
		r = c.Access.Role(c.Sess.SessionRole)
	case tree.RolePublic:
		name = "public"
	default:
		r = c.Access.RoleNamed(name)
	}
	if r == nil {
		return nil, noRole(name)
	}
	return r, nil
}

func (c *Ctx) findRoles(l []*tree.RoleSpec) ([]*catalog.Role, error) {
	out := make([]*catalog.Role, len(l))
	for i, s := range l {
		var err error
		if out[i], err = c.findRole(s); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// superuser tells whether the current role is one.
func (c *Ctx) superuser() bool { return c.Access.IsSuperuser(c.Sess.CurrentRole) }

// createsRoles tells whether the current role has CREATEROLE.
func (c *Ctx) createsRoles() bool {
	if c.superuser() {
		return true
	}
	r := c.Access.Role(c.Sess.CurrentRole)
	return r != nil && r.CreateRole
}

// roleOptions are the options of CREATE and ALTER ROLE by name.
type roleOptions map[string]*tree.DefElem

func (c *Ctx) readRoleOptions(l []*tree.DefElem) (roleOptions, error) {
	o := roleOptions{}
	for _, d := range l {
		if d.Name == "sysid" {
			c.notice(pgerr.SuccessfulCompletion, "SYSID can no longer be specified")
			continue
		}
		if o[d.Name] != nil {
			return nil, redundantOption(d)
		}
		o[d.Name] = d
	}
	if d := o["connectionlimit"]; d != nil && d.Value.Int < -1 {
		return nil, pgerr.New(pgerr.InvalidParameterValue, "invalid connection limit: %d", d.Value.Int)
	}
	return o, nil
}

// flags are the attributes that an option sets.
func flags(r *catalog.Role) map[string]*bool {
	return map[string]*bool{"superuser": &r.Super, "inherit": &r.Inherit, "createrole": &r.CreateRole, "createdb": &r.CreateDB,
		"canlogin": &r.Login, "isreplication": &r.Replication, "bypassrls": &r.Bypass}
}

// apply gives a role the attributes of the options.
func (c *Ctx) applyRoleOptions(r *catalog.Role, o roleOptions) error {
	for name, f := range flags(r) {
		if d := o[name]; d != nil {
			*f = d.Value.Bool
		}
	}
	if d := o["connectionlimit"]; d != nil {
		r.ConnLimit = d.Value.Int
	}
	if d := o["validUntil"]; d != nil {
		v, err := types.Input(types.TimestamptzOID, -1, d.Value.Text, c.Sess.Env)
		if err != nil {
			return err
		}
		r.ValidUntil = v
	}
	if d := o["password"]; d != nil {
		return c.setPassword(r, d)
	}
	return nil
}

func (c *Ctx) setPassword(r *catalog.Role, d *tree.DefElem) error {
	r.Password = ""
	if d.Value == nil {
		return nil
	}
	how := password.Settings{MD5: c.Sess.Set.Enum(settings.PasswordEncryption) == "md5",
		Iterations: int(c.Sess.Set.Int(settings.ScramIterations)), Interrupted: c.Sess.Interrupted}
	empty, err := password.Empty(r.Name, d.Value.Text, how)
	switch {
	case err != nil:
		return err
	case empty:
		c.notice(pgerr.SuccessfulCompletion, "empty string is not a valid password, clearing password")
		return nil
	}
	r.Password, err = password.Verifier(r.Name, d.Value.Text, how)
	if err == nil && password.IsMD5(r.Password) {
		w := pgerr.New(pgerr.WarningDeprecated, "setting an MD5-encrypted password").
			WithDetail("MD5 password support is deprecated and will be removed in a future release of PostgreSQL.").
			WithHint("Refer to the PostgreSQL documentation for details about migrating to another password type.")
		w.Severity = "WARNING"
		c.Sess.Notice(w)
	}
	return err
}

func (c *Ctx) createRole(s *tree.CreateRole) (*Result, error) {
	r := &catalog.Role{Name: catalog.Truncate(s.Name), Inherit: true, Login: s.Kind == "user", ConnLimit: -1, ValidUntil: types.NullDatum}
	o, err := c.readRoleOptions(s.Options)
	if err != nil {
		return nil, err
	}
	if err := c.mayCreateRole(o); err != nil {
		return nil, err
	}
	if catalog.ReservedRole(r.Name) {
		return nil, reservedRole(r.Name, reservedPrefix)
	}
	if c.Access.RoleNamed(r.Name) != nil {
		return nil, pgerr.New(pgerr.DuplicateObject, "role %q already exists", r.Name)
	}
	if err := c.applyRoleOptions(r, o); err != nil {
		return nil, err
	}
	if err := c.Access.InsertRole(r); err != nil {
		return nil, err
	}
	if err := c.newMemberships(r, o); err != nil {
		return nil, err
	}
	return tag("CREATE ROLE")
}

// mayCreateRole checks what the current role may give.
func (c *Ctx) mayCreateRole(o roleOptions) error {
	if c.superuser() {
		return nil
	}
	me := c.Access.Role(c.Sess.CurrentRole)
	if me == nil || !me.CreateRole {
		return denied("create role", "Only roles with the CREATEROLE attribute may create roles.")
	}
	for _, f := range []struct {
		option, word string
		has          bool
	}{{"superuser", "SUPERUSER", false}, {"createdb", "CREATEDB", me.CreateDB}, {"isreplication", "REPLICATION", me.Replication},
		{"bypassrls", "BYPASSRLS", me.Bypass}} {
		if d := o[f.option]; d != nil && d.Value.Bool && !f.has {
			return denied("create role", "Only roles with the %s attribute may create roles with the %s attribute.", f.word, f.word)
		}
	}
	return nil
}

// newMemberships makes those that CREATE ROLE asks for, and those of a creator
// who is no superuser.
func (c *Ctx) newMemberships(r *catalog.Role, o roleOptions) error {
	var plain grantOptions
	grants := c.Access.Grants()
	if d := o["addroleto"]; d != nil {
		in, err := c.findRoles(d.Roles)
		if err != nil {
			return err
		}
		for _, role := range in {
			if err := c.mayGrantRole(role, true); err != nil {
				return err
			}
			if err := c.addMembers(grants, role, []*catalog.Role{r}, 0, plain); err != nil {
				return err
			}
		}
	}
	if err := grants.Flush(); err != nil {
		return err
	}
	if me := c.Access.Role(c.Sess.CurrentRole); !c.superuser() {
		self := grantOptions{admin: yes, inherit: no, set: no}
		if err := c.insertMembers(grants, r, []*catalog.Role{me}, catalog.BootstrapUser, self); err != nil {
			return err
		}
		if own, ok := selfGrant(c.Sess.Set.Str(settings.CreateroleSelfGrant)); ok {
			if err := grants.Flush(); err != nil { // on which the next is founded
				return err
			}
			if err := c.addMembers(grants, r, []*catalog.Role{me}, me.OID, own); err != nil {
				return err
			}
		}
		if err := grants.Flush(); err != nil {
			return err
		}
	}
	for _, m := range []struct {
		option string
		with   grantOptions
	}{{"adminmembers", grantOptions{admin: yes}}, {"rolemembers", plain}} {
		d := o[m.option]
		if d == nil {
			continue
		}
		members, err := c.findRoles(d.Roles)
		if err != nil {
			return err
		}
		if err := c.addMembers(grants, r, members, 0, m.with); err != nil {
			return err
		}
		if err := grants.Flush(); err != nil {
			return err
		}
	}
	return nil
}

func (c *Ctx) alterRole(s *tree.AlterRole) (*Result, error) {
	if s.Role.Kind == tree.RoleNamed && catalog.ReservedRole(s.Role.Name) {
		return nil, reservedRole(s.Role.Name, "Cannot alter reserved roles.")
	}
	o, err := c.readRoleOptions(s.Options)
	if err != nil {
		return nil, err
	}
	r, err := c.findRole(s.Role)
	if err != nil {
		return nil, err
	}
	if err := c.mayAlterRole(r, o); err != nil {
		return nil, err
	}
	if d := o["superuser"]; d != nil && !d.Value.Bool && r.OID == catalog.BootstrapUser {
		return nil, withCode(pgerr.FeatureNotSupported, denied("alter role", "The bootstrap superuser must have the SUPERUSER attribute."))
	}
	if err := c.applyRoleOptions(r, o); err != nil {
		return nil, err
	}
	if err := c.Access.UpdateRole(r); err != nil {
		return nil, err
	}
	if d := o["rolemembers"]; d != nil {
		members, err := c.findRoles(d.Roles)
		if err != nil {
			return nil, err
		}
		if s.Drop {
			err = c.dropMembers(r, members, 0, grantOptions{}, false)
		} else {
			grants := c.Access.Grants()
			if err = c.addMembers(grants, r, members, 0, grantOptions{}); err == nil {
				err = grants.Flush()
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return tag("ALTER ROLE")
}

func withCode(code pgerr.Code, err error) error {
	e := *pgerr.From(err)
	e.Code = code
	return &e
}

// mayAlterRole checks that the current role may change those options of a role.
func (c *Ctx) mayAlterRole(r *catalog.Role, o roleOptions) error {
	if c.superuser() {
		return nil
	}
	me := c.Access.Role(c.Sess.CurrentRole)
	if r.Super {
		return denied("alter role", "Only roles with the SUPERUSER attribute may alter roles with the SUPERUSER attribute.")
	}
	if o["superuser"] != nil {
		return denied("alter role", "Only roles with the SUPERUSER attribute may change the SUPERUSER attribute.")
	}
	admin := c.Access.IsAdminOf(c.Sess.CurrentRole, r.OID)
	if !c.createsRoles() || !admin {
		for _, name := range []string{"inherit", "createrole", "createdb", "canlogin", "connectionlimit", "validUntil", "isreplication", "bypassrls"} {
			if o[name] != nil {
				return denied("alter role", "Only roles with the CREATEROLE attribute and the ADMIN option on role %q may alter this role.", r.Name)
			}
		}
		if o["password"] != nil && r.OID != c.Sess.CurrentRole {
			return denied("alter role", "To change another role's password, the current user must have the CREATEROLE attribute and the ADMIN option on the role.")
		}
	} else {
		for _, f := range []struct {
			option, word string
			has          bool
		}{{"createdb", "CREATEDB", me.CreateDB}, {"isreplication", "REPLICATION", me.Replication}, {"bypassrls", "BYPASSRLS", me.Bypass}} {
			if o[f.option] != nil && !f.has {
				return denied("alter role", "Only roles with the %s attribute may change the %s attribute.", f.word, f.word)
			}
		}
	}
	if o["rolemembers"] != nil && !admin {
		return denied("alter role", "Only roles with the ADMIN option on role %q may add or drop members.", r.Name)
	}
	return nil
}

func (c *Ctx) dropRole(s *tree.DropRole) (*Result, error) {
	if !c.createsRoles() {
		return nil, denied("drop role", "Only roles with the CREATEROLE attribute and the ADMIN option on the target roles may drop roles.")
	}
	var roles []*catalog.Role
	for _, spec := range s.Roles {
		r, err := c.droppable(spec, s.IfExists)
		if err != nil {
			return nil, err
		}
		if r != nil {
			roles = append(roles, r)
		}
	}
	if err := c.Access.DropRoles(roles); err != nil {
		return nil, err
	}
	return tag("DROP ROLE")
}

// droppable finds a role that the current one may drop, nil if there need be
// none.
func (c *Ctx) droppable(spec *tree.RoleSpec, ifExists bool) (*catalog.Role, error) {
	if spec.Kind != tree.RoleNamed {
		return nil, pgerr.New(pgerr.InvalidParameterValue, "cannot use special role specifier in DROP ROLE")
	}
	r := c.Access.RoleNamed(spec.Name)
	switch {
	case r == nil && ifExists:
		c.notice(pgerr.SuccessfulCompletion, "role %q does not exist, skipping", spec.Name)
		return nil, nil
	case r == nil:
		return nil, noRole(spec.Name)
	case r.OID == c.Sess.CurrentRole:
		return nil, pgerr.New(pgerr.ObjectInUse, "current user cannot be dropped")
	case r.OID == c.Sess.SessionRole:
		return nil, pgerr.New(pgerr.ObjectInUse, "session user cannot be dropped")
	case r.Super && !c.superuser():
		return nil, denied("drop role", "Only roles with the SUPERUSER attribute may drop roles with the SUPERUSER attribute.")
	case !c.Access.IsAdminOf(c.Sess.CurrentRole, r.OID):
		return nil, denied("drop role", "Only roles with the CREATEROLE attribute and the ADMIN option on role %q may drop this role.", r.Name)
	}
	return r, nil
}

func (c *Ctx) renameRole(s *tree.Rename) (*Result, error) {
	r, err := c.findRole(&tree.RoleSpec{Name: s.Name[0]})
	if err != nil {
		return nil, err
	}
	to := catalog.Truncate(s.NewName)
	switch {
	case r.OID == c.Sess.SessionRole:
		return nil, pgerr.New(pgerr.FeatureNotSupported, "session user cannot be renamed")
	case r.OID == c.Sess.CurrentRole:
		return nil, pgerr.New(pgerr.FeatureNotSupported, "current user cannot be renamed")
	case catalog.ReservedRole(r.Name):
		return nil, reservedRole(r.Name, reservedPrefix)
	case catalog.ReservedRole(to):
		return nil, reservedRole(to, reservedPrefix)
	case c.Access.RoleNamed(to) != nil:
		return nil, pgerr.New(pgerr.DuplicateObject, "role %q already exists", to)
	case c.superuser():
	case r.Super:
		return nil, denied("rename role", "Only roles with the SUPERUSER attribute may rename roles with the SUPERUSER attribute.")
	case !c.createsRoles() || !c.Access.IsAdminOf(c.Sess.CurrentRole, r.OID):
		return nil, denied("rename role", "Only roles with the CREATEROLE attribute and the ADMIN option on role %q may rename this role.", r.Name)
	}
	r.Name = to
	if password.IsMD5(r.Password) { // it holds the old name
		r.Password = ""
		c.notice(pgerr.SuccessfulCompletion, "MD5 password cleared because of role rename")
	}
	if err := c.Access.UpdateRole(r); err != nil {
		return nil, err
	}
	return tag("ALTER ROLE")
}

// commentedRole finds the role of COMMENT ON ROLE.
func (c *Ctx) commentedRole(name string) (catalog.Object, error) {
	r, err := c.findRole(&tree.RoleSpec{Name: name})
	if err != nil {
		return catalog.Object{}, err
	}
	switch {
	case c.superuser():
	case r.Super:
		return catalog.Object{}, pgerr.New(pgerr.InsufficientPrivilege, "must be superuser to alter superuser roles")
	case !c.createsRoles() || !c.Access.IsAdminOf(c.Sess.CurrentRole, r.OID):
		return catalog.Object{}, pgerr.New(pgerr.InsufficientPrivilege, "permission denied").
			WithDetail("The current user must have the %s attribute.", "CREATEROLE")
	}
	return catalog.Object{Class: catalog.PgAuthid, OID: r.OID}, nil
}
