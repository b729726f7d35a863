package types

// Numerics as text. Reading checks the size that an exponent asks for before any
// digit is made, so that '1e1000000' costs nothing.

import (
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"minidb/pgerr"
)

// ParseDec reads a numeric as PostgreSQL does: decimal with an exponent,
// hexadecimal, octal or binary integer, underscores between digits, NaN, Infinity
// (22P02 for anything else, 22003 beyond the limits).
func ParseDec(s string) (*Dec, error) {
	t := trimSpace(s)
	body, neg := t, false
	if body != "" && (body[0] == '+' || body[0] == '-') {
		neg, body = body[0] == '-', body[1:]
	}
	if body == "" {
		return nil, badInput("numeric", s)
	}
	switch strings.ToLower(body) {
	case "nan":
		if len(body) == len(t) {
			return nanDec, nil
		}
		return nil, badInput("numeric", s)
	case "inf", "infinity":
		if neg {
			return negInfDec, nil
		}
		return posInfDec, nil
	}
	var d *Dec
	var err error
	if base := radix(body); base != 10 {
		d, err = parseRadixDec(body[2:], base, s)
	} else {
		d, err = parseDecimal(body, s)
	}
	if err == nil && neg {
		d = d.Neg()
	}
	return d, err
}

func parseRadixDec(digits string, base int, whole string) (*Dec, error) {
	clean, ok := stripUnderscores(digits, base, true)
	if !ok {
		return nil, badInput("numeric", whole)
	}
	// 2^435411 is the first power of two beyond 131072 digits.
	if len(strings.TrimLeft(clean, "0")) > 435412 {
		return nil, errDecOverflow()
	}
	c, ok := new(apd.BigInt).SetString(clean, base)
	if !ok {
		return nil, badInput("numeric", whole)
	}
	return checkedDec(c, 0)
}

// parseDecimal reads digits, point and exponent; the sign is gone.
func parseDecimal(body, whole string) (*Dec, error) {
	mant, exp := body, int64(0)
	if i := strings.IndexAny(body, "eE"); i >= 0 {
		mant = body[:i]
		e, ok := parseExponent(body[i+1:])
		if !ok {
			return nil, badInput("numeric", whole)
		}
		exp = e
	}
	ip, fp, hasPoint := strings.Cut(mant, ".")
	is, ok1 := stripUnderscores(ip, 10, false)
	fs, ok2 := stripUnderscores(fp, 10, false)
	if ip == "" && (!hasPoint || fp == "") || ip != "" && !ok1 || fp != "" && !ok2 {
		return nil, badInput("numeric", whole)
	}
	digits := strings.TrimLeft(is+fs, "0")
	scale := int64(len(fs)) - exp
	if digits == "" {
		if scale > maxDecScale || exp > 1<<30 {
			return nil, errDecOverflow()
		}
		return &Dec{scale: int32(max(scale, 0))}, nil
	}
	if scale > maxDecScale || int64(len(digits))-scale > maxDecWeight {
		return nil, errDecOverflow()
	}
	if scale < 0 {
		digits += strings.Repeat("0", int(-scale))
		scale = 0
	}
	if len(digits) <= 18 {
		v, _ := strconv.ParseInt(digits, 10, 64)
		return &Dec{small: v, scale: int32(scale)}, nil
	}
	c, _ := new(apd.BigInt).SetString(digits, 10)
	return makeDec(c, int32(scale)), nil
}

// parseExponent saturates far outside of numeric's range.
func parseExponent(s string) (int64, bool) {
	neg := false
	if s != "" && (s[0] == '+' || s[0] == '-') {
		neg, s = s[0] == '-', s[1:]
	}
	s, ok := stripUnderscores(s, 10, false)
	if !ok {
		return 0, false
	}
	e, err := strconv.ParseInt(s, 10, 64)
	if err != nil || e > 1<<31 {
		e = 1 << 31
	}
	if neg {
		e = -e
	}
	return e, true
}

// stripUnderscores removes single underscores between digits. It fails without
// digits or at anything else. leading allows one in front, as after 0x.
func stripUnderscores(s string, base int, leading bool) (string, bool) {
	if strings.IndexByte(s, '_') < 0 {
		return s, s != "" && allDigits(s, base)
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '_' {
			b.WriteByte(s[i])
			continue
		}
		if i == 0 && !leading || i+1 == len(s) || s[i+1] == '_' {
			return "", false
		}
	}
	return b.String(), b.Len() > 0 && allDigits(b.String(), base)
}

func allDigits(s string, base int) bool {
	for i := 0; i < len(s); i++ {
		if digitVal(s[i]) >= base {
			return false
		}
	}
	return true
}

func digitVal(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return 99
}

// radix looks for 0x, 0o and 0b.
func radix(s string) int {
	if len(s) > 2 && s[0] == '0' {
		switch s[1] {
		case 'x', 'X':
			return 16
		case 'o', 'O':
			return 8
		case 'b', 'B':
			return 2
		}
	}
	return 10
}

func badInput(typ, s string) *pgerr.Error {
	return pgerr.New(pgerr.InvalidTextRepresentation, "invalid input syntax for type %s: \"%s\"", typ, s)
}

// String prints d with all digits of its display scale.
func (d *Dec) String() string { return string(d.Append(nil)) }

// Append appends what String returns.
func (d *Dec) Append(dst []byte) []byte {
	switch d.form {
	case decNaN:
		return append(dst, "NaN"...)
	case decPosInf:
		return append(dst, "Infinity"...)
	case decNegInf:
		return append(dst, "-Infinity"...)
	}
	var buf [48]byte
	var digits []byte
	if d.big == nil {
		digits = strconv.AppendUint(buf[:0], absInt(d.small), 10)
	} else {
		digits = d.big.Append(buf[:0], 10)
		if digits[0] == '-' {
			digits = digits[1:]
		}
	}
	if d.Sign() < 0 {
		dst = append(dst, '-')
	}
	scale := int(d.scale)
	if scale == 0 {
		return append(dst, digits...)
	}
	if n := len(digits) - scale; n > 0 {
		dst = append(dst, digits[:n]...)
		dst = append(dst, '.')
		return append(dst, digits[n:]...)
	}
	dst = append(dst, '0', '.')
	for i := len(digits); i < scale; i++ {
		dst = append(dst, '0')
	}
	return append(dst, digits...)
}
