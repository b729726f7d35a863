package planner

import "minidb/expr"

// Conditions that hide in a join condition: of (a.x = 1 AND b.y = 2) OR (a.x = 3
// AND b.y = 4) a scan of a may test a.x = 1 OR a.x = 3. The join condition stays,
// since the parts do not replace it (orclauses.c).

// restrictByOr gives each base relation what the ORs among its join conditions
// say of it alone.
func (lv *level) restrictByOr() {
	for _, r := range lv.live() {
		for _, c := range r.joins {
			if c.or == nil || !movableTo(c, r.ids) {
				continue
			}
			if e := lv.orPart(c.e, r); e != nil {
				lv.addOrPart(r, c, e)
			}
		}
	}
}

// movableTo tells whether a join clause could be tested in a scan of ids that got
// all other values it needs.
func movableTo(c *clause, ids relids) bool {
	if c.nullable.overlaps(ids) {
		return false
	}
	if !c.pushed {
		return !c.outer.overlaps(ids)
	}
	return c.required == c.ids
}

// orPart makes an OR of what each arm of e says of r alone, nil if one says
// nothing.
func (lv *level) orPart(e expr.Expr, r *rel) expr.Expr {
	or, ok := e.(*expr.Bool)
	if !ok || or.Op != expr.Or {
		if ids := lv.relidsOf(e); ids != r.ids || isVolatile(e) {
			return nil
		}
		return e
	}
	var arms []expr.Expr
	for _, arm := range or.Args {
		conds := []expr.Expr{arm}
		if b, ok := arm.(*expr.Bool); ok && b.Op == expr.And {
			conds = b.Args
		}
		var own []expr.Expr
		for _, x := range conds {
			if x = lv.orPart(x, r); x != nil {
				own = append(own, x)
			}
		}
		if len(own) == 0 {
			return nil
		}
		part := andOf(own)
		if b, ok := part.(*expr.Bool); ok && b.Op == expr.Or {
			arms = append(arms, b.Args...)
		} else {
			arms = append(arms, part)
		}
	}
	return &expr.Bool{Loc: -1, Op: expr.Or, Args: arms}
}

// addOrPart adds the part to r's conditions if it drops enough rows. The join
// clause then passes more of those that are left, so that both together are taken
// to be as selective as it was.
func (lv *level) addOrPart(r *rel, c *clause, e expr.Expr) {
	part := lv.newClause(e)
	s := lv.clauseSel(part, r, nil)
	if s > 0.9 {
		return
	}
	if s > 0 {
		c.selJoin = min(1, lv.joinClauseSel(c, InnerJoin, nil, r)/s)
	}
	lv.addRestriction(r, part)
}
