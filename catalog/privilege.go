package catalog

// What roles may do with objects, and the errors (42501) of those that may not:
// an object's owner and superusers may do everything. After PostgreSQL 18,
// catalog/aclchk.c.

import (
	"slices"

	"minidb/pgerr"
	"minidb/types"
)

// Privilege is a set of privileges.
type Privilege uint8

// The privileges.
const (
	SelectPrivilege Privilege = 1 << iota
	InsertPrivilege
	UpdatePrivilege
	DeletePrivilege
	MaintainPrivilege
	OtherPrivilege // TRUNCATE, REFERENCES, USAGE of a sequence
)

// OIDs of predefined roles with rights on all objects.
const (
	readAllData   types.OID = 6181
	writeAllData  types.OID = 6182
	readAllStats  types.OID = 3375
	maintainAll   types.OID = 6337
	signalBackend types.OID = 4200
	checkpoint    types.OID = 4544
)

// secret are the catalogs that are not open to everybody.
var secret = []types.OID{PgAuthid, PgStatistic, PgStatisticExtData, PgUserMapping, PgSubscription, PgLargeobject}

// relationWords are the kinds of relations in these errors.
var relationWords = map[RelKind]string{IndexKind: "index", PartitionedIndexKind: "index", SequenceKind: "sequence", ViewKind: "view",
	CompositeKind: "type"}

func relationWord(k RelKind) string {
	if w := relationWords[k]; w != "" {
		return w
	}
	return "table"
}

// HasPrivilege reports whether a role has all of some privileges on a relation.
func (a *Access) HasPrivilege(role types.OID, rel *Relation, want Privilege) bool {
	if a.HasPrivilegesOf(role, rel.Owner) {
		return true
	}
	have := Privilege(0)
	if rel.System && !slices.Contains(secret, rel.OID) && rel.Name != "pg_shadow" || a.HasPrivilegesOf(role, readAllData) {
		have |= SelectPrivilege
	}
	if a.HasPrivilegesOf(role, writeAllData) {
		have |= InsertPrivilege | UpdatePrivilege | DeletePrivilege
	}
	if a.HasPrivilegesOf(role, maintainAll) {
		have |= MaintainPrivilege
	}
	return want&^have == 0
}

// CheckPrivilege is the error of a role that lacks a privilege on a relation.
func (a *Access) CheckPrivilege(role types.OID, rel *Relation, want Privilege) error {
	if a.HasPrivilege(role, rel, want) {
		return nil
	}
	return denied(relationWord(rel.Kind), rel.Name)
}

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

// CheckCreateIn refuses the current role to put objects into a schema that is not
// its own.
func (a *Access) CheckCreateIn(ns types.OID) error { return a.CheckCreateInAs(a.S.CurrentRole, ns) }

// CheckCreateInAs is CheckCreateIn for another role.
func (a *Access) CheckCreateInAs(role, ns types.OID) error {
	if a.HasPrivilegesOf(role, a.namespaceOwner(ns)) || a.IsTemp(ns) {
		return nil
	}
	return denied("schema", a.NamespaceName(ns))
}

// mayUse reports whether the current role may look for objects in a schema.
func (a *Access) mayUse(ns types.OID) bool {
	return a.S.CurrentRole == BootstrapUser || a.mayUseAs(a.S.CurrentRole, ns)
}

func (a *Access) mayUseAs(role, ns types.OID) bool {
	return ns == CatalogNamespace || ns == PublicNamespace || ns == InformationSchema ||
		a.HasPrivilegesOf(role, a.namespaceOwner(ns)) || a.HasPrivilegesOf(role, readAllData) || a.HasPrivilegesOf(role, writeAllData) ||
		a.IsTemp(ns)
}

// CheckUse refuses the current role to look for objects in a schema.
func (a *Access) CheckUse(ns types.OID) error {
	if a.mayUse(ns) {
		return nil
	}
	return denied("schema", a.NamespaceName(ns))
}

// CheckDatabase refuses the current role to make schemas: only the database's
// owner may.
func (a *Access) CheckDatabase() error {
	if a.HasPrivilegesOf(a.S.CurrentRole, BootstrapUser) {
		return nil
	}
	return denied("database", a.S.Database)
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
// of its columns to a role.
func (a *Access) SetRelationOwner(rel *Relation, role types.OID) error {
	if rel.Owner == role {
		return nil
	}
	if err := a.UpdateClass(rel.OID, func(row types.Row) { row[ClassRelowner] = oidDatum(role) }); err != nil {
		return err
	}
	if rel.Kind != IndexKind {
		if err := a.setOwner(RelationObject(rel.OID), role); err != nil {
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

// SetTypeOwner gives a type that is no row type to a role.
func (a *Access) SetTypeOwner(oid, role types.OID) error {
	if err := a.setTypeOwner(oid, role); err != nil {
		return err
	}
	return a.setOwner(Object{Class: PgType, OID: oid}, role)
}

// setTypeOwner changes a type's row and its array's.
func (a *Access) setTypeOwner(oid, role types.OID) error {
	array := types.OID(0)
	for _, t := range []*types.OID{&oid, &array} {
		if *t == 0 {
			continue
		}
		_, err := a.change(PgType, "pg_type_oid_index", []types.Datum{oidDatum(*t)}, func(row types.Row) bool {
			row[TypeTypowner] = oidDatum(role)
			if t == &oid {
				array = datumOID(row[TypeTyparray])
			}
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
		row[NamespaceNspowner] = oidDatum(role)
		return true
	})
	if err != nil {
		return err
	}
	return a.setOwner(Object{Class: PgNamespace, OID: ns}, role)
}
