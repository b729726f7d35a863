package catalog

// The next descriptor of a table when a partition comes or goes: words are copied
// for each partition that stays, but no bound is compared except to find a place.

import (
	"slices"
	"sort"

	"minidb/types"
)

// With returns the descriptor with one more partition, whose bound does not
// overlap the others'.
func (d *PartitionDesc) With(m PartitionMember) *PartitionDesc {
	at := sort.Search(len(d.Members), func(i int) bool { return d.Key.lessBound(m.Bound, d.Members[i].Bound) })
	n := &PartitionDesc{Key: d.Key, Null: shifted(d.Null, at), Default: shifted(d.Default, at)}
	n.Members = inserted(d.Members, at, m)
	switch {
	case m.Bound.Default:
		n.Default, n.Bounds, n.Parts = at, d.Bounds, d.Parts
	case d.Key.Strategy == ListPartitions:
		n.addList(d, at)
	case d.Key.Strategy == RangePartitions:
		n.addRange(d, at)
	case m.Bound.Modulus > len(d.Parts):
		n.hashParts()
	default:
		n.Parts = shiftedAll(d.Parts, at, 0)
		for r := m.Bound.Remainder; r < len(n.Parts); r += m.Bound.Modulus {
			n.Parts[r] = at
		}
	}
	return n
}

// inserted returns a copy of list with one element more.
func inserted[E any](list []E, at int, e E) []E {
	out := make([]E, len(list)+1)
	copy(out, list[:at])
	out[at] = e
	copy(out[at+1:], list[at:])
	return out
}

// shifted is what the index of a member becomes when one is put in at a place.
func shifted(i, at int) int {
	if i >= at {
		return i + 1
	}
	return i
}

// shiftedAll shifts the members of a copy of parts, with room for more.
func shiftedAll(parts []int, at, more int) []int {
	out := make([]int, len(parts), len(parts)+more)
	for i, p := range parts {
		out[i] = shifted(p, at)
	}
	return out
}

// addList merges the values of the new member, at a place, into those of old.
func (d *PartitionDesc) addList(old *PartitionDesc, at int) {
	var fresh []listBound
	for _, v := range d.Members[at].Bound.List {
		if v.IsNull() {
			d.Null = at
		} else {
			fresh = append(fresh, listBound{v, at})
		}
	}
	d.Key.sortList(fresh)
	n := len(old.Bounds) + len(fresh)
	d.Bounds, d.Parts = make([][]RangeBound, 0, n), make([]int, 0, n)
	from := 0
	for _, b := range fresh {
		to := from + sort.Search(len(old.Bounds)-from, func(i int) bool {
			return d.Key.compare(0, old.Bounds[from+i][0].Value, b.value) > 0
		})
		d.take(old, from, to, at)
		d.Bounds, d.Parts = append(d.Bounds, []RangeBound{{Value: b.value}}), append(d.Parts, at)
		from = to
	}
	d.take(old, from, len(old.Bounds), at)
}

// take appends some of old's bounds, whose members are shifted.
func (d *PartitionDesc) take(old *PartitionDesc, from, to, at int) {
	d.Bounds = append(d.Bounds, old.Bounds[from:to]...)
	for _, p := range old.Parts[from:to] {
		d.Parts = append(d.Parts, shifted(p, at))
	}
}

// addRange puts the ends of the new member between those of old: into a gap, which
// may begin or end just where it does.
func (d *PartitionDesc) addRange(old *PartitionDesc, at int) {
	b := d.Members[at].Bound
	n := len(old.Bounds)
	i := sort.Search(n, func(i int) bool { return d.Key.compareRange(old.Bounds[i], b.Lower) > 0 })
	d.Bounds, d.Parts = make([][]RangeBound, 0, n+2), make([]int, 0, n+3)
	d.take(old, 0, i, at)
	if i == 0 || d.Key.compareRange(old.Bounds[i-1], b.Lower) != 0 {
		d.Bounds, d.Parts = append(d.Bounds, b.Lower), append(d.Parts, -1)
	}
	d.Bounds, d.Parts = append(d.Bounds, b.Upper), append(d.Parts, at)
	if i < n && d.Key.compareRange(old.Bounds[i], b.Upper) == 0 {
		i++ // the gap ended here
	}
	d.take(old, i, n, at)
	d.Parts = append(d.Parts, -1)
}

// Without returns the descriptor without some partitions.
func (d *PartitionDesc) Without(oids ...types.OID) *PartitionDesc {
	n := &PartitionDesc{Key: d.Key, Null: -1, Default: -1, Members: make([]PartitionMember, 0, len(d.Members))}
	moved := make([]int, len(d.Members)+1)
	moved[len(d.Members)] = -1
	for i, m := range d.Members {
		if moved[i] = -1; slices.Contains(oids, m.OID) {
			continue
		}
		moved[i] = len(n.Members)
		n.Members = append(n.Members, m)
	}
	to := func(part int) int {
		if part < 0 {
			return -1
		}
		return moved[part]
	}
	n.Null, n.Default = to(d.Null), to(d.Default)
	if d.Key.Strategy == HashPartitions {
		n.hashParts()
		return n
	}
	n.Bounds, n.Parts = make([][]RangeBound, 0, len(d.Bounds)), make([]int, 0, len(d.Parts))
	for i, b := range d.Bounds {
		part := to(d.Parts[i])
		// A bound that neither ends nor begins a partition is none.
		if part < 0 && (d.Key.Strategy == ListPartitions || to(d.Parts[i+1]) < 0) {
			continue
		}
		n.Bounds, n.Parts = append(n.Bounds, b), append(n.Parts, part)
	}
	if d.Key.Strategy == RangePartitions {
		n.Parts = append(n.Parts, -1)
	}
	return n
}

// Detach returns the descriptor in which a partition is being detached.
func (d *PartitionDesc) Detach(oid types.OID) *PartitionDesc {
	n := *d
	n.Members = slices.Clone(d.Members)
	if i := n.Member(oid); i >= 0 {
		n.Members[i].Detaching = true
	}
	return &n
}
