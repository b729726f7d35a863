package catalog

// Whether a row belongs into a partition. Instead of the partition constraint, which
// says the same, the key is looked up among the bounds of the table above, and so on
// to the root: the cost does not grow with the number of partitions as that of a
// default partition's constraint does.

import (
	"minidb/expr"
	"minidb/types"
)

// PartitionFit tests the rows of one partition, in its own layout. It is good for one
// execution: bounds may change after.
type PartitionFit struct{ levels []fitLevel }

// fitLevel is one table above the partition.
type fitLevel struct {
	desc  *PartitionDesc
	child types.OID
	attrs []int       // by key column: index into the row, -1 for an expression
	exprs []expr.Eval // nil if there are none
	key   []types.Datum
}

// PartitionFit returns the test for a partition; nil if the relation is none.
func (a *Access) PartitionFit(part *Relation) (*PartitionFit, error) {
	var f *PartitionFit
	for child := part; child.Bound != nil && child.Parent != 0; {
		parent, err := a.OpenOID(child.Parent, NoLock)
		if err != nil {
			return nil, err
		}
		l, err := a.fitLevel(part, parent)
		if err != nil {
			return nil, err
		}
		l.child = child.OID
		if f == nil {
			f = &PartitionFit{}
		}
		f.levels = append(f.levels, l)
		child = parent
	}
	return f, nil
}

func (a *Access) fitLevel(part, parent *Relation) (l fitLevel, err error) {
	if l.desc, err = a.Partitions(parent); err != nil {
		return l, err
	}
	n := len(parent.PartKey.Columns)
	l.attrs, l.key = make([]int, n), make([]types.Datum, n)
	for i := range parent.PartKey.Columns {
		k := &parent.PartKey.Columns[i]
		if k.Attr != 0 {
			l.attrs[i] = part.ColumnByName(parent.Columns[k.Attr-1].Name).Num - 1
			continue
		}
		if l.exprs == nil {
			l.exprs = make([]expr.Eval, n)
		}
		l.attrs[i] = -1
		if l.exprs[i], err = part.CompileRow(MapColumns(k.Expr, parent, part)); err != nil {
			return l, err
		}
	}
	return l, nil
}

// Holds tells whether a row belongs into the partition.
func (f *PartitionFit) Holds(ec *expr.Ctx, row types.Row) (bool, error) {
	var comparisons int64
	for i := range f.levels {
		l := &f.levels[i]
		for j, a := range l.attrs {
			if a >= 0 {
				l.key[j] = row[a]
				continue
			}
			d, err := l.exprs[j](ec, row)
			if err != nil {
				return false, err
			}
			l.key[j] = d
		}
		if at := l.desc.Find(l.key, &comparisons); at < 0 || l.desc.Members[at].OID != l.child {
			return false, nil
		}
	}
	return true, nil
}
