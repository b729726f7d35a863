package executor

import (
	"minidb/expr"
	"minidb/planner"
	"minidb/storage"
	"minidb/types"
)

// aggCall is one aggregate of an Agg node: how its arguments are made and fed
// to a state, and, with DISTINCT or ORDER BY, how a group's arguments are
// sorted first.
type aggCall struct {
	plan   *planner.AggCall
	state  expr.AggState // plain and sorted grouping: the current group's
	sorter *storage.Sorter
	prev   types.Row
}

func newAggCall(p *planner.AggCall) aggCall { return aggCall{plan: p} }

func (k *aggCall) newState() expr.AggState {
	st := k.plan.Agg.Fn.New(k.plan.ArgTypes)
	if h, ok := st.(expr.HypotheticalState); ok {
		h.SetCompare(k.compareArgs)
	}
	return st
}

// compareArgs compares two rows of WITHIN GROUP's arguments.
func (k *aggCall) compareArgs(a, b []types.Datum) int {
	for i := range k.plan.Sort {
		if c := compareCol(a[i], b[i], &k.plan.Sort[i]); c != 0 {
			return c
		}
	}
	return 0
}

func (k *aggCall) begin() {
	if k.state == nil {
		k.state = k.newState()
	} else {
		k.state.Reset()
	}
}

// feed evaluates the arguments on a row and adds them to a state.
func (k *aggCall) feed(a *agg, st expr.AggState, row types.Row) error {
	ok, err := k.wanted(a, row)
	if !ok || err != nil {
		return err
	}
	args := a.args[:len(k.plan.Args)]
	for i, f := range k.plan.Args {
		if args[i], err = f(a.ec, row); err != nil {
			return err
		}
	}
	return addTo(a, st, args)
}

// addTo adds a row to a state and charges what the state keeps of it.
func addTo(a *agg, st expr.AggState, args []types.Datum) error {
	c, ok := st.(expr.Collector)
	if !ok {
		return st.Add(a.ec, args)
	}
	before := c.Bytes()
	if err := st.Add(a.ec, args); err != nil {
		return err
	}
	return a.mem.add(c.Bytes() - before)
}

func (k *aggCall) wanted(a *agg, row types.Row) (bool, error) {
	if k.plan.Filter == nil {
		return true, nil
	}
	return k.plan.Filter(a.ec, row)
}

// advance feeds the current group's state, or collects the row to be sorted.
func (k *aggCall) advance(a *agg, row types.Row) error {
	if k.plan.Sort == nil {
		return k.feed(a, k.state, row)
	}
	ok, err := k.wanted(a, row)
	if !ok || err != nil {
		return err
	}
	if k.sorter == nil {
		k.sorter = newSorter(a.c, k.plan.Sort, nil, 0, false)
	}
	n := len(k.plan.Args)
	buf := a.args[:n+len(k.plan.Extra)]
	for i := range buf {
		f := k.plan.Args
		j := i
		if i >= n {
			f, j = k.plan.Extra, i-n
		}
		if buf[i], err = f[j](a.ec, row); err != nil {
			return err
		}
	}
	before := k.sorter.Used()
	if err := k.sorter.Put(buf); err != nil {
		return err
	}
	return a.mem.add(k.sorter.Used() - before)
}

// finish gives the current group's result.
func (k *aggCall) finish(a *agg) (types.Datum, error) {
	if k.sorter != nil {
		if err := k.feedSorted(a); err != nil {
			return types.NullDatum, err
		}
	}
	return k.state.Result(a.ec)
}

func (k *aggCall) feedSorted(a *agg) error {
	defer k.close()
	if err := k.sorter.Sort(); err != nil {
		return err
	}
	n := len(k.plan.Args)
	k.prev = k.prev[:0]
	for {
		row := k.sorter.Next()
		if row == nil {
			return k.sorter.Err()
		}
		if k.plan.Agg.Distinct {
			if len(k.prev) > 0 && k.sameArgs(row) {
				continue
			}
			k.prev = append(k.prev[:0], row...)
		}
		if err := addTo(a, k.state, row[:n]); err != nil {
			return err
		}
	}
}

// sameArgs compares a sorted row's arguments with those of the row before.
func (k *aggCall) sameArgs(row types.Row) bool {
	for i := range k.plan.Args {
		c := planner.SortCol{Col: i, Type: k.plan.ArgTypes[i]}
		if compareCol(row[i], k.prev[i], &c) != 0 {
			return false
		}
	}
	return true
}

func (k *aggCall) close() {
	if k.sorter != nil {
		k.sorter.Close()
		k.sorter = nil
	}
}
