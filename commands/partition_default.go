package commands

import (
	"slices"

	"minidb/catalog"
	"minidb/executor"
	"minidb/expr"
	"minidb/planner"
	"minidb/storage/lmgr"
)

// Rows that are there already: those of a table that becomes a partition must be within
// its bound, and none of the default partition's may belong into a new one. After
// PostgreSQL 18, commands/tablecmds.c (QueuePartitionConstraintValidation) and
// partitioning/partbounds.c (check_default_partition_contents).

// testDefault makes sure that no row of the default partition belongs into a new one.
// If one does the error names the default partition, or, with nameLeaf, the table of the row.
func (c *Ctx) testDefault(n *newBound, nameLeaf bool) error {
	desc, err := c.Access.Partitions(n.parent)
	if err != nil || desc.Default < 0 || n.bound.Default {
		return err
	}
	def, err := c.Access.OpenOID(desc.Members[desc.Default].OID, lmgr.AccessExclusive)
	if err != nil {
		return err
	}
	with := desc.With(catalog.PartitionMember{Bound: n.bound, Leaf: true})
	list, err := c.Access.PartitionQual(n.parent, with, &catalog.PartitionBound{Strategy: n.bound.Strategy, Default: true})
	if err != nil {
		return err
	}
	for i, e := range list {
		list[i] = catalog.MapColumns(e, n.parent, def)
	}
	if nameLeaf {
		return c.testRows(def, list, func(leaf *catalog.Relation) *catalog.Relation { return leaf })
	}
	return c.testRows(def, list, func(*catalog.Relation) *catalog.Relation { return def })
}

// testRows makes sure that all rows of a table, which may be partitioned itself, fulfil
// the conditions over its columns. It does not look at them if constraints of the table
// say so. ofDefault says for a leaf what AlterScan.Default is.
func (c *Ctx) testRows(rel *catalog.Relation, conditions []expr.Expr, ofDefault func(leaf *catalog.Relation) *catalog.Relation) error {
	if len(conditions) == 0 || provenBy(rel, conditions) {
		return nil
	}
	if rel.PartKey != nil {
		desc, err := c.Access.Partitions(rel)
		if err != nil {
			return err
		}
		for _, m := range desc.Members {
			part, err := c.Access.OpenOID(m.OID, lmgr.AccessExclusive)
			if err != nil {
				return err
			}
			own := make([]expr.Expr, len(conditions))
			for i, e := range conditions {
				own[i] = catalog.MapColumns(e, rel, part)
			}
			if err := c.testRows(part, own, ofDefault); err != nil {
				return err
			}
		}
		return nil
	}
	sn := c.Sess.Txn.CatalogSnapshot()
	defer sn.Release()
	ec := &executor.Ctx{Sess: c.Sess, Access: c.Access, Snapshot: sn, Expr: *c.evalCtx()}
	pass := &executor.AlterScan{Old: rel, New: rel, Partition: conjunction(conditions), Default: ofDefault(rel)}
	return pass.Run(ec)
}

func conjunction(list []expr.Expr) expr.Expr {
	if len(list) == 1 {
		return list[0]
	}
	return &expr.Bool{Loc: -1, Op: expr.And, Args: list}
}

// provenBy tells whether a table's constraints prove the conditions.
func provenBy(rel *catalog.Relation, conditions []expr.Expr) bool {
	var given []expr.Expr
	for _, col := range rel.Live() {
		if col.NotNull && !col.MaybeNull {
			v := &expr.Var{Loc: -1, Rel: 1, Attr: col.Num, Slot: -1, T: col.Type, Mod: col.Typmod}
			given = append(given, &expr.NullTest{Loc: -1, Arg: v, Not: true})
		}
	}
	for _, k := range rel.Checks {
		if k.Validated && !k.NotEnforced {
			given = append(given, k.Expr)
		}
	}
	if len(given) == 0 {
		return false
	}
	all := conjunction(given)
	return !slices.ContainsFunc(conditions, func(e expr.Expr) bool { return !planner.Implied(all, e) })
}
