package executor

// Strategy S5: when the leaves that an UPDATE or DELETE of a partitioned table may
// change are made ready. Of P leaves k are left by pruning, I is the number of
// indexes of each; a map to the root, and routing, only if the partition key is set.
//
//	result_rel_init   result relations   indexes   maps to the root      routing
//	eager             P+1                P x I     P                     at start
//	lazy_fields       P+1                k x I     moved rows' sources   first moved row
//	unpruned          k+1, k at least 1  k x I     moved rows' sources   first moved row
//	lazy              k+1                k x I     moved rows' sources   first moved row
//
// eager is PostgreSQL until 13, lazy_fields 14 to 17 (c5b7ba4e67, a1115fa078),
// unpruned 18 (cbc127917e); lazy is version 11 of the thread's patch, which makes
// nothing before a row needs it.

import (
	"slices"

	"minidb/catalog"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/settings"
	"minidb/types"
)

// hashedTargets is the number of result relations from which they are found by a
// hash (MT_NRELS_HASH).
const hashedTargets = 64

// targets are the result relations that an execution has prepared.
type targets struct {
	c     *Ctx
	plan  *planner.ModifyTable
	init  func(*targets) error
	early bool       // maps to the root, and routing, are made at start
	root  *resultRel // the partitioned table named; nil if rows are its own
	list  []*targetRel
	byOID map[types.OID]*targetRel // from hashedTargets on
	last  *targetRel               // found last
}

func newTargets(c *Ctx, p *planner.ModifyTable) targets {
	t := targets{c: c, plan: p}
	if p.TableSlot < 0 {
		return t
	}
	t.root = &resultRel{c: c, rel: p.Relation, above: p.Relation}
	switch c.Sess.Set.Enum(settings.ResultRelInit) {
	case "eager":
		t.init, t.early = (*targets).eager, true
	case "lazy_fields":
		t.init = (*targets).structs
	case "unpruned":
		t.init = (*targets).unpruned
	}
	return t
}

// start prepares what the strategy wants ready before the first row.
func (t *targets) start() error {
	if t.root == nil {
		return t.open(t.at(0))
	}
	t.root.begin(t.c)
	if t.init == nil {
		return nil
	}
	return t.init(t)
}

func (t *targets) structs() error {
	for i := range t.plan.Rels {
		t.at(i)
	}
	return nil
}

func (t *targets) unpruned() error {
	left := t.plan.Unpruned(t.c.survivors)
	if len(left) == 0 {
		left = []int{0} // so that there is one (28317de723)
	}
	for _, i := range left {
		t.at(i)
	}
	return nil
}

func (t *targets) eager() error {
	for i := range t.plan.Rels {
		if err := t.open(t.at(i)); err != nil {
			return err
		}
	}
	return nil
}

// at returns result relation i of the plan. Only its struct is made.
func (t *targets) at(i int) *targetRel {
	r := &t.plan.Rels[i]
	if have := t.find(r.Relation.OID); have != nil {
		have.begin(t.c)
		return have
	}
	above := r.Relation
	if t.root != nil {
		above = t.plan.Relation
	}
	return t.add(newTargetRel(t.plan, r, above))
}

func (t *targets) add(target *targetRel) *targetRel {
	target.begin(t.c)
	t.list = append(t.list, target)
	switch {
	case t.byOID != nil:
		t.byOID[target.plan.Relation.OID] = target
	case len(t.list) == hashedTargets:
		t.byOID = make(map[types.OID]*targetRel, len(t.plan.Rels))
		for _, r := range t.list {
			t.byOID[r.plan.Relation.OID] = r
		}
	}
	return target
}

// find looks a relation up among those prepared.
func (t *targets) find(oid types.OID) *targetRel {
	if t.byOID != nil {
		return t.byOID[oid]
	}
	if i := slices.IndexFunc(t.list, func(r *targetRel) bool { return r.plan.Relation.OID == oid }); i >= 0 {
		return t.list[i]
	}
	return nil
}

// open makes a result relation ready to be written to.
func (t *targets) open(target *targetRel) error {
	if t.plan.Command == planner.Update && !target.projected {
		target.projected = true
		t.c.Sess.Counters.ModifyTable.ProjectionsBuilt++
	}
	if target.opened { // a row was moved there
		return nil
	}
	return target.open(t.c)
}

// of returns the result relation that a row of the child is for, which is open.
func (t *targets) of(row types.Row) (*targetRel, error) {
	if t.root == nil {
		return t.list[0], nil
	}
	oid := types.OID(row[t.plan.TableSlot].Int())
	if t.last != nil && t.last.plan.Relation.OID == oid {
		return t.last, nil
	}
	target := t.find(oid)
	if target == nil || !target.begun {
		i := t.plan.Place(oid)
		if i < 0 {
			return nil, pgerr.New(pgerr.Internal, "incorrect result rel of table %d", oid)
		}
		target = t.at(i)
	}
	t.last = target
	return target, t.open(target)
}

// leaf returns the result relation of a partition that a row moves to: it may be one
// that the statement changes anyhow.
func (t *targets) leaf(rel *catalog.Relation) *targetRel {
	if i := t.plan.Place(rel.OID); i >= 0 && t.plan.Rels[i].Relation == rel {
		return t.at(i)
	}
	r := t.plan.Rels[0]
	r.Rel, r.Relation, r.Shown = 0, rel, nil
	return t.add(newTargetRel(t.plan, &r, t.plan.Relation))
}

func (t *targets) unlockIndexes() {
	for _, r := range t.list {
		r.unlockIndexes()
	}
}

func (t *targets) restart() {
	for _, r := range t.list {
		r.restart()
	}
	if t.root != nil {
		t.root.restart()
		t.last = nil
	}
}
