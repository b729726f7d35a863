package expr

// Assignment to an element or a slice of an array, as in SET a[1] = x: a copy of
// the array with the new values (PostgreSQL's array_set_element and
// array_set_slice).

import (
	"slices"

	"minidb/pgerr"
	"minidb/types"
)

func compileArraySet(e *Subscript) (Eval, error) {
	arg, err := Compile(e.Arg)
	if err != nil {
		return nil, err
	}
	value, err := Compile(e.Value)
	if err != nil {
		return nil, err
	}
	lo, err := compileBounds(e.Lo)
	if err != nil {
		return nil, err
	}
	hi, err := compileBounds(e.Hi)
	if err != nil {
		return nil, err
	}
	slice, whole := e.Slice, e.T
	_, nested := e.Value.(*FieldStore)
	return func(c *Ctx, row types.Row) (types.Datum, error) {
		old, err := arg(c, row)
		if err != nil {
			return types.NullDatum, err
		}
		his, null, err := evalBounds(c, row, hi)
		if err != nil {
			return types.NullDatum, err
		}
		los, loNull, err := evalBounds(c, row, lo)
		if err != nil {
			return types.NullDatum, err
		}
		if null || loNull {
			return types.NullDatum, pgerr.New(pgerr.NullValueNotAllowed, "array subscript in assignment must not be null")
		}
		a := &types.ArrayVal{Elem: elementType(c, whole)}
		if !old.IsNull() {
			a = old.Array()
		}
		saved := c.CaseValue
		if nested {
			c.CaseValue = fetch(a, his)
		}
		v, err := value(c, row)
		c.CaseValue = saved
		if err != nil {
			return types.NullDatum, err
		}
		switch {
		case !slice:
			a, err = setElement(a, his, v)
		case !v.IsNull():
			a, err = setSlice(a, los, his, v.Array())
		}
		if err != nil {
			return types.NullDatum, err
		}
		return types.NewArray(a), nil
	}, nil
}

func elementType(c *Ctx, array types.OID) types.OID {
	if t, ok := types.ByOID(array); ok {
		return t.Elem
	}
	if t, ok := c.env().Names.TypeByOID(array); ok {
		return t.Elem
	}
	return 0
}

func wrongSubscripts() error {
	return pgerr.New(pgerr.ArraySubscriptError, "wrong number of array subscripts")
}

func elementOutOfRange() error {
	return pgerr.New(pgerr.ArraySubscriptError, "array subscript out of range")
}

// setElement returns a with the element at a place set to v.
func setElement(a *types.ArrayVal, at []bound, v types.Datum) (*types.ArrayVal, error) {
	if len(a.Dims) == 0 {
		out := &types.ArrayVal{Elem: a.Elem, Elems: []types.Datum{v}}
		for _, b := range at {
			if b.v+1 > 1<<31-1 {
				return nil, errArraySize()
			}
			out.Dims, out.Lower = append(out.Dims, 1), append(out.Lower, int32(b.v))
		}
		return out, nil
	}
	if len(a.Dims) != len(at) {
		return nil, wrongSubscripts()
	}
	if len(at) == 1 {
		out, err := stretch(a, at[0].v, at[0].v)
		if err == nil {
			out.Elems[at[0].v-int64(out.Lower[0])] = v
		}
		return out, err
	}
	off := int64(0)
	for i, b := range at {
		p := b.v - int64(a.Lower[i])
		if p < 0 || p >= int64(a.Dims[i]) {
			return nil, elementOutOfRange()
		}
		off = off*int64(a.Dims[i]) + p
	}
	out := *a
	out.Elems = slices.Clone(a.Elems)
	out.Elems[off] = v
	return &out, nil
}

// stretch copies an array of one dimension with nulls added so that it reaches
// from lo to hi at least.
func stretch(a *types.ArrayVal, lo, hi int64) (*types.ArrayVal, error) {
	first, last := int64(a.Lower[0]), int64(a.Lower[0])+int64(a.Dims[0])-1
	lo, hi = min(lo, first), max(hi, last)
	if hi-lo+1 > maxArraySize/16 || hi+1 > 1<<31-1 {
		return nil, errArraySize()
	}
	out := &types.ArrayVal{Elem: a.Elem, Dims: []int32{int32(hi - lo + 1)}, Lower: []int32{int32(lo)},
		Elems: make([]types.Datum, hi-lo+1)}
	for i := range out.Elems {
		out.Elems[i] = types.NullDatum
	}
	copy(out.Elems[first-lo:], a.Elems)
	return out, nil
}

// setSlice returns a with the slice lo:hi set to the elements of src, in order.
func setSlice(a *types.ArrayVal, lo, hi []bound, src *types.ArrayVal) (*types.ArrayVal, error) {
	if len(a.Dims) == 0 {
		return newSlice(a.Elem, lo, hi, src)
	}
	if len(a.Dims) < len(hi) {
		return nil, wrongSubscripts()
	}
	from, size := make([]int64, len(a.Dims)), make([]int64, len(a.Dims))
	items := int64(1)
	for i := range a.Dims {
		l, h := int64(a.Lower[i]), int64(a.Lower[i])+int64(a.Dims[i])-1
		if i < len(hi) {
			if lo[i].set {
				l = lo[i].v
			}
			if hi[i].set {
				h = hi[i].v
			}
		}
		if l > h {
			return nil, pgerr.New(pgerr.ArraySubscriptError, "upper bound cannot be less than lower bound")
		}
		if len(a.Dims) > 1 && (l < int64(a.Lower[i]) || h >= int64(a.Lower[i])+int64(a.Dims[i])) {
			return nil, elementOutOfRange()
		}
		from[i], size[i] = l, h-l+1
		items *= size[i]
	}
	out := &types.ArrayVal{}
	if len(a.Dims) == 1 {
		var err error
		if out, err = stretch(a, from[0], from[0]+size[0]-1); err != nil {
			return nil, err
		}
	} else {
		*out = *a
		out.Elems = slices.Clone(a.Elems)
	}
	if items > int64(len(src.Elems)) {
		return nil, sourceTooSmall()
	}
	for i := range from {
		from[i] -= int64(out.Lower[i])
	}
	paste(out, src.Elems, from, size, 0, 0)
	return out, nil
}

// paste writes the elements of src into a slice of out, dimension by dimension,
// and returns those that are left.
func paste(out *types.ArrayVal, src []types.Datum, from, size []int64, dim int, off int64) []types.Datum {
	off = off*int64(out.Dims[dim]) + from[dim]
	if dim == len(out.Dims)-1 {
		n := copy(out.Elems[off:off+size[dim]], src)
		return src[n:]
	}
	for i := range size[dim] {
		src = paste(out, src, from, size, dim+1, off+i)
	}
	return src
}

// newSlice is a slice of an empty array.
func newSlice(elem types.OID, lo, hi []bound, src *types.ArrayVal) (*types.ArrayVal, error) {
	out := &types.ArrayVal{Elem: elem}
	items := int64(1)
	for i := range hi {
		if !lo[i].set || !hi[i].set {
			return nil, pgerr.New(pgerr.ArraySubscriptError, "array slice subscript must provide both boundaries").
				WithDetail("When assigning to a slice of an empty array value, slice boundaries must be fully specified.")
		}
		n := hi[i].v - lo[i].v + 1
		if n < 0 || n > 1<<31-1 {
			return nil, errArraySize()
		}
		if items *= n; items > maxArraySize/16 {
			return nil, errArraySize()
		}
		out.Dims, out.Lower = append(out.Dims, int32(n)), append(out.Lower, int32(lo[i].v))
	}
	if int64(len(src.Elems)) < items {
		return nil, sourceTooSmall()
	}
	if items == 0 {
		return &types.ArrayVal{Elem: elem}, nil
	}
	out.Elems = slices.Clone(src.Elems[:items])
	return out, nil
}

func sourceTooSmall() error {
	return pgerr.New(pgerr.ArraySubscriptError, "source array too small")
}
