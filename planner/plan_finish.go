package planner

import "sort"

// The last walk over a finished plan: nodes get numbers, and each node the list
// of parameters that come from outside it.

// number numbers the nodes of the plan and of its subplans.
func (g *global) number(root Plan) int {
	n := 0
	g.numberFrom(root, &n)
	for _, d := range g.sub {
		if d.Plan != nil && !d.seen {
			g.numberFrom(d.Plan, &n)
			d.seen = true
		}
	}
	return n
}

// subPlanOrder is above any query level.
const subPlanOrder = 1 << 10

// own notes that the range entries from start on, unless they are of another
// subplan inside it, are those of subplan index.
func (g *global) own(start, index int) {
	for i := start; i < len(g.depth); i++ {
		if g.depth[i] < subPlanOrder {
			g.depth[i] += (index + 1) * subPlanOrder
		}
	}
}

// nameOrder lists the range table in the order in which EXPLAIN gives out names:
// the statement before its subplans, which follow in their own order, and in each
// outer query levels first.
func (st *PlannedStmt) nameOrder() []int {
	out := make([]int, len(st.Range))
	for i := range out {
		out[i] = i
	}
	sort.SliceStable(out, func(i, j int) bool { return st.depth[out[i]] < st.depth[out[j]] })
	return out
}

// manyNames tells whether columns have to be qualified.
func (st *PlannedStmt) manyNames() bool {
	n := 0
	for _, r := range st.Range {
		if r.Returned == anyRow {
			n++
		}
	}
	if m, ok := st.Root.(*ModifyTable); ok && m.Command == Insert {
		if r, ok := m.Child.(*Result); ok && r.Child == nil {
			n++ // PostgreSQL has an entry for a source without FROM
		}
	}
	return n > 1
}

// numberFrom numbers p and what is below it, and returns the parameters the
// subtree needs from outside.
func (g *global) numberFrom(p Plan, n *int) []int {
	b := p.Base()
	b.ID = *n
	*n++
	need := g.numberSubPlans(p, n)
	for i, c := range p.Children() {
		sub := g.numberFrom(c, n)
		if j, ok := p.(*NestLoop); ok && i == 1 {
			ids := make([]int, len(j.Params))
			for k := range j.Params {
				ids[k] = j.Params[k].ID
			}
			sub = without(sub, ids)
		}
		if r, ok := p.(*RecursiveUnion); ok && i == 1 {
			sub = without(sub, []int{r.WTParam})
		}
		need = union(need, sub)
	}
	for _, d := range b.InitPlans {
		need = union(need, d.ext)
	}
	for _, d := range b.InitPlans {
		need = without(need, d.OutIDs)
	}
	sort.Ints(need)
	b.ExtParams = need
	return need
}

// numberSubPlans numbers the subqueries of p's own expressions and returns the
// parameters that these expressions need.
func (g *global) numberSubPlans(p Plan, n *int) []int {
	b := p.Base()
	need := append([]int(nil), b.uses...)
	for _, d := range b.InitPlans {
		if !d.seen && d.Plan != nil {
			d.seen = true
			d.ext = g.numberFrom(d.Plan, n)
		}
	}
	for _, d := range b.SubPlans {
		if !d.seen && d.Plan != nil {
			d.seen = true
			d.ext = without(g.numberFrom(d.Plan, n), d.ParamIDs)
		}
		need = without(union(need, d.ext), d.test)
	}
	if f, ok := p.(*FunctionScan); ok {
		for _, d := range f.SubPlans[:f.funcSubs] {
			f.FuncParams = without(union(f.FuncParams, d.ext), d.test)
		}
	}
	return need
}

func union(a, b []int) []int {
	for _, x := range b {
		if !hasInt(a, x) {
			a = append(a, x)
		}
	}
	return a
}

func without(a, drop []int) []int {
	if len(drop) == 0 {
		return a
	}
	var out []int
	for _, x := range a {
		if !hasInt(drop, x) {
			out = append(out, x)
		}
	}
	return out
}

func hasInt(l []int, x int) bool {
	for _, y := range l {
		if y == x {
			return true
		}
	}
	return false
}
