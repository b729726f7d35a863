package executor

import (
	"minidb/parser/tree"
	"minidb/planner"
	"minidb/types"
)

// setOp is INTERSECT and EXCEPT [ALL] of two inputs, by a hash table that
// counts each row in both. Rows come out in the order of their first
// appearance in the left input; for sorted inputs that is sort order. Few that are hashed
// come out as hash_order.go says.
type setOp struct {
	base
	plan         *planner.SetOp
	outer, inner Node
	watch        paramWatch
	table        *hashTable
	left, right  []int64 // by entry: how often it occurs
	mem          account // of the two
	again        bool    // the last row on the left had been there already
	order        []int   // in which entries are emitted, nil if as they came
	next         int
	entry        int   // the current one
	repeat       int64 // how often it is still to be emitted
}

func newSetOp(c *Ctx, p *planner.SetOp) (Node, error) {
	outer, err := build(c, p.Outer)
	if err != nil {
		return nil, err
	}
	inner, err := build(c, p.Inner)
	if err != nil {
		return nil, err
	}
	return &setOp{
		base: newBase(c, &p.PlanBase), plan: p, outer: outer, inner: inner,
		watch: watchParams(p.ExtParams), mem: account{sess: c.Sess},
	}, nil
}

func (s *setOp) Open() error {
	if err := s.outer.Open(); err != nil {
		return err
	}
	return s.inner.Open()
}

func (s *setOp) Next() (types.Row, error) {
	if s.table == nil {
		if err := s.fill(); err != nil {
			return nil, err
		}
	}
	for s.repeat == 0 {
		if s.next == s.table.len() {
			return nil, nil
		}
		s.entry = s.next
		if s.order != nil {
			s.entry = s.order[s.next]
		}
		s.repeat = s.times(s.entry)
		s.next++
	}
	s.repeat--
	return s.project(types.Row(s.table.key(s.entry)))
}

// times tells how often an entry belongs to the result.
func (s *setOp) times(e int) int64 {
	l, r := s.left[e], s.right[e]
	switch {
	case s.plan.Op == tree.Intersect && s.plan.All:
		return min(l, r)
	case s.plan.Op == tree.Intersect:
		return min(l, r, 1)
	case s.plan.All:
		return max(l-r, 0)
	case r == 0:
		return min(l, 1)
	}
	return 0
}

func (s *setOp) fill() error {
	s.watch.mark(s.ec)
	ts := make([]types.OID, len(s.plan.Cols))
	for i, c := range s.plan.Cols {
		ts[i] = c.Type
	}
	s.table = newHashTable(s.c.Sess, len(ts), bpcharFlags(ts))
	if err := s.count(s.outer, true); err != nil || s.table.len() == 0 {
		return err // without rows on the left the right is not read
	}
	if err := s.count(s.inner, false); err != nil || !s.plan.Hashed {
		return err
	}
	s.order = emitOrder(s.table, len(ts), s.plan.NumGroups, s.again)
	return nil
}

func (s *setOp) count(n Node, left bool) error {
	for {
		row, err := n.Next()
		if row == nil || err != nil {
			return err
		}
		if err := s.poll.check(s.c.Sess); err != nil {
			return err
		}
		key := row[:len(s.plan.Cols)]
		hash := s.table.hash(key)
		e := s.table.find(hash, key)
		if left {
			s.again = e >= 0
		}
		if e < 0 {
			if !left {
				continue
			}
			if e, err = s.table.add(hash, key); err != nil {
				return err
			}
			s.left, s.right = append(s.left, 0), append(s.right, 0)
			if err := s.mem.add(2 * 8); err != nil {
				return err
			}
		}
		if left {
			s.left[e]++
		} else {
			s.right[e]++
		}
	}
}

func (s *setOp) release() {
	s.table.release()
	s.mem.release()
	s.table, s.left, s.right, s.order, s.next, s.repeat = nil, nil, nil, nil, 0, 0
}

// Rescan keeps the counts if they still hold.
func (s *setOp) Rescan() error {
	if s.table != nil && !s.watch.changed(s.ec) {
		s.next, s.repeat = 0, 0
		return nil
	}
	s.release()
	if err := s.outer.Rescan(); err != nil {
		return err
	}
	return s.inner.Rescan()
}

func (s *setOp) Close() error {
	s.release()
	err := s.outer.Close()
	if e := s.inner.Close(); err == nil {
		err = e
	}
	return err
}
