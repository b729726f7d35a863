package executor

import (
	"minidb/expr"
	"minidb/planner"
	"minidb/types"
)

// projectSet evaluates a select list with set-returning functions in it: for
// each input row as many output rows as its longest function yields, the
// shorter ones padded with NULL.
type projectSet struct {
	base
	child  Node
	srfs   []*expr.FuncCall
	args   [][]expr.Eval
	values []expr.Eval
	iters  []expr.SRFIter // nil where exhausted or no function
	row    types.Row      // current input row; nil before the first
}

func newProjectSet(c *Ctx, p *planner.ProjectSet) (Node, error) {
	child, err := build(c, p.Child)
	if err != nil {
		return nil, err
	}
	n := &projectSet{base: newBase(c, &p.PlanBase), child: child, srfs: p.SRFs, args: p.Args, values: p.Proj}
	n.iters = make([]expr.SRFIter, len(p.SRFs))
	n.out = make(types.Row, len(p.SRFs))
	return n, nil
}

func (s *projectSet) Open() error { return s.child.Open() }

func (s *projectSet) Next() (types.Row, error) {
	for {
		if err := s.poll.check(s.c.Sess); err != nil {
			return nil, err
		}
		if s.row != nil {
			more, err := s.advance()
			if err != nil {
				return nil, err
			}
			if more {
				return s.out, nil
			}
		}
		row, err := s.child.Next()
		if row == nil || err != nil {
			s.row = nil
			return nil, err
		}
		s.row = row
		if err := s.begin(); err != nil {
			return nil, err
		}
	}
}

// begin starts the functions for a new input row and evaluates the other targets.
func (s *projectSet) begin() error {
	for i, f := range s.srfs {
		if f == nil {
			d, err := s.values[i](s.ec, s.row)
			if err != nil {
				return err
			}
			s.out[i] = d
			continue
		}
		it, err := startSRF(s.ec, f.Fn, s.args[i], s.row)
		if err != nil {
			return err
		}
		s.iters[i] = it
	}
	return nil
}

// advance takes the next value of every function; more is false if all are done.
func (s *projectSet) advance() (more bool, err error) {
	for i, it := range s.iters {
		if s.srfs[i] == nil {
			continue
		}
		s.out[i] = types.NullDatum
		if it == nil {
			continue
		}
		row, ok, err := it()
		if err != nil {
			return false, err
		}
		if !ok {
			s.iters[i] = nil
			continue
		}
		s.out[i] = scalarOf(s.srfs[i], row)
		more = true
	}
	return more, nil
}

// scalarOf makes one value of a function's row: its only column, or a record.
func scalarOf(f *expr.FuncCall, row types.Row) types.Datum {
	if len(row) == 1 && len(f.Fn.OutTypes) <= 1 {
		return row[0]
	}
	fields := make([]types.Datum, len(row))
	copy(fields, row)
	return types.NewRecord(&types.RecordVal{Types: f.OutTypes(), Names: f.Fn.OutNames, Fields: fields})
}

// startSRF evaluates the arguments and starts a set-returning function. The
// iterator is nil if the function is strict and an argument is NULL.
func startSRF(ec *expr.Ctx, f *expr.Func, args []expr.Eval, row types.Row) (expr.SRFIter, error) {
	vals := make([]types.Datum, len(args))
	for i, a := range args {
		d, err := a(ec, row)
		if err != nil {
			return nil, err
		}
		if d.IsNull() && f.Strict {
			return nil, nil
		}
		vals[i] = d
	}
	return f.SRF(ec, vals)
}

func (s *projectSet) Rescan() error {
	s.row = nil
	return s.child.Rescan()
}

func (s *projectSet) Close() error { return s.child.Close() }
