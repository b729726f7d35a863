package expr

// The fields of each node type, in the order in which marshal.go writes them.

import (
	"fmt"

	"minidb/types"
)

// nodeTypes makes an empty node for each name in the text.
var nodeTypes = map[string]func() Expr{
	"var":         func() Expr { return &Var{Loc: -1, Slot: -1} },
	"const":       func() Expr { return &Const{Loc: -1} },
	"param":       func() Expr { return &Param{Loc: -1} },
	"call":        func() Expr { return &FuncCall{Loc: -1} },
	"op":          func() Expr { return &OpCall{Loc: -1} },
	"distinct":    func() Expr { return &Distinct{Loc: -1} },
	"nullif":      func() Expr { return &NullIf{Loc: -1} },
	"arrayop":     func() Expr { return &ArrayOp{Loc: -1} },
	"bool":        func() Expr { return &Bool{Loc: -1} },
	"nulltest":    func() Expr { return &NullTest{Loc: -1} },
	"booltest":    func() Expr { return &BoolTest{Loc: -1} },
	"case":        func() Expr { return &Case{Loc: -1} },
	"casetest":    func() Expr { return &CaseTest{Loc: -1} },
	"coalesce":    func() Expr { return &Coalesce{Loc: -1} },
	"minmax":      func() Expr { return &MinMax{Loc: -1} },
	"array":       func() Expr { return &Array{Loc: -1} },
	"row":         func() Expr { return &RowCons{Loc: -1} },
	"rowcompare":  func() Expr { return &RowCompare{Loc: -1} },
	"subscript":   func() Expr { return &Subscript{Loc: -1} },
	"fieldstore":  func() Expr { return &FieldStore{Loc: -1} },
	"field":       func() Expr { return &FieldSelect{Loc: -1} },
	"relabel":     func() Expr { return &Relabel{Loc: -1} },
	"io":          func() Expr { return &CoerceIO{Loc: -1} },
	"convertrow":  func() Expr { return &ConvertRow{Loc: -1} },
	"arraycoerce": func() Expr { return &ArrayCoerce{Loc: -1} },
	"sqlvalue":    func() Expr { return &SQLValue{Loc: -1} },
	"agg":         func() Expr { return &Agg{Loc: -1} },
	"window":      func() Expr { return &WindowCall{Loc: -1, Slot: -1} },
	"sublink":     func() Expr { return &SubLink{Loc: -1} },
}

var nodeNames = func() map[string]string {
	m := make(map[string]string, len(nodeTypes))
	for name, make := range nodeTypes {
		m[fmt.Sprintf("%T", make())] = name
	}
	return m
}()

// nodeName returns the name of e's type, "unsupported" for types that cannot
// be stored: Unmarshal refuses it.
func (c *coder) nodeName(e Expr) string {
	switch e.(type) {
	case *Agg, *SubLink, *WindowCall:
		if c.query == nil {
			return "unsupported"
		}
	}
	if name, ok := nodeNames[fmt.Sprintf("%T", e)]; ok {
		return name
	}
	return "unsupported"
}

// fields codes the fields of e.
func (c *coder) fields(e Expr) {
	switch e := e.(type) {
	case *Var:
		coded(c, &e.Rel)
		coded(c, &e.Attr)
		coded(c, &e.T)
		coded(c, &e.Mod)
		if c.query != nil {
			coded(c, &e.Up)
		}
	case *Const:
		coded(c, &e.T)
		coded(c, &e.Mod)
		c.datum(&e.Value)
	case *Param:
		coded(c, &e.Kind)
		coded(c, &e.ID)
		coded(c, &e.T)
		coded(c, &e.Mod)
	case *FuncCall:
		c.fn(&e.Fn)
		coded(c, &e.Form)
		c.bool(&e.Variadic)
		coded(c, &e.Ret)
		coded(c, &e.Mod)
		c.exprs(&e.Args)
		c.bool(&e.Partial)
		list(c, &e.Written, func(p *int) { coded(c, p) })
		coded(c, &e.Named)
	case *OpCall:
		c.oper(&e.Op)
		coded(c, &e.Ret)
		c.exprs(&e.Args)
	case *Distinct:
		c.oper(&e.Op)
		c.expr(&e.L)
		c.expr(&e.R)
	case *NullIf:
		c.oper(&e.Op)
		c.expr(&e.L)
		c.expr(&e.R)
	case *ArrayOp:
		c.oper(&e.Op)
		c.bool(&e.All)
		c.expr(&e.L)
		c.expr(&e.R)
	case *RowCompare:
		coded(c, &e.Strategy)
		c.opers(&e.Ops)
		c.exprs(&e.L)
		c.exprs(&e.R)
	default:
		c.conditionFields(e)
	}
}

func (c *coder) conditionFields(e Expr) {
	switch e := e.(type) {
	case *Bool:
		coded(c, &e.Op)
		c.exprs(&e.Args)
	case *NullTest:
		c.bool(&e.Not)
		c.bool(&e.RowWise)
		c.expr(&e.Arg)
	case *BoolTest:
		coded(c, &e.Kind)
		c.expr(&e.Arg)
	case *Case:
		coded(c, &e.T)
		coded(c, &e.Mod)
		c.expr(&e.Arg)
		list(c, &e.Whens, func(w *When) {
			c.expr(&w.Cond)
			c.expr(&w.Result)
		})
		c.expr(&e.Else)
	case *CaseTest:
		coded(c, &e.T)
		coded(c, &e.Mod)
	case *Coalesce:
		coded(c, &e.T)
		coded(c, &e.Mod)
		c.exprs(&e.Args)
	case *MinMax:
		c.bool(&e.Least)
		coded(c, &e.T)
		coded(c, &e.Mod)
		c.exprs(&e.Args)
	default:
		c.valueFields(e)
	}
}

func (c *coder) valueFields(e Expr) {
	switch e := e.(type) {
	case *Array:
		coded(c, &e.T)
		c.bool(&e.Multi)
		c.exprs(&e.Elems)
	case *RowCons:
		coded(c, &e.T)
		c.strs(&e.Names)
		c.exprs(&e.Args)
	case *Subscript:
		coded(c, &e.T)
		coded(c, &e.Mod)
		c.bool(&e.Slice)
		c.expr(&e.Arg)
		c.expr(&e.Value)
		c.exprs(&e.Lo)
		c.exprs(&e.Hi)
	case *FieldStore:
		coded(c, &e.T)
		list(c, &e.Fields, func(p *int) { coded(c, p) })
		c.strs(&e.Names)
		list(c, &e.Types, func(p *types.OID) { coded(c, p) })
		c.expr(&e.Arg)
		c.exprs(&e.Values)
	case *FieldSelect:
		coded(c, &e.Field)
		c.str(&e.Name)
		coded(c, &e.T)
		coded(c, &e.Mod)
		c.expr(&e.Arg)
	case *Relabel:
		coded(c, &e.T)
		coded(c, &e.Mod)
		coded(c, &e.Form)
		coded(c, &e.Collation)
		c.expr(&e.Arg)
	case *CoerceIO:
		coded(c, &e.T)
		coded(c, &e.Mod)
		coded(c, &e.Form)
		c.expr(&e.Arg)
	case *ConvertRow:
		coded(c, &e.T)
		coded(c, &e.Form)
		c.expr(&e.Arg)
	case *ArrayCoerce:
		coded(c, &e.T)
		coded(c, &e.Mod)
		coded(c, &e.Form)
		c.expr(&e.Arg)
		c.expr(&e.Elem)
	case *SQLValue:
		coded(c, &e.Kind)
		coded(c, &e.T)
		coded(c, &e.Mod)
	default:
		c.queryFields(e)
	}
}
