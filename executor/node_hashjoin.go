package executor

import (
	"minidb/expr"
	"minidb/planner"
	"minidb/types"
)

// hashJoin keeps the inner side's rows in a hash table by their keys and looks
// each outer row up. Rows with equal keys are met from the last to the first.
type hashJoin struct {
	join
	plan             *planner.HashJoin
	watch            paramWatch // what the inner side depends on
	table            *joinTable // nil until built
	hit              []bool     // by row: met a match; right, full and right-semi joins only
	mem              account    // of hit
	key              []types.Datum
	cur              int // next inner row to try for the current outer row, -1 if none
	outerOn, matched bool
	hashes           []uint32 // by row, of the first ones: see sweepOrder; right and full joins only
	order            []int    // in which rows that met no other come out, nil if as they came
	sweep            int      // how many of them were looked at
	ended            bool
}

func newHashJoin(c *Ctx, p *planner.HashJoin) (Node, error) {
	j, err := newJoin(c, &p.JoinBase, c.rewinds)
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
	h.watch.mark(h.ec)
	t := newJoinTable(h.c.Sess, len(h.key), h.plan.WordKey, h.plan.Bpchar, h.plan.ReadInner)
	h.table = t
	keepsNull := h.keepsInner()
	left := 0 // rows left out
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
		null, err := h.evalKey(h.plan.InnerKeys, row)
		if err != nil {
			return err
		}
		if null && !keepsNull {
			left++
			continue
		}
		if keepsNull && t.n < placedGroups {
			hash, err := h.storedHash(row, null)
			if err != nil {
				return err
			}
			h.hashes = append(h.hashes, hash)
		}
		if err := t.add(h.key, null, row); err != nil {
			return err
		}
	}
	if err := t.seal(h.c.Sess); err != nil {
		return err
	}
	if h.marksInner() {
		if err := h.mem.add(int64(t.n)); err != nil {
			return err
		}
		h.hit = make([]bool, t.n)
		if len(h.hashes) == t.n {
			h.order = sweepOrder(h.hashes, h.plan.Inner.Base().Rows)
		}
		h.hashes = nil
	}
	h.report(left)
	return nil
}

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

// storedHash is the hash of an inner row's key in PostgreSQL's hash joins.
func (h *hashJoin) storedHash(row types.Row, null bool) (uint32, error) {
	if null { // evalKey has ended there
		for i, f := range h.plan.InnerKeys {
			var err error
			if h.key[i], err = f(h.ec, row); err != nil {
				return 0, err
			}
		}
	}
	return combinedHash(h.key, h.plan.Bpchar), nil
}

// report tells EXPLAIN about the table, under the Hash node, whose rows are those in
// the table: not those left out, whose key is NULL.
func (h *hashJoin) report(left int) {
	if h.c.Instr == nil {
		return
	}
	in := &h.c.Instr[h.plan.Inner.Base().ID]
	in.Rows -= float64(left)
	in.HashBuckets = int64(len(h.table.slots))
	in.HashBatches = 1
	in.MemoryKB = (h.table.size() + 1023) / 1024
}

func (h *hashJoin) Next() (types.Row, error) {
	if h.table == nil {
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
		h.cur = h.table.find(h.key)
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
	h.cur = h.table.after(i)
	if h.kind == planner.RightSemiJoin && h.hit[i] {
		return nil, nil
	}
	h.table.fill(h.row[h.nOuter:], i)
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
	for h.sweep < h.table.n {
		i := h.sweep
		if h.order != nil {
			i = h.order[i]
		}
		h.sweep++
		if h.hit[i] {
			continue
		}
		if err := h.poll.check(h.c.Sess); err != nil {
			return nil, err
		}
		h.nullOuter()
		h.table.fill(h.row[h.nOuter:], i)
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
	h.table, h.hit, h.hashes, h.order = nil, nil, nil, nil
	h.mem.release()
}

func (h *hashJoin) Close() error {
	h.drop()
	return h.join.Close()
}
