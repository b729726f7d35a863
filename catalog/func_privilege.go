package catalog

// Functions about privileges: has_table_privilege and its kin, aclexplode,
// acldefault, makeaclitem, and how an aclitem is read and written. After PostgreSQL
// 18, utils/adt/acl.c.

import (
	"strings"

	"minidb/pgerr"
	"minidb/types"
)

var privilegeFuncs = map[string]catalogFunc{
	"has_table_privilege":      hasPrivilege(onTable(TablePrivileges, (*Access).onRelation)),
	"has_sequence_privilege":   hasPrivilege(onSequence),
	"has_any_column_privilege": hasPrivilege(onTable(ColumnPrivileges, (*Access).onAnyColumn)),
	"has_column_privilege":     hasColumnPrivilege,
	"has_schema_privilege":     hasPrivilege(onSchema),
	"has_database_privilege":   hasPrivilege(onDatabaseNamed),
	"has_function_privilege":   hasPrivilege(onFunction),
	"has_type_privilege":       hasPrivilege(onType),
	"has_language_privilege":   hasPrivilege(onNamed(LanguageAcl, "pg_language_name_index")),
	"has_tablespace_privilege": hasPrivilege(onNamed(TablespaceAcl, "pg_tablespace_spcname_index")),
	"has_parameter_privilege":  hasPrivilege(onParameter),
	"pg_has_role":              hasRole,
	"row_security_active": func(*Access, []types.Datum) (types.Datum, error) {
		return boolDatum(false), nil
	},
	"pg_get_acl":  getACL,
	"aclexplode":  aclExplode,
	"acldefault":  aclDefault,
	"makeaclitem": makeAclItem,
	"aclinsert":   noLonger("aclinsert"),
	"aclremove":   noLonger("aclremove"),
	"aclcontains": aclContains,
}

// grantedTo tells what of some privileges and grant options a role has on an
// object.
type grantedTo func(role types.OID, privs, options Privilege) (p, o Privilege)

// hasPrivilege is has_table_privilege([role,] table, privilege) and its kin, for
// functions of one object: it is found by its name or number, nil for a number that
// no object has; all are the privileges that there are.
func hasPrivilege(object func(*Access, types.Datum) (has grantedTo, all Privilege, err error)) catalogFunc {
	return func(a *Access, args []types.Datum) (types.Datum, error) {
		role, args, err := a.roleOrPublic(args, 3)
		if err != nil {
			return null, err
		}
		has, all, err := object(a, args[0])
		if err != nil {
			return null, err
		}
		privs, options, err := readPrivileges(args[1].Text(), all)
		if has == nil || err != nil {
			return null, err
		}
		p, o := has(role, privs, options)
		return boolDatum(p|o != 0), nil
	}
}

// onParameter is what a role has on a setting, whether there is one of that name or not:
// GRANT ON PARAMETER is not built, so that only superusers have anything.
func onParameter(a *Access, _ types.Datum) (grantedTo, Privilege, error) {
	return func(role types.OID, privs, options Privilege) (p, o Privilege) {
		if a.IsSuperuser(role) {
			return privs, options
		}
		return 0, 0
	}, SetPrivilege | AlterSystemPrivilege, nil
}

// roleOrPublic takes the role from the arguments if there are n, the current one
// otherwise.
func (a *Access) roleOrPublic(args []types.Datum, n int) (types.OID, []types.Datum, error) {
	if len(args) < n {
		return a.S.CurrentRole, args, nil
	}
	if args[0].Kind() == types.Text && args[0].Text() == "public" {
		return 0, args[1:], nil
	}
	role, err := a.roleArgument(args[0])
	return role, args[1:], err
}

// readPrivileges reads a list of privileges, each perhaps WITH GRANT OPTION.
func readPrivileges(list string, all Privilege) (privs, options Privilege, err error) {
	for _, text := range strings.Split(list, ",") {
		text = strings.TrimSpace(text)
		plain, with := strings.CutSuffix(strings.ToLower(text), " with grant option")
		p, ok := PrivilegeNamed(plain)
		if !ok || p&all == 0 {
			return 0, 0, pgerr.New(pgerr.InvalidParameterValue, "unrecognized privilege type: %s", quoted(text))
		}
		if with {
			options |= p
		} else {
			privs |= p
		}
	}
	return privs, options, nil
}

func onTable(all Privilege, has func(*Access, types.OID, *Relation, Privilege, Privilege) (p, o Privilege)) func(*Access, types.Datum) (grantedTo, Privilege, error) {
	return func(a *Access, arg types.Datum) (grantedTo, Privilege, error) {
		rel, err := a.tableArgument(arg)
		if rel == nil || err != nil {
			return nil, all, err
		}
		return func(role types.OID, privs, options Privilege) (p, o Privilege) {
			return has(a, role, rel, privs, options)
		}, all, nil
	}
}

// onAnyColumn is what a role has on a relation or on some column of it.
func (a *Access) onAnyColumn(role types.OID, rel *Relation, privs, options Privilege) (p, o Privilege) {
	p, o = a.onRelation(role, rel, privs, options)
	for num := range a.attributes(rel) {
		q, r := a.onColumn(role, rel, num, privs, options)
		p, o = p|q, o|r
	}
	return p, o
}

func onSequence(a *Access, arg types.Datum) (grantedTo, Privilege, error) {
	rel, err := a.tableArgument(arg)
	if rel != nil && rel.Kind != SequenceKind {
		return nil, 0, pgerr.New(pgerr.WrongObjectType, "%s is not a sequence", quoted(rel.Name))
	}
	if rel == nil || err != nil {
		return nil, SequencePrivileges, err
	}
	return func(role types.OID, privs, options Privilege) (p, o Privilege) {
		return a.onRelation(role, rel, privs, options)
	}, SequencePrivileges, nil
}

func onSchema(a *Access, arg types.Datum) (grantedTo, Privilege, error) {
	ns := types.OID(0)
	if arg.Kind() == types.Text {
		var ok bool
		if ns, ok = a.Namespace(arg.Text()); !ok {
			return nil, 0, pgerr.New(pgerr.InvalidSchemaName, "schema %s does not exist", quoted(arg.Text()))
		}
	} else if ns = datumOID(arg); a.NamespaceName(ns) == "" {
		return nil, SchemaPrivileges, nil
	}
	return func(role types.OID, privs, options Privilege) (p, o Privilege) {
		return a.inNamespace(role, ns, privs, options)
	}, SchemaPrivileges, nil
}

func onDatabaseNamed(a *Access, arg types.Datum) (grantedTo, Privilege, error) {
	if arg.Kind() == types.Text {
		if row, _ := a.first(PgDatabase, "pg_database_datname_index", arg); row == nil {
			return nil, 0, pgerr.New(pgerr.InvalidCatalogName, "database %s does not exist", quoted(arg.Text()))
		}
	} else if a.objectRow(objectKinds[DatabaseAcl], datumOID(arg)) == nil {
		return nil, DatabasePrivileges, nil
	}
	return a.onDatabase, DatabasePrivileges, nil
}

// onObject is for objects that have nothing but their list.
func (a *Access) onObject(kind AclKind, oid types.OID) (grantedTo, Privilege, error) {
	k := objectKinds[kind]
	row := a.objectRow(k, oid)
	if row == nil {
		return nil, k.all, nil
	}
	return func(role types.OID, privs, options Privilege) (p, o Privilege) {
		if a.IsSuperuser(role) {
			return privs, options
		}
		return a.granted(k.list(row), role, datumOID(row[k.owner]), privs, options)
	}, k.all, nil
}

// namedOr is an argument that is a number or a name.
func namedOr(arg types.Datum, in func(string) (types.OID, error)) (types.OID, error) {
	if arg.Kind() == types.Text {
		return in(arg.Text())
	}
	return datumOID(arg), nil
}

func onFunction(a *Access, arg types.Datum) (grantedTo, Privilege, error) {
	oid, err := namedOr(arg, a.RegprocedureIn)
	if err != nil {
		return nil, 0, err
	}
	return a.onObject(FunctionAcl, oid)
}

func onType(a *Access, arg types.Datum) (grantedTo, Privilege, error) {
	oid, err := namedOr(arg, a.RegtypeIn)
	if err != nil {
		return nil, 0, err
	}
	if t, ok := a.TypeInfo(oid); ok && t.Elem != 0 && t.Len == -1 && t.Category == 'A' {
		oid = t.Elem
	}
	return a.onObject(TypeAcl, oid)
}

func onNamed(kind AclKind, index string) func(*Access, types.Datum) (grantedTo, Privilege, error) {
	return func(a *Access, arg types.Datum) (grantedTo, Privilege, error) {
		k := objectKinds[kind]
		if arg.Kind() != types.Text {
			return a.onObject(kind, datumOID(arg))
		}
		row, _ := a.first(k.class, index, arg)
		if row == nil {
			return nil, 0, pgerr.New(pgerr.UndefinedObject, "%s %s does not exist", k.word, quoted(arg.Text()))
		}
		return a.onObject(kind, datumOID(row[0]))
	}
}

// hasColumnPrivilege is has_column_privilege([role,] table, column, privilege).
func hasColumnPrivilege(a *Access, args []types.Datum) (types.Datum, error) {
	role, args, err := a.roleOrPublic(args, 4)
	if err != nil {
		return null, err
	}
	rel, err := a.tableArgument(args[0])
	if err != nil {
		return null, err
	}
	num, name := 0, ""
	if args[1].Kind() == types.Text {
		name = args[1].Text()
	} else {
		num = int(args[1].Int())
	}
	if rel != nil {
		found := false
		for n, s := range a.attributes(rel) {
			if n == num || name != "" && s == name {
				num, found = n, true
			}
		}
		switch {
		case !found && name != "":
			return null, pgerr.New(pgerr.UndefinedColumn, "column %s of relation %s does not exist", quoted(name), quoted(rel.Name))
		case !found:
			rel = nil
		}
	}
	privs, options, err := readPrivileges(args[2].Text(), ColumnPrivileges)
	if rel == nil || err != nil {
		return null, err
	}
	p, o := a.onRelation(role, rel, privs, options)
	q, r := a.onColumn(role, rel, num, privs, options)
	return boolDatum(p|o|q|r != 0), nil
}

func (a *Access) roleArgument(d types.Datum) (types.OID, error) {
	if d.Kind() == types.Int {
		return datumOID(d), nil
	}
	if o := a.roleOID(d.Text()); o != 0 {
		return o, nil
	}
	return 0, pgerr.New(pgerr.UndefinedObject, "role %s does not exist", quoted(d.Text()))
}

// tableArgument finds a table given by name or number, nil for an unknown number.
func (a *Access) tableArgument(d types.Datum) (*Relation, error) {
	oid := types.OID(0)
	if d.Kind() == types.Text {
		o, err := a.namedRelation(d.Text())
		if err != nil {
			return nil, err
		}
		oid = o
	} else {
		oid = datumOID(d)
	}
	return a.ByOID(oid)
}

// getACL is pg_get_acl(class, object, column).
func getACL(a *Access, args []types.Datum) (types.Datum, error) {
	class, oid, sub := datumOID(args[0]), datumOID(args[1]), int(args[2].Int())
	if sub != 0 {
		if class != PgClass {
			return null, nil
		}
		row, _ := a.first(PgAttribute, "pg_attribute_relid_attnum_index", args[1], args[2])
		if row == nil {
			return null, nil
		}
		return row[AttributeAttacl], nil
	}
	for _, k := range objectKinds {
		if k.class == class {
			if row := a.objectRow(k, oid); row != nil {
				return row[k.acl], nil
			}
		}
	}
	return null, nil
}

func aclExplode(_ *Access, args []types.Datum) (types.Datum, error) {
	l, err := aclArgument(args[0])
	if err != nil {
		return null, err
	}
	var rows []types.Datum
	for _, i := range l {
		for n, name := range privilegeNames {
			if p := Privilege(1) << n; i.Privs&p != 0 {
				rows = append(rows, types.NewRecord(&types.RecordVal{
					Types:  []types.OID{types.OidOID, types.OidOID, types.TextOID, types.BoolOID},
					Fields: []types.Datum{oidDatum(i.Grantor), oidDatum(i.Grantee), textDatum(name), boolDatum(i.Options&p != 0)}}))
			}
		}
	}
	return types.NewArray1(types.RecordOID, rows), nil
}

// aclArgument reads an array that a query made.
func aclArgument(d types.Datum) (ACL, error) {
	arr := d.Array()
	if len(arr.Dims) > 1 {
		return nil, pgerr.New(pgerr.InvalidParameterValue, "ACL arrays must be one-dimensional")
	}
	for _, e := range arr.Elems {
		if e.IsNull() {
			return nil, pgerr.New(pgerr.NullValueNotAllowed, "ACL arrays must not contain null values")
		}
	}
	return readACL(d), nil
}

func aclDefault(_ *Access, args []types.Datum) (types.Datum, error) {
	kind := AclKind(datumChar(args[0]))
	if _, ok := aclKinds[kind]; !ok {
		return null, pgerr.New(pgerr.Internal, "unrecognized object type abbreviation: %c", kind)
	}
	return defaultACL(kind, datumOID(args[1])).datum(), nil
}

// makeAclItem is makeaclitem(grantee, grantor, privileges, grantable).
func makeAclItem(_ *Access, args []types.Datum) (types.Datum, error) {
	i := AclItem{Grantee: datumOID(args[0]), Grantor: datumOID(args[1])}
	for _, text := range strings.Split(args[2].Text(), ",") {
		text = strings.TrimSpace(text)
		p, ok := PrivilegeNamed(strings.ToLower(text))
		if !ok || p == 0 {
			return null, pgerr.New(pgerr.InvalidParameterValue, "unrecognized privilege type: %s", quoted(text))
		}
		i.Privs |= p
	}
	if args[3].IsTrue() {
		i.Options = i.Privs
	}
	return textDatum(i.String()), nil
}

func noLonger(name string) catalogFunc {
	return func(*Access, []types.Datum) (types.Datum, error) {
		return null, pgerr.New(pgerr.FeatureNotSupported, "%s is no longer supported", name)
	}
}

func aclContains(_ *Access, args []types.Datum) (types.Datum, error) {
	l, err := aclArgument(args[0])
	want := parseAclItem(args[1].Text())
	for _, i := range l {
		if i.Grantee == want.Grantee && i.Grantor == want.Grantor {
			return boolDatum(want.Privs&^i.Privs == 0 && want.Options&^i.Options == 0), err
		}
	}
	return boolDatum(false), err
}

// AclitemIn reads an aclitem as it is written, "role=r*w/grantor", into its stored
// form.
func (a *Access) AclitemIn(s string) (string, error) {
	bad := func(format string, args ...any) (string, error) {
		return "", pgerr.New(pgerr.InvalidTextRepresentation, format, args...)
	}
	p := strings.TrimLeft(s, " \t\n\r\v\f")
	name, p, err := aclName(p)
	if err != nil {
		return "", err
	}
	if !strings.HasPrefix(p, "=") { // a keyword stands before the name
		if name != "group" && name != "user" {
			return "", pgerr.New(pgerr.InvalidTextRepresentation, "unrecognized key word: %s", quoted(name)).
				WithHint("ACL key word must be \"group\" or \"user\".")
		}
		if name, p, err = aclName(p); err != nil {
			return "", err
		}
		if name == "" {
			return "", pgerr.New(pgerr.InvalidTextRepresentation, "missing name").
				WithHint("A name must follow the \"group\" or \"user\" key word.")
		}
	}
	if !strings.HasPrefix(p, "=") {
		return bad("missing \"=\" sign")
	}
	i := AclItem{Grantor: BootstrapUser}
	last := Privilege(0)
	for p = p[1:]; p != "" && (p[0] == '*' || p[0] >= 'a' && p[0] <= 'z' || p[0] >= 'A' && p[0] <= 'Z'); p = p[1:] {
		if p[0] == '*' {
			i.Options |= last
			continue
		}
		n := strings.IndexByte(privilegeLetters, p[0])
		if n < 0 {
			return bad("invalid mode character: must be one of \"%s\"", privilegeLetters)
		}
		last = 1 << n
		i.Privs |= last
	}
	if name != "" {
		if i.Grantee = a.roleOID(name); i.Grantee == 0 {
			return "", pgerr.New(pgerr.UndefinedObject, "role %s does not exist", quoted(name))
		}
	}
	if rest, ok := strings.CutPrefix(p, "/"); ok {
		by := ""
		if by, p, err = aclName(rest); err != nil {
			return "", err
		}
		if by == "" {
			return bad("a name must follow the \"/\" sign")
		}
		if i.Grantor = a.roleOID(by); i.Grantor == 0 {
			return "", pgerr.New(pgerr.UndefinedObject, "role %s does not exist", quoted(by))
		}
	} else if a.S.Notice != nil {
		a.S.Notice(&pgerr.Error{Severity: "WARNING", Code: pgerr.InvalidGrantor, Message: "defaulting grantor to user ID 10", Position: a.S.Env.Place})
	}
	if strings.Trim(p, " \t\n\r\v\f") != "" {
		return bad("extra garbage at the end of the ACL specification")
	}
	return i.String(), nil
}

// aclName reads a role's name, perhaps in double quotes, and the spaces behind it.
func aclName(s string) (name, rest string, err error) {
	s = strings.TrimLeft(s, " \t\n\r\v\f")
	var b []byte
	quoted := false
	i := 0
	for ; i < len(s); i++ {
		c := s[i]
		if c == '"' {
			if quoted && i+1 < len(s) && s[i+1] == '"' {
				i++
			} else {
				quoted = !quoted
				continue
			}
		} else if !quoted && !safeInAcl(c, true) {
			break
		}
		if len(b) >= 63 {
			return "", "", pgerr.New(pgerr.NameTooLong, "identifier too long").WithDetail("Identifier must be less than 64 characters.")
		}
		b = append(b, c)
	}
	return string(b), strings.TrimLeft(s[i:], " \t\n\r\v\f"), nil
}

// safeInAcl tells whether a byte of a name need not be quoted.
func safeInAcl(c byte, reading bool) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || reading && c >= 0x80
}

// AclitemOut writes an aclitem of the stored form.
func (a *Access) AclitemOut(s string) string {
	i := parseAclItem(s)
	_, what, _ := strings.Cut(s, "=")
	what, _, _ = strings.Cut(what, "/")
	who := ""
	if i.Grantee != 0 {
		who = a.aclRole(i.Grantee)
	}
	return who + "=" + what + "/" + a.aclRole(i.Grantor)
}

func (a *Access) aclRole(oid types.OID) string {
	name := a.roleName(oid)
	if name == "" {
		return itoa(int64(oid))
	}
	for i := range len(name) {
		if !safeInAcl(name[i], false) {
			return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
		}
	}
	return name
}
