package parser

import (
	"strings"

	"minidb/parser/lex"
	"minidb/pgerr"
)

// The walk over expressions needs no precedence of its own: every operator is
// sent as a TiDB operator of the right level.
//
//	PostgreSQL, tight to loose           sent as
//	:: [] .f COLLATE                     a marker call round the operand
//	unary + -                            the same
//	AT TIME ZONE                         ^ ?zone ^
//	^  * / %  + -                        the same
//	any other operator                   | ?op |
//	BETWEEN, IN                          BETWEEN [?symmetric |], IN
//	LIKE, SIMILAR, OVERLAPS [ESCAPE]     BETWEEN ?like AND ... [| ?escape |]
//	< > = <= >= <>                       the same
//	IS ..., IS DISTINCT FROM             <=> ?is, <=> ?distinct |
//	NOT, AND, OR                         the same

// sameOp holds the operators that both grammars have on the same level.
func sameOp(op string) bool {
	switch op {
	case "+", "-", "*", "/", "%", "^", "<", ">", "=", "<=", ">=", "<>":
		return true
	}
	return false
}

// group is a parenthesis that the walk put in front of an operand, by how loose
// an operator ends it.
type group uint8

const (
	untilComparison group = iota // behind a prefix operator: ends at any operator not tighter
	untilIs                      // behind IS DISTINCT FROM
	untilAnd                     // behind a NOT that follows an operator
)

// level is how tight an operator binds, tightest first.
type level uint8

const (
	levelPower level = iota
	levelTimes
	levelPlus
	levelOther
	levelLike // LIKE, IN, BETWEEN
	levelCompare
	levelIs
	levelAnd // AND, OR, NOT
)

// levelOf returns the level of an operator written in symbols.
func levelOf(op string) level {
	switch op {
	case "^":
		return levelPower
	case "*", "/", "%":
		return levelTimes
	case "+", "-":
		return levelPlus
	case "<", ">", "=", "<=", ">=", "<>":
		return levelCompare
	}
	return levelOther
}

// exprWalk is the state of the walk over one expression.
type exprWalk struct {
	*walker
	start    int     // the first piece
	open     []group // parentheses of ours to close
	compared bool    // a comparison was seen; they do not associate
	liked    bool    // ESCAPE may follow
	tested   bool    // IN, BETWEEN or LIKE was seen; they do not associate either
	chain    int     // operators in a row
	// begins holds, for each level, the piece where an operand of an operator of
	// that level begins if one comes next.
	begins [levelAnd]int
}

// expr walks one expression; restricted, it stops where PostgreSQL's b_expr
// does.
func (w *walker) expr(restricted bool) {
	w.enter()
	outer := w.restricted
	w.restricted = restricted
	x := exprWalk{walker: w, start: len(w.out)}
	x.operandOf(levelAnd)
	for x.operand() {
		for x.postfix() {
		}
		if !x.operator() {
			break
		}
	}
	x.close(untilAnd)
	w.restricted = outer
	w.leave()
}

// exprs walks a list of expressions.
func (w *walker) exprs() {
	for {
		w.expr(false)
		if !w.isP(",") {
			return
		}
		w.take(",")
	}
}

// close ends the groups that an operator of kind g ends.
func (x *exprWalk) close(g group) {
	for n := len(x.open) - 1; n >= 0 && x.open[n] <= g; n-- {
		x.open = x.open[:n]
		x.emit(")")
	}
}

// group opens a parenthesis of ours.
func (x *exprWalk) group(g group) {
	x.emit("(")
	x.open = append(x.open, g)
	x.operandOf(levelAnd)
	x.compared, x.tested, x.liked = false, false, false
}

// labelHere reports whether a word that could be an operator has nothing behind
// it: then it can only be the label of a select list item.
func (w *walker) labelHere() bool {
	t, next := w.cur(), w.at(1)
	if t.NeedAS || t.Class == lex.NotKeyword || t.Class == lex.Unreserved {
		return false
	}
	if next.Kind == lex.EOF || next.IsPunct(",") || next.IsPunct(")") || next.IsPunct(";") ||
		next.Class == lex.Reserved && next.NeedAS && !next.Is("to") && !next.Is("array") {
		switch t.Text {
		case "and", "between", "collate", "ilike", "in", "is", "isnull", "like", "not", "notnull", "or", "overlaps", "similar":
			w.stuck(1)
		}
		return true
	}
	return false
}

// testOnce refuses a IN b IN c and its like.
func (x *exprWalk) testOnce() {
	if x.tested {
		x.fail(x.i)
	}
	x.tested = true
}

// operandOf notes that the operand of an operator of level l begins here.
func (x *exprWalk) operandOf(l level) {
	for k := range l {
		x.begins[k] = len(x.out)
	}
}

// complete puts what a test of level l has been applied to, with the test, in
// parentheses if an operator follows: with nothing more to come, a test is
// done before any operator behind it, even a tighter one. a IS NULL || b is
// (a IS NULL) || b.
func (x *exprWalk) complete(l level) {
	t := x.cur()
	if t.Kind != lex.Op && !x.isP("::") && !x.is("collate", "is", "in", "not", "like", "ilike", "similar", "between", "at", "isnull", "notnull",
		"overlaps", "operator") {
		return
	}
	at := x.begins[l]
	x.insert(at, piece{"(", x.out[at].tok, plain})
	x.emit(")")
	for k := range l {
		x.begins[k] = at
	}
	x.tested, x.liked = false, false
	if l >= levelCompare {
		x.compared = false
	}
	x.indirections(at, int(x.out[at].tok), noIndirection)
}

// count bounds the operators in a row.
func (x *exprWalk) count() {
	if x.chain++; x.chain > maxChain {
		panic(pgerr.StackDepth())
	}
}

// operand walks prefix operators and what they apply to.
func (x *exprWalk) operand() bool {
	for {
		t := x.cur()
		switch {
		case t.Is("not") && !x.restricted:
			if !x.atStart() {
				x.group(untilAnd)
			}
			x.take("NOT")
			x.operandOf(levelAnd)
		case t.IsOp("+"), t.IsOp("-"):
			x.take(t.Text)
		case t.Kind == lex.Op && !sameOp(t.Text), t.Is("operator") && x.at(1).IsPunct("("):
			x.prefix()
		default:
			x.primary()
			return true
		}
		x.count()
	}
}

// atStart reports whether the operand that comes next begins the expression or
// stands behind AND, OR or NOT.
func (x *exprWalk) atStart() bool {
	if len(x.out) == x.start {
		return true
	}
	switch p := &x.out[len(x.out)-1]; p.text {
	case "AND", "OR", "NOT":
		return p.hole == plain
	}
	return false
}

// prefix walks a prefix operator. After one that binds tighter it needs
// parentheses: a + ~ b * c is a + (~ (b * c)).
func (x *exprWalk) prefix() {
	if k := len(x.out) - 1; k >= 0 && x.out[k].hole == plain && len(x.out[k].text) == 1 && strings.Contains("+-*/%^", x.out[k].text) {
		x.emit("(")
		x.open = append(x.open, untilComparison)
	}
	tok := x.i
	schema, op := x.opName()
	x.hole(hole{kind: holePrefix, tok: int32(tok), name: op, ref: schema})
	x.emit("|")
	x.operandOf(levelOther)
}

// postfix walks an operator without a right operand, or with one that is
// complete in itself.
func (x *exprWalk) postfix() bool {
	t := x.cur()
	if t.Kind != lex.Word {
		return false
	}
	switch {
	case x.labelHere(), x.restricted:
		return false
	case t.Text == "is":
		if x.isDistinctHere() {
			return false
		}
		x.isOnce()
		x.isTest()
		x.complete(levelIs)
	case t.Text == "at" && x.at(1).Is("local"):
		x.emit("^")
		x.hole(hole{kind: holeAtLocal, tok: int32(x.i)})
		x.i += 2
	case t.Text == "isnull", t.Text == "notnull":
		x.isOnce()
		x.emit("<=>")
		x.hole(hole{kind: holeIs, tok: int32(x.i), name: "null", not: t.Text == "notnull"})
		x.i++
		x.complete(levelIs)
	case t.Text == "in", t.Text == "not" && x.at(1).Is("in"):
		x.close(untilComparison)
		x.inList()
		x.complete(levelLike)
	default:
		return false
	}
	x.count()
	return true
}

// isDistinctHere reports whether IS [NOT] DISTINCT is here.
func (x *exprWalk) isDistinctHere() bool {
	n := x.at(1)
	if n.Is("not") {
		n = x.at(2)
	}
	return n.Is("distinct")
}

// isOnce begins a test with IS, which may not follow IS DISTINCT FROM.
func (x *exprWalk) isOnce() {
	x.close(untilComparison)
	if n := len(x.open); n > 0 && x.open[n-1] == untilIs {
		x.fail(x.i)
	}
	x.compared, x.tested = false, false
}

// isTest walks IS [NOT] NULL, TRUE, FALSE, UNKNOWN or [form] NORMALIZED.
func (x *exprWalk) isTest() {
	tok := x.i
	x.i++
	h := hole{kind: holeIs, tok: int32(tok), not: x.accept("not"), name: x.cur().Text}
	switch {
	case x.is("null", "true", "false", "unknown"):
	case x.is("document", "json"):
		x.unsupported("IS " + upper(h.name))
	case x.is("normalized"):
		h.kind, h.name = holeNormalized, ""
	case x.is("nfc", "nfd", "nfkc", "nfkd"):
		h.kind = holeNormalized
		x.i++
		if !x.is("normalized") {
			x.fail(x.i)
		}
	default:
		x.fail(x.i)
	}
	x.emit("<=>")
	x.hole(h)
	x.i++
}

// inList walks [NOT] IN ( list or query ). All its words count as written
// where the first one is.
func (x *exprWalk) inList() {
	tok := int32(x.i)
	x.testOnce()
	if x.accept("not") {
		x.out = append(x.out, piece{"NOT", tok, plain})
	}
	x.want("in")
	x.out = append(x.out, piece{"IN", tok, plain})
	x.parens()
}

// operator walks an operator and reports whether an operand follows it.
func (x *exprWalk) operator() bool {
	for {
		t := x.cur()
		l := levelOther
		switch {
		case t.Kind == lex.Op:
			l = levelOf(t.Text)
			x.symbol()
		case t.Kind != lex.Word:
			return false
		case t.Text == "operator" && x.at(1).IsPunct("("):
			x.otherOp()
		default:
			return x.wordOperator(t.Text)
		}
		if !x.quantified() {
			x.operandOf(l)
			return true
		}
		x.complete(l)
		for x.postfix() {
		}
	}
}

// symbol walks an operator written in symbols.
func (x *exprWalk) symbol() {
	op := x.cur().Text
	if !sameOp(op) {
		x.otherOp()
		return
	}
	x.count()
	if c := op[0]; c == '<' || c == '>' || c == '=' {
		x.close(untilComparison)
		if x.compared {
			x.fail(x.i)
		}
		x.compared, x.tested = true, false
	}
	x.take(op)
}

func (x *exprWalk) otherOp() {
	x.count()
	x.close(untilComparison)
	x.emit("|")
	tok := x.i
	schema, op := x.opName()
	x.hole(hole{kind: holeOp, tok: int32(tok), name: op, ref: schema})
	x.emit("|")
}

// wordOperator walks an operator that is a word.
func (x *exprWalk) wordOperator(word string) bool {
	tok := int32(x.i)
	not := word == "not"
	if not {
		word = x.at(1).Text
	}
	switch {
	case x.labelHere():
		return false
	case word == "is" && !not:
		if !x.isDistinctHere() { // in a b_expr
			if x.i++; x.is("not") {
				x.i++
			}
			x.fail(x.i)
		}
		x.isDistinct(tok)
		return true
	case x.restricted:
		return false
	case word == "at" && !not && x.at(1).Is("time"):
		x.emit("^")
		x.hole(hole{kind: holeAtZone, tok: tok})
		x.want("at", "time", "zone")
		x.emit("^")
		return true
	case (word == "and" || word == "or") && !not:
		x.close(untilAnd)
		x.compared, x.liked, x.tested, x.chain = false, false, false, 0
		x.take(upper(word))
		x.operandOf(levelAnd)
		return true
	case word == "escape" && !not && x.liked:
		x.liked = false
		x.close(untilComparison)
		x.emit("|")
		x.hole(hole{kind: holeEscape, tok: tok})
		x.take("|")
		return true
	}
	switch word {
	case "similar":
		if n := x.at(1); !not && !n.Is("to") {
			return false // SUBSTRING (a SIMILAR b ESCAPE c)
		}
		return x.between(tok, not, word)
	case "between", "like", "ilike", "overlaps":
		return x.between(tok, not, word)
	}
	return false
}

// between walks [NOT] BETWEEN, and what is carried as one.
func (x *exprWalk) between(tok int32, not bool, word string) bool {
	if word == "overlaps" && not {
		return false
	}
	x.close(untilComparison)
	x.count()
	x.testOnce()
	x.i++
	if not {
		x.i++
		x.out = append(x.out, piece{"NOT", tok, plain})
	}
	x.out = append(x.out, piece{"BETWEEN", tok, plain})
	switch word {
	case "between":
		if x.is("symmetric") {
			x.hole(hole{kind: holeSymmetric, tok: int32(x.i)})
			x.take("|")
		} else {
			x.accept("asymmetric")
		}
		x.emit("(")
		x.expr(true)
		x.emit(")")
		x.want("and")
	case "overlaps":
		x.hole(hole{kind: holeOverlaps, tok: tok})
	default:
		if word == "similar" {
			x.want("to")
		}
		x.hole(hole{kind: holeLike, tok: tok, name: word})
		x.liked = true
	}
	x.emit("and") // in lower case: not the operator AND, see atStart
	if x.quantified() {
		x.complete(levelLike)
		for x.postfix() {
		}
		return x.operator()
	}
	x.operandOf(levelLike)
	return true
}

// isDistinct walks IS [NOT] DISTINCT FROM.
func (x *exprWalk) isDistinct(tok int32) {
	x.isOnce()
	x.count()
	x.i++
	not := x.accept("not")
	x.want("distinct", "from")
	x.emit("<=>")
	x.hole(hole{kind: holeDistinct, tok: tok, not: not})
	x.emit("|")
	x.group(untilIs)
}

// quantified walks ANY, SOME or ALL ( query or array ) behind an operator.
func (x *exprWalk) quantified() bool {
	if !x.is("any", "some", "all") {
		return false
	}
	name := "any"
	if x.is("all") {
		name = "all"
	}
	x.openTake(name)
	if !x.isP("(") {
		x.fail(x.i)
	}
	x.parens()
	x.emit(")")
	return true
}

// openTake opens a marker call for the current token and consumes it.
func (w *walker) openTake(name string) {
	w.open(name)
	w.i++
}

// parens walks ( query ) or ( expression, ... ).
func (w *walker) parens() {
	query := w.isP("(") && w.parenQuery(w.i)
	w.takeP("(")
	if query {
		w.query()
	} else {
		w.exprs()
	}
	w.takeP(")")
}

func upper(word string) string { return strings.ToUpper(word) }
