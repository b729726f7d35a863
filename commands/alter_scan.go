package commands

import (
	"slices"

	"minidb/catalog"
	"minidb/executor"
)

// The end of an ALTER TABLE: one pass over the rows, which tests them against the
// new constraints and, where columns are to be computed, stores them in a new
// file, with new indexes.

func (t *alterTable) scan() error {
	rel, err := t.rel()
	if err != nil {
		return err
	}
	if t.filled || t.rewrite {
		if err := t.usedAsType(rel); err != nil {
			return err
		}
	}
	if rel.PartKey != nil || !t.rewrite && !t.nulls && len(t.checks) == 0 {
		return nil
	}
	pass := &executor.AlterScan{Old: t.old, New: rel, Values: t.values}
	if t.rewrite || t.nulls {
		pass.NotNull = t.validNotNull(rel)
	}
	for i := range rel.Checks {
		if slices.Contains(t.checks, rel.Checks[i].OID) {
			pass.Checks = append(pass.Checks, rel.Checks[i])
		}
	}
	if t.rewrite {
		return t.rewriteInto(pass)
	}
	return t.runScan(pass)
}

// validNotNull are the columns that must have no NULLs in rows already there.
func (t *alterTable) validNotNull(rel *catalog.Relation) []int {
	var out []int
	for _, con := range t.c.Access.Constraints(rel.OID) {
		if con.Type == catalog.NotNullConstraint && con.Validated {
			out = append(out, con.Columns...)
		}
	}
	slices.Sort(out)
	return out
}

func (t *alterTable) runScan(pass *executor.AlterScan) error {
	sn := t.c.Sess.Txn.CatalogSnapshot()
	defer sn.Release()
	ec := &executor.Ctx{Sess: t.c.Sess, Access: t.c.Access, Snapshot: sn, Expr: *t.c.evalCtx()}
	return pass.Run(ec)
}

// rewriteInto copies the rows to a new heap and fills the indexes anew.
func (t *alterTable) rewriteInto(pass *executor.AlterScan) error {
	a := t.c.Access
	fresh, err := a.SetFile(pass.New)
	if err != nil {
		return err
	}
	pass.Into = fresh.Heap
	if err := t.runScan(pass); err != nil {
		return err
	}
	a.CommandEnd()
	if err := a.ClearMissing(fresh); err != nil {
		return err
	}
	rel, err := t.rel()
	if err != nil {
		return err
	}
	for _, ix := range rel.Indexes {
		if err := t.c.buildIndex(rel, ix); err != nil {
			return err
		}
	}
	if len(rel.Indexes) == 0 {
		return nil
	}
	return t.c.noteSize(rel)
}
