package expr

// This file has the functions of bytea, the digests, and the conversions
// between bytes and text.

import (
	"bytes"
	"crypto/md5"
	"crypto/rand"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"hash/crc32"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf8"

	"minidb/pgerr"
	"minidb/types"
)

func digest(f func([]byte) []byte) code {
	return code{f1: func(_ *Ctx, a types.Datum) (types.Datum, error) { return types.NewBytea(f(a.Bytes())), nil }}
}

var byteaCodes = codeTable{
	"byteacat": {f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		if err := checkLength(len(a.Bytes()) + len(b.Bytes())); err != nil {
			return types.NullDatum, err
		}
		return types.NewBytea(append(bytes.Clone(a.Bytes()), b.Bytes()...)), nil
	}},
	"byteaoctetlen":     {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) { return types.NewInt(int64(len(a.Bytes()))), nil }},
	"bit_length(bytea)": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) { return types.NewInt(8 * int64(len(a.Bytes()))), nil }},
	"md5_text": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		h := md5.Sum([]byte(a.Text()))
		return types.NewText(hex.EncodeToString(h[:])), nil
	}},
	"md5_bytea": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		h := md5.Sum(a.Bytes())
		return types.NewText(hex.EncodeToString(h[:])), nil
	}},
	"sha224_bytea": digest(func(b []byte) []byte { h := sha256.Sum224(b); return h[:] }),
	"sha256_bytea": digest(func(b []byte) []byte { h := sha256.Sum256(b); return h[:] }),
	"sha384_bytea": digest(func(b []byte) []byte { h := sha512.Sum384(b); return h[:] }),
	"sha512_bytea": digest(func(b []byte) []byte { h := sha512.Sum512(b); return h[:] }),
	"crc32_bytea": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		return types.NewInt(int64(crc32.ChecksumIEEE(a.Bytes()))), nil
	}},
	"crc32c_bytea": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		return types.NewInt(int64(crc32.Checksum(a.Bytes(), crc32.MakeTable(crc32.Castagnoli)))), nil
	}},
	"bytea_reverse": digest(func(b []byte) []byte {
		out := bytes.Clone(b)
		for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
			out[i], out[j] = out[j], out[i]
		}
		return out
	}),
	"bytea_bit_count": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		n := 0
		for _, b := range a.Bytes() {
			n += bits.OnesCount8(b)
		}
		return types.NewInt(int64(n)), nil
	}},
	"bytea_substr": {f3: byteaSubstr},
	"bytea_substr_no_len": {f2: func(c *Ctx, a, from types.Datum) (types.Datum, error) {
		return byteaSubstr(c, a, from, types.NewInt(maxTextBytes+abs64(from.Int())))
	}},
	"byteapos": {f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		return types.NewInt(int64(bytes.Index(a.Bytes(), b.Bytes()) + 1)), nil
	}},
	"byteaGetByte":  {f2: byteaGetByte},
	"binary_encode": {f2: encode},
	"binary_decode": {f2: decode},
	"gen_random_uuid": {f0: func(*Ctx) (types.Datum, error) {
		var u [16]byte
		rand.Read(u[:])
		u[6], u[8] = u[6]&0x0f|0x40, u[8]&0x3f|0x80
		return types.NewUUID(u), nil
	}},
}

func toBase(base int, width uint) func(*Ctx, types.Datum) (types.Datum, error) {
	return func(_ *Ctx, a types.Datum) (types.Datum, error) {
		v := uint64(a.Int())
		if width == 32 {
			v = uint64(uint32(v))
		}
		return types.NewText(strconv.FormatUint(v, base)), nil
	}
}

func byteaSubstr(_ *Ctx, a, from, n types.Datum) (types.Datum, error) {
	start, count := from.Int(), n.Int()
	if count < 0 {
		return types.NullDatum, pgerr.New(pgerr.SubstringError, "negative substring length not allowed")
	}
	b := a.Bytes()
	end := min(start+count-1, int64(len(b)))
	start = max(start-1, 0)
	if start >= end {
		return types.NewBytea(nil), nil
	}
	return types.NewBytea(b[start:end:end]), nil
}

func byteaGetByte(_ *Ctx, a, n types.Datum) (types.Datum, error) {
	b, i := a.Bytes(), n.Int()
	if i < 0 || i >= int64(len(b)) {
		return types.NullDatum, pgerr.New(pgerr.ArraySubscriptError, "index %d out of valid range, 0..%d", i, len(b)-1)
	}
	return types.NewInt(int64(b[i])), nil
}

func badEncoding(name string) error {
	return pgerr.New(pgerr.InvalidParameterValue, "unrecognized encoding: \"%s\"", name)
}

func encode(_ *Ctx, a, how types.Datum) (types.Datum, error) {
	b := a.Bytes()
	if err := checkLength(4 * len(b)); err != nil {
		return types.NullDatum, err
	}
	switch lowerASCII(how.Text()) {
	case "hex":
		return types.NewText(hex.EncodeToString(b)), nil
	case "base64":
		s := base64.StdEncoding.EncodeToString(b)
		var out strings.Builder
		for len(s) > 76 {
			out.WriteString(s[:76] + "\n")
			s = s[76:]
		}
		return types.NewText(out.String() + s), nil
	case "escape":
		var out strings.Builder
		for _, c := range b {
			switch {
			case c == 0 || c >= 0x80:
				out.WriteString(`\` + strconv.FormatInt(int64(c)+01000, 8)[1:])
			case c == '\\':
				out.WriteString(`\\`)
			default:
				out.WriteByte(c)
			}
		}
		return types.NewText(out.String()), nil
	}
	return types.NullDatum, badEncoding(how.Text())
}

// decodeBase64 reads groups of four symbols, which = may fill up; more may follow
// a filled group.
func decodeBase64(s string) ([]byte, error) {
	bad := func(format string, args ...any) *pgerr.Error {
		return pgerr.New(pgerr.InvalidParameterValue, format, args...)
	}
	out := make([]byte, 0, len(s)/4*3)
	bits, n, end := uint32(0), 0, 0 // end: how many = fill the group
	for i, r := range s {
		v := uint32(0)
		switch {
		case r == ' ' || r == '\t' || r == '\n' || r == '\r':
			continue
		case r == '=':
			if end == 0 {
				switch n {
				case 2:
					end = 1
				case 3:
					end = 2
				default:
					return nil, bad("unexpected \"=\" while decoding base64 sequence")
				}
			}
		default:
			k := -1
			if r < 128 {
				k = strings.IndexByte(base64Symbols, s[i])
			}
			if k < 0 {
				return nil, bad("invalid symbol \"%c\" found while decoding base64 sequence", r)
			}
			v = uint32(k)
		}
		bits = bits<<6 | v
		if n++; n < 4 {
			continue
		}
		out = append(out, byte(bits>>16))
		if end == 0 || end > 1 {
			out = append(out, byte(bits>>8))
		}
		if end == 0 || end > 2 {
			out = append(out, byte(bits))
		}
		bits, n = 0, 0
	}
	if n != 0 {
		return nil, bad("invalid base64 end sequence").
			WithHint("Input data is missing padding, is truncated, or is otherwise corrupted.")
	}
	return out, nil
}

const base64Symbols = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

func decode(_ *Ctx, a, how types.Datum) (types.Datum, error) {
	s := a.Text()
	switch lowerASCII(how.Text()) {
	case "hex":
		return decodeHex(s)
	case "base64":
		b, err := decodeBase64(s)
		if err != nil {
			return types.NullDatum, err
		}
		return types.NewBytea(b), nil
	case "escape":
		return decodeEscape(s)
	}
	return types.NullDatum, badEncoding(how.Text())
}

func decodeHex(s string) (types.Datum, error) {
	var out []byte
	for i := 0; i < len(s); i++ {
		if strings.IndexByte(" \t\n\r", s[i]) >= 0 {
			continue
		}
		hi := hexDigit(s[i])
		if hi < 0 {
			_, n := utf8.DecodeRuneInString(s[i:])
			return types.NullDatum, pgerr.New(pgerr.InvalidParameterValue, "invalid hexadecimal digit: \"%s\"", s[i:i+n])
		}
		if i++; i == len(s) {
			return types.NullDatum, pgerr.New(pgerr.InvalidParameterValue, "invalid hexadecimal data: odd number of digits")
		}
		lo := hexDigit(s[i])
		if lo < 0 {
			_, n := utf8.DecodeRuneInString(s[i:])
			return types.NullDatum, pgerr.New(pgerr.InvalidParameterValue, "invalid hexadecimal digit: \"%s\"", s[i:i+n])
		}
		out = append(out, byte(hi<<4|lo))
	}
	return types.NewBytea(out), nil
}

func decodeEscape(s string) (types.Datum, error) {
	var out []byte
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] != '\\':
			out = append(out, s[i])
		case strings.HasPrefix(s[i+1:], `\`):
			out = append(out, '\\')
			i++
		default:
			if i+3 >= len(s) {
				return types.NullDatum, pgerr.New(pgerr.InvalidTextRepresentation, "invalid input syntax for type %s", "bytea")
			}
			v, err := strconv.ParseUint(s[i+1:i+4], 8, 8)
			if err != nil {
				return types.NullDatum, pgerr.New(pgerr.InvalidTextRepresentation, "invalid input syntax for type %s", "bytea")
			}
			out = append(out, byte(v))
			i += 3
		}
	}
	return types.NewBytea(out), nil
}
