package planner

import (
	"slices"

	"minidb/catalog"
	"minidb/expr"
	"minidb/pgerr"
	"minidb/settings"
	"minidb/types"
)

// Planning in the order of PostgreSQL's planner.c: PlanQuery makes a PlannedStmt of
// a Query; planLevel does one query level: it flattens the query
// (subquery_*.go), puts conditions where they belong (join_tree.go), enumerates
// scans and joins (path_*.go, join_*.go), puts grouping, sorting and limits on
// top (plan_upper.go) and makes plan nodes of the cheapest path (plan_create*.go).

// Options of one planning.
type Options struct {
	// Params are the values to plan for (a custom plan); nil leaves $n open (a
	// generic plan).
	Params []types.Datum
	// Generic marks the result as good for any parameters.
	Generic bool
	// Fraction is the part of the result that will be fetched: 0 for all, below
	// 1 a fraction, otherwise a number of rows.
	Fraction float64
}

// global is what all levels of one planning share.
type global struct {
	a       *catalog.Access
	set     *settings.Values
	cost    costs
	opts    Options
	err     error
	rng     []*RangeEntry
	bases   map[int]*rel // tables and the like, by range-table index
	depth   []int        // by entry of rng: query level, plus subPlanOrder for the subplans up to its own
	sub     []*SubPlanDef
	nExec   int
	nSub    int
	subCost map[int][2]float64
	// paramExprs says what an ExecParam stands for, for EXPLAIN.
	paramExprs map[int]expr.Expr
	names      map[int]string
	elided     map[int][]expr.Expr
	nest       []*nestFrame
	only       map[int]*AppendRelInfo // by range-table index: of partitioned tables, read as their only partition
	prunes     []*PruneInfo
	expanded   map[expansion]*rel // partitions opened by the first of several plans
	pruning    bool               // enable_partition_pruning
	splitJoins bool               // enable_partitionwise_join
	marks      bool
	transient  bool
	planned    []*queryOrigin // of the queries within that were planned or merged
	writes     bool           // it changes or locks rows of what is no temporary table
}

// fail records the first error; planning goes on with what it has and PlanQueryQuery
// reports it.
func (g *global) fail(err error) {
	if g.err == nil {
		g.err = err
	}
}

func (g *global) unsupported(pos int32, what string) {
	g.fail(pgerr.Unsupported(int(pos), what, ""))
}

// planParam is a value of this level that an inner query level needs.
type planParam struct {
	id int
	e  expr.Expr
}

// level is the planning of one query level: PostgreSQL's PlannerInfo.
type level struct {
	g      *global
	parent *level
	q      *Query // private copy
	off    int    // flat range-table index of entry 1, minus 1
	up     int

	planParams []planParam
	antiRels   rtiSet // NULL in all rows: the right sides of anti joins that were left joins
	initPlans  []*SubPlanDef
	multi      map[int]*multiLink // by SubLink.Multi
	ctes       map[string]*cteInfo
	hadCTEs    bool // WITH queries stood here; processCTEs took them away
	recursion  *recursion

	pulled          []func(expr.Expr, int) (expr.Expr, bool)
	merging         []FromItem // what was pulled up and stands not yet in q
	written         int        // range entries that the query had before others were pulled up
	rels            []*rel
	gone            int   // how many of them have left
	relIdx          []int // by local range index: position in rels plus 1
	all             relids
	items           []joinItem
	special         []*specialJoin
	ecs             []*eqClass
	outerEqualities []outerEquality // see join_const.go
	keyPool         []*pathKey
	spares          spares
	leafOuts        leafOuts
	keys            []*keyMatch // foreign keys that conditions follow
	keysFound       bool
	joinRels        map[relids]*rel
	totalPages      float64
	gating          []expr.Expr // conditions without variables

	targets []expr.Target
	late    []*expr.Var // those of targets that identify rows of partitioned tables
	// leafPlans are those of the leaves of a partitioned target; only are the partitions
	// that such a plan is for.
	leafPlans []leafPlan
	only      []types.OID
	// postponed is the final output list if values of it wait for the sort.
	postponed *target
	having    []expr.Expr
	where     expr.Expr
	limit     expr.Expr
	offset    expr.Expr
	fraction  float64
	limitN    float64 // rows that a sort need find, 0 unknown

	pinned []int // flat range indexes of what is no table, but must keep its node: plan_rowmark.go

	chains                                       [][][]int // of grouping sets, by references of targets
	apart                                        bool      // keys have classes of their own: grouping sets null columns
	queryKeys, sortKeys, groupKeys, distinctKeys []*pathKey
	sortable                                     bool

	final       *rel
	hasOJ       bool
	holds       bool // there are PlaceHolders
	heldKeys    []heldKey
	merged      *Query // the query once subqueries were merged into it, for addMinMax
	aggs        []*expr.Agg
	group       []expr.SortGroup
	setArm      bool            // an arm of a set operation
	armKeys     []*pathKey      // of all its columns in order
	windows     []*activeWindow // in the order in which they are computed
	windowKeys  []*pathKey      // the order of the first
	aggKeys     []*pathKey
	orderedAggs []*expr.Agg // which aggregates aggKeys serve
	// groupedSets are the GROUP BY items and the keys of windows with set-returning
	// functions, which grouping and the windows' input have.
	groupedSets []expr.Expr
}

// PlanQuery plans an analyzed statement for the settings and the session of a.
func PlanQuery(a *catalog.Access, q *Query, opts Options) (*PlannedStmt, error) {
	g := &global{a: a, set: a.S.Set, opts: opts, pruning: a.S.Set.Bool(settings.EnablePartitionPruning),
		splitJoins: a.S.Set.Bool(settings.EnablePartitionwiseJoin)}
	g.cost = readCosts(g.set)
	lv := g.planLevel(q, nil, opts.Fraction, nil)
	if g.err != nil {
		return nil, g.err
	}
	best := lv.final.cheapestFor(lv.fraction)
	root := lv.createPlan(best)
	if g.err != nil {
		return nil, g.err
	}
	st, err := g.finish(lv, root.plan)
	if err == nil {
		st.Source, st.perms = q, &permissionList{planned: g.planned, views: slices.ContainsFunc(g.rng, isView)}
	}
	return st, err
}

// finish numbers the nodes and fills in the statement.
func (g *global) finish(lv *level, root Plan) (*PlannedStmt, error) {
	q := lv.q
	root.Base().InitPlans = append(root.Base().InitPlans, lv.initPlans...)
	st := &PlannedStmt{
		Command: q.Command, Root: root, Range: g.rng, SubPlans: g.sub, NumExec: g.nExec,
		Generic: g.opts.Generic, HasRowMarks: g.marks,
		CanModify: g.writes, ParamExprs: g.paramExprs, ParamNames: g.names, Elided: g.elided, only: g.only, depth: g.depth,
		Prunes:       g.prunes,
		WritesInWith: q.HasModifyingCTE, Transient: g.transient,
	}
	st.ReadsStats = slices.ContainsFunc(g.rng, readsStats)
	cols := q.output()
	if q.Command != Select {
		st.Returning = len(cols) > 0
	}
	for i := range cols {
		t := &cols[i]
		if t.Junk || (q.Command != Select && !st.Returning) {
			continue
		}
		st.Columns = append(st.Columns, ResultColumn{Name: t.Name, Type: t.Expr.Type(), Mod: t.Expr.Typmod(), Table: t.OrigTable, Attr: int(t.OrigCol)})
	}
	g.refuseOtherTemp()
	st.NumNodes = g.number(root)
	return st, g.err
}

func isView(r *RangeEntry) bool { return r.Rel != nil && r.Rel.Kind == catalog.ViewKind }

// readsStats reports whether an entry is a view of counters.
func readsStats(r *RangeEntry) bool {
	return slices.ContainsFunc(r.Functions, func(f *RangeFunc) bool {
		c, ok := f.Call.(*expr.FuncCall)
		return ok && catalog.IsCounterView(c.Fn)
	})
}

// interrupted tells whether planning is to stop, and remembers why.
func (g *global) interrupted() bool {
	if err := g.a.S.Interrupted(); err != nil {
		g.fail(err)
	}
	return g.err != nil
}

// maxQueryDepth bounds queries inside queries that cannot be merged.
const maxQueryDepth = 1000

// planLevel plans one query level up to its final paths.
func (g *global) planLevel(q *Query, parent *level, fraction float64, setup func(*level)) *level {
	g.interrupted()
	c := *q
	c.From = slices.Clone(q.From)
	lv := &level{g: g, parent: parent, q: &c, fraction: fraction}
	if parent != nil {
		lv.up = parent.up + 1
		g.planned = append(g.planned, q.origin)
	}
	if lv.up > maxQueryDepth {
		g.fail(pgerr.StackDepth())
		lv.final = lv.emptyRel()
		return lv
	}
	if setup != nil {
		setup(lv)
	}
	lv.refuse()
	lv.holdGroupKeys()
	lv.processCTEs()
	lv.pullUpSubLinks()
	lv.pullUpSubqueries()
	if lv.q.HasAggs && len(lv.q.Group) == 0 {
		m := *lv.q
		m.From = slices.Clone(m.From)
		lv.merged = &m
	}
	lv.flatten()
	lv.preprocess()
	if g.err != nil {
		lv.final = lv.emptyRel()
		return lv
	}
	lv.planGrouping()
	if lv.final != nil {
		lv.chargeInitPlans()
	}
	return lv
}

// emptyRel stands in for the result of a level that failed.
func (lv *level) emptyRel() *rel {
	r := &rel{target: &target{}}
	r.addPath(&path{kind: pathResult, rel: r, rows: 1})
	r.setCheapest()
	return r
}

// refuse reports what is not built.
func (lv *level) refuse() {
	q := lv.q
	switch {
	case len(q.Range) > 1<<15:
		lv.g.fail(pgerr.New(pgerr.StatementTooComplex, "too many range table entries"))
	case len(q.RowMarks) > 0:
		if err := checkLockable(q, q.RowMarks[0].Strength); err != nil {
			lv.g.fail(err)
		}
	}
}

// refuseOtherTemp fails if a temporary table of another session is among the
// relations: its rows are nobody else's.
func (g *global) refuseOtherTemp() {
	for _, r := range g.rng {
		if r.Kind == RelationEntry && r.Rel != nil && r.Rel.Kind == catalog.TableKind && g.a.OtherTemp(r.Rel) {
			g.fail(catalog.ErrOtherTemp())
		}
	}
}

// flatten gives the level's range entries their place in the flat range table.
func (lv *level) flatten() {
	g := lv.g
	lv.off = len(g.rng)
	for _, r := range lv.q.Range {
		g.rng = append(g.rng, r)
		g.depth = append(g.depth, lv.up)
	}
	lv.relIdx = make([]int, len(lv.q.Range)+1)
}

// relOf returns the base relation of a flat range index, nil if it is none of
// this level's joined relations.
func (lv *level) relOf(rti int) *rel {
	i := rti - lv.off
	if i < 1 || i >= len(lv.relIdx) || lv.relIdx[i] == 0 {
		return nil
	}
	return lv.rels[lv.relIdx[i]-1]
}

// relidsOf is the set of base relations whose columns e reads.
func (lv *level) relidsOf(e expr.Expr) relids {
	var ids relids
	expr.Walk(e, func(n expr.Expr) bool {
		if v, ok := n.(*expr.Var); ok && v.Up == 0 {
			if r := lv.relOf(v.Rel); r != nil {
				ids = ids.or(r.ids)
			}
		}
		return true
	})
	return ids
}

// newParam allots an ExecParam.
func (g *global) newParam(e expr.Expr) int {
	id := g.nExec
	g.nExec++
	if e != nil {
		if g.paramExprs == nil {
			g.paramExprs = map[int]expr.Expr{}
		}
		g.paramExprs[id] = e
	}
	return id
}
