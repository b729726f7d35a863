package catalog

// DROP OWNED and REASSIGN OWNED: everything that pg_shdepend says of some roles.
// After PostgreSQL 18, catalog/pg_shdepend.c (shdepDropOwned, shdepReassignOwned).

import (
	"slices"

	"minidb/pgerr"
	"minidb/types"
)

// roleUse is one entry of pg_shdepend.
type roleUse struct {
	obj  Object
	kind byte
}

func (a *Access) roleUses(role types.OID) []roleUse {
	var out []roleUse
	for _, f := range a.rows(PgShdepend, "pg_shdepend_reference_index", oidDatum(PgAuthid), oidDatum(role)) {
		out = append(out, roleUse{Object{datumOID(f.row[ShdependClassid]), datumOID(f.row[ShdependObjid]),
			int(f.row[ShdependObjsubid].Int())}, datumChar(f.row[ShdependDeptype])})
	}
	return out
}

// DropOwned drops what roles own and revokes what they have been granted.
func (a *Access) DropOwned(roles []*Role, cascade bool) error {
	var objs []Object
	for _, r := range roles {
		if pinned(Object{Class: PgAuthid, OID: r.OID}) {
			return pgerr.New(pgerr.DependentObjectsStillExist,
				"cannot drop objects owned by role %s because they are required by the database system", r.Name)
		}
		for _, u := range a.roleUses(r.OID) {
			if u.kind == ownerDep {
				if a.System(u.obj.Class) != nil && !a.System(u.obj.Class).Shared && !slices.Contains(objs, u.obj) {
					objs = append(objs, u.obj)
				}
				continue
			}
			if err := a.revokeFrom(u.obj, r.OID); err != nil {
				return err
			}
		}
	}
	slices.SortStableFunc(objs, func(x, y Object) int {
		if x.OID != y.OID {
			return int(int64(y.OID) - int64(x.OID))
		}
		return int(int64(x.Class) - int64(y.Class))
	})
	if len(objs) == 0 {
		return nil
	}
	return a.DropAll(objs, cascade)
}

// revokeFrom takes all privileges on an object from a role.
func (a *Access) revokeFrom(o Object, role types.OID) error {
	g := &Grant{Revoke: true, Cascade: true, All: true, Grantees: []types.OID{role}}
	switch o.Class {
	case PgAuthMembers:
		return a.dropMembership(o.OID)
	case PgClass:
		rel, err := a.ByOID(o.OID)
		if err != nil || rel == nil {
			return err
		}
		return a.GrantOnRelation(rel, g)
	case PgDefaultAcl:
		return a.removeFromDefaultACL(o.OID, role)
	}
	for kind, k := range objectKinds {
		if k.class == o.Class {
			return a.GrantOnObject(kind, o.OID, g)
		}
	}
	return pgerr.New(pgerr.Internal, "unrecognized object class: %d", o.Class)
}

// dropMembership removes a membership that a role has granted.
func (a *Access) dropMembership(oid types.OID) error {
	row, _ := a.first(PgAuthMembers, "pg_auth_members_oid_index", oidDatum(oid))
	if row == nil {
		return nil
	}
	for _, m := range a.Members(datumOID(row[AuthMembersRoleid])) {
		if m.OID == oid {
			return a.DeleteMembership(m)
		}
	}
	return nil
}

// ReassignOwned gives what roles own to another.
func (a *Access) ReassignOwned(roles []*Role, to types.OID) error {
	for _, r := range roles {
		if pinned(Object{Class: PgAuthid, OID: r.OID}) {
			return pgerr.New(pgerr.DependentObjectsStillExist,
				"cannot reassign ownership of objects owned by role %s because they are required by the database system", r.Name)
		}
		for _, u := range a.roleUses(r.OID) {
			if u.kind != ownerDep {
				continue
			}
			if err := a.giveObject(u.obj, to); err != nil {
				return err
			}
			a.CommandEnd()
		}
	}
	return nil
}

func (a *Access) giveObject(o Object, to types.OID) error {
	switch o.Class {
	case PgClass:
		rel, err := a.ByOID(o.OID)
		if err != nil || rel == nil {
			return err
		}
		return a.SetRelationOwner(rel, to)
	case PgType:
		return a.SetTypeOwner(o.OID, to)
	case PgNamespace:
		return a.SetNamespaceOwner(o.OID, to)
	case PgTsConfig:
		return a.SetTSConfigOwner(o.OID, to)
	case PgDefaultAcl:
		return nil // it is about the role itself
	}
	return pgerr.New(pgerr.Internal, "unexpected classid %d", o.Class)
}
