package commands

import (
	"minidb/catalog"
	"minidb/executor"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/settings"
	"minidb/storage/lmgr"
	"minidb/types"
)

// CREATE INDEX: catalog rows, then one pass over the table.

func (c *Ctx) createIndex(s *tree.CreateIndex) (*Result, error) {
	spec, err := c.newIndex(s, lmgr.Share)
	if err == nil && spec != nil {
		_, err = c.createIndexes(*spec, indexMaking{only: s.Relation.Only, alone: true})
	}
	return &Result{Tag: "CREATE INDEX"}, err
}

// newIndex opens the table with a lock of that mode and describes the index that is to be
// made; nil if it is there, and that is no error.
func (c *Ctx) newIndex(s *tree.CreateIndex, mode lmgr.Mode) (*catalog.IndexSpec, error) {
	if err := refuseIndexClauses(s); err != nil {
		return nil, err
	}
	if err := c.sameDatabase(s.Relation.Catalog, s.Relation.Schema, s.Relation.Name); err != nil {
		return nil, err
	}
	rel, err := c.Access.Open(s.Relation.Schema, s.Relation.Name, mode, -1)
	if err != nil {
		return nil, err
	}
	if err := c.indexable(rel); err != nil {
		return nil, err
	}
	if err := c.Access.CheckOwner(rel); err != nil {
		return nil, err
	}
	if err := c.inUse(rel, "CREATE INDEX"); err != nil {
		return nil, err
	}
	if err := c.notOtherTemp(rel, "create indexes on"); err != nil {
		return nil, err
	}
	if s.Concurrently && rel.PartKey != nil {
		return nil, pgerr.New(pgerr.FeatureNotSupported, "cannot create index on partitioned table %q concurrently", rel.Name)
	}
	if s.Tablespace == "pg_default" && rel.PartKey != nil {
		return nil, defaultTablespace()
	}
	if err := tablespace(s.Tablespace); err != nil {
		return nil, err
	}
	options, err := parameters(indexOptions, nil, nil, s.Options, false)
	if err != nil {
		return nil, err
	}
	spec, err := c.indexSpec(rel, s)
	if err != nil {
		return nil, err
	}
	if s.IfNotExists {
		other, err := c.Access.Lookup(rel.Schema, s.Name)
		if err != nil {
			return nil, err
		}
		if other != nil {
			c.notice(pgerr.DuplicateTable, "relation %q already exists, skipping", s.Name)
			return nil, nil
		}
	}
	spec.Options = options
	return spec, nil
}

// tablespace refuses all but the one there is for what databases have of their own.
func tablespace(name string) error {
	switch name {
	case "", "pg_default":
		return nil
	case "pg_global":
		return pgerr.New(pgerr.InvalidParameterValue, "only shared relations can be placed in pg_global tablespace")
	}
	return pgerr.New(pgerr.UndefinedObject, "tablespace %q does not exist", name)
}

// defaultTablespace is the error for a partitioned table or index, whose partitions would
// no longer follow the setting.
func defaultTablespace() error {
	return pgerr.New(pgerr.FeatureNotSupported, "cannot specify default tablespace for partitioned relations")
}

// indexMethods are PostgreSQL's other access methods of indexes.
var indexMethods = map[string]bool{"hash": true, "gist": true, "gin": true, "spgist": true, "brin": true, "rtree": true}

func refuseIndexClauses(s *tree.CreateIndex) error {
	switch {
	case s.Method != "" && s.Method != "btree" && !indexMethods[s.Method]:
		return pgerr.New(pgerr.UndefinedObject, "access method %q does not exist", s.Method)
	case s.Method != "" && s.Method != "btree":
		return pgerr.Unsupported(int(s.MethodPos), "index method \""+s.Method+"\"", "Use btree.")
	}
	return nil
}

func (c *Ctx) indexable(rel *catalog.Relation) error {
	verb := ""
	switch rel.Kind {
	case catalog.TableKind, catalog.PartitionedTableKind:
		if rel.System {
			return pgerr.New(pgerr.InsufficientPrivilege, "permission denied: %q is a system catalog", rel.Name)
		}
		return nil
	case catalog.IndexKind, catalog.PartitionedIndexKind, catalog.CompositeKind:
		verb = "open relation"
	default:
		verb = "create index on relation"
	}
	return pgerr.New(pgerr.WrongObjectType, "cannot %s %q", verb, rel.Name).
		WithDetail("This operation is not supported for %s.", kindNames[rel.Kind])
}

// kindNames are PostgreSQL's plurals in "This operation is not supported for ...".
var kindNames = map[catalog.RelKind]string{
	catalog.IndexKind: "indexes", catalog.ViewKind: "views", catalog.SequenceKind: "sequences",
	catalog.CompositeKind: "composite types", catalog.PartitionedTableKind: "partitioned tables",
	catalog.PartitionedIndexKind: "partitioned indexes", catalog.TableKind: "tables",
}

// fillIndex builds a new index from the table's rows.
func (c *Ctx) fillIndex(table, index types.OID) error {
	rel, err := c.Access.ByOID(table)
	if err != nil {
		return err
	}
	for _, ix := range rel.Indexes {
		if ix.OID == index {
			if err := c.buildIndex(rel, ix); err != nil {
				return err
			}
			if err := c.noteTableSize(rel); err != nil {
				return err
			}
			return c.noteIndex(rel, ix)
		}
	}
	return pgerr.New(pgerr.Internal, "index %d is not among those of table %q", index, rel.Name)
}

// noteSize writes the sizes of the table and its indexes into pg_class.
func (c *Ctx) noteSize(rel *catalog.Relation) error {
	if err := c.noteTableSize(rel); err != nil {
		return err
	}
	return c.noteIndexes(rel)
}

// noteTableSize writes the table's size into pg_class, which building an index has
// counted. An empty table that was never vacuumed stays unknown, and who has turned
// autovacuum off does not expect sizes to change.
func (c *Ctx) noteTableSize(rel *catalog.Relation) error {
	if rel.AutovacuumOff() || !c.Sess.Set.Bool(settings.Autovacuum) {
		return nil
	}
	sn := c.Sess.Txn.CatalogSnapshot()
	defer sn.Release()
	pages, tuples := c.Access.HeapPages(rel, sn), float64(rel.Heap.LiveEstimate())
	if tuples <= 0 && rel.Tuples < 0 {
		return nil
	}
	return c.Access.UpdateStats(rel.OID, pages, tuples, min(rel.AllVisible, pages))
}

func (c *Ctx) buildIndex(rel *catalog.Relation, ix *catalog.Index) error {
	sn := c.Sess.Txn.CatalogSnapshot() // as of now, also in REPEATABLE READ
	defer sn.Release()
	ec := &executor.Ctx{Sess: c.Sess, Access: c.Access, Snapshot: sn, Expr: *c.evalCtx()}
	return executor.BuildIndex(ec, rel, ix)
}
