package executor

import (
	"minidb/expr"
	"minidb/planner"
	"minidb/types"
)

// agg groups its input and computes aggregates: in one pass over sorted input,
// or with a hash table of groups, or over everything as one group. Its output
// expressions read a row of the group columns followed by the aggregates.
type agg struct {
	base
	plan  *planner.Agg
	child Node
	watch paramWatch
	calls []aggCall
	row   types.Row // group columns, then results
	args  []types.Datum

	table  *hashTable      // hashed: groups by key
	states []expr.AggState // hashed: of group g, states[g*len(calls):]
	order  []int           // hashed: in which groups are emitted, nil if as they came
	again  bool            // hashed: the last row was of a group that had been met
	next   int             // hashed: next group to emit

	pending types.Row // sorted: first row of the next group
	cols    []planner.SortCol
	done    bool
	mem     account // what the states hold
	sets    *groupingSets
}

// stateBytes is about what one state takes beside what it collects.
const stateBytes = 64

func newAgg(c *Ctx, p *planner.Agg) (Node, error) {
	child, err := build(c, p.Child)
	if err != nil {
		return nil, err
	}
	a := &agg{
		base: newBase(c, &p.PlanBase), plan: p, child: child, watch: watchParams(p.ExtParams),
		row: make(types.Row, len(p.GroupCols)+len(p.Aggs)+len(p.Groupings)), mem: account{sess: c.Sess},
	}
	width := 0
	for _, call := range p.Aggs {
		a.calls = append(a.calls, newAggCall(call))
		width = max(width, len(call.Args)+len(call.Extra))
	}
	a.args = make([]types.Datum, width)
	for i := range p.Groupings {
		a.row[len(a.row)-1-i] = types.NewInt(0) // of plain grouping; sets bring their own
	}
	a.cols = groupSortCols(p)
	return a, nil
}

// groupSortCols describes the columns that tell groups apart.
func groupSortCols(p *planner.Agg) []planner.SortCol {
	cols := make([]planner.SortCol, len(p.GroupCols)-p.Carried)
	for i, c := range p.GroupCols[:len(cols)] {
		cols[i] = planner.SortCol{Col: c, Type: p.GroupTypes[i]}
	}
	return cols
}

func (a *agg) Open() error { return a.child.Open() }

func (a *agg) Next() (types.Row, error) {
	for {
		var more bool
		var err error
		switch {
		case a.plan.Rollups != nil:
			more, err = a.nextSets()
		case a.plan.Strategy == planner.AggHashed:
			more, err = a.nextHashed()
		case a.plan.Strategy == planner.AggSorted:
			more, err = a.nextSorted()
		default:
			more, err = a.nextPlain()
		}
		if !more || err != nil {
			return nil, err
		}
		ok, err := a.passes(a.row)
		if err != nil {
			return nil, err
		}
		if ok {
			return a.project(a.row)
		}
	}
}

// nextPlain aggregates the whole input into one row, also if it is empty.
func (a *agg) nextPlain() (bool, error) {
	if a.done {
		return false, nil
	}
	a.done = true
	a.beginGroup()
	for {
		row, err := a.child.Next()
		if err != nil {
			return false, err
		}
		if row == nil {
			return true, a.endGroup()
		}
		if err := a.advanceOwn(row); err != nil {
			return false, err
		}
	}
}

// nextSorted aggregates the rows up to the next change of the group columns.
func (a *agg) nextSorted() (bool, error) {
	if a.done {
		return false, nil
	}
	first := a.pending
	a.pending = nil
	if first == nil {
		row, err := a.child.Next()
		if row == nil || err != nil {
			a.done = true
			return false, err
		}
		first = append(types.Row{}, row...)
	}
	a.beginGroup()
	for i, c := range a.plan.GroupCols {
		a.row[i] = first[c]
	}
	if err := a.advanceOwn(first); err != nil {
		return false, err
	}
	for {
		row, err := a.child.Next()
		if err != nil {
			return false, err
		}
		if row == nil {
			a.done = true
			break
		}
		if !equalCols(first, row, a.cols) {
			a.pending = append(types.Row{}, row...)
			break
		}
		if err := a.advanceOwn(row); err != nil {
			return false, err
		}
	}
	return true, a.endGroup()
}

func (a *agg) beginGroup() {
	a.mem.release()
	for i := range a.calls {
		a.calls[i].begin()
	}
}

// advanceOwn feeds a row to the calls' own states: there is one group at a time.
func (a *agg) advanceOwn(row types.Row) error {
	if err := a.poll.check(a.c.Sess); err != nil {
		return err
	}
	for i := range a.calls {
		if err := a.calls[i].advance(a, row); err != nil {
			return err
		}
	}
	return nil
}

func (a *agg) endGroup() error {
	n := len(a.plan.GroupCols)
	for i := range a.calls {
		d, err := a.calls[i].finish(a)
		if err != nil {
			return err
		}
		a.row[n+i] = d
	}
	return nil
}

// Rescan keeps a filled hash table if it still holds.
func (a *agg) Rescan() error {
	if a.table != nil && !a.watch.changed(a.ec) {
		a.next = 0
		return nil
	}
	a.release()
	a.table, a.states, a.next, a.pending, a.done = nil, nil, 0, nil, false
	return a.child.Rescan()
}

func (a *agg) release() {
	a.sets.release()
	a.sets = nil
	a.mem.release()
	a.table.release()
	for i := range a.calls {
		a.calls[i].close()
	}
}

func (a *agg) Close() error {
	a.release()
	return a.child.Close()
}
