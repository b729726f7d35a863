package executor

import (
	"slices"

	"minidb/expr"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/storage"
	"minidb/types"
)

// functionScan runs the functions of one FROM item side by side, padding the
// shorter with NULLs, and numbers the rows WITH ORDINALITY. Its rows are the same
// at every rescan, as in PostgreSQL, which keeps them always: here they are kept
// if a second run might give others, or once a rescan has come.
type functionScan struct {
	base
	plan    *planner.FunctionScan
	watch   paramWatch // what the functions' arguments depend on
	iters   []expr.SRFIter
	row     types.Row
	n       int64
	fresh   bool
	matched []bool // by function: a record had the types of the column definition list
	keeps   bool
	kept    *tupleStore // nil if rows are not kept, or there are none yet
}

func newFunctionScan(c *Ctx, p *planner.FunctionScan) *functionScan {
	width := 0
	keep := false
	for i := range p.Functions {
		width += p.Functions[i].NCols
		keep = keep || p.Functions[i].Volatile
	}
	if p.Ordinality {
		width++
	}
	s := &functionScan{
		base: newBase(c, &p.PlanBase), plan: p, watch: watchParams(p.FuncParams), row: make(types.Row, width), fresh: true,
		matched: make([]bool, len(p.Functions)),
	}
	s.keeps = keep
	return s
}

func (s *functionScan) Open() error { return nil }

func (s *functionScan) Next() (types.Row, error) {
	for {
		if err := s.poll.check(s.c.Sess); err != nil {
			return nil, err
		}
		row, err := s.next()
		if row == nil || err != nil {
			return nil, err
		}
		ok, err := s.passes(row)
		if err != nil {
			return nil, err
		}
		if ok {
			return s.project(row)
		}
	}
}

// next returns a kept row or a new one.
func (s *functionScan) next() (types.Row, error) {
	if s.kept != nil {
		if row, err := s.kept.Next(0); row != nil || err != nil {
			return row, err
		}
	}
	if s.fresh {
		if err := s.start(); err != nil {
			return nil, err
		}
	}
	more, err := s.advance()
	if !more || err != nil {
		return nil, err
	}
	if s.keeps {
		if s.kept == nil {
			s.kept = newTupleStore(s.c, s.plan.Layout, storage.ReadRewind)
		}
		if err := s.kept.Put(s.row); err != nil {
			return nil, err
		}
		s.kept.Skip(0, 1)
	}
	return s.row, nil
}

func (s *functionScan) start() error {
	s.fresh, s.n = false, 0
	s.watch.mark(s.ec)
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
		if s.plan.Functions[i].Row != nil && row != nil {
			if err := s.spread(i, cols, row[0]); err != nil {
				return false, err
			}
			continue
		}
		n = copy(cols, row)
		clear(cols[n:])
	}
	if s.plan.Ordinality {
		s.n++
		s.row[at] = types.NewInt(s.n)
	}
	return more, nil
}

// spread puts the fields of a row of the i-th function into cols; NULL is a row of NULLs.
func (s *functionScan) spread(i int, cols types.Row, d types.Datum) error {
	if d.IsNull() {
		clear(cols)
		return nil
	}
	rec, f := d.Record(), s.plan.Functions[i].Row
	if f.Want != nil {
		if err := s.matchRow(i, rec.Types); err != nil {
			return err
		}
	}
	for c, at := range f.Attrs {
		cols[c] = types.NullDatum
		if at < len(rec.Fields) {
			cols[c] = rec.Fields[at]
		}
	}
	return nil
}

// matchRow compares the types of a record with those of the column definition list
// (tupledesc_match).
func (s *functionScan) matchRow(f int, got []types.OID) error {
	want := s.plan.Functions[f].Row.Want
	if slices.Equal(want, got) {
		s.matched[f] = true
		return nil
	}
	if s.matched[f] {
		return pgerr.New(pgerr.DatatypeMismatch, "rows returned by function are not all of the same row type")
	}
	err := pgerr.New(pgerr.DatatypeMismatch, "function return row and query-specified return row do not match")
	if len(got) != len(want) {
		attributes := "attributes"
		if len(got) == 1 {
			attributes = "attribute"
		}
		return err.WithDetail("Returned row contains %d %s, but query expects %d.", len(got), attributes, len(want))
	}
	i := 0
	for got[i] == want[i] {
		i++
	}
	r := expr.NewResolver(s.c.Sess.Env)
	return err.WithDetail("Returned type %s at ordinal position %d, but query expects %s.", r.TypeName(got[i]), i+1, r.TypeName(want[i]))
}

// Rescan goes back to the first row, a kept one if the arguments are the same.
// The functions go on where they were after the last kept row.
func (s *functionScan) Rescan() error {
	changed := s.watch.changed(s.ec)
	if s.kept != nil {
		s.kept.Rewind(0)
		if changed {
			s.kept.Clear()
		}
	}
	if changed || !s.keeps {
		s.fresh = true
		s.keeps = s.keeps || len(s.plan.FuncParams) == 0
	}
	return nil
}

func (s *functionScan) Close() error {
	s.kept.close()
	return nil
}
