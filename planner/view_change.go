package planner

// INSERT, UPDATE and DELETE on views are refused: as PostgreSQL does it for
// views that it cannot change, as not built for those that it can.

import (
	"strings"

	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
)

func (p *parseState) changeView(v *tree.RangeVar, rel *catalog.Relation, verb string) error {
	r := relationEntry(rel, v)
	if err := expandView(p.a, r, rel, nil); err != nil {
		return err
	}
	word := strings.ToUpper(strings.Fields(verb)[0])
	why := notUpdatable(r.Subquery)
	if why == "" {
		return pgerr.Unsupported(int(v.Pos), word+" on a view", "Change the table that the view reads.")
	}
	e := pgerr.New(pgerr.ObjectNotInPrerequisiteState, "cannot %s view %q", verb, rel.Name).
		WithHint("To enable %s the view, provide an INSTEAD OF %[2]s trigger or an unconditional ON %[2]s DO INSTEAD rule.",
			viewVerbs[verb], word)
	e.Detail = why
	return e
}

// notUpdatable says why a view cannot be changed through: view_query_is_auto_updatable.
func notUpdatable(q *Query) string {
	for _, c := range []struct {
		has  bool
		what string
	}{
		{len(q.Distinct) > 0, "containing DISTINCT"},
		{len(q.Group) > 0, "containing GROUP BY"},
		{q.Having != nil, "containing HAVING"},
		{q.SetOp != nil, "containing UNION, INTERSECT, or EXCEPT"},
		{len(q.CTEs) > 0, "containing WITH"},
		{q.Limit != nil || q.Offset != nil, "containing LIMIT or OFFSET"},
		{q.HasAggs, "that return aggregate functions"},
		{q.HasSRF, "that return set-returning functions"},
		{!singleTable(q), "that do not select from a single table or view"},
	} {
		if c.has {
			return "Views " + c.what + " are not automatically updatable."
		}
	}
	return ""
}

func singleTable(q *Query) bool {
	if len(q.From) != 1 {
		return false
	}
	ref, ok := q.From[0].(*RangeRef)
	return ok && q.Range[ref.Rel-1].RelOID != 0 && q.Range[ref.Rel-1].Kind != FunctionEntry
}
