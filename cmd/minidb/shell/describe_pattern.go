package shell

import "strings"

// Name patterns of \d and its kin: psql's processSQLNamePattern. A pattern is
// turned into regular expressions for the names and, behind a dot, schemas.

// namePattern says which columns of a query a pattern is about.
type namePattern struct {
	schema  string // column of the schema's name, if the objects have one; if not, dots do not split
	name    string
	alt     []string // other names that may match
	visible string   // condition of objects that need no schema in the pattern
	parts   int      // most parts of a dotted pattern; 0 if dots are not counted
}

// inRegexp are the characters that mean something in a regular expression.
const inRegexp = `|*+?()[]{}.^$\`

// splitPattern makes regular expressions of the parts of a pattern, or of all of it if
// it is not to be split, and counts the dots that are not quoted. In an operator's
// pattern only *, ? and dots are special: no other character stands for anything else.
func splitPattern(pattern string, split, operator bool) (regexps []string, dots int) {
	var b strings.Builder
	quoted := false
	b.WriteString("^(")
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		switch {
		case c == '"':
			if quoted && i+1 < len(pattern) && pattern[i+1] == '"' {
				b.WriteByte('"')
				i++
			} else {
				quoted = !quoted
			}
		case !quoted && c >= 'A' && c <= 'Z':
			b.WriteByte(c + 'a' - 'A')
		case !quoted && c == '*':
			b.WriteString(".*")
		case !quoted && c == '?':
			b.WriteByte('.')
		case !quoted && c == '.' && !split:
			dots++
			b.WriteByte(c)
		case !quoted && c == '.':
			dots++
			b.WriteString(")$")
			regexps = append(regexps, b.String())
			b.Reset()
			b.WriteString("^(")
		case c == '$',
			(quoted || operator) && strings.IndexByte(inRegexp, c) >= 0,
			c == '[' && strings.HasPrefix(pattern[i:], "[]"): // an array type's name
			b.WriteByte('\\')
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteString(")$")
	return append(regexps, b.String()), dots
}

// database is the first part of a pattern of all parts, as it is compared with
// the current database's name: quotes removed. psql finds none in a pattern that it
// does not split.
func (p namePattern) database(pattern string) string {
	if p.schema == "" {
		return ""
	}
	var b strings.Builder
	quoted := false
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '"':
			quoted = !quoted
		case c == '.' && !quoted:
			return b.String()
		case !quoted && c >= 'A' && c <= 'Z':
			b.WriteByte(c + 'a' - 'A')
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// conditions makes the conditions of a pattern, "" standing for none: each
// begins with AND. If the pattern cannot be, problem says why.
func (p namePattern) conditions(pattern string, given, operator bool, database string) (sql, problem string) {
	var b strings.Builder
	and := func(cond string) {
		if cond != "" {
			b.WriteString("  AND " + cond + "\n")
		}
	}
	if !given {
		and(p.visible)
		return b.String(), ""
	}
	regexps, dots := splitPattern(pattern, p.schema != "", operator)
	if p.parts > 0 && dots >= p.parts {
		return "", "improper qualified name (too many dotted names): " + pattern
	}
	if p.parts > 1 && dots == p.parts-1 && p.database(pattern) != database {
		return "", "cross-database references are not implemented: " + pattern
	}
	if re := regexps[len(regexps)-1]; re != "^(.*)$" {
		cond := matches(p.name, re)
		for _, name := range p.alt {
			cond += "\n        OR " + matches(name, re)
		}
		if len(p.alt) > 0 {
			cond = "(" + cond + ")"
		}
		and(cond)
	}
	if p.schema != "" && len(regexps) > 1 {
		if re := regexps[len(regexps)-2]; re != "^(.*)$" {
			and(matches(p.schema, re))
		}
	} else {
		and(p.visible)
	}
	return b.String(), ""
}

func matches(column, re string) string {
	return column + " OPERATOR(pg_catalog.~) " + literal(re) + " COLLATE pg_catalog.default"
}

// literal writes a string constant.
func literal(s string) string {
	quoted := "'" + strings.ReplaceAll(s, "'", "''") + "'"
	if strings.Contains(s, `\`) {
		return "E" + strings.ReplaceAll(quoted, `\`, `\\`)
	}
	return quoted
}
