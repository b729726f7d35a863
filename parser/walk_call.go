package parser

import (
	"minidb/parser/lex"
	"minidb/parser/tree"
	"minidb/pgerr"
)

// The walk over function calls. A plain call is a plain call for TiDB too, as
// its name is quoted. Anything more is carried by GROUP_CONCAT, which takes any
// arguments, DISTINCT and OVER; its first argument is a hole that says what is
// meant:
//
//	GROUP_CONCAT([DISTINCT] ?call, args..., [filter], [sort items...]) [OVER ...]
//
// ORDER BY does not travel as one: TiDB drops it where OVER follows.

// callInfo is what the first argument of the carrier stands for.
type callInfo struct {
	names    []string
	args     int
	star     bool
	variadic bool
	within   bool
	filter   bool
	overPos  int32
}

// call walks the arguments of a function whose name, at token tok, was read.
func (w *walker) call(tok int, names []string) {
	nameAt := len(w.out)
	if len(names) == 2 {
		w.quote(names[0], tok)
		w.emit(".")
	}
	w.quote(names[len(names)-1], tok)
	w.take("(")
	c := callInfo{names: names}
	distinct := w.accept("distinct")
	all := !distinct && w.accept("all")
	first := len(w.out)
	if (distinct || all) && (w.isP(")") || w.isOp("*")) {
		w.fail(w.i)
	}
	carried := w.arguments(&c) || distinct || len(names) > 2
	last := len(w.out)
	tail := tok != w.windowless
	carried = w.callTail(&c, last, distinct, tail) || carried
	over := tail && w.is("over")
	switch {
	case carried || over:
		w.carry(c, nameAt, first, last, tok, distinct)
	case c.star:
		w.insert(first, piece{"?", int32(tok), int32(len(w.holes))})
		w.holes = append(w.holes, hole{kind: holeStar, tok: int32(tok)})
	}
	if over {
		w.over()
	}
}

// arguments walks the arguments and reports whether TiDB needs the carrier.
func (w *walker) arguments(c *callInfo) (carried bool) {
	if w.acceptOp("*") {
		c.star = true
		return false
	}
	for !w.isP(")") {
		if w.accept("variadic") {
			c.variadic, carried = true, true
		}
		if n := w.at(1); n.IsPunct("=>") || n.IsPunct(":=") {
			w.namedArg()
		} else {
			w.expr(false)
		}
		c.args++
		if !w.isP(",") || c.variadic {
			break
		}
		w.take(",")
		if w.isP(")") {
			w.fail(w.i)
		}
	}
	return carried
}

func (w *walker) namedArg() {
	w.open("named")
	tok := int32(w.i)
	w.hole(hole{kind: holeName, tok: tok, name: w.typeFuncName()})
	w.i++
	w.emit(",")
	w.expr(false)
	w.emit(")")
}

// callTail walks what follows the arguments up to OVER, and reports whether
// anything did; without tail there is nothing behind the parenthesis. The filter goes before the sort items, behind the arguments,
// which end at piece last.
func (w *walker) callTail(c *callInfo, last int, distinct, tail bool) (carried bool) {
	if w.is("order") {
		w.callOrder()
		carried = true
	}
	w.wantP(")")
	if tail && w.is("within") {
		w.withinGroup(c, carried, distinct)
		carried = true
	}
	if tail && w.accept("filter") {
		c.filter, carried = true, true
		w.wantP("(")
		w.want("where")
		start := len(w.out)
		w.emit(",")
		w.expr(false)
		w.wantP(")")
		f := append([]piece(nil), w.out[start:]...)
		w.out = w.out[:start]
		w.insert(last, f...)
	}
	w.emit(")")
	return carried
}

func (w *walker) withinGroup(c *callInfo, ordered, distinct bool) {
	switch {
	case ordered:
		w.errorAt(w.pos(), "cannot use multiple ORDER BY clauses with WITHIN GROUP")
	case distinct:
		w.errorAt(w.pos(), "cannot use DISTINCT with WITHIN GROUP")
	case c.variadic:
		w.errorAt(w.pos(), "cannot use VARIADIC with WITHIN GROUP")
	}
	c.within = true
	w.want("within", "group")
	w.wantP("(")
	w.callOrder()
	w.wantP(")")
}

// callOrder walks the ORDER BY of a call.
func (w *walker) callOrder() {
	w.emit(",")
	w.want("order", "by")
	w.sortList()
}

// carry turns the call emitted from piece nameAt on into the carrier.
func (w *walker) carry(c callInfo, nameAt, first, last, tok int, distinct bool) {
	if w.is("over") {
		c.overPos = w.at(1).Pos
	}
	ins := make([]piece, 0, 3)
	if distinct {
		ins = append(ins, piece{"DISTINCT", int32(tok), plain})
	}
	ins = append(ins, piece{"?", int32(tok), int32(len(w.holes))})
	w.holes = append(w.holes, hole{kind: holeCall, tok: int32(tok), ref: &c})
	if last > first {
		ins = append(ins, piece{",", int32(tok), plain})
	}
	w.insert(first, ins...)
	w.out[nameAt] = piece{"GROUP_CONCAT", int32(tok), plain}
	if len(c.names) == 2 {
		w.out = append(w.out[:nameAt+1], w.out[nameAt+3:]...)
	}
}

func (w *walker) over() {
	w.take("OVER")
	if w.isP("(") {
		w.windowSpec()
	} else {
		w.quote(w.name(), w.i)
	}
}

// windows walks the WINDOW clause. Windows are numbered, for their positions.
func (w *walker) windows() {
	w.take("WINDOW")
	for {
		pos := w.at(2).Pos // of the parenthesis
		w.leaf(leaf{name: w.name(), pos: int32(pos)})
		w.want("as")
		w.emit("AS")
		w.windowSpec()
		if !w.isP(",") {
			return
		}
		w.take(",")
	}
}

// windowSpec walks ( [name] [PARTITION BY] [ORDER BY] [frame] ).
func (w *walker) windowSpec() {
	w.takeP("(")
	if w.cur().IsColID() && !w.is("partition", "rows", "range", "groups") {
		w.quote(w.name(), w.i)
	}
	at, partitioned := len(w.out), false
	if w.is("partition") {
		w.emit("PARTITION BY")
		w.want("partition", "by")
		at, partitioned = len(w.out), true
		w.exprs()
	}
	if w.is("order") {
		w.orderBy()
	}
	if w.is("rows", "range", "groups") {
		w.frame(at, partitioned)
	}
	w.takeP(")")
}

// frame walks a frame. What it excludes is carried as the first item of
// PARTITION BY, whose list begins at piece at.
func (w *walker) frame(at int, partitioned bool) {
	pos := w.pos()
	f := &tree.WindowFrame{Pos: pos}
	switch {
	case w.is("rows"):
		f.Mode = tree.FrameRows
	case w.is("groups"):
		f.Mode = tree.FrameGroups
	}
	w.take(upper(w.cur().Text))
	f.Between = w.is("between")
	if f.Between {
		w.take("BETWEEN")
	}
	startPos := w.pos()
	f.Start, f.End.Kind = w.frameBound(), tree.CurrentRow
	endPos := startPos
	if f.Between {
		w.emit("AND")
		w.want("and")
		endPos = w.pos()
		f.End = w.frameBound()
	}
	checkFrame(f, startPos, endPos)
	if w.accept("exclude") {
		f.Exclude = w.exclusion()
	}
	w.holes = append(w.holes, hole{kind: holeExclude, tok: int32(w.i), ref: f})
	ps := []piece{{"?", int32(w.i), int32(len(w.holes) - 1)}}
	if partitioned {
		ps = append(ps, piece{",", int32(w.i), plain})
	} else {
		ps = append([]piece{{"PARTITION BY", int32(w.i), plain}}, ps...)
	}
	w.insert(at, ps...)
}

func (w *walker) exclusion() tree.FrameExclusion {
	switch w.oneOf("current", "group", "ties", "no") {
	case "current":
		w.want("row")
		return tree.ExcludeCurrentRow
	case "group":
		return tree.ExcludeGroup
	case "ties":
		return tree.ExcludeTies
	}
	w.want("others")
	return tree.ExcludeNoOthers
}

// frameBound walks one end of a frame. The whole frame is carried in its hole;
// TiDB is sent a literal one of the same shape.
func (w *walker) frameBound() (b tree.FrameBound) {
	if w.accept("current", "row") {
		w.emit("CURRENT ROW")
		b.Kind = tree.CurrentRow
		return b
	}
	if w.is("unbounded") && w.at(1).Kind == lex.Word {
		w.take("UNBOUNDED")
		b.Kind = tree.UnboundedPreceding
		if w.is("following") {
			b.Kind = tree.UnboundedFollowing
		}
	} else {
		tok := w.i
		b.Offset = w.parseExpr()
		w.literal(b.Offset, tok)
		b.Kind = tree.OffsetPreceding
		if w.is("following") {
			b.Kind = tree.OffsetFollowing
		}
	}
	w.emit(upper(w.cur().Text))
	w.oneOf("preceding", "following")
	return b
}

// checkFrame refuses frames that cannot be, as PostgreSQL's grammar does.
func checkFrame(f *tree.WindowFrame, startPos, endPos int32) {
	msg, pos := "", endPos
	switch {
	case f.Start.Kind == tree.UnboundedFollowing:
		pos = startPos
		msg = "frame start cannot be UNBOUNDED FOLLOWING"
	case !f.Between && f.Start.Kind == tree.OffsetFollowing:
		msg = "frame starting from following row cannot end with current row"
	case f.End.Kind == tree.UnboundedPreceding:
		msg = "frame end cannot be UNBOUNDED PRECEDING"
	case f.Start.Kind == tree.CurrentRow && f.End.Kind == tree.OffsetPreceding:
		msg = "frame starting from current row cannot have preceding rows"
	case f.Start.Kind == tree.OffsetFollowing && f.End.Kind == tree.OffsetPreceding:
		msg = "frame starting from following row cannot have preceding rows"
	case f.Start.Kind == tree.OffsetFollowing && f.End.Kind == tree.CurrentRow:
		msg = "frame starting from following row cannot have preceding rows"
	default:
		return
	}
	panic(pgerr.New(pgerr.WindowingError, "%s", msg).At(int(pos)))
}
