package executor

import (
	"minidb/types"
)

// Hashed grouping: a table of groups, filled by one pass over the input and
// then emitted in the order in which the groups were first met, or, if they are few,
// in that of hash_order.go.

func (a *agg) nextHashed() (bool, error) {
	if a.table == nil {
		if err := a.fillTable(); err != nil {
			return false, err
		}
		a.order = emitOrder(a.table, len(a.cols), a.plan.NumGroups, a.again)
	}
	if a.next == a.table.len() {
		return false, nil
	}
	g := a.next
	if a.order != nil {
		g = a.order[g]
	}
	a.next++
	copy(a.row, a.table.key(g))
	nk, nc := len(a.plan.GroupCols), len(a.calls)
	for i := range a.calls {
		d, err := a.states[g*nc+i].Result(a.ec)
		if err != nil {
			return false, err
		}
		a.row[nk+i] = d
	}
	return true, nil
}

func (a *agg) fillTable() error {
	cols := a.plan.GroupCols
	a.watch.mark(a.ec)
	a.table = newHashTable(a.c.Sess, len(cols), bpcharFlags(a.plan.GroupTypes))
	key := make([]types.Datum, len(cols))
	own := key[:len(cols)-a.plan.Carried]
	nc := len(a.calls)
	for {
		row, err := a.child.Next()
		if row == nil || err != nil {
			return err
		}
		if err := a.poll.check(a.c.Sess); err != nil {
			return err
		}
		for i, c := range cols {
			key[i] = row[c]
		}
		hash := a.table.hash(own)
		g := a.table.find(hash, own)
		a.again = g >= 0
		if g < 0 {
			if g, err = a.newGroup(hash, key); err != nil {
				return err
			}
		}
		for i := range a.calls {
			if err := a.calls[i].feed(a, a.states[g*nc+i], row); err != nil {
				return err
			}
		}
	}
}

func (a *agg) newGroup(hash uint32, key []types.Datum) (int, error) {
	g, err := a.table.add(hash, key)
	if err != nil {
		return 0, err
	}
	if err := a.mem.add(int64(len(a.calls) * stateBytes)); err != nil {
		return 0, err
	}
	for i := range a.calls {
		a.states = append(a.states, a.calls[i].newState())
	}
	if g%interruptEvery == 0 && a.in != nil {
		a.in.HashBatches, a.in.MemoryKB = 1, (a.table.size()+1023)/1024
	}
	return g, nil
}

// bpcharFlags marks the char(n) columns, nil if there are none.
func bpcharFlags(ts []types.OID) []bool {
	var flags []bool
	for i, t := range ts {
		if t == types.BpcharOID {
			if flags == nil {
				flags = make([]bool, len(ts))
			}
			flags[i] = true
		}
	}
	return flags
}
