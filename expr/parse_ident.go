package expr

// This file has parse_ident: a qualified name as an array of its parts.

import (
	"strings"

	"minidb/pgerr"
	"minidb/types"
)

var identCodes = codeTable{"parse_ident": {f2: parseIdent}}

func parseIdent(_ *Ctx, a, strict types.Datum) (types.Datum, error) {
	s := a.Text()
	bad := func(detail string) (types.Datum, error) {
		e := pgerr.New(pgerr.InvalidParameterValue, "string is not a valid identifier: \"%s\"", s)
		if detail != "" {
			e = e.WithDetail("%s", detail)
		}
		return types.NullDatum, e
	}
	const spaces = " \t\n\r\f\v"
	var parts []string
	rest := strings.TrimLeft(s, spaces)
	for dot := false; ; {
		switch {
		case strings.HasPrefix(rest, `"`):
			part, after, ok := quotedPart(rest)
			if !ok {
				return bad("String has unclosed double quotes.")
			}
			if part == "" {
				return bad("Quoted identifier must not be empty.")
			}
			parts, rest = append(parts, part), after
		case rest != "" && identStart(rest[0]):
			n := 1
			for n < len(rest) && (identStart(rest[n]) || rest[n] >= '0' && rest[n] <= '9' || rest[n] == '$') {
				n++
			}
			parts, rest = append(parts, lowerASCII(rest[:n])), rest[n:]
		case strings.HasPrefix(rest, "."):
			return bad(`No valid identifier before ".".`)
		case dot:
			return bad(`No valid identifier after ".".`)
		default:
			return bad("")
		}
		rest = strings.TrimLeft(rest, spaces)
		if !strings.HasPrefix(rest, ".") {
			break
		}
		rest, dot = strings.TrimLeft(rest[1:], spaces), true
	}
	if rest != "" && strict.Bool() {
		return bad("")
	}
	return textArray(parts), nil
}

func identStart(c byte) bool { return isLetter(c) || c == '_' || c >= 0x80 }

// quotedPart reads a quoted identifier.
func quotedPart(s string) (part, rest string, ok bool) {
	for i := 1; i < len(s); i++ {
		if s[i] == '"' {
			if strings.HasPrefix(s[i+1:], `"`) {
				i++
				continue
			}
			return strings.ReplaceAll(s[1:i], `""`, `"`), s[i+1:], true
		}
	}
	return "", "", false
}

func textArray(parts []string) types.Datum {
	out := make([]types.Datum, len(parts))
	for i, p := range parts {
		out[i] = types.NewText(p)
	}
	return types.NewArray1(types.TextOID, out)
}
