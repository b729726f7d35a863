package executor

import (
	"minidb/storage"
	"minidb/types"
)

// Portal is a cursor's running plan: it stops at any row and, if its rows are
// kept, goes back. Rows are kept as they come, so a cursor that is read forwards
// only should be opened without that. A row has columns behind it that the plan
// does not name: current_of.go.
type Portal struct {
	c     *Ctx
	root  Node // nil once the portal is held
	back  bool // it may go back
	rows  *tupleStore
	first int64 // how many rows were given out before rows began to be kept
	n     int64 // rows that the plan gave so far
	at    int64 // the row it stands on, from 1; 0 is before the first
	ended bool  // the plan has no more rows
	poll  poll

	tables []standing
	marked bool
	buf    types.Row // the row last given by the plan, with its places
}

// OpenPortal starts a plan. back says whether the portal may go back.
func OpenPortal(c *Ctx, back bool) (*Portal, error) {
	p := &Portal{c: c, back: back}
	p.watch()
	var err error
	if p.root, err = Start(c); err != nil {
		return nil, err
	}
	if back {
		p.rows = newTupleStore(c, nil, storage.ReadRewind|storage.ReadBackward)
	}
	return p, nil
}

// At is the number of the row that the portal stands on: 0 before the first, one
// more than there are rows behind the last.
func (p *Portal) At() int64 { return p.at }

// OnRow tells whether the portal stands on a row.
func (p *Portal) OnRow() bool { return p.at > 0 && p.at <= p.n }

// CanGoBack tells whether Back and Rewind may be called.
func (p *Portal) CanGoBack() bool { return p.back }

// Forward goes on to the next row; nil behind the last.
func (p *Portal) Forward() (types.Row, error) {
	if err := p.poll.check(p.c.Sess); err != nil {
		return nil, err
	}
	if p.at < p.n {
		p.at++
		return p.row()
	}
	row, err := p.read()
	if err != nil {
		return nil, err
	}
	p.at = p.n
	if row == nil {
		p.at++
	}
	return row, nil
}

// read gets the plan's next row; nil at its end.
func (p *Portal) read() (types.Row, error) {
	if p.ended {
		return nil, nil
	}
	row, err := p.root.Next()
	if err != nil {
		return nil, err
	}
	if row == nil {
		p.ended = true
		return nil, nil
	}
	if len(p.tables) > 0 {
		row = p.notePlaces(row)
	}
	p.n++
	if p.rows != nil {
		err = p.rows.Put(row)
	}
	return row, err
}

// Back goes back to the row before; nil before the first.
func (p *Portal) Back() (types.Row, error) {
	if err := p.poll.check(p.c.Sess); err != nil {
		return nil, err
	}
	p.at = max(0, p.at-1)
	if p.at == 0 {
		return nil, nil
	}
	return p.row()
}

func (p *Portal) row() (types.Row, error) { return p.rows.Seek(0, p.at-p.first) }

// Rewind goes before the first row.
func (p *Portal) Rewind() { p.at = 0 }

// Hold reads the plan to its end and closes it, so that the portal outlives the
// transaction. The rows kept are no more in any statement's account then.
func (p *Portal) Hold() error {
	if p.rows == nil {
		p.rows, p.first = newTupleStore(p.c, nil, storage.ReadRewind|storage.ReadBackward), p.n
	}
	for !p.ended {
		if err := p.poll.check(p.c.Sess); err != nil {
			return err
		}
		if _, err := p.read(); err != nil {
			return err
		}
	}
	err := Finish(p.c, p.root, false)
	p.root, p.buf = nil, nil
	p.rows.keep()
	return err
}

// Close ends the plan.
func (p *Portal) Close() error {
	p.rows.close()
	if p.root == nil {
		return nil
	}
	return Finish(p.c, p.root, false)
}
