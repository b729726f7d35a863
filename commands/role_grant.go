package commands

// GRANT and REVOKE of roles. After PostgreSQL 18, commands/user.c (AddRoleMems,
// DelRoleMems).

import (
	"strings"

	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/settings"
	"minidb/storage/lmgr"
	"minidb/types"
)

// given is an option of a grant: left out, or set to a value.
type given uint8

const (
	left given = iota
	no
	yes
)

// or returns the value, or a default.
func (g given) or(d bool) bool {
	if g == left {
		return d
	}
	return g == yes
}

type grantOptions struct{ admin, inherit, set given }

// selfGrant reads createrole_self_grant; ok is false if it is empty.
func selfGrant(list string) (o grantOptions, ok bool) {
	if strings.TrimSpace(list) == "" {
		return o, false
	}
	o = grantOptions{admin: no, inherit: no, set: no}
	names, _ := settings.SplitIdentifiers(list)
	for _, w := range names {
		switch strings.ToLower(w) {
		case "inherit":
			o.inherit = yes
		case "set":
			o.set = yes
		}
	}
	return o, true
}

func readGrantOptions(l []*tree.DefElem) (o grantOptions, err error) {
	for _, d := range l {
		v := no
		if d.Value.Bool {
			v = yes
		}
		switch d.Name {
		case "admin":
			o.admin = v
		case "inherit":
			o.inherit = v
		case "set":
			o.set = v
		default:
			return o, pgerr.New(pgerr.SyntaxError, "unrecognized role option %q", d.Name).At(int(d.Pos))
		}
	}
	return o, nil
}

func (c *Ctx) grantRole(s *tree.GrantRole) (*Result, error) {
	o, err := readGrantOptions(s.Options)
	if err != nil {
		return nil, err
	}
	grantor := types.OID(0)
	if s.Grantor != nil {
		g, err := c.findRole(s.Grantor)
		if err != nil {
			return nil, err
		}
		grantor = g.OID
	}
	members, err := c.findRoles(s.Grantees)
	if err != nil {
		return nil, err
	}
	grants := c.Access.Grants()
	for _, p := range s.Roles {
		if len(p.Columns) > 0 {
			return nil, pgerr.New(pgerr.InvalidGrantOperation, "column names cannot be included in GRANT/REVOKE ROLE")
		}
		r := c.Access.RoleNamed(p.Name)
		if r == nil {
			return nil, noRole(p.Name)
		}
		if !c.superuser() { // who may owe that to a membership on the list
			if err := grants.Flush(); err != nil {
				return nil, err
			}
		}
		if err := c.mayGrantRole(r, !s.Revoke); err != nil {
			return nil, err
		}
		one := catalog.Object{Class: catalog.PgAuthid, OID: r.OID} // who grants it at a time
		if err := c.Access.LockObject(one, lmgr.ShareUpdateExclusive); err != nil {
			return nil, err
		}
		if s.Revoke {
			err = c.dropMembers(r, members, grantor, o, s.Behavior == tree.Cascade)
		} else {
			err = c.addMembers(grants, r, members, grantor, o)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := grants.Flush(); err != nil {
		return nil, err
	}
	return tag(StatementName(s))
}

func grantVerb(grant bool) string { return oneOf(grant, "grant", "revoke") }

// mayGrantRole checks that the current role may grant another, or revoke it.
func (c *Ctx) mayGrantRole(r *catalog.Role, grant bool) error {
	if r.OID == catalog.DatabaseOwner {
		return pgerr.New(pgerr.FeatureNotSupported, "role %q cannot have explicit members", r.Name)
	}
	verb := grantVerb(grant)
	what := verb + " role \"" + r.Name + "\""
	if r.Super && !c.superuser() {
		return denied(what, "Only roles with the SUPERUSER attribute may %s roles with the SUPERUSER attribute.", verb)
	}
	if !c.Access.IsAdminOf(c.Sess.CurrentRole, r.OID) {
		return denied(what, "Only roles with the ADMIN option on role %q may %s this role.", r.Name, verb)
	}
	return nil
}

// grantorOf is who a grant of a role is recorded for: whom GRANTED BY names, or
// the best that the current role can be.
func (c *Ctx) grantorOf(r *catalog.Role, named types.OID, grant bool) (types.OID, error) {
	me := c.Sess.CurrentRole
	if named == 0 {
		if c.superuser() {
			return catalog.BootstrapUser, nil
		}
		if g := c.Access.BestAdmin(me, r.OID); g != 0 {
			return g, nil
		}
		return 0, pgerr.New(pgerr.Internal, "no possible grantors")
	}
	name := c.Access.RoleName(named)
	if !c.Access.HasPrivilegesOf(me, named) {
		if grant {
			return 0, denied("grant privileges as role \""+name+"\"", "Only roles with privileges of role %q may grant privileges as this role.", name)
		}
		return 0, denied("revoke privileges granted by role \""+name+"\"",
			"Only roles with privileges of role %q may revoke privileges granted by this role.", name)
	}
	if grant && named != catalog.BootstrapUser && c.Access.BestAdmin(named, r.OID) != named {
		return 0, denied("grant privileges as role \""+name+"\"", "The grantor must have the ADMIN option on role %q.", r.Name)
	}
	return named, nil
}

// addMembers grants a role to others. The new memberships are on the list of grants
// when it returns; those that were there before must be of the same members.
func (c *Ctx) addMembers(g *catalog.Grants, r *catalog.Role, members []*catalog.Role, named types.OID, o grantOptions) error {
	grantor, err := c.grantorOf(r, named, true)
	if err != nil {
		return err
	}
	return c.insertMembers(g, r, members, grantor, o)
}

// insertMembers is addMembers by a known grantor. Memberships on the list make no
// circle with new ones, if they have the same members: each was checked against all.
func (c *Ctx) insertMembers(g *catalog.Grants, r *catalog.Role, members []*catalog.Role, grantor types.OID, o grantOptions) error {
	if g.Has(r.OID, 0) {
		if err := g.Flush(); err != nil {
			return err
		}
	}
	for _, m := range members {
		if m.OID == catalog.DatabaseOwner {
			return pgerr.New(pgerr.FeatureNotSupported, "role %q cannot be a member of any role", m.Name)
		}
		if c.Access.IsMemberOfNoSuper(r.OID, m.OID) {
			return pgerr.New(pgerr.InvalidGrantOperation, "role %q is a member of role %q", r.Name, m.Name)
		}
	}
	if o.admin == yes && grantor != catalog.BootstrapUser {
		if err := c.grantedBack(r, members, grantor); err != nil {
			return err
		}
	}
	for _, m := range members {
		if err := c.insertMember(g, r, m, grantor, o); err != nil {
			return err
		}
	}
	return nil
}

// grantedBack refuses ADMIN OPTION for a role on whose own the grantor's
// depends.
func (c *Ctx) grantedBack(r *catalog.Role, members []*catalog.Role, grantor types.OID) error {
	list := c.Access.Members(r.OID)
	steps := make([]catalog.RevokeStep, len(list))
	for _, m := range members {
		for i := range list {
			if list[i].Member == m.OID {
				if err := catalog.PlanRevoke(list, steps, i, catalog.RevokeWhole, true); err != nil {
					return err
				}
			}
		}
	}
	for i, m := range list {
		if m.Member == grantor && m.Admin && steps[i] == catalog.RevokeNothing {
			return nil
		}
	}
	return pgerr.New(pgerr.InvalidGrantOperation, "ADMIN option cannot be granted back to your own grantor")
}

func (c *Ctx) insertMember(g *catalog.Grants, r, m *catalog.Role, grantor types.OID, o grantOptions) error {
	if g.Has(r.OID, m.OID) { // named twice
		if err := g.Flush(); err != nil {
			return err
		}
	}
	for _, old := range c.Access.Members(r.OID) {
		if old.Member != m.OID || old.Grantor != grantor {
			continue
		}
		now := old
		now.Admin, now.Inherit, now.Set = o.admin.or(old.Admin), o.inherit.or(old.Inherit), o.set.or(old.Set)
		if now == old {
			c.notice(pgerr.SuccessfulCompletion, "role %q has already been granted membership in role %q by role %q",
				m.Name, r.Name, c.Access.RoleName(grantor))
			return nil
		}
		return c.Access.UpdateMembership(now)
	}
	g.Add(catalog.Membership{Role: r.OID, Member: m.OID, Grantor: grantor,
		Admin: o.admin.or(false), Inherit: o.inherit.or(m.Inherit), Set: o.set.or(true)})
	return nil
}

// dropMembers revokes a role from others, or options of their memberships.
func (c *Ctx) dropMembers(r *catalog.Role, members []*catalog.Role, named types.OID, o grantOptions, cascade bool) error {
	grantor, err := c.grantorOf(r, named, false)
	if err != nil {
		return err
	}
	what := catalog.RevokeWhole
	switch {
	case o.admin != left:
		what = catalog.RevokeAdmin
	case o.inherit != left:
		what = catalog.RevokeInherit
	case o.set != left:
		what = catalog.RevokeSet
	}
	list := c.Access.Members(r.OID)
	steps := make([]catalog.RevokeStep, len(list))
	for _, m := range members {
		found := false
		for i := range list {
			if list[i].Member == m.OID && list[i].Grantor == grantor {
				found = true
				if err := catalog.PlanRevoke(list, steps, i, what, cascade); err != nil {
					return err
				}
			}
		}
		if !found {
			c.warning(pgerr.Warning, "role %q has not been granted membership in role %q by role %q",
				m.Name, r.Name, c.Access.RoleName(grantor))
		}
	}
	for i, m := range list {
		if err := c.revokeStep(m, steps[i]); err != nil {
			return err
		}
	}
	return nil
}

func (c *Ctx) revokeStep(m catalog.Membership, step catalog.RevokeStep) error {
	switch step {
	case catalog.RevokeWhole:
		return c.Access.DeleteMembership(m)
	case catalog.RevokeAdmin:
		m.Admin = false
	case catalog.RevokeInherit:
		m.Inherit = false
	case catalog.RevokeSet:
		m.Set = false
	default:
		return nil
	}
	return c.Access.UpdateMembership(m)
}
