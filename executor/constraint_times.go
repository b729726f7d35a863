package executor

import (
	"maps"

	"minidb/catalog"
	"minidb/types"
)

// constraintTimes is what SET CONSTRAINTS said in the running transaction; nil is
// nothing. It never changes, so that savepoints can go back to an older one.
type constraintTimes struct {
	all         bool // SET CONSTRAINTS ALL was given
	allDeferred bool
	one         map[types.OID]bool // deferred, by constraint; later than all
}

// deferred tells whether a trigger waits for the transaction's end.
func (t *constraintTimes) deferred(tr *catalog.Trigger) bool {
	if !tr.Deferrable {
		return false
	}
	if t != nil {
		if d, ok := t.one[tr.Constraint]; ok {
			return d
		}
		if t.all {
			return t.allDeferred
		}
	}
	return tr.Deferred
}

// SetConstraints is SET CONSTRAINTS of all or of some constraints. What becomes
// immediate is checked at once.
func (q *AfterTriggers) SetConstraints(oids []types.OID, all, deferred bool) error {
	t := &constraintTimes{}
	if all {
		t.all, t.allDeferred = true, deferred
	} else {
		if q.when != nil {
			*t = *q.when
		}
		t.one = maps.Clone(t.one)
		if t.one == nil {
			t.one = make(map[types.OID]bool, len(oids))
		}
		for _, oid := range oids {
			t.one[oid] = deferred
		}
	}
	q.when = t
	if deferred {
		return nil
	}
	err := q.fireDeferred(func(tr *catalog.Trigger) bool { return !t.deferred(tr) })
	if err == nil && len(q.levels) == 0 {
		q.deferred.forgetFired()
	}
	return err
}
