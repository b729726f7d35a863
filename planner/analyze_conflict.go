package planner

// INSERT ... ON CONFLICT: which unique indexes decide, and what is done then. The
// indexes of ON CONFLICT (...) are looked for when the statement is planned, as in
// PostgreSQL: an index may come or go between two executions of a prepared one.

import (
	"slices"
	"strings"

	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

func (p *parseState) onConflict(c *tree.OnConflict, it *nsItem) error {
	if c == nil {
		return nil
	}
	rel := it.rte.Rel
	if c.DoUpdate && len(c.Elems) == 0 && c.Constraint == "" {
		return pgerr.New(pgerr.SyntaxError, "ON CONFLICT DO UPDATE requires inference specification or constraint name").
			WithHint("For example, ON CONFLICT (column_name).").At(int(c.Pos))
	}
	out := &OnConflict{DoUpdate: c.DoUpdate}
	var err error
	switch {
	case c.Constraint != "":
		out.Named = true
		out.Arbiters, err = constraintIndex(rel, c.Constraint)
	case len(c.Elems) > 0:
		out.infer, err = p.inference(c)
	}
	if err != nil {
		return err
	}
	if c.DoUpdate {
		if err := p.conflictUpdate(c, out, it); err != nil {
			return err
		}
	}
	p.q.Conflict = out
	return nil
}

func (p *parseState) conflictUpdate(c *tree.OnConflict, out *OnConflict, it *nsItem) (err error) {
	rte := relationEntry(it.rte.Rel, &tree.RangeVar{Pos: -1})
	rte.Alias, rte.HasAlias, rte.Excluded, rte.LockMode = "excluded", true, true, it.rte.LockMode
	ex := p.addEntry(rte)
	p.show(ex, true, true)
	out.Excluded = ex.rel
	if out.SetCols, out.Set, err = p.setList(it.rte.Rel, c.Set); err != nil {
		return err
	}
	if out.Where, err = p.where(c.Where, kindWhere, "WHERE"); err != nil {
		return err
	}
	p.namespace = p.namespace[:len(p.namespace)-1]
	return nil
}

func constraintIndex(rel *catalog.Relation, name string) ([]types.OID, error) {
	for _, ix := range rel.Indexes {
		if ix.Constraint != name {
			continue
		}
		if !ix.Unique {
			break
		}
		return []types.OID{ix.OID}, nil
	}
	for _, ch := range rel.Checks {
		if ch.Name == name {
			return nil, pgerr.New(pgerr.WrongObjectType, "constraint in ON CONFLICT clause has no associated index")
		}
	}
	return nil, pgerr.New(pgerr.UndefinedObject, "constraint %q for table %q does not exist", name, rel.Name)
}

// inferred is what ON CONFLICT (...) asks of an index.
type inferred struct {
	elems []inferredKey
	where expr.Expr
}

// inferredKey is a column or an expression, with the collation and the operator
// classes that are asked for, if any.
type inferredKey struct {
	expr    expr.Expr
	coll    types.OID
	classes []types.OID
}

// column is the number of a plain column, 0 for an expression.
func (k *inferredKey) column() int {
	if v, ok := k.expr.(*expr.Var); ok {
		return v.Attr
	}
	return 0
}

// columns are those that are read to find the indexes.
func (w *inferred) columns() (out []int) {
	visit := func(e expr.Expr) {
		if v, ok := e.(*expr.Var); ok {
			out = append(out, v.Attr)
		}
	}
	for _, k := range w.elems {
		expr.EachNode(k.expr, visit)
	}
	expr.EachNode(w.where, visit)
	return out
}

// indexes finds the unique indexes over exactly the given columns and expressions.
// Predicates are compared as simplify leaves them.
func (w *inferred) indexes(rel *catalog.Relation, simplify func(expr.Expr) expr.Expr) ([]types.OID, error) {
	var out []types.OID
	for _, ix := range rel.Indexes {
		if ix.Unique && ix.Valid && w.matches(ix, simplify) {
			out = append(out, ix.OID)
		}
	}
	if out == nil {
		return nil, pgerr.New(pgerr.InvalidColumnReference, "there is no unique or exclusion constraint matching the ON CONFLICT specification")
	}
	return out, nil
}

func (p *parseState) inference(c *tree.OnConflict) (*inferred, error) {
	w := &inferred{}
	open := c.Elems[0].Pos - 1 // the parenthesis, where PostgreSQL points
	for _, e := range c.Elems {
		k, err := p.inferredKey(e, open)
		if err != nil {
			return nil, err
		}
		w.elems = append(w.elems, k)
	}
	var err error
	if c.ElemsWhere != nil { // need not be boolean: it is only compared
		if w.where, err = p.expr(c.ElemsWhere, kindIndexPredicate); err == nil {
			w.where, err = expr.Simplify(w.where, &expr.Ctx{Sess: p.a.S, Catalog: p.a})
		}
	}
	return w, err
}

func (p *parseState) inferredKey(e *tree.IndexElem, open int32) (k inferredKey, err error) {
	bad := ""
	switch {
	case e.Dir != tree.SortDefault:
		bad = "ASC/DESC"
	case e.Nulls != tree.NullsDefault:
		bad = "NULLS FIRST/LAST"
	}
	if bad != "" {
		return k, pgerr.New(pgerr.InvalidColumnReference, "%s is not allowed in ON CONFLICT clause", bad).At(int(open))
	}
	x := e.Expr
	if x == nil {
		x = &tree.ColumnRef{Pos: open, Fields: []string{e.Name}}
	}
	if k.expr, err = p.expr(x, kindIndexExpr); err != nil {
		return k, err
	}
	if k.column() == expr.WholeRow && isVar(k.expr) {
		return k, pgerr.New(pgerr.FeatureNotSupported, "whole row unique index inference specifications are not supported")
	}
	if len(e.Collation) > 0 {
		if k.coll, err = LookupCollation(e.Collation, open); err != nil {
			return k, err
		}
	}
	if n := len(e.OpClass); n > 0 {
		oc, ok := p.a.BtreeClass(e.OpClass[n-1])
		if !ok || n > 1 && e.OpClass[n-2] != "pg_catalog" {
			return k, pgerr.New(pgerr.UndefinedObject, "operator class %q does not exist for access method \"btree\"", strings.Join(e.OpClass, "."))
		}
		k.classes = append(k.classes, oc.OID)
		for _, names := range [][2]string{{"text_ops", "varchar_ops"}, {"varchar_ops", "text_ops"}} { // the same in all but their names
			if e.OpClass[n-1] == names[0] {
				oc, _ = p.a.BtreeClass(names[1])
				k.classes = append(k.classes, oc.OID)
			}
		}
	}
	return k, nil
}

func isVar(e expr.Expr) bool {
	_, ok := e.(*expr.Var)
	return ok
}

// matches reports whether the index has the keys asked for, no others, and no rows
// left out but those that the condition leaves out.
func (w *inferred) matches(ix *catalog.Index, simplify func(expr.Expr) expr.Expr) bool {
	keys := ix.Keys[:ix.NKeys]
	for i := range w.elems {
		e := &w.elems[i]
		if !slices.ContainsFunc(keys, func(k catalog.IndexKey) bool { return e.matches(&k) }) {
			return false
		}
	}
	for i := range keys {
		k := &keys[i]
		if !slices.ContainsFunc(w.elems, func(e inferredKey) bool { return e.isKey(k) }) {
			return false
		}
	}
	return ix.Predicate == nil || w.where != nil && implied(w.where, simplify(ix.Predicate))
}

// matches reports whether a key of an index is the one, in the order that is asked for.
func (e *inferredKey) matches(k *catalog.IndexKey) bool {
	if !e.isKey(k) || e.coll != 0 && e.coll != k.Collation {
		return false
	}
	class := k.OpClass
	if class == 0 {
		class = catalog.DefaultOpClass(k.Type)
	}
	return len(e.classes) == 0 || slices.Contains(e.classes, class)
}

func (e *inferredKey) isKey(k *catalog.IndexKey) bool {
	if k.Attr != 0 {
		return isVar(e.expr) && e.column() == k.Attr
	}
	return sameExpr(e.expr, k.Expr)
}

// Implied is implied, for conditions over one table.
func Implied(given, pred expr.Expr) bool { return implied(given, pred) }

// implied reports whether given proves pred. Both may be conjunctions.
func implied(given, pred expr.Expr) bool {
	list := []*clause{{e: given}}
	for _, e := range andList(given) {
		list = append(list, &clause{e: e})
	}
	for _, e := range andList(pred) {
		if !impliedBy(e, list) {
			return false
		}
	}
	return true
}
