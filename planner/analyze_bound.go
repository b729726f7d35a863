package planner

// The values of FOR VALUES. After PostgreSQL 18, parser/parse_utilcmd.c
// (transformPartitionBoundValue).

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
)

// AnalyzeBoundValue analyzes a value of a partition's bound and casts it to the type
// of the key's column, whose name is for the error.
func AnalyzeBoundValue(a *catalog.Access, key *catalog.PartitionKeyColumn, name string, e tree.Expr) (expr.Expr, error) {
	p := newState(a, nil)
	x, err := p.expr(e, kindPartitionBound)
	if err != nil {
		return nil, err
	}
	if !p.canCoerce(x.Type(), key.Type, expr.AssignmentCast) {
		return nil, pgerr.New(pgerr.DatatypeMismatch, "specified value cannot be cast to type %s for column \"%s\"",
			p.r.TypeName(key.Type), name).At(int(tree.Leftmost(e)))
	}
	if x, err = p.r.Coerce(x, key.Type, key.Typmod, expr.AssignmentCast, expr.CastImplicit, -1); err != nil {
		return nil, err
	}
	return p.finishCollation(x, "")
}
