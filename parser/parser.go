// Package parser turns PostgreSQL's SQL into minidb's own syntax tree.
//
// Statements, DDL and everything else without expressions go by recursive
// descent. Queries and expressions go through TiDB's grammar: they are walked
// by PostgreSQL's rules and sent on as a text in which nothing is left that the
// two read differently (emit.go), and the tree that comes back is built anew as
// package tree's nodes. No node of TiDB's leaves this package.
//
//	text -> lex -> statement -> descent (ddl, utility, heads of DML)
//	                               |  expressions, queries
//	                               v
//	                 walk_*.go -> TiDB -> build*.go -> tree
package parser

import (
	"strings"
	"sync"

	"minidb/parser/lex"
	"minidb/parser/tree"
	"minidb/pgerr"
)

// Stmt is one statement of a source.
type Stmt struct {
	Tree     tree.Statement
	Text     string // from its first to its last token, without the semicolon
	Off, End int    // the bytes of the source that Text is
	// Notices are what PostgreSQL says about the text itself: names that were
	// cut to 63 bytes.
	Notices []*pgerr.Error
}

// Parse parses all statements of src. Errors are *pgerr.Error; their positions,
// and those of all nodes, are offsets into src. As in PostgreSQL, one error
// anywhere in src means that none of its statements is returned.
func Parse(src string) ([]Stmt, error) {
	return parse(src, lex.Options{}, nil)
}

// ParseWith is Parse under settings.
func ParseWith(src string, o lex.Options) ([]Stmt, error) { return parse(src, o, nil) }

func parse(src string, o lex.Options, trace func(string, *walker)) (stmts []Stmt, err error) {
	if e := lex.CheckUTF8(src); e != nil {
		return nil, e
	}
	if len(src) > maxSource {
		return nil, pgerr.New(pgerr.ProgramLimitExceeded, "statement text exceeds the maximum of %d bytes", maxSource)
	}
	defer func() {
		if r := recover(); r != nil {
			stmts, err = nil, asError(r)
		}
	}()
	p := &parser{src: src, trace: trace}
	var res lex.Result
	buf := tokenBuffer(len(src)/4 + 8)
	p.toks, res = o.Scan(src, *buf)
	defer func() {
		*buf = p.toks
		keepTokens(buf)
	}()
	p.lexErr = res.Err
	p.checkNesting()
	for {
		for p.acceptP(";") {
		}
		if p.cur().Kind == lex.EOF {
			return stmts, nil
		}
		s := p.stmt()
		for len(res.Notices) > 0 && int(res.Notices[0].Pos) <= s.End {
			s.Notices = append(s.Notices, res.Notices[0].Error)
			res.Notices = res.Notices[1:]
		}
		stmts = append(stmts, s)
	}
}

// tokens are buffers of texts that were parsed; trees do not lead into them.
var tokens = sync.Pool{New: func() any { return new([]lex.Token) }}

// maxTokens are the most that a buffer keeps, 2 MB.
const maxTokens = 1 << 16

func tokenBuffer(n int) *[]lex.Token {
	buf := tokens.Get().(*[]lex.Token)
	if cap(*buf) < n {
		*buf = make([]lex.Token, 0, n)
	}
	return buf
}

func keepTokens(buf *[]lex.Token) {
	if cap(*buf) > maxTokens {
		return
	}
	clear(*buf) // they lead to the text
	*buf = (*buf)[:0]
	tokens.Put(buf)
}

// maxSource keeps byte offsets within int32, as PostgreSQL's 1 GB does.
const maxSource = 1 << 30

// Split cuts a script into its statements, see lex.Split.
func Split(script string) []string { return lex.Split(script) }

// asError makes the error of a panic. Only reports of ours are expected; any
// other panic is a fault of this package, and an internal error to the user.
func asError(r any) error {
	if e, ok := r.(*pgerr.Error); ok {
		return e
	}
	return pgerr.New(pgerr.Internal, "parser: %v", r)
}

// checkNesting refuses what is nested too deeply before anything recurses.
func (p *parser) checkNesting() {
	depth := 0
	for i := range p.toks {
		if p.toks[i].Kind != lex.Punct {
			continue
		}
		switch p.toks[i].Text {
		case "(", "[":
			if depth++; depth > maxDepth {
				panic(pgerr.StackDepth())
			}
		case ")", "]":
			depth--
		case ";":
			depth = 0
		}
	}
}

// stmt consumes one statement up to its semicolon.
func (p *parser) stmt() Stmt {
	start := p.cur().Pos
	p.depth = 0
	p.notices = nil
	s := Stmt{Tree: p.statement(), Off: int(start)}
	s.Notices = p.notices
	s.End = int(p.toks[p.i-1].End)
	s.Text = p.src[s.Off:s.End]
	if t := p.cur(); t.Kind != lex.EOF && !t.IsPunct(";") {
		p.fail(p.i)
	}
	return s
}

// statement consumes one statement, wherever one may stand.
func (p *parser) statement() tree.Statement {
	p.enter()
	defer p.leave()
	t := p.cur()
	if t.IsPunct("(") {
		return p.parseQuery()
	}
	if t.Kind != lex.Word {
		p.fail(p.i)
	}
	switch t.Text {
	case "select", "values", "table":
		if q := p.plainValues(); q != nil {
			return q
		}
		return p.parseQuery()
	case "with":
		if p.dmlStart() {
			return p.dml()
		}
		return p.parseQuery()
	case "insert", "update", "delete", "merge":
		return p.dml()
	}
	if f := routes[t.Text]; f != nil {
		return f(p)
	}
	if more, ok := refused[t.Text]; ok {
		at := p.i
		p.i++
		p.want(more...)
		p.i = at
		p.unsupported(strings.TrimSpace(upper(t.Text + " " + strings.Join(more, " "))))
	}
	p.fail(p.i)
	return nil
}

// routes holds the statements that are parsed without TiDB, by first word. It is
// filled by init, as some of them contain statements again.
var routes map[string]func(*parser) tree.Statement

func init() {
	routes = map[string]func(*parser) tree.Statement{
		"create": (*parser).create, "alter": (*parser).alter, "drop": (*parser).drop, "comment": (*parser).comment,
		"grant": (*parser).grant, "revoke": (*parser).grant, "truncate": (*parser).truncate,
		"refresh": (*parser).refresh, "analyze": (*parser).analyze, "analyse": (*parser).analyze,
		"vacuum": (*parser).vacuum, "reindex": (*parser).reindex, "cluster": (*parser).cluster,
		"copy": (*parser).copy, "explain": (*parser).explain, "prepare": (*parser).prepare,
		"execute": (*parser).executeStmt, "deallocate": (*parser).deallocate, "declare": (*parser).declare,
		"fetch": (*parser).fetch, "move": (*parser).fetch, "close": (*parser).closePortal,
		"set": (*parser).set, "reset": (*parser).reset, "show": (*parser).show, "begin": (*parser).begin,
		"start": (*parser).begin, "commit": (*parser).commit, "end": (*parser).commit,
		"rollback": (*parser).rollback, "abort": (*parser).rollback, "savepoint": (*parser).savepoint,
		"release": (*parser).release, "lock": (*parser).lock, "discard": (*parser).discard,
		"checkpoint": (*parser).checkpoint, "listen": (*parser).listen, "unlisten": (*parser).listen,
		"notify": (*parser).notify, "reassign": (*parser).reassign,
	}
}

// refused are the first words of statements that PostgreSQL has besides, and the others
// of their names.
var refused = map[string][]string{
	"call": nil, "do": nil, "import": {"foreign", "schema"}, "load": nil, "security": {"label"},
}

// preparable consumes a statement that EXPLAIN, PREPARE and COPY may contain.
func (p *parser) preparable() tree.Statement {
	if p.isP("(") || p.is("select", "values", "table", "with", "insert", "update", "delete", "merge") {
		return p.statement()
	}
	p.fail(p.i)
	return nil
}

// unbuiltObjects are the kinds of objects that PostgreSQL has and minidb has not, by the
// words behind CREATE, ALTER, DROP and COMMENT ON, and, if it differs, the name in command tags.
var unbuiltObjects = unbuiltKinds(`
	function, procedure, routine, aggregate, trigger, event trigger, rule, policy, operator class, operator family,
	operator, cast, language, foreign data wrapper, foreign table, server, publication, subscription, statistics,
	conversion, transform, access method, database, tablespace, collation, large object, system, constraint trigger,
	assertion, extension, domain, user mapping, default conversion=conversion, trusted language=language,
	trusted procedural language=language, procedural language=language`)

type unbuiltKind struct {
	words []string
	name  string
}

func unbuiltKinds(list string) (kinds []unbuiltKind) {
	for item := range strings.SplitSeq(list, ",") {
		words, name, other := strings.Cut(item, "=")
		kind := unbuiltKind{words: strings.Fields(words), name: upper(name)}
		if !other {
			kind.name = upper(strings.Join(kind.words, " "))
		}
		kinds = append(kinds, kind)
	}
	return kinds
}

// unknownObject refuses CREATE, ALTER or DROP of an object that PostgreSQL has
// and minidb has not, or fails if PostgreSQL has none of that name either.
func (p *parser) unknownObject(verb string) {
	for _, kind := range unbuiltObjects {
		if at := p.i; p.accept(kind.words...) {
			p.i = at
			p.unsupported(verb + " " + kind.name)
		}
	}
	p.fail(p.i)
}
