package catalog

// What roles may do with objects, and the errors (42501) of those that may not:
// an object's owner and superusers may do everything. After PostgreSQL 18,
// catalog/aclchk.c.

import (
	"minidb/pgerr"
	"minidb/types"
)

// OIDs of predefined roles with rights on all objects.
const (
	readAllData   types.OID = 6181
	writeAllData  types.OID = 6182
	readAllStats  types.OID = 3375
	MaintainRole  types.OID = 6337
	signalBackend types.OID = 4200
	checkpoint    types.OID = 4544
)

// relationWords are the kinds of relations in these errors.
var relationWords = map[RelKind]string{IndexKind: "index", PartitionedIndexKind: "index", SequenceKind: "sequence", ViewKind: "view",
	CompositeKind: "type"}

func relationWord(k RelKind) string {
	if w := relationWords[k]; w != "" {
		return w
	}
	return "table"
}

// relationAcl is the kind of a relation's list.
func relationAcl(k RelKind) AclKind {
	if k == SequenceKind {
		return SequenceAcl
	}
	return TableAcl
}

// aclOf is a relation's list. Those of system catalogs are not in their entries,
// which never change.
func (a *Access) aclOf(rel *Relation) ACL {
	l := rel.ACL
	if a.static[rel.OID] != nil {
		if row, _ := a.first(PgClass, "pg_class_oid_index", oidDatum(rel.OID)); row != nil {
			l = readACL(row[ClassRelacl])
		}
	}
	if l == nil {
		l = defaultACL(relationAcl(rel.Kind), rel.Owner)
	}
	return l
}

// onRelation is what of some privileges and grant options a role has on a
// relation as a whole.
func (a *Access) onRelation(role types.OID, rel *Relation, privs, options Privilege) (p, o Privilege) {
	if a.IsSuperuser(role) {
		return privs, options
	}
	const changing = InsertPrivilege | UpdatePrivilege | DeletePrivilege | TruncatePrivilege | UsagePrivilege
	if rel.System && rel.Kind != ViewKind {
		privs &^= changing
	}
	p, o = a.granted(a.aclOf(rel), role, rel.Owner, privs, options)
	for _, g := range []struct {
		role types.OID
		p    Privilege
	}{{readAllData, SelectPrivilege}, {writeAllData, InsertPrivilege | UpdatePrivilege | DeletePrivilege}, {MaintainRole, MaintainPrivilege}} {
		if privs&g.p&^p != 0 && a.HasPrivilegesOf(role, g.role) {
			p |= privs & g.p
		}
	}
	return p, o
}

// HasPrivilege reports whether a role has all of some privileges on a relation.
func (a *Access) HasPrivilege(role types.OID, rel *Relation, want Privilege) bool {
	if rel.ACL == nil && !rel.System && role == rel.Owner {
		return true
	}
	p, _ := a.onRelation(role, rel, want, 0)
	return p == want
}

// HasAnyPrivilege reports whether a role has one of some privileges on a relation.
func (a *Access) HasAnyPrivilege(role types.OID, rel *Relation, want Privilege) bool {
	p, _ := a.onRelation(role, rel, want, 0)
	return p != 0
}

// columnACL is the list of one column, also of a system column.
func (a *Access) columnACL(rel *Relation, num int) ACL {
	if num > 0 && num <= len(rel.Columns) && a.static[rel.OID] == nil {
		return rel.Columns[num-1].ACL
	}
	if row, _ := a.first(PgAttribute, "pg_attribute_relid_attnum_index", oidDatum(rel.OID), intDatum(num)); row != nil {
		return readACL(row[AttributeAttacl])
	}
	return nil
}

// onColumn is what of some privileges a role has on one column by its own list.
func (a *Access) onColumn(role types.OID, rel *Relation, num int, privs, options Privilege) (p, o Privilege) {
	if l := a.columnACL(rel, num); l != nil {
		return a.granted(l, role, rel.Owner, privs, options)
	}
	return 0, 0
}

// HasColumnPrivilege reports whether a role has one privilege on a column, by the
// column's list or by the relation's.
func (a *Access) HasColumnPrivilege(role types.OID, rel *Relation, num int, want Privilege) bool {
	if a.HasPrivilege(role, rel, want) {
		return true
	}
	p, _ := a.onColumn(role, rel, num, want, 0)
	return p == want
}

// HasSomeColumn reports whether a role has one privilege on a column or, if all is
// set, on every column by their own lists.
func (a *Access) HasSomeColumn(role types.OID, rel *Relation, want Privilege, all bool) bool {
	any := false
	for i := range rel.Columns {
		if rel.Columns[i].Dropped {
			continue
		}
		p, _ := a.onColumn(role, rel, i+1, want, 0)
		switch {
		case p == want && !all:
			return true
		case p == want:
			any = true
		case all:
			return false
		}
	}
	return any
}

// CheckPrivilege is the error of a role that lacks a privilege on a relation.
func (a *Access) CheckPrivilege(role types.OID, rel *Relation, want Privilege) error {
	if a.HasPrivilege(role, rel, want) {
		return nil
	}
	return RelationDenied(rel)
}

// CheckColumns is the error of a role that lacks a privilege on some columns of a
// relation.
func (a *Access) CheckColumns(role types.OID, rel *Relation, columns []int, want Privilege) error {
	if a.HasPrivilege(role, rel, want) {
		return nil
	}
	for _, n := range columns {
		if p, _ := a.onColumn(role, rel, n, want, 0); p != want {
			return RelationDenied(rel)
		}
	}
	return nil
}

// RelationDenied is the error of who lacks a privilege on a relation.
func RelationDenied(rel *Relation) error { return denied(relationWord(rel.Kind), rel.Name) }

func denied(word, name string) error {
	return pgerr.New(pgerr.InsufficientPrivilege, "permission denied for %s %s", word, name)
}

// CheckOwner refuses the current role what only a relation's owner may do.
func (a *Access) CheckOwner(rel *Relation) error {
	if a.HasPrivilegesOf(a.S.CurrentRole, rel.Owner) {
		return nil
	}
	return notOwner(relationWord(rel.Kind), rel.Name)
}

// CheckPartOwner is CheckOwner for a column or a constraint of a relation.
func (a *Access) CheckPartOwner(rel *Relation) error {
	if a.HasPrivilegesOf(a.S.CurrentRole, rel.Owner) {
		return nil
	}
	return notOwner("relation", rel.Name)
}

func notOwner(word, name string) error {
	return pgerr.New(pgerr.InsufficientPrivilege, "must be owner of %s %s", word, name)
}

// CheckTypeOwner is CheckOwner for a type.
func (a *Access) CheckTypeOwner(oid types.OID) error {
	if row, _ := a.first(PgType, "pg_type_oid_index", oidDatum(oid)); row != nil &&
		!a.HasPrivilegesOf(a.S.CurrentRole, datumOID(row[TypeTypowner])) {
		return notOwner("type", a.FormatType(oid, -1))
	}
	return nil
}

// namespaceOwner returns who owns a schema, 0 if it is gone.
func (a *Access) namespaceOwner(ns types.OID) types.OID {
	if row, _ := a.first(PgNamespace, "pg_namespace_oid_index", oidDatum(ns)); row != nil {
		return datumOID(row[NamespaceNspowner])
	}
	return 0
}

// CheckNamespaceOwner is CheckOwner for a schema.
func (a *Access) CheckNamespaceOwner(ns types.OID) error {
	if a.HasPrivilegesOf(a.S.CurrentRole, a.namespaceOwner(ns)) {
		return nil
	}
	return notOwner("schema", a.NamespaceName(ns))
}

// inNamespace is what of some privileges a role has on a schema.
func (a *Access) inNamespace(role, ns types.OID, privs, options Privilege) (p, o Privilege) {
	if a.IsSuperuser(role) {
		return privs, options
	}
	if a.IsMyTemp(ns) {
		return privs & SchemaPrivileges, 0
	}
	row, _ := a.first(PgNamespace, "pg_namespace_oid_index", oidDatum(ns))
	if row == nil {
		return 0, 0
	}
	owner := datumOID(row[NamespaceNspowner])
	l := readACL(row[NamespaceNspacl])
	if l == nil {
		l = defaultACL(SchemaAcl, owner)
	}
	p, o = a.granted(l, role, owner, privs, options)
	if privs&UsagePrivilege&^p != 0 && (a.HasPrivilegesOf(role, readAllData) || a.HasPrivilegesOf(role, writeAllData)) {
		p |= UsagePrivilege
	}
	return p, o
}

// CheckCreateIn refuses the current role to put objects into a schema.
func (a *Access) CheckCreateIn(ns types.OID) error { return a.CheckCreateInAs(a.S.CurrentRole, ns) }

// CheckCreateInAs is CheckCreateIn for another role.
func (a *Access) CheckCreateInAs(role, ns types.OID) error {
	if p, _ := a.inNamespace(role, ns, CreatePrivilege, 0); p != 0 {
		return nil
	}
	return denied("schema", a.NamespaceName(ns))
}

// mayUse reports whether the current role may look for objects in a schema.
func (a *Access) mayUse(ns types.OID) bool { return a.mayUseAs(a.S.CurrentRole, ns) }

func (a *Access) mayUseAs(role, ns types.OID) bool {
	if role == BootstrapUser || ns == CatalogNamespace {
		return true
	}
	p, _ := a.inNamespace(role, ns, UsagePrivilege, 0)
	return p != 0
}

// CheckUseAs is CheckUse for another role.
func (a *Access) CheckUseAs(role, ns types.OID) error {
	if a.mayUseAs(role, ns) {
		return nil
	}
	return denied("schema", a.NamespaceName(ns))
}

// CheckUse refuses the current role to look for objects in a schema.
func (a *Access) CheckUse(ns types.OID) error {
	if a.mayUse(ns) {
		return nil
	}
	return denied("schema", a.NamespaceName(ns))
}

// onDatabase is what of some privileges a role has on the database.
func (a *Access) onDatabase(role types.OID, privs, options Privilege) (p, o Privilege) {
	if a.IsSuperuser(role) {
		return privs, options
	}
	k := objectKinds[DatabaseAcl]
	row := a.objectRow(k, PostgresDatabase)
	owner := datumOID(row[k.owner])
	return a.granted(k.list(row), role, owner, privs, options)
}

// MayConnect reports whether a role may connect to the database.
func (a *Access) MayConnect(role types.OID) bool {
	p, _ := a.onDatabase(role, ConnectPrivilege, 0)
	return p != 0
}

// CheckDatabase refuses the current role what it may not do with the database: make
// schemas (CREATE), temporary tables or connect.
func (a *Access) CheckDatabase(want Privilege) error {
	if p, _ := a.onDatabase(a.S.CurrentRole, want, 0); p == want {
		return nil
	}
	if want == TempPrivilege {
		return pgerr.New(pgerr.InsufficientPrivilege, "permission denied to create temporary tables in database %s", quoted(a.S.Database))
	}
	return denied("database", a.S.Database)
}

// CheckTypeUse refuses the current role to make columns of a type.
func (a *Access) CheckTypeUse(oid types.OID) error {
	if a.S.CurrentRole == BootstrapUser {
		return nil
	}
	if t, ok := a.TypeInfo(oid); ok && t.Elem != 0 && t.Len == -1 && t.Category == 'A' {
		oid = t.Elem
	}
	k := objectKinds[TypeAcl]
	row := a.objectRow(k, oid)
	if row == nil || row[k.acl].IsNull() || a.IsSuperuser(a.S.CurrentRole) {
		return nil
	}
	if p, _ := a.granted(k.list(row), a.S.CurrentRole, datumOID(row[k.owner]), UsagePrivilege, 0); p == 0 {
		return denied("type", a.FormatType(oid, -1))
	}
	return nil
}

// CheckCheckpoint lets superusers and who is allowed to do a CHECKPOINT.
func (a *Access) CheckCheckpoint() error {
	if a.HasPrivilegesOf(a.S.CurrentRole, checkpoint) {
		return nil
	}
	return pgerr.New(pgerr.InsufficientPrivilege, "permission denied to execute %s command", "CHECKPOINT").
		WithDetail("Only roles with privileges of the \"pg_checkpoint\" role may execute this command.")
}

// GiveTo is OWNER TO: the current role must be the owner and may SET ROLE to the
// new one.
func (a *Access) GiveTo(role types.OID) error {
	if a.MaySetRole(a.S.CurrentRole, role) {
		return nil
	}
	return pgerr.New(pgerr.InsufficientPrivilege, "must be able to SET ROLE %s", quoted(a.roleName(role)))
}

// SetRelationOwner gives a relation, its indexes, its row type and the sequences
// of its columns to a role, in the lists of privileges too.
func (a *Access) SetRelationOwner(rel *Relation, role types.OID) error {
	if rel.Owner == role {
		return nil
	}
	acl := rel.ACL.withOwner(rel.Owner, role)
	err := a.UpdateClass(rel.OID, func(row types.Row) { row[ClassRelowner], row[ClassRelacl] = oidDatum(role), acl.datum() })
	if err != nil {
		return err
	}
	if rel.Kind != IndexKind && rel.Kind != PartitionedIndexKind {
		if err := a.setRelationDepends(rel, role, acl); err != nil {
			return err
		}
	}
	if rel.RowType != 0 {
		if err := a.setTypeOwner(rel.RowType, role); err != nil {
			return err
		}
	}
	for _, ix := range rel.Indexes {
		if err := a.UpdateClass(ix.OID, func(row types.Row) { row[ClassRelowner] = oidDatum(role) }); err != nil {
			return err
		}
	}
	for _, oid := range a.OwnedSequences(rel.OID) {
		seq, err := a.ByOID(oid)
		if err == nil && seq != nil {
			err = a.SetRelationOwner(seq, role)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// setRelationDepends notes the new owner of a relation and whom its lists and those
// of its columns name.
func (a *Access) setRelationDepends(rel *Relation, role types.OID, acl ACL) error {
	o := RelationObject(rel.OID)
	if err := a.setOwner(o, role); err != nil {
		return err
	}
	if err := a.aclDepends(o, role, nil, acl); err != nil {
		return err
	}
	for _, f := range a.rows(PgAttribute, "pg_attribute_relid_attnum_index", oidDatum(rel.OID)) {
		old := readACL(f.row[AttributeAttacl])
		if old == nil {
			continue
		}
		num, acl := int(f.row[AttributeAttnum].Int()), old.withOwner(rel.Owner, role)
		if err := a.UpdateColumn(rel.OID, num, func(row types.Row) { row[AttributeAttacl] = acl.datum() }); err != nil {
			return err
		}
		if err := a.aclDepends(ColumnObject(rel.OID, num), role, nil, acl); err != nil {
			return err
		}
	}
	return nil
}

// SetTypeOwner gives a type that is no row type to a role.
func (a *Access) SetTypeOwner(oid, role types.OID) error {
	if err := a.setTypeOwner(oid, role); err != nil {
		return err
	}
	return a.setObjectOwner(TypeAcl, oid, role)
}

// setTypeOwner changes a type's row and its array's.
func (a *Access) setTypeOwner(oid, role types.OID) error {
	array := types.OID(0)
	for _, t := range []*types.OID{&oid, &array} {
		if *t == 0 {
			continue
		}
		_, err := a.change(PgType, "pg_type_oid_index", []types.Datum{oidDatum(*t)}, func(row types.Row) bool {
			if t == &oid {
				row[TypeTypacl] = readACL(row[TypeTypacl]).withOwner(datumOID(row[TypeTypowner]), role).datum()
				array = datumOID(row[TypeTyparray])
			}
			row[TypeTypowner] = oidDatum(role)
			return true
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// SetNamespaceOwner gives a schema to a role.
func (a *Access) SetNamespaceOwner(ns, role types.OID) error {
	_, err := a.change(PgNamespace, "pg_namespace_oid_index", []types.Datum{oidDatum(ns)}, func(row types.Row) bool {
		row[NamespaceNspacl] = readACL(row[NamespaceNspacl]).withOwner(datumOID(row[NamespaceNspowner]), role).datum()
		row[NamespaceNspowner] = oidDatum(role)
		return true
	})
	if err != nil {
		return err
	}
	return a.setObjectOwner(SchemaAcl, ns, role)
}

// setObjectOwner notes an object's new owner and whom its list, which has been
// changed already, names.
func (a *Access) setObjectOwner(kind AclKind, oid, role types.OID) error {
	k := objectKinds[kind]
	o := Object{Class: k.class, OID: oid}
	if err := a.setOwner(o, role); err != nil {
		return err
	}
	acl := ACL(nil)
	a.CommandEnd()
	if row := a.objectRow(k, oid); row != nil {
		acl = readACL(row[k.acl])
	}
	return a.aclDepends(o, role, nil, acl)
}
