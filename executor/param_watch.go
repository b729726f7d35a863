package executor

import "minidb/expr"

// Nodes that keep rows must know, when they are scanned again, whether what they
// keep still holds: whether a parameter from outside changed since they began to
// compute it. PostgreSQL hands sets of changed parameters (chgParam) down the
// tree; here every assignment stamps the parameter's slot, and who keeps rows
// compares stamps. Parameters are assigned by nested loops, calls of subplans,
// initplans that start anew (also those of WITH) and the rounds of a recursive
// union.

// paramWatch watches the parameters that kept results depend on.
type paramWatch struct {
	ids    []int
	seen   []uint64 // by id: the stamp when the results began to be computed
	marked bool     // seen is set
}

func watchParams(ids []int) paramWatch { return paramWatch{ids: ids} }

// mark notes that results are being computed with the parameters as they are.
func (w *paramWatch) mark(ec *expr.Ctx) {
	w.marked = true
	w.seen = w.seen[:0]
	for _, id := range w.ids {
		w.seen = append(w.seen, ec.Exec[id].Stamp)
	}
}

// changed tells whether a parameter was assigned since mark; before the first
// mark every parameter counts as changed.
func (w *paramWatch) changed(ec *expr.Ctx) bool {
	if !w.marked {
		return len(w.ids) > 0
	}
	for i, id := range w.ids {
		if ec.Exec[id].Stamp != w.seen[i] {
			return true
		}
	}
	return false
}
