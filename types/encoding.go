package types

// Encodings of texts outside of the database, whose own is UTF8: those of one byte a
// character, and SQL_ASCII, which means bytes as they are.

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"minidb/pgerr"
)

// Encoding is one of them. Name is PostgreSQL's for it.
type Encoding struct {
	Name string
	up   []rune // what the bytes from 0x80 on mean; nil if they are not converted
	down map[rune]byte
}

// Same tells whether texts are UTF8 in it, as far as the database can know.
func (e *Encoding) Same() bool { return e.up == nil }

// EncodingNames are PostgreSQL's encodings, by number. Those of several bytes are not
// converted.
var EncodingNames = strings.Fields(`SQL_ASCII EUC_JP EUC_CN EUC_KR EUC_TW EUC_JIS_2004 UTF8 MULE_INTERNAL LATIN1 LATIN2 LATIN3
	LATIN4 LATIN5 LATIN6 LATIN7 LATIN8 LATIN9 LATIN10 WIN1256 WIN1258 WIN866 WIN874 KOI8R WIN1251 WIN1252 ISO_8859_5
	ISO_8859_6 ISO_8859_7 ISO_8859_8 WIN1250 WIN1253 WIN1254 WIN1255 WIN1257 KOI8U SJIS BIG5 GBK UHC GB18030 JOHAB SHIFT_JIS_2004`)

// encodingAliases are further names.
var encodingAliases = map[string]string{
	"unicode": "UTF8", "iso88591": "LATIN1", "iso88592": "LATIN2", "iso88593": "LATIN3", "iso88594": "LATIN4",
	"iso88599": "LATIN5", "iso885910": "LATIN6", "iso885913": "LATIN7", "iso885914": "LATIN8", "iso885915": "LATIN9",
	"iso885916": "LATIN10", "koi8": "KOI8R", "alt": "WIN866", "win": "WIN1251", "abc": "WIN1258", "tcvn": "WIN1258",
	"tcvn5712": "WIN1258", "vscii": "WIN1258", "mskanji": "SJIS", "shiftjis": "SJIS", "win932": "SJIS", "win936": "GBK",
	"win949": "UHC", "win950": "BIG5", "windows932": "SJIS", "windows936": "GBK", "windows949": "UHC", "windows950": "BIG5",
}

// encodingNumbers are the numbers of the encodings by their names in lower case and
// without signs.
var encodingNumbers = sync.OnceValue(func() map[string]int {
	m := map[string]int{}
	for n, name := range EncodingNames {
		key := encodingKey(name)
		m[key] = n
		if number, ok := strings.CutPrefix(key, "win"); ok {
			m["windows"+number] = n
		}
	}
	for alias, name := range encodingAliases {
		m[alias] = slices.Index(EncodingNames, name)
	}
	return m
})

// encodings are those that are converted, by number; nil for the others.
var encodings = sync.OnceValue(func() []*Encoding {
	list := make([]*Encoding, len(EncodingNames))
	for n, name := range EncodingNames {
		text, ok := upperHalves[name]
		if !ok {
			if name == "UTF8" || name == "SQL_ASCII" {
				list[n] = &Encoding{Name: name}
			}
			continue
		}
		e := &Encoding{Name: name, up: []rune(text), down: map[rune]byte{}}
		for i, r := range e.up {
			if r != utf8.RuneError {
				e.down[r] = byte(0x80 + i)
			}
		}
		list[n] = e
	}
	return list
})

// encodingKey is an encoding's name in lower case and without signs.
func encodingKey(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		}
		return -1
	}, name)
}

// EncodingNumber finds an encoding by any of its names, -1 if there is none.
func EncodingNumber(name string) int {
	if n, ok := encodingNumbers()[encodingKey(name)]; ok {
		return n
	}
	return -1
}

// FindEncoding finds an encoding; nil and known is one that is not converted.
func FindEncoding(name string) (e *Encoding, known bool) {
	n := EncodingNumber(name)
	if n < 0 {
		return nil, false
	}
	return encodings()[n], true
}

// Verify refuses what is no text of the encoding (22021), mapped or not.
func (e *Encoding) Verify(b []byte) error {
	if e.Name == "UTF8" {
		return ValidText(b)
	}
	if bytes.IndexByte(b, 0) >= 0 {
		return invalidSequence(e.Name, []byte{0})
	}
	return nil
}

// AppendUTF8 appends a text of the encoding to dst, as UTF8. Bytes that mean nothing are
// an error (22021, 22P05).
func (e *Encoding) AppendUTF8(dst, b []byte) ([]byte, error) {
	if e.Same() {
		return append(dst, b...), ValidText(b)
	}
	if err := e.Verify(b); err != nil {
		return dst, err
	}
	for i, c := range b {
		if c < utf8.RuneSelf {
			dst = append(dst, c)
			continue
		}
		r := e.up[c-utf8.RuneSelf]
		if r == utf8.RuneError {
			return dst, noEquivalent(b[i:i+1], e.Name, "UTF8")
		}
		dst = utf8.AppendRune(dst, r)
	}
	return dst, nil
}

// Append appends a valid text of UTF8 to dst, in the encoding. A character that it does
// not have is an error (22P05).
func (e *Encoding) Append(dst, text []byte) ([]byte, error) {
	if e.Same() {
		return append(dst, text...), nil
	}
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		c, ok := byte(r), r < utf8.RuneSelf
		if !ok {
			c, ok = e.down[r]
		}
		if !ok {
			return dst, noEquivalent(text[i:i+n], "UTF8", e.Name)
		}
		dst = append(dst, c)
		i += n
	}
	return dst, nil
}

// FromClient is a text as the client has sent it in UTF8, which may be b itself. What is
// none is an error (22021, 22P05).
func (e *Env) FromClient(b []byte) ([]byte, error) {
	if e.Client == nil {
		return b, ValidText(b)
	}
	return e.Client.AppendUTF8(nil, b)
}

// ToClient turns dst from start on, a text, into what the client reads. It throws an
// *pgerr.Error for a character that the client's encoding does not have (22P05).
func (e *Env) ToClient(dst []byte, start int) []byte {
	if e.Client == nil {
		return dst
	}
	return e.encode(dst, start)
}

func (e *Env) encode(dst []byte, start int) []byte {
	dst, err := e.Client.Append(dst[:start], bytes.Clone(dst[start:]))
	if err != nil {
		panic(err)
	}
	return dst
}

func noEquivalent(b []byte, from, to string) error {
	return pgerr.New(pgerr.UntranslatableCharacter, "character with byte sequence%s in encoding \"%s\" has no equivalent in encoding \"%s\"",
		hexSequence(b), from, to)
}

func invalidSequence(encoding string, b []byte) error {
	return pgerr.New(pgerr.CharacterNotInRepertoire, "invalid byte sequence for encoding \"%s\":%s", encoding, hexSequence(b))
}

func hexSequence(b []byte) string {
	var s strings.Builder
	for _, c := range b {
		fmt.Fprintf(&s, " 0x%02x", c)
	}
	return s.String()
}
