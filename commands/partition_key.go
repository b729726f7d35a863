package commands

import (
	"strings"

	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/types"
)

// PARTITION BY: what a partitioned table's rows are divided by. After PostgreSQL 18,
// commands/tablecmds.c (transformPartitionSpec, ComputePartitionAttrs).

// maxPartitionKeys is PARTITION_MAX_KEYS (PostgreSQL 18, pg_config_manual.h).
const maxPartitionKeys = 32

var partitionStrategies = map[tree.PartitionStrategy]catalog.PartitionStrategy{
	tree.PartitionList: catalog.ListPartitions, tree.PartitionRange: catalog.RangePartitions, tree.PartitionHash: catalog.HashPartitions,
}

// checkPartitionSpec tests what can be told before the table's columns are known.
func checkPartitionSpec(s *tree.PartitionSpec) error {
	if s == nil {
		return nil
	}
	if len(s.Params) > maxPartitionKeys {
		return pgerr.New(pgerr.TooManyColumns, "cannot partition using more than %d columns", maxPartitionKeys)
	}
	return nil
}

// partitionKey finds the key; the table's columns are all there.
func (d *tableDef) partitionKey(s *tree.PartitionSpec) error {
	if s.Strategy == tree.PartitionList && len(s.Params) != 1 {
		return pgerr.New(pgerr.InvalidObjectDefinition, "cannot use \"list\" partition strategy with more than one column")
	}
	k := &catalog.PartitionKey{Strategy: partitionStrategies[s.Strategy]}
	rel := d.provisional()
	for i, e := range s.Params {
		c, err := d.c.partitionColumn(rel, e, i+1)
		if err != nil {
			return err
		}
		if err := d.c.partitionClass(&c, k.Strategy, e); err != nil {
			return err
		}
		k.Columns = append(k.Columns, c)
	}
	d.spec.PartKey = k
	return nil
}

// partitionColumn finds column num of the key, or analyzes its expression.
func (c *Ctx) partitionColumn(rel *catalog.Relation, e *tree.PartitionElem, num int) (k catalog.PartitionKeyColumn, err error) {
	if e.Expr == nil {
		if _, ok := systemAttrs[e.Name]; ok {
			return k, pgerr.New(pgerr.InvalidObjectDefinition, "cannot use system column %q in partition key", e.Name).At(int(e.Pos))
		}
		col := rel.ColumnByName(e.Name)
		if col == nil {
			return k, pgerr.New(pgerr.UndefinedColumn, "column %q named in partition key does not exist", e.Name).At(int(e.Pos))
		}
		if col.Generated {
			return k, generatedInKey(col).At(int(e.Pos))
		}
		k.Attr, k.Type, k.Typmod, k.Collation = col.Num, col.Type, col.Typmod, col.Collation
		return k, c.keyCollation(&k, e)
	}
	x, err := planner.AnalyzeExprFor(c.Access, rel, e.Expr, planner.PartitionKeyExpr)
	if err != nil {
		return k, unplaced(err)
	}
	x = expr.WithoutCollate(x)
	k.Type, k.Typmod = x.Type(), x.Typmod()
	if t, ok := c.Access.TypeInfo(k.Type); ok {
		if _, column := x.(*expr.Var); t.TypType == 'p' && !column {
			return k, pgerr.New(pgerr.InvalidTableDefinition, "partition key column %d has pseudo-type %s", num, c.Access.FormatType(k.Type, -1))
		}
	}
	k.Collation = expr.Collation(rel.WithCollations(x))
	if collate, ok := e.Expr.(*tree.CollateClause); ok && len(e.Collation) == 0 {
		if k.Collation, err = planner.LookupCollation(collate.Name, collate.Pos); err != nil {
			return k, err
		}
	}
	if v, ok := x.(*expr.Var); ok && v.Attr > 0 {
		col := &rel.Columns[v.Attr-1]
		if col.Generated {
			return k, generatedInKey(col).At(int(e.Pos))
		}
		k.Attr, k.Collation = v.Attr, col.Collation
		return k, c.keyCollation(&k, e)
	}
	k.Expr = x
	if err := partitionExpr(rel, x, e); err != nil {
		return k, err
	}
	return k, c.keyCollation(&k, e)
}

func generatedInKey(col *catalog.Column) *pgerr.Error {
	return pgerr.New(pgerr.InvalidObjectDefinition, "cannot use generated column in partition key").
		WithDetail("Column %q is a generated column.", col.Name)
}

// wholeRowKey is why a key may not read the whole row.
func wholeRowKey(rel *catalog.Relation, e *tree.PartitionElem) error {
	for i := range rel.Columns {
		if rel.Columns[i].Generated {
			return generatedInKey(&rel.Columns[i]).At(int(e.Pos))
		}
	}
	return pgerr.Unsupported(int(e.Pos), "a partition key of whole rows", "List the columns of the key.")
}

// partitionExpr refuses what the expression of a key may not refer to.
func partitionExpr(rel *catalog.Relation, x expr.Expr, e *tree.PartitionElem) (err error) {
	expr.Walk(x, func(n expr.Expr) bool {
		v, ok := n.(*expr.Var)
		switch {
		case !ok || err != nil:
		case v.Attr == expr.WholeRow:
			err = wholeRowKey(rel, e)
		case v.Attr < 0:
			err = pgerr.New(pgerr.InvalidObjectDefinition, "partition key expressions cannot contain system column references")
		case rel.Columns[v.Attr-1].Generated:
			err = generatedInKey(&rel.Columns[v.Attr-1]).At(int(e.Pos))
		}
		return err == nil
	})
	if err != nil {
		return err
	}
	simple, err := expr.Simplify(x, nil)
	if err != nil {
		return err
	}
	if _, ok := simple.(*expr.Const); ok {
		return pgerr.New(pgerr.InvalidObjectDefinition, "cannot use constant expression as partition key")
	}
	return nil
}

// keyCollation takes in COLLATE.
func (c *Ctx) keyCollation(k *catalog.PartitionKeyColumn, e *tree.PartitionElem) (err error) {
	if len(e.Collation) == 0 {
		return nil
	}
	oid, err := planner.LookupCollation(e.Collation, -1)
	if err != nil {
		return err
	}
	if k.Collation == 0 {
		return pgerr.New(pgerr.DatatypeMismatch, "collations are not supported by type %s", c.Access.FormatType(k.Type, -1))
	}
	k.Collation = oid
	return nil
}

// partitionClass finds the operator class of a key column.
func (c *Ctx) partitionClass(k *catalog.PartitionKeyColumn, s catalog.PartitionStrategy, e *tree.PartitionElem) error {
	method, named, def := "btree", c.Access.BtreeClass, catalog.DefaultOpClass
	if s == catalog.HashPartitions {
		method, named, def = "hash", c.Access.HashClass, catalog.DefaultHashClass
	}
	base := k.Type
	for d := c.Access.Domain(base); d != nil; d = c.Access.Domain(base) {
		base = d.Base
	}
	if len(e.OpClass) == 0 {
		k.OpClass = def(base)
		r := expr.NewResolver(c.Sess.Env)
		if k.OpClass != 0 && (r.SortOperator(base, 3) != nil || method == "hash" && r.HashEquality(base) != nil) {
			return nil
		}
		hint := "You must specify a btree operator class or define a default btree operator class for the data type."
		if method == "hash" {
			hint = "You must specify a hash operator class or define a default hash operator class for the data type."
		}
		return pgerr.New(pgerr.UndefinedObject, "data type %s has no default operator class for access method %q",
			c.Access.FormatType(k.Type, -1), method).WithHint("%s", hint)
	}
	schema, name := splitName(&tree.ObjectName{Names: e.OpClass})
	if schema != "" {
		if _, err := c.Access.UsableNamespace(schema); err != nil {
			return err
		}
	}
	oc, ok := named(name)
	if !ok || schema != "" && schema != "pg_catalog" {
		return pgerr.New(pgerr.UndefinedObject, "operator class %q does not exist for access method %q", strings.Join(e.OpClass, "."), method)
	}
	if err := c.Access.AcceptsClass(oc.OID, base); err != nil && oc.Type != base && !(oc.Type == types.TextOID && base == types.VarcharOID) {
		return err
	}
	k.OpClass = oc.OID
	return nil
}
