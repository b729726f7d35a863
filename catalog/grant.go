package catalog

// GRANT and REVOKE of privileges: who grants, what of it he may, and the lists that
// come of it. After PostgreSQL 18, catalog/aclchk.c.

import (
	"slices"

	"minidb/pgerr"
	"minidb/storage"
	"minidb/types"
)

// aclObject says where objects of a kind have their list and owner.
type aclObject struct {
	kind             AclKind
	class            types.OID
	index            string // by OID
	name, owner, acl int    // columns
	word             string
	all              Privilege
}

// objectKinds are the kinds of objects that have privileges, but for columns.
var objectKinds = map[AclKind]*aclObject{
	TableAcl:      {TableAcl, PgClass, "pg_class_oid_index", ClassRelname, ClassRelowner, ClassRelacl, "table", TablePrivileges},
	DatabaseAcl:   {DatabaseAcl, PgDatabase, "pg_database_oid_index", 1, 2, 17, "database", DatabasePrivileges},
	SchemaAcl:     {SchemaAcl, PgNamespace, "pg_namespace_oid_index", NamespaceNspname, NamespaceNspowner, NamespaceNspacl, "schema", SchemaPrivileges},
	TypeAcl:       {TypeAcl, PgType, "pg_type_oid_index", TypeTypname, TypeTypowner, TypeTypacl, "type", TypePrivileges},
	LanguageAcl:   {LanguageAcl, PgLanguage, "pg_language_oid_index", 1, 2, 8, "language", LanguagePrivileges},
	TablespaceAcl: {TablespaceAcl, PgTablespace, "pg_tablespace_oid_index", 1, 2, 3, "tablespace", TablespacePrivileges},
	FunctionAcl:   {FunctionAcl, PgProc, "pg_proc_oid_index", 1, 3, 29, "function", FunctionPrivileges},
}

// objectRow is an object's row, nil if it is gone.
func (a *Access) objectRow(k *aclObject, oid types.OID) types.Row {
	row, _ := a.first(k.class, k.index, oidDatum(oid))
	return row
}

// list is the list in an object's row, or the default one.
func (k *aclObject) list(row types.Row) ACL {
	if row == nil {
		return nil
	}
	if l := readACL(row[k.acl]); l != nil {
		return l
	}
	return defaultACL(k.kind, datumOID(row[k.owner]))
}

// Grant is one GRANT, or REVOKE, of privileges: All stands for all that the object
// has. Columns are privileges on columns.
type Grant struct {
	Revoke, Option, Cascade, All bool
	Privs                        Privilege
	Columns                      []ColumnGrant
	Grantees                     []types.OID // 0 is PUBLIC
	Sequence                     bool        // ON SEQUENCE
}

// ColumnGrant is what is granted on columns; 0 stands for all privileges.
type ColumnGrant struct {
	Privs Privilege
	Names []string
}

// merge makes the list after a grant of some privileges by grantor.
func (a *Access) merge(l ACL, g *Grant, privs Privilege, grantor, owner types.OID) (ACL, error) {
	for _, to := range g.Grantees {
		if !g.Revoke && g.Option && to == 0 {
			return nil, pgerr.New(pgerr.InvalidGrantOperation, "grant options can only be granted to roles")
		}
		c := aclChange{AclItem: AclItem{Grantee: to, Grantor: grantor}, revoke: g.Revoke, cascade: g.Cascade}
		if !g.Revoke || !g.Option {
			c.Privs = privs
		}
		if g.Revoke || g.Option {
			c.Options = privs
		}
		var err error
		if l, err = a.changeACL(l, c, owner); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// grantable is what of some privileges the grantor can give or take; whoever can do
// nothing is refused if he has no privilege at all, and warned otherwise.
func (a *Access) grantable(g *Grant, all bool, privs, options Privilege, any func() bool, refusal error, name string) (Privilege, error) {
	if options == 0 && !any() {
		return 0, refusal
	}
	can := privs & options
	verb, code := "were granted", pgerr.WarningPrivilegeNotGranted
	if g.Revoke {
		verb, code = "could be revoked", pgerr.WarningPrivilegeNotRevoked
	}
	switch {
	case can == 0:
		a.warn(code, "no privileges "+verb+" for "+name)
	case !all && can != privs:
		a.warn(code, "not all privileges "+verb+" for "+name)
	}
	return can, nil
}

func (a *Access) warn(code pgerr.Code, message string) {
	if a.S.Notice != nil {
		a.S.Notice(&pgerr.Error{Severity: "WARNING", Code: code, Message: message})
	}
}

// GrantOnRelation grants privileges on a table, view or sequence and its columns.
func (a *Access) GrantOnRelation(rel *Relation, g *Grant) error {
	switch rel.Kind {
	case IndexKind, PartitionedIndexKind:
		return pgerr.New(pgerr.WrongObjectType, "%s is an index", quoted(rel.Name))
	case CompositeKind:
		return pgerr.New(pgerr.WrongObjectType, "%s is a composite type", quoted(rel.Name))
	}
	if g.Sequence && rel.Kind != SequenceKind {
		return pgerr.New(pgerr.WrongObjectType, "%s is not a sequence", quoted(rel.Name))
	}
	privs, err := a.relationPrivileges(rel, g)
	if err != nil {
		return err
	}
	columns := map[int]Privilege{}
	if g.Revoke && privs&ColumnPrivileges != 0 {
		for num := range a.attributes(rel) {
			columns[num] = privs & ColumnPrivileges
		}
	}
	before := a.aclOf(rel)
	if privs != 0 {
		if err := a.grantWhole(rel, g, privs, before); err != nil {
			return err
		}
	}
	if err := a.namedColumns(rel, g, columns); err != nil {
		return err
	}
	nums := make([]int, 0, len(columns))
	for n := range columns {
		nums = append(nums, n)
	}
	slices.Sort(nums)
	for _, n := range nums {
		if err := a.grantColumn(rel, n, g, columns[n], before); err != nil {
			return err
		}
	}
	a.CommandEnd()
	return nil
}

// relationPrivileges are those of a grant that the kind of relation has.
func (a *Access) relationPrivileges(rel *Relation, g *Grant) (Privilege, error) {
	switch seq := rel.Kind == SequenceKind; {
	case g.All && g.Privs == 0 && seq:
		return SequencePrivileges, nil
	case g.All && g.Privs == 0:
		return TablePrivileges, nil
	case g.Sequence:
	case seq && g.Privs&^SequencePrivileges != 0:
		a.warn(pgerr.InvalidGrantOperation, "sequence "+quoted(rel.Name)+" only supports USAGE, SELECT, and UPDATE privileges")
		return g.Privs & SequencePrivileges, nil
	case !seq && g.Privs&^TablePrivileges != 0:
		return 0, pgerr.New(pgerr.InvalidGrantOperation, "invalid privilege type %s for table", UsagePrivilege)
	}
	return g.Privs, nil
}

// grantWhole changes the list of a relation.
func (a *Access) grantWhole(rel *Relation, g *Grant, privs Privilege, before ACL) error {
	grantor, options := a.bestGrantor(before, rel.Owner, privs)
	word, all := "table", TablePrivileges
	if rel.Kind == SequenceKind {
		word, all = "sequence", SequencePrivileges
	}
	privs, err := a.grantable(g, g.All, privs, options, func() bool {
		p, o := a.onRelation(grantor, rel, all, all)
		return p|o != 0
	}, denied(word, rel.Name), quoted(rel.Name))
	if err != nil {
		return err
	}
	after, err := a.merge(before, g, privs, grantor, rel.Owner)
	if err != nil {
		return err
	}
	if err := a.replaceACL(objectKinds[TableAcl], rel.OID, before, after); err != nil {
		return err
	}
	return a.aclDepends(RelationObject(rel.OID), rel.Owner, before, after)
}

// attributes are a relation's columns, system columns too, by number.
func (a *Access) attributes(rel *Relation) map[int]string {
	out := map[int]string{}
	for _, row := range a.Scan(a.System(PgAttribute), "pg_attribute_relid_attnum_index", oidDatum(rel.OID)) {
		if !row[AttributeAttisdropped].IsTrue() {
			out[int(row[AttributeAttnum].Int())] = datumText(row[AttributeAttname])
		}
	}
	return out
}

// namedColumns adds what a grant says of columns by name.
func (a *Access) namedColumns(rel *Relation, g *Grant, columns map[int]Privilege) error {
	if len(g.Columns) == 0 {
		return nil
	}
	nums := map[string]int{}
	for n, name := range a.attributes(rel) {
		nums[name] = n
	}
	for _, c := range g.Columns {
		privs := c.Privs
		if privs == 0 {
			privs = ColumnPrivileges
		}
		if extra := privs &^ ColumnPrivileges; extra != 0 {
			return pgerr.New(pgerr.InvalidGrantOperation, "invalid privilege type %s for column", extra)
		}
		if rel.Kind == SequenceKind && privs&^SelectPrivilege != 0 {
			a.warn(pgerr.InvalidGrantOperation, "sequence "+quoted(rel.Name)+" only supports SELECT column privileges")
			privs &= SelectPrivilege
		}
		for _, name := range c.Names {
			n, ok := nums[name]
			if !ok {
				return pgerr.New(pgerr.UndefinedColumn, "column %s of relation %s does not exist", quoted(name), quoted(rel.Name))
			}
			columns[n] |= privs
		}
	}
	return nil
}

// grantColumn changes the list of a column.
func (a *Access) grantColumn(rel *Relation, num int, g *Grant, privs Privilege, whole ACL) error {
	if privs == 0 {
		return nil
	}
	before := a.columnACL(rel, num)
	grantor, options := a.bestGrantor(slices.Concat(whole, before), rel.Owner, privs)
	name := a.attributes(rel)[num]
	privs, err := a.grantable(g, privs == ColumnPrivileges, privs, options, func() bool {
		p, o := a.onRelation(grantor, rel, ColumnPrivileges, ColumnPrivileges)
		q, r := a.onColumn(grantor, rel, num, ColumnPrivileges, ColumnPrivileges)
		return p|o|q|r != 0
	}, pgerr.New(pgerr.InsufficientPrivilege, "permission denied for column %s of relation %s", quoted(name), quoted(rel.Name)),
		"column "+quoted(name)+" of relation "+quoted(rel.Name))
	if err != nil {
		return err
	}
	after, err := a.merge(before, g, privs, grantor, rel.Owner)
	if err != nil {
		return err
	}
	if len(after) == 0 {
		if before == nil {
			return nil
		}
		after = nil
	}
	stale, tried := false, false
	_, err = a.change(PgAttribute, "pg_attribute_relid_attnum_index", []types.Datum{oidDatum(rel.OID), intDatum(num)}, func(row types.Row) bool {
		stale = tried || !slices.Equal(readACL(row[AttributeAttacl]), before)
		tried = true
		row[AttributeAttacl] = after.datum()
		return !stale
	})
	if err == nil && stale {
		err = changedMeanwhile(storage.TMUpdated, "update")
	}
	if err != nil {
		return err
	}
	return a.aclDepends(ColumnObject(rel.OID, num), rel.Owner, before, after)
}

// replaceACL writes an object's list, unless another transaction has changed the
// object's row since before was read.
func (a *Access) replaceACL(k *aclObject, oid types.OID, before, after ACL) error {
	stale, tried := false, false
	_, err := a.change(k.class, k.index, []types.Datum{oidDatum(oid)}, func(row types.Row) bool {
		l := readACL(row[k.acl])
		stale = tried || l != nil && !slices.Equal(l, before)
		tried = true
		row[k.acl] = after.datum()
		return !stale
	})
	if err == nil && stale {
		err = changedMeanwhile(storage.TMUpdated, "update")
	}
	return err
}

// GrantOnObject grants privileges on an object that is no relation.
func (a *Access) GrantOnObject(kind AclKind, oid types.OID, g *Grant) error {
	k := objectKinds[kind]
	row := a.objectRow(k, oid)
	if row == nil {
		return pgerr.New(pgerr.Internal, "cache lookup failed for %s %d", k.word, oid)
	}
	if kind == TypeAcl {
		if t, ok := a.TypeInfo(oid); ok && t.Elem != 0 && t.Len == -1 && t.Category == 'A' {
			return pgerr.New(pgerr.InvalidGrantOperation, "cannot set privileges of array types").
				WithHint("Set the privileges of the element type instead.")
		}
	}
	owner, name := datumOID(row[k.owner]), datumText(row[k.name])
	if kind == TypeAcl {
		name = a.FormatType(oid, -1)
	}
	privs := g.Privs
	if g.All && privs == 0 {
		privs = k.all
	}
	before := k.list(row)
	grantor, options := a.bestGrantor(before, owner, privs)
	privs, err := a.grantable(g, g.All, privs, options, func() bool {
		p, o := a.granted(before, grantor, owner, k.all, k.all)
		return p|o != 0 || kind == SchemaAcl && a.mayUseAs(grantor, oid)
	}, denied(k.word, name), quoted(datumText(row[k.name])))
	if err != nil {
		return err
	}
	after, err := a.merge(before, g, privs, grantor, owner)
	if err != nil {
		return err
	}
	if err := a.replaceACL(k, oid, before, after); err != nil {
		return err
	}
	err = a.aclDepends(Object{Class: k.class, OID: oid}, owner, before, after)
	a.CommandEnd()
	return err
}

// aclDepends notes in pg_shdepend whom an object's list names besides its owner.
func (a *Access) aclDepends(o Object, owner types.OID, before, after ACL) error {
	old, now := before.members(owner), after.members(owner)
	for _, r := range now {
		if !slices.Contains(old, r) {
			if err := a.addRoleDepend(o, r, aclDep); err != nil {
				return err
			}
		}
	}
	for _, r := range old {
		if slices.Contains(now, r) {
			continue
		}
		for _, f := range a.rows(PgShdepend, "pg_shdepend_depender_index", a.dependDatabase(o), oidDatum(o.Class), oidDatum(o.OID), intDatum(o.Sub)) {
			if datumOID(f.row[ShdependRefobjid]) == r && datumChar(f.row[ShdependDeptype]) == aclDep {
				if err := a.deleteRow(PgShdepend, f.tid); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// AclClass is the catalog that has the objects of a kind.
func AclClass(kind AclKind) types.OID { return objectKinds[kind].class }

// NamedObject finds a schema, database or tablespace.
func (a *Access) NamedObject(kind AclKind, name string) (types.OID, error) {
	k := objectKinds[kind]
	code := pgerr.UndefinedObject
	switch kind {
	case SchemaAcl:
		code = pgerr.InvalidSchemaName
	case DatabaseAcl:
		code = pgerr.InvalidCatalogName
	}
	for _, row := range a.Scan(a.System(k.class), "") {
		if datumText(row[k.name]) == name {
			return datumOID(row[0]), nil
		}
	}
	return 0, pgerr.New(code, "%s %s does not exist", k.word, quoted(name))
}

// RelationsIn lists the relations of a schema, of the kinds in their order.
func (a *Access) RelationsIn(ns types.OID, kinds ...RelKind) []types.OID {
	var out []types.OID
	for _, k := range kinds {
		for _, row := range a.classRows(k) {
			if datumOID(row[ClassRelnamespace]) == ns {
				out = append(out, datumOID(row[ClassOid]))
			}
		}
	}
	return out
}
