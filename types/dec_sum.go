package types

// DecSum adds numerics without an allocation for each: while coefficients fit an
// int64, as those of most amounts do, they are added in place.

// DecSum is a running sum. Its zero value is the sum of nothing, which is 0.
type DecSum struct {
	small int64
	scale int32 // of small, never less than rest's
	rest  *Dec  // what no longer fitted small, nil if nothing
}

// Add adds d; the error is numeric's overflow.
func (s *DecSum) Add(d *Dec) error {
	if d.form == decFinite && d.big == nil && d.scale <= s.scale {
		v, ok := d.small, true
		if d.scale < s.scale {
			v, ok = scaleUp(v, s.scale-d.scale)
		}
		if t := s.small + v; ok && (t > s.small) == (v > 0) {
			s.small = t
			return nil
		}
	}
	return s.spill(d)
}

// spill adds d, and what is in small, to the rest.
func (s *DecSum) spill(d *Dec) error {
	if s.rest == nil && d.form == decFinite && d.big == nil {
		// Only the scale has to change, in most cases.
		if v, ok := scaleUp(s.small, max(0, d.scale-s.scale)); ok && d.scale > s.scale {
			s.small, s.scale = v, d.scale
			return s.Add(d)
		}
	}
	sum, err := s.Value()
	if err != nil {
		return err
	}
	if sum, err = sum.Add(d); err != nil {
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
