package planner

// Text of range-table entries, a part of stored queries.

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/types"
)

func (qc *queryCoder) entry(c *expr.Coder, p **RangeEntry) {
	if c.Reading() {
		*p = &RangeEntry{Pos: -1}
	}
	r := *p
	expr.Code(c, &r.Kind)
	c.Text(&r.Alias)
	c.Bool(&r.HasAlias)
	expr.Code(c, &r.RelOID)
	if r.RelOID != 0 {
		c.Bool(&r.whole)
		qc.relation(c, r)
	}
	if r.RelOID == 0 {
		codeTexts(c, &r.Columns)
		codeNumbers(c, &r.Types)
		codeNumbers(c, &r.Mods)
	}
	c.Bool(&r.Lateral)
	qc.entryKind(c, r)
}

func (qc *queryCoder) entryKind(c *expr.Coder, r *RangeEntry) {
	switch r.Kind {
	case SubqueryEntry:
		if r.RelOID == 0 {
			qc.inner(c, &r.Subquery)
		}
	case JoinEntry:
		expr.Code(c, &r.JoinKind)
		expr.CodeList(c, &r.JoinVars, c.Expr)
		expr.Code(c, &r.JoinMerged)
		c.Text(&r.UsingAlias)
	case FunctionEntry:
		if r.RelOID == 0 {
			expr.CodeList(c, &r.Functions, func(f **RangeFunc) { codeRangeFunc(c, f) })
			c.Bool(&r.Ordinality)
		}
	case ValuesEntry:
		expr.CodeList(c, &r.Values, func(row *[]expr.Expr) { expr.CodeList(c, row, c.Expr) })
	case CTEEntry:
		c.Text(&r.CTE)
		expr.Code(c, &r.CTEUp)
		c.Bool(&r.SelfRef)
		if c.Reading() {
			r.CTERef = qc.findCTE(r.CTEUp, r.CTE)
		}
	}
}

func codeRangeFunc(c *expr.Coder, p **RangeFunc) {
	if c.Reading() {
		*p = &RangeFunc{}
	}
	f := *p
	c.Expr(&f.Call)
	codeTexts(c, &f.Names)
	codeNumbers(c, &f.Types)
	codeNumbers(c, &f.Mods)
	codeNumbers(c, &f.Attrs)
	c.Bool(&f.Composite)
}

// relation codes an entry that is a table, a view or a system view by its
// number. The names of its columns are those that an alias gave; the others are
// the relation's own when it is read.
func (qc *queryCoder) relation(c *expr.Coder, r *RangeEntry) {
	expr.Code(c, &r.LockMode)
	c.Bool(&r.Inherit)
	names := aliasNames(r)
	codeTexts(c, &names)
	if !c.Reading() || c.Failed() {
		return
	}
	r.LockMode = max(r.LockMode, qc.lock)
	rel, err := qc.a.OpenOID(r.RelOID, r.LockMode)
	if err == nil {
		err = qc.fill(r, rel, names)
	}
	if err != nil {
		c.Fail(err)
	}
}

// aliasNames are the column names of an entry that are not its relation's, ""
// for those that are.
func aliasNames(r *RangeEntry) []string {
	if r.ownNames == nil {
		return nil
	}
	out := make([]string, len(r.Columns))
	for i, n := range r.Columns {
		if i < len(r.ownNames) && n != r.ownNames[i] {
			out[i] = n
		}
	}
	return out
}

// fill makes an entry that reads rel as the relation is now.
func (qc *queryCoder) fill(r *RangeEntry, rel *catalog.Relation, names []string) error {
	own := relationEntry(rel, noRangeVar)
	r.Columns, r.Types, r.Mods, r.ownNames = own.Columns, own.Types, own.Mods, own.ownNames
	r.Columns = append([]string(nil), r.Columns...)
	for i, n := range names {
		if n != "" && i < len(r.Columns) && r.Columns[i] != "" {
			r.Columns[i] = n
		}
	}
	if !r.HasAlias {
		r.Alias = rel.Name
	}
	switch r.Kind {
	case RelationEntry:
		r.Rel = rel
	case FunctionEntry:
		r.Functions = []*RangeFunc{virtualFunc(rel, r, -1)}
	case SubqueryEntry:
		return expandView(qc.a, r, rel, qc.views)
	}
	return nil
}

// virtualFunc is the function behind a system view.
func virtualFunc(rel *catalog.Relation, r *RangeEntry, pos int32) *RangeFunc {
	return &RangeFunc{Names: r.Columns, Types: r.Types, Mods: r.Mods, Composite: true,
		Call: &expr.FuncCall{Loc: expr.Loc(pos), Fn: rel.Virtual, Ret: types.RecordOID, Mod: -1}}
}
