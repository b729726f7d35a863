package catalog

// information_schema's views of roles and of what is granted on tables and columns.

import (
	"slices"

	"minidb/types"
)

const (
	tableGrantColumns = `grantor:name grantee:name table_catalog:name table_schema:name table_name:name
		privilege_type:varchar is_grantable:varchar with_hierarchy:varchar`
	columnGrantColumns = `grantor:name grantee:name table_catalog:name table_schema:name table_name:name
		column_name:name privilege_type:varchar is_grantable:varchar`
	roleGrantColumns = `grantee:name role_name:name is_grantable:varchar`
)

var grantViews = []VirtualView{
	{Schema: "information_schema", Name: "enabled_roles", Columns: `role_name:name`, Rows: enabledRoleRows},
	{Schema: "information_schema", Name: "applicable_roles", Columns: roleGrantColumns,
		Rows: func(a *Access) ([]types.Row, error) { return a.roleGrants(false), nil }},
	{Schema: "information_schema", Name: "administrable_role_authorizations", Columns: roleGrantColumns,
		Rows: func(a *Access) ([]types.Row, error) { return a.roleGrants(true), nil }},
	{Schema: "information_schema", Name: "table_privileges", Columns: tableGrantColumns, Rows: eachGrant(tableGrants, true)},
	{Schema: "information_schema", Name: "role_table_grants", Columns: tableGrantColumns, Rows: eachGrant(tableGrants, false)},
	{Schema: "information_schema", Name: "column_privileges", Columns: columnGrantColumns, Rows: eachGrant(columnGrants, true)},
	{Schema: "information_schema", Name: "role_column_grants", Columns: columnGrantColumns, Rows: eachGrant(columnGrants, false)},
}

func enabledRoleRows(a *Access) ([]types.Row, error) {
	var out []types.Row
	a.Roles(func(r *Role) bool {
		if a.HasPrivilegesOf(a.S.CurrentRole, r.OID) {
			out = append(out, types.Row{textDatum(r.Name)})
		}
		return true
	})
	return out, nil
}

// roleGrants lists the memberships of roles that the current role has the privileges of,
// and the database's owner as a member of pg_database_owner; with admin, those that may
// be granted on.
func (a *Access) roleGrants(admin bool) []types.Row {
	type member struct {
		role, member types.OID
		admin        bool
	}
	var list []member
	for _, f := range a.rows(PgAuthMembers, "") {
		list = append(list, member{datumOID(f.row[AuthMembersRoleid]), datumOID(f.row[AuthMembersMember]), f.row[AuthMembersAdminOption].IsTrue()})
	}
	if owner := a.RoleNamed("pg_database_owner"); owner != nil {
		k := objectKinds[DatabaseAcl]
		if row := a.objectRow(k, PostgresDatabase); row != nil {
			list = append(list, member{owner.OID, datumOID(row[k.owner]), false})
		}
	}
	var out []types.Row
	seen := map[member]bool{}
	for _, m := range list {
		if seen[m] || admin && !m.admin || !a.HasPrivilegesOf(a.S.CurrentRole, m.member) {
			continue
		}
		seen[m] = true
		out = append(out, types.Row{textDatum(a.roleName(m.member)), textDatum(a.roleName(m.role)), yesNo(m.admin)})
	}
	return out
}

// tableGrant is one privilege that one role has from another.
type tableGrant struct {
	grantee, grantor types.OID
	privilege        Privilege
	grantable        bool
}

// explode lists the privileges of a list one by one.
func (l ACL) explode(of Privilege) (out []tableGrant) {
	for _, i := range l {
		for p := Privilege(1); p != 0 && p <= i.Privs; p <<= 1 {
			if i.Privs&of&p != 0 {
				out = append(out, tableGrant{i.Grantee, i.Grantor, p, i.Options&p != 0})
			}
		}
	}
	return out
}

// eachGrant makes a view of what is granted on tables and views: what the current role
// has granted or been granted, and with public what everybody has.
func eachGrant(rows func(a *Access, r *Relation, shows func(tableGrant) bool) []types.Row, public bool) func(*Access) ([]types.Row, error) {
	return func(a *Access) ([]types.Row, error) {
		me := a.S.CurrentRole
		shows := func(g tableGrant) bool {
			return a.HasPrivilegesOf(me, g.grantor) || g.grantee != 0 && a.HasPrivilegesOf(me, g.grantee) || g.grantee == 0 && public
		}
		var out []types.Row
		for _, c := range a.classRows(TableKind, PartitionedTableKind, ViewKind) {
			r, err := a.ByOID(datumOID(c[ClassOid]))
			if err != nil {
				return nil, err
			}
			if r != nil {
				out = append(out, rows(a, r, shows)...)
			}
		}
		return out, nil
	}
}

// words are the columns at the beginning of both views, and is_grantable: an owner may
// always grant.
func (a *Access) grantWords(r *Relation, g tableGrant) (names []types.Datum, grantable types.Datum) {
	grantee := "PUBLIC"
	if g.grantee != 0 {
		grantee = a.roleName(g.grantee)
	}
	owner := g.grantee != 0 && a.HasPrivilegesOf(g.grantee, r.Owner)
	return []types.Datum{textDatum(a.roleName(g.grantor)), textDatum(grantee), textDatum(a.S.Database), textDatum(r.Schema),
		textDatum(r.Name)}, yesNo(owner || g.grantable)
}

func tableGrants(a *Access, r *Relation, shows func(tableGrant) bool) (out []types.Row) {
	for _, g := range a.aclOf(r).explode(TablePrivileges &^ MaintainPrivilege) {
		if shows(g) {
			names, grantable := a.grantWords(r, g)
			out = append(out, joined(names, []types.Datum{textDatum(g.privilege.String()), grantable, yesNo(g.privilege == SelectPrivilege)}))
		}
	}
	return out
}

// columnGrants are those of the table, for each column, and the column's own.
func columnGrants(a *Access, r *Relation, shows func(tableGrant) bool) (out []types.Row) {
	whole := a.aclOf(r).explode(ColumnPrivileges)
	for _, col := range r.Live() {
		list := whole
		for _, g := range a.columnACL(r, col.Num).explode(ColumnPrivileges) {
			if !slices.Contains(list, g) {
				list = append(slices.Clip(list), g)
			}
		}
		for _, g := range list {
			if shows(g) {
				names, grantable := a.grantWords(r, g)
				out = append(out, joined(names, []types.Datum{textDatum(col.Name), textDatum(g.privilege.String()), grantable}))
			}
		}
	}
	return out
}
