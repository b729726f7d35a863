package planner

import (
	"slices"

	"minidb/expr"
)

// Nodes that would keep all of their input, but see it come in a way that lets them go
// without, read it twice instead, if that costs little and gives the same again: a
// HashWindowAgg, and a Sort whose rows come in order and would fill a file in PostgreSQL
// (storage/sort_follow.go). EXPLAIN ANALYZE shows what was done: a scan with two loops, a
// quicksort with the memory that it had before it forgot its rows. temp_file_limit does
// not fail such a sort.

// rereads tells whether a plan is a scan of a table whose rows come again, in the same
// order and with the same values, when it is read a second time.
func rereads(p Plan) bool {
	s, ok := p.(*SeqScan)
	if !ok || len(s.InitPlans) > 0 || len(s.SubPlans) > 0 || len(s.SysCols) > 0 {
		return false
	}
	// A stable function may change between the readings: the settings it goes by do, in
	// the select list above or between the FETCHes of a cursor.
	return !slices.ContainsFunc(s.Qual, expr.ContainsMutable) &&
		!slices.ContainsFunc(s.Targets, func(t expr.Target) bool { return expr.ContainsMutable(t.Expr) })
}
