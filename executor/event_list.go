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
	fired    uint32 // number of the firing; 0 if pending
}

const (
	eventBytes  = 24
	chunkEvents = 2048
)

// eventList is a list of events in chunks, which count against the statement's
// memory limit: those of earlier statements too, once the list grows.
type eventList struct {
	sess   *session.Session
	chunks [][]afterEvent
	freed  int // chunks given back at the front
	n      int
	since  time.Time // the statement that the chunks are charged to
}

func (l *eventList) at(i int) *afterEvent { return &l.chunks[i/chunkEvents][i%chunkEvents] }

func (l *eventList) push(e afterEvent) error {
	if l.n == len(l.chunks)*chunkEvents {
		chunks := 1
		if l.since != l.sess.StmtStart {
			chunks += len(l.chunks) - l.freed
			l.since = l.sess.StmtStart
		}
		if err := l.sess.Grow(int64(chunks) * chunkEvents * eventBytes); err != nil {
			return err
		}
		l.chunks = append(l.chunks, make([]afterEvent, 0, chunkEvents))
	}
	last := len(l.chunks) - 1
	l.chunks[last] = append(l.chunks[last], e)
	l.n++
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
		l.sess.Shrink(int64(chunks) * chunkEvents * eventBytes)
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
	if l.n > 0 || len(l.chunks) > 0 {
		l.truncate(0)
		l.chunks, l.freed = nil, 0
	}
}
