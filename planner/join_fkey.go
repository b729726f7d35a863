package planner

import (
	"minidb/catalog"
	"minidb/expr"
)

// Foreign keys tell how many rows a join gives: where a query equates all columns
// of a key with those that they refer to, each referencing row meets one row.
// PostgreSQL 18: match_foreign_keys_to_quals and get_foreign_key_join_selectivity.

// keyMatch is a foreign key between two relations whose columns are all equated.
type keyMatch struct {
	con, ref *rel       // referencing and referenced
	ecs      []*eqClass // by column; nil where clauses equate it
	attrs    []int      // of con, by column
	clauses  []*clause  // that are in no class
	want     int        // clauses that the join of the two must have for the key
}

// keyMatches finds the level's foreign keys, once.
func (lv *level) keyMatches() []*keyMatch {
	if lv.keysFound {
		return lv.keys
	}
	lv.keysFound = true
	for _, con := range lv.live() {
		if con.relation == nil || con.relation.PartKey != nil {
			continue
		}
		for _, t := range con.relation.Triggers {
			if t.Func != catalog.RIFKeyCheckIns {
				continue
			}
			for _, ref := range lv.live() {
				if ref == con || ref.relation == nil || ref.relation.PartKey != nil || ref.relation.OID != t.ForeignKey.Ref {
					continue
				}
				if m := lv.matchForeignKey(t.ForeignKey, con, ref); m != nil {
					lv.keys = append(lv.keys, m)
				}
			}
		}
	}
	return lv.keys
}

// matchForeignKey looks for the conditions on every column of a key; nil if some column
// has none.
func (lv *level) matchForeignKey(fk *catalog.ForeignKey, con, ref *rel) *keyMatch {
	m := &keyMatch{con: con, ref: ref, ecs: make([]*eqClass, len(fk.Columns)), attrs: fk.Columns}
	for i := range fk.Columns {
		if ec := lv.classOfKey(con, fk.Columns[i], ref, fk.RefColumns[i]); ec != nil {
			m.ecs[i] = ec
			if !ec.hasConst {
				m.want++
			}
			continue
		}
		found := false
		for _, c := range con.joins {
			if c.op == nil || c.ec != nil || !equatesKey(c, fk, i, con, ref) {
				continue
			}
			found = true
			m.clauses = append(m.clauses, c)
			m.want++
		}
		if !found {
			return nil
		}
	}
	return m
}

func isColumn(e expr.Expr, r *rel, attr int) bool {
	v, ok := ecExpr(e).(*expr.Var)
	return ok && v.Up == 0 && v.Rel == r.rti && v.Attr == attr
}

// classOfKey finds the class that equates two columns.
func (lv *level) classOfKey(con *rel, attr int, ref *rel, refAttr int) *eqClass {
	for _, ec := range lv.ecs {
		if ec.volatile || ec.broken {
			continue
		}
		a, b := false, false
		for i := range ec.members {
			a = a || isColumn(ec.members[i].e, con, attr)
			b = b || isColumn(ec.members[i].e, ref, refAttr)
		}
		if a && b {
			return ec
		}
	}
	return nil
}

// equatesKey tells whether a clause compares column i of a key by its operator.
func equatesKey(c *clause, fk *catalog.ForeignKey, i int, con, ref *rel) bool {
	if isColumn(c.l, ref, fk.RefColumns[i]) && isColumn(c.r, con, fk.Columns[i]) {
		return c.op.OID == fk.PFEq[i]
	}
	if isColumn(c.l, con, fk.Columns[i]) && isColumn(c.r, ref, fk.RefColumns[i]) {
		return c.op.Commutator != nil && c.op.Commutator.OID == fk.PFEq[i]
	}
	return false
}

// keySelectivity is the selectivity of the foreign keys between two sides of a
// join; rest are the conditions that it does not cover.
func (lv *level) keySelectivity(a, b *rel, kind JoinKind, clauses []*clause) (s float64, rest []*clause) {
	s, rest = 1, clauses
	for _, m := range lv.keyMatches() {
		refOuter := m.ref.ids.subsetOf(a.ids) && m.con.ids.subsetOf(b.ids)
		if !refOuter && !(m.con.ids.subsetOf(a.ids) && m.ref.ids.subsetOf(b.ids)) {
			continue
		}
		semi := kind == SemiJoin || kind == AntiJoin
		if semi && (refOuter || b.ids.count() != 1) {
			continue
		}
		var keep []*clause
		for _, c := range rest {
			if !m.covers(c) {
				keep = append(keep, c)
			}
		}
		if len(rest)-len(keep) != m.want {
			continue // some were taken by another key
		}
		rest = keep
		tuples := max(m.ref.tuples, 1)
		if semi {
			s *= m.ref.rows / tuples
		} else {
			s /= tuples
		}
		s = lv.undoConstants(m, s)
	}
	return clampSel(s), rest
}

func (m *keyMatch) covers(c *clause) bool {
	if c.ec != nil {
		for _, ec := range m.ecs {
			if ec == c.ec {
				return true
			}
		}
		return false
	}
	return hasClause(m.clauses, c)
}

// undoConstants takes out what comparing a referencing column with a constant
// counts for: the referenced rows are cut down by the same constant.
func (lv *level) undoConstants(m *keyMatch, s float64) float64 {
	for i, ec := range m.ecs {
		if ec == nil || !ec.hasConst {
			continue
		}
		for _, c := range m.con.restrict {
			if c.op == nil || c.leftEC != ec && c.rightEC != ec || !isColumn(c.l, m.con, m.attrs[i]) && !isColumn(c.r, m.con, m.attrs[i]) {
				continue
			}
			if cs := lv.clauseSel(c, m.con, nil); cs > 0 {
				s /= cs
			}
			break
		}
	}
	return s
}
