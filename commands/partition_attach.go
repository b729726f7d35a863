package commands

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/storage/lmgr"
)

// ALTER TABLE ... ATTACH PARTITION. After PostgreSQL 18, commands/tablecmds.c
// (ATExecAttachPartition, MergeAttributesIntoExisting, MergeConstraintsIntoExisting).

func (t *alterTable) attachPartition(cmd *tree.AlterTableCmd) error {
	parent, err := t.rel()
	if err != nil {
		return err
	}
	part, err := t.c.openPart(cmd.Relation)
	if err != nil {
		return err
	}
	if err := t.attachable(parent, part); err != nil {
		return err
	}
	n, err := t.c.partitionBound(parent, cmd.Bound)
	if err != nil {
		return err
	}
	for _, col := range part.Live() {
		if col.Identity != 0 {
			return pgerr.New(pgerr.ObjectNotInPrerequisiteState, "table %q being attached contains an identity column %q", part.Name, col.Name).
				WithDetail("The new partition may not contain an identity column.")
		}
		if parent.ColumnByName(col.Name) == nil {
			return pgerr.New(pgerr.DatatypeMismatch, "table %q contains column %q not found in parent %q", part.Name, col.Name, parent.Name).
				WithDetail("The new partition may contain only the columns present in parent.")
		}
	}
	if err := n.place(part.Name); err != nil {
		return err
	}
	if err := columnsMatch(part, parent); err != nil {
		return err
	}
	if err := t.c.constraintsMatch(part, parent); err != nil {
		return err
	}
	if err := t.c.testDefault(n, true); err != nil {
		return err
	}
	if err := t.c.attach(part, parent, n); err != nil {
		return err
	}
	return t.c.inheritKeys(parent, part.OID, t.testLater)
}

// attach tests the rows and writes the catalogs. The children of a partitioned table
// inherit what it inherits.
func (c *Ctx) attach(part, parent *catalog.Relation, n *newBound) error {
	desc, err := c.Access.Partitions(parent)
	if err != nil {
		return err
	}
	above, err := c.Access.PartitionConstraint(parent)
	if err != nil {
		return err
	}
	own, err := c.Access.PartitionQual(parent, desc, n.bound)
	if err != nil {
		return err
	}
	var conditions []expr.Expr
	for _, e := range append(above, own...) {
		conditions = append(conditions, catalog.MapColumns(e, parent, part))
	}
	if err := c.testRows(part, conditions, func(*catalog.Relation) *catalog.Relation { return nil }); err != nil {
		return err
	}
	if err := c.Access.AttachPartition(part, parent, n.bound); err != nil {
		return err
	}
	return c.matchIndexes(parent, part.OID)
}

// openPart opens the relation that an ALTER TABLE attaches.
func (c *Ctx) openPart(r *tree.RangeVar) (*catalog.Relation, error) {
	if err := c.sameDatabase(r.Catalog, r.Schema, r.Name); err != nil {
		return nil, err
	}
	part, err := c.Access.Open(r.Schema, r.Name, lmgr.AccessExclusive, -1)
	if err != nil {
		return nil, err
	}
	if err := canOpen(part); err != nil {
		return nil, err
	}
	if part.Kind != catalog.TableKind && part.Kind != catalog.PartitionedTableKind {
		return nil, pgerr.New(pgerr.WrongObjectType, "ALTER action ATTACH PARTITION cannot be performed on relation %q", part.Name).
			WithDetail("This operation is not supported for %s.", kindNames[part.Kind])
	}
	if part.System {
		return nil, pgerr.New(pgerr.InsufficientPrivilege, "permission denied: %q is a system catalog", part.Name)
	}
	return part, c.Access.CheckOwner(part)
}

// canOpen refuses what table_open does.
func canOpen(r *catalog.Relation) error {
	switch r.Kind {
	case catalog.IndexKind, catalog.PartitionedIndexKind, catalog.CompositeKind:
		return pgerr.New(pgerr.WrongObjectType, "cannot open relation %q", r.Name).
			WithDetail("This operation is not supported for %s.", kindNames[r.Kind])
	}
	return nil
}

// attachable refuses tables that cannot become partitions of parent.
func (t *alterTable) attachable(parent, part *catalog.Relation) error {
	if part.Bound != nil {
		return pgerr.New(pgerr.WrongObjectType, "%q is already a partition", part.Name)
	}
	if part.PartKey != nil {
		for up := parent; up != nil; {
			if up.OID == part.OID {
				return pgerr.New(pgerr.DuplicateTable, "circular inheritance not allowed").
					WithDetail("%q is already a child of %q.", parent.Name, part.Name)
			}
			if up.Parent == 0 {
				break
			}
			var err error
			if up, err = t.c.Access.OpenOID(up.Parent, catalog.NoLock); err != nil {
				return err
			}
		}
	}
	switch temp := parent.Persistence == 't'; {
	case temp && part.Persistence != 't':
		return pgerr.New(pgerr.WrongObjectType, "cannot attach a permanent relation as partition of temporary relation %q", parent.Name)
	case !temp && part.Persistence == 't':
		return pgerr.New(pgerr.WrongObjectType, "cannot attach a temporary relation as partition of permanent relation %q", parent.Name)
	case temp && t.c.Access.OtherTemp(part):
		return pgerr.New(pgerr.WrongObjectType, "cannot attach temporary relation of another session as partition")
	}
	return nil
}

// columnsMatch compares the columns of a table with those that it will inherit.
func columnsMatch(part, parent *catalog.Relation) error {
	for _, src := range parent.Live() {
		col := part.ColumnByName(src.Name)
		if col == nil {
			return pgerr.New(pgerr.DatatypeMismatch, "child table is missing column %q", src.Name)
		}
		bad := func(format string) error { return pgerr.New(pgerr.DatatypeMismatch, format, src.Name) }
		switch {
		case col.Type != src.Type || col.Typmod != src.Typmod:
			return pgerr.New(pgerr.DatatypeMismatch, "child table %q has different type for column %q", part.Name, src.Name)
		case col.Collation != src.Collation:
			return pgerr.New(pgerr.CollationMismatch, "child table %q has different collation for column %q", part.Name, src.Name)
		case src.NotNull && !col.NotNull:
			return pgerr.New(pgerr.DatatypeMismatch, "column %q in child table %q must be marked NOT NULL", src.Name, part.Name)
		case src.Generated && !col.Generated:
			return bad("column %q in child table must be a generated column")
		case !src.Generated && col.Generated:
			return bad("column %q in child table must not be a generated column")
		case src.Generated && src.Virtual != col.Virtual:
			word := map[bool]string{true: "VIRTUAL", false: "STORED"}
			return pgerr.New(pgerr.DatatypeMismatch, "column %q inherits from generated column of different kind", src.Name).
				WithDetail("Parent column is %s, child column is %s.", word[src.Virtual], word[col.Virtual])
		}
	}
	return nil
}

// constraintsMatch makes sure that a table has the constraints that it will inherit.
func (c *Ctx) constraintsMatch(part, parent *catalog.Relation) error {
	for _, src := range parent.Live() {
		if !src.NotNull {
			continue
		}
		col := part.ColumnByName(src.Name)
		con := c.Access.NotNullOf(part.OID, col.Num)
		if con != nil && con.NoInherit {
			return pgerr.New(pgerr.InvalidObjectDefinition, "constraint %q conflicts with non-inherited constraint on child table %q", con.Name, part.Name)
		}
		if con != nil && !con.Validated && !src.MaybeNull {
			return pgerr.New(pgerr.ObjectNotInPrerequisiteState, "constraint %q conflicts with NOT VALID constraint on child table %q", con.Name, part.Name)
		}
	}
next:
	for i := range parent.Checks {
		want := &parent.Checks[i]
		for j := range part.Checks {
			k := &part.Checks[j]
			if k.Name != want.Name {
				continue
			}
			bad := func(code pgerr.Code, format string) error { return pgerr.New(code, format, k.Name, part.Name) }
			switch {
			case !expr.Equal(k.Expr, catalog.MapColumns(want.Expr, parent, part)):
				return pgerr.New(pgerr.DatatypeMismatch, "child table %q has different definition for check constraint %q", part.Name, k.Name)
			case k.NoInherit:
				return bad(pgerr.InvalidObjectDefinition, "constraint %q conflicts with non-inherited constraint on child table %q")
			case want.Validated && !want.NotEnforced && !k.NotEnforced && !k.Validated:
				return bad(pgerr.InvalidObjectDefinition, "constraint %q conflicts with NOT VALID constraint on child table %q")
			case !want.NotEnforced && k.NotEnforced:
				return bad(pgerr.InvalidObjectDefinition, "constraint %q conflicts with NOT ENFORCED constraint on child table %q")
			}
			continue next
		}
		return pgerr.New(pgerr.DatatypeMismatch, "child table is missing constraint %q", want.Name)
	}
	return nil
}
