package catalog

import (
	"minidb/expr"
	"minidb/types"
)

// Stored expressions (CHECK constraints, generated columns, index keys and
// predicates) are evaluated over a table's stored row alone, attnum i at slot i-1:
// what else they name is spelled out by its columns.

// RowExpr makes an expression over the columns of r ready for its stored row: the
// whole row, virtual columns and the table's OID are spelled out.
func (r *Relation) RowExpr(e expr.Expr) expr.Expr {
	return expr.Mutate(e, func(n expr.Expr) (expr.Expr, bool) {
		v, ok := n.(*expr.Var)
		switch {
		case !ok:
			return nil, false
		case v.Attr == expr.AttrTableOID:
			return &expr.Const{Loc: -1, T: v.T, Mod: -1, Value: types.NewInt(int64(r.OID))}, true
		case v.Attr == expr.WholeRow:
			return r.wholeRow(v), true
		case v.Attr > 0 && v.Attr <= len(r.Columns) && r.Columns[v.Attr-1].Virtual:
			return r.RowExpr(r.Columns[v.Attr-1].Default), true
		}
		c := *v
		c.Slot = v.Attr - 1
		return &c, true
	})
}

func (r *Relation) wholeRow(v *expr.Var) expr.Expr {
	row := &expr.RowCons{Loc: -1, T: v.T}
	for i := range r.Columns {
		c := &r.Columns[i]
		row.Names = append(row.Names, c.Name)
		switch {
		case c.Virtual:
			row.Args = append(row.Args, r.RowExpr(c.Default))
		case c.Dropped:
			row.Args = append(row.Args, &expr.Const{Loc: -1, Mod: -1})
		default:
			row.Args = append(row.Args, &expr.Var{Loc: -1, Rel: v.Rel, Attr: c.Num, Slot: i, T: c.Type, Mod: c.Typmod})
		}
	}
	return row
}

// CompileRow compiles an expression over the columns of r for its stored row.
func (r *Relation) CompileRow(e expr.Expr) (expr.Eval, error) { return expr.Compile(r.RowExpr(e)) }

// CompileRowFilter compiles a condition over the columns of r for its stored row.
func (r *Relation) CompileRowFilter(e expr.Expr) (expr.Filter, error) {
	return expr.CompileFilter(r.RowExpr(e))
}
