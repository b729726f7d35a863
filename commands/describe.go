package commands

import (
	"slices"

	"minidb/parser/tree"
	"minidb/planner"
	"minidb/types"
)

// What the extended protocol asks of a statement that is no query before it runs:
// the types of its parameters, and the rows that it will give.

// InferParams returns the types of a statement's parameters: those declared, and
// those that the query inside EXPLAIN, DECLARE and CREATE TABLE AS implies. A
// statement without a query has no use for parameters.
func (c *Ctx) InferParams(s tree.Statement, declared []types.OID) ([]types.OID, error) {
	pt := &planner.ParamTypes{Types: slices.Clone(declared), Variable: true}
	if q := innerQuery(s); q != nil && IsQuery(q) {
		if _, err := planner.Analyze(c.Access, q, pt); err != nil {
			return nil, err
		}
	}
	return pt.Types, nil
}

// Analyzed tells whether preparing a statement looks at tables, and so takes the
// transaction's snapshot.
func Analyzed(s tree.Statement) bool { return s != nil && (IsQuery(s) || innerQuery(s) != nil) }

func innerQuery(s tree.Statement) tree.Statement {
	if create := asTable(s); create != nil {
		return create.Query
	}
	switch s := s.(type) {
	case *tree.Explain:
		if q := innerQuery(s.Query); q != nil {
			return q
		}
		return s.Query
	case *tree.DeclareCursor:
		return s.Query
	}
	return nil
}

// Describe returns the columns that a statement which is no query answers with; nil
// for those that give no rows, and for cursors and statements that do not exist.
func (c *Ctx) Describe(s tree.Statement) ([]planner.ResultColumn, error) {
	switch s := s.(type) {
	case *tree.Explain:
		opts, err := planner.ParseExplainOptions(s.Options, c.Sess.Set)
		if err != nil {
			opts.Format = planner.FormatText // Execute gives the error
		}
		return explainColumns(opts.Format), nil
	case *tree.VariableShow:
		return c.showColumns(s)
	case *tree.Fetch:
		if cur := c.Cursors.byName[s.Cursor]; cur != nil && !s.Move {
			return cur.columns, nil
		}
	case *tree.Execute:
		if st := c.Prepared.byName[s.Name]; st != nil && st.Plan != nil {
			return st.Plan.Columns(), nil
		}
	}
	return nil, nil
}
