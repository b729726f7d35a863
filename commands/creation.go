package commands

import (
	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/storage/lmgr"
	"minidb/types"
)

// Where a new relation goes, and whether it is a temporary one. After PostgreSQL
// 18, catalog/namespace.c (RangeVarGetAndCheckCreationNamespace,
// RangeVarAdjustRelationPersistence).

// sameDatabase refuses a name with another database's in front.
func (c *Ctx) sameDatabase(database, schema, name string) error {
	if database == "" || database == c.Sess.Database {
		return nil
	}
	return pgerr.New(pgerr.FeatureNotSupported, "cross-database references are not implemented: \"%s.%s.%s\"", database, schema, name)
}

// creation is the schema that a new relation goes to, and the relpersistence it
// gets.
type creation struct {
	schema      types.OID
	persistence byte
}

// creationSchema finds where a new relation goes.
func (c *Ctx) creationSchema(r *tree.RangeVar, persist tree.Persistence) (creation, error) {
	if err := c.sameDatabase(r.Catalog, r.Schema, r.Name); err != nil {
		return creation{}, pgerr.From(err).At(int(r.Pos))
	}
	ns, err := c.lockObject(catalog.PgNamespace, lmgr.AccessShare, func() (types.OID, error) { return c.namespaceFor(r.Schema, persist) })
	if err == nil {
		err = c.allowTemp(ns, persist)
	}
	switch {
	case pgerr.CodeOf(err) == pgerr.QueryCanceled:
		return creation{}, err
	case err != nil:
		return creation{}, pgerr.From(err).At(int(r.Pos))
	}
	to := creation{ns, 'p'}
	switch {
	case persist == tree.Unlogged:
		to.persistence = 'u'
	case c.Access.IsMyTemp(ns):
		to.persistence = 't'
	}
	return to, nil
}

func (c *Ctx) namespaceFor(schema string, persist tree.Persistence) (types.OID, error) {
	switch {
	case schema == "pg_temp", schema == "" && persist == tree.Temporary:
		return c.Access.TempNamespace()
	case schema == "":
		ns, _, err := c.Access.CreationNamespace()
		return ns, err
	}
	ns, ok := c.Access.Namespace(schema)
	if !ok {
		return 0, noSchema(schema)
	}
	return ns, nil
}

// allowTemp makes sure that temporary relations, and no others, go to the
// session's temporary schema.
func (c *Ctx) allowTemp(ns types.OID, persist tree.Persistence) error {
	mine := c.Access.IsMyTemp(ns)
	switch {
	case persist != tree.Unlogged && !mine && c.Access.IsTemp(ns):
		return pgerr.New(pgerr.InvalidTableDefinition, "cannot create relations in temporary schemas of other sessions")
	case persist == tree.Temporary && !mine:
		return pgerr.New(pgerr.InvalidTableDefinition, "cannot create temporary relation in non-temporary schema")
	case persist == tree.Unlogged && c.Access.IsTemp(ns):
		return pgerr.New(pgerr.InvalidTableDefinition, "only temporary relations may be created in temporary schemas")
	}
	return nil
}

func (c *Ctx) relationExists(to creation, name string) (bool, error) {
	rel, err := c.Access.LookupIn(to.schema, name)
	return rel != nil, err
}

// allowOnCommit refuses ON COMMIT for what is no temporary table.
func (to creation) allowOnCommit(oc tree.OnCommit) error {
	if oc != tree.OnCommitDefault && to.persistence != 't' {
		return pgerr.New(pgerr.InvalidTableDefinition, "ON COMMIT can only be used on temporary tables")
	}
	return nil
}

// noteOnCommit remembers what becomes of a new table at the end of transactions.
func (c *Ctx) noteOnCommit(table types.OID, oc tree.OnCommit) {
	if oc == tree.OnCommitDelete || oc == tree.OnCommitDrop {
		c.Access.OnCommit(table, oc == tree.OnCommitDrop)
	}
}

// notOtherTemp refuses to change a temporary table of another session.
func (c *Ctx) notOtherTemp(rel *catalog.Relation, what string) error {
	if c.Access.OtherTemp(rel) {
		return pgerr.New(pgerr.FeatureNotSupported, "cannot %s temporary tables of other sessions", what)
	}
	return nil
}
