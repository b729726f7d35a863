package executor

// deferredEvents are the events of a transaction that wait for its end or for SET
// CONSTRAINTS. Events that were fired stay in the list while there are savepoints,
// since a rollback makes them wait again; but no firing, savepoint or rollback looks
// at more events than it fires, or than were fired or added since.
type deferredEvents struct {
	list    eventList
	waiting int
	// pending are, by kind, the places in list of the events that wait, ascending.
	pending [][]int
	// fired are the places of those that were fired since the outermost savepoint, in
	// the order of firing.
	fired []int
}

// deferredBytes is what an event takes, with its places in pending and fired.
const deferredBytes = eventBytes + 16

// deferredMark is what a savepoint notes.
type deferredMark struct{ events, fired int }

func (d *deferredEvents) push(e afterEvent) error {
	if err := d.list.push(e); err != nil {
		return err
	}
	d.wait(e.kind, d.list.n-1)
	return nil
}

func (d *deferredEvents) wait(kind uint32, i int) {
	if n := int(kind) + 1; n > len(d.pending) {
		d.pending = append(d.pending, make([][]int, n-len(d.pending))...)
	}
	d.pending[kind] = append(d.pending[kind], i)
	d.waiting++
}

// take returns the places of the waiting events of the kinds that due picks, which
// count as fired from now on. savepoints tells that they may have to wait again.
func (d *deferredEvents) take(due func(kind uint32) bool, savepoints bool) []int {
	var runs [][]int
	for kind, list := range d.pending {
		if len(list) > 0 && due(uint32(kind)) {
			runs = append(runs, list)
			d.pending[kind] = nil
		}
	}
	out := mergeRuns(runs)
	for _, i := range out {
		d.list.at(i).fired = true
	}
	d.waiting -= len(out)
	if savepoints {
		d.fired = append(d.fired, out...)
	}
	return out
}

// mergeRuns makes one ascending list of several, which it may use up.
func mergeRuns(runs [][]int) []int {
	if len(runs) == 0 {
		return nil
	}
	for len(runs) > 1 {
		half := runs[:0]
		for ; len(runs) > 1; runs = runs[2:] {
			half = append(half, merged(runs[0], runs[1]))
		}
		runs = append(half, runs...)
	}
	return runs[0]
}

func merged(a, b []int) []int {
	out := make([]int, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0] < b[0] {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// waits tells whether an event of a kind waits.
func (d *deferredEvents) waits(kind uint32) bool {
	return int(kind) < len(d.pending) && len(d.pending[kind]) > 0
}

func (d *deferredEvents) mark() deferredMark { return deferredMark{d.list.n, len(d.fired)} }

// rollback goes back to a mark: later events are gone, those that were fired since
// wait again. No event of their kinds that is older than the mark waits still, since
// all of a kind are fired together: so the places stay ascending.
func (d *deferredEvents) rollback(m deferredMark) {
	for i := d.list.n - 1; i >= m.events; i-- {
		if e := d.list.at(i); !e.fired {
			p := &d.pending[e.kind]
			*p = (*p)[:len(*p)-1]
			d.waiting--
		}
	}
	for _, i := range d.fired[m.fired:] {
		if i < m.events {
			e := d.list.at(i)
			e.fired = false
			d.wait(e.kind, i)
		}
	}
	d.list.truncate(m.events)
	d.fired = d.fired[:m.fired]
}

// forgetFired gives the room of fired events back once they are the most. There may
// be no mark to go back to.
func (d *deferredEvents) forgetFired() {
	d.fired = d.fired[:0]
	if 2*d.waiting > d.list.n {
		return
	}
	for kind := range d.pending {
		d.pending[kind] = d.pending[kind][:0]
	}
	keep := 0
	for i := range d.list.n {
		if e := *d.list.at(i); !e.fired {
			*d.list.at(keep) = e
			d.pending[e.kind] = append(d.pending[e.kind], keep)
			keep++
		}
	}
	d.list.truncate(keep)
}

func (d *deferredEvents) clear() {
	d.list.clear()
	clear(d.pending)
	d.pending, d.waiting, d.fired = d.pending[:0], 0, nil
}
