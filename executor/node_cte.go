package executor

import (
	"minidb/planner"
	"minidb/storage"
	"minidb/types"
)

// cteStore holds the rows of one WITH query, read from it as its readers need
// them and kept for all of them. Each reader has a read pointer.
type cteStore struct {
	sub     *subPlan
	layout  *types.RowLayout
	rows    *tupleStore // nil before the first row is asked for
	readers int
	started bool
	end     bool
}

// store makes the tuplestore when it is first read.
func (s *cteStore) store() *tupleStore {
	if s.rows == nil {
		s.rows = newTupleStore(s.sub.c, s.layout, storage.ReadRewind)
		for range s.readers - 1 {
			s.rows.AllocReadPointer(storage.ReadRewind)
		}
	}
	return s.rows
}

// reader adds a reader and returns its number. One that comes when rows are there
// already starts with the first of them.
func (s *cteStore) reader() int {
	s.readers++
	if s.rows != nil {
		return s.rows.AllocReadPointer(storage.ReadRewind)
	}
	return s.readers - 1
}

// next returns a reader's next row, going on with the query as far as needed; nil at
// the end.
func (s *cteStore) next(reader int) (types.Row, error) {
	rows := s.store()
	if row, err := rows.Next(reader); row != nil || err != nil || s.end {
		return row, err
	}
	if !s.started {
		s.started = true
		if err := s.sub.start(); err != nil {
			return nil, err
		}
	}
	row, err := s.sub.node.Next()
	if err != nil {
		return nil, err
	}
	if row == nil {
		s.end = true
		return nil, nil
	}
	if err := rows.Put(row); err != nil {
		return nil, err
	}
	return rows.Next(reader)
}

// forget drops the rows: parameters from outside have changed. The node that the
// WITH query belongs to sees to it (initPlanReset); each reader starts over then.
func (s *cteStore) forget() {
	if s.rows != nil {
		s.rows.Clear()
	}
	s.started, s.end = false, false
}

func (s *cteStore) close() {
	s.rows.close()
}

// drainModifyingCTEs runs INSERT, UPDATE and DELETE in WITH to their end,
// whether or not anyone read their rows: the last first, since it may read those
// before it.
func (c *Ctx) drainModifyingCTEs() error {
	for i := len(c.ctes) - 1; i >= 0; i-- {
		s := c.ctes[i]
		if s == nil || s.end {
			continue
		}
		if _, ok := c.Stmt.SubPlans[i].Plan.(*planner.ModifyTable); !ok {
			continue
		}
		if !s.started {
			s.started = true
			if err := s.sub.start(); err != nil {
				return err
			}
		}
		for !s.end {
			row, err := s.sub.node.Next()
			if err != nil {
				return err
			}
			s.end = row == nil
		}
	}
	return nil
}

// cteScan reads a WITH query's rows at its own pace.
type cteScan struct {
	base
	store  *cteStore
	reader int
}

func newCTEScan(c *Ctx, p *planner.CTEScan) *cteScan {
	st := c.ctes[p.Index]
	st.layout = p.Layout
	return &cteScan{base: newBase(c, &p.PlanBase), store: st, reader: st.reader()}
}

func (s *cteScan) Open() error { return nil }

func (s *cteScan) Next() (types.Row, error) {
	for {
		row, err := s.store.next(s.reader)
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

func (s *cteScan) Rescan() error {
	s.store.store().Rewind(s.reader)
	return nil
}

func (s *cteScan) Close() error {
	report(s.in, s.store.rows)
	return nil
}
