package expr

// This file turns PostgreSQL's advanced regular expressions into Go's. Where
// both mean the same the translation is direct; back references, lookaround and
// mixtures of greedy and non-greedy quantifiers, which PostgreSQL matches by
// rules of its own, are refused. An expression without non-greedy quantifiers
// takes the longest of the leftmost matches, as POSIX wants.

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"minidb/pgerr"
)

// reFlags are the options of one expression.
type reFlags struct {
	fold     bool // i
	newline  int  // 0 none, 1 n (both), 2 p (. and brackets), 3 w (^ and $)
	expanded bool // x
	literal  bool // q
	global   bool // g, of the calling function
}

func badRegex(what string) error {
	return pgerr.New(pgerr.InvalidRegularExpression, "invalid regular expression: %s", what)
}

// parseFlags reads a function's flags argument.
func parseFlags(s string) (f reFlags, err error) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case 'g':
			f.global = true
		case 'i':
			f.fold = true
		case 'c':
			f.fold = false
		case 'n', 'm':
			f.newline = 1
		case 'p':
			f.newline = 2
		case 'w':
			f.newline = 3
		case 's':
			f.newline = 0
		case 'x':
			f.expanded = true
		case 't':
			f.expanded = false
		case 'q':
			f.literal = true
		case 'e':
		default:
			_, n := utf8.DecodeRuneInString(s[i:])
			return f, pgerr.New(pgerr.InvalidParameterValue, "invalid regular expression option: \"%s\"", s[i:i+n])
		}
	}
	return f, nil
}

// reKey identifies a compiled expression.
type reKey struct {
	pattern string
	flags   reFlags
}

// reCache keeps compiled expressions; it is emptied when full.
var reCache = struct {
	sync.Mutex
	m map[reKey]*regexp.Regexp
}{m: make(map[reKey]*regexp.Regexp)}

const reCacheSize = 256

// compileRegex translates and compiles a pattern.
func compileRegex(pattern string, f reFlags) (*regexp.Regexp, error) {
	f.global = false
	key := reKey{pattern, f}
	reCache.Lock()
	re := reCache.m[key]
	reCache.Unlock()
	if re != nil {
		return re, nil
	}
	t := &reTranslator{in: pattern, flags: f}
	src, err := t.translate()
	if err != nil {
		return nil, err
	}
	re, gerr := regexp.Compile(src)
	if gerr != nil {
		return nil, regexError(gerr)
	}
	if !t.lazy {
		re.Longest()
	}
	reCache.Lock()
	if len(reCache.m) >= reCacheSize {
		clear(reCache.m)
	}
	reCache.m[reKey{strings.Clone(pattern), f}] = re
	reCache.Unlock()
	return re, nil
}

// regexError words Go's complaint as PostgreSQL's.
func regexError(err error) error {
	s := err.Error()
	for _, m := range [][2]string{
		{"missing argument", "quantifier operand invalid"},
		{"invalid nested", "quantifier operand invalid"},
		{"missing closing )", "parentheses () not balanced"},
		{"unexpected )", "parentheses () not balanced"},
		{"missing closing ]", "brackets [] not balanced"},
		{"invalid character class range", "invalid character range"},
		{"repeat count", "invalid repetition count(s)"},
		{"invalid repeat", "invalid repetition count(s)"},
		{"too large", "regular expression is too complex"},
	} {
		if strings.Contains(s, m[0]) {
			return badRegex(m[1])
		}
	}
	return badRegex("invalid regexp (reg version 0.8)")
}

// reTranslator rewrites one expression.
type reTranslator struct {
	in    string
	i     int
	out   strings.Builder
	flags reFlags
	lazy  bool
	eager bool
}

func (t *reTranslator) translate() (string, error) {
	t.prefix()
	if t.flags.literal {
		return t.options() + regexp.QuoteMeta(t.in[t.i:]), nil
	}
	for t.i < len(t.in) {
		if err := t.step(); err != nil {
			return "", err
		}
	}
	if t.lazy && t.eager {
		return "", pgerr.Unsupported(-1, "a regular expression that mixes greedy and non-greedy quantifiers", "")
	}
	return t.options() + t.out.String(), nil
}

// prefix reads ***: and ***= and leading options such as (?i).
func (t *reTranslator) prefix() {
	switch {
	case strings.HasPrefix(t.in, "***="):
		t.flags.literal, t.i = true, 4
		return
	case strings.HasPrefix(t.in, "***:"):
		t.i = 4
	}
	rest := t.in[t.i:]
	if !strings.HasPrefix(rest, "(?") {
		return
	}
	end := strings.IndexByte(rest, ')')
	if end < 3 || strings.Trim(rest[2:end], "bceimnpqstwx") != "" {
		return
	}
	given := strings.NewReplacer("b", "", "e", "").Replace(rest[2:end])
	if f, err := parseFlags(given); err == nil {
		f.fold = f.fold || t.flags.fold && !strings.Contains(given, "c")
		t.flags = f
		t.i += end + 1
	}
}

func (t *reTranslator) options() string {
	o := ""
	if t.flags.fold {
		o += "i"
	}
	if t.flags.newline == 0 || t.flags.newline == 3 {
		o += "s"
	}
	if t.flags.newline == 1 || t.flags.newline == 3 {
		o += "m"
	}
	if o == "" {
		return ""
	}
	return "(?" + o + ")"
}

// step translates the next token.
func (t *reTranslator) step() error {
	c := t.in[t.i]
	switch {
	case c == '\\':
		return t.escape()
	case c == '[':
		return t.bracket()
	case c == '(':
		return t.group()
	case c == '*' || c == '+' || c == '?':
		t.out.WriteByte(c)
		t.i++
		t.greed()
	case c == '{' && t.i+1 < len(t.in) && t.in[t.i+1] >= '0' && t.in[t.i+1] <= '9':
		return t.bound()
	case c == '{':
		t.out.WriteString(`\{`)
		t.i++
	case t.flags.expanded && (c == ' ' || c >= '\t' && c <= '\r'):
		t.i++
	case t.flags.expanded && c == '#':
		for t.i < len(t.in) && t.in[t.i] != '\n' {
			t.i++
		}
	default:
		t.out.WriteByte(c)
		t.i++
	}
	return nil
}

// greed notes whether the quantifier just written is greedy.
func (t *reTranslator) greed() {
	if t.i < len(t.in) && t.in[t.i] == '?' {
		t.out.WriteByte('?')
		t.i++
		t.lazy = true
		return
	}
	t.eager = true
}

func (t *reTranslator) bound() error {
	end := strings.IndexByte(t.in[t.i:], '}')
	if end < 0 {
		return badRegex("braces {} not balanced")
	}
	body := t.in[t.i+1 : t.i+end]
	lo, hi, two := strings.Cut(body, ",")
	m, err := strconv.Atoi(lo)
	n := m
	if err == nil && two && hi != "" {
		n, err = strconv.Atoi(hi)
	}
	if err != nil || m > 255 || n > 255 || n < m {
		return badRegex("invalid repetition count(s)")
	}
	t.out.WriteString("{" + body + "}")
	t.i += end + 1
	if two && n != m || two && hi == "" {
		t.greed()
	} else if t.i < len(t.in) && t.in[t.i] == '?' {
		t.greed()
	}
	return nil
}

func (t *reTranslator) group() error {
	rest := t.in[t.i:]
	if !strings.HasPrefix(rest, "(?") {
		t.out.WriteByte('(')
		t.i++
		return nil
	}
	switch {
	case strings.HasPrefix(rest, "(?:"):
		t.out.WriteString("(?:")
		t.i += 3
		return nil
	case strings.HasPrefix(rest, "(?#"):
		end := strings.IndexByte(rest, ')')
		if end < 0 {
			return badRegex("parentheses () not balanced")
		}
		t.i += end + 1
		return nil
	case strings.HasPrefix(rest, "(?="), strings.HasPrefix(rest, "(?!"),
		strings.HasPrefix(rest, "(?<="), strings.HasPrefix(rest, "(?<!"):
		return pgerr.Unsupported(-1, "lookaround in a regular expression", "")
	}
	return badRegex("quantifier operand invalid")
}

// bracket copies a bracket expression.
func (t *reTranslator) bracket() error {
	if strings.HasPrefix(t.in[t.i:], "[[:<:]]") || strings.HasPrefix(t.in[t.i:], "[[:>:]]") {
		return pgerr.Unsupported(-1, "a word boundary [[:<:]] in a regular expression", `Use \y.`)
	}
	t.out.WriteByte('[')
	t.i++
	if t.i < len(t.in) && t.in[t.i] == '^' {
		t.out.WriteByte('^')
		t.i++
		if t.flags.newline == 1 || t.flags.newline == 2 {
			t.out.WriteString(`\n`)
		}
	}
	for first := true; t.i < len(t.in); first = false {
		c := t.in[t.i]
		switch {
		case c == ']' && !first:
			t.out.WriteByte(']')
			t.i++
			return nil
		case c == '[' && t.i+1 < len(t.in) && t.in[t.i+1] == ':':
			end := strings.Index(t.in[t.i:], ":]")
			if end < 0 {
				return badRegex("brackets [] not balanced")
			}
			name := t.in[t.i : t.i+end+2]
			if !reClasses[name] {
				return badRegex("invalid character class")
			}
			t.out.WriteString(name)
			t.i += end + 2
		case c == '[' && t.i+1 < len(t.in) && (t.in[t.i+1] == '.' || t.in[t.i+1] == '='):
			return pgerr.Unsupported(-1, "a collating element in a regular expression", "")
		case c == '\\':
			if err := t.escape(); err != nil {
				return err
			}
		case c == ']' || c == '[' || c == '&' || c == '~':
			t.out.WriteString(`\` + string(c))
			t.i++
		default:
			t.out.WriteByte(c)
			t.i++
		}
	}
	return badRegex("brackets [] not balanced")
}

var reClasses = map[string]bool{"[:alnum:]": true, "[:alpha:]": true, "[:blank:]": true, "[:cntrl:]": true,
	"[:digit:]": true, "[:graph:]": true, "[:lower:]": true, "[:print:]": true, "[:punct:]": true,
	"[:space:]": true, "[:upper:]": true, "[:xdigit:]": true, "[:word:]": true}

// reEscapes are the escapes that another one says.
var reEscapes = map[byte]string{'d': `\d`, 'D': `\D`, 'w': `\w`, 'W': `\W`, 's': `[[:space:]]`, 'S': `[^[:space:]]`,
	'y': `\b`, 'Y': `\B`, 'A': `\A`, 'Z': `\z`, 'a': `\a`, 'b': `\x08`, 'B': `\\`, 'e': `\x1b`, 'f': `\f`,
	'n': `\n`, 'r': `\r`, 't': `\t`, 'v': `\v`}

func (t *reTranslator) escape() error {
	if t.i+1 >= len(t.in) {
		return badRegex("invalid escape \\ sequence")
	}
	c := t.in[t.i+1]
	t.i += 2
	inBracket := strings.HasSuffix(t.in[:t.i-2], "[") || strings.LastIndexByte(t.out.String(), '[') > strings.LastIndexByte(t.out.String(), ']')
	switch {
	case c == 's' && inBracket:
		t.out.WriteString("[:space:]")
	case (c == 'm' || c == 'M') && !inBracket:
		return pgerr.Unsupported(-1, `the regular expression escape \`+string(c), `Use \y.`)
	case reEscapes[c] != "":
		t.out.WriteString(reEscapes[c])
	case c == 'c' && t.i < len(t.in):
		t.out.WriteString(hexEscape(rune(t.in[t.i] & 31)))
		t.i++
	case c == 'x':
		return t.hex(1, 8)
	case c == 'u':
		return t.hex(4, 4)
	case c == 'U':
		return t.hex(8, 8)
	case c == '0':
		t.out.WriteString(`\x00`)
	case c >= '1' && c <= '9':
		return pgerr.Unsupported(-1, "a back reference in a regular expression", "")
	case isAlnum(c):
		return badRegex("invalid escape \\ sequence")
	default:
		t.i--
		_, n := utf8.DecodeRuneInString(t.in[t.i:])
		t.out.WriteString(regexp.QuoteMeta(t.in[t.i : t.i+n]))
		if c == '-' {
			s := t.out.String()
			t.out.Reset()
			t.out.WriteString(s[:len(s)-1] + `\-`)
		}
		t.i += n
	}
	return nil
}

func hexEscape(r rune) string { return `\x{` + strconv.FormatInt(int64(r), 16) + `}` }

func (t *reTranslator) hex(least, most int) error {
	n := 0
	for n < most && t.i+n < len(t.in) && hexDigit(t.in[t.i+n]) >= 0 {
		n++
	}
	v, err := strconv.ParseUint(t.in[t.i:t.i+n], 16, 32)
	if n < least || err != nil || v > utf8.MaxRune {
		return badRegex("invalid escape \\ sequence")
	}
	t.out.WriteString(hexEscape(rune(v)))
	t.i += n
	return nil
}
