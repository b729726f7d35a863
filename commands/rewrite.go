package commands

import (
	"iter"
	"slices"

	"minidb/catalog"
	"minidb/executor"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/storage"
	"minidb/storage/lmgr"
	"minidb/types"
)

// CLUSTER and VACUUM FULL: a table's rows are written into a new file, CLUSTER's in
// the order of an index, and its indexes are built anew (PostgreSQL: cluster.c).

// clusterSteps is its table, or its table's partitions, or every table that was clustered
// before; own tells whether each step has a transaction of its own.
func clusterSteps(c *Ctx, s *tree.Cluster) (steps []Step, own bool, err error) {
	verbose := false
	for _, o := range s.Options {
		if o.Name != "verbose" {
			return nil, false, unknownOption("CLUSTER", o)
		}
		if verbose, err = planner.DefBool(o); err != nil {
			return nil, false, err
		}
	}
	if s.Relation == nil {
		steps, err = clusterAll(c, verbose)
		return steps, true, err
	}
	named, err := c.Access.Lookup(s.Relation.Schema, s.Relation.Name)
	if err != nil {
		return nil, false, err
	}
	if named != nil && named.Kind == catalog.PartitionedTableKind {
		steps, err = c.clusterPartitions(s, verbose)
		return steps, true, err
	}
	return []Step{func(c *Ctx) error { return c.clusterNamed(s, verbose) }}, false, nil
}

func clusterAll(c *Ctx, verbose bool) (steps []Step, err error) {
	if c.Block {
		return nil, pgerr.New(pgerr.ActiveSQLTransaction, "CLUSTER cannot run inside a transaction block")
	}
	for _, oid := range c.Access.UserTables() {
		rel, err := c.Access.ByOID(oid)
		if err != nil {
			return nil, err
		}
		if rel == nil || clusteredBy(rel) == nil || c.Access.OtherTemp(rel) {
			continue
		}
		steps = append(steps, withSnapshot(func(c *Ctx) error {
			rel, err := c.Access.TryOpenOID(oid, lmgr.AccessExclusive)
			if rel == nil || err != nil {
				return err
			}
			if ix := clusteredBy(rel); ix != nil {
				return c.rewriteTable(rel, ix, verbose, "CLUSTER")
			}
			return nil
		}))
	}
	return steps, nil
}

// clusterPartitions sorts each partition by its own index of a partitioned one.
func (c *Ctx) clusterPartitions(s *tree.Cluster, verbose bool) ([]Step, error) {
	rel, top, err := c.openClustered(s)
	if err != nil {
		return nil, err
	}
	if c.Block {
		return nil, pgerr.New(pgerr.ActiveSQLTransaction, "CLUSTER cannot run inside a transaction block")
	}
	leaves, err := c.leavesBelow(rel)
	if err != nil {
		return nil, err
	}
	steps := []Step{}
	for _, leaf := range leaves {
		if c.Access.CheckPrivilege(c.Sess.CurrentRole, leaf, catalog.MaintainPrivilege) != nil {
			c.warning(pgerr.Warning, "permission denied to cluster %q, skipping it", leaf.Name)
			continue
		}
		steps = append(steps, withSnapshot(func(c *Ctx) error {
			rel, err := c.Access.TryOpenOID(leaf.OID, lmgr.AccessExclusive)
			if rel == nil || err != nil {
				return err
			}
			for _, ix := range rel.Indexes {
				if c.isBelow(ix, top.OID) {
					return c.rewriteTable(rel, ix, verbose, "CLUSTER")
				}
			}
			return nil
		}))
	}
	return steps, nil
}

func clusteredBy(rel *catalog.Relation) *catalog.Index {
	for _, ix := range rel.Indexes {
		if ix.Clustered {
			return ix
		}
	}
	return nil
}

func (c *Ctx) clusterNamed(s *tree.Cluster, verbose bool) error {
	rel, ix, err := c.openClustered(s)
	if err != nil {
		return err
	}
	return c.rewriteTable(rel, ix, verbose, "CLUSTER")
}

// openClustered locks the table and finds the index that it is to be sorted by.
func (c *Ctx) openClustered(s *tree.Cluster) (*catalog.Relation, *catalog.Index, error) {
	rel, err := c.openMaintained(s.Relation, lmgr.AccessExclusive, "cluster")
	if err != nil {
		return nil, nil, err
	}
	if s.Index != "" {
		ix, err := c.clusterIndex(rel, s.Index, lmgr.AccessExclusive)
		return rel, ix, err
	}
	ix := clusteredBy(rel)
	if ix == nil {
		return nil, nil, pgerr.New(pgerr.UndefinedObject, "there is no previously clustered index for table %q", rel.Name)
	}
	return rel, ix, nil
}

// maintainable refuses what is no table of the user's.
func maintainable(rel *catalog.Relation) error {
	if rel.Kind != catalog.TableKind && rel.PartKey == nil {
		return pgerr.New(pgerr.WrongObjectType, "%q is not a table or materialized view", rel.Name)
	}
	return nil
}

// clusterIndex finds an index by which the table can be sorted, and locks it.
func (c *Ctx) clusterIndex(rel *catalog.Relation, name string, mode lmgr.Mode) (*catalog.Index, error) {
	ix := rel.IndexByName(name)
	if ix == nil {
		other, err := c.Access.LookupIn(rel.Namespace, name)
		switch {
		case err != nil:
			return nil, err
		case other == nil:
			return nil, pgerr.New(pgerr.UndefinedObject, "index %q for table %q does not exist", name, rel.Name)
		case !dropKinds[tree.KindIndex].has(other.Kind):
			return nil, pgerr.New(pgerr.WrongObjectType, "%q is not an index", name)
		}
		return nil, pgerr.New(pgerr.WrongObjectType, "%q is not an index for table %q", name, rel.Name)
	}
	if err := c.Access.LockIndex(ix, mode); err != nil {
		return nil, err
	}
	switch {
	case ix.Predicate != nil:
		return nil, pgerr.New(pgerr.FeatureNotSupported, "cannot cluster on partial index %q", name)
	case !ix.Valid:
		return nil, pgerr.New(pgerr.FeatureNotSupported, "cannot cluster on invalid index %q", name)
	}
	return ix, nil
}

// rewriteTable writes the rows into a new file, in the order of ix if it is not nil,
// and builds the indexes anew. The table is locked against everybody.
func (c *Ctx) rewriteTable(rel *catalog.Relation, ix *catalog.Index, verbose bool, command string) error {
	if err := c.inUse(rel, command); err != nil {
		return err
	}
	if err := c.Access.LockIndexes(rel, lmgr.AccessExclusive); err != nil {
		return err
	}
	var order iter.Seq[storage.TID]
	sorted := false
	if ix != nil {
		var err error
		if order, sorted, err = c.clusterOrder(rel, ix); err != nil {
			return err
		}
		if err := c.Access.MarkClustered(rel, ix.OID); err != nil {
			return err
		}
	}
	pages, err := c.sizeOf(rel)
	if err != nil {
		return err
	}
	horizon := c.Sess.Store.OldestXmin()
	fresh, err := c.Access.SetFile(rel)
	if err != nil {
		return err
	}
	st, err := rel.Heap.Rewrite(c.Sess.Txn, fresh.Heap, order, completeRow(rel), c.Sess.Interrupted)
	if err != nil {
		return err
	}
	if verbose {
		c.infoRewrite(rel, ix, sorted, pages, st)
	}
	if err := c.Access.ClearMissing(fresh); err != nil {
		return err
	}
	if err := c.Access.SetFrozen(rel.OID, horizon); err != nil {
		return err
	}
	return c.rebuild(rel.OID)
}

// clusterOrder returns the roots of a table's rows in the order of an index. sorted tells
// that they are few, which PostgreSQL sorts instead of reading the index.
func (c *Ctx) clusterOrder(rel *catalog.Relation, ix *catalog.Index) (order iter.Seq[storage.TID], sorted bool, err error) {
	sn := c.Sess.Txn.CatalogSnapshot()
	defer sn.Release()
	ec := &executor.Ctx{Sess: c.Sess, Access: c.Access, Snapshot: sn, Expr: *c.evalCtx()}
	few, err := executor.SortFew(ec, rel, ix)
	if few != nil || err != nil {
		return slices.Values(few), true, err
	}
	return ix.Tree.Roots(), false, nil
}

func (c *Ctx) sizeOf(rel *catalog.Relation) (int64, error) {
	sn := c.Sess.Txn.CatalogSnapshot()
	defer sn.Release()
	return c.Access.HeapPages(rel, sn), nil
}

// completeRow returns the row as it is stored anew: with the values of columns added
// after it, and without those of dropped ones.
func completeRow(rel *catalog.Relation) func(types.Row) types.Row {
	out := make(types.Row, len(rel.Columns))
	return func(row types.Row) types.Row {
		n := copy(out, row)
		for i := range out {
			if col := &rel.Columns[i]; col.Dropped {
				out[i] = types.NullDatum
			} else if i >= n {
				out[i] = col.Missing
			}
		}
		return out
	}
}

// rebuild fills a table's indexes, which are in new files, and notes all sizes. That keys
// are unique is known, except of an index that is not valid, which stays so.
func (c *Ctx) rebuild(table types.OID) error {
	rel, err := c.Access.ByOID(table)
	if err != nil {
		return err
	}
	for _, ix := range rel.Indexes {
		if ix.Unique && !ix.Whole() {
			unchecked := *ix
			unchecked.Unique = false
			ix = &unchecked
		}
		if err := c.buildIndex(rel, ix); err != nil {
			return err
		}
	}
	if err := c.mendIndexes(rel); err != nil {
		return err
	}
	pages, err := c.sizeOf(rel)
	if err != nil {
		return err
	}
	if err := c.Access.UpdateStats(rel.OID, pages, float64(rel.Heap.LiveEstimate()), 0); err != nil {
		return err
	}
	return c.noteIndexes(rel)
}

// mendIndexes makes the indexes usable that were built anew, after they had been left
// unfinished, unless keys may have been entered twice.
func (c *Ctx) mendIndexes(rel *catalog.Relation) error {
	var mended []types.OID
	for _, ix := range rel.Indexes {
		if !ix.Unique && !ix.Whole() {
			mended = append(mended, ix.OID)
		}
	}
	if mended == nil {
		return nil
	}
	return c.Access.SetIndexState(catalog.IndexUsable, mended...)
}

func (c *Ctx) infoRewrite(rel *catalog.Relation, ix *catalog.Index, sorted bool, pages int64, st storage.RewriteStats) {
	switch {
	case sorted:
		c.info("clustering \"%s.%s\" using sequential scan and sort", rel.Schema, rel.Name)
	case ix != nil:
		c.info("clustering \"%s.%s\" using index scan on %q", rel.Schema, rel.Name, ix.Name)
	default:
		c.info("vacuuming \"%s.%s\"", rel.Schema, rel.Name)
	}
	c.infoDetail(pgerr.New(pgerr.SuccessfulCompletion, "\"%s.%s\": found %d removable, %d nonremovable row versions in %d pages",
		rel.Schema, rel.Name, st.Removed, st.Live+st.Kept, pages).
		WithDetail("%d dead row versions cannot be removed yet.", st.Kept))
}
