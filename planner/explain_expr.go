package planner

import (
	"fmt"
	"maps"
	"strings"

	"minidb/expr"
)

// How EXPLAIN writes expressions: columns by the names of their tables,
// parameters by what they stand for.

// explainer holds the names of one plan.
type explainer struct {
	x      *Explain
	names  []string // by range-table index from 1, unique
	prefix bool
	node   Plan // being described
	scan   int  // relation whose scan is being described: its columns are not qualified
	opts   expr.DeparseOptions
	part   map[int]*AppendRelInfo // the partitions that stand for partitioned tables, by range-table index
	shown  map[*SubPlanDef]bool
}

func newExplainer(x *Explain) *explainer {
	b := &explainer{x: x, prefix: x.Stmt.manyNames() || x.Options.Verbose, part: maps.Clone(x.Stmt.only), shown: map[*SubPlanDef]bool{}}
	if b.part == nil {
		b.part = map[int]*AppendRelInfo{}
	}
	b.nameRelations()
	b.opts = expr.DeparseOptions{Param: b.param, SubPlan: b.subPlan, Window: b.over}
	if x.Access != nil {
		b.opts.Env = x.Access.S.Env
	}
	return b
}

// nameRelations gives each scanned relation a name of its own: the second "t"
// is "t_1". One that was proven empty is not scanned, and has none unless that holds for
// all of them.
func (b *explainer) nameRelations() {
	b.names = make([]string, len(b.x.Stmt.Range)+1)
	used := map[string]int{}
	scanned, flat := map[int]bool{}, map[int]bool{} // flat: its partitions are members of another Append
	var visit func(p Plan)
	seen := map[Plan]bool{}
	visit = func(p Plan) {
		if p == nil || seen[p] {
			return
		}
		seen[p] = true
		if rti := planRel(p); rti > 0 {
			scanned[rti] = true
		}
		if m, ok := p.(*ModifyTable); ok && m.Conflict != nil {
			for i, r := range b.x.Stmt.Range {
				if r.Excluded {
					scanned[i+1] = true
				}
			}
		}
		if m, ok := p.(*ModifyTable); ok && len(m.Returning) > 0 {
			scanned[m.Rels[0].Rel] = true
		}
		if a := appendBase(p); a != nil && a.Rel > 0 {
			scanned[a.Rel] = true
		} else if a != nil {
			for _, rti := range a.joined {
				scanned[rti] = true
			}
		}
		if a := appendBase(p); a != nil {
			for _, infos := range a.infos {
				for _, info := range infos {
					flat[info.Parent] = true
				}
			}
		}
		for i, c := range p.Children() {
			if b.x.runs(p, i) {
				visit(c)
			}
		}
	}
	visit(b.x.Stmt.Root)
	for _, d := range b.x.Stmt.SubPlans {
		visit(d.Plan)
	}
	for _, i := range b.x.Stmt.nameOrder() {
		r := b.x.Stmt.Range[i]
		name := r.Alias
		if !scanned[i+1] && len(scanned) > 0 {
			if r.Returned != anyRow || flat[i+1] {
				b.names[i+1] = name
			}
			continue // its columns stand without a name in front
		}
		base := name
		for n, dup := used[base]; dup; {
			n++
			name = fmt.Sprintf("%s_%d", base, n)
			used[base] = n
			_, dup = used[name]
		}
		used[name] = used[name] + 0
		b.names[i+1] = name
	}
}

// planRel is the range-table index that a node scans or changes, 0 if none.
func planRel(p Plan) int {
	switch n := p.(type) {
	case *SeqScan:
		return n.Rel
	case *IndexScan:
		return n.Rel
	case *BitmapHeapScan:
		return n.Rel
	case *TidScan:
		return n.Rel
	case *SubqueryScan:
		return n.Rel
	case *FunctionScan:
		return n.Rel
	case *ValuesScan:
		return n.Rel
	case *CTEScan:
		return n.Rel
	case *WorkTableScan:
		return n.Rel
	case *ModifyTable:
		return n.Rel
	}
	return 0
}

// deparse writes an expression.
func (b *explainer) deparse(e expr.Expr) string {
	return expr.Deparse(e, b.column, &b.opts)
}

// prefixed writes an expression with every column qualified.
func (b *explainer) prefixed(e expr.Expr) string {
	saved, scan := b.prefix, b.scan
	b.prefix, b.scan = true, 0
	s := b.deparse(e)
	b.prefix, b.scan = saved, scan
	return s
}

// below writes an expression that a node below computes: in parentheses unless
// it is a column.
func (b *explainer) below(e expr.Expr) string {
	if isPlainColumn(e) {
		return b.deparse(e)
	}
	return "(" + b.labelled(e) + ")"
}

// isPlainColumn tells whether e is a column or a relation's whole row.
func isPlainColumn(e expr.Expr) bool {
	switch e := e.(type) {
	case *expr.Var:
		return true
	case *expr.RowCons:
		return e.Whole != nil
	case *expr.Case: // the row of an outer join's nullable side
		row, ok := e.Else.(*expr.RowCons)
		return ok && row.Whole != nil
	}
	return false
}

// labelled writes an expression with casts that nobody wrote.
func (b *explainer) labelled(e expr.Expr) string {
	opts := b.opts
	opts.Implicit = true
	return expr.Deparse(e, b.column, &opts)
}

func (b *explainer) column(v *expr.Var) string {
	if info := b.part[v.Rel]; info != nil {
		v = info.translated(v)
	}
	if outs, ok := b.x.Stmt.Elided[v.Rel]; ok && v.Attr >= 1 && v.Attr <= len(outs) {
		return b.below(outs[v.Attr-1])
	}
	if v.Rel < 1 || v.Rel > len(b.x.Stmt.Range) {
		return fmt.Sprintf("$%d", v.Attr)
	}
	r := b.x.Stmt.Range[v.Rel-1]
	name := "?column?"
	switch {
	case v.Attr == expr.WholeRow:
		return expr.QuoteIdent(b.names[v.Rel]) + ".*"
	case v.Attr < 0:
		name = sysColumnName(v.Attr)
	case r.Kind == RelationEntry && r.Rel != nil && v.Attr <= len(r.Rel.Columns) && v.Attr > 0 && (v.Attr > len(r.Columns) || r.Columns[v.Attr-1] == ""):
		name = r.Rel.Columns[v.Attr-1].Name
	case v.Attr >= 1 && v.Attr <= len(r.Columns):
		name = r.Columns[v.Attr-1]
	}
	prefix := b.prefix || r.Returned != anyRow
	if b.scan > 0 {
		prefix = v.Rel != b.scan
	}
	if prefix && b.names[v.Rel] != "" {
		return expr.QuoteIdent(b.names[v.Rel]) + "." + expr.QuoteIdent(name)
	}
	return expr.QuoteIdent(name)
}

func sysColumnName(attr int) string {
	switch attr {
	case expr.AttrCtid:
		return "ctid"
	case expr.AttrXmin:
		return "xmin"
	case expr.AttrCmin:
		return "cmin"
	case expr.AttrXmax:
		return "xmax"
	case expr.AttrCmax:
		return "cmax"
	}
	return "tableoid"
}

func (b *explainer) param(p *expr.Param) string {
	if p.Kind == expr.ExternParam {
		return fmt.Sprintf("$%d", p.ID)
	}
	if s, ok := b.x.Stmt.ParamNames[p.ID]; ok {
		return s
	}
	if e, ok := b.x.Stmt.ParamExprs[p.ID]; ok {
		s := b.prefixed(e)
		if _, isVar := e.(*expr.Var); isVar {
			return s
		}
		return "(" + s + ")"
	}
	return fmt.Sprintf("$%d", p.ID)
}

func (b *explainer) subPlan(sp *expr.SubPlan) string {
	if sp.Index < len(b.x.Stmt.SubPlans) {
		return b.x.Stmt.SubPlans[sp.Index].Name
	}
	return "SubPlan"
}

// quals writes ANDed conditions as one.
func (b *explainer) quals(list []expr.Expr) string {
	return b.deparse(andOf(list))
}

func (b *explainer) list(es []expr.Expr) string {
	out := make([]string, len(es))
	for i, e := range es {
		out[i] = b.deparse(e)
	}
	return strings.Join(out, ", ")
}

// sortKeys writes the keys of a sort of child's rows.
func (b *explainer) sortKeys(keys []SortCol, exprs []expr.Expr, n int) []string {
	var out []string
	for i, k := range keys {
		if i >= n || i >= len(exprs) || exprs[i] == nil {
			break
		}
		s := b.below(exprs[i])
		if k.Collation != 0 {
			s += " COLLATE " + expr.QuoteIdent(expr.CollationNames[k.Collation])
		}
		switch {
		case k.Desc && !k.NullsFirst:
			s += " DESC NULLS LAST"
		case k.Desc:
			s += " DESC"
		case k.NullsFirst:
			s += " NULLS FIRST"
		}
		out = append(out, s)
	}
	return out
}
