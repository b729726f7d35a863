package parser

import (
	"strings"

	"minidb/parser/lex"
	"minidb/parser/tree"
	"minidb/pgerr"
)

// The cursor over a source's tokens, shared by the recursive descent for
// statements and by the walkers that carry expressions to TiDB's grammar.
// Errors leave by panic with a *pgerr.Error; Parse recovers them.

// maxDepth bounds the nesting of expressions and queries. Descent and
// building recurse, and a Go program cannot recover from stack overflow.
const maxDepth = 10000

// maxChain bounds operators in a row in one expression: they nest to the left.
const maxChain = 4000

type parser struct {
	src    string
	toks   []lex.Token
	i      int
	lexErr *pgerr.Error // what stands behind a Bad token
	depth  int

	notices []*pgerr.Error // about the statement being read

	stuckFrom, stuckAt int     // see stuck
	pairs              []int32 // index of the token that closes the bracket at an index

	walkers []*walker    // free for reuse
	consts  []tree.Const // slab that literals are taken from
	slab    int          // size of the last one
	trace   func(sent string, w *walker)
}

// cur returns the current token.
func (p *parser) cur() *lex.Token { return &p.toks[p.i] }

// at returns the token k behind the current one, or the last.
func (p *parser) at(k int) *lex.Token {
	return &p.toks[min(p.i+k, len(p.toks)-1)]
}

// pos returns the current byte offset.
func (p *parser) pos() int32 { return p.toks[p.i].Pos }

// fail reports a syntax error at token i.
func (p *parser) fail(i int) {
	if i == p.stuckFrom && i == p.i && p.stuckAt > i {
		i = p.stuckAt
	}
	i = min(i, len(p.toks)-1)
	t := &p.toks[i]
	switch t.Kind {
	case lex.Bad:
		panic(p.lexErr)
	case lex.EOF:
		panic(pgerr.New(pgerr.SyntaxError, "syntax error at end of input").At(int(t.Pos)))
	}
	panic(pgerr.New(pgerr.SyntaxError, "syntax error at or near \"%s\"", p.src[t.Pos:t.End]).At(int(t.Pos)))
}

// improperStar refuses what stands behind t.*: as PostgreSQL, once all of it is read.
func (p *parser) improperStar() {
	if !p.isP(".") && !p.isP("[") {
		return
	}
	for {
		switch {
		case p.isP("."):
			p.i++
			if !p.acceptOp("*") {
				p.label()
			}
		case p.isP("["):
			depth := 0
			for first := true; first || depth > 0; first = false {
				switch {
				case p.isP("["):
					depth++
				case p.isP("]"):
					depth--
				case p.cur().Kind == lex.EOF || p.cur().Kind == lex.Bad:
					p.fail(p.i)
				}
				p.i++
			}
		default:
			t := p.cur()
			switch t.Kind {
			case lex.Bad:
				panic(p.lexErr)
			case lex.EOF:
				p.errorAt(t.Pos, "improper use of \"*\" at end of input")
			}
			p.errorAt(t.Pos, "improper use of \"*\" at or near \"%s\"", p.src[t.Pos:t.End])
		}
	}
}

// unsupported refuses a construct by name, at the current token.
func (p *parser) unsupported(what string) {
	panic(pgerr.Unsupported(int(p.pos()), what, ""))
}

// errorAt reports a syntax error with its own wording at byte pos.
func (p *parser) errorAt(pos int32, format string, args ...any) {
	panic(pgerr.New(pgerr.SyntaxError, format, args...).At(int(pos)))
}

// enter counts one level of nesting; leave takes it back.
func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		panic(pgerr.StackDepth())
	}
}

func (p *parser) leave() { p.depth-- }

// is reports whether the current token is one of the words.
func (p *parser) is(words ...string) bool {
	t := p.cur()
	if t.Kind != lex.Word {
		return false
	}
	for _, w := range words {
		if t.Text == w {
			return true
		}
	}
	return false
}

// isSeq reports whether the words follow each other from here.
func (p *parser) isSeq(words ...string) bool {
	for k, w := range words {
		if !p.at(k).Is(w) {
			return false
		}
	}
	return true
}

// accept consumes the words if all of them follow.
func (p *parser) accept(words ...string) bool {
	for k, w := range words {
		if !p.at(k).Is(w) {
			p.stuck(k)
			return false
		}
	}
	p.i += len(words)
	return true
}

// stuck notes that k tokens from here would have gone on if the next one were
// another. If nothing else fits here either, that next one is in error.
func (p *parser) stuck(k int) {
	if k > 0 {
		p.stuckFrom, p.stuckAt = p.i, p.i+k
	}
}

// phrase consumes the words if the first is here; the others must follow then.
func (p *parser) phrase(words ...string) bool {
	if !p.is(words[0]) {
		return false
	}
	p.want(words...)
	return true
}

// want consumes the words, or fails at the first that is missing.
func (p *parser) want(words ...string) {
	for _, w := range words {
		if !p.cur().Is(w) {
			p.fail(p.i)
		}
		p.i++
	}
}

// oneOf consumes one of the words and returns it, or fails.
func (p *parser) oneOf(words ...string) string {
	if !p.is(words...) {
		p.fail(p.i)
	}
	p.i++
	return p.toks[p.i-1].Text
}

func (p *parser) isP(punct string) bool { return p.cur().IsPunct(punct) }
func (p *parser) isOp(op string) bool   { return p.cur().IsOp(op) }

func (p *parser) acceptP(punct string) bool {
	if p.isP(punct) {
		p.i++
		return true
	}
	return false
}

func (p *parser) acceptOp(op string) bool {
	if p.isOp(op) {
		p.i++
		return true
	}
	return false
}

func (p *parser) wantP(punct string) {
	if !p.acceptP(punct) {
		p.fail(p.i)
	}
}

func (p *parser) wantOp(op string) {
	if !p.acceptOp(op) {
		p.fail(p.i)
	}
}

// name consumes the name of a column or table (ColId).
func (p *parser) name() string {
	if !p.cur().IsColID() {
		p.fail(p.i)
	}
	p.i++
	return p.toks[p.i-1].Text
}

// label consumes any word or quoted name (ColLabel).
func (p *parser) label() string {
	if k := p.cur().Kind; k != lex.Word && k != lex.Quoted {
		p.fail(p.i)
	}
	p.i++
	return p.toks[p.i-1].Text
}

// typeFuncName consumes a name that may be a type's or a function's.
func (p *parser) typeFuncName() string {
	t := p.cur()
	if t.Kind != lex.Quoted && (t.Kind != lex.Word || t.Class == lex.ColName || t.Class == lex.Reserved) {
		p.fail(p.i)
	}
	p.i++
	return t.Text
}

// nonReserved consumes any word but a reserved one.
func (p *parser) nonReserved() string {
	if t := p.cur(); t.Kind == lex.Word && t.Class == lex.Reserved {
		p.fail(p.i)
	}
	return p.label()
}

// qualified consumes a name and its further parts.
func (p *parser) qualified() []string {
	l := []string{p.name()}
	for p.acceptP(".") {
		l = append(l, p.label())
	}
	return l
}

// anyName consumes a qualified name with its position.
func (p *parser) anyName() *tree.ObjectName {
	n := &tree.ObjectName{Pos: p.pos()}
	n.Names = p.qualified()
	return n
}

// list runs item once and again after each comma.
func (p *parser) list(item func()) {
	for {
		item()
		if !p.acceptP(",") {
			return
		}
	}
}

func (p *parser) names() (l []string) {
	p.list(func() { l = append(l, p.name()) })
	return l
}

// nameList consumes ( a, b ).
func (p *parser) nameList() []string {
	p.wantP("(")
	l := p.names()
	p.wantP(")")
	return l
}

// optNameList consumes ( a, b ) if a parenthesis is here.
func (p *parser) optNameList() []string {
	if p.isP("(") {
		return p.nameList()
	}
	return nil
}

func (p *parser) stringConst() string {
	if p.cur().Kind != lex.String {
		p.fail(p.i)
	}
	p.i++
	return p.toks[p.i-1].Text
}

// relation consumes a table name of up to three parts.
func (p *parser) relation() *tree.RangeVar {
	v := &tree.RangeVar{Pos: p.pos()}
	p.setRelation(v, p.qualified())
	return v
}

func (p *parser) setRelation(v *tree.RangeVar, names []string) {
	switch len(names) {
	case 1:
		v.Name = names[0]
	case 2:
		v.Schema, v.Name = names[0], names[1]
	case 3:
		v.Catalog, v.Schema, v.Name = names[0], names[1], names[2]
	default:
		p.errorAt(v.Pos, "improper qualified name (too many dotted names): %s", strings.Join(names, "."))
	}
}

// relations consumes a list of table names.
func (p *parser) relations() (l []*tree.RangeVar) {
	p.list(func() { l = append(l, p.relation()) })
	return l
}

// relationExpr consumes [ONLY] name [*].
func (p *parser) relationExpr() *tree.RangeVar {
	if !p.is("only") {
		v := p.relation()
		p.acceptOp("*")
		return v
	}
	p.i++
	paren := p.acceptP("(")
	v := p.relation()
	v.Only = true
	if paren {
		p.wantP(")")
	}
	return v
}

// match returns the index of the token that closes the bracket at token i, or
// of the last token if nothing does.
func (p *parser) match(i int) int {
	if p.pairs == nil {
		p.pairBrackets()
	}
	return int(p.pairs[i])
}

func (p *parser) pairBrackets() {
	p.pairs = make([]int32, len(p.toks))
	last := int32(len(p.toks) - 1)
	var open []int32
	for i := range p.toks {
		p.pairs[i] = last
		if p.toks[i].Kind != lex.Punct {
			continue
		}
		switch p.toks[i].Text {
		case "(", "[":
			open = append(open, int32(i))
		case ")", "]":
			if n := len(open); n > 0 {
				p.pairs[open[n-1]] = int32(i)
				open = open[:n-1]
			}
		case ";":
			open = open[:0]
		}
	}
}
