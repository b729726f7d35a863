package session

import "sync/atomic"

// Phase is what a statement that writes many rows is doing.
type Phase uint32

// The phases.
const (
	NoPhase   Phase = iota
	Inserting       // INSERT, CREATE TABLE AS
	Copying         // COPY FROM
	Indexing        // an index is filled
	Scanning        // ALTER TABLE reads the rows
)

// Progress is how far the running statement has come. The session writes it;
// Load may be called from any goroutine.
type Progress struct {
	n           int64 // the session's own count
	phase       atomic.Uint32
	done, total atomic.Int64
}

// progressEvery is how many rows pass before others hear of them: a power of two.
const progressEvery = 16

// Start begins a phase of total rows, 0 if nobody knows how many.
func (p *Progress) Start(phase Phase, total int64) {
	p.n = 0
	p.done.Store(0)
	p.total.Store(total)
	p.phase.Store(uint32(phase))
}

// Add counts a row. A statement's first one begins the phase.
func (p *Progress) Add(phase Phase) {
	if p.n++; p.n%progressEvery == 1 {
		p.done.Store(p.n)
		p.phase.Store(uint32(phase))
	}
}

// end forgets a statement.
func (p *Progress) end() {
	if p.phase.Load() != uint32(NoPhase) {
		p.Start(NoPhase, 0)
	}
	p.n = 0
}

// Load returns the phase, the rows that are done, and how many there are in all
// or 0.
func (p *Progress) Load() (phase Phase, done, total int64) {
	return Phase(p.phase.Load()), p.done.Load(), p.total.Load()
}
