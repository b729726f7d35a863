package commands

import (
	"fmt"

	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// FETCH and MOVE: PostgreSQL's DoPortalRunFetch. A direction becomes steps to
// the place before the rows wanted, and a run over these.

// run is a piece of a cursor's rows: up to count of them, or all (tree.FetchAll).
type run struct {
	cur     *cursor
	forward bool
	count   int64
	done    bool
	passed  int64
}

func (c *Ctx) fetch(s *tree.Fetch) (*Result, error) {
	cur, err := c.Cursors.runnable(s.Cursor)
	if err != nil {
		return nil, err
	}
	r, err := cur.seek(s)
	if err != nil {
		cur.failed = true
		return nil, err
	}
	if !s.Move {
		return &Result{Tag: "FETCH", Columns: cur.columns, Pull: r.next}, nil
	}
	n, err := r.skip()
	if err != nil {
		return nil, err
	}
	return tag(fmt.Sprintf("MOVE %d", n))
}

// seek goes to the place from which the rows of a FETCH are run over.
func (c *cursor) seek(s *tree.Fetch) (*run, error) {
	n := s.Count
	switch s.Direction {
	case tree.FetchAbsolute:
		return c.seekAbsolute(n)
	case tree.FetchRelative:
		switch {
		case n > 0:
			return c.after(true, n-1)
		case n < 0:
			return c.after(false, -n-1)
		}
		return c.ahead(true, 0, s.Move)
	}
	forward := s.Direction == tree.FetchForward
	if n < 0 {
		forward, n = !forward, -n
	}
	return c.ahead(forward, n, s.Move)
}

// after skips n rows; the one behind them is wanted.
func (c *cursor) after(forward bool, n int64) (*run, error) {
	if err := c.pass(forward, n); err != nil {
		return nil, err
	}
	return c.run(forward, 1)
}

func (c *cursor) seekAbsolute(n int64) (*run, error) {
	at := c.portal.At()
	switch {
	case n == 0:
		if err := c.rewind(); err != nil {
			return nil, err
		}
		return c.run(true, 0)
	case n < 0:
		if err := c.pass(true, tree.FetchAll); err != nil {
			return nil, err
		}
		return c.after(false, -n-1)
	case n-1 <= at/2:
		if err := c.rewind(); err != nil {
			return nil, err
		}
		return c.after(true, n-1)
	case n <= at:
		if err := c.pass(false, at-n+1); err != nil {
			return nil, err
		}
		return c.run(true, 1)
	}
	return c.after(true, n-at-1)
}

// ahead is FETCH FORWARD and BACKWARD; none at all is the row once more.
func (c *cursor) ahead(forward bool, n int64, move bool) (*run, error) {
	switch {
	case n == 0 && !c.portal.OnRow():
		return c.run(true, 0)
	case n == 0 && move:
		return &run{cur: c, done: true, passed: 1}, nil
	case n == 0:
		if err := c.pass(false, 1); err != nil {
			return nil, err
		}
		return c.run(true, 1)
	case !forward && move && n == tree.FetchAll:
		passed := max(0, c.portal.At()-1)
		if err := c.rewind(); err != nil {
			return nil, err
		}
		return &run{cur: c, done: true, passed: passed}, nil
	}
	return c.run(forward, n)
}

func (c *cursor) rewind() error {
	if c.portal.At() == 0 {
		return nil
	}
	if !c.portal.CanGoBack() {
		return forwardOnly()
	}
	c.portal.Rewind()
	return nil
}

func forwardOnly() error {
	return pgerr.New(pgerr.ObjectNotInPrerequisiteState, "cursor can only scan forward").
		WithHint("Declare it with SCROLL option to enable backward scan.")
}

// run makes a run over the next n rows.
func (c *cursor) run(forward bool, n int64) (*run, error) {
	if !forward && !c.portal.CanGoBack() {
		return nil, forwardOnly()
	}
	return &run{cur: c, forward: forward, count: n, done: n <= 0}, nil
}

// pass runs over n rows without giving them out.
func (c *cursor) pass(forward bool, n int64) error {
	if n <= 0 {
		return nil
	}
	r, err := c.run(forward, n)
	if err == nil {
		_, err = r.skip()
	}
	return err
}

// next gives out the run's rows.
func (r *run) next() (types.Row, error) {
	if r.done || r.passed == r.count {
		return nil, nil
	}
	step := r.cur.portal.Back
	if r.forward {
		step = r.cur.portal.Forward
	}
	row, err := step()
	switch {
	case err != nil:
		r.cur.failed = true
	case row == nil:
		r.done = true
	default:
		r.passed++
	}
	return row, err
}

// skip runs over the rows and counts them.
func (r *run) skip() (int64, error) {
	for {
		row, err := r.next()
		if row == nil || err != nil {
			return r.passed, err
		}
	}
}
