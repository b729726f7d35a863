package commands

import (
	"strings"

	"minidb/catalog"
	"minidb/executor"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/storage/lmgr"
	"minidb/types"
)

// ALTER TABLE. The subcommands of a statement do not run in the order in which
// they are written but in passes, as in PostgreSQL: what is dropped goes first,
// then types change, columns are added, constraints and indexes made. One pass
// over the rows at the end tests and rewrites them (alter_scan.go).

// The passes of ALTER TABLE (PostgreSQL 18, commands/tablecmds.c, AlterTablePass).
const (
	passDrop = iota
	passType
	passExpression // SET EXPRESSION
	passAddColumn
	passOldIndex   // indexes of columns whose type changed
	passOldConstr  // and constraints
	passOldForeign // foreign keys, which need the indexes
	passAddConstr  // what is added is taken apart
	passAttrs      // NOT NULL
	passAddIndexConstr
	passAddIndex
	passAddOtherConstr // CHECK and DEFAULT
	passMisc
	numPasses
)

// alterTable is an ALTER TABLE at work.
type alterTable struct {
	c     *Ctx
	old   *catalog.Relation // as it was before
	steps [numPasses][]func() error
	// What the last pass over the rows has to do.
	rewrite     bool
	nulls       bool // some column has become NOT NULL
	filled      bool // columns with a value were added
	values      []executor.AlterValue
	checks      []types.OID  // constraints to be tested
	foreignKeys []types.OID  // likewise, after all else
	retyped     map[int]bool // columns whose type has changed
	// persisted: SET LOGGED or SET UNLOGGED was among the subcommands.
	persisted bool
	// What a NOT NULL or CHECK subcommand has done to this table, and so does to its
	// partitions: it made the constraint, or dropped it, from a column if it was NOT NULL.
	made        bool
	dropped     *catalog.Constraint
	droppedFrom string
	// See alter_tree.go.
	parent   *alterTable
	children []*alterTable
	leftOut  []types.OID // partitions, with ONLY
	only     bool
}

func (c *Ctx) alterTable(s *tree.AlterTable) (*Result, error) {
	result := &Result{Tag: "ALTER " + upper(string(s.Kind))}
	if s.Kind != tree.KindTable && s.Kind != tree.KindIndex && s.Kind != tree.KindView && s.Kind != tree.KindSequence {
		return nil, unbuilt(s)
	}
	rel, err := c.openAltered(s.Relation, alterLock(s.Cmds), s.IfExists)
	if rel == nil || err != nil {
		return result, err
	}
	if err := c.inUse(rel, "ALTER TABLE"); err != nil {
		return nil, err
	}
	if err := c.notOtherTemp(rel, "alter"); err != nil {
		return nil, err
	}
	t := &alterTable{c: c, old: rel, retyped: map[int]bool{}, only: s.Relation.Only}
	for _, cmd := range s.Cmds {
		if err := t.allowed(s, cmd); err != nil {
			return nil, err
		}
		if err := t.openTree(cmd); err != nil {
			return nil, err
		}
		if err := t.prepare(cmd); err != nil {
			return nil, err
		}
	}
	return result, t.run()
}

// openAltered locks the relation of an ALTER statement. It is nil if there is
// none and IF EXISTS was written.
func (c *Ctx) openAltered(r *tree.RangeVar, mode lmgr.Mode, ifExists bool) (*catalog.Relation, error) {
	if err := c.sameDatabase(r.Catalog, r.Schema, r.Name); err != nil {
		return nil, err
	}
	rel, err := c.Access.Lookup(r.Schema, r.Name)
	if err != nil {
		return nil, err
	}
	if rel == nil && ifExists {
		c.notice(pgerr.SuccessfulCompletion, "relation %q does not exist, skipping", r.Name)
		return nil, nil
	}
	if rel != nil && rel.System {
		return nil, pgerr.New(pgerr.InsufficientPrivilege, "permission denied: %q is a system catalog", rel.Name)
	}
	if rel, err = c.Access.Open(r.Schema, r.Name, mode, -1); err != nil {
		return nil, err
	}
	return rel, c.Access.CheckOwner(rel)
}

// allowed refuses subcommands on relations that are no tables.
func (t *alterTable) allowed(s *tree.AlterTable, cmd *tree.AlterTableCmd) error {
	if s.Kind == tree.KindIndex && t.old.Kind == catalog.TableKind {
		return pgerr.New(pgerr.WrongObjectType, "%q is not an index", t.old.Name)
	}
	if s.Kind == tree.KindView && t.old.Kind != catalog.ViewKind {
		return pgerr.New(pgerr.WrongObjectType, "%q is not a view", t.old.Name)
	}
	if s.Kind == tree.KindSequence && t.old.Kind != catalog.SequenceKind {
		return pgerr.New(pgerr.WrongObjectType, "%q is not a sequence", t.old.Name)
	}
	if t.old.PartKey != nil && (cmd.Kind == tree.SetLogged || cmd.Kind == tree.SetUnlogged) {
		return t.notPerformed(alterNames[cmd.Kind])
	}
	if t.old.Kind == catalog.PartitionedIndexKind && cmd.Kind == tree.AttachPartition && s.Kind == tree.KindIndex {
		return nil
	}
	if cmd.Kind == tree.AttachPartition || cmd.Kind == tree.DetachPartition {
		if t.old.PartKey != nil {
			return nil
		}
	} else if t.old.Kind == catalog.TableKind || t.old.PartKey != nil || t.old.Kind == catalog.ViewKind && (cmd.Kind == tree.ColumnDefault || cmd.Kind == tree.SetRelOptions || cmd.Kind == tree.ResetRelOptions) ||
		cmd.Kind == tree.ChangeOwner {
		return nil
	}
	switch cmd.Kind {
	case tree.SetLogged, tree.SetUnlogged:
		if t.old.Kind == catalog.SequenceKind {
			return nil
		}
	case tree.SetRelOptions, tree.ResetRelOptions:
		if t.old.Kind == catalog.IndexKind {
			return nil
		}
	case tree.SetTablespace:
		if t.old.Kind == catalog.IndexKind || t.old.Kind == catalog.PartitionedIndexKind {
			return nil
		}
	case tree.SetStatistics:
		if t.old.Kind == catalog.IndexKind || t.old.Kind == catalog.PartitionedIndexKind {
			return nil
		}
	case tree.AddIdentity, tree.SetIdentity, tree.DropIdentity:
		if t.old.Kind == catalog.ViewKind {
			return nil // no column of it will do
		}
	}
	name, ok := alterNames[cmd.Kind]
	if !ok {
		return pgerr.Unsupported(int(cmd.Pos), "this form of ALTER "+upper(string(s.Kind)), "")
	}
	return t.notPerformed(name)
}

func (t *alterTable) notPerformed(action string) error {
	return pgerr.New(pgerr.WrongObjectType, "ALTER action %s cannot be performed on relation %q", action, t.old.Name).
		WithDetail("This operation is not supported for %s.", kindNames[t.old.Kind])
}

// alterNames are the subcommands in PostgreSQL's words.
var alterNames = map[tree.AlterCmdKind]string{
	tree.AddColumn: "ADD COLUMN", tree.DropColumn: "DROP COLUMN", tree.ColumnDefault: "ALTER COLUMN ... SET DEFAULT",
	tree.SetNotNull: "ALTER COLUMN ... SET NOT NULL", tree.DropNotNull: "ALTER COLUMN ... DROP NOT NULL",
	tree.AlterColumnType: "ALTER COLUMN ... SET DATA TYPE", tree.AddConstraint: "ADD CONSTRAINT",
	tree.DropConstraint: "DROP CONSTRAINT", tree.ValidateConstraint: "VALIDATE CONSTRAINT", tree.AlterConstraint: "ALTER CONSTRAINT",
	tree.ChangeOwner:   "OWNER TO",
	tree.SetRelOptions: "SET", tree.ResetRelOptions: "RESET", tree.EnableTrigger: "ENABLE TRIGGER",
	tree.ReplicaIdentity: "REPLICA IDENTITY", tree.SetWithoutOids: "SET WITHOUT OIDS",
	tree.SetLogged: "SET LOGGED", tree.SetUnlogged: "SET UNLOGGED",
	tree.SetExpression: "ALTER COLUMN ... SET EXPRESSION", tree.DropExpression: "ALTER COLUMN ... DROP EXPRESSION",
	tree.SetStatistics: "ALTER COLUMN ... SET STATISTICS", tree.SetStorage: "ALTER COLUMN ... SET STORAGE",
	tree.AddIdentity: "ALTER COLUMN ... ADD IDENTITY", tree.SetIdentity: "ALTER COLUMN ... SET IDENTITY",
	tree.DropIdentity:    "ALTER COLUMN ... DROP IDENTITY",
	tree.AttachPartition: "ATTACH PARTITION", tree.DetachPartition: "DETACH PARTITION",
	tree.SetColumnOptions: "ALTER COLUMN ... SET", tree.ResetColumnOptions: "ALTER COLUMN ... RESET",
	tree.SetCompression: "ALTER COLUMN ... SET COMPRESSION", tree.SetTablespace: "SET TABLESPACE",
	tree.SetAccessMethod: "SET ACCESS METHOD", tree.ClusterOn: "CLUSTER ON", tree.SetWithoutCluster: "SET WITHOUT CLUSTER",
	tree.AddInherit: "INHERIT", tree.DropInherit: "NO INHERIT", tree.OfType: "OF", tree.NotOfType: "NOT OF",
	tree.EnableRowSecurity: "ENABLE ROW SECURITY", tree.DisableRowSecurity: "DISABLE ROW SECURITY",
	tree.ForceRowSecurity: "FORCE ROW SECURITY", tree.NoForceRowSecurity: "NO FORCE ROW SECURITY",
	tree.DisableTrigger: "DISABLE TRIGGER",
}

// unbuiltAlter are subcommands that are not built, as they are written.
var unbuiltAlter = map[tree.AlterCmdKind]string{
	tree.SetCompression: "ALTER COLUMN SET COMPRESSION",
	tree.SetRelOptions:  "SET (...)", tree.ResetRelOptions: "RESET (...)",
	tree.AddInherit: "INHERIT", tree.DropInherit: "NO INHERIT", tree.ReplicaIdentity: "REPLICA IDENTITY",
	tree.EnableRowSecurity: "ENABLE ROW LEVEL SECURITY", tree.DisableRowSecurity: "DISABLE ROW LEVEL SECURITY",
	tree.ForceRowSecurity: "FORCE ROW LEVEL SECURITY", tree.NoForceRowSecurity: "NO FORCE ROW LEVEL SECURITY",
	tree.EnableTrigger: "ENABLE TRIGGER", tree.DisableTrigger: "DISABLE TRIGGER",
}

// prepare puts a subcommand into its pass.
func (t *alterTable) prepare(cmd *tree.AlterTableCmd) error {
	switch cmd.Kind {
	case tree.SetAccessMethod:
		return t.setAccessMethod(cmd)
	case tree.AddColumn:
		t.tree(passAddColumn, func(x *alterTable) error { return x.addColumn(cmd) })
	case tree.DropColumn:
		t.step(passDrop, func() error { return t.dropColumn(cmd) })
	case tree.ColumnDefault:
		pass := passAddOtherConstr
		if cmd.Expr == nil {
			pass = passDrop
		}
		t.tree(pass, func(x *alterTable) error { return x.columnDefault(cmd) })
	case tree.SetNotNull:
		t.tree(passAttrs, func(x *alterTable) error { return x.setNotNull(cmd.Name) })
	case tree.DropNotNull:
		t.tree(passDrop, func(x *alterTable) error { return x.dropNotNull(cmd.Name) })
	case tree.AlterColumnType:
		return t.prepareTypes(cmd)
	case tree.AddConstraint:
		t.step(passAddConstr, func() error { return t.addConstraint(cmd.Constraint) })
	case tree.DropConstraint:
		t.tree(passDrop, func(x *alterTable) error { return x.dropConstraint(cmd) })
	case tree.ValidateConstraint:
		t.tree(passMisc, func(x *alterTable) error { return x.validate(cmd.Name) })
	case tree.AlterConstraint:
		if cmd.Constraint.NoInherit || cmd.Constraint.Inherit {
			t.step(passMisc, func() error { return t.alterInherit(cmd.Name, cmd.Constraint.NoInherit) })
			return nil
		}
		t.step(passMisc, func() error { return t.alterConstraint(cmd) })
	case tree.ChangeOwner:
		t.step(passMisc, func() error { return t.changeOwner(cmd) })
	case tree.AddIdentity, tree.SetIdentity, tree.DropIdentity, tree.SetExpression, tree.DropExpression:
		t.prepareSource(cmd)
	case tree.SetStatistics:
		t.tree(passMisc, func(x *alterTable) error { return x.setStatistics(cmd) })
	case tree.SetColumnOptions, tree.ResetColumnOptions:
		t.step(passMisc, func() error { return t.setColumnOptions(cmd) })
	case tree.SetStorage:
		t.tree(passMisc, func(x *alterTable) error { return x.setStorage(cmd) })
	case tree.OfType:
		if _, err := t.c.typeNamed(cmd.Type); err != nil {
			return err
		}
		return pgerr.Unsupported(int(cmd.Pos), "ALTER TABLE OF", "")
	case tree.NotOfType:
		return pgerr.New(pgerr.WrongObjectType, "%q is not a typed table", t.old.Name)
	case tree.SetWithoutOids:
		// There never are any: PostgreSQL takes the words and does nothing.
	case tree.EnableTrigger:
		return t.enableTrigger(cmd)
	case tree.ReplicaIdentity:
		return t.replicaIdentity(cmd)
	case tree.ClusterOn:
		t.step(passMisc, func() error { return t.clusterOn(cmd.Name) })
	case tree.SetWithoutCluster:
		if t.old.PartKey != nil {
			return clusteredPartitions()
		}
		t.step(passMisc, func() error { return t.c.Access.MarkClustered(t.old, 0) })
	case tree.SetTablespace: // where everything is already
		return tablespace(cmd.Text)
	case tree.SetRelOptions, tree.ResetRelOptions:
		t.step(passMisc, func() error { return t.setOptions(cmd) })
	case tree.AddInherit, tree.DropInherit:
		switch {
		case t.old.PartKey != nil:
			return pgerr.New(pgerr.WrongObjectType, "cannot change inheritance of partitioned table")
		case t.old.Bound != nil:
			return pgerr.New(pgerr.WrongObjectType, "cannot change inheritance of a partition")
		}
		return pgerr.Unsupported(int(cmd.Pos), "ALTER TABLE "+unbuiltAlter[cmd.Kind], "")
	case tree.AttachPartition:
		if t.old.Kind == catalog.PartitionedIndexKind {
			t.step(passMisc, func() error { return t.attachIndex(cmd) })
			return nil
		}
		t.step(passMisc, func() error { return t.attachPartition(cmd) })
	case tree.DetachPartition:
		t.step(passMisc, func() error { return t.detachPartition(cmd) })
	case tree.SetLogged:
		return t.setPersistence('p')
	case tree.SetUnlogged:
		return t.setPersistence('u')
	default:
		return pgerr.Unsupported(int(cmd.Pos), "ALTER TABLE "+unbuiltAlter[cmd.Kind], "")
	}
	return nil
}

func (t *alterTable) step(pass int, f func() error) { t.steps[pass] = append(t.steps[pass], f) }

// run makes the passes. A step may add others to its own pass and to later ones.
func (t *alterTable) run() error {
	for pass := range t.steps {
		if err := t.runPass(pass); err != nil {
			return err
		}
	}
	if err := t.scanTree(); err != nil {
		return err
	}
	return t.testForeignKeys()
}

func (t *alterTable) runPass(pass int) error {
	for i := 0; i < len(t.steps[pass]); i++ {
		if err := t.steps[pass][i](); err != nil {
			return err
		}
		t.c.Access.CommandEnd()
	}
	for _, x := range t.children {
		if err := x.runPass(pass); err != nil {
			return err
		}
	}
	return nil
}

// rel is the table as the steps so far have left it.
func (t *alterTable) rel() (*catalog.Relation, error) {
	return t.c.Access.OpenOID(t.old.OID, catalog.NoLock)
}

// column finds a column; verb says what is refused for system columns.
func (t *alterTable) column(name, verb string) (*catalog.Relation, *catalog.Column, error) {
	rel, err := t.rel()
	if err != nil {
		return nil, nil, err
	}
	if _, ok := systemAttrs[name]; ok {
		return nil, nil, pgerr.New(pgerr.FeatureNotSupported, "cannot %s system column %q", verb, name)
	}
	col := rel.ColumnByName(name)
	if col == nil {
		return nil, nil, noColumn(name, rel.Name)
	}
	return rel, col, nil
}

// unplaced takes the position off an error: PostgreSQL gives none for expressions
// that ALTER TABLE analyzes while it runs.
func unplaced(err error) error {
	if err == nil || strings.Contains(err.Error(), "is not supported by minidb") {
		return err
	}
	e := *pgerr.From(err)
	e.Position = 0
	return &e
}

func noColumn(column, table string) error {
	return pgerr.New(pgerr.UndefinedColumn, "column %q of relation %q does not exist", column, table)
}

// changeOwner is OWNER TO of a relation: one that belongs to another has its owner.
func (t *alterTable) changeOwner(cmd *tree.AlterTableCmd) error {
	r, err := t.c.findRole(cmd.Role)
	if err != nil {
		return err
	}
	if t.old.Kind == catalog.IndexKind || t.old.Kind == catalog.PartitionedIndexKind {
		if r.OID != t.old.Owner {
			w := pgerr.New(pgerr.WrongObjectType, "cannot change owner of index %q", t.old.Name).
				WithHint("Change the ownership of the index's table instead.")
			w.Severity = "WARNING"
			t.c.Sess.Notice(w)
		}
		return nil
	}
	if r.OID == t.old.Owner {
		return nil
	}
	if t.old.Kind == catalog.SequenceKind {
		if err := t.c.Access.OwnedByTable(t.old); err != nil {
			return err
		}
	}
	if err := t.c.newOwner(r, t.old.Namespace); err != nil {
		return err
	}
	return t.c.Access.SetRelationOwner(t.old, r.OID)
}
