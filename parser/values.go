package parser

import (
	"minidb/parser/lex"
	"minidb/parser/tree"
)

// The short way for VALUES lists that have only literals in them, as bulk
// loads send by the thousand: rows are built from the tokens, without a walk
// and without TiDB.

// plainValues consumes a VALUES list of literals, signed numbers, parameters,
// NULL, TRUE, FALSE and DEFAULT that is a whole query. Otherwise it consumes
// nothing and returns nil.
func (p *parser) plainValues() *tree.SelectStmt {
	if !p.is("values") {
		return nil
	}
	start := p.i
	q := &tree.SelectStmt{Pos: p.pos()}
	p.i++
	end := p.statementEnd()
	var slab []tree.Expr
	for {
		row, ok := p.plainRow(&slab, end)
		if !ok {
			p.i = start
			return nil
		}
		if q.ValuesLists == nil {
			q.ValuesLists = make([][]tree.Expr, 0, guessRows(end-p.i, len(row)))
		}
		q.ValuesLists = append(q.ValuesLists, row)
		if !p.acceptP(",") {
			break
		}
	}
	if t := p.cur(); t.Kind == lex.Word && continuesQuery(t.Text) {
		p.i = start
		return nil
	}
	return q
}

// statementEnd is the index of the token behind the statement.
func (p *parser) statementEnd() int {
	for i := p.i; ; i++ {
		if i == len(p.toks)-1 || p.toks[i].IsPunct(";") {
			return i
		}
	}
}

// guessRows estimates how many rows a list has, from its first row's width and
// the number of tokens behind that.
func guessRows(tokens, columns int) int {
	return min(tokens/(2*columns+2)+1, 1<<16)
}

// plainRow consumes ( literal, ... ). The row is cut from slab. The statement's tokens
// reach to end.
func (p *parser) plainRow(slab *[]tree.Expr, end int) (row []tree.Expr, ok bool) {
	if !p.acceptP("(") {
		return nil, false
	}
	s := *slab
	from := len(s)
	for {
		e := p.plainValue()
		if e == nil {
			return nil, false
		}
		if len(s) == cap(s) {
			grown := make([]tree.Expr, 0, min((end-p.i)/2+2, 2048)+2*(len(s)-from))
			s, from = append(grown, s[from:]...), 0
		}
		s = append(s, e)
		if p.acceptP(",") {
			continue
		}
		*slab = s
		return s[from:len(s):len(s)], p.acceptP(")")
	}
}

// plainValue consumes one literal, nil if there is none. What follows it must
// be a comma or a parenthesis, which the caller sees to.
func (p *parser) plainValue() tree.Expr {
	t := p.cur()
	switch t.Kind {
	case lex.Int, lex.Num, lex.String, lex.Bit:
		return p.constant()
	case lex.Param:
		return p.param()
	case lex.Op:
		if k := p.at(1).Kind; t.Text != "-" || k != lex.Int && k != lex.Num {
			return nil
		}
		p.i++
		return p.negate(p.constant(), t.Pos)
	case lex.Word:
		return p.plainWord(t)
	}
	return nil
}

func (p *parser) plainWord(t *lex.Token) tree.Expr {
	switch t.Text {
	case "default":
		p.i++
		return &tree.SetToDefault{Pos: t.Pos}
	case "null", "true", "false":
		p.i++
		c := p.newConst()
		c.Pos = t.Pos
		if t.Text != "null" {
			c.Kind, c.Bool = tree.ConstBool, t.Text == "true"
		}
		return c
	}
	return nil
}
