package catalog

// The next descriptor of a table when a partition comes or goes: no bound is compared
// except to find a place, and a partition behind all others, as most that are made,
// is appended to the lists of the descriptor before, which never sees it.

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
	old := d.inherit()
	n.Members = inserted(old.Members, at, m)
	switch {
	case m.Bound.Default:
		n.Default, n.Bounds, n.Parts = at, old.Bounds, old.Parts
	case d.Key.Strategy == ListPartitions:
		n.addList(&old, at)
	case d.Key.Strategy == RangePartitions:
		n.addRange(&old, at)
	case m.Bound.Modulus > len(d.Parts):
		n.hashParts()
	default:
		n.Parts = make([]int, len(d.Parts))
		for i, p := range d.Parts {
			n.Parts[i] = shifted(p, at)
		}
		for r := m.Bound.Remainder; r < len(n.Parts); r += m.Bound.Modulus {
			n.Parts[r] = at
		}
	}
	return n
}

// lists are those of a descriptor, for its successor to append to.
type lists struct {
	Members []PartitionMember
	Bounds  [][]RangeBound
	Parts   []int
}

// inherit returns the lists of d: for one successor with the room behind them, for all
// others without.
func (d *PartitionDesc) inherit() lists {
	if d.heir.CompareAndSwap(false, true) {
		return lists{d.Members, d.Bounds, d.Parts}
	}
	return lists{slices.Clip(d.Members), slices.Clip(d.Bounds), slices.Clip(d.Parts)}
}

// shifted is what the index of a member becomes when one is put in at a place.
func shifted(i, at int) int {
	if i >= at {
		return i + 1
	}
	return i
}

// inserted returns list with one element more: appended, or else in a copy.
func inserted[E any](list []E, at int, e E) []E {
	if at == len(list) {
		return append(list, e)
	}
	return slices.Concat(list[:at], []E{e}, list[at:])
}

// addList merges the values of the new member, at a place, into those of old.
func (d *PartitionDesc) addList(old *lists, at int) {
	var fresh []listBound
	for _, v := range d.Members[at].Bound.List {
		if v.IsNull() {
			d.Null = at
		} else {
			fresh = append(fresh, listBound{v, at})
		}
	}
	d.Key.sortList(fresh)
	behind := func(from int, v types.Datum) int {
		return from + sort.Search(len(old.Bounds)-from, func(i int) bool { return d.Key.compare(0, old.Bounds[from+i][0].Value, v) > 0 })
	}
	from := len(old.Bounds)
	if len(fresh) > 0 {
		from = behind(0, fresh[0].value)
	}
	d.begin(old, from, at)
	for _, b := range fresh {
		to := behind(from, b.value)
		d.take(old, from, to, at)
		d.Bounds, d.Parts = append(d.Bounds, []RangeBound{{Value: b.value}}), append(d.Parts, at)
		from = to
	}
	d.take(old, from, len(old.Bounds), at)
}

// begin takes old's bounds before one.
func (d *PartitionDesc) begin(old *lists, to, at int) {
	if n := len(old.Bounds); to < n {
		d.Bounds, d.Parts = make([][]RangeBound, 0, n+2), make([]int, 0, n+2)
		d.take(old, 0, to, at)
	} else { // no member of theirs is behind the new one
		d.Bounds, d.Parts = old.Bounds, old.Parts
	}
}

// take appends some of old's bounds, whose members are shifted.
func (d *PartitionDesc) take(old *lists, from, to, at int) {
	d.Bounds = append(d.Bounds, old.Bounds[from:to]...)
	for _, p := range old.Parts[from:to] {
		d.Parts = append(d.Parts, shifted(p, at))
	}
}

// addRange puts the ends of the new member between those of old: into a gap, which
// may begin or end just where it does.
func (d *PartitionDesc) addRange(old *lists, at int) {
	b := d.Members[at].Bound
	n := len(old.Bounds)
	i := sort.Search(n, func(i int) bool { return d.Key.compareRange(old.Bounds[i], b.Lower) > 0 })
	d.begin(old, i, at)
	if i == 0 || d.Key.compareRange(old.Bounds[i-1], b.Lower) != 0 {
		d.Bounds, d.Parts = append(d.Bounds, b.Lower), append(d.Parts, -1)
	}
	d.Bounds, d.Parts = append(d.Bounds, b.Upper), append(d.Parts, at)
	if i < n && d.Key.compareRange(old.Bounds[i], b.Upper) == 0 {
		i++ // the gap ended here
	}
	d.take(old, i, n, at)
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
		if part < 0 && (d.Key.Strategy == ListPartitions || to(d.PartAt(i+1)) < 0) {
			continue
		}
		n.Bounds, n.Parts = append(n.Bounds, b), append(n.Parts, part)
	}
	return n
}

// Detach returns the descriptor in which a partition is being detached.
func (d *PartitionDesc) Detach(oid types.OID) *PartitionDesc {
	n := &PartitionDesc{Key: d.Key, Null: d.Null, Default: d.Default, Members: slices.Clone(d.Members),
		Bounds: slices.Clip(d.Bounds), Parts: slices.Clip(d.Parts)}
	if i := n.Member(oid); i >= 0 {
		n.Members[i].Detaching = true
	}
	return n
}
