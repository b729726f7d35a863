package commands

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/pgerr"
	"minidb/storage/lmgr"
	"minidb/types"
)

// Indexes of partitioned tables: each partition has one for each of its table's.
// After PostgreSQL 18, commands/indexcmds.c (DefineIndex) and commands/tablecmds.c
// (AttachPartitionEnsureIndexes).

// indexMaking says how an index is made.
type indexMaking struct {
	only  bool                 // not on partitions
	alone bool                 // a command of its own, for which no table may be in use
	later func(types.OID) bool // the table's rows will be written anew, and the index filled then; may be nil
}

// createIndexes makes an index and fills it; one of a partitioned table also on all
// partitions. It returns the first one's entry.
func (c *Ctx) createIndexes(spec catalog.IndexSpec, how indexMaking) (*catalog.Index, error) {
	rel, err := c.Access.OpenOID(spec.Table, catalog.NoLock)
	if err != nil {
		return nil, err
	}
	for _, k := range spec.Keys[:spec.NKeys] {
		if k.Attr > 0 {
			k.Type = rel.Columns[k.Attr-1].Type
		}
		if err := c.sortable(&k); err != nil {
			return nil, err
		}
	}
	if rel.PartKey == nil {
		ix, err := c.Access.CreateIndex(spec)
		if err != nil {
			return nil, err
		}
		c.Access.CommandEnd()
		if how.later != nil && how.later(rel.OID) {
			return ix, nil
		}
		return ix, c.fillIndex(rel.OID, ix.OID)
	}
	if err := c.coversKey(rel, &spec); err != nil {
		return nil, err
	}
	desc, err := c.Access.Partitions(rel)
	if err != nil {
		return nil, err
	}
	spec.Invalid = how.only && len(desc.Members) > 0
	ix, err := c.Access.CreateIndex(spec)
	if err != nil || how.only {
		return ix, err
	}
	c.Access.CommandEnd()
	for _, oid := range desc.OIDs() {
		if _, err := c.Access.Lock(oid, lmgr.Share, false); err != nil {
			return nil, err
		}
		if err := c.matchIndex(rel, ix, oid, how); err != nil {
			return nil, err
		}
	}
	return ix, nil
}

// coversKey makes sure that a unique index of a partitioned table has all columns of
// the partition key: only then partitions can tell each for itself.
func (c *Ctx) coversKey(rel *catalog.Relation, spec *catalog.IndexSpec) error {
	if !spec.Unique {
		return nil
	}
	what := "UNIQUE"
	if spec.Primary {
		what = "PRIMARY KEY"
	}
	keys := spec.Keys
	if spec.NKeys > 0 {
		keys = keys[:spec.NKeys]
	}
next:
	for i := range rel.PartKey.Columns {
		k := &rel.PartKey.Columns[i]
		if k.Attr == 0 {
			return pgerr.New(pgerr.FeatureNotSupported, "unsupported %s constraint with partition key definition", what).
				WithDetail("%s constraints cannot be used when partition keys include expressions.", what)
		}
		for _, key := range keys {
			if key.Attr == k.Attr {
				continue next
			}
		}
		return pgerr.New(pgerr.FeatureNotSupported, "unique constraint on partitioned table must include all partitioning columns").
			WithDetail("%s constraint on table %q lacks column %q which is part of the partition key.",
				what, rel.Name, rel.Columns[k.Attr-1].Name)
	}
	return nil
}

// matchIndexes gives a partition an index for each one of its parent: one that it
// has, if that will do, or a new one.
func (c *Ctx) matchIndexes(parent *catalog.Relation, part types.OID) error {
	for _, ix := range parent.Indexes {
		if err := c.matchIndex(parent, ix, part, indexMaking{}); err != nil {
			return err
		}
	}
	return nil
}

func (c *Ctx) matchIndex(parent *catalog.Relation, ix *catalog.Index, part types.OID, how indexMaking) error {
	rel, err := c.Access.OpenOID(part, catalog.NoLock)
	if err != nil {
		return err
	}
	want, err := c.likeIndexOf(parent, ix, rel)
	if err != nil {
		return err
	}
	for _, own := range rel.Indexes {
		if own.Parent == 0 && sameIndex(want, own) && (ix.ConstraintOID == 0 || own.ConstraintOID != 0) {
			return c.Access.AttachIndex(own, ix)
		}
	}
	if how.alone {
		if err := c.inUse(rel, "CREATE INDEX"); err != nil {
			return err
		}
	}
	_, err = c.createIndexes(*want, how)
	return err
}

// likeIndexOf describes the index of a partition that corresponds to its parent's.
func (c *Ctx) likeIndexOf(parent *catalog.Relation, ix *catalog.Index, rel *catalog.Relation) (*catalog.IndexSpec, error) {
	spec := &catalog.IndexSpec{Table: rel.OID, NKeys: ix.NKeys, Unique: ix.Unique, Primary: ix.Primary,
		NullsNotDistinct: ix.NullsNotDistinct, Constraint: ix.ConstraintOID != 0, Deferrable: !ix.Immediate, Deferred: ix.Deferred,
		Parent: ix.OID, ParentConstraint: ix.ConstraintOID}
	own, err := c.Access.OpenOID(ix.OID, catalog.NoLock)
	if err != nil {
		return nil, err
	}
	for i, k := range ix.Keys {
		if hasWholeRow(k.Expr) || hasWholeRow(ix.Predicate) {
			return nil, wholeRowIndex(ix.Name)
		}
		if k.Attr > 0 {
			k.Attr = rel.ColumnByName(parent.Columns[k.Attr-1].Name).Num
		} else {
			k.Expr = catalog.MapColumns(k.Expr, parent, rel)
		}
		spec.Keys = append(spec.Keys, k)
		spec.ColumnNames = append(spec.ColumnNames, own.Columns[i].Name) // as they were when it was made
	}
	spec.Predicate = catalog.MapColumns(ix.Predicate, parent, rel)
	return spec, nil
}

func hasWholeRow(e expr.Expr) (found bool) {
	expr.EachNode(e, func(n expr.Expr) {
		v, ok := n.(*expr.Var)
		found = found || ok && v.Attr == expr.WholeRow
	})
	return found
}

// wholeRowIndex is the error of an index that another table cannot have: it is about rows
// of this one's type.
func wholeRowIndex(name string) *pgerr.Error {
	return pgerr.New(pgerr.FeatureNotSupported, "cannot convert whole-row table reference").
		WithDetail("Index %q contains a whole-row table reference.", name)
}

// sameIndex tells whether an index is just what is wanted (CompareIndexInfo).
func sameIndex(want *catalog.IndexSpec, ix *catalog.Index) bool {
	if want.Unique != ix.Unique || want.NKeys != ix.NKeys || len(want.Keys) != len(ix.Keys) ||
		want.NullsNotDistinct != ix.NullsNotDistinct || !sameExpr(want.Predicate, ix.Predicate) {
		return false
	}
	for i := range want.Keys {
		a, b := &want.Keys[i], &ix.Keys[i]
		if a.Attr != b.Attr || !sameExpr(a.Expr, b.Expr) {
			return false
		}
		if i < want.NKeys && (a.OpClass != b.OpClass || a.Collation != b.Collation) {
			return false
		}
	}
	return true
}

func sameExpr(a, b expr.Expr) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return expr.Equal(a, b)
}
