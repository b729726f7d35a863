package executor

import (
	"minidb/planner"
	"minidb/settings"
	"minidb/storage"
	"minidb/types"
)

// sortNode sorts its child's rows. A Limit above it may tell it how many rows
// are wanted, which makes it a top-N sort.
type sortNode struct {
	base
	plan   *planner.Sort
	child  Node
	sorter *storage.Sorter
	watch  paramWatch
	bound  int64 // 0: all rows
	sorted int64 // the bound of the rows in the sorter
	done   bool  // the sorter holds the sorted rows
	ready  bool  // the sorter, or the child, is where the next row is
	passed bool  // the child's rows are in order: they are read again, not sorted
	stale  bool  // the child has been read and must start again
	mem    account
}

// bounder is a node that can make use of a limit on the rows read from it.
type bounder interface{ setBound(rows int64) }

func newSort(c *Ctx, p *planner.Sort) (Node, error) {
	child, err := build(c, p.Child)
	if err != nil {
		return nil, err
	}
	return &sortNode{
		base: newBase(c, &p.PlanBase), plan: p, child: child, watch: watchParams(p.ExtParams), mem: account{sess: c.Sess},
	}, nil
}

func (s *sortNode) setBound(rows int64) { s.bound = rows }

// enough tells whether the sorter holds all rows that are wanted.
func (s *sortNode) enough() bool {
	return s.done && (s.sorted == 0 || s.bound > 0 && s.bound <= s.sorted)
}

func (s *sortNode) Open() error { return s.child.Open() }

func (s *sortNode) Next() (types.Row, error) {
	if !s.ready {
		if err := s.prepare(); err != nil {
			return nil, err
		}
	}
	if s.passed {
		return s.child.Next()
	}
	row := s.sorter.Next()
	if row == nil {
		return nil, s.sorter.Err()
	}
	return row, nil
}

// skip leaves out up to n rows and returns how many: sorted rows need not be looked at.
func (s *sortNode) skip(n int64) (int64, error) {
	if !s.ready {
		if err := s.prepare(); err != nil {
			return 0, err
		}
	}
	if s.passed {
		return 0, nil
	}
	return s.sorter.Skip(n), nil
}

// prepare makes the sorter give its first row: by sorting, or again.
func (s *sortNode) prepare() error {
	if s.enough() {
		s.ready = true
		if s.passed {
			return s.child.Rescan()
		}
		return s.sorter.Rewind()
	}
	if s.stale {
		if err := s.child.Rescan(); err != nil {
			return err
		}
	}
	s.drop()
	if err := s.sort(); err != nil {
		return err
	}
	s.ready = true
	return nil
}

func (s *sortNode) sort() error {
	s.stale, s.sorted = true, s.bound
	s.watch.mark(s.ec)
	s.sorter = newSorter(s.c, s.plan.Keys, s.plan.Layout, s.bound, s.plan.Reread)
	if err := s.putAll(); err != nil {
		return err
	}
	s.done = true
	if s.in != nil {
		st := s.sorter.Stats()
		s.in.SortMethod, s.in.SortKB, s.in.SortDisk = st.Method, st.SpaceKB, st.Disk
	}
	return nil
}

// follow finds out whether the child's other rows come in order too. The child is then at
// its start again.
func (s *sortNode) follow() error {
	for {
		row, err := s.child.Next()
		if err != nil {
			return err
		}
		if s.passed = row == nil; s.passed || !s.sorter.Follow(row) {
			return s.child.Rescan()
		}
		if err := s.poll.check(s.c.Sess); err != nil {
			return err
		}
	}
}

// putAll sorts the child's rows, or sees that they need no sorting.
func (s *sortNode) putAll() error {
	for {
		row, err := s.child.Next()
		if err != nil {
			return err
		}
		if row == nil {
			break
		}
		if err := s.poll.check(s.c.Sess); err != nil {
			return err
		}
		if err := s.sorter.Put(row); err != nil {
			return err
		}
		if err := s.mem.set(s.sorter.Used()); err != nil {
			return err
		}
		if s.sorter.Following() {
			if err := s.follow(); err != nil || s.passed {
				return err
			}
		}
	}
	return s.sorter.Sort()
}

// newSorter makes a sorter of rows that are measured by layout; bound and again as in
// storage.SortConfig.
func newSorter(c *Ctx, keys []planner.SortCol, layout *types.RowLayout, bound int64, again bool) *storage.Sorter {
	return storage.NewSorter(storage.SortConfig{
		Keys: sortKeys(c, keys), WorkMem: workMem(c), Bound: bound, Layout: layout, Again: again, Interrupted: c.Sess.Interrupted, Files: &c.Sess.TempFiles,
	})
}

// workMem is the session's work_mem in bytes.
func workMem(c *Ctx) int64 { return c.Sess.Set.Int(settings.WorkMem) * 1024 }

// Rescan keeps the sorted rows if they still hold. Whether there are enough of
// them shows when a Limit above has told how many it wants.
func (s *sortNode) Rescan() error {
	s.ready = false
	if !s.watch.changed(s.ec) {
		return nil
	}
	s.drop()
	s.stale = false
	return s.child.Rescan()
}

func (s *sortNode) drop() {
	if s.sorter != nil {
		s.sorter.Close()
	}
	s.mem.release()
	s.sorter, s.done, s.ready, s.passed = nil, false, false, false
}

func (s *sortNode) Close() error {
	s.drop()
	return s.child.Close()
}
