package planner

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/pgerr"
	"minidb/types"
)

// Virtual generated columns: wherever one is read, its expression is computed.
// PostgreSQL 18: expand_virtual_generated_columns.

// virtualColumn returns a column of a range entry if it is a virtual one.
func virtualColumn(r *RangeEntry, attr int) *catalog.Column {
	if r.Kind != RelationEntry || r.Rel == nil || attr < 1 || attr > len(r.Rel.Columns) {
		return nil
	}
	if c := &r.Rel.Columns[attr-1]; c.Virtual && c.Default != nil {
		return c
	}
	return nil
}

// virtualValue computes a virtual column that v reads. Above an outer join it is
// NULL in rows that the join made up.
func (lv *level) virtualValue(v *expr.Var, c *catalog.Column) expr.Expr {
	rel := v.Rel + lv.off
	e := expr.Mutate(c.Default, func(n expr.Expr) (expr.Expr, bool) {
		x, ok := n.(*expr.Var)
		if !ok {
			return n, false
		}
		y := *x
		y.Rel, y.Nullable = rel, v.Nullable
		return &y, true
	})
	if !v.Nullable || nullsThrough(e) {
		return e
	}
	made := &expr.NullTest{Loc: -1, Arg: &expr.Var{Loc: -1, Rel: rel, Attr: expr.AttrCtid, Slot: -1, T: types.TidOID, Mod: -1, Nullable: true}}
	return &expr.Case{Loc: -1, T: v.T, Mod: v.Mod, Else: e,
		Whens: []expr.When{{Cond: made, Result: &expr.Const{Loc: -1, T: v.T, Mod: -1}}}}
}

// checkVirtual refuses what PostgreSQL does not yet allow in virtual columns:
// types and functions that users made. Enums are the only ones here.
func checkVirtual(x expr.Expr) error {
	var err error
	expr.Walk(x, func(e expr.Expr) bool {
		if err == nil && e.Type() >= types.FirstNormalOID {
			err = pgerr.New(pgerr.FeatureNotSupported, "generation expression uses user-defined type").
				WithDetail("Virtual generated columns that make use of user-defined types are not yet supported.").At(int(e.Pos()))
		}
		return err == nil
	})
	return err
}
