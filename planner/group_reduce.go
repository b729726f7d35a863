package planner

import (
	"minidb/catalog"
	"minidb/expr"
)

// A column of GROUP BY that other grouped columns determine tells no groups
// apart: it is left out (PostgreSQL's remove_useless_groupby_columns).

// reduceGroups drops from GROUP BY the columns of a table that has all columns of
// a unique index in it.
func (lv *level) reduceGroups() {
	if len(lv.group) < 2 || len(lv.q.GroupingSets) > 0 {
		return
	}
	attrs := map[int][]int{} // by relation: its grouped columns
	for _, g := range lv.group {
		if v := lv.groupVar(g); v != nil {
			attrs[v.Rel] = append(attrs[v.Rel], v.Attr)
		}
	}
	keys := map[int]*catalog.Index{}
	for rti, list := range attrs {
		if r := lv.relOf(rti); r != nil && r.relation != nil {
			if ix := lv.shortestKey(r.relation, list); ix != nil {
				keys[rti] = ix
			}
		}
	}
	if len(keys) == 0 {
		return
	}
	var out []expr.SortGroup
	for _, g := range lv.group {
		v := lv.groupVar(g)
		if v == nil || keys[v.Rel] == nil || hasKey(keys[v.Rel], v.Attr) {
			out = append(out, g)
		}
	}
	lv.group = out
}

// groupVar is the column of this level that g groups by; nil if it is none.
func (lv *level) groupVar(g expr.SortGroup) *expr.Var {
	t := targetOfRef(lv.targets, g.Ref)
	if t == nil {
		return nil
	}
	v, ok := t.Expr.(*expr.Var)
	if !ok || v.Up != 0 {
		return nil
	}
	return v
}

// shortestKey is the unique index of the fewest columns that are all, but not
// all there are, in list and cannot be NULL twice; nil if there is none.
func (lv *level) shortestKey(rel *catalog.Relation, list []int) *catalog.Index {
	var best *catalog.Index
	for _, ix := range rel.Indexes {
		if !ix.Unique || !ix.Immediate || !ix.Valid || ix.Predicate != nil || ix.NKeys >= len(list) ||
			best != nil && best.NKeys <= ix.NKeys || !lv.g.covers(ix) {
			continue
		}
		all := true
		for _, k := range ix.Keys[:ix.NKeys] {
			found := false
			for _, a := range list {
				found = found || a == k.Attr
			}
			all = all && k.Attr > 0 && found && (ix.NullsNotDistinct || rel.Columns[k.Attr-1].NotNull)
		}
		if all {
			best = ix
		}
	}
	return best
}

func hasKey(ix *catalog.Index, attr int) bool {
	for _, k := range ix.Keys[:ix.NKeys] {
		if k.Attr == attr {
			return true
		}
	}
	return false
}
