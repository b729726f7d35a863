package expr

// This file formats and reads numbers by templates: to_char(number, ...) and
// to_number. The rules are those of PostgreSQL's NUM_processor.

import (
	"math"
	"strconv"
	"strings"
	"unsafe"

	"minidb/pgerr"
	"minidb/types"
)

var toNumberCodes = codeTable{
	"int4_to_char":      {f2: intToChar(true)},
	"int8_to_char":      {f2: intToChar(false)},
	"numeric_to_char":   {f2: func(c *Ctx, a, f types.Datum) (types.Datum, error) { return numberToChar(c, a.Dec(), f.Text()) }},
	"float4_to_char":    {f2: floatToChar(6)},
	"float8_to_char":    {f2: floatToChar(15)},
	"numeric_to_number": {f2: toNumber},
}

// numKey is one element of a number template.
type numKey uint8

const (
	numLiteral numKey = iota
	numNine
	numZero
	numDecimal
	numComma
	numSign    // S
	numMinus   // MI
	numPlus    // PL
	numBoth    // SG
	numTH      // TH
	numth      // th
	numPR      // PR
	numRoman   // RN
	numV       // V
	numSci     // EEEE
	numNothing // B, C: known and ignored
	numMoney   // L
)

type numWord struct {
	word string
	key  numKey
}

var numWords = []numWord{{"EEEE", numSci}, {"FM", 0}, {"MI", numMinus}, {"PL", numPlus}, {"SG", numBoth}, {"PR", numPR}, {"RN", numRoman},
	{"TH", numTH}, {"S", numSign}, {"D", numDecimal}, {"G", numComma}, {"V", numV}, {"L", numMoney},
	{"B", numNothing}, {"C", numNothing}, {"9", numNine}, {"0", numZero}, {".", numDecimal}, {",", numComma}}

// numWordsFrom has numWords by their first bytes, in both cases.
var numWordsFrom = func() (by [256][]numWord) {
	for _, w := range numWords {
		c := w.word[0]
		by[c] = append(by[c], w)
		if c >= 'A' && c <= 'Z' {
			by[c-'A'+'a'] = append(by[c-'A'+'a'], w)
		}
	}
	return by
}()

type numToken struct {
	key numKey
	lit string
}

// numFormat is a parsed template.
type numFormat struct {
	toks               []numToken
	pre, post, mult    int
	zeroStart, zeroEnd int // places of the first and last 0, 0 if none
	fill, decimal      bool
	sign, bracket      bool // S, PR
	signAfter, noSign  bool // S after the digits; MI or SG take its place
	plus               bool // PL
	roman, lower, sci  bool
	v                  bool
}

// numItem is what PostgreSQL allocates for a byte of a template of numbers, for the
// result (NUM_MAX_ITEM_SIZ).
const numItem = 8

func numToChar(c *Ctx, s string) (*numFormat, error) {
	if err := types.CheckAlloc(numItem*int64(len(s)) + 5); err != nil {
		return nil, err
	}
	return parseNumFormat(c, s)
}

func parseNumFormat(c *Ctx, s string) (*numFormat, error) {
	if err := checkTemplate(s); err != nil {
		return nil, err
	}
	if err := c.env().Look(int64(len(s)) * int64(unsafe.Sizeof(numToken{}))); err != nil {
		return nil, err
	}
	f := &numFormat{}
	digits := 0
next:
	for i, n := 0, 0; i < len(s); n++ {
		if err := c.look(n); err != nil {
			return nil, err
		}
		for _, w := range numWordsFrom[s[i]] {
			if len(s)-i < len(w.word) || !strings.EqualFold(s[i:i+len(w.word)], w.word) {
				continue
			}
			lower := s[i] >= 'a' && s[i] <= 'z'
			i += len(w.word)
			key := w.key
			if err := f.clash(w.word); err != nil {
				return nil, err
			}
			switch {
			case w.word == "FM":
				f.fill = true
				continue next
			case key == numNine || key == numZero:
				digits++
				switch {
				case f.mult > 0 || f.v:
					f.mult++
				case f.decimal:
					f.post++
				default:
					f.pre++
				}
				if key == numZero {
					if f.zeroStart == 0 && !f.decimal {
						f.zeroStart = f.pre
					}
					f.zeroEnd = digits
				}
			case key == numDecimal:
				f.decimal = true
			case key == numV:
				f.v = true
			case key == numSign:
				f.sign, f.signAfter = true, digits > 0
			case key == numMinus || key == numPlus || key == numBoth:
				f.noSign = f.noSign || key != numPlus
				f.plus = f.plus || key == numPlus
			case key == numPR:
				f.bracket = true
			case key == numRoman:
				f.roman, f.lower = true, lower
			case key == numSci:
				f.sci = true
			case key == numTH && lower:
				key = numth
			}
			f.toks = append(f.toks, numToken{key: key})
			continue next
		}
		lit := s[i : i+1]
		switch {
		case s[i] == '\\' && i+1 < len(s) && s[i+1] == '"':
			i++
			lit = `"`
		case s[i] == '"':
			lit, i = quotedLiteral(s, i)
		}
		i++
		f.toks = append(f.toks, numToken{lit: lit})
	}
	if f.roman {
		for _, t := range f.toks {
			switch t.key {
			case numZero, numDecimal, numMinus, numPlus, numBoth, numSign, numPR, numV, numSci:
				return nil, pgerr.New(pgerr.SyntaxError, "\"RN\" is incompatible with other formats").
					WithDetail("\"RN\" may only be used together with \"FM\".")
			}
		}
	}
	return f, nil
}

// quotedLiteral reads "..." from s[i] on; a backslash quotes. It returns the place
// of the last byte read.
func quotedLiteral(s string, i int) (lit string, end int) {
	var b strings.Builder
	for i++; i < len(s) && s[i] != '"'; i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String(), i
}

// clash reports an element that the ones before it do not allow.
func (f *numFormat) clash(word string) error {
	signs := f.noSign || f.plus
	m := ""
	switch {
	case f.sci && word != "EEEE":
		m = `"EEEE" must be the last pattern used`
	case (word == "9" || word == "0") && f.bracket:
		m = `"` + word + `" must be ahead of "PR"`
	case (word == "D" || word == ".") && f.decimal:
		m = "multiple decimal points"
	case (word == "D" || word == ".") && f.v, word == "V" && f.decimal:
		m = `cannot use "V" and decimal point together`
	case word == "S" && f.sign:
		m = `cannot use "S" twice`
	case word == "S" && (signs || f.bracket):
		m = `cannot use "S" and "PL"/"MI"/"SG"/"PR" together`
	case (word == "MI" || word == "PL" || word == "SG") && f.sign:
		m = `cannot use "S" and "` + word + `" together`
	case word == "PR" && (f.sign || signs):
		m = `cannot use "PR" and "S"/"PL"/"MI"/"SG" together`
	case word == "RN" && f.roman:
		m = `cannot use "RN" twice`
	case word == "EEEE" && f.sci:
		m = `cannot use "EEEE" twice`
	case word == "EEEE" && (f.fill || f.sign || f.bracket || signs || f.roman || f.v):
		return pgerr.New(pgerr.SyntaxError, "\"EEEE\" is incompatible with other formats").
			WithDetail("\"EEEE\" may only be used together with digit and decimal point patterns.")
	}
	if m == "" {
		return nil
	}
	return pgerr.New(pgerr.SyntaxError, "%s", m)
}

// intToChar formats an integer; with EEEE an int4 is rounded as the float that it fits, half
// to even.
func intToChar(asFloat bool) func(*Ctx, types.Datum, types.Datum) (types.Datum, error) {
	return func(c *Ctx, a, format types.Datum) (types.Datum, error) {
		f, err := numToChar(c, format.Text())
		if err != nil {
			return types.NullDatum, err
		}
		if asFloat && f.sci {
			return sciSigned(strconv.FormatFloat(float64(a.Int()), 'e', f.post, 64)), nil
		}
		return f.text(c, types.DecFromInt64(a.Int()))
	}
}

// floatToChar formats with the digits that a float is sure to have.
func floatToChar(digits int) func(*Ctx, types.Datum, types.Datum) (types.Datum, error) {
	return func(c *Ctx, a, format types.Datum) (types.Datum, error) {
		f, err := numToChar(c, format.Text())
		if err != nil {
			return types.NullDatum, err
		}
		v := a.Float()
		if f.sci && !math.IsInf(v, 0) && v == v {
			return sciSigned(strconv.FormatFloat(v, 'e', f.post, 64)), nil
		}
		s := strconv.FormatFloat(v, 'g', digits, 64)
		if !f.sci && !f.roman && f.mult == 0 && !math.IsInf(v, 0) && v == v {
			pre := len(strconv.FormatFloat(math.Abs(v), 'f', 0, 64))
			f.post = max(min(f.post, digits-pre), 0)
			s = strconv.FormatFloat(v, 'f', f.post, 64)
		}
		d, err := types.ParseDec(s)
		if err != nil {
			return types.NullDatum, err
		}
		return f.text(c, d)
	}
}

func numberToChar(c *Ctx, d *types.Dec, format string) (types.Datum, error) {
	f, err := numToChar(c, format)
	if err != nil {
		return types.NullDatum, err
	}
	return f.text(c, d)
}

func (f *numFormat) text(c *Ctx, d *types.Dec) (types.Datum, error) {
	var err error
	switch {
	case f.roman:
		return types.NewText(f.romanText(d)), nil
	case f.sci:
		return f.sciText(d)
	}
	if f.mult > 0 {
		m, err := types.ParseDec("1e" + strconv.Itoa(f.mult))
		if err != nil {
			return types.NullDatum, err
		}
		if d, err = d.Mul(m); err != nil {
			return types.NullDatum, err
		}
	}
	if d, err = d.Round(int32(f.post)); err != nil {
		return types.NullDatum, err
	}
	neg := d.Sign() < 0
	num := d.Abs().String()
	ip, fp, _ := strings.Cut(num, ".")
	pre := f.pre + f.mult
	if len(ip) > pre {
		ip, fp = strings.Repeat("#", pre), strings.Repeat("#", f.post)
	}
	num = ip
	if f.decimal && f.post > 0 && fp != "" { // NaN and Infinity have no fraction
		num = ip + "." + fp
	}
	w := &numWriter{f: f, num: num, neg: neg, spaces: pre - len(ip), isZeroInt: ip == "0" && f.decimal && f.post > 0, last: -1}
	return w.run(c, ip)
}

// numWriter writes one number.
type numWriter struct {
	f         *numFormat
	num       string // the digits, with a point if the format has one
	at        int    // next byte of num
	cur       int    // digit places written
	spaces    int    // places before the first digit
	neg       bool
	isZeroInt bool
	started   bool // a digit was written
	signed    bool // the sign was written
	last      int  // FM: last relevant byte of num, -1 if all are
	b         strings.Builder
}

func (w *numWriter) run(c *Ctx, ip string) (types.Datum, error) {
	f := w.f
	w.signed = f.noSign || f.sign && f.signAfter
	if f.fill && f.decimal && f.post > 0 {
		w.last = len(ip)
		for i := len(ip) + 1; i < len(w.num); i++ {
			if w.num[i] != '0' {
				w.last = i
			}
		}
		if f.zeroEnd > f.pre {
			w.last = max(w.last, min(len(w.num)-1, f.zeroEnd-max(w.spaces, 0)))
		}
	}
	sign := "+"
	if w.neg {
		sign = "-"
	}
	for i, t := range f.toks {
		if err := c.look(i); err != nil {
			return types.NullDatum, err
		}
		switch t.key {
		case numLiteral:
			w.b.WriteString(t.lit)
		case numNine, numZero, numDecimal:
			w.place(t.key)
		case numComma:
			if w.started {
				w.b.WriteByte(',')
			} else if !f.fill {
				w.b.WriteByte(' ')
			}
		case numMoney:
			if !f.fill {
				w.b.WriteByte(' ')
			}
		case numSign:
			if f.signAfter {
				w.b.WriteString(sign)
			}
		case numBoth:
			w.b.WriteString(sign)
		case numMinus, numPlus:
			switch {
			case t.key == numMinus && w.neg:
				w.b.WriteByte('-')
			case t.key == numPlus && !w.neg:
				w.b.WriteByte('+')
			case !f.fill:
				w.b.WriteByte(' ')
			}
		case numTH, numth:
			if !w.neg && !f.decimal && strings.IndexByte(w.num, '#') < 0 {
				w.b.WriteString(ordinal(w.num, t.key == numTH))
			}
		}
	}
	return types.NewText(w.b.String()), nil
}

// predecSpace is true where the 0 of 0.1 is not written.
func (w *numWriter) predecSpace() bool { return w.f.zeroStart == 0 && w.at == 0 && w.isZeroInt }

func (w *numWriter) writeSign() {
	f := w.f
	point := w.last >= 0 && w.num[w.last] == '.'
	if w.signed || !(w.cur >= w.spaces || f.zeroStart > 0 && f.zeroStart == w.cur+1) || w.predecSpace() && !point {
		return
	}
	w.signed = true
	switch {
	case f.sign && w.neg:
		w.b.WriteByte('-')
	case f.sign:
		w.b.WriteByte('+')
	case f.bracket && w.neg:
		w.b.WriteByte('<')
	case f.bracket:
		if !f.fill {
			w.b.WriteByte(' ')
		}
	case w.neg:
		w.b.WriteByte('-')
	case !f.fill:
		w.b.WriteByte(' ')
	}
}

// place writes one digit place or the decimal point.
func (w *numWriter) place(key numKey) {
	f := w.f
	w.writeSign()
	switch {
	case key == numDecimal:
		if w.at < len(w.num) && w.num[w.at] == '.' {
			w.b.WriteByte('.')
			w.at++
		}
		return
	case w.cur < w.spaces && (f.zeroStart == 0 || f.zeroStart > w.cur+1):
		if !f.fill {
			w.b.WriteByte(' ')
		}
	case w.cur < w.spaces:
		w.b.WriteByte('0')
		w.started = true
	case w.last >= 0 && w.at > w.last && key != numZero:
		w.at++
	case w.predecSpace():
		if !f.fill {
			w.b.WriteByte(' ')
		} else if w.last >= 0 && w.num[w.last] == '.' {
			w.b.WriteByte('0')
		}
		w.at++
	case w.at < len(w.num):
		w.b.WriteByte(w.num[w.at])
		w.at++
		w.started = true
	}
	w.cur++
	if w.cur == f.pre+f.post+f.mult && f.bracket && w.signed {
		if w.neg {
			w.b.WriteByte('>')
		} else if !f.fill {
			w.b.WriteByte(' ')
		}
	}
}

func ordinal(num string, upper bool) string {
	s := "th"
	if n := len(num); n > 0 && !(n > 1 && num[n-2] == '1') {
		switch num[n-1] {
		case '1':
			s = "st"
		case '2':
			s = "nd"
		case '3':
			s = "rd"
		}
	}
	if upper {
		return upperASCII(s)
	}
	return s
}

func (f *numFormat) romanText(d *types.Dec) string {
	r, err := d.Round(0)
	n := int64(0)
	if err == nil {
		n, err = r.Int64()
	}
	s := "###############"
	if err == nil && roman(n) != "" {
		s = roman(n)
	}
	if f.lower {
		s = lowerASCII(s)
	}
	if f.fill {
		return s
	}
	return strings.Repeat(" ", 15-len(s)) + s
}

func (f *numFormat) sciText(d *types.Dec) (types.Datum, error) {
	if !d.IsFinite() {
		s := []byte(" " + strings.Repeat("#", f.pre+f.post+5))
		if f.pre+1 < len(s) {
			s[f.pre+1] = '.'
		}
		return types.NewText(string(s)), nil
	}
	s, err := d.Scientific(int32(f.post))
	return sciSigned(s), err
}

func sciSigned(s string) types.Datum {
	if s != "" && s[0] != '-' {
		s = " " + s
	}
	return types.NewText(s)
}
