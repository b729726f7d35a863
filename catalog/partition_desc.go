package catalog

// The partitions of one table, sorted by their bounds: PostgreSQL's
// PartitionDesc and PartitionBoundInfo in one. Routing and pruning search it.

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"sync/atomic"

	"minidb/types"
)

// PartitionDesc is the descriptor of a partitioned table. It is immutable; With
// and Without (partition_change.go) make the next one, so that a table of many
// partitions is not read again for each that comes or goes.
//
// Bounds are sorted. List: one bound a value that is not NULL, Parts[i] its
// partition. Range: the distinct ends of all ranges; Parts[i] is the partition
// that ends at bound i, -1 for a gap. Hash: no bounds; Parts has as many entries as
// the greatest modulus, by remainder.
type PartitionDesc struct {
	Key     *PartitionKey
	Members []PartitionMember // in the order of their bounds, the default last
	Bounds  [][]RangeBound
	Parts   []int // indexes into Members, -1 for none
	Null    int   // ListPartitions: who takes NULL; -1 for none
	Default int   // -1 for none

	heir  atomic.Bool // a later descriptor has appended to these very lists
	words atomic.Pointer[[]int64]
}

// PartitionMember is one partition.
type PartitionMember struct {
	OID types.OID
	// Leaf: the partition is no partitioned table itself.
	Leaf bool
	// Detaching: DETACH CONCURRENTLY has begun; new queries leave it out.
	Detaching bool
	Bound     *PartitionBound
	// Layout is what is known of the places of its columns; it outlives the
	// descriptor.
	Layout *LayoutCache
}

// NewPartitionDesc sorts the partitions of a table.
func NewPartitionDesc(key *PartitionKey, members []PartitionMember) *PartitionDesc {
	d := &PartitionDesc{Key: key, Members: slices.Clone(members), Null: -1, Default: -1}
	sort.SliceStable(d.Members, func(i, j int) bool { return key.lessBound(d.Members[i].Bound, d.Members[j].Bound) })
	for i := range d.Members {
		if d.Members[i].Bound.Default {
			d.Default = i
		}
	}
	switch key.Strategy {
	case ListPartitions:
		d.listBounds()
	case RangePartitions:
		d.rangeBounds()
	case HashPartitions:
		d.hashParts()
	}
	return d
}

// OIDs returns the partitions in the order of their OIDs, in which they are locked,
// without those that are being detached.
func (d *PartitionDesc) OIDs() []types.OID {
	out := make([]types.OID, 0, len(d.Members))
	for i := range d.Members {
		if !d.Members[i].Detaching {
			out = append(out, d.Members[i].OID)
		}
	}
	slices.Sort(out)
	return out
}

// Member returns the index in Members of a partition, -1 if it is none.
func (d *PartitionDesc) Member(oid types.OID) int {
	return slices.IndexFunc(d.Members, func(m PartitionMember) bool { return m.OID == oid })
}

// lessBound is the order of members: lists by their least value, NULL last;
// ranges by their lower ends; hash by modulus and remainder; the default last.
func (k *PartitionKey) lessBound(a, b *PartitionBound) bool {
	if a.Default || b.Default {
		return !a.Default
	}
	switch k.Strategy {
	case ListPartitions:
		x, y := k.least(a.List), k.least(b.List)
		if x.IsNull() || y.IsNull() {
			return !x.IsNull()
		}
		return k.compare(0, x, y) < 0
	case RangePartitions:
		return k.compareRange(a.Lower, b.Lower) < 0
	}
	if a.Modulus != b.Modulus {
		return a.Modulus < b.Modulus
	}
	return a.Remainder < b.Remainder
}

// least returns the least value that is not NULL.
func (k *PartitionKey) least(list []types.Datum) (least types.Datum) {
	for _, d := range list {
		if least.IsNull() || !d.IsNull() && k.compare(0, d, least) < 0 {
			least = d
		}
	}
	return least
}

// listBound is one value of a list and its partition.
type listBound struct {
	value types.Datum
	part  int
}

// sortList puts values in their order.
func (k *PartitionKey) sortList(bounds []listBound) {
	slices.SortFunc(bounds, func(a, b listBound) int { return k.compare(0, a.value, b.value) })
}

func (d *PartitionDesc) listBounds() {
	var bounds []listBound
	for i, m := range d.Members {
		for _, v := range m.Bound.List {
			if v.IsNull() {
				d.Null = i
			} else {
				bounds = append(bounds, listBound{v, i})
			}
		}
	}
	d.Key.sortList(bounds)
	d.Bounds, d.Parts = make([][]RangeBound, len(bounds)), make([]int, len(bounds))
	for i, b := range bounds {
		d.Bounds[i], d.Parts[i] = []RangeBound{{Value: b.value}}, b.part
	}
}

func (d *PartitionDesc) rangeBounds() {
	for i, m := range d.Members {
		if m.Bound.Default {
			continue
		}
		if n := len(d.Bounds); n == 0 || d.Key.compareRange(d.Bounds[n-1], m.Bound.Lower) != 0 {
			d.Bounds, d.Parts = append(d.Bounds, m.Bound.Lower), append(d.Parts, -1)
		}
		d.Bounds, d.Parts = append(d.Bounds, m.Bound.Upper), append(d.Parts, i)
	}
}

// Places is how many places for values there are: of Parts, and behind the last bound of
// ranges.
func (d *PartitionDesc) Places() int {
	if d.Key.Strategy == RangePartitions {
		return len(d.Parts) + 1
	}
	return len(d.Parts)
}

// PartAt returns the partition at a place, -1 for none.
func (d *PartitionDesc) PartAt(place int) int {
	if place == len(d.Parts) {
		return -1
	}
	return d.Parts[place]
}

func (d *PartitionDesc) hashParts() {
	modulus := 0
	for _, m := range d.Members {
		modulus = max(modulus, m.Bound.Modulus)
	}
	d.Parts = make([]int, modulus)
	for i := range d.Parts {
		d.Parts[i] = -1
	}
	for i, m := range d.Members {
		for r := m.Bound.Remainder; r < modulus; r += m.Bound.Modulus {
			d.Parts[r] = i
		}
	}
}

// Locate returns the greatest bound that is at most the key's leading values, -1
// if there is none, and whether it equals them. Each comparison with a bound is
// added to comparisons. Hash tables have no bounds to search.
func (d *PartitionDesc) Locate(key []types.Datum, comparisons *int64) (bound int, equal bool) {
	var words []int64
	word := int64(math.MaxInt64)
	if key[0].Kind() == types.Int && len(d.Bounds) >= manyBounds {
		words, word = d.boundWords(), key[0].Int()
	}
	if word == math.MaxInt64 || word == math.MinInt64 {
		words = nil // they may stand for infinity
	}
	lo, hi := -1, len(d.Bounds)-1
	for lo < hi {
		mid := (lo + hi + 1) / 2
		*comparisons++
		c := 0
		if mid < len(words) {
			c = cmp.Compare(words[mid], word)
		} else {
			c = d.Key.compareKey(d.Bounds[mid], key)
		}
		if c <= 0 {
			lo, equal = mid, c == 0
			if equal {
				break
			}
		} else {
			hi = mid - 1
		}
	}
	return lo, equal
}

// manyBounds is how many bounds are so far apart in memory that it pays to have them
// once more, side by side.
const manyBounds = 64

// boundWords are the bounds of one column of integers, infinite ones as the least and
// the greatest; none if they are of another kind.
func (d *PartitionDesc) boundWords() []int64 {
	if w := d.words.Load(); w != nil {
		return *w
	}
	words := make([]int64, len(d.Bounds))
	for i, b := range d.Bounds {
		switch {
		case len(b) == 1 && b[0].Infinite < 0:
			words[i] = math.MinInt64
		case len(b) == 1 && b[0].Infinite > 0:
			words[i] = math.MaxInt64
		case len(b) == 1 && b[0].Value.Kind() == types.Int:
			words[i] = b[0].Value.Int()
		default:
			words = nil
		}
		if words == nil {
			break
		}
	}
	d.words.Store(&words)
	return words
}

// Compare orders a bound and the leading values of a key.
func (d *PartitionDesc) Compare(bound int, key []types.Datum) int {
	return d.Key.compareKey(d.Bounds[bound], key)
}

// Find returns the index in Members of the partition that takes a row with this
// key, -1 if none does: PostgreSQL's get_partition_for_tuple without its cache.
func (d *PartitionDesc) Find(key []types.Datum, comparisons *int64) int {
	part := -1
	switch d.Key.Strategy {
	case HashPartitions:
		if len(d.Parts) == 0 {
			return -1
		}
		return d.Parts[d.Key.Hash(key)%uint64(len(d.Parts))]
	case ListPartitions:
		if key[0].IsNull() {
			if part = d.Null; part < 0 {
				part = d.Default
			}
			return part
		}
		if i, equal := d.Locate(key, comparisons); equal {
			part = d.Parts[i]
		}
	case RangePartitions:
		if slices.ContainsFunc(key, types.Datum.IsNull) {
			return d.Default // no range takes NULL
		}
		i, _ := d.Locate(key, comparisons)
		part = d.PartAt(i + 1)
	}
	if part < 0 {
		part = d.Default
	}
	return part
}
