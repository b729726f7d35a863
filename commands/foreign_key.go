package commands

import (
	"slices"

	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/storage/lmgr"
	"minidb/types"
)

// FOREIGN KEY and REFERENCES: what a key refers to, and how its columns compare.
// After PostgreSQL 18, commands/tablecmds.c, ATAddForeignKeyConstraint.

// foreignKeyDef is a foreign key as it was written; columns are named here also if
// the constraint stands behind a column.
type foreignKeyDef struct {
	con     *tree.Constraint
	columns []string
	only    bool // not on partitions
}

// keyTest takes in a key of a table, no partitioned one, whose rows are to be tested; nil
// if none are.
type keyTest func(*catalog.ForeignKey)

// addForeignKey makes the constraint, on partitions too. With valid set it counts as valid
// before any row was tested.
func (c *Ctx) addForeignKey(table types.OID, k *foreignKeyDef, valid bool, test keyTest) error {
	con := k.con
	if err := c.sameDatabase(con.RefTable.Catalog, con.RefTable.Schema, con.RefTable.Name); err != nil {
		return err
	}
	ref, err := c.Access.Open(con.RefTable.Schema, con.RefTable.Name, lmgr.ShareRowExclusive, -1)
	if err != nil {
		return err
	}
	rel, err := c.Access.OpenOID(table, catalog.NoLock)
	if err != nil {
		return err
	}
	if err := canOpen(ref); err != nil {
		return err
	}
	if k.only && rel.PartKey != nil {
		return pgerr.New(pgerr.WrongObjectType, "cannot use ONLY for foreign key on partitioned table %q referencing relation %q", rel.Name, ref.Name)
	}
	if ref.Kind != catalog.TableKind && ref.PartKey == nil {
		return pgerr.New(pgerr.WrongObjectType, "referenced relation %q is not a table", ref.Name)
	}
	if ref.System {
		return pgerr.New(pgerr.InsufficientPrivilege, "permission denied: %q is a system catalog", ref.Name)
	}
	if err := c.samePersistence(rel, ref); err != nil {
		return err
	}
	fk := &catalog.ForeignKey{
		Table: rel.OID, Ref: ref.OID, Match: catalog.MatchSimple, OnUpdate: actionCodes[con.OnUpdate], OnDelete: actionCodes[con.OnDelete],
		Deferrable: con.Deferrable, Deferred: con.InitiallyDeferred, NotEnforced: con.NotEnforced, Validated: valid && !con.NotEnforced,
	}
	if con.Match == tree.FKMatchFull {
		fk.Match = catalog.MatchFull
	}
	if err := keySides(fk, rel, ref, k); err != nil {
		return err
	}
	if err := c.Access.CheckColumns(c.Sess.CurrentRole, ref, fk.RefColumns, catalog.ReferencesPrivilege); err != nil {
		return err
	}
	for _, num := range fk.Columns {
		if rel.Columns[num-1].Virtual {
			return pgerr.New(pgerr.FeatureNotSupported, "foreign key constraints on virtual generated columns are not supported")
		}
	}
	if err := noGeneratedAction(rel, fk); err != nil {
		return err
	}
	if len(fk.Columns) != len(fk.RefColumns) {
		return pgerr.New(pgerr.InvalidForeignKey, "number of referencing and referenced columns for foreign key disagree")
	}
	spec := keySpec(fk)
	spec.Name, spec.NoInherit = con.Name, rel.PartKey == nil
	if err := c.Access.NameConstraint(rel, &spec); err != nil {
		return err
	}
	if err := c.keyOperators(rel, ref, fk, spec.Name); err != nil {
		return err
	}
	if err := c.Access.AddConstraint(spec); err != nil {
		return err
	}
	name := &keyName{text: fk.Name}
	if err := c.spreadActions(fk, ref, name); err != nil {
		return err
	}
	return c.spreadChecks(fk, rel, name, lmgr.ShareRowExclusive, test)
}

// keySpec is the constraint of a key, without a name.
func keySpec(fk *catalog.ForeignKey) catalog.ConstraintSpec {
	return catalog.ConstraintSpec{
		Type: catalog.ForeignKeyConstraint, Table: fk.Table, Columns: fk.Columns, Index: fk.Index, ForeignKey: fk,
		Deferrable: fk.Deferrable, Deferred: fk.Deferred, NotEnforced: fk.NotEnforced, NotValid: !fk.Validated,
	}
}

// samePersistence refuses keys to a table that may lose its rows sooner.
func (c *Ctx) samePersistence(rel, ref *catalog.Relation) error {
	bad := ""
	switch {
	case rel.Persistence == 'p' && ref.Persistence != 'p':
		bad = "permanent tables may reference only permanent tables"
	case rel.Persistence == 'u' && ref.Persistence == 't':
		bad = "unlogged tables may reference only permanent or unlogged tables"
	case rel.Persistence == 't' && ref.Persistence != 't':
		bad = "temporary tables may reference only temporary tables"
	case c.Access.OtherTemp(rel) || c.Access.OtherTemp(ref):
		bad = "temporary tables must involve temporary tables of this session"
	default:
		return nil
	}
	return pgerr.New(pgerr.InvalidTableDefinition, "constraints on %s", bad)
}

var actionCodes = map[tree.FKAction]byte{
	tree.FKNoAction: catalog.ActionNone, tree.FKRestrict: catalog.ActionRestrict, tree.FKCascade: catalog.ActionCascade,
	tree.FKSetNull: catalog.ActionSetNull, tree.FKSetDefault: catalog.ActionSetDefault,
}

// keySides finds the columns of both sides and the index of the referenced one.
func keySides(fk *catalog.ForeignKey, rel, ref *catalog.Relation, k *foreignKeyDef) (err error) {
	if fk.Columns, err = keyAttrs(rel, k.columns); err != nil {
		return err
	}
	if fk.DeleteColumns, err = keyAttrs(rel, k.con.DeleteCols); err != nil {
		return err
	}
	for i, num := range fk.DeleteColumns {
		if !slices.Contains(fk.Columns, num) {
			return pgerr.New(pgerr.InvalidColumnReference, "column %q referenced in ON DELETE SET action must be part of foreign key",
				k.con.DeleteCols[i])
		}
	}
	slices.Sort(fk.DeleteColumns)
	fk.DeleteColumns = slices.Compact(fk.DeleteColumns)
	if len(k.con.RefColumns) == 0 {
		return primaryKeyOf(fk, ref)
	}
	if fk.RefColumns, err = keyAttrs(ref, k.con.RefColumns); err != nil {
		return err
	}
	return uniqueIndexFor(fk, ref)
}

// keyAttrs turns the names of a key's columns into attnums.
func keyAttrs(rel *catalog.Relation, names []string) ([]int, error) {
	var out []int
	for _, name := range names {
		if _, ok := systemAttrs[name]; ok {
			return nil, pgerr.New(pgerr.FeatureNotSupported, "system columns cannot be used in foreign keys")
		}
		col := rel.ColumnByName(name)
		if col == nil {
			return nil, pgerr.New(pgerr.UndefinedColumn, "column %q referenced in foreign key constraint does not exist", name)
		}
		if len(out) == maxIndexColumns {
			return nil, pgerr.New(pgerr.TooManyColumns, "cannot have more than %d keys in a foreign key", maxIndexColumns)
		}
		out = append(out, col.Num)
	}
	return out, nil
}

func primaryKeyOf(fk *catalog.ForeignKey, ref *catalog.Relation) error {
	for _, ix := range ref.Indexes {
		if !ix.Primary || !ix.Valid {
			continue
		}
		if !ix.Immediate {
			return pgerr.New(pgerr.ObjectNotInPrerequisiteState, "cannot use a deferrable primary key for referenced table %q", ref.Name)
		}
		fk.Index = ix.OID
		for _, key := range ix.Keys[:ix.NKeys] {
			fk.RefColumns = append(fk.RefColumns, key.Attr)
		}
		return nil
	}
	return pgerr.New(pgerr.UndefinedObject, "there is no primary key for referenced table %q", ref.Name)
}

// uniqueIndexFor finds the index that makes the referenced columns unique.
func uniqueIndexFor(fk *catalog.ForeignKey, ref *catalog.Relation) error {
	sorted := slices.Sorted(slices.Values(fk.RefColumns))
	if len(slices.Compact(slices.Clone(sorted))) < len(sorted) {
		return pgerr.New(pgerr.InvalidForeignKey, "foreign key referenced-columns list must not contain duplicates")
	}
	deferrable := false
	for _, ix := range ref.Indexes {
		if !ix.Unique || !ix.Valid || ix.Predicate != nil || ix.NKeys != len(sorted) {
			continue
		}
		attrs := make([]int, ix.NKeys)
		for i := range attrs {
			attrs[i] = ix.Keys[i].Attr
		}
		slices.Sort(attrs)
		switch {
		case !slices.Equal(attrs, sorted):
		case !ix.Immediate:
			deferrable = true
		default:
			fk.Index = ix.OID
			return nil
		}
	}
	if deferrable {
		return pgerr.New(pgerr.ObjectNotInPrerequisiteState, "cannot use a deferrable unique constraint for referenced table %q", ref.Name)
	}
	return pgerr.New(pgerr.InvalidForeignKey, "there is no unique constraint matching given keys for referenced table %q", ref.Name)
}

// noGeneratedAction refuses actions that would set a generated column.
func noGeneratedAction(rel *catalog.Relation, fk *catalog.ForeignKey) error {
	for _, num := range fk.Columns {
		if !rel.Columns[num-1].Generated {
			continue
		}
		what := ""
		switch {
		case fk.OnUpdate != catalog.ActionNone && fk.OnUpdate != catalog.ActionRestrict:
			what = "ON UPDATE"
		case fk.OnDelete == catalog.ActionSetNull || fk.OnDelete == catalog.ActionSetDefault:
			what = "ON DELETE"
		default:
			continue
		}
		return pgerr.New(pgerr.SyntaxError, "invalid %s action for foreign key constraint containing generated column", what)
	}
	return nil
}

// keyOperators finds the operators that compare the columns.
func (c *Ctx) keyOperators(rel, ref *catalog.Relation, fk *catalog.ForeignKey, name string) error {
	r := expr.NewResolver(c.Sess.Env)
	for i, num := range fk.Columns {
		col, to := &rel.Columns[num-1], &ref.Columns[fk.RefColumns[i]-1]
		ops, ok := r.KeyOperators(to.Type, col.Type)
		if !ok {
			return pgerr.New(pgerr.DatatypeMismatch, "foreign key constraint %q cannot be implemented", name).
				WithDetail("Key columns %q of the referencing table and %q of the referenced table are of incompatible types: %s and %s.",
					col.Name, to.Name, c.Access.FormatType(col.Type, -1), c.Access.FormatType(to.Type, -1))
		}
		fk.PFEq = append(fk.PFEq, ops.PF.OID)
		fk.PPEq = append(fk.PPEq, ops.PP.OID)
		fk.FFEq = append(fk.FFEq, ops.FF.OID)
	}
	return nil
}

// keepForeignKey is the definition of a key that is there, to make it again.
func (c *Ctx) keepForeignKey(fk *catalog.ForeignKey) (*foreignKeyDef, error) {
	rel, err := c.Access.OpenOID(fk.Table, lmgr.AccessExclusive)
	if err != nil {
		return nil, err
	}
	ref, err := c.Access.OpenOID(fk.Ref, lmgr.AccessExclusive)
	if err != nil {
		return nil, err
	}
	names := func(r *catalog.Relation, nums []int) (out []string) {
		for _, num := range nums {
			out = append(out, r.Columns[num-1].Name)
		}
		return out
	}
	con := &tree.Constraint{
		Pos: -1, Kind: tree.ConstrForeign, Name: fk.Name, RefTable: &tree.RangeVar{Pos: -1, Schema: ref.Schema, Name: ref.Name},
		RefColumns: names(ref, fk.RefColumns), DeleteCols: names(rel, fk.DeleteColumns),
		Deferrable: fk.Deferrable, InitiallyDeferred: fk.Deferred, NotEnforced: fk.NotEnforced, NotValid: !fk.Validated,
	}
	if fk.Match == catalog.MatchFull {
		con.Match = tree.FKMatchFull
	}
	for action, code := range actionCodes {
		if code == fk.OnUpdate {
			con.OnUpdate = action
		}
		if code == fk.OnDelete {
			con.OnDelete = action
		}
	}
	return &foreignKeyDef{con: con, columns: names(rel, fk.Columns)}, nil
}
