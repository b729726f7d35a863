package expr

// This file formats and reads numbers by templates: to_char(number, ...) and
// to_number. The rules are those of PostgreSQL's NUM_processor.

import (
	"strconv"
	"strings"

	"minidb/pgerr"
	"minidb/types"
)

var toNumberCodes = codeTable{
	"int4_to_char":      {f2: intToChar},
	"int8_to_char":      {f2: intToChar},
	"numeric_to_char":   {f2: func(_ *Ctx, a, f types.Datum) (types.Datum, error) { return numberToChar(a.Dec(), f.Text()) }},
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

var numWords = []struct {
	word string
	key  numKey
}{{"EEEE", numSci}, {"FM", 0}, {"MI", numMinus}, {"PL", numPlus}, {"SG", numBoth}, {"PR", numPR}, {"RN", numRoman},
	{"TH", numTH}, {"S", numSign}, {"D", numDecimal}, {"G", numComma}, {"V", numV}, {"L", numMoney},
	{"B", numNothing}, {"C", numNothing}, {"9", numNine}, {"0", numZero}, {".", numDecimal}, {",", numComma}}

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
	signAfter, noSign  bool // S after the digits; MI, PL or SG take its place
	roman, lower, sci  bool
}

func parseNumFormat(s string) (*numFormat, error) {
	f := &numFormat{}
	bad := func(m string) error { return pgerr.New(pgerr.SyntaxError, "%s", m) }
	digits := 0
next:
	for i := 0; i < len(s); {
		for _, w := range numWords {
			if len(s)-i < len(w.word) || !strings.EqualFold(s[i:i+len(w.word)], w.word) {
				continue
			}
			lower := s[i] >= 'a' && s[i] <= 'z'
			i += len(w.word)
			key := w.key
			switch {
			case w.word == "FM":
				f.fill = true
				continue next
			case key == numNine || key == numZero:
				if f.bracket {
					return nil, bad("\"9\" must be ahead of \"PR\"")
				}
				digits++
				switch {
				case f.mult > 0 || f.hasV():
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
				if f.decimal {
					return nil, bad("multiple decimal points")
				}
				if f.hasV() {
					return nil, bad("cannot use \"V\" and decimal point together")
				}
				f.decimal = true
			case key == numSign:
				if f.sign {
					return nil, bad("cannot use \"S\" twice")
				}
				f.sign, f.signAfter = true, digits > 0
			case key == numMinus || key == numPlus || key == numBoth:
				f.noSign = f.noSign || key != numPlus
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
		case s[i] == '\\' && i+1 < len(s):
			i++
			lit = s[i : i+1]
		case s[i] == '"':
			end := strings.IndexByte(s[i+1:], '"')
			if end < 0 {
				end = len(s) - i - 1
			}
			lit = s[i+1 : i+1+end]
			i += end + 1
		}
		i++
		f.toks = append(f.toks, numToken{lit: lit})
	}
	return f, nil
}

func (f *numFormat) hasV() bool {
	for _, t := range f.toks {
		if t.key == numV {
			return true
		}
	}
	return false
}

func intToChar(_ *Ctx, a, f types.Datum) (types.Datum, error) {
	return numberToChar(types.DecFromInt64(a.Int()), f.Text())
}

func floatToChar(digits int) func(*Ctx, types.Datum, types.Datum) (types.Datum, error) {
	return func(_ *Ctx, a, f types.Datum) (types.Datum, error) {
		s := strconv.FormatFloat(a.Float(), 'g', digits, 64)
		d, err := types.ParseDec(s)
		if err != nil {
			return types.NullDatum, err
		}
		return numberToChar(d, f.Text())
	}
}

func numberToChar(d *types.Dec, format string) (types.Datum, error) {
	f, err := parseNumFormat(format)
	if err != nil {
		return types.NullDatum, err
	}
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
	switch {
	case d.IsNaN() || d.IsInf() || len(ip) > pre:
		ip, fp = strings.Repeat("#", pre), strings.Repeat("#", f.post)
	}
	if f.decimal {
		num = ip + "." + fp
	} else {
		num = ip
	}
	w := &numWriter{f: f, num: num, neg: neg, spaces: pre - len(ip), isZeroInt: ip == "0" && f.decimal && f.post > 0, last: -1}
	return types.NewText(w.run(ip)), nil
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

func (w *numWriter) run(ip string) string {
	f := w.f
	w.signed = f.noSign || f.sign && f.signAfter
	if f.fill && f.decimal {
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
	for _, t := range f.toks {
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
	return w.b.String()
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
		w.b.WriteByte('.')
		if w.at < len(w.num) && w.num[w.at] == '.' {
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
	if err == nil && n >= 1 && n <= 3999 {
		s = ""
		for _, x := range []struct {
			v int64
			s string
		}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"},
			{10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
			for ; n >= x.v; n -= x.v {
				s += x.s
			}
		}
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
	v, err := d.Float64()
	if err != nil {
		return types.NullDatum, err
	}
	s := strconv.FormatFloat(v, 'e', f.post, 64)
	if s[0] != '-' && !f.fill {
		s = " " + s
	}
	return types.NewText(s), nil
}

// toNumber reads a number written by a template.
func toNumber(_ *Ctx, a, format types.Datum) (types.Datum, error) {
	if format.Text() == "" {
		return types.NullDatum, nil
	}
	f, err := parseNumFormat(format.Text())
	if err != nil {
		return types.NullDatum, err
	}
	s := trimSpaceASCII(a.Text())
	neg := strings.ContainsAny(s, "-<")
	var b strings.Builder
	left, seen := f.pre, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			if !seen && left == 0 {
				continue
			}
			left--
			b.WriteByte(c)
		case c == '.' && f.decimal && !seen:
			seen, left = true, f.post
			b.WriteByte('.')
		}
	}
	num := strings.TrimSuffix(b.String(), ".")
	if num == "" {
		return types.NullDatum, pgerr.New(pgerr.InvalidTextRepresentation, "invalid input syntax for type numeric: \"%s\"", " ")
	}
	d, err := types.ParseDec(num)
	if err != nil {
		return types.NullDatum, err
	}
	if neg {
		d = d.Neg()
	}
	return types.NewNumeric(d), nil
}
