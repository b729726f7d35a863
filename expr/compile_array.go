package expr

// This file compiles arrays: ARRAY[...], subscripts and slices, and
// x op ANY/ALL (array). A constant list of at least hashAtLeast elements is
// looked up in a hash table, as PostgreSQL does
// (MIN_ARRAY_SIZE_FOR_HASHED_SAOP, optimizer/util/clauses.c).

import (
	"slices"

	"minidb/pgerr"
	"minidb/types"
)

const hashAtLeast = 9

// maxArraySize is how many elements an array may have (utils/array.h, with
// Datums of 24 bytes standing for PostgreSQL's limit of 1 GB).
const maxArraySize = 1 << 27

func errArraySize() error {
	return pgerr.New(pgerr.ProgramLimitExceeded, "array size exceeds the maximum allowed (%d)", maxArraySize-1)
}

func compileArray(e *Array) (Eval, error) {
	elems, err := CompileAll(e.Elems)
	if err != nil {
		return nil, err
	}
	elem := elemOfBuiltin(e.T)
	if elem == 0 && len(e.Elems) > 0 && !e.Multi {
		elem = e.Elems[0].Type()
	}
	multi := e.Multi
	return func(c *Ctx, row types.Row) (types.Datum, error) {
		out := make([]types.Datum, len(elems))
		for i, f := range elems {
			d, err := f(c, row)
			if err != nil {
				return types.NullDatum, err
			}
			out[i] = d
		}
		if multi {
			d, err := stackArrays(c, elem, out)
			if d.Large() && err == nil {
				err = c.keep(d)
			}
			return d, err
		}
		return types.NewArray1(elem, out), nil
	}, nil
}

func elemOfBuiltin(arr types.OID) types.OID {
	if t, ok := types.ByOID(arr); ok {
		return t.Elem
	}
	return 0
}

// stackArrays makes one array of one more dimension; NULLs count as empty.
func stackArrays(c *Ctx, elem types.OID, subs []types.Datum) (types.Datum, error) {
	out := &types.ArrayVal{Elem: elem}
	size := 0
	for _, d := range subs {
		if !d.IsNull() {
			size += len(d.Array().Elems)
		}
	}
	if err := c.roomForElems(size); err != nil {
		return types.NullDatum, err
	}
	out.Elems = make([]types.Datum, 0, size)
	empty, first := 0, true
	for _, d := range subs {
		if d.IsNull() || len(d.Array().Elems) == 0 {
			empty++
			continue
		}
		a := d.Array()
		if out.Elem == 0 {
			out.Elem = a.Elem
		}
		if first {
			out.Dims = append([]int32{int32(len(subs))}, a.Dims...)
			out.Lower = append([]int32{1}, a.Lower...)
			first = false
		} else if !slices.Equal(out.Dims[1:], a.Dims) {
			return types.NullDatum, errMatchingDims()
		}
		out.Elems = append(out.Elems, a.Elems...)
	}
	if empty > 0 && empty < len(subs) {
		return types.NullDatum, errMatchingDims()
	}
	if len(out.Dims) > 6 {
		return types.NullDatum, pgerr.New(pgerr.ProgramLimitExceeded,
			"number of array dimensions (%d) exceeds the maximum allowed (6)", len(out.Dims))
	}
	return types.NewArray(out), nil
}

func errMatchingDims() error {
	return pgerr.New(pgerr.ArraySubscriptError, "multidimensional arrays must have array expressions with matching dimensions")
}

func compileSubscript(e *Subscript) (Eval, error) {
	if e.Value != nil {
		return compileArraySet(e)
	}
	arg, err := Compile(e.Arg)
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
	slice := e.Slice
	return func(c *Ctx, row types.Row) (types.Datum, error) {
		d, err := arg(c, row)
		if err != nil || d.IsNull() {
			return types.NullDatum, err
		}
		a := d.Array()
		his, null, err := evalBounds(c, row, hi)
		if err != nil || null {
			return types.NullDatum, err
		}
		if !slice {
			return fetch(a, his), nil
		}
		los, null, err := evalBounds(c, row, lo)
		if err != nil || null {
			return types.NullDatum, err
		}
		return fetchSlice(a, los, his), nil
	}, nil
}

func compileBounds(es []Expr) ([]Eval, error) {
	out := make([]Eval, len(es))
	for i, e := range es {
		if e == nil {
			continue
		}
		f, err := Compile(e)
		if err != nil {
			return nil, err
		}
		out[i] = f
	}
	return out, nil
}

// bound is one evaluated subscript; set is false for an omitted one.
type bound struct {
	v   int64
	set bool
}

func evalBounds(c *Ctx, row types.Row, fs []Eval) (out []bound, null bool, err error) {
	out = make([]bound, len(fs))
	for i, f := range fs {
		if f == nil {
			continue
		}
		d, err := f(c, row)
		if err != nil {
			return nil, false, err
		}
		if d.IsNull() {
			return nil, true, nil
		}
		out[i] = bound{d.Int(), true}
	}
	return out, false, nil
}

func fetch(a *types.ArrayVal, at []bound) types.Datum {
	if len(at) != len(a.Dims) {
		return types.NullDatum
	}
	off := int64(0)
	for i, b := range at {
		p := b.v - int64(a.Lower[i])
		if p < 0 || p >= int64(a.Dims[i]) {
			return types.NullDatum
		}
		off = off*int64(a.Dims[i]) + p
	}
	return a.Elems[off]
}

// fetchSlice cuts a[lo:hi], clipped to what exists; its lower bounds are 1.
func fetchSlice(a *types.ArrayVal, lo, hi []bound) types.Datum {
	none := types.NewArray(&types.ArrayVal{Elem: a.Elem})
	n := len(a.Dims)
	if n < len(hi) || n == 0 {
		return none
	}
	from, size := make([]int64, n), make([]int32, n)
	lower := make([]int32, n)
	for i := range n {
		l, h := int64(a.Lower[i]), int64(a.Lower[i])+int64(a.Dims[i])-1
		if i < len(hi) {
			if lo[i].set {
				l = max(l, lo[i].v)
			}
			if hi[i].set {
				h = min(h, hi[i].v)
			}
		}
		if l > h {
			return none
		}
		from[i], size[i], lower[i] = l-int64(a.Lower[i]), int32(h-l+1), 1
	}
	out := &types.ArrayVal{Elem: a.Elem, Dims: size, Lower: lower}
	copySlice(out, a, from, 0, 0)
	return types.NewArray(out)
}

func copySlice(out, a *types.ArrayVal, from []int64, dim int, off int64) {
	off = off*int64(a.Dims[dim]) + from[dim]
	if dim == len(a.Dims)-1 {
		out.Elems = append(out.Elems, a.Elems[off:off+int64(out.Dims[dim])]...)
		return
	}
	for i := range int64(out.Dims[dim]) {
		copySlice(out, a, from, dim+1, off+i)
	}
}

func compileArrayOp(e *ArrayOp) (truthEval, error) {
	l, err := Compile(e.L)
	if err != nil {
		return nil, err
	}
	if k, ok := constOf(e.R); ok && !k.IsNull() {
		if set := hashedList(e, k.Array()); set != nil {
			return lookupList(set, l, e.All), nil
		}
		if f := e.Op.Fn; f != nil && f.fuse.kind != noFuse && f.fuse.kind != arithInt {
			return compareList(f.fuse, l, k.Array().Elems, e.All), nil
		}
	}
	r, err := Compile(e.R)
	if err != nil {
		return nil, err
	}
	op, err := callOp(e.Op)
	if err != nil {
		return nil, err
	}
	decided := truthOf(!e.All)
	return func(c *Ctx, row types.Row) (truth, error) {
		x, err := l(c, row)
		if err != nil {
			return isNull, err
		}
		arr, err := r(c, row)
		if err != nil || arr.IsNull() {
			return isNull, err
		}
		elems := arr.Array().Elems
		if len(elems) == 0 {
			return decided ^ 1, nil
		}
		if x.IsNull() {
			return isNull, nil
		}
		out := decided ^ 1
		for _, y := range elems {
			if y.IsNull() {
				out = isNull
				continue
			}
			d, err := op(c, x, y)
			if err != nil {
				return isNull, err
			}
			if d.IsNull() {
				out = isNull
			} else if truthOf(d.Bool()) == decided {
				return decided, nil
			}
		}
		return out, nil
	}, nil
}

// compareList tests a comparison with each of a few constants.
func compareList(f fusion, l Eval, elems []types.Datum, all bool) truthEval {
	decided := truthOf(!all)
	end := decided ^ 1
	var list []types.Datum
	for _, d := range elems {
		if d.IsNull() {
			end = isNull
		} else {
			list = append(list, d)
		}
	}
	return func(c *Ctx, row types.Row) (truth, error) {
		x, err := l(c, row)
		if err != nil {
			return isNull, err
		}
		if x.IsNull() && len(elems) > 0 {
			return isNull, nil
		}
		for i := range list {
			if truthOf(f.op.holds(compareAs(f.kind, x, list[i]))) == decided {
				return decided, nil
			}
		}
		return end, nil
	}
}

// listSet is the hash table of a constant list.
type listSet struct {
	ints  map[int64]struct{}
	texts map[string]struct{}
	rest  map[uint64][]types.Datum
	null  bool
	kind  fuseKind
}

// hashedList makes the table for = ANY and <> ALL, nil if hashing does not apply.
func hashedList(e *ArrayOp, a *types.ArrayVal) *listSet {
	eq := e.Op
	if e.All {
		eq = eq.Negator
	}
	if len(a.Elems) < hashAtLeast || eq == nil || !eq.CanHash || eq.Name != "=" || eq.Fn == nil {
		return nil
	}
	s := &listSet{kind: eq.Fn.fuse.kind}
	switch s.kind {
	case cmpInt:
		s.ints = make(map[int64]struct{}, len(a.Elems))
	case cmpText:
		s.texts = make(map[string]struct{}, len(a.Elems))
	case cmpWord, cmpFloat, cmpBpchar, cmpGeneric:
		if eq.Left != eq.Right {
			return nil
		}
		s.rest = make(map[uint64][]types.Datum, len(a.Elems))
	default:
		return nil
	}
	for _, d := range a.Elems {
		switch {
		case d.IsNull():
			s.null = true
		case s.ints != nil:
			s.ints[d.Int()] = struct{}{}
		case s.texts != nil:
			s.texts[d.Text()] = struct{}{}
		case !s.has(d):
			h := s.hash(d)
			s.rest[h] = append(s.rest[h], d)
		}
	}
	return s
}

func (s *listSet) hash(d types.Datum) uint64 {
	if s.kind == cmpBpchar {
		return types.HashBpchar(d)
	}
	return types.Hash(d)
}

func (s *listSet) has(d types.Datum) bool {
	var ok bool
	switch {
	case s.ints != nil:
		_, ok = s.ints[d.Int()]
	case s.texts != nil:
		_, ok = s.texts[d.Text()]
	default:
		for _, x := range s.rest[s.hash(d)] {
			if compareAs(s.kind, x, d) == 0 {
				return true
			}
		}
	}
	return ok
}

func lookupList(s *listSet, l Eval, all bool) truthEval {
	found := truthOf(!all)
	missing := found ^ 1
	if s.null {
		missing = isNull
	}
	return func(c *Ctx, row types.Row) (truth, error) {
		d, err := l(c, row)
		if err != nil || d.IsNull() {
			return isNull, err
		}
		if s.has(d) {
			return found, nil
		}
		return missing, nil
	}
}
