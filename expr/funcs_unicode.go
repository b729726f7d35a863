package expr

// This file has the functions of text that know Unicode: normal forms, assigned
// code points; and to_ascii, which replaces the letters of some encodings.

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"minidb/pgerr"
	"minidb/types"
)

// unicodeVersion is the version of PostgreSQL 18's tables.
const unicodeVersion = "16.0"

var unicodeCodes = codeTable{
	"unicode_normalize_func": {f2: func(_ *Ctx, s, form types.Datum) (types.Datum, error) {
		f, err := normalForm(form.Text())
		if err != nil {
			return types.NullDatum, err
		}
		return types.NewText(f.String(s.Text())), nil
	}},
	"unicode_is_normalized": {f2: func(_ *Ctx, s, form types.Datum) (types.Datum, error) {
		f, err := normalForm(form.Text())
		if err != nil {
			return types.NullDatum, err
		}
		return types.NewBool(f.IsNormalString(s.Text())), nil
	}},
	"unicode_version":  {f0: func(*Ctx) (types.Datum, error) { return types.NewText(unicodeVersion), nil }},
	"unicode_assigned": {f1: func(_ *Ctx, s types.Datum) (types.Datum, error) { return types.NewBool(allAssigned(s.Text())), nil }},
	"to_ascii_default": {f1: func(_ *Ctx, s types.Datum) (types.Datum, error) { return toASCII(s.Text(), "UTF8") }},
	"to_ascii_enc": {f2: func(_ *Ctx, s, enc types.Datum) (types.Datum, error) {
		n := enc.Int()
		if n < 0 || n >= int64(len(types.EncodingNames)) {
			return types.NullDatum, pgerr.New(pgerr.UndefinedObject, "%d is not a valid encoding code", n)
		}
		return toASCII(s.Text(), types.EncodingNames[n])
	}},
	"to_ascii_encname": {f2: func(_ *Ctx, s, enc types.Datum) (types.Datum, error) {
		i := types.EncodingNumber(enc.Text())
		if i < 0 {
			return types.NullDatum, pgerr.New(pgerr.UndefinedObject, "%s is not a valid encoding name", enc.Text())
		}
		return toASCII(s.Text(), types.EncodingNames[i])
	}},
}

func normalForm(name string) (norm.Form, error) {
	switch strings.ToUpper(name) {
	case "NFC":
		return norm.NFC, nil
	case "NFD":
		return norm.NFD, nil
	case "NFKC":
		return norm.NFKC, nil
	case "NFKD":
		return norm.NFKD, nil
	}
	return 0, pgerr.New(pgerr.InvalidParameterValue, "invalid normalization form: %s", name)
}

func allAssigned(s string) bool {
	for _, r := range s {
		if !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cc, unicode.Cf, unicode.Co) {
			return false
		}
	}
	return true
}

// asciiLetters are what to_ascii makes of the bytes from 128 on that are part of a
// character in UTF8: 128 to 191, and 194 to 244.
var asciiLetters = map[string][2]string{
	"LATIN1": {`                                  cL Y  "Ca  -R     'u .,      ?`, "AAAAACEEEEIIII NOOOOOxOUUUUYTBaaaaaaaceeeeiiii nooo"},
	"LATIN2": {`                                 A L LS "SSTZ-ZZ a,l'ls ,sstz"zz`, "AAALCCCEEEEIIDDNNOOOOxRUUUUYTBraaaalccceeeeiiddnnoo"},
	"LATIN9": {`                                  cL YS sCa  -R     Zu .z   EeY?`, "AAAAACEEEEIIII NOOOOOxOUUUUYTBaaaaaaaceeeeiiii nooo"},
	"WIN1250": {"  ' \"    %S<STZZ `'\"\".--  s>stzz   L A  \"CS  -RZ  ,l'u .,as L\"lz",
		"AAALCCCEEEEIIDDNNOOOOxRUUUUYTBraaaalccceeeeiiddnnoo"},
}

// toASCII takes each byte of s as a character of the encoding, whatever s is.
func toASCII(s, encoding string) (types.Datum, error) {
	letters, ok := asciiLetters[encoding]
	if !ok {
		return types.NullDatum, pgerr.New(pgerr.FeatureNotSupported, "encoding conversion from %s to ASCII not supported", encoding)
	}
	b := []byte(s)
	for i, c := range b {
		switch {
		case c >= 194:
			b[i] = letters[1][c-194]
		case c >= 128:
			b[i] = letters[0][c-128]
		}
	}
	return types.NewText(string(b)), nil
}
