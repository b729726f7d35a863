package expr

// This file has what changes and trims bytes, what UUIDs hold, and conversions
// between encodings: UTF8, LATIN1 and SQL_ASCII are known.

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"strings"
	"time"
	"unicode/utf8"

	"minidb/pgerr"
	"minidb/types"
)

var byteaBitCodes = codeTable{
	"byteaSetByte": {f3: func(_ *Ctx, a, n, v types.Datum) (types.Datum, error) {
		out := bytes.Clone(a.Bytes())
		if err := checkIndex(n.Int(), int64(len(out))); err != nil {
			return types.NullDatum, err
		}
		out[n.Int()] = byte(v.Int())
		return types.NewBytea(out), nil
	}},
	"byteaGetBit": {f2: func(_ *Ctx, a, n types.Datum) (types.Datum, error) {
		b, i := a.Bytes(), n.Int()
		if err := checkIndex(i, 8*int64(len(b))); err != nil {
			return types.NullDatum, err
		}
		return types.NewInt(int64(b[i/8] >> (i % 8) & 1)), nil
	}},
	"byteaSetBit": {f3: func(_ *Ctx, a, n, v types.Datum) (types.Datum, error) {
		out, i := bytes.Clone(a.Bytes()), n.Int()
		if err := checkIndex(i, 8*int64(len(out))); err != nil {
			return types.NullDatum, err
		}
		switch v.Int() {
		case 0:
			out[i/8] &^= 1 << (i % 8)
		case 1:
			out[i/8] |= 1 << (i % 8)
		default:
			return types.NullDatum, pgerr.New(pgerr.InvalidParameterValue, "new bit must be 0 or 1")
		}
		return types.NewBytea(out), nil
	}},
	"byteaoverlay": {fn: func(c *Ctx, a []types.Datum) (types.Datum, error) {
		return byteaOverlay(c, a[0], a[1], a[2].Int(), a[3].Int())
	}},
	"byteaoverlay_no_len": {f3: func(c *Ctx, a, b, n types.Datum) (types.Datum, error) {
		return byteaOverlay(c, a, b, n.Int(), int64(len(b.Bytes())))
	}},
	"byteatrim":  byteaTrim(true, true),
	"bytealtrim": byteaTrim(true, false),
	"byteartrim": byteaTrim(false, true),
	"pg_convert": {f3: func(_ *Ctx, a, from, to types.Datum) (types.Datum, error) {
		return convert(a.Bytes(), from.Text(), to.Text())
	}},
	"pg_convert_to": {f2: func(_ *Ctx, a, to types.Datum) (types.Datum, error) {
		return convert([]byte(a.Text()), "UTF8", to.Text())
	}},
	"pg_convert_from":    {f2: convertFrom},
	"length_in_encoding": {f2: lengthIn},
	"uuidv7":             {f0: func(*Ctx) (types.Datum, error) { return uuidAt(time.Now().UnixNano()), nil }},
	"uuidv7_interval": {f1: func(c *Ctx, iv types.Datum) (types.Datum, error) {
		now := time.Now()
		us, err := types.TimestamptzAdd(now.UnixMicro()-postgresEpochMicros, iv.Interval(), c.env().TimeZone)
		if err != nil {
			return types.NullDatum, err
		}
		if us += postgresEpochMicros; us < 0 {
			us = 0
		}
		return uuidAt(us*1000 + int64(now.Nanosecond()%1000)), nil
	}},
	"uuid_extract_version": {f1: func(_ *Ctx, a types.Datum) (types.Datum, error) {
		u := a.UUID()
		if u[8]&0xc0 != 0x80 {
			return types.NullDatum, nil
		}
		return types.NewInt(int64(u[6] >> 4)), nil
	}},
	"uuid_extract_timestamp": {f1: uuidTime},
}

// postgresEpochMicros is 2000-01-01 in Unix time.
const postgresEpochMicros = 946_684_800_000_000

func checkIndex(i, n int64) error {
	if i < 0 || i >= n {
		return pgerr.New(pgerr.ArraySubscriptError, "index %d out of valid range, 0..%d", i, n-1)
	}
	return nil
}

func byteaOverlay(c *Ctx, a, b types.Datum, from, n int64) (types.Datum, error) {
	if from <= 0 {
		return types.NullDatum, pgerr.New(pgerr.SubstringError, "negative substring length not allowed")
	}
	head, err := byteaSubstr(c, a, types.NewInt(1), types.NewInt(from-1))
	if err != nil {
		return types.NullDatum, err
	}
	out := append(bytes.Clone(head.Bytes()), b.Bytes()...)
	if rest := max(from+n-1, 0); rest < int64(len(a.Bytes())) {
		out = append(out, a.Bytes()[rest:]...)
	}
	return types.NewBytea(out), checkLength(len(out))
}

func byteaTrim(left, right bool) code {
	return code{f2: func(_ *Ctx, a, set types.Datum) (types.Datum, error) {
		b := a.Bytes()
		for left && len(b) > 0 && bytes.IndexByte(set.Bytes(), b[0]) >= 0 {
			b = b[1:]
		}
		for right && len(b) > 0 && bytes.IndexByte(set.Bytes(), b[len(b)-1]) >= 0 {
			b = b[:len(b)-1]
		}
		return types.NewBytea(b[:len(b):len(b)]), nil
	}}
}

// uuidAt makes a UUID of version 7: milliseconds, 12 bits of their fraction, and
// random bits.
func uuidAt(ns int64) types.Datum {
	var u [16]byte
	rand.Read(u[8:])
	frac := uint64(ns%1_000_000) << 12 / 1_000_000
	binary.BigEndian.PutUint64(u[:8], uint64(ns/1_000_000)<<16|0x7000|frac)
	u[8] = u[8]&0x3f | 0x80
	return types.NewUUID(u)
}

// uuidTime reads the time of a UUID of version 1 or 7.
func uuidTime(_ *Ctx, a types.Datum) (types.Datum, error) {
	u := a.UUID()
	if u[8]&0xc0 != 0x80 {
		return types.NullDatum, nil
	}
	switch u[6] >> 4 {
	case 1: // 100 ns since 1582-10-15
		t := int64(u[6]&0x0f)<<56 | int64(u[7])<<48 | int64(u[4])<<40 | int64(u[5])<<32 | int64(binary.BigEndian.Uint32(u[:4]))
		return types.NewTimestamptz(t/10 - 152_384*86_400_000_000), nil
	case 7:
		ms := int64(binary.BigEndian.Uint64(u[:8]) >> 16)
		return types.NewTimestamptz(ms*1000 - postgresEpochMicros), nil
	}
	return types.NullDatum, nil
}

// encodingNames are the encodings with a conversion, by name without signs.
var encodingNames = map[string]string{"utf8": "UTF8", "unicode": "UTF8", "latin1": "LATIN1", "iso88591": "LATIN1", "sqlascii": "SQL_ASCII"}

// encodingKey is an encoding's name in lower case and without signs.
func encodingKey(name string) string {
	return strings.Map(func(r rune) rune {
		if r < 128 && isAlnum(byte(r)) {
			return r
		}
		return -1
	}, lowerASCII(name))
}

// encoding finds an encoding; what says whether it is the source or destination.
func encoding(name, what string) (string, error) {
	key := encodingKey(name)
	if e := encodingNames[key]; e != "" {
		return e, nil
	}
	if otherEncodings[key] {
		return "", pgerr.Unsupported(-1, "the encoding "+name, "")
	}
	if what == "" {
		return "", pgerr.New(pgerr.InvalidParameterValue, "invalid encoding name \"%s\"", name)
	}
	return "", pgerr.New(pgerr.InvalidParameterValue, "invalid %s encoding name \"%s\"", what, name)
}

// otherEncodings are PostgreSQL's encodings that minidb cannot convert.
var otherEncodings = wordSet(`abc alt big5 euccn eucjis2004 eucjp euckr euctw gb18030 gbk iso88592 iso88593 iso88594
	iso88595 iso88596 iso88597 iso88598 iso88599 iso885910 iso885913 iso885914 iso885915 iso885916 johab koi8 koi8r
	koi8u latin10 latin2 latin3 latin4 latin5 latin6 latin7 latin8 latin9 mskanji muleinternal shiftjis
	shiftjis2004 sjis tcvn tcvn5712 uhc vscii win win1250 win1251 win1252 win1253 win1254 win1255 win1256
	win1257 win1258 win866 win874 win932 win936 win949 win950 windows1250 windows1251 windows1252 windows1253
	windows1254 windows1255 windows1256 windows1257 windows1258 windows866 windows874 windows932 windows936
	windows949 windows950`)

// convert turns bytes of one encoding into another.
func convert(b []byte, from, to string) (types.Datum, error) {
	src, err := encoding(from, "source")
	if err != nil {
		return types.NullDatum, err
	}
	dest, err := encoding(to, "destination")
	if err != nil {
		return types.NullDatum, err
	}
	if src == "UTF8" || src == "SQL_ASCII" && dest == "UTF8" {
		if err := checkUTF8(b); err != nil {
			return types.NullDatum, err
		}
	}
	switch {
	case src == "LATIN1" && dest == "UTF8":
		b = []byte(latin1(b))
	case src == "UTF8" && dest == "LATIN1":
		out := make([]byte, 0, len(b))
		for i := 0; i < len(b); {
			r, n := utf8.DecodeRune(b[i:])
			if r > 0xff {
				return types.NullDatum, pgerr.New(pgerr.UntranslatableCharacter,
					"character with byte sequence %s in encoding \"UTF8\" has no equivalent in encoding \"LATIN1\"", hexBytes(b[i:i+n]))
			}
			out = append(out, byte(r))
			i += n
		}
		b = out
	}
	return types.NewBytea(b), nil
}

func convertFrom(_ *Ctx, a, from types.Datum) (types.Datum, error) {
	d, err := convert(a.Bytes(), from.Text(), "UTF8")
	if err != nil {
		return types.NullDatum, err
	}
	if err := checkUTF8(d.Bytes()); err != nil {
		return types.NullDatum, err
	}
	return types.NewText(string(d.Bytes())), nil
}

func checkUTF8(b []byte) error {
	if !utf8.Valid(b) || bytes.IndexByte(b, 0) >= 0 {
		return pgerr.New(pgerr.CharacterNotInRepertoire, "invalid byte sequence for encoding \"UTF8\": %s", badBytes(b))
	}
	return nil
}

func lengthIn(_ *Ctx, a, name types.Datum) (types.Datum, error) {
	enc, err := encoding(name.Text(), "")
	if err != nil {
		return types.NullDatum, err
	}
	if enc != "UTF8" {
		return types.NewInt(int64(len(a.Bytes()))), nil
	}
	if err := checkUTF8(a.Bytes()); err != nil {
		return types.NullDatum, err
	}
	return types.NewInt(int64(utf8.RuneCount(a.Bytes()))), nil
}
