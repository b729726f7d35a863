package expr

// This file reads numbers by templates: to_number. The template is walked together
// with the text, as PostgreSQL's NUM_processor does it.

import (
	"strings"
	"unicode/utf8"

	"minidb/pgerr"
	"minidb/types"
)

// numReader reads one number.
type numReader struct {
	f        *numFormat
	in       string
	i        int
	sign     byte // ' ' until one is read
	digits   []byte
	pre      int // digits read before the point
	post     int // and behind it
	pointed  bool
	anyDigit bool
}

func toNumber(c *Ctx, a, format types.Datum) (types.Datum, error) {
	if format.Text() == "" {
		return types.NullDatum, nil
	}
	f, err := parseNumFormat(c, format.Text())
	if err != nil {
		return types.NullDatum, err
	}
	switch {
	case f.sci:
		return types.NullDatum, pgerr.New(pgerr.FeatureNotSupported, "\"EEEE\" not supported for input")
	case f.roman:
		return readRoman(a.Text())
	}
	r := &numReader{f: f, in: a.Text(), sign: ' '}
	for i, t := range f.toks {
		if err := c.look(i); err != nil {
			return types.NullDatum, err
		}
		if r.i >= len(r.in) {
			break
		}
		r.step(t)
	}
	num := strings.TrimSuffix(string(r.digits), ".")
	d, err := types.ParseDec(string(r.sign) + num)
	if err != nil {
		return types.NullDatum, err
	}
	if d, err = d.Coerce(types.NumericTypmod(int32(f.pre+f.mult+r.post), int32(r.post))); err != nil {
		return types.NullDatum, err
	}
	if f.mult > 0 {
		p, err := types.DecFromInt64(10).Power(types.DecFromInt64(int64(-f.mult)))
		if err != nil {
			return types.NullDatum, err
		}
		if d, err = d.Mul(p); err != nil {
			return types.NullDatum, err
		}
	}
	return types.NewNumeric(d), nil
}

// at is the next byte, 0 at the end.
func (r *numReader) at() byte {
	if r.i < len(r.in) {
		return r.in[r.i]
	}
	return 0
}

// step reads what one element of the template stands for.
func (r *numReader) step(t numToken) {
	switch t.key {
	case numNine, numZero, numDecimal:
		r.part(t.key)
		r.i++
	case numComma:
		if r.at() == ',' && (r.anyDigit || !r.f.fill) {
			r.i++
		}
	case numMoney:
		r.skip(1)
	case numTH, numth:
		r.skip(2)
	case numMinus, numPlus, numBoth:
		c := r.at()
		if c == '-' && t.key != numPlus || c == '+' && t.key != numMinus {
			r.sign = c
			r.i++
			return
		}
		r.skip(1)
	case numLiteral:
		for range utf8.RuneCountInString(t.lit) {
			_, n := utf8.DecodeRuneInString(r.in[min(r.i, len(r.in)):])
			r.i += n
		}
	}
}

// skip passes over up to n characters that cannot belong to a number.
func (r *numReader) skip(n int) {
	for ; n > 0 && r.i < len(r.in) && strings.IndexByte("0123456789.,+-", r.in[r.i]) < 0; n-- {
		_, size := utf8.DecodeRuneInString(r.in[r.i:])
		r.i += size
	}
}

// part reads a digit or the point, and the sign that may stand before the first
// or behind the last digit. It leaves i at the last byte that it read.
func (r *numReader) part(key numKey) {
	if r.at() == ' ' {
		r.i++
	}
	if c := r.at(); r.sign == ' ' && key != numDecimal && r.pre+r.post == 0 && !(r.f.sign && r.f.signAfter) {
		switch {
		case c == '-' || c == '<' && r.f.bracket:
			r.sign = '-'
			r.i++
		case c == '+':
			r.sign = '+'
			r.i++
		}
	}
	read := false
	switch c := r.at(); {
	case c >= '0' && c <= '9':
		if r.pointed && r.post == r.f.post {
			return
		}
		r.digits = append(r.digits, c)
		if r.pointed {
			r.post++
		} else {
			r.pre++
		}
		read, r.anyDigit = true, true
	case c == '.' && r.f.decimal && !r.pointed:
		r.digits = append(r.digits, '.')
		r.pointed, read = true, true
	}
	if r.sign != ' ' || r.pre+r.post == 0 || r.i >= len(r.in) {
		return
	}
	switch {
	case r.f.sign && read && r.i+1 < len(r.in):
		if c := r.in[r.i+1]; c == '-' || c == '+' {
			r.sign = c
			r.i++
		}
	case !read && !r.f.sign && !r.f.noSign && !r.f.plus:
		if c := r.at(); c == '-' || c == '+' {
			r.sign = c
		}
	}
}

// readRoman reads a Roman numeral.
func readRoman(s string) (types.Datum, error) {
	s = upperASCII(strings.TrimLeft(s, " \t\n\r\f\v"))
	end := 0
	for end < len(s) && strings.IndexByte("IVXLCDM", s[end]) >= 0 {
		end++
	}
	n, rest := int64(0), s[:end]
	for _, x := range romanDigits {
		for strings.HasPrefix(rest, x.s) {
			n, rest = n+x.v, rest[len(x.s):]
		}
	}
	if n == 0 || roman(n) != s[:end] {
		return types.NullDatum, pgerr.New(pgerr.InvalidTextRepresentation, "invalid Roman numeral")
	}
	return types.NewNumeric(types.DecFromInt64(n)), nil
}

var romanDigits = []struct {
	v int64
	s string
}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"},
	{10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}}

// roman writes n, "" if it is not from 1 to 3999.
func roman(n int64) string {
	s := ""
	if n > 3999 {
		return s
	}
	for _, x := range romanDigits {
		for ; n >= x.v; n -= x.v {
			s += x.s
		}
	}
	return s
}
