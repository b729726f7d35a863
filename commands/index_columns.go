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

// The columns, expressions and predicate of a CREATE INDEX.

// maxIndexColumns is INDEX_MAX_KEYS (PostgreSQL 18, pg_config_manual.h).
const maxIndexColumns = 32

func (c *Ctx) indexSpec(rel *catalog.Relation, s *tree.CreateIndex) (*catalog.IndexSpec, error) {
	spec := &catalog.IndexSpec{
		Table: rel.OID, Name: s.Name, NKeys: len(s.Columns), Unique: s.Unique, NullsNotDistinct: s.NullsNotDistinct,
	}
	if len(s.Columns)+len(s.Include) > maxIndexColumns {
		return nil, pgerr.New(pgerr.TooManyColumns, "cannot use more than %d columns in an index", maxIndexColumns)
	}
	if s.Where != nil {
		p, err := planner.AnalyzeExprFor(c.Access, rel, s.Where, planner.IndexPredicate)
		if err != nil {
			return nil, err
		}
		spec.Predicate = p
	}
	for _, e := range s.Columns {
		k, err := c.indexKey(rel, e)
		if err != nil {
			return nil, err
		}
		spec.Keys = append(spec.Keys, k)
		spec.ColumnNames = append(spec.ColumnNames, planner.IndexColumnName(e))
	}
	for _, e := range s.Include {
		k, err := c.includedColumn(rel, e)
		if err != nil {
			return nil, err
		}
		spec.Keys = append(spec.Keys, k)
	}
	return spec, noSystemColumns(spec)
}

// noSystemColumns refuses system columns, alone and inside of expressions.
func noSystemColumns(spec *catalog.IndexSpec) error {
	found := false
	look := func(e expr.Expr) {
		expr.Walk(e, func(n expr.Expr) bool {
			v, ok := n.(*expr.Var)
			found = found || ok && v.Attr < 0
			return true
		})
	}
	for _, k := range spec.Keys {
		found = found || k.Attr < 0
		look(k.Expr)
	}
	look(spec.Predicate)
	if found {
		return pgerr.New(pgerr.FeatureNotSupported, "index creation on system columns is not supported")
	}
	return nil
}

func (c *Ctx) indexKey(rel *catalog.Relation, e *tree.IndexElem) (catalog.IndexKey, error) {
	k, err := c.indexColumn(rel, e)
	if err != nil {
		return k, err
	}
	if err := c.operatorClass(&k, e); err != nil {
		return k, err
	}
	if k.Collation, err = c.indexCollation(&k, e); err != nil {
		return k, err
	}
	k.Desc = e.Dir == tree.SortDesc
	k.NullsFirst = e.Nulls == tree.NullsFirst || e.Nulls == tree.NullsDefault && k.Desc
	return k, c.sortable(&k)
}

// indexCollation is the collation written for a key, 0 if none was.
func (c *Ctx) indexCollation(k *catalog.IndexKey, e *tree.IndexElem) (types.OID, error) {
	name := e.Collation
	if cl, ok := e.Expr.(*tree.CollateClause); ok && len(name) == 0 {
		name = cl.Name
	}
	if len(name) == 0 {
		return 0, nil
	}
	oid, err := planner.LookupCollation(name, -1)
	if err != nil {
		return 0, err
	}
	if t, ok := c.Access.TypeInfo(k.Type); ok && t.Collation == 0 {
		return 0, pgerr.New(pgerr.DatatypeMismatch, "collations are not supported by type %s", c.Access.FormatType(k.Type, -1))
	}
	return oid, nil
}

// operatorClass sets the operator class written for a key.
func (c *Ctx) operatorClass(k *catalog.IndexKey, e *tree.IndexElem) error {
	if len(e.OpClass) == 0 {
		return nil
	}
	schema, name := splitName(&tree.ObjectName{Names: e.OpClass})
	if schema != "" {
		if _, err := c.Access.UsableNamespace(schema); err != nil {
			return err
		}
	}
	oc, ok := c.Access.BtreeClass(name)
	if !ok || schema != "" && schema != "pg_catalog" {
		return pgerr.New(pgerr.UndefinedObject, "operator class %q does not exist for access method \"btree\"", strings.Join(e.OpClass, "."))
	}
	if len(e.OpOptions) > 0 {
		return pgerr.New(pgerr.InvalidParameterValue, "operator class %s has no options", name)
	}
	if err := c.Access.AcceptsClass(oc.OID, k.Type); err != nil {
		return err
	}
	k.OpClass = oc.OID
	return nil
}

// includedColumn is a column of INCLUDE, which has no order of its own.
func (c *Ctx) includedColumn(rel *catalog.Relation, e *tree.IndexElem) (catalog.IndexKey, error) {
	bad := ""
	switch {
	case e.Expr != nil:
		return catalog.IndexKey{}, pgerr.New(pgerr.FeatureNotSupported, "expressions are not supported in included columns")
	case len(e.Collation) > 0:
		bad = "a collation"
	case len(e.OpClass) > 0:
		bad = "an operator class"
	case e.Dir != tree.SortDefault:
		bad = "ASC/DESC options"
	case e.Nulls != tree.NullsDefault:
		bad = "NULLS FIRST/LAST options"
	}
	k, err := c.indexColumn(rel, e)
	if err == nil && bad != "" {
		err = pgerr.New(pgerr.InvalidObjectDefinition, "including column does not support %s", bad)
	}
	return k, err
}

// systemAttrs are the numbers and types of the columns that every table has.
var systemAttrs = map[string]catalog.IndexKey{
	"ctid": {Attr: -1, Type: types.TidOID}, "xmin": {Attr: -2, Type: types.XidOID}, "cmin": {Attr: -3, Type: types.CidOID},
	"xmax": {Attr: -4, Type: types.XidOID}, "cmax": {Attr: -5, Type: types.CidOID}, "tableoid": {Attr: -6, Type: types.OidOID},
}

func (c *Ctx) indexColumn(rel *catalog.Relation, e *tree.IndexElem) (catalog.IndexKey, error) {
	if e.Expr == nil {
		if col := rel.ColumnByName(e.Name); col != nil {
			return catalog.IndexKey{Attr: col.Num, Type: col.Type}, nil
		}
		if k, ok := systemAttrs[e.Name]; ok {
			return k, nil
		}
		return catalog.IndexKey{}, pgerr.New(pgerr.UndefinedColumn, "column %q does not exist", e.Name)
	}
	key := e.Expr
	if len(e.Collation) > 0 {
		key = &tree.CollateClause{Pos: -1, Arg: key, Name: e.Collation}
	}
	x, err := planner.AnalyzeExprFor(c.Access, rel, key, planner.IndexExpression)
	if err != nil {
		return catalog.IndexKey{}, err
	}
	x = expr.WithoutCollate(x)
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
