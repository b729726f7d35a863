package expr

// This file has the functions that put values of any type into text: concat,
// concat_ws and format.

import (
	"strings"
	"unicode/utf8"

	"minidb/pgerr"
	"minidb/types"
)

// spread replaces an array given with VARIADIC by its elements.
func spread(ci CallInfo, skip int, args []types.Datum) ([]types.Datum, []types.OID) {
	if !ci.Variadic || len(args) <= skip {
		return args[skip:], ci.Args[skip:]
	}
	if args[skip].IsNull() {
		return nil, nil
	}
	a := args[skip].Array()
	ts := make([]types.OID, len(a.Elems))
	for i := range ts {
		ts[i] = a.Elem
	}
	return a.Elems, ts
}

func bindConcat(ci CallInfo) Impl {
	return func(c *Ctx, args []types.Datum) (types.Datum, error) {
		if ci.Variadic && args[0].IsNull() {
			return types.NullDatum, nil
		}
		vals, ts := spread(ci, 0, args)
		return joinTexts(c, "", vals, ts)
	}
}

func bindConcatWS(ci CallInfo) Impl {
	return func(c *Ctx, args []types.Datum) (types.Datum, error) {
		if args[0].IsNull() || ci.Variadic && args[1].IsNull() {
			return types.NullDatum, nil
		}
		vals, ts := spread(ci, 1, args)
		return joinTexts(c, args[0].Text(), vals, ts)
	}
}

func joinTexts(c *Ctx, sep string, vals []types.Datum, ts []types.OID) (_ types.Datum, err error) {
	defer types.Caught(&err)
	var b []byte
	first := true
	for i, v := range vals {
		if err := c.look(i); err != nil {
			return types.NullDatum, err
		}
		if v.IsNull() {
			continue
		}
		if !first {
			b = append(b, sep...)
		}
		first = false
		b = types.AppendText(b, v, ts[i], c.env())
		if err := checkLength(len(b)); err != nil {
			return types.NullDatum, err
		}
	}
	return types.NewText(string(b)), nil
}

func bindFormat(ci CallInfo) Impl {
	return func(c *Ctx, args []types.Datum) (types.Datum, error) {
		if args[0].IsNull() {
			return types.NullDatum, nil
		}
		vals, ts := spread(ci, 1, args)
		return formatText(c, args[0].Text(), vals, ts)
	}
}

func formatNoArgs(c *Ctx, a []types.Datum) (types.Datum, error) {
	if a[0].IsNull() {
		return types.NullDatum, nil
	}
	return formatText(c, a[0].Text(), nil, nil)
}

func badFormat(format string, args ...any) error {
	return pgerr.New(pgerr.InvalidParameterValue, format, args...)
}

// formatArgs hands out format's arguments in order or by position.
type formatArgs struct {
	vals []types.Datum
	ts   []types.OID
	next int
}

func (f *formatArgs) take(pos int) (types.Datum, types.OID, error) {
	f.next++
	if pos > 0 {
		f.next = pos
	}
	if f.next > len(f.vals) {
		return types.NullDatum, 0, badFormat("too few arguments for format()")
	}
	return f.vals[f.next-1], f.ts[f.next-1], nil
}

// formatText is SQL's format().
func formatText(c *Ctx, f string, vals []types.Datum, ts []types.OID) (types.Datum, error) {
	var b strings.Builder
	args := &formatArgs{vals: vals, ts: ts}
	for i := 0; i < len(f); i++ {
		if err := c.look(i); err != nil {
			return types.NullDatum, err
		}
		if f[i] != '%' {
			b.WriteByte(f[i])
			continue
		}
		if i+1 < len(f) && f[i+1] == '%' {
			b.WriteByte('%')
			i++
			continue
		}
		s, end, err := parseFormat(f, i+1)
		if err != nil {
			return types.NullDatum, err
		}
		i = end
		if err := s.write(c, &b, args); err != nil {
			return types.NullDatum, err
		}
	}
	return types.NewText(b.String()), nil
}

// formatSpec is one % of a format string: %[position$][-][width]type.
type formatSpec struct {
	pos, width, widthPos int
	left, star           bool
	conv                 byte
}

// formatWidth is the width that an argument of any type gives: none if it is null, else
// what its text says as an integer.
func formatWidth(c *Ctx, w types.Datum, t types.OID) (int, error) {
	switch {
	case w.IsNull():
		return 0, nil
	case t == types.Int4OID || t == types.Int2OID:
		return int(w.Int()), nil
	}
	d, err := types.Input(types.Int4OID, -1, types.Output(w, t, c.env()), c.env())
	if err != nil {
		return 0, err
	}
	return int(d.Int()), nil
}

func (s *formatSpec) write(c *Ctx, b *strings.Builder, args *formatArgs) error {
	if s.star {
		w, t, err := args.take(s.widthPos)
		if err != nil {
			return err
		}
		if s.width, err = formatWidth(c, w, t); err != nil {
			return err
		}
		if s.width < 0 {
			s.left, s.width = true, -s.width
		}
	}
	v, t, err := args.take(s.pos)
	if err != nil {
		return err
	}
	text, err := formatValue(c, s.conv, v, t)
	if err != nil {
		return err
	}
	pad := max(s.width-utf8.RuneCountInString(text), 0)
	if err := checkLength(b.Len() + len(text) + pad); err != nil {
		return err
	}
	if !s.left {
		b.WriteString(strings.Repeat(" ", pad))
	}
	b.WriteString(text)
	if s.left {
		b.WriteString(strings.Repeat(" ", pad))
	}
	return nil
}

func formatValue(c *Ctx, conv byte, v types.Datum, t types.OID) (string, error) {
	text := ""
	if !v.IsNull() {
		var err error
		if text, err = types.OutputText(v, t, c.env()); err != nil {
			return "", err
		}
	}
	switch conv {
	case 'I':
		if v.IsNull() {
			return "", pgerr.New(pgerr.NullValueNotAllowed, "null values cannot be formatted as an SQL identifier")
		}
		return QuoteIdent(text), nil
	case 'L':
		if v.IsNull() {
			return "NULL", nil
		}
		return QuoteLiteral(text), nil
	}
	return text, nil
}

// formatNumber reads digits of f from i on.
func formatNumber(f string, i int) (n, end int, err error) {
	for ; i < len(f) && f[i] >= '0' && f[i] <= '9'; i++ {
		if n = n*10 + int(f[i]-'0'); n > 1<<31-1 {
			return 0, i, pgerr.New(pgerr.NumericValueOutOfRange, "number is out of range")
		}
	}
	return n, i, nil
}

func parseFormat(f string, i int) (s formatSpec, end int, err error) {
	n, j, err := formatNumber(f, i)
	if err != nil {
		return s, i, err
	}
	if j > i && j < len(f) && f[j] == '$' {
		if n == 0 {
			return s, i, badFormat("format specifies argument 0, but arguments are numbered from 1")
		}
		s.pos, i = n, j+1
	}
	for i < len(f) && f[i] == '-' {
		s.left = true
		i++
	}
	if i < len(f) && f[i] == '*' {
		s.star = true
		i++
		if n, j, err = formatNumber(f, i); err == nil && j > i && j < len(f) && f[j] == '$' {
			if n == 0 {
				return s, i, badFormat("format specifies argument 0, but arguments are numbered from 1")
			}
			s.widthPos, i = n, j+1
		}
	} else {
		s.width, i, err = formatNumber(f, i)
	}
	if err != nil {
		return s, i, err
	}
	const hint = "For a single \"%%\" use \"%%%%\"."
	if i >= len(f) {
		return s, i, pgerr.New(pgerr.InvalidParameterValue, "unterminated format() type specifier").WithHint(hint)
	}
	if s.conv = f[i]; strings.IndexByte("sIL", s.conv) < 0 {
		_, size := utf8.DecodeRuneInString(f[i:])
		return s, i, pgerr.New(pgerr.InvalidParameterValue, "unrecognized format() type specifier \"%s\"", f[i:i+size]).WithHint(hint)
	}
	return s, i, nil
}
