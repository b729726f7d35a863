package catalog

// ALTER DEFAULT PRIVILEGES: what a role grants on each object that it makes, rows of
// pg_default_acl. After PostgreSQL 18, catalog/aclchk.c (SetDefaultACL,
// get_user_default_acl).

import (
	"slices"

	"minidb/pgerr"
	"minidb/types"
)

const (
	defaultAclIndex    = "pg_default_acl_role_nsp_obj_index"
	defaultAclOIDIndex = "pg_default_acl_oid_index"
)

// Columns of pg_default_acl.
const (
	defaultAclOid = iota
	defaultAclRole
	defaultAclNamespace
	defaultAclObjtype
	defaultAclAcl
)

// defaultAclKinds are the letters of pg_default_acl.defaclobjtype.
var defaultAclKinds = map[AclKind]byte{TableAcl: 'r', SequenceAcl: 'S', FunctionAcl: 'f', TypeAcl: 'T', SchemaAcl: 'n'}

// sorted is a list by grantees and grantors.
func (l ACL) sorted() ACL {
	return slices.SortedFunc(slices.Values(l), func(x, y AclItem) int {
		if x.Grantee != y.Grantee {
			return int(int64(x.Grantee) - int64(y.Grantee))
		}
		return int(int64(x.Grantor) - int64(y.Grantor))
	})
}

func sameACL(a, b ACL) bool { return slices.Equal(a.sorted(), b.sorted()) }

// AlterDefaultACL grants or revokes what a role's new objects of a kind begin with,
// in one schema or, with 0, in all.
func (a *Access) AlterDefaultACL(role, ns types.OID, kind AclKind, g *Grant) error {
	letter := defaultAclKinds[kind]
	unset := ACL{}
	if ns == 0 {
		unset = defaultACL(kind, role)
	}
	key := []types.Datum{oidDatum(role), oidDatum(ns), charDatum(letter)}
	row, tid := a.first(PgDefaultAcl, defaultAclIndex, key...)
	before, named := unset, ACL(nil)
	if row != nil {
		before = readACL(row[defaultAclAcl])
		named = before
	}
	privs := g.Privs
	if g.All && privs == 0 {
		privs = defaultPrivileges[kind]
	}
	after, err := a.merge(before, g, privs, role, role)
	if err != nil {
		return err
	}
	if after = after.sorted(); after == nil {
		after = ACL{}
	}
	switch same := sameACL(after, unset); {
	case same && row == nil:
		return nil
	case same:
		err = a.remove(Object{Class: PgDefaultAcl, OID: datumOID(row[defaultAclOid])})
	case row != nil:
		row[defaultAclAcl] = after.datum()
		if err = a.updateRow(PgDefaultAcl, tid, row); err == nil {
			err = a.aclDepends(Object{Class: PgDefaultAcl, OID: datumOID(row[defaultAclOid])}, role, named, after)
		}
	default:
		err = a.newDefaultACL(key, after, role, ns)
	}
	a.CommandEnd()
	return err
}

var defaultPrivileges = map[AclKind]Privilege{TableAcl: TablePrivileges, SequenceAcl: SequencePrivileges,
	FunctionAcl: FunctionPrivileges, TypeAcl: TypePrivileges, SchemaAcl: SchemaPrivileges}

func (a *Access) newDefaultACL(key []types.Datum, acl ACL, role, ns types.OID) error {
	o := Object{Class: PgDefaultAcl, OID: a.NewOID()}
	if err := a.insertRow(PgDefaultAcl, types.Row{oidDatum(o.OID), key[0], key[1], key[2], acl.datum()}); err != nil {
		return err
	}
	if err := a.addRoleDepend(o, role, ownerDep); err != nil {
		return err
	}
	if ns != 0 {
		if err := a.AddDepends(o, AutoDep, Object{Class: PgNamespace, OID: ns}); err != nil {
			return err
		}
	}
	return a.aclDepends(o, role, nil, acl)
}

// newACL is the list that an object of a role's begins with, nil for the default
// one.
func (a *Access) newACL(kind AclKind, owner, ns types.OID) ACL {
	find := func(ns types.OID) ACL {
		row, _ := a.first(PgDefaultAcl, defaultAclIndex, oidDatum(owner), oidDatum(ns), charDatum(defaultAclKinds[kind]))
		if row == nil {
			return nil
		}
		return readACL(row[defaultAclAcl])
	}
	everywhere, here := find(0), ACL(nil)
	if ns != 0 {
		here = find(ns)
	}
	if everywhere == nil && here == nil {
		return nil
	}
	unset := defaultACL(kind, owner)
	l := everywhere
	if l == nil {
		l = unset
	}
	for _, i := range here {
		next, err := a.changeACL(l, aclChange{AclItem: i}, owner)
		if err != nil {
			continue // its grantor is the owner, who can always grant
		}
		l = next
	}
	if sameACL(l, unset) {
		return nil
	}
	return l.sorted()
}

// defaultAclDescription names an entry in messages.
func (a *Access) defaultAclDescription(oid types.OID) string {
	row, _ := a.first(PgDefaultAcl, defaultAclOIDIndex, oidDatum(oid))
	if row == nil {
		return ""
	}
	what := map[byte]string{'r': "relations", 'S': "sequences", 'f': "functions", 'T': "types", 'n': "schemas"}[datumChar(row[defaultAclObjtype])]
	s := "default privileges on new " + what + " belonging to role " + a.roleName(datumOID(row[defaultAclRole]))
	if ns := datumOID(row[defaultAclNamespace]); ns != 0 {
		s += " in schema " + a.NamespaceName(ns)
	}
	return s
}

// removeFromDefaultACL takes a role out of an entry, for DROP OWNED.
func (a *Access) removeFromDefaultACL(oid, role types.OID) error {
	row, _ := a.first(PgDefaultAcl, defaultAclOIDIndex, oidDatum(oid))
	if row == nil {
		return pgerr.New(pgerr.Internal, "could not find tuple for default ACL %d", oid)
	}
	kind := TableAcl
	for k, c := range defaultAclKinds {
		if c == datumChar(row[defaultAclObjtype]) {
			kind = k
		}
	}
	g := &Grant{Revoke: true, Cascade: true, All: true, Grantees: []types.OID{role}}
	return a.AlterDefaultACL(datumOID(row[defaultAclRole]), datumOID(row[defaultAclNamespace]), kind, g)
}
