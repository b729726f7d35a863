package planner

// Plans of prepared statements. The first five executions are planned for their
// own parameter values; then the average of their costs, with that of planning,
// decides whether one generic plan serves all (PostgreSQL's plancache.c).
//
// A statement is analyzed again when something that its analysis rests on has
// changed: a relation that it reads or writes, a user's type, the schemas of
// search_path. What others do to other relations does not matter. As in
// PostgreSQL, a table that is created in an earlier schema of search_path is not
// noticed.

import (
	"slices"

	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/settings"
	"minidb/storage/lmgr"
	"minidb/types"
)

// CachedPlan is a prepared statement. It belongs to one session.
type CachedPlan struct {
	stmt       tree.Statement
	paramTypes []types.OID

	query     *Query
	columns   []ResultColumn
	relations []usedRelation
	uses      []catalog.Use
	path      []types.OID // schemas of search_path when query was analyzed
	settings  uint64      // of the settings, when generic was made

	generic     *PlannedStmt
	genericCost float64 // -1 unknown
	locks       planLocks
	customCost  float64 // sum, with planning

	// CustomPlans and GenericPlans count the executions of each kind.
	CustomPlans, GenericPlans int64
}

// customTries is how many executions are planned on their own before the costs
// are compared (choose_custom_plan).
const customTries = 5

// NewCachedPlan analyzes a statement with parameters of these types; 0 stands
// for a type to be inferred.
func NewCachedPlan(a *catalog.Access, stmt tree.Statement, paramTypes []types.OID) (*CachedPlan, error) {
	p := &CachedPlan{stmt: stmt, paramTypes: slices.Clone(paramTypes)}
	pt := &ParamTypes{Types: p.paramTypes, Variable: true}
	if err := p.analyze(a, pt); err != nil {
		return nil, err
	}
	p.paramTypes = pt.Types
	p.columns = ResultColumns(p.query)
	return p, nil
}

// analyze makes the query anew and notes what it rests on, as it was found: what
// changes meanwhile makes the query stale, not current.
func (p *CachedPlan) analyze(a *catalog.Access, pt *ParamTypes) error {
	path := a.SearchPath()
	var q *Query
	uses, err := a.RecordUses(func() (err error) {
		q, err = Analyze(a, p.stmt, pt)
		return err
	})
	if err != nil {
		return err
	}
	p.query, p.generic, p.genericCost = q, nil, -1
	p.path, p.uses, p.relations = path, uses, queryRelations(q)
	return nil
}

// usedRelation is a relation of a query, with the lock that analysis took and
// the version that it saw.
type usedRelation struct {
	catalog.Known
	mode lmgr.Mode
	// temporary: it is a temporary table or view
	temporary bool
	virtual   bool // a system view made by a function, which never changes
}

// queryRelations collects the relations of a query and of those inside it.
func queryRelations(q *Query) (out []usedRelation) {
	add := func(r *RangeEntry) {
		if r.Kind == FunctionEntry {
			out = append(out, usedRelation{Known: catalog.Known{OID: r.RelOID}, mode: r.LockMode, virtual: true})
			return
		}
		for i := range out {
			if u := &out[i]; u.OID == r.RelOID && u.mode == r.LockMode {
				u.Version = min(u.Version, r.Rel.Version)
				return
			}
		}
		out = append(out, usedRelation{Known: catalog.Known{OID: r.RelOID, Version: r.Rel.Version}, mode: r.LockMode, temporary: r.Rel.Persistence == 't'})
	}
	var visit func(q *Query)
	visit = func(q *Query) {
		for _, r := range q.Range {
			switch {
			case (r.Kind == RelationEntry || r.Kind == FunctionEntry) && r.RelOID != 0:
				add(r)
			case r.Kind == SubqueryEntry && r.Subquery != nil:
				if r.RelOID != 0 {
					add(r) // a view
				}
				visit(r.Subquery)
			}
		}
		for _, c := range q.CTEs {
			visit(c.Query)
		}
	}
	visit(q)
	walkQuery(q, 0, func(e expr.Expr, _ int) bool {
		if s, ok := e.(*expr.SubLink); ok {
			visit(s.Query.(*Query))
		}
		return true
	})
	return out
}

// ParamTypes are the types of the parameters, inferred ones included.
func (p *CachedPlan) ParamTypes() []types.OID { return p.paramTypes }

// Columns describes the rows that the statement returns; nil if none.
func (p *CachedPlan) Columns() []ResultColumn { return p.columns }

// OnlyReads tells that no part of the statement writes.
func (p *CachedPlan) OnlyReads() bool { return p.query.Command == Select && !p.query.HasModifyingCTE }

// Statement is the syntax tree.
func (p *CachedPlan) Statement() tree.Statement { return p.stmt }

// Get returns a plan for these parameter values, with its relations locked.
func (p *CachedPlan) Get(a *catalog.Access, params []types.Datum) (*PlannedStmt, error) {
	for {
		if err := p.revalidate(a); err != nil {
			return nil, err
		}
		if p.useCustom(a.S.Set, params) {
			return p.planCustom(a, params)
		}
		run := p.generic
		if run == nil || run.Transient || p.settings != a.S.Set.Version() {
			if err := p.planGeneric(a); err != nil {
				return nil, err
			}
			// Now that the generic plan's cost is known, it may be too dear.
			if p.useCustom(a.S.Set, params) {
				return p.planCustom(a, params)
			}
			run = p.generic // its planning has locked all
		} else if len(p.locks.list) > 0 {
			if p.locks.choice != a.S.Set.Enum(settings.ExecutorLocks) {
				p.locks = newPlanLocks(run, a.S.Set) // the plan is the same
			}
			var err error
			if run, err = p.locks.lock(a, run, params); err != nil {
				return nil, err
			}
			if run == nil {
				p.generic = nil
				continue
			}
		}
		p.GenericPlans++
		a.S.Counters.ModifyTable.GenericPlans++
		return run, nil
	}
}

// Check locks the statement's relations and analyzes it again if something has
// changed: 0A000 if it would give other columns now.
func (p *CachedPlan) Check(a *catalog.Access) error { return p.revalidate(a) }

// Keeps tells whether ps is the generic plan, which later executions share.
func (p *CachedPlan) Keeps(ps *PlannedStmt) bool { return p.generic == ps && !ps.Transient }

// Discard forgets the generic plan.
func (p *CachedPlan) Discard() { p.generic = nil }

func (p *CachedPlan) planGeneric(a *catalog.Access) error {
	var st *PlannedStmt
	uses, err := a.RecordUses(func() (err error) {
		st, err = PlanQuery(a, p.query, Options{Generic: true})
		return err
	})
	if err != nil {
		return err
	}
	for _, u := range uses {
		if !slices.Contains(p.uses, u) {
			p.uses = append(p.uses, u)
		}
	}
	p.generic, p.settings, p.locks = st, a.S.Set.Version(), newPlanLocks(st, a.S.Set)
	p.genericCost = st.Root.Base().TotalCost
	return nil
}

func (p *CachedPlan) planCustom(a *catalog.Access, params []types.Datum) (*PlannedStmt, error) {
	st, err := PlanQuery(a, p.query, Options{Params: params})
	if err != nil {
		return nil, err
	}
	p.CustomPlans++
	a.S.Counters.ModifyTable.CustomPlans++
	op := a.S.Set.Real(settings.CPUOperatorCost)
	p.customCost += st.Root.Base().TotalCost + 1000*op*float64(len(st.Range)+1)
	return st, nil
}

// useCustom is choose_custom_plan.
func (p *CachedPlan) useCustom(set *settings.Values, params []types.Datum) bool {
	if len(params) == 0 {
		return false
	}
	switch set.Enum(settings.PlanCacheMode) {
	case "force_generic_plan":
		return false
	case "force_custom_plan":
		return true
	}
	if p.CustomPlans < customTries {
		return true
	}
	return p.genericCost >= p.customCost/float64(p.CustomPlans)
}

// revalidate takes the relations' locks and analyzes again if anything that
// analysis depends on has changed.
func (p *CachedPlan) revalidate(a *catalog.Access) error {
	if ok, err := p.current(a); ok || err != nil {
		return err
	}
	pt := &ParamTypes{Types: slices.Clone(p.paramTypes)}
	if err := p.analyze(a, pt); err != nil {
		return err
	}
	if !sameColumns(p.columns, ResultColumns(p.query)) {
		p.Invalidate()
		err := pgerr.New(pgerr.FeatureNotSupported, "cached plan must not change result type")
		err.Routine = "RevalidateCachedQuery" // drivers prepare again then
		return err
	}
	return nil
}

// Invalidate makes the statement be analyzed and planned again at its next use.
func (p *CachedPlan) Invalidate() { p.path = nil }

// current locks the relations and reports whether the query still holds. Locks
// that were taken before the first change was found stay: analysis takes them
// again.
func (p *CachedPlan) current(a *catalog.Access) (bool, error) {
	if !slices.Equal(p.path, a.SearchPath()) {
		return false, nil
	}
	for i := range p.relations {
		r := &p.relations[i]
		a.S.Counters.ModifyTable.LocksByPlanCache++
		if r.virtual {
			if _, err := a.OpenOID(r.OID, r.mode); err != nil {
				return false, err
			}
			continue
		}
		if ok, err := a.LockCurrent(&r.Known, r.mode); !ok {
			return false, err
		}
	}
	return a.Current(p.uses), nil
}

// ResultColumns describes what the query returns.
func ResultColumns(q *Query) []ResultColumn {
	list := q.output()
	var out []ResultColumn
	for i := range list {
		if t := &list[i]; !t.Junk {
			col := ResultColumn{Name: t.Name, Type: t.Expr.Type(), Mod: t.Expr.Typmod(), Table: t.OrigTable, Attr: int(t.OrigCol)}
			if len(out) < len(q.collations) {
				col.Collation = q.collations[len(out)]
			}
			out = append(out, col)
		}
	}
	return out
}

func sameColumns(a, b []ResultColumn) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Name != b[i].Name || a[i].Type != b[i].Type || a[i].Mod != b[i].Mod {
			return false
		}
	}
	return true
}
