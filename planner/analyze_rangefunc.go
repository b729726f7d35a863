package planner

// Functions in FROM.

import (
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

func (p *parseState) fromFunction(t *tree.RangeFunction) (*fromResult, error) {
	savedKind, savedLateral := p.kind, p.lateralActive
	p.kind, p.lateralActive = kindFromFunction, true
	rte, err := p.functionEntry(t)
	p.kind, p.lateralActive = savedKind, savedLateral
	if err != nil {
		return nil, err
	}
	return leaf(p.addEntry(rte)), nil
}

func (p *parseState) functionEntry(t *tree.RangeFunction) (*RangeEntry, error) {
	rte := &RangeEntry{Kind: FunctionEntry, Lateral: t.Lateral, Ordinality: t.Ordinality, Pos: t.Pos}
	items, err := splitUnnest(t)
	if err != nil {
		return nil, err
	}
	for i, it := range items {
		x, err := p.tx(it.Call)
		if err != nil {
			return nil, err
		}
		if x, err = p.knownType(x); err != nil {
			return nil, err
		}
		var below []expr.Expr
		eachChild(x, func(c expr.Expr) { below = append(below, c) })
		if err := nestedSRF(below); err != nil {
			return nil, err
		}
		name := p.columnName(it.Call)
		if i == 0 {
			rte.Alias = name
		}
		defs := it.ColDefs
		if !t.RowsFrom && len(t.ColDefs) > 0 {
			defs = t.ColDefs
		}
		f, err := p.rangeFunc(x, name, defs, t, len(items))
		if err != nil {
			return nil, err
		}
		rte.Functions = append(rte.Functions, f)
		rte.Columns = append(rte.Columns, f.Names...)
		rte.Types, rte.Mods = append(rte.Types, f.Types...), append(rte.Mods, f.Mods...)
		if _, has := containsVars(x); has {
			rte.Lateral = true
		}
	}
	if t.Ordinality {
		rte.Columns = append(rte.Columns, "ordinality")
		rte.Types, rte.Mods = append(rte.Types, types.Int8OID), append(rte.Mods, -1)
	}
	return rte, applyAlias(rte, t.Alias, "table")
}

// splitUnnest makes unnest(a, b) two functions side by side.
func splitUnnest(t *tree.RangeFunction) ([]*tree.RangeFunctionItem, error) {
	var out []*tree.RangeFunctionItem
	for _, it := range t.Functions {
		f, ok := it.Call.(*tree.FuncCall)
		if !ok || len(f.Name) != 1 || f.Name[0] != "unnest" || len(f.Args) < 2 || !isPlainCall(f) || f.Variadic {
			out = append(out, it)
			continue
		}
		if len(it.ColDefs) > 0 {
			return nil, unnestColDefs(it.ColDefs)
		}
		if len(t.Functions) == 1 && len(t.ColDefs) > 0 {
			return nil, unnestColDefs(t.ColDefs)
		}
		for _, a := range f.Args {
			call := *f
			call.Name, call.Args = []string{"pg_catalog", "unnest"}, []tree.Expr{a}
			out = append(out, &tree.RangeFunctionItem{Pos: it.Pos, Call: &call})
		}
	}
	return out, nil
}

func unnestColDefs(defs []*tree.ColumnDef) error {
	return pgerr.New(pgerr.SyntaxError, "UNNEST() with multiple arguments cannot have a column definition list").
		WithHint("Use separate UNNEST() calls inside ROWS FROM(), and attach a column definition list to each one.").At(int(defs[0].Pos))
}

// rangeFunc names and types the columns of one function.
func (p *parseState) rangeFunc(x expr.Expr, name string, defs []*tree.ColumnDef, t *tree.RangeFunction, n int) (*RangeFunc, error) {
	f := &RangeFunc{Call: x}
	call, _ := x.(*expr.FuncCall)
	names, ts, mods, attrs := p.resultRow(x)
	switch {
	case names != nil:
		if len(defs) > 0 {
			return nil, pgerr.New(pgerr.SyntaxError, "a column definition list is redundant for a function with OUT parameters").At(int(defs[0].Pos))
		}
		f.Names, f.Types, f.Mods, f.Attrs, f.Composite = names, ts, mods, attrs, true
	case x.Type() == types.RecordOID:
		if len(defs) == 0 {
			return nil, pgerr.New(pgerr.SyntaxError, "a column definition list is required for functions returning \"record\"").At(int(exprLoc(x)))
		}
		return p.columnDefs(f, defs)
	default:
		if len(defs) > 0 {
			return nil, pgerr.New(pgerr.SyntaxError, "a column definition list is only allowed for functions returning \"record\"").At(int(defs[0].Pos))
		}
		col := name
		switch {
		case call != nil && len(call.Fn.OutNames) == 1 && call.Fn.OutNames[0] != "":
			col = call.Fn.OutNames[0]
		case n == 1 && t.Alias != nil:
			col = t.Alias.Name
		}
		f.Names, f.Types, f.Mods = []string{col}, []types.OID{x.Type()}, []int32{x.Typmod()}
	}
	return f, nil
}

// resultRow returns the columns of a function that returns rows of a known type, and which
// fields of its rows they are.
func (p *parseState) resultRow(x expr.Expr) (cols []string, ts []types.OID, mods []int32, attrs []int) {
	if c, ok := x.(*expr.FuncCall); ok && len(c.Fn.OutTypes) > 1 {
		names := make([]string, len(c.Fn.OutTypes))
		for i := range names {
			if names[i] = c.Fn.OutNames[i]; names[i] == "" {
				names[i] = "column" + itoa(i+1)
			}
		}
		return names, c.OutTypes(), minusOnes(len(names)), liveAttrs(names)
	}
	if t := p.r.BaseType(x.Type()); t != types.RecordOID && p.isRow(t) {
		if names, ts, mods, ok := p.env.Names.RowType(t); ok {
			return live(names, names), live(names, ts), live(names, mods), liveAttrs(names)
		}
	}
	return nil, nil, nil, nil
}

// liveAttrs numbers the columns that are not dropped, from 0.
func liveAttrs(names []string) []int {
	var out []int
	for i, name := range names {
		if name != "" {
			out = append(out, i)
		}
	}
	return out
}

// live leaves out what belongs to dropped columns, which have no names.
func live[T any](names []string, of []T) []T {
	var out []T
	for i, name := range names {
		if name != "" {
			out = append(out, of[i])
		}
	}
	return out
}

func (p *parseState) columnDefs(f *RangeFunc, defs []*tree.ColumnDef) (*RangeFunc, error) {
	f.Composite = true
	for i, d := range defs {
		for _, o := range defs[:i] {
			if o.Name == d.Name {
				return nil, pgerr.New(pgerr.DuplicateColumn, "column name %q specified more than once", d.Name)
			}
		}
		t, mod, err := p.typeName(d.Type)
		if err != nil {
			return nil, err
		}
		f.Names, f.Types, f.Mods = append(f.Names, d.Name), append(f.Types, t), append(f.Mods, mod)
		f.Attrs = append(f.Attrs, i)
	}
	return f, nil
}
