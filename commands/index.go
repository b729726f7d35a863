package commands

import (
	"minidb/catalog"
	"minidb/executor"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/storage/lmgr"
	"minidb/types"
)

// CREATE INDEX: catalog rows, then one pass over the table.

func (c *Ctx) createIndex(s *tree.CreateIndex) (*Result, error) {
	if err := refuseIndexClauses(s); err != nil {
		return nil, err
	}
	rel, err := c.Access.Open(s.Relation.Schema, s.Relation.Name, lmgr.Share, -1)
	if err != nil {
		return nil, err
	}
	if err := c.indexable(rel); err != nil {
		return nil, err
	}
	if s.IfNotExists && s.Name != "" {
		other, err := c.Access.Lookup(rel.Schema, s.Name)
		if err != nil {
			return nil, err
		}
		if other != nil {
			c.notice(pgerr.DuplicateTable, "relation %q already exists, skipping", s.Name)
			return tag("CREATE INDEX")
		}
	}
	spec, err := c.indexSpec(rel, s)
	if err != nil {
		return nil, err
	}
	ix, err := c.Access.CreateIndex(*spec)
	if err != nil {
		return nil, err
	}
	c.Access.CommandEnd()
	return &Result{Tag: "CREATE INDEX"}, c.fillIndex(rel.OID, ix.OID)
}

func refuseIndexClauses(s *tree.CreateIndex) error {
	pos := int(s.Relation.Pos)
	switch {
	case s.Concurrently:
		return pgerr.Unsupported(pos, "CREATE INDEX CONCURRENTLY", "Leave CONCURRENTLY out.")
	case s.Method != "" && s.Method != "btree":
		return pgerr.Unsupported(pos, "index method \""+s.Method+"\"", "Use btree.")
	case len(s.Options) > 0:
		return pgerr.Unsupported(int(s.Options[0].Pos), "storage parameter \""+s.Options[0].Name+"\"", "Leave the WITH clause out.")
	case s.Tablespace != "" && s.Tablespace != "pg_default":
		return pgerr.Unsupported(pos, "TABLESPACE", "")
	}
	return nil
}

func (c *Ctx) indexable(rel *catalog.Relation) error {
	if rel.System {
		return pgerr.New(pgerr.InsufficientPrivilege, "permission denied: %q is a system catalog", rel.Name)
	}
	if rel.Kind != catalog.TableKind {
		return pgerr.New(pgerr.WrongObjectType, "cannot create index on relation %q", rel.Name).
			WithDetail("This operation is not supported for %s.", kindNames[rel.Kind])
	}
	return nil
}

// kindNames are PostgreSQL's plurals in "This operation is not supported for ...".
var kindNames = map[catalog.RelKind]string{
	catalog.IndexKind: "indexes", catalog.ViewKind: "views", catalog.SequenceKind: "sequences",
	catalog.CompositeKind: "composite types", catalog.PartitionedTableKind: "partitioned tables",
	catalog.PartitionedIndexKind: "partitioned indexes", catalog.TableKind: "tables",
}

func (c *Ctx) indexSpec(rel *catalog.Relation, s *tree.CreateIndex) (*catalog.IndexSpec, error) {
	spec := &catalog.IndexSpec{
		Table: rel.OID, Name: s.Name, NKeys: len(s.Columns), Unique: s.Unique, NullsNotDistinct: s.NullsNotDistinct,
	}
	if len(s.Columns) > 32 {
		return nil, pgerr.New(pgerr.TooManyColumns, "cannot use more than %d columns in an index", 32)
	}
	for _, e := range s.Columns {
		k, err := c.indexKey(rel, e)
		if err != nil {
			return nil, err
		}
		spec.Keys = append(spec.Keys, k)
	}
	for _, e := range s.Include {
		if e.Expr != nil {
			return nil, pgerr.New(pgerr.FeatureNotSupported, "expressions are not supported in included columns")
		}
		k, err := c.indexColumn(rel, e)
		if err != nil {
			return nil, err
		}
		spec.Keys = append(spec.Keys, k)
	}
	if s.Where != nil {
		p, err := planner.AnalyzeExprFor(c.Access, rel, s.Where, planner.IndexPredicate)
		if err != nil {
			return nil, err
		}
		spec.Predicate = p
	}
	return spec, nil
}

func (c *Ctx) indexKey(rel *catalog.Relation, e *tree.IndexElem) (catalog.IndexKey, error) {
	if len(e.OpClass) > 0 {
		return catalog.IndexKey{}, pgerr.Unsupported(int(e.Pos), "an operator class", "Leave it out: the type's default is used.")
	}
	if n := len(e.Collation); n > 0 {
		if _, ok := collations[e.Collation[n-1]]; !ok {
			return catalog.IndexKey{}, pgerr.Unsupported(int(e.Pos), "collation \""+e.Collation[n-1]+"\"", `Texts compare by their bytes: use "C" or leave COLLATE out.`)
		}
	}
	k, err := c.indexColumn(rel, e)
	if err != nil {
		return k, err
	}
	k.Desc = e.Dir == tree.SortDesc
	k.NullsFirst = e.Nulls == tree.NullsFirst || e.Nulls == tree.NullsDefault && k.Desc
	return k, c.sortable(&k)
}

func (c *Ctx) indexColumn(rel *catalog.Relation, e *tree.IndexElem) (catalog.IndexKey, error) {
	if e.Expr == nil {
		col := rel.ColumnByName(e.Name)
		if col == nil {
			if systemColumns[e.Name] {
				return catalog.IndexKey{}, pgerr.New(pgerr.FeatureNotSupported, "index creation on system columns is not supported")
			}
			return catalog.IndexKey{}, pgerr.New(pgerr.UndefinedColumn, "column %q does not exist", e.Name)
		}
		return catalog.IndexKey{Attr: col.Num, Type: col.Type}, nil
	}
	x, err := planner.AnalyzeExprFor(c.Access, rel, e.Expr, planner.IndexExpression)
	if err != nil {
		return catalog.IndexKey{}, err
	}
	if v, ok := x.(*expr.Var); ok && v.Attr > 0 {
		return catalog.IndexKey{Attr: v.Attr, Type: v.T}, nil
	}
	return catalog.IndexKey{Expr: x, Type: x.Type()}, nil
}

// sortable refuses a type that btree cannot order.
func (c *Ctx) sortable(k *catalog.IndexKey) error {
	if expr.NewResolver(c.Sess.Env).SortOperator(k.Type, -2) != nil {
		return nil
	}
	return pgerr.New(pgerr.UndefinedObject, "data type %s has no default operator class for access method \"btree\"",
		c.Access.FormatType(k.Type, -1)).
		WithHint("You must specify an operator class for the index or define a default operator class for the data type.")
}

// fillIndex builds a new index from the table's rows.
func (c *Ctx) fillIndex(table, index types.OID) error {
	rel, err := c.Access.ByOID(table)
	if err != nil {
		return err
	}
	for _, ix := range rel.Indexes {
		if ix.OID == index {
			return c.buildIndex(rel, ix)
		}
	}
	return pgerr.New(pgerr.Internal, "index %d is not among those of table %q", index, rel.Name)
}

func (c *Ctx) buildIndex(rel *catalog.Relation, ix *catalog.Index) error {
	sn := c.Sess.Txn.TakeSnapshot()
	defer sn.Release()
	ec := &executor.Ctx{Sess: c.Sess, Access: c.Access, Snapshot: sn, Expr: *c.evalCtx()}
	return executor.BuildIndex(ec, rel, ix)
}
