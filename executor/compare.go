package executor

import (
	"minidb/planner"
	"minidb/storage"
	"minidb/types"
)

// compareCol compares two values in the order of a sort column, NULLs and
// direction included.
func compareCol(a, b types.Datum, c *planner.SortCol) int {
	if a.IsNull() || b.IsNull() {
		return compareNulls(a.IsNull(), b.IsNull(), c.NullsFirst)
	}
	var n int
	if c.Type == types.BpcharOID {
		n = types.CompareBpchar(a, b)
	} else {
		n = types.Compare(a, b)
	}
	if c.Desc {
		return -n
	}
	return n
}

func compareNulls(a, b, first bool) int {
	switch {
	case a && b:
		return 0
	case a == first:
		return -1
	}
	return 1
}

// equalCols tells whether two rows agree in the given columns; NULLs are alike.
func equalCols(a, b types.Row, cols []planner.SortCol) bool {
	for i := range cols {
		c := cols[i].Col
		if compareCol(a[c], b[c], &cols[i]) != 0 {
			return false
		}
	}
	return true
}

// sortKeys turns plan sort columns into the sorter's.
func sortKeys(c *Ctx, cols []planner.SortCol) []storage.SortKey {
	keys := make([]storage.SortKey, len(cols))
	for i, s := range cols {
		keys[i] = storage.SortKey{
			Col: s.Col, Kind: kindOf(c, s.Type), Desc: s.Desc, NullsFirst: s.NullsFirst,
			Bpchar: s.Type == types.BpcharOID,
		}
	}
	return keys
}

// kindOf returns how values of a type are represented.
func kindOf(c *Ctx, t types.OID) types.Kind {
	if b, ok := types.ByOID(t); ok {
		return b.Kind
	}
	if u, ok := c.Access.TypeInfo(t); ok {
		return u.Kind
	}
	return types.Null
}
