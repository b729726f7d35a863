package planner

import (
	"minidb/types"
)

// The least and the greatest value that a column has now, from an index on it:
// get_actual_variable_range of PostgreSQL 18, utils/adt/selfuncs.c. A histogram is as old
// as the last ANALYZE, and in tables that grow the questions are about their ends.

// indexEnds reads the ends of an index; nil does not.
type indexEnds struct {
	lv *level
	ix *indexInfo
}

// indexOn finds an index of a table that begins with the variable, in the order of its
// type.
func (lv *level) indexOn(v *varStats) *indexEnds {
	if v.r == nil || v.r.relation == nil || v.r.relation.Heap == nil {
		return nil
	}
	for _, ix := range v.r.indexes {
		if k := &ix.keys[0]; len(ix.pred) == 0 && ix.def.Tree != nil && !k.pattern && k.matches(v.e) && k.collated(v.e) {
			return &indexEnds{lv, ix}
		}
	}
	return nil
}

// replace puts the least value, or the greatest, in d's place, if one is found.
func (e *indexEnds) replace(d *types.Datum, least bool) bool {
	if e == nil {
		return false
	}
	r, def := e.ix.rel.relation, e.ix.def
	row, ok := def.Tree.End(e.lv.g.a.S.Txn, r.Heap, least == def.Keys[0].Desc)
	if !ok {
		return false
	}
	if n := def.Keys[0].Attr; n != 0 {
		*d = row[n-1]
		return true
	}
	info, err := r.IndexInfo(def)
	if err != nil {
		return false
	}
	key := make([]types.Datum, def.NKeys)
	if ok, err := info.FormKey(e.lv.g.foldCtx(), row, key); err != nil || !ok {
		return false
	}
	*d = key[0]
	return true
}
