package planner

// Stored expressions are evaluated over a table's columns alone: what else they
// name is spelled out by those.

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/types"
)

// StoredRow spells out the whole row, virtual columns and the table's OID in an
// expression over the columns of rel.
func StoredRow(rel *catalog.Relation, e expr.Expr) expr.Expr {
	return expr.Mutate(e, func(n expr.Expr) (expr.Expr, bool) {
		v, ok := n.(*expr.Var)
		switch {
		case ok && v.Attr == expr.AttrTableOID:
			return &expr.Const{Loc: -1, T: v.T, Mod: -1, Value: types.NewInt(int64(rel.OID))}, true
		case ok && v.Attr > 0 && v.Attr <= len(rel.Columns) && rel.Columns[v.Attr-1].Virtual:
			return rel.Columns[v.Attr-1].Default, true
		case !ok || v.Attr != expr.WholeRow:
			return n, false
		}
		row := &expr.RowCons{Loc: -1, T: v.T}
		for i := range rel.Columns {
			c := &rel.Columns[i]
			row.Names = append(row.Names, c.Name)
			switch {
			case c.Virtual:
				row.Args = append(row.Args, c.Default)
			case c.Dropped:
				row.Args = append(row.Args, &expr.Const{Loc: -1, Mod: -1})
			default:
				row.Args = append(row.Args, &expr.Var{Loc: -1, Rel: v.Rel, Attr: c.Num, Slot: -1, T: c.Type, Mod: c.Typmod})
			}
		}
		return row, true
	})
}
