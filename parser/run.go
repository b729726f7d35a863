package parser

import (
	"fmt"
	"regexp"
	"sort"
	"strconv"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"minidb/parser/lex"
	"minidb/parser/tree"
	"minidb/pgerr"
)

// Sending a walk to TiDB's grammar, and the entries that the descent for
// statements uses to have an expression or a query parsed.

// parseQuery consumes a query.
func (p *parser) parseQuery() *tree.SelectStmt {
	w := p.walk()
	w.query()
	b, stmt := w.run()
	q := b.query(stmt)
	p.free(w)
	return q
}

// parseExpr consumes one expression.
func (p *parser) parseExpr() tree.Expr {
	if c := p.loneConstant(); c != nil {
		return c
	}
	w := p.walk()
	w.emit("SELECT")
	w.expr(false)
	return p.oneExpr(w)
}

// parseOperand consumes a signed number or an operand without operators
// (PostgreSQL's c_expr).
func (p *parser) parseOperand() tree.Expr {
	w := p.walk()
	w.emit("SELECT")
	if p.isOp("+") || p.isOp("-") {
		w.take(p.cur().Text)
		if k := p.cur().Kind; k != lex.Int && k != lex.Num {
			p.fail(p.i)
		}
		w.literal(p.constant(), p.i-1)
	} else {
		w.base()
	}
	return p.oneExpr(w)
}

// parseCall consumes a function call without OVER or anything behind it.
func (p *parser) parseCall() tree.Expr {
	w := p.walk()
	w.emit("SELECT")
	w.callOnly()
	return p.oneExpr(w)
}

// callOnly walks a call as it may stand in FROM or as an index column
// (func_expr_windowless).
func (w *walker) callOnly() {
	t := w.cur()
	switch {
	case t.Kind != lex.Word && t.Kind != lex.Quoted, t.Kind == lex.Word && t.Class == lex.Reserved && t.Text != "cast" && !w.sqlValueFunc():
		w.fail(w.i)
	case t.Kind == lex.Word && t.Class == lex.ColName && w.at(1).IsPunct("(") && !specialFuncs[t.Text] && !unsupportedFuncs[t.Text]:
		w.fail(w.i + 1)
	}
	w.windowless = w.i
	w.base()
}

func (p *parser) oneExpr(w *walker) tree.Expr {
	b, stmt := w.run()
	e := b.expr(stmt.(*ast.SelectStmt).Fields.Fields[0].Expr)
	p.free(w)
	return e
}

// parseExprs consumes a list of expressions.
func (p *parser) parseExprs() (l []tree.Expr) {
	p.list(func() {
		if c := p.loneConstant(); c != nil {
			l = append(l, c)
		} else {
			l = append(l, p.parseExpr())
		}
	})
	return l
}

// loneConstant consumes a literal with nothing behind it that could belong to
// the same expression; nil if there is none.
func (p *parser) loneConstant() tree.Expr {
	switch next := p.at(1); {
	case next.Kind == lex.EOF:
	case next.Kind == lex.Punct && (next.Text == ")" || next.Text == "," || next.Text == ";" || next.Text == "]"):
	default:
		return nil
	}
	switch p.cur().Kind {
	case lex.Int, lex.Num, lex.String, lex.Bit:
		return p.constant()
	case lex.Param:
		return p.param()
	}
	return nil
}

// run parses what w emitted, and returns a builder for it.
func (w *walker) run() (*builder, ast.StmtNode) {
	text, offs := w.text()
	tp := tidbParser()
	stmts, _, err := tp.ParseSQL(text)
	if w.trace != nil {
		w.trace(text, w)
	}
	if err != nil {
		panic(w.syntaxError(err, text, offs))
	}
	stmt := stmts[0]
	releaseParser(tp, len(text))
	return &builder{walker: w, offs: offs}, stmt
}

var tidbError = regexp.MustCompile(`(?s)^line \d+ column \d+ near "(.*)"\s*(?:\(total length (\d+)\))?\s*$`)

// syntaxError turns TiDB's complaint into PostgreSQL's at the same place. The
// walk has seen nearly every error before; this one is found by how much of the
// text TiDB had left.
func (w *walker) syntaxError(err error, text string, offs []int) *pgerr.Error {
	at := len(text)
	if m := tidbError.FindStringSubmatch(err.Error()); m != nil {
		rest := len(m[1])
		if m[2] != "" {
			rest, _ = strconv.Atoi(m[2])
		}
		at -= rest
	}
	k := max(sort.SearchInts(offs, at+1)-1, 0)
	t := &w.toks[min(int(w.out[k].tok), len(w.toks)-1)]
	if t.Kind == lex.EOF || t.Kind == lex.Bad {
		return pgerr.New(pgerr.SyntaxError, "syntax error at end of input").At(int(t.Pos))
	}
	return pgerr.New(pgerr.SyntaxError, "syntax error at or near \"%s\"", w.src[t.Pos:t.End]).At(int(t.Pos))
}

// internal reports a hole where none can be. It is an error in this package,
// never a guess at what was meant.
func (b *builder) internal(format string, args ...any) {
	panic(pgerr.New(pgerr.Internal, "parser: %s", fmt.Sprintf(format, args...)))
}
