package commands

import (
	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/storage/lmgr"
	"minidb/types"
)

// DROP INDEX CONCURRENTLY: queries stop to use the index, then writers to enter rows, and
// then it is dropped. Between the steps those are waited for who may not know yet. After
// PostgreSQL 18, catalog/index.c (index_drop).

// dropIndexSteps are the steps, nil if s is something else.
func dropIndexSteps(c *Ctx, s *tree.Drop) ([]Step, error) {
	if !s.Concurrently {
		return nil, nil
	}
	if c.Sess.ReadOnly() {
		return nil, readOnly("DROP INDEX")
	}
	if c.Block {
		return nil, pgerr.New(pgerr.ActiveSQLTransaction, "DROP INDEX CONCURRENTLY cannot run inside a transaction block")
	}
	if len(s.Names) != 1 {
		return nil, pgerr.New(pgerr.FeatureNotSupported, "DROP INDEX CONCURRENTLY does not support dropping multiple objects")
	}
	if s.Behavior == tree.Cascade {
		return nil, pgerr.New(pgerr.FeatureNotSupported, "DROP INDEX CONCURRENTLY does not support CASCADE")
	}
	if temporary, err := c.temporary(splitName(s.Names[0])); temporary || err != nil {
		return nil, err
	}
	d := &besideDrop{s: s}
	return append([]Step{d.invalidate}, d.finish()...), nil
}

// besideDrop takes indexes of one table away beside those who use it.
type besideDrop struct {
	besideBuild
	s *tree.Drop
}

// finish are the steps from indexes that are not valid any more to none.
func (b *besideBuild) finish() []Step {
	dead := func(c *Ctx) error { return c.Access.SetIndexState(catalog.IndexDead, b.indexes...) }
	return b.steps(b.waitFor(lmgr.AccessExclusive), dead, b.waitFor(lmgr.AccessExclusive), b.drop, b.release)
}

func (b *besideBuild) drop(c *Ctx) error {
	if _, err := c.Access.OpenOID(b.table, besideMode); err != nil {
		return err
	}
	return c.Access.DropAll(indexObjects(b.indexes), false)
}

func indexObjects(list []types.OID) (objs []catalog.Object) {
	for _, oid := range list {
		objs = append(objs, catalog.RelationObject(oid))
	}
	return objs
}

func (d *besideDrop) invalidate(c *Ctx) error {
	defer c.Sess.Txn.CatalogSnapshot().Release() // who waits for older snapshots waits for it, too
	obj, found, err := c.findRelation(d.s.Names[0], dropKinds[tree.KindIndex], d.s.IfExists, besideMode)
	if !found || err != nil {
		return err
	}
	ix, err := c.Access.OpenOID(obj.OID, catalog.NoLock)
	if err != nil {
		return err
	}
	if ix.Kind == catalog.PartitionedIndexKind {
		return pgerr.New(pgerr.FeatureNotSupported, "cannot drop partitioned index %q concurrently", ix.Name)
	}
	if err := c.Access.MayDrop(obj, besideMode); err != nil {
		return err
	}
	if err := c.Access.SetIndexState(catalog.IndexInvalid, obj.OID); err != nil {
		return err
	}
	d.table, d.indexes = c.Access.IndexTable(obj.OID), []types.OID{obj.OID}
	if err := d.hold(c, d.table); err != nil {
		return err
	}
	return d.hold(c, obj.OID)
}
