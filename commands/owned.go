package commands

// DROP OWNED, REASSIGN OWNED and ALTER DEFAULT PRIVILEGES. After PostgreSQL 18,
// commands/user.c and catalog/aclchk.c.

import (
	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

func (c *Ctx) dropOwned(s *tree.DropOwned) (*Result, error) {
	roles, err := c.findRoles(s.Roles)
	if err != nil {
		return nil, err
	}
	for _, r := range roles {
		if !c.Access.HasPrivilegesOf(c.Sess.CurrentRole, r.OID) {
			return nil, denied("drop objects", "Only roles with privileges of role %q may drop objects owned by it.", r.Name)
		}
	}
	if err := c.Access.DropOwned(roles, s.Behavior == tree.Cascade); err != nil {
		return nil, err
	}
	return tag("DROP OWNED")
}

func (c *Ctx) reassignOwned(s *tree.ReassignOwned) (*Result, error) {
	roles, err := c.findRoles(s.Roles)
	if err != nil {
		return nil, err
	}
	for _, r := range roles {
		if !c.Access.HasPrivilegesOf(c.Sess.CurrentRole, r.OID) {
			return nil, denied("reassign objects", "Only roles with privileges of role %q may reassign objects owned by it.", r.Name)
		}
	}
	to, err := c.findRole(s.NewRole)
	if err != nil {
		return nil, err
	}
	if !c.Access.HasPrivilegesOf(c.Sess.CurrentRole, to.OID) {
		return nil, denied("reassign objects", "Only roles with privileges of role %q may reassign objects to it.", to.Name)
	}
	if err := c.Access.ReassignOwned(roles, to.OID); err != nil {
		return nil, err
	}
	return tag("REASSIGN OWNED")
}

// defaultKinds are the kinds of objects whose privileges can be chosen before they
// are made.
var defaultKinds = map[tree.ObjectKind]struct {
	kind catalog.AclKind
	all  catalog.Privilege
	word string
}{
	tree.KindTable:    {catalog.TableAcl, catalog.TablePrivileges, "relation"},
	tree.KindSequence: {catalog.SequenceAcl, catalog.SequencePrivileges, "sequence"},
	"function":        {catalog.FunctionAcl, catalog.FunctionPrivileges, "function"},
	tree.KindType:     {catalog.TypeAcl, catalog.TypePrivileges, "type"},
	tree.KindSchema:   {catalog.SchemaAcl, catalog.SchemaPrivileges, "schema"},
}

func (c *Ctx) alterDefaultPrivileges(s *tree.AlterDefaultPrivileges) (*Result, error) {
	k := defaultKinds[s.Grant.Kind]
	g := &catalog.Grant{Revoke: s.Grant.Revoke, Option: s.Grant.GrantOption, Cascade: s.Grant.Behavior == tree.Cascade,
		All: len(s.Grant.Privileges) == 0}
	var err error
	if g.Grantees, err = c.grantees(s.Grant.Grantees); err != nil {
		return nil, err
	}
	for _, v := range s.Grant.Privileges {
		if v.Columns != nil {
			return nil, pgerr.New(pgerr.InvalidGrantOperation, "default privileges cannot be set for columns")
		}
	}
	if err := grantedPrivileges(g, s.Grant, k.all, k.word); err != nil {
		return nil, err
	}
	roles := []types.OID{c.Sess.CurrentRole}
	if s.Roles != nil {
		found, err := c.findRoles(s.Roles)
		if err != nil {
			return nil, err
		}
		roles = nil
		for _, r := range found {
			if !c.Access.HasPrivilegesOf(c.Sess.CurrentRole, r.OID) {
				return nil, pgerr.New(pgerr.InsufficientPrivilege, "permission denied to change default privileges")
			}
			roles = append(roles, r.OID)
		}
	}
	for _, role := range roles {
		if err := c.defaultsOf(role, s.Schemas, k.kind, g); err != nil {
			return nil, err
		}
	}
	return tag("ALTER DEFAULT PRIVILEGES")
}

func (c *Ctx) defaultsOf(role types.OID, schemas []string, kind catalog.AclKind, g *catalog.Grant) error {
	if schemas == nil {
		return c.Access.AlterDefaultACL(role, 0, kind, g)
	}
	for _, name := range schemas {
		ns, ok := c.Access.Namespace(name)
		if !ok {
			return noSchema(name)
		}
		if kind == catalog.SchemaAcl {
			return pgerr.New(pgerr.InvalidGrantOperation, "cannot use IN SCHEMA clause when using GRANT/REVOKE ON SCHEMAS")
		}
		if err := c.Access.AlterDefaultACL(role, ns, kind, g); err != nil {
			return err
		}
	}
	return nil
}
