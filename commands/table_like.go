package commands

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/storage/lmgr"
	"minidb/types"
)

// CREATE TABLE (LIKE other ...): other's columns are taken in among the rest; what
// INCLUDING adds to them comes when all columns are known, indexes when the table
// is made. After PostgreSQL 18, parser/parse_utilcmd.c (transformTableLikeClause,
// expandTableLikeClause).

// tableLike is one LIKE of a CREATE TABLE.
type tableLike struct {
	of      *catalog.Relation
	include map[string]bool // "defaults", "indexes", ...
}

// likeKinds are the relations that LIKE can take columns from.
var likeKinds = map[catalog.RelKind]bool{
	catalog.TableKind: true, catalog.ViewKind: true, catalog.CompositeKind: true, catalog.PartitionedTableKind: true,
}

// likeParts is what ALL stands for.
var likeParts = []string{"comments", "compression", "constraints", "defaults", "identity", "generated", "indexes",
	"statistics", "storage"}

func likeOptions(opts []tree.LikeOption) map[string]bool {
	include := map[string]bool{}
	for _, o := range opts {
		if o.What != "all" {
			include[o.What] = !o.Excluding
			continue
		}
		for _, part := range likeParts {
			include[part] = !o.Excluding
		}
	}
	return include
}

// like takes in the columns of another relation: names, types and NOT NULL.
func (d *tableDef) like(e *tree.TableLike) error {
	rel, err := d.c.openLike(e.Relation)
	if err != nil {
		return err
	}
	l := &tableLike{rel, likeOptions(e.Options)}
	for _, src := range rel.Live() {
		if d.find(src.Name) != nil {
			return pgerr.New(pgerr.DuplicateColumn, "column %q specified more than once", src.Name)
		}
		col := catalog.Column{Num: len(d.spec.Columns) + 1, Name: src.Name, Type: src.Type, Typmod: src.Typmod, Dims: src.Dims,
			Collation: src.Collation, NotNull: src.NotNull, NotNullConstraint: src.NotNullConstraint, NotNullNoInherit: src.NotNullNoInherit}
		if l.include["storage"] {
			col.Storage = src.Storage
		}
		if l.include["identity"] && src.Identity != 0 {
			col.Identity = src.Identity
			if err := d.likeSequence(src); err != nil {
				return err
			}
		}
		d.spec.Columns = append(d.spec.Columns, col)
	}
	d.likes = append(d.likes, l)
	return nil
}

// openLike opens the relation that LIKE names.
func (c *Ctx) openLike(r *tree.RangeVar) (*catalog.Relation, error) {
	if err := c.sameDatabase(r.Catalog, r.Schema, r.Name); err != nil {
		return nil, pgerr.From(err).At(int(r.Pos))
	}
	if r.Schema != "" {
		if _, ok := c.Access.ExplicitNamespace(r.Schema); !ok {
			return nil, pgerr.From(noSchema(r.Schema)).At(int(r.Pos))
		}
	}
	rel, err := c.Access.Open(r.Schema, r.Name, lmgr.AccessShare, r.Pos)
	if err == nil && !likeKinds[rel.Kind] {
		err = pgerr.New(pgerr.WrongObjectType, "relation %q is invalid in LIKE clause", rel.Name).
			WithDetail("This operation is not supported for %s.", kindNames[rel.Kind]).At(int(r.Pos))
	}
	if err == nil {
		err = c.Access.CheckPrivilege(c.Sess.CurrentRole, rel, catalog.SelectPrivilege)
	}
	return rel, err
}

// likeSequence gives an identity column a sequence like that of src.
func (d *tableDef) likeSequence(src *catalog.Column) error {
	seq, err := d.c.Access.OpenOID(src.Sequence, catalog.NoLock)
	if err != nil {
		return err
	}
	d.sequences = append(d.sequences, &ownSequence{column: src.Name, schema: d.spec.Schema, identity: true, like: seq.Sequence,
		name: d.c.Access.ChooseRelationName(d.name, src.Name, "seq", d.spec.Schema, false)})
	return nil
}

// likeExpressions takes in the defaults, generation expressions and CHECK
// constraints that LIKE includes.
func (d *tableDef) likeExpressions() error {
	for _, l := range d.likes {
		for _, src := range l.of.Live() {
			part := oneOf(src.Generated, "generated", "defaults")
			if src.Default == nil || !l.include[part] {
				continue
			}
			col := d.find(src.Name)
			col.Generated, col.Virtual = src.Generated, src.Virtual
			var err error
			if col.Default, err = d.mapColumns(l, src.Default, ""); err != nil {
				return err
			}
		}
		for i := range l.of.Checks {
			if !l.include["constraints"] {
				break
			}
			k := &l.of.Checks[i]
			e, err := d.mapColumns(l, k.Expr, k.Name)
			if err != nil {
				return err
			}
			for _, own := range d.spec.Checks {
				if own.Name == k.Name {
					return pgerr.New(pgerr.DuplicateObject, "constraint %q for relation %q already exists", k.Name, d.name)
				}
			}
			d.spec.Checks = append(d.spec.Checks, catalog.ConstraintSpec{
				Type: catalog.CheckConstraint, Name: k.Name, Expr: e, NoInherit: k.NoInherit, NotEnforced: k.NotEnforced})
		}
	}
	return nil
}

// mapColumns makes an expression over the columns of l's relation one over those
// of the new table. constraint is what it belongs to, for the error.
func (d *tableDef) mapColumns(l *tableLike, e expr.Expr, constraint string) (expr.Expr, error) {
	whole := false
	out := expr.Mutate(e, func(n expr.Expr) (expr.Expr, bool) {
		v, ok := n.(*expr.Var)
		if !ok {
			return nil, false
		}
		c := *v
		switch {
		case v.Attr == expr.WholeRow:
			whole = true
		case v.Attr > 0:
			c.Attr = d.find(l.of.Columns[v.Attr-1].Name).Num
		}
		return &c, true
	})
	if !whole {
		return out, nil
	}
	return nil, pgerr.New(pgerr.FeatureNotSupported, "cannot convert whole-row table reference").
		WithDetail("Constraint %q contains a whole-row reference to table %q.", constraint, l.of.Name)
}

// likeRest makes the comments and indexes that LIKE includes, when the table is
// there.
func (d *tableDef) likeRest(table types.OID) error {
	for _, l := range d.likes {
		if l.include["comments"] {
			if err := d.likeComments(table, l); err != nil {
				return err
			}
		}
		for _, ix := range l.of.Indexes {
			if !l.include["indexes"] {
				break
			}
			if err := d.likeIndex(table, l, ix); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *tableDef) likeComments(table types.OID, l *tableLike) error {
	a := d.c.Access
	for _, src := range l.of.Live() {
		if note := a.Comment(catalog.ColumnObject(l.of.OID, src.Num)); note != "" {
			if err := a.SetComment(catalog.ColumnObject(table, d.find(src.Name).Num), note); err != nil {
				return err
			}
		}
	}
	if !l.include["constraints"] {
		return nil
	}
	for _, k := range l.of.Checks {
		note := a.Comment(catalog.Object{Class: catalog.PgConstraint, OID: k.OID})
		if made := a.ConstraintByName(table, k.Name); made != nil && note != "" {
			if err := a.SetComment(catalog.Object{Class: catalog.PgConstraint, OID: made.OID}, note); err != nil {
				return err
			}
		}
	}
	return nil
}

// likeIndex makes an index like one of l's relation, under a name of its own.
func (d *tableDef) likeIndex(table types.OID, l *tableLike, ix *catalog.Index) error {
	a := d.c.Access
	if ix.Primary && d.primary != nil {
		return pgerr.New(pgerr.InvalidTableDefinition, "multiple primary keys for table %q are not allowed", d.name)
	}
	spec := catalog.IndexSpec{Table: table, NKeys: ix.NKeys, Unique: ix.Unique, Primary: ix.Primary,
		NullsNotDistinct: ix.NullsNotDistinct, Constraint: ix.ConstraintOID != 0, Deferrable: !ix.Immediate, Deferred: ix.Deferred}
	own, err := a.OpenOID(ix.OID, catalog.NoLock)
	if err != nil {
		return err
	}
	for i, k := range ix.Keys {
		if k.Attr > 0 {
			k.Attr = d.find(l.of.Columns[k.Attr-1].Name).Num
		} else if hasWholeRow(k.Expr) {
			return wholeRowIndex(ix.Name)
		} else if k.Expr, err = d.mapColumns(l, k.Expr, ix.Name); err != nil {
			return err
		}
		spec.Keys = append(spec.Keys, k)
		spec.ColumnNames = append(spec.ColumnNames, own.Columns[i].Name)
	}
	if ix.Predicate != nil {
		if hasWholeRow(ix.Predicate) {
			return wholeRowIndex(ix.Name)
		}
		if spec.Predicate, err = d.mapColumns(l, ix.Predicate, ix.Name); err != nil {
			return err
		}
	}
	made, err := a.CreateIndex(spec)
	if err == nil && len(ix.Options) > 0 {
		err = a.SetOptions(made.OID, ix.Options)
	}
	if err == nil && l.include["comments"] {
		err = a.SetComment(catalog.RelationObject(made.OID), a.Comment(catalog.RelationObject(ix.OID)))
	}
	if ix.Primary && d.primary == nil {
		d.primary = &keyDef{}
	}
	a.CommandEnd()
	return err
}
