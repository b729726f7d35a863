package executor

import (
	"time"

	"minidb/planner"
	"minidb/session"
	"minidb/storage"
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
	sess    *session.Session
}

// call runs one call of the node and adds up its time, the pages that it visited and
// what it logged.
func (n *instrumented) call(f func() error) error {
	buffers, wal := n.sess.BufferUsage(), *n.sess.Txn.WAL
	start := time.Now()
	err := f()
	n.spent += time.Since(start)
	n.in.Buffers.Add(buffers, n.sess.BufferUsage())
	n.in.WALRecords += n.sess.Txn.WAL.Records - wal.Records
	n.in.WALBytes += n.sess.Txn.WAL.Bytes - wal.Bytes
	return err
}

// Open counts towards the first loop's start-up.
func (n *instrumented) Open() error {
	return n.call(n.Node.Open)
}

// Next measures one call.
func (n *instrumented) Next() (types.Row, error) {
	n.running = true
	var row types.Row
	err := n.call(func() (err error) {
		row, err = n.Node.Next()
		return err
	})
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
	return n.call(n.Node.Rescan)
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

// measuredBitmap measures what gives a bitmap, as instrumented does a node.
type measuredBitmap struct {
	tidSource
	in   *planner.Instrument
	sess *session.Session
}

func (m *measuredBitmap) tids() ([]storage.TID, error) {
	before := m.sess.BufferUsage()
	start := time.Now()
	t, err := m.tidSource.tids()
	spent := time.Since(start)
	m.in.Startup += spent
	m.in.Total += spent
	m.in.Buffers.Add(before, m.sess.BufferUsage())
	return t, err
}
