package expr

// Functions that compare the elements of arrays with each other: sorting, and what
// one array has of another. They look for interrupts, since they take longer than
// their arguments are long.

import (
	"slices"

	"minidb/types"
)

func arraySort(c *Ctx, args []types.Datum) (types.Datum, error) {
	arr := *args[0].Array()
	if len(arr.Dims) == 0 || arr.Dims[0] < 2 {
		return args[0], nil
	}
	desc := len(args) > 1 && args[1].Bool()
	nullsFirst := desc
	if len(args) > 2 {
		nullsFirst = args[2].Bool()
	}
	// Along the first dimension; the parts of a multidimensional array compare as
	// arrays.
	n := len(arr.Elems) / int(arr.Dims[0])
	if err := c.roomForElems(3 * len(arr.Elems)); err != nil {
		return types.NullDatum, err
	}
	if n == 1 {
		elems := slices.Clone(arr.Elems)
		arr.Elems = elems
		return types.NewArray(&arr), sortStable(c, elems, func(x, y types.Datum) int {
			switch {
			case x.IsNull() && y.IsNull():
				return 0
			case x.IsNull() || y.IsNull():
				if x.IsNull() == nullsFirst {
					return -1
				}
				return 1
			case desc:
				return types.Compare(y, x)
			}
			return types.Compare(x, y)
		})
	}
	parts := slices.Collect(slices.Chunk(arr.Elems, n))
	err := sortStable(c, parts, func(x, y []types.Datum) int {
		for i := range x {
			r := compareNullsLast(x[i], y[i])
			if desc {
				r = -r
			}
			if r != 0 {
				return r
			}
		}
		return 0
	})
	arr.Elems = slices.Concat(parts...)
	return types.NewArray(&arr), err
}

// sortStable merges runs of twice the length each time, between s and a copy.
func sortStable[T any](c *Ctx, s []T, compare func(x, y T) int) error {
	const run = 16
	for i := 0; i < len(s); i += run {
		slices.SortStableFunc(s[i:min(i+run, len(s))], compare)
		if err := c.look(i/run + 1); err != nil {
			return err
		}
	}
	from, to := s, make([]T, len(s))
	for width := run; width < len(s); width *= 2 {
		for lo := 0; lo < len(s); lo += 2 * width {
			mid, hi := min(lo+width, len(s)), min(lo+2*width, len(s))
			i, j := lo, mid
			for k := lo; k < hi; k++ {
				if err := c.look(k); err != nil {
					return err
				}
				if i < mid && (j == hi || compare(from[i], from[j]) <= 0) {
					to[k] = from[i]
					i++
				} else {
					to[k] = from[j]
					j++
				}
			}
		}
		from, to = to, from
	}
	copy(s, from)
	return nil
}

func compareNullsLast(a, b types.Datum) int {
	switch {
	case a.IsNull() && b.IsNull():
		return 0
	case a.IsNull():
		return 1
	case b.IsNull():
		return -1
	}
	return types.Compare(a, b)
}

// containsAll reports whether every element of b is in a; NULLs are in nothing.
func containsAll(c *Ctx, a, b types.Datum) (types.Datum, error) {
	for _, y := range b.Array().Elems {
		found, err := hasElement(c, a.Array(), y)
		if !found || err != nil {
			return types.NewBool(false), err
		}
	}
	return types.NewBool(true), nil
}

func arrayOverlap(c *Ctx, a, b types.Datum) (types.Datum, error) {
	for _, y := range b.Array().Elems {
		found, err := hasElement(c, a.Array(), y)
		if found || err != nil {
			return types.NewBool(found), err
		}
	}
	return types.NewBool(false), nil
}

func hasElement(c *Ctx, a *types.ArrayVal, y types.Datum) (bool, error) {
	if y.IsNull() {
		return false, nil
	}
	for i, x := range a.Elems {
		if err := c.look(i); err != nil {
			return false, err
		}
		if !x.IsNull() && types.Compare(x, y) == 0 {
			return true, nil
		}
	}
	return false, nil
}
