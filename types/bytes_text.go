package types

// bytea and uuid as text.

import (
	"encoding/hex"

	"minidb/pgerr"
)

const hexDigits = "0123456789abcdef"

// parseBytea reads \x and hexadecimal digits with white space between bytes, or the
// escape form (22023, 22P02).
func parseBytea(s string) ([]byte, error) {
	if len(s) >= 2 && s[0] == '\\' && s[1] == 'x' {
		return ParseHex(s[2:])
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			out = append(out, s[i])
			continue
		}
		switch {
		case i+1 < len(s) && s[i+1] == '\\':
			out = append(out, '\\')
			i++
		case i+3 < len(s) && s[i+1] >= '0' && s[i+1] <= '3' && isOctal(s[i+2]) && isOctal(s[i+3]):
			out = append(out, (s[i+1]-'0')<<6|(s[i+2]-'0')<<3|(s[i+3]-'0'))
			i += 3
		default:
			return nil, pgerr.New(pgerr.InvalidTextRepresentation, "invalid input syntax for type bytea")
		}
	}
	return out, nil
}

// ParseHex reads pairs of hexadecimal digits (22023).
func ParseHex(s string) ([]byte, error) {
	out := make([]byte, 0, len(s)/2)
	for i := 0; i < len(s); {
		if c := s[i]; c == ' ' || c == '\n' || c == '\t' || c == '\r' {
			i++
			continue
		}
		hi, err := hexVal(s[i:])
		if err != nil {
			return nil, err
		}
		i++
		if i == len(s) {
			return nil, pgerr.New(pgerr.InvalidParameterValue, "invalid hexadecimal data: odd number of digits")
		}
		lo, err := hexVal(s[i:])
		if err != nil {
			return nil, err
		}
		i++
		out = append(out, byte(hi<<4|lo))
	}
	return out, nil
}

func hexVal(s string) (int, error) {
	if v := digitVal(s[0]); v < 16 {
		return v, nil
	}
	for _, r := range s {
		return 0, pgerr.New(pgerr.InvalidParameterValue, "invalid hexadecimal digit: \"%c\"", r)
	}
	return 0, nil
}

func appendBytea(dst, b []byte, form ByteaOutput) []byte {
	if form == ByteaHex {
		dst = append(dst, '\\', 'x')
		return hex.AppendEncode(dst, b)
	}
	for _, c := range b {
		switch {
		case c == '\\':
			dst = append(dst, '\\', '\\')
		case c < 0x20 || c > 0x7e:
			dst = append(dst, '\\', '0'+c>>6, '0'+c>>3&7, '0'+c&7)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// parseUUID reads 32 digits with optional braces and a hyphen after any group of
// four (22P02).
func parseUUID(s string) ([16]byte, error) {
	var u [16]byte
	t := s
	braces := len(t) > 0 && t[0] == '{'
	if braces {
		t = t[1:]
	}
	for i := range u {
		if len(t) < 2 || digitVal(t[0]) > 15 || digitVal(t[1]) > 15 {
			return u, badInput("uuid", s)
		}
		u[i] = byte(digitVal(t[0])<<4 | digitVal(t[1]))
		t = t[2:]
		if i%2 == 1 && i < 15 && t != "" && t[0] == '-' {
			t = t[1:]
		}
	}
	if braces {
		if t == "" || t[0] != '}' {
			return u, badInput("uuid", s)
		}
		t = t[1:]
	}
	if t != "" {
		return u, badInput("uuid", s)
	}
	return u, nil
}

func appendUUID(dst []byte, u *[16]byte) []byte {
	for i, b := range u {
		if i == 4 || i == 6 || i == 8 || i == 10 {
			dst = append(dst, '-')
		}
		dst = append(dst, hexDigits[b>>4], hexDigits[b&15])
	}
	return dst
}
