package planner

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"minidb/expr"
	"minidb/parser/tree"
)

// What EXPLAIN says of each node, as named properties in PostgreSQL's order.

// prop is one property. In text it is a line "name: value"; raw replaces that
// line. A property that only one format has leaves the other's part empty.
type prop struct {
	name     string
	val      any    // string, []string, int64, float64, bool for JSON
	raw      string // text line instead of "name: value"
	jsonOnly bool
	textOnly bool
}

// xnode is one node.
type xnode struct {
	title    string // text: "Seq Scan on t"
	kind     string // JSON Node Type
	rel      string // JSON Parent Relationship
	sub      string // subplan name
	base     *PlanBase
	head     []prop // JSON properties before the costs
	props    []prop
	children []*xnode
	member   bool // it is the plan of a partition
}

func (n *xnode) add(name string, val any) { n.props = append(n.props, prop{name: name, val: val}) }

// plan describes p and what is below it.
func (b *explainer) plan(p Plan, rel, sub string) *xnode {
	n := &xnode{base: p.Base(), rel: rel, sub: sub}
	b.node = p
	b.title(n, p)
	if b.x.Options.Verbose {
		b.output(n, p)
	}
	if !b.x.Options.Verbose {
		b.scan = scanRel(p)
	}
	b.details(n, p)
	b.scan = 0
	b.instrument(n, p)
	b.buffers(n)
	b.wal(n)
	b.counters(n)
	b.removedMembers(n, p)
	base := p.Base()
	for _, d := range base.InitPlans {
		if d.Plan != nil {
			n.children = append(n.children, b.plan(d.Plan, "InitPlan", d.Name))
		}
	}
	rels := []string{"Outer", "Inner"}
	for i, c := range p.Children() {
		r := "Member"
		switch p.(type) {
		case *Append, *MergeAppend, *BitmapOp:
		case *SubqueryScan:
			r = "Subquery"
		default:
			if i < 2 {
				r = rels[i]
			}
		}
		n.children = append(n.children, b.member(p, i, c, r)...)
	}
	for _, d := range base.SubPlans {
		if d.Plan != nil && !b.shown[d] { // the partitions of a table share them
			b.shown[d] = true
			n.children = append(n.children, b.plan(d.Plan, "SubPlan", d.Name))
		}
	}
	return n
}

// scanRel is the relation whose columns a scan's conditions name without
// qualification.
func scanRel(p Plan) int {
	switch n := p.(type) {
	case *SubqueryScan, *ModifyTable:
		return 0
	case *BitmapIndexScan:
		return n.Rel
	}
	return planRel(p)
}

// title names the node and what it works on.
func (b *explainer) title(n *xnode, p Plan) {
	set := func(kind string, head ...prop) {
		n.kind, n.title = kind, kind
		n.head = head
	}
	switch p := p.(type) {
	case *Result:
		set("Result")
	case *ProjectSet:
		set("ProjectSet")
	case *SeqScan:
		set("Seq Scan")
		b.onRel(n, p.Rel)
	case *IndexScan:
		b.indexTitle(n, p)
	case *BitmapIndexScan:
		set("Bitmap Index Scan", prop{name: "Index Name", val: p.Index.Name})
		n.title += " on " + expr.QuoteIdent(p.Index.Name)
	case *BitmapOp:
		set(map[bool]string{true: "BitmapOr", false: "BitmapAnd"}[p.Or])
	case *BitmapHeapScan:
		set("Bitmap Heap Scan")
		b.onRel(n, p.Rel)
	case *TidScan:
		set("Tid Scan")
		b.onRel(n, p.Rel)
	case *SubqueryScan:
		set("Subquery Scan")
		b.onRel(n, p.Rel)
	case *FunctionScan:
		set("Function Scan")
		b.onFunction(n, p)
	case *ValuesScan:
		set("Values Scan")
		b.onRel(n, p.Rel)
	case *CTEScan:
		set("CTE Scan")
		b.onNamed(n, p.Rel, "CTE Name", p.Name)
	case *WorkTableScan:
		set("WorkTable Scan")
		b.onNamed(n, p.Rel, "CTE Name", b.x.Stmt.Range[p.Rel-1].CTE)
	case *RecursiveUnion:
		set("Recursive Union")
	case *NestLoop:
		b.joinTitle(n, "Nested Loop", "Nested Loop", p.Kind)
	case *HashJoin:
		b.joinTitle(n, "Hash Join", "Hash", p.Kind)
	case *MergeJoin:
		b.joinTitle(n, "Merge Join", "Merge", p.Kind)
	case *Hash:
		set("Hash")
	case *Materialize:
		set("Materialize")
	case *Memoize:
		set("Memoize")
	case *Sort:
		set("Sort")
	case *IncrementalSort:
		set("Incremental Sort")
	case *Agg:
		b.aggTitle(n, p)
	case *WindowAgg:
		b.windowTitle(n, p)
	case *Unique:
		set("Unique")
	case *SetOp:
		b.setOpTitle(n, p)
	case *Append:
		set("Append")
	case *MergeAppend:
		set("Merge Append")
	case *Limit:
		set("Limit")
	case *LockRows:
		set("LockRows")
	case *ModifyTable:
		set("ModifyTable", prop{name: "Operation", val: p.operation()})
		n.title = p.operation()
		b.onRel(n, p.Rel)
	default:
		set(strings.TrimPrefix(fmt.Sprintf("%T", p), "*planner."))
	}
}

func (b *explainer) indexTitle(n *xnode, p *IndexScan) {
	n.kind = "Index Scan"
	if p.Only {
		n.kind = "Index Only Scan"
	}
	n.title = n.kind
	dir := "Forward"
	if p.Backward {
		n.title += " Backward"
		dir = "Backward"
	}
	n.title += " using " + expr.QuoteIdent(p.Index.Name)
	n.head = append(n.head, prop{name: "Scan Direction", val: dir}, prop{name: "Index Name", val: p.Index.Name})
	b.onRel(n, p.Rel)
}

// onRel adds " on table alias".
func (b *explainer) onRel(n *xnode, rti int) {
	r := b.x.Stmt.Range[rti-1]
	alias := cmp.Or(b.names[rti], r.Alias)
	if r.Kind != RelationEntry || r.Rel == nil {
		n.title += " on " + expr.QuoteIdent(alias)
		n.head = append(n.head, prop{name: "Alias", val: alias})
		return
	}
	n.title += " on "
	if b.x.Options.Verbose {
		n.title += expr.QuoteIdent(r.Rel.Schema) + "."
	}
	n.title += expr.QuoteIdent(r.Rel.Name)
	n.head = append(n.head, prop{name: "Relation Name", val: r.Rel.Name})
	if b.x.Options.Verbose {
		n.head = append(n.head, prop{name: "Schema", val: r.Rel.Schema})
	}
	n.head = append(n.head, prop{name: "Alias", val: alias})
	if alias != r.Rel.Name {
		n.title += " " + expr.QuoteIdent(alias)
	}
}

func (b *explainer) onNamed(n *xnode, rti int, key, name string) {
	n.title += " on " + expr.QuoteIdent(name)
	n.head = append(n.head, prop{name: key, val: name}, prop{name: "Alias", val: b.names[rti]})
	if a := b.names[rti]; a != name {
		n.title += " " + expr.QuoteIdent(a)
	}
}

func (b *explainer) onFunction(n *xnode, p *FunctionScan) {
	name, schema := "", "pg_catalog"
	if len(p.Functions) == 1 {
		if f, ok := p.Functions[0].Call.(*expr.FuncCall); ok {
			name = f.Fn.Name
			if f.Fn.Schema != "" {
				schema = f.Fn.Schema
			}
		}
	}
	alias := b.names[p.Rel]
	if name == "" {
		n.title += " on " + expr.QuoteIdent(alias)
	} else {
		n.title += " on "
		if b.x.Options.Verbose {
			n.title += schema + "."
		}
		n.title += expr.QuoteIdent(name)
		n.head = append(n.head, prop{name: "Function Name", val: name})
		if b.x.Options.Verbose {
			n.head = append(n.head, prop{name: "Schema", val: schema})
		}
		if alias != name {
			n.title += " " + expr.QuoteIdent(alias)
		}
	}
	n.head = append(n.head, prop{name: "Alias", val: alias})
}

var joinNames = [...]string{"Inner", "Left", "Full", "Right", "Semi", "Anti", "Right Semi", "Right Anti"}

func (b *explainer) joinTitle(n *xnode, kind, text string, k JoinKind) {
	n.kind, n.title = kind, kind
	if k != InnerJoin {
		n.title = text + " " + joinNames[k] + " Join"
	}
	n.head = []prop{{name: "Join Type", val: joinNames[k]}}
}

func (b *explainer) aggTitle(n *xnode, p *Agg) {
	n.kind = "Aggregate"
	names := [...]string{"Aggregate", "GroupAggregate", "HashAggregate", "MixedAggregate"}
	n.title = names[p.Strategy]
	if p.IsGroup {
		n.kind, n.title = "Group", "Group"
		return
	}
	n.head = []prop{{name: "Strategy", val: [...]string{"Plain", "Sorted", "Hashed", "Mixed"}[p.Strategy]}, {name: "Partial Mode", val: "Simple"}}
}

func (b *explainer) setOpTitle(n *xnode, p *SetOp) {
	n.kind, n.title = "SetOp", "SetOp"
	st := "Sorted"
	if p.Hashed {
		n.title, st = "HashSetOp", "Hashed"
	}
	cmd := "Except"
	if p.Op == tree.Intersect {
		cmd = "Intersect"
	}
	if p.All {
		cmd += " All"
	}
	n.title += " " + cmd
	n.head = []prop{{name: "Strategy", val: st}, {name: "Command", val: cmd}}
}

// output is VERBOSE's list of columns.
func (b *explainer) output(n *xnode, p Plan) {
	switch p.(type) {
	case *Append, *MergeAppend, *RecursiveUnion, *BitmapIndexScan, *BitmapOp:
		return
	}
	if m, ok := p.(*ModifyTable); ok {
		if len(m.Returning) == 0 {
			return
		}
		if info := m.Rels[0].info; info != nil { // the columns by the names of the first
			defer b.within(info)()
		}
	}
	if w, ok := p.(*WindowAgg); ok {
		defer b.overChild(w)()
	}
	saved := b.prefix
	b.prefix = b.x.Stmt.manyNames()
	defer func() { b.prefix = saved }()
	targets := n.base.Targets
	var out []string
	if ix, ok := p.(*IndexScan); ok && ix.Only && targets == nil {
		for _, k := range ix.Index.Keys {
			if k.Attr > 0 {
				out = append(out, b.column(&expr.Var{Rel: ix.Rel, Attr: k.Attr}))
			}
		}
		n.props = append(n.props, prop{name: "Output", val: out})
		return
	}
	if targets == nil {
		if rti := planRel(p); rti > 0 {
			for _, e := range rawOuts(rti, b.x.Stmt.Range[rti-1], nil) {
				if v, ok := e.(*expr.Var); ok {
					out = append(out, b.column(v))
				}
			}
		}
	}
	passes := passesOn(p)
	for i := range targets {
		if targets[i].Expr == nil {
			continue
		}
		if e := targets[i].Expr; passes && !isConst(e) || resultPasses(p, e) {
			out = append(out, b.below(targets[i].Expr))
		} else {
			out = append(out, b.deparse(targets[i].Expr))
		}
	}
	if len(out) > 0 {
		n.props = append(n.props, prop{name: "Output", val: out})
	}
}

// passesOn tells whether a node's output was computed below it.
func passesOn(p Plan) bool {
	switch p.(type) {
	case *Sort, *IncrementalSort, *Limit, *Unique, *Materialize, *Memoize, *Hash, *LockRows, *Append, *MergeAppend:
		return true
	}
	return false
}

// resultPasses tells whether a Result over sorted rows hands on a value of theirs.
func resultPasses(p Plan, e expr.Expr) bool {
	r, ok := p.(*Result)
	if !ok || r.Child == nil || !passesOn(r.Child) {
		return false
	}
	for _, t := range r.Child.Base().Targets {
		if t.Expr != nil && equalExpr(t.Expr, e) {
			return true
		}
	}
	return false
}

func (b *explainer) cond(n *xnode, name string, list []expr.Expr) {
	if len(list) > 0 {
		n.add(name, b.quals(list))
	}
}

// filter adds Filter and what it removed.
func (b *explainer) filter(n *xnode) {
	b.cond(n, "Filter", n.base.Qual)
	if in := b.instr(n.base); in != nil && len(n.base.Qual) > 0 {
		b.removed(n, "Rows Removed by Filter", in.RemovedByFilter, float64(in.Loops))
	}
}

// recheck: minidb's indexes and bitmaps are exact.
func (b *explainer) recheck(n *xnode, conds []expr.Expr) {
	if in := b.instr(n.base); in != nil && len(conds) > 0 {
		b.removed(n, "Rows Removed by Index Recheck", 0, float64(in.Loops))
	}
}

func (b *explainer) removed(n *xnode, name string, count int64, loops float64) {
	if count == 0 && b.x.Options.Format == FormatText {
		return
	}
	n.add(name, strconv.FormatFloat(float64(count)/max(loops, 1), 'f', 0, 64))
}

// details are the properties that belong to the kind of node.
func (b *explainer) details(n *xnode, p Plan) {
	switch p := p.(type) {
	case *IndexScan:
		conds := origConds(p.Conds)
		if p.Only {
			for i, e := range conds {
				conds[i] = onIndexColumn(e)
			}
		}
		b.cond(n, "Index Cond", conds)
		b.recheck(n, conds)
		b.filter(n)
	case *BitmapIndexScan:
		b.cond(n, "Index Cond", origConds(p.Conds))
	case *BitmapHeapScan:
		b.cond(n, "Recheck Cond", p.Recheck)
		b.recheck(n, p.Recheck)
		b.filter(n)
	case *TidScan:
		if p.CurrentOf != nil {
			n.add("TID Cond", "CURRENT OF "+expr.QuoteIdent(*p.CurrentOf))
		}
		b.cond(n, "TID Cond", p.Conds)
		b.filter(n)
	case *FunctionScan:
		if b.x.Options.Verbose {
			var l []expr.Expr
			for _, f := range p.Functions {
				l = append(l, f.Call)
			}
			n.add("Function Call", b.list(l))
		}
		b.filter(n)
	case *NestLoop:
		b.joinDetails(n, &p.JoinBase, "", "")
	case *HashJoin:
		b.joinDetails(n, &p.JoinBase, "Hash Cond", b.quals(p.HashQuals))
	case *MergeJoin:
		name := "Merge Cond"
		if len(p.MergeQuals) == 0 {
			name = ""
		}
		b.joinDetails(n, &p.JoinBase, name, b.mergeCond(p))
	case *Agg:
		if len(p.Rollups) > 0 {
			b.groupingSets(n, p)
		} else if len(p.GroupExprs) > 0 {
			n.add("Group Key", b.groupKeys(p, p.GroupExprs))
		}
		b.filter(n)
	case *Sort:
		n.add("Sort Key", b.sortKeys(p.Keys, p.KeyExprs, len(p.Keys)))
	case *MergeAppend:
		b.mergeKeys(n, p)
	case *Memoize:
		n.add("Cache Key", b.list(p.Keys))
		n.add("Cache Mode", map[bool]string{true: "binary", false: "logical"}[p.Binary])
	case *IncrementalSort:
		n.add("Sort Key", b.sortKeys(p.Keys, p.KeyExprs, len(p.Keys)))
		n.add("Presorted Key", b.plainKeys(p.KeyExprs, p.Presorted))
	case *Result:
		b.cond(n, "One-Time Filter", p.OneTime)
		b.filter(n)
	case *ModifyTable:
		b.modifyDetails(n, p)
	case *WindowAgg:
		b.windowDetails(n, p)
	default:
		b.filter(n)
	}
}

func origConds(conds []IndexCond) []expr.Expr {
	var out []expr.Expr
	for _, c := range conds {
		out = append(out, c.Orig)
	}
	return out
}

// onIndexColumn is a condition of an index-only scan, which PostgreSQL shows over the
// index's column: without casts that do nothing.
func onIndexColumn(e expr.Expr) expr.Expr {
	switch n := e.(type) {
	case *expr.OpCall:
		c := *n
		c.Args = append([]expr.Expr{stripRelabel(n.Args[0])}, n.Args[1:]...)
		return &c
	case *expr.ArrayOp:
		c := *n
		c.L = stripRelabel(n.L)
		return &c
	case *expr.NullTest:
		c := *n
		c.Arg = stripRelabel(n.Arg)
		return &c
	case *expr.RowCompare:
		c := *n
		c.L = make([]expr.Expr, len(n.L))
		for i, l := range n.L {
			c.L[i] = stripRelabel(l)
		}
		return &c
	}
	return e
}

// mergeCond writes the conditions of a merge join over what its sides compute.
func (b *explainer) mergeCond(p *MergeJoin) string {
	side := func(e expr.Expr, child Plan) string {
		if passesOn(child) && !isPlainColumn(stripRelabel(e)) {
			return b.below(e)
		}
		return b.labelled(e)
	}
	var conds []string
	for _, q := range p.MergeQuals {
		o, ok := q.(*expr.OpCall)
		if !ok {
			return b.quals(p.MergeQuals)
		}
		conds = append(conds, "("+side(o.Args[0], p.Outer)+" "+o.Op.Name+" "+side(o.Args[1], p.Inner)+")")
	}
	if len(conds) == 1 {
		return conds[0]
	}
	return "(" + strings.Join(conds, " AND ") + ")"
}

func (b *explainer) joinDetails(n *xnode, j *JoinBase, name, cond string) {
	if b.x.Options.Verbose || b.x.Options.Format != FormatText {
		if j.InnerUnique {
			n.add("Inner Unique", true)
		} else {
			n.props = append(n.props, prop{name: "Inner Unique", val: false, jsonOnly: true})
		}
	}
	if name != "" {
		n.add(name, cond)
	}
	b.cond(n, "Join Filter", j.JoinQual)
	in := b.instr(&j.PlanBase)
	if in != nil && len(j.JoinQual) > 0 {
		b.removed(n, "Rows Removed by Join Filter", in.RemovedByJoinFilter, float64(in.Loops))
	}
	b.filter(n)
}

// groupKeys are written as the child's columns: in parentheses where the child
// itself passes them on.
func (b *explainer) groupKeys(p *Agg, exprs []expr.Expr) []string {
	var out []string
	for _, e := range exprs {
		if passesOn(p.Child) && !isConst(e) {
			out = append(out, b.below(e))
		} else {
			out = append(out, b.labelled(e))
		}
	}
	return out
}

func (b *explainer) plainKeys(exprs []expr.Expr, n int) []string {
	var out []string
	for i, e := range exprs {
		if i < n && e != nil {
			out = append(out, b.below(e))
		}
	}
	return out
}

func (m *ModifyTable) operation() string {
	return [...]string{"", "Insert", "Update", "Delete"}[m.Command]
}

// targetTables lists the partitions that a statement changes, unless pruning at start
// left them out.
func (b *explainer) targetTables(n *xnode, p *ModifyTable) {
	rels := p.Unpruned(b.x.Survivors)
	if len(rels) == 1 && p.Rels[rels[0]].Rel == p.Rel {
		return
	}
	var list [][]prop
	var titles []string
	for _, i := range rels {
		t := &xnode{title: p.operation()}
		b.onRel(t, p.Rels[i].Rel)
		titles, list = append(titles, t.title), append(list, t.head)
	}
	b.foldTargets(n, titles)
	n.props = append(n.props, prop{name: "Target Tables", val: list, jsonOnly: true})
}

func (b *explainer) modifyDetails(n *xnode, p *ModifyTable) {
	b.targetTables(n, p)
	c := p.Conflict
	if c == nil {
		return
	}
	res := "NOTHING"
	if c.DoUpdate {
		res = "UPDATE"
	}
	n.add("Conflict Resolution", res)
	var names []string
	for _, oid := range c.Arbiters {
		for _, ix := range p.Relation.Indexes {
			if ix.OID == oid {
				names = append(names, ix.Name)
			}
		}
	}
	if len(names) > 0 {
		n.add("Conflict Arbiter Indexes", names)
	}
	b.cond(n, "Conflict Filter", c.Where)
	if in := b.instr(&p.PlanBase); in != nil && c.Where != nil {
		b.removed(n, "Rows Removed by Conflict Filter", in.RemovedByFilter, float64(in.Loops))
	}
}

// instr is what was measured at a node, nil without ANALYZE.
func (b *explainer) instr(p *PlanBase) *Instrument {
	if !b.x.Options.Analyze || p.ID >= len(b.x.Instr) {
		return nil
	}
	return &b.x.Instr[p.ID]
}

// instrument adds what EXPLAIN ANALYZE measured beyond rows and times.
func (b *explainer) instrument(n *xnode, p Plan) {
	in := b.instr(n.base)
	if in == nil {
		return
	}
	if in.Loops == 0 {
		switch p.(type) {
		case *IndexScan, *BitmapIndexScan, *BitmapHeapScan:
		default:
			return
		}
	}
	switch p := p.(type) {
	case *IndexScan:
		if p.Only {
			n.add("Heap Fetches", in.HeapFetches)
		}
		n.add("Index Searches", in.IndexSearches)
	case *BitmapIndexScan:
		n.add("Index Searches", in.IndexSearches)
	case *BitmapHeapScan:
		n.props = append(n.props, prop{name: "Exact Heap Blocks", val: in.HeapBlocks, jsonOnly: in.HeapBlocks == 0,
			raw: fmt.Sprintf("Heap Blocks: exact=%d", in.HeapBlocks)}, prop{name: "Lossy Heap Blocks", val: int64(0), jsonOnly: true})
	case *Sort:
		b.sortMethod(n, in)
	case *IncrementalSort:
		b.sortGroups(n, in)
	case *Hash:
		if in.HashBuckets > 0 {
			n.props = append(n.props, prop{name: "Hash Buckets", val: in.HashBuckets,
				raw: fmt.Sprintf("Buckets: %d  Batches: %d  Memory Usage: %dkB", in.HashBuckets, in.HashBatches, in.MemoryKB)},
				prop{name: "Hash Batches", val: in.HashBatches, jsonOnly: true}, prop{name: "Peak Memory Usage", val: in.MemoryKB, jsonOnly: true})
		}
	case *Agg:
		if p.Strategy == AggHashed && in.HashBatches > 0 {
			n.props = append(n.props, prop{name: "HashAgg Batches", val: in.HashBatches,
				raw: fmt.Sprintf("Batches: %d  Memory Usage: %dkB", in.HashBatches, in.MemoryKB)},
				prop{name: "Peak Memory Usage", val: in.MemoryKB, jsonOnly: true})
		}
	case *Memoize:
		if in.CacheMisses > 0 {
			n.props = append(n.props, prop{name: "Cache Hits", val: in.CacheHits,
				raw: fmt.Sprintf("Hits: %d  Misses: %d  Evictions: %d  Overflows: %d  Memory Usage: %dkB",
					in.CacheHits, in.CacheMisses, in.CacheEvictions, in.CacheOverflows, in.MemoryKB)},
				prop{name: "Cache Misses", val: in.CacheMisses, jsonOnly: true}, prop{name: "Cache Evictions", val: in.CacheEvictions, jsonOnly: true},
				prop{name: "Cache Overflows", val: in.CacheOverflows, jsonOnly: true}, prop{name: "Peak Memory Usage", val: in.MemoryKB, jsonOnly: true})
		}
	case *Materialize, *CTEScan, *WindowAgg, *RecursiveUnion:
		if in.StorageKB > 0 {
			where := "Memory"
			if in.StorageDisk {
				where = "Disk"
			}
			n.props = append(n.props,
				prop{name: "Storage", val: where, raw: fmt.Sprintf("Storage: %s  Maximum Storage: %dkB", where, in.StorageKB)},
				prop{name: "Maximum Storage", val: in.StorageKB, jsonOnly: true})
		}
	case *ModifyTable:
		if p.Conflict != nil {
			n.add("Tuples Inserted", in.TuplesInserted)
			n.add("Conflicting Tuples", in.ConflictTuples)
		}
	}
}

// wal adds what the node and those below it wrote to the log.
func (b *explainer) wal(n *xnode) {
	in := b.instr(n.base)
	if in == nil || !b.x.Options.WAL {
		return
	}
	p := prop{name: "WAL Records", val: in.WALRecords, raw: fmt.Sprintf("WAL: records=%d bytes=%d", in.WALRecords, in.WALBytes)}
	p.jsonOnly = in.WALRecords == 0
	n.props = append(n.props, p, prop{name: "WAL FPI", val: int64(0), jsonOnly: true}, // minidb writes no page images
		prop{name: "WAL Bytes", val: in.WALBytes, jsonOnly: true}, prop{name: "WAL Buffers Full", val: int64(0), jsonOnly: true})
}

// counters adds the lines of EXPLAIN (COUNTERS).
func (b *explainer) counters(n *xnode) {
	in := b.instr(n.base)
	if in == nil || !b.x.Options.Counters {
		return
	}
	for _, c := range in.Counters {
		n.add(c.Name, c.Value)
	}
}
