package executor

import (
	"minidb/catalog"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/session"
	"minidb/storage"
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
	kindOf   map[*catalog.Trigger]uint32
	query    eventList // of the running statement
	deferred eventList // of the transaction
	firing   uint32    // number of the last firing of deferred events
	when     *constraintTimes
	levels   []triggerLevel // of savepoints, the innermost last

	keys  map[types.OID]*riKey // by constraint; outlives transactions
	batch uint64               // number of the last series of firings
	poll  poll
	calls []planner.TriggerInstrument // under EXPLAIN ANALYZE
}

// PlanFunc prepares a statement that triggers run.
type PlanFunc func(text string, params []types.OID) (*planner.CachedPlan, error)

// eventKind is what events have in common: the trigger to fire.
type eventKind struct {
	trigger *catalog.Trigger
	table   types.OID
	name    string
	batch   uint64 // when it was last seen that the trigger is there still
	gone    bool
}

// triggerLevel is what a savepoint goes back to.
type triggerLevel struct {
	events int
	firing uint32
	when   *constraintTimes
}

// NewAfterTriggers makes the queue of a session.
func NewAfterTriggers(s *session.Session, a *catalog.Access, plan PlanFunc) *AfterTriggers {
	q := &AfterTriggers{sess: s, access: a, plan: plan, kindOf: map[*catalog.Trigger]uint32{}, keys: map[types.OID]*riKey{}}
	q.query.sess, q.deferred.sess = s, s
	return q
}

// kind numbers a trigger of a relation.
func (q *AfterTriggers) kind(rel *catalog.Relation, t *catalog.Trigger) uint32 {
	k, ok := q.kindOf[t]
	if !ok {
		k = uint32(len(q.kinds))
		q.kinds = append(q.kinds, eventKind{trigger: t, table: rel.OID, name: rel.Name})
		q.kindOf[t] = k
	}
	return k
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
	if q.deferred.n == 0 {
		return nil
	}
	return q.fireDeferred(func(*catalog.Trigger) bool { return true })
}

// fireDeferred fires the pending events of the triggers that due picks.
func (q *AfterTriggers) fireDeferred(due func(*catalog.Trigger) bool) error {
	q.batch++
	q.firing++
	for i := 0; i < q.deferred.n; i++ {
		e := q.deferred.at(i)
		if e.fired != 0 || !due(q.kinds[e.kind].trigger) {
			continue
		}
		if there, err := q.there(&q.kinds[e.kind]); !there || err != nil {
			if err != nil {
				return err
			}
			continue
		}
		e.fired = q.firing
		fired := *e
		if err := q.fire(&fired, nil); err != nil {
			return err
		}
	}
	return nil
}

// there tells whether a trigger is still there: its constraint may have been
// dropped since the event.
func (q *AfterTriggers) there(k *eventKind) (bool, error) {
	if k.batch == q.batch {
		return !k.gone, nil
	}
	rel, err := q.access.ByOID(k.table)
	if err != nil {
		return false, err
	}
	k.batch, k.gone = q.batch, true
	if rel != nil {
		for _, t := range rel.Triggers {
			if t.OID == k.trigger.OID {
				k.trigger, k.gone = t, false // as it is now: it may have another name
			}
		}
	}
	return !k.gone, nil
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
	if k.trigger.Func == catalog.UniqueKeyRecheck {
		return q.recheckUnique(k, e)
	}
	return q.fireRI(k, e, outer)
}

// Pending tells whether events of a table wait.
func (q *AfterTriggers) Pending(table types.OID) bool {
	if q == nil {
		return false
	}
	for i := 0; i < q.deferred.n; i++ {
		if e := q.deferred.at(i); e.fired == 0 && q.kinds[e.kind].table == table {
			return true
		}
	}
	return false
}

// Savepoint begins a level: see session.Follower.
func (q *AfterTriggers) Savepoint() {
	q.levels = append(q.levels, triggerLevel{events: q.deferred.n, firing: q.firing, when: q.when})
}

// Release ends the n innermost levels and keeps what they did.
func (q *AfterTriggers) Release(n int) { q.levels = q.levels[:len(q.levels)-n] }

// Rollback undoes the n innermost levels.
func (q *AfterTriggers) Rollback(n int) {
	at := len(q.levels) - n
	l := q.levels[at]
	q.levels = q.levels[:at]
	q.deferred.truncate(l.events)
	for i := 0; i < q.deferred.n; i++ {
		if e := q.deferred.at(i); e.fired > l.firing {
			e.fired = 0
		}
	}
	q.when = l.when
}

// End forgets everything: the transaction is over.
func (q *AfterTriggers) End() {
	q.query.clear()
	q.deferred.clear()
	q.levels, q.when, q.firing = q.levels[:0], nil, 0
	if len(q.kinds) > 0 {
		q.kinds = q.kinds[:0]
		clear(q.kindOf)
	}
}

// recheckUnique is unique_key_recheck: the entry was made although its key seemed
// to be taken.
func (q *AfterTriggers) recheckUnique(k *eventKind, e *afterEvent) error {
	rel, err := q.access.OpenOID(k.table, catalog.NoLock)
	if err != nil {
		return err
	}
	sn := q.sess.Txn.CatalogSnapshot()
	defer sn.Release()
	row, _, ok := rel.Heap.Fetch(sn, e.new)
	if !ok {
		return nil // it is gone again
	}
	for _, ix := range rel.Indexes {
		if ix.OID != k.trigger.Index {
			continue
		}
		w, err := newIndexWriter(rel, ix)
		if err != nil {
			return err
		}
		r := &resultRel{c: &Ctx{Sess: q.sess, Access: q.access}, rel: rel}
		r.c.Expr.Sess, r.c.Expr.Catalog = q.sess, q.access
		shape := newRowShape(rel, nil)
		if ok, err := w.form(&r.c.Expr, shape.complete(row, e.new)); !ok || err != nil {
			return err
		}
		other, err := ix.Tree.FindOther(q.sess.Ctx, q.sess.Txn, rel.Heap, w.key, e.new, true)
		if other != storage.InvalidTID && err == nil {
			err = r.duplicate(&w)
		}
		return waitedIn(err, rel.Name)
	}
	return pgerr.New(pgerr.Internal, "index %d of a deferred constraint is gone", k.trigger.Index)
}
