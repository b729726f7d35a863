package catalog

// How the partition key of a table is read of a row: its own, or one of a partition
// somewhere below it, whose columns may be in other places.

import (
	"minidb/expr"
	"minidb/types"
)

// RowKey reads a partition key of a stored row.
type RowKey []KeyColumn

// KeyColumn is one column of a key: At is its index in the row, or Eval computes it.
type KeyColumn struct {
	At   int
	Eval expr.Eval // nil for a plain column
}

// Form fills key from a row.
func (k RowKey) Form(ec *expr.Ctx, row types.Row, key []types.Datum) (err error) {
	for i := range k {
		if k[i].Eval == nil {
			key[i] = row[k[i].At]
		} else if key[i], err = k[i].Eval(ec, row); err != nil {
			return err
		}
	}
	return nil
}

// rowKey reads the key of table of rows of r, which is table or below it.
func (r *Relation) rowKey(k *PartitionKey, table *Relation) (RowKey, error) {
	out := make(RowKey, len(k.Columns))
	for i := range k.Columns {
		c := &k.Columns[i]
		if c.Attr > 0 {
			out[i].At = r.ColumnByName(table.Columns[c.Attr-1].Name).Num - 1
			continue
		}
		e := c.Expr
		if r != table {
			e = MapColumns(e, table, r)
		}
		f, err := r.CompileRow(e)
		if err != nil {
			return nil, err
		}
		out[i].Eval = f
	}
	return out, nil
}

// PartitionLevel is a table above a partition: a row of the partition must belong
// to Child, which is the partition itself or another table above it.
type PartitionLevel struct {
	Table *Relation
	Child types.OID
	Key   RowKey // of the partition's rows
}

// LevelsAbove returns the tables above a partition, the nearest first. They need
// not be locked: what they are changes only under a lock of the partition, or
// (ATTACH of a table above) of one that has the same key.
func (a *Access) LevelsAbove(part *Relation) ([]PartitionLevel, error) {
	if part.Parent == 0 || part.Bound == nil {
		return nil, nil
	}
	if part.rules != nil {
		if kept := part.rules.above.Load(); kept != nil && a.current(part, *kept) {
			return *kept, nil
		}
	}
	var levels []PartitionLevel
	for r := part; r.Parent != 0 && r.Bound != nil; {
		table, err := a.OpenOID(r.Parent, NoLock)
		if err != nil {
			return nil, err
		}
		key, err := part.rowKey(table.PartKey, table)
		if err != nil {
			return nil, err
		}
		levels = append(levels, PartitionLevel{Table: table, Child: r.OID, Key: key})
		r = table
	}
	if part.rules != nil {
		part.rules.above.Store(&levels)
	}
	return levels, nil
}

// current tells whether levels are still those above a partition.
func (a *Access) current(part *Relation, levels []PartitionLevel) bool {
	up := part.Parent
	for i := range levels {
		r, err := a.ByOID(up)
		if err != nil || r != levels[i].Table {
			return false
		}
		up = r.Parent
	}
	return up == 0
}
