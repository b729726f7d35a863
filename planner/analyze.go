package planner

// Analysis: from a syntax tree to a Query, in which names are resolved, types
// known and relations locked. It follows PostgreSQL's parser/analyze.c, whose
// errors, positions and order of checks it keeps. Where views and rules would
// be expanded PostgreSQL has a rewriter; the one part of it that is needed here,
// putting in column defaults, is done along with analysis.

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// Analyze analyzes a SELECT, VALUES, INSERT, UPDATE or DELETE. It locks the
// relations that the statement names: those it reads in AccessShare, those it
// locks rows of in RowShare, the one it changes in RowExclusive mode. params may
// be nil if there are no parameters. All errors are *pgerr.Error.
func Analyze(a *catalog.Access, stmt tree.Statement, params *ParamTypes) (*Query, error) {
	p := newState(a, params)
	q, err := p.statement(stmt)
	if err != nil {
		return nil, err
	}
	if err := p.checkParams(q); err != nil {
		return nil, err
	}
	if p.later != nil {
		return nil, p.later
	}
	return q, nil
}

// newState makes the outermost level of an analysis.
func newState(a *catalog.Access, params *ParamTypes) *parseState {
	env := a.S.Env
	if env == nil {
		env = types.DefaultEnv()
	}
	an := &analyzer{a: a, params: params, env: env, r: expr.NewResolver(env)}
	an.r.Param = an.coerceParam
	return &parseState{analyzer: an, q: newQuery()}
}

func (p *parseState) statement(stmt tree.Statement) (*Query, error) {
	switch s := stmt.(type) {
	case *tree.SelectStmt:
		return p.selectStmt(s)
	case *tree.InsertStmt:
		return p.collatedQuery(p.insert(s))
	case *tree.UpdateStmt:
		return p.collatedQuery(p.update(s))
	case *tree.DeleteStmt:
		return p.collatedQuery(p.delete(s))
	}
	return nil, pgerr.Unsupported(int(stmt.Position()), "this statement here", "")
}
