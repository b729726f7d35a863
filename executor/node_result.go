package executor

import (
	"minidb/expr"
	"minidb/planner"
	"minidb/types"
)

// result evaluates its targets for each row of its child, or once if it has
// none. Its one-time condition is tested before anything else runs.
type result struct {
	base
	child   Node // nil without a FROM
	oneTime expr.Filter
	consts  []expr.Target // what stands for proj, all of them constants
	checked bool
	done    bool
}

func newResult(c *Ctx, p *planner.Result) (Node, error) {
	r := &result{base: newBase(c, &p.PlanBase), oneTime: p.OneTimeFn}
	if p.Consts {
		r.consts = p.Targets
		r.out = c.newRow(len(r.consts))
	}
	if p.Child == nil {
		return r, nil
	}
	var err error
	r.child, err = build(c, p.Child)
	return r, err
}

func (r *result) Open() error {
	if r.child != nil {
		return r.child.Open()
	}
	return nil
}

func (r *result) Next() (types.Row, error) {
	if r.done {
		return nil, nil
	}
	if !r.checked && r.oneTime != nil {
		ok, err := r.oneTime(r.ec, nil)
		if err != nil {
			return nil, err
		}
		if !ok {
			r.done = true
			return nil, nil
		}
	}
	r.checked = true
	for {
		row := emptyRow
		if r.child != nil {
			var err error
			if row, err = r.child.Next(); row == nil || err != nil {
				return nil, err
			}
		} else if r.done {
			return nil, nil
		} else {
			r.done = true
		}
		if err := r.poll.check(r.c.Sess); err != nil {
			return nil, err
		}
		ok, err := r.passes(row)
		if err != nil {
			return nil, err
		}
		if ok && r.consts != nil {
			for i := range r.consts {
				r.out[i] = r.consts[i].Expr.(*expr.Const).Value
			}
			return r.out, nil
		}
		if ok {
			return r.project(row)
		}
	}
}

func (r *result) Rescan() error {
	r.checked, r.done = false, false
	if r.child != nil {
		return r.child.Rescan()
	}
	return nil
}

func (r *result) restart() bool {
	r.checked, r.done = false, false
	clear(r.out)
	return r.child == nil || restart(r.child)
}

func (r *result) Close() error {
	if r.child != nil {
		return r.child.Close()
	}
	return nil
}
