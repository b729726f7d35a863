package executor

import (
	"minidb/expr"
	"minidb/planner"
	"minidb/types"
)

// What both running forms of a WindowAgg have, the one with a store and the one
// without: the row they give out, its run condition, the memory of aggregates.

type windowOut struct {
	base
	plan   *planner.WindowAgg
	row    types.Row // the current row, followed by the functions' results
	status windowStatus
	mem    account
}

func newWindowOut(c *Ctx, p *planner.WindowAgg) windowOut {
	return windowOut{base: newBase(c, &p.PlanBase), plan: p, mem: account{sess: c.Sess}}
}

// windowStatus tells what to do with rows once a run condition has failed.
type windowStatus uint8

const (
	windowRun        windowStatus = iota
	windowPass                    // hand rows on, without results: windows above want them
	windowPassStrict              // skip the rest of the partition
	windowDone
)

// wanted applies the run condition and the filter to the current row.
func (w *windowOut) wanted() (bool, error) {
	if w.status != windowRun {
		return !w.plan.Top, nil
	}
	if w.plan.RunFilter != nil {
		ok, err := w.plan.RunFilter(w.ec, w.row)
		if err != nil {
			return false, err
		}
		if !ok {
			switch {
			case !w.plan.Top:
				w.status = windowPass
			case len(w.plan.PartCols) > 0:
				w.status = windowPassStrict
				return false, nil
			default:
				w.status = windowDone
				return false, nil
			}
		}
	}
	return w.passes(w.row)
}

// feed adds a row's arguments to an aggregate.
func (w *windowOut) feed(state expr.AggState, args []types.Datum) error {
	c, collects := state.(expr.Collector)
	if !collects {
		return state.Add(w.ec, args)
	}
	before := c.Bytes()
	if err := c.Add(w.ec, args); err != nil {
		return err
	}
	return w.mem.add(c.Bytes() - before)
}
