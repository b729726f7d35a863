package executor

import (
	"slices"

	"minidb/catalog"
	"minidb/pgerr"
	"minidb/storage"
	"minidb/storage/lmgr"
	"minidb/types"
)

// resultRel is a relation that rows are written to: PostgreSQL's ResultRelInfo,
// with its indexes and triggers open. What writing to it takes at all is in rules;
// here is what an execution needs.
type resultRel struct {
	c       *Ctx
	rel     *catalog.Relation
	rules   *catalog.RowRules
	indexes []indexWriter // as rules.Indexes
	events  uint32        // number of the event kind of rel.Triggers[0]: see AfterTriggers
	begun   bool          // it counts as a result relation of this execution
	opened  bool
	locked  bool // indexes are locked
	// recheck are the deferrable indexes in which the row just written met its key.
	recheck []types.OID
	// above is the table that the statement names: rel, or one that it is a partition
	// of, whose rows errors show. down makes rows of rel of its rows, nil if they are
	// the same.
	above  *catalog.Relation
	down   *attrMap
	shown  []int   // as planner.ResultRel's Shown
	levels []level // of a partition whose rows may not belong there
}

// begin counts the relation as one that the execution has prepared for.
func (r *resultRel) begin(c *Ctx) {
	if !r.begun {
		r.begun = true
		c.Sess.Counters.ModifyTable.ResultRelsOpened++
	}
}

// open makes the relation ready to be written to. It may be called at any time before
// the first row is written; restart and another open may follow.
func (r *resultRel) open(c *Ctx, rel *catalog.Relation) error {
	r.begin(c)
	if r.rules == nil {
		rules, err := rel.RowRules()
		if err != nil {
			return err
		}
		r.c, r.rel, r.rules = c, rel, rules
		r.indexes = newIndexWriters(rules.Indexes)
		if r.above == nil {
			r.above = rel
		}
	}
	if r.above == rel && rel.Bound != nil {
		if err := r.openLevels(); err != nil {
			return err
		}
	}
	c.Sess.Counters.ModifyTable.IndexesOpened += int64(len(r.indexes))
	if len(rel.Triggers) > 0 {
		if c.Triggers == nil {
			return pgerr.New(pgerr.Internal, "no queue for the triggers of table %q", rel.Name)
		}
		var err error
		if r.events, err = c.Triggers.kindsOf(rel, rel, rel); err != nil {
			return err
		}
	}
	c.Touched = append(c.Touched, rel)
	r.opened = true
	return nil
}

// restart makes the relation as new, for another execution to open.
func (r *resultRel) restart() {
	r.begun, r.opened = false, false
	r.recheck = r.recheck[:0]
	for i := range r.indexes {
		clear(r.indexes[i].key)
	}
}

// lockIndexes locks the indexes from the first row that is written to the last: an
// INSERT keeps no lock on them (ExecOpenIndices).
func (r *resultRel) lockIndexes() error {
	for i := range r.indexes {
		if err := r.c.Access.LockIndex(r.indexes[i].Index, lmgr.RowExclusive); err != nil {
			return err
		}
	}
	r.locked = true
	return nil
}

func (r *resultRel) unlockIndexes() {
	if !r.locked {
		return
	}
	r.locked = false
	for i := range r.indexes {
		r.c.Access.Unlock(r.indexes[i].OID, lmgr.RowExclusive)
	}
}

// changed tells whether an indexed column differs between two versions of a row,
// and how strongly the old version must be locked: LockUpdate only if a column
// changed by which other tables may refer to the row.
func (r *resultRel) changed(old, row types.Row) (newKeys bool, mode storage.LockMode) {
	newKeys, keys := changedIn(r.rules.Indexes, old, row)
	if len(r.rules.Coming) > 0 && !keys {
		more, k := changedIn(r.rules.Coming, old, row)
		newKeys, keys = newKeys || more, k
	}
	if keys {
		return true, storage.LockUpdate
	}
	return newKeys, storage.LockNoKeyUpdate
}

// changedIn tells whether a column of one of the indexes differs, and whether that index
// identifies rows.
func changedIn(indexes []*catalog.IndexInfo, old, row types.Row) (changed, identifies bool) {
	for _, ix := range indexes {
		if changed && !ix.Identifies {
			continue
		}
		for _, a := range ix.Reads {
			if types.Same(old[a], row[a]) {
				continue
			}
			changed = true
			if ix.Identifies {
				return true, true
			}
		}
	}
	return changed, false
}

// lockMode is the lock that a row needs before the given columns (attnums) of it
// are set, whatever they are set to.
func (r *resultRel) lockMode(set []int) storage.LockMode {
	for _, list := range [][]*catalog.IndexInfo{r.rules.Indexes, r.rules.Coming} {
		for _, ix := range list {
			if ix.Identifies && slices.ContainsFunc(ix.Reads, func(a int) bool { return slices.Contains(set, a+1) }) {
				return storage.LockUpdate
			}
		}
	}
	return storage.LockNoKeyUpdate
}
