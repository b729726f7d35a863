package expr

// This file matches LIKE and ILIKE patterns: % is any run of characters, _ one
// character, and the escape character takes the next one literally.

import (
	"strings"
	"unicode/utf8"

	"minidb/pgerr"
	"minidb/types"
)

func errLikeEscape() error {
	return pgerr.New(pgerr.InvalidEscapeSequence, "LIKE pattern must not end with escape character")
}

// likeMatch reports whether s matches pattern p, whose escape character is \.
// On a mismatch it goes back to the last % only, which makes it quadratic at
// worst.
func likeMatch(s, p string) (bool, error) {
	i, j := 0, 0
	star, from := -1, 0 // place after the last %, and where in s it stands
	for i < len(s) {
		if j < len(p) {
			switch p[j] {
			case '%':
				for j < len(p) && p[j] == '%' {
					j++
				}
				if j == len(p) {
					return true, nil
				}
				star, from = j, i
				continue
			case '_':
				_, n := utf8.DecodeRuneInString(s[i:])
				i += n
				j++
				continue
			case '\\':
				if j+1 == len(p) {
					return false, errLikeEscape()
				}
				if s[i] == p[j+1] {
					i++
					j += 2
					continue
				}
			default:
				if s[i] == p[j] {
					i++
					j++
					continue
				}
			}
		}
		if star < 0 {
			return false, nil
		}
		_, n := utf8.DecodeRuneInString(s[from:])
		from += n
		i, j = from, star
	}
	for j < len(p) && p[j] == '%' {
		j++
	}
	return j == len(p), nil
}

func likeCode(not, fold bool) code {
	return code{f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		s, p := a.Text(), b.Text()
		if fold {
			s, p = lowerASCII(s), lowerASCII(p)
		}
		ok, err := likeMatch(s, p)
		return types.NewBool(ok != not), err
	}}
}

func byteaLike(not bool) code {
	return code{f2: func(_ *Ctx, a, b types.Datum) (types.Datum, error) {
		// A byte is a character: Latin-1 as UTF-8 makes it one.
		ok, err := likeMatch(latin1(a.Bytes()), latin1(b.Bytes()))
		return types.NewBool(ok != not), err
	}}
}

func latin1(b []byte) string {
	var s strings.Builder
	for _, c := range b {
		s.WriteRune(rune(c))
	}
	return s.String()
}

var likeCodes = codeTable{
	"textlike": likeCode(false, false), "textnlike": likeCode(true, false),
	"namelike": likeCode(false, false), "namenlike": likeCode(true, false),
	"bpcharlike": likeCode(false, false), "bpcharnlike": likeCode(true, false),
	"texticlike": likeCode(false, true), "texticnlike": likeCode(true, true),
	"nameiclike": likeCode(false, true), "nameicnlike": likeCode(true, true),
	"bpchariclike": likeCode(false, true), "bpcharicnlike": likeCode(true, true),
	"bytealike": byteaLike(false), "byteanlike": byteaLike(true),
	"like_escape":         {f2: likeEscape},
	"similar_to_escape_2": {f2: similarEscape2},
	"similar_to_escape_1": {f1: func(c *Ctx, a types.Datum) (types.Datum, error) { return similarEscape2(c, a, types.NewText(`\`)) }},
}

// likeEscape rewrites a pattern so that its escape character is \.
func likeEscape(_ *Ctx, pat, esc types.Datum) (types.Datum, error) {
	p, e := pat.Text(), esc.Text()
	switch {
	case e == "":
		return types.NewText(strings.ReplaceAll(p, `\`, `\\`)), nil
	case utf8.RuneCountInString(e) > 1:
		return types.NullDatum, errEscapeString()
	case e == `\`:
		return pat, nil
	}
	var b strings.Builder
	escaped := false
	for i := 0; i < len(p); {
		_, n := utf8.DecodeRuneInString(p[i:])
		ch := p[i : i+n]
		switch {
		case ch == e && !escaped:
			b.WriteByte('\\')
			escaped = true
		case ch == `\` && !escaped:
			b.WriteString(`\\`)
		default:
			b.WriteString(ch)
			escaped = false
		}
		i += n
	}
	return types.NewText(b.String()), nil
}

func errEscapeString() error {
	return pgerr.New(pgerr.InvalidEscapeSequence, "invalid escape string").
		WithHint("Escape string must be empty or one character.")
}

// separatorText is what stands for the two separators around the part that
// substring(... similar ... escape ...) takes: what is before it is as short as
// possible, it is as long as possible.
var separatorText = [2]string{"){1,1}?(", "){1,1}(?:"}

// similarEscape2 turns a SIMILAR TO pattern into a regular expression.
func similarEscape2(_ *Ctx, pat, esc types.Datum) (types.Datum, error) {
	p, e := pat.Text(), esc.Text()
	if utf8.RuneCountInString(e) > 1 {
		return types.NullDatum, errEscapeString()
	}
	var b strings.Builder
	b.WriteString("^(?:")
	bracket, separators := false, 0
	for i := 0; i < len(p); {
		_, n := utf8.DecodeRuneInString(p[i:])
		ch := p[i : i+n]
		i += n
		switch {
		case e != "" && ch == e:
			if i >= len(p) {
				continue
			}
			_, n := utf8.DecodeRuneInString(p[i:])
			if p[i] == '"' {
				if separators == 2 {
					return types.NullDatum, pgerr.New(pgerr.InvalidUseOfEscapeCharacter,
						"SQL regular expression may not contain more than two escape-double-quote separators")
				}
				b.WriteString(separatorText[separators])
				separators++
				i++
				continue
			}
			if n == 1 && !isAlnum(p[i]) {
				b.WriteByte('\\')
			}
			b.WriteString(p[i : i+n])
			i += n
		case bracket:
			if ch == `\` {
				b.WriteByte('\\')
			}
			b.WriteString(ch)
			bracket = ch != "]"
		case ch == "[":
			b.WriteString(ch)
			bracket = true
		case ch == "%":
			b.WriteString(".*")
		case ch == "_":
			b.WriteByte('.')
		case ch == "(":
			b.WriteString("(?:")
		case ch == `\` || ch == "." || ch == "^" || ch == "$":
			b.WriteString(`\` + ch)
		default:
			b.WriteString(ch)
		}
	}
	b.WriteString(")$")
	return types.NewText(b.String()), nil
}

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
