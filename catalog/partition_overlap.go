package catalog

// Whether a new partition has a place among the others: check_new_partition_bound
// of PostgreSQL 18, partitioning/partbounds.c, whose errors need to know what part
// of the bound is at fault.

import (
	"sort"

	"minidb/pgerr"
)

// Overlap is where a new bound meets a partition.
type Overlap struct {
	With  int  // index in Members
	Value int  // of a list: which of its values; of a range: which column
	Upper bool // of a range: the column of the upper end, not of the lower
}

// Overlap finds the partition that a new bound, which is not the default's,
// overlaps; ok is false if there is none. Ranges must not be empty.
func (d *PartitionDesc) Overlap(b *PartitionBound) (o Overlap, ok bool) {
	switch b.Strategy {
	case ListPartitions:
		return d.overlapList(b)
	case RangePartitions:
		return d.overlapRange(b)
	}
	if len(d.Parts) == 0 {
		return o, false
	}
	for r := b.Remainder % len(d.Parts); r < len(d.Parts); r += b.Modulus {
		if d.Parts[r] >= 0 {
			return Overlap{With: d.Parts[r]}, true
		}
	}
	return o, false
}

func (d *PartitionDesc) overlapList(b *PartitionBound) (o Overlap, ok bool) {
	for i, v := range b.List {
		part := d.Null
		if !v.IsNull() {
			part = -1
			at := sort.Search(len(d.Bounds), func(j int) bool { return d.Key.compare(0, d.Bounds[j][0].Value, v) >= 0 })
			if at < len(d.Bounds) && d.Key.compare(0, d.Bounds[at][0].Value, v) == 0 {
				part = d.Parts[at]
			}
		}
		if part >= 0 {
			return Overlap{With: part, Value: i}, true
		}
	}
	return o, false
}

func (d *PartitionDesc) overlapRange(b *PartitionBound) (o Overlap, ok bool) {
	lo, hi, column, equal := -1, len(d.Bounds)-1, 0, false
	for lo < hi {
		mid := (lo + hi + 1) / 2
		c, at := d.compareBound(mid, b.Lower)
		column, equal = at, c == 0
		if c > 0 {
			hi = mid - 1
			continue
		}
		lo = mid
		if equal {
			break
		}
	}
	if part := d.PartAt(lo + 1); part >= 0 {
		if equal {
			column = 0
		}
		return Overlap{With: part, Value: column}, true
	}
	if lo+1 < len(d.Bounds) {
		if c, at := d.Key.compareEnds(d.Bounds[lo+1], b.Upper); c < 0 {
			return Overlap{With: d.PartAt(lo + 2), Value: at, Upper: true}, true
		}
	}
	return o, false
}

// compareBound compares a bound with the lower end of a range: an upper end of the
// same value is less.
func (d *PartitionDesc) compareBound(i int, lower []RangeBound) (c, column int) {
	if c, column = d.Key.compareEnds(d.Bounds[i], lower); c == 0 && d.Parts[i] >= 0 {
		c = -1
	}
	return c, column
}

// EmptyRange finds the column of a range's lower end that is not less than the upper
// end; ok is false if there is none.
func (k *PartitionKey) EmptyRange(b *PartitionBound) (column int, ok bool) {
	c, column := k.compareEnds(b.Lower, b.Upper)
	return column, c >= 0
}

// CheckModulus makes sure that each modulus is a factor of the next larger one.
func (a *Access) CheckModulus(d *PartitionDesc, b *PartitionBound) error {
	fail := func(text string, m PartitionMember) error {
		r, err := a.OpenOID(m.OID, NoLock)
		if err != nil {
			return err
		}
		return pgerr.New(pgerr.InvalidObjectDefinition, "every hash partition modulus must be a factor of the next larger modulus").
			WithDetail("The new modulus %d is not "+text+" %d, the modulus of existing partition %s.", b.Modulus, m.Bound.Modulus, quoted(r.Name))
	}
	at := sort.Search(len(d.Members), func(i int) bool { return d.Key.lessBound(b, d.Members[i].Bound) })
	if at > 0 && b.Modulus%d.Members[at-1].Bound.Modulus != 0 {
		return fail("divisible by", d.Members[at-1])
	}
	if at < len(d.Members) && d.Members[at].Bound.Modulus%b.Modulus != 0 {
		return fail("a factor of", d.Members[at])
	}
	return nil
}
