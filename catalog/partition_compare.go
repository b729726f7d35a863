package catalog

import "minidb/types"

// Compare orders a bound and the leading values of a key.
func (d *PartitionDesc) Compare(bound int, key []types.Datum) int {
	return d.Key.compareKey(d.Bounds[bound], key)
}
