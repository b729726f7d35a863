package expr

// This file has the functions and operators of arrays. Elements are compared by
// types.Compare; NULL equals NULL where PostgreSQL says "is not distinct".

import (
	"slices"
	"strings"
	"unicode/utf8"

	"minidb/pgerr"
	"minidb/types"
)

var arrayCodes = codeTable{
	"array_length": {f2: arrayDim(func(a *types.ArrayVal, i int) int64 { return int64(a.Dims[i]) })},
	"array_lower":  {f2: arrayDim(func(a *types.ArrayVal, i int) int64 { return int64(a.Lower[i]) })},
	"array_upper":  {f2: arrayDim(func(a *types.ArrayVal, i int) int64 { return int64(a.Lower[i]) + int64(a.Dims[i]) - 1 })},
	"array_cardinality": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		return types.NewInt(int64(len(a.Array().Elems))), nil
	}},
	"array_ndims": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		if len(a.Array().Dims) == 0 {
			return types.NullDatum, nil
		}
		return types.NewInt(int64(len(a.Array().Dims))), nil
	}},
	"array_dims":           {f1: arrayDims},
	"array_append":         {bind: bindAppend(false)},
	"array_prepend":        {bind: bindAppend(true)},
	"array_cat":            {fn: arrayCat},
	"array_remove":         {fn: arrayRemove},
	"array_replace":        {fn: arrayReplace},
	"array_position":       {fn: arrayPosition},
	"array_position_start": {fn: arrayPosition},
	"array_positions":      {fn: arrayPositions},
	"array_to_text": {f2: func(c *Ctx, a, sep types.Datum) (types.Datum, error) {
		return arrayToText(c, a, sep.Text(), types.NullDatum)
	}},
	"array_to_text_null": {fn: func(c *Ctx, a []types.Datum) (types.Datum, error) {
		if a[0].IsNull() || a[1].IsNull() {
			return types.NullDatum, nil
		}
		return arrayToText(c, a[0], a[1].Text(), a[2])
	}},
	"text_to_array":      {fn: func(c *Ctx, a []types.Datum) (types.Datum, error) { return textToArray(c, a[0], a[1], types.NullDatum) }},
	"text_to_array_null": {fn: func(c *Ctx, a []types.Datum) (types.Datum, error) { return textToArray(c, a[0], a[1], a[2]) }},
	"array_fill": {bind: func(ci CallInfo) Impl {
		return func(c *Ctx, a []types.Datum) (types.Datum, error) {
			return arrayFill(c, ci.Args[0], a[0], a[1], types.NullDatum)
		}
	}},
	"array_fill_with_lower_bounds": {bind: func(ci CallInfo) Impl {
		return func(c *Ctx, a []types.Datum) (types.Datum, error) {
			if a[2].IsNull() {
				return types.NullDatum, errArrayNull()
			}
			return arrayFill(c, ci.Args[0], a[0], a[1], a[2])
		}
	}},
	"trim_array":                   {f2: trimArray},
	"array_reverse":                {f1: arrayReverse},
	"array_sort":                   {fn: arraySort},
	"array_sort_order":             {fn: arraySort},
	"array_sort_order_nulls_first": {fn: arraySort},
	"arraycontains":                {f2: containsAll},
	"arraycontained":               {f2: func(c *Ctx, a, b types.Datum) (types.Datum, error) { return containsAll(c, b, a) }},
	"arrayoverlap":                 {f2: arrayOverlap},
	"array_unnest":                 {srf: unnest},
	"array_unnest_numbered":        {srf: expandArray},
	"generate_subscripts":          {srf: generateSubscripts},
	"generate_subscripts_nodir":    {srf: generateSubscripts},
	"text_to_table":                {srf: textToTable},
	"text_to_table_null":           {srf: textToTable},
}

func errArrayNull() error {
	return pgerr.New(pgerr.NullValueNotAllowed, "dimension array or low bound array cannot be null")
}

func arrayDim(f func(a *types.ArrayVal, i int) int64) func(*Ctx, types.Datum, types.Datum) (types.Datum, error) {
	return func(_ *Ctx, a, n types.Datum) (types.Datum, error) {
		arr, i := a.Array(), n.Int()
		if i < 1 || i > int64(len(arr.Dims)) {
			return types.NullDatum, nil
		}
		return types.NewInt(f(arr, int(i-1))), nil
	}
}

func arrayDims(c *Ctx, a types.Datum) (types.Datum, error) {
	arr := a.Array()
	if len(arr.Dims) == 0 {
		return types.NullDatum, nil
	}
	var b strings.Builder
	for i, n := range arr.Dims {
		lo := int64(arr.Lower[i])
		b.WriteString("[" + types.Output(types.NewInt(lo), types.Int8OID, c.env()) + ":" +
			types.Output(types.NewInt(lo+int64(n)-1), types.Int8OID, c.env()) + "]")
	}
	return types.NewText(b.String()), nil
}

// bindAppend makes array_append and array_prepend, which keep the array's
// lower bound.
func bindAppend(front bool) func(CallInfo) Impl {
	return func(ci CallInfo) Impl {
		return func(c *Ctx, args []types.Datum) (types.Datum, error) {
			arr, el, elType := args[0], args[1], ci.Args[1]
			if front {
				arr, el, elType = args[1], args[0], ci.Args[0]
			}
			if arr.IsNull() || len(arr.Array().Dims) == 0 {
				if t := elemOfBuiltin(ci.Ret); t != 0 {
					elType = t
				}
				return types.NewArray1(elType, []types.Datum{el}), nil
			}
			a := arr.Array()
			if len(a.Dims) != 1 {
				return types.NullDatum, pgerr.New("22000", "argument must be empty or one-dimensional array")
			}
			if len(a.Elems) >= maxArraySize {
				return types.NullDatum, errArraySize()
			}
			if err := c.roomForElems(len(a.Elems) + 1); err != nil {
				return types.NullDatum, err
			}
			out := &types.ArrayVal{Elem: a.Elem, Dims: []int32{a.Dims[0] + 1}, Lower: a.Lower}
			if front {
				out.Elems = append([]types.Datum{el}, a.Elems...)
			} else {
				out.Elems = append(a.Elems[:len(a.Elems):len(a.Elems)], el)
			}
			return types.NewArray(out), nil
		}
	}
}

func arrayCat(c *Ctx, args []types.Datum) (types.Datum, error) {
	l, r := args[0], args[1]
	switch {
	case l.IsNull() || r.IsNull() && !l.IsNull():
		if l.IsNull() {
			return r, nil
		}
		return l, nil
	case len(l.Array().Dims) == 0:
		return r, nil
	case len(r.Array().Dims) == 0:
		return l, nil
	}
	a, b := l.Array(), r.Array()
	n := len(a.Elems) + len(b.Elems)
	if n > maxArraySize {
		return types.NullDatum, errArraySize()
	}
	if err := c.roomForElems(n); err != nil {
		return types.NullDatum, err
	}
	out := &types.ArrayVal{Elem: a.Elem, Elems: slices.Concat(a.Elems, b.Elems)}
	na, nb := len(a.Dims), len(b.Dims)
	switch {
	case na == nb && slices.Equal(a.Dims[1:], b.Dims[1:]) && slices.Equal(a.Lower[1:], b.Lower[1:]):
		out.Dims, out.Lower = slices.Clone(a.Dims), a.Lower
		out.Dims[0] += b.Dims[0]
	case na == nb-1 && slices.Equal(a.Dims, b.Dims[1:]) && slices.Equal(a.Lower, b.Lower[1:]):
		out.Dims, out.Lower = slices.Clone(b.Dims), b.Lower
		out.Dims[0]++
	case na-1 == nb && slices.Equal(a.Dims[1:], b.Dims) && slices.Equal(a.Lower[1:], b.Lower):
		out.Dims, out.Lower = slices.Clone(a.Dims), a.Lower
		out.Dims[0]++
	case max(na, nb)-min(na, nb) > 1:
		return types.NullDatum, pgerr.New(pgerr.ArraySubscriptError, "cannot concatenate incompatible arrays").
			WithDetail("Arrays of %d and %d dimensions are not compatible for concatenation.", na, nb)
	case na == nb:
		return types.NullDatum, pgerr.New(pgerr.ArraySubscriptError, "cannot concatenate incompatible arrays").
			WithDetail("Arrays with differing element dimensions are not compatible for concatenation.")
	default:
		return types.NullDatum, pgerr.New(pgerr.ArraySubscriptError, "cannot concatenate incompatible arrays").
			WithDetail("Arrays with differing dimensions are not compatible for concatenation.")
	}
	return types.NewArray(out), nil
}

// same is IS NOT DISTINCT FROM.
func same(a, b types.Datum) bool {
	if a.IsNull() || b.IsNull() {
		return a.IsNull() == b.IsNull()
	}
	return types.Compare(a, b) == 0
}

func arrayRemove(c *Ctx, args []types.Datum) (types.Datum, error) {
	if args[0].IsNull() {
		return types.NullDatum, nil
	}
	a := args[0].Array()
	if len(a.Dims) > 1 {
		return types.NullDatum, pgerr.New(pgerr.FeatureNotSupported, "removing elements from multidimensional arrays is not supported")
	}
	out := c.newElems()
	for i, x := range a.Elems {
		if err := c.look(i); err != nil {
			return types.NullDatum, err
		}
		if !same(x, args[1]) {
			if err := out.Add(x); err != nil {
				return types.NullDatum, err
			}
		}
	}
	switch n := len(out.Elems); n {
	case len(a.Elems):
		return args[0], nil
	case 0:
		return types.NewArray1(a.Elem, nil), nil
	default:
		return types.NewArray(&types.ArrayVal{Elem: a.Elem, Dims: []int32{int32(n)}, Lower: a.Lower, Elems: out.Elems}), nil
	}
}

func arrayReplace(c *Ctx, args []types.Datum) (types.Datum, error) {
	if args[0].IsNull() {
		return types.NullDatum, nil
	}
	a := *args[0].Array()
	if err := c.roomForElems(len(a.Elems)); err != nil {
		return types.NullDatum, err
	}
	a.Elems = slices.Clone(a.Elems)
	for i, x := range a.Elems {
		if err := c.look(i); err != nil {
			return types.NullDatum, err
		}
		if same(x, args[1]) {
			a.Elems[i] = args[2]
		}
	}
	return types.NewArray(&a), nil
}

func errSearchDims() error {
	return pgerr.New(pgerr.FeatureNotSupported, "searching for elements in multidimensional arrays is not supported")
}

func arrayPosition(c *Ctx, args []types.Datum) (types.Datum, error) {
	if args[0].IsNull() {
		return types.NullDatum, nil
	}
	a := args[0].Array()
	if len(a.Dims) > 1 {
		return types.NullDatum, errSearchDims()
	}
	start := int64(-1 << 40)
	if len(args) > 2 {
		if args[2].IsNull() {
			return types.NullDatum, pgerr.New(pgerr.NullValueNotAllowed, "initial position must not be null")
		}
		start = args[2].Int()
	}
	for i, x := range a.Elems {
		if err := c.look(i); err != nil {
			return types.NullDatum, err
		}
		if p := int64(i) + int64(a.Lower[0]); p >= start && same(x, args[1]) {
			return types.NewInt(p), nil
		}
	}
	return types.NullDatum, nil
}

func arrayPositions(c *Ctx, args []types.Datum) (types.Datum, error) {
	if args[0].IsNull() {
		return types.NullDatum, nil
	}
	a := args[0].Array()
	if len(a.Dims) > 1 {
		return types.NullDatum, errSearchDims()
	}
	out := c.newElems()
	for i, x := range a.Elems {
		if err := c.look(i); err != nil {
			return types.NullDatum, err
		}
		if same(x, args[1]) {
			if err := out.Add(types.NewInt(int64(i) + int64(a.Lower[0]))); err != nil {
				return types.NullDatum, err
			}
		}
	}
	return types.NewArray1(types.Int4OID, out.Elems), nil
}

func arrayToText(c *Ctx, a types.Datum, sep string, null types.Datum) (_ types.Datum, err error) {
	defer types.Caught(&err)
	arr := a.Array()
	var b []byte
	first := true
	for i, x := range arr.Elems {
		if err := c.look(i); err != nil {
			return types.NullDatum, err
		}
		if x.IsNull() && null.IsNull() {
			continue
		}
		if !first {
			b = append(b, sep...)
		}
		first = false
		if x.IsNull() {
			b = append(b, null.Text()...)
		} else {
			b = types.AppendText(b, x, arr.Elem, c.env())
		}
		if err := checkLength(len(b)); err != nil {
			return types.NullDatum, err
		}
	}
	return types.NewText(string(b)), nil
}

// splitText returns what gives the parts of a text one by one, as string_to_array
// does: by character without a separator, not at all by an empty one.
func splitText(s, sep types.Datum) func() (part string, ok bool) {
	rest, done := s.Text(), s.Text() == ""
	return func() (part string, ok bool) {
		if done {
			return "", false
		}
		switch {
		case sep.IsNull():
			_, n := utf8.DecodeRuneInString(rest)
			part, rest = rest[:n], rest[n:]
			done = rest == ""
		case sep.Text() == "":
			part, done = rest, true
		default:
			part, rest, ok = strings.Cut(rest, sep.Text())
			done = !ok
		}
		return part, true
	}
}

func nullable(part string, null types.Datum) types.Datum {
	if !null.IsNull() && null.Text() == part {
		return types.NullDatum
	}
	return types.NewText(part)
}

func textToArray(c *Ctx, s, sep, null types.Datum) (types.Datum, error) {
	if s.IsNull() {
		return types.NullDatum, nil
	}
	next := splitText(s, sep)
	out := c.newElems()
	for part, ok := next(); ok; part, ok = next() {
		if err := out.Add(nullable(part, null)); err != nil {
			return types.NullDatum, err
		}
	}
	return types.NewArray1(types.TextOID, out.Elems), nil
}

func textToTable(_ *Ctx, args []types.Datum) (SRFIter, error) {
	if args[0].IsNull() {
		return sliceIter(0, nil), nil
	}
	null := types.NullDatum
	if len(args) > 2 {
		null = args[2]
	}
	next := splitText(args[0], args[1])
	row := make(types.Row, 1)
	return func() (types.Row, bool, error) {
		part, ok := next()
		if ok {
			row[0] = nullable(part, null)
		}
		return row, ok, nil
	}, nil
}

func arrayFill(c *Ctx, elem types.OID, v, dims, lower types.Datum) (types.Datum, error) {
	if dims.IsNull() {
		return types.NullDatum, errArrayNull()
	}
	d := dims.Array()
	if len(d.Dims) > 1 {
		return types.NullDatum, pgerr.New(pgerr.ArraySubscriptError, "wrong number of array subscripts").
			WithDetail("Dimension array must be one dimensional.")
	}
	if len(d.Elems) > 6 {
		return types.NullDatum, pgerr.New(pgerr.ProgramLimitExceeded, "number of array dimensions (%d) exceeds the maximum allowed (6)", len(d.Elems))
	}
	if !lower.IsNull() {
		if err := checkLowerBounds(d, lower.Array()); err != nil {
			return types.NullDatum, err
		}
	}
	out := &types.ArrayVal{Elem: elem}
	total := int64(1)
	for i, x := range d.Elems {
		lo := types.NewInt(1)
		if !lower.IsNull() {
			lo = lower.Array().Elems[i]
		}
		if x.IsNull() || lo.IsNull() {
			return types.NullDatum, pgerr.New(pgerr.NullValueNotAllowed, "dimension values cannot be null")
		}
		if x.Int() < 0 || total*x.Int() > maxArraySize/16 {
			return types.NullDatum, errArraySize()
		}
		total *= x.Int()
		out.Dims, out.Lower = append(out.Dims, int32(x.Int())), append(out.Lower, int32(lo.Int()))
	}
	if total == 0 || len(d.Elems) == 0 {
		return types.NewArray1(elem, nil), nil
	}
	if err := c.roomForElems(int(total)); err != nil {
		return types.NullDatum, err
	}
	out.Elems = slices.Repeat([]types.Datum{v}, int(total))
	return types.NewArray(out), nil
}

func checkLowerBounds(dims, lower *types.ArrayVal) error {
	bad := func(detail string) error {
		return pgerr.New(pgerr.ArraySubscriptError, "wrong number of array subscripts").WithDetail("%s", detail)
	}
	switch {
	case len(lower.Dims) > 1:
		return bad("Dimension array must be one dimensional.")
	case slices.ContainsFunc(lower.Elems, types.Datum.IsNull):
		return pgerr.New(pgerr.NullValueNotAllowed, "dimension values cannot be null")
	case len(lower.Elems) != len(dims.Elems):
		return bad("Low bound array has different size than dimensions array.")
	}
	return nil
}

func trimArray(_ *Ctx, a, n types.Datum) (types.Datum, error) {
	arr, k := a.Array(), n.Int()
	size := int64(0)
	if len(arr.Dims) > 0 {
		size = int64(arr.Dims[0])
	}
	if k < 0 || k > size {
		return types.NullDatum, pgerr.New(pgerr.ArraySubscriptError, "number of elements to trim must be between 0 and %d", size)
	}
	if k == size {
		return types.NewArray1(arr.Elem, nil), nil
	}
	hi := []bound{{int64(arr.Lower[0]) + size - 1 - k, true}}
	return fetchSlice(arr, []bound{{}}, hi), nil
}

func arrayReverse(c *Ctx, a types.Datum) (types.Datum, error) {
	arr := *a.Array()
	if err := c.roomForElems(len(arr.Elems)); err != nil {
		return types.NullDatum, err
	}
	if len(arr.Dims) == 0 {
		return a, nil
	}
	n := len(arr.Elems) / int(arr.Dims[0])
	out := make([]types.Datum, 0, len(arr.Elems))
	for i := len(arr.Elems) - n; i >= 0; i -= n {
		out = append(out, arr.Elems[i:i+n]...)
	}
	arr.Elems = out
	return types.NewArray(&arr), nil
}

// sliceIter yields n rows of one column.
func sliceIter(n int, get func(i int) types.Datum) SRFIter {
	i := 0
	row := make(types.Row, 1)
	return func() (types.Row, bool, error) {
		if i >= n {
			return nil, false, nil
		}
		row[0] = get(i)
		i++
		return row, true, nil
	}
}

func unnest(_ *Ctx, args []types.Datum) (SRFIter, error) {
	elems := args[0].Array().Elems
	return sliceIter(len(elems), func(i int) types.Datum { return elems[i] }), nil
}

// expandArray yields the elements with their numbers, from 1.
func expandArray(_ *Ctx, args []types.Datum) (SRFIter, error) {
	elems := args[0].Array().Elems
	i, row := 0, make(types.Row, 2)
	return func() (types.Row, bool, error) {
		if i >= len(elems) {
			return nil, false, nil
		}
		row[0], row[1] = elems[i], types.NewInt(int64(i+1))
		i++
		return row, true, nil
	}, nil
}

func generateSubscripts(_ *Ctx, args []types.Datum) (SRFIter, error) {
	a, n := args[0].Array(), args[1].Int()
	if n < 1 || n > int64(len(a.Dims)) {
		return sliceIter(0, nil), nil
	}
	lo, size := int(a.Lower[n-1]), int(a.Dims[n-1])
	down := len(args) > 2 && args[2].Bool()
	return sliceIter(size, func(i int) types.Datum {
		if down {
			i = size - 1 - i
		}
		return types.NewInt(int64(lo + i))
	}), nil
}
