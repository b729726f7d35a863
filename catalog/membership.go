package catalog

// Memberships of roles in roles: rows of pg_auth_members, granting and revoking
// them, and what follows from them. After PostgreSQL 18, commands/user.c and
// utils/adt/acl.c.

import (
	"slices"
	"strings"

	"minidb/pgerr"
	"minidb/storage"
	"minidb/types"
)

// Membership is a row of pg_auth_members.
type Membership struct {
	OID, Role, Member, Grantor types.OID
	Admin, Inherit, Set        bool

	tid storage.TID
}

// memberships lists those that an index finds for its leading column.
func (a *Access) memberships(index string, role types.OID) []Membership {
	var out []Membership
	for _, f := range a.rows(PgAuthMembers, index, oidDatum(role)) {
		r := f.row
		out = append(out, Membership{OID: datumOID(r[AuthMembersOid]), Role: datumOID(r[AuthMembersRoleid]),
			Member: datumOID(r[AuthMembersMember]), Grantor: datumOID(r[AuthMembersGrantor]), Admin: r[AuthMembersAdminOption].IsTrue(),
			Inherit: r[AuthMembersInheritOption].IsTrue(), Set: r[AuthMembersSetOption].IsTrue(), tid: f.tid})
	}
	return out
}

// Members lists the memberships in a role.
func (a *Access) Members(role types.OID) []Membership {
	return a.memberships("pg_auth_members_role_member_index", role)
}

func (m *Membership) row() types.Row {
	return types.Row{oidDatum(m.OID), oidDatum(m.Role), oidDatum(m.Member), oidDatum(m.Grantor), boolDatum(m.Admin),
		boolDatum(m.Inherit), boolDatum(m.Set)}
}

// Grants are memberships that one statement makes. They are written together:
// PostgreSQL's AddRoleMems writes them one by one.
type Grants struct {
	a    *Access
	list []Membership // not yet written
}

// Grants returns an empty list.
func (a *Access) Grants() *Grants { return &Grants{a: a} }

// Add puts a new membership on the list.
func (g *Grants) Add(m Membership) {
	m.OID = g.a.NewOID()
	g.list = append(g.list, m)
}

// Has tells whether a membership in a role is on the list, of a member if that is
// not 0.
func (g *Grants) Has(role, member types.OID) bool {
	return slices.ContainsFunc(g.list, func(m Membership) bool {
		return m.Role == role && (member == 0 || m.Member == member)
	})
}

// Flush writes the list, and that the memberships need their grantors, and empties it.
func (g *Grants) Flush() error {
	if len(g.list) == 0 {
		return nil
	}
	var rows, needs []types.Row
	for i := range g.list {
		m := &g.list[i]
		rows = append(rows, m.row())
		need, err := g.a.roleDepend(Object{Class: PgAuthMembers, OID: m.OID}, m.Grantor, aclDep)
		if err != nil {
			return err
		}
		if need != nil {
			needs = append(needs, need)
		}
	}
	g.list = nil
	if err := g.a.insertRows(PgAuthMembers, rows); err != nil {
		return err
	}
	if len(needs) > 0 {
		if err := g.a.insertRows(PgShdepend, needs); err != nil {
			return err
		}
	}
	g.a.CommandEnd()
	return nil
}

// UpdateMembership changes the options of one that Members gave.
func (a *Access) UpdateMembership(m Membership) error {
	err := a.updateRow(PgAuthMembers, m.tid, m.row())
	a.CommandEnd()
	return err
}

// DeleteMembership removes one that Members gave.
func (a *Access) DeleteMembership(m Membership) error {
	err := a.deleteMembership(m)
	a.CommandEnd()
	return err
}

func (a *Access) deleteMembership(m Membership) error {
	if !a.stillThere(PgAuthMembers, m.tid) {
		return nil
	}
	if err := a.deleteRoleDepends(Object{Class: PgAuthMembers, OID: m.OID}); err != nil {
		return err
	}
	return a.deleteRow(PgAuthMembers, m.tid)
}

// via says which memberships a walk follows.
type via uint8

const (
	viaAny     via = iota // being a member at all
	viaInherit            // having the privileges
	viaSet                // being allowed to SET ROLE
)

// memberOf lists the roles that a role is a member of, itself first, nearer ones
// before farther ones. admin is the first of them that has ADMIN OPTION on the
// role adminOf, 0 if none has.
func (a *Access) memberOf(role types.OID, by via, adminOf types.OID) (list []types.OID, admin types.OID) {
	list = []types.OID{role}
	for i := 0; i < len(list); i++ {
		for _, m := range a.memberships("pg_auth_members_member_role_index", list[i]) {
			if m.Admin && adminOf != 0 && m.Role == adminOf && admin == 0 {
				admin = list[i]
			}
			if by == viaInherit && !m.Inherit || by == viaSet && !m.Set {
				continue
			}
			if !slices.Contains(list, m.Role) {
				list = append(list, m.Role)
			}
		}
		if list[i] == BootstrapUser && !slices.Contains(list, DatabaseOwner) {
			list = append(list, DatabaseOwner) // it owns the database
		}
	}
	return list, admin
}

// IsSuperuser reports whether a role is a superuser.
func (a *Access) IsSuperuser(role types.OID) bool {
	if role == BootstrapUser {
		return true // it cannot lose the attribute
	}
	c := a.membersNow()
	super, known := c.super[role]
	if !known {
		r := a.Role(role)
		super = r != nil && r.Super
		c.super[role] = super
	}
	return super
}

// HasPrivilegesOf reports whether a role has the privileges of another.
func (a *Access) HasPrivilegesOf(member, role types.OID) bool {
	return a.reaches(member, role, viaInherit, true)
}

// IsMemberOf reports whether a role is a member of another, directly or not.
func (a *Access) IsMemberOf(member, role types.OID) bool {
	return a.reaches(member, role, viaAny, true)
}

// IsMemberOfNoSuper is IsMemberOf without the rights of superusers.
func (a *Access) IsMemberOfNoSuper(member, role types.OID) bool {
	return a.reaches(member, role, viaAny, false)
}

// MaySetRole reports whether a role may SET ROLE to another.
func (a *Access) MaySetRole(member, role types.OID) bool {
	return a.reaches(member, role, viaSet, true)
}

func (a *Access) reaches(member, role types.OID, by via, super bool) bool {
	if member == role || super && a.IsSuperuser(member) {
		return true
	}
	return slices.Contains(a.rolesOf(member, by), role)
}

// memberCache remembers which roles are superusers and what roles some are members
// of, for a state of the catalogs.
type memberCache struct {
	version uint64
	of      map[memberKey][]types.OID
	super   map[types.OID]bool
}

type memberKey struct {
	role types.OID
	by   via
}

func (a *Access) membersNow() *memberCache {
	c := &a.members
	if v := a.Version(); c.of == nil || c.version != v {
		*c = memberCache{v, map[memberKey][]types.OID{}, map[types.OID]bool{}}
	}
	return c
}

// rolesOf is the list of memberOf. It must not be changed.
func (a *Access) rolesOf(role types.OID, by via) []types.OID {
	c := a.membersNow()
	k := memberKey{role, by}
	list, ok := c.of[k]
	if !ok {
		list, _ = a.memberOf(role, by, 0)
		c.of[k] = list
	}
	return list
}

// IsAdminOf reports whether a role may grant another to third ones.
func (a *Access) IsAdminOf(member, role types.OID) bool {
	if a.IsSuperuser(member) {
		return true
	}
	if member == role {
		return false
	}
	_, admin := a.memberOf(member, viaAny, role)
	return admin != 0
}

// BestAdmin is the role whose privileges a role has that is to be the grantor of
// another one: 0 if there is none.
func (a *Access) BestAdmin(member, role types.OID) types.OID {
	if member == role {
		return 0
	}
	_, admin := a.memberOf(member, viaInherit, role)
	return admin
}

// RevokeStep is what a REVOKE does to one membership.
type RevokeStep uint8

// The steps.
const (
	RevokeNothing RevokeStep = iota
	RevokeAdmin              // ADMIN OPTION
	RevokeInherit            // INHERIT OPTION
	RevokeSet                // SET OPTION
	RevokeWhole
)

// PlanRevoke notes in steps what becomes of list[i] and, if its member could not
// have granted the role without it, of what the member granted: that is refused
// (2BP01) without cascade.
func PlanRevoke(list []Membership, steps []RevokeStep, i int, what RevokeStep, cascade bool) error {
	if steps[i] == RevokeWhole || steps[i] == what {
		return nil
	}
	steps[i] = what
	m := list[i]
	if what != RevokeWhole && what != RevokeAdmin {
		return nil
	}
	for j, o := range list {
		if o.Member == m.Member && o.Admin && steps[j] != RevokeWhole && steps[j] != RevokeAdmin {
			return nil // still an administrator
		}
	}
	for j, o := range list {
		if o.Grantor != m.Member || steps[j] == RevokeWhole {
			continue
		}
		if !cascade {
			return dependentPrivileges()
		}
		if err := PlanRevoke(list, steps, j, RevokeWhole, cascade); err != nil {
			return err
		}
	}
	return nil
}

// hasRole is pg_has_role([user,] role, privilege).
func hasRole(a *Access, args []types.Datum) (types.Datum, error) {
	member := a.S.CurrentRole
	var err error
	if len(args) == 3 {
		if member, err = a.roleArgument(args[0]); err != nil {
			return null, err
		}
		args = args[1:]
	}
	role, err := a.roleArgument(args[0])
	if err != nil {
		return null, err
	}
	has := false
	for _, word := range strings.Split(args[1].Text(), ",") {
		text := strings.TrimSpace(word)
		word = strings.ToUpper(text)
		switch what, option, with := strings.Cut(word, " WITH "); {
		case with && option != "GRANT OPTION" && option != "ADMIN OPTION", what != "USAGE" && what != "MEMBER" && what != "SET":
			return null, pgerr.New(pgerr.InvalidParameterValue, "unrecognized privilege type: %s", quoted(text))
		case with:
			has = has || a.IsAdminOf(member, role)
		case what == "USAGE":
			has = has || a.HasPrivilegesOf(member, role)
		case what == "MEMBER":
			has = has || a.IsMemberOf(member, role)
		default:
			has = has || a.MaySetRole(member, role)
		}
	}
	return boolDatum(has), nil
}
