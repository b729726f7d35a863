package expr

// This file has the functions of text, which count characters, not bytes. Case
// mapping is that of the C locale: ASCII only.

import (
	"math"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"minidb/pgerr"
	"minidb/types"
)

// maxTextBytes is PostgreSQL's limit on one value (MaxAllocSize, utils/memutils.h);
// maxTextMemory is what minidb is willing to make in one piece.
const (
	maxTextBytes  = types.MaxAlloc
	maxTextMemory = 1 << 28
)

// checkLength refuses texts of n bytes that are too long.
func checkLength(n int) error {
	switch {
	case n < 0 || n > maxTextBytes-4:
		return pgerr.New(pgerr.ProgramLimitExceeded, "requested length too large")
	case n > maxTextMemory:
		return pgerr.New(pgerr.OutOfMemory, "out of memory").WithDetail("Failed on request of size %d.", n)
	}
	return nil
}

func textFunc(f func(string) string) code {
	return code{f1: func(_ *Ctx, a types.Datum) (types.Datum, error) { return types.NewText(f(a.Text())), nil }}
}

func textText(f func(a, b string) string) code {
	return code{f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		return types.NewText(f(a.Text(), b.Text())), nil
	}}
}

func textInt(f func(a string, n int64) string) code {
	return code{f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		return types.NewText(f(a.Text(), b.Int())), nil
	}}
}

func intOfText(f func(string) int) code {
	return code{f1: func(_ *Ctx, a types.Datum) (types.Datum, error) { return types.NewInt(int64(f(a.Text()))), nil }}
}

var textCodes = codeTable{
	"textlen":            intOfText(utf8.RuneCountInString),
	"bpcharlen":          intOfText(func(s string) int { return utf8.RuneCountInString(strings.TrimRight(s, " ")) }),
	"textoctetlen":       intOfText(func(s string) int { return len(s) }),
	"bpcharoctetlen":     intOfText(func(s string) int { return len(s) }),
	"bit_length(text)":   intOfText(func(s string) int { return 8 * len(s) }),
	"upper":              textFunc(upperASCII),
	"lower":              textFunc(lowerASCII),
	"casefold":           textFunc(lowerASCII),
	"initcap":            textFunc(initcap),
	"textcat":            {f2: concatTexts},
	"text_substr":        {f3: substr},
	"text_substr_no_len": {f2: substrFrom},
	"text_left":          textInt(left),
	"text_right":         textInt(right),
	"lpad":               {f3: pad(true)},
	"rpad":               {f3: pad(false)},
	"lpad(text,int4)":    {f2: func(c *Ctx, a, n types.Datum) (types.Datum, error) { return pad(true)(c, a, n, types.NewText(" ")) }},
	"rpad(text,int4)":    {f2: func(c *Ctx, a, n types.Datum) (types.Datum, error) { return pad(false)(c, a, n, types.NewText(" ")) }},
	"ltrim":              textText(strings.TrimLeft),
	"rtrim":              textText(strings.TrimRight),
	"btrim":              textText(strings.Trim),
	"ltrim1":             textFunc(func(s string) string { return strings.TrimLeft(s, " ") }),
	"rtrim1":             textFunc(func(s string) string { return strings.TrimRight(s, " ") }),
	"btrim1":             textFunc(func(s string) string { return strings.Trim(s, " ") }),
	"replace_text":       {f3: replaceText},
	"translate":          {f3: translate},
	"repeat":             {f2: repeat},
	"text_reverse":       textFunc(reverse),
	"textpos": {f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		return types.NewInt(position(a.Text(), b.Text())), nil
	}},
	"split_part": {f3: splitPart},
	"text_starts_with": {f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		return types.NewBool(strings.HasPrefix(a.Text(), b.Text())), nil
	}},
	"ascii": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		if a.Text() == "" {
			return types.NewInt(0), nil
		}
		r, _ := utf8.DecodeRuneInString(a.Text())
		return types.NewInt(int64(r)), nil
	}},
	"chr": {f1: chr},
	"textoverlay": {fn: func(_ *Ctx, a []types.Datum) (types.Datum, error) {
		return overlay(a[0].Text(), a[1].Text(), a[2].Int(), a[3].Int())
	}},
	"textoverlay_no_len": {f3: func(_ *Ctx, a, b, n types.Datum) (types.Datum, error) {
		return overlay(a.Text(), b.Text(), n.Int(), int64(utf8.RuneCountInString(b.Text())))
	}},
	"quote_ident":                textFunc(QuoteIdent),
	"quote_literal":              textFunc(QuoteLiteral),
	"quote_nullable":             {fn: func(_ *Ctx, a []types.Datum) (types.Datum, error) { return quoteNullable(a[0]), nil }},
	"quote_literal(anyelement)":  {bind: bindQuoteLiteral},
	"quote_nullable(anyelement)": {bind: bindQuoteNullable},
	"text_format":                {bind: bindFormat},
	"text_format_nv":             {fn: formatNoArgs},
	"text_concat":                {bind: bindConcat},
	"text_concat_ws":             {bind: bindConcatWS},
	"textanycat(text,anynonarray)": {bind: func(ci CallInfo) Impl {
		return func(c *Ctx, a []types.Datum) (types.Datum, error) {
			return concatTexts(c, a[0], asText(c, a[1], ci.Args[1]))
		}
	}},
	"anytextcat(anynonarray,text)": {bind: func(ci CallInfo) Impl {
		return func(c *Ctx, a []types.Datum) (types.Datum, error) {
			return concatTexts(c, asText(c, a[0], ci.Args[0]), a[1])
		}
	}},
	"nameconcatoid": {f2: func(c *Ctx, a, b types.Datum) (types.Datum, error) {
		suffix := "_" + types.Output(b, types.OidOID, c.env())
		return types.NewText(truncateName(a.Text(), 63-len(suffix)) + suffix), nil
	}},
	"unistr": {f1: unistr},
}

// asText is the cast to text, which for two types is not their output.
func asText(c *Ctx, d types.Datum, t types.OID) types.Datum {
	switch {
	case t == types.BoolOID && d.Bool():
		return types.NewText("true")
	case t == types.BoolOID:
		return types.NewText("false")
	case t == types.BpcharOID:
		return types.NewText(strings.TrimRight(d.Text(), " "))
	}
	return types.NewText(types.Output(d, t, c.env()))
}

func mapASCII(s string, lo, hi byte) string {
	for i := 0; i < len(s); i++ {
		if s[i] < lo || s[i] > hi {
			continue
		}
		b := []byte(s)
		for ; i < len(b); i++ {
			if b[i] >= lo && b[i] <= hi {
				b[i] ^= 0x20
			}
		}
		return string(b)
	}
	return s
}

func upperASCII(s string) string     { return mapASCII(s, 'a', 'z') }
func lowerASCII(s string) string     { return mapASCII(s, 'A', 'Z') }
func trimSpaceASCII(s string) string { return strings.Trim(s, " \t\n\v\f\r") }

func initcap(s string) string {
	b := []byte(lowerASCII(s))
	in := false
	for i, c := range b {
		letter := c >= 'a' && c <= 'z'
		if letter && !in {
			b[i] = c - 32
		}
		in = letter || c >= '0' && c <= '9'
	}
	return string(b)
}

func concatTexts(_ *Ctx, a, b types.Datum) (types.Datum, error) {
	s, t := a.Text(), b.Text()
	if err := checkLength(len(s) + len(t)); err != nil {
		return types.NullDatum, err
	}
	return types.NewText(s + t), nil
}

// charOffset returns the byte offset of character n, counted from 0; len(s) if
// there is none.
func charOffset(s string, n int64) int {
	if n >= int64(len(s)) {
		return len(s)
	}
	for i := range s {
		if n <= 0 {
			return i
		}
		n--
	}
	return len(s)
}

func substr(_ *Ctx, a, from, n types.Datum) (types.Datum, error) {
	start, count := from.Int(), n.Int()
	if count < 0 {
		return types.NullDatum, pgerr.New(pgerr.SubstringError, "negative substring length not allowed")
	}
	end := start + count
	start = max(start, 1)
	if end <= start {
		return types.NewText(""), nil
	}
	s := a.Text()
	s = s[charOffset(s, start-1):]
	return types.NewText(s[:charOffset(s, end-start)]), nil
}

func substrFrom(_ *Ctx, a, from types.Datum) (types.Datum, error) {
	return types.NewText(a.Text()[charOffset(a.Text(), from.Int()-1):]), nil
}

func left(s string, n int64) string {
	if n < 0 {
		n = max(int64(utf8.RuneCountInString(s))+n, 0)
	}
	return s[:charOffset(s, n)]
}

func right(s string, n int64) string {
	if n == math.MinInt32 { // whose negative PostgreSQL's int32 does not hold
		return s
	}
	if n < 0 {
		return s[charOffset(s, -n):]
	}
	return s[charOffset(s, max(int64(utf8.RuneCountInString(s))-n, 0)):]
}

func pad(atLeft bool) func(c *Ctx, a, n, fill types.Datum) (types.Datum, error) {
	return func(_ *Ctx, a, n, fill types.Datum) (types.Datum, error) {
		s, want, f := a.Text(), max(n.Int(), 0), fill.Text()
		if err := checkLength(int(want) * 4); err != nil {
			return types.NullDatum, err
		}
		have := int64(utf8.RuneCountInString(s))
		if want <= have || f == "" {
			return types.NewText(s[:charOffset(s, want)]), nil
		}
		more := want - have
		width := int64(utf8.RuneCountInString(f))
		p := strings.Repeat(f, int(more/width)) + f[:charOffset(f, more%width)]
		if atLeft {
			return types.NewText(p + s), nil
		}
		return types.NewText(s + p), nil
	}
}

func replaceText(_ *Ctx, a, from, to types.Datum) (types.Datum, error) {
	s, f, t := a.Text(), from.Text(), to.Text()
	if f == "" {
		return a, nil
	}
	n := strings.Count(s, f)
	if n == 0 {
		return a, nil
	}
	if err := checkLength(len(s) + n*(len(t)-len(f))); err != nil {
		return types.NullDatum, err
	}
	return types.NewText(strings.ReplaceAll(s, f, t)), nil
}

func translate(_ *Ctx, a, from, to types.Datum) (types.Datum, error) {
	m := make(map[rune]rune)
	t := []rune(to.Text())
	i := 0
	for _, r := range from.Text() {
		if _, dup := m[r]; !dup {
			m[r] = -1
			if i < len(t) {
				m[r] = t[i]
			}
		}
		i++
	}
	return types.NewText(strings.Map(func(r rune) rune {
		if x, ok := m[r]; ok {
			return x
		}
		return r
	}, a.Text())), nil
}

func repeat(_ *Ctx, a, n types.Datum) (types.Datum, error) {
	s, k := a.Text(), max(n.Int(), 0)
	if len(s) > 0 && k > maxTextBytes {
		return types.NullDatum, checkLength(-1)
	}
	if err := checkLength(len(s) * int(k)); err != nil {
		return types.NullDatum, err
	}
	if s == "" {
		return a, nil
	}
	return types.NewText(strings.Repeat(s, int(k))), nil
}

func reverse(s string) string {
	b := make([]byte, len(s))
	at := len(s)
	for i := 0; i < len(s); {
		_, n := utf8.DecodeRuneInString(s[i:])
		at -= n
		copy(b[at:], s[i:i+n])
		i += n
	}
	return string(b)
}

func position(s, sub string) int64 {
	i := strings.Index(s, sub)
	if i < 0 {
		return 0
	}
	return int64(utf8.RuneCountInString(s[:i])) + 1
}

func splitPart(_ *Ctx, a, sep, n types.Datum) (types.Datum, error) {
	s, d, k := a.Text(), sep.Text(), n.Int()
	if k == 0 {
		return types.NullDatum, pgerr.New(pgerr.InvalidParameterValue, "field position must not be zero")
	}
	if d == "" || s == "" {
		if k != 1 && k != -1 {
			s = ""
		}
		return types.NewText(s), nil
	}
	if k < 0 {
		k += int64(strings.Count(s, d)) + 2
	}
	if k < 1 {
		return types.NewText(""), nil
	}
	for {
		part, rest, more := strings.Cut(s, d)
		if k--; k == 0 {
			return types.NewText(part), nil
		}
		if !more {
			return types.NewText(""), nil
		}
		s = rest
	}
}

func chr(_ *Ctx, a types.Datum) (types.Datum, error) {
	n := a.Int()
	switch {
	case n < 0:
		return types.NullDatum, pgerr.New(pgerr.InvalidParameterValue, "character number must be positive")
	case n == 0:
		return types.NullDatum, pgerr.New(pgerr.ProgramLimitExceeded, "null character not permitted")
	case n > utf8.MaxRune:
		return types.NullDatum, pgerr.New(pgerr.ProgramLimitExceeded, "requested character too large for encoding: %d", n)
	case !utf8.ValidRune(rune(n)):
		return types.NullDatum, pgerr.New(pgerr.ProgramLimitExceeded, "requested character not valid for encoding: %d", n)
	}
	return types.NewText(string(rune(n))), nil
}

func overlay(s, by string, from, n int64) (types.Datum, error) {
	if from <= 0 {
		return types.NullDatum, pgerr.New(pgerr.SubstringError, "negative substring length not allowed")
	}
	if err := checkLength(len(s) + len(by)); err != nil {
		return types.NullDatum, err
	}
	return types.NewText(s[:charOffset(s, from-1)] + by + s[charOffset(s, max(from-1+n, 0)):]), nil
}

// truncateName cuts s to at most n bytes at a character's end.
func truncateName(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// unistr replaces \XXXX, \+XXXXXX, \uXXXX and \UXXXXXXXX.
func unistr(_ *Ctx, a types.Datum) (types.Datum, error) {
	s := a.Text()
	var b strings.Builder
	high := rune(0) // the first half of a surrogate pair
	for i := 0; i < len(s); i++ {
		rest := s[i+1:]
		if high != 0 && (s[i] != '\\' || strings.HasPrefix(rest, `\`)) {
			return types.NullDatum, errSurrogate()
		}
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		skip, n := 0, 4
		switch {
		case strings.HasPrefix(rest, `\`):
			b.WriteByte('\\')
			i++
			continue
		case strings.HasPrefix(rest, "+"):
			skip, n = 1, 6
		case strings.HasPrefix(rest, "u"):
			skip, n = 1, 4
		case strings.HasPrefix(rest, "U"):
			skip, n = 1, 8
		}
		r, ok := hexRune(rest, skip, n)
		switch {
		case !ok:
			return types.NullDatum, pgerr.New(pgerr.SyntaxError, "invalid Unicode escape").
				WithHint("Unicode escapes must be \\XXXX, \\+XXXXXX, \\uXXXX, or \\UXXXXXXXX.")
		case r == 0 || r > utf8.MaxRune:
			return types.NullDatum, pgerr.New(pgerr.InvalidParameterValue, "invalid Unicode code point: %04X", r)
		case high != 0 && !lowSurrogate(r) || high == 0 && lowSurrogate(r):
			return types.NullDatum, errSurrogate()
		case utf16.IsSurrogate(r) && high == 0:
			high = r
		case high != 0:
			b.WriteRune(utf16.DecodeRune(high, r))
			high = 0
		default:
			b.WriteRune(r)
		}
		i += skip + n
	}
	if high != 0 {
		return types.NullDatum, errSurrogate()
	}
	return types.NewText(b.String()), nil
}

func lowSurrogate(r rune) bool { return r >= 0xdc00 && r <= 0xdfff }

func errSurrogate() error {
	return pgerr.New(pgerr.SyntaxError, "invalid Unicode surrogate pair")
}

func hexRune(s string, skip, n int) (rune, bool) {
	if len(s) < skip+n {
		return 0, false
	}
	v := rune(0)
	for _, c := range []byte(s[skip : skip+n]) {
		d := hexDigit(c)
		if d < 0 || v > 0x7ffffff {
			return 0, false
		}
		v = v<<4 | rune(d)
	}
	return v, true
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
