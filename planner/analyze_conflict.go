package planner

// INSERT ... ON CONFLICT: which unique indexes decide, and what is done then.

import (
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
		var want *inferred
		if want, err = p.inference(c); err == nil && p.view != nil {
			p.view.infer = want
		} else if err == nil {
			out.Arbiters, err = want.indexes(rel)
			expr.EachNode(want.where, func(e expr.Expr) {
				if v, ok := e.(*expr.Var); ok {
					out.Infer = append(out.Infer, v.Attr)
				}
			})
		}
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
		if !ix.Immediate {
			return nil, pgerr.New(pgerr.ObjectNotInPrerequisiteState,
				"ON CONFLICT does not support deferrable unique constraints/exclusion constraints as arbiters")
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
	attrs []int
	colls map[int]types.OID // collations asked for, by attrs' numbers
	exprs []expr.Expr
	where expr.Expr
}

// indexes finds the unique indexes over exactly the given columns and expressions.
func (w *inferred) indexes(rel *catalog.Relation) ([]types.OID, error) {
	var out []types.OID
	for _, ix := range rel.Indexes {
		if ix.Unique && ix.Valid && w.matches(ix) {
			out = append(out, ix.OID)
		}
	}
	if out == nil {
		return nil, pgerr.New(pgerr.InvalidColumnReference, "there is no unique or exclusion constraint matching the ON CONFLICT specification")
	}
	return out, nil
}

func (p *parseState) inference(c *tree.OnConflict) (*inferred, error) {
	w := &inferred{colls: map[int]types.OID{}}
	open := c.Elems[0].Pos - 1 // the parenthesis, where PostgreSQL points
	for _, e := range c.Elems {
		bad := ""
		switch {
		case e.Dir != tree.SortDefault:
			bad = "ASC/DESC"
		case e.Nulls != tree.NullsDefault:
			bad = "NULLS FIRST/LAST"
		}
		if bad != "" {
			return nil, pgerr.New(pgerr.InvalidColumnReference, "%s is not allowed in ON CONFLICT clause", bad).At(int(open))
		}
		x := e.Expr
		if x == nil {
			x = &tree.ColumnRef{Pos: open, Fields: []string{e.Name}}
		}
		v, err := p.expr(x, kindIndexExpr)
		if err != nil {
			return nil, err
		}
		if cv, ok := v.(*expr.Var); ok {
			if cv.Attr == expr.WholeRow {
				return nil, pgerr.New(pgerr.FeatureNotSupported, "whole row unique index inference specifications are not supported")
			}
			w.attrs = append(w.attrs, cv.Attr)
			if n := len(e.Collation); n > 0 {
				w.colls[cv.Attr] = collationOIDs[e.Collation[n-1]]
			}
			continue
		}
		w.exprs = append(w.exprs, v)
	}
	var err error
	if c.ElemsWhere != nil { // need not be boolean: it is only compared
		if w.where, err = p.expr(c.ElemsWhere, kindIndexPredicate); err == nil {
			w.where, err = expr.Simplify(w.where, &expr.Ctx{Sess: p.a.S, Catalog: p.a})
		}
	}
	return w, err
}

// collationOIDs are the collations that exist (pg_collation.dat).
var collationOIDs = map[string]types.OID{"default": 100, "C": 950, "POSIX": 951, "ucs_basic": 12347}

func (w *inferred) matches(ix *catalog.Index) bool {
	used := make([]bool, len(w.exprs))
	attrs := make(map[int]bool)
	for _, k := range ix.Keys[:ix.NKeys] {
		if k.Attr != 0 {
			if c, ok := w.colls[k.Attr]; !ok || c == k.Collation {
				attrs[k.Attr] = true
			}
			continue
		}
		found := false
		for i, e := range w.exprs {
			if sameExpr(e, k.Expr) {
				used[i], found = true, true
			}
		}
		if !found {
			return false
		}
	}
	asked := make(map[int]bool)
	for _, a := range w.attrs {
		asked[a] = true
		if !attrs[a] {
			return false
		}
	}
	if len(asked) != len(attrs) {
		return false
	}
	for _, u := range used {
		if !u {
			return false
		}
	}
	return ix.Predicate == nil || w.where != nil && implied(w.where, ix.Predicate)
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
