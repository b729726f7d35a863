package expr

// This file reads the escapes and bracket expressions of regular expressions.

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// reEscapeChars are the escapes that stand for one character.
var reEscapeChars = map[byte]rune{'a': 7, 'b': 8, 'B': '\\', 'e': 27, 'f': 12, 'n': 10, 'r': 13, 't': 9, 'v': 11}

// escapeAtom reads an escape outside of brackets.
func (p *reParser) escapeAtom() (*reSyn, bool, error) {
	if p.flags.syntax == reBasic || p.flags.syntax == reExtended {
		return p.plainEscape()
	}
	if p.i+1 < len(p.in) {
		c := p.in[p.i+1]
		switch {
		case strings.IndexByte("AZmMyY", c) >= 0:
			p.i += 2
			return &reSyn{kind: synAssert, assert: c}, false, nil
		case c >= '1' && c <= '9':
			if a, err := p.backref(); a != nil || err != nil {
				return a, true, err
			}
		}
	}
	r, class, err := p.escape()
	if err != nil {
		return nil, false, err
	}
	if class != nil {
		return &reSyn{kind: synClass, class: class}, true, nil
	}
	return p.char(r), true, nil
}

// plainEscape is a backslash of extended and basic expressions: the character
// behind it, or a word boundary or back reference of a basic one.
func (p *reParser) plainEscape() (*reSyn, bool, error) {
	if p.i+1 == len(p.in) {
		return nil, false, badRegex(errEscape)
	}
	c := p.in[p.i+1]
	if p.flags.syntax == reBasic {
		switch {
		case c == '<' || c == '>':
			p.i += 2
			return &reSyn{kind: synAssert, assert: map[byte]byte{'<': 'm', '>': 'M'}[c]}, false, nil
		case c == '{':
			return nil, false, badRegex(errOperand)
		case c >= '1' && c <= '9':
			a, err := p.backref()
			return a, true, err
		}
	}
	r, n := utf8.DecodeRuneInString(p.in[p.i+1:])
	p.i += 1 + n
	return p.char(r), true, nil
}

// backref reads \1 and so on; more digits than one are a back reference only if
// there are that many groups, and an octal number if not (nil).
func (p *reParser) backref() (*reSyn, error) {
	end := p.i + 1
	for p.digitAt(end) {
		end++
	}
	v, err := strconv.Atoi(p.in[p.i+1 : end])
	if one := end == p.i+2; !one && (err != nil || v >= len(p.groups)) {
		return nil, nil
	}
	if p.look > 0 || v >= len(p.groups) || p.groups[v] == nil {
		return nil, badRegex(errBackref)
	}
	p.i = end
	return &reSyn{kind: synBackref, n: v, kids: []*reSyn{p.groups[v]}}, nil
}

// escape reads an escape that is a character or a class.
func (p *reParser) escape() (rune, *reClass, error) {
	if p.i+1 == len(p.in) {
		return 0, nil, badRegex(errEscape)
	}
	c := p.in[p.i+1]
	p.i += 2
	if r, ok := reEscapeChars[c]; ok {
		return r, nil, nil
	}
	switch c {
	case 'd', 'w', 's', 'D', 'W', 'S':
		return 0, reShorthand[c], nil
	case 'c':
		if p.i == len(p.in) {
			return 0, nil, badRegex(errEscape)
		}
		r, n := utf8.DecodeRuneInString(p.in[p.i:])
		p.i += n
		return r & 31, nil, nil
	case 'x':
		return p.digits(16, 1, 255)
	case 'u':
		return p.digits(16, 4, 4)
	case 'U':
		return p.digits(16, 8, 8)
	}
	switch {
	case c >= '0' && c <= '9':
		p.i--
		r, _, err := p.digits(8, 1, 3)
		if r > 0xff {
			p.i--
			r >>= 3
		}
		return r, nil, err
	case isAlnum(c):
		return 0, nil, badRegex(errEscape)
	}
	p.i--
	r, n := utf8.DecodeRuneInString(p.in[p.i:])
	p.i += n
	return r, nil, nil
}

// digits reads a character's number.
func (p *reParser) digits(base, least, most int) (rune, *reClass, error) {
	v, n := 0, 0
	for ; n < most && p.i < len(p.in); n++ {
		d := int(hexDigit(p.in[p.i]))
		if d < 0 || d >= base {
			break
		}
		if v = v*base + d; v > utf8.MaxRune {
			return 0, nil, badRegex(errEscape)
		}
		p.i++
	}
	if n < least {
		return 0, nil, badRegex(errEscape)
	}
	return rune(v), nil, nil
}

// bracket reads a bracket expression.
func (p *reParser) bracket() (*reSyn, error) {
	for text, a := range map[string]byte{"[[:<:]]": 'm', "[[:>:]]": 'M'} {
		if strings.HasPrefix(p.in[p.i:], text) {
			p.i += len(text)
			return &reSyn{kind: synAssert, assert: a}, nil
		}
	}
	p.i++
	not := p.eat('^')
	class := &reClass{}
	for first := true; ; first = false {
		if p.i == len(p.in) {
			return nil, badRegex(errBracket)
		}
		if p.in[p.i] == ']' && !first {
			p.i++
			break
		}
		if err := p.bracketPart(class, first); err != nil {
			return nil, err
		}
	}
	if p.flags.fold {
		class.fold()
	}
	if not {
		class = class.complement()
		if p.flags.newline == 1 || p.flags.newline == 2 {
			class.ascii[0] &^= 1 << '\n'
		}
	}
	return &reSyn{kind: synClass, class: class}, nil
}

// bracketPart reads a character, a range or a class inside brackets.
func (p *reParser) bracketPart(class *reClass, first bool) error {
	if p.in[p.i] == '-' && !first && !strings.HasPrefix(p.in[p.i:], "-]") {
		return badRegex(errRange)
	}
	lo, set, err := p.bracketItem()
	if err != nil {
		return err
	}
	if set != nil {
		class.join(set)
		return nil
	}
	hi := lo
	if p.i+1 < len(p.in) && p.in[p.i] == '-' && p.in[p.i+1] != ']' {
		p.i++
		if hi, set, err = p.bracketItem(); err != nil {
			return err
		}
		if set != nil || hi < lo {
			return badRegex(errRange)
		}
	}
	class.add(lo, hi)
	return nil
}

// bracketItem reads one element of a bracket expression.
func (p *reParser) bracketItem() (rune, *reClass, error) {
	rest := p.in[p.i:]
	if len(rest) > 1 && rest[0] == '[' && (rest[1] == ':' || rest[1] == '.' || rest[1] == '=') {
		kind := rest[1]
		end := strings.Index(rest[2:], string(kind)+"]")
		if end < 0 {
			return 0, nil, badRegex(errBracket)
		}
		name := rest[2 : 2+end]
		p.i += end + 4
		if kind == ':' {
			return p.namedClass(name)
		}
		r, n := utf8.DecodeRuneInString(name)
		if n == 0 || n != len(name) {
			c, ok := reCharNames[name]
			if !ok {
				return 0, nil, badRegex(errCollate)
			}
			r = rune(c)
		}
		if kind == '=' {
			set := &reClass{}
			set.add(r, r)
			return 0, set, nil
		}
		return r, nil, nil
	}
	if rest != "" && rest[0] == '\\' && p.flags.syntax == reAdvanced {
		return p.escape()
	}
	r, n := utf8.DecodeRuneInString(rest)
	p.i += n
	return r, nil, nil
}

func (p *reParser) namedClass(name string) (rune, *reClass, error) {
	if p.flags.fold && (name == "upper" || name == "lower") {
		name = "alpha"
	}
	if c := reClasses[name]; c != nil {
		return 0, c, nil
	}
	return 0, nil, badRegex(errClass)
}

// reCharNames are POSIX's names of characters.
var reCharNames = map[string]byte{
	"NUL": 0, "BEL": 7, "alert": 7, "BS": 8, "backspace": 8, "HT": 9, "tab": 9, "LF": 10, "newline": 10,
	"VT": 11, "vertical-tab": 11, "FF": 12, "form-feed": 12, "CR": 13, "carriage-return": 13, "ESC": 27,
	"space": ' ', "exclamation-mark": '!', "quotation-mark": '"', "number-sign": '#', "dollar-sign": '$',
	"percent-sign": '%', "ampersand": '&', "apostrophe": '\'', "left-parenthesis": '(', "right-parenthesis": ')',
	"asterisk": '*', "plus-sign": '+', "comma": ',', "hyphen": '-', "hyphen-minus": '-', "period": '.',
	"full-stop": '.', "slash": '/', "solidus": '/', "zero": '0', "one": '1', "two": '2', "three": '3',
	"four": '4', "five": '5', "six": '6', "seven": '7', "eight": '8', "nine": '9', "colon": ':',
	"semicolon": ';', "less-than-sign": '<', "equals-sign": '=', "greater-than-sign": '>', "question-mark": '?',
	"commercial-at": '@', "left-square-bracket": '[', "backslash": '\\', "reverse-solidus": '\\',
	"right-square-bracket": ']', "circumflex": '^', "circumflex-accent": '^', "underscore": '_', "low-line": '_',
	"grave-accent": '`', "left-brace": '{', "left-curly-bracket": '{', "vertical-line": '|', "right-brace": '}',
	"right-curly-bracket": '}', "tilde": '~', "DEL": 127,
}
