package executor

import (
	"minidb/planner"
	"minidb/storage"
	"minidb/types"
)

// incrementalSort sorts rows that are in order by the first columns already. Groups of
// rows that agree in those (the prefix) may be small or large, so there are two sorts,
// as in PostgreSQL. The full sort takes at least minGroup rows, of several groups if
// these are small, and sorts them by all columns. When it has got more than maxFull
// rows and the last group is still not at its end, that group is expected to be large:
// its rows go on to the prefix sort, which compares the other columns only.
type incrementalSort struct {
	base
	plan   *planner.IncrementalSort
	child  Node
	prefix []planner.SortCol
	mem    account

	full, rest *storage.Sorter // nil before they are used
	reading    *storage.Sorter // where the next row is; nil: rows are to be loaded
	remaining  int             // rows of full that have not gone to rest
	transfer   types.Row       // the first of them, if it has been read; nil: it has not
	pivot      types.Row       // the row whose prefix makes the group
	carried    bool            // pivot has been read, but put into no sort
	end        bool            // the child is exhausted

	bound int64 // 0: all rows
	done  int64 // rows that were sorted of those
}

const (
	minGroup = 32
	maxFull  = 2 * minGroup
)

func newIncrementalSort(c *Ctx, p *planner.IncrementalSort) (Node, error) {
	child, err := build(c, p.Child)
	if err != nil {
		return nil, err
	}
	return &incrementalSort{
		base: newBase(c, &p.PlanBase), plan: p, child: child, prefix: p.Keys[:p.Presorted], mem: account{sess: c.Sess},
	}, nil
}

func (s *incrementalSort) setBound(rows int64) { s.bound = rows }

func (s *incrementalSort) Open() error { return s.child.Open() }

func (s *incrementalSort) Next() (types.Row, error) {
	for {
		if s.reading != nil {
			if row := s.reading.Next(); row != nil {
				return row, nil
			}
			if err := s.reading.Err(); err != nil {
				return nil, err
			}
			s.reading = nil
		}
		var err error
		switch {
		case s.remaining > 0:
			err = s.fillRest()
		case s.end && !s.carried:
			return nil, nil
		default:
			err = s.fillFull()
		}
		if err != nil {
			return nil, err
		}
	}
}

// sorter makes a sort by some of the keys, or the old one ready for new rows.
func (s *incrementalSort) sorter(old *storage.Sorter, keys []planner.SortCol, bound int64) *storage.Sorter {
	if old != nil {
		old.Reset(bound)
		return old
	}
	return storage.NewSorter(storage.SortConfig{
		Keys: sortKeys(s.c, keys), WorkMem: workMem(s.c), Bound: bound, Bounded: s.bound > 0,
		Layout: s.plan.Layout, Interrupted: s.c.Sess.Interrupted, Files: &s.c.Sess.TempFiles,
	})
}

// read gets the child's next row; nil at its end.
func (s *incrementalSort) read() (types.Row, error) {
	if s.end {
		return nil, nil
	}
	if err := s.poll.check(s.c.Sess); err != nil {
		return nil, err
	}
	row, err := s.child.Next()
	s.end = row == nil && err == nil
	return row, err
}

func (s *incrementalSort) put(to *storage.Sorter, row types.Row) error {
	if err := to.Put(row); err != nil {
		return err
	}
	used := to.Used()
	if to == s.rest && s.full != nil {
		used += s.full.Used()
	} else if to == s.full && s.rest != nil {
		used += s.rest.Used()
	}
	return s.mem.set(used)
}

// fillFull loads rows for the full sort until they are enough groups, or one that
// does not end.
func (s *incrementalSort) fillFull() error {
	least, bound := minGroup, int64(0)
	if s.bound > 0 {
		if left := s.bound - s.done; left < minGroup {
			bound, least = max(left, 1), max(int(left), 1)
		}
	}
	s.full = s.sorter(s.full, s.plan.Keys, bound)
	n := 0
	if s.carried {
		s.carried = false
		if err := s.put(s.full, s.pivot); err != nil {
			return err
		}
		n++
	}
	for {
		row, err := s.read()
		if err != nil {
			return err
		}
		if row == nil {
			break
		}
		if n >= least && !equalCols(s.pivot, row, s.prefix) {
			s.carry(row)
			break
		}
		if err := s.put(s.full, row); err != nil {
			return err
		}
		if n++; n == least {
			s.pivot = append(s.pivot[:0], row...)
		}
		if n > maxFull {
			return s.toRest(n)
		}
	}
	s.done += int64(n)
	return s.sorted(s.full, 0)
}

// carry keeps a row for the next group.
func (s *incrementalSort) carry(row types.Row) {
	s.pivot, s.carried = append(s.pivot[:0], row...), true
}

// sorted sorts and gets ready to read; kind is 0 for the full sort, 1 for the other.
func (s *incrementalSort) sorted(sorter *storage.Sorter, kind int) error {
	if err := sorter.Sort(); err != nil {
		return err
	}
	s.note(sorter, kind)
	s.reading = sorter
	return nil
}

// toRest hands the rows of the full sort, of which there are n, over to the other.
func (s *incrementalSort) toRest(n int) error {
	if err := s.full.Sort(); err != nil {
		return err
	}
	s.note(s.full, 0)
	if s.full.UsedBound() {
		n = min(n, int(s.bound-s.done))
	}
	s.remaining, s.transfer = n, nil
	return s.fillRest()
}

// fillRest takes one group from the full sort. If that is the last one there, the child
// may have more of it.
func (s *incrementalSort) fillRest() error {
	bound := int64(0)
	if s.bound > 0 {
		bound = max(s.bound-s.done, 1)
	}
	s.rest = s.sorter(s.rest, s.plan.Keys[s.plan.Presorted:], bound)
	n := 0
	take := func(row types.Row) error {
		if n == 0 {
			s.pivot = append(s.pivot[:0], row...)
		}
		n++
		return s.put(s.rest, row)
	}
	if s.transfer != nil {
		if err := take(s.transfer); err != nil {
			return err
		}
		s.transfer = nil
		s.remaining--
	}
	for s.remaining > 0 {
		row := s.full.Next()
		if row == nil {
			return s.full.Err()
		}
		if n > 0 && !equalCols(s.pivot, row, s.prefix) {
			s.transfer = append(types.Row{}, row...)
			s.done += int64(n)
			return s.sorted(s.rest, 1)
		}
		if err := take(row); err != nil {
			return err
		}
		s.remaining--
	}
	for {
		row, err := s.read()
		if err != nil {
			return err
		}
		if row == nil {
			break
		}
		if !equalCols(s.pivot, row, s.prefix) {
			s.carry(row)
			break
		}
		if err := take(row); err != nil {
			return err
		}
	}
	s.done += int64(n)
	return s.sorted(s.rest, 1)
}

// note counts a group for EXPLAIN ANALYZE.
func (s *incrementalSort) note(sorter *storage.Sorter, kind int) {
	if s.in == nil {
		return
	}
	if s.in.SortGroups == nil {
		s.in.SortGroups = new([2]planner.SortGroups)
	}
	st := sorter.Stats()
	s.in.SortGroups[kind].Add(st.Method, st.SpaceKB, st.Disk)
}

func (s *incrementalSort) Rescan() error {
	s.drop()
	s.end, s.carried, s.remaining, s.transfer, s.done = false, false, 0, nil, 0
	return s.child.Rescan()
}

func (s *incrementalSort) drop() {
	for _, sorter := range []*storage.Sorter{s.full, s.rest} {
		if sorter != nil {
			sorter.Close()
		}
	}
	s.full, s.rest, s.reading = nil, nil, nil
	s.mem.release()
}

func (s *incrementalSort) Close() error {
	s.drop()
	return s.child.Close()
}
