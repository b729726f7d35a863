package parser

import (
	"strconv"

	"minidb/parser/tree"
)

// A walker goes over an expression or query by PostgreSQL's grammar and emits
// text for TiDB's. Nothing that the two read differently is in that text: it
// has some sixty key words, punctuation, back-quoted names and question marks.
// Each question mark is a hole, whose meaning stands in a side table and is
// found again by its offset; names that begin with \x01 are markers of ours or
// index the table of leaves.

// piece is one token of the emitted text and the source token it stands for.
type piece struct {
	text string
	tok  int32
	hole int32 // index into walker.holes, or one of the kinds below
}

const (
	plain    = -1 // text as it is
	quoted   = -2 // a name of the user's
	marker   = -3 // the opening of a call of ours: `\x01name`(
	leafName = -4 // the number of a leaf
)

type holeKind uint8

const (
	holeExpr       holeKind = iota // expr stands here as it is
	holeType                       // typ: the target of a cast
	holeOp                         // binary operator on PostgreSQL's "any other operator" level
	holePrefix                     // prefix operator of that level
	holeLike                       // LIKE, ILIKE, SIMILAR TO: name
	holeOverlaps                   // OVERLAPS
	holeEscape                     // ESCAPE
	holeSymmetric                  // BETWEEN SYMMETRIC
	holeIs                         // IS [NOT] name
	holeNormalized                 // IS [NOT] [name] NORMALIZED
	holeDistinct                   // IS [NOT] DISTINCT FROM
	holeAtZone                     // AT TIME ZONE
	holeAtLocal                    // AT LOCAL
	holeCall                       // head of the carrier of an aggregate or window call
	holeStar                       // f(*), (x).*
	holeEmpty                      // nothing: an empty select list, an omitted slice bound
	holeTail                       // LIMIT and what may stand beside it
	holeExclude                    // EXCLUDE of a window frame
	holeSort                       // NULLS FIRST, USING
	holeName                       // a name as an argument
	holeStmt                       // data-modifying statement in WITH
)

var holeNames = [...]string{"expr", "type", "op", "prefix", "like", "overlaps", "escape", "symmetric",
	"is", "normalized", "distinct", "at zone", "at local", "call", "star", "empty", "tail", "exclude", "sort", "name", "stmt"}

// hole says what one question mark stands for.
type hole struct {
	kind holeKind
	not  bool
	tok  int32
	name string
	expr tree.Expr
	ref  any // *tree.TypeName, *callInfo, *tailInfo, []string, tree.Statement by kind
}

// leaf is a FROM item, CTE or window whose details TiDB cannot carry.
type leaf struct {
	table tree.TableRef
	cte   *tree.CTE
	name  string // of a window
	pos   int32
}

type walker struct {
	*parser
	out    []piece
	holes  []hole
	leaves []leaf
	// starAt is the piece where a select list item begins, where t.* may
	// stand alone; -1 elsewhere.
	starAt int
	// restricted: the walk is in a b_expr: no AND, OR, NOT, IN, LIKE, BETWEEN,
	// COLLATE, AT TIME ZONE, and of IS only IS DISTINCT FROM.
	restricted bool
	// windowless is the token of a call that has no FILTER, WITHIN GROUP or OVER; -1 if
	// there is none.
	windowless int
}

// walk returns an empty walker at the parser's place.
func (p *parser) walk() *walker {
	if n := len(p.walkers); n > 0 {
		w := p.walkers[n-1]
		p.walkers = p.walkers[:n-1]
		return w
	}
	return &walker{parser: p, starAt: -1, windowless: -1}
}

// free gives a walker back whose tree is built.
func (p *parser) free(w *walker) {
	clear(w.holes)
	clear(w.leaves)
	w.out, w.holes, w.leaves, w.starAt = w.out[:0], w.holes[:0], w.leaves[:0], -1
	w.restricted, w.windowless = false, -1
	p.walkers = append(p.walkers, w)
}

// emit adds text that stands for the current token.
func (w *walker) emit(text string) {
	w.out = append(w.out, piece{text, int32(w.i), plain})
}

// take emits text for the current token and consumes it.
func (w *walker) take(text string) {
	w.emit(text)
	w.i++
}

// takeP emits and consumes a punctuation that must be here.
func (w *walker) takeP(punct string) {
	if !w.isP(punct) {
		w.fail(w.i)
	}
	w.take(punct)
}

// quote emits a name of the user's that stands at token tok.
func (w *walker) quote(name string, tok int) {
	w.out = append(w.out, piece{name, int32(tok), quoted})
}

// open emits the opening of a marker call for the current token.
func (w *walker) open(name string) {
	w.out = append(w.out, piece{name, int32(w.i), marker})
}

// hole emits a question mark that stands for h.
func (w *walker) hole(h hole) {
	w.out = append(w.out, piece{"?", h.tok, int32(len(w.holes))})
	w.holes = append(w.holes, h)
}

// literal emits an expression that is complete already, written at token tok.
func (w *walker) literal(e tree.Expr, tok int) {
	w.hole(hole{kind: holeExpr, tok: int32(tok), expr: e})
}

// leaf adds l to the table and emits its name.
func (w *walker) leaf(l leaf) {
	w.out = append(w.out, piece{strconv.Itoa(len(w.leaves)), int32(w.i), leafName})
	w.leaves = append(w.leaves, l)
}

// insert puts pieces in front of the piece at index at.
func (w *walker) insert(at int, ps ...piece) {
	w.out = append(w.out, ps...)
	copy(w.out[at+len(ps):], w.out[at:])
	copy(w.out[at:], ps)
}

// wrap puts the opening of a marker call in front of piece at. The call counts
// as written at token tok.
func (w *walker) wrap(at int, name string, tok int) {
	w.insert(at, piece{name, int32(tok), marker})
}

// text renders the pieces for TiDB, and returns where each begins.
func (w *walker) text() (string, []int) {
	n := 0
	for i := range w.out {
		n += len(w.out[i].text) + 4
	}
	b := make([]byte, 0, n)
	offs := make([]int, len(w.out))
	for i := range w.out {
		if i > 0 && w.spaced(i) {
			b = append(b, ' ')
		}
		offs[i] = len(b)
		b = w.out[i].append(b)
	}
	return string(b), offs
}

// spaced tells whether a space belongs between pieces i-1 and i.
func (w *walker) spaced(i int) bool {
	a, b := &w.out[i-1], &w.out[i]
	if a.hole == marker || a.hole == plain && (a.text == "(" || a.text == ".") {
		return false
	}
	return b.hole != plain || b.text != "." && b.text != "(" && b.text != ".*"
}

func (p *piece) append(b []byte) []byte {
	switch p.hole {
	case quoted:
		return appendName(b, p.text)
	case marker:
		b = append(b, "`\x01"...)
		b = append(b, p.text...)
		return append(b, "`("...)
	case leafName:
		b = append(b, "`\x01"...)
		b = append(b, p.text...)
		return append(b, '`')
	}
	return append(b, p.text...)
}

// appendName quotes a name for TiDB. Names that begin like our own get one
// more byte in front, which userName takes away.
func appendName(b []byte, name string) []byte {
	b = append(b, '`')
	if name[0] <= '\x02' {
		b = append(b, '\x02')
	}
	for i := range len(name) {
		if name[i] == '`' {
			b = append(b, '`')
		}
		b = append(b, name[i])
	}
	return append(b, '`')
}

// userName undoes appendName's mark.
func userName(name string) string {
	if name != "" && name[0] == '\x02' {
		return name[1:]
	}
	return name
}
