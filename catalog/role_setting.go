package catalog

// ALTER ROLE ... SET: the settings that a role's sessions begin with, rows of
// pg_db_role_setting. After PostgreSQL 18, catalog/pg_db_role_setting.c.

import (
	"slices"
	"strings"

	"minidb/types"
)

const roleSettingIndex = "pg_db_role_setting_databaseid_rol_index"

// RoleSettings are what a role (0: all) has set for a database (0: all), each
// "name=value".
func (a *Access) RoleSettings(database, role types.OID) []string {
	row, _ := a.first(PgDbRoleSetting, roleSettingIndex, oidDatum(database), oidDatum(role))
	if row == nil {
		return nil
	}
	return texts(row[2])
}

func texts(d types.Datum) (out []string) {
	if d.IsNull() {
		return nil
	}
	for _, e := range d.Array().Elems {
		out = append(out, e.Text())
	}
	return out
}

// SetRoleSettings replaces them.
func (a *Access) SetRoleSettings(database, role types.OID, list []string) error {
	key := []types.Datum{oidDatum(database), oidDatum(role)}
	value := textArray(list)
	var err error
	if len(list) == 0 {
		err = a.deleteWhere(PgDbRoleSetting, roleSettingIndex, key...)
	} else {
		var found bool
		found, err = a.change(PgDbRoleSetting, roleSettingIndex, key, func(row types.Row) bool { row[2] = value; return true })
		if err == nil && !found {
			err = a.insertRow(PgDbRoleSetting, types.Row{key[0], key[1], value})
		}
	}
	a.CommandEnd()
	return err
}

func textArray(list []string) types.Datum {
	if len(list) == 0 {
		return null
	}
	elems := make([]types.Datum, len(list))
	for i, s := range list {
		elems[i] = textDatum(s)
	}
	return types.NewArray1(types.TextOID, elems)
}

// WithSetting puts a setting into a list, or takes it out if there is no value.
func WithSetting(list []string, name string, value *string) []string {
	at := slices.IndexFunc(list, func(s string) bool {
		n, _, _ := strings.Cut(s, "=")
		return strings.EqualFold(n, name)
	})
	switch list = slices.Clone(list); {
	case value == nil && at >= 0:
		return slices.Delete(list, at, at+1)
	case value == nil:
		return list
	case at >= 0:
		list[at] = name + "=" + *value
		return list
	}
	return append(list, name+"="+*value)
}

// forgetRoleSettings removes those of a role in every database.
func (a *Access) forgetRoleSettings(role types.OID) error {
	for _, f := range a.rows(PgDbRoleSetting, "") {
		if datumOID(f.row[1]) == role {
			if err := a.deleteRow(PgDbRoleSetting, f.tid); err != nil {
				return err
			}
		}
	}
	return nil
}
