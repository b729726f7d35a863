package commands

import (
	"minidb/catalog"
	"minidb/executor"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/storage/lmgr"
	"minidb/types"
)

// ALTER TABLE of a partitioned table: subcommands about columns and constraints are done
// on all partitions too, each of which is an alterTable of its own below that of its
// table. In every pass a table comes before its partitions, which take names and
// expressions from it. After PostgreSQL 18, commands/tablecmds.c (ATSimpleRecursion and
// the recursion in ATExecAddColumn and its kin).

// recursive are the subcommands that partitions follow.
var recursive = map[tree.AlterCmdKind]bool{
	tree.AddColumn: true, tree.DropColumn: true, tree.ColumnDefault: true, tree.SetNotNull: true, tree.DropNotNull: true,
	tree.AlterColumnType: true, tree.AddConstraint: true, tree.DropConstraint: true, tree.ValidateConstraint: true,
	tree.AddIdentity: true, tree.SetIdentity: true, tree.DropIdentity: true, tree.SetExpression: true, tree.DropExpression: true,
	tree.SetStatistics: true, tree.SetStorage: true,
}

// onlyItself are those that are done with ONLY as if there were no partitions.
var onlyItself = map[tree.AlterCmdKind]bool{tree.ColumnDefault: true, tree.SetStatistics: true, tree.SetStorage: true}

// openTree locks the partitions, if a subcommand concerns them; with ONLY it sees whether
// there are any.
func (t *alterTable) openTree(cmd *tree.AlterTableCmd) error {
	follow := recursive[cmd.Kind] || cmd.Kind == tree.AlterConstraint && (cmd.Constraint.NoInherit || cmd.Constraint.Inherit)
	if t.old.PartKey == nil || !follow || t.children != nil || t.only && onlyItself[cmd.Kind] {
		return nil
	}
	desc, err := t.c.Access.Partitions(t.old)
	if err != nil {
		return err
	}
	if t.only {
		t.leftOut = desc.OIDs()
		return nil
	}
	return t.openChildren(desc.OIDs(), cmd)
}

func (t *alterTable) openChildren(oids []types.OID, cmd *tree.AlterTableCmd) error {
	for _, oid := range oids {
		part, err := t.c.Access.OpenOID(oid, subcommandLock(cmd))
		if err != nil {
			return err
		}
		if err := t.c.inUse(part, "ALTER TABLE"); err != nil {
			return err
		}
		x := &alterTable{c: t.c, old: part, parent: t, retyped: map[int]bool{}}
		t.children = append(t.children, x)
		if err := x.openTree(cmd); err != nil {
			return err
		}
	}
	return nil
}

// tree puts a step of a table and of its partitions into a pass.
func (t *alterTable) tree(pass int, f func(*alterTable) error) {
	t.step(pass, func() error { return f(t) })
	if t.only {
		return
	}
	for _, x := range t.children {
		x.tree(pass, f)
	}
}

// alone tells whether ONLY leaves partitions out.
func (t *alterTable) alone() bool { return len(t.leftOut) > 0 }

// openLeftOut locks the partitions that ONLY leaves out and that lose a parent all the same.
func (t *alterTable) openLeftOut() ([]*catalog.Relation, error) {
	var parts []*catalog.Relation
	for _, oid := range t.leftOut {
		part, err := t.c.Access.OpenOID(oid, lmgr.AccessExclusive)
		if err != nil {
			return nil, err
		}
		if err := t.c.inUse(part, "ALTER TABLE"); err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	return parts, nil
}

// scanTree makes the last pass over the rows of a table and of its partitions.
func (t *alterTable) scanTree() error {
	if err := t.scan(); err != nil {
		return err
	}
	for _, x := range t.children {
		if err := x.scanTree(); err != nil {
			return err
		}
	}
	return nil
}

// rewrites tells whether a table of the tree will be rewritten, which fills its indexes.
func (t *alterTable) rewrites(oid types.OID) bool {
	if t.old.OID == oid {
		return t.rewrite
	}
	for _, x := range t.children {
		if x.rewrites(oid) {
			return true
		}
	}
	return false
}

// notInherited refuses to change a column or constraint of a partition alone.
func (t *alterTable) notInherited(inherited int, verb, what, name string) error {
	if t.parent != nil || inherited == 0 {
		return nil
	}
	return pgerr.New(pgerr.InvalidTableDefinition, "cannot %s inherited %s %q", verb, what, name)
}

// notInKey refuses to change a column that rows are divided by.
func notInKey(rel *catalog.Relation, col *catalog.Column, verb string) error {
	if rel.PartKey == nil {
		return nil
	}
	if uses, _ := rel.PartKey.Uses(col.Num); !uses {
		return nil
	}
	return pgerr.New(pgerr.InvalidTableDefinition, "cannot %s column %q because it is part of the partition key of relation %q", verb, col.Name, rel.Name)
}

// withoutOnly is the error of a change that partitions must follow.
func withoutOnly(format string, args ...any) *pgerr.Error {
	return pgerr.New(pgerr.InvalidTableDefinition, format, args...).WithHint("Do not specify the ONLY keyword.")
}

// above is the entry of the table whose partition t is.
func (t *alterTable) above() (*catalog.Relation, error) { return t.parent.rel() }

// addInherited adds the column to a partition that its table has got.
func (t *alterTable) addInherited(name string) error {
	parent, err := t.above()
	if err != nil {
		return err
	}
	rel, err := t.rel()
	if err != nil {
		return err
	}
	src := parent.ColumnByName(name)
	if src == nil || rel.ColumnByName(name) != nil {
		return nil
	}
	col := *src
	col.Num = len(rel.Columns) + 1
	col.Inherited, col.NotLocal, col.HasMissing, col.Missing, col.StatTarget, col.Options = 1, true, false, types.NullDatum, -1, nil
	if col.Default != nil {
		col.Default = catalog.MapColumns(col.Default, parent, rel)
	}
	if src.Identity != 0 {
		t.rewrite = true
		t.values = append(t.values, executor.AlterValue{Attr: col.Num, Expr: src.NextValue})
	}
	return t.writeColumn(rel, col)
}
