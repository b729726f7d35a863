package executor

import (
	"time"

	"minidb/planner"
	"minidb/types"
)

// instrumented measures a node for EXPLAIN ANALYZE: PostgreSQL's
// InstrStartNode and InstrStopNode around every call. Without ANALYZE there is
// no such wrapper, and no cost.
type instrumented struct {
	Node
	in      *planner.Instrument
	running bool // this loop has been started
	first   bool // this loop has given a row
	rows    float64
	spent   time.Duration // in this loop
}

// Open counts towards the first loop's start-up.
func (n *instrumented) Open() error {
	start := time.Now()
	err := n.Node.Open()
	n.spent += time.Since(start)
	return err
}

// Next measures one call.
func (n *instrumented) Next() (types.Row, error) {
	n.running = true
	start := time.Now()
	row, err := n.Node.Next()
	n.spent += time.Since(start)
	if row != nil {
		n.rows++
	}
	if !n.first {
		n.first = true
		n.in.Startup += n.spent
	}
	return row, err
}

// Rescan ends a loop.
func (n *instrumented) Rescan() error {
	n.endLoop()
	start := time.Now()
	err := n.Node.Rescan()
	n.spent += time.Since(start)
	return err
}

// Close ends the last loop.
func (n *instrumented) Close() error {
	n.endLoop()
	return n.Node.Close()
}

func (n *instrumented) endLoop() {
	if !n.running {
		return
	}
	n.in.Loops++
	n.in.Rows += n.rows
	n.in.Total += n.spent
	n.running, n.first, n.rows, n.spent = false, false, 0, 0
}
