package planner

// The expressions of ALTER COLUMN TYPE: what becomes of the rows' values and of
// the column's default.

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
)

// AnalyzeTypeChange returns the value that rows of rel get in column c, which is
// the column with its new type: USING's expression or, without it, the old value.
func AnalyzeTypeChange(a *catalog.Access, rel *catalog.Relation, c *catalog.Column, using tree.Expr) (expr.Expr, error) {
	old := &rel.Columns[c.Num-1]
	var x expr.Expr = &expr.Var{Loc: -1, Rel: 1, Attr: old.Num, T: old.Type, Mod: old.Typmod}
	if using != nil {
		var err error
		if x, err = AnalyzeExprFor(a, rel, using, AlterUsing); err != nil {
			return nil, err
		}
	}
	p := newState(a, nil)
	if p.canCoerce(x.Type(), c.Type, expr.AssignmentCast) {
		return p.r.Coerce(x, c.Type, c.Typmod, expr.AssignmentCast, expr.CastImplicit, -1)
	}
	name := a.FormatType(c.Type, c.Typmod)
	if using != nil {
		return nil, pgerr.New(pgerr.DatatypeMismatch, "result of USING clause for column %q cannot be cast automatically to type %s", c.Name, a.FormatType(c.Type, -1)).
			WithHint("You might need to add an explicit cast.")
	}
	e := pgerr.New(pgerr.DatatypeMismatch, "column %q cannot be cast automatically to type %s", c.Name, a.FormatType(c.Type, -1))
	if c.Generated {
		return nil, e
	}
	return nil, e.WithHint("You might need to specify \"USING %s::%s\".", expr.QuoteIdent(c.Name), name)
}

// CastDefault casts a column's default, or its generation expression, to the
// type that the column is changed to.
func CastDefault(a *catalog.Access, c *catalog.Column, e expr.Expr) (expr.Expr, error) {
	p := newState(a, nil)
	x := stripImplicit(e)
	if p.canCoerce(x.Type(), c.Type, expr.AssignmentCast) {
		return p.r.Coerce(x, c.Type, c.Typmod, expr.AssignmentCast, expr.CastImplicit, -1)
	}
	what := "default"
	if c.Generated {
		what = "generation expression"
	}
	return nil, pgerr.New(pgerr.DatatypeMismatch, "%s for column %q cannot be cast automatically to type %s", what, c.Name, a.FormatType(c.Type, -1))
}

// Volatile tells whether an expression's value may differ from row to row though
// its columns do not.
func Volatile(e expr.Expr) bool { return isVolatile(e) }
