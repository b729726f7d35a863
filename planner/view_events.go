package planner

// What can be done to views, for pg_relation_is_updatable and information_schema.

import (
	"minidb/catalog"
	"minidb/expr"
)

func init() { catalog.ViewEvents = viewEvents }

// viewEvents is relation_is_updatable of a view, for one of its columns unless
// column is 0.
func viewEvents(a *catalog.Access, view *catalog.Relation, column int) (int, error) {
	r := relationEntry(view, noRangeVar)
	if err := expandView(a, r, view, nil); err != nil {
		return 0, err
	}
	var only []int
	if column > 0 {
		only = []int{column}
	}
	return entryEvents(r, only), nil
}

// entryEvents is what can be done to the view of an entry; only are the columns
// that matter, nil for all.
func entryEvents(r *RangeEntry, only []int) int {
	q := r.Subquery
	if notUpdatable(q, false) != "" {
		return 0
	}
	var behind []int
	for i := range r.Types {
		if len(only) > 0 && !hasInt(only, i+1) {
			continue
		}
		if t := visibleTarget(q, i+1); t != nil && columnReason(q, t) == "" {
			behind = append(behind, t.Expr.(*expr.Var).Attr)
		}
	}
	events := catalog.AllEvents
	if len(behind) == 0 {
		events = catalog.DeleteEvent
	}
	if b := q.Range[q.From[0].(*RangeRef).Rel-1]; b.Kind == SubqueryEntry {
		events &= entryEvents(b, behind)
	}
	return events
}
