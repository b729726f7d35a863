package executor

import (
	"math/rand/v2"
	"slices"
	"testing"

	"minidb/session"
	"minidb/storage"
)

// plainEvents is deferredEvents done the plain way: every step looks at all events.
type plainEvents struct {
	kind  []uint32
	fired []int // number of the firing, 0 if none
	n     int   // firings so far
}

func (p *plainEvents) take(kinds uint32) (out []int) {
	p.n++
	for i, k := range p.kind {
		if p.fired[i] == 0 && kinds>>k&1 == 1 {
			p.fired[i] = p.n
			out = append(out, i)
		}
	}
	return out
}

// TestDeferredEvents compares which events are fired, in what order, with the plain
// way over random transactions with savepoints.
func TestDeferredEvents(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	for range 2000 {
		d := &deferredEvents{list: eventList{sess: &session.Session{}, bytes: deferredBytes}}
		p := &plainEvents{}
		type level struct {
			mark deferredMark
			n    int
			was  int // firings
		}
		var levels []level
		id := int64(0) // tells events apart
		var ids []int64
		for range 60 {
			switch r.IntN(6) {
			case 0, 1:
				for range r.IntN(4) {
					id++
					kind := uint32(r.IntN(4))
					if err := d.push(afterEvent{kind: kind, new: storage.TID(id)}); err != nil {
						t.Fatal(err)
					}
					p.kind, p.fired, ids = append(p.kind, kind), append(p.fired, 0), append(ids, id)
				}
			case 2:
				levels = append(levels, level{d.mark(), len(p.kind), p.n})
			case 3:
				if len(levels) > 0 {
					levels = levels[:r.IntN(len(levels))]
				}
			case 4:
				if len(levels) == 0 {
					continue
				}
				at := r.IntN(len(levels))
				l := levels[at]
				levels = levels[:at]
				d.rollback(l.mark)
				p.kind, p.fired, ids = p.kind[:l.n], p.fired[:l.n], ids[:l.n]
				for i := range p.fired {
					if p.fired[i] > l.was {
						p.fired[i] = 0
					}
				}
			case 5:
				kinds := uint32(r.IntN(16))
				var got, want []int64
				for _, i := range d.take(func(k uint32) bool { return kinds>>k&1 == 1 }, len(levels) > 0) {
					got = append(got, int64(d.list.at(i).new))
				}
				for _, i := range p.take(kinds) {
					want = append(want, ids[i])
				}
				if !slices.Equal(got, want) {
					t.Fatalf("fired %v, want %v", got, want)
				}
				if len(levels) == 0 {
					d.forgetFired()
				}
			}
			waiting := 0
			for k := range uint32(4) {
				n := 0
				for i := range p.kind {
					if p.kind[i] == k && p.fired[i] == 0 {
						n++
					}
				}
				if waiting += n; d.waits(k) != (n > 0) {
					t.Fatalf("kind %d waits: %t, want %t", k, d.waits(k), n > 0)
				}
			}
			if d.waiting != waiting {
				t.Fatalf("%d events wait, want %d", d.waiting, waiting)
			}
		}
	}
}
