package planner

import (
	"math"
	"slices"

	"minidb/catalog"
	"minidb/expr"
	"minidb/types"
)

// Sizes and paths of partitioned tables: set_append_rel_size,
// add_paths_to_append_rel, generate_orderedappend_paths.

// sizePartitioned adds up the partitions.
func (lv *level) sizePartitioned(r *rel) {
	r.part.widths = make([]float64, len(r.attrs))
	var rows, tuples, size, pages float64
	for _, c := range r.part.rels {
		lv.withChild(c, func() { lv.sizeBaseRel(c) })
		if c.dummy {
			continue
		}
		rows += c.rows
		tuples += c.tuples
		size += c.width * c.rows
		pages += c.pages
		lv.withChild(c, func() {
			for i := range r.attrs {
				r.part.widths[i] += lv.columnWidth(r.attrs[i].v) * c.rows
			}
		})
	}
	if rows == 0 {
		r.dummy = true
		lv.buildTarget(r)
		return
	}
	for i, w := range r.part.widths {
		r.part.widths[i] = math.RoundToEven(w / rows)
	}
	lv.buildTarget(r)
	r.width = math.RoundToEven(size / rows)
	r.target.width = r.width
	r.rows, r.tuples, r.pages = rows, tuples, pages
}

// averageWidth is the width of a partitioned table's column over its partitions, 0
// if it is not known.
func (r *rel) averageWidth(v *expr.Var) float64 {
	for i := range r.part.widths {
		if r.attrs[i].v.Attr == v.Attr {
			return r.part.widths[i]
		}
	}
	return 0
}

// appendPaths makes the paths of the partitions and puts them together.
func (lv *level) appendPaths(r *rel) {
	var live []*rel
	for _, c := range r.part.rels {
		if c.dummy {
			continue
		}
		lv.withChild(c, func() { lv.basePaths(c) })
		live = append(live, c)
	}
	if lv.g.err == nil {
		lv.addAppendPaths(r, live)
	}
}

func (lv *level) addAppendPaths(r *rel, live []*rel) {
	var plain, quick []*path
	plainOK := true
	var orders [][]*pathKey
	var outers []relids
	for _, c := range live {
		if r.considerStartup && c.startup != nil {
			quick = addMember(quick, c.cheapestFor(lv.fraction))
		}
		if c.cheapest.req.empty() {
			plain = addMember(plain, c.cheapest)
		} else {
			plainOK = false
		}
		for _, p := range c.paths {
			if len(p.keys) > 0 && !slices.ContainsFunc(orders, func(o []*pathKey) bool { return compareKeys(o, p.keys) == costEqual }) {
				orders = append(orders, p.keys)
			}
			if !p.req.empty() && !slices.Contains(outers, p.req) {
				outers = append(outers, p.req)
			}
		}
	}
	if plainOK {
		r.addPath(lv.appendPath(r, plain, nil, relids{}))
		if len(quick) > 0 {
			r.addPath(lv.appendPath(r, quick, nil, relids{}))
		}
		lv.orderedAppends(r, live, orders)
	}
	for _, req := range outers {
		members := make([]*path, 0, len(live))
		for _, c := range live {
			var p *path
			lv.withChild(c, func() { p = lv.cheapestParam(c, req) })
			if p == nil {
				members = nil
				break
			}
			members = addMember(members, p)
		}
		if len(members) > 0 {
			r.addPath(lv.appendPath(r, members, nil, req))
		}
	}
}

// addMember adds a path, or the members of one that is an Append itself.
func addMember(list []*path, p *path) []*path {
	if p.isAppend() {
		return append(list, p.members...)
	}
	return append(list, p)
}

// isAppend tells whether p puts partitions together.
func (p *path) isAppend() bool {
	return (p.kind == pathAppend || p.kind == pathMergeAppend) && (p.rel.part != nil || p.rel.split != nil)
}

// appendPath is create_append_path: keys is the order that the members have one
// after the other.
func (lv *level) appendPath(r *rel, members []*path, keys []*pathKey, req relids) *path {
	p := &path{kind: pathAppend, rel: r, members: members, keys: keys, req: req}
	if !req.empty() {
		p.paramCl = lv.paramFor(r, req).clauses
	}
	lv.costAppend(p)
	return p
}

func (lv *level) costAppend(p *path) {
	p.startup, p.total, p.rows, p.disabled = 0, 0, 0, 0
	if len(p.members) == 1 {
		m := p.members[0]
		p.startup, p.total, p.rows, p.disabled, p.keys = m.startup, m.total, m.rows, m.disabled, m.keys
		return
	}
	for i, m := range p.members {
		startup, total, disabled := m.startup, m.total, m.disabled
		if len(p.keys) > 0 && !sortedBy(m.keys, p.keys) {
			startup, total, disabled = lv.sortedCost(m, p)
		}
		if i == 0 || len(p.keys) > 0 {
			p.startup += startup
		}
		p.total += total
		p.rows += m.rows
		p.disabled += disabled
	}
	p.total += 0.5 * lv.g.cost.cpuTuple * p.rows
}

// sortedCost is that of a member which is sorted for the order of p.
func (lv *level) sortedCost(m, p *path) (startup, total float64, disabled int) {
	s, run := lv.g.sortCost(m.rows, m.emits().width, lv.sortLimit(p))
	return m.total + s, m.total + s + run, m.disabled + count(!lv.g.cost.sort)
}

// sortLimit is how many rows are wanted of a sort below p: those of LIMIT, if p gives
// all that the query reads.
func (lv *level) sortLimit(p *path) float64 {
	q := lv.q
	if len(lv.rels) > 1 || len(q.Group) > 0 || len(q.Distinct) > 0 || q.HasAggs || q.HasSRF {
		return 0
	}
	return lv.limitN
}

// mergeAppendPath is create_merge_append_path.
func (lv *level) mergeAppendPath(r *rel, members []*path, keys []*pathKey) *path {
	p := &path{kind: pathMergeAppend, rel: r, members: members, keys: keys}
	lv.costMergeAppend(p)
	return p
}

func (lv *level) costMergeAppend(p *path) {
	p.startup, p.total, p.rows, p.disabled = 0, 0, 0, 0
	for _, m := range p.members {
		startup, total, disabled := m.startup, m.total, m.disabled
		if !sortedBy(m.keys, p.keys) {
			startup, total, disabled = lv.sortedCost(m, p)
		}
		p.startup += startup
		p.total += total
		p.rows += m.rows
		p.disabled += disabled
	}
	if len(p.members) == 1 {
		return
	}
	c := &lv.g.cost
	n := max(float64(len(p.members)), 2)
	compare := 2 * c.cpuOp * log2(n)
	p.startup += compare * n
	p.total += compare*n + compare*p.rows + 0.5*c.cpuTuple*p.rows
}

// cheapestParam is get_cheapest_parameterized_child_path: the cheapest path of c that
// takes exactly req, made of others if need be.
func (lv *level) cheapestParam(c *rel, req relids) *path {
	var best *path
	for _, p := range c.paths {
		if p.req.subsetOf(req) && (best == nil || cheaperTotal(p, best)) {
			best = p
		}
	}
	if best == nil || best.req == req {
		return best
	}
	best = nil
	for _, p := range c.paths {
		if !p.req.subsetOf(req) || best != nil && !cheaperTotal(p, best) {
			continue
		}
		if p.req != req {
			if p = lv.reparameterize(c, p, req); p == nil || best != nil && !cheaperTotal(p, best) {
				continue
			}
		}
		best = p
	}
	return best
}

func cheaperTotal(a, b *path) bool {
	switch {
	case a.disabled != b.disabled:
		return a.disabled < b.disabled
	case a.total != b.total:
		return a.total < b.total
	}
	return a.startup < b.startup
}

func cheaperStartup(a, b *path) bool {
	switch {
	case a.disabled != b.disabled:
		return a.disabled < b.disabled
	case a.startup != b.startup:
		return a.startup < b.startup
	}
	return a.total < b.total
}

// reparameterize lets a scan test the conditions with req's relations that it does
// not test yet; nil if that kind of path cannot.
func (lv *level) reparameterize(r *rel, p *path, req relids) *path {
	if r.rti == 0 { // a join
		return nil
	}
	info := lv.paramFor(r, req)
	n := *p
	n.req, n.keys, n.rows, n.paramCl = req, nil, info.rows, info.clauses
	switch p.kind {
	case pathSeqScan:
		s, per := lv.g.clausesCost(info.clauses)
		lv.costSeqScan(&n)
		n.startup += s
		n.total += s + per*r.tuples
	case pathIndexScan:
		ip := *p.idx
		ip.rest = restOf(append(r.restrict[:len(r.restrict):len(r.restrict)], info.clauses...), ip.conds)
		ip.rest, ip.rows = lv.dropImplied(ip.rest, ip.info), info.rows
		n.idx = &ip
		lv.costIndexScan(&n, lv.loopCount(r, req))
	case pathBitmapHeap:
		return lv.bitmapHeap(r, p.bitmap, req)
	case pathAppend:
		if !p.isAppend() {
			return nil
		}
		n.members = nil
		for _, m := range p.members {
			var x *path
			lv.withChild(m.rel, func() { x = lv.cheapestParam(m.rel, req) })
			if x == nil {
				return nil
			}
			n.members = append(n.members, x)
		}
		lv.costAppend(&n)
	default:
		return nil
	}
	return &n
}

// orderedAppends makes the paths with an order: an Append where the partitions follow
// one another in it, a MergeAppend elsewhere.
func (lv *level) orderedAppends(r *rel, live []*rel, orders [][]*pathKey) {
	var up, down []*pathKey
	upPart, downPart := true, true // these are leading columns only
	if len(orders) > 0 && r.part != nil && r.part.ordered() {
		up, upPart = lv.partitionOrder(r, false)
		down, downPart = lv.partitionOrder(r, true)
	}
	match := func(keys, order []*pathKey, part bool) bool {
		return sortedBy(order, keys) || !part && sortedBy(keys, order)
	}
	for _, keys := range orders {
		forward := match(keys, up, upPart)
		backward := !forward && match(keys, down, downPart)
		if len(live) == 0 {
			continue
		}
		lists := lv.orderedMembers(live, keys, forward || backward)
		for _, members := range lists {
			switch {
			case forward:
				r.addPath(lv.appendPath(r, members, keys, relids{}))
			case backward:
				slices.Reverse(members)
				r.addPath(lv.appendPath(r, members, keys, relids{}))
			default:
				r.addPath(lv.mergeAppendPath(r, members, keys))
			}
		}
	}
}

// orderedMembers picks the members of an ordered path: those that start soonest,
// those that end soonest if they are others, those for a part of the rows if LIMIT
// wants one.
func (lv *level) orderedMembers(live []*rel, keys []*pathKey, inOrder bool) [][]*path {
	var startup, total, part []*path
	differ := false
	add := func(list []*path, p *path) []*path {
		switch {
		case !inOrder:
			return addMember(list, p)
		case p.isAppend() && len(p.members) == 1:
			p = p.members[0]
		}
		return append(list, p)
	}
	for _, c := range live {
		s, t := c.cheapestSorted(keys, cheaperStartup), c.cheapestSorted(keys, cheaperTotal)
		if s == nil || t == nil {
			s, t = c.cheapest, c.cheapest
		}
		differ = differ || s != t
		startup, total = add(startup, s), add(total, t)
		if lv.fraction > 0 {
			f := c.cheapestSortedFor(keys, lv.fraction)
			if f == nil {
				f = t
			}
			part = add(part, f)
		}
	}
	out := [][]*path{startup}
	if differ {
		out = append(out, total)
	}
	if part != nil {
		out = append(out, part)
	}
	return out
}

// cheapestSorted is the cheapest path in the order of keys, nil if there is none.
func (r *rel) cheapestSorted(keys []*pathKey, cheaper func(a, b *path) bool) (best *path) {
	for _, p := range r.paths {
		if p.req.empty() && (best == nil || cheaper(p, best)) && sortedBy(p.keys, keys) {
			best = p
		}
	}
	return best
}

// cheapestSortedFor is the cheapest such path for a fraction of the rows.
func (r *rel) cheapestSortedFor(keys []*pathKey, fraction float64) *path {
	return r.cheapestSorted(keys, func(a, b *path) bool {
		f := fraction
		if f >= 1 && b.rows > 0 {
			f /= b.rows
		}
		return a.disabled < b.disabled || a.disabled == b.disabled && fractional(a, f) < fractional(b, f)
	})
}

// partitionOrder is build_partition_pathkeys: the order of rows that reading the
// partitions one after the other gives. partial is set if it has only the leading
// columns of the partition key.
func (lv *level) partitionOrder(r *rel, backward bool) (keys []*pathKey, partial bool) {
	for i := range r.part.keys {
		k := &r.part.keys[i]
		if k.pattern {
			return keys, true
		}
		fam := family(lv.ecType(k.e))
		at := slices.IndexFunc(lv.ecs, func(c *eqClass) bool { return c.family == fam && c.coll == k.coll && !c.volatile && c.find(k.e) >= 0 })
		switch {
		case at >= 0:
			keys = addKey(keys, lv.keyFor(lv.ecs[at], backward, backward))
		case k.e.Type() != types.BoolOID || !boolFixed(r, k.e):
			return keys, true
		}
	}
	return keys, false
}

// ordered is partitions_are_ordered: no partition that is read has rows that lie
// among those of another.
func (p *partitions) ordered() bool {
	d := p.desc
	if slices.Contains(p.members, d.Default) {
		return false
	}
	switch d.Key.Strategy {
	case catalog.RangePartitions:
		return true
	case catalog.HashPartitions:
		return false
	}
	singles := len(d.Bounds)
	if d.Null >= 0 {
		singles++
	}
	if d.Default >= 0 {
		singles++
	}
	if singles == len(d.Members) {
		return true
	}
	last := -1
	for _, m := range d.Parts {
		if (m < last || m == d.Null) && slices.Contains(p.members, m) {
			return false
		}
		last = m
	}
	return true
}

// pushTarget lets the members compute what p is to emit.
func (lv *level) pushTarget(p *path, t *target, push func(*path, *target) *path) *path {
	n := *p
	n.target, n.members = t, make([]*path, len(p.members))
	same := sameExprs(p.emits().exprs, t.exprs)
	for i, m := range p.members {
		if n.members[i] = m; !same || m.isAppend() {
			lv.withChild(m.rel, func() { n.members[i] = push(m, t) })
		}
	}
	if n.kind == pathAppend {
		lv.costAppend(&n)
	} else {
		lv.costMergeAppend(&n)
	}
	return &n
}
