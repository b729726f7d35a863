package commands

import (
	"minidb/catalog"
	"minidb/executor"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/storage"
	"minidb/storage/lmgr"
	"minidb/types"
)

// Indexes that are made while others read and write the table, CREATE INDEX CONCURRENTLY
// and REINDEX CONCURRENTLY. Each step is a transaction of its own; the table stays locked
// against other commands of this kind by a lock of the session. A step that fails leaves
// an index that is not valid. After PostgreSQL 18, commands/indexcmds.c (DefineIndex).

// besideMode is the lock that such a command has of its table and indexes.
const besideMode = lmgr.ShareUpdateExclusive

// besideBuild is the making of indexes of one table, none if table is 0.
type besideBuild struct {
	table   types.OID
	indexes []types.OID
	limit   storage.XID // whoever has an older snapshot may see rows that are in none of them
	held    []types.OID // that the session has locked
}

// fill are the steps from indexes that are made to those that have all rows.
func (b *besideBuild) fill() []Step {
	return b.steps(b.waitFor(lmgr.Share), b.build, b.waitFor(lmgr.Share), b.validate)
}

// steps are those that are skipped if there is nothing to do.
func (b *besideBuild) steps(list ...Step) []Step {
	for i, step := range list {
		list[i] = func(c *Ctx) error {
			if b.table == 0 {
				return nil
			}
			return step(c)
		}
	}
	return list
}

// hold locks a relation until release, or an error.
func (b *besideBuild) hold(c *Ctx, oid types.OID) error {
	b.held = append(b.held, oid)
	return c.Access.LockForSession(oid, besideMode)
}

func (b *besideBuild) release(c *Ctx) error {
	for _, oid := range b.held {
		c.Access.UnlockForSession(oid, besideMode)
	}
	b.held = nil
	return nil
}

// waitFor waits for all who have the table locked and may not know the state that the
// indexes have since the last step.
func (b *besideBuild) waitFor(conflict lmgr.Mode) Step {
	return func(c *Ctx) error { return c.Access.WaitForLockers(b.table, conflict) }
}

// waitSnapshots waits for all who may see rows that are not in the indexes.
func (b *besideBuild) waitSnapshots(c *Ctx) error {
	return c.Sess.Store.WaitForOlderSnapshots(c.Sess.Ctx, c.Sess.Locks, b.limit)
}

// build enters the rows of one snapshot; after it writers enter theirs.
func (b *besideBuild) build(c *Ctx) error {
	rel, err := b.each(c, executor.BuildIndexBeside)
	if err != nil {
		return err
	}
	if err := c.noteTableSize(rel); err != nil {
		return err
	}
	return c.Access.SetIndexState(catalog.IndexReady, b.indexes...)
}

// validate enters the rows that were written before all writers did so.
func (b *besideBuild) validate(c *Ctx) error {
	_, err := b.each(c, executor.ValidateIndex)
	return err
}

// each works on each index, with one snapshot, and notes their sizes.
func (b *besideBuild) each(c *Ctx, work func(*executor.Ctx, *catalog.Relation, *catalog.Index) error) (*catalog.Relation, error) {
	rel, err := c.Access.OpenOID(b.table, besideMode)
	if err != nil {
		return nil, err
	}
	sn := c.Sess.Txn.CatalogSnapshot()
	defer sn.Release()
	b.limit = sn.Xmin
	ec := &executor.Ctx{Sess: c.Sess, Access: c.Access, Snapshot: sn, Expr: *c.evalCtx()}
	for _, oid := range b.indexes {
		ix := rel.Index(oid)
		if ix == nil {
			return nil, undefinedIndex(oid)
		}
		if err := work(ec, rel, ix); err != nil {
			return nil, err
		}
		if err := c.noteIndex(rel, ix); err != nil {
			return nil, err
		}
	}
	return rel, nil
}

// temporary tells whether a name means a temporary relation, which nobody else uses.
func (c *Ctx) temporary(schema, name string) (bool, error) {
	rel, err := c.Access.Lookup(schema, name)
	return rel != nil && rel.Persistence == 't', err
}

// createIndexSteps are the steps of CREATE INDEX CONCURRENTLY, nil if s is something else
// or about a temporary table.
func createIndexSteps(c *Ctx, s *tree.CreateIndex) ([]Step, error) {
	switch {
	case !s.Concurrently:
		return nil, nil
	case c.Sess.ReadOnly():
		return nil, readOnly("CREATE INDEX")
	case c.Block:
		return nil, pgerr.New(pgerr.ActiveSQLTransaction, "CREATE INDEX CONCURRENTLY cannot run inside a transaction block")
	}
	if temporary, err := c.temporary(s.Relation.Schema, s.Relation.Name); temporary || err != nil {
		return nil, err
	}
	b := &besideBuild{}
	make := func(c *Ctx) error {
		defer c.Sess.Txn.CatalogSnapshot().Release() // others of this kind wait for it
		spec, err := c.newIndex(s, besideMode)
		if err != nil || spec == nil {
			return err
		}
		spec.Concurrently = true
		ix, err := c.Access.CreateIndex(*spec)
		if err != nil {
			return err
		}
		b.table, b.indexes = ix.Table, []types.OID{ix.OID}
		return b.hold(c, ix.Table)
	}
	finish := func(c *Ctx) error {
		if err := b.waitSnapshots(c); err != nil {
			return err
		}
		if err := c.Access.SetIndexState(catalog.IndexValid, b.indexes...); err != nil {
			return err
		}
		return b.release(c)
	}
	return append(append([]Step{make}, b.fill()...), b.steps(finish)...), nil
}
