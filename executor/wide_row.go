package executor

import "minidb/types"

// Memory for one row of many columns is lent by the session for an execution: a statement
// that writes one row of 1000 columns would otherwise leave more garbage in such rows
// than it stores. PostgreSQL frees its own with the execution's memory context.

const (
	wideRow   = 128 // datums; shorter rows are not worth it
	spareRows = 6   // that a session keeps
)

// newRow returns an empty row of n datums, for the execution's nodes.
func (c *Ctx) newRow(n int) types.Row {
	if c == nil || n < wideRow {
		return make(types.Row, n)
	}
	var row types.Row
	spare := c.Sess.SpareRows
	if last := len(spare) - 1; last >= 0 && cap(spare[last]) >= n {
		row, c.Sess.SpareRows = spare[last][:n], spare[:last]
	} else {
		row = make(types.Row, n)
	}
	c.lent = append(c.lent, row)
	return row
}

// Release gives the memory of rows back after Finish. The nodes must not run again, and
// what they returned is gone.
func (c *Ctx) Release() {
	for _, row := range c.lent {
		if clear(row); len(c.Sess.SpareRows) < spareRows {
			c.Sess.SpareRows = append(c.Sess.SpareRows, row)
		}
	}
	c.lent = nil
}
