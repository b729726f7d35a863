package catalog

// Schemas: by name and number, along search_path, created.

import (
	"slices"
	"strings"

	"minidb/pgerr"
	"minidb/settings"
	"minidb/storage/lmgr"
	"minidb/types"
)

// searchPath remembers what search_path meant for a state of the catalogs.
type searchPath struct {
	valid   bool
	text    string
	user    types.OID
	version uint64
	temp    types.OID // the session's schema for temporary objects, 0 if none
	oids    []types.OID
	create  types.OID // first explicit schema, 0 if none exists
	pending bool      // pg_temp comes first and is not made yet
}

// Namespace finds a schema by name.
func (a *Access) Namespace(name string) (types.OID, bool) {
	if name == "pg_catalog" {
		return CatalogNamespace, true
	}
	row, _ := a.first(PgNamespace, "pg_namespace_nspname_index", textDatum(name))
	if row == nil {
		return 0, false
	}
	return datumOID(row[NamespaceOid]), true
}

// NamespaceName returns a schema's name, "" if there is no such schema.
func (a *Access) NamespaceName(oid types.OID) string {
	if oid == CatalogNamespace {
		return "pg_catalog"
	}
	row, _ := a.first(PgNamespace, "pg_namespace_oid_index", oidDatum(oid))
	if row == nil {
		return ""
	}
	return datumText(row[NamespaceNspname])
}

// SearchPath returns the schemas in which unqualified names are looked up: the
// session's temporary schema and pg_catalog first unless search_path names
// them, then those of search_path that exist. The slice must not be changed.
func (a *Access) SearchPath() []types.OID { return a.currentPath().oids }

func (a *Access) currentPath() *searchPath {
	p := &a.path
	text, version := "", a.Version()
	if a.S.Set != nil {
		text = a.S.Set.Str(settings.SearchPath)
	}
	if p.valid && p.user != a.S.CurrentRole { // two roles take turns where keys are checked
		*p, a.otherPath = a.otherPath, *p
	}
	if p.valid && p.text == text && p.user == a.S.CurrentRole && p.version == version && p.temp == a.temp.ns {
		return p
	}
	names, _ := settings.SplitIdentifiers(text)
	var explicit []types.OID
	pending := false
	for _, n := range names {
		if n == "$user" {
			n = a.roleName(a.S.CurrentRole)
		}
		if n == tempAlias {
			pending = pending || a.temp.ns == 0 && len(explicit) == 0
			if a.temp.ns != 0 && !slices.Contains(explicit, a.temp.ns) {
				explicit = append(explicit, a.temp.ns)
			}
			continue
		}
		if ns, ok := a.Namespace(n); ok && a.mayUse(ns) && !slices.Contains(explicit, ns) {
			explicit = append(explicit, ns)
		}
	}
	*p = searchPath{valid: true, text: text, user: a.S.CurrentRole, version: version, temp: a.temp.ns, pending: pending}
	if a.temp.ns != 0 && !slices.Contains(explicit, a.temp.ns) {
		p.oids = append(p.oids, a.temp.ns)
	}
	if !slices.Contains(explicit, CatalogNamespace) {
		p.oids = append(p.oids, CatalogNamespace)
	}
	p.oids = append(p.oids, explicit...)
	if len(explicit) > 0 {
		p.create = explicit[0]
	}
	return p
}

// CreationNamespace returns the schema that new objects with an unqualified name
// go to: the first of search_path (3F000 if it has none).
func (a *Access) CreationNamespace() (types.OID, string, error) {
	p := a.currentPath()
	ns := p.create
	if p.pending {
		var err error
		if ns, err = a.TempNamespace(); err != nil {
			return 0, "", err
		}
	}
	if ns == 0 {
		return 0, "", pgerr.New(pgerr.InvalidSchemaName, "no schema has been selected to create in")
	}
	return ns, a.NamespaceName(ns), nil
}

// CreateNamespace creates a schema owned by owner and returns its OID: 42P06
// if the name is taken, 42939 if it is reserved.
func (a *Access) CreateNamespace(name string, owner types.OID) (types.OID, error) {
	if strings.HasPrefix(name, "pg_") {
		return 0, pgerr.New(pgerr.ReservedName, "unacceptable schema name %s", quoted(name)).
			WithDetail("The prefix \"pg_\" is reserved for system schemas.")
	}
	return a.createNamespace(name, owner)
}

// RenameNamespace renames a schema: 3F000 if there is none of that name, 42P06 if
// the new one is taken, 42939 if it is reserved.
func (a *Access) RenameNamespace(name, to string) error {
	to = Truncate(to)
	oid, ok := a.Namespace(name)
	if !ok {
		return pgerr.New(pgerr.InvalidSchemaName, "schema %s does not exist", quoted(name))
	}
	if _, taken := a.Namespace(to); taken {
		return pgerr.New(pgerr.DuplicateSchema, "schema %s already exists", quoted(to))
	}
	if strings.HasPrefix(to, "pg_") {
		return pgerr.New(pgerr.ReservedName, "unacceptable schema name %s", quoted(to)).
			WithDetail("The prefix \"pg_\" is reserved for system schemas.")
	}
	if oid < types.FirstNormalOID && name != "public" {
		return pgerr.New(pgerr.InsufficientPrivilege, "permission denied: schema %s is built in", quoted(name))
	}
	_, err := a.change(PgNamespace, "pg_namespace_oid_index", []types.Datum{oidDatum(oid)},
		func(row types.Row) bool { row[NamespaceNspname] = textDatum(to); return true })
	return err
}

func (a *Access) createNamespace(name string, owner types.OID) (types.OID, error) {
	name = Truncate(name)
	if _, ok := a.Namespace(name); ok {
		return 0, pgerr.New(pgerr.DuplicateSchema, "schema %s already exists", quoted(name))
	}
	oid := a.NewOID()
	acl := ACL(nil)
	if !strings.HasPrefix(name, "pg_temp_") {
		acl = a.newACL(SchemaAcl, owner, 0)
	}
	row := types.Row{oidDatum(oid), textDatum(name), oidDatum(owner), acl.datum()}
	if err := a.insertRow(PgNamespace, row); err != nil {
		return 0, err
	}
	o := Object{Class: PgNamespace, OID: oid}
	if err := a.addRoleDepend(o, owner, ownerDep); err != nil {
		return 0, err
	}
	return oid, a.aclDepends(o, owner, nil, acl)
}

// lockNamespace keeps a schema from being dropped while an object is put into it.
func (a *Access) lockNamespace(ns types.OID) error {
	if a.S.Locks == nil || ns == CatalogNamespace {
		return nil
	}
	if err := a.LockObject(Object{Class: PgNamespace, OID: ns}, lmgr.AccessShare); err != nil {
		return err
	}
	if a.NamespaceName(ns) == "" {
		return pgerr.New(pgerr.InvalidSchemaName, "schema with OID %d does not exist", ns)
	}
	return nil
}
