package types

// Integers, floats, booleans and row addresses as text.

import (
	"bytes"
	"math"
	"math/big"
	"strconv"
	"strings"

	"minidb/pgerr"
)

func outOfRange(typ, s string) *pgerr.Error {
	return pgerr.New(pgerr.NumericValueOutOfRange, "value \"%s\" is out of range for type %s", s, typ)
}

// parseInt reads an integer of so many bits: decimal, 0x, 0o, 0b, underscores
// between digits, white space around (22P02, 22003).
func parseInt(s, typ string, bitSize int) (int64, error) {
	if n, ok := shortInt(s); ok && (bitSize > 16 || n == int64(int16(n))) {
		return n, nil
	}
	t := trimSpace(s)
	body, neg := t, false
	if body != "" && (body[0] == '-' || body[0] == '+') {
		neg, body = body[0] == '-', body[1:]
	}
	base := radix(body)
	if base != 10 {
		body = body[2:]
	}
	clean, ok := stripUnderscores(body, base, base != 10)
	if !ok && overflows(body, base, bitSize) {
		return 0, outOfRange(typ, s)
	}
	if !ok {
		return 0, badInput(typ, s)
	}
	u, err := strconv.ParseUint(clean, base, 64)
	limit := uint64(1) << (bitSize - 1)
	if err != nil || u > limit || u == limit && !neg {
		return 0, outOfRange(typ, s)
	}
	if neg {
		return -int64(u), nil
	}
	return int64(u), nil
}

// overflows tells whether the digits that a text begins with are too many for an integer of
// so many bits: like PostgreSQL it does not look at what comes after them.
func overflows(body string, base, bitSize int) bool {
	most, u := uint64(1)<<(bitSize-1)/uint64(base), uint64(0)
	for i := range len(body) {
		digit := digitVal(body[i])
		switch {
		case body[i] == '_' && i+1 < len(body) && digitVal(body[i+1]) < base:
			continue
		case digit >= base:
			return false
		case u > most:
			return true
		}
		u = u*uint64(base) + uint64(digit)
	}
	return false
}

// shortInt reads an integer as most are written: at most nine digits, maybe a minus sign
// before them. It is of 32 bits; false for any other text.
func shortInt(s string) (n int64, ok bool) {
	body, neg := s, false
	if s != "" && s[0] == '-' {
		body, neg = s[1:], true
	}
	if body == "" || len(body) > 9 {
		return 0, false
	}
	for i := range len(body) {
		digit := body[i] - '0'
		if digit > 9 {
			return 0, false
		}
		n = 10*n + int64(digit)
	}
	if neg {
		n = -n
	}
	return n, true
}

// parseUint32 is parseUint64 for an oid.
func parseUint32(s, typ string) (int64, error) {
	u, err := parseUint64(s, typ)
	if v := int64(u); err == nil && (v < math.MinInt32 || v > math.MaxUint32) {
		return 0, outOfRange(typ, s)
	}
	return int64(uint32(u)), err
}

// parseUint64 reads a number as C's strtoul does with base 0: negative ones wrap.
func parseUint64(s, typ string) (uint64, error) {
	t := trimSpace(s)
	body, neg := t, false
	if body != "" && (body[0] == '-' || body[0] == '+') {
		neg, body = body[0] == '-', body[1:]
	}
	base := 10
	switch {
	case len(body) > 2 && (body[:2] == "0x" || body[:2] == "0X"):
		base, body = 16, body[2:]
	case len(body) > 1 && body[0] == '0':
		base = 8
	}
	digits := 0
	for digits < len(body) && digitVal(body[digits]) < base {
		digits++
	}
	if digits == 0 {
		return 0, badInput(typ, s)
	}
	u, err := strconv.ParseUint(body[:digits], base, 64)
	if err != nil { // whatever comes after them
		return 0, outOfRange(typ, s)
	}
	if digits < len(body) {
		return 0, badInput(typ, s)
	}
	if neg {
		return -u, nil
	}
	return u, nil
}

// floatRange is the error if t is a number that is out of range; nil also if it is none.
func floatRange(t, typ string, bitSize int) error {
	if _, err := parseFloat(t, typ, bitSize); pgerr.CodeOf(err) == pgerr.NumericValueOutOfRange {
		return err
	}
	return nil
}

// parseFloat reads a float8 or float4 (22P02; 22003 also for underflow to zero).
func parseFloat(s, typ string, bitSize int) (float64, error) {
	t := trimSpace(s)
	if t == "" {
		return 0, badInput(typ, s)
	}
	switch strings.ToLower(t) {
	case "nan", "+nan", "-nan":
		return math.NaN(), nil
	case "inf", "+inf", "infinity", "+infinity":
		return math.Inf(1), nil
	case "-inf", "-infinity":
		return math.Inf(-1), nil
	}
	if isNaNWithText(t) {
		return math.NaN(), nil
	}
	hex := false
	for i := 0; i < len(t); i++ {
		switch c := t[i]; {
		case (c == 'x' || c == 'X') && i > 0 && t[i-1] == '0':
			hex = true
		case c >= '0' && c <= '9', c == '.', c == '+', c == '-', c >= 'a' && c <= 'f', c >= 'A' && c <= 'F', c == 'p', c == 'P':
		default: // a number before it may be too large already
			if err := floatRange(t[:i], typ, bitSize); err != nil {
				return 0, err
			}
			return 0, badInput(typ, s)
		}
	}
	text := t
	if hex && !strings.ContainsAny(t, "pP") {
		text += "p0"
	}
	f, err := strconv.ParseFloat(text, bitSize)
	if err != nil {
		if ne, ok := err.(*strconv.NumError); !ok || ne.Err != strconv.ErrRange {
			return 0, badInput(typ, s)
		}
	}
	if math.IsInf(f, 0) || f == 0 && hasNonzeroMantissa(t, hex) {
		return 0, pgerr.New(pgerr.NumericValueOutOfRange, "\"%s\" is out of range for type %s", t, typ)
	}
	return f, nil
}

// isNaNWithText recognizes NAN(text), which C's strtod reads as NaN.
func isNaNWithText(s string) bool {
	s = strings.TrimLeft(s[:1], "+-") + s[1:]
	if len(s) < 5 || !strings.EqualFold(s[:4], "nan(") || s[len(s)-1] != ')' {
		return false
	}
	for _, c := range []byte(s[4 : len(s)-1]) {
		if c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return true
}

func hasNonzeroMantissa(t string, hex bool) bool {
	exp := "eE"
	if hex {
		exp = "pP"
		if i := strings.IndexAny(t, "xX"); i >= 0 {
			t = t[i+1:]
		}
	}
	if i := strings.IndexAny(t, exp); i >= 0 {
		t = t[:i]
	}
	return strings.Trim(t, "+-0.") != ""
}

// appendFloat prints the shortest text that reads back as f, or with a number of
// significant digits as C's %g when extra is 0 or less.
func appendFloat(dst []byte, f float64, bitSize, extra int) []byte {
	switch {
	case math.IsNaN(f):
		return append(dst, "NaN"...)
	case math.IsInf(f, 1):
		return append(dst, "Infinity"...)
	case math.IsInf(f, -1):
		return append(dst, "-Infinity"...)
	}
	// Numbers with so many digits before the point are printed with an exponent
	// (DBL_DIG, FLT_DIG).
	digits, prec := 15, -1
	if bitSize == 32 {
		digits = 6
	}
	if extra <= 0 {
		digits = max(digits+extra, 1)
		prec = digits - 1
	}
	var buf [32]byte
	e := strconv.AppendFloat(buf[:0], f, 'e', prec, bitSize)
	if extra > 0 && math.Abs(f) >= 1<<24 && (bitSize == 32 || math.Abs(f) >= 1<<53) {
		e = avoidHalfway(e, f, bitSize)
	}
	i := len(e) - 1
	for e[i] != 'e' {
		i--
	}
	exp, _ := strconv.Atoi(string(e[i+1:]))
	mant := e[:i]
	if mant[0] == '-' {
		dst = append(dst, '-')
		mant = mant[1:]
	}
	var ds [24]byte
	d := append(ds[:0], mant[0])
	if len(mant) > 2 {
		d = append(d, mant[2:]...)
	}
	for len(d) > 1 && d[len(d)-1] == '0' {
		d = d[:len(d)-1]
	}
	return appendDigits(dst, d, exp, exp < -4 || exp >= digits)
}

// avoidHalfway replaces a shortest text that lies halfway between f and a neighbour,
// and reads back as f only because ties go to the even one: PostgreSQL prints
// 9.999999999999999e+22 for 1e23. Only large numbers have such texts.
func avoidHalfway(e []byte, f float64, bitSize int) []byte {
	for n := len(e); ; n++ {
		v, _, err := big.ParseFloat(string(e), 10, 256, big.ToNearestEven)
		if err != nil || !isHalfway(v, f, bitSize) || n > 40 {
			return e
		}
		digits := bytes.IndexByte(e, 'e') - 1 - bytes.Count(e, []byte("-"))
		e = strconv.AppendFloat(e[:0], f, 'e', max(digits, 1), bitSize)
	}
}

// isHalfway reports whether v is as near to a neighbour of f as to f.
func isHalfway(v *big.Float, f float64, bitSize int) bool {
	exact := new(big.Float).SetPrec(256).SetFloat64(f)
	dir := v.Cmp(exact)
	if dir == 0 {
		return false
	}
	next := math.Nextafter(f, math.Inf(dir))
	if bitSize == 32 {
		next = float64(math.Nextafter32(float32(f), float32(math.Inf(dir))))
	}
	if math.IsInf(next, 0) {
		return false
	}
	sum := new(big.Float).SetPrec(256).SetFloat64(next)
	sum.Add(sum, exact)
	return sum.Cmp(v.Add(v, v)) == 0
}

// appendDigits places the point: d[0].d[1:] times 10^exp.
func appendDigits(dst, d []byte, exp int, scientific bool) []byte {
	if scientific {
		dst = append(dst, d[0])
		if len(d) > 1 {
			dst = append(append(dst, '.'), d[1:]...)
		}
		dst = append(dst, 'e')
		sign := byte('+')
		if exp < 0 {
			sign, exp = '-', -exp
		}
		dst = append(dst, sign)
		if exp < 10 {
			dst = append(dst, '0')
		}
		return strconv.AppendInt(dst, int64(exp), 10)
	}
	if exp < 0 {
		dst = append(dst, '0', '.')
		for i := -1; i > exp; i-- {
			dst = append(dst, '0')
		}
		return append(dst, d...)
	}
	for i := 0; i <= exp || i < len(d); i++ {
		if i == exp+1 {
			dst = append(dst, '.')
		}
		if i < len(d) {
			dst = append(dst, d[i])
		} else {
			dst = append(dst, '0')
		}
	}
	return dst
}

// ParseBool reads a boolean: a unique prefix of true, false, yes, no, on, off, or 1
// or 0 (22P02).
func ParseBool(s string) (bool, error) {
	t := strings.ToLower(trimSpace(s))
	switch {
	case t == "":
	case strings.HasPrefix("true", t), strings.HasPrefix("yes", t), t == "on", t == "1":
		return true, nil
	case strings.HasPrefix("false", t), strings.HasPrefix("no", t), t == "of", t == "off", t == "0":
		return false, nil
	}
	return false, badInput("boolean", s)
}

// NewTid makes a row address: an Int of the block's number times 65536 plus the
// offset, which orders as PostgreSQL orders tids.
func NewTid(block uint32, offset uint16) Datum {
	return NewInt(int64(block)<<16 | int64(offset))
}

func parseTid(s string) (Datum, error) {
	t := trimSpace(s)
	if len(t) > 2 && t[0] == '(' && t[len(t)-1] == ')' {
		if b, o, ok := strings.Cut(t[1:len(t)-1], ","); ok {
			bn, err1 := strconv.ParseInt(strings.TrimLeft(b, " "), 10, 64)
			on, err2 := strconv.ParseUint(strings.TrimLeft(o, " "), 10, 16)
			if err1 == nil && err2 == nil && bn >= math.MinInt32 && bn <= math.MaxUint32 {
				return NewTid(uint32(bn), uint16(on)), nil
			}
		}
	}
	return NullDatum, badInput("tid", s)
}

func appendTid(dst []byte, v int64) []byte {
	dst = append(dst, '(')
	dst = strconv.AppendInt(dst, v>>16, 10)
	dst = append(dst, ',')
	dst = strconv.AppendInt(dst, v&0xffff, 10)
	return append(dst, ')')
}
