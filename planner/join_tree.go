package planner

import (
	"slices"

	"minidb/expr"
	"minidb/pgerr"
)

// The join tree taken apart: base relations are numbered, each condition is put
// where it can be tested first without changing the meaning of outer joins, and
// what remains of the tree is lists of relations to join in any order that the
// special joins allow. PostgreSQL's initsplan.c, in the form it had before
// outer joins got numbers of their own.

// joinItem is a relation or a list of items that are joined on their own first.
type joinItem struct {
	rel  *rel
	list []joinItem
}

// specialJoin constrains the order of joins: an outer, semi or anti join.
type specialJoin struct {
	kind               JoinKind
	minLeft, minRight  relids // relations that must be joined before, on each side
	synLeft, synRight  relids // all relations on each side as written
	strict             bool   // the condition is false for null-extended left rows
	semiEq             bool   // semijoin by equality operators only: inner may be made unique
	semiExprs          []expr.Expr
	semiOps            []*expr.Operator
	hashable, sortable bool
}

// deconstruct takes the level's join tree apart.
func (lv *level) deconstruct() {
	where := andList(lv.where)
	var items []joinItem
	var all, inner relids
	var outside []expr.Expr
	n := len(lv.q.From)
	for i, it := range lv.q.From {
		sub := lv.deconstructItem(it, nil)
		all = all.or(sub.ids)
		inner = inner.or(sub.inner)
		items = lv.joinLists(items, sub.items, n-i-1)
		outside = append(outside, sub.outside...)
	}
	lv.all = all
	where = append(outside, where...)
	for _, q := range where {
		lv.distribute(q, qualPlace{scope: all, pushed: true})
	}
	lv.items = items
}

// joinLists appends a FROM item's list as long as the whole list stays within
// from_collapse_limit.
func (lv *level) joinLists(items, sub []joinItem, remaining int) []joinItem {
	if n := lv.countItems(sub); n <= 1 || lv.countItems(items)+n+remaining <= lv.g.cost.fromCollapse {
		return append(items, sub...)
	}
	return append(items, joinItem{list: sub})
}

// countItems counts the items as PostgreSQL does, which has merged subqueries that an
// outer join may null and are not merged here: each counts as its relations.
func (lv *level) countItems(items []joinItem) int {
	n := 0
	for _, it := range items {
		if it.rel != nil {
			n += lv.countMerged(it.rel.entry)
		} else {
			n++
		}
	}
	return n
}

func (lv *level) countMerged(r *RangeEntry) int {
	if r.Kind != SubqueryEntry || !lv.canPullUp(0, r, pullPlace{}) {
		return 1
	}
	n := 0
	for rel := range localRels(&fromList{items: r.Subquery.From}) {
		if e := r.Subquery.Range[rel-1]; e.Kind != JoinEntry {
			n += lv.countMerged(e)
		}
	}
	return max(n, 1)
}

// numberRels numbers the base relations below a FROM item.
func (lv *level) numberRels(it FromItem) {
	switch n := it.(type) {
	case *RangeRef:
		lv.addBaseRel(n.Rel)
	case *Join:
		lv.numberRels(n.Left)
		lv.numberRels(n.Right)
	case *fromList:
		for _, x := range n.items {
			lv.numberRels(x)
		}
	}
}

// subTree is what is known of a part of the join tree.
type subTree struct {
	items []joinItem
	ids   relids
	many  relids // ids but for what is one row and joined by inner joins: no relation in PostgreSQL
	inner relids // relations of inner joins below, that an outer join above must not separate
	// outside are conditions of merged lateral subqueries that name relations which
	// only a join further up has.
	outside []expr.Expr
}

// scope is where conditions without columns are tested.
func (t *subTree) scope() relids {
	if t.many.empty() {
		return t.ids
	}
	return t.many
}

// isOneRow tells whether a FROM item is a row of expressions.
func (lv *level) isOneRow(local int) bool {
	switch r := lv.rangeEntry(local); r.Kind {
	case ResultEntry:
		return true
	case ValuesEntry:
		return simpleValues(r)
	case SubqueryEntry:
		return len(r.Subquery.From) == 0 && lv.canPullUp(local, r, pullPlace{})
	}
	return false
}

// inTree returns those of the conditions, in order, that name no other relations
// than the tree's, and keeps the others as outside.
func (lv *level) inTree(t *subTree, quals []expr.Expr) (in []expr.Expr) {
	for _, q := range quals {
		if lv.relidsOf(q).subsetOf(t.ids) {
			in = append(in, q)
		} else {
			t.outside = append(t.outside, q)
		}
	}
	return in
}

func (lv *level) deconstructItem(it FromItem, domain *joinDomain) subTree {
	switch n := it.(type) {
	case *RangeRef:
		r := lv.addBaseRel(n.Rel)
		out := subTree{items: []joinItem{{rel: r}}, ids: r.ids}
		if !lv.isOneRow(n.Rel) {
			out.many = r.ids
		}
		return out
	case *fromList:
		var out subTree
		var quals []expr.Expr
		for i, x := range n.items {
			s := lv.deconstructItem(x, domain)
			quals = append(quals, s.outside...)
			out.ids = out.ids.or(s.ids)
			out.many = out.many.or(s.many)
			out.inner = out.inner.or(s.inner)
			out.items = lv.joinLists(out.items, s.items, len(n.items)-i-1)
		}
		if len(n.items) > 1 {
			out.inner = out.ids
		}
		for _, q := range lv.inTree(&out, append(quals, andList(n.quals)...)) {
			lv.distribute(q, qualPlace{scope: out.scope(), pushed: true, domain: domain})
		}
		return out
	case *Join:
		return lv.deconstructJoin(n, domain)
	}
	return subTree{}
}

func (lv *level) deconstructJoin(j *Join, domain *joinDomain) subTree {
	var l, r subTree
	var right *joinDomain
	switch j.Kind {
	case LeftJoin, AntiJoin:
		l = lv.deconstructItem(j.Left, domain)
		r, right = lv.nullableSide(j.Right)
	case FullJoin:
		l, _ = lv.nullableSide(j.Left)
		r, right = lv.nullableSide(j.Right)
	default:
		l = lv.deconstructItem(j.Left, domain)
		r = lv.deconstructItem(j.Right, domain)
	}
	out := subTree{ids: l.ids.or(r.ids)}
	if j.Kind == InnerJoin {
		out.inner, out.many = out.ids, l.many.or(r.many)
	} else {
		out.inner, out.many = l.inner.or(r.inner), out.ids
	}
	quals := lv.inTree(&out, slices.Concat(l.outside, r.outside, andList(j.Quals)))
	place := qualPlace{scope: out.scope(), pushed: true, domain: domain}
	if j.Kind != InnerJoin {
		sj := lv.makeSpecial(j.Kind, l, r, out.inner, quals)
		if j.Kind == SemiJoin {
			lv.semiInfo(sj, quals)
			place.oj, place.ojScope = nil, sj.minLeft.or(sj.minRight)
			place.semi = sj
		} else {
			lv.hasOJ = true
			place = qualPlace{scope: out.ids, oj: sj, domain: domain, right: right, nonNullable: l.ids, ojScope: sj.minLeft.or(sj.minRight)}
			if j.Kind == FullJoin {
				place.nonNullable = out.ids
			}
		}
		lv.special = append(lv.special, sj)
	}
	for _, q := range quals {
		lv.distribute(q, place)
	}
	out.items = lv.joinItems(j.Kind, l.items, r.items)
	return out
}

// joinItems decides whether a join's two sides are searched as one problem.
func (lv *level) joinItems(kind JoinKind, l, r []joinItem) []joinItem {
	one := func(items []joinItem) joinItem {
		if lv.countItems(items) == 1 {
			return items[0]
		}
		return joinItem{list: items}
	}
	if kind == FullJoin {
		return []joinItem{{list: []joinItem{one(l), one(r)}}}
	}
	if lv.countItems(l)+lv.countItems(r) <= lv.g.cost.joinCollapse {
		return append(l[:len(l):len(l)], r...)
	}
	return []joinItem{one(l), one(r)}
}

// makeSpecial is make_outerjoininfo.
func (lv *level) makeSpecial(kind JoinKind, l, r subTree, inner relids, quals []expr.Expr) *specialJoin {
	lv.checkMarks(kind, l.ids, r.ids)
	sj := &specialJoin{kind: kind, synLeft: l.ids, synRight: r.ids}
	if kind == FullJoin {
		sj.minLeft, sj.minRight = l.ids, r.ids
		return sj
	}
	var clauseIDs, strict relids
	for _, q := range quals {
		clauseIDs = clauseIDs.or(lv.relidsOf(q))
		nonNullRels(q, func(v *expr.Var) {
			if b := lv.relOf(v.Rel); b != nil {
				strict = strict.or(b.ids)
			}
		})
	}
	sj.strict = strict.overlaps(l.ids)
	minLeft := clauseIDs.and(l.ids)
	minRight := clauseIDs.or(inner).and(r.ids)
	for _, o := range lv.special {
		if o.kind == FullJoin {
			if l.ids.overlaps(o.synLeft) || l.ids.overlaps(o.synRight) {
				minLeft = minLeft.or(o.synLeft).or(o.synRight)
			}
			if r.ids.overlaps(o.synLeft) || r.ids.overlaps(o.synRight) {
				minRight = minRight.or(o.synLeft).or(o.synRight)
			}
			continue
		}
		if l.ids.overlaps(o.synRight) {
			if clauseIDs.overlaps(o.synRight) && (kind == SemiJoin || kind == AntiJoin || !strict.overlaps(o.minRight)) {
				minLeft = minLeft.or(o.synLeft).or(o.synRight)
			}
		}
		if r.ids.overlaps(o.synRight) {
			if clauseIDs.overlaps(o.synRight) || !clauseIDs.overlaps(o.minLeft) || kind == SemiJoin || kind == AntiJoin ||
				o.kind == SemiJoin || o.kind == AntiJoin || !o.strict {
				minRight = minRight.or(o.synLeft).or(o.synRight)
			}
		}
	}
	if minLeft.empty() {
		minLeft = l.ids
	}
	if minRight.empty() {
		minRight = r.ids
	}
	sj.minLeft, sj.minRight = minLeft.and(l.ids), minRight.and(r.ids)
	return sj
}

// checkMarks refuses to lock rows that an outer join may put nulls for.
func (lv *level) checkMarks(kind JoinKind, l, r relids) {
	for i := range lv.q.RowMarks {
		m := &lv.q.RowMarks[i]
		if b := lv.relOf(m.Rel + lv.off); b != nil && (b.ids.overlaps(r) || kind == FullJoin && b.ids.overlaps(l)) {
			lv.g.fail(pgerr.New(pgerr.FeatureNotSupported, "%s cannot be applied to the nullable side of an outer join", lockName(m.Strength)))
			return
		}
	}
}

// semiInfo notes whether a semijoin's inner side could be made unique instead.
func (lv *level) semiInfo(sj *specialJoin, quals []expr.Expr) {
	sj.hashable, sj.sortable = true, true
	for _, q := range quals {
		ids := lv.relidsOf(q)
		if !ids.overlaps(sj.synRight) || ids.subsetOf(sj.synRight) {
			if isVolatile(q) {
				return
			}
			continue // restricts one side alone
		}
		op, ok := q.(*expr.OpCall)
		if !ok || len(op.Args) != 2 || op.Op.Btree != 3 && !op.Op.CanHash {
			return
		}
		l, r := lv.relidsOf(op.Args[0]), lv.relidsOf(op.Args[1])
		var in expr.Expr
		switch {
		case r.subsetOf(sj.synRight) && !r.empty() && !l.overlaps(sj.synRight):
			in = op.Args[1]
		case l.subsetOf(sj.synRight) && !l.empty() && !r.overlaps(sj.synRight):
			in = op.Args[0]
		default:
			return
		}
		if isVolatile(in) {
			return
		}
		sj.semiExprs = append(sj.semiExprs, in)
		sj.semiOps = append(sj.semiOps, op.Op)
		sj.hashable = sj.hashable && canHash(op.Op, op.Args[0].Type())
		sj.sortable = sj.sortable && op.Op.Btree == 3
	}
	sj.semiEq = len(sj.semiExprs) > 0
}

// qualPlace says where in the tree a condition was written.
type qualPlace struct {
	scope       relids
	oj          *specialJoin // the outer join whose ON it is part of
	semi        *specialJoin
	ojScope     relids
	nonNullable relids
	pushed      bool
	domain      *joinDomain
	right       *joinDomain // of oj's nullable side
}

// joinDomain is the nullable side of an outer join, below which conditions hold
// for its rows alone; nil is the whole query.
type joinDomain struct{ ids relids }

func (lv *level) nullableSide(it FromItem) (subTree, *joinDomain) {
	d := &joinDomain{}
	s := lv.deconstructItem(it, d)
	d.ids = s.ids
	return s, d
}

// distribute puts a condition where it is to be tested.
func (lv *level) distribute(e expr.Expr, pl qualPlace) {
	ids := lv.relidsOf(e)
	if ids.count() > 1 || pl.oj != nil && ids.overlaps(pl.nonNullable) {
		switch lv.joinAlways(e, pl) {
		case 1:
			return
		case -1:
			e, ids = falseConst(), relids{}
		}
	}
	c := lv.newClause(e)
	c.pushed = pl.oj == nil
	required := ids
	maybeEC := false
	if ids.empty() {
		v, known := boolConst(e)
		empty := known && !v && pl.scope.count() == 1 // then no partition of the relation is opened
		if !c.pseudo || pl.oj != nil || pl.domain != nil || empty {
			required = pl.scope
			if pl.oj != nil {
				required = pl.ojScope
			}
		} else {
			// One value for the whole query: gates everything.
			lv.gating = append(lv.gating, e)
			return
		}
	}
	switch {
	case pl.oj != nil && !ids.empty():
		if ids.overlaps(pl.nonNullable) {
			required = pl.ojScope.or(ids)
			c.delayed, c.outer = true, pl.nonNullable
			c.required = required
			if lv.needFor(e, required, false); lv.putOff(c, pl) {
				return
			}
		} else {
			var delayed bool
			required, delayed = lv.delayFor(ids, pl.oj)
			c.delayed, c.nullable = delayed, lv.nullableIn(required, pl.oj)
			c.pushed = true // within the nullable side it is an ordinary condition
			maybeEC = !delayed
			pl.domain = pl.right
		}
	case !ids.empty():
		if pl.semi != nil && ids.overlaps(pl.semi.synLeft) && ids.overlaps(pl.semi.synRight) {
			required = ids
		}
		var delayed bool
		required, delayed = lv.delayFor(required, nil)
		c.delayed, c.nullable = delayed, lv.nullableIn(required, nil)
		maybeEC = !delayed
	}
	c.required = required
	if ids.count() > 1 || required != ids {
		lv.needFor(e, required, false)
	}
	if maybeEC && c.merge && !c.volatile {
		if lv.addEquivalence(c, pl.domain) {
			return
		}
	}
	lv.placeClause(c)
}

// delayFor adds the relations of the outer joins below whose nullable side the
// condition looks at: it may only be tested above them.
func (lv *level) delayFor(ids relids, self *specialJoin) (relids, bool) {
	delayed := false
	for again := true; again; {
		again = false
		for _, o := range lv.special {
			if o.kind == SemiJoin || o == self {
				continue
			}
			if ids.overlaps(o.minRight) || o.kind == FullJoin && ids.overlaps(o.minLeft) {
				delayed = true
				if n := ids.or(o.minLeft).or(o.minRight); n != ids {
					ids, again = n, true
				}
			}
		}
	}
	return ids, delayed
}

// nullableIn are the relations among ids that an outer join within ids may null.
func (lv *level) nullableIn(ids relids, self *specialJoin) (out relids) {
	for _, o := range lv.special {
		if o.kind == SemiJoin || o == self || !o.minRight.overlaps(ids) {
			continue
		}
		out = out.or(o.minRight)
		if o.kind == FullJoin {
			out = out.or(o.minLeft)
		}
	}
	return out.and(ids)
}

// newClause notes what the planner wants to know of a condition.
func (lv *level) newClause(e expr.Expr) *clause {
	c := &clause{e: e, ids: lv.relidsOf(e), sel: -1, selJoin: -1, volatile: isVolatile(e), pushed: true}
	c.required = c.ids
	c.pseudo = c.ids.empty() && !c.volatile && !isHeld(e)
	if op, ok := e.(*expr.OpCall); ok && len(op.Args) == 2 {
		c.op, c.l, c.r = op.Op, op.Args[0], op.Args[1]
		c.left, c.right = lv.relidsOf(c.l), lv.relidsOf(c.r)
		c.canJoin = !c.left.empty() && !c.right.empty() && !c.left.overlaps(c.right)
		if !c.volatile && op.Op.Btree == 3 && op.Op.Fn != nil && op.Op.Fn.Strict {
			c.merge = !c.ids.empty()
		}
		c.hash = c.canJoin && canHash(op.Op, op.Args[0].Type()) && !c.volatile
	}
	if b, ok := e.(*expr.Bool); ok && b.Op == expr.Or {
		for _, a := range b.Args {
			arm := lv.newClause(a)
			c.or = append(c.or, arm)
		}
	}
	return c
}

// placeClause attaches a condition to its relation, or to all of several.
func (lv *level) placeClause(c *clause) {
	ids := c.required
	if i, ok := ids.singleton(); ok {
		lv.addRestriction(lv.rels[i], c)
		return
	}
	if c.merge && c.canJoin {
		lv.clauseECs(c)
	}
	ids.each(func(i int) { lv.rels[i].joins = append(lv.rels[i].joins, c) })
}

// addRestriction adds a condition on one relation, leaving out what NOT NULL
// columns make always true.
func (lv *level) addRestriction(r *rel, c *clause) {
	switch nullTestAlways(c.e, func(v *expr.Var) bool { return !v.Nullable && r.notNull(v) }) {
	case 1:
		return
	case -1:
		c = lv.newClause(falseConst())
		c.ids, c.required, c.pseudo = r.ids, r.ids, false
		r.dummy = true
	}
	if v, ok := boolConst(c.e); ok && !v {
		r.dummy = true
	}
	r.restrict = append(r.restrict, c)
}

// addBaseRel numbers a relation of FROM.
func (lv *level) addBaseRel(local int) *rel {
	if i := lv.relIdx[local]; i > 0 {
		return lv.rels[i-1]
	}
	if len(lv.rels) >= maxRels {
		lv.g.fail(pgerr.New(pgerr.StatementTooComplex, "too many tables in one query: at most %d can be joined", maxRels))
		return lv.rels[0]
	}
	r := &rel{idx: len(lv.rels), rti: local + lv.off, entry: lv.rangeEntry(local)}
	r.ids, r.vars = single(r.idx), r.rti
	lv.rels = append(lv.rels, r)
	lv.relIdx[local] = r.idx + 1
	if lv.g.bases == nil {
		lv.g.bases = map[int]*rel{}
	}
	lv.g.bases[r.rti] = r
	lv.setupBaseRel(r)
	return r
}
