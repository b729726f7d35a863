package planner

import (
	"slices"

	"minidb/catalog"
	"minidb/expr"
	"minidb/types"
)

// Pruning while a plan runs: PostgreSQL's PartitionPruneInfo. A statement has one
// for each Append that can be pruned, in PlannedStmt.Prunes, so that all pruning of
// a start is found in one place.

// PruneInfo finds the members of one Append or MergeAppend that may have rows.
type PruneInfo struct {
	// Params are the ExecParams that AtScan reads: when one changes, the answer may.
	Params []int

	index   int          // in PlannedStmt.Prunes
	tables  []pruneTable // the table at the top first
	atStart bool         // there is something to do at start
	atScan  bool
}

// pruneTable is a partitioned table whose partitions are members, or have members
// below them.
type pruneTable struct {
	table       types.OID
	desc        *catalog.PartitionDesc
	start, scan *pruneStep // nil: cannot be pruned then
	present     []int      // the members of desc that planning left over
	plan        []int      // by member of desc: a member of the Append, -1 for none
	below       []int      // by member of desc: the index in tables, -1 for none
}

// Index is the place in PlannedStmt.Prunes.
func (p *PruneInfo) Index() int { return p.index }

// AtStart tells whether pruning at start can leave members out.
func (p *PruneInfo) AtStart() bool { return p.atStart }

// AtScan tells whether pruning in scans can leave members out.
func (p *PruneInfo) AtScan() bool { return p.atScan }

// Start returns the members that parameters and stable functions leave over,
// ascending.
func (p *PruneInfo) Start(ctx *expr.Ctx) ([]int, error) {
	out, err := p.find(ctx, 0, false, nil)
	slices.Sort(out)
	return out, err
}

// Scan returns those that the ExecParams as they are leave over, ascending.
func (p *PruneInfo) Scan(ctx *expr.Ctx) ([]int, error) {
	out, err := p.find(ctx, 0, true, nil)
	slices.Sort(out)
	return out, err
}

// find is find_matching_subplans_recurse.
func (p *PruneInfo) find(ctx *expr.Ctx, table int, scan bool, out []int) ([]int, error) {
	t := &p.tables[table]
	step, found := t.start, t.present
	if scan {
		step = t.scan
	}
	if step != nil {
		var err error
		prog := pruneProgram{desc: t.desc, step: step}
		if found, err = prog.members(ctx); err != nil {
			return nil, err
		}
	}
	for _, m := range found {
		if i := t.plan[m]; i >= 0 {
			out = append(out, i)
		} else if b := t.below[m]; b >= 0 {
			var err error
			if out, err = p.find(ctx, b, scan, out); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// eachUnprunable calls f for the members whose own table has nothing to be pruned by
// at start. PostgreSQL counts them among the relations that stay even if all of their
// table is pruned (PlannedStmt.unprunableRelids).
func (a *AppendBase) eachUnprunable(f func(Plan)) {
	for i := range a.Prune.tables {
		t := &a.Prune.tables[i]
		if t.start != nil {
			continue
		}
		for _, m := range t.plan {
			if m >= 0 {
				f(a.Members[m])
			}
		}
	}
}

// pruneMaker makes the PruneInfo of an Append node.
type pruneMaker struct {
	lv    *level
	base  *PlanBase
	quals []expr.Expr
	info  *PruneInfo
	plan  map[*rel]int // the members
	never bool
}

// makePrune is make_partition_pruneinfo; nil if nothing can be pruned while the plan
// runs.
func (lv *level) makePrune(b *PlanBase, p *path) *PruneInfo {
	quals := clauseExprs(p.rel.restrict)
	quals = append(quals, clauseExprs(p.paramCl)...)
	if len(quals) == 0 || !lv.g.pruning || !slices.ContainsFunc(quals, func(e expr.Expr) bool { return lv.g.runTime(e, p.rel) }) {
		return nil
	}
	m := pruneMaker{lv: lv, base: b, quals: quals, info: &PruneInfo{}, plan: map[*rel]int{}}
	for i, c := range p.members {
		m.plan[c.rel] = i
	}
	m.table(p.rel)
	if m.never || !m.info.atStart && !m.info.atScan {
		return nil
	}
	return m.info
}

// runTime tells whether a condition has anything that planning does not know.
func (g *global) runTime(e expr.Expr, r *rel) bool {
	return expr.Any(e, func(n expr.Expr) bool {
		switch x := n.(type) {
		case *expr.Param:
			return true
		case *expr.Var:
			return x.Rel != r.vars
		}
		return expr.CallsMutable(n)
	})
}

func (m *pruneMaker) table(r *rel) int {
	at := len(m.info.tables)
	m.info.tables = append(m.info.tables, pruneTable{})
	t := pruneTable{table: r.entry.RelOID, desc: r.part.desc, present: r.part.members}
	t.plan, t.below = make([]int, len(t.desc.Members)), make([]int, len(t.desc.Members))
	for i := range t.plan {
		t.plan[i], t.below[i] = -1, -1
	}
	t.start, t.scan = m.steps(r)
	for i, c := range r.part.rels {
		if n, ok := m.plan[c]; ok {
			t.plan[r.part.members[i]] = n
		} else if c.part != nil && len(c.part.rels) > 0 {
			t.below[r.part.members[i]] = m.table(c)
		}
	}
	m.info.tables[at] = t
	return at
}

// steps makes the searches at start and in scans.
func (m *pruneMaker) steps(r *rel) (start, scan *pruneStep) {
	p := m.lv.newPruner(r, pruneStart)
	start = p.all(m.quals)
	if p.contradictory {
		m.never = true
		return nil, nil
	}
	if !p.mutable {
		start = nil
	}
	if p.execParams {
		s := m.lv.newPruner(r, pruneScan)
		scan = s.all(m.quals)
		if s.contradictory {
			m.never = true
			return nil, nil
		}
		before := len(m.info.Params)
		m.compile(scan)
		if len(m.info.Params) == before && !m.readsParams(scan) {
			scan = nil
		}
	}
	m.compile(start)
	m.info.atStart = m.info.atStart || start != nil
	m.info.atScan = m.info.atScan || scan != nil
	return start, scan
}

// compile makes the values that steps search for computable.
func (m *pruneMaker) compile(s *pruneStep) {
	if s == nil {
		return
	}
	for _, src := range s.sources {
		m.compile(src)
	}
	for i, e := range s.args {
		if isConst(e) {
			continue
		}
		if s.values == nil {
			s.values = make([]expr.Eval, len(s.args))
		}
		e = m.lv.g.resolve(e, nil)
		s.args[i] = e
		s.values[i] = m.lv.eval(m.base, e, nil)
		expr.Walk(e, func(n expr.Expr) bool {
			if x, ok := n.(*expr.Param); ok && x.Kind == expr.ExecParam && !hasInt(m.info.Params, x.ID) {
				m.info.Params = append(m.info.Params, x.ID)
			}
			return true
		})
	}
}

// readsParams tells whether compiled steps read an ExecParam.
func (m *pruneMaker) readsParams(s *pruneStep) bool {
	if s == nil {
		return false
	}
	return slices.ContainsFunc(s.sources, m.readsParams) || slices.ContainsFunc(s.args, func(e expr.Expr) bool {
		return expr.Any(e, func(n expr.Expr) bool {
			x, ok := n.(*expr.Param)
			return ok && x.Kind == expr.ExecParam
		})
	})
}

// fromOuter tells whether a column becomes a parameter of an enclosing nested loop.
func (g *global) fromOuter(v *expr.Var) bool {
	for _, f := range g.nest {
		if r := f.lv.relOf(v.Rel); r != nil && r.ids.subsetOf(f.outer) {
			return true
		}
	}
	return false
}
