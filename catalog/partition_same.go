package catalog

import "slices"

// SameBounds tells whether two tables are partitioned alike: by keys of the same types,
// which are compared in the same way, with equal bounds. So members of the same index
// have rows of the same keys.
func (d *PartitionDesc) SameBounds(o *PartitionDesc) bool {
	if d == o {
		return true
	}
	if d.Key.Strategy != o.Key.Strategy || len(d.Key.Columns) != len(o.Key.Columns) || len(d.Members) != len(o.Members) ||
		d.Null != o.Null || d.Default != o.Default || !slices.Equal(d.Parts, o.Parts) || len(d.Bounds) != len(o.Bounds) {
		return false
	}
	for i := range d.Key.Columns {
		a, b := &d.Key.Columns[i], &o.Key.Columns[i]
		if a.Type != b.Type || a.Collation != b.Collation || a.OpClass != b.OpClass {
			return false
		}
	}
	if d.Key.Strategy == HashPartitions {
		for i := range d.Members {
			a, b := d.Members[i].Bound, o.Members[i].Bound
			if a.Modulus != b.Modulus || a.Remainder != b.Remainder {
				return false
			}
		}
		return true
	}
	for i := range d.Bounds {
		if !d.Key.sameBound(d.Bounds[i], o.Bounds[i]) {
			return false
		}
	}
	return true
}

func (k *PartitionKey) sameBound(a, b []RangeBound) bool {
	for i := range a {
		if a[i].Infinite != b[i].Infinite {
			return false
		}
	}
	return len(a) == len(b) && k.compareRange(a, b) == 0
}
