package executor

import (
	"slices"

	"minidb/expr"
	"minidb/planner"
	"minidb/storage"
	"minidb/types"
)

// Grouping sets: the input is read once for all hashed sets and the first chain of
// sorted ones; each further chain reads it again from a sort. A sorted chain has one
// open group for each of its sets, and a change in a set's columns closes its group
// and those of the sets before it. Finished groups wait in a queue.

// groupingSets is what an Agg node with grouping sets keeps.
type groupingSets struct {
	hashed  []*hashedSet
	chains  []*planner.Rollup // sorted
	chain   int               // being read
	open    []openSet         // of the chain, largest set first
	prev    types.Row         // the last row of the chain; nil before the first
	sorter  *storage.Sorter   // the chain's input, nil if that is the child
	filling *storage.Sorter   // the next chain's input
	queue   []types.Row
	read    bool
	// emitting is the hashed set whose groups come next, emitted how many have come.
	emitting, emitted int
}

// openSet is the group of a sorted set that rows are being added to.
type openSet struct {
	set   *planner.GroupingSet
	calls []aggCall
	cols  []planner.SortCol
	first types.Row
	begun bool
}

// hashedSet has all groups of one set.
type hashedSet struct {
	set    *planner.GroupingSet
	groups float64 // the planner's estimate
	again  bool    // the last row was of a group that had been met
	order  []int   // in which groups are emitted, nil if as they came
	table  *hashTable
	key    []types.Datum // the set's columns, then the columns carried along
	states []expr.AggState
}

func (a *agg) newSets() *groupingSets {
	s := &groupingSets{}
	for i := range a.plan.Rollups {
		r := &a.plan.Rollups[i]
		if !r.Hashed {
			s.chains = append(s.chains, r)
			continue
		}
		set := &r.Sets[0]
		ts := make([]types.OID, 0, len(set.Cols))
		for _, c := range set.Cols {
			ts = append(ts, a.plan.GroupTypes[c])
		}
		n := len(set.Cols) + a.plan.Carried
		s.hashed = append(s.hashed, &hashedSet{set: set, groups: r.NumGroups, table: newHashTable(a.c.Sess, n, bpcharFlags(ts)), key: make([]types.Datum, n)})
	}
	return s
}

// nextSets puts the next finished group into a.row.
func (a *agg) nextSets() (bool, error) {
	if a.sets == nil {
		a.watch.mark(a.ec)
		a.sets = a.newSets()
		if err := a.sets.begin(a); err != nil {
			return false, err
		}
	}
	s := a.sets
	for len(s.queue) == 0 {
		if s.read {
			if ok, err := s.emit(a); !ok {
				return false, err
			}
			continue
		}
		if err := s.step(a); err != nil {
			return false, err
		}
	}
	copy(a.row, s.queue[0])
	s.queue = s.queue[1:]
	return true, nil
}

// begin makes the open groups of the current chain and the sort of the next.
func (s *groupingSets) begin(a *agg) error {
	s.open, s.prev = nil, nil
	if s.chain >= len(s.chains) {
		return nil
	}
	for i := range s.chains[s.chain].Sets {
		o := openSet{set: &s.chains[s.chain].Sets[i]}
		for _, c := range o.set.Cols {
			o.cols = append(o.cols, planner.SortCol{Col: a.plan.GroupCols[c], Type: a.plan.GroupTypes[c]})
		}
		for _, call := range a.plan.Aggs {
			o.calls = append(o.calls, newAggCall(call))
		}
		s.open = append(s.open, o)
	}
	if s.chain+1 < len(s.chains) {
		s.filling = newSorter(a.c, s.chains[s.chain+1].Sort, nil, 0, false)
	}
	return nil
}

// step reads one row, or ends a chain.
func (s *groupingSets) step(a *agg) error {
	if err := a.poll.check(a.c.Sess); err != nil {
		return err
	}
	row, err := s.input(a)
	if err != nil {
		return err
	}
	if row == nil {
		return s.endChain(a)
	}
	if s.chain == 0 {
		for _, h := range s.hashed {
			if err := h.add(a, row); err != nil {
				return err
			}
		}
	}
	if s.filling != nil {
		if err := s.filling.Put(row); err != nil {
			return err
		}
	}
	return s.addSorted(a, row)
}

func (s *groupingSets) input(a *agg) (types.Row, error) {
	if s.sorter == nil {
		return a.child.Next()
	}
	row := s.sorter.Next()
	if row == nil {
		return nil, s.sorter.Err()
	}
	return row, nil
}

func (s *groupingSets) addSorted(a *agg, row types.Row) error {
	for i := range s.open {
		o := &s.open[i]
		if o.begun && !equalCols(s.prev, row, o.cols) {
			if err := s.close(a, o); err != nil {
				return err
			}
		}
		if !o.begun {
			o.begin(row)
		}
		for k := range o.calls {
			if err := o.calls[k].advance(a, row); err != nil {
				return err
			}
		}
	}
	s.prev = append(s.prev[:0], row...)
	return nil
}

func (o *openSet) begin(row types.Row) {
	o.begun, o.first = true, append(o.first[:0], row...)
	for k := range o.calls {
		o.calls[k].begin()
	}
}

// close finishes a group and queues its row.
func (s *groupingSets) close(a *agg, o *openSet) error {
	out := s.result(a, o.set, func(col int) types.Datum { return o.first[a.plan.GroupCols[col]] })
	for k := range o.calls {
		d, err := o.calls[k].finish(a)
		if err != nil {
			return err
		}
		out[len(a.plan.GroupCols)+k] = d
	}
	o.begun = false
	s.queue = append(s.queue, out)
	return nil
}

// result makes a row of a set's columns and of those carried along; the other group
// columns are NULL.
func (s *groupingSets) result(a *agg, set *planner.GroupingSet, value func(col int) types.Datum) types.Row {
	out := make(types.Row, len(a.row))
	for _, c := range set.Cols {
		out[c] = value(c)
	}
	for c := len(a.plan.GroupCols) - a.plan.Carried; c < len(a.plan.GroupCols); c++ {
		out[c] = value(c)
	}
	at := len(a.plan.GroupCols) + len(a.calls)
	for i, v := range set.Groupings {
		out[at+i] = types.NewInt(v)
	}
	return out
}

// endChain closes the groups of a chain; a set without columns has one even if
// there were no rows.
func (s *groupingSets) endChain(a *agg) error {
	for i := range s.open {
		o := &s.open[i]
		if !o.begun && len(o.set.Cols) == 0 && s.prev == nil {
			o.begin(make(types.Row, slices.Max(append(slices.Clone(a.plan.GroupCols), 0))+1))
		}
		if o.begun {
			if err := s.close(a, o); err != nil {
				return err
			}
		}
	}
	if s.sorter != nil {
		s.sorter.Close()
	}
	s.sorter, s.filling = s.filling, nil
	if s.chain++; s.chain < len(s.chains) {
		if err := s.sorter.Sort(); err != nil {
			return err
		}
		return s.begin(a)
	}
	s.read = true
	return nil
}

func (h *hashedSet) add(a *agg, row types.Row) error {
	n := len(h.set.Cols)
	for i, c := range h.set.Cols {
		h.key[i] = row[a.plan.GroupCols[c]]
	}
	for i := range a.plan.Carried {
		h.key[n+i] = row[a.plan.GroupCols[len(a.plan.GroupCols)-a.plan.Carried+i]]
	}
	hash := h.table.hash(h.key[:n])
	g := h.table.find(hash, h.key[:n])
	h.again = g >= 0
	if g < 0 {
		var err error
		if g, err = h.table.add(hash, h.key); err != nil {
			return err
		}
		if err := a.mem.add(int64(len(a.calls) * stateBytes)); err != nil {
			return err
		}
		for i := range a.calls {
			h.states = append(h.states, a.calls[i].newState())
		}
	}
	for i := range a.calls {
		if err := a.calls[i].feed(a, h.states[g*len(a.calls)+i], row); err != nil {
			return err
		}
	}
	return nil
}

// emit queues the next group of the hashed sets; false: there is none.
func (s *groupingSets) emit(a *agg) (bool, error) {
	if err := a.poll.check(a.c.Sess); err != nil {
		return false, err
	}
	for len(s.hashed) > s.emitting && s.emitted == s.hashed[s.emitting].table.len() {
		s.emitting, s.emitted = s.emitting+1, 0
	}
	if len(s.hashed) == s.emitting {
		return false, nil
	}
	h, g := s.hashed[s.emitting], s.emitted
	if g == 0 {
		h.order = emitOrder(h.table, len(h.set.Cols), h.groups, h.again)
	}
	if h.order != nil {
		g = h.order[g]
	}
	s.emitted++
	key := h.table.key(g)
	out := s.result(a, h.set, func(col int) types.Datum {
		if i := slices.Index(h.set.Cols, col); i >= 0 {
			return key[i]
		}
		return key[len(h.set.Cols)+col-(len(a.plan.GroupCols)-a.plan.Carried)]
	})
	for i := range a.calls {
		d, err := h.states[g*len(a.calls)+i].Result(a.ec)
		if err != nil {
			return false, err
		}
		out[len(a.plan.GroupCols)+i] = d
	}
	s.queue = append(s.queue, out)
	return true, nil
}

func (s *groupingSets) release() {
	if s == nil {
		return
	}
	for _, h := range s.hashed {
		h.table.release()
	}
	for i := range s.open {
		for k := range s.open[i].calls {
			s.open[i].calls[k].close()
		}
	}
	for _, st := range []*storage.Sorter{s.sorter, s.filling} {
		if st != nil {
			st.Close()
		}
	}
}
