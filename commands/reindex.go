package commands

import (
	"fmt"
	"time"

	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/storage/lmgr"
	"minidb/types"
)

// REINDEX: indexes are built anew in new files, or CONCURRENTLY as new indexes
// (reindex_beside.go).

// reindexing is a REINDEX with its options.
type reindexing struct {
	*tree.Reindex
	verbose, beside bool
}

// reindexSteps is the table or index, or each table of the schema or database.
func reindexSteps(c *Ctx, s *tree.Reindex) (m *Maintenance, err error) {
	r := &reindexing{Reindex: s, beside: s.Concurrently}
	space := ""
	for _, o := range s.Options {
		switch o.Name {
		case "verbose":
			r.verbose, err = planner.DefBool(o)
		case "concurrently":
			r.beside, err = planner.DefBool(o)
		case "tablespace":
			space = planner.DefString(o)
		default:
			err = unknownOption("REINDEX", o)
		}
		if err != nil {
			return nil, err
		}
	}
	if r.beside && c.Block {
		return nil, pgerr.New(pgerr.ActiveSQLTransaction, "REINDEX CONCURRENTLY cannot run inside a transaction block")
	}
	if err := tablespace(space); err != nil {
		return nil, err
	}
	m = &Maintenance{Own: true, Tag: "REINDEX"}
	switch {
	case s.Relation == nil:
		m.Steps, err = c.reindexMany(r)
		return m, err
	default:
		if m.Steps, err = c.reindexPartitions(r); m.Steps != nil || err != nil {
			return m, err
		}
	}
	if r.beside {
		if temporary, err := c.temporary(r.Relation.Schema, r.Relation.Name); !temporary {
			m.Steps = newBesideReindex(r, nil, nil).all()
			return m, err
		}
	}
	step := func(c *Ctx) error { return c.reindexTable(r) }
	if s.Kind == "index" {
		step = func(c *Ctx) error { return c.reindexIndex(r) }
	}
	m.Steps, m.Own = []Step{step}, false
	return m, nil
}

// system refuses, or warns of, system catalogs, which have no second index for a while.
func (r *reindexing) system(c *Ctx) error {
	switch {
	case r.Kind == "system" && r.beside:
		return noCatalogsBeside()
	case r.beside && r.Kind == "schema" && r.Name == "pg_catalog":
		c.warning(pgerr.FeatureNotSupported, "cannot reindex system catalogs concurrently, skipping all")
	case r.Kind == "system" || r.Kind == "schema" && r.Name == "pg_catalog":
		return pgerr.Unsupported(int(r.Pos), "REINDEX of system catalogs", "")
	}
	return nil
}

func noCatalogsBeside() error {
	return pgerr.New(pgerr.FeatureNotSupported, "cannot reindex system catalogs concurrently")
}

func (c *Ctx) reindexMany(r *reindexing) (steps []Step, err error) {
	if r.Kind == "system" && r.beside {
		return nil, noCatalogsBeside()
	}
	if c.Block {
		return nil, pgerr.New(pgerr.ActiveSQLTransaction, "REINDEX %s cannot run inside a transaction block", upper(r.Kind))
	}
	switch {
	case r.Kind == "schema":
		ns, ok := c.Access.ExplicitNamespace(r.Name)
		if !ok {
			return nil, noSchema(r.Name)
		}
		if err := c.Access.CheckNamespaceOwner(ns); err != nil && !c.maintainsAll() {
			return nil, err
		}
	case r.Name != "" && r.Name != c.Sess.Database:
		return nil, pgerr.New(pgerr.FeatureNotSupported, "can only reindex the currently open database")
	case !c.superuser() && !c.maintainsAll(): // the database belongs to the first superuser
		return nil, pgerr.New(pgerr.InsufficientPrivilege, "must be owner of database %s", c.Sess.Database)
	}
	if err := r.system(c); err != nil {
		return nil, err
	}
	steps = []Step{}
	for _, oid := range c.Access.UserTables() {
		rel, err := c.Access.ByOID(oid)
		if err != nil {
			return nil, err
		}
		if rel == nil || rel.PartKey != nil || r.Kind == "schema" && rel.Schema != r.Name || c.Access.OtherTemp(rel) {
			continue
		}
		steps = append(steps, c.reindexOne(r, rel, nil)...)
	}
	return steps, nil
}

// maintainsAll tells whether the current role may do what pg_maintain may.
func (c *Ctx) maintainsAll() bool {
	return c.Access.HasPrivilegesOf(c.Sess.CurrentRole, catalog.MaintainRole)
}

// reindexOne are the steps for a table of several; for some of its indexes if list, of
// their OIDs, is not nil.
func (c *Ctx) reindexOne(r *reindexing, rel *catalog.Relation, list []types.OID) []Step {
	if r.beside && rel.Persistence != 't' {
		return newBesideReindex(r, rel, list).all()
	}
	return []Step{withSnapshot(func(c *Ctx) error {
		rel, err := c.Access.TryOpenOID(rel.OID, lmgr.Share)
		if rel == nil || err != nil {
			return err
		}
		indexes := rel.Indexes
		if list != nil {
			indexes = nil
			for _, oid := range list {
				if ix := rel.Index(oid); ix != nil {
					indexes = append(indexes, ix)
				}
			}
		}
		return c.reindex(rel, indexes, r.verbose)
	})}
}

// openMaintained opens and locks the table that a maintenance command names; what
// names the command in errors.
func (c *Ctx) openMaintained(r *tree.RangeVar, mode lmgr.Mode, what string) (*catalog.Relation, error) {
	if err := c.sameDatabase(r.Catalog, r.Schema, r.Name); err != nil {
		return nil, err
	}
	rel, err := c.Access.Open(r.Schema, r.Name, mode, -1)
	if err != nil {
		return nil, err
	}
	if err := maintainable(rel); err != nil {
		return nil, err
	}
	if err := c.Access.CheckPrivilege(c.Sess.CurrentRole, rel, catalog.MaintainPrivilege); err != nil {
		return nil, err
	}
	if rel.System {
		return nil, pgerr.Unsupported(int(r.Pos), upper(what)+" of system catalogs", "")
	}
	return rel, c.notOtherTemp(rel, what)
}

func (c *Ctx) reindexTable(r *reindexing) error {
	rel, err := c.openMaintained(r.Relation, lmgr.Share, "reindex")
	if err != nil {
		return err
	}
	if len(rel.Indexes) == 0 {
		c.notice(pgerr.SuccessfulCompletion, "table %q has no indexes to reindex", rel.Name)
		return nil
	}
	return c.reindex(rel, rel.Indexes, r.verbose)
}

// reindexPartitions are the steps for the tables below a partitioned one, or for the
// indexes below a partitioned index; nil if r names none.
func (c *Ctx) reindexPartitions(r *reindexing) (steps []Step, err error) {
	named, err := c.Access.Lookup(r.Relation.Schema, r.Relation.Name)
	if named == nil || err != nil || named.Kind != catalog.PartitionedTableKind && named.Kind != catalog.PartitionedIndexKind {
		return nil, err
	}
	index := named.Kind == catalog.PartitionedIndexKind
	if index != (r.Kind == "index") {
		return nil, nil
	}
	if c.Block {
		e := pgerr.New(pgerr.ActiveSQLTransaction, "REINDEX %s cannot run inside a transaction block", upper(r.Kind))
		e.Context = fmt.Sprintf("while reindexing partitioned %s \"%s.%s\"", r.Kind, named.Schema, named.Name)
		return nil, e
	}
	table := named
	if index {
		if table, err = c.Access.OpenOID(c.Access.IndexTable(named.OID), catalog.NoLock); err != nil {
			return nil, err
		}
	}
	if err := c.Access.CheckPrivilege(c.Sess.CurrentRole, table, catalog.MaintainPrivilege); err != nil {
		return nil, err
	}
	leaves, err := c.leavesBelow(table)
	if err != nil {
		return nil, err
	}
	steps = []Step{}
	for _, rel := range leaves {
		if !index {
			steps = append(steps, c.reindexOne(r, rel, nil)...)
			continue
		}
		for _, ix := range rel.Indexes {
			if c.isBelow(ix, named.OID) {
				steps = append(steps, c.reindexOne(r, rel, []types.OID{ix.OID})...)
			}
		}
	}
	return steps, nil
}

// isBelow tells whether an index is one of a partitioned index, directly or not.
func (c *Ctx) isBelow(ix *catalog.Index, top types.OID) bool {
	for up := ix.Parent; up != 0; up = c.Access.ParentOf(up) {
		if up == top {
			return true
		}
	}
	return false
}

// openIndex finds the index that r names and locks its table, and then it. Who holds up
// the locks may drop the index, or put another one in its place: then the name is looked up
// again.
func (c *Ctx) openIndex(r *reindexing, mode, indexMode lmgr.Mode) (*catalog.Relation, *catalog.Index, error) {
	n := r.Relation
	if err := c.sameDatabase(n.Catalog, n.Schema, n.Name); err != nil {
		return nil, nil, err
	}
	for {
		named, err := c.Access.Open(n.Schema, n.Name, catalog.NoLock, -1)
		if err != nil {
			return nil, nil, err
		}
		table := c.Access.IndexTable(named.OID)
		if err := c.reindexable(r, named, table); err != nil {
			return nil, nil, err
		}
		if table == 0 {
			continue
		}
		rel, err := c.Access.TryOpenOID(table, mode)
		if err != nil {
			return nil, nil, err
		}
		if rel == nil {
			continue
		}
		if _, err := c.Access.Lock(named.OID, indexMode, false); err != nil {
			return nil, nil, err
		}
		again, err := c.Access.Lookup(n.Schema, n.Name)
		if err != nil {
			return nil, nil, err
		}
		if ix := rel.Index(named.OID); ix != nil && again != nil && again.OID == named.OID {
			return rel, ix, c.notOtherTemp(rel, "reindex")
		}
		c.Access.Unlock(named.OID, indexMode)
		c.Access.Unlock(table, mode)
	}
}

// reindexable refuses what is no index of one table, or of a table that the current role
// may not maintain. Either may have been dropped just now.
func (c *Ctx) reindexable(r *reindexing, named *catalog.Relation, table types.OID) error {
	switch {
	case named.Kind != catalog.IndexKind:
		return pgerr.New(pgerr.WrongObjectType, "%q is not an index", named.Name)
	case named.System && r.beside:
		return noCatalogsBeside()
	}
	rel, err := c.Access.ByOID(table)
	switch {
	case rel != nil && !c.Access.HasPrivilege(c.Sess.CurrentRole, rel, catalog.MaintainPrivilege):
		return catalog.RelationDenied(named)
	case err == nil && named.System:
		return pgerr.Unsupported(int(r.Relation.Pos), "REINDEX of system catalogs", "")
	}
	return err
}

func (c *Ctx) reindexIndex(r *reindexing) error {
	rel, ix, err := c.openIndex(r, lmgr.Share, lmgr.AccessExclusive)
	if err != nil {
		return err
	}
	return c.reindex(rel, []*catalog.Index{ix}, r.verbose)
}

func undefinedIndex(oid types.OID) error {
	return pgerr.New(pgerr.Internal, "could not open relation with OID %d", oid)
}

// reindex builds some of a table's indexes anew.
func (c *Ctx) reindex(rel *catalog.Relation, indexes []*catalog.Index, verbose bool) error {
	for _, ix := range indexes {
		start := time.Now()
		if err := c.Access.LockIndex(ix, lmgr.AccessExclusive); err != nil {
			return err
		}
		if err := c.inUse(&catalog.Relation{OID: ix.OID, Name: ix.Name}, "REINDEX INDEX"); err != nil {
			return err
		}
		fresh, err := c.Access.SetIndexFile(rel, ix)
		if err != nil {
			return err
		}
		if err := c.fillIndex(fresh.OID, ix.OID); err != nil {
			return err
		}
		if err := c.Access.SetIndexState(catalog.IndexUsable, ix.OID); err != nil {
			return err
		}
		if rel, err = c.Access.ByOID(rel.OID); err != nil {
			return err
		}
		if verbose {
			c.infoDetail(pgerr.New(pgerr.SuccessfulCompletion, "index %q was reindexed", ix.Name).WithDetail("%s", elapsed(start)))
		}
	}
	return nil
}
