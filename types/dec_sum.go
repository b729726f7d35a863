package types

// DecSum adds numerics without an allocation for each: while coefficients fit an
// int64, as those of most amounts do, they are added in place.

// DecSum is a running sum. Its zero value is the sum of nothing, which is 0.
type DecSum struct {
	small int64
	scale int32 // of small, never less than rest's
	rest  *Dec  // what no longer fitted small, nil if nothing
}

// Add adds a numeric; the error is its overflow.
func (s *DecSum) Add(d Datum) error {
	if d.isSmall() && int32(d.scale) <= s.scale {
		v, ok := int64(d.num), true
		if int32(d.scale) < s.scale {
			v, ok = scaleUp(v, s.scale-int32(d.scale))
		}
		if t := s.small + v; ok && (t > s.small) == (v > 0) {
			s.small = t
			return nil
		}
	}
	return s.spill(d)
}

// spill adds d, and what is in small, to the rest.
func (s *DecSum) spill(d Datum) error {
	if s.rest == nil && d.isSmall() && int32(d.scale) > s.scale {
		// Only the scale has to change, in most cases.
		if v, ok := scaleUp(s.small, int32(d.scale)-s.scale); ok {
			s.small, s.scale = v, int32(d.scale)
			return s.Add(d)
		}
	}
	sum, err := s.Value()
	if err != nil {
		return err
	}
	if sum, err = sum.Add(d.Dec()); err != nil {
		return err
	}
	s.rest, s.small, s.scale = sum, 0, max(s.scale, sum.scale)
	return nil
}

// Value returns the sum so far.
func (s *DecSum) Value() (*Dec, error) {
	d := &Dec{small: s.small, scale: s.scale}
	if s.rest == nil {
		return d, nil
	}
	return s.rest.Add(d)
}
