package executor

import (
	"minidb/expr"
	"minidb/planner"
	"minidb/types"
)

// functionScan runs the functions of one FROM item side by side, padding the
// shorter with NULLs, and numbers the rows WITH ORDINALITY.
type functionScan struct {
	base
	plan  *planner.FunctionScan
	iters []expr.SRFIter
	row   types.Row
	n     int64
	fresh bool
}

func newFunctionScan(c *Ctx, p *planner.FunctionScan) *functionScan {
	width := 0
	for _, f := range p.Functions {
		width += f.NCols
	}
	if p.Ordinality {
		width++
	}
	return &functionScan{base: newBase(c, &p.PlanBase), plan: p, row: make(types.Row, width), fresh: true}
}

func (s *functionScan) Open() error { return nil }

func (s *functionScan) Next() (types.Row, error) {
	if s.fresh {
		if err := s.start(); err != nil {
			return nil, err
		}
	}
	for {
		if err := s.poll.check(s.c.Sess); err != nil {
			return nil, err
		}
		more, err := s.advance()
		if !more || err != nil {
			return nil, err
		}
		ok, err := s.passes(s.row)
		if err != nil {
			return nil, err
		}
		if ok {
			return s.project(s.row)
		}
	}
}

func (s *functionScan) start() error {
	s.fresh, s.n = false, 0
	s.iters = s.iters[:0]
	for i := range s.plan.Functions {
		it, err := s.startOne(&s.plan.Functions[i])
		if err != nil {
			return err
		}
		s.iters = append(s.iters, it)
	}
	return nil
}

func (s *functionScan) startOne(f *planner.FuncScanItem) (expr.SRFIter, error) {
	if f.Fn != nil {
		return startSRF(s.ec, f.Fn, f.Args, nil)
	}
	d, err := f.Value(s.ec, nil)
	if err != nil {
		return nil, err
	}
	done := false
	return func() (types.Row, bool, error) {
		if done {
			return nil, false, nil
		}
		done = true
		if f.NCols != 1 && d.Kind() == types.Record {
			return d.Record().Fields, true, nil
		}
		return types.Row{d}, true, nil
	}, nil
}

// advance fills s.row with the functions' next rows; more is false at the end.
func (s *functionScan) advance() (more bool, err error) {
	at := 0
	for i, it := range s.iters {
		n := s.plan.Functions[i].NCols
		cols := s.row[at : at+n]
		at += n
		var row types.Row
		if it != nil {
			var ok bool
			if row, ok, err = it(); err != nil {
				return false, err
			}
			if !ok {
				s.iters[i], row = nil, nil
			} else {
				more = true
			}
		}
		fillColumns(cols, row)
	}
	if s.plan.Ordinality {
		s.n++
		s.row[at] = types.NewInt(s.n)
	}
	return more, nil
}

// fillColumns copies row into cols. A single record spreads over several
// columns; what is missing is NULL.
func fillColumns(cols, row types.Row) {
	if len(row) == 1 && len(cols) > 1 && row[0].Kind() == types.Record {
		row = row[0].Record().Fields
	}
	n := copy(cols, row)
	clear(cols[n:])
}

func (s *functionScan) Rescan() error {
	s.fresh = true
	return nil
}

func (s *functionScan) Close() error { return nil }
