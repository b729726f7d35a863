package planner

import (
	"slices"

	"minidb/expr"
	"minidb/types"
)

// (a, b) > (1, 2) as an index condition: keyset pagination. The first column must be a key
// column; as many of those behind it follow as are key columns too, and if that is not all,
// the comparison of the first ones without strictness is true wherever the whole is
// (match_rowcompare_to_indexcol, expand_indexqual_rowcompare).

// rowCond is a comparison of rows as a condition on key column i, nil if it is none.
func (lv *level) rowCond(ix *indexInfo, i int, n *expr.RowCompare, c *clause) []*indexCond {
	m := *n
	turned := !ix.keys[i].matches(n.L[0])
	if turned {
		m.Strategy, m.L, m.R = -n.Strategy, n.R, n.L
		m.Ops = make([]*expr.Operator, len(n.Ops))
		for j, op := range n.Ops {
			m.Ops[j] = op.Commutator
		}
	}
	cond := &indexCond{key: i, kind: CondRow, strategy: m.Strategy, from: c, turned: turned}
	for j := range m.Ops {
		key := lv.rowKey(ix, i, j, &m)
		if key < 0 {
			break
		}
		cond.columns = append(cond.columns, key)
	}
	used := len(cond.columns)
	if used == 0 {
		return nil
	}
	cond.lossy = used < len(m.Ops)
	switch {
	case !turned && !cond.lossy:
		cond.orig = n
	case used == 1:
		op := weaken(m.Ops[0], m.Strategy)
		cond.kind, cond.columns, cond.strategy, cond.op, cond.arg = CondCompare, nil, op.Btree, op, m.R[0]
		cond.orig = &expr.OpCall{Loc: -1, Op: op, Args: []expr.Expr{m.L[0], m.R[0]}, Ret: types.BoolOID}
	default:
		part := &expr.RowCompare{Loc: -1, Strategy: m.Strategy, Ops: slices.Clone(m.Ops[:used]), L: m.L[:used], R: m.R[:used]}
		if cond.lossy {
			part.Strategy = weakened(m.Strategy)
			for j, op := range part.Ops {
				part.Ops[j] = weaken(op, m.Strategy)
			}
		}
		m, cond.strategy, cond.orig = *part, part.Strategy, part
	}
	if cond.kind == CondRow {
		cond.ops, cond.arg = m.Ops, &expr.RowCons{Loc: -1, Args: m.R, T: types.RecordOID}
	}
	cond.ids = lv.relidsOf(cond.arg)
	return []*indexCond{cond}
}

// rowKey is the key column that member j of a comparison can be answered by, the first
// only by column i; -1 if there is none.
func (lv *level) rowKey(ix *indexInfo, i, j int, m *expr.RowCompare) int {
	op, arg := m.Ops[j], m.R[j]
	if op == nil || lv.relidsOf(arg).overlaps(ix.rel.ids) || isVolatile(arg) {
		return -1
	}
	for key := range ix.def.NKeys {
		k := &ix.keys[key]
		if (j > 0 || key == i) && k.matches(m.L[j]) && k.btree(op) == m.Strategy &&
			k.collated(m.L[j], arg) && k.accepts(op.Left, op.Right) {
			return key
		}
	}
	return -1
}

// weakened is the strategy without strictness.
func weakened(strategy int) int { return max(-1, min(1, strategy)) }

// weaken is the operator of that strategy.
func weaken(op *expr.Operator, strategy int) *expr.Operator {
	return btreeOperator(op.Left, op.Right, weakened(strategy))
}
