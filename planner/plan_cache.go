package planner

import (
	"minidb/catalog"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/settings"
	"minidb/types"
)

// Plans of prepared statements. The first five executions are planned for their
// own parameter values; then the average of their costs, with that of planning,
// decides whether one generic plan serves all (PostgreSQL's plancache.c). A
// plan is good as long as the session sees the same relations and settings.

// CachedPlan is a prepared statement. It belongs to one session.
type CachedPlan struct {
	stmt       tree.Statement
	paramTypes []types.OID

	query     *Query
	columns   []ResultColumn
	version   uint64 // of the catalog, when query was analyzed
	settings  uint64 // of the settings, when generic was made
	path      string // search_path, when query was analyzed
	relations []RelationLock

	generic     *PlannedStmt
	genericCost float64 // -1 unknown
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
	p := &CachedPlan{stmt: stmt, paramTypes: append([]types.OID(nil), paramTypes...), genericCost: -1}
	pt := &ParamTypes{Types: p.paramTypes, Variable: true}
	q, err := Analyze(a, stmt, pt)
	if err != nil {
		return nil, err
	}
	p.paramTypes = pt.Types
	p.setQuery(a, q)
	p.columns = resultColumns(q)
	return p, nil
}

func (p *CachedPlan) setQuery(a *catalog.Access, q *Query) {
	p.query, p.generic, p.genericCost = q, nil, -1
	p.version = a.Version()
	p.path = a.S.Set.Str(settings.SearchPath)
	p.relations = nil
	p.relations = queryLocks(q, p.relations)
}

// queryLocks collects the locks that analysis took.
func queryLocks(q *Query, out []RelationLock) []RelationLock {
	add := func(r *RangeEntry) {
		for i := range out {
			if out[i].OID == r.RelOID {
				out[i].Mode = max(out[i].Mode, r.LockMode)
				return
			}
		}
		out = append(out, RelationLock{OID: r.RelOID, Mode: r.LockMode})
	}
	var visit func(q *Query)
	visit = func(q *Query) {
		for _, r := range q.Range {
			switch {
			case r.Kind == RelationEntry && r.RelOID != 0:
				add(r)
			case r.Kind == SubqueryEntry && r.Subquery != nil:
				visit(r.Subquery)
			}
		}
		for _, c := range q.CTEs {
			visit(c.Query)
		}
		eachSubLink(q, visit)
	}
	visit(q)
	return out
}

// ParamTypes are the types of the parameters, inferred ones included.
func (p *CachedPlan) ParamTypes() []types.OID { return p.paramTypes }

// Columns describes the rows that the statement returns; nil if none.
func (p *CachedPlan) Columns() []ResultColumn { return p.columns }

// Statement is the syntax tree.
func (p *CachedPlan) Statement() tree.Statement { return p.stmt }

// Get returns a plan for these parameter values, with its relations locked.
func (p *CachedPlan) Get(a *catalog.Access, params []types.Datum) (*PlannedStmt, error) {
	if err := p.revalidate(a); err != nil {
		return nil, err
	}
	if p.useCustom(a.S.Set, params) {
		return p.planCustom(a, params)
	}
	if p.generic == nil || p.settings != a.S.Set.Version() {
		st, err := PlanQuery(a, p.query, Options{Generic: true})
		if err != nil {
			return nil, err
		}
		p.generic, p.settings = st, a.S.Set.Version()
		p.genericCost = st.Root.Base().TotalCost
		// Now that the generic plan's cost is known, it may be too dear.
		if p.useCustom(a.S.Set, params) {
			return p.planCustom(a, params)
		}
	}
	p.GenericPlans++
	return p.generic, nil
}

func (p *CachedPlan) planCustom(a *catalog.Access, params []types.Datum) (*PlannedStmt, error) {
	st, err := PlanQuery(a, p.query, Options{Params: params})
	if err != nil {
		return nil, err
	}
	p.CustomPlans++
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
	for range 10 {
		if p.version == a.Version() && p.path == a.S.Set.Str(settings.SearchPath) {
			ok, err := p.lockAll(a)
			if err != nil {
				return err
			}
			if ok {
				return nil
			}
		}
		pt := &ParamTypes{Types: append([]types.OID(nil), p.paramTypes...)}
		q, err := Analyze(a, p.stmt, pt)
		if err != nil {
			return err
		}
		if !sameColumns(p.columns, resultColumns(q)) {
			return pgerr.New(pgerr.FeatureNotSupported, "cached plan must not change result type")
		}
		p.setQuery(a, q)
	}
	return nil
}

// lockAll locks the relations; false if the catalog changed meanwhile.
func (p *CachedPlan) lockAll(a *catalog.Access) (bool, error) {
	for _, l := range p.relations {
		if _, err := a.OpenOID(l.OID, l.Mode); err != nil {
			if p.version != a.Version() {
				return false, nil
			}
			return false, err
		}
	}
	return p.version == a.Version(), nil
}

// resultColumns describes what the query returns.
func resultColumns(q *Query) []ResultColumn {
	list := q.Targets
	if q.Command != Select {
		list = q.Returning
	}
	var out []ResultColumn
	for i := range list {
		if t := &list[i]; !t.Junk {
			out = append(out, ResultColumn{Name: t.Name, Type: t.Expr.Type(), Mod: t.Expr.Typmod(), Table: t.OrigTable, Attr: t.OrigCol})
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
