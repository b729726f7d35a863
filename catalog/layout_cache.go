package catalog

// What was found out about the places of a partition's columns (strategy S1,
// minidb.attr_map_cache) stays with the partition, for later statements of all
// sessions. DDL on either table makes new entries of the relation cache, whose
// versions the layout does not have.

import "sync/atomic"

// Layout says where the columns of a partition are, as seen from a table above
// it. It is immutable.
type Layout struct {
	Above, Part uint64 // Version of the two relations
	Method      string // minidb.attr_map: another one finds out again
	Same        bool   // rows need no conversion
	// ToPart and ToAbove give, by the column of the one, the index of the other's
	// column, -1 for none. They are nil until somebody has made them.
	ToPart, ToAbove []int
}

// LayoutCache holds the last layout of one partition. The zero LayoutCache is
// empty; it may be used by several goroutines.
type LayoutCache struct{ last atomic.Pointer[Layout] }

// Get returns the layout of two relations, nil if it is not known.
func (c *LayoutCache) Get(above, part *Relation, method string) *Layout {
	if l := c.last.Load(); l != nil && l.Above == above.Version && l.Part == part.Version && l.Method == method {
		return l
	}
	return nil
}

// Put replaces the layout.
func (c *LayoutCache) Put(l *Layout) { c.last.Store(l) }
