package executor

// Strategy S5, INSERT's half: which partition a row belongs to (PostgreSQL's
// PartitionTupleRouting). A row goes down from the table that the statement names,
// level by level, and the leaf that it reaches is opened when its first row comes.
//
//	insert_locks   at the start                        a leaf's first row
//	all            locks all P partitions, room for P  opens it
//	on_route       nothing                             locks and opens it
//
// all is PostgreSQL 11 (find_all_inheritors), on_route PostgreSQL 12 (9eefba181f,
// 3f2393edef, David Rowley and Amit Langote). For routing_cache see route_cache.go.

import (
	"slices"
	"strings"

	"minidb/catalog"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/session"
	"minidb/settings"
	"minidb/storage"
	"minidb/storage/lmgr"
	"minidb/types"
)

// router sends the rows of one execution to leaves.
type router struct {
	c     *Ctx
	root  *catalog.Relation
	check resultRel // the root's own partition constraint, if it is a partition
	maps  *attrMaps
	find  finder
	top   *dispatch
	// newLeaf makes the result relation of a leaf; kept are those of earlier
	// executions, which may be used again.
	newLeaf func(rel *catalog.Relation) *targetRel
	kept    map[types.OID]*targetRel
	open    []*targetRel
	n       *session.ModifyTableCounters
	fresh   bool // partitions that are being detached are no longer there
}

// dispatch is a partitioned table that rows have come to: PostgreSQL's
// PartitionDispatch.
type dispatch struct {
	rel      *catalog.Relation
	desc     *catalog.PartitionDesc
	key      []types.Datum // of the row at hand
	rowKey   catalog.RowKey
	down     *attrMap // from the rows of the table above; nil if they are the same
	row      types.Row
	arbiters []types.OID // of ON CONFLICT, in this table; nil for all
	cache    *catalog.RoutingCache
	parts    map[int]*reached // by member, those that rows have come to
	room     []*reached       // the same in insert_locks = all
}

// reached is a partition that rows have come to: a leaf, or a table to go on from.
type reached struct {
	leaf *targetRel
	next *dispatch
}

// start makes the router ready for an execution that writes to root as rel says.
func (r *router) start(c *Ctx, root *catalog.Relation, rel *planner.ResultRel) error {
	r.c, r.root = c, root
	r.n = &c.Sess.Counters.ModifyTable
	r.n.RoutingSetups++
	r.fresh = c.Sess.Txn.Isolation() == storage.ReadCommitted
	r.maps = newAttrMaps(c.Sess.Set, &c.Sess.Counters.AttrMap)
	r.find = newFinder(c.Sess.Set)
	r.open = r.open[:0]
	if r.kept == nil {
		r.kept = map[types.OID]*targetRel{}
	}
	r.check = resultRel{c: c, rel: root}
	if err := r.check.openLevels(); err != nil {
		return err
	}
	var err error
	if r.top, err = r.dispatch(root); err != nil {
		return err
	}
	if c := rel.Conflict; c != nil && len(c.Arbiters) > 0 {
		r.top.arbiters = c.Arbiters
	}
	if c.Sess.Set.Enum(settings.InsertLocks) == "all" {
		return r.lockAll(r.top)
	}
	return nil
}

// startInsert is start for rows that all come from outside: the root counts as one of
// the execution's result relations.
func (r *router) startInsert(c *Ctx, root *catalog.Relation, rel *planner.ResultRel) error {
	if err := r.start(c, root, rel); err != nil {
		return err
	}
	r.check.begin(c)
	return nil
}

func (r *router) dispatch(rel *catalog.Relation) (*dispatch, error) {
	rules, err := rel.RowRules()
	if err != nil {
		return nil, err
	}
	desc, err := r.c.Access.Partitions(rel)
	if err != nil {
		return nil, err
	}
	return &dispatch{rel: rel, desc: desc, key: make([]types.Datum, len(rules.Key)), rowKey: rules.Key,
		cache: r.c.Access.RoutingCache(rel.OID, desc)}, nil
}

// lockAll is the start of insert_locks = all: every partition below is locked, and
// there is room for each.
func (r *router) lockAll(d *dispatch) error {
	d.room = make([]*reached, len(d.desc.Members))
	for i := range d.desc.Members {
		m := &d.desc.Members[i]
		if m.Detaching && r.fresh {
			continue
		}
		rel, err := r.lock(m.OID)
		if err != nil {
			return err
		}
		if m.Leaf {
			continue
		}
		next, err := r.below(d, i, rel)
		if err != nil {
			return err
		}
		if err := r.lockAll(next); err != nil {
			return err
		}
		d.room[i] = &reached{next: next}
	}
	return nil
}

func (r *router) lock(oid types.OID) (*catalog.Relation, error) {
	r.n.LocksByExecutor++
	return r.c.Access.OpenOID(oid, lmgr.RowExclusive)
}

// below makes ready a partitioned table under d.
func (r *router) below(d *dispatch, member int, rel *catalog.Relation) (*dispatch, error) {
	next, err := r.dispatch(rel)
	if err != nil {
		return nil, err
	}
	next.arbiters = childIndexes(rel, d.arbiters)
	if next.down, err = r.maps.down(d.rel, rel, d.desc.Members[member].Layout); next.down != nil {
		next.row = make(types.Row, len(rel.Columns))
	}
	return next, err
}

// childIndexes are the indexes of rel that belong to those of the table above.
func childIndexes(rel *catalog.Relation, above []types.OID) []types.OID {
	if above == nil {
		return nil
	}
	out := make([]types.OID, 0, len(above))
	for _, ix := range rel.Indexes {
		if slices.Contains(above, ix.Parent) {
			out = append(out, ix.OID)
		}
	}
	return out
}

// route returns the leaf for a row of the root. It is open.
func (r *router) route(row types.Row) (*targetRel, error) {
	ec := &r.c.Expr
	if err := r.check.checkPlace(row); err != nil {
		return nil, err
	}
	r.n.RowsRouted++
	for d, at := r.top, row; ; {
		if err := d.rowKey.Form(ec, at, d.key); err != nil {
			return nil, err
		}
		i := r.find(d, &r.n.BoundComparisons, &r.n.RoutingCacheHits)
		if i < 0 || d.desc.Members[i].Detaching && r.fresh {
			return nil, r.noPartition(d)
		}
		p := d.reached(i)
		if p == nil {
			var err error
			if p, err = r.reach(d, i); err != nil {
				return nil, err
			}
		}
		if p.leaf != nil {
			if i == d.desc.Default {
				return p.leaf, r.stillDefault(d, p.leaf, row)
			}
			return p.leaf, nil
		}
		if d = p.next; d.down != nil {
			d.down.convert(at, d.row)
			at = d.row
		}
	}
}

func (d *dispatch) reached(i int) *reached {
	if d.room != nil {
		return d.room[i]
	}
	return d.parts[i]
}

// reach opens a partition for its first row.
func (r *router) reach(d *dispatch, i int) (*reached, error) {
	m := &d.desc.Members[i]
	var rel *catalog.Relation
	var err error
	if d.room != nil {
		rel, err = r.c.Access.OpenOID(m.OID, catalog.NoLock)
	} else {
		rel, err = r.lock(m.OID)
	}
	if err != nil {
		return nil, err
	}
	p := &reached{}
	if m.Leaf {
		p.leaf, err = r.leaf(d, i, rel)
	} else {
		p.next, err = r.below(d, i, rel)
	}
	if err != nil {
		return nil, err
	}
	if d.room != nil {
		d.room[i] = p
		return p, nil
	}
	if d.parts == nil {
		d.parts = map[int]*reached{}
	}
	d.parts[i] = p
	return p, nil
}

// leaf opens a leaf: its conversion is from the root, whatever is between them.
func (r *router) leaf(d *dispatch, i int, rel *catalog.Relation) (*targetRel, error) {
	t := r.kept[rel.OID]
	if t == nil || t.rel != rel || t.above != r.root {
		t = r.newLeaf(rel)
		r.kept[rel.OID] = t
	}
	var err error
	if t.down, err = r.maps.down(r.root, rel, d.desc.Members[i].Layout); err != nil {
		return nil, err
	}
	t.arbiters = childIndexes(rel, d.arbiters)
	if !t.opened {
		if err := t.open(r.c); err != nil {
			return nil, err
		}
	}
	if t.down != nil && t.shown == nil && t.readsAbove() {
		up, err := r.maps.up(rel, r.root, d.desc.Members[i].Layout)
		if err != nil {
			return nil, err
		}
		t.setUp(up)
	}
	r.open = append(r.open, t)
	return t, nil
}

// stillDefault tests a row for the default partition once more: a partition for it
// may have come while the lock was waited for.
func (r *router) stillDefault(d *dispatch, t *targetRel, row types.Row) error {
	now, err := r.c.Access.Partitions(d.rel)
	if err != nil || now == d.desc {
		return err
	}
	var ignored int64
	if i := now.Find(d.key, &ignored); i >= 0 && now.Members[i].OID == t.rel.OID {
		return nil
	}
	return t.misplaced(row, r.root)
}

func (r *router) noPartition(d *dispatch) error {
	return pgerr.New(pgerr.CheckViolation, "no partition of relation %q found for row", d.rel.Name).
		WithDetail("%s", r.describeKey(d)).On(d.rel.Schema, d.rel.Name, "")
}

// describeKey tells the key of the row at hand as "(a, b) = (1, 2)", or nothing if
// the current role may not read it.
func (r *router) describeKey(d *dispatch) string {
	cols := make([]int, len(d.key))
	for i := range cols {
		cols[i] = d.rel.PartKey.Columns[i].Attr
	}
	if !mayRead(r.c.Access, d.rel, cols) {
		return ""
	}
	names, values := make([]string, len(d.key)), make([]string, len(d.key))
	for i, v := range d.key {
		c := &d.rel.PartKey.Columns[i]
		names[i], values[i] = r.c.Access.KeyColumnDef(d.rel, c, true), "null"
		if !v.IsNull() {
			values[i] = cut(types.Output(v, c.Type, r.c.Sess.Env))
		}
	}
	return "Partition key of the failing row contains (" + strings.Join(names, ", ") + ") = (" + strings.Join(values, ", ") + ")."
}

// unlockIndexes gives the locks on the leaves' indexes back.
func (r *router) unlockIndexes() {
	for _, t := range r.open {
		t.unlockIndexes()
	}
}

// restart forgets the execution; leaves are kept for the next one.
func (r *router) restart() {
	for _, t := range r.open {
		t.restart()
	}
	r.open, r.top = r.open[:0], nil
}
