package parser

import (
	"minidb/parser/lex"
	"minidb/parser/tree"
	"minidb/pgerr"
)

// The walk over FROM. Tables, subqueries and functions become leaves: their
// alias is a number, under which the node stands that the builder completes.

func (w *walker) fromList() {
	for {
		w.tableRef()
		if !w.isP(",") {
			return
		}
		w.take(",")
	}
}

// tableRef walks a FROM item with the joins behind it, and reports whether
// there were any.
func (w *walker) tableRef() (joined bool) {
	w.enter()
	w.tablePrimary()
	n := 0
	for w.join() {
		joined = true
		if n++; n > maxChain {
			panic(pgerr.StackDepth())
		}
	}
	w.leave()
	return joined
}

// join walks one join behind its left side, if one is here.
func (w *walker) join() bool {
	switch {
	case w.is("cross"):
		tok := int32(w.i)
		w.take("JOIN")
		w.want("join")
		w.tablePrimary()
		w.emit("ON")
		w.hole(hole{kind: holeEmpty, tok: tok})
	case w.is("natural"):
		w.naturalJoin()
	case w.is("join", "inner", "left", "right", "full"):
		w.emit(w.joinKind())
		start := len(w.out)
		if w.tableRef() {
			w.insert(start, piece{"(", int32(w.i), plain})
			w.emit(")")
		}
		w.joinQual()
	default:
		return false
	}
	return true
}

// joinKind consumes [INNER | LEFT | ...] JOIN and returns TiDB's words. There
// is no FULL JOIN in TiDB; STRAIGHT_JOIN, which has the same shape, stands
// for it.
func (w *walker) joinKind() string {
	text := "JOIN"
	switch {
	case w.accept("left"):
		text = "LEFT JOIN"
	case w.accept("right"):
		text = "RIGHT JOIN"
	case w.accept("full"):
		text = "STRAIGHT_JOIN"
	default:
		w.accept("inner")
		w.want("join")
		return text
	}
	w.accept("outer")
	w.want("join")
	return text
}

func (w *walker) naturalJoin() {
	w.i++
	kind := w.joinKind()
	full := kind == "STRAIGHT_JOIN"
	if !full {
		kind = "NATURAL " + kind
	}
	w.emit(kind)
	w.tablePrimary()
	if full {
		w.emit("USING (`\x01natural`)")
	}
}

func (w *walker) joinQual() {
	if w.is("on") {
		w.take("ON")
		w.expr(false)
		return
	}
	if !w.is("using") {
		w.fail(w.i)
	}
	w.take("USING (")
	for k, c := range w.nameList() {
		if k > 0 {
			w.emit(",")
		}
		w.quote(c, w.i)
	}
	if w.accept("as") {
		w.emit(",")
		a := &tree.Alias{Pos: w.pos(), Name: w.name()}
		w.leaf(leaf{table: &tree.JoinExpr{UsingAlias: a}})
	}
	w.emit(")")
}

// tablePrimary walks a FROM item without joins behind it.
func (w *walker) tablePrimary() {
	lateral := w.accept("lateral")
	switch {
	case w.isP("(") && (lateral || w.parenQuery(w.i)):
		w.subselect(lateral)
	case w.isP("("):
		w.joinedTable()
	case w.is("rows") && w.at(1).Is("from") && w.at(2).IsPunct("("):
		w.rowsFrom(lateral)
	case w.functionStart():
		w.function(lateral)
	case w.is("json_table", "xmltable") && w.at(1).IsPunct("("):
		w.unsupported(upper(w.cur().Text))
	case lateral:
		w.qualified()
		w.fail(w.i)
	default:
		w.table(true)
	}
}

// joinedTable walks a join in parentheses. Its alias, of which TiDB knows
// nothing, is that of a lateral subquery over the join; joined tells a join, in
// any number of parentheses, from one that an alias made a table.
func (w *walker) joinedTable() (joined bool) {
	start, tok := len(w.out), int32(w.i)
	w.take("(")
	w.enter()
	if w.isP("(") && !w.parenQuery(w.i) {
		joined = w.joinedTable()
	} else {
		w.tablePrimary()
	}
	for n := 0; w.join(); n++ {
		joined = true
		if n > maxChain {
			panic(pgerr.StackDepth())
		}
	}
	w.leave()
	if !joined {
		w.fail(w.i)
	}
	w.takeP(")")
	a := w.alias()
	if a == nil {
		return true
	}
	w.insert(start, piece{"LATERAL (SELECT * FROM", tok, plain})
	w.emit(") AS")
	w.leaf(leaf{table: &tree.JoinExpr{Alias: a}})
	return false
}

func (w *walker) subselect(lateral bool) {
	r := &tree.RangeSubselect{Pos: w.pos(), Lateral: lateral}
	w.emit("LATERAL")
	w.takeP("(")
	w.query()
	w.takeP(")")
	r.Alias = w.alias()
	w.emit("AS")
	w.leaf(leaf{table: r})
}

// table walks a table name, with an alias and sample if those may follow.
func (w *walker) table(withAlias bool) {
	tok := w.i
	v := w.relationExpr()
	if v.Catalog != "" {
		w.quote(v.Catalog+"."+v.Schema, tok)
		w.emit(".")
	} else if v.Schema != "" {
		w.quote(v.Schema, tok)
		w.emit(".")
	}
	w.quote(v.Name, tok)
	if withAlias {
		v.Alias = w.alias()
		if w.is("tablesample") {
			v.Sample = w.sample()
		}
	}
	w.emit("AS")
	w.leaf(leaf{table: v})
}

func (w *walker) sample() *tree.TableSample {
	s := &tree.TableSample{Pos: w.pos()}
	w.i++
	s.Method = append(s.Method, w.label())
	for w.acceptP(".") {
		s.Method = append(s.Method, w.label())
	}
	w.wantP("(")
	s.Args = w.parseExprs()
	w.wantP(")")
	if w.accept("repeatable") {
		w.wantP("(")
		s.Repeatable = w.parseExpr()
		w.wantP(")")
	}
	return s
}

// alias consumes [AS] name [(columns)], nil if there is none.
func (p *parser) alias() *tree.Alias {
	as := p.accept("as")
	if !as && !p.cur().IsColID() {
		return nil
	}
	a := &tree.Alias{Pos: p.pos()}
	a.Name = p.name()
	a.Columns = p.optNameList()
	return a
}

// functionStart reports whether a function call begins here.
func (w *walker) functionStart() bool {
	j := w.i
	t := &w.toks[j]
	if t.Kind == lex.Word && t.Class == lex.ColName && !specialFuncs[t.Text] {
		return false
	}
	if w.sqlValueFunc() {
		return true
	}
	if t.Is("cast") {
		return w.at(1).IsPunct("(")
	}
	for w.toks[j].Kind == lex.Word || w.toks[j].Kind == lex.Quoted {
		if w.toks[j].Class == lex.Reserved && j == w.i {
			return false
		}
		if !w.toks[j+1].IsPunct(".") {
			return w.toks[j+1].IsPunct("(")
		}
		j += 2
	}
	return false
}

// function carries a function in FROM as a lateral subquery of one column.
func (w *walker) function(lateral bool) {
	r := &tree.RangeFunction{Pos: w.pos(), Lateral: lateral}
	w.emit("LATERAL (SELECT")
	w.functionItem(r)
	w.emit(")")
	r.Ordinality = w.accept("with", "ordinality")
	w.functionAlias(r)
	w.emit("AS")
	w.leaf(leaf{table: r})
}

func (w *walker) functionItem(r *tree.RangeFunction) {
	r.Functions = append(r.Functions, &tree.RangeFunctionItem{Pos: w.pos()})
	w.callOnly()
}

func (w *walker) rowsFrom(lateral bool) {
	r := &tree.RangeFunction{Pos: w.pos(), Lateral: lateral, RowsFrom: true}
	w.i += 3
	w.emit("LATERAL (SELECT")
	for {
		w.functionItem(r)
		if w.accept("as") {
			r.Functions[len(r.Functions)-1].ColDefs = w.columnDefs()
		}
		if !w.isP(",") {
			break
		}
		w.take(",")
	}
	w.takeP(")")
	r.Ordinality = w.accept("with", "ordinality")
	w.functionAlias(r)
	w.emit("AS")
	w.leaf(leaf{table: r})
}

// functionAlias consumes an alias with column names, or column definitions
// with or without an alias.
func (w *walker) functionAlias(r *tree.RangeFunction) {
	as := w.accept("as")
	if as && w.isP("(") {
		r.ColDefs = w.columnDefs()
		return
	}
	if !as && !w.cur().IsColID() {
		return
	}
	r.Alias = &tree.Alias{Pos: w.pos()}
	r.Alias.Name = w.name()
	if !w.isP("(") {
		return
	}
	if n := w.at(2); n.IsPunct(",") || n.IsPunct(")") {
		r.Alias.Columns = w.nameList()
	} else {
		r.ColDefs = w.columnDefs()
	}
}

// columnDefs consumes ( name type [COLLATE c], ... ).
func (p *parser) columnDefs() (l []*tree.ColumnDef) {
	p.wantP("(")
	p.list(func() {
		d := &tree.ColumnDef{Pos: p.pos()}
		d.Name = p.name()
		d.Type = p.typeName()
		if p.accept("collate") {
			d.Collation = p.qualified()
		}
		l = append(l, d)
	})
	p.wantP(")")
	return l
}
