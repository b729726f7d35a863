package parser

import (
	"minidb/parser/lex"
	"minidb/parser/tree"
	"minidb/pgerr"
)

// The walk over queries: set operations, SELECT and its clauses, VALUES, WITH.

// queryStart reports whether a query begins at token i, behind any number of
// parentheses.
func (p *parser) queryStart(i int) bool {
	for p.toks[i].IsPunct("(") {
		i++
	}
	t := &p.toks[i]
	return t.Is("select") || t.Is("values") || t.Is("with") || t.Is("table")
}

// parenQuery reports whether the parenthesis at token i holds a query, not an
// expression or a join: ((select 1) union select 2), but not ((select 1) + 2).
func (p *parser) parenQuery(i int) bool {
	if !p.queryStart(i) {
		return false
	}
	for p.toks[i+1].IsPunct("(") {
		t := &p.toks[min(p.match(i+1)+1, len(p.toks)-1)]
		if !t.IsPunct(")") {
			return t.Kind == lex.Word && continuesQuery(t.Text)
		}
		i++
	}
	return true
}

// continuesQuery reports whether a word behind a parenthesised query goes on
// with that query.
func continuesQuery(word string) bool {
	switch word {
	case "union", "intersect", "except", "order", "limit", "offset", "fetch", "for":
		return true
	}
	return false
}

// query walks a whole query expression.
func (w *walker) query() {
	w.enter()
	if w.is("with") {
		at := w.pos()
		w.with()
		w.onlyWith(at)
	}
	w.queryBody()
	w.leave()
}

// onlyWith refuses WITH before a parenthesis that holds a whole query with its
// own.
func (w *walker) onlyWith(at int32) {
	i := w.i
	if !w.isP("(") {
		return
	}
	for w.toks[i].IsPunct("(") {
		i++
	}
	next := w.at(w.match(w.i) + 1 - w.i)
	if w.toks[i].Is("with") && !next.Is("union") && !next.Is("intersect") && !next.Is("except") {
		w.errorAt(at, "multiple WITH clauses not allowed")
	}
}

// queryBody walks a query without its WITH.
func (w *walker) queryBody() {
	w.queryTerm()
	for n := 0; w.is("union", "intersect", "except"); n++ {
		if n > maxChain {
			panic(pgerr.StackDepth())
		}
		w.take(w.cur().Text)
		if w.is("all") {
			w.take("ALL")
		} else {
			w.accept("distinct")
		}
		w.queryTerm()
	}
	if w.is("order") {
		w.orderBy()
	}
	w.tail()
}

// orderBy walks ORDER BY and its list.
func (w *walker) orderBy() {
	w.emit("ORDER BY")
	w.want("order", "by")
	w.sortList()
}

func (w *walker) queryTerm() {
	switch {
	case w.isP("("):
		w.take("(")
		w.query()
		w.takeP(")")
	case w.is("select"):
		w.selectCore()
	case w.is("values"):
		w.take("VALUES")
		w.values()
	case w.is("table"):
		w.take("SELECT * FROM")
		w.table(false)
	default:
		w.fail(w.i)
	}
}

func (w *walker) values() {
	for {
		if !w.isP("(") {
			w.fail(w.i)
		}
		w.take("ROW(")
		w.exprs()
		w.takeP(")")
		if !w.isP(",") {
			return
		}
		w.take(",")
	}
}

func (w *walker) with() {
	w.take("WITH")
	if w.is("recursive") {
		w.take("RECURSIVE")
	}
	for {
		w.cte()
		if !w.isP(",") {
			return
		}
		w.take(",")
	}
}

func (w *walker) cte() {
	c := &tree.CTE{Pos: w.pos()}
	c.Name = w.name()
	c.Columns = w.optNameList()
	w.want("as")
	if w.accept("not", "materialized") {
		c.Materialized = tree.MaterializeNever
	} else if w.accept("materialized") {
		c.Materialized = tree.MaterializeAlways
	}
	w.leaf(leaf{cte: c})
	w.emit("AS")
	w.takeP("(")
	if w.dmlStart() {
		w.emit("SELECT")
		tok := w.i
		s := w.dml()
		w.hole(hole{kind: holeStmt, tok: int32(tok), ref: s})
	} else {
		w.query()
	}
	w.takeP(")")
	c.Search, c.Cycle = w.searchClause(), w.cycleClause()
}

// searchClause consumes SEARCH of a WITH item; nil if it is not here. TiDB's
// grammar has none of it.
func (p *parser) searchClause() *tree.SearchClause {
	if !p.is("search") {
		return nil
	}
	s := &tree.SearchClause{Pos: p.pos()}
	p.i++
	s.Breadth = p.oneOf("depth", "breadth") == "breadth"
	p.want("first", "by")
	s.Columns = p.names()
	p.want("set")
	s.Sequence = p.name()
	return s
}

func (p *parser) cycleClause() *tree.CycleClause {
	if !p.is("cycle") {
		return nil
	}
	c := &tree.CycleClause{Pos: p.pos()}
	p.i++
	c.Columns = p.names()
	p.want("set")
	c.Mark = p.name()
	if p.accept("to") {
		c.Value = p.cycleMark()
		p.want("default")
		c.Default = p.cycleMark()
	} else {
		c.Value, c.Default = boolConst(-1, true), boolConst(-1, false)
	}
	p.want("using")
	c.Path = p.name()
	return c
}

// cycleMark consumes a constant, which may be typed.
func (p *parser) cycleMark() tree.Expr {
	at := p.i
	e := p.parseOperand()
	arg := e
	if cast, ok := arg.(*tree.TypeCast); ok {
		arg = cast.Arg
	}
	if _, ok := arg.(*tree.Const); !ok {
		p.fail(at)
	}
	return e
}

func (w *walker) selectCore() {
	w.take("SELECT")
	if w.is("distinct") {
		w.take("DISTINCT")
		if w.is("on") {
			w.distinctOn()
		}
		if w.endOfTargets() {
			w.fail(w.i)
		}
	} else {
		w.accept("all")
	}
	if w.endOfTargets() {
		w.hole(hole{kind: holeEmpty, tok: int32(w.i)})
	} else {
		w.targets()
	}
	if w.is("into") {
		w.into()
	}
	if w.is("from") {
		w.take("FROM")
		w.fromList()
	} else if w.is("where", "group", "having", "window") {
		w.emit("FROM `\x01none`")
	}
	w.whereClause()
	w.groupBy()
	if w.is("having") {
		w.take("HAVING")
		w.expr(false)
	}
	if w.is("window") {
		w.windows()
	}
}

// distinctOn carries DISTINCT ON (a, b) as the first item of the select list.
func (w *walker) distinctOn() {
	w.open("on")
	w.i++
	w.wantP("(")
	w.exprs()
	w.takeP(")")
	w.emit(",")
}

// into carries the target of SELECT INTO as one more select list item.
func (w *walker) into() {
	w.emit(",")
	c := &tree.IntoClause{Pos: w.pos()}
	tok := w.i
	w.i++
	if w.is("local", "global") && (w.at(1).Is("temporary") || w.at(1).Is("temp")) {
		w.globalTemp()
		w.i++
	}
	switch {
	case w.accept("temporary"), w.accept("temp"):
		c.Persistence = tree.Temporary
	case w.accept("unlogged"):
		c.Persistence = tree.Unlogged
	}
	w.accept("table")
	c.Relation = w.relation()
	w.hole(hole{kind: holeEmpty, tok: int32(tok), ref: c})
}

func (w *walker) whereClause() {
	if w.is("where") {
		w.take("WHERE")
		w.expr(false)
	}
}

// endOfTargets reports whether the select list is over, or empty.
func (w *walker) endOfTargets() bool {
	t := w.cur()
	if t.Kind == lex.Word {
		return t.Class == lex.Reserved && (continuesQuery(t.Text) ||
			w.is("from", "where", "group", "having", "window", "into", "returning", "on"))
	}
	return t.Kind == lex.EOF || t.IsPunct(")") || t.IsPunct(";")
}

func (w *walker) targets() {
	for {
		w.target()
		if !w.isP(",") {
			return
		}
		w.take(",")
	}
}

func (w *walker) target() {
	if w.isOp("*") {
		w.take("*")
		return
	}
	save := w.starAt
	w.starAt = len(w.out)
	w.expr(false)
	w.starAt = save
	if w.is("as") {
		w.take("AS")
		w.quote(w.label(), w.i)
	} else if t := w.cur(); t.Kind == lex.Quoted || t.Kind == lex.Word && !t.NeedAS {
		w.quote(w.label(), w.i)
	}
}

func (w *walker) groupBy() {
	if !w.is("group") {
		return
	}
	w.emit("GROUP BY")
	tok := w.i
	w.want("group", "by")
	if w.accept("distinct") {
		w.hole(hole{kind: holeEmpty, tok: int32(tok), name: "distinct"})
		w.emit(",")
	} else {
		w.accept("all")
	}
	w.groupList()
}

func (w *walker) groupList() {
	w.enter()
	for {
		switch {
		case w.is("rollup", "cube") && w.at(1).IsPunct("("):
			w.open(w.cur().Text)
			w.i += 2
			w.exprs()
			w.takeP(")")
		case w.isSeq("grouping", "sets"):
			w.open("sets")
			w.i += 2
			w.wantP("(")
			w.groupList()
			w.takeP(")")
		case w.isP("(") && w.at(1).IsPunct(")"):
			w.hole(hole{kind: holeEmpty, tok: int32(w.i)})
			w.i += 2
		default:
			w.expr(false)
		}
		if !w.isP(",") {
			break
		}
		w.take(",")
	}
	w.leave()
}

// sortInfo is what a sort item has that TiDB's has not.
type sortInfo struct {
	nulls tree.NullsOrder
	dir   tree.SortDir
	using []string
	pos   int32 // of using's operator
}

func (w *walker) sortList() {
	for {
		w.sortItem()
		if !w.isP(",") {
			return
		}
		w.take(",")
	}
}

func (w *walker) sortItem() {
	start, tok := len(w.out), w.i
	w.expr(false)
	var s sortInfo
	s.dir, s.nulls = w.sortDir()
	if w.is("nulls") { // only before FIRST and LAST it is more than a name
		w.stuckAt = w.i
		w.fail(w.i)
	}
	if s.dir == tree.SortDefault && w.accept("using") {
		s.dir = tree.SortUsing
		s.pos = w.pos()
		schema, op := w.opName()
		s.using = []string{op}
		if schema != "" {
			s.using = []string{schema, op}
		}
		s.nulls = w.nullsOrder()
	}
	if s.dir == tree.SortDefault && s.nulls == tree.NullsDefault {
		return
	}
	w.wrap(start, "sort", tok)
	w.emit(",")
	w.hole(hole{kind: holeSort, tok: int32(w.i - 1), ref: s})
	w.emit(")")
}

// sortDir consumes [ASC | DESC] [NULLS FIRST | NULLS LAST].
func (p *parser) sortDir() (d tree.SortDir, n tree.NullsOrder) {
	if p.accept("asc") {
		d = tree.SortAsc
	} else if p.accept("desc") {
		d = tree.SortDesc
	}
	return d, p.nullsOrder()
}

func (p *parser) nullsOrder() tree.NullsOrder {
	if p.accept("nulls", "first") {
		return tree.NullsFirst
	}
	if p.accept("nulls", "last") {
		return tree.NullsLast
	}
	return tree.NullsDefault
}

// opName consumes an operator, or OPERATOR(schema.op).
func (p *parser) opName() (schema, op string) {
	if p.is("operator") {
		p.i++
		p.wantP("(")
		for p.cur().Kind != lex.Op {
			if schema != "" {
				p.unsupported("an operator name of three parts")
			}
			schema = p.name()
			p.wantP(".")
		}
		op = p.cur().Text
		p.i++
		p.wantP(")")
		return schema, op
	}
	if p.cur().Kind != lex.Op {
		p.fail(p.i)
	}
	p.i++
	return "", p.toks[p.i-1].Text
}

// tailInfo is what may follow a query: limits in any order, row locks.
type tailInfo struct {
	limit, offset       tree.Expr
	limitPos, offsetPos int32
	ties                bool
	tiesPos             int32
	locks               []*tree.LockingClause
}

// tail carries everything behind ORDER BY as one LIMIT.
func (w *walker) tail() {
	start := w.i
	var t tailInfo
	for w.tailClause(&t) {
	}
	if w.i > start {
		w.emit("LIMIT")
		w.hole(hole{kind: holeTail, tok: int32(start), ref: &t})
	}
}

func (w *walker) tailClause(t *tailInfo) bool {
	at := w.pos()
	switch {
	case w.is("limit"):
		w.clauseOnce(t.limit, &t.limitPos)
		if w.is("all") {
			t.limit = &tree.Const{Pos: w.pos(), Kind: tree.ConstNull}
			w.i++
		} else {
			t.limit = w.parseExpr()
		}
		if w.isP(",") {
			panic(pgerr.New(pgerr.SyntaxError, "LIMIT #,# syntax is not supported").At(int(at)).
				WithHint("Use separate LIMIT and OFFSET clauses."))
		}
	case w.is("offset"):
		w.clauseOnce(t.offset, &t.offsetPos)
		t.offset = w.parseExpr()
		if !w.accept("row") {
			w.accept("rows")
		}
	case w.is("fetch"):
		w.clauseOnce(t.limit, &t.limitPos)
		w.fetchFirst(t)
	case w.is("for"):
		w.i++
		w.locking(t, at)
	default:
		return false
	}
	return true
}

// clauseOnce consumes the word of a clause that sets e; it may not be there twice.
func (p *parser) clauseOnce(e tree.Expr, pos *int32) {
	if e != nil {
		p.fail(p.i)
	}
	*pos = p.pos()
	p.i++
}

func (p *parser) once(e tree.Expr, at int32, what string) {
	if e != nil {
		p.errorAt(at, "multiple %s clauses not allowed", what)
	}
}

func (w *walker) fetchFirst(t *tailInfo) {
	w.oneOf("first", "next")
	if w.is("row", "rows") {
		t.limit = &tree.Const{Pos: -1, Kind: tree.ConstInt, Int: 1, Text: "1"}
	} else {
		// PostgreSQL takes a c_expr or a signed number here.
		t.limit = w.parseOperand()
	}
	w.oneOf("row", "rows")
	t.tiesPos = w.pos()
	if w.accept("with") {
		w.want("ties")
		t.ties = true
		return
	}
	w.want("only")
}

func (w *walker) locking(t *tailInfo, at int32) {
	l := &tree.LockingClause{Pos: at}
	switch {
	case w.accept("update"):
		l.Strength = tree.ForUpdate
	case w.accept("share"):
		l.Strength = tree.ForShare
	case w.accept("read"):
		w.want("only")
		return
	case w.accept("no"):
		w.want("key", "update")
		l.Strength = tree.ForNoKeyUpdate
	default:
		w.want("key", "share")
		l.Strength = tree.ForKeyShare
	}
	if w.accept("of") {
		l.Of = w.relations()
	}
	if w.accept("nowait") {
		l.Wait = tree.LockError
	} else if w.accept("skip") {
		w.want("locked")
		l.Wait = tree.LockSkip
	}
	t.locks = append(t.locks, l)
}
