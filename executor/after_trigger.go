package executor

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/planner"
	"minidb/session"
	"minidb/types"
)

// AfterTriggers is a session's queue of after-row events: what PostgreSQL's
// commands/trigger.c calls afterTriggers. A statement notes which versions of rows
// it made and ended; its end fires the triggers of these events, in order, and
// those of the events that they cause. Events of deferred constraints wait for the
// end of the transaction or for SET CONSTRAINTS.
//
// A savepoint that is rolled back takes its events along. Events fired since then
// are to be fired again, which is why they stay in the list while there are
// savepoints.
type AfterTriggers struct {
	sess   *session.Session
	access *catalog.Access
	plan   PlanFunc

	kinds    []eventKind
	kindOf   map[eventTables]uint32 // of the first trigger
	query    eventList              // of the running statement
	deferred deferredEvents         // of the transaction
	when     *constraintTimes
	levels   []triggerLevel // of savepoints, the innermost last

	ec    expr.Ctx             // of the keys that are formed again
	keys  map[types.OID]*riKey // by constraint; outlives transactions
	batch uint64               // number of the last series of firings
	poll  poll
	calls []planner.TriggerInstrument // under EXPLAIN ANALYZE
}

// PlanFunc prepares a statement that triggers run.
type PlanFunc func(text string, params []types.OID) (*planner.CachedPlan, error)

// triggerLevel is what a savepoint goes back to.
type triggerLevel struct {
	events deferredMark
	when   *constraintTimes
}

// NewAfterTriggers makes the queue of a session.
func NewAfterTriggers(s *session.Session, a *catalog.Access, plan PlanFunc) *AfterTriggers {
	q := &AfterTriggers{sess: s, access: a, plan: plan, kindOf: map[eventTables]uint32{}, keys: map[types.OID]*riKey{}}
	q.ec.Sess, q.ec.Catalog = s, a
	q.query.sess, q.query.bytes = s, eventBytes
	q.deferred.list.sess, q.deferred.list.bytes = s, deferredBytes
	return q
}

// endQuery fires what the statement caused; outer is its execution.
func (q *AfterTriggers) endQuery(outer *Ctx) error {
	if q == nil || q.query.n == 0 {
		return nil
	}
	q.batch++
	for i := 0; i < q.query.n; i++ {
		e := *q.query.at(i)
		q.query.freeBefore(i)
		if q.when.deferred(q.kinds[e.kind].trigger) {
			if err := q.deferred.push(e); err != nil {
				return err
			}
			continue
		}
		if err := q.fire(&e, outer); err != nil {
			return err
		}
	}
	q.query.clear()
	return nil
}

// abortQuery forgets the events of a statement that failed.
func (q *AfterTriggers) abortQuery() {
	if q != nil {
		q.query.clear()
	}
}

// BeforeCommit fires all events that were put off.
func (q *AfterTriggers) BeforeCommit() error {
	if q.deferred.waiting == 0 {
		return nil
	}
	return q.fireDeferred(func(*catalog.Trigger) bool { return true })
}

// fireDeferred fires the pending events of the triggers that due picks.
func (q *AfterTriggers) fireDeferred(due func(*catalog.Trigger) bool) error {
	q.batch++
	pick := func(kind uint32) bool { return due(q.kinds[kind].trigger) }
	for {
		events := q.deferred.take(pick, len(q.levels) > 0)
		if len(events) == 0 {
			return nil
		}
		for _, i := range events {
			e := *q.deferred.list.at(i)
			if there, err := q.there(&q.kinds[e.kind]); err != nil {
				return err
			} else if !there {
				continue
			}
			if err := q.fire(&e, nil); err != nil {
				return err
			}
		}
	}
}

// fire runs the trigger of one event.
func (q *AfterTriggers) fire(e *afterEvent, outer *Ctx) error {
	if err := q.poll.check(q.sess); err != nil {
		return err
	}
	q.sess.Txn.IncrementCommand()
	k := &q.kinds[e.kind]
	if outer == nil || outer.Instr == nil {
		return q.call(k, e, outer)
	}
	return q.timed(e, outer)
}

func (q *AfterTriggers) call(k *eventKind, e *afterEvent, outer *Ctx) error {
	defer q.sess.SwitchRole(q.sess.SwitchRole(k.role))
	if k.trigger.Func == catalog.UniqueKeyRecheck {
		return q.recheckUnique(k, e)
	}
	return q.fireRI(k, e, outer)
}

// Pending tells whether events of a table wait.
func (q *AfterTriggers) Pending(table types.OID) bool {
	if q == nil || q.deferred.waiting == 0 {
		return false
	}
	for i := range q.kinds {
		if q.kinds[i].table.OID == table && q.deferred.waits(uint32(i)) {
			return true
		}
	}
	return false
}

// Savepoint begins a level: see session.Follower.
func (q *AfterTriggers) Savepoint() {
	q.levels = append(q.levels, triggerLevel{events: q.deferred.mark(), when: q.when})
}

// Release ends the n innermost levels and keeps what they did.
func (q *AfterTriggers) Release(n int) { q.levels = q.levels[:len(q.levels)-n] }

// Rollback undoes the n innermost levels.
func (q *AfterTriggers) Rollback(n int) {
	at := len(q.levels) - n
	l := q.levels[at]
	q.levels = q.levels[:at]
	q.deferred.rollback(l.events)
	q.when = l.when
}

// End forgets everything: the transaction is over.
func (q *AfterTriggers) End() {
	q.query.clear()
	q.deferred.clear()
	q.levels, q.when = q.levels[:0], nil
	if len(q.kinds) > 0 {
		q.kinds = q.kinds[:0]
		clear(q.kindOf)
	}
}
