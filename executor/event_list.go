package executor

import (
	"time"

	"minidb/session"
	"minidb/storage"
)

// afterEvent is one row that was changed: the place of the version that ended and
// of the one that began, InvalidTID where there is none.
type afterEvent struct {
	old, new storage.TID
	kind     uint32 // in AfterTriggers.kinds
	fired    bool   // of deferred events: see deferredEvents
}

const (
	eventBytes  = 24
	chunkEvents = 2048
	fewEvents   = 16 // what most lists do with; room for them is kept
)

// eventList is a list of events in chunks, which count against the statement's
// memory limit: those of earlier statements too, once the list grows.
type eventList struct {
	sess   *session.Session
	bytes  int64 // what an event is charged with
	chunks [][]afterEvent
	few    []afterEvent // the first chunk of the last list, if it was small
	freed  int          // chunks given back at the front
	n      int
	since  time.Time // the statement that the chunks are charged to
}

func (l *eventList) at(i int) *afterEvent { return &l.chunks[i/chunkEvents][i%chunkEvents] }

func (l *eventList) push(e afterEvent) error {
	if l.n == len(l.chunks)*chunkEvents {
		if err := l.addChunk(); err != nil {
			return err
		}
	}
	last := len(l.chunks) - 1
	l.chunks[last] = append(l.chunks[last], e)
	l.n++
	return nil
}

// addChunk adds an empty chunk. The first one grows with its events.
func (l *eventList) addChunk() error {
	chunks := 1
	if l.since != l.sess.StmtStart {
		chunks += len(l.chunks) - l.freed
		l.since = l.sess.StmtStart
	}
	if err := l.sess.Grow(int64(chunks) * chunkEvents * l.bytes); err != nil {
		return err
	}
	chunk := l.few
	switch {
	case len(l.chunks) > 0:
		chunk = make([]afterEvent, 0, chunkEvents)
	case chunk == nil:
		chunk = make([]afterEvent, 0, fewEvents)
	}
	l.chunks, l.few = append(l.chunks, chunk), nil
	return nil
}

// freeBefore gives back the chunks that lie wholly before event i.
func (l *eventList) freeBefore(i int) {
	for ; (l.freed+1)*chunkEvents <= i; l.freed++ {
		l.chunks[l.freed] = nil
		l.shrink(1)
	}
}

func (l *eventList) shrink(chunks int) {
	if l.since == l.sess.StmtStart {
		l.sess.Shrink(int64(chunks) * chunkEvents * l.bytes)
	}
}

// truncate forgets the events from n on.
func (l *eventList) truncate(n int) {
	keep := (n + chunkEvents - 1) / chunkEvents
	if gone := len(l.chunks) - max(keep, l.freed); gone > 0 {
		l.shrink(gone)
	}
	clear(l.chunks[keep:])
	l.chunks = l.chunks[:keep]
	if rest := n % chunkEvents; rest > 0 {
		l.chunks[keep-1] = l.chunks[keep-1][:rest]
	}
	l.n = n
}

func (l *eventList) clear() {
	if len(l.chunks) == 0 {
		return
	}
	if first := l.chunks[0]; cap(first) == fewEvents {
		l.few = first[:0]
	}
	l.truncate(0)
	l.freed = 0
}
