package parser

import (
	"slices"

	"minidb/parser/lex"
	"minidb/parser/tree"
	"minidb/pgerr"
)

// The walk over what operators apply to: literals, names, CASE, subqueries,
// constructors, with the casts, subscripts and fields behind them.

// primary walks one operand of an expression.
func (w *walker) primary() {
	start, tok := len(w.out), w.i
	w.indirections(start, tok, w.base())
}

// indirection is what may follow an operand directly.
type indirection uint8

const (
	noIndirection  indirection = iota
	subscriptsOnly             // fields are part of the name before them
	anyIndirection
)

// base walks an operand without what follows it.
func (w *walker) base() indirection {
	t := w.cur()
	switch t.Kind {
	case lex.Int, lex.Num, lex.String, lex.Bit:
		w.literal(w.constant(), w.i-1)
		return noIndirection
	case lex.Param:
		w.literal(w.param(), w.i-1)
		return anyIndirection
	case lex.Quoted:
		if w.typedLiteral() {
			return noIndirection
		}
		return w.nameOrCall()
	case lex.Word:
		return w.wordBase(t)
	}
	if !w.isP("(") {
		w.fail(w.i)
	}
	w.parens()
	return anyIndirection
}

func (w *walker) wordBase(t *lex.Token) indirection {
	next := w.at(1)
	switch t.Text {
	case "null", "true", "false":
		w.take(upper(t.Text))
		return noIndirection
	case "default":
		w.literal(&tree.SetToDefault{Pos: t.Pos}, w.i)
		w.i++
		return noIndirection
	case "case":
		w.caseExpr()
		return noIndirection
	case "array":
		w.arrayBase()
		return noIndirection
	}
	if next.IsPunct("(") {
		switch t.Text {
		case "exists":
			w.take("EXISTS")
			if !w.queryStart(w.i) {
				w.fail(w.i + 1)
			}
			w.parens()
			return noIndirection
		case "row":
			w.rowBase()
			return noIndirection
		case "cast":
			w.castBase()
			return noIndirection
		}
	}
	switch {
	case t.Text == "collation" && next.Is("for"):
		w.open("collation")
		w.want("collation", "for")
		w.wantP("(")
		w.expr(false)
		w.takeP(")")
	case w.sqlValueFunc():
		w.sqlValue()
	case w.typedLiteral():
	case next.IsPunct("(") && w.specialCall():
	default:
		return w.nameOrCall()
	}
	return noIndirection
}

func (w *walker) caseExpr() {
	w.take("CASE")
	if !w.is("when") {
		w.expr(false)
	}
	if !w.is("when") {
		w.fail(w.i)
	}
	for w.is("when") {
		w.take("WHEN")
		w.expr(false)
		w.emit("THEN")
		w.want("then")
		w.expr(false)
	}
	if w.is("else") {
		w.take("ELSE")
		w.expr(false)
	}
	w.emit("END")
	w.want("end")
}

func (w *walker) arrayBase() {
	if w.at(1).IsPunct("(") {
		w.openTake("arraysub")
		if !w.queryStart(w.i) {
			w.fail(w.i + 1)
		}
		w.parens()
		w.emit(")")
		return
	}
	w.open("array")
	w.i++
	w.arrayItems()
}

// arrayItems walks [ a, b ] behind an opened marker call.
func (w *walker) arrayItems() {
	w.enter()
	w.wantP("[")
	nested := w.isP("[")
	for !w.isP("]") {
		if w.isP("[") != nested {
			w.fail(w.i)
		}
		if nested {
			w.open("array")
			w.arrayItems()
		} else {
			w.expr(false)
		}
		if !w.isP(",") {
			break
		}
		w.take(",")
		if w.isP("]") {
			w.fail(w.i)
		}
	}
	w.wantP("]")
	w.emit(")")
	w.leave()
}

func (w *walker) rowBase() {
	w.open("row")
	w.i += 2
	if !w.isP(")") {
		w.exprs()
	}
	w.takeP(")")
}

func (w *walker) castBase() {
	w.open("cast")
	w.i += 2
	w.expr(false)
	w.want("as")
	t := w.typeName()
	w.emit(",")
	w.hole(hole{kind: holeType, tok: int32(w.i - 1), ref: t})
	w.takeP(")")
}

// indirections walks :: [] . COLLATE behind the operand that begins at piece
// start and token tok.
func (w *walker) indirections(start, tok int, may indirection) {
	for n := 0; ; n++ {
		if n > maxChain {
			panic(pgerr.StackDepth())
		}
		switch {
		case w.isP("::"):
			w.wrap(start, "cast", w.i)
			w.i++
			t := w.typeName()
			w.emit(",")
			w.hole(hole{kind: holeType, tok: int32(w.i - 1), ref: t})
			w.emit(")")
			may = noIndirection
		case may != noIndirection && w.isP("["):
			w.wrap(start, "index", tok)
			w.i++
			w.subscript()
			w.emit(")")
			may = anyIndirection
		case may == anyIndirection && w.isP("."):
			w.wrap(start, "field", tok)
			w.i++
			w.fieldName()
			w.emit(")")
		case w.is("collate") && !w.restricted && !w.labelHere():
			w.wrap(start, "collate", w.i)
			w.i++
			w.emit(",")
			at := w.i
			w.hole(hole{kind: holeName, tok: int32(at), ref: w.qualified()})
			w.emit(")")
			may = noIndirection
		default:
			return
		}
	}
}

// subscript walks i] or [i]:[j]] behind the bracket.
func (w *walker) subscript() {
	w.emit(",")
	w.bound(":")
	if w.isP(":") {
		w.take(",")
		w.bound("]")
	}
	w.wantP("]")
}

// bound walks a slice bound, which may be left out before end.
func (w *walker) bound(end string) {
	if w.isP(end) {
		w.hole(hole{kind: holeEmpty, tok: int32(w.i)})
		return
	}
	w.expr(false)
}

func (w *walker) fieldName() {
	w.emit(",")
	tok := int32(w.i)
	if w.acceptOp("*") {
		w.improperStar()
		w.hole(hole{kind: holeStar, tok: tok})
		return
	}
	w.hole(hole{kind: holeName, tok: tok, name: w.label()})
}

// nameOrCall walks a column reference, t.*, or a function call.
func (w *walker) nameOrCall() indirection {
	start, tok := len(w.out), w.i
	first := w.cur()
	if first.Kind == lex.Word && first.Class == lex.Reserved {
		w.fail(w.i)
	}
	var buf [4]string
	names := append(buf[:0], first.Text)
	w.i++
	for w.isP(".") {
		if w.at(1).IsOp("*") {
			w.i += 2
			w.improperStar()
			w.wholeRow(start, tok, names)
			return noIndirection
		}
		w.i++
		names = append(names, w.label())
	}
	if w.isP("(") {
		w.checkCallable(first, len(names))
		w.call(tok, append([]string(nil), names...))
		return noIndirection
	}
	if first.Kind == lex.Word && first.Class == lex.TypeFunc {
		w.fail(w.i)
	}
	w.columnNames(names, tok)
	return subscriptsOnly
}

// checkCallable fails at the parenthesis behind a word that may be no
// function's name.
func (w *walker) checkCallable(first *lex.Token, parts int) {
	if first.Kind == lex.Word && (first.Class == lex.ColName && parts == 1 || first.Class == lex.TypeFunc && parts > 1) {
		w.fail(w.i)
	}
}

// columnNames emits a name, in one piece if it has more parts than TiDB takes.
func (w *walker) columnNames(names []string, tok int) {
	if len(names) > 3 {
		w.literal(&tree.ColumnRef{Pos: w.toks[tok].Pos, Fields: slices.Clone(names)}, tok)
		return
	}
	for k, n := range names {
		if k > 0 {
			w.emit(".")
		}
		w.quote(n, tok)
	}
}

// wholeRow walks t.*: as an item of its own in a select list TiDB knows it,
// elsewhere it is carried in a marker call.
func (w *walker) wholeRow(start, tok int, names []string) {
	if len(names) > 2 {
		w.literal(&tree.ColumnRef{Pos: w.toks[tok].Pos, Fields: slices.Clone(names), Star: true}, tok)
		return
	}
	w.columnNames(names, tok)
	if start == w.starAt && (w.isP(",") || w.endOfTargets()) {
		w.emit(".*")
		return
	}
	w.wrap(start, "whole", tok)
	w.emit(")")
}

// sqlValueFunc reports whether a function without parentheses is here.
func (p *parser) sqlValueFunc() bool {
	t := p.cur()
	if t.Kind != lex.Word {
		return false
	}
	switch t.Text {
	case "current_date", "current_time", "current_timestamp", "localtime", "localtimestamp", "current_role",
		"current_user", "session_user", "system_user", "user", "current_catalog":
		return true
	case "current_schema":
		return !p.at(1).IsPunct("(") && !p.at(1).IsPunct(".")
	}
	return false
}

func (w *walker) sqlValue() {
	f := &tree.SQLValueFunction{Pos: w.pos(), Op: w.cur().Text, Precision: -1}
	tok := w.i
	w.i++
	switch f.Op {
	case "current_time", "current_timestamp", "localtime", "localtimestamp":
		if w.acceptP("(") {
			f.Precision = int32(w.intConst())
			w.wantP(")")
		}
	}
	w.literal(f, tok)
}
