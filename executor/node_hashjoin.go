package executor

import (
	"minidb/expr"
	"minidb/planner"
	"minidb/types"
)

// hashJoin keeps the inner side's rows in a hash table by their keys and looks
// each outer row up. Rows with equal keys are linked in the order they came.
type hashJoin struct {
	join
	plan             *planner.HashJoin
	watch            paramWatch // what the inner side depends on
	table            *hashTable
	rows             *rowStore
	first            []int32 // by table entry: its first row
	last             []int32 // by table entry: its last row
	chain            []int32 // by row: the next row of the same key, -1 at the end
	hit              []bool  // by row: met a match; right, full and right-semi joins only
	mem              account // of the four
	key              []types.Datum
	built            bool
	cur              int32 // next inner row to try for the current outer row, -1 if none
	outerOn, matched bool
	sweep            int // next inner row to look at after the outer side's end
	ended            bool
}

func newHashJoin(c *Ctx, p *planner.HashJoin) (Node, error) {
	j, err := newJoin(c, &p.JoinBase)
	if err != nil {
		return nil, err
	}
	return &hashJoin{
		join: j, plan: p, key: make([]types.Datum, len(p.OuterKeys)), cur: -1,
		watch: watchParams(p.Inner.Base().ExtParams), mem: account{sess: c.Sess},
	}, nil
}

func (h *hashJoin) Open() error { return h.open() }

// keepsInner: unmatched inner rows are part of the result.
func (h *hashJoin) keepsInner() bool {
	return h.kind == planner.RightJoin || h.kind == planner.FullJoin || h.kind == planner.RightAntiJoin
}

func (h *hashJoin) marksInner() bool { return h.keepsInner() || h.kind == planner.RightSemiJoin }

func (h *hashJoin) keepsOuter() bool {
	return h.kind == planner.LeftJoin || h.kind == planner.FullJoin || h.kind == planner.AntiJoin
}

func (h *hashJoin) build() error {
	h.built = true
	h.watch.mark(h.ec)
	h.table = newHashTable(h.c.Sess, len(h.key), h.plan.Bpchar)
	h.rows = newRowStore(h.c.Sess)
	for {
		row, err := h.inner.Next()
		if err != nil {
			return err
		}
		if row == nil {
			break
		}
		if err := h.poll.check(h.c.Sess); err != nil {
			return err
		}
		if err := h.addInner(row); err != nil {
			return err
		}
	}
	if h.marksInner() {
		if err := h.mem.add(int64(h.rows.n)); err != nil {
			return err
		}
		h.hit = make([]bool, h.rows.n)
	}
	h.report()
	return nil
}

func (h *hashJoin) addInner(row types.Row) error {
	null, err := h.evalKey(h.plan.InnerKeys, row)
	if err != nil {
		return err
	}
	if null && !h.keepsInner() {
		return nil
	}
	n, err := h.rows.add(row)
	if err != nil {
		return err
	}
	h.chain = append(h.chain, -1)
	if err := h.mem.add(linkBytes); err != nil || null {
		return err // a NULL key matches nothing, but is part of the result
	}
	hash := h.table.hash(h.key)
	e := h.table.find(hash, h.key)
	if e < 0 {
		h.first = append(h.first, int32(n))
		h.last = append(h.last, int32(n))
		_, err = h.table.add(hash, h.key)
		return err
	}
	h.chain[h.last[e]] = int32(n)
	h.last[e] = int32(n)
	return nil
}

// linkBytes is what a row takes beside the row: its place in chain, and up to one
// entry each in first and last.
const linkBytes = 3 * 4

// evalKey fills h.key; null is true if a key column is NULL.
func (h *hashJoin) evalKey(keys []expr.Eval, row types.Row) (null bool, err error) {
	for i, f := range keys {
		if h.key[i], err = f(h.ec, row); err != nil {
			return false, err
		}
		if h.key[i].IsNull() {
			return true, nil
		}
	}
	return false, nil
}

// report tells EXPLAIN about the table, under the Hash node.
func (h *hashJoin) report() {
	if h.c.Instr == nil {
		return
	}
	in := &h.c.Instr[h.plan.Inner.Base().ID]
	in.HashBuckets = int64(len(h.table.slots))
	in.HashBatches = 1
	in.MemoryKB = (h.table.size() + int64(h.rows.n*h.nInner*24) + 1023) / 1024
}

func (h *hashJoin) Next() (types.Row, error) {
	if !h.built {
		if err := h.build(); err != nil {
			return nil, err
		}
	}
	for !h.ended {
		if err := h.poll.check(h.c.Sess); err != nil {
			return nil, err
		}
		if !h.outerOn {
			more, err := h.nextOuter()
			if err != nil {
				return nil, err
			}
			if !more {
				h.ended = true
				break
			}
		}
		row, err := h.step()
		if row != nil || err != nil {
			return row, err
		}
	}
	return h.nextUnmatched()
}

func (h *hashJoin) nextOuter() (bool, error) {
	row, err := h.outer.Next()
	if row == nil || err != nil {
		return false, err
	}
	null, err := h.evalKey(h.plan.OuterKeys, row)
	if err != nil {
		return false, err
	}
	h.setOuter(row)
	h.outerOn, h.matched, h.cur = true, false, -1
	if !null {
		if e := h.table.find(h.table.hash(h.key), h.key); e >= 0 {
			h.cur = h.first[e]
		}
	}
	return true, nil
}

// step tries the next inner row, or ends the current outer row.
func (h *hashJoin) step() (types.Row, error) {
	if h.cur < 0 {
		h.outerOn = false
		if h.matched || !h.keepsOuter() {
			return nil, nil
		}
		h.nullInner()
		return h.emit()
	}
	i := h.cur
	h.cur = h.chain[i]
	if h.kind == planner.RightSemiJoin && h.hit[i] {
		return nil, nil
	}
	h.setInner(h.rows.row(int(i)))
	ok, err := h.matches()
	if !ok || err != nil {
		return nil, err
	}
	h.matched = true
	if h.hit != nil {
		h.hit[i] = true
	}
	switch {
	case h.kind == planner.AntiJoin:
		h.outerOn = false
		return nil, nil
	case h.kind == planner.RightAntiJoin:
		return nil, nil
	case h.single:
		h.outerOn = false
	}
	return h.emit()
}

// nextUnmatched yields the inner rows that met no outer row.
func (h *hashJoin) nextUnmatched() (types.Row, error) {
	if !h.keepsInner() {
		return nil, nil
	}
	for h.sweep < h.rows.n {
		i := h.sweep
		h.sweep++
		if h.hit[i] {
			continue
		}
		if err := h.poll.check(h.c.Sess); err != nil {
			return nil, err
		}
		h.nullOuter()
		h.setInner(h.rows.row(i))
		row, err := h.emit()
		if row != nil || err != nil {
			return row, err
		}
	}
	return nil, nil
}

func (h *hashJoin) Rescan() error {
	h.outerOn, h.ended, h.sweep, h.cur = false, false, 0, -1
	clear(h.hit)
	if h.watch.changed(h.ec) {
		h.drop()
		if err := h.inner.Rescan(); err != nil {
			return err
		}
	}
	return h.outer.Rescan()
}

func (h *hashJoin) drop() {
	h.table.release()
	if h.rows != nil {
		h.rows.release()
	}
	h.table, h.rows, h.built = nil, nil, false
	h.first, h.last, h.chain, h.hit = nil, nil, nil, nil
	h.mem.release()
}

func (h *hashJoin) Close() error {
	h.drop()
	return h.join.Close()
}
