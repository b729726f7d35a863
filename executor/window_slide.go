package executor

// Aggregates of a windowStream over ROWS BETWEEN n PRECEDING AND CURRENT ROW: the
// arguments of the last rows are in a ring. A row that leaves the frame is taken out of
// the aggregate, or, where that cannot be, all rows of the ring are added anew.

import (
	"minidb/expr"
	"minidb/types"
)

type streamSlide struct {
	size    int64 // rows
	width   int
	args    []types.Datum // of row pos, those from pos%size*width on
	refused []bool        // by row: the filter was against it
	remover expr.Remover  // nil if rows cannot be taken out
}

func newStreamSlide(k *streamCall, size int) *streamSlide {
	s := &streamSlide{size: int64(size), width: len(k.plan.Args), refused: make([]bool, size)}
	s.args = make([]types.Datum, size*s.width)
	s.remover, _ = k.state.(expr.Remover)
	return s
}

// row is a row's arguments.
func (s *streamSlide) row(i int) []types.Datum {
	at := i * s.width
	return s.args[at : at+s.width : at+s.width]
}

// slide adds the current row, and takes the one out that leaves the frame.
func (w *windowStream) slide(k *streamCall, row types.Row) error {
	s := k.slide
	i := int(w.pos % s.size)
	args, anew := s.row(i), false
	if w.pos >= s.size && !s.refused[i] {
		if anew = s.remover == nil; !anew {
			ok, err := s.remover.Remove(w.ec, args)
			if err != nil {
				return err
			}
			anew = !ok
		}
	}
	s.refused[i] = false
	if k.plan.Filter != nil {
		ok, err := k.plan.Filter(w.ec, row)
		if err != nil {
			return err
		}
		s.refused[i] = !ok
	}
	if !s.refused[i] {
		for j, f := range k.plan.Args {
			var err error
			if args[j], err = f(w.ec, row); err != nil {
				return err
			}
		}
	}
	if !anew {
		if s.refused[i] {
			return nil
		}
		return w.feed(k.state, args)
	}
	if err := resetState(k.state, &w.mem); err != nil {
		return err
	}
	for n := 1; n <= int(s.size); n++ {
		j := (i + n) % int(s.size) // the oldest first
		if s.refused[j] {
			continue
		}
		if err := w.feed(k.state, s.row(j)); err != nil {
			return err
		}
	}
	return nil
}
