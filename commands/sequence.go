package commands

import (
	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/storage/lmgr"
	"minidb/types"
)

// CREATE SEQUENCE and ALTER SEQUENCE. What the options mean is in
// sequence_options.go.

func (c *Ctx) createSequence(s *tree.CreateSequence) (*Result, error) {
	name := *s.Sequence
	name.Pos = -1 // what is wrong with the schema is told without a place
	to, err := c.creationSchema(&name, s.Persistence)
	if err != nil {
		return nil, err
	}
	if s.IfNotExists {
		exists, err := c.relationExists(to, name.Name)
		if err != nil {
			return nil, err
		}
		if exists {
			c.notice(pgerr.DuplicateTable, "relation %q already exists, skipping", s.Sequence.Name)
			return tag("CREATE SEQUENCE")
		}
	}
	o := &sequenceOptions{c: c, init: true}
	if err := o.read(s.Options); err != nil {
		return nil, err
	}
	r, err := c.Access.CreateSequence(to.schema, name.Name, to.persistence, o.seq, o.state)
	if err != nil {
		return nil, err
	}
	if err := c.ownedBy(r, o.ownedBy); err != nil {
		return nil, err
	}
	return tag("CREATE SEQUENCE")
}

func (c *Ctx) alterSequence(s *tree.AlterSequence) (*Result, error) {
	r, err := c.openSequence(s.Sequence, lmgr.ShareRowExclusive, s.IfExists)
	if err != nil {
		return nil, err
	}
	if r == nil {
		return tag("ALTER SEQUENCE")
	}
	if err := c.changeSequence(r, s.Options); err != nil {
		return nil, err
	}
	return tag("ALTER SEQUENCE")
}

func (c *Ctx) changeSequence(r *catalog.Relation, options []*tree.DefElem) error {
	o := &sequenceOptions{c: c, seq: *r.Sequence, state: c.Access.SequenceState(r)}
	if err := o.read(options); err != nil {
		return err
	}
	if o.changes {
		if o.reset {
			o.state.LogCount = 0
		}
		if err := c.Access.AlterSequence(r, o.seq, &o.state); err != nil {
			return err
		}
	}
	return c.ownedBy(r, o.ownedBy)
}

func (c *Ctx) renameSequence(s *tree.Rename) (*Result, error) {
	r, err := c.openSequence(s.Relation, lmgr.AccessExclusive, s.IfExists)
	if err != nil {
		return nil, err
	}
	if r != nil {
		if err := c.Access.RenameRelation(r.OID, s.NewName); err != nil {
			return nil, err
		}
	}
	return tag("ALTER SEQUENCE")
}

// openSequence finds and locks a sequence; nil, with a notice, if it need not
// exist.
func (c *Ctx) openSequence(v *tree.RangeVar, mode lmgr.Mode, missingOK bool) (*catalog.Relation, error) {
	if err := c.sameDatabase(v.Catalog, v.Schema, v.Name); err != nil {
		return nil, err
	}
	r, err := c.Access.Lookup(v.Schema, v.Name)
	if err != nil {
		return nil, err
	}
	if r == nil && missingOK {
		c.notice(pgerr.SuccessfulCompletion, "relation %q does not exist, skipping", v.Name)
		return nil, nil
	}
	if r, err = c.Access.Open(v.Schema, v.Name, mode, -1); err != nil {
		return nil, err
	}
	if r.System {
		return nil, pgerr.New(pgerr.InsufficientPrivilege, "permission denied: %q is a system catalog", r.Name)
	}
	if r.Kind != catalog.SequenceKind {
		return nil, notASequence(r, mode)
	}
	return r, c.Access.CheckOwner(r)
}

// notASequence is worded as PostgreSQL does: by what opened the relation.
func notASequence(r *catalog.Relation, mode lmgr.Mode) error {
	if mode == lmgr.AccessExclusive {
		return pgerr.New(pgerr.WrongObjectType, "%q is not a sequence", r.Name)
	}
	return pgerr.New(pgerr.WrongObjectType, "cannot open relation %q", r.Name).
		WithDetail("This operation is not supported for %s.", kindNames[r.Kind])
}

// ownedBy runs OWNED BY: nil if it was not written, one name for NONE, else the
// names of a column.
func (c *Ctx) ownedBy(seq *catalog.Relation, names []string) error {
	switch {
	case names == nil:
		return nil
	case len(names) > 1:
		return c.ownedByColumn(seq, names[:len(names)-1], names[len(names)-1])
	case names[0] != "none":
		return pgerr.New(pgerr.SyntaxError, "invalid OWNED BY option").
			WithHint("Specify OWNED BY table.column or OWNED BY NONE.")
	}
	return c.Access.OwnSequence(seq, 0, 0, catalog.AutoDep)
}

func (c *Ctx) ownedByColumn(seq *catalog.Relation, table []string, column string) error {
	if err := c.dottedName(table); err != nil {
		return err
	}
	schema, name := splitName(&tree.ObjectName{Names: table})
	r, err := c.Access.Open(schema, name, lmgr.AccessShare, -1)
	if err != nil {
		return err
	}
	switch r.Kind {
	case catalog.TableKind, catalog.ViewKind, catalog.PartitionedTableKind:
	default:
		return pgerr.New(pgerr.WrongObjectType, "sequence cannot be owned by relation %q", r.Name).
			WithDetail("This operation is not supported for %s.", kindNames[r.Kind])
	}
	if r.Namespace != seq.Namespace {
		return pgerr.New(pgerr.ObjectNotInPrerequisiteState, "sequence must be in same schema as table it is linked to")
	}
	col := r.ColumnByName(column)
	if col == nil {
		return pgerr.New(pgerr.UndefinedColumn, "column %q of relation %q does not exist", column, r.Name)
	}
	return c.Access.OwnSequence(seq, r.OID, col.Num, catalog.AutoDep)
}

// sequenceType resolves the type in AS.
func (c *Ctx) sequenceType(d *tree.DefElem) (types.OID, error) {
	oid, _, err := planner.ResolveTypeName(c.Access, &tree.TypeName{Pos: d.TypePos, Names: d.Names})
	return oid, err
}
