package executor

import (
	"minidb/planner"
	"minidb/storage"
	"minidb/types"
)

// recursiveUnion runs WITH RECURSIVE: the first term once, then the second
// again and again over the rows that the round before gave (the working
// table), until a round gives none.
type recursiveUnion struct {
	base
	plan         *planner.RecursiveUnion
	outer, inner Node
	seen         *hashTable // UNION: rows given so far; nil for UNION ALL
	table        *workTable
	recursing    bool
	opened       bool
}

// workTable is shared by a recursive union and the scans inside its second term.
type workTable struct {
	param      int
	rows, next *tupleStore // of the round before, and of this one; nil before the first row
	scans      int         // each reads with a pointer of its own
}

func (c *Ctx) workTable(param int) *workTable {
	for _, t := range c.tables {
		if t.param == param {
			return t
		}
	}
	t := &workTable{param: param}
	c.tables = append(c.tables, t)
	return t
}

// open makes the stores.
func (t *workTable) open(c *Ctx, layout *types.RowLayout) {
	t.rows, t.next = newTupleStore(c, layout, storage.ReadRewind), newTupleStore(c, layout, storage.ReadRewind)
	for range t.scans - 1 {
		t.rows.AllocReadPointer(storage.ReadRewind)
		t.next.AllocReadPointer(storage.ReadRewind)
	}
}

func newRecursiveUnion(c *Ctx, p *planner.RecursiveUnion) (Node, error) {
	u := &recursiveUnion{base: newBase(c, &p.PlanBase), plan: p}
	u.table = c.workTable(p.WTParam)
	if p.Distinct != nil {
		ts := make([]types.OID, len(p.Distinct))
		for i, d := range p.Distinct {
			ts[i] = d.Type
		}
		u.seen = newHashTable(c.Sess, len(ts), bpcharFlags(ts))
	}
	var err error
	if u.outer, err = build(c, p.Outer); err != nil {
		return nil, err
	}
	u.inner, err = build(c, p.Inner)
	return u, err
}

func (u *recursiveUnion) Open() error { return u.outer.Open() }

func (u *recursiveUnion) Next() (types.Row, error) {
	for {
		row, err := u.nextRow()
		if row == nil || err != nil {
			return nil, err
		}
		if err := u.c.Sess.Interrupted(); err != nil {
			return nil, err
		}
		if ok, err := u.isNew(row); err != nil {
			return nil, err
		} else if !ok {
			continue
		}
		if err := u.table.next.Put(row); err != nil {
			return nil, err
		}
		return row, nil
	}
}

// isNew tells whether UNION has not given the row before; UNION ALL takes all.
func (u *recursiveUnion) isNew(row types.Row) (bool, error) {
	if u.seen == nil {
		return true, nil
	}
	hash := u.seen.hash(row)
	if u.seen.find(hash, row) >= 0 {
		return false, nil
	}
	_, err := u.seen.add(hash, row)
	return true, err
}

// nextRow reads the current term, going on to the next round at its end.
func (u *recursiveUnion) nextRow() (types.Row, error) {
	if !u.recursing {
		if u.table.rows == nil {
			u.table.open(u.c, u.plan.Layout)
		}
		row, err := u.outer.Next()
		if row != nil || err != nil {
			return row, err
		}
		u.recursing = true
		if ok, err := u.round(); !ok || err != nil {
			return nil, err
		}
	}
	for {
		row, err := u.inner.Next()
		if row != nil || err != nil {
			return row, err
		}
		if ok, err := u.round(); !ok || err != nil {
			return nil, err
		}
	}
}

// round makes the rows just found the working table; false if there are none.
func (u *recursiveUnion) round() (bool, error) {
	t := u.table
	t.rows, t.next = t.next, t.rows
	t.next.Clear()
	u.ec.SetExec(t.param, types.NullDatum) // what depends on the working table is out of date
	if t.rows.Rows() == 0 {
		return false, nil
	}
	if !u.opened {
		u.opened = true
		return true, u.inner.Open()
	}
	return true, u.inner.Rescan()
}

func (u *recursiveUnion) Rescan() error {
	u.recursing = false
	if u.table.rows != nil {
		u.table.rows.Clear()
		u.table.next.Clear()
	}
	if u.seen != nil {
		u.seen.reset()
	}
	return u.outer.Rescan()
}

func (u *recursiveUnion) Close() error {
	report(u.in, u.table.rows, u.table.next)
	u.table.rows.close()
	u.table.next.close()
	u.seen.release()
	err := u.outer.Close()
	if e := u.inner.Close(); err == nil {
		err = e
	}
	return err
}

// workTableScan reads the working table of the recursive union around it.
type workTableScan struct {
	base
	table  *workTable
	reader int
}

func newWorkTableScan(c *Ctx, p *planner.WorkTableScan) *workTableScan {
	t := c.workTable(p.WTParam)
	s := &workTableScan{base: newBase(c, &p.PlanBase), table: t, reader: t.scans}
	t.scans++
	if t.rows != nil && s.reader > 0 {
		t.rows.AllocReadPointer(storage.ReadRewind)
		t.next.AllocReadPointer(storage.ReadRewind)
	}
	return s
}

func (s *workTableScan) Open() error { return nil }

func (s *workTableScan) Next() (types.Row, error) {
	for {
		row, err := s.table.rows.Next(s.reader)
		if row == nil || err != nil {
			return nil, err
		}
		if err := s.poll.check(s.c.Sess); err != nil {
			return nil, err
		}
		ok, err := s.passes(row)
		if err != nil {
			return nil, err
		}
		if ok {
			return s.project(row)
		}
	}
}

func (s *workTableScan) Rescan() error {
	if s.table.rows != nil {
		s.table.rows.Rewind(s.reader)
	}
	return nil
}

func (s *workTableScan) Close() error { return nil }
