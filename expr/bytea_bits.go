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

// encoding finds an encoding; what says whether it is the source or destination.
func encoding(name, what string) (*types.Encoding, error) {
	e, known := types.FindEncoding(name)
	switch {
	case e != nil:
		return e, nil
	case known:
		return nil, pgerr.Unsupported(-1, "the encoding "+name, "")
	case what == "":
		return nil, pgerr.New(pgerr.InvalidParameterValue, "invalid encoding name \"%s\"", name)
	}
	return nil, pgerr.New(pgerr.InvalidParameterValue, "invalid %s encoding name \"%s\"", what, name)
}

// direct are pairs of encodings that PostgreSQL converts without going through UTF8.
var direct = map[string]string{"LATIN2": "WIN1250", "WIN1250": "LATIN2", "KOI8R": "WIN1251 WIN866 ISO_8859_5",
	"WIN1251": "KOI8R WIN866 ISO_8859_5", "WIN866": "KOI8R WIN1251 ISO_8859_5", "ISO_8859_5": "KOI8R WIN1251 WIN866"}

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
	if err := src.Verify(b); err != nil {
		return types.NullDatum, err
	}
	switch {
	case src.Name == "SQL_ASCII":
		return types.NewBytea(b), dest.Verify(b)
	case src == dest || dest.Name == "SQL_ASCII":
		return types.NewBytea(b), nil
	case !src.Same() && !dest.Same() && strings.Contains(direct[src.Name], dest.Name):
		return types.NullDatum, pgerr.Unsupported(-1, "conversion from "+src.Name+" to "+dest.Name, "Convert to UTF8 first.")
	case !src.Same() && !dest.Same():
		return types.NullDatum, pgerr.New(pgerr.UndefinedFunction,
			"default conversion function for encoding \"%s\" to \"%s\" does not exist", src.Name, dest.Name)
	}
	text, err := src.AppendUTF8(nil, b)
	if err == nil {
		text, err = dest.Append(nil, text)
	}
	return types.NewBytea(text), err
}

func convertFrom(_ *Ctx, a, from types.Datum) (types.Datum, error) {
	d, err := convert(a.Bytes(), from.Text(), "UTF8")
	if err != nil {
		return types.NullDatum, err
	}
	return types.NewText(string(d.Bytes())), types.ValidText(d.Bytes())
}

func lengthIn(_ *Ctx, a, name types.Datum) (types.Datum, error) {
	enc, err := encoding(name.Text(), "")
	if err != nil {
		return types.NullDatum, err
	}
	if err := enc.Verify(a.Bytes()); err != nil {
		return types.NullDatum, err
	}
	if enc.Name != "UTF8" {
		return types.NewInt(int64(len(a.Bytes()))), nil
	}
	return types.NewInt(int64(utf8.RuneCount(a.Bytes()))), nil
}
