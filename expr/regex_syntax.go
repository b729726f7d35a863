package expr

// This file reads PostgreSQL's regular expressions (advanced ones, and the
// extended and basic ones that an option asks for) into a syntax tree. The rules
// are those of the manual's section on details of regular expressions; letters
// and cases are those of the C locale: ASCII.

import (
	"strings"
	"unicode/utf8"

	"minidb/pgerr"
)

// reFlags are the options of one expression.
type reFlags struct {
	fold     bool // i
	newline  int  // 0 none, 1 n (both), 2 p (. and brackets), 3 w (^ and $)
	expanded bool // x
	global   bool // g, of the calling function
	syntax   reDialect
}

type reDialect uint8

const (
	reAdvanced reDialect = iota
	reExtended           // e
	reBasic              // b
	reLiteral            // q
)

func badRegex(what string) error {
	return pgerr.New(pgerr.InvalidRegularExpression, "invalid regular expression: %s", what)
}

const (
	errParens   = "parentheses () not balanced"
	errBracket  = "brackets [] not balanced"
	errBraces   = "braces {} not balanced"
	errCounts   = "invalid repetition count(s)"
	errRange    = "invalid character range"
	errOperand  = "quantifier operand invalid"
	errEscape   = "invalid escape \\ sequence"
	errCollate  = "invalid collating element"
	errClass    = "invalid character class"
	errBackref  = "invalid backreference number"
	errOption   = "invalid embedded option"
	errArgument = "invalid argument to regex function"
	errTooBig   = "regular expression is too complex"
)

// set applies one option letter.
func (f *reFlags) set(c byte) bool {
	switch c {
	case 'b':
		f.syntax = reBasic
	case 'c':
		f.fold = false
	case 'e':
		f.syntax = reExtended
	case 'i':
		f.fold = true
	case 'm', 'n':
		f.newline = 1
	case 'p':
		f.newline = 2
	case 'q':
		f.syntax = reLiteral
	case 's':
		f.newline = 0
	case 't':
		f.expanded = false
	case 'w':
		f.newline = 3
	case 'x':
		f.expanded = true
	default:
		return false
	}
	return true
}

// parseFlags reads a function's flags argument.
func parseFlags(s string) (f reFlags, err error) {
	for i := 0; i < len(s); i++ {
		if s[i] == 'g' {
			f.global = true
		} else if !f.set(s[i]) {
			_, n := utf8.DecodeRuneInString(s[i:])
			return f, pgerr.New(pgerr.InvalidParameterValue, "invalid regular expression option: \"%s\"", s[i:i+n])
		}
	}
	return f, nil
}

// reKind is the kind of a syntax node.
type reKind uint8

const (
	synEmpty   reKind = iota
	synClass          // one character of class
	synCat            // kids after each other
	synAlt            // one of kids
	synRepeat         // kids[0], min to max times
	synGroup          // kids[0]; group number n, 0 if it captures nothing
	synLook           // kids[0] matches ahead or behind, or does not
	synAssert         // a zero-width condition
	synBackref        // the text of group n; kids[0] is what it can be at most
)

// reInfinite is the max of an unbounded repetition, reDupMax the largest count.
const (
	reInfinite = 256
	reDupMax   = 255
)

// reSyn is a node of the syntax tree.
type reSyn struct {
	kind     reKind
	class    *reClass
	kids     []*reSyn
	min, max int
	prefer   reTraits // of a repetition: what its quantifier prefers
	n        int
	assert   byte // ^ $ A Z m M y Y; n and N are ^ and $ that know lines
	behind   bool // of synLook
	not      bool // of synLook
}

// reParser reads one expression.
type reParser struct {
	in     string
	i      int
	flags  reFlags
	groups []*reSyn // by number; nil while a group is open
	look   int      // how many lookarounds are open
	depth  int
}

// parseRegex reads a whole expression; groups are numbered from 1.
func parseRegex(in string, f reFlags) (root *reSyn, groups int, flags reFlags, err error) {
	p := &reParser{in: in, flags: f, groups: []*reSyn{nil}}
	if err := p.prefix(); err != nil {
		return nil, 0, f, err
	}
	if p.flags.syntax == reLiteral {
		return p.literal(in[p.i:]), 0, p.flags, nil
	}
	root, err = p.alternatives()
	if err == nil && p.i < len(p.in) {
		err = badRegex(errParens)
	}
	return root, len(p.groups) - 1, p.flags, err
}

func (p *reParser) literal(s string) *reSyn {
	n := &reSyn{kind: synCat}
	for _, r := range s {
		n.kids = append(n.kids, p.char(r))
	}
	return n
}

// prefix reads ***: and ***= and leading options such as (?i).
func (p *reParser) prefix() error {
	if p.flags.syntax == reLiteral && (p.flags.expanded || p.flags.newline != 0) {
		return badRegex(errArgument)
	}
	if p.flags.syntax != reAdvanced {
		return nil
	}
	switch {
	case strings.HasPrefix(p.in, "***="):
		p.flags.syntax, p.i = reLiteral, 4
		return nil
	case strings.HasPrefix(p.in, "***:"):
		p.i = 4
	case strings.HasPrefix(p.in, "***"):
		return badRegex(errOperand)
	}
	rest := p.in[p.i:]
	if !strings.HasPrefix(rest, "(?") || len(rest) < 3 || !isLetter(rest[2]) {
		return nil
	}
	i := 2
	for ; i < len(rest) && isLetter(rest[i]); i++ {
		if !p.flags.set(rest[i]) {
			return badRegex(errOption)
		}
	}
	if i == len(rest) || rest[i] != ')' {
		return badRegex(errOption)
	}
	p.i += i + 1
	if p.flags.syntax == reLiteral {
		p.flags.expanded, p.flags.newline = false, 0
	}
	return nil
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// skip passes over what the expanded syntax ignores, and comments.
func (p *reParser) skip() error {
	for p.flags.syntax == reAdvanced && p.i < len(p.in) {
		c := p.in[p.i]
		switch {
		case p.flags.expanded && (c == ' ' || c >= '\t' && c <= '\r'):
			p.i++
		case p.flags.expanded && c == '#':
			for p.i < len(p.in) && p.in[p.i] != '\n' {
				p.i++
			}
		case strings.HasPrefix(p.in[p.i:], "(?#"):
			end := strings.IndexByte(p.in[p.i:], ')')
			if end < 0 {
				p.i = len(p.in)
				return nil
			}
			p.i += end + 1
		default:
			return nil
		}
	}
	return nil
}

// see reports whether the next token is the operator op, which basic expressions
// write with a backslash.
func (p *reParser) see(op byte) bool {
	rest := p.in[p.i:]
	if p.flags.syntax == reBasic && (op == '(' || op == ')' || op == '{' || op == '}') {
		return len(rest) >= 2 && rest[0] == '\\' && rest[1] == op
	}
	return rest != "" && rest[0] == op
}

func (p *reParser) eat(op byte) bool {
	if !p.see(op) {
		return false
	}
	if p.in[p.i] == '\\' {
		p.i++
	}
	p.i++
	return true
}

// maxReDepth bounds the nesting of groups.
const maxReDepth = 1000

func (p *reParser) alternatives() (*reSyn, error) {
	if p.depth++; p.depth > maxReDepth {
		return nil, badRegex(errTooBig)
	}
	defer func() { p.depth-- }()
	n := &reSyn{kind: synAlt}
	for {
		b, err := p.branch()
		if err != nil {
			return nil, err
		}
		n.kids = append(n.kids, b)
		if p.flags.syntax == reBasic || !p.eat('|') {
			break
		}
	}
	if len(n.kids) == 1 {
		return n.kids[0], nil
	}
	return n, nil
}

func (p *reParser) branch() (*reSyn, error) {
	n := &reSyn{kind: synCat}
	for {
		if err := p.skip(); err != nil {
			return nil, err
		}
		if p.i == len(p.in) || p.see(')') || p.flags.syntax != reBasic && p.see('|') {
			return n, nil
		}
		a, quantified, err := p.atom(len(n.kids) == 0)
		if err != nil {
			return nil, err
		}
		if quantified {
			if a, err = p.quantifier(a); err != nil {
				return nil, err
			}
		}
		n.kids = append(n.kids, a)
	}
}

// atom reads one atom; may says whether a quantifier may follow it.
func (p *reParser) atom(first bool) (a *reSyn, may bool, err error) {
	c := p.in[p.i]
	basic := p.flags.syntax == reBasic
	switch {
	case p.see('('):
		return p.group()
	case c == '[':
		a, err := p.bracket()
		return a, a != nil && a.kind == synClass, err
	case c == '.':
		p.i++
		return &reSyn{kind: synClass, class: p.anyChar()}, true, nil
	case c == '\\':
		return p.escapeAtom()
	case c == '^' && (!basic || first):
		p.i++
		return p.anchor('^', 'n'), false, nil
	case c == '$' && (!basic || p.i+1 == len(p.in) || strings.HasPrefix(p.in[p.i+1:], `\)`)):
		p.i++
		return p.anchor('$', 'N'), false, nil
	case c == '*' && basic && first:
	case c == '*' || !basic && (c == '+' || c == '?'):
		return nil, false, badRegex(errOperand)
	case c == '{' && !basic && p.digitAt(p.i+1):
		return nil, false, badRegex(errOperand)
	}
	r, n := utf8.DecodeRuneInString(p.in[p.i:])
	p.i += n
	return p.char(r), true, nil
}

func (p *reParser) digitAt(i int) bool { return i < len(p.in) && p.in[i] >= '0' && p.in[i] <= '9' }

func (p *reParser) anchor(plain, lines byte) *reSyn {
	if p.flags.newline == 1 || p.flags.newline == 3 {
		return &reSyn{kind: synAssert, assert: lines}
	}
	return &reSyn{kind: synAssert, assert: plain}
}

// group reads a parenthesized part.
func (p *reParser) group() (*reSyn, bool, error) {
	p.eat('(')
	n := &reSyn{kind: synGroup}
	capture := p.look == 0
	if p.flags.syntax == reAdvanced && p.eat('?') {
		capture = false
		rest := p.in[p.i:]
		switch {
		case strings.HasPrefix(rest, ":"):
			p.i++
		case strings.HasPrefix(rest, "="), strings.HasPrefix(rest, "!"):
			n.kind, n.not = synLook, rest[0] == '!'
			p.i++
		case strings.HasPrefix(rest, "<="), strings.HasPrefix(rest, "<!"):
			n.kind, n.behind, n.not = synLook, true, rest[1] == '!'
			p.i += 2
		default:
			return nil, false, badRegex(errOperand)
		}
	}
	if capture {
		n.n = len(p.groups)
		p.groups = append(p.groups, nil)
	}
	if n.kind == synLook {
		p.look++
		defer func() { p.look-- }()
	}
	body, err := p.alternatives()
	if err != nil {
		return nil, false, err
	}
	if !p.eat(')') {
		return nil, false, badRegex(errParens)
	}
	n.kids = []*reSyn{body}
	if capture {
		p.groups[n.n] = body
	}
	return n, n.kind == synGroup, nil
}

// quantifier reads what may follow an atom.
func (p *reParser) quantifier(a *reSyn) (*reSyn, error) {
	if err := p.skip(); err != nil {
		return nil, err
	}
	n := &reSyn{kind: synRepeat, kids: []*reSyn{a}, max: reInfinite, prefer: reLonger}
	advanced, basic := p.flags.syntax == reAdvanced, p.flags.syntax == reBasic
	switch {
	case p.eat('*'):
	case !basic && p.eat('+'):
		n.min = 1
	case !basic && p.eat('?'):
		n.max = 1
	case p.see('{') && (basic || p.digitAt(p.i+1)):
		p.eat('{')
		if err := p.bound(n); err != nil {
			return nil, err
		}
	default:
		return a, nil
	}
	if advanced && p.eat('?') && n.prefer != 0 {
		n.prefer = reShorter
	}
	if n.max == 0 {
		return &reSyn{kind: synEmpty}, nil
	}
	return n, nil
}

// bound reads {m}, {m,} or {m,n} behind the brace; {m} has no preference.
func (p *reParser) bound(n *reSyn) error {
	var err error
	if n.min, err = p.count(); err != nil {
		return err
	}
	n.max = n.min
	if p.eat(',') {
		if n.max = reInfinite; p.digitAt(p.i) {
			if n.max, err = p.count(); err != nil {
				return err
			}
		}
	} else {
		n.prefer = 0
	}
	switch {
	case p.i == len(p.in):
		return badRegex(errBraces)
	case !p.eat('}') || n.min > n.max:
		return badRegex(errCounts)
	}
	return nil
}

func (p *reParser) count() (int, error) {
	if !p.digitAt(p.i) {
		return 0, badRegex(errCounts)
	}
	v := 0
	for p.digitAt(p.i) && v <= reDupMax {
		v = 10*v + int(p.in[p.i]-'0')
		p.i++
	}
	if v > reDupMax {
		return 0, badRegex(errCounts)
	}
	return v, nil
}
