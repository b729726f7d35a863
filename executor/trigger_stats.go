package executor

import (
	"cmp"
	"slices"
	"time"

	"minidb/planner"
	"minidb/types"
)

// What EXPLAIN ANALYZE tells of the triggers that a statement fired.

// timed is call that counts for EXPLAIN ANALYZE.
func (q *AfterTriggers) timed(e *afterEvent, outer *Ctx) error {
	start := time.Now()
	err := q.call(&q.kinds[e.kind], e, outer)
	q.count(&q.kinds[e.kind], time.Since(start)) // the call may have moved kinds
	return err
}

func (q *AfterTriggers) count(k *eventKind, spent time.Duration) {
	for i := range q.calls {
		if c := &q.calls[i]; c.Trigger == k.trigger.Name && c.Table == k.table.OID {
			c.Calls++
			c.Time += spent
			return
		}
	}
	q.calls = append(q.calls, planner.TriggerInstrument{
		Trigger: k.trigger.Name, Constraint: k.trigger.ConstraintName, Table: k.table.OID, Relation: k.table.Name, Calls: 1, Time: spent})
}

// TakeCalls returns what was counted since the last call: the triggers of the
// statement's own relations first. others tells that there are more.
func (q *AfterTriggers) TakeCalls(own []types.OID) (calls []planner.TriggerInstrument, others bool) {
	calls, q.calls = q.calls, nil
	rank := map[types.OID]int{}
	for _, oid := range own {
		rank[oid] = len(rank)
	}
	for i := range calls {
		if _, ok := rank[calls[i].Table]; !ok {
			rank[calls[i].Table], others = len(rank), true
		}
	}
	slices.SortFunc(calls, func(x, y planner.TriggerInstrument) int {
		return cmp.Or(cmp.Compare(rank[x.Table], rank[y.Table]), cmp.Compare(x.Trigger, y.Trigger))
	})
	return calls, others
}
