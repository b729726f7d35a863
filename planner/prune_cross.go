package planner

import (
	"minidb/expr"
	"minidb/types"
)

// Searches by values that are not of the key's type: dates and timestamps, which
// operators compare across types.

// search is one look among the bounds of a table.
type search struct {
	*pruneProgram
	step *pruneStep
	vals []types.Datum
	ctx  *expr.Ctx
	err  error
}

// compare orders a bound and the values.
func (s *search) compare(bound int) int {
	if !s.step.mixed {
		return s.desc.Compare(bound, s.vals)
	}
	ends := s.desc.Bounds[bound]
	for i, v := range s.vals {
		n := ends[i].Infinite
		switch cross := s.step.cross[i]; {
		case n != 0:
		case cross == nil:
			n = s.desc.Key.Compare(i, ends[i].Value, v)
		default:
			var err error
			if n, err = cross.Compare(s.ctx, types.Row{ends[i].Value, v}); err != nil {
				s.err = err
			}
		}
		if n != 0 {
			return n
		}
	}
	return 0
}

// locate is PartitionDesc.Locate.
func (s *search) locate() (bound int, equal bool) {
	if !s.step.mixed {
		var comparisons int64
		return s.desc.Locate(s.vals, &comparisons)
	}
	lo, hi := -1, len(s.desc.Bounds)-1
	for lo < hi {
		mid := (lo + hi + 1) / 2
		switch n := s.compare(mid); {
		case n == 0:
			return mid, true
		case n < 0:
			lo = mid
		default:
			hi = mid - 1
		}
	}
	return lo, false
}
