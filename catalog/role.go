package catalog

// Roles: rows of pg_authid, what a role may do by its own attributes, and what
// keeps it from being dropped. Who is a member of whom is in membership.go.
// After PostgreSQL 18, commands/user.c and catalog/pg_shdepend.c.

import (
	"slices"
	"strings"

	"minidb/pgerr"
	"minidb/storage/lmgr"
	"minidb/types"
)

// Role is a row of pg_authid.
type Role struct {
	OID                                                              types.OID
	Name                                                             string
	Super, Inherit, CreateRole, CreateDB, Login, Replication, Bypass bool
	ConnLimit                                                        int64       // -1: none
	Password                                                         string      // the verifier, "" if there is none
	ValidUntil                                                       types.Datum // timestamptz or NULL
}

// roleOf reads a row.
func roleOf(r types.Row) *Role {
	role := &Role{OID: datumOID(r[AuthidOid]), Name: datumText(r[AuthidRolname]), Super: r[AuthidRolsuper].IsTrue(),
		Inherit: r[AuthidRolinherit].IsTrue(), CreateRole: r[AuthidRolcreaterole].IsTrue(), CreateDB: r[AuthidRolcreatedb].IsTrue(),
		Login: r[AuthidRolcanlogin].IsTrue(), Replication: r[AuthidRolreplication].IsTrue(), Bypass: r[AuthidRolbypassrls].IsTrue(),
		ConnLimit: r[AuthidRolconnlimit].Int(), ValidUntil: r[AuthidRolvaliduntil]}
	if p := r[AuthidRolpassword]; !p.IsNull() {
		role.Password = p.Text()
	}
	return role
}

// row is what roleOf reads.
func (r *Role) row() types.Row {
	return types.Row{oidDatum(r.OID), textDatum(r.Name), boolDatum(r.Super), boolDatum(r.Inherit), boolDatum(r.CreateRole),
		boolDatum(r.CreateDB), boolDatum(r.Login), boolDatum(r.Replication), boolDatum(r.Bypass), types.NewInt(r.ConnLimit),
		textOrNull(r.Password), r.ValidUntil}
}

// Role finds a role, nil if there is none.
func (a *Access) Role(oid types.OID) *Role {
	if row, _ := a.first(PgAuthid, "pg_authid_oid_index", oidDatum(oid)); row != nil {
		return roleOf(row)
	}
	return nil
}

// RoleNamed finds a role by name, nil if there is none.
func (a *Access) RoleNamed(name string) *Role {
	if row, _ := a.first(PgAuthid, "pg_authid_rolname_index", textDatum(name)); row != nil {
		return roleOf(row)
	}
	return nil
}

// Roles calls f with every role until it returns false.
func (a *Access) Roles(f func(*Role) bool) {
	for _, row := range a.Scan(a.System(PgAuthid), "") {
		if !f(roleOf(row)) {
			return
		}
	}
}

// RoleName returns a role's name, "" if it is gone.
func (a *Access) RoleName(oid types.OID) string { return a.roleName(oid) }

// ownRole is the name of a role that the session has, an error if another has dropped it.
func (a *Access) ownRole(oid types.OID) (types.Datum, error) {
	row, _ := a.first(PgAuthid, "pg_authid_oid_index", oidDatum(oid))
	if row == nil {
		return types.NullDatum, pgerr.New(pgerr.UndefinedObject, "invalid role OID: %d", oid)
	}
	return row[AuthidRolname], nil
}

// ReservedRole reports whether a name is kept for predefined roles.
func ReservedRole(name string) bool { return strings.HasPrefix(name, "pg_") }

// InsertRole makes a role and gives it its OID.
func (a *Access) InsertRole(r *Role) error {
	r.OID = a.NewOID()
	err := a.insertRow(PgAuthid, r.row())
	a.CommandEnd()
	return err
}

// UpdateRole replaces a role's row.
func (a *Access) UpdateRole(r *Role) error {
	_, err := a.change(PgAuthid, "pg_authid_oid_index", []types.Datum{oidDatum(r.OID)}, func(row types.Row) bool {
		copy(row, r.row())
		return true
	})
	a.CommandEnd()
	return err
}

// DropRoles removes roles that nothing needs but their own memberships: 2BP01
// names what else does.
func (a *Access) DropRoles(roles []*Role) error {
	for _, r := range roles {
		if err := a.LockObject(Object{Class: PgAuthid, OID: r.OID}, lmgr.AccessExclusive); err != nil {
			return err
		}
		for _, index := range []string{"pg_auth_members_role_member_index", "pg_auth_members_member_role_index"} {
			for _, m := range a.memberships(index, r.OID) {
				if err := a.deleteMembership(m); err != nil {
					return err
				}
			}
		}
		a.CommandEnd()
	}
	for _, r := range roles {
		if pinned(Object{Class: PgAuthid, OID: r.OID}) {
			return pgerr.New(pgerr.DependentObjectsStillExist, "cannot drop role %s because it is required by the database system", r.Name)
		}
		if needs := a.roleDependents(r.OID); len(needs) > 0 {
			return pgerr.New(pgerr.DependentObjectsStillExist, "role %s cannot be dropped because some objects depend on it",
				quoted(r.Name)).WithDetail("%s", strings.Join(needs, "\n"))
		}
		key := oidDatum(r.OID)
		if err := a.deleteWhere(PgShdescription, "pg_shdescription_o_c_index", key, oidDatum(PgAuthid)); err != nil {
			return err
		}
		if err := a.forgetRoleSettings(r.OID); err != nil {
			return err
		}
		if err := a.deleteWhere(PgAuthid, "pg_authid_oid_index", key); err != nil {
			return err
		}
		a.CommandEnd()
	}
	return nil
}

// Kinds of dependencies on roles: pg_shdepend.deptype.
const (
	ownerDep byte = 'o'
	aclDep   byte = 'a'
)

// roleDependents describes what depends on a role, in the order of the objects'
// OIDs.
func (a *Access) roleDependents(role types.OID) []string {
	found := a.rows(PgShdepend, "pg_shdepend_reference_index", oidDatum(PgAuthid), oidDatum(role))
	slices.SortStableFunc(found, func(x, y foundRow) int {
		for _, col := range []int{ShdependObjid, ShdependClassid, ShdependObjsubid, ShdependDeptype} {
			if c := types.Compare(x.row[col], y.row[col]); c != 0 {
				return c
			}
		}
		return 0
	})
	var out []string
	for _, f := range found {
		o := Object{datumOID(f.row[ShdependClassid]), datumOID(f.row[ShdependObjid]), int(f.row[ShdependObjsubid].Int())}
		what := "owner of "
		if datumChar(f.row[ShdependDeptype]) == aclDep {
			what = "privileges for "
		}
		out = append(out, what+a.Describe(o))
	}
	return out
}

// addRoleDepend notes that an object needs a role.
func (a *Access) addRoleDepend(o Object, role types.OID, kind byte) error {
	row, err := a.roleDepend(o, role, kind)
	if row == nil || err != nil {
		return err
	}
	return a.insertRow(PgShdepend, row)
}

// roleDepend is the row that says so, and locks the role against being dropped; nil if
// the role is built in, which is never gone.
func (a *Access) roleDepend(o Object, role types.OID, kind byte) (types.Row, error) {
	ref := Object{Class: PgAuthid, OID: role}
	if pinned(ref) {
		return nil, nil
	}
	if err := a.LockObject(ref, lmgr.AccessShare); err != nil {
		return nil, err
	}
	if a.Role(role) == nil {
		return nil, pgerr.New(pgerr.UndefinedObject, "role %d was concurrently dropped", role)
	}
	return types.Row{a.dependDatabase(o), oidDatum(o.Class), oidDatum(o.OID), intDatum(o.Sub),
		oidDatum(PgAuthid), oidDatum(role), charDatum(kind)}, nil
}

// dependDatabase is the database that pg_shdepend names: 0 for shared objects.
func (a *Access) dependDatabase(o Object) types.Datum {
	if r := a.System(o.Class); r != nil && r.Shared {
		return oidDatum(0)
	}
	return oidDatum(PostgresDatabase)
}

// deleteRoleDepends forgets which roles an object needs.
func (a *Access) deleteRoleDepends(o Object) error {
	key := []types.Datum{a.dependDatabase(o), oidDatum(o.Class), oidDatum(o.OID)}
	if o.Sub != 0 {
		key = append(key, intDatum(o.Sub))
	}
	return a.deleteWhere(PgShdepend, "pg_shdepend_depender_index", key...)
}

// setOwner gives an object that is new or had another owner to a role.
func (a *Access) setOwner(o Object, role types.OID) error {
	if err := a.deleteRoleDepends(o); err != nil {
		return err
	}
	return a.addRoleDepend(o, role, ownerDep)
}
