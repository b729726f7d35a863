package expr

// This file compiles assignments to elements and slices of arrays.

import (
	"slices"

	"minidb/pgerr"
	"minidb/types"
)

func compileArrayAssign(e *Subscript, arg Eval, lo, hi []Eval) (Eval, error) {
	val, err := Compile(e.New)
	if err != nil {
		return nil, err
	}
	elem, slice := elemOfBuiltin(e.T), e.Slice
	if elem == 0 && !slice {
		elem = e.New.Type()
	}
	return func(c *Ctx, row types.Row) (types.Datum, error) {
		d, err := arg(c, row)
		if err != nil {
			return types.NullDatum, err
		}
		his, null, err := evalBounds(c, row, hi)
		if err != nil {
			return types.NullDatum, err
		}
		los, nullLo, err := evalBounds(c, row, lo)
		if err != nil {
			return types.NullDatum, err
		}
		if null || nullLo {
			return types.NullDatum, pgerr.New(pgerr.NullValueNotAllowed, "array subscript in assignment must not be null")
		}
		v, err := val(c, row)
		if err != nil {
			return types.NullDatum, err
		}
		a := &types.ArrayVal{Elem: elem}
		if !d.IsNull() {
			a = d.Array()
		}
		if !slice {
			return setElement(a, his, v)
		}
		if v.IsNull() {
			return types.NewArray(a), nil
		}
		src := v.Array()
		if a.Elem == 0 {
			a.Elem = src.Elem
		}
		return setSlice(a, los, his, src)
	}, nil
}

func errSubscripts() error {
	return pgerr.New(pgerr.ArraySubscriptError, "wrong number of array subscripts")
}

func errSubscriptRange() error {
	return pgerr.New(pgerr.ArraySubscriptError, "array subscript out of range")
}

// setElement gives a copy of a with v at that place; an array of one dimension
// grows as needed.
func setElement(a *types.ArrayVal, at []bound, v types.Datum) (types.Datum, error) {
	out := &types.ArrayVal{Elem: a.Elem}
	switch n := len(a.Dims); {
	case n == 0:
		for _, b := range at {
			out.Dims, out.Lower = append(out.Dims, 1), append(out.Lower, int32(b.v))
		}
		out.Elems = []types.Datum{v}
		return types.NewArray(out), nil
	case n != len(at):
		return types.NullDatum, errSubscripts()
	case n == 1:
		if err := grow(out, a, at[0].v, at[0].v); err != nil {
			return types.NullDatum, err
		}
	default:
		out.Dims, out.Lower, out.Elems = a.Dims, a.Lower, slices.Clone(a.Elems)
	}
	off := int64(0)
	for i, b := range at {
		p := b.v - int64(out.Lower[i])
		if p < 0 || p >= int64(out.Dims[i]) {
			return types.NullDatum, errSubscriptRange()
		}
		off = off*int64(out.Dims[i]) + p
	}
	out.Elems[off] = v
	return types.NewArray(out), nil
}

// grow copies the one-dimensional a to out, with room for lo to hi.
func grow(out, a *types.ArrayVal, lo, hi int64) error {
	first, end := int64(a.Lower[0]), int64(a.Lower[0])+int64(a.Dims[0])
	from, to := min(first, lo), max(end, hi+1)
	if to-from > maxArraySize-1 {
		return errArraySize()
	}
	out.Lower, out.Dims = []int32{int32(from)}, []int32{int32(to - from)}
	out.Elems = make([]types.Datum, to-from)
	for i := range out.Elems {
		out.Elems[i] = types.NullDatum
	}
	copy(out.Elems[first-from:], a.Elems)
	return nil
}

// setSlice gives a copy of a with the elements of src at lo to hi.
func setSlice(a *types.ArrayVal, lo, hi []bound, src *types.ArrayVal) (types.Datum, error) {
	n := len(a.Dims)
	if n != 0 && n < len(hi) {
		return types.NullDatum, errSubscripts()
	}
	from, size := make([]int64, max(n, len(hi))), make([]int64, max(n, len(hi)))
	total := int64(1)
	for i := range from {
		l, h := int64(1), int64(0)
		if n > 0 {
			l, h = int64(a.Lower[i]), int64(a.Lower[i])+int64(a.Dims[i])-1
		}
		if i < len(hi) {
			if n == 0 && (!lo[i].set || !hi[i].set) {
				return types.NullDatum, pgerr.New(pgerr.ArraySubscriptError, "array slice subscript must provide both boundaries").
					WithDetail("When assigning to a slice of an empty array value, slice boundaries must be fully specified.")
			}
			first, last := l, h
			if lo[i].set {
				l = lo[i].v
			}
			if hi[i].set {
				h = hi[i].v
			}
			if l > h {
				return types.NullDatum, pgerr.New(pgerr.ArraySubscriptError, "upper bound cannot be less than lower bound")
			}
			if n > 1 && (l < first || h > last) {
				return types.NullDatum, errSubscriptRange()
			}
		}
		from[i], size[i] = l, h-l+1
		if total *= size[i]; total > maxArraySize-1 {
			return types.NullDatum, errArraySize()
		}
	}
	if int64(len(src.Elems)) < total {
		return types.NullDatum, pgerr.New(pgerr.ArraySubscriptError, "source array too small")
	}
	out := &types.ArrayVal{Elem: a.Elem}
	switch n {
	case 0:
		for i := range from {
			out.Lower, out.Dims = append(out.Lower, int32(from[i])), append(out.Dims, int32(size[i]))
		}
		out.Elems = slices.Clone(src.Elems[:total])
		return types.NewArray(out), nil
	case 1:
		if err := grow(out, a, from[0], from[0]+size[0]-1); err != nil {
			return types.NullDatum, err
		}
	default:
		out.Dims, out.Lower, out.Elems = a.Dims, a.Lower, slices.Clone(a.Elems)
	}
	putSlice(out, from, size, 0, 0, src.Elems)
	return types.NewArray(out), nil
}

// putSlice writes src over the part of out that begins at from; it returns what
// is left of src.
func putSlice(out *types.ArrayVal, from, size []int64, dim int, off int64, src []types.Datum) []types.Datum {
	off = off*int64(out.Dims[dim]) + from[dim] - int64(out.Lower[dim])
	if dim == len(out.Dims)-1 {
		return src[copy(out.Elems[off:off+size[dim]], src):]
	}
	for i := range size[dim] {
		src = putSlice(out, from, size, dim+1, off+i, src)
	}
	return src
}
