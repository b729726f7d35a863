package commands

// ALTER ROLE ... SET: settings that a role's sessions begin with. After PostgreSQL
// 18, commands/user.c (AlterRoleSet) and catalog/pg_db_role_setting.c.

import (
	"strings"

	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/settings"
	"minidb/types"
)

func (c *Ctx) alterRoleSet(s *tree.AlterRoleSet) (*Result, error) {
	role, err := c.settingRole(s.Role)
	if err != nil {
		return nil, err
	}
	database := types.OID(0)
	if s.Database != "" {
		if database, err = c.Access.NamedObject(catalog.DatabaseAcl, s.Database); err != nil {
			return nil, err
		}
	}
	if role == 0 && !c.superuser() {
		if database != 0 {
			return nil, pgerr.New(pgerr.InsufficientPrivilege, "must be owner of database %s", s.Database)
		}
		return nil, denied("alter setting", "Only roles with the %s attribute may alter settings globally.", "SUPERUSER")
	}
	list := c.Access.RoleSettings(database, role)
	if list, err = c.changedSettings(list, s.Set); err != nil {
		return nil, err
	}
	if err := c.Access.SetRoleSettings(database, role, list); err != nil {
		return nil, err
	}
	return tag("ALTER ROLE")
}

// settingRole finds the role, 0 for ALL, whose settings the current one may change.
func (c *Ctx) settingRole(spec *tree.RoleSpec) (types.OID, error) {
	if spec.Kind == tree.RoleAll {
		return 0, nil
	}
	if spec.Kind == tree.RoleNamed && catalog.ReservedRole(spec.Name) {
		return 0, reservedRole(spec.Name, "Cannot alter reserved roles.")
	}
	r, err := c.findRole(spec)
	switch {
	case err != nil:
		return 0, err
	case c.superuser():
	case r.Super:
		return 0, denied("alter role", "Only roles with the %s attribute may alter roles with the %[1]s attribute.", "SUPERUSER")
	case r.OID != c.Sess.CurrentRole && (!c.createsRoles() || !c.Access.IsAdminOf(c.Sess.CurrentRole, r.OID)):
		return 0, denied("alter role", "Only roles with the %s attribute and the %s option on role %q may alter this role.", "CREATEROLE", "ADMIN", r.Name)
	}
	return r.OID, nil
}

// changedSettings is a list after SET or RESET.
func (c *Ctx) changedSettings(list []string, s *tree.VariableSet) ([]string, error) {
	v := c.Sess.Set
	switch s.Kind {
	case tree.VarResetAll:
		var kept []string
		for _, o := range list {
			name, _, _ := strings.Cut(o, "=")
			if v.MaySet(name) != nil {
				kept = append(kept, o)
			}
		}
		return kept, nil
	case tree.VarReset, tree.VarSetDefault:
		if err := v.MaySet(s.Name); err != nil {
			return nil, err
		}
		return catalog.WithSetting(list, s.Name, nil), nil
	case tree.VarSetMulti:
		return nil, pgerr.New(pgerr.UndefinedObject, "unrecognized configuration parameter %q", s.Name)
	}
	text, err := c.settingText(s)
	if err != nil {
		return nil, err
	}
	if err := v.Validate(s.Name, text); err != nil {
		return nil, err
	}
	name := s.Name
	if d, err := v.Lookup(name); err == nil {
		name = d.Name
	}
	return catalog.WithSetting(list, name, &text), nil
}

// StartSettings are the settings that a session of a role begins with, those that
// count for more behind the others.
func StartSettings(a *catalog.Access, role types.OID, set func(name, value string, from settings.Source)) {
	for _, of := range []struct {
		database, role types.OID
		from           settings.Source
	}{{0, 0, settings.SourceDatabase}, {catalog.PostgresDatabase, 0, settings.SourceDatabase}, {0, role, settings.SourceUser},
		{catalog.PostgresDatabase, role, settings.SourceUser}} {
		for _, o := range a.RoleSettings(of.database, of.role) {
			name, value, _ := strings.Cut(o, "=")
			set(name, value, of.from)
		}
	}
}
