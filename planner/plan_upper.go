package planner

import (
	"slices"

	"minidb/expr"
	"minidb/types"
)

// What comes on top of the joins: grouping, DISTINCT, ORDER BY, row locks,
// LIMIT and the change of rows, in this order (grouping_planner).

// planGrouping makes the level's final paths.
func (lv *level) planGrouping() {
	q := lv.q
	lv.limitFraction()
	var cur *rel
	if q.SetOp != nil {
		cur = lv.planSetOps()
	} else {
		lv.addJunk()
		lv.findWindows()
		start := lv.beforeJoins()
		cur = lv.planJoins()
		if lv.g.err == nil && (q.HasAggs || len(lv.group) > 0 || q.Having != nil || len(q.GroupingSets) > 0) {
			cur = lv.planGroups(cur)
		} else if lv.g.err == nil {
			cur = lv.applyTargets(cur)
		}
		if len(lv.windows) > 0 && lv.g.err == nil {
			cur = lv.planWindows(cur)
		}
		if start != nil && lv.g.err == nil {
			lv.planLeaves(start)
		}
	}
	if lv.g.err != nil {
		lv.final = lv.emptyRel()
		return
	}
	if len(q.Distinct) > 0 {
		cur = lv.planDistinct(cur)
	}
	if len(q.Sort) > 0 {
		cur = lv.planOrder(cur)
	}
	lv.planFinal(cur)
}

// limitFraction turns LIMIT into the part of the result that will be read.
func (lv *level) limitFraction() {
	off, cnt := limitValue(lv.offset), limitRows(lv.limit)
	if cnt == 0 {
		return
	}
	switch {
	case cnt > 0 && off >= 0:
		lv.limitN = cnt + off
		if lv.fraction == 0 || lv.fraction >= 1 && lv.fraction > lv.limitN || lv.fraction < 1 {
			lv.fraction = lv.limitN
		}
	default:
		lv.fraction = 0.10
	}
	q := lv.q
	if len(q.Group) > 0 || len(q.Distinct) > 0 || q.HasAggs || q.SetOp != nil {
		return
	}
}

// limitValue is LIMIT's or OFFSET's value: 0 if absent, -1 if unknown.
func limitValue(e expr.Expr) float64 {
	if e == nil {
		return 0
	}
	c, ok := e.(*expr.Const)
	switch {
	case !ok:
		return -1
	case c.Value.IsNull():
		return 0
	case c.Value.Kind() == types.Int:
		return max(float64(c.Value.Int()), 0)
	}
	return -1
}

// limitRows is LIMIT's value; LIMIT 0 counts as one row.
func limitRows(e expr.Expr) float64 {
	n := limitValue(e)
	if c, ok := e.(*expr.Const); ok && n == 0 && !c.Value.IsNull() {
		return 1
	}
	return n
}

// addJunk adds the row identities that row locks, UPDATE and DELETE need.
func (lv *level) addJunk() {
	q := lv.q
	ctid := func(rel int) {
		lv.targets = append(lv.targets[:len(lv.targets):len(lv.targets)], expr.Target{Expr: lv.ctidVar(rel), Name: "ctid", Junk: true})
	}
	switch q.Command {
	case Insert:
		lv.insertTargets()
	case Update, Delete:
		if q.Command == Delete {
			lv.targets = nil
		}
		inherits := lv.rangeEntry(q.Result).partitioned()
		if !inherits {
			ctid(q.Result)
		}
		lv.pinJunk()
		for i := range q.Returning {
			expr.Walk(q.Returning[i].Expr, func(e expr.Expr) bool {
				if v, ok := e.(*expr.Var); ok && v.Rel != q.Result+lv.off && v.Up == 0 && lv.g.rng[v.Rel-1].Returned == anyRow {
					lv.addTargetOnce(v)
				}
				return true
			})
		}
		lv.addLate()
		if inherits {
			lv.late = append(lv.late, lv.tableVar(q.Result), lv.ctidVar(q.Result))
			lv.addLate()
		}
	}
	for _, m := range q.RowMarks {
		e := lv.rangeEntry(m.Rel)
		if e.Kind != RelationEntry {
			continue
		}
		ctid(m.Rel)
		if e.partitioned() {
			lv.late = append(lv.late, lv.tableVar(m.Rel))
		}
	}
	if len(q.RowMarks) > 0 {
		lv.pinJunk()
		lv.addLate()
	}
}

// addLate adds what identifies rows of partitioned tables, which comes last.
func (lv *level) addLate() {
	for _, v := range lv.late {
		lv.addTargetOnce(v)
	}
}

func (lv *level) addTargetOnce(v *expr.Var) {
	for i := range lv.targets {
		if equalExpr(lv.targets[i].Expr, v) {
			return
		}
	}
	lv.targets = append(lv.targets, expr.Target{Expr: v, Junk: true})
}

// insertTargets spreads an INSERT's values over all columns, dropped ones too.
func (lv *level) insertTargets() {
	rel := lv.rangeEntry(lv.q.Result).Rel
	live := 0
	if len(lv.targets) == len(rel.Columns) {
		return
	}
	out := make([]expr.Target, 0, len(rel.Columns))
	for i := range rel.Columns {
		c := &rel.Columns[i]
		if c.Dropped {
			out = append(out, droppedTarget())
			continue
		}
		if live < len(lv.targets) {
			out = append(out, lv.targets[live])
		}
		live++
	}
	lv.targets = out
}

// droppedTarget is what INSERT gives a dropped column.
func droppedTarget() expr.Target {
	return expr.Target{Expr: &expr.Const{Loc: -1, T: types.Int4OID, Mod: -1}}
}

// planJoins is query_planner: scans and joins.
func (lv *level) planJoins() *rel {
	q := lv.q
	lv.removeJoins()
	for _, it := range q.From {
		lv.numberRels(it)
	}
	if len(lv.rels) == 0 {
		return lv.fromless()
	}
	late := func(e expr.Expr) bool {
		v, ok := e.(*expr.Var)
		return ok && slices.Contains(lv.late, v)
	}
	for i := range lv.targets {
		if e := lv.targets[i].Expr; !late(e) {
			lv.needFor(e, relids{}, true)
		}
	}
	for _, h := range lv.having {
		lv.needFor(h, relids{}, true)
	}
	for _, r := range lv.rels {
		lv.needLateral(r)
	}
	lv.deconstruct()
	lv.equateOuter()
	lv.deriveBase()
	for _, ec := range lv.ecs {
		if len(ec.members) > 1 && !ec.hasConst && ec.ids.count() > 1 {
			for i := range ec.members {
				lv.needFor(ec.members[i].e, ec.ids, false)
			}
		}
	}
	for _, v := range lv.late {
		lv.needFor(v, relids{}, true)
	}
	lv.reduceSemiJoins()
	lv.removeSelfJoins()
	lv.setKeys()
	lv.restrictByOr()
	r := lv.makeOneRel()
	if r == nil {
		return nil
	}
	return lv.gate(r)
}

// gatedOff tells whether a constant condition leaves the level without rows.
func (lv *level) gatedOff() bool {
	for _, g := range lv.gating {
		if v, ok := boolConst(g); ok && !v {
			return true
		}
	}
	return false
}

// fromless is a SELECT without FROM.
func (lv *level) fromless() *rel {
	r := &rel{rows: 1, tuples: 1, target: &target{}}
	p := &path{kind: pathResult, rel: r, rows: 1, total: lv.g.cost.cpuTuple, quals: lv.fromlessQuals()}
	s, per := lv.g.exprsCost(p.quals)
	p.startup += s + per
	p.total += s + per
	lv.setKeys()
	r.addPath(p)
	r.setCheapest()
	return r
}

// fromlessQuals are the conditions of a SELECT without FROM, those of merged
// subqueries without FROM first.
func (lv *level) fromlessQuals() []expr.Expr {
	var out []expr.Expr
	for _, it := range lv.q.From {
		out = append(out, itemQuals(it)...)
	}
	return append(out, andList(lv.where)...)
}

// itemQuals are the conditions of a FROM item that no relation is left of, the inner ones first.
func itemQuals(it FromItem) []expr.Expr {
	switch n := it.(type) {
	case *fromList:
		var out []expr.Expr
		for _, x := range n.items {
			out = append(out, itemQuals(x)...)
		}
		return append(out, andList(n.quals)...)
	case *Join:
		return slices.Concat(itemQuals(n.Left), itemQuals(n.Right), andList(n.Quals))
	}
	return nil
}

// gate puts conditions without variables over all paths: tested once.
func (lv *level) gate(r *rel) *rel {
	if len(lv.gating) == 0 || r.dummy {
		return r
	}
	out := &rel{ids: r.ids, rows: r.rows, width: r.width, target: r.target, tuples: r.tuples}
	for _, g := range lv.gating {
		if v, ok := boolConst(g); ok && !v {
			out.dummy, out.rows = true, 0
			out.addPath(&path{kind: pathResult, rel: out, quals: []expr.Expr{falseConst()}})
			out.setCheapest()
			return out
		}
	}
	for _, p := range r.paths {
		if !p.req.empty() {
			continue
		}
		s, per := lv.g.exprsCost(lv.gating)
		out.paths = append(out.paths, &path{kind: pathFilter, rel: out, child: p, rows: p.rows, keys: p.keys, quals: lv.gating,
			startup: p.startup + s + per, total: p.total + s + per, disabled: p.disabled})
	}
	out.setCheapest()
	return out
}

// setKeys computes the orders that something above wants (standard_qp_callback).
func (lv *level) setKeys() {
	q := lv.q
	lv.orderGroups()
	lv.reduceGroups()
	if len(q.GroupingSets) > 0 {
		lv.setsKeys()
	} else if len(lv.group) > 0 {
		lv.groupKeys, lv.sortable = lv.keysOf(lv.group, lv.targets)
		if !lv.sortable {
			lv.groupKeys = nil
		} else if len(lv.groupKeys) < len(lv.group) {
			lv.group = lv.neededGroups(lv.group)
		}
	}
	lv.findAggs()
	if lv.apart = len(q.GroupingSets) > 0; !lv.apart {
		lv.orderedAggKeys()
	}
	lv.setWindowKeys()
	if len(q.Distinct) > 0 {
		lv.distinctKeys, _ = lv.keysOf(lv.distinctOrder(), lv.targets)
	}
	lv.sortKeys, _ = lv.keysOf(q.Sort, lv.targets)
	switch {
	case len(lv.groupKeys) > 0:
		lv.queryKeys = lv.groupKeys
	case len(lv.aggKeys) > 0:
		lv.queryKeys = lv.aggKeys
	case len(lv.windowKeys) > 0:
		lv.queryKeys = lv.windowKeys
	case len(lv.distinctKeys) > len(lv.sortKeys):
		lv.queryKeys = lv.distinctKeys
	default:
		lv.queryKeys = lv.sortKeys
	}
	if lv.setArm && len(lv.queryKeys) == 0 && len(q.Sort) == 0 {
		for i := range lv.targets {
			if e := lv.targets[i].Expr; !isVolatile(e) && !hasSRF(e) {
				lv.armKeys = addKey(lv.armKeys, lv.keyFor(lv.classFor(e, lv.relidsOf(e)), false, false))
			}
		}
		lv.queryKeys = lv.armKeys
	}
	if q.HasSRF && len(lv.group) == 0 && len(lv.windows) == 0 {
		lv.queryKeys = nil
	}
}

// orderGroups lets GROUP BY follow ORDER BY where it has the same items.
func (lv *level) orderGroups() {
	q := lv.q
	lv.group = q.Group
	if len(q.Group) == 0 || len(q.Sort) == 0 || len(q.GroupingSets) > 0 {
		return
	}
	var out []expr.SortGroup
	for _, s := range q.Sort {
		found := false
		for _, g := range q.Group {
			if g.Ref == s.Ref {
				found = true
			}
		}
		if !found {
			break
		}
		out = append(out, s)
	}
	if len(out) == 0 {
		return
	}
	for _, g := range q.Group {
		dup := false
		for _, o := range out {
			dup = dup || o.Ref == g.Ref
		}
		if !dup {
			if g.Lt == nil {
				return
			}
			out = append(out, g)
		}
	}
	lv.group = out
}

// distinctOrder lets DISTINCT follow ORDER BY.
func (lv *level) distinctOrder() []expr.SortGroup {
	q := lv.q
	var out []expr.SortGroup
	in := func(list []expr.SortGroup, ref int) bool {
		for _, g := range list {
			if g.Ref == ref {
				return true
			}
		}
		return false
	}
	for _, s := range q.Sort {
		if !in(q.Distinct, s.Ref) {
			break
		}
		out = append(out, s)
	}
	for _, d := range q.Distinct {
		if !in(out, d.Ref) {
			out = append(out, d)
		}
	}
	return out
}

// retarget lets a path emit t. Nodes that cannot project get a Result on top.
func (lv *level) retarget(p *path, t *target) *path {
	old := p.emits()
	if p.isAppend() {
		return lv.pushTarget(p, t, lv.retarget)
	}
	if sameExprs(old.exprs, t.exprs) {
		n := *p
		n.target = t
		return &n
	}
	switch p.kind {
	case pathSort, pathIncSort, pathUnique, pathLimit, pathMaterial, pathMemoize, pathAppend, pathMergeAppend, pathSetOp, pathRecursive, pathLockRows, pathProjectSet, pathUniqueSemi, pathSubquery:
		if p.kind == pathSubquery {
			break
		}
		return &path{kind: pathProject, rel: p.rel, child: p, target: t, keys: p.keys, rows: p.rows, req: p.req, disabled: p.disabled,
			startup: p.startup + t.startup, total: p.total + t.startup + (lv.g.cost.cpuTuple+t.perRow)*p.rows}
	}
	n := *p
	n.target = t
	n.startup += t.startup - old.startup
	n.total += t.startup - old.startup + (t.perRow-old.perRow)*p.rows
	return &n
}

func sameExprs(a, b []expr.Expr) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !equalExpr(a[i], b[i]) {
			return false
		}
	}
	return true
}

// finalTarget is the level's own output list.
func (lv *level) finalTarget() *target {
	exprs := make([]expr.Expr, len(lv.targets))
	for i := range lv.targets {
		exprs[i] = lv.targets[i].Expr
	}
	t := lv.g.makeTarget(exprs, lv.exprWidth)
	t.cols = lv.targets
	return t
}

// applyTargets lets the paths emit the final output list.
func (lv *level) applyTargets(cur *rel) *rel {
	t := lv.groupingTarget()
	out := upperRel(cur)
	out.target = t
	for _, p := range cur.paths {
		if !p.req.empty() {
			continue
		}
		if lv.q.HasSRF {
			out.addPath(lv.projectSets(p, t))
		} else {
			out.paths = append(out.paths, lv.retarget(p, t))
		}
	}
	out.setCheapest()
	return out
}

// upperRel starts the relation of an upper step.
func upperRel(r *rel) *rel {
	return &rel{ids: r.ids, rows: r.rows, width: r.width, target: r.target, tuples: r.tuples, considerStartup: true, dummy: r.dummy}
}

// planDistinct drops duplicates, by sorting or hashing.
func (lv *level) planDistinct(cur *rel) *rel {
	q := lv.q
	out := upperRel(cur)
	order := lv.distinctOrder()
	sortable := true
	for _, d := range order {
		sortable = sortable && d.Lt != nil
	}
	if sortable && len(lv.distinctKeys) < len(order) {
		order = lv.neededGroups(order)
	}
	var exprs []expr.Expr
	hashable := true
	for _, d := range order {
		if t := targetOfRef(lv.targets, d.Ref); t != nil {
			exprs = append(exprs, t.Expr)
		}
		hashable = hashable && d.Hashable
	}
	rows := lv.numGroups(exprs, cur.rows)
	if q.HasAggs || len(q.Group) > 0 {
		rows = clampRows(cur.rows)
	}
	need := lv.distinctKeys
	sortKeys := need
	if q.DistinctOn && len(lv.sortKeys) > len(need) && sortedBy(lv.sortKeys, need) {
		sortKeys = lv.sortKeys
	}
	if sortable {
		for _, p := range cur.paths {
			s := lv.ensureSorted(p, cur, sortKeys, 0)
			if s == nil {
				continue
			}
			if len(need) == 0 {
				l := &path{kind: pathLimit, rel: out, child: s, keys: s.keys, limit: &limitPath{count: intConst(1)}}
				costLimit(l, 0, 1)
				l.target = s.target
				out.addPath(l)
				continue
			}
			u := &path{kind: pathUnique, rel: out, child: s, keys: s.keys, groups: exprs, rows: rows, target: s.target, numKeys: len(need)}
			lv.costUnique(u, len(need))
			out.addPath(u)
		}
	}
	if hashable && len(exprs) > 0 && (len(out.paths) == 0 || !q.DistinctOn) {
		in := cur.cheapest
		h := &path{kind: pathAgg, rel: out, child: in, target: in.target, agg: &aggPath{strategy: AggHashed, group: exprs, groups: rows, distinct: true}}
		lv.costAgg(h, AggHashed, len(exprs), rows, aggCost{}, -1, 0, 0)
		out.addPath(h)
	}
	out.rows = rows
	out.setCheapest()
	return out
}

func intConst(n int64) expr.Expr {
	return &expr.Const{Loc: -1, Value: types.NewInt(n), T: types.Int8OID, Mod: -1}
}

// ensureSorted gives p the order keys; nil if sorting this path is not worth it. Of a path
// that has some of the order only an incremental sort is considered, as in PostgreSQL.
func (lv *level) ensureSorted(p *path, cur *rel, keys []*pathKey, limit float64) *path {
	if sortedBy(p.keys, keys) {
		return p
	}
	n := commonKeys(p.keys, keys)
	if n > 0 && lv.g.cost.incSort {
		return lv.incSortPath(p, keys, n, limit)
	}
	if p != cur.cheapest {
		return nil
	}
	return lv.sortPath(p, keys, limit)
}

// planOrder sorts for ORDER BY.
func (lv *level) planOrder(cur *rel) *rel {
	out := upperRel(cur)
	for _, p := range cur.paths {
		if s := lv.ensureSorted(p, cur, lv.sortKeys, lv.limitN); s != nil {
			out.addPath(lv.computeLate(s))
		}
	}
	out.setCheapest()
	return out
}

// limitPath is the part of a path that Limit has.
type limitPath struct {
	count, offset expr.Expr
	ties          bool
}

// planFinal adds row locks, LIMIT and the modification.
func (lv *level) planFinal(cur *rel) {
	q := lv.q
	out := upperRel(cur)
	for _, p := range cur.paths {
		if len(q.RowMarks) > 0 {
			// The rows come out in no order: a newer version may have other keys.
			n := &path{kind: pathLockRows, rel: out, child: p, rows: p.rows, target: p.target,
				startup: p.startup, total: p.total + lv.g.cost.cpuTuple*p.rows, disabled: p.disabled}
			p = n
		}
		if needsLimit(lv.limit, lv.offset) {
			n := &path{kind: pathLimit, rel: out, child: p, keys: p.keys, target: p.target,
				limit: &limitPath{count: lv.limit, offset: lv.offset, ties: q.WithTies}}
			costLimit(n, limitValue(lv.offset), limitRows(lv.limit))
			p = n
		}
		if q.Command != Select {
			n := &path{kind: pathModify, rel: out, child: p, startup: p.startup, total: p.total, disabled: p.disabled}
			for i, l := range lv.leafPlans {
				if i == 0 {
					n.startup, n.total, n.disabled = l.path.startup, 0, 0
				}
				n.total, n.disabled = n.total+l.path.total, n.disabled+l.path.disabled
			}
			if len(q.Returning) > 0 {
				n.rows = p.rows
			} else {
				n.target = &target{}
			}
			p = n
		}
		out.addPath(p)
	}
	out.setCheapest()
	lv.final = out
	if out.cheapest != nil {
		out.rows = out.cheapest.rows
	}
}

// needsLimit tells whether a Limit node does anything.
func needsLimit(limit, offset expr.Expr) bool {
	if limit != nil {
		if c, ok := limit.(*expr.Const); !ok || !c.Value.IsNull() {
			return true
		}
	}
	if offset != nil {
		c, ok := offset.(*expr.Const)
		return !ok || !c.Value.IsNull() && c.Value.Int() != 0
	}
	return false
}
