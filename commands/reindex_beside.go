package commands

import (
	"fmt"
	"time"

	"minidb/catalog"
	"minidb/pgerr"
	"minidb/types"
)

// REINDEX CONCURRENTLY: for each index of a table a new one is made beside it, they change
// places, and the old one is dropped. The indexes of a table share the transaction of each
// step. After PostgreSQL 18, commands/indexcmds.c (ReindexRelationConcurrently), which has
// a transaction for each index.

// besideReindex is the work on one table.
type besideReindex struct {
	besideBuild
	r     *reindexing
	rel   *catalog.Relation // as it was when the work began; nil if r names what is meant
	list  []types.OID       // of the indexes meant; nil for all that are valid
	old   []*catalog.Index  // by the places of indexes
	start time.Time
}

func newBesideReindex(r *reindexing, rel *catalog.Relation, list []types.OID) *besideReindex {
	return &besideReindex{r: r, rel: rel, list: list}
}

// openBeside opens the table and, if r names an index, lists that.
func (c *Ctx) openBeside(r *reindexing) (*catalog.Relation, []types.OID, error) {
	if r.Kind == "index" {
		rel, ix, err := c.openIndex(r, besideMode, besideMode)
		if err != nil {
			return nil, nil, err
		}
		return rel, []types.OID{ix.OID}, nil
	}
	rel, err := c.Access.Lookup(r.Relation.Schema, r.Relation.Name)
	if err != nil {
		return nil, nil, err
	}
	if rel != nil && rel.System && rel.Kind == catalog.TableKind {
		return nil, nil, noCatalogsBeside()
	}
	rel, err = c.openMaintained(r.Relation, besideMode, "reindex")
	return rel, nil, err
}

func (b *besideReindex) all() []Step {
	steps := append([]Step{b.make}, b.fill()...)
	steps = append(steps, b.steps(b.waitSnapshots, b.swap)...)
	return append(append(steps, b.finish()...), b.steps(b.report)...)
}

// make makes the new indexes.
func (b *besideReindex) make(c *Ctx) error {
	b.start = time.Now()
	defer c.Sess.Txn.CatalogSnapshot().Release() // others of this kind wait for it
	if err := b.open(c); b.rel == nil || err != nil {
		return err
	}
	rel := b.rel
	if err := b.choose(c); err != nil || len(b.old) == 0 {
		return err
	}
	if err := b.hold(c, rel.OID); err != nil {
		return err
	}
	for _, ix := range b.old {
		if err := b.hold(c, ix.OID); err != nil {
			return err
		}
		name := c.Access.ChooseRelationName(ix.Name, "", "ccnew", rel.Namespace, false)
		oid, err := c.Access.CopyIndex(rel, ix, name)
		if err != nil {
			return err
		}
		if err := b.hold(c, oid); err != nil {
			return err
		}
		b.indexes = append(b.indexes, oid)
	}
	b.table = rel.OID
	return nil
}

// open locks the table and any index that is named. rel is nil after it if the table is gone.
func (b *besideReindex) open(c *Ctx) (err error) {
	if b.rel != nil {
		b.rel, err = c.Access.TryOpenOID(b.rel.OID, besideMode)
	} else {
		b.rel, b.list, err = c.openBeside(b.r)
	}
	return err
}

// choose lists the indexes to replace.
func (b *besideReindex) choose(c *Ctx) error {
	for _, oid := range b.list {
		if ix := b.rel.Index(oid); ix != nil {
			b.old = append(b.old, ix)
		}
	}
	if b.list != nil {
		return nil
	}
	for _, ix := range b.rel.Indexes {
		if ix.Valid {
			b.old = append(b.old, ix)
			continue
		}
		e := pgerr.New(pgerr.ObjectNotInPrerequisiteState, "skipping reindex of invalid index \"%s.%s\"", b.rel.Schema, ix.Name).
			WithHint("Use DROP INDEX or REINDEX INDEX.")
		e.Severity = "WARNING"
		c.Sess.Notice(e)
	}
	if len(b.old) == 0 && b.r.Relation != nil && b.rel.Bound == nil {
		c.notice(pgerr.SuccessfulCompletion, "table %q has no indexes that can be reindexed concurrently", b.rel.Name)
	}
	return nil
}

// swap makes the new indexes what the old ones were; those go on to get entries until
// nobody reads them.
func (b *besideReindex) swap(c *Ctx) error {
	if _, err := c.Access.OpenOID(b.table, besideMode); err != nil {
		return err
	}
	for i, ix := range b.old {
		name := c.Access.ChooseRelationName(ix.Name, "", "ccold", b.rel.Namespace, false)
		if err := c.Access.SwapIndexes(b.indexes[i], ix, name); err != nil {
			return err
		}
		b.indexes[i] = ix.OID
		if err := c.Sess.Interrupted(); err != nil {
			return err
		}
	}
	return nil
}

// report tells what was done if the user wants to know.
func (b *besideReindex) report(c *Ctx) error {
	if !b.r.verbose {
		return nil
	}
	for _, ix := range b.old {
		what := pgerr.New(pgerr.SuccessfulCompletion, "index \"%s.%s\" was reindexed", b.rel.Schema, ix.Name)
		if b.list != nil {
			what = what.WithDetail("%s.", elapsed(b.start))
		}
		c.infoDetail(what)
	}
	if b.list == nil {
		c.infoDetail(pgerr.New(pgerr.SuccessfulCompletion, "table \"%s.%s\" was reindexed", b.rel.Schema, b.rel.Name).WithDetail("%s.", elapsed(b.start)))
	}
	return nil
}

// elapsed tells the time since start, as VERBOSE has it.
func elapsed(start time.Time) string {
	return fmt.Sprintf("elapsed: %.2f s", time.Since(start).Seconds())
}
