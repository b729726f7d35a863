package executor

import (
	"minidb/types"
)

// Portal is a cursor's running plan: it stops at any row and, if its rows are
// kept, goes back. Rows are kept as they come, so a cursor that is read forwards
// only should be opened without that.
type Portal struct {
	c     *Ctx
	root  Node
	rows  *rowStore // nil if the portal cannot go back
	n     int64     // rows that the plan gave so far
	at    int64     // the row it stands on, from 1; 0 is before the first
	ended bool      // the plan has no more rows
	poll  poll
}

// OpenPortal starts a plan. back says whether the portal may go back.
func OpenPortal(c *Ctx, back bool) (*Portal, error) {
	root, err := Start(c)
	if err != nil {
		return nil, err
	}
	p := &Portal{c: c, root: root}
	if back {
		p.rows = newRowStore(c.Sess)
	}
	return p, nil
}

// At is the number of the row that the portal stands on: 0 before the first, one
// more than there are rows behind the last.
func (p *Portal) At() int64 { return p.at }

// OnRow tells whether the portal stands on a row.
func (p *Portal) OnRow() bool { return p.at > 0 && p.at <= p.n }

// CanGoBack tells whether Back and Rewind may be called.
func (p *Portal) CanGoBack() bool { return p.rows != nil }

// Forward goes on to the next row; nil behind the last.
func (p *Portal) Forward() (types.Row, error) {
	if err := p.poll.check(p.c.Sess); err != nil {
		return nil, err
	}
	if p.at < p.n {
		p.at++
		return p.row(), nil
	}
	if p.ended {
		p.at = p.n + 1
		return nil, nil
	}
	row, err := p.root.Next()
	if err != nil {
		return nil, err
	}
	p.at = p.n + 1
	if row == nil {
		p.ended = true
		return nil, nil
	}
	p.n++
	if p.rows != nil {
		_, err = p.rows.add(row)
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
	return p.row(), nil
}

func (p *Portal) row() types.Row { return p.rows.row(int(p.at - 1)) }

// Rewind goes before the first row.
func (p *Portal) Rewind() { p.at = 0 }

// Close ends the plan.
func (p *Portal) Close() error {
	if p.rows != nil {
		p.rows.release()
	}
	return Finish(p.c, p.root, false)
}
