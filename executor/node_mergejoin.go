package executor

import (
	"minidb/expr"
	"minidb/planner"
	"minidb/storage"
	"minidb/types"
)

// mergeJoin joins two inputs that are sorted by the keys. The inner rows of
// the current key are kept, so that every outer row of that key sees them all.
type mergeJoin struct {
	join
	plan      *planner.MergeJoin
	material  *planner.Materialize // the inner input, if its rows need not be kept but here
	never     bool                 // no two rows match: inner rows are passed first, then outer ones
	group     *tupleStore          // inner rows equal to groupKey; nil before the first
	groupKey  []types.Datum
	groupHit  []bool // which of them have been matched; where it matters
	inGroup   int
	haveGroup bool
	ahead     []types.Datum // the inner row after the group; nil width means none
	haveAhead bool
	innerEnd  bool
	outerOn   bool
	outerEnd  bool
	matched   bool
	pos       int // next group row for the current outer row
	flush     int // next group row to emit unmatched
	flushing  bool
	saved     types.Row      // the outer row while flushing
	both      [2]types.Datum // what a CrossCompare compares
	err       error          // of one
}

func newMergeJoin(c *Ctx, p *planner.MergeJoin) (Node, error) {
	m := &mergeJoin{plan: p, groupKey: make([]types.Datum, len(p.Cols)), ahead: make([]types.Datum, p.NInner)}
	if mat, ok := p.Inner.(*planner.Materialize); ok && passes(c, mat) {
		m.material = mat
	}
	var err error
	m.join, err = newJoin(c, &p.JoinBase, c.rewinds)
	if err != nil {
		return nil, err
	}
	m.readOuter = nil // the keys are read there too
	for _, q := range p.JoinQual {
		k, ok := q.(*expr.Const)
		m.never = m.never || ok && (k.Value.IsNull() || !k.Value.Bool())
	}
	return m, nil
}

func (m *mergeJoin) Open() error { return m.open() }

func (m *mergeJoin) keepsOuter() bool {
	return m.kind == planner.LeftJoin || m.kind == planner.FullJoin || m.kind == planner.AntiJoin
}

func (m *mergeJoin) keepsInner() bool {
	return m.kind == planner.RightJoin || m.kind == planner.FullJoin || m.kind == planner.RightAntiJoin
}

func (m *mergeJoin) Next() (types.Row, error) {
	for {
		if err := m.poll.check(m.c.Sess); err != nil {
			return nil, err
		}
		row, done, err := m.step()
		if m.err != nil {
			return nil, m.err
		}
		if row != nil || done || err != nil {
			return row, err
		}
	}
}

// step does one small piece of work; row is nil if it gave no result yet.
func (m *mergeJoin) step() (row types.Row, done bool, err error) {
	switch {
	case m.flushing:
		row, err = m.flushGroup()
		return row, false, err
	case m.outerOn && m.pos < m.inGroup && m.outerInGroup():
		row, err = m.pair()
		return row, false, err
	case m.outerOn:
		row, err = m.endOuter()
		return row, false, err
	case m.outerEnd:
		return m.drainInner()
	}
	return nil, false, m.advanceOuter()
}

// outerInGroup tells whether the current outer row has the group's key.
func (m *mergeJoin) outerInGroup() bool {
	return m.haveGroup && !m.outerNull() && m.compareOuter(m.groupKey) == 0
}

func (m *mergeJoin) outerNull() bool {
	for _, c := range m.plan.OuterCols {
		if m.row[c].IsNull() {
			return true
		}
	}
	return false
}

// compareOuter compares the outer row's key with an inner key in sort order.
func (m *mergeJoin) compareOuter(key []types.Datum) int {
	if m.never {
		return 1
	}
	for i, c := range m.plan.OuterCols {
		n := 0
		if m.plan.Cross[i] != nil {
			n = m.compareCross(i, m.row[c], key[i])
		} else {
			n = compareCol(m.row[c], key[i], &m.plan.Cols[i])
		}
		if n != 0 {
			return n
		}
	}
	return 0
}

// compareCross is compareCol for key i, whose sides are of two types.
func (m *mergeJoin) compareCross(i int, outer, inner types.Datum) int {
	col := &m.plan.Cols[i]
	if outer.IsNull() || inner.IsNull() {
		return compareNulls(outer.IsNull(), inner.IsNull(), col.NullsFirst)
	}
	m.both[0], m.both[1] = outer, inner
	n, err := m.plan.Cross[i].Compare(m.ec, m.both[:])
	if err != nil {
		m.err = err
	}
	if col.Desc {
		return -n
	}
	return n
}

func (m *mergeJoin) pair() (types.Row, error) {
	i := m.pos
	m.pos++
	if err := m.setGroupRow(i); err != nil {
		return nil, err
	}
	ok, err := m.matches()
	if !ok || err != nil {
		return nil, err
	}
	m.matched = true
	if m.keepsInner() {
		m.groupHit[i] = true
	}
	switch {
	case m.kind == planner.AntiJoin:
		m.outerOn = false
		return nil, nil
	case m.kind == planner.RightAntiJoin:
		return nil, nil
	case m.single:
		m.outerOn = false
	}
	return m.emit()
}

func (m *mergeJoin) endOuter() (types.Row, error) {
	m.outerOn = false
	if m.matched || !m.keepsOuter() {
		return nil, nil
	}
	m.nullInner()
	return m.emit()
}

// advanceOuter takes the next outer row and brings the group up to its key.
func (m *mergeJoin) advanceOuter() error {
	row, err := m.outer.Next()
	if err != nil {
		return err
	}
	if row == nil {
		m.outerEnd = true
		return nil
	}
	m.setOuter(row)
	m.outerOn, m.matched, m.pos = true, false, 0
	if m.outerNull() {
		return nil
	}
	return m.seekGroup()
}

// seekGroup moves on while the group's key is below the outer row's. If inner
// rows would be lost unmatched they are flushed first, one group at a time.
func (m *mergeJoin) seekGroup() error {
	for !m.haveGroup || m.compareOuter(m.groupKey) > 0 {
		if m.haveGroup && m.keepsInner() {
			m.startFlush()
			return nil
		}
		more, err := m.loadGroup()
		if err != nil {
			return err
		}
		if !more {
			if !m.keepsOuter() { // no further outer row can have a match
				m.outerOn, m.outerEnd = false, true
			}
			return nil
		}
	}
	return nil
}

// startFlush begins to emit the group's unmatched rows. The outer row's columns
// are needed again afterwards.
func (m *mergeJoin) startFlush() {
	m.flushing, m.flush = true, 0
	m.saved = append(m.saved[:0], m.row[:m.nOuter]...)
}

// flushGroup emits the group's unmatched rows, then goes on seeking.
func (m *mergeJoin) flushGroup() (types.Row, error) {
	for m.flush < m.inGroup {
		i := m.flush
		m.flush++
		if m.groupHit[i] {
			continue
		}
		m.nullOuter()
		if err := m.setGroupRow(i); err != nil {
			return nil, err
		}
		row, err := m.emit()
		if row != nil || err != nil {
			return row, err
		}
	}
	m.flushing, m.haveGroup = false, false
	m.setOuter(m.saved)
	if m.outerOn {
		return nil, m.seekGroup()
	}
	return nil, nil
}

// setGroupRow makes a row of the group the inner one.
func (m *mergeJoin) setGroupRow(i int) error {
	row, err := m.group.Seek(0, int64(i)+1)
	if err == nil {
		m.setInner(row)
	}
	return err
}

func (m *mergeJoin) clearGroup() {
	if m.group == nil {
		var layout *types.RowLayout
		if m.material != nil {
			layout = m.material.Layout
		}
		m.group = newTupleStore(m.c, layout, storage.ReadBackward)
	}
	m.group.Clear()
	m.groupHit, m.inGroup, m.haveGroup = m.groupHit[:0], 0, false
}

// loadGroup reads the inner rows of the next key; more is false at the end.
// Inner rows with a NULL key form groups of their own that match nothing.
func (m *mergeJoin) loadGroup() (more bool, err error) {
	m.clearGroup()
	if !m.haveAhead {
		if err := m.readAhead(); err != nil {
			return false, err
		}
	}
	if !m.haveAhead {
		return false, nil
	}
	for i, c := range m.plan.InnerCols {
		m.groupKey[i] = m.ahead[c]
	}
	for m.haveAhead && m.aheadInGroup() {
		if err := m.poll.check(m.c.Sess); err != nil {
			return false, err
		}
		if err := m.group.Put(m.ahead); err != nil {
			return false, err
		}
		m.inGroup++
		if m.keepsInner() {
			m.groupHit = append(m.groupHit, false)
		}
		if err := m.readAhead(); err != nil {
			return false, err
		}
	}
	m.haveGroup = true
	return true, nil
}

func (m *mergeJoin) readAhead() error {
	m.haveAhead = false
	if m.innerEnd {
		return nil
	}
	row, err := m.inner.Next()
	if err != nil {
		return err
	}
	if row == nil {
		m.innerEnd = true
		return nil
	}
	copy(m.ahead, row)
	m.haveAhead = true
	return nil
}

func (m *mergeJoin) aheadInGroup() bool {
	for i, c := range m.plan.InnerCols {
		if compareCol(m.ahead[c], m.groupKey[i], &m.plan.Cols[i]) != 0 {
			return false
		}
	}
	return true
}

// drainInner emits what is left of the inner side once the outer has ended.
func (m *mergeJoin) drainInner() (types.Row, bool, error) {
	if !m.keepsInner() {
		return nil, true, nil
	}
	if m.haveGroup {
		m.startFlush()
		return nil, false, nil
	}
	more, err := m.loadGroup()
	return nil, !more, err
}

func (m *mergeJoin) Rescan() error {
	m.clearGroup()
	m.haveAhead, m.innerEnd = false, false
	m.outerOn, m.outerEnd, m.flushing = false, false, false
	if err := m.outer.Rescan(); err != nil {
		return err
	}
	return m.inner.Rescan()
}

func (m *mergeJoin) Close() error {
	if m.material != nil && m.c.Instr != nil {
		report(&m.c.Instr[m.material.ID], m.group)
	}
	m.group.close()
	return m.join.Close()
}
